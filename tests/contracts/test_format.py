"""Every format of sfumato keeps the contract under every extension, compressed too."""

import lzma

import pytest

from sfumato import contracts
from sfumato.io.formats.registry import active, loaded

KNOWN = active()


@pytest.mark.parametrize("check", contracts.FORMAT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("suffix", [suffix for suffix in KNOWN if suffix not in (".parquet", ".pq")])
def test_compressed(check, suffix, tmp_path):
    format = loaded(KNOWN[suffix])
    path = tmp_path / f"c{suffix}.xz"
    path.write_bytes(lzma.compress(format.sample(suffix[1:])))
    check(format, path)
