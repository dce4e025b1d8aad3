"""A browser that looks at the site from file://, and what it must not meet there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page


class Visit:
    """A page that may load nothing from outside its folder and must not complain."""

    def __init__(self, browser: Browser, root: Path, **options: Any) -> None:
        self.root = root.as_uri()
        self.context = browser.new_context(accept_downloads=True, **options)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.root, "blob:", "data:")):
            self.complaints.append(f"request to {request.url}")

    def to(self, path: str) -> Page:
        self.page.goto(f"{self.root}/{path}")
        return self.page

    def done(self) -> None:
        self.context.close()
        assert self.complaints == []


def violations(page: Page, *rules: str) -> list[Any]:
    """What axe finds; `preload` is off, as it would fetch the style sheets a second time."""
    options: dict[str, Any] = {"preload": False}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, options=options).response["violations"]
    return [(rule["id"], [(n["target"], n.get("failureSummary")) for n in rule["nodes"]][:4]) for rule in found]
