"""Whether a text is plainly of another language than the one it is to be read in.

What a language cannot read it does not hide. Function words tell: about four of ten words of any English text are of
the few hundred that it knows as such, and hardly any of a German one, which has those of its own. Where there are too
few sentences to tell (short texts, lists of names, tables), nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter

from sfumato.errors import InputError
from sfumato.languages.folding import Folded
from sfumato.protocols import Language

_MOST = 50_000  # characters that are looked at: enough to tell
_WORD = re.compile(r"[^\W\d_]+")
_WORDS = 20  # of running text, in small letters, from which something can be told
_LETTERS = 60  # the same in scripts that may put no space between words
_RUNNING = 0.5  # of all words are in small letters at least: a list of names is no running text
_FOREIGN = 0.2  # of the letters are of another script at most, where look-alikes are taken for the own
_SHARE = 0.15  # of the words are function words of another language at least
_TIMES = 2  # as many as of the own
_DISTINCT = 5  # different ones at least, and as many other words

# The commonest function words, which are the same in texts of any kind, without accents.
_FUNCTION_WORDS = {
    "English": (
        "the and of to in is was that for with as on at by this from it he she are his her be have not or which"
    ),
    "German": (
        "der die das und ist nicht mit den dem ein eine einer einem einen von zu sich auf fur im auch es er "
        "sie ich wir ihr als wie bei nach wurde haben hat sind dass aus noch kein keine sein seine seit uber "
        "oder wenn aber zum"
    ),
    "French": (
        "le la les des et est une un du que qui dans pour pas sur au avec il elle ce cette son sa ses par "
        "plus ne se sont vous nous je mais ou aux ont ete etait comme leur depuis votre notre"
    ),
    "Spanish": (
        "el la los las de que y en un una por con del se no al lo es su para como mas pero sus le ha esta fue "
        "muy desde cuando sin sobre tambien hasta usted nos este son"
    ),
    "Italian": (
        "il la di che e un una per non con del della sono le dei si da gli lo al alla nel nella anche come ma "
        "piu suo sua stato stata questo questa ha ho essere dal dalla delle"
    ),
    "Portuguese": (
        "de que o os as um uma para com nao do da dos das em no na por mais se ao foi sua seu como mas ele "
        "ela tem pelo pela ou quando muito nos esta desde ate sem"
    ),
    "Dutch": (
        "de het een van en dat niet zijn op te met voor er aan om ook als maar naar hij zij ze ik je wij werd "
        "heeft hebben wordt bij uit nog door over deze dit geen"
    ),
    "Swedish": (
        "och att det som en ett den av for med till pa inte har jag ar var han hon de vi om fran men sig kan "
        "eller hade efter utan"
    ),
    "Danish or Norwegian": (
        "og at det som en et den af av for med til pa ikke har jeg er var han hun de vi om fra men sig seg "
        "kan eller havde hadde efter etter"
    ),
    "Polish": (
        "i w z na nie sie do jest ze to od po za przez jak ale oraz jego jej byl byla dla przy ktory ktora czy tego tym"
    ),
    "Czech or Slovak": (
        "a v na se je ze s z do o k i pro za ve by si po od jako ale jeho jeji byl byla pri ktery ktera ktory aj sa som"
    ),
    "Croatian or Serbian": "i u je na se da za su s od kao ne koji koja koje ili ali iz nije bio bila sam po sa",
    "Romanian": "si de in la cu nu un o pe a din care este pentru sa se mai ca au fost al lui prin sau dar",
    "Hungarian": "a az es hogy nem egy is volt meg de mint ezt azt vagy csak ha mar ki be el kell",
    "Finnish": "ja on ei se etta oli han ovat mutta joka kun niin myos tai ole hanen kuin sen jo vain",
    "Turkish": "ve bir bu da de icin ile olarak cok daha olan gibi sonra kadar ne ama en var olduğu oldu",
    "Indonesian or Malay": (
        "yang dan di ini dengan untuk dari dalam tidak pada akan juga itu ke oleh saya sebagai adalah telah"
    ),
    "Latin": "et in est non ad ut cum quod sed ex sunt qui quae per ab si de aut nec enim",
    "Vietnamese": "va la cua co trong khong cho mot nhung duoc nguoi voi cac den nay khi tu da",
}
_OTHERS = {name: frozenset(Folded(words).text.split()) for name, words in _FUNCTION_WORDS.items()}


def check_language(text: str, language: Language) -> None:
    """Refuses a text that is plainly of another language than this."""
    other = another_language(text, language)
    if other:
        raise InputError(
            f"the text is plainly {other}, not of the language that it would be read in ({language.name}): what it "
            "tells would not be found",
            code="another-language",
        )


def another_language(text: str, language: Language) -> str:
    """What a text is plainly written in instead of this language, in words; nothing if it may be of this one.

    >>> from sfumato.languages import load
    >>> text = ("Ich bin seit drei Jahren wegen einer Infektion in Behandlung und nehme jeden Tag meine Tabletten, "
    ...     "aber es geht mir nicht gut, weil ich sie nicht vertrage und oft nicht schlafe.")
    >>> another_language(text, load("en"))
    'German'
    """
    folded = Folded(text[:_MOST]).text
    letters = [c for c in folded if c.isalpha()]
    odd = sum(c.lower() not in language.alphabet for c in letters)
    if len(letters) >= _LETTERS and odd > _FOREIGN * len(letters):
        return "of another script"
    words = _WORD.findall(folded)
    if sum(map(str.isupper, letters)) > len(letters) / 2:
        words = [word.lower() for word in words]
    running = Counter(word for word in words if word.islower() and len(word) > 1)
    number = running.total()
    if number < max(_WORDS, _RUNNING * len(words)):
        return ""
    own = sum(running[word] for word in running if word in language.stop_words)
    name, share = _likeliest(running, language)
    return name if share >= _SHARE * number and share >= _TIMES * own else ""


def _likeliest(running: Counter[str], language: Language) -> tuple[str, int]:
    """The other language that most words are function words of, and how many are."""
    found = [("", 0)]
    for name, words in _OTHERS.items():
        here = [word for word in running if word in words and word not in language.stop_words]
        if min(len(here), len(running) - len(here)) >= _DISTINCT:
            found.append((name, sum(running[word] for word in here)))
    return max(found, key=lambda each: each[1])
