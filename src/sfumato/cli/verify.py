"""`sfumato verify`: whether a released text keeps its secrets, found out from the text alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import options, tables
from sfumato.cli.console import as_json, counted, line, meter, note, table
from sfumato.cli.documents import Documents, Item, is_table
from sfumato.cli.knowledge import json_option
from sfumato.cli.verdict import beyond, faults, never_seen, standing, verdict
from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import lines, plain_suffix, shown, whole_text

if TYPE_CHECKING:
    from sfumato.policy import Hide, Policy, Profile
    from sfumato.policy.secrets import Resolved
    from sfumato.protocols import Knowledge, Taxonomy
    from sfumato.risk import Search
    from sfumato.verify.text import Certificate

_MOST = 10_000_000  # characters of a text: hardly more than of the longest that can be sanitized
_PLACES = 5  # at which names are left, that are told


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="TEXT...", type=click.Path(path_type=Path, allow_dash=True))
@options.secrets_options
@options.settings(*options.CLAIM)
@options.knowledge_options
@click.option(
    "--certificate",
    "certificate_file",
    type=click.Path(path_type=Path),
    help="What sanitize claimed of the text: secrets and settings are taken from it unless given.",
)
@click.option(
    "--original",
    "original_file",
    type=click.Path(path_type=Path),
    help="The text before: also check what the release tells of names of secrets that stood there.",
)
@click.option("-c", "--config", "config_file", type=click.Path(path_type=Path), help="A table: what its columns are.")
@click.option("-k", type=click.IntRange(1), help="A table: people who look alike, at least (default: the config's).")
@tables.claim_options
@tables.text_options
@json_option
def verify(
    inputs: tuple[Path, ...],
    labels: tuple[str, ...],
    aliases: tuple[str, ...],
    policy_name: str | None,
    profile_name: str | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    certificate_file: Path | None,
    original_file: Path | None,
    population: Path | None,
    json_: bool,
    **settings: Any,
) -> int:
    """Check from scratch that released texts disclose no secret, or that a released table is k-anonymous.

    TEXT is a text, several texts, - for standard input, a folder of texts, or JSON lines with id and text. Every word
    and every known phrase is judged, whatever its part of speech, and every name of every secret is looked for under
    disguises. Nothing is taken from what sanitized the text.

    A table (CSV, Parquet) is checked with the config it was anonymized with: people are counted by the key of their
    rows, terms are detected in the released texts anew, and every class must have k people.

    Exit code: 0 all texts hold, 1 one does not, 2 bad input.

    \b
    Example:
      sfumato verify safe.txt --hide HIV --alpha 1.5
      sfumato verify safe.txt --certificate safe.json
      sfumato verify safe.jsonl --policy us-medical --groups 2 --json
      sfumato verify released.csv -c blogs.toml -k 5
    """
    of_table = {name: settings.pop(name) for name in tables.VERIFY}
    if of_table["config_file"] or is_table(inputs[0]):
        if len(inputs) > 1:
            raise InputError("one table at a time")
        return _verify_table(inputs[0], of_table, population, json_)
    policy = options.policy_of(labels, aliases, policy_name, profile_name, settings)
    documents = Documents(inputs, _MOST)
    claims = Claims.read(certificate_file) if certificate_file else None
    if not policy.hide and not claims and documents.kind != "jsonl":
        raise InputError("nothing to verify: give --hide LABEL, --policy NAME or --certificate FILE")
    single = documents.single() if documents.kind == "text" else None
    if original_file and not single:
        raise InputError("--original goes with one text")
    verifier = Verifier(
        policy,
        {key: value for key, value in settings.items() if value is not None},
        options.taxonomy_of(policy, taxonomy_files),
        options.knowledge_of(path, background),
        claims,
        whole_text(original_file) if original_file else None,
    )
    found: list[Checked] = []
    failed: list[tuple[str, str]] = []
    skipped = 0
    quiet = single or documents.total < 2
    with nullcontext(lambda step, done, total=0: None) if quiet else meter("documents") as progress:
        for number, item in enumerate([single] if single else documents):
            progress("verifying", number, documents.total)
            if item.skipped:
                skipped += 1
                continue
            try:
                found.append(verifier(item))
            except SfumatoError as error:
                if single:
                    raise
                failed.append((item.document.id, str(error)))
    broken = sum(not each.holds for each in found)
    if json_:
        _print_all(found, failed, skipped, alone=single is not None)
        return 2 if failed else 1 if broken else 0
    for checked in found:
        checked.tell(alone=single is not None)
    if not single:
        _tell_all(len(found), broken, failed, skipped)
    return 2 if failed else 1 if broken else 0


def _verify_table(source: Path, said: dict[str, Any], population: Path | None, json_: bool) -> int:
    from sfumato.tables import VerifyTableRequest, verify_table

    verdict = tables.answered(verify_table, VerifyTableRequest, source, said, population=population)
    if json_:
        as_json(verdict.to_dict())
    else:
        tables.tell_verdict(verdict, shown(source.name))
    return 0 if verdict.holds else 1


def _print_all(found: Sequence[Checked], failed: Sequence[tuple[str, str]], skipped: int, *, alone: bool) -> None:
    verified = [each.as_dict() for each in found]
    if alone:
        as_json(verified[0])
        return
    errors = [{"id": id, "error": error} for id, error in failed]
    holds = all(each.holds for each in found) and not failed
    as_json(
        {"documents": len(found), "holds": holds, "failed": errors, "skipped": skipped, "verified": verified},
    )


def _tell_all(number: int, broken: int, failed: Sequence[tuple[str, str]], skipped: int) -> None:
    if skipped:
        note(f"{counted(skipped, 'record')} of failures skipped: they have no text")
    if failed:
        note(f"{counted(len(failed), 'document')} could not be verified:", bold=True, colour="red")
        table([(f"  {id}", error) for id, error in failed[:10]], most=50, err=True)
    said = f"{broken:,} {'does' if broken == 1 else 'do'} not hold" if broken else "all hold"
    note(f"{counted(number, 'document')} verified: {said}", bold=True, colour="red" if broken else "green")


# --- certificates -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claims:
    """What was claimed: of one text, or of several by their ids."""

    where: str
    one: Mapping[str, Any] | None
    several: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path) -> Claims:
        """A certificate, a list of them, or JSON lines that have theirs inside, as `sfumato sanitize` writes them."""
        where = shown(path)
        try:
            if plain_suffix(path) in (".jsonl", ".ndjson"):
                records = [json.loads(row) for row in lines(path) if not row.isspace()]
                value: Any = [{"id": r["id"], **r["certificate"]} for r in records if "certificate" in r]
            else:
                value = json.loads(whole_text(path))
            one = value if isinstance(value, dict) else None
            several = {str(each["id"]): each for each in value if "secrets" in each} if one is None else {}
            for claim in several.values() if one is None else [one]:
                _ = claim["text_sha256"], claim["claim"]["groups"], [s["secret"] for s in claim["secrets"]]
        except (ValueError, RecursionError, LookupError, TypeError):
            raise InputError(f"{where}: not a certificate of sfumato sanitize") from None
        return cls(where, one, several)

    def of(self, id: str) -> Mapping[str, Any]:
        if self.one is not None:
            return self.one
        if id not in self.several:
            raise InputError(f"{self.where} has no certificate of this id")
        return self.several[id]


# --- verifying --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Checked:
    """A document, what was found, where names are left, and the certificate that it came with."""

    id: Any
    certificate: Certificate
    places: list[str]
    claim: Mapping[str, Any] | None

    @property
    def same_text(self) -> bool:
        """Whether it is the text that the certificate is about, if there is one."""
        return self.claim is None or self.claim["text_sha256"] == self.certificate.text_sha256

    @property
    def holds(self) -> bool:
        return self.certificate.holds and self.same_text

    def as_dict(self) -> dict[str, Any]:
        return {"id": self.id, **self.certificate.as_dict(), "holds": self.holds, "same_text": self.same_text}

    def tell(self, *, alone: bool) -> None:
        """The verdict, and what it rests on: all of that for a text alone, what speaks against it for any."""
        certificate = self.certificate
        for said in never_seen(certificate) if alone else ():
            line(said, bold=True)
        said = verdict(certificate) if alone or not certificate.holds else "holds"
        line(f"{self.id}: {'does NOT hold' if not self.holds else said}", bold=not self.holds)
        if not self.same_text:
            line("  the text is not the one that the certificate is about")
        for fault in faults(certificate, self.places):
            line(f"  {fault}")
        if not alone:
            return
        if self.claim and self.claim.get("knowledge") != certificate.knowledge:
            line("  the certificate was made with other knowledge (--knowledge, --background)")
        table([(f"  {name}", most) for name, most in map(standing, certificate.secrets)], most=50)
        pairs = list(beyond(certificate))
        if pairs:
            line("  Beyond the claim, which is for single terms, these disclose in pairs (--groups 2 judges them):")
            for pair in pairs:
                line(f"    {pair}")
        if self.claim and any("rules" in each for each in self.claim["claim"].get("searches", [])):
            line("  the certificate claims that rules hold, too: sfumato inspect --rules FILE checks them")
        if certificate.exempt:
            line(f"  exempt because they are denied: {counted(len(certificate.exempt), 'statement')}")


@dataclass
class Verifier:
    """Verifies documents under one policy, or each under what was claimed of it."""

    policy: Policy
    given: Mapping[str, Any]
    """Settings of the command line: they go before those of a certificate."""
    taxonomy: Taxonomy
    knowledge: Knowledge
    claims: Claims | None
    original: str | None = None

    def __post_init__(self) -> None:
        self._resolved: dict[tuple[tuple[Hide, ...], float], list[Resolved]] = {}

    def __call__(self, item: Item) -> Checked:
        from sfumato.languages.en.scan import Scanner
        from sfumato.verify.text import verify

        if item.error:
            raise InputError(item.error)
        claim = self.claims.of(item.document.id) if self.claims else None
        hide, profile = self._asked(item, claim)
        if not hide:
            raise InputError("nothing to verify: no secret is given")
        text = item.document.text
        resolved = self._resolve(hide, profile, text)
        certificate = verify(
            text,
            resolved,
            knowledge=self.knowledge,
            groups=profile.groups,
            support=profile.support,
            counting=profile.counting,
            context=profile.context,
            keep_negated=profile.keep_negated,
            original=self.original,
            searches=_searches(claim),
            claim={"policy": self.policy.name, "keep_negated": profile.keep_negated},
        )
        places: list[str] = []
        if certificate.labels:
            hits = Scanner(label for each in resolved for label in each.secret.labels).find(text)
            places = list(_places(text, hits, certificate.exempt))
        return Checked(item.id, certificate, places, claim)

    def _asked(self, item: Item, claim: Mapping[str, Any] | None) -> tuple[tuple[Hide, ...], Profile]:
        """The secrets and the settings for a document: the command's, then those claimed of it."""
        from sfumato.policy import Hide, profile_of

        own = tuple(map(options.hide_of, item.hide))
        if claim is None:
            return tuple(dict.fromkeys((*self.policy.hide, *own))), self.policy.profile
        profile: Mapping[str, Any] = claim["claim"].get("profile", {})
        claimed = {key: profile.get(key, claim["claim"].get(key)) for key in options.CLAIM}
        settings = {key: value for key, value in {**claimed, **self.given}.items() if value is not None}
        secrets = [
            Hide(each.get("asked") or each["secret"], each["alpha"], tuple(each.get("aliases", ())))
            for each in claim["secrets"]
            if not each.get("stands_for")
        ]
        if "alpha" in self.given:
            secrets = [replace(secret, alpha=None) for secret in secrets]
        hide = self.policy.hide or tuple(secrets)
        return tuple(dict.fromkeys((*hide, *own))), profile_of(settings, "certificate", self.policy.profile)

    def _resolve(self, hide: tuple[Hide, ...], profile: Profile, text: str) -> list[Resolved]:
        key = hide, profile.alpha
        if key not in self._resolved:
            try:
                self._resolved[key] = options.resolved(hide, profile, self.taxonomy, self.knowledge)
            except InputError:  # a sense may have to be settled by each text
                return options.resolved(hide, profile, self.taxonomy, self.knowledge, text)
        return self._resolved[key]


def _searches(claim: Mapping[str, Any] | None) -> list[Search]:
    """The searches by which, as a certificate claims, nothing leads to a secret. Rules it names only by their hash."""
    from sfumato.risk import Search

    said = claim["claim"].get("searches", []) if claim else []
    try:
        return [
            Search(**{**each, "exclude": tuple(map(str, each["exclude"])), "without": tuple(map(int, each["without"]))})
            for each in said
            if "rules" not in each
        ]
    except (TypeError, KeyError, ValueError):
        raise InputError("the searches of the certificate are not those of sfumato inspect") from None


def _places(text: str, hits: Sequence[tuple[int, int, str]], exempt: Sequence[tuple[int, int]]) -> Iterator[str]:
    left = [hit for hit in hits if not any(a <= hit[0] and hit[1] <= b for a, b in exempt)]
    for start, end, label in left[:_PLACES]:
        yield f'"{" ".join(text[start:end].split())}" in line {text.count(chr(10), 0, start) + 1} ({label})'
    if len(left) > _PLACES:
        yield "..."
