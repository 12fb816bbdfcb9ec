"""The cache of analyses: private, resumed after an interruption, and never a reason for another result."""

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.languages.en import English
from sfumato.tables import Cache, Tools, erase, open_cache
from sfumato.tables.texts.terms import detector_name, find

TEXTS = [
    "Anna Lindqvist lives in Oslo.",
    "Call 212-555-0187 on Monday.",
    "",
    "Nothing at all.",
    "Anna Lindqvist lives in Oslo.",
]


def names(found):
    return [[(term.text, term.label) for term in terms] for terms in found]


def test_results_do_not_depend_on_it(private_cache):
    plain = find(TEXTS)
    with open_cache() as cache:
        assert find(TEXTS, tools=Tools(cache=cache)) == plain
        assert len(cache) == 4
    with open_cache() as cache:
        assert len(cache) == 4
        assert find(TEXTS, tools=Tools(cache=cache)) == plain


def test_processes_make_no_difference(private_cache):
    many = [f"{text} It was {at} May 2019." for at in range(1, 29) for text in TEXTS]
    with open_cache() as cache:
        assert find(many, tools=Tools(processes=2, cache=cache)) == find(many)


def test_other_types_need_no_new_analysis(private_cache, monkeypatch):
    with open_cache() as cache:
        find(TEXTS, types=["person"], tools=Tools(cache=cache))
    monkeypatch.setattr("sfumato.tables.texts.terms._detected", None)
    with open_cache() as cache:
        assert names(find(TEXTS, types=["phone"], tools=Tools(cache=cache)))[1] == [("212-555-0187", "PHONE_NUMBER")]


def test_only_its_owner_may_read_it(private_cache):
    before = os.umask(0)
    try:
        with open_cache() as cache:
            find(TEXTS, tools=Tools(cache=cache))
    finally:
        os.umask(before)
    folder = private_cache / "terms"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_it_holds_no_word_of_a_text(private_cache):
    with open_cache() as cache:
        find(TEXTS, tools=Tools(cache=cache))
    for path in (private_cache / "terms").iterdir():
        content = path.name.encode() + path.read_bytes()
        assert not any(word in content for word in (b"Anna", b"Lindqvist", b"Oslo", b"0187", b"Nothing"))


def test_another_folder_hashes_otherwise(tmp_path):
    lines = []
    for name in ("one", "two"):
        with Cache(lambda: "detector", tmp_path / name) as cache:
            cache.put("Anna", [(0, 4, "PERSON")])
        (file,) = (tmp_path / name).glob("*.found")
        lines.append(file.read_bytes().split()[0])
    assert lines[0] != lines[1]


def test_another_detector_shares_nothing(tmp_path):
    with Cache(lambda: "one", tmp_path / "c") as cache:
        cache.put("text", [])
    with Cache(lambda: "two", tmp_path / "c") as cache:
        assert cache.get("text") is None


def test_a_language_needs_no_model():
    class Rules(English):
        name = "rules"
        model = None

    assert detector_name(Rules()) != detector_name(load())


def test_an_interrupted_run_goes_on_where_it_stopped(private_cache, monkeypatch):
    import sfumato.tables.texts.terms as terms

    monkeypatch.setattr(terms, "_TEXTS", 1)
    real, asked = terms._detected, []

    def failing(language, texts):
        asked.append(texts)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return real(language, texts)

    monkeypatch.setattr(terms, "_detected", failing)
    with pytest.raises(KeyboardInterrupt), open_cache() as cache:
        find(TEXTS, tools=Tools(cache=cache))
    with open_cache() as cache:
        assert len(cache) == 2
        assert find(TEXTS, tools=Tools(cache=cache)) == find(TEXTS)
    assert len(asked) == 3 + 2 + 4


@given(st.integers(0, 200), st.binary(max_size=8))
def test_damage_costs_an_analysis_and_no_more(tmp_path_factory, at, junk):
    folder = tmp_path_factory.mktemp("cache")
    with Cache(lambda: "detector", folder) as cache:
        cache.put("one", [(0, 3, "PERSON")])
        cache.put("two", [(0, 3, "GPE")])
    (file,) = folder.glob("*.found")
    whole = file.read_bytes()
    file.write_bytes(whole[:at] + junk)
    with Cache(lambda: "detector", folder) as cache:
        assert cache.get("one") in (None, [(0, 3, "PERSON")])
        assert cache.get("two") in (None, [(0, 3, "GPE")])


def test_many_runs_leave_few_files(tmp_path):
    for at in range(70):
        with Cache(lambda: "detector", tmp_path) as cache:
            cache.put(f"text {at}", [(0, at, "PERSON")])
    assert len(list(tmp_path.glob("*.found"))) < 70
    with Cache(lambda: "detector", tmp_path) as cache:
        assert all(cache.get(f"text {at}") == [(0, at, "PERSON")] for at in range(70))


def test_erased(private_cache):
    with open_cache() as cache:
        find(TEXTS, tools=Tools(cache=cache))
    assert erase()
    assert not (private_cache / "terms").exists()
    assert not erase()


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="SFUMATO_CACHE"):
        Cache(lambda: "detector", tmp_path / "file" / "terms").get("text")


def test_nothing_is_touched_before_it_is_asked(tmp_path):
    def unknown():
        raise AssertionError

    with Cache(unknown, tmp_path / "cache") as cache:
        cache.flush()
    assert not (tmp_path / "cache").exists()
