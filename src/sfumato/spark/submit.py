"""What spark-submit is given: a file that runs the command line, `spark-submit .../submit.py spark sanitize IN OUT`."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]
    runpy.run_module("sfumato", run_name="__main__", alter_sys=True)
