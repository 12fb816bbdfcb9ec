"""Labels and outputs in every format they come in; whatever is wrong with a file is one line that quotes nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.measure.evaluate import FORMATS, Label, Mask, read_gold, read_out

TEXT = "Anna Meer lives in Rome. Meer is ill."
ANNA, ROME, MEER = (0, 9), (19, 23), (25, 29)
FEW = settings(max_examples=150, deadline=None)


@pytest.fixture
def written(tmp_path):
    def written(name, *records):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".jsonl"):
            path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        elif name.endswith(".json"):
            path.write_text(json.dumps(records[0]), encoding="utf-8")
        else:
            path.write_text(records[0], encoding="utf-8")
        return path

    return written


def span(pair, **more):
    return {"start": pair[0], "end": pair[1], **more}


GOLD = {"id": "d1", "text": TEXT, "labels": [span(ANNA, type="PERSON", kind="DIRECT", entity="a"), span(ROME)]}


# --- gold ---


def test_labels_of_the_project(written):
    gold = read_gold(written("gold.jsonl", GOLD))
    assert gold.format == "sfumato"
    (document,) = gold.documents
    assert document.labels == (Label(0, 9, "PERSON", "DIRECT", "a"), Label(19, 23))
    assert document.annotators == ("",)


def test_spans_is_another_name_for_labels_and_ids_are_by_place(written):
    record = {"text": TEXT, "spans": [span(ANNA, label="PERSON")]}
    gold = read_gold(written("gold.jsonl", record, record | {"id": 7}))
    assert [document.id for document in gold.documents] == ["gold.jsonl:1", "7"]
    assert gold.documents[0].labels[0].type == "PERSON"


def test_annotators_of_labels_of_a_record_and_of_records_of_their_own(written):
    one = {"id": "d", "text": TEXT, "labels": [span(ANNA, annotator="ann")], "annotators": ["ann", "ben"]}
    assert read_gold(written("a.jsonl", one)).documents[0].annotators == ("ann", "ben")
    first = {"id": "d", "text": TEXT, "annotator": "ann", "labels": [span(ANNA)]}
    second = first | {"annotator": "ben", "labels": []}
    (document,) = read_gold(written("b.jsonl", first, second)).documents
    assert document.annotators == ("ann", "ben")
    assert document.labels == (Label(0, 9, annotator="ann"),)


def test_the_text_anonymization_benchmark(written):
    def mention(pair, id, kind):
        return {
            "entity_type": "PERSON", "entity_mention_id": "m", "start_offset": pair[0], "end_offset": pair[1],
            "span_text": "", "edit_type": "check", "identifier_type": kind, "entity_id": id, "confidential_status": "",
        }  # fmt: skip

    record = {
        "doc_id": "001-1",
        "text": TEXT,
        "dataset_type": "dev",
        "annotations": {
            "annotator1": {"entity_mentions": [mention(ANNA, "e1", "DIRECT"), mention(MEER, "e1", "QUASI")]},
            "annotator2": {"entity_mentions": [mention(ROME, "e1", "NO_MASK")]},
            "annotator3": {"entity_mentions": []},
        },
    }
    for path in (written("tab.json", [record]), written("tab.jsonl", record)):
        gold = read_gold(path)
        assert gold.format == "tab"
        (document,) = gold.documents
        assert document.id == "001-1"
        assert document.annotators == ("annotator1", "annotator2", "annotator3")
        assert document.labels[0] == Label(0, 9, "PERSON", "DIRECT", "e1", "annotator1")
        assert [label.hide for label in document.labels] == [True, True, False]


def test_entities_whose_ids_name_the_annotator(written):
    entities = [
        span(ANNA, type="PERSON", identifier="DIRECT", entity_id="d1_a1_e1"),
        span(ANNA, type="PERSON", identifier="QUASI", entity_id="d1_a2_e1"),
    ]
    gold = read_gold(written("tab.jsonl", {"id": "d1", "text": TEXT, "entities": entities}))
    assert gold.format == "tab"
    assert gold.documents[0].annotators == ("a1", "a2")


def test_terms_with_votes(written):
    terms = [
        {"term": "meer", "spans": [list(MEER)], "votes": 2},
        {"term": "rome", "spans": [list(ROME)], "votes": 1},
        {"term": "anna meer", "spans": [list(ANNA)], "votes": 3},
    ]
    gold = read_gold(written("votes.jsonl", {"title": "x", "text": TEXT, "terms": terms}))
    assert gold.format == "votes"
    (document,) = gold.documents
    assert document.voters == 3
    assert [label.hide for label in document.labels] == [True, False, True]
    assert [document.wanted(term) for term in document.voted] == [True, False, True]


def test_results_of_presidio(written):
    result = {**span(ANNA), "entity_type": "PERSON", "score": 0.85}
    text = written("letter.txt", TEXT)
    one = read_gold(written("one.json", [result]), original=text)
    assert (one.format, one.documents[0].id) == ("presidio", "letter.txt")
    assert one.documents[0].labels == (Label(0, 9, "PERSON"),)
    originals = written("texts.jsonl", {"id": "d1", "text": TEXT})
    many = read_gold(written("many.jsonl", {"id": "d1", "results": [result]}), original=originals)
    assert many.documents[0].labels == one.documents[0].labels
    spans = [{"entity_type": "PERSON", "entity_value": "", "start_position": 0, "end_position": 9}]
    research = read_gold(written("research.json", [{"full_text": TEXT, "masked": "", "spans": spans}]))
    assert research.format == "presidio"
    assert research.documents[0].id == "research.json:1"
    assert research.documents[0].labels == one.documents[0].labels


def test_plain_spans(written, tmp_path):
    written("letters/a.txt", TEXT)
    written("letters/b.txt", "Nothing here.")
    for name, content in (
        ("spans.csv", ["id,start,end,label,kind\na.txt,0,9,PERSON,direct\na.txt,19,23,LOC,\n"]),
        ("spans.jsonl", [{"id": "a.txt", **span(ANNA, label="PERSON", kind="DIRECT")}, {"id": "a.txt", **span(ROME)}]),
    ):
        gold = read_gold(written(name, *content), original=tmp_path / "letters")
        assert gold.format == "spans"
        assert [document.id for document in gold.documents] == ["a.txt", "b.txt"]
        assert gold.documents[0].labels[0] == Label(0, 9, "PERSON", "DIRECT")
        assert not gold.documents[1].labels


def test_the_format_can_be_said(written):
    path = written("gold.jsonl", GOLD)
    assert read_gold(path, format="sfumato").format == "sfumato"
    with pytest.raises(InputError, match="annotations"):
        read_gold(path, format="tab")
    with pytest.raises(InputError, match="unknown format"):
        read_gold(path, format="brat")
    assert set(FORMATS) == {"sfumato", "tab", "votes", "presidio", "spans"}


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        ([span((0, 99))], "label 1: start 0 and end 99 are no span of a text of 37"),
        ([span((-1, 3))], "no span"),
        ([span((3, 3))], "no span"),
        ([span((0, 10**400))], "no span"),
        ([span((True, 3))], "start is not a whole number"),
        ([span((0.5, 3))], "start is not a whole number"),
        ([span(("0", 3))], "start is not a whole number"),
        ([{"start": 1}], "no field end"),
        ([span(ANNA, kind="SECRET")], "an identifier is one of DIRECT, QUASI, NO_MASK"),
        ([span(ANNA, type=["x"])], "the field type is not a name"),
        ([7], "label 1: not an object"),
        ({"start": 0}, "labels is not a list"),
        (None, "labels is not a list"),
    ],
)
def test_labels_that_are_none(written, labels, why):
    with pytest.raises(InputError, match=why) as error:
        read_gold(written("gold.jsonl", GOLD | {"labels": labels}))
    assert "Anna" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("gold.jsonl", "", "empty"),
        ("gold.jsonl", "{", "line 1: not valid JSON"),
        ("gold.jsonl", "[" * 100_000, "not valid JSON"),
        ("gold.jsonl", "[1]\n", "no labels that are known"),
        ("gold.jsonl", '{"id": 1}\n', "no labels that are known"),
        ("gold.jsonl", '{"id": 1, "labels": []}\n', "no text"),
        ("gold.jsonl", '{"id": 1, "text": 5, "labels": []}\n', "text is not a string"),
        ("gold.jsonl", '{"id": [], "text": "x", "labels": []}\n', "id is neither"),
        ("gold.jsonl", '{"text": "a\\u0000", "labels": []}\n', "NUL"),
        ("gold.jsonl", '{"text": "a", "labels": []}\n7\n', "line 2: not a JSON object"),
        ("gold.jsonl", '{"id": 1, "text": "a", "labels": []}\n{"id": 1, "text": "b", "labels": []}\n', "other texts"),
        ("gold.jsonl", '{"id": 1, "text": "a", "labels": []}\n{"id": 1, "text": "a", "labels": []}\n', "twice by"),
        ("gold.jsonl", '{"text": "a", "annotations": []}\n', "no labels that are known"),
        ("gold.jsonl", '{"text": "a", "annotations": {"x": 1}}\n', "no entity_mentions"),
        ("gold.jsonl", '{"text": "a", "terms": [{"spans": [[0, 1]]}]}\n', "not an object with spans and votes"),
        ("gold.jsonl", '{"text": "a", "terms": [{"spans": [0], "votes": 1}]}\n', "not a pair"),
        ("gold.jsonl", '{"id": 1, "start": 0, "end": 1}\n', "spans come without text"),
        ("gold.json", '[{"start": 0, "end": 1, "entity_type": "X"}]', "results of one document"),
        ("gold.csv", "id,start,end\nx,0,1\n", "spans come without text"),
        ("gold.csv", "id,id\nx,0\n", "same name"),
        ("gold.csv", "id,start,end\nx,0\n", "2 fields where the header has 3"),
        ("gold.jsonl", b"\xff\xfe\x00", "not valid UTF-16"),
        ("gold.jsonl.xz", "not xz", "not xz data"),
    ],
)
def test_files_that_cannot_be_used(tmp_path, name, content, why):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=why) as error:
        read_gold(path)
    assert "\n" not in str(error.value)


def test_a_folder_and_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="a folder"):
        read_gold(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_gold(tmp_path / "none.jsonl")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.text(max_size=3) | st.floats(allow_nan=True),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from("id text labels start end kind entities annotations terms votes spans results".split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@FEW
@given(JSON, st.sampled_from([None, *FORMATS]))
def test_any_json_is_read_or_refused(tmp_path_factory, record, format):
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_text(json.dumps({"text": "abc def", **record} if isinstance(record, dict) else record) + "\n")
    try:
        gold = read_gold(path, format=format)
    except InputError:
        return
    for document in gold.documents:
        assert all(0 <= label.start < label.end <= len(document.text) for label in document.labels)
        assert document.annotators


# --- out ---


@pytest.fixture
def gold(written):
    return read_gold(written("gold.jsonl", GOLD, GOLD | {"id": "d2"})).documents


def masks(out, id="d1"):
    return [(mask.start, mask.end, mask.text) for mask in out.masked[id].masks]


def test_the_working_file_of_sanitize(written, gold):
    replacement = {**span(ANNA), "text": "a person", "reason": "x", "term": "Anna Meer", "label": "PERSON"}
    records = [{"id": id, "replacements": [replacement], "utility": 0.5} for id in ("d1", "d2")]
    out = read_out(written("safe.jsonl", *records), gold)
    assert out.kind == "replacements"
    assert masks(out) == [(0, 9, "a person")]
    assert out.masked["d1"].masks[0].label == "PERSON"
    assert out.masked["d1"].utility == 0.5


def test_the_json_of_one_text(written, gold):
    record = {"id": "letter.txt", "replacements": [{**span(ANNA), "text": ""}]}
    assert masks(read_out(written("safe.json", record), gold[:1])) == [(0, 9, "")]


def test_a_working_file_whose_text_is_another_is_refused(written, gold):
    record = {"id": "d1", "text": gold[0].text, "replacements": [{**span(ANNA), "text": "a person"}]}
    with pytest.raises(InputError, match="not the original with these replacements"):
        read_out(written("safe.jsonl", record), gold[:1])


def test_a_replacement_with_all_words_of_its_term_hides_nothing(written, gold):
    record = {"id": "d1", "replacements": [{**span(ANNA), "text": "Anna K. Meer"}]}
    assert masks(read_out(written("safe.jsonl", record), gold[:1])) == []


def test_an_output_of_another_id_is_none(written, gold):
    with pytest.raises(InputError, match="other ids"):
        read_out(written("safe.jsonl", {"id": "other", "text": "hey"}), gold[:1])


def test_a_span_made_more_general_counts_as_hidden_unless_texts_are_compared(written, gold):
    replacement = {**span(ANNA), "text": "Anna"}
    record = {"id": "d1", "text": "Anna lives in Rome. Meer is ill.", "replacements": [replacement]}
    path = written("safe.jsonl", record)
    assert masks(read_out(path, gold[:1])) == [(0, 9, "Anna")]
    compared = read_out(path, gold[:1], compare=True)
    assert compared.kind == "texts"
    assert masks(compared) == [(5, 9, "")]


def test_released_texts(written, gold, tmp_path):
    released = "[PERSON] lives in Rome. Meer is ill."
    lines = written("safe.jsonl", {"id": "d1", "text": released}, {"id": "d2", "text": TEXT})
    out = read_out(lines, gold)
    assert out.kind == "texts"
    assert masks(out) == [(0, 9, "[PERSON]")]
    assert masks(out, "d2") == []
    written("safe/d1.txt", released)
    written("safe/d2.txt", "")
    folder = read_out(tmp_path / "safe", gold)
    assert masks(folder) == masks(out)
    assert masks(folder, "d2") == [(0, 36, "")]
    assert masks(read_out(written("safe.txt", released), gold[:1])) == masks(out)


def test_spans_that_a_tool_found(written, gold):
    result = {**span(ANNA), "entity_type": "PERSON", "score": 1.0}
    expected = [(0, 9, None)]
    for name, *content in (
        ("a.jsonl", {"id": "d1", "results": [result]}, {"id": "d2", "results": []}),
        ("b.jsonl", {"id": "d1", **span(ANNA)}),
        ("c.csv", "id,start,end\nd1,0,9\n"),
        ("d.json", {"d1": [[0, 9]], "d2": []}),
    ):
        out = read_out(written(name, *content), gold)
        assert out.kind == "spans"
        assert masks(out) == expected, name
        assert masks(out, "d2") == []
    assert masks(read_out(written("e.json", [result]), gold[:1])) == expected


def test_documents_without_an_output_are_told(written, gold):
    out = read_out(written("safe.jsonl", {"id": "d1", "text": TEXT}, {"id": "d2", "error": "too long"}), gold)
    assert out.missing == out.failed == ("d2",)
    out = read_out(written("safe.jsonl", {"id": "d1", "text": TEXT}, {"id": "d9", "text": "x"}), gold)
    assert (out.missing, out.failed, out.others) == (("d2",), (), 1)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("safe.jsonl", '{"id": "d9", "text": "x"}\n{"id": "d8", "text": "x"}\n', "no output of any labelled document"),
        ("safe.jsonl", '{"id": "d1", "error": "x"}\n{"id": "d2", "error": "x"}\n', "only records of failures"),
        ("safe.jsonl", '{"id": "d1", "text": "x"}\n{"id": "d1", "text": "x"}\n', "a second output"),
        ("safe.jsonl", '{"id": "d1"}\n', "neither text nor what was hidden"),
        ("safe.jsonl", '{"id": "d1", "text": "", "replacements": 5}\n', "replacements is not a list"),
        ("safe.jsonl", '{"id": "d1", "text": "", "replacements": [5]}\n', "replacement 1: not an object"),
        ("safe.jsonl", '{"id": "d1", "replacements": [{"start": 0, "end": 99, "text": ""}]}\n', "no span"),
        ("safe.jsonl", '{"id": "d1", "replacements": [{"start": 0, "end": 4, "term": "Jo"}]}\n', "another text"),
        ("safe.jsonl", "7\n", "not a JSON object"),
        ("safe.jsonl", "", "no output of any"),
        ("safe.json", '{"d1": [[0]]}', "not a pair"),
        ("safe.csv", "id,start,end\nd9,0,1\n", "none of the labelled documents"),
        ("safe.csv", "start,end\n0,1\n", "no id"),
        ("safe.txt", "x", "one text, but several labelled documents"),
    ],
)
def test_outputs_that_cannot_be_used(tmp_path, gold, name, content, why):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=why) as error:
        read_out(path, gold)
    assert "Anna" not in str(error.value)


def test_masks_come_in_order(written, gold):
    record = {"id": "d1", "results": [span(ROME), span(ANNA)]}
    assert read_out(written("a.jsonl", record), gold[:1]).masked["d1"].masks == (Mask(0, 9), Mask(19, 23))
