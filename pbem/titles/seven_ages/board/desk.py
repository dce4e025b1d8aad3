"""What a player's desk shows beside the legal orders: own units by area, markers, and the cards in hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....pages.board_api import CardList, DeskHand, Pile, refusals
from ....pages.kit import esc, icon, thing
from ....table import Answer, Words
from .. import gloss
from ..atlas import AREAS
from ..cards import ARTIFACTS, CARD_OF_EMPIRE, CARDS, COLOURS, EMPIRES, EXTRA, LEADER_KINDS, MARKERS, NAMED, UNITS
from ..rules.cities import city_ask
from ..rules.effects import artifacts_of
from ..rules.pile import value
from ..rules.trade import no_partner, partners
from ..state import Empire, Seven
from .dress import Realms
from .turn import SIGNS

KINDS = {
    "infantry": "army",
    "cavalry": "horseshoe",
    "missile": "target",
    "elephant": "elephant",
    "naval": "fleet",
    "air": "eagle",
    "nuclear": "warn",
    "star_wars": "sun",
}
"""Class of unit → sign."""
EARLY = max(effect["steps"] for empire in EMPIRES.values() for effect in empire.effects.get("early_unit", ()))
"""An empire builds a unit at most this many steps before its time."""
MOST_REFUSED = 8
LISTS = ("units", "far", "arrived")
"""Where the units of a stack are."""


def hand(realms: Realms, seat: int) -> DeskHand:
    """Which units, markers and cards they are only the sealed hand tells; the page knows where some are."""
    own = realms.game.players[seat]
    units = "".join(_units(realms, seat, one) for one in own.empires.values())
    markers = _rows(realms, [(_place(realms, place), ("players", seat, "markers", place)) for place in own.markers])
    shown = _fighters(realms, seat)
    shown += _section(realms, "own_units", units) if units else ""
    shown += _section(realms, "own_markers", markers) if own.markers else ""
    if realms.game.options["cadenced_progress"]:
        shown += _section(realms, "own_cadence", _rows(realms, [("", ("players", seat, "cadence"))]))
    shown += _box(realms, seat)
    faces = {unit: unit_face(realms, unit) for unit in UNITS} | {one: marker_face(realms, one) for one in MARKERS}
    piles = (Pile(realms.say("text.own_hand"), ("players", seat, "hand")),)
    return DeskHand(
        shown, piles, faces, (CardList("sc", "c", {card: card_told(realms, card) for card in unseen(realms.game)}),)
    )


def _section(realms: Realms, key: str, rows: str) -> str:
    head = f'{esc(realms.say(f"text.{key}"))}<span class="tag">{icon("hidden")} {esc(realms.say("only_you"))}</span>'
    return f'<section class="mine"><h3 class="caps">{head}</h3>{rows}</section>'


def _fighters(realms: Realms, seat: int) -> str:
    """Units in the running conflict that are not committed yet, and the card drawn for it."""
    fight = realms.game.fight
    if fight is None:
        return ""
    rows: list[tuple[str, tuple[str | int, ...]]] = []
    for n, side in enumerate(fight.sides):
        if side.seat == seat:
            rows.append((realms.labelled(side.empire), ("fight", "sides", n, "fresh")))
            rows.append((esc(realms.say("card_drawn")), ("fight", "sides", n, "card")))
    return _section(realms, "own_fight", _rows(realms, rows)) if rows else ""


def _box(realms: Realms, seat: int) -> str:
    """What orders can name besides: units that own empires could have, and all markers."""
    top = max((one.step for one in realms.game.players[seat].empires.values()), default=0)
    units = "".join(unit_face(realms, unit, cost=True) for unit, one in UNITS.items() if one.step <= top + EARLY)
    markers = "".join(marker_face(realms, one) for one in MARKERS)
    lists = [("box_units", units)] if top else []
    lists.append(("box_markers", markers))
    return "".join(
        f'<section class="mine"><h3 class="caps">{esc(realms.say(key))}</h3>'
        f'<ul class="plain lots">{items}</ul></section>'
        for key, items in lists
    )


def _units(realms: Realms, seat: int, empire: Empire) -> str:
    rows = []
    for area in empire.areas():
        name = f"<span{thing('area', area)}>{esc(realms.name('area', area))}</span>"
        stack = empire.stacks[area]
        for where in LISTS:
            if not len(getattr(stack, where)):
                continue
            note = "" if where == "units" else f' <small class="dim">{esc(realms.say(f"at_{where}"))}</small>'
            rows.append((name + note, ("players", seat, "empires", empire.id, "stacks", area, where)))
    head = f"<h4{thing('empire', empire.id)}>{realms.labelled(empire.id)}</h4>"
    return head + _rows(realms, rows)


def _place(realms: Realms, place: str) -> str:
    return esc(realms.say("text.beside")) if place == EXTRA else realms.labelled(place)


def _rows(realms: Realms, rows: Sequence[tuple[str, tuple[str | int, ...]]]) -> str:
    """Lines that the desk's script fills from the sealed hand, and hides where there is nothing.

    A path has only ids and numbers, so that it needs no escapes.
    """
    return "".join(
        f"<div class=\"lot\" data-pile='{json.dumps(at, separators=(',', ':'))}' hidden><span>{name}</span>"
        '<ul class="plain"></ul><template></template></div>'
        for name, at in rows
    )


def unit_face(realms: Realms, unit: str, cost: bool = False) -> str:
    more = f" {realms.money(UNITS[unit].cost)}" if cost else ""
    name = esc(realms.name("unit", unit))
    return f'<li class="un"{thing("unit", unit)}>{icon(KINDS[UNITS[unit].kind])} {name}{more}</li>'


def marker_face(realms: Realms, marker: str) -> str:
    return f'<li class="am"{thing("action", marker)}>{icon(SIGNS[marker])} {esc(realms.name("action", marker))}</li>'


def card_told(realms: Realms, card: str) -> tuple[str, str, str]:
    """Value and ages on the band, where the empire begins and what the event does, then the artifact."""
    one, words = CARDS[card], realms.words
    band = realms.say("card_band", value=value(card), ages=gloss.ages(EMPIRES[one.empire].ages))
    starts = realms.say("card_starts", starts=gloss.starts(one.empire, words))
    event, artifact = gloss.card(card, words)
    return band, f"{starts} {event}", artifact


def unseen(game: Seven) -> list[str]:
    """Cards that could be in a hand: those neither discarded nor in play."""
    seen = {*game.discards, *(CARD_OF_EMPIRE[empire] for empire in game.owners)}
    return [card for card in CARDS if card not in seen]


def glosses(words: Words) -> dict[str, str]:
    """Which kind of leader somebody named in orders is."""
    return {leader: words.name("leader", one.kind) for leader, one in NAMED.items()}


def nameable(game: Seven) -> set[str]:
    """What orders could name: everything on the map and in hands, and what is in play of the rest."""
    cards = unseen(game)
    found: set[str] = {*AREAS, *cards, *UNITS, *MARKERS, *LEADER_KINDS, *COLOURS, *game.owners}
    for empire in (*game.owners, *(CARDS[card].empire for card in cards)):
        found.update(EMPIRES[empire].named)
    for one in game.empires():
        found.update(artifacts_of(game, one))
    return found | {one.id for one in ARTIFACTS.values() if one.adoptable}


# ---- what is refused


def refused(game: Seven, asked: Mapping[str, Any], words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Similar orders that the rules do not allow, with reason and rule; nothing here depends on hidden things."""
    near = _NEAR.get(asked["kind"])
    built = asked.get("values", {}).get("capital")  # only the capital is still to be chosen
    return near(game, words, handles)[:MOST_REFUSED] if near and game.acts and not built else []


def _no_partners(game: Seven, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Empires out of range, or that have traded while others have not (SA-3-2)."""
    own = game.empire(game.act.empire)
    near = partners(game, own)
    others = [one.id for one in game.empires() if game.owners[one.id] != game.act.seat and one.id not in near]
    faults = [(other, no_partner(game, own, other, near, None)) for other in others]
    return [
        {"order": f"trade with {other}", "reason": words.say(f"refusal.{fault.key}", fault.values), "rule": fault.rule}
        for other, fault in faults
    ]


def _no_cities(game: Seven, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    own = game.empire(game.act.empire)
    tried: list[Answer] = [("city", (area,), None) for area in game.lands(own)]
    return refusals(city_ask(game, own), tried, words, handles)


_NEAR: dict[str, Callable[[Seven, Words, tuple[str, ...]], list[dict[str, Any]]]] = {
    "trade_partner": _no_partners,
    "build_cities": _no_cities,
}
"""Kind of ask → what a player might try in vain."""
