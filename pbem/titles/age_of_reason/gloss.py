"""What a card, a marker, an action field or a region is about, in a few words for lists."""

from __future__ import annotations

from ...table import Words
from .atlas import DATA, REGIONS
from .cards import CARDS, FIELDS, MARKERS

_TEXTS = {entry["id"]: {"en": entry["text"], "de": entry["text_de"]} for entry in DATA["action_fields"]}


def field(ident: str, words: Words) -> str:
    """What the field does, as printed, and what it costs."""
    cost = words.say("text.costs", {"gold": FIELDS[ident].cost}) if FIELDS[ident].cost else ""
    return f"{_TEXTS[ident][words.language]} {cost}".strip()


def card(ident: str, words: Words) -> str:
    """`3 soldiers, 1 ship, 4 gold`."""
    one = CARDS[ident]
    if one.kind != "influence":
        return words.say(f"text.{one.kind}")
    return words.say("text.influence", {"soldiers": one.soldiers, "ships": one.ships, "gold": one.cost})


def marker(ident: str, words: Words) -> str:
    one = MARKERS[ident]
    values = {"strength": one.strength, "points": one.points, "gold": one.gold}
    return words.say("text.marker_action" if one.action else "text.marker_digit", values)


def region(ident: str, words: Words) -> str:
    one = REGIONS[ident]
    return words.say("text.region_worth", {"points": "/".join(map(str, one.points)), "ship": one.needs_ship})
