"""It bids its own card, which its seat may see; and never enters by itself."""

from __future__ import annotations

from typing import Any

from pbem.table import Answer, Ask


def answer(game: Any, ask: Ask, seat: int) -> Answer:
    return ("bid", int(game.cards[seat])) if ask.kind.id == "bid" else ask.default()
