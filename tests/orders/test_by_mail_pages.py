"""The orders on the how-to-play-by-mail pages are orders of their title."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from pbem import titles
from pbem.orders.lines import LineReader

HANDLES = ("alice", "bob", "dave", "erin")
PAGES = [(ident, language) for ident in titles.ids() for language in ("en", "de")]


@pytest.mark.parametrize(("ident", "language"), PAGES)
def test_every_order_on_the_page_is_read(ident: str, language: str) -> None:
    title = titles.load(ident)
    text = files(f"pbem.titles.{ident}").joinpath(f"by_mail.{language}.md").read_text(encoding="utf-8")
    reader = LineReader(title, HANDLES[: title.seats[-1]], 0)
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    orders = []
    for block in blocks:
        if "orders: |" in block:
            orders.append(block.split("orders: |\n")[1])
        elif not block.startswith("pbem "):
            orders.append(block)
    assert orders
    for one in orders:
        sheet = reader.read(one)
        assert sheet.lines or sheet.standing
    for example in re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE):
        assert reader.read(example).lines
