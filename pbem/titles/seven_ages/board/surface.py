"""The table of 7 Ages in panes: map, turn, conflict, empires; as trays markers, own units, units to build, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....pages.board_api import Pane, Sight
from ....pages.kit import esc, icon, pile, thing, who
from ....pages.pressable import mentioned, once
from ....table import Ask, Words, is_unseen
from .. import gloss
from ..cards import CARDS, EXTRA, MARKERS, UNITS
from ..state import Seven
from .desk import KINDS, LISTS, card_told
from .dress import Realms
from .empires import brief
from .map import world
from .turn import SIGNS, conflict, turn
from .worth import LACKING as LACKING
from .worth import OUTCOMES as OUTCOMES
from .worth import meters as meters
from .worth import weigh as weigh

FIGHT = "fight"
"""What holds the units of a conflict."""


def panes(sight: Sight) -> Iterator[Pane]:
    realms = Realms(sight.scene)
    areas = {ident for slot, ident in sight.named if slot == "area"}
    yield Pane("map", realms.say("pane_map"), world(realms, realms.say("listed_there"), areas), kind="map")
    if realms.game.fight is not None:
        yield Pane("fight", realms.say("pane_fight"), mentioned(conflict(realms)))
    actions = any(slot == "action" for slot, _ in sight.named) and not _grid_asked(sight)
    yield Pane("turn", realms.say("pane_turn"), _turn(realms), essential=actions)
    named = sight.names("empire", "leader", "artifact", "player") and not _grid_asked(sight)
    yield Pane("empires", realms.say("pane_empires"), _empires(realms), essential=named)
    if _grid_asked(sight):
        yield Pane("grid", realms.say("pane_grid"), _grid(sight, realms), tray=True)
    if units := _units(sight, realms):
        yield Pane("units", realms.say("pane_units"), units, essential=sight.names("unit"), tray=True)
    if any(slot == "unit" for slot, _ in sight.named) and "" in sight.holders:
        kinds = [unit for unit in UNITS if ("unit", unit) in sight.named]
        box = f'<ul class="plain lots">{"".join(_unit(realms, unit, "") for unit in kinds)}</ul>'
        yield Pane("box", realms.say("pane_box"), box, tray=True)
    if cards := _cards(sight, realms):
        yield Pane("cards", realms.say("pane_cards"), cards, essential=sight.names("c"), tray=True)


def _grid_asked(sight: Sight) -> bool:
    return sight.ask is not None and sight.ask.kind.id == "place_markers"


def _turn(realms: Realms) -> str:
    """The actions of the turn; who has revealed which is said there, and pressed among the empires."""
    said = turn(realms)
    for empire in realms.game.owners:
        said = said.replace(thing("empire", empire), "")
    return said


def _empires(realms: Realms) -> str:
    """Every player with the empires in a few lines, one's own first."""
    game, desk = realms.game, realms.scene.desk
    courts = []
    for seat in sorted(game.order(), key=lambda seat: seat != desk):
        own = game.players[seat]
        named = f"<span{realms.player_thing(seat)}>{who(seat, realms.players[seat])}</span>"
        cards = "".join(brief(realms, one, seat, pressed=True) for one in own.empires.values())
        courts.append(
            f'<section class="court of1"><h3 class="row">{named}</h3><div class="emps">{cards}</div></section>'
        )
    return f'<div class="courts">{once("".join(courts))}</div>'


# ---- trays


def _grid(sight: Sight, realms: Realms) -> str:
    """A row of markers for each empire, and one for the marker beside them."""
    rows = []
    for place in (*realms.game.players[sight.seat].empires, EXTRA):
        label = esc(realms.say("text.beside")) if place == EXTRA else realms.labelled(place)
        head = f"<span{thing('empire', place)}>{label}</span>" if place != EXTRA else f"<span>{label}</span>"
        cells = "".join(_marker(realms, action, place) for action in MARKERS)
        rows.append(f'<div class="row grid">{head}{cells}</div>')
    return "".join(rows)


def _marker(realms: Realms, action: str, place: str) -> str:
    named = realms.name("action", action)
    holder = realms.say("text.beside") if place == EXTRA else realms.name("empire", place)
    marks = thing("action", action, place, f"{holder}: {named}")
    return f'<span class="am"{marks}>{icon(SIGNS[action])} <span>{esc(named)}</span></span>'


def _units(sight: Sight, realms: Realms) -> str:
    """Own units by area with their number; in a conflict those not committed yet. Only of the empire that is asked."""
    own = sight.game.players[sight.seat]
    asked = sight.ask.subject if sight.ask is not None else ""
    held: dict[str, Counter[str]] = {}
    for empire in own.empires.values():
        if asked in ("", empire.id) or asked not in own.empires:
            for area in empire.areas():
                stack = empire.stacks[area]
                for where in LISTS:
                    held.setdefault(area, Counter()).update(_kinds(getattr(stack, where)))
    for area, kinds in _units_of_others(sight, held).items():
        held[area] = kinds
    rows = [(realms.name("area", area), area, kinds) for area, kinds in held.items()]
    for side in sight.game.fight.sides if sight.game.fight is not None else ():
        if side.seat == sight.seat and asked in ("", side.empire):
            rows.insert(0, (realms.say("in_fight"), FIGHT, Counter(_kinds(side.fresh))))
    return "".join(
        f'<div class="lot"><span>{esc(name)}</span><ul class="plain">'
        f"{''.join(_unit(realms, unit, holder, number, name) for unit, number in sorted(kinds.items()))}</ul></div>"
        for name, holder, kinds in rows
        if kinds
    )


def _units_of_others(sight: Sight, own: Mapping[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Units of other empires that an answer names, as an event may choose them: by area with their number."""
    found: dict[str, Counter[str]] = {}
    for slot, unit, area in sorted(sight.placed):
        if slot == "unit" and area not in ("", FIGHT) and unit not in own.get(area, ()):
            there = [empire.stacks[area] for empire in sight.game.empires() if area in empire.stacks]
            seen = Counter(kind for stack in there for where in LISTS for kind in _kinds(getattr(stack, where)))
            found.setdefault(area, Counter(own.get(area, ())))[unit] = max(1, seen[unit])
    return found


def _kinds(units: Any) -> Iterable[str]:
    """The kinds of some units, as far as they can be seen."""
    if is_unseen(units):
        return
    for one in units:
        if not is_unseen(one):
            yield one if isinstance(one, str) else one[0]


def _unit(realms: Realms, unit: str, holder: str, number: int = 0, where: str = "") -> str:
    named = realms.name("unit", unit)
    label = f"{named} ×{number}, {where}" if number else named
    more = f" ×{number}" if number > 1 else "" if number else f" {realms.money(UNITS[unit].cost)}"
    return f'<li class="un"{thing("unit", unit, holder, label)}>{icon(KINDS[UNITS[unit].kind])} {esc(named)}{more}</li>'


def _cards(sight: Sight, realms: Realms) -> str:
    hand = sight.game.players[sight.seat].hand
    cards = [] if is_unseen(hand) else [one for one in hand if not is_unseen(one)]
    faces = []
    for card in cards:
        band, text, artifact = card_told(realms, card)
        faces.append(
            f'<li class="sc"{thing("c", card)}><span class="band">{esc(band)}</span>'
            f'<b class="name">{esc(realms.name("c", card))}</b><span class="tx">{esc(text)}</span>'
            f'<span class="ft">{esc(artifact)}</span></li>'
        )
    return pile(realms.say("text.own_hand"), faces) if faces else ""


# ---- where the things lie that answers name


def place(game: Seven, ask: Ask, verb: str, at: dict[str, Any], handles: Sequence[str]) -> None:
    """Units by their area, markers by the empire on which they are laid, artifacts under one name."""
    for item in (at, *(one for value in at.values() if isinstance(value, list) for one in value if "slot" not in one)):
        for key, value in item.items():
            for ref in value if isinstance(value, list) else [value]:
                if isinstance(ref, dict) and "slot" in ref:
                    ref.update(_lying(game, ask, verb, key, ref, item))


_FOUGHT = ("commit", "retreat", "pursued")
_PLACED = ("mark", "mark extra")


def _lying(game: Seven, ask: Ask, verb: str, key: str, ref: dict[str, str], item: dict[str, Any]) -> dict[str, str]:
    slot = ref["slot"]
    if slot == "unit" and verb != "build":
        area = item.get("from") or item.get("in")
        if verb in _FOUGHT:
            return {"owner": FIGHT}
        return {"owner": area["id"]} if isinstance(area, dict) else {}
    if slot == "action" and verb in _PLACED:
        return {"owner": item["empire"]["id"] if key == "action" else EXTRA}
    if slot in ("artifact", "marker_artifact", "leader"):
        given = item["from"]["id"] if isinstance(item.get("from"), dict) else ""
        return {"slot": slot.removeprefix("marker_"), **_holder(game, ref["id"], given or ask.subject)}
    return {}


def _holder(game: Seven, ident: str, first: str) -> dict[str, str]:
    """The empire that has a leader or an artifact, the one that is asked before others; nothing where none has it."""
    for empire in sorted(game.empires(), key=lambda one: one.id != first):
        on_map = (area for area, one in game.artifacts.items() if one == ident)
        if ident in (*empire.card, *(one.id for one in empire.leaders)) or any(
            game.control.get(area) == empire.id for area in on_map
        ):
            return {"owner": empire.id}
    return {}


def explain(words: Words, slot: str, ident: str) -> str:
    """What a card, an empire, a leader or an artifact is good for, for whoever presses it."""
    if slot == "c":
        return "\n".join([gloss.starts(CARDS[ident].empire, words), *gloss.card(ident, words)])
    if slot == "empire":
        return "\n".join([*gloss.specials(ident, words), *gloss.symbols(ident, words)])
    if slot == "leader":
        return gloss.leader(ident, words)
    return gloss.needed(ident, words) if slot == "artifact" else ""
