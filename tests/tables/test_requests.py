"""Requests and results go to JSON and come back equal; what is no request is refused with the field's name."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.measure.sweep.table import sweep_table
from sfumato.tables import (
    AnonymizeReport,
    AnonymizeRequest,
    AnonymizeResult,
    SweepTableRequest,
    SweepTableResult,
    TablePoint,
    TableVerdict,
    VerifyTableRequest,
    anonymize,
)
from sfumato.tables.grouping.diversity import Diversity
from sfumato.tables.measures import Loss, Measures, Risk
from sfumato.tables.texts.fixpoint import Round

names = st.text(max_size=8)
counts = st.integers(0, 2**53)
shares = st.floats(allow_nan=False, allow_infinity=False)
some = st.none() | shares
values = st.recursive(
    st.none() | st.booleans() | counts | shares | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)


def by_name(of):
    return st.dictionaries(names, of, max_size=3)


config = {
    "config": by_name(values),
    "config_file": names,
    "types": st.none() | st.lists(names, max_size=3).map(tuple),
}
claim = {"k": st.none() | counts, "l": some, "t": some, "entropy": some}
requests = st.one_of(
    st.builds(
        AnonymizeRequest,
        **config,
        **claim,
        weight=some,
        strategy=st.none() | names,
        approximate=st.booleans(),
        literal_values=st.booleans(),
        generalize=st.booleans(),
        seed=st.none() | counts,
    ),
    st.builds(VerifyTableRequest, **config, **claim),
    st.builds(
        SweepTableRequest,
        **config,
        ks=st.none() | st.lists(counts, max_size=3).map(tuple),
        weights=st.lists(shares, max_size=3).map(tuple),
        strategies=st.lists(names, max_size=3).map(tuple),
    ),
)
diversities = by_name(st.builds(Diversity, counts, shares, shares))
risks = st.builds(Risk, shares, shares, shares)
losses = st.builds(Loss, shares, some, some, by_name(shares), by_name(some), by_name(by_name(shares)))
measures = st.builds(
    Measures, counts, counts, shares, shares, counts, counts, by_name(counts), losses, risks, diversities
)
verdicts = st.builds(
    TableVerdict,
    *[st.booleans(), *[counts] * 5, st.lists(counts, max_size=3).map(tuple), counts, counts, diversities],
    population=st.none() | counts,
    risk=st.none() | risks,
    problems=st.lists(names, max_size=3).map(tuple),
)
rounds = st.lists(st.builds(Round, counts, counts), max_size=3).map(tuple)
reports = st.builds(AnonymizeReport, by_name(counts), by_name(rounds), counts, by_name(shares))
points = st.builds(TablePoint, names, shares, counts, measures, shares)
results = st.one_of(
    verdicts,
    st.builds(AnonymizeResult, measures, verdicts, reports),
    st.builds(
        SweepTableResult,
        st.lists(points, max_size=2).map(tuple),
        counts,
        st.lists(names, max_size=2).map(tuple),
        st.lists(names, max_size=2).map(tuple),
    ),
)


@given(requests | results)
def test_what_is_sent_comes_back_equal(sent):
    plain = sent.to_dict()
    assert type(sent).from_dict(plain) == sent
    assert type(sent).from_dict(json.loads(json.dumps(plain, allow_nan=False))) == sent
    assert plain == json.loads(json.dumps(plain))


def test_results_of_real_tables_come_back_equal(example, config, given):
    done = anonymize(example, AnonymizeRequest(config=config, k=2), user_terms=given)
    assert AnonymizeResult.from_dict(done.to_dict()) == done
    assert list(done.to_dict()) == ["measures", "verdict", "report"]
    swept = sweep_table(example, SweepTableRequest(config=config, ks=(2,)), user_terms=given)
    assert SweepTableResult.from_dict(swept.to_dict()) == swept


def test_a_config_of_a_file_finds_the_files_beside_it(club):
    (club / "towns.csv").write_text("Rome;south;*\nOslo;north;*\n")
    text = (club / "people.toml").read_text().replace("[columns.town]", '[columns.town]\nhierarchy = "towns.csv"')
    (club / "people.toml").write_text(text)
    request = AnonymizeRequest.of_file(club / "people.toml", k=4)
    again = AnonymizeRequest.from_dict(request.to_dict())
    assert again == request
    assert again.parsed_config().files == [club / "towns.csv"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"config": {}, "kk": 3}, "anonymize request: nothing is called kk"),
        ({"config": {}, "k": "three"}, "anonymize request: k must be a whole number or nothing, not a text"),
        ({"k": 3}, "missing required field config"),
        ([], "anonymize request: it must be a table, not a list"),
    ],
)
def test_what_is_no_request_is_refused(values, said):
    with pytest.raises(InputError, match=said):
        AnonymizeRequest.from_dict(values)
