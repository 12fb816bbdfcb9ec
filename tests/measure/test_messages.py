"""Requests and results go out as plain JSON and come back the same."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from sfumato.errors import InputError
from sfumato.io.messages import Message, rounded
from sfumato.measure.attack import AttackRequest, AttackResult, AttackText
from sfumato.measure.evaluate import EvaluateRequest, EvaluateResult, Limit
from sfumato.measure.sweep import SweepDocument, SweepRequest, SweepResult
from sfumato.policy import Policy, shipped

SHORT = st.text(max_size=5)
PLAIN = {
    str: SHORT,
    int: st.integers(-10, 10**9),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    NoneType: st.none(),
    UnsetType: st.just(UNSET),
    Policy: st.sampled_from(list(shipped().values())),
    Limit: st.builds(Limit, st.sampled_from(["recall", "precision", "f"]), st.floats(0, 1)),
}


@cache
def values(kind):
    """Small values of a type that messages are made of."""
    inner = get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if get_origin(kind) is UnionType:
        return st.one_of([values(each) for each in inner])
    if get_origin(kind) is tuple:
        some = values(inner[0])
        return st.lists(some, max_size=2).map(tuple) if inner[-1] is ... else st.tuples(some, values(inner[1]))
    if get_origin(kind) is Mapping:
        return st.dictionaries(SHORT, values(inner[1]), max_size=2)
    hints = get_type_hints(kind)
    plain = {field.name: values(hints[field.name]) for field in fields(kind)}
    return st.builds(kind, **plain | MEANING.get(kind, {}))


def some(kind):
    return st.deferred(lambda: values(kind)).map(lambda value: (value,))


MEANING = {
    AttackRequest: {
        "texts": st.lists(st.builds(AttackText, SHORT, SHORT, hide=st.tuples(SHORT)), max_size=2).map(tuple),
        "candidates": st.just(()),
        "hide": some(str),
        "limit": st.floats(0, 1),
    },
    EvaluateRequest: {"utility": st.sampled_from([None, "words", "terms"])},
    SweepRequest: {
        "documents": some(SweepDocument),
        "alphas": some(float),
        "groups": some(int),
        "methods": some(str),
    },
}
"""Fields of which not every value means something."""


@pytest.mark.parametrize("kind", [AttackResult, EvaluateResult, SweepResult, *MEANING], ids=lambda kind: kind.__name__)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_goes_out_comes_back(kind, data):
    message = data.draw(values(kind))
    said = message.to_dict()
    assert kind.from_dict(said) == message
    assert kind.from_dict(json.loads(json.dumps(said))) == message


def numbers(value):
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)
    elif isinstance(value, float):
        yield value


@settings(max_examples=25, deadline=None)
@given(values(EvaluateResult))
def test_every_fraction_is_rounded(message):
    assert all(number == round(number, 2) for number in numbers(rounded(message, 2).to_dict()))


@dataclass(frozen=True, slots=True)
class Note(Message):
    text: str
    times: tuple[int, ...] = ()
    more: float | UnsetType = UNSET


def test_what_nobody_asked_for_is_left_out():
    assert Note("x").to_dict() == {"text": "x", "times": []}
    assert Note("x", (1, 2), math.pi).to_dict() == {"text": "x", "times": [1, 2], "more": math.pi}


@pytest.mark.parametrize("wrong", [{}, {"text": 3}, {"text": "x", "times": ["one"]}, [], None, "x"])
def test_what_does_not_fit_is_refused(wrong):
    with pytest.raises(InputError) as error:
        Note.from_dict(wrong)
    assert error.value.code == "bad-request"
