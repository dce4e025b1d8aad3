"""Whether the orders shown on a title's play-by-mail pages are valid orders of the title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..orders.errors import BadOrders
from ..orders.lines import LineReader
from ..table import Title
from ..words import LANGUAGES

HANDLES = ("alice", "bob", "dave", "erin", "frank", "gina", "hugo")
"""Players that a page may name, as many as the largest table seats."""


def faults(title: Title) -> Iterator[str]:
    """What is wrong with the pages, one sentence per fault; nothing when all is well."""
    for language in LANGUAGES:
        name = f"by_mail.{language}.md"
        page = title.resource(name)
        if page.is_file():
            yield from (f"{name}: {fault}" for fault in page_faults(title, page.read_text(encoding="utf-8")))
        else:
            yield f"there is no {name}"


def page_faults(title: Title, text: str) -> Iterator[str]:
    reader = LineReader(title, HANDLES[: title.seats[-1]], 0)
    blocks, examples = list(_blocks(text)), re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE)
    if not blocks:
        yield "it shows no orders (between lines of ```)"
    for orders in (*blocks, *examples):
        try:
            sheet = reader.read(orders)
        except BadOrders as wrong:
            yield f"`{orders.strip()}` is not read: {wrong}"
        else:
            if not sheet.lines and (orders in examples or not sheet.standing):
                yield f"`{orders.strip()}` orders nothing"


def _blocks(text: str) -> Iterator[str]:
    """The order files that a page shows, as whole move files or only their orders; commands do not count."""
    for block in re.findall(r"```\n(.*?)```", text, re.DOTALL):
        if "orders: |" in block:
            yield block.split("orders: |\n")[1]
        elif not block.startswith("pbem "):
            yield block
