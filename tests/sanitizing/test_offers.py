"""What a term of a text could be called, as it would be written there."""

from __future__ import annotations

import pytest

from sfumato.errors import InputError
from sfumato.sanitizing.offers import Offers
from sfumato.service import Engine, Failure
from sfumato.service.requests import OptionsRequest

TEXT = "He moved to Miami in 1998 and was treated with zidovudine by Mrs Ana Reis."


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def offered(engine: Engine, term: str) -> Offers:
    start = TEXT.index(term)
    return engine.options(OptionsRequest(text=TEXT, start=start, end=start + len(term)))


@pytest.mark.parametrize(
    ("term", "wording", "written"),
    [
        ("Miami", "city in Florida", "a city in Florida"),
        ("1998", "the late 1990s", "the late 1990s"),
        ("zidovudine", "medicine", "a medicine"),
        ("Mrs Ana Reis", "woman", "a woman"),
    ],
)
def test_the_ladder_of_a_term(engine: Engine, term: str, wording: str, written: str) -> None:
    found = {option.wording: option for option in offered(engine, term).options}
    assert found[wording].written == written
    keeps = [option.keeps for option in found.values()]
    assert keeps == sorted(keeps, reverse=True)
    assert all(0 < option.sure <= 1 for option in found.values())


def test_it_goes_to_json_and_back(engine: Engine) -> None:
    found = offered(engine, "Miami")
    assert Offers.from_dict(found.to_dict()) == found


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 2), (0, 1000)])
def test_what_is_no_place_of_the_text_is_refused(engine: Engine, start: int, end: int) -> None:
    with pytest.raises(InputError, match="no places of a text"):
        engine.options(OptionsRequest(text=TEXT, start=start, end=end))


def test_a_part_of_a_name_is_called_what_the_whole_is(engine: Engine) -> None:
    text = "Bruce Willis played John McClane in Die Hard, an action film by John McTiernan. Willis was paid well."
    start = text.rindex("Willis")
    found = engine.options(OptionsRequest(text=text, start=start, end=start + len("Willis")))
    assert "actor" in [option.wording for option in found.options]


def test_many_are_answered_in_order_whatever_fails(engine: Engine) -> None:
    places = [(TEXT.index(term), TEXT.index(term) + len(term)) for term in ("Miami", "1998")] + [(9, 3)]
    requests = [OptionsRequest(text=TEXT, start=a, end=b, id=at) for at, (a, b) in enumerate(places * 20)]
    found = list(engine.options_all(requests, processes=2))
    assert [each.id for each in found] == list(range(60))
    assert [each.error for each in found if isinstance(each, Failure)] == [
        "start 9 and end 3 are no places of a text of 74 characters"
    ] * 20
    assert found[:2] == [engine.options(request) for request in requests[:2]]


def test_what_stands_behind_a_comma_is_part_of_the_offer(engine: Engine) -> None:
    text = "Mr Robert Brown, an accountant from Leeds, lodged the complaint."
    found = engine.options(OptionsRequest(text=text, start=0, end=len("Mr Robert Brown")))
    assert found.options[0].wording == "accountant"
