"""`sfumato inspect`: which words left in a text give the secret away, and the cheapest repair."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import inspected, options
from sfumato.cli.console import as_json, counted, meter, note
from sfumato.cli.documents import Documents, Item, check_output, paper, writing
from sfumato.cli.knowledge import json_option
from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import shown

if TYPE_CHECKING:
    from sfumato.inspect import Inspection, Search
    from sfumato.policy import Policy
    from sfumato.protocols import Knowledge
    from sfumato.risk import Reach
    from sfumato.sanitize import Sanitizer
    from sfumato.types import Document

_KIN = 20
_RULES = {"keywords": 150, "set_size": 2}  # where none are asked for: rules are found once, and may take longer
_NEW = {"set_size": 2}  # of three words most sets are new


@click.command()
@click.argument("inputs", nargs=-1, metavar="IN...", type=click.Path(path_type=Path, allow_dash=True, exists=False))
@options.secrets_options
@click.option("--topic", "topics", multiple=True, metavar="LABEL", help="A secret that its kin gives away, too.")
@click.option("--keywords", type=int, help="Heaviest keywords of a text that are combined (default 20).")
@click.option("--set-size", type=int, help="Words of the largest set (default 3).")
@click.option("--documents", type=int, help="Best documents that are looked at for each set (default 3).")
@click.option(
    "--top", type=int, help="Heaviest terms of a document among which a secret must be; 0: any (default: 20, a name 0)."
)
@click.option("--passage", type=int, help="Words of a passage that is searched by itself, too; 0: none (default 150).")
@click.option(
    "--agree", type=int, help="Best documents that must name a secret; 0: most of them (default: 0, a name 1)."
)
@click.option("--exclude", multiple=True, metavar="TITLE", help='Documents that do not count, as "List of *".')
@click.option(
    "--schedule", metavar="SIZE:WORDS,...", help="Sets of a size out of so many keywords, one after the other."
)
@click.option("--rules", "rules_file", type=click.Path(path_type=Path), help="Apply rules found before; no search.")
@click.option(
    "--write-rules", type=click.Path(path_type=Path), help="Find rules for the secrets and write them; no IN."
)
@click.option(
    "--people", type=click.IntRange(2), metavar="K", help="Who fits: sets of words that leave fewer than K people."
)
@click.option(
    "--new", "new", is_flag=True, help="What the text adds to the knowledge: words that no document has together."
)
@click.option("--together", is_flag=True, help="All texts are released together: one reader has them all.")
@click.option("--prefer", metavar="KIND,...", help="Rather change names, numbers, nouns, verbs or adjectives.")
@click.option("--fix", is_flag=True, help="Repair, again and again, until nothing leads to a secret, and write it.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path), help="With --fix: where to write.")
@click.option(
    "--certificate",
    "certificate_file",
    type=click.Path(path_type=Path),
    help="With --fix: what is claimed (JSON). It names the secrets: never release it.",
)
@options.settings("alpha", "method", "parts")
@options.knowledge_options
@json_option
def inspect(
    inputs: tuple[Path, ...],
    labels: tuple[str, ...],
    aliases: tuple[str, ...],
    policy_name: str | None,
    profile_name: str | None,
    topics: tuple[str, ...],
    schedule: str | None,
    rules_file: Path | None,
    write_rules: Path | None,
    people: int | None,
    new: bool,
    together: bool,
    prefer: str | None,
    fix: bool,
    output: Path | None,
    certificate_file: Path | None,
    background: tuple[Path, ...],
    path: Path | None,
    taxonomy_files: tuple[Path, ...],
    json_: bool,
    **given: Any,
) -> int:
    """Which words of a text lead, through public knowledge, to a secret.

    Sets of the text's keywords are looked up in the knowledge; those whose best documents name the secret are shown
    with the evidence and with the cheapest repair. --fix writes the repaired text. Without a secret everything that
    the text lets a reader conclude is shown.

    Exit code: 0 nothing leads to a secret (with --fix: any more), 1 something does, 2 bad input.

    \b
    Example:
      sfumato inspect bio.txt --hide "Osama bin Laden"
      sfumato inspect bio.txt --hide "Osama bin Laden" --fix -o safe.txt --certificate safe.json
      sfumato inspect record.txt --topic "sexually transmitted disease"
      sfumato inspect bio.txt --people 5
      sfumato inspect draft.txt
      sfumato inspect draft.txt --new --background published/
      sfumato inspect --topic alcoholism --write-rules rules.json
      sfumato inspect letters/ --hide alcoholism --rules rules.json --fix -o safe/
    """
    from sfumato.inspect import PROFILE, Search, find_rules, read_rules, weighing
    from sfumato.inspect import write_rules as write
    from sfumato.risk import LISTS
    from sfumato.sanitize import MOST

    settings = {name: given.pop(name) for name in ("alpha", "method", "parts")}
    asked = {name: value for name, value in given.items() if value not in (None, ())}
    asked["exclude"] = (*LISTS, *asked.get("exclude", ()))
    if topics:
        asked["kin"] = _KIN
    policy = options.policy_of((*labels, *topics), aliases, policy_name, profile_name, {})
    if not profile_name:
        policy = replace(policy, profile=PROFILE)
    policy = _with_settings(policy, settings)
    _check_asked(asked, schedule, prefer, rules_file, write_rules, labels or topics, fix, people, new, together)
    search = Search(**{**(_RULES if write_rules else _NEW if new else {}), **asked})
    weigh = weighing([kind.strip() for kind in (prefer or "").split(",") if kind.strip()])
    if write_rules:
        if inputs or not policy.hide:
            raise InputError("--write-rules takes no text, but a secret: --hide LABEL or --topic LABEL")
        if not write_rules.resolve().parent.is_dir():
            raise InputError(f"{shown(write_rules.parent)}: no such folder")
        if write_rules.exists() and not write_rules.is_file():
            raise InputError(f"{shown(write_rules)}: is not a file; name another to write")
        found = _rules(policy, search, path, background, taxonomy_files, find_rules)
        write(found, write_rules)
        note(f"Written: {write_rules}, {counted(len(found.rules), 'rule')}")
        return 0
    if not inputs:
        raise InputError("no text: name a file, a folder, or - for standard input")
    documents = Documents(inputs, MOST)
    items = [documents.single()] if documents.kind == "text" else list(documents)  # standard input is read once
    secret = bool(policy.hide) or any(item.hide for item in items)
    _check(documents, secret, fix=fix, output=output, certificate=certificate_file, people=people, new=new)
    check_output(documents, output, certificate_file)
    searches: tuple[Reach, ...] = _searches(search, schedule)
    rules = read_rules(rules_file) if rules_file else None
    if rules:
        if not secret:
            raise InputError("--rules needs the secret that they are about: --hide LABEL or --topic LABEL")
        searches = (rules,)
    if policy_name and not secret:
        raise InputError(f"policy {policy.name} names no secret, only what detectors find: sfumato sanitize applies it")
    knowledge = options.knowledge_of(path, background)
    if together:
        items = [_together(items, MOST)]
    if people or new or not secret:
        return _without_secret(items, knowledge, search, people, new, json_)
    sanitizer = _sanitizer(policy, knowledge, taxonomy_files, searches, weigh)
    found_secrets = options.resolved(policy.hide, policy.profile, sanitizer.taxonomy, knowledge, items[0].document.text)
    if found_secrets and not any(each.seen or each.proxies for each in found_secrets):
        unknown = ", ".join(each.secret.name for each in found_secrets)
        raise InputError(f"{unknown}: never seen, so that nothing can lead to it; --background adds documents")
    options.tell_secrets(found_secrets)
    about = {rule.secret for rule in rules.rules} if rules else set()
    for each in found_secrets if rules else ():
        if each.secret.name not in about:
            raise InputError(f"{shown(rules_file or '')}: no rule about {each.secret.name}: nothing can be found")
    return _with_secret(documents, items, sanitizer, fix, output, certificate_file, json_)


def _with_settings(policy: Policy, settings: dict[str, Any]) -> Policy:
    from sfumato.policy import profile_of

    changed = {key: value for key, value in settings.items() if value is not None}
    return replace(policy, profile=profile_of(changed, "command line", policy.profile)) if changed else policy


def _check_asked(
    asked: dict[str, Any],
    schedule: str | None,
    prefer: str | None,
    rules: Path | None,
    write_rules: Path | None,
    secrets: Sequence[str],
    fix: bool,
    people: int | None,
    new: bool,
    together: bool,
) -> None:
    """Refuses options of which one would silently have no effect."""
    if schedule is not None and {"keywords", "set_size"} & asked.keys():
        raise InputError(
            "--schedule says how many keywords and how large sets are: leave out --keywords and --set-size"
        )
    if schedule is not None and not schedule.strip():
        raise InputError('--schedule: must be SIZE:WORDS,..., as in "2:50,3:20,4:15,5:13"')
    if prefer is not None and not prefer.strip(" ,"):
        raise InputError("--prefer: names, numbers, nouns, verbs or adjectives, separated by commas")
    if rules and (schedule is not None or asked.keys() - {"exclude", "kin"}):
        raise InputError("--rules were found by a search before: leave out what says how to search")
    if secrets and (people or new):
        raise InputError(
            "--people and --new ask about the whole text, not about a secret: leave out --hide and --topic"
        )
    if write_rules and (fix or people or new or together or rules or schedule is not None):
        raise InputError("--write-rules finds rules and does nothing else")
    if together and fix:
        raise InputError("--together looks at all texts as one; repair each of them with --fix first, then look at all")


def _searches(search: Search, schedule: str | None) -> tuple[Search, ...]:
    """One search, or WEB's schedule of them: sets of exactly a size are found by smaller ones before."""
    if not schedule:
        return (search,)
    stages = []
    for stage in schedule.split(","):
        size, _, words = stage.partition(":")
        if not size.strip().isdecimal() or not words.strip().isdecimal():
            raise InputError(f'--schedule {schedule}: must be SIZE:WORDS,..., as in "2:50,3:20,4:15,5:13"')
        stages.append(replace(search, set_size=int(size), keywords=int(words)))
    return tuple(stages)


def _check(
    documents: Documents,
    secret: bool,
    *,
    fix: bool,
    output: Path | None,
    certificate: Path | None,
    people: int | None,
    new: bool,
) -> None:
    if (output or certificate) and not fix:
        raise InputError("nothing is written without --fix")
    if fix and (people or new or not secret):
        raise InputError("--fix needs a secret: give --hide LABEL, --topic LABEL or --policy NAME")
    if people and new:
        raise InputError("--people and --new ask different questions: run the command for each")
    if fix and documents.kind != "text" and not output:
        raise InputError("several documents: say where to write them with -o OUT")


def _rules(
    policy: Policy, search: Search, path: Path | None, background: tuple[Path, ...], taxonomies: Any, find: Any
) -> Any:
    from sfumato.inspect import Rules
    from sfumato.risk import ranked

    knowledge = options.knowledge_of(path, background)
    taxonomy = options.taxonomy_of(policy, taxonomies)
    resolved = options.resolved(policy.hide, policy.profile, taxonomy, knowledge, "")
    options.tell_secrets(resolved)
    found = [rule for each in resolved for rule in find(each.secret, knowledge, search).rules]
    return Rules(tuple(ranked(found)))


def _sanitizer(policy: Policy, knowledge: Knowledge, taxonomies: Any, searches: Any, weigh: Any) -> Sanitizer:
    from sfumato.languages import load
    from sfumato.sanitize import Sanitizer

    language = load()
    language.prepare()
    return Sanitizer(
        knowledge=knowledge,
        taxonomy=options.taxonomy_of(policy, taxonomies),
        language=language,
        policy=replace(policy, detect=()),
        searches=searches,
        weigh=weigh,
    )


def _together(items: Sequence[Item], most: int) -> Item:
    """All texts as one. None may be missing: what is said of the others would not hold of all."""
    from sfumato.types import Document

    for item in items:
        if item.error and not item.skipped:
            raise InputError(f"{item.id}: {item.error}")
    text = "\n\n".join(item.document.text for item in items)
    if len(text) > most:
        raise InputError(f"{len(text):,} characters together, where {most:,} are the most: inspect fewer at a time")
    hide = tuple(dict.fromkeys(label for item in items for label in item.hide))
    return Item("all texts", Document("all texts", text), hide)


# --- the questions ----------------------------------------------------------------------------------------


def _without_secret(
    items: list[Item], knowledge: Knowledge, search: Search, people: int | None, new: bool, json_: bool
) -> int:
    """What a text lets conclude, whom it fits or what it adds; 1 where it fits too few."""
    from sfumato.inspect import candidates, conclusions, keywords, novelties, unheard

    told: list[dict[str, Any]] = []
    few = failed = False
    for item in items:
        if item.error:
            failed = True
            note(f"{item.id}: {item.error}", colour="red")
            continue
        document: Document = item.document
        words = keywords(document.text, knowledge, search.keywords)
        if people:
            who = candidates(words, knowledge, search, people)
            few |= not who.anonymous
            told.append(inspected.of_candidates(document, who, json_))
        elif new:
            found = novelties(words, knowledge, search)
            told.append(inspected.of_novelties(document, found, unheard(document.text, knowledge), json_))
        else:
            told.append(inspected.of_conclusions(document, conclusions(document.text, words, knowledge, search), json_))
    if json_:
        as_json(told[0] if len(items) == 1 and told else told)
    return 2 if failed else 1 if few else 0


def _with_secret(
    documents: Documents,
    items: list[Item],
    sanitizer: Sanitizer,
    fix: bool,
    output: Path | None,
    certificate: Path | None,
    json_: bool,
) -> int:
    """Inspects one text after the other; with --fix what is repaired goes where it belongs."""
    told: list[dict[str, Any]] = []
    leading = failed = 0
    several = len(items) > 1
    with (
        writing(documents, output) as put,
        paper(certificate, several=several) as certify,
        meter("documents") if several else nullcontext(lambda step, done, total=0: None) as progress,
    ):
        for number, item in enumerate(items):
            progress("inspecting", number, len(items))
            try:
                found = _inspected(item, sanitizer, fix)
            except SfumatoError as error:
                failed += 1
                note(f"{item.id}: {error}", colour="red")
                put(item, None, {"id": item.id, "error": str(error)})
                certify({"id": item.id, "error": str(error)})
                told.append({"id": item.id, "error": str(error)})
                continue
            repaired = found.repair
            if several and sanitizer.is_named(str(item.id), item.document.text, map(options.hide_of, item.hide)):
                note("the id or file name of a text names its secret, and goes out as it is: rename it", colour="red")
                leading += 1
            leading += not (fix and repaired.certificate.holds if repaired else found.clean)
            told.append({**found.as_dict(), "id": item.id})
            if not json_:
                inspected.of_inspection(found, fix, sanitizer.searches)
            if fix:
                text = repaired.text if repaired else item.document.text
                put(item, text, {"id": item.id, "text": text})
                if repaired:
                    certify({**({"id": item.id} if several else {}), **repaired.certificate.as_dict()})
                if not output and not json_:
                    click.echo(text.encode(), nl=False)
                    sys.stdout.flush()
    if json_:
        as_json(told[0] if told and not several else told)
    elif fix and output and failed != len(items):
        note(f"Written: {output}")
    return 2 if failed else 1 if leading else 0


def _inspected(item: Item, sanitizer: Sanitizer, fix: bool) -> Inspection:
    from sfumato.inspect import inspect as look

    if item.error:
        raise InputError(item.error)
    hide = tuple(map(options.hide_of, item.hide))
    found = look(item.document, sanitizer, hide)
    # what leads nowhere goes out as well, with a certificate
    return replace(found, repair=sanitizer(item.document, hide)) if fix and not found.repair else found
