"""What is written of the traps, looked at by programs that are not ours, where they are installed."""

import shutil
import subprocess

import pytest

from tests.scripts.test_traps import FOLDED, TRAPS, plain, rewritten

ZIPPED = (".docx", ".xlsx", ".odt")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder with what is written of each trap."""
    folder = tmp_path_factory.mktemp("written")
    for name, trap in TRAPS.items():
        (folder / f"{name}{trap.suffix}").write_bytes(rewritten(trap)[1])
    return folder


def needs(program):
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def of_kind(folder, *suffixes):
    return sorted(str(path) for path in folder.iterdir() if path.suffix in suffixes)


@needs("7z")
def test_what_7z_unpacks(written, tmp_path):
    for file in of_kind(written, *ZIPPED):
        target = tmp_path / file.rpartition("/")[2]
        subprocess.run(["7z", "x", "-y", f"-o{target}", file], check=True, capture_output=True)
        for path in target.rglob("*"):
            said = path.read_bytes() if path.is_file() else b""
            assert FOLDED.encode() not in said.replace(b"\0", b"").lower(), path
            assert FOLDED not in path.name.lower()


@needs("exiftool")
def test_what_exiftool_tells(written):
    told = subprocess.run(["exiftool", "-a", "-u", "-ee", "-s", str(written)], capture_output=True, check=False).stdout
    said = [line for line in told.decode("utf-8", "replace").splitlines() if not line.startswith(("FileName", "===="))]
    assert [line for line in said if FOLDED in plain(line)] == []


@needs("soffice")
def test_what_libreoffice_shows(written, tmp_path):
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    files = [file for file in of_kind(written, ".docx", ".odt", ".rtf") if "chart" not in file]  # too bare for it
    command = ["soffice", "--headless", profile, "--convert-to", "txt:Text", "--outdir", str(tmp_path), *files]
    subprocess.run(command, check=True, capture_output=True, timeout=500)
    shown = sorted(tmp_path.glob("*.txt"))
    assert len(shown) == len(files), "every document should open"
    for path in shown:
        assert FOLDED not in plain(path.read_text(encoding="utf-8-sig", errors="replace")), path.name
