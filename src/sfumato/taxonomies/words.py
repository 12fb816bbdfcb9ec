"""Which words of names are words of the language, too."""

from __future__ import annotations

from sfumato.protocols import Taxonomy


def is_word(name: str, taxonomy: Taxonomy) -> bool:
    """Whether a taxonomy has the word or phrase in small letters: "Rose" is one, "Okonkwo" and "Mary" are none."""
    language = taxonomy.language
    form = language.normal_form(name)
    if not form or form in language.stop_words:
        return True
    if _in_small_letters(form, taxonomy):
        return True
    return " " not in form and any(_in_small_letters(base, taxonomy, ":v.") for base in language.wording.bases(form))


def _in_small_letters(form: str, taxonomy: Taxonomy, of: str = "") -> bool:
    normal_form = taxonomy.language.normal_form
    return any(
        normal_form(label) == form and label.islower()
        for sense in taxonomy.senses(form)
        if of in sense.id
        for label in taxonomy.labels(sense)
    )


def is_mere_word(name: str, taxonomy: Taxonomy) -> bool:
    """Whether a taxonomy has the word or phrase in small letters and never as a name: "Actor", not "Rose"."""
    return is_word(name, taxonomy) and not is_name_too(name, taxonomy)


def is_name_too(word: str, taxonomy: Taxonomy) -> bool:
    """Whether a taxonomy has the word with a capital, as the name of somebody or something: "Young", not "Robotics"."""
    normal_form = taxonomy.language.normal_form
    form = normal_form(word)
    return any(
        normal_form(label) == form and label[0].isupper() and not label.isupper()
        for sense in taxonomy.senses(form)
        for label in taxonomy.labels(sense)
    )
