"""Plug-ins: the example package by its entry points alone, and what becomes of those that are wrong in some way."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from sfumato import contracts, plugins, sanitize
from sfumato.cli import cli
from sfumato.errors import InputError, PluginError
from sfumato.io.formats import corpora
from sfumato.measure.attack import AttackRequest, AttackText, Candidate
from sfumato.policy.hiding import policy_of
from sfumato.sanitizing import Sanitized, Sanitizer
from sfumato.service import Engine, EngineConfig, Failure, Record, SanitizeRequest, VerifyRequest
from sfumato.types import Document, Note

ROOT = Path(__file__).parent.parent
LETTER = "The nurse with badge B-1234 gave him zidovudine.\n"
BADGES = '[[hide]]\nlabel = "HIV"\n[[detect]]\ndetector = "sfumato-toys:badge"\nwrite = "redact"\n'


# --- the example package ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def toys(tmp_path_factory):
    """The example package, built and installed into a folder of its own."""
    folder = tmp_path_factory.mktemp("toys")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    subprocess.run([*pip, *offline, str(ROOT / "examples" / "plugin")], check=True)
    return folder


@pytest.fixture
def forgotten():
    """Forgets which plug-ins are installed, now and after the test."""

    def forget():
        for each in (plugins._entries, plugins._about, plugins._packages):
            each.cache_clear()
        for name in [name for name in sys.modules if name.startswith("sfumato_toys")]:
            del sys.modules[name]
        importlib.invalidate_caches()

    forget()
    yield forget
    forget()


@pytest.fixture
def place(toys, forgotten, tmp_path, monkeypatch):
    """A folder with a letter and a policy, where the example package is installed."""
    (tmp_path / "letter.txt").write_text(LETTER)
    (tmp_path / "badges.toml").write_text(BADGES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(toys))
    return tmp_path


@pytest.fixture
def python(tmp_path):
    """Runs Python in a process of its own, with a folder of packages installed."""

    def ran(*words, installed, code=0, **environment):
        env = {**os.environ, "PYTHONPATH": str(installed), **environment}
        done = subprocess.run([sys.executable, *words], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    return ran


def claimed(made):
    claims = made.certificate.claim["plugins"]
    return [(each["group"], each["name"], each["version"], len(each["sha256"])) for each in claims]


def test_a_detector_works_through_the_engine(place):
    made = Engine().sanitize(SanitizeRequest(text=LETTER, policy="badges.toml"))
    assert made.text == "The nurse with badge [BADGE] gave him a medicine.\n"
    assert claimed(made) == [("detectors", "sfumato-toys:badge", "1.0", 64)]


def test_a_judge_and_a_replacer_work_through_the_engine(place):
    settings = {"judge": "sfumato-toys:long-words", "method": "sfumato-toys:stars"}
    made = Engine().sanitize(SanitizeRequest(text=LETTER, hide=("HIV",), settings=settings))
    assert made.text == "The nurse with badge B-1234 gave him ***.\n"
    assert [each.reason for each in made.replacements] == ["is long"]
    assert claimed(made) == [
        ("judges", "sfumato-toys:long-words", "1.0", 64),
        ("replacers", "sfumato-toys:stars", "1.0", 64),
    ]


def test_knowledge_and_a_taxonomy_work_through_the_engine(place):
    engine = Engine(EngineConfig(knowledge="sfumato-toys:pond", taxonomies=("sfumato-toys:birds",)))
    assert engine.knowledge.total == 64
    text = "It had azure feathers. A kingfisher, by the water."
    made = engine.sanitize(SanitizeRequest(text=text, hide=("kingfisher",)))
    assert "azure" not in made.text
    assert "A bird, by the water" in made.text
    assert claimed(made) == [
        ("knowledge", "sfumato-toys:pond", "1.0", 64),
        ("taxonomies", "sfumato-toys:birds", "1.0", 64),
    ]


def test_a_language_works_through_the_engine(place):
    language = Engine(EngineConfig(language="sfumato-toys:tagged")).language
    assert [term.text for term in language.terms(Document("1", "Seen at #dusk."))] == ["#dusk"]


def test_a_format_works_through_the_engine(place):
    (place / "larkmoor.note").write_text("Larkmoor is the reactor.\n---\nThe turbine hall of Larkmoor.\n")
    engine = Engine(EngineConfig(background=("larkmoor.note",), plugins=("sfumato-toys",)))
    assert engine.knowledge.count("Larkmoor") - Engine().knowledge.count("Larkmoor") == 2
    made = engine.sanitize(SanitizeRequest(text=LETTER, hide=("HIV",)))
    assert [name for _, name, *_ in claimed(made)] == ["sfumato-toys:note"]


def test_an_attacker_works_through_the_engine(place):
    candidates = Candidate("1", "An otter lives by the river.", "otter"), Candidate("2", "A mole digs.", "mole")
    texts, attackers = (AttackText("1", "By the river."),), ("sfumato-toys:shared-words",)
    found = Engine().attack(AttackRequest(texts, candidates=candidates, attackers=attackers))
    assert found.likeliest[0].candidates[0].name == "otter"


def test_each_toy_works_on_the_command_line(place, run):
    def sfumato(*words):
        code, out, messages = run(*words)
        assert code == 0, messages
        return out, messages

    assert sfumato("sanitize", "letter.txt", "--policy", "badges.toml")[0] == (
        "The nurse with badge [BADGE] gave him a medicine.\n"
    )
    strategies = ["--judge", "sfumato-toys:long-words", "--method", "sfumato-toys:stars"]
    out, messages = sfumato("sanitize", "letter.txt", "--hide", "HIV", *strategies)
    assert out == "The nurse with badge B-1234 gave him ***.\n"
    assert "is long" in messages
    (place / "day.txt").write_text("A kingfisher, by the water.\n")
    pond = ["--knowledge", "sfumato-toys:pond", "--taxonomy", "sfumato-toys:birds"]
    assert sfumato("sanitize", "day.txt", "--hide", "kingfisher", *pond)[0] == "A bird, by the water.\n"
    (place / "who.jsonl").write_text('{"id": "1", "text": "It digs."}\n{"id": "2", "text": "By the river."}\n')
    (place / "out.jsonl").write_text('{"id": "2", "text": "Seen by the river."}\n')
    out, _ = sfumato(
        "attack", "out.jsonl", "--candidates", "who.jsonl", "--attackers", "sfumato-toys:shared-words", "--json"
    )
    assert json.loads(out)["found"][0]["ranks"]["released"] == {"sfumato-toys:shared-words": 1.0}


def test_in_several_processes_as_in_one(place, toys, run, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(toys))  # for processes that begin anew
    lines = [json.dumps({"id": at, "text": f"{at}. {LETTER}"}) for at in range(30)]
    (place / "in.jsonl").write_text("\n".join(lines) + "\n")
    words = ["sanitize", "in.jsonl", "--policy", "badges.toml", "--method", "sfumato-toys:stars"]
    for processes in "1", "2":
        code, _, messages = run(*words, "-o", f"out{processes}.jsonl", "--release", "--processes", processes)
        assert code == 0, messages
    assert (place / "out2.jsonl").read_text() == (place / "out1.jsonl").read_text()
    assert "B-1234" not in (place / "out2.jsonl").read_text()


def test_a_reader_is_asked_named_and_verified(place):
    text = "She was seen with epilepsy. The epilogue was read on Monday, and the weather was fine."
    engine = Engine()
    asked = SanitizeRequest(text=text, hide=("epilepsy",), settings={"readers": ["sfumato-toys:hearsay"]})
    made = engine.sanitize(asked)
    assert ("readers", "sfumato-toys:hearsay", "1.0", 64) in claimed(made)
    crowds = {each.reader: each for each in made.certificate.crowds}
    assert set(crowds) == {"clues", "meaning", "sfumato-toys:hearsay"}
    assert crowds["sfumato-toys:hearsay"].size >= 5
    assert "epilogue" not in made.text
    assert "epilogue" in engine.sanitize(SanitizeRequest(text=text, hide=("epilepsy",))).text
    found = engine.verify(VerifyRequest(text=made.text, certificate=made.certificate.to_dict()))
    assert found.holds
    assert [each.reader for each in found.crowds] == [each.reader for each in made.certificate.crowds]


def test_a_reader_that_reads_elsewhere_is_told_so_twice(place, toys, forgotten, monkeypatch, tmp_path):
    away = tmp_path / "away"
    shutil.copytree(toys, away)
    code = away / "sfumato_toys" / "hearsay.py"
    code.write_text(code.read_text().replace("remote = False", "remote = True"))
    monkeypatch.syspath_prepend(str(away))
    forgotten()
    asked = SanitizeRequest(text=LETTER, hide=("HIV",), settings={"readers": ["sfumato-toys:hearsay"]})
    with pytest.raises(InputError, match=r"reads beyond this machine, and sfumato-plugin.toml says"):
        Engine().sanitize(asked)
    about = away / "sfumato_toys" / plugins.ABOUT
    about.write_text("contract = 1\nnetwork = true\n")
    forgotten()
    with pytest.raises(InputError, match="it uses the network: allow that with SFUMATO_ALLOW_NETWORK"):
        Engine().sanitize(asked)
    monkeypatch.setenv(plugins.NETWORK, "sfumato-toys")
    assert Engine().sanitize(asked).certificate.holds


def test_nothing_is_active_by_being_installed(place):
    assert sanitize(LETTER, hide=["HIV"]).text.count("B-1234") == 1
    assert "note" not in corpora.names()
    assert len([each for each in plugins.listed() if each.distribution == "sfumato-toys"]) == 9
    assert [name for name in sys.modules if name.startswith("sfumato_toys")] == []


GUARDED = """
import sys, pytest
def refuse(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.bind"):
        raise RuntimeError(event)
sys.addaudithook(refuse)
sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", sys.argv[1]]))
"""


def test_the_example_passes_its_own_tests_and_opens_no_socket(python, toys):
    python("-c", GUARDED, str(ROOT / "examples" / "plugin" / "tests"), installed=toys)


def test_the_certificate_is_good_only_where_the_same_plug_in_is(place, toys, forgotten, run):
    run("sanitize", "letter.txt", "--policy", "badges.toml", "-o", "o.txt", "--certificate", "c.json")
    words = ["verify", "o.txt", "--certificate", "c.json"]
    assert "holds" in run(*words)[1]
    sys.path.remove(str(toys))
    forgotten()
    code, _, messages = run(*words)
    assert code == 2
    assert "plug-in sfumato-toys:badge 1.0 took part, and is not installed here" in messages


FUNCTIONS = """
set -e
sfumato() { "$PYTHON" -m sfumato "$@"; }
pip() { "$PYTHON" -m pip install -q --no-deps --no-build-isolation --no-index --target "$PYTHONPATH" .; }
"""


@pytest.mark.parametrize("page", ["docs/plugins.md", "examples/plugin/README.md"])
def test_the_first_lines_of_a_page_lead_to_success(python, tmp_path, page):
    block = (ROOT / page).read_text().partition("```sh\n")[2].partition("```")[0]
    assert len(block.splitlines()) <= 20
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "first.sh").write_text(FUNCTIONS + block)
    code = "import subprocess; subprocess.run(['sh', 'first.sh'], check=True)"
    done = python("-c", code, installed=tmp_path / "site", PYTHON=sys.executable)
    assert "The nurse with badge [BADGE] gave him a medicine." in done.stdout
    assert "broken" not in done.stdout


# --- what it costs ----------------------------------------------------------------------------------------


def test_help_imports_nothing_of_it(python, install):
    for number in range(50):
        folder = install(f"many-{number}", "", "[sfumato.detectors]\nx = many:x\n")
    done = python("-X", "importtime", "-m", "sfumato", "--help", installed=folder)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "sfumato.cli" in imported
    assert not imported & {"sfumato.plugins", "sfumato.contracts", "importlib.metadata", "numpy", "spacy", "tomllib"}
    assert not [name for name in imported if name.startswith("many_")]


# --- which may be used ------------------------------------------------------------------------------------

FINDS = """
import re
from sfumato.types import Term
def badge(settings, resources):
    def find(document, terms):
        return [Term(m.start(), m.end(), m.group(), "BADGE") for m in re.finditer(r"B-\\d+", document.text)]
    return find
"""
DECLARED = "[sfumato.detectors]\nbadge = acme_tools:badge\n"


def test_a_plug_in_is_described_without_running_it(install):
    install("acme-tools", "raise SystemExit", DECLARED, about="contract = [1, 2]\nnetwork = false\n")
    (found,) = [each for each in plugins.listed() if each.distribution != plugins.OWN]
    assert (found.group, found.name, found.distribution) == ("detectors", "acme-tools:badge", "acme-tools")
    assert (found.version, found.licence, found.contracts, found.network) == ("1.0", "MIT", (1, 2), False)
    assert found.problem == ""
    assert "acme_tools" not in sys.modules


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        (None, "it says nothing of itself: its author must add sfumato-plugin.toml"),
        ("no toml", "sfumato-plugin.toml is not TOML"),
        ("", "sfumato-plugin.toml is empty"),
        ("network = false", "does not say which contract it was written for (contract = 1)"),
        ('contract = "1"\nnetwork = false', "does not say which contract"),
        (
            "contract = 7\nnetwork = false",
            "written for contract 7, where this release keeps 1: install a version of it",
        ),
        ("contract = 1", "does not say whether it uses the network (network = false)"),
        ("contract = 1\nnetwork = true", "it uses the network: allow that with SFUMATO_ALLOW_NETWORK=acme-tools"),
    ],
)
def test_what_does_not_say_enough_of_itself_is_refused(install, about, problem):
    install("acme-tools", FINDS, DECLARED, about=about)
    with pytest.raises(InputError) as caught:
        plugins.load("detectors", "acme-tools:badge")
    assert problem in str(caught.value)
    assert caught.value.code == "bad-plugin"
    assert "acme_tools" not in sys.modules


def test_the_network_may_be_allowed(install, monkeypatch):
    install("acme-tools", FINDS, DECLARED, about="contract = 1\nnetwork = true\n")
    monkeypatch.setenv("SFUMATO_ALLOW_NETWORK", "others, Acme_Tools")
    assert plugins.load("detectors", "acme-tools:badge").__name__ == "badge"


def test_what_is_said_may_stand_beside_a_package_within_a_package(install):
    folder = install("acme-tools", "", "[sfumato.detectors]\nbadge = acme_tools.inner.deep:badge\n", about=None)
    (folder / "acme_tools" / "inner").mkdir()
    (folder / "acme_tools" / "inner" / "__init__.py").write_text("")
    (folder / "acme_tools" / "inner" / "deep.py").write_text(FINDS)
    (folder / "acme_tools" / "inner" / "sfumato-plugin.toml").write_text("contract = 1\nnetwork = false\n")
    assert plugins.load("detectors", "acme-tools:badge").__module__ == "acme_tools.inner.deep"


@pytest.mark.parametrize(("allowed", "usable"), [("", False), ("others", False), ("others,acme_tools", True)])
def test_the_environment_limits_which_may_be_used(install, monkeypatch, allowed, usable):
    install("acme-tools", FINDS, DECLARED)
    monkeypatch.setenv("SFUMATO_PLUGINS", allowed)
    assert plugins.load("detectors", "patterns")  # ours always may
    if usable:
        assert plugins.load("detectors", "Acme.Tools:badge")
    else:
        with pytest.raises(InputError, match="acme-tools is not among the distributions that SFUMATO_PLUGINS allows"):
            plugins.load("detectors", "acme-tools:badge")


def test_of_two_of_a_name_neither_is_chosen(install, tmp_path):
    install("acme-tools", FINDS, DECLARED)
    install("other-tools", FINDS, "[sfumato.detectors]\nbadge = other_tools:badge\npatterns = other_tools:badge\n")
    assert [name for name in plugins.names("detectors") if ":" in name] == [
        "acme-tools:badge",
        "other-tools:badge",
        "other-tools:patterns",
    ]
    with pytest.raises(InputError, match="say whose detector badge is meant: acme-tools:badge, other-tools:badge"):
        plugins.load("detectors", "badge")
    assert plugins.load("detectors", "patterns").__module__ == "sfumato.detectors.factories"
    with pytest.raises(
        InputError, match="no detector is called acme-tools:other; there are acme-tools:badge, entities"
    ):
        plugins.load("detectors", "acme-tools:other")


def test_what_cannot_be_loaded_is_one_line(install):
    install("acme-tools", "raise RuntimeError('a text')", DECLARED)
    with pytest.raises(InputError, match=r"^plug-in acme-tools:badge: cannot be loaded \(RuntimeError\)$"):
        plugins.load("detectors", "acme-tools:badge")


# --- what fails -------------------------------------------------------------------------------------------

BREAKS = FINDS.replace(
    "        return",
    "        if 'Quizzlebottom' in document.text:\n            raise InputError(document.text)\n        return",
).replace("import re", "import re\nfrom sfumato.errors import InputError")
FAILED = "plug-in acme-tools: failed (InputError)"


@pytest.fixture
def policy(tmp_path):
    """A policy that asks for the detector."""
    path = tmp_path / "acme.toml"
    path.write_text('[[detect]]\ndetector = "acme-tools:badge"\nwrite = "redact"\n')
    return str(path)


def records(*texts):
    return [Record(Document(str(at), text)) for at, text in enumerate(texts)]


def test_a_document_that_breaks_a_plug_in_fails_and_others_go_on(install, policy):
    install("acme-tools", BREAKS, DECLARED)
    engine = Engine(resources=contracts.village())
    given = records("Badge B-12.", "Jane Quizzlebottom.", "Badge B-34.")
    made = list(engine.sanitize_all(SanitizeRequest(text="", policy=policy), given))
    assert [each.text for each in made if isinstance(each, Sanitized)] == ["Badge [BADGE].", "Badge [BADGE]."]
    assert made[1] == Failure("1", FAILED, "plugin-failed")
    with pytest.raises(PluginError) as caught:
        engine.sanitize(SanitizeRequest(text="Jane Quizzlebottom.", policy=policy))
    assert (str(caught.value), caught.value.plugin) == (FAILED, "acme-tools")
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("processes", [1, 2])
def test_three_failures_switch_it_off(install, policy, processes):
    install("acme-tools", BREAKS, DECLARED)
    told = []
    engine = Engine(resources=contracts.village(), tell=told.append)
    given = records(*["Jane Quizzlebottom."] * 40, "Bread.")
    request = SanitizeRequest(text="", policy=policy)
    made = list(engine.sanitize_all(request, given, processes=processes))
    codes = [each.code for each in made]
    tried = codes.count("plugin-failed")
    assert tried == 3 if processes == 1 else tried in (3, 6)
    assert codes.count("plugin-off") == 41 - tried  # also what would have gone well: it would lack what it hides
    assert made[-1].error == "plug-in acme-tools: switched off after 3 failures"
    assert told == [Note("plugin-off", f"{made[-1].error}; not tried on {41 - tried} documents")]
    again = list(engine.sanitize_all(request, records("Badge B-12.")))
    assert [each.text for each in again] == ["Badge [BADGE]."]  # another batch begins anew


def test_a_broken_plug_in_on_the_command_line(install, policy, run, tmp_path, monkeypatch):
    install("acme-tools", BREAKS, DECLARED)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jane.txt").write_text("Jane Quizzlebottom.")
    code, _, messages = run("sanitize", "jane.txt", "--policy", policy)
    assert code == 2
    assert messages.splitlines()[-1] == f"sfumato: {FAILED}"
    lines = [json.dumps({"id": at, "text": "Jane Quizzlebottom."}) for at in range(9)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n")
    words = ["sanitize", "in.jsonl", "--policy", policy, "-o", "out.jsonl", "--processes", "1"]
    code, out, messages = run(*words)
    assert code == 2
    assert "plug-in acme-tools: switched off after 3 failures; not tried on 6 documents" in messages
    assert "Quizzlebottom" not in out + messages


GIVES = """
from sfumato.types import LEFT_OUT, Edit, Option, Term
def outside(settings, resources):
    return lambda document, terms: [Term(900, 904, "text", "BADGE")]
def empty(settings, resources):
    return lambda document, terms: [Term(1, 1, "", "BADGE")]
def twice(settings, resources):
    return lambda document, terms: [Term(0, 1, document.text[:1], "BADGE")] * 2
def silent(settings, resources):
    return lambda document, terms: None
def missing(settings, resources):
    return None
def telling(settings, resources):
    return lambda document, terms: [Term(0, 3, document.text[:3], document.text[:3].upper())]
def small(settings, resources):
    return lambda document, terms: [Term(0, 3, document.text[:3], "my badge")]
def leaves(settings, resources):
    return lambda document, terms: exit(0)
def nothing(plan):
    return None
def nobody(plan):
    return plan.judged_in(plan.judged_by(plan.secrets.judge).scopes * 2)
class Stays:
    generalises = False
    def __init__(self, knowledge, taxonomy, key): pass
    def options(self, mention): return (LEFT_OUT,)
    def write(self, text, proposals): return []
class Ends(Stays):
    def options(self, mention): return (Option("thing", 1.0),)
class Gains(Stays):
    def options(self, mention): return (Option("thing", 1.0), Option("things", 2.0), LEFT_OUT)
class Overlaps(Stays):
    def write(self, text, proposals): return [Edit(0, 9, ""), Edit(3, 4, "")]
class Beyond(Stays):
    def write(self, text, proposals): return [Edit(0, 900, "")]
"""
KINDS = {
    "detectors": "outside empty twice silent missing telling small leaves",
    "judges": "nothing nobody",
    "replacers": "Stays Ends Gains Overlaps Beyond",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("outside", "gave a span that is not of the text"),
        ("empty", "gave an empty span"),
        ("twice", "gave spans that overlap or are out of order"),
        ("silent", "gave no list of terms"),
        ("missing", "gave no detector"),
        ("telling", "gave a label that is not one in capitals, or is the term itself"),
        ("small", "gave a label that is not one in capitals"),
        ("leaves", r"failed \(SystemExit\)"),
        ("nothing", "gave no plan of the document"),
        ("nobody", "leaves a part of the text without a judge"),
        ("Stays", "left a term that was to be replaced"),
        ("Ends", "gave options that do not end with leaving out"),
        ("Gains", "gave an option that keeps more information than the one before it"),
        ("Overlaps", "gave edits that overlap or are out of order"),
        ("Beyond", "gave an edit outside the text"),
    ],
)
def test_what_breaks_its_contract_lets_nothing_out(install, tmp_path, name, said):
    declared = ""
    for group, names in KINDS.items():
        lines = "".join(f"{each} = acme_tools:{each}\n" for each in names.split())
        declared += f"[sfumato.{group}]\n{lines}"
    install("acme-tools", GIVES, declared)
    (tmp_path / "x.toml").write_text(f'[[detect]]\ndetector = "acme-tools:{name}"\n')
    asked = {
        "detectors": {"policy": str(tmp_path / "x.toml")},
        "judges": {"settings": {"judge": f"acme-tools:{name}"}},
        "replacers": {"settings": {"method": f"acme-tools:{name}"}},
    }
    (group,) = [group for group, names in KINDS.items() if name in names.split()]
    engine = Engine(resources=contracts.village())
    with pytest.raises(PluginError, match=f"plug-in acme-tools(:{name})?: {said}"):
        engine.sanitize(SanitizeRequest(text="The plague came.", hide=("plague",), **asked[group]))


def test_what_is_wrong_with_us_is_not_blamed_on_others(install):
    install("acme-tools", FINDS, DECLARED)
    with pytest.raises(ZeroDivisionError), plugins.blaming():
        _ = 1 / 0


# --- certificates -----------------------------------------------------------------------------------------


def test_a_certificate_names_the_plug_ins_and_is_refused_without_them(install, policy):
    install("acme-tools", FINDS, DECLARED)
    engine = Engine(resources=contracts.village())
    made = engine.sanitize(SanitizeRequest(text="Badge B-12, and zanavir.", policy=policy, hide=("plague",)))
    (claimed,) = made.certificate.claim["plugins"]
    assert {key: claimed[key] for key in ("name", "group", "version")} == {
        "name": "acme-tools:badge",
        "group": "detectors",
        "version": "1.0",
    }
    request = VerifyRequest(text=made.text, certificate=made.certificate.to_dict())
    assert engine.verify(request).holds
    install("acme-tools", FINDS, DECLARED, version="1.1")
    refused(engine, request, "plugin-differs", "acme-tools:badge 1.0 took part, and here is version 1.1")
    install("acme-tools", FINDS + "\n", DECLARED)
    refused(engine, request, "plugin-differs", "acme-tools:badge 1.0 took part, and here is one of other files")
    install("acme-tools", FINDS, "[sfumato.detectors]\nother = acme_tools:badge\n")
    refused(engine, request, "plugin-missing", "acme-tools:badge 1.0 took part, and is not installed here")
    for wrong in ("all", [1], [{"name": "x"}], 5):
        request.certificate["claim"]["plugins"] = wrong
        refused(engine, request, "bad-claim", "does not say which plug-ins took part")


def refused(engine, request, code, said):
    with pytest.raises(InputError, match=said) as caught:
        engine.verify(request)
    assert caught.value.code == code


def test_what_an_installer_adds_makes_no_difference(install):
    folder = install("acme-tools", FINDS, DECLARED)
    before = plugins.claims([("detectors", "acme-tools:badge")])
    record = folder / "acme_tools-1.0.dist-info" / "RECORD"
    more = "../bin/acme,sha256=abc,9\nacme_tools-1.0.dist-info/direct_url.json,sha256=abc,9\nacme_tools/x.pyc,,\n"
    record.write_text(more + record.read_text())
    assert plugins.claims([("detectors", "acme-tools:badge"), ("detectors", "patterns")]) == before


def test_where_no_plug_in_takes_part_a_certificate_names_none():
    made = Sanitizer(contracts.village(), policy_of(["plague"]))("The plague came.")
    assert "plugins" not in made.certificate.claim


def test_a_config_with_plug_ins_goes_to_json_and_back():
    config = EngineConfig(knowledge="acme:archive", language="acme:nl", plugins=("acme",))
    assert EngineConfig.from_dict(config.to_dict()) == config


# --- the commands -----------------------------------------------------------------------------------------


def invoked(*words):
    return CliRunner().invoke(cli, ["plugins", *words], standalone_mode=False)


def test_listing(install):
    assert "no plug-in is installed; --all lists what comes with sfumato" in invoked("list").output
    assert "c-sanitized" in invoked("list", "--all").output
    install("acme-tools", FINDS, DECLARED, about="contract = 7\nnetwork = false\n")
    said = " ".join(invoked("list").output.split())
    assert "detectors acme-tools:badge 1.0 MIT no written for contract 7" in said
    (found,) = json.loads(invoked("list", "--json").stdout)
    assert found["name"] == "acme-tools:badge"
    assert found["contracts"] == [7]


def test_info(install):
    install("acme-tools", FINDS, DECLARED)
    for name in ("acme-tools", "acme-tools:badge"):
        said = " ".join(invoked("info", name).output.split())
        assert "group detectors package acme-tools 1.0 licence MIT contract 1 network no sha256" in said
    assert json.loads(invoked("info", "acme-tools", "--json").stdout)[0]["problem"] == ""
    assert isinstance(invoked("info", "spam").exception, InputError)


def test_checking(install):
    install("acme-tools", BREAKS, DECLARED)
    done = invoked("check", "acme-tools:badge")
    assert done.return_value == 1
    assert "broken  gives spans of the text: raises InputError (contracts/detector.py, line" in done.output
    assert "Quizzlebottom" not in done.output
    install("acme-tools", FINDS, DECLARED)
    done = invoked("check", "acme-tools:badge", "--json")
    assert done.return_value == 0
    assert [each["kept"] for each in json.loads(done.stdout)] == [True] * 4
