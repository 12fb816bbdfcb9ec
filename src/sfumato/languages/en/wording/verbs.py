"""The form of a verb: what stands for "injected" must be in the past too."""

from __future__ import annotations

_IRREGULAR = {
    "be": ("was", "been"), "have": ("had", "had"), "do": ("did", "done"), "go": ("went", "gone"),
    "get": ("got", "got"), "make": ("made", "made"), "take": ("took", "taken"), "give": ("gave", "given"),
    "put": ("put", "put"), "keep": ("kept", "kept"), "hold": ("held", "held"), "let": ("let", "let"),
    "leave": ("left", "left"), "feel": ("felt", "felt"), "think": ("thought", "thought"), "say": ("said", "said"),
    "tell": ("told", "told"), "know": ("knew", "known"), "see": ("saw", "seen"), "hear": ("heard", "heard"),
    "find": ("found", "found"), "come": ("came", "come"), "become": ("became", "become"),
    "bring": ("brought", "brought"), "buy": ("bought", "bought"), "cut": ("cut", "cut"), "eat": ("ate", "eaten"),
    "drink": ("drank", "drunk"), "fall": ("fell", "fallen"), "fight": ("fought", "fought"),
    "grow": ("grew", "grown"), "hurt": ("hurt", "hurt"), "lead": ("led", "led"), "lose": ("lost", "lost"),
    "mean": ("meant", "meant"), "meet": ("met", "met"), "pay": ("paid", "paid"), "read": ("read", "read"),
    "run": ("ran", "run"), "sell": ("sold", "sold"), "send": ("sent", "sent"), "set": ("set", "set"),
    "show": ("showed", "shown"), "sit": ("sat", "sat"), "sleep": ("slept", "slept"), "speak": ("spoke", "spoken"),
    "spend": ("spent", "spent"), "stand": ("stood", "stood"), "steal": ("stole", "stolen"),
    "teach": ("taught", "taught"), "understand": ("understood", "understood"), "wear": ("wore", "worn"),
    "win": ("won", "won"), "write": ("wrote", "written"), "break": ("broke", "broken"), "choose": ("chose", "chosen"),
    "draw": ("drew", "drawn"), "drive": ("drove", "driven"), "throw": ("threw", "thrown"), "begin": ("began", "begun"),
    "shoot": ("shot", "shot"), "strike": ("struck", "struck"), "bear": ("bore", "borne"), "hit": ("hit", "hit"),
}  # fmt: skip
_PAST = {form: verb for verb, (past, participle) in _IRREGULAR.items() for form in (past, participle)}
_PARTICIPLES = {participle for past, participle in _IRREGULAR.values() if participle != past}
_VOWELS = "aeiou"
_ENDINGS = (("ied", "y"), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("es", ""), ("s", ""))


def conjugated(verb: str, like: str, *, participle: bool = False) -> str:
    """A verb, given as one finds it in a dictionary, in the form in which another one stands, maybe as a `participle`.

    >>> conjugated("consume", "drinks"), conjugated("take", "injecting"), conjugated("get", "acquired")
    ('consumes', 'taking', 'got')
    >>> conjugated("carry", "snorted"), conjugated("stop", "quitting"), conjugated("act", "drink")
    ('carried', 'stopping', 'act')
    >>> conjugated("go", "driven"), conjugated("go", "drove"), conjugated("go", "moved", participle=True)
    ('gone', 'went', 'gone')
    """
    head, space, rest = verb.partition(" ")
    seen = like.lower()
    if seen.endswith("ing") and len(seen) > 4:
        head = _with_vowel(head, "ing")
    elif seen.endswith("ed") or seen in _PAST:
        past = _IRREGULAR.get(head)
        head = past[participle or seen in _PARTICIPLES] if past else _with_vowel(head, "ed")
    elif seen.endswith("s") and not seen.endswith(("ss", "us")):
        head = _third_person(head)
    return head + space + rest


def bases(form: str) -> list[str]:
    """The verbs, as one finds them in a dictionary, of which a word may be a form, likelier ones first.

    >>> bases("drank"), bases("injected")[:2], bases("stopping")[:2]
    (['drink'], ['inject', 'injecte'], ['stopp', 'stop'])
    """
    word = form.lower()
    if word in _PAST:
        return [_PAST[word]]
    found = []
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word.removesuffix(ending) + put
            found.append(stem)
            if not put and len(stem) > 3 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return [*found, word]


def _third_person(verb: str) -> str:
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _with_vowel(verb: str, ending: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and len(verb) > 2:
        return verb[:-1] + ending
    if ending == "ed" and verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ied"
    short = len(verb) <= 4 and verb[-1:] not in _VOWELS + "wxy" and verb[-2:-1] in _VOWELS
    doubled = short and verb[-3:-2] not in _VOWELS and len(verb) > 2
    return verb + (verb[-1] if doubled else "") + ending
