"""The example orders of each title's asks.yaml: plain lines and standing orders."""

from __future__ import annotations

from collections.abc import Iterator

from pbem import titles
from pbem.orders.lines import LineReader, Sheet
from pbem.titles import resources

PLAYERS = ("anna", "bob", "carol", "dave", "erin")


def reader(ident: str) -> LineReader:
    handles = PLAYERS[:2] if ident == "wonders_duel" else PLAYERS
    return LineReader(titles.load(ident), handles, 0)


def examples(ident: str) -> Iterator[tuple[str, str, Sheet]]:
    """The ask and the text of every example, and what it is read as."""
    read = reader(ident)
    for ask in resources.read(titles.load(ident).package, "asks.yaml")["asks"]:
        for text in (*ask["order"]["examples"], *ask.get("standing", {}).get("examples", ())):
            yield ask["id"], text, read.read(text)
