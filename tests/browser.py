"""A real browser for tests of pages, Chromium by Playwright: tests that need it say so where it is not there."""

import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

AXE = "axe-core@4.14.0"
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
_ROOT = Path(__file__).parents[1]


@contextmanager
def browser():
    """A browser that may ask this machine alone: whatever else a page asks for is noted in `foreign`, and not sent."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not there: apt-get install chromium")
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not there: pip install playwright")
    with sync.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield made
        finally:
            made.close()


def watched(context, foreign):
    """The context, in which every request to another host is refused and noted."""

    def route(route):
        if route.request.url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:")):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    context.route("**/*", route)
    return context


def axe():
    """The script of axe-core, which npm brings the first time; skipped where it cannot."""
    folder = _ROOT / "build" / "axe"
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        if not shutil.which("npm"):
            pytest.skip("npm is not there, so that axe-core cannot be had")
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--prefix", str(folder), AXE]
        if subprocess.run(command, capture_output=True, timeout=300).returncode:
            pytest.skip("axe-core cannot be had by npm")
    return script.read_text(encoding="utf-8")
