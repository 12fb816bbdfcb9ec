"""Releases of several files: SNOMED CT, UMLS, RxNorm, GeoNames. All concepts are invented."""

from __future__ import annotations

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from sfumato.errors import InputError
from sfumato.taxonomies.hierarchy import Hierarchy
from sfumato.taxonomies.readers import detect, read

IS_A, PART_OF = "116680003", "123005000"
FSN, SYNONYM = "900000000000003001", "900000000000013009"
US, GB, PREFERRED, ACCEPTABLE = (f"9000000000005{n}" for n in ("09007", "08004", "48007", "49004"))


def table(header: str, rows: str) -> str:
    return "\n".join("\t".join(line.split("|")) for line in [header, *rows.strip().splitlines()]) + "\n"


RF2 = {
    "sct2_Concept_Snapshot_INT_20990101.txt": table(
        "id|effectiveTime|active|moduleId|definitionStatusId",
        "138875005|2099|1|m|d\n1|2099|1|m|d\n2|2099|1|m|d\n3|2099|1|m|d\n4|2099|0|m|d",
    ),
    "sct2_Description_Snapshot-en_INT_20990101.txt": table(
        "id|effectiveTime|active|moduleId|conceptId|languageCode|typeId|term|caseSignificanceId",
        f"10|2099|1|m|138875005|en|{FSN}|Everything (root)|c\n"
        f"11|2099|1|m|1|en|{FSN}|Moon fever (disorder)|c\n"
        f"12|2099|1|m|1|en|{SYNONYM}|Lunar fever|c\n"
        f"13|2099|1|m|1|en|{SYNONYM}|Moon ague|c\n"
        f"14|2099|0|m|1|en|{SYNONYM}|Gone ague|c\n"
        f"15|2099|1|m|1|es|{SYNONYM}|Fiebre lunar|c\n"
        f"16|2099|1|m|2|en|{FSN}|Blue moon fever (acute) (disorder)|c\n"
        f"17|2099|1|m|3|en|{FSN}|Moon (body structure)|c",
    ),
    "sct2_Relationship_Snapshot_INT_20990101.txt": table(
        "id|effectiveTime|active|moduleId|sourceId|destinationId|relationshipGroup|typeId|characteristicTypeId|modifierId",
        f"20|2099|1|m|1|138875005|0|{IS_A}|c|m\n"
        f"21|2099|1|m|2|1|0|{IS_A}|c|m\n"
        f"22|2099|1|m|2|3|0|{PART_OF}|c|m\n"
        f"23|2099|0|m|2|3|0|{IS_A}|c|m\n"
        f"24|2099|1|m|3|138875005|0|{IS_A}|c|m",
    ),
}
LANGUAGE = {
    "der2_cRefset_LanguageSnapshot-en_INT_20990101.txt": table(
        "id|effectiveTime|active|moduleId|refsetId|referencedComponentId|acceptabilityId",
        f"a|2099|1|m|{US}|12|{PREFERRED}\nb|2099|1|m|{US}|13|{ACCEPTABLE}\nc|2099|1|m|{GB}|13|{PREFERRED}",
    )
}


def folder(path: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        file = path / "Snapshot" / "Terminology" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return path


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"release/{name}", content)
    return path


def names(hierarchy: Hierarchy, label: str) -> list[str]:
    (concept,) = hierarchy.senses(label)
    return hierarchy.labels(concept)


def above(hierarchy: Hierarchy, label: str) -> list[str]:
    concept = hierarchy.senses(label)[0]
    return sorted(parent.label for parent in hierarchy.parents(concept))


def message(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- SNOMED CT ---


@pytest.mark.parametrize("pack", [folder, zipped])
def test_rf2(tmp_path: Path, pack: object) -> None:
    path = pack(tmp_path / "release.zip", RF2)  # type: ignore[operator]
    assert detect(path) == "rf2"
    snomed = read(path)
    assert snomed.name == "release"
    assert len(snomed) == 4
    assert names(snomed, "lunar fever") == ["Moon fever", "Lunar fever", "Moon ague"]
    assert above(snomed, "blue moon fever (acute)") == ["Moon fever"]
    assert [c.id for c in snomed if c.grouping] == ["snomed:138875005"]


def test_rf2_prefers_what_the_language_set_prefers(tmp_path: Path) -> None:
    path = folder(tmp_path, RF2 | LANGUAGE)
    assert names(read(path), "moon fever")[0] == "Lunar fever"
    assert names(read(path, refset=GB), "moon fever")[0] == "Moon ague"
    assert names(read(path, language="es"), "fiebre lunar") == ["Fiebre lunar"]


def test_bad_rf2(tmp_path: Path) -> None:
    relationships = "sct2_Relationship_Snapshot_INT_20990101.txt"
    concepts = "sct2_Concept_Snapshot_INT_20990101.txt"
    missing = folder(tmp_path / "missing", {name: text for name, text in RF2.items() if name != relationships})
    assert "missing: the release has no Snapshot relationship file" in message(missing)
    full = folder(tmp_path / "full", {concepts.replace("Snapshot", "Full"): RF2[concepts]})
    assert "the release has no Snapshot concept file" in message(full)
    short = folder(tmp_path / "short", RF2 | {concepts: RF2[concepts] + "5\t2099\n"})
    assert f"{concepts}: line 7: 2 fields where 5 are needed" in message(short)
    foreign = folder(tmp_path / "foreign", RF2 | {concepts: "id\tname\n"})
    assert f"{concepts}: line 1: no column active" in message(foreign)
    circle = table("", f"25|2099|1|m|1|2|0|{IS_A}|c|m")
    turned = folder(tmp_path / "turned", RF2 | {relationships: RF2[relationships] + circle})
    assert message(turned) == f"{turned}: the parents form a cycle: snomed:1 -> snomed:2 -> snomed:1"
    cut = zipped(tmp_path / "whole.zip", RF2).read_bytes()[:-200]
    (tmp_path / "cut.zip").write_bytes(cut)
    assert "cut.zip: compressed data is damaged or truncated" in message(tmp_path / "cut.zip")
    latin = folder(tmp_path / "latin", RF2) / "Snapshot" / "Terminology" / concepts
    latin.write_bytes(RF2[concepts].encode() + b"\xe9\n")
    assert f"{concepts}: line 7: not UTF-8" in message(tmp_path / "latin")


# --- UMLS and RxNorm ---


def atom(concept: str, atom: str, source: str, kind: str, text: str, *, best: bool = False, lat: str = "ENG") -> str:
    flags = ("P", "L", "PF", "S", "Y") if best else ("S", "L", "VO", "S", "N")
    suppressed = "O" if text.startswith("Old") else "N"
    return "|".join([concept, lat, *flags, atom, "", "", "", source, kind, "code", text, "0", suppressed, "", ""])


def relation(first: str, kind: str, second: str, source: str, finer: str = "") -> str:
    return "|".join([first, "", "CUI", kind, second, "", "CUI", finer, "R", "", source, source, "", "", "N", "", ""])


CONSO = [
    atom("C1", "A1", "AAA", "SY", "Moon ague"),
    atom("C1", "A2", "AAA", "PT", "Moon fever", best=True),
    atom("C1", "A3", "BBB", "PT", "Febris lunae", lat="LAT"),
    atom("C1", "A4", "AAA", "PT", "Old moon fever"),
    atom("C2", "A5", "AAA", "PT", "Fever", best=True),
    atom("C3", "A6", "BBB", "PT", "Heat", best=True),
]
REL = [
    relation("C1", "PAR", "C2", "AAA"),
    relation("C3", "CHD", "C2", "BBB"),
    relation("C1", "RO", "C3", "AAA"),
    relation("C1", "PAR", "C1", "AAA"),
]


def rrf(path: Path, **files: list[str]) -> Path:
    path.mkdir()
    for name, rows in files.items():
        (path / f"{name}.RRF").write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    return path


def test_umls(tmp_path: Path) -> None:
    path = rrf(tmp_path / "META", MRCONSO=CONSO, MRREL=REL)
    umls = read(path)
    assert names(umls, "moon fever") == ["Moon fever", "Moon ague"]
    assert above(umls, "moon fever") == ["Fever"]
    assert above(umls, "fever") == ["Heat"]
    assert umls.concept("umls:C1").label == "Moon fever"
    one = read(path / "MRCONSO.RRF", sources=["AAA"])
    assert len(one) == 2
    assert above(one, "fever") == []


def test_umls_by_atoms(tmp_path: Path) -> None:
    path = rrf(tmp_path / "META", MRCONSO=CONSO, MRHIER=["C1|A2|1|A5|AAA||A6.A5|||", "C2|A5|1|A6|AAA||A6|||"])
    assert above(read(path), "moon fever") == ["Fever"]


def test_rxnorm(tmp_path: Path) -> None:
    names_ = [
        atom("1", "11", "SOURCE", "SU", "MOONIC ACID"),
        atom("1", "12", "RXNORM", "IN", "moonic acid"),
        atom("2", "13", "RXNORM", "BN", "Lunex"),
        atom("3", "14", "RXNORM", "DF", "acid"),
    ]
    relations = [
        relation("1", "RO", "2", "RXNORM", "tradename_of"),
        relation("3", "RN", "1", "RXNORM", "isa"),
    ]
    path = rrf(tmp_path / "rrf", RXNCONSO=names_, RXNREL=relations)
    rxnorm = read(path)
    assert rxnorm.concept("rxnorm:1").label == "moonic acid"
    assert above(rxnorm, "lunex") == ["moonic acid"]
    assert above(rxnorm, "moonic acid") == ["acid"]


def test_bad_rrf(tmp_path: Path) -> None:
    assert "the release has no relations" in message(rrf(tmp_path / "a", MRCONSO=CONSO))
    assert "the release has no names" in message(rrf(tmp_path / "b", MRREL=REL))
    short = rrf(tmp_path / "c", MRCONSO=[*CONSO, "C9|ENG"], MRREL=REL)
    assert "MRCONSO.RRF: line 7: 2 fields where 17 are needed" in message(short)
    circle = rrf(tmp_path / "d", MRCONSO=CONSO, MRREL=[*REL, relation("C2", "PAR", "C1", "AAA")])
    assert f"{circle}: the parents form a cycle: umls:C1 -> umls:C2 -> umls:C1" in message(circle)


# --- GeoNames ---


def place(id: int, name: str, kind: str, codes: str, people: int = 0, also: str = "") -> str:
    feature, code = kind.split(".")
    country, *divisions = codes.split(".")
    admin = (divisions + [""] * 4)[:4]
    row = [
        id,
        name,
        name,
        also,
        "0.0",
        "0.0",
        feature,
        code,
        country,
        "",
        *admin,
        people,
        "",
        "",
        "T",
        "2099",
    ]
    return "\t".join(map(str, row))


COUNTRY = "\t".join(["QQ", "QQQ", "0", "QQ", "Quillonia", "Port Quill", "1", "2", "EU", *["x"] * 7, "1", "", ""])


def dump(path: Path, **files: list[str]) -> Path:
    path.mkdir(exist_ok=True)
    for name, rows in files.items():
        (path / f"{name}.txt").write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    return path


def test_geonames_with_its_own_divisions(tmp_path: Path) -> None:
    places = [
        place(1, "Quillonia", "A.PCLI", "QQ.00", 9000),
        place(2, "Westquill", "A.ADM1", "QQ.01", 500),
        place(3, "Inkshire", "A.ADM2", "QQ.01.7", 200),
        place(4, "Port Quill", "P.PPLC", "QQ.01.7", 100, "Portus Pennae,PQ,Порт"),
        place(5, "Lake Blot", "H.LK", "QQ.01"),
        place(6, "Old Westquill", "A.ADM1H", "QQ.01"),
        place(7, "Dockside", "P.PPLX", "QQ.01.7"),
    ]
    path = dump(tmp_path / "geo", allCountries=places, hierarchy=["4\t7\t"])
    geo = read(path)
    assert names(geo, "port quill") == ["Port Quill", "Portus Pennae"]
    assert above(geo, "port quill") == ["Inkshire", "populated place"]
    assert above(geo, "dockside") == ["Port Quill", "populated place"]
    assert above(geo, "lake blot") == ["Westquill", "body of water"]
    assert not geo.senses("Old Westquill")
    port = geo.senses("port quill")[0]
    assert ["Inkshire", "Westquill", "Quillonia", "administrative region"] in [
        [concept.label for concept in path] for path in geo.paths(port)
    ]
    bare = read(path / "allCountries.txt", kinds=False, alternates=False)
    assert names(bare, "port quill") == ["Port Quill"]
    assert above(bare, "quillonia") == []


def test_geonames_cities_with_code_files(tmp_path: Path) -> None:
    cities = [place(4, "Port Quill", "P.PPLC", "QQ.01.7", 100), place(8, "Port Quill", "P.PPL", "QQ.02", 900)]
    path = dump(
        tmp_path / "geo",
        cities500=cities,
        admin1CodesASCII=["QQ.01\tWestquill\tWestquill\t2"],
        countryInfo=["# ISO\tand so on", COUNTRY],
    )
    geo = read(path, kinds=False)
    assert [concept.id for concept in geo.senses("Port Quill")] == ["geonames:8", "geonames:4"]
    (up,) = geo.paths(geo.concept("geonames:4"))
    assert [concept.label for concept in up] == ["Westquill", "Quillonia", "Europe"]
    assert [p.label for p in geo.parents(geo.concept("geonames:8"))] == ["Quillonia"]
    (path / "cities500.txt.gz").write_bytes(gzip.compress((path / "cities500.txt").read_bytes()))
    (path / "cities500.txt").unlink()
    assert len(read(path / "cities500.txt.gz", kinds=False)) == len(geo)
    with zipfile.ZipFile(path / "cities500.zip", "w") as archive:
        archive.writestr("cities500.txt", "\n".join(cities))
    assert len(read(path / "cities500.zip", kinds=False)) == len(geo)


def test_a_region_whose_codes_name_its_own_part(tmp_path: Path) -> None:
    places = [
        place(1, "Quillonia", "A.PCLI", "QQ.00"),
        place(2, "Westquill", "A.ADM1", "QQ.01"),
        place(9, "Greater Quill", "L.RGN", "QQ.01"),
    ]
    geo = read(dump(tmp_path / "geo", QQ=places, hierarchy=["9\t2\tADM"]), kinds=False)
    assert above(geo, "westquill") == ["Greater Quill"]
    assert above(geo, "greater quill") == ["Quillonia"]


def test_bad_geonames(tmp_path: Path) -> None:
    path = dump(tmp_path / "geo", cities500=[place(4, "Port Quill", "P.PPLC", "QQ.01.7"), "5\tshort"])
    assert "cities500.txt: line 2: 2 fields where 19 are needed" in message(path)
    with pytest.raises(InputError, match=r"empty\.txt: no concepts found"):
        read(dump(tmp_path / "e", empty=[]) / "empty.txt", "geonames")


@pytest.mark.parametrize("name", ["cities500.txt", "allCountries.txt", "ES.txt", "cities500.txt.gz"])
def test_geonames_by_its_name(tmp_path: Path, name: str) -> None:
    content = b"Quill\tBird\n"
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert f"{name}: line 1: 2 fields where GeoNames, as it is by its name, has 19" in message(path)
    assert len(read(path, "pairs")) == 2


# --- what is none of them ---


def test_folders_and_files_that_are_no_release(tmp_path: Path) -> None:
    assert f"{tmp_path}: no SNOMED CT, UMLS" in message(tmp_path)
    assert "none.obo: no such file" in message(tmp_path / "none.obo")
    with pytest.raises(InputError, match="none: no such file or folder"):
        read(tmp_path / "none", "rf2")


def test_pipes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    assert "pipe.csv: not a file that can be read twice" in message(tmp_path / "pipe.csv")
    os.mkfifo(tmp_path / "MRCONSO.RRF")
    assert "no SNOMED CT, UMLS" in message(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every folder")
def test_a_release_with_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0)
    try:
        assert "closed: cannot be read" in message(tmp_path)
    finally:
        closed.chmod(0o700)
