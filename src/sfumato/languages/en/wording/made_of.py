"""What a name says by its own words that it names, where its last noun does not: "Orbo Ltd" is a company.

Short forms that end the names of companies and clubs, words of other languages for institutions and places, nouns that
stand before a name ("Camp", "Radio"), and what an award is given for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sfumato.languages.en.wording.frames import table

_ENDING = table("""
    organization company: inc ltd limited llc llp plc corp corporation gmbh ag s.a s.p.a spa bv b.v nv n.v ab oy a/s co
    organization company: holdings industries enterprises technologies motors electronics foods pharmaceuticals
    organization record-label: records recordings
    organization film-company: pictures films
    organization entertainment-company: entertainment
    organization airline: airlines airways
    organization football-club: fc f.c afc a.f.c cf
    organization rugby-club: rfc r.f.c
    organization sports-club: sc s.c
    organization broadcaster: tv television broadcasting
    organization publisher: books publishing publishers verlag
    organization railway-company: railways railroad
""")
"""What ends a name."""
_ANYWHERE = table("""
    organization university: universidad universidade università université universität universiteit universitet
    organization university: univerzita uniwersytet üniversitesi
    organization school: escuela escola école scuola schule sekolah skole szkoła okulu lycée liceo colegio collège
    organization institute: instituto institut istituto instytut
    organization academy: academia académie accademia akademie akademi akademia
    organization conservatory: conservatoire conservatorio konservatorium
    organization foundation: fundación fundação fondation fondazione stiftung fundacja
    organization association: asociación associação association associazione verein stowarzyszenie
    organization federation: federación federação fédération federazione verband
    organization agency: agencia agência agence agenzia
    organization ministry: ministerio ministério ministère ministero ministerium
    organization bank: banco banque banca
    organization party: partido parti partito partei partia
    organization orchestra: orquesta orquestra orchestre orchester orkester
    organization publisher: editorial ediciones éditions edizioni editions
    organization radio-station: radio
    organization channel: channel
    organization hospital: hôpital ospedale krankenhaus szpital
    place theater: théâtre teatro teatr theatre theater
    place museum: museo musée museu muzeum museum
    place library: biblioteca bibliothèque bibliothek biblioteka
    place church: église iglesia chiesa kirche igreja
    place castle: château castello schloss castillo castelo
    place palace: palazzo palais palacio palácio
    place stadium: estadio estádio stade stadio stadion arena
    place street: rue calle strada avenida
    place park: parc parque parco
    place lake: lago lac lake
    place mountain: mount
    place cape: cape
    place fort: fort
    place camp: camp
    place base: base
    place hotel: hotel hôtel
""")
"""What says, wherever it stands in a name of several words, what is meant."""
_FIELDS = table("""
    award acting-award: actor actress acting performance supporting
    award directing-award: director directing direction
    award writing-award: screenplay writing writer script
    award film-award: picture film movie feature documentary cinematography oscar oscars bafta césar
    award music-award: song album record single music vocal artist grammy grammys
    award television-award: television tv series emmy emmys
    award theater-award: play musical theatre theater tony
    award literary-award: novel book fiction poetry literature literary poem poet
    award military-award: gallantry valor valour cross bravery service
    award science-award: science chemistry physics mathematics medicine
    award sports-award: player coach mvp goal rookie athlete
""")
"""What an award is given for."""
_WORD = re.compile(r"[^\W\d_][\w./'’-]*")
_STATION = re.compile(r"\b[A-Z]{3,4}-(FM|AM|TV)\Z")
_LONG = 2  # words of a name in which a word of other languages tells


def made_of(name: str) -> Iterator[tuple[str, str]]:
    """The sorts and nouns that the words of a name tell, the likeliest first.

    >>> list(made_of("Orbo Records")), next(made_of("Universidad de Este"))
    ([('organization', 'record label')], ('organization', 'university'))
    >>> next(made_of("Golden Shell Award for Best Actress"))
    ('award', 'acting award')
    """
    if station := _STATION.search(name):
        yield "organization", f"{'television' if station[1] == 'TV' else 'radio'} station"
    words = [word.lower().rstrip(".") for word in _WORD.findall(name)]
    if len(words) < _LONG:
        return
    found = [_ENDING[words[-1]]] if words[-1] in _ENDING else []
    found += [_ANYWHERE[word] for word in words if word in _ANYWHERE]
    found += [_FIELDS[word] for word in reversed(words) if word in _FIELDS]
    yield from dict.fromkeys(found)
