"""Spans, against what is meant said plainly."""

from hypothesis import given
from hypothesis import strategies as st

from sfumato.server.presidio.spans import Span, apply, without_conflicts
from sfumato.server.presidio.spans import Written as Change

PLACES = st.integers(0, 30)
SPANS = st.lists(
    st.builds(lambda a, b, t, s: Span(min(a, b), max(a, b), t, s), PLACES,
              PLACES, st.sampled_from("AB"), st.sampled_from([0.1, 0.5, 0.9])),
    max_size=8,
)  # fmt: skip
TEXT = "".join(" " if at % 3 == 0 else "x" for at in range(40))


@given(SPANS)
def test_no_span_lies_in_another_and_everything_found_is_covered(spans):
    left = without_conflicts(spans, TEXT)
    assert left == sorted(left, key=lambda each: each.start)
    for one in left:
        assert not any(other.start <= one.start and one.end <= other.end for other in left if other is not one)
    covered = {at for each in left for at in range(each.start, each.end)}
    assert {at for each in spans for at in range(each.start, each.end)} <= covered
    for at, one in enumerate(left):
        for other in left[at + 1 :]:
            if one.entity_type == other.entity_type:
                assert not min(one.end, other.end) > max(one.start, other.start)


@given(SPANS)
def test_items_stand_where_they_say_and_nothing_else_changes(spans):
    left = without_conflicts(spans, TEXT)
    done = apply(TEXT, [Change(each.start, each.end, each.entity_type, "<>", "replace") for each in left])
    assert [item["start"] for item in done["items"]] == sorted((i["start"] for i in done["items"]), reverse=True)
    rest = list(done["text"])
    for item in done["items"]:
        assert done["text"][item["start"] : item["end"]] == "<>"
        del rest[item["start"] : item["end"]]
    covered = {at for each in left for at in range(each.start, each.end)}
    assert "".join(rest) == "".join(sign for at, sign in enumerate(TEXT) if at not in covered)
