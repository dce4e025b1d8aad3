"""A position in which every event can be played: Romans who civilise beside Englishmen."""

from __future__ import annotations

from typing import Any

from seven_kit import at, play, position

from pbem.table import Table
from pbem.titles.seven_ages.cards import CARDS

VALUES = {0: "c97", 1: "c96", 2: "c62", 3: "c61", 4: "c46", 5: "c63", 6: "c60", 7: "c44"}
"""A card of each value that nobody holds."""


def card_of(event: str) -> str:
    """A card with this event that is neither of the romans nor of the english."""
    return next(
        card.id
        for card in CARDS.values()
        if card.event == event and card.empire not in ("romans", "english") and card.id not in VALUES.values()
    )


def base(**more: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "units": {
            "romans": {"latium": {"sword": 3}, "etruria": {"sword": 1}, "alps": {"sword": 2}, "sicily": {"galley": 1}},
            "english": {
                "england": {"sword": 4},
                "ireland": {"sword": 1},
                "normandy": {"sword": 2},
                "north_sea": {"galley": 3},
            },
        },
        "cities": {"latium": 3, "england": 3, "ireland": 1},
        "act": ["romans", "civilise"],
    }
    given.update(more)
    fields = {"step": 24, "money": 20}
    leaders = [{"id": "tactician", "kind": "tactician", "area": "england"}]
    romans = {**fields, "capital": "latium", **given.pop("romans", {})}
    english = {**fields, "capital": "england", "leaders": leaders, **given.pop("english", {})}
    return position({"anna": {"romans": romans}, "ben": {"english": english}}, **given)


def civilising(event: str, on: str = "", *orders: str, **more: Any) -> tuple[Table, list[Any]]:
    card = card_of(event)
    hands = {"anna": [card], **more.pop("hands", {})}
    table = at(base(hands=hands, **more), phase="civilise")
    notes = play(table, f"anna: play {card} as event" + (f" on {on}" if on else ""))
    for order in orders:
        notes += play(table, order)
    return table, notes
