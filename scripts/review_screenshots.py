"""Makes the pictures of docs/review.md: the example letter under review, light and dark, in Chromium by Playwright."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_SIZE = {"width": 1280, "height": 800}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples" / "letter.txt", folder)
        command = [sys.executable, "-m", "sfumato", "review", "letter.txt", "--hide", "HIV", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--reviewer", "Anna"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        try:
            _take(process.stdout.readline().strip())
        finally:
            process.terminate()
            process.wait(30)


def _take(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)
        page = browser.new_page(viewport=_SIZE)  # type: ignore[arg-type]
        page.set_default_timeout(120_000)
        page.goto(address)
        page.wait_for_selector(".item.current")
        _go_to(page, "unprotected sex")
        page.screenshot(path=ROOT / "docs" / "review-light.png")
        page.emulate_media(color_scheme="dark")
        page.keyboard.press("r")
        page.wait_for_selector("#claim.broken:not(.judging)")
        _go_to(page, "unprotected sex")
        page.screenshot(path=ROOT / "docs" / "review-dark.png")
        browser.close()


def _go_to(page: Page, term: str) -> None:
    page.click(f'#list li button:has-text("{term}")')
    page.wait_for_selector(f'#card h2:has-text("{term}")')
    page.wait_for_selector("#card .cost")
    page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
