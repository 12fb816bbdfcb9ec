"""Whatever happens to a file on its way, reading it ends well or in one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sfumato.errors import InputError
from sfumato.taxonomies.readers import read

pytest.importorskip("fastobo")
pytest.importorskip("pyoxigraph")

SAMPLES = {
    "a.obo": "format-version: 1.4\n\n[Term]\nid: A:1\nname: ink\n\n[Term]\nid: A:2\nname: dye\nis_a: A:1\n",
    "a.ttl": "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:a> s:prefLabel 'a'; s:broader <u:b>.\n",
    "a.owl": '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:s="http://www.w3.org/2004/02/skos/core#">\n'
    '<s:Concept rdf:about="u:a"><s:prefLabel>ink</s:prefLabel></s:Concept></rdf:RDF>\n',
    "a.jsonld": '{"@id": "u:a", "http://www.w3.org/2004/02/skos/core#broader": {"@id": "u:b"}}',
    "structure.rdf.u8": '<RDF><Topic r:id="Top/Ink"><d:Title>Ink</d:Title></Topic></RDF>',
    "arx.csv": "blue;ink;*\nred;ink;*\n",
    "pairs.csv": 'child,parent,synonyms\n"blue",ink,azure|navy\n',
    "MRCONSO.RRF": "C1|ENG|P|L|PF|S|Y|A1||||AAA|PT|1|ink|0|N||\n",
    "cities500.txt": "1\tInk\tInk\t\t0\t0\tP\tPPL\tQQ\t\t1\t\t\t\t5\t\t\tT\t2099\n",
}


@pytest.mark.parametrize("name", SAMPLES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_files(tmp_path: Path, name: str, data: st.DataObject) -> None:
    content = bytearray(SAMPLES[name].encode())
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.binary(max_size=2) | st.sampled_from([b'"', b"\n", b"<"])
        )
    (tmp_path / "MRREL.RRF").write_text("")
    path = tmp_path / name
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    said = outcome(path)
    assert not said or said.startswith(str(tmp_path))
    assert "\n" not in said


def outcome(path: Path) -> str:
    """What is said of a file that cannot be read."""
    try:
        read(path)
    except InputError as error:
        return str(error)
    return ""
