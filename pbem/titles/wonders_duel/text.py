"""The position of a duel and the available orders, for a terminal of any width.

Made from a view (plain JSON), so it shows what that reader may see. Colour is
an extra: every colour of a card also has a two-letter code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...table import Words, ask_text, back_of, from_view
from ...words.console import add, grid
from . import gloss
from .cards import BUILDINGS, CAPITAL, CARDS, COLOURS, CONSTANTS, LAYOUTS, LOOT, MILITARY_VP, RESOURCES, WONDERS
from .rules.payment import is_chain, price_of, prices
from .rules.scoring import CATEGORIES, points
from .state import City, Duel

STYLES = {
    "brown": "color(130)", "grey": "color(245)", "blue": "color(33)", "green": "color(34)",
    "yellow": "color(178)", "red": "color(160)", "purple": "color(134)", "wonder": "bold",
}  # fmt: skip
WIDEST_CARD = 18


def render(view: dict[str, Any], words: Words, seat: int | None = None) -> RenderableType:
    """The whole position; `seat` is the reader's own city, which then comes first."""
    game = from_view(Duel, view, seat)
    seats = (0, 1) if seat is None else (seat, 1 - seat)
    parts: list[RenderableType] = [_headline(game, view["outcome"], words)]
    if game.draft:
        parts.append(_wonders_open(game.draft, words))
    if game.face_up:
        parts.append(Layout(game, words))
        parts.append(_within_reach(game, seats, words))
    parts.append(_track(game, words))
    parts.append(_cities(game, seats, words))
    parts.append(_beside(game, words))
    if view["outcome"] is not None:
        parts.append(_scores(view["outcome"]["scores"], seats, words))
    return Group(*(Padding(part, (0, 0, 1, 0), expand=False) for part in parts))


def _headline(game: Duel, outcome: Mapping[str, Any] | None, words: Words) -> Text:
    line = Text(words.say("text.draft") if game.age == 0 else words.name("age", game.age), style="bold")
    if outcome is not None:
        key = "text.shared" if len(outcome["winners"]) > 1 else "text.winner"
        line.append(" · " + words.say(key, {"players": outcome["winners"], "how": outcome["how"]}))
    elif game.age:
        line.append(" · " + words.say("text.turn", {"player": game.active, "n": game.turn}))
    return line


class Layout:
    """The cards of an age, drawn as they lie: brackets for what is within reach, dots for a face-down card."""

    def __init__(self, game: Duel, words: Words) -> None:
        self.game, self.words = game, words
        self.reach = game.accessible().values()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        slots = LAYOUTS[self.game.age].values()
        across = 1 + max(slot.column for slot in slots)  # cards of the widest row
        half = min(WIDEST_CARD, (options.max_width - 1) // across) // 2
        width, middle = 2 * half, across * half
        for row in dict.fromkeys(slot.row for slot in slots):
            lines = [Text(), Text()]
            for slot in slots:
                if slot.row == row and (slot.id in self.game.face_up or slot.id in self.game.face_down):
                    start = middle + slot.column * half - half
                    for line, drawn in zip(lines, self._card(slot.id, width), strict=True):
                        line.append(" " * (start - line.cell_len))
                        line.append(drawn)
            if lines[0]:
                yield from lines

    def _card(self, slot: str, width: int) -> tuple[Text, Text]:
        card = self.game.face_up.get(slot)
        inside = width - 2
        if card is None:
            back = self.words.name("back", back_of(self.game.face_down[slot]))
            return Text(f" {'·' * inside} "), Text(f" {back.center(inside, '·')[:inside]} ")
        left, right = ("[", "]") if slot in self.reach else (" ", " ")
        building = BUILDINGS[card]
        about = f"{self.words.name('code', building.colour)} {gloss.cost(building, self.words)}"
        style = STYLES[building.colour]
        name = _shortened(self.words.name("card", card), inside)
        first, second = Text(left), Text(left)
        first.append(name.ljust(inside), style=style)
        second.append(_shortened(about, inside).ljust(inside), style=style)
        return first.append(right), second.append(right)


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _within_reach(game: Duel, seats: Sequence[int], words: Words) -> Table:
    table = grid("", words.say("text.within_reach"), words.say("text.cost"), *(_handle(s, words) for s in seats))
    for ident in game.accessible():
        card = BUILDINGS[ident]
        name = Text(words.name("card", card.id))
        name.append(f"\n{gloss.does(card, words)}", style="dim")
        code = Text(words.name("code", card.colour), style=STYLES[card.colour])
        add(table, code, name, gloss.cost(card, words), *(_price(game, seat, card.id, words) for seat in seats))
    return table


def _price(game: Duel, seat: int, ident: str, words: Words) -> str:
    """What a card or wonder would cost a player now."""
    city, card = game.cities[seat], CARDS[ident]
    if is_chain(city, card):
        return words.say("text.free_by", {"card": card.free_with})
    price = price_of(city, game.cities[1 - seat], card)
    if not price:
        return words.say("text.free")
    return words.say("text.price", {"n": price, "dear": price > city.coins})


def _wonders_open(wonders: Iterable[str], words: Words) -> Table:
    table = grid(words.say("text.to_choose_from"), words.say("text.cost"), words.say("text.does"))
    for wonder in wonders:
        card = WONDERS[wonder]
        add(table, words.name("wonder", wonder), gloss.cost(card, words), gloss.does(card, words))
    return table


def _track(game: Duel, words: Words) -> Text:
    """The military track, seat 0's capital to the left; a digit is a token that still loots that many coins."""
    places = ["·"] * (2 * CAPITAL + 1)
    places[0] = places[-1] = "⌂"
    for coins, distance in LOOT:
        if coins in game.loot[0]:
            places[CAPITAL - distance] = str(coins)
        if coins in game.loot[1]:
            places[CAPITAL + distance] = str(coins)
    if places[CAPITAL] == "·":
        places[CAPITAL] = "|"
    places[CAPITAL + game.pawn] = "●"
    line = Text(f"{_handle(0, words)}  {' '.join(places)}  {_handle(1, words)}")
    ahead = 0 if game.pawn > 0 else 1
    lead = abs(game.pawn)
    values = {"player": ahead, "n": lead, "points": MILITARY_VP[lead]}
    return line.append("\n" + words.say("text.lead" if lead else "text.level", values))


def _handle(seat: int, words: Words) -> str:
    return words.name("player", seat)


def _cities(game: Duel, seats: Sequence[int], words: Words) -> Table:
    """What both have, kind by kind, side by side; kinds that neither has are omitted."""
    table = grid("", *(_handle(seat, words) for seat in seats))
    cities = [game.cities[seat] for seat in seats]
    rows: list[tuple[str, list[Text]]] = [
        (words.say("text.treasury"), [Text(words.say("text.coins", {"n": city.coins})) for city in cities]),
        (words.say("text.makes"), [_made(city, words) for city in cities]),
        (words.say("text.buys"), [_trade(game, seat, words) for seat in seats]),
    ]
    for colour in COLOURS:
        label = f"{words.name('code', colour)} {words.name('colour', colour)}"
        named = [[c for c in city.buildings if BUILDINGS[c].colour == colour] for city in cities]
        rows.append((label, [_listed((words.name("card", c) for c in cards), STYLES[colour]) for cards in named]))
    rows += [
        (words.say("text.symbols"), [_symbols(city, words) for city in cities]),
        (words.say("text.tokens"), [_listed(words.name("token", t) for t in city.tokens) for city in cities]),
        (words.say("text.built"), [_listed(words.name("wonder", w) for w in city.built) for city in cities]),
        (words.say("text.unbuilt"), [_unbuilt(game, seat, words) for seat in seats]),
    ]
    if game.age:
        totals = [sum(points(game, seat).values()) for seat in seats]
        rows.append((words.say("text.points_now"), [Text(str(total)) for total in totals]))
    for label, cells in rows:
        if any(cells):
            add(table, label, *(cell or Text("–") for cell in cells))
    return table


def _listed(names: Iterable[str], style: str = "") -> Text:
    return Text(", ".join(names), style=style)


def _made(city: City, words: Words) -> Text:
    """What a city itself produces each turn."""
    shown = [f"{n} {words.name('resource', name)}" for name, n in zip(RESOURCES, city.makes, strict=True) if n]
    shown += [words.say("text.any_raw")] * city.any_raw + [words.say("text.any_good")] * city.any_good
    return _listed(shown)


def _trade(game: Duel, seat: int, words: Words) -> Text:
    """The price of one more unit of each resource."""
    price = prices(game.cities[seat], game.cities[1 - seat])
    return _listed(f"{words.name('resource', name)} {n}" for name, n in zip(RESOURCES, price, strict=True))


def _symbols(city: City, words: Words) -> Text:
    owned = city.symbols()
    if not owned:
        return Text()
    names = [words.name("symbol", s) + (" ×2" if owned.count(s) > 1 else "") for s in dict.fromkeys(owned)]
    different = words.say("text.different", {"n": len(names), "of": CONSTANTS["science_symbols_to_win"]})
    return Text(f"{', '.join(names)} ({different})")


def _unbuilt(game: Duel, seat: int, words: Words) -> Text:
    lines = []
    for wonder in game.cities[seat].wonders:
        card = WONDERS[wonder]
        price = f": {_price(game, seat, wonder, words)}" if game.age else ""
        lines.append(f"{words.name('wonder', wonder)} ({gloss.cost(card, words)}){price}")
    return Text("\n".join(lines))


def _beside(game: Duel, words: Words) -> Table:
    """Tokens on the board, the discard pile, wonders that went back to the box."""
    table = grid("", "")
    tokens = Text("\n".join(f"{words.name('token', t)}: {words.name('token_does', t)}" for t in game.board))
    add(table, words.say("text.board"), tokens or Text("–"))
    if game.age:
        add(table, words.say("text.discards"), _listed(words.name("card", c) for c in game.discards) or Text("–"))
    if game.gone:
        add(table, words.say("text.gone"), _listed(words.name("wonder", w) for w in game.gone))
    return table


def _scores(scores: Sequence[Mapping[str, int]], seats: Sequence[int], words: Words) -> Table:
    table = grid(words.say("text.points"), *(_handle(seat, words) for seat in seats))
    for category in CATEGORIES:  # a view read from a file has its keys sorted
        add(table, words.name("score", category), *(str(scores[seat][category]) for seat in seats))
    add(table, words.say("text.total"), *(str(sum(scores[seat].values())) for seat in seats), style="bold")
    return table


def moves(ask_data: Mapping[str, Any], words: Words) -> RenderableType:
    """The legal orders, as they are written, with what each costs or brings."""
    table = grid("", "")
    verb = ""
    wonders: dict[str, tuple[list[str], int]] = {}
    for legal in ask_data["legal"]:
        first, *rest = legal["order"].split()
        if first == "wonder":
            wonders.setdefault(rest[0], ([], legal["coins"]))[0].append(rest[-1])
            continue
        if verb and first != verb:
            add(table, "", "")
        verb = first
        add(table, legal["order"], _means(first, rest, legal, words))
    for wonder, (cards, coins) in wonders.items():
        add(table, "", "")
        about = f"{words.name('wonder', wonder)}, {_coins(coins, words)}: {gloss.does(WONDERS[wonder], words)}"
        add(table, f"wonder {wonder} with …", f"{about}\n… {words.join(cards, 'or')}")
    return Group(Text(ask_text(ask_data, words), style="bold"), Padding(table, (0, 0, 0, 2), expand=False))


def _coins(coins: int, words: Words) -> str:
    return words.say("text.coins", {"n": coins}) if coins else words.say("text.free")


def _means(verb: str, rest: Sequence[str], legal: Mapping[str, Any], words: Words) -> str:
    names = [one.rstrip(",") for one in rest]
    if verb == "take":
        return "; ".join(f"{words.name('wonder', one)}: {gloss.does(WONDERS[one], words)}" for one in names)
    if verb in ("token", "library"):
        return f"{words.name('token', names[0])}: {words.name('token_does', names[0])}"
    if verb == "start":
        return words.say(f"text.start_{names[0]}")
    name = words.name("card", names[0])
    if verb == "discard":
        return f"{name}, {words.say('text.coins_now', {'n': legal['gains']})}"
    if verb == "build":
        price = (
            words.say("text.free_by", {"card": legal["chain"]}) if "chain" in legal else _coins(legal["coins"], words)
        )
        return f"{name}, {price}: {gloss.does(BUILDINGS[names[0]], words)}"
    return f"{name}: {gloss.does(BUILDINGS[names[0]], words)}"
