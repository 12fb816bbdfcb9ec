"""Spark as it is: sessions in processes of their own, since one process has one session, and Java is slow to start."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

TEXTS = (
    "He takes zidovudine for HIV.",
    None,
    "His mother was treated for breast cancer in Miami.",
    "",
    "He has HIV.\0",
    "The CD4 count is low; Kaposi's sarcoma was found.",
    "She sleeps well, and has no complaints.",
)
ROWS = 70
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.compress": "false",
    "spark.eventLog.rolling.enabled": "false",
    "spark.python.daemon.module": "sfumato.spark.daemon",
}


def environment(folder: Path) -> dict[str, str]:
    """What Spark's processes are started with: our Python and sources, one cache, no other address than loopback."""
    return {
        **os.environ,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "SPARK_WORKER_DIR": str(folder / "work"),
        "SPARK_NO_DAEMONIZE": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONWARNINGS": "ignore",
    }


class Cluster:
    """A way to run Spark, and the folder that all it writes lies in."""

    def __init__(self, folder: Path, *, master: str = "", remote: str = "") -> None:
        self.folder, self.master, self.remote = folder, master, remote
        self.folder.mkdir(exist_ok=True)
        (self.folder / "events").mkdir(exist_ok=True)

    def start(self, code: str, *arguments: object, **settings: str) -> subprocess.Popen:
        """Starts a program over a session `spark`; what it prints last is JSON."""
        given = SETTINGS | {"spark.eventLog.dir": f"file://{self.folder}/events"} | settings
        where = f'.remote("{self.remote}")' if self.remote else f'.master("{self.master}")'
        head = (
            "import json, sys\nfrom pyspark.sql import SparkSession, functions as f\n"
            f"builder = SparkSession.builder\nfor each in {given!r}.items():\n    builder = builder.config(*each)\n"
            f"spark = builder{where}.getOrCreate()\nimport sfumato.spark\n"
        )
        command = [sys.executable, "-c", head + code + "\nspark.stop()\n", *map(str, arguments)]
        env = environment(self.folder)
        with self.log.open("w") as log:  # a pipe that nobody reads may fill
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env=env
            )

    @property
    def log(self) -> Path:
        """What the driver says."""
        return self.folder / "driver.log"

    def run(self, code: str, *arguments: object, **settings: str) -> object:
        """What a program that was started printed last."""
        process = self.start(code, *arguments, **settings)
        out, _ = process.communicate(timeout=500)
        assert process.returncode == 0, self.log.read_text()[-4000:]
        return json.loads(out.splitlines()[-1])

    def events(self) -> list[dict]:
        """What the event log has."""
        logs = [path for path in (self.folder / "events").rglob("*") if path.is_file() and "crc" not in path.name]
        return [json.loads(line) for path in logs for line in path.read_text().splitlines()]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="session")
def spark_is_here():
    """Skips what needs Spark where it cannot run."""
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'sfumato[spark]'")
    if not shutil.which("java"):
        pytest.skip("there is no Java here, which Spark runs on")


@pytest.fixture(scope="session")
def local(spark_is_here, tmp_path_factory):
    """Two cores of this machine."""
    return Cluster(tmp_path_factory.mktemp("local") / "spark", master="local[2]")


@pytest.fixture(scope="session")
def connect(spark_is_here, tmp_path_factory):
    """A server of Spark Connect within a process."""
    return Cluster(tmp_path_factory.mktemp("connect") / "spark", remote="local[2]")


@pytest.fixture(scope="session")
def standalone(spark_is_here, tmp_path_factory):
    """A master and two workers in processes of their own on loopback, an executor each."""
    import pyspark

    folder = tmp_path_factory.mktemp("standalone") / "spark"
    folder.mkdir()
    port = free_port()
    env = environment(folder)
    program = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    deploy = "org.apache.spark.deploy"
    commands = [[f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", 0]]
    for _ in range(2):
        work = ["--host", "127.0.0.1", "--webui-port", 0, "--cores", 1, "--memory", "1g", f"spark://127.0.0.1:{port}"]
        commands.append([f"{deploy}.worker.Worker", *work])
    processes = []
    try:
        for number, command in enumerate(commands):
            log = (folder / f"daemon-{number}.log").open("w")
            processes.append(subprocess.Popen([program, *map(str, command)], stdout=log, stderr=log, env=env))
        said = folder / "daemon-0.log"
        for _ in range(240):
            if said.read_text().count("Registering worker") == 2:
                break
            time.sleep(0.25)
        else:
            raise AssertionError(said.read_text()[-2000:])
        yield Cluster(folder, master=f"spark://127.0.0.1:{port}")
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)


@pytest.fixture(scope="session")
def notes(tmp_path_factory):
    """A file of Parquet with notes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("notes") / "notes.parquet"
    texts = [TEXTS[at % len(TEXTS)] for at in range(ROWS)]
    pq.write_table(pa.table({"id": list(range(ROWS)), "note": texts, "ward": [at % 3 for at in range(ROWS)]}), path)
    return path


@pytest.fixture(scope="session")
def here(engine, notes):
    """What becomes of them on one machine, by id."""
    import pyarrow as pa

    from sfumato.io.parquet import batches_of
    from sfumato.service import SanitizeRequest
    from sfumato.service.arrow import Columns, sanitize_batches

    request = SanitizeRequest(text="", hide=("HIV",))
    made = sanitize_batches(engine, request, batches_of(notes), Columns(text="note", id="id"))
    return json.loads(json.dumps(pa.Table.from_batches(made).to_pylist()))
