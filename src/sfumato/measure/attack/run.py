"""An attack from request to result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from sfumato.errors import InputError
from sfumato.io.files import counted
from sfumato.io.messages import rounded
from sfumato.knowledge import Without
from sfumato.measure.attack.attackers import NAMES, able, find, named
from sfumato.measure.attack.candidates import CandidateIndex, KnownCandidates
from sfumato.measure.attack.inference import sources
from sfumato.measure.attack.outcomes import by_chance
from sfumato.measure.attack.rankings import Attacked, Case, compared
from sfumato.measure.attack.requests import (
    AttackRequest,
    AttackResult,
    AttackText,
    Chance,
    Found,
    Likeliest,
    Likely,
    LimitJudged,
    TellingTerm,
    Version,
)
from sfumato.measure.attack.secret_candidates import known_secrets, siblings, united
from sfumato.policy import DEFAULT
from sfumato.policy.hiding import hide_of
from sfumato.policy.resolver import Resolver
from sfumato.protocols import Knowledge, Language, Taxonomy
from sfumato.types import Note, Progress, Secret, Tell, silent

EXPLAINED = 20
"""Texts of unknown truth of which the detail says what they share with their likeliest candidates."""
_LIKELIEST = 5  # candidates of a text that are listed
_PHRASES = 5  # that are listed of what a text shares with a candidate
_BIT_DIGITS, _SCORE_DIGITS = 3, 6


def attack(
    request: AttackRequest,
    *,
    knowledge: Knowledge | None = None,
    taxonomy: Taxonomy | None = None,
    language: Language | None = None,
    tell: Tell = silent,
) -> AttackResult:
    """Who, or what, is each released text about?

    The knowledge is needed for secrets and for attackers that infer, the taxonomy to find what stands beside a secret.
    The language is that of the knowledge, or the default one, unless given.
    """
    names = named(",".join(request.attackers) or "all")
    if knowledge is not None:
        knowledge = _without_sources(request, knowledge, tell)
    if request.candidates:
        known, cases = _who(request, knowledge, language, tell)
    elif knowledge is None or taxonomy is None:
        raise ValueError("to look for secrets the knowledge and a taxonomy are needed")
    else:
        known, cases = _what(request, knowledge, taxonomy, tell)
    if request.limit is not None:
        _check_truth_known(request, cases)
    names = _fitting(names, known, tell)
    at_work: list[str] = []

    def begin(name: str) -> None:
        tell(Progress("attacking", len(at_work), len(names), "attackers"))
        at_work.append(name)

    attacked = compared(request.versions, known, cases, names=names, placeholders=request.placeholders, tell=begin)
    return _result(request, attacked)


def _without_sources(request: AttackRequest, knowledge: Knowledge, tell: Tell) -> Knowledge:
    """The knowledge, if that is wanted without the documents that are the texts themselves; a note tells of them."""
    found = sources([text.context for text in request.texts], knowledge)
    if not found:
        return knowledge
    said = f"{counted(len(found), 'document')} of the knowledge {'is' if len(found) == 1 else 'are'}"
    if request.without_sources:
        tell(Note("sources-left-out", f"{said} the texts themselves, and left out"))
        return Without(knowledge, found)
    more = "whoever infers finds more than from a text that is nowhere published"
    tell(Note("sources-known", f"{said} the texts themselves, or as good as: {more}"))
    return knowledge


def _check_truth_known(request: AttackRequest, cases: Sequence[Case]) -> None:
    """A limit is judged only where it is known of every text who it is about."""
    if not cases:
        raise InputError("no text has the id of a candidate", code="limit-without-truth")
    left = len(request.texts) - len({case.text for case in cases})
    if left:
        said = f"of {left} texts it is not known who they are about, so that nothing is claimed"
        raise InputError(said, code="limit-of-some")


def _fitting(names: Sequence[str], known: KnownCandidates, tell: Tell) -> list[str]:
    """The attackers to use: where all are wanted, those that can attack so much text."""
    if set(names) != set(NAMES):
        return list(names)
    fitting = able(known)
    large = [name for name in names if name not in fitting and find(name).needs == "texts"]
    if large:
        text = f"left out, since there is too much text of candidates: {', '.join(large)}"
        tell(Note("attackers-left-out", text))
    return fitting


# --- who --------------------------------------------------------------------------------------------------


def _who(
    request: AttackRequest, knowledge: Knowledge | None, language: Language | None, tell: Tell
) -> tuple[KnownCandidates, list[Case]]:
    """What is known of the candidates, and which of them each text is about, where that is known."""
    known = KnownCandidates(request.candidates, knowledge=knowledge, language=language)
    index = CandidateIndex(request.candidates)
    told = any(text.truth is not None for text in request.texts)
    wanted = [text.truth if told else text.id for text in request.texts]
    found = [index.find(value) if value else None for value in wanted]
    cases = [Case(at, candidate) for at, candidate in enumerate(found) if candidate is not None]
    if told and not cases:
        raise InputError("no text has the id or name of a candidate for its truth", code="truth-unknown")
    if cases and len(cases) < len(found):
        text = f"{counted(len(found) - len(cases), 'text')} about nobody of the candidates: not measured"
        tell(Note("about-nobody", text))
    copies = sum(request.texts[case.text].context.strip() in request.candidates[case.candidate].text for case in cases)
    if copies:
        text = f"{counted(copies, 'text')} as a whole in what is known of the candidate: to find that proves little"
        tell(Note("text-known", text))
    return known, cases


# --- what -------------------------------------------------------------------------------------------------


def _what(
    request: AttackRequest, knowledge: Knowledge, taxonomy: Taxonomy, tell: Tell
) -> tuple[KnownCandidates, list[Case]]:
    """The secrets as candidates, those that are asked for and others, and which of them each text hides."""
    resolver = Resolver(taxonomy, knowledge)

    def secret_of(label: str, context: str) -> Secret:
        (found,) = resolver([hide_of(label)], alpha=DEFAULT.alpha, text=context)
        if not found.seen:
            why = "hardly known to the knowledge, so that no attacker here can tell: that is not safe"
            tell(Note("hardly-known", f"{found.secret.name}: {why}"))
        return found.secret

    hidden: dict[str, Secret] = {}
    for text in request.texts:
        for label in _hidden_in(text, request):
            if label not in hidden:
                hidden[label] = secret_of(label, text.context)
    others = [secret_of(label, "") for label in request.others]
    if not others:
        for secret in united(hidden.values()):
            beside = siblings(secret, taxonomy, knowledge)
            if not beside:
                said = f"{secret.name}: no taxonomy has anything known beside it"
                raise InputError(said, code="nothing-beside")
            others += beside
    secrets = sorted(united(hidden.values(), others), key=lambda secret: (secret.name.casefold(), secret.name))
    owner = {form: at for at, secret in enumerate(secrets) for form in secret.forms}
    cases = []
    for at, text in enumerate(request.texts):
        right = dict.fromkeys(_owner(hidden[label], owner) for label in _hidden_in(text, request))
        cases += [Case(at, each, tuple(other for other in right if other != each)) for each in right]
    return known_secrets(secrets, knowledge), cases


def _hidden_in(text: AttackText, request: AttackRequest) -> tuple[str, ...]:
    return (*request.hide, *text.hide)


def _owner(secret: Secret, owner: Mapping[str, int]) -> int:
    """The number of the candidate that a secret is."""
    return next(owner[form] for form in secret.forms if form in owner)


# --- the result -------------------------------------------------------------------------------------------


def _result(request: AttackRequest, attacked: Mapping[str, Attacked]) -> AttackResult:
    released = attacked["released"]
    exact = {
        version: Version(each.strongest if each.cases else None, each.successes) for version, each in attacked.items()
    }
    limit = None
    if request.limit is not None:
        top1 = released.successes[released.strongest].top1
        above = (top1.high if request.upper else top1.value) > request.limit
        limit = LimitJudged(request.limit, request.upper, above)
    return AttackResult(
        question=request.question,
        texts=len(request.texts),
        candidates=len(released.known),
        cases=len(released.cases),
        chance=Chance(*by_chance(len(released.known))),
        versions=exact if request.detail else {version: rounded(each) for version, each in exact.items()},
        found=tuple(_found(request, attacked, at) for at in range(len(released.cases))),
        likeliest=tuple(_likeliest(request, released, text) for text in range(len(request.texts))),
        limit=limit or UNSET,
        asked=len({case.text for case in released.cases}) if request.detail else UNSET,
    )


def _found(request: AttackRequest, attacked: Mapping[str, Attacked], at: int) -> Found:
    released = attacked["released"]
    case = released.cases[at]
    candidate = released.known.candidates[case.candidate]
    return Found(
        id=request.texts[case.text].id,
        candidate=candidate.id,
        name=candidate.name,
        ranks={
            version: {name: float(outcome.rank[at]) for name, outcome in each.outcomes.items()}
            for version, each in attacked.items()
        },
        shares=tuple(released.telltales(case.text, case.candidate, _PHRASES)),
        tells=_tells(request, released, case.text, case.candidate),
        tied={
            version: {name: int(outcome.tied[at]) for name, outcome in each.outcomes.items()}
            for version, each in attacked.items()
        }
        if request.detail
        else UNSET,
    )


def _likeliest(request: AttackRequest, released: Attacked, text: int) -> Likeliest:
    explained = request.detail and not released.cases and text < EXPLAINED
    candidates = []
    for place in released.order(text, released.strongest, _LIKELIEST):
        candidate = released.known.candidates[place.candidate]
        candidates.append(
            Likely(
                candidate=candidate.id,
                name=candidate.name,
                rank=place.rank,
                tied=place.tied,
                score=place.score if request.detail else round(place.score, _SCORE_DIGITS),
                first_by=released.agreeing(text, place.candidate),
                shares=tuple(released.telltales(text, place.candidate, _PHRASES)) if explained else UNSET,
                tells=_tells(request, released, text, place.candidate) if explained else UNSET,
            )
        )
    return Likeliest(request.texts[text].id, released.strongest, len(released.scores), tuple(candidates))


def _tells(request: AttackRequest, released: Attacked, text: int, candidate: int) -> tuple[TellingTerm, ...]:
    return tuple(
        TellingTerm(term, bits if request.detail else round(bits, _BIT_DIGITS))
        for term, bits in released.telling(text, candidate, _PHRASES)
    )
