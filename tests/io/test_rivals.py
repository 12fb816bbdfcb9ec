"""Lists of who a text may be about."""

import json

import pytest

from sfumato.errors import InputError
from sfumato.io.rivals import rivals_of


def test_a_csv_gives_names_and_what_is_known(tmp_path):
    path = tmp_path / "ward.csv"
    path.write_text("Name,age,known\nJane Roe,45,plays the cello\nAnn Reed,,\n")
    jane, ann = rivals_of(str(path))
    assert (jane.name, jane.known) == ("Jane Roe", (("age", "45"), ("known", "plays the cello")))
    assert (ann.name, ann.known) == ("Ann Reed", ())


def test_json_lines_and_rows_give_the_same(tmp_path):
    rows = [{"name": "Jane Roe", "age": 45, "known": ["cello", "bees"]}, {"name": "Ann Reed", "age": None}]
    path = tmp_path / "ward.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert rivals_of(str(path)) == rivals_of(rows)
    assert rivals_of(rows)[0].known == (("age", "45"), ("known", "cello"), ("known", "bees"))


@pytest.mark.parametrize(
    ("name", "said", "wrong"),
    [
        ("a.csv", "who,age\nJane Roe,45\n", "its first line must name the columns"),
        ("a.csv", "name,age\nJane Roe,45,x\nAnn,3\n", "line 2: more cells than columns"),
        ("a.csv", "name,age\n,45\nAnn,3\n", "line 2: no name"),
        ("a.csv", "name,age\nJane Roe,45\n", "fewer than two rows"),
        ("a.jsonl", '{"name": "Jane Roe"}\n[1]\n', "line 2: not a JSON object"),
        ("a.jsonl", '{"name": "Jane Roe", "age": {"x": 1}}\n', "neither a text, nor a number"),
        ("a.jsonl", "{\n", "not valid JSON"),
        ("a.txt", "Jane Roe\n", "is a CSV or JSON lines"),
        ("a.csv", f"name,known\nJane Roe,{'x ' * 6000}\nAnn,1\n", "are known of one"),
    ],
)
def test_what_is_wrong_is_one_line_that_quotes_nothing(tmp_path, name, said, wrong):
    path = tmp_path / name
    path.write_text(said)
    with pytest.raises(InputError, match=wrong) as caught:
        rivals_of(str(path))
    assert "Jane" not in str(caught.value)


def test_a_list_that_is_missing_is_told(tmp_path):
    with pytest.raises(InputError):
        rivals_of(str(tmp_path / "none.csv"))
