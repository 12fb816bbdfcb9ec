"""Every format of sfumato keeps the contract."""

import json
import lzma

import pytest

from sfumato import contracts
from sfumato.io.formats.registry import active, formats
from sfumato.protocols import Format

FORMATS = {format.name: format for format in formats(active())}
ROWS = [{"id": "1", "text": "one", "title": "One"}, {"id": "2", "text": "two\u00e9", "title": ""}]
PAGE = "<page><title>Hay</title><ns>0</ns><id>7</id><revision><text>Dried grass.</text></revision></page>"


@pytest.fixture
def file(request, tmp_path):
    name = request.param
    if name == "parquet":
        pa = pytest.importorskip("pyarrow")
        pq = pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "c.parquet")
        return name, tmp_path / "c.parquet"
    content = {
        "text": "A letter.\n",
        "jsonl": "".join(json.dumps(row) + "\n" for row in ROWS),
        "csv": "id,text,title\n1,one,One\n2,two,\n",
        "mediawiki": f"<mediawiki>{PAGE}</mediawiki>",
    }[name]
    path = tmp_path / f"c.{name}.xz"
    path.write_bytes(lzma.compress(content.encode()))
    return name, path


@pytest.mark.parametrize("check", contracts.FORMAT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("file", FORMATS, indirect=True)
def test_format(check, file):
    name, path = file
    check(FORMATS[name], path)


def test_they_are_formats():
    assert all(isinstance(format, Format) for format in FORMATS.values())
