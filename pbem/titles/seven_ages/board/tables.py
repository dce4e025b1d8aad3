"""Every area in words, and what lies on the table."""

from __future__ import annotations

from ....pages.kit import esc
from ..atlas import AREAS, MAP
from ..gloss import printed
from ..sheet import common, ground_of, in_area, works
from .dress import Realms

_PARTS: dict[str, list[str]] = {}
for _entry in MAP["land"]:
    _PARTS.setdefault(_entry["region"] or "", []).append(_entry["id"])
"""Part of the world → its lands; islands that belong to none at the end."""


def areas(realms: Realms) -> str:
    """For those who cannot see the map: every area with terrain, resources, empires and what stands there."""
    head = realms.say("every_area")
    parts = [(printed(part, realms.words) if part else realms.say("islands"), lands) for part, lands in _PARTS.items()]
    parts.append((realms.say("seas"), [area for area, one in AREAS.items() if not one.is_land]))
    shown = "".join(_part(realms, name, lands) for name, lands in parts)
    return f'<details class="leaf"><summary>{esc(head)}</summary><div class="lands">{shown}</div></details>'


def _part(realms: Realms, name: str, lands: list[str]) -> str:
    held = [area for area in lands if area in realms.there]
    free = [area for area in lands if area not in held]
    rows = "".join(f"<li>{_held(realms, area)}</li>" for area in held)
    rest = ", ".join(_free(realms, area) for area in free)
    left = f'<p class="dim">{esc(realms.say("free_areas", areas=rest))}</p>' if free else ""
    held_list = f'<ul class="plain">{rows}</ul>' if rows else ""
    return f"<section><h3>{esc(name)}</h3>{held_list}{left}</section>"


def _held(realms: Realms, area: str) -> str:
    game, words = realms.game, realms.words
    ground = ", ".join(ground_of(area, words)) if AREAS[area].is_land else ""
    there = [
        realms.say(
            "units_here", empire=one, n=in_area(game, game.empire(one), area), held=game.control.get(area) == one
        )
        for one in realms.there[area]
    ]
    more = ", ".join([*there, *works(game, area, words)])
    name = f"<b>{esc(realms.name('area', area))}</b>"
    return f"{name} <span class='dim'>({esc(ground)})</span>: {esc(more)}" if ground else f"{name}: {esc(more)}"


def _free(realms: Realms, area: str) -> str:
    ground = ", ".join(ground_of(area, realms.words)) if AREAS[area].is_land else ""
    return f"{realms.name('area', area)} ({ground})" if ground else realms.name("area", area)


def table(realms: Realms) -> str:
    """Piles, cup, pools; and the cards of the open discard pile."""
    game = realms.game
    shown = realms.page.grid(common(game, realms.words), realms.say("text.common"))
    cards = ", ".join(realms.named("c", card, f"{card} {realms.name('c', card)}") for card in reversed(game.discards))
    head = esc(realms.say("discards", n=len(game.discards)))
    discards = f'<details><summary>{head}</summary><p class="small">{cards}</p></details>' if cards else ""
    return f'<section class="leaf"><h2>{esc(realms.say("text.common"))}</h2>{shown}{discards}</section>'
