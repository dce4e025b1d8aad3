"""The position on a sheet, and the available orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...table import Words, is_unseen
from ..sheet import Column, Grid, Lines, Row, Said, Section, Span, either, headline, listed, named, pairs, player
from ..terminal import together
from .atlas import LANDS, REGIONS, WATERS
from .cards import EMPIRES, EPOCHS, EVENTS, REALMS, VALUES
from .rules.scoring import level, sheet, tally
from .state import World
from .summary import empires

MARKS = {"presence": ("+", "●"), "dominance": ("++", "●●"), "control": ("+++", "●●●")}
"""How much a player has of a region, at a terminal and on a page."""
PIECES = ("capital", "city", "monument", "fleet")
PLACED = ("army", "fleet", "fort", "event army", "event fort", "event fleet", "accept trade in")
"""Orders that name nothing but a place."""


def position(game: World, words: Words, seat: int | None) -> Iterator[Section]:
    """The whole position as its reader may see it."""
    yield headline(
        words.say("text.epoch", {"epoch": game.epoch, "years": game.epoch}), _now(game, words), game.outcome, words
    )
    if game.turn is not None:
        yield Section("turn", Lines(*_turn(game, words)))
    yield Section("players", players(game, words))
    if game.drawn and not is_unseen(game.drawn[0]):
        yield Section("drawn", Lines(words.say("text.drawn", {"empire": game.drawn[0]})))
    if game.outcome is None:
        yield Section("regions", regions(game, words))
    yield Section("lands", lands(game, words))
    if game.fleets:
        yield Section("fleets", fleets(game, words))
    if game.outcome is None and game.epoch:
        yield Section("summary", empires(game.epoch, words, game.number))


def _now(game: World, words: Words) -> str:
    if game.turn is not None:
        values = {"number": game.number, "player": game.turn.seat, "empire": game.turn.empire}
        return words.say("text.playing", values)
    return words.say("text.plans") if game.phase == "plans" else words.say("text.draft", {"players": game.order})


def _turn(game: World, words: Words) -> Iterator[str]:
    """The event of the turn and what is left to place."""
    turn = game.now
    if turn.event:
        kind = EVENTS[turn.event].kind
        yield words.say("text.event", {"event": turn.event, "does": words.name("event_does", kind)})
    if turn.parts:
        pieces = {"units": sum(part.units for part in turn.parts), "bound": sum(part.bound for part in turn.parts)}
        more = {"allies": turn.allies, "forts": turn.free_forts, "fleets": turn.free_fleets, "emblem": turn.emblem}
        yield words.say("text.left", {**pieces, **more})
    waters = sorted(REALMS[turn.empire].waters, key=list(WATERS).index)
    yield words.say("text.sails" if waters else "text.no_sea", {"waters": waters})


def players(game: World, words: Words, seats: Sequence[int] = ()) -> Grid:
    """The standings: at a terminal epoch by epoch, on a page with what each has on the map."""
    epochs = [Column(words.name("roman", n), only="terminal") for n in range(1, EPOCHS + 1)]
    pieces = [Column(named("piece", one, words), "r", only="page") for one in PIECES]
    heads = [
        either("", words.say("text.player")),
        Column(words.say("text.points"), "r"),
        *epochs,
        Column(words.say("text.lands"), "r", only="page"),
        *pieces,
        Column(words.say("text.unit_sum"), "r", spare=True),
        Column(words.say("text.card"), only="terminal"),
    ]
    rows = []
    for seat in seats or range(game.seats):
        one, held = game.players[seat], [land for land, here in game.lands.items() if here.owner == seat]
        points = [str(n) for n in one.points] + ["·"] * (EPOCHS - len(one.points))
        towns = [sum(game.towns.get(land) == town for land in held) for town in PIECES[:2]]
        fleets = sum(here.get(seat, 0) for here in game.fleets.values())
        on_map = (len(held), *towns, sum(land in game.monuments for land in held), fleets)
        total = Span(str(one.total()), tone="strong")
        rows.append(Row(player(seat, words), total, *points, *on_map, one.units(), _card(game, seat, words)))
    return Grid(heads, rows, look="standings")


def _card(game: World, seat: int, words: Words) -> str:
    one = game.players[seat]
    if one.card and is_unseen(one.card[0]):
        return words.say("text.face_down")
    if one.card:
        return words.say("text.own_card", {"empire": one.card[0], "number": EMPIRES[one.card[0]].number})
    return words.name("empire", one.played[-1]) if len(one.played) == game.epoch else words.say("text.no_card")


def regions(game: World, words: Words, caption: str = "") -> Grid:
    """Lands held in each region, and what they score now."""
    seats = range(game.seats)
    heads = [Column(words.say("text.region")), Column(words.say("text.value"), "c")]
    rows = []
    for region, counts in tally(game).items():
        size = len(REGIONS[region])
        lands = [Span(f" ({size})", only="terminal"), Span(f" {size}", tone="dim", only="page")]
        value = Span(str(VALUES[region][(game.epoch or 1) - 1]), tone="strong")
        held = (_held(counts[seat], level(counts, seat, size), seat, words) for seat in seats)
        rows.append(Row([named("region", region, words), *lands], value, *held))
    totals = (sum(sheet(game, seat).values()) if game.epoch else 0 for seat in seats)
    rows.append(Row(words.say("text.would_score"), "", *totals, tone="strong"))
    crests = (Column(player(seat, words), "c", narrow=True) for seat in seats)
    return Grid([*heads, *crests], rows, caption=caption, look="regions")


def _held(lands: int, reached: str, seat: int, words: Words) -> Said:
    if not lands:
        return [Span("·", only="terminal"), Span("–", tone="dim", only="page")]
    plus, dots = MARKS[reached]
    shown = Span(str(lands), tone="strong", only="page"), named("level", reached, words, dots, only="page")
    return [Span(f"{lands} {plus}", seat=seat, only="terminal"), *shown]


def lands(game: World, words: Words) -> Grid:
    return pairs((Span(words.name("region", one), tone="strong"), _lands(game, one, words)) for one in REGIONS)


def _lands(game: World, region: str, words: Words) -> Said:
    """Every land with something in it; the vacant ones in one line."""
    lines: list[Said] = [_land(game, land, words) for land in REGIONS[region] if land in game.lands]
    vacant = [land for land in REGIONS[region] if land not in game.lands]
    if vacant:
        built = {land: ", ".join(_built(game, land, words)) for land in vacant}
        empty = ", ".join(_named(land, words) + (f" [{built[land]}]" if built[land] else "") for land in vacant)
        lines.append(Span(words.say("text.vacant", {"lands": empty}), tone="dim"))
    return listed(lines, "\n")


def _named(land: str, words: Words) -> str:
    """A resource is marked as in the rulebook's list."""
    return words.name("land", land) + (" (R)" if LANDS[land].resource else "")


def _built(game: World, land: str, words: Words) -> list[str]:
    built = [words.name("town", game.towns[land])] if land in game.towns else []
    return built + ([words.say("text.monument")] if land in game.monuments else [])


def _land(game: World, land: str, words: Words) -> Said:
    here = game.lands[land]
    built = _built(game, land, words) + ([words.say("text.fort")] if here.fort else [])
    armies = f" {here.armies} {words.name('emblem', here.emblem)}"
    return [f"{_named(land, words)}: ", _holder(here.owner, words), ", ".join([armies, *built])]


def fleets(game: World, words: Words) -> Grid:
    def sailed(here: Mapping[int, int]) -> Said:
        return listed([_holder(seat, words), f" {here[seat]}"] for seat in sorted(here))

    rows = [(words.name("sea", one), sailed(game.fleets[one])) for one in WATERS if game.fleets.get(one)]
    return Grid((words.say("text.fleets"), ""), rows)


def _holder(seat: int, words: Words) -> Span:
    """Without the crest, as there are too many of them."""
    return Span(words.name("player", seat), seat=seat)


# ---- the available orders


def orders(asked: Mapping[str, Any], words: Words) -> Iterator[tuple[str, str]]:
    """The legal orders: places of one verb together, attacks one by one with their defenders."""
    places, others = together(asked["legal"], _place)
    yield from ((f"{verb} …", ", ".join(named)) for verb, named in places.items())
    attacks: dict[str, list[Mapping[str, Any]]] = {}
    for legal in others:
        if legal["order"].startswith("attack "):
            attacks.setdefault(legal["order"].split()[1], []).append(legal)
    yield from ((f"attack {place}", _met(ways, words)) for place, ways in attacks.items())
    for order in (legal["order"] for legal in others if not legal["order"].startswith("attack ")):
        verb = order.split()[0]
        yield order, words.say(f"verb.{verb}") if verb in ("end", "keep", "give", "stop", "go", "break") else ""


def _place(order: str) -> tuple[str, str] | None:
    verb, _, place = order.rpartition(" ")
    return (verb, place) if verb in PLACED else None


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
