"""The position and the orders that are open, for a terminal of any width.

Made from a view (plain JSON), so it shows what that reader may see. Colour is
an extra: everything is said in words and numbers, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...table import Words, ask_text, from_view
from ...words.console import add, grid
from . import gloss
from .atlas import DATA, NATIONS, NEIGHBOURS, REGIONS
from .cards import FIELDS, OPEN, action_rounds
from .rules.scoring import would_score
from .state import Reason

STYLES = {
    "britain": "color(160)", "netherlands": "color(208)", "france": "color(33)", "spain": "color(178)",
    "prussia": "bold", "austria": "color(245)", "russia": "color(34)",
}  # fmt: skip
"""As near to the colours of the discs as any background allows (AOR-DISC-2)."""


def render(view: dict[str, Any], words: Words, seat: int | None = None) -> RenderableType:
    """The whole position as the view shows it; `seat` is the reader."""
    game = from_view(Reason, view, seat)
    parts: list[RenderableType] = [_headline(game, words)]
    if game.sale is not None:
        parts.append(_auction(game, words))
    if game.combat is not None:
        parts.append(_combat(game, words))
    parts.append(_players(game, words))
    if game.alliance:
        parts.append(_alliances(game, words))
    parts.append(_regions(game, words))
    if game.order:
        parts.append(_fields(game, words))
    if seat is not None and game.players[seat].nation:
        parts.append(_hand(game, seat, words))
    return Group(*(Padding(part, (0, 0, 1, 0), expand=False) for part in parts))


def _headline(game: Reason, words: Words) -> Text:
    line = Text(words.say("text.round", {"round": game.round}), style="bold")
    if game.outcome is not None:
        key = "text.shared" if len(game.outcome.winners) > 1 else "text.winner"
        line.append(" · " + words.say(key, {"players": game.outcome.winners, "how": game.outcome.how}))
    elif game.sale is not None:
        line.append(" · " + words.say("text.alliances_form"))
    elif game.action:
        values = {"action": game.action, "of": action_rounds(game.seats), "player": game.active}
        line.append(" · " + words.say("text.action", values))
    return line


def _auction(game: Reason, words: Words) -> Text:
    sale = game.sale
    assert sale is not None
    if sale.price < 0:
        return Text(words.say("text.no_bid", {"number": sale.number, "player": sale.opener}))
    values = {"number": sale.number, "player": sale.holder, "gold": sale.price, "top": sale.top, "bottom": sale.bottom}
    return Text(words.say("text.high_bid", values))


def _combat(game: Reason, words: Words) -> Text:
    fight = game.fight
    values = {
        "attacker": game.players[fight.attacker].nation, "target": fight.nation, "marker": fight.marker,
        "region": fight.region, "helpers": [game.players[seat].nation for seat in fight.helpers],
    }  # fmt: skip
    lines = [words.say("text.combat", values)]
    if fight.dice:
        lines.append(words.say("text.strengths", {"own": fight.strength(0), "other": fight.strength(1)}))
    return Text("\n".join(lines))


def _nation(nation: str, words: Words) -> Text:
    return Text(words.name("nation", nation), style=STYLES[nation])


def _players(game: Reason, words: Words) -> Table:
    heads = ("nation", "points", "would_score", "gold", "discontent", "hand", "discards", "supply")
    table = grid("", *(words.say(f"text.{head}") for head in heads))
    for seat, one in enumerate(game.players):
        named = _nation(one.nation, words) if one.nation else Text("–")
        cells = [one.points, would_score(game, one.nation), one.gold, f"-{one.discontent}", len(one.hand)]
        cells += [len(one.discards), game.free_discs(one.nation) if one.nation else "–"]
        add(table, words.name("player", seat), named, *map(str, cells))
    return table


def _alliances(game: Reason, words: Words) -> Table:
    table = grid("", "")
    for row, name in ((1, "upper"), (0, "lower")):
        placed = sorted((place, nation) for nation, place in game.alliance.items() if place % 2 == row)
        cells = Text(", ").join([Text(f"{place} ").append_text(_nation(nation, words)) for place, nation in placed])
        add(table, Text(words.say(f"text.{name}"), style="bold"), cells)
    return table


def _regions(game: Reason, words: Words) -> Table:
    """Discs and markers of each region, with what it is worth."""
    heads = ("region", "worth", "discs", "markers", "borders")
    table = grid(*(words.say(f"text.{head}") for head in heads))
    for region in REGIONS:
        here = game.discs[region]
        discs = [
            _nation(nation, words).append(f" {here[nation]}" + ("" if nation in game.led else "*"))
            for nation in sorted((one for one in NATIONS if one in here), key=lambda one: -here[one])
        ]
        markers = [f"{one.rsplit('_', 1)[1]}: {gloss.marker(one, words)}" for one in game.markers[region]]
        beside = NEIGHBOURS[bool(game.options["sea_links"])][region]
        homes = [nation for nation in NATIONS if region in NATIONS[nation].borders]
        near = [words.name("region", one) for one in beside] + [words.name("nation", one) for one in homes]
        cells = (Text(", ").join(discs) if discs else Text("·"), ", ".join(markers) or "·", ", ".join(near) or "–")
        add(table, Text(words.name("region", region), style="bold"), gloss.region(region, words), *cells)
    if len(game.led) < len(NATIONS):
        add(table, "", "", words.say("text.no_player"))
    return table


def _fields(game: Reason, words: Words) -> Table:
    """Who sits where, and what is free."""
    table = grid(words.say("text.fields"), "", "")
    for kind in DATA["field_kinds"]:
        add(table, Text(kind[f"name_{words.language}"], style="bold"), "", "")
        for name, one in FIELDS.items():
            if one.kind == kind["id"]:
                there = game.fields.get(name, [])
                free = OPEN[game.seats][name] - len(there)
                seats = [_nation(nation, words) for nation in there]
                seats += [Text(words.say("text.free"), style="dim")] * free
                add(table, "  " + words.name("field", name), Text(", ").join(seats), gloss.field(name, words))
    return table


def _hand(game: Reason, seat: int, words: Words) -> Table:
    one = game.players[seat]
    table = grid("", "")
    for name, cards in (("hand", one.hand), ("laid", [one.laid] if one.laid else []), ("discards", one.discards)):
        shown = "\n".join(f"{card}: {gloss.card(card, words)}" for card in cards)
        if shown:
            add(table, Text(words.say(f"text.{name}"), style="bold"), shown)
    return table


# ---- the orders that are open


def moves(ask_data: Mapping[str, Any], words: Words) -> RenderableType:
    """The legal orders: cards of one target together, the others one by one with what they cost or bring."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column()
    cards: dict[str, list[str]] = {}
    others: list[Mapping[str, Any]] = []
    for legal in ask_data["legal"]:
        order, _, card = legal["order"].partition(" with ")
        if ask_data["kind"] == "choose_attack" and card:
            cards.setdefault(order, []).append(card)
        else:
            others.append(legal)
    for order, named in cards.items():
        add(table, f"{order} with …", ", ".join(named))
    for legal in others:
        add(table, legal["order"], _meaning(ask_data["kind"], legal, words))
    return Group(Text(ask_text(ask_data, words), style="bold"), Padding(table, (0, 0, 0, 2), expand=False))


def _meaning(kind: str, legal: Mapping[str, Any], words: Words) -> str:
    """What an order costs or brings, and of a field what it does."""
    verb, _, thing = legal["order"].partition(" ")
    if verb == "field" and thing in FIELDS:
        gold = words.say("about.occupy_field", {"gold": legal.get("gold", 0)}).strip()
        return gloss.field(thing, words) + (f" ({gold})" if gold else "")
    said = words.say(f"about.{kind}", legal).strip() if len(legal) > 1 and f"about.{kind}" in words else ""
    if verb == "recover" and thing != "none":
        return gloss.card(thing, words)
    return said
