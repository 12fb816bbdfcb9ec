"""Whole jobs: spark-submit writes files and a manifest, and verifying finds whatever was changed since."""

import json
import shutil
import stat
import subprocess
from pathlib import Path

import sfumato.spark.submit as submit
from sfumato.service import SanitizeRequest
from sfumato.service.arrow import Columns
from sfumato.service.manifest import Manifest
from sfumato.service.streams import sanitize_parquet
from tests.spark.conftest import SETTINGS, environment

COLUMNS = Columns(text="note", id="id")
VERIFY = """
import shutil
from pathlib import Path
from sfumato.service.manifest import Manifest
from sfumato.spark import jobs

out, manifest = Path(sys.argv[1]), Manifest.from_dict(json.loads(Path(sys.argv[2]).read_text()))
found = []
def verified(**asked):
    verdict = jobs.verify_job(spark, str(out), manifest, **asked)
    found.append([verdict.code, verdict.rows, verdict.hold, verdict.do_not_hold, verdict.failed, len(verdict.faults)])
verified()
try:
    jobs.sanitize_job(spark, sys.argv[3], str(out), manifest.columns, policy="us-medical")
except sfumato.InputError as error:
    found.append(str(error))
shutil.copy(sys.argv[4], out / manifest.files[0].name)
(out / f".{manifest.files[0].name}.crc").unlink(missing_ok=True)
verified()
print(json.dumps(found))
"""


def test_a_job_of_spark_submit_and_its_manifest(local, notes, engine, tmp_path):
    import pyspark

    secrets, out, manifest = tmp_path / "secrets.txt", tmp_path / "safe", tmp_path / "safe.json"
    secrets.write_text("HIV\n")
    events = tmp_path / "events"
    events.mkdir()
    settings = SETTINGS | {"spark.master": "local[2]", "spark.eventLog.dir": f"file://{events}"}
    command = [Path(pyspark.__file__).parent / "bin" / "spark-submit"]
    command += [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    command += [submit.__file__, "spark", "sanitize", notes, out, "--text-column", "note", "--id-column", "id"]
    command += ["--hide-file", secrets, "--manifest", manifest]
    env = environment(local.folder)
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env, timeout=500)
    assert done.returncode == 2, done.stderr[-3000:]  # ten rows have a NUL
    assert "50 of 70 rows sanitized" in done.stdout + done.stderr  # spark-submit joins them
    (log,) = (path for path in events.rglob("*") if path.is_file() and not path.name.startswith("."))
    assert "submit.py" in log.read_text()
    assert "HIV" not in log.read_text()
    made = Manifest.from_dict(json.loads(manifest.read_text()))
    assert stat.S_IMODE(manifest.stat().st_mode) == 0o600
    request = SanitizeRequest(text="", hide=("HIV",))
    alone = sanitize_parquet(engine, request, {"a.parquet": notes}, tmp_path / "alone", COLUMNS)
    assert made.to_dict() | {"files": []} == alone.to_dict() | {"files": []}

    changed = tmp_path / "changed.parquet"
    shutil.copy(tmp_path / "alone" / "a.parquet", changed)
    found = local.run(VERIFY, out, manifest, notes, _with_a_secret(changed))
    assert found[0] == [0, 70, 50, 0, 0, 0]
    assert "PATH_ALREADY_EXISTS" in found[1]
    code, rows, hold, do_not_hold, failed, faults = found[2]
    assert (code, rows, do_not_hold, failed) == (1, 70, 1, 0)
    assert hold == 49
    assert faults == 2  # the rows, and the file


def _with_a_secret(path):
    """The same file of Parquet, but one of its texts was put back."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pq.read_table(path)
    texts = rows["note"].to_pylist()
    texts[0] = "He takes zidovudine for HIV."
    pq.write_table(rows.set_column(1, "note", pa.array(texts)), path)
    return path
