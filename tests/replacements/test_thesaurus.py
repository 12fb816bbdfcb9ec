"""What people say for a word if they say it less precisely."""

import numpy as np
import pytest

from sfumato.io.columns import Archive
from sfumato.replacements.thesaurus import _COLUMNS, KIND, NOUN, VERB, Thesaurus, embedded_thesaurus, read_lines, write


def test_written_and_read_again(tmp_path):
    lines = list(read_lines("n side | aspect, point : of a matter | part : of a body\nv stab | attack : with a knife"))
    write(tmp_path / "t.pack", lines, np.eye(2, 3), {})
    archive = Archive(tmp_path / "t.pack", KIND)
    thesaurus = Thesaurus({name: archive.column(name) for name in _COLUMNS})
    assert (NOUN, "side") in thesaurus
    assert (VERB, "side") not in thesaurus
    assert [said.wordings for said in thesaurus.of(NOUN, "side", "side", 0, 4)] == [("aspect", "point"), ("part",)]
    assert thesaurus.of(NOUN, "stab", "stab", 0, 4) == []


@pytest.mark.parametrize("line", ["side | aspect : of a matter", "n side", "x side | aspect : a"])
def test_other_lines_are_refused(line):
    with pytest.raises(ValueError, match="no word with its senses"):
        list(read_lines(line))


def test_the_sentence_chooses_the_sense():
    river, money = "They fished from the bank of the river.", "She has a loan from the bank for her house."
    near, far = (
        embedded_thesaurus().of(NOUN, "bank", text, at := text.index("bank"), at + 4) for text in (river, money)
    )
    assert near[0].wordings != far[0].wordings
    assert sum(said.sure for said in near) == pytest.approx(1.0)
