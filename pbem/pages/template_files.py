"""Where the templates and assets are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def templates() -> Path:
    for folder in (PACKAGE / "templates", PACKAGE.parent / "templates"):
        if (folder / "page.html").is_file():
            return folder
    raise FileNotFoundError(f"the templates of the pages are neither in {PACKAGE} nor beside it")


@cache
def template_text(path: str) -> str:
    return (templates() / path).read_text(encoding="utf-8")
