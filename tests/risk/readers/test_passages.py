"""The crowd must hold for each paragraph, too: what one tells alone, the others may outweigh only together."""

import numpy as np

from sfumato.io.rivals import rivals_of
from sfumato.protocols import Resources
from sfumato.protocols.reading import Evidence
from sfumato.risk import CSanitized
from sfumato.risk.readers import Readers, read_by_all
from sfumato.risk.readers.people import People
from sfumato.types import Secret

WEAK, STRONG = "alpha", "omega"


class Letters:
    """A reader to whom one word speaks a little for the secret, and another more for its rivals."""

    name = "letters"

    def evidence(self, reading, candidates):
        bits = {WEAK: (1.0, 0.0), STRONG: (6.0, 12.0)}
        words = zip(reading.starts, reading.ends, reading.forms, strict=True)
        return [
            Evidence(start, end, bits[form][0], np.full(len(candidates.rivals), bits[form][1]))
            for start, end, form in words
            if form in bits
        ]


def crowd(text, pack, embedded, english):
    people = People(rivals_of([{"name": "Jane Roe"}, {"name": "Ann Reed"}]), Resources(pack, embedded, english))
    judge = CSanitized(pack, [Secret("Jane Roe", 1.5, ("jane roe",), ("Jane Roe",), "person")])
    reads = {each.reader: each for each in read_by_all(text, judge, readers=Readers((Letters(),), people))}
    return reads["letters"].crowd.size


def test_a_paragraph_that_tells_is_not_outweighed_by_another(pack, embedded, english):
    weak = " ".join([f"{WEAK}."] * 5)
    assert crowd(f"{weak} {STRONG}.", pack, embedded, english) == 1
    assert crowd(f"{weak}\n\n{STRONG}.", pack, embedded, english) == 0
