"""What every `Reader` promises, whatever the text and whoever the candidates are."""

from __future__ import annotations

import math

import numpy as np

from sfumato.contracts.village import TEXTS, village
from sfumato.knowledge.handbook import embedded_handbook
from sfumato.protocols import Reader
from sfumato.protocols.reading import Candidate, Candidates, Evidence

_ILL = ("gout", "epilepsy", "HIV infection", "depression")
_PEOPLE = (
    ("Jane Quizzlebottom", (("age", "45"), ("job", "midwife"), ("known", "takes allopurinol for her big toe"))),
    ("Tom Ostler", (("age", "47"), ("job", "midwife"), ("known", "has a lamp that is lit at night"))),
    ("Ann Reed", (("age", "31"), ("job", "baker"), ("known", "had a seizure in Ostia in 1962"))),
    ("Ike Moss", (("age", ""), ("job", "baker"))),
)
_TEXTS = (
    *TEXTS,
    "The midwife, aged 45, takes allopurinol for her big toe.\n\nA baker had a seizure in Ostia and heard voices.",
)


def _candidates() -> list[Candidates]:
    """Conditions of the handbook, people of a list, and a secret without any rival."""
    handbook, normal_form = embedded_handbook(), village().language.normal_form
    entries = [next(iter(handbook.named(normal_form(name))), at) for at, name in enumerate(_ILL)]
    ill = [Candidate(handbook.names[at], tuple(handbook.also(at)), (at,)) for at in entries]
    people = [Candidate(name, (normal_form(name),), known=known) for name, known in _PEOPLE]
    return [Candidates(each[0], tuple(each[1:])) for each in (ill, people, people[:1])]


def _read(reader: Reader, text: str, candidates: Candidates) -> list[Evidence]:
    return list(reader.evidence(village().language.read(text), candidates))


def _all(reader: Reader) -> list[tuple[str, Candidates, list[Evidence]]]:
    return [(text, each, _read(reader, text, each)) for text in _TEXTS for each in _candidates()]


def _plain(found: list[Evidence]) -> list[object]:
    return [(piece.start, piece.end, piece.secret, piece.rivals.tolist()) for piece in found]


def says_what_it_is(reader: Reader) -> None:
    assert isinstance(reader, Reader)
    assert isinstance(reader.name, str)
    assert reader.name.strip()
    assert isinstance(getattr(reader, "remote", False), bool)
    within = getattr(reader, "within", None)
    assert within is None or 0 <= within < math.inf


def gives_pieces_of_the_text(reader: Reader) -> None:
    for text, _, found in _all(reader):
        assert all(isinstance(piece, Evidence) for piece in found)
        assert all(0 <= piece.start < piece.end <= len(text) for piece in found), text


def gives_bits_for_every_candidate(reader: Reader) -> None:
    for text, candidates, found in _all(reader):
        for piece in found:
            assert piece.rivals.shape == (len(candidates.rivals),), text
            assert np.isfinite(piece.rivals).all(), text
            assert math.isfinite(piece.secret), text
            assert min(piece.secret, *piece.rivals.tolist(), 0.0) == 0.0, "no piece speaks against a candidate"


def reads_the_same_again(reader: Reader) -> None:
    first = [_plain(found) for _, _, found in _all(reader)]
    again = [_plain(_read(reader, text, each)) for text in reversed(_TEXTS) for each in reversed(_candidates())]
    assert again == first[::-1], "one text tells of another"


def goes_by_no_order_of_rivals(reader: Reader) -> None:
    for text in _TEXTS:
        for each in _candidates():
            turned = Candidates(each.secret, each.rivals[::-1], each.above, each.named)
            told = [
                (piece.start, piece.end, piece.secret, piece.rivals[::-1].tolist())
                for piece in _read(reader, text, turned)
            ]
            assert told == _plain(_read(reader, text, each)), text


READER = (
    says_what_it_is,
    gives_pieces_of_the_text,
    gives_bits_for_every_candidate,
    reads_the_same_again,
    goes_by_no_order_of_rivals,
)
