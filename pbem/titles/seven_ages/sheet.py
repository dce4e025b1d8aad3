"""The position and the orders that are open, described once for terminal and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ...table import Words
from ..sheet import Column, Grid, Lines, Row, Said, Section, Span, headline, listed, named, pairs, player
from ..terminal import about, together
from . import gloss
from .atlas import AREAS, AROUND
from .cards import ACTIONS, AGE_OF_STEP, CARDS, COLOURS, ELEPHANT, EMPIRES, EXTRA, UNITS
from .rules.income import income, upkeep
from .rules.pile import value
from .state import Empire, Fight, Leader, Seven, Side


def position(game: Seven, words: Words, seat: int | None) -> list[Section]:
    """The whole position; `seat` is the reader."""
    parts = [headline(where(game, words), now(game, words), game.outcome, words)]
    if game.fight is not None:
        parts.append(Section("conflict", conflict(game.fight, words), head=words.say("text.conflict")))
    parts.append(Section("players", players(game, words), head=words.say("text.players")))
    if game.turn:
        parts.append(Section("actions", actions(game, words), head=words.say("text.actions")))
    if game.owners:
        parts.append(Section("empires", empires(game, words), realms(game, words), head=words.say("text.empires")))
        parts.append(Section("areas", areas(game, words), head=words.say("text.areas_held")))
    parts.append(Section("common", common(game, words), head=words.say("text.common")))
    if seat is not None:
        parts += _own(game, seat, words)
    return parts


# ---- where the game stands


def where(game: Seven, words: Words) -> str:
    return words.say("text.turn", {"turn": game.turn}) if game.turn else words.say("text.setup")


def now(game: Seven, words: Words) -> str:
    """The action that is carried out, and for which empire; else who has the turn marker."""
    if not game.turn:
        return ""
    acting = next((act.empire for act in reversed(game.acts) if act.empire), "")
    if action := action_of(game):
        return words.say("text.now", {"action": action, "empire": acting})
    return words.say("text.first", {"player": game.first})


def action_of(game: Seven) -> str:
    """Which of the seven actions it is; none while markers are placed."""
    return "" if game.phase in ("turn", "markers") else game.action


def age_of(game: Seven) -> int:
    """The age of the most advanced empire; 0 while there is none."""
    return AGE_OF_STEP[game.top_step()]


def empire_span(game: Seven, ident: str, words: Words) -> Span:
    """An empire in the colour of its player."""
    return named("empire", ident, words, seat=game.owners.get(ident))


def conflict(fight: Fight, words: Words) -> Lines:
    """Both sides with what everybody knows of them: numbers, markers, and the units that were committed before."""
    lines: list[Said] = [words.say("text.conflict_in", {"area": fight.area, "round": fight.round})]
    for n, side in enumerate(fight.sides):
        lines.append(words.say(f"text.side_{n}", side_values(side, words)))
    return Lines(*lines)


def side_values(side: Side, words: Words) -> dict[str, Any]:
    spent = counted((unit for unit, _, _ in side.spent), words)
    return {"empire": side.empire, "fresh": len(side.fresh), "spent": spent, "unrest": side.unrest, "bonus": side.bonus}


def counted(units: Iterable[str], words: Words) -> str:
    """Units by type: "2 swords" as "Sword 2"."""
    found = Counter(units)
    return ", ".join(
        f"{words.name('unit', unit)} {found[unit]}" for unit in sorted(found, key=lambda unit: UNITS[unit].place)
    )


# ---- tables for everybody


def players(game: Seven, words: Words) -> Grid:
    """Glory, money of all empires together, cards in hand, markers that lie face down, colours."""
    heads = ("glory", "money", "hand", "face_down")
    columns = [Column(words.say("text.player")), *(Column(words.say(f"text.{head}"), align="r") for head in heads)]
    columns.append(Column(words.say("text.colours")))
    rows = []
    for seat in game.order():
        one = game.players[seat]
        money = sum(empire.money for empire in one.empires.values())
        colours = ", ".join(words.name("colour", colour) for colour in one.colours)
        rows.append(Row(player(seat, words), str(one.glory), str(money), len(one.hand), len(one.markers), colours))
    return Grid(columns, rows, look="pt", stacked=True)


def actions(game: Seven, words: Words) -> Grid:
    """The seven actions in their order, and for whom a marker was revealed."""
    rows = []
    for n, action in enumerate(ACTIONS, start=1):
        name = Span(words.name("action", action), tone="strong" if action == action_of(game) else "")
        rows.append((f"{n}", name, listed(shown_for(game, action, words), nothing=_nobody(game, action, words))))
    return Grid(("", "", ""), rows)


def shown_for(game: Seven, action: str, words: Words) -> list[Said]:
    """Empires with an open marker of that action, and players with one beside their cards."""
    found: list[Said] = []
    for seat in game.order():
        for place, marker in game.players[seat].shown.items():
            if marker == action:
                found.append(player(seat, words) if place == EXTRA else empire_span(game, place, words))
    return found


def _nobody(game: Seven, action: str, words: Words) -> Said:
    return Span(words.say("text.not_yet" if is_to_come(game, action) else "text.nobody"), tone="dim")


def is_to_come(game: Seven, action: str) -> bool:
    now = action_of(game)
    return not now or ACTIONS.index(action) > ACTIONS.index(now)


def empires(game: Seven, words: Words) -> Grid:
    """What is on the tracks, and what production would bring and cost now."""
    heads = ("step", "money", "income", "upkeep", "number_of_units", "areas", "cities", "trade")
    columns = [Column(words.say("text.empire")), Column(words.say("text.player"))]
    columns += [Column(words.say(f"text.{head}"), align="r") for head in heads]
    rows = []
    for one in game.empires():
        cells = (
            f"{one.step} ({gloss.ROMAN[one.age]})",
            named("money", one.money, words),
            str(income(game, one)),
            str(upkeep(game, one)),
            units_of(game, one),
            len(game.controlled(one)),
            city_levels(game, one),
            gloss.signed(EMPIRES[one.id].trade),
        )
        rows.append(Row(empire_span(game, one.id, words), player(game.owners[one.id], words), *cells))
    return Grid(columns, rows, look="et", stacked=True)


def units_of(game: Seven, empire: Empire) -> int:
    """All its units, those in a conflict included."""
    fight = game.fight
    return empire.units() + sum(side.left() for side in (fight.sides if fight else ()) if side.empire == empire.id)


def city_levels(game: Seven, empire: Empire) -> int:
    return sum(game.cities.get(area, 0) for area in game.lands(empire))


def realms(game: Seven, words: Words) -> Grid:
    """Marker, capital, leaders, artifacts, elites: what lies on or beside the card of an empire."""
    rows = []
    for one in game.empires():
        rows.append((empire_span(game, one.id, words), "; ".join(realm(game, one, words))))
    return Grid(("", ""), rows)


def realm(game: Seven, one: Empire, words: Words) -> list[str]:
    said = [
        marker_of(game, one.id, words),
        words.say("text.capital" if one.capital else "text.no_capital", vars_of(one)),
    ]
    said += [leader_said(leader, words) for leader in one.leaders]
    said += [words.name("artifact", artifact) for artifact in one.card]
    said += [words.say("text.elites", {"number": one.elites})] if one.elites else []
    said += [words.say("text.elephants", {"number": len(one.elephants)})] if one.elephants else []
    said += [words.say("text.barbarian")] if one.barbarian else []
    said += [words.say(f"text.{key}") for key in ("no_ships", "no_horses") if getattr(one, key)]
    return said


def vars_of(one: Empire) -> dict[str, Any]:
    return {"area": one.capital}


def marker_of(game: Seven, ident: str, words: Words) -> str:
    """The marker on an empire: the action, if it is open."""
    owner = game.players[game.owners[ident]]
    if ident in owner.shown:
        return words.say("text.marker_wild" if owner.wild == ident else "text.marker", {"action": owner.shown[ident]})
    return words.say("text.marker_down" if ident in owner.markers else "text.marker_none")


def leader_said(leader: Leader, words: Words) -> str:
    """A leader with kind and place; an unnamed one is called by the kind."""
    kind = leader.kind if leader.id != leader.kind else ""
    return words.say("text.leader", {"leader": leader.id, "kind": kind, "area": leader.area})


# ---- areas


def areas(game: Seven, words: Words) -> Grid:
    """Every empire with its areas: numbers of units, and what stands there."""
    rows = []
    for one in game.empires():
        held = [area for area in AREAS if present(game, one, area)]
        said = listed(([named("area", area, words), f" {holding(game, one, area, words)}"] for area in held), "; ")
        rows.append((empire_span(game, one.id, words), said))
    return Grid(("", ""), rows)


def present(game: Seven, empire: Empire, area: str) -> bool:
    return game.present(empire, area) or game.control.get(area) == empire.id


def holding(game: Seven, empire: Empire, area: str, words: Words) -> str:
    """How many units an empire has in an area, and what stands there if the area is its own."""
    held = game.control.get(area) == empire.id
    more = works(game, area, words) if held else [words.say("text.not_its_own")]
    return f"{in_area(game, empire, area)}" + (f" ({', '.join(more)})" if more else "")


def in_area(game: Seven, empire: Empire, area: str) -> int:
    """Units there, those in the running conflict included."""
    fight = game.fight
    fights = fight.sides if fight is not None and fight.area == area else ()
    return empire.size(area) + sum(side.left() for side in fights if side.empire == empire.id)


def works(game: Seven, area: str, words: Words) -> list[str]:
    """City or capital with its level, fort, unrest, artifact, leaders."""
    out = []
    holder = game.control.get(area, "")
    if area in game.cities:
        capital = bool(holder) and game.empire(holder).capital == area
        out.append(words.say("text.city", {"capital": capital, "level": game.cities[area]}))
    out += [words.say("text.fort")] if area in game.forts else []
    out += [words.say("text.unrest")] if area in game.unrest else []
    out += [words.name("artifact", game.artifacts[area])] if area in game.artifacts else []
    return out


def ground_of(area: str, words: Words) -> list[str]:
    """Terrain and resources, as printed on the map."""
    one = AREAS[area]
    return [gloss.printed(one.terrain, words), *(gloss.printed(resource, words) for resource in one.resources)]


def common(game: Seven, words: Words) -> Grid:
    """Piles, cup, pools, blue markers: what belongs to nobody."""
    values = {"cards": len(game.deck), "discards": len(game.discards)}
    cup = (named("leader", kind, words, _several("leader", kind, number, words)) for kind, number in _some(game.cup))
    pool = {ELEPHANT: len(game.elephants), **game.weapons}
    units = (named("unit", unit, words, _several("unit", unit, number, words)) for unit, number in _some(pool))
    blue = (
        named("artifact", one, words, words.say("text.blue_from", {"artifact": one, "step": step}))
        for one, step in game.blue.items()
    )
    taken = {colour for one in game.players for colour in one.colours}
    colours = (named("colour", colour, words) for colour in COLOURS if colour not in taken)
    truces = [words.join([words.name("empire", one) for one in pair.split()]) for pair in game.truces]
    rows: dict[str, Said] = {
        "pile": words.say("text.pile_of", values),
        "cup": listed(cup),
        "pool": listed(units),
        "blue": listed(blue),
        "free_colours": listed(colours),
        "truces": "; ".join(truces),
        "glory_events": "; ".join(_glory_event(one, words) for one in game.glory_events),
    }
    return pairs((words.say(f"text.{key}"), said) for key, said in rows.items() if said)


def _some(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(ident, number) for ident, number in counts.items() if number]


def _several(slot: str, ident: str, number: int, words: Words) -> str:
    return f"{words.name(slot, ident)} {number}"


def _glory_event(played: str, words: Words) -> str:
    event, _, whom = played.partition(" ")
    who = words.say("text.everybody") if whom == "all" else words.name("player", int(whom))
    return f"{words.name('event', event)} ({who})"


# ---- what only the reader sees


def _own(game: Seven, seat: int, words: Words) -> list[Section]:
    one = game.players[seat]
    out = []
    if one.empires:
        out.append(Section("units", _units(game, seat, words), head=words.say("text.own_units")))
    if one.markers:
        rows: list[tuple[Said, Said]] = [
            (words.say("text.beside") if place == EXTRA else words.name("empire", place), words.name("action", marker))
            for place, marker in one.markers.items()
        ]
        out.append(Section("markers", pairs(rows), head=words.say("text.own_markers")))
    specials = [(_strong(words.name("empire", ident)), gloss.specials(ident, words)) for ident in one.empires]
    if any(told for _, told in specials):
        told = pairs((name, "\n".join(said)) for name, said in specials if said)
        out.append(Section("specials", told, head=words.say("text.own_specials")))
    if one.hand:
        hand: list[tuple[Said, Said]] = [(_card(card), card_told(card, words)) for card in one.hand]
        out.append(Section("hand", pairs(hand), head=words.say("text.own_hand")))
    return out


def _card(card: str) -> Said:
    return Span(card, tone="strong", slot="c", value=card)


def _strong(text: str) -> Said:
    return Span(text, tone="strong")


def card_said(card: str, words: Words) -> str:
    """Value, empire, event and artifact of a card by name, with the ages in which the empire can begin."""
    one = CARDS[card]
    ages = gloss.ages(EMPIRES[one.empire].ages)
    values = {"value": value(card), "empire": one.empire, "ages": ages, "event": one.event, "artifact": one.artifact}
    return words.say("text.card", values)


def card_told(card: str, words: Words) -> str:
    """A card in the own hand: how its empire begins, what brings it glory, what is special about it, and what event
    and artifact do."""
    empire = CARDS[card].empire
    symbols = ", ".join(gloss.symbols(empire, words))
    special = " ".join(gloss.specials(empire, words))
    own = [symbols, special] if special else [symbols]
    return "\n".join([empire_told(card, words), *own, *gloss.card(card, words)])


def empire_told(card: str, words: Words) -> str:
    """How the empire of a card begins."""
    empire = EMPIRES[CARDS[card].empire]
    values = {
        "value": value(card),
        "empire": empire.id,
        "money": empire.money,
        "ages": gloss.when_started(empire.id, words),
        "areas": gloss.starts(empire.id, words),
    }
    return words.say("text.card_begins", values)


def _units(game: Seven, seat: int, words: Words) -> Grid:
    """Own units by area, and what borders on it."""
    rows = []
    for one in game.players[seat].empires.values():
        rows.append(Row(Span(words.name("empire", one.id), tone="strong"), "", ""))
        for area in one.areas():
            rows.append(Row(words.name("area", area), stack_said(one, area, words), borders(area, words)))
    columns = (Column(), Column(words.say("text.units")), Column(words.say("text.borders")))
    return Grid(columns, rows)


def stack_said(empire: Empire, area: str, words: Words) -> str:
    stack = empire.stacks[area]
    said = [counted(stack.units, words)] if stack.units else []
    said += [words.say("text.far_coast", {"units": counted(stack.far, words)})] if stack.far else []
    arrived = counted((unit for unit, _, _ in stack.arrived), words)
    said += [words.say("text.moved", {"units": arrived})] if arrived else []
    said += [words.name("leader", leader.id) for leader in empire.leaders if leader.area == area]
    return ", ".join(said)


def borders(area: str, words: Words) -> str:
    return ", ".join(words.name("area", other) for other in AROUND[area])


# ---- the orders that are open

MOST_SHOWN = 24
"""Orders of one kind that differ in several things; of more the first are shown, and how many there are."""
FEWEST_ALIKE = 3


def orders(asked: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """The legal orders: those that differ in their end stand together, and what a card does is told once."""
    legal = asked.get("legal", ())
    common = Counter(stem for one in legal if (stem := _parted(one["order"])[0]))

    def part(order: str) -> tuple[str, str] | None:
        stem, end = _parted(order)
        return (stem, end) if common[stem] >= FEWEST_ALIKE else None

    alike, others = together(legal, part)
    told: set[str] = set()
    rows = [(one["order"], _meaning(asked["kind"], one, told, words)) for one in others[:MOST_SHOWN]]
    left = len(others) - MOST_SHOWN
    rows += [("…", words.say("text.more_orders", {"n": left}))] if left > 0 else []
    for stem, ends in alike.items():
        card = _card_meaning(stem, words)
        rows.append((f"{stem} …", "\n".join([*([card] if card else []), "; ".join(ends)])))
    return rows + [("…", "")] * (not asked.get("complete", True))


def _parted(order: str) -> tuple[str, str]:
    """What an order shares with similar ones, and its end: where a move goes, else a last word that is no card."""
    if order.startswith("move "):
        stem, to, end = order.partition(" to ")
        return stem + to.rstrip(), end
    stem, _, end = order.rpartition(" ")
    return ("", "") if "," in order or end in CARDS else (stem, end)


def _meaning(kind: str, legal: Mapping[str, Any], told: set[str], words: Words) -> str:
    """What an order costs or brings; for one that names a card, what the card does in it, unless that was told."""
    card = _card_meaning(legal["order"], words)
    if not card:
        return about(kind, legal, words)
    again = card in told
    told.add(card)
    return "" if again else card


def _card_meaning(order: str, words: Words) -> str:
    cards = [word for word in order.split() if word in CARDS]
    if not cards or "," in order:
        return ""
    card, verb = cards[0], order.split()[0]
    if verb == "start":
        return empire_told(card, words)
    if verb in ("show", "offer", "discard", "redraw"):
        return card_said(card, words)
    if " as artifact" in order:
        return gloss.needed(CARDS[card].artifact, words)
    return gloss.card(card, words)[0]
