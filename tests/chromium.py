"""The browser that looks at pages in tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program() -> str:
    found = shutil.which("chromium")
    assert found, "these tests need chromium; `make programs` installs it"
    return found


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program(), args=list(FLAGS))
        yield started
        started.close()
