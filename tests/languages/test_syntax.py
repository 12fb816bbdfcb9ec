"""The grammar of a text, at its places in the document."""

from sfumato.languages import load
from sfumato.types import Document, Syntax

TEXT = "Dr\u200b Smith met the old actor.\n\nShe left."


def said(syntax, word):
    return TEXT[syntax.starts[word] : syntax.ends[word]]


def test_words_stand_where_they_stand():
    syntax = load().syntax(TEXT)
    assert [said(syntax, at).replace("\u200b", "") for at in range(3)] == ["Dr", "Smith", "met"]
    assert syntax.ends[-1] == len(TEXT)


def test_phrases_and_sentences():
    syntax = load().syntax(TEXT)
    actor = next(at for at in range(len(syntax)) if said(syntax, at) == "actor")
    first, last, head = syntax.phrase_of(actor)
    assert (said(syntax, first), head, last) == ("the", actor, actor + 1)
    assert syntax.root(actor) != syntax.root(len(syntax) - 2)
    assert actor in syntax.whole(syntax.root(actor))


def test_it_is_the_same_whether_remembered_or_not():
    language = load()
    language.terms(Document("1", TEXT))
    remembered = language.syntax(TEXT)
    for at in range(3_000):  # others take its place
        language._parser._grammar.put(f"{at}", Syntax())
    assert language.syntax(TEXT) == remembered
