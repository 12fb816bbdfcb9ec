"""Policies: those of users with all that can be wrong in them, and those that ship."""

import contextlib
import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato import knowledge, taxonomies
from sfumato.detectors import ENTITIES, LABELS
from sfumato.errors import InputError
from sfumato.policy import DEFAULT, Detect, Hide, Policy, as_toml, check_labels, find, profile_of, read, shipped
from sfumato.policy.policy import TAXONOMIES
from sfumato.policy.secrets import resolve
from sfumato.types import Term


@pytest.fixture
def write(tmp_path):
    """Writes a policy file; gives its path."""

    def write(content, name="mine.toml"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# --- reading ----------------------------------------------------------------------------------------------


def test_all_keys(write):
    policy = read(
        write(
            """
            name = "ward-7"
            description = "What ward 7 must not let out."
            source = "House rule 12"
            taxonomies = ["WordNet", "MeSH"]
            [[hide]]
            label = "hepatitis"
            alpha = 2
            aliases = ["hep C", "hep C"]
            why = "rule 12"
            [[detect]]
            detector = "list"
            names = ["Jo Doe"]
            labels = ["PERSON"]
            write = "initials"
            [[detect]]
            detector = "informative"
            bits = 12
            write = "redact"
            [[detect]]
            detector = "patterns"
            labels = ["DATE_TIME"]
            near = ["born"]
            write = "year"
            [profile]
            groups = 2
            """
        )
    )
    assert policy == Policy(
        name="ward-7",
        description="What ward 7 must not let out.",
        source="House rule 12",
        hide=(Hide("hepatitis", 2.0, ("hep C",), "rule 12"),),
        detect=(
            Detect("list", ("PERSON",), "initials", names=("Jo Doe",)),
            Detect("informative", write="redact", bits=12.0),
            Detect("patterns", ("DATE_TIME",), "year", near=("born",)),
        ),
        profile=profile_of({"groups": 2}, ""),
        taxonomies=("WordNet", "MeSH"),
    )


def test_an_empty_file_is_a_policy_that_hides_nothing(write):
    assert read(write("")) == Policy("mine")


def test_a_byte_order_mark_and_other_line_ends(write):
    assert read(write(b'\xef\xbb\xbfname = "a"\r\ndescription = "b"\r\n')).description == "b"


WRONG = {
    "not TOML": ('name = "a"\nhide HIV\n', "mine.toml: line 2: not TOML: Expected '=' after a key"),
    "not closed": ('name = "a', "mine.toml: line 1: not TOML"),
    "not UTF-8": (b'name = "a"\ndescription = "caf\xe9"\n', "mine.toml: line 2: not UTF-8"),
    "UTF-16": ('name = "a"'.encode("utf-16"), "mine.toml: line 1: not UTF-8"),
    "binary": (b"\x00\x01\x02", "mine.toml: line 1: not TOML"),
    "too large": (b"#" * 1_000_001, "mine.toml: larger than 1,000,000 bytes"),
    "a long number": ("alpha = " + "9" * 5000, "too long a number"),
    "nested deeply": ("a = " + "[" * 100_000, "nested too deeply"),
    "unknown key": ('nmae = "a"', 'mine.toml: unknown key "nmae" (did you mean name?)'),
    "unknown table": ('[[hidden]]\nlabel = "HIV"', 'mine.toml: unknown key "hidden" (did you mean hide?)'),
    "name is a number": ("name = 3", "mine.toml: name must be a text, not a whole number"),
    "name is a date": ("name = 2020-01-01", "mine.toml: name must be a text, not a date or time"),
    "hide is a list of texts": ('hide = ["HIV"]', "mine.toml: [[hide]] 1: must be a table, not a text"),
    "hide is one table": ('[hide]\nlabel = "HIV"', "must be tables under the heading [[hide]], not a table"),
    "no label": ("[[hide]]\nalpha = 2", "mine.toml: [[hide]] 1: label is missing"),
    "empty label": ('[[hide]]\nlabel = " "', "mine.toml: [[hide]] 1: label is empty"),
    "label of signs": ('[[hide]]\nlabel = "..."', 'label "..." names nothing'),
    "alias of signs": ('[[hide]]\nlabel = "gout"\naliases = ["-"]', 'aliases "-" names nothing'),
    "label twice": (
        '[[hide]]\nlabel = "HIV"\n[[hide]]\nlabel = "hiv"',
        'mine.toml: [[hide]] 2: label "hiv" is also that of [[hide]] 1',
    ),
    "alpha too small": ('[[hide]]\nlabel = "HIV"\nalpha = 0', "[[hide]] 1: alpha must be a number from 1 to 1,000"),
    "alpha is nan": ('[[hide]]\nlabel = "HIV"\nalpha = nan', "[[hide]] 1: alpha must be a number from 1 to 1,000"),
    "aliases are a text": ('[[hide]]\nlabel = "HIV"\naliases = "AIDS"', "aliases must be a list of texts, not a text"),
    "an alias is a number": (
        '[[hide]]\nlabel = "HIV"\naliases = [1]',
        "aliases must be a list of texts, and has a whole",
    ),
    "an empty alias": ('[[hide]]\nlabel = "HIV"\naliases = [""]', "aliases has an empty text"),
    "key of hide": ('[[hide]]\nlable = "HIV"', 'mine.toml: [[hide]] 1: unknown key "lable" (did you mean label?)'),
    "no detector": ('[[detect]]\nwrite = "keep"', "mine.toml: [[detect]] 1: detector is missing: one of patterns"),
    "unknown detector": ('[[detect]]\ndetector = "pattern"', "(did you mean patterns?)"),
    "unknown way": ('[[detect]]\ndetector = "patterns"\nwrite = "redacted"', "(did you mean redact?)"),
    "small label": (
        '[[detect]]\ndetector = "patterns"\nlabels = ["us_ssn"]',
        "labels must be in capitals as in US_SSN",
    ),
    "list without names": ('[[detect]]\ndetector = "list"', "names is missing"),
    "list of two labels": (
        '[[detect]]\ndetector = "list"\nnames = ["a"]\nlabels = ["A", "B"]',
        "labels must have at most one label",
    ),
    "names for patterns": ('[[detect]]\ndetector = "patterns"\nnames = ["a"]', "names means nothing to the detector"),
    "informative without bits": ('[[detect]]\ndetector = "informative"', "bits is missing"),
    "infinite bits": ('[[detect]]\ndetector = "informative"\nbits = inf', "bits must be a number from 0 to 100"),
    "informative labels": (
        '[[detect]]\ndetector = "informative"\nbits = 9\nlabels = ["A"]',
        "labels means nothing to the detector",
    ),
    "a way for some spans": (
        '[[detect]]\ndetector = "patterns"\nwrite = "age-90"',
        'write "age-90" does not suit every span: say which labels it is for',
    ),
    "unknown taxonomy": ('taxonomies = ["mesh"]', 'taxonomies "mesh" is none of MeSH, MONDO, HP, WordNet, places'),
    "profile": ("[profile]\nalhpa = 2", 'mine.toml: [profile]: unknown key "alhpa" (did you mean alpha?)'),
    "profile is a text": ('profile = "default"', "mine.toml: [profile]: must be a table, not a text"),
    "extends nothing": ('extends = ""', "mine.toml: extends is empty"),
    "extends what is not": (
        'extends = "us-medcal"',
        'mine.toml: extends: no policy "us-medcal" (did you mean us-medical?)',
    ),
    "extends no file": ('extends = "other.toml"', "other.toml: no such file"),
    "extends NUL": ('extends = "a\\u0000.toml"', "mine.toml: extends: no policy"),
    "extends a long name": (f'extends = "{"a" * 5000}.toml"', "cannot be read"),
    "extends itself": ('extends = "mine.toml"', "mine.toml: extends itself: mine.toml -> mine.toml"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said(case, write):
    content, said = WRONG[case]
    with pytest.raises(InputError) as caught:
        read(write(content))
    assert said in str(caught.value)
    if case != "extends a long name":
        assert len(str(caught.value)) < 400


def test_a_folder_and_nothing(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InputError, match=r"folder\.toml: cannot be read \(Is a directory\)"):
        read(tmp_path / "folder.toml")
    with pytest.raises(InputError, match=r"none\.toml: no such file"):
        read(tmp_path / "none.toml")


@given(content=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
def test_any_bytes_are_a_policy_or_a_clear_error(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    with contextlib.suppress(InputError):
        assert read(path).profile


# --- extending --------------------------------------------------------------------------------------------


def test_extends_unites_what_to_hide(write):
    write('[[hide]]\nlabel = "HIV"\nalpha = 3\naliases = ["LAV"]\nwhy = "law"\n[[hide]]\nlabel = "cancer"', "base.toml")
    policy = read(write('extends = "base.toml"\n[[hide]]\nlabel = "hiv"\naliases = ["AIDS"]\n[[hide]]\nlabel = "gout"'))
    assert policy.hide == (Hide("hiv", 3.0, ("LAV", "AIDS"), "law"), Hide("cancer"), Hide("gout"))


def test_what_a_policy_says_itself_decides_before_what_it_extends(write):
    policy = read(
        write('extends = "hipaa-safe-harbor"\n[[detect]]\ndetector = "patterns"\nlabels = ["AGE"]\nwrite = "keep"')
    )
    age = Term(0, 2, "95", "AGE")
    assert policy.entry("patterns", age, "95").write == "keep"
    assert find("hipaa-safe-harbor").entry("patterns", age, "95").write == "age-90"
    assert len(policy.detect) == len(find("hipaa-safe-harbor").detect) + 1
    assert policy.source == find("hipaa-safe-harbor").source
    assert policy.name == "mine"


def test_extends_overrides_settings_one_by_one(write):
    write("[profile]\nalpha = 2\ngroups = 2", "base.toml")
    assert read(write('extends = "base.toml"\n[profile]\ngroups = 3')).profile.name == "default with alpha 2, groups 3"
    other = read(write('extends = "base.toml"\n[profile]\nbase = "default"\ngroups = 3'))
    assert other.profile.name == "default with groups 3"


def test_a_file_is_looked_for_beside_the_one_that_extends_it(write, tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    write('[[hide]]\nlabel = "gout"', "sub/base.toml")
    write('extends = "base.toml"', "sub/mine.toml")
    monkeypatch.chdir(tmp_path)
    assert read("sub/mine.toml").hide == (Hide("gout"),)


def test_a_cycle_is_refused(write):
    write('extends = "b.toml"', "a.toml")
    write('extends = "c.toml"', "b.toml")
    with pytest.raises(InputError, match=r"a\.toml -> b\.toml -> c\.toml -> a\.toml"):
        read(write('extends = "./a.toml"', "c.toml").with_name("a.toml"))


# --- finding ----------------------------------------------------------------------------------------------


def test_find(write):
    path = write('[[hide]]\nlabel = "gout"')
    assert find(path) == find(str(path)) == read(path)
    assert find("court") == shipped()["court"]
    with pytest.raises(InputError, match=r'no policy "cuort" \(did you mean court\?\); there are court, gdpr'):
        find("cuort")
    for name in ("", "a" * 9000, "no\0name"):
        with pytest.raises(InputError):
            find(name)


def test_what_shipped_gives_can_be_changed_without_harm():
    shipped().clear()
    assert shipped()


# --- deciding about spans ---------------------------------------------------------------------------------


def test_a_word_close_by():
    text = (
        "She was born in Boston on 3 March 1980. "
        + "The contract was drawn up and signed by all on the date of 4 May 1999."
    )
    court = find("court")
    for date, write in (("3 March 1980", "year"), ("4 May 1999", None)):
        term = Term(text.index(date), text.index(date) + len(date), date, "DATE_TIME")
        entry = court.entry("patterns", term, text)
        assert (entry.write if entry else None) == write
    stillborn = Term(10, 14, "1980", "DATE_TIME")
    assert court.entry("patterns", stillborn, "stillborn 1980") is None
    assert court.entry("patterns", Term(0, 6, "3/3/80", "DATE_TIME"), "3/3/80 (DOB)") is not None
    assert court.entry("entities", Term(0, 6, "3/3/80", "DATE_TIME"), "3/3/80 (DOB)") is None


def test_labels_that_no_detector_gives_are_refused():
    policy = Policy("mine", detect=(Detect("patterns", ("US_SNS",)), Detect("identifiers", ("ANY",))))
    with pytest.raises(InputError, match=r'policy mine: patterns finds no "US_SNS" \(did you mean US_SSN\?\)'):
        check_labels(policy, {"patterns": {"US_SSN", "AGE"}})
    check_labels(policy, {"entities": {"PERSON"}})


# --- what ships -------------------------------------------------------------------------------------------


def test_those_that_ship():
    names = ["court", "gdpr-special-categories", "hipaa-safe-harbor", "medical-record", "person", "us-medical"]
    assert list(shipped()) == names


@pytest.mark.parametrize("policy", shipped().values(), ids=shipped())
def test_shipped(policy, tmp_path):
    assert policy.description
    assert policy.source
    assert len(policy.description.partition("\n")[0]) <= 100 + len("policy")
    assert all(entry.why for entry in (*policy.hide, *policy.detect))
    check_labels(policy, {"patterns": LABELS, "entities": ENTITIES})
    saved = tmp_path / "saved.toml"
    saved.write_text(as_toml(policy), encoding="utf-8")
    assert read(saved) == policy


@pytest.mark.parametrize("policy", shipped().values(), ids=shipped())
def test_every_label_to_hide_is_one_concept_that_the_knowledge_has(policy):
    pack = knowledge.Pack.open()
    chain = taxonomies.embedded(policy.taxonomies or TAXONOMIES)
    for entry in policy.hide:
        found = resolve(entry.label, taxonomy=chain, knowledge=pack, alpha=1.5, aliases=entry.aliases)
        assert found.secret.concepts, entry.label
        assert found.secret.kind == "concept"
        assert found.documents > 100


def test_the_taxonomies_are_those_embedded():
    assert TAXONOMIES == taxonomies.ORDER


def test_hipaa_has_all_18():
    policy = find("hipaa-safe-harbor")
    said = policy.description + " ".join(entry.why for entry in policy.detect)
    assert all(f"({letter})" in said for letter in "ABCDEFGHIJKLMNOPQR")
    for label in LABELS:
        assert policy.entry("patterns", Term(0, 1, "x", label), "x") is not None, label


def test_us_medical_hides_what_the_law_names():
    labels = {entry.label for entry in find("us-medical").hide}
    assert labels >= {"HIV", "sexually transmitted disease", "mental disorder", "alcoholism", "substance abuse"}
    assert find("us-medical").profile == DEFAULT
    assert find("us-medical").taxonomies[0] == "MeSH"


def test_gdpr_has_all_categories():
    said = " ".join(entry.why for entry in find("gdpr-special-categories").hide)
    for category in (
        "racial or ethnic origin", "political opinions", "religious beliefs", "philosophical beliefs",
        "trade union membership", "genetic data", "biometric data", "health", "sex life", "sexual orientation",
    ):  # fmt: skip
        assert category in said


def test_person_judges_by_own_information():
    assert find("person").profile.identifying == "always"
    assert find("person").detect[0].detector == "identifiers"


# --- as TOML ----------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30).map(str.strip).filter(bool)


@given(description=TEXT, source=TEXT, why=TEXT, alpha=st.none() | st.floats(1, 1000))
def test_what_is_shown_can_be_read_again(tmp_path_factory, description, source, why, alpha):
    policy = Policy(
        "any", description, source, (Hide("gout", alpha, (), why),), (Detect("list", names=("Jo",), why=why),)
    )
    path = tmp_path_factory.getbasetemp() / "shown.toml"
    path.write_text(as_toml(policy), encoding="utf-8", newline="")
    assert read(path) == policy


def test_policies_can_be_used_as_keys():
    assert len({find("court"), dataclasses.replace(find("court"))}) == 1
