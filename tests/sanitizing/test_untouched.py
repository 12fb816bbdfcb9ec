"""A text in which nothing is replaced comes out as it went in, byte for byte: a thousand texts of the worst sort.

Half are of ordinary words among odd marks, under the default profile; the others have characters of all scripts, run
together anyhow, which the default would take for unknown words.
"""

import random

import pytest

WORDS = (
    "the a of and or but not she he they it was is had went said saw then there after before with very slowly again "
    "water house morning road bread table window letter rain hand door tree green small cold warm"
).split()
SPACES = ["  ", "\t", "\n", "\n\n", "\r\n", "\r", "\v", "\f", "\x85", "\xa0", "\u2009", "\u2028", "\u2029", "\u3000"]
UNSEEN = ["\u200b", "\u200d", "\u2060", "\ufeff", "\xad", "\u202e", "\u202c", "\x00", "\x07", "\x1b", "\U000e0041"]
MARKS = [*"()[]{}<>“”‘’\"'«»„—–-…█\\|#,.;:!?&", "...", "***", "&amp;", "--", "’s", "[...]", "``", "''"]
LETTERS = ["e\u0301", "\u0301", "\u0323\u0307", "न्", "각", "ﬁ", "Ǆ", "ß", "İ", "ı", "😀", "👩\u200d🚀", "🇵🇹", "\ud800"]
ODD = [*SPACES, *UNSEEN, *MARKS, *LETTERS]


def ordinary(draw):
    """Words that are known, each between spaces of some sort, with marks about them."""
    pieces = [draw.choice(["", "\ufeff", " ", "\r\n"])]
    for _ in range(draw.randrange(12)):
        around = draw.choice(MARKS), draw.choice(WORDS), draw.choice(MARKS)
        pieces += [draw.choice([draw.choice(WORDS), "".join(around), draw.choice(MARKS)]), draw.choice([" ", *SPACES])]
    return "".join(pieces)


def anything(draw):
    """Words, marks and characters from anywhere, as often as not with nothing between them."""
    pieces = [draw.choice(["", "\ufeff"])]
    for _ in range(draw.randrange(20)):
        point = chr(draw.choice([draw.randrange(0x250), draw.randrange(0x3000), draw.randrange(0x20000)]))
        pieces += [draw.choice([draw.choice(WORDS), draw.choice(ODD), point]), draw.choice(["", " "])]
    return "".join(pieces)


@pytest.mark.parametrize(
    ("make", "settings"),
    [(ordinary, {}), (anything, {"identifying": "never", "unknown": "keep"})],
    ids=["ordinary words", "anything"],
)
def test_a_text_in_which_nothing_is_replaced_comes_out_byte_for_byte(real, make, settings):
    made = real("xeroderma pigmentosum", **settings)
    draw = random.Random(1)
    untouched = tried = 0
    while untouched < 500:
        text = make(draw)
        result = made(text)
        tried += 1
        if not result.replacements:
            untouched += 1
            assert result.text.encode("utf-8", "surrogatepass") == text.encode("utf-8", "surrogatepass")
        assert tried < 1_000, "too many texts have words that are replaced"
