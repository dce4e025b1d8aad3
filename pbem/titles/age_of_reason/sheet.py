"""The position and the orders that are open, described once for terminal and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...table import Words
from ..sheet import Column, Grid, Lines, Row, Said, Section, Span, listed, named, pairs, player
from ..terminal import about, together
from . import gloss
from .atlas import DATA, NATIONS, NEIGHBOURS, REGIONS
from .cards import FIELDS, OPEN, action_rounds
from .rules.scoring import would_score
from .state import Reason

KINDS = {
    "britain": "color(160)",
    "netherlands": "color(208)",
    "france": "color(33)",
    "spain": "color(178)",
    "prussia": "bold",
    "austria": "color(245)",
    "russia": "color(34)",
}
"""As near to the colours of the discs as any background allows (AOR-DISC-2)."""


def position(game: Reason, words: Words, seat: int | None) -> list[Section]:
    """The whole position; `seat` is the reader."""
    parts = [Section("head", Lines(_headline(game, words)))]
    if game.sale is not None:
        parts.append(Section("auction", Lines(auction(game, words))))
    if game.combat is not None:
        parts.append(Section("combat", _combat(game, words)))
    parts.append(Section("players", players(game, words)))
    if game.alliance:
        parts.append(Section("alliances", _alliances(game, words)))
    parts.append(Section("regions", regions(game, words)))
    if game.order:
        parts.append(Section("fields", _fields(game, words)))
    if seat is not None and game.players[seat].nation:
        parts.append(Section("hand", _hand(game, seat, words)))
    return parts


def _headline(game: Reason, words: Words) -> Said:
    more = ""
    if game.outcome is not None:
        key = "text.shared" if len(game.outcome.winners) > 1 else "text.winner"
        more = words.say(key, {"players": game.outcome.winners, "how": game.outcome.how})
    elif game.sale is not None:
        more = words.say("text.alliances_form")
    elif game.action:
        values = {"action": game.action, "of": action_rounds(game.seats), "player": game.active}
        more = words.say("text.action", values)
    return [Span(words.say("text.round", {"round": game.round}) + (f" · {more}" if more else ""), tone="strong")]


def auction(game: Reason, words: Words) -> str:
    sale = game.sale
    assert sale is not None
    if sale.price < 0:
        return words.say("text.no_bid", {"number": sale.number, "player": sale.opener})
    values = {"number": sale.number, "player": sale.holder, "gold": sale.price, "top": sale.top, "bottom": sale.bottom}
    return words.say("text.high_bid", values)


def _combat(game: Reason, words: Words) -> Lines:
    fight = game.fight
    values = {
        "attacker": game.players[fight.attacker].nation,
        "target": fight.nation,
        "marker": fight.marker,
        "region": fight.region,
        "helpers": [game.players[seat].nation for seat in fight.helpers],
    }
    lines = [words.say("text.combat", values)]
    if fight.dice:
        lines.append(words.say("text.strengths", {"own": fight.strength(0), "other": fight.strength(1)}))
    return Lines(*lines)


def _nation(nation: str, words: Words) -> Span:
    return named("nation", nation, words, kind=nation)


def players(game: Reason, words: Words) -> Grid:
    """Everything public about each player (AOR-GEN-6)."""
    heads = ("points", "would_score", "gold", "discontent", "hand", "discards", "on_map", "in_fields", "supply")
    columns = [Column(words.say("text.player")), Column(words.say("text.nation"))]
    columns += [Column(words.say(f"text.{head}"), align="r") for head in heads]
    rows = []
    for seat, one in enumerate(game.players):
        nation: Said = _nation(one.nation, words) if one.nation else "–"
        hand: Said = len(one.hand)
        if one.has_laid:
            hand = words.say("text.hand_and_laid", {"hand": len(one.hand)})
        rows.append(
            Row(
                player(seat, words),
                nation,
                str(one.points),
                would_score(game, one.nation),
                named("gold", one.gold, words),
                f"-{one.discontent}",
                hand,
                len(one.discards),
                sum(here.get(one.nation, 0) for here in game.discs.values()),
                sum(there.count(one.nation) for there in game.fields.values()),
                game.free_discs(one.nation) if one.nation else "–",
            )
        )
    return Grid(columns, rows, look="pt", stacked=True)


def _alliances(game: Reason, words: Words) -> Grid:
    rows: list[tuple[Said, Said]] = []
    for row, name in ((1, "upper"), (0, "lower")):
        placed = sorted((place, nation) for nation, place in game.alliance.items() if place % 2 == row)
        cells = listed([f"{place} ", _nation(nation, words)] for place, nation in placed)
        rows.append((Span(words.say(f"text.{name}"), tone="strong"), cells))
    return pairs(rows)


def regions(game: Reason, words: Words) -> Grid:
    """Discs and markers of each region, with its worth and its neighbours."""
    heads = ("region", "worth", "discs", "markers", "borders")
    columns = [Column(words.say(f"text.{head}")) for head in heads]
    rows = []
    for region in REGIONS:
        here = game.discs[region]
        discs = listed(
            [_nation(nation, words), *_number(f"{here[nation]}{'' if nation in game.led else '*'}")]
            for nation in by_discs(here)
        )
        markers = listed(
            [named("marker", one, words, one.rsplit("_", 1)[1]), f": {gloss.marker(one, words)}"]
            for one in game.markers[region]
        )
        beside = NEIGHBOURS[bool(game.options["sea_links"])][region]
        homes = [nation for nation in NATIONS if region in NATIONS[nation].borders]
        near = [words.name("region", one) for one in beside] + [words.name("nation", one) for one in homes]
        rows.append(
            Row(
                named("region", region, words, tone="strong"),
                gloss.region(region, words),
                discs or "·",
                markers or "·",
                ", ".join(near) or "–",
            )
        )
    if len(game.led) < len(NATIONS):
        rows.append(Row(words.say("text.no_player")))
    return Grid(columns, rows, look="rt", stacked=True)


def _number(shown: str) -> tuple[Span, Span]:
    """A number after a name; on pages, where names are narrow, it stays on the line of the name."""
    return Span(f" {shown}", only="terminal"), Span(f"\u00a0{shown}", only="page")


def by_discs(discs: Mapping[str, int]) -> list[str]:
    """Nations with discs in a region, those with the most first."""
    return sorted((nation for nation in NATIONS if nation in discs), key=lambda nation: -discs[nation])


def _fields(game: Reason, words: Words) -> Grid:
    """Who sits where, and what is free."""
    rows = []
    for kind in DATA["field_kinds"]:
        rows.append(Row(Span(kind[f"name_{words.language}"], tone="strong"), "", ""))
        for name, one in FIELDS.items():
            if one.kind == kind["id"]:
                there = game.fields.get(name, [])
                seats: list[Said] = [_nation(nation, words) for nation in there]
                seats += [Span(words.say("text.free"), tone="dim")] * (OPEN[game.seats][name] - len(there))
                rows.append(Row("  " + words.name("field", name), listed(seats), gloss.field(name, words)))
    return Grid((Column(words.say("text.fields")), Column(), Column()), rows)


def _hand(game: Reason, seat: int, words: Words) -> Grid:
    one = game.players[seat]
    rows = []
    for name, cards in (("hand", one.hand), ("laid", [one.laid] if one.laid else []), ("discards", one.discards)):
        shown = "\n".join(f"{card}: {gloss.card(card, words)}" for card in cards)
        if shown:
            rows.append((Span(words.say(f"text.{name}"), tone="strong"), shown))
    return pairs(rows)


# ---- the orders that are open


def orders(asked: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """The legal orders: cards of one target together, the others one by one with what they cost or bring."""

    def target(order: str) -> tuple[str, str] | None:
        what, _, card = order.partition(" with ")
        return (what, card) if asked["kind"] == "choose_attack" and card else None

    cards, others = together(asked.get("legal", ()), target)
    rows = [(f"{order} with …", ", ".join(named)) for order, named in cards.items()]
    return rows + [(legal["order"], _meaning(asked["kind"], legal, words)) for legal in others]


def _meaning(kind: str, legal: Mapping[str, Any], words: Words) -> str:
    """What an order costs or brings, and for a field what it does."""
    verb, _, thing = legal["order"].partition(" ")
    if verb == "field" and thing in FIELDS:
        gold = words.say("about.occupy_field", {"gold": legal.get("gold", 0)}).strip()
        return gloss.field(thing, words) + (f" ({gold})" if gold else "")
    if verb == "recover" and thing != "none":
        return gloss.card(thing, words)
    return about(kind, legal, words)
