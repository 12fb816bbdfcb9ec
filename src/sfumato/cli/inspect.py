"""`sfumato inspect`: which words left in a text give the secret away, and the cheapest repair."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sfumato.cli import inspected, options, tables
from sfumato.cli.console import as_json, meter, note
from sfumato.cli.hints import with_hint
from sfumato.cli.knowledge import FILE, json_option
from sfumato.errors import InputError, SfumatoError
from sfumato.io.files import counted, shown, whole_text
from sfumato.io.sinks import check_output, private_json, writing
from sfumato.io.sources import Documents, Item, joined

if TYPE_CHECKING:
    from sfumato.service import Engine, InspectRequest

_SEARCH = ("keywords", "set_size", "documents", "top", "passage", "agree", "exclude")
"""The options that say how to search."""


@click.command()
@click.argument("inputs", nargs=-1, metavar="IN...", type=click.Path(path_type=Path, allow_dash=True, exists=False))
@options.secrets_options
@click.option("--topic", "topics", multiple=True, metavar="LABEL", help="A secret that its kin gives away, too.")
@click.option("--keywords", type=int, help="Heaviest keywords of a text that are combined (default 20).")
@click.option("--set-size", type=int, help="Words of the largest set (default 3).")
@click.option("--documents", type=int, help="Best documents that are looked at for each set (default 3).")
@click.option(
    "--top", type=int, help="Heaviest terms of a document, a secret among them; 0: any (default: 20, a name 0)."
)
@click.option("--passage", type=int, help="Words of a passage that is searched by itself, too; 0: none (default 150).")
@click.option("--agree", type=int, help="Best documents that must name a secret; 0: most (default: 0, a name 1).")
@click.option("--exclude", multiple=True, metavar="TITLE", help='Documents that do not count, as "List of *".')
@click.option("--schedule", metavar="SIZE:WORDS,...", help="Sets of a size out of so many keywords, in turn.")
@click.option("--rules", "rules_file", type=FILE, help="Apply rules found before; no search.")
@click.option("--write-rules", type=FILE, help="Find rules for the secrets and write them; no IN.")
@click.option("--people", type=click.IntRange(2), metavar="K", help="Who fits: words that leave fewer than K people.")
@click.option("--new", "new", is_flag=True, help="What the text adds to the knowledge: words that none has together.")
@click.option("--together", is_flag=True, help="All texts are released together: one reader has them all.")
@click.option("--prefer", metavar="KIND,...", help="Rather change names, numbers, nouns, verbs or adjectives.")
@click.option("--released", "released_file", type=FILE, help="What was released of the text: the crowd before, after.")
@click.option("--fix", is_flag=True, help="Repair, again and again, until nothing leads to a secret, and write it.")
@click.option("-o", "--output", metavar="OUT", type=FILE, help="With --fix: where to write.")
@click.option("--certificate", "certificate_file", type=FILE, help="With --fix: what is claimed; never release it.")
@options.settings("alpha", "method", "parts", "any_language")
@options.knowledge_options
@json_option
def inspect(
    inputs: tuple[Path, ...],
    rules_file: Path | None,
    write_rules: Path | None,
    together: bool,
    output: Path | None,
    certificate_file: Path | None,
    json_: bool,
    **given: Any,
) -> int:
    """Which words of a text lead, through public knowledge, to a secret.

    Sets of the text's keywords are looked up in the knowledge; those whose best documents name the secret are shown
    with the evidence and with the cheapest repair. --fix writes the repaired text. Without a secret everything that
    the text lets a reader conclude is shown. Of a condition it is also told how many others fit the text about as well,
    before and after: after the repair, or in what was --released.

    Exit code: 0 nothing leads to a secret (with --fix: any more), 1 something does, 2 bad input.

    \b
    Example:
      sfumato inspect bio.txt --hide "Osama bin Laden"
      sfumato inspect bio.txt --hide "Osama bin Laden" --fix -o safe.txt --certificate safe.json
      sfumato inspect letter.txt --hide HIV --released safe.txt
      sfumato inspect record.txt --topic "sexually transmitted disease"
      sfumato inspect bio.txt --people 5
      sfumato inspect draft.txt
      sfumato inspect draft.txt --new --background published/
      sfumato inspect --topic alcoholism --write-rules rules.json
      sfumato inspect letters/ --hide alcoholism --rules rules.json --fix -o safe/
    """
    from sfumato.inspecting import read_rules
    from sfumato.io.messages import plain
    from sfumato.sanitizing import MOST
    from sfumato.service import InspectRequest

    _check_asked(given, rules_file, write_rules, together)
    engine = options.engine_of(given)
    if write_rules:
        return _write_rules(engine, given, inputs, write_rules)
    request = InspectRequest(
        text="",
        topics=given["topics"],
        search=_search(given),
        schedule=given["schedule"],
        rules=tuple(plain(read_rules(rules_file, engine.language).rules)) if rules_file else None,
        people=given["people"],
        new=given["new"],
        prefer=tables.names(given["prefer"] or ""),
        released=whole_text(given["released_file"]) if given["released_file"] else None,
        fix=given["fix"],
        **options.secrets_of(given),
    )
    engine.searches(request)  # what makes no sense is said before anything is read
    if not inputs:
        raise InputError("no text: name a file, a folder, or - for standard input")
    documents = Documents(inputs, MOST, plain=output is not None)
    items = [documents.single()] if documents.kind == "text" else list(documents)  # standard input is read once
    policy = engine.policy(request)
    secret = bool(policy.hide) or any(item.hide for item in items)
    _check(documents, secret, given, output, certificate_file)
    check_output(documents, output, certificate_file)
    if rules_file and not secret:
        raise InputError("--rules needs the secret that they are about: --hide LABEL or --topic LABEL")
    if given["policy"] and not secret:
        raise InputError(f"policy {policy.name} names no secret, only what detectors find: sfumato sanitize applies it")
    if together:
        items = [joined(items, MOST)]
    if request.people or request.new or not secret:
        return _without_secret(engine, request, items, json_)
    try:
        _tell_secrets(engine, request, items[0].document.text)
        return _with_secret(engine, request, documents, items, (output, certificate_file), json_)
    except InputError as error:
        if error.code == "no-rule":
            raise InputError(f"{shown(rules_file or '')}: {error}") from None
        raise


def _search(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in _SEARCH if given[name] not in (None, ())}


def _check_asked(given: Mapping[str, Any], rules: Path | None, write_rules: Path | None, together: bool) -> None:
    """Refuses options of which one would silently have no effect."""
    schedule, prefer, people, new, fix = (given[name] for name in ("schedule", "prefer", "people", "new", "fix"))
    searching, planned = _search(given).keys(), schedule is not None
    sizes = planned and {"keywords", "set_size"} & searching
    whole = (given["labels"] or given["topics"]) and (people or new)
    empty = prefer is not None and not prefer.strip(" ,")
    again = rules and (planned or searching - {"exclude"})
    beside = write_rules and (fix or people or new or together or rules or planned)
    options.refuse(
        (sizes, "--schedule says how many keywords and how large sets are: leave out --keywords and --set-size"),
        (planned and not schedule.strip(), '--schedule: must be SIZE:WORDS,..., as in "2:50,3:20,4:15,5:13"'),
        (empty, "--prefer: names, numbers, nouns, verbs or adjectives, separated by commas"),
        (again, "--rules were found by a search before: leave out what says how to search"),
        (whole, "--people and --new ask about the whole text, not about a secret: leave out --hide and --topic"),
        (beside, "--write-rules finds rules and does nothing else"),
        (together and fix, "--together looks at all texts as one; repair each with --fix first, then look at all"),
    )


def _check(
    documents: Documents, secret: bool, given: Mapping[str, Any], output: Path | None, certificate: Path | None
) -> None:
    fix, people, new = given["fix"], given["people"], given["new"]
    unknown, nowhere = fix and (people or new or not secret), fix and documents.kind != "text" and not output
    options.refuse(
        ((output or certificate) and not fix, "nothing is written without --fix"),
        (unknown, "--fix needs a secret: give --hide LABEL, --topic LABEL or --policy NAME"),
        (people and new, "--people and --new ask different questions: run the command for each"),
        (given["released_file"] and documents.kind != "text", "--released goes with one text"),
        (given["released_file"] and not secret, "--released needs the secret: give --hide LABEL"),
        (nowhere, "several documents: say where to write them with -o OUT"),
    )


def _write_rules(engine: Engine, given: Mapping[str, Any], inputs: Sequence[Path], target: Path) -> int:
    from sfumato.inspecting import check_target, write_rules
    from sfumato.service import RulesRequest

    request = RulesRequest(topics=given["topics"], search=_search(given), **options.secrets_of(given))
    if inputs or not engine.policy(request).hide:
        raise InputError("--write-rules takes no text, but a secret: --hide LABEL or --topic LABEL")
    check_target(target)
    options.tell_secrets(engine.secrets(request))
    found = engine.find_rules(request)
    write_rules(found, target)
    note(f"Written: {target}, {counted(len(found.rules), 'rule')}")
    return 0


def _tell_secrets(engine: Engine, request: InspectRequest, text: str) -> None:
    found = engine.secrets(request, text)
    if found and not any(each.seen or each.proxies for each in found):
        unknown = ", ".join(each.name for each in found)
        raise InputError(f"{unknown}: never seen, so that nothing can lead to it", code="never-seen")
    options.tell_secrets(found)


# --- the questions ----------------------------------------------------------------------------------------


def _asking(request: InspectRequest, item: Item) -> InspectRequest:
    """The request about one text, with the secrets of its own."""
    return replace(request, text=item.document.text, id=item.id, hide=(*request.hide, *item.hide))


def _without_secret(engine: Engine, request: InspectRequest, items: list[Item], json_: bool) -> int:
    """What a text lets conclude, whom it fits or what it adds; 1 where it fits too few."""
    told: list[dict[str, Any]] = []
    few = failed = False
    for item in items:
        if item.error:
            failed = True
            note(f"{item.id}: {item.error}", colour="red")
            continue
        found = engine.inspect(_asking(request, item))
        few |= not getattr(found, "anonymous", True)
        told.append(found.to_dict())
        if not json_:
            inspected.tell(found)
    if json_:
        as_json(told[0] if len(items) == 1 and told else told)
    return 2 if failed else 1 if few else 0


def _with_secret(
    engine: Engine,
    request: InspectRequest,
    documents: Documents,
    items: list[Item],
    paths: tuple[Path | None, Path | None],
    json_: bool,
) -> int:
    """Inspects one text after the other; with --fix what is repaired goes where it belongs."""
    output, certificate = paths
    told: list[dict[str, Any]] = []
    leading = failed = 0
    several, fix = len(items) > 1, request.fix
    with (
        writing(documents, output) as put,
        private_json(certificate, several=several) as certify,
        meter("documents", len(items)) as progress,
    ):
        for number, item in enumerate(items):
            progress("inspecting", number, len(items))
            try:
                if item.error:
                    raise InputError(item.error)
                found: Any = engine.inspect(_asking(request, item))
            except SfumatoError as error:
                if error.code == "no-rule":
                    raise
                failed += 1
                said = with_hint(error)
                note(f"{item.id}: {said}", colour="red")
                put(item, None, {"id": item.id, "error": said})
                certify({"id": item.id, "error": said})
                told.append({"id": item.id, "error": said})
                continue
            if several and engine.names_secret(request, str(item.id), item.document.text, item.hide):
                note("the id or file name of a text names its secret, and goes out as it is: rename it", colour="red")
                leading += 1
            repaired = found.repaired
            leading += not (fix and repaired.certificate.holds if repaired else found.clean)
            told.append(found.to_dict())
            if not json_:
                inspected.tell_inspection(found, item.document.text, fix=fix)
            if fix:
                put(item, repaired.text, {"id": item.id, "text": repaired.text})
                certify({**({"id": item.id} if several else {}), **repaired.certificate.to_dict()})
                if not output and not json_:
                    click.echo(repaired.text.encode(), nl=False)
                    sys.stdout.flush()
    if json_:
        as_json(told[0] if told and not several else told)
    elif fix and output and failed != len(items):
        note(f"Written: {output}")
    return 2 if failed else 1 if leading else 0
