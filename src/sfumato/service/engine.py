"""The engine: opens knowledge, taxonomies and language once, and has a method for each verb.

    engine = Engine()
    engine.sanitize(SanitizeRequest(text=letter, hide=("HIV",))).text

Every front (Python, the command line, and whatever comes beside them) asks the same engine in the same way. One engine
serves many threads. It pickles as its config: another process builds its own from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeAlias

from sfumato import detectors, inspecting, knowledge, plugins, taxonomies
from sfumato.errors import InputError
from sfumato.inspecting.rules import Rules
from sfumato.io.formats import corpora
from sfumato.io.rivals import rivals_of
from sfumato.languages import load
from sfumato.plugins import blaming
from sfumato.policy import Policy, check_labels
from sfumato.policy.hiding import policy_of
from sfumato.policy.resolver import Resolver
from sfumato.policy.secrets import Resolved
from sfumato.protocols import Detector, Knowledge, Language, Resources, Taxonomy
from sfumato.protocols.reading import Candidate
from sfumato.risk import Reach, Search, keywords, ranked
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.sanitizing.explanation import Explanation, explain
from sfumato.sanitizing.offers import Offering, Offers
from sfumato.service import requests as asked
from sfumato.service.batches import Failure, Record, offer_all, sanitize_all
from sfumato.service.config import EngineConfig
from sfumato.service.results import SecretFound
from sfumato.service.together import Together, sanitize_together
from sfumato.taxonomies.readers import read as read_taxonomy
from sfumato.types import Document, Note, Progress, Tell, silent
from sfumato.verifying.release import CLAIMED, Verified, Verifier

if TYPE_CHECKING:  # tables and measures are imported when they are first asked for
    from sfumato.measure.attack import AttackRequest, AttackResult, CrowdAttack
    from sfumato.measure.evaluate import EvaluateRequest, EvaluateResult
    from sfumato.measure.sweep import SweepRequest, SweepResult
    from sfumato.tables import (
        AnonymizeRequest,
        AnonymizeResult,
        Cache,
        Memory,
        SweepTableRequest,
        SweepTableResult,
        TableVerdict,
        Tools,
        VerifyTableRequest,
    )

Inspected: TypeAlias = inspecting.Inspection | inspecting.Conclusions | inspecting.Novelties | inspecting.People
"""What inspecting gives, by the question that was asked."""

_SANITIZERS = 16  # that are kept: each remembers what it has asked
_NEW = {"set_size": 2}  # of three words most sets are new
_RULES = {"keywords": 150, "set_size": 2}  # rules are found once, and may take longer


class Engine:
    """Answers requests. What it opens is opened when it is first needed, and once."""

    def __init__(
        self, config: EngineConfig | None = None, *, tell: Tell = silent, resources: Resources | None = None
    ) -> None:
        """`tell` hears what happens; `resources` stand in for those of the config, which then cannot be pickled."""
        self.config = config or EngineConfig()
        self._tell = tell
        self._given = resources
        self._lock = RLock()
        self._chains: dict[tuple[str, ...], Taxonomy] = {}
        self._sanitizers = lru_cache(_SANITIZERS)(self._sanitizer)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._given is not None:
            raise TypeError("an engine over resources of one's own cannot be sent to another process")
        return Engine, (self.config,)

    # --- what it stands on ---

    @cached_property
    def knowledge(self) -> Knowledge:
        """What an attacker can know: the pack, and beside it the documents that the user knows of."""
        with self._lock:
            if self._given is not None:
                return self._given.knowledge
            known = self._knowledge()
            paths = list(map(Path, self.config.background))
            if not paths:
                return known
            documents = corpora.read_all(paths, plugins=self.config.plugins)
            own = knowledge.MemoryKnowledge(documents, language=known.language)
            if not own.total:
                raise InputError(f"{', '.join(map(str, paths))}: no document with text")
            self._note(f"background: {own.total:,} document{'' if own.total == 1 else 's'}")
            return knowledge.Beside(known, own)

    def _knowledge(self) -> Knowledge:
        name = self.config.knowledge
        if name is not None and plugins.is_name(name):
            made: Knowledge = plugins.load("knowledge", name)()
            return made
        return knowledge.embedded(self._note) if name is None else knowledge.open_knowledge(Path(name), self._note)

    def taxonomy(self, policy: Policy | None = None) -> Taxonomy:
        """The taxonomies that a policy prefers, behind those of the user."""
        order = (policy.taxonomies if policy else ()) or taxonomies.ORDER
        with self._lock:
            if self._given is not None:
                return self._given.taxonomy
            if order not in self._chains:
                embedded = taxonomies.embedded(order, self._note)
                own = [
                    plugins.load("taxonomies", name)() if plugins.is_name(name) else read_taxonomy(Path(name))
                    for name in self.config.taxonomies
                ]
                chain = taxonomies.Chain(*own, *embedded.taxonomies, version=embedded.version) if own else embedded
                self._chains[order] = chain
            return self._chains[order]

    @cached_property
    def language(self) -> Language:
        """The language, whose parser is loaded when it is first needed."""
        with self._lock:
            return self._given.language if self._given is not None else load(self.config.language, self.config.model)

    def resources(self, policy: Policy | None = None) -> Resources:
        """All three, as a policy wants them."""
        used = self._given.plugins if self._given is not None else self.config.strategies()
        return Resources(self.knowledge, self.taxonomy(policy), self.language, used)

    def _note(self, text: str) -> None:
        self._tell(Note("opened", text))

    # --- what is asked for ---

    def policy(self, request: asked.SecretsRequest) -> Policy:
        """The policy that a request means."""
        topics = getattr(request, "topics", ())
        policy = policy_of(
            (*request.hide, *topics),
            aliases=request.aliases,
            policy=request.policy or (),
            profile_name=request.profile,
            settings=None if isinstance(request, asked.InspectRequest | asked.RulesRequest) else request.settings,
        )
        if isinstance(request, asked.InspectRequest | asked.RulesRequest):
            judged = policy if request.profile else replace(policy, profile=inspecting.PROFILE)
            policy = policy_of(settings=request.settings, base=judged)
        check_labels(policy, {"patterns": detectors.LABELS, "entities": detectors.ENTITIES})
        return policy

    @blaming()
    def secrets(self, request: asked.SecretsRequest, text: str = "") -> tuple[SecretFound, ...]:
        """What each secret of a request is taken for, and what the knowledge knows of it."""
        return tuple(map(SecretFound.of, self._resolved(self.policy(request), text)))

    def _resolved(self, policy: Policy, text: str = "") -> list[Resolved]:
        return Resolver(self.taxonomy(policy), self.knowledge)(policy.hide, alpha=policy.profile.alpha, text=text)

    # --- sanitize ---

    @blaming()
    def sanitize(self, request: asked.SanitizeRequest) -> Sanitized:
        """The text made safe, what was replaced and why, and the certificate."""
        found_by = detectors.found_by_another_tool(request.detected)
        rivals = rivals_of(request.rivals)
        sanitizer = self.sanitizer(self.policy(request), key=request.key, found_by=found_by, rivals=rivals)
        return replace(sanitizer(Document(str(request.id), request.text)), id=request.id)

    @blaming()
    def sanitize_all(
        self,
        request: asked.SecretsRequest,
        records: Iterable[Record],
        *,
        processes: int = 1,
        key: bytes | None = None,
        detector: Detector | None = None,
    ) -> Iterator[Sanitized | Failure] | Together:
        """What becomes of each record, in the order given: one that fails is reported, and the others go on.

        `detector` gives what another tool found in each document. Those about one person are done when all are.
        """
        found_by = {detectors.ANOTHER_TOOL: detector} if detector else None
        whole = request if isinstance(request, asked.SanitizeRequest) else None
        rivals = rivals_of(whole.rivals) if whole else ()
        sanitizer = self.sanitizer(self.policy(request), key=key, found_by=found_by, rivals=rivals)
        if whole and whole.same_person:
            return sanitize_together(sanitizer, records, processes=processes, tell=self._tell)
        return sanitize_all(sanitizer, records, processes=processes, tell=self._tell)

    def sanitizer(
        self,
        policy: Policy,
        *,
        key: bytes | None = None,
        found_by: Mapping[str, Detector] | None = None,
        searches: tuple[Reach, ...] = (),
        prefer: tuple[str, ...] = (),
        rivals: tuple[Candidate, ...] = (),
    ) -> Sanitizer:
        """The sanitizer of a policy: for many documents, since it remembers what it has asked."""
        if key is not None and policy.profile.method in ("generalize", "redact"):
            raise InputError("a key is for pseudonyms and surrogates", code="key-without-pseudonyms")
        if found_by:
            return Sanitizer(self.resources(policy), policy, key=key, detectors=found_by, rivals=rivals)
        return self._sanitizers(policy, key=key, searches=searches, prefer=prefer, rivals=rivals)

    def _sanitizer(self, policy: Policy, *, prefer: tuple[str, ...], **beside: Any) -> Sanitizer:
        return Sanitizer(self.resources(policy), policy, weigh=inspecting.weighing(prefer), **beside)

    @blaming()
    def names_secret(self, request: asked.SecretsRequest, said: str, text: str, hide: Iterable[str] = ()) -> bool:
        """Whether an id or a file name that goes out with a text names one of its secrets."""
        return self.sanitizer(self.policy(request)).is_named(said, text, hide)

    # --- verify ---

    @blaming()
    def verify(self, request: asked.VerifyRequest) -> Verified:
        """The check of a released text from scratch."""
        verifier = self.verifier(request)
        return verifier(request.text, id=request.id, claim=request.certificate, original=request.original)

    @blaming()
    def verifier(self, request: asked.VerifyRequest) -> Verifier:
        """Verifies many texts under one request."""
        policy = self.policy(request)
        given = {key: value for key, value in request.settings.items() if key in CLAIMED}
        return Verifier(policy, given, self.resources(policy), rivals_of(request.rivals))

    # --- explain ---

    @blaming()
    def explain(self, request: asked.ExplainRequest) -> Explanation:
        """What a term reveals of the secrets, and what it could be called instead."""
        policy = self.policy(request)
        if not policy.hide:
            raise InputError("nothing to explain", code="nothing-to-explain")
        resolved, resources = self._resolved(policy, request.context), self.resources(policy)
        return explain(request.term, resolved, resources, policy.profile, label=request.label, context=request.context)

    @blaming()
    def options(self, request: asked.OptionsRequest) -> Offers:
        """What a term could be called where it stands, nearest first, whatever is secret."""
        return self.offering(request.text, request.start, request.end, id=request.id)

    @blaming()
    def options_all(
        self, requests: Iterable[asked.OptionsRequest | Failure], *, processes: int = 1
    ) -> Iterator[Offers | Failure]:
        """The same for each request, in the order given: one that fails is reported, and the others go on."""
        return offer_all(self.offering, requests, processes=processes)

    @cached_property
    def offering(self) -> Offering:
        """Says what terms could be called: for many terms, since it remembers the last texts."""
        return Offering(self.resources())

    # --- inspect ---

    @blaming()
    def inspect(self, request: asked.InspectRequest) -> Inspected:
        """What the words of a text lead to."""
        policy = self.policy(request)
        search = inspecting.search_of(request.search, topics=bool(request.topics), **(_NEW if request.new else {}))
        document = Document(str(request.id), request.text)
        if request.people or request.new or not policy.hide:
            return replace(self._without_secret(document, search, request), id=request.id)
        found = inspecting.inspect(document, self.inspector(request), always=request.fix, released=request.released)
        return replace(found, id=request.id)

    def inspector(self, request: asked.InspectRequest) -> Sanitizer:
        """The sanitizer that searches as a request says: for many documents."""
        policy = self.policy(request)
        searches = self.searches(request)
        if request.rules is not None:
            about = {rule.secret for rules in searches if isinstance(rules, Rules) for rule in rules.rules}
            for each in self._resolved(policy, request.text):
                if each.secret.name not in about:
                    raise InputError(f"no rule about {each.secret.name}: nothing can be found", code="no-rule")
        return self.sanitizer(replace(policy, detect=()), searches=searches, prefer=request.prefer)

    def searches(self, request: asked.InspectRequest) -> tuple[Reach, ...]:
        """The searches that a request asks for, one after the other; `InputError` says what makes no sense."""
        inspecting.weighing(request.prefer)
        if request.rules is not None:
            return (inspecting.rules_of(request.rules, self.language),)
        search = inspecting.search_of(request.search, topics=bool(request.topics), **(_NEW if request.new else {}))
        return inspecting.scheduled(search, request.schedule) if request.schedule is not None else (search,)

    def _without_secret(self, document: Document, search: Search, request: asked.InspectRequest) -> Any:
        words = keywords(document.text, self.knowledge, search.keywords)
        if request.people:
            who = inspecting.people_fitting(words, self.knowledge, search, request.people)
            return inspecting.People(document.id, who.k, who.by_number, who.too_few, who.anonymous)
        if request.new:
            unheard = tuple(inspecting.unheard(document.text, self.knowledge))
            new = tuple(inspecting.novelties(words, self.knowledge, search))
            return inspecting.Novelties(document.id, unheard, new)
        found = inspecting.conclusions(document.text, words, self.knowledge, search)
        return inspecting.Conclusions(document.id, tuple(found))

    @blaming()
    def find_rules(self, request: asked.RulesRequest) -> Rules:
        """Rules that tell of the secrets, found once and applied without a search."""
        policy = self.policy(request)
        search = inspecting.search_of(request.search, topics=bool(request.topics), **_RULES)
        resolved = self._resolved(policy)
        inspecting.check_findable(resolved)
        found = [rule for each in resolved for rule in inspecting.find_rules(each.secret, self.knowledge, search).rules]
        return Rules(tuple(ranked(found)))

    # --- tables ---

    @blaming()
    def anonymize(self, request: AnonymizeRequest, table: Any, **beside: Any) -> AnonymizeResult:
        """A release of a table (a file, or any frame), each person one of at least k, and what it cost.

        `beside` are `population` (a table of everybody), `user_terms`, and the `tools` that stand in for the engine's.
        """
        from sfumato.tables import anonymize

        return anonymize(table, request, **{"tools": self.tools(), **beside})

    @blaming()
    def verify_table(self, request: VerifyTableRequest, table: Any, **beside: Any) -> TableVerdict:
        """The check of a released table from scratch; `beside` as for `anonymize`."""
        from sfumato.tables import verify_table

        return verify_table(table, request, **{"tools": self.tools(), **beside})

    @blaming()
    def sweep_table(self, request: SweepTableRequest, table: Any, **beside: Any) -> SweepTableResult:
        """What anonymizing a table costs under every k, weight and strategy; `beside` as for `anonymize`."""
        from sfumato.measure.sweep.table import sweep_table

        return sweep_table(table, request, **{"tools": self.tools(), **beside})

    def tools(self, *, processes: int = 1, cache: Cache | Memory | None = None, tell: Tell | None = None) -> Tools:
        """What the texts of tables are analysed with."""
        from sfumato.tables import Memory, Tools

        heard = tell or self._tell

        def progress(step: str, done: int, total: int) -> None:
            heard(Progress(step, done, total, "ways" if step == "partitioning" else "characters"))

        return Tools(self.language, self.taxonomy(), processes, Memory() if cache is None else cache, progress)

    # --- measure ---

    @blaming()
    def evaluate(self, request: EvaluateRequest, *, tell: Tell | None = None) -> EvaluateResult:
        """What was hidden, against what people labelled, and what is kept."""
        from sfumato.measure.evaluate import evaluate

        knowledge = self.knowledge if request.utility else None
        return evaluate(request, knowledge=knowledge, language=self.language, tell=tell or self._tell)

    @blaming()
    def attack(self, request: AttackRequest, *, tell: Tell | None = None) -> AttackResult:
        """Who, or what, each released text is about, by all attackers."""
        from sfumato.measure.attack import asks_knowledge, attack, named

        taxonomy = self.taxonomy() if request.question == "what" else None
        asks = taxonomy is not None or asks_knowledge(named(",".join(request.attackers) or "all"))
        known, heard = self.knowledge if asks else None, tell or self._tell
        return attack(request, knowledge=known, taxonomy=taxonomy, language=self.language, tell=heard)

    @blaming()
    def attack_crowd(self, request: AttackRequest, *, tell: Tell | None = None) -> CrowdAttack:
        """Where each secret of the texts stands among its rivals, by readers and by attackers that are kept apart."""
        from sfumato.measure.attack.crowd import attack_crowd

        return attack_crowd(request, self.knowledge, self.taxonomy(), tell=tell or self._tell)

    @blaming()
    def sweep(self, request: SweepRequest, *, processes: int = 1, tell: Tell | None = None) -> SweepResult:
        """What each setting keeps of texts, what risk it leaves, and which one to take."""
        from sfumato.measure.sweep import policies_of, sweep

        return sweep(request, self.resources(policies_of(request)[0]), processes=processes, tell=tell or self._tell)
