"""The position and the available orders, for a terminal of any width.

Made from a view (plain JSON), so it shows what that reader may see. Colour is
an extra: everything is also said in words and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...table import Words, ask_text, from_view, is_unseen
from ...words.console import add, grid
from .atlas import LANDS, REGIONS, WATERS
from .cards import EMPIRE_DECKS, EMPIRES, EPOCHS, EVENTS, REALMS, VALUES, Empire
from .rules.scoring import level, sheet, tally
from .state import World

STYLES = ("color(33)", "color(160)", "color(34)", "color(178)", "color(134)", "color(37)")
"""One per seat."""
MARKS = {"presence": "+", "dominance": "++", "control": "+++"}


def render(view: dict[str, Any], words: Words, seat: int | None = None) -> RenderableType:
    """The whole position as the view shows it; `seat` is the reader."""
    game = from_view(World, view, seat)
    parts: list[RenderableType] = [_headline(game, view["outcome"], words)]
    if game.turn is not None:
        parts.append(_turn(game, words))
    parts.append(_players(game, words))
    if game.drawn and not is_unseen(game.drawn[0]):
        parts.append(Text(words.say("text.drawn", {"empire": game.drawn[0]})))
    if view["outcome"] is None:
        parts.append(_regions(game, words))
    parts.append(_lands(game, words))
    if game.fleets:
        parts.append(_waters(game, words))
    if view["outcome"] is None and game.epoch:
        parts.append(summary(game, words))
    return Group(*(Padding(part, (0, 0, 1, 0), expand=False) for part in parts))


def _headline(game: World, outcome: Mapping[str, Any] | None, words: Words) -> Text:
    line = Text(words.say("text.epoch", {"epoch": game.epoch, "years": game.epoch}), style="bold")
    if outcome is not None:
        key = "text.shared" if len(outcome["winners"]) > 1 else "text.winner"
        line.append(" · " + words.say(key, {"players": outcome["winners"], "how": outcome["how"]}))
    elif game.turn is not None:
        values = {"number": game.number, "player": game.turn.seat, "empire": game.turn.empire}
        line.append(" · " + words.say("text.playing", values))
    elif game.phase == "plans":
        line.append(" · " + words.say("text.plans"))
    else:
        line.append(" · " + words.say("text.draft", {"players": game.order}))
    return line


def _turn(game: World, words: Words) -> Text:
    """The event of the turn and what is left to place."""
    turn = game.now
    lines = []
    if turn.event:
        kind = EVENTS[turn.event].kind
        lines.append(words.say("text.event", {"event": turn.event, "does": words.name("event_does", kind)}))
    if turn.parts:
        pieces = {"units": sum(part.units for part in turn.parts), "bound": sum(part.bound for part in turn.parts)}
        more = {"allies": turn.allies, "forts": turn.free_forts, "fleets": turn.free_fleets, "emblem": turn.emblem}
        lines.append(words.say("text.left", {**pieces, **more}))
    waters = sorted(REALMS[turn.empire].waters, key=list(WATERS).index)
    lines.append(words.say("text.sails" if waters else "text.no_sea", {"waters": waters}))
    return Text("\n".join(lines))


def _handle(seat: int, words: Words) -> Text:
    return Text(words.name("player", seat), style=STYLES[seat])


def _players(game: World, words: Words) -> Table:
    epochs = [words.name("roman", n) for n in range(1, EPOCHS + 1)]
    head = (words.say("text.points"), *epochs, words.say("text.unit_sum"), words.say("text.card"))
    table = grid("", *head)
    for seat, one in enumerate(game.players):
        points = [str(n) for n in one.points] + ["·"] * (EPOCHS - len(one.points))
        add(table, _handle(seat, words), str(one.total()), *points, str(one.units()), _card(game, seat, words))
    return table


def _card(game: World, seat: int, words: Words) -> str:
    one = game.players[seat]
    if one.card and is_unseen(one.card[0]):
        return words.say("text.face_down")
    if one.card:
        return words.say("text.own_card", {"empire": one.card[0], "number": EMPIRES[one.card[0]].number})
    if len(one.played) == game.epoch:
        return words.name("empire", one.played[-1])
    return words.say("text.no_card")


def _regions(game: World, words: Words) -> Table:
    """Lands held in each region, and what they score now."""
    seats = range(game.seats)
    table = grid(words.say("text.region"), words.say("text.value"), *(words.name("player", seat) for seat in seats))
    for region, counts in tally(game).items():
        value = VALUES[region][game.epoch - 1] if game.epoch else 0
        size = len(REGIONS[region])
        cells = []
        for seat in seats:
            reached = level(counts, seat, size)
            mark = MARKS.get(reached, "")
            cells.append(Text(f"{counts[seat]} {mark}" if counts[seat] else "·", style=STYLES[seat]))
        add(table, f"{words.name('region', region)} ({size})", str(value), *cells)
    totals = [sum(sheet(game, seat).values()) if game.epoch else 0 for seat in seats]
    add(table, words.say("text.would_score"), "", *(str(total) for total in totals), style="bold")
    return table


def _lands(game: World, words: Words) -> Table:
    """Every land with something in it, by region; the vacant ones in one line."""
    table = grid("", "")
    for region, lands in REGIONS.items():
        occupied = [land for land in lands if land in game.lands]
        vacant = [land for land in lands if land not in game.lands]
        lines = Text("\n").join([_land(game, land, words) for land in occupied])
        if vacant:
            if occupied:
                lines.append("\n")
            empty = ", ".join(_named(land, words) + _ruins(game, land, words) for land in vacant)
            lines.append(words.say("text.vacant", {"lands": empty}), style="dim")
        add(table, Text(words.name("region", region), style="bold"), lines)
    return table


def _named(land: str, words: Words) -> str:
    """A resource is marked as in the rulebook's list."""
    return words.name("land", land) + (" (R)" if LANDS[land].resource else "")


def _ruins(game: World, land: str, words: Words) -> str:
    built = _built(game, land, words)
    return f" [{', '.join(built)}]" if built else ""


def _built(game: World, land: str, words: Words) -> list[str]:
    built = [words.name("town", game.towns[land])] if land in game.towns else []
    return built + ([words.say("text.monument")] if land in game.monuments else [])


def _land(game: World, land: str, words: Words) -> Text:
    here = game.lands[land]
    built = _built(game, land, words) + ([words.say("text.fort")] if here.fort else [])
    line = Text(_named(land, words) + ": ")
    line.append(words.name("player", here.owner), style=STYLES[here.owner])
    line.append(f" {here.armies} {words.name('emblem', here.emblem)}")
    return line.append(f", {', '.join(built)}" if built else "")


def _waters(game: World, words: Words) -> Table:
    table = grid(words.say("text.fleets"), "")
    for water in WATERS:
        here = game.fleets.get(water, {})
        if here:
            fleets = [f"{words.name('player', seat)} {here[seat]}" for seat in sorted(here)]
            add(table, words.name("sea", water), ", ".join(fleets))
    return table


def summary(game: World, words: Words) -> Table:
    """The summary sheet of the epoch (WH-2.5-1): its empires, with those already called marked."""
    table = grid(
        words.say("text.number"), words.say("text.empire"), words.say("text.start"),
        words.say("text.units"), words.say("text.waters"),
    )  # fmt: skip
    for ident in EMPIRE_DECKS[game.epoch]:
        empire = EMPIRES[ident]
        mark = "✓" if empire.number <= game.number else " "
        name = words.name("empire", ident) + ("" if empire.ruler else f" ({words.say('text.no_ruler')})")
        cells = (_starts(empire, words), str(empire.units), _sailed(empire, words))
        add(table, f"{mark}{empire.number}", name, *cells)
    return table


def _starts(empire: Empire, words: Words) -> str:
    named = [
        words.name("land", start.land) + (f" ({words.name('town', 'capital')})" if start.capital else "")
        for start in empire.starts
    ]
    return ", ".join(named)


def _sailed(empire: Empire, words: Words) -> str:
    return ", ".join(words.name("sea", water) for water in WATERS if water in empire.waters) or "–"


# ---- the available orders


def moves(ask_data: Mapping[str, Any], words: Words) -> RenderableType:
    """The legal orders: places of one verb together, attacks one by one with their defenders."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column()
    places: dict[str, list[str]] = {}
    attacks: dict[str, list[Mapping[str, Any]]] = {}
    others: list[Mapping[str, Any]] = []
    for legal in ask_data["legal"]:
        order: str = legal["order"]
        verb, _, place = order.rpartition(" ")
        if order.startswith("attack "):
            attacks.setdefault(order.split()[1], []).append(legal)
        elif verb in ("army", "fleet", "fort", "event army", "event fort", "event fleet", "accept trade in"):
            places.setdefault(verb, []).append(place)
        else:
            others.append(legal)
    for verb, named in places.items():
        add(table, f"{verb} …", ", ".join(named))
    for place, ways in attacks.items():
        add(table, f"attack {place}", _met(ways, words))
    for legal in others:
        add(table, legal["order"], _meaning(legal["order"], words))
    return Group(Text(ask_text(ask_data, words), style="bold"), Padding(table, (0, 0, 0, 2), expand=False))


def _met(ways: Sequence[Mapping[str, Any]], words: Words) -> str:
    """Who defends against an attack from the best approach; the other approaches follow."""
    first, *rest = ways
    said = words.say("text.meets", {"defender": first["defender"], "left": first["left"], "dice": first["dice"]})
    if first.get("fort"):
        said += ", " + words.say("text.fort")
    also = [way["order"].split(" ", 2)[2] + f" ({way['dice']})" for way in rest if way["dice"] > first["dice"]]
    if any(way["order"].endswith("by treachery") for way in rest):
        also.append("by treachery")
    return said + (f"; {', '.join(also)}" if also else "")


def _meaning(order: str, words: Words) -> str:
    """The meaning of orders that are not self-explanatory."""
    verb = order.split()[0]
    return words.say(f"verb.{verb}") if verb in ("end", "keep", "give", "stop", "go", "break") else ""
