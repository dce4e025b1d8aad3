"""The position of a duel on a sheet, and the available orders. Every colour of a card also has a two-letter code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...table import Words, back_of
from ..sheet import Column, Grid, Lines, Picture, Row, Said, Section, Span, either, headline, listed, named, pairs
from . import gloss
from .cards import BUILDINGS, CAPITAL, CARDS, COLOURS, CONSTANTS, LAYOUTS, LOOT, MILITARY_VP, RESOURCES, WONDERS
from .rules.payment import is_chain, price_of, prices
from .rules.scoring import CATEGORIES, points
from .state import City, Duel

KINDS = {
    "brown": "color(130)",
    "grey": "color(245)",
    "blue": "color(33)",
    "green": "color(34)",
    "yellow": "color(178)",
    "red": "color(160)",
    "purple": "color(134)",
    "wonder": "bold",
}
WIDEST_CARD = 18


def position(game: Duel, words: Words, seat: int | None) -> Iterator[Section]:
    """The whole position; the reader's own city comes first."""
    seats = (0, 1) if seat is None else (seat, 1 - seat)
    begin = words.name("age", game.age) if game.age else words.say("text.draft")
    turn = words.say("text.turn", {"player": game.active, "n": game.turn}) if game.age else ""
    yield headline(begin, turn, game.outcome, words)
    if game.draft:
        yield Section("draft", _wonders_open(game.draft, words))
    if game.face_up:
        yield Section("layout", Picture(Layout(game, words).lines), within_reach(game, seats, words))
    yield Section("track", _track(game, words))
    yield Section("cities", _cities(game, seats, words))
    yield Section("beside", pairs(_beside(game, words)))
    if game.outcome is not None:
        counted = "text.points_uncounted" if _supremacy(game) else "text.points"
        yield Section("scores", _scores(game.outcome.scores, seats, words, words.say(counted)))


class Layout:
    """The cards of an age, drawn as they lie: brackets for what is within reach, dots for a face-down card."""

    def __init__(self, game: Duel, words: Words) -> None:
        self.game, self.words = game, words
        self.reach = game.accessible().values()

    def lines(self, width: int) -> Iterator[Said]:
        slots = LAYOUTS[self.game.age].values()
        across = 1 + max(slot.column for slot in slots)  # cards of the widest row
        half = min(WIDEST_CARD, (width - 1) // across) // 2
        for row in dict.fromkeys(slot.row for slot in slots):
            names: list[str | Span] = []
            costs: list[str | Span] = []
            drawn = 0
            for slot in slots:
                if slot.row == row and (slot.id in self.game.face_up or slot.id in self.game.face_down):
                    start = (across + slot.column - 1) * half
                    name, cost = self._card(slot.id, 2 * half)
                    names += [" " * (start - drawn), *name]
                    costs += [" " * (start - drawn), *cost]
                    drawn = start + 2 * half
            if drawn:
                yield from (names, costs)

    def _card(self, slot: str, width: int) -> tuple[list[str | Span], list[str | Span]]:
        card = self.game.face_up.get(slot)
        inside = width - 2
        if card is None:
            back = self.words.name("back", back_of(self.game.face_down[slot]))
            return [f" {'·' * inside} "], [f" {back.center(inside, '·')[:inside]} "]
        left, right = ("[", "]") if slot in self.reach else (" ", " ")
        building = BUILDINGS[card]
        about = f"{self.words.name('code', building.colour)} {gloss.cost(building, self.words)}"
        name = self.words.name("card", card)
        shown = [Span(_shortened(text, inside).ljust(inside), kind=building.colour) for text in (name, about)]
        return [left, shown[0], right], [left, shown[1], right]


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def within_reach(game: Duel, seats: Sequence[int], words: Words, caption: str = "") -> Grid:
    """What each player would pay: nobody should have to work it out by hand."""
    pays = [either(words.name("player", seat), words.say("text.pays", {"player": seat})) for seat in seats]
    heads = [
        Column(only="terminal"),
        either(words.say("text.within_reach"), words.say("text.card")),
        words.say("text.cost"),
    ]
    rows = []
    for ident in game.accessible():
        card = BUILDINGS[ident]
        code = Span(words.name("code", card.colour), kind=card.colour)
        does = Span(f"\n{gloss.does(card, words)}", tone="dim", only="terminal")
        cost = named("cost", ident, words, gloss.cost(card, words))
        payable = (price(game, seat, ident, words) for seat in seats)
        rows.append(Row(code, [named("card", ident, words), does], cost, *payable))
    return Grid([*heads, *(Column(one, "r") for one in pays)], rows, caption=caption, look="reachable")


def price(game: Duel, seat: int, ident: str, words: Words) -> Span:
    """What a card or wonder would cost a player now."""
    city, card = game.cities[seat], CARDS[ident]
    if is_chain(city, card):
        return Span(words.say("text.free_by", {"card": card.free_with}))
    coins = price_of(city, game.cities[1 - seat], card)
    if not coins:
        return Span(words.say("text.free"))
    dear = coins > city.coins
    said = words.say("text.price", {"n": coins, "dear": dear})
    return Span(said, tone="bad") if dear else Span(said, slot="coins", value=coins)


def _wonders_open(wonders: Iterable[str], words: Words) -> Grid:
    heads = [words.say(head) for head in ("text.to_choose_from", "text.cost", "text.does")]
    shown = [
        (words.name("wonder", one), gloss.cost(WONDERS[one], words), gloss.does(WONDERS[one], words)) for one in wonders
    ]
    return Grid(heads, shown)


def _track(game: Duel, words: Words) -> Lines:
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
    lead = abs(game.pawn)
    ahead = 0 if game.pawn > 0 else 1
    values = {"player": ahead, "other": 1 - ahead, "n": lead, "points": MILITARY_VP[lead]}
    told = "text.lead" if lead else "text.level"
    if lead and _supremacy(game):
        told = "text.in_capital" if lead == CAPITAL else "text.lead_only"
    track = f"{words.name('player', 0)}  {' '.join(places)}  {words.name('player', 1)}"
    return Lines(track, words.say(told, values))


def _supremacy(game: Duel) -> bool:
    """Whether the game was over at once, so that no points are counted (WD-EN-1)."""
    return game.outcome is not None and game.outcome.how in ("military", "science")


def _cities(game: Duel, seats: Sequence[int], words: Words) -> Grid:
    """What both have, kind by kind, side by side; kinds that neither has are omitted."""

    def names(slot: str, idents: Iterable[str], kind: str = "") -> Said:
        return listed(named(slot, one, words, kind=kind) for one in idents)

    rows: dict[str, list[Said]] = {"text.treasury": [], "text.makes": [], "text.buys": []}
    rows |= {colour: [] for colour in COLOURS} | {
        "text.symbols": [],
        "text.tokens": [],
        "text.built": [],
        "text.unbuilt": [],
    }
    for seat in seats:
        city = game.cities[seat]
        rows["text.treasury"].append(words.say("text.coins", {"n": city.coins}))
        rows["text.makes"].append(", ".join(_made(city, words)))
        cost = zip(RESOURCES, prices(city, game.cities[1 - seat]), strict=True)
        rows["text.buys"].append(", ".join(f"{words.name('resource', one)} {n}" for one, n in cost))
        for colour in COLOURS:
            rows[colour].append(names("card", (c for c in city.buildings if BUILDINGS[c].colour == colour), colour))
        rows["text.symbols"].append(_symbols(city, words))
        rows["text.tokens"].append(names("token", city.tokens))
        rows["text.built"].append(names("wonder", city.built))
        rows["text.unbuilt"].append(listed((_unbuilt(game, seat, one, words) for one in city.wonders), "\n"))
        if game.age and not _supremacy(game):
            rows.setdefault("text.points_now", []).append(str(sum(points(game, seat).values())))
    heads = {colour: f"{words.name('code', colour)} {words.name('colour', colour)}" for colour in COLOURS}
    told = [
        (heads.get(row) or words.say(row), *(cell or "–" for cell in cells))
        for row, cells in rows.items()
        if any(cells)
    ]
    return Grid(["", *(words.name("player", seat) for seat in seats)], told)


def _made(city: City, words: Words) -> list[str]:
    """What a city itself produces each turn."""
    shown = [f"{n} {words.name('resource', name)}" for name, n in zip(RESOURCES, city.makes, strict=True) if n]
    return shown + [words.say("text.any_raw")] * city.any_raw + [words.say("text.any_good")] * city.any_good


def _symbols(city: City, words: Words) -> str:
    owned = city.symbols()
    names = [words.name("symbol", s) + (" ×2" if owned.count(s) > 1 else "") for s in dict.fromkeys(owned)]
    different = words.say("text.different", {"n": len(names), "of": CONSTANTS["science_symbols_to_win"]})
    return f"{', '.join(names)} ({different})" if names else ""


def _unbuilt(game: Duel, seat: int, wonder: str, words: Words) -> Said:
    named_cost = f"{words.name('wonder', wonder)} ({gloss.cost(WONDERS[wonder], words)})"
    return [f"{named_cost}: ", price(game, seat, wonder, words)] if game.age else named_cost


def _beside(game: Duel, words: Words) -> Iterator[tuple[Said, Said]]:
    """Tokens on the board, the discard pile, wonders that went back to the box."""
    tokens = [f"{words.name('token', t)}: {words.name('token_does', t)}" for t in game.board]
    yield words.say("text.board"), "\n".join(tokens) or "–"
    if game.age:
        yield words.say("text.discards"), listed((named("card", c, words) for c in game.discards), nothing="–")
    if game.gone:
        yield words.say("text.gone"), listed(named("wonder", w, words) for w in game.gone)


def _scores(scores: Sequence[Mapping[str, int]], seats: Sequence[int], words: Words, head: str) -> Grid:
    heads = [head, *(words.name("player", seat) for seat in seats)]
    rows = [Row(words.name("score", one), *(scores[seat][one] for seat in seats)) for one in CATEGORIES]
    total = Row(words.say("text.total"), *(sum(scores[seat].values()) for seat in seats), tone="strong")
    return Grid(heads, [*rows, total])


def orders(asked: Mapping[str, Any], words: Words) -> Iterator[tuple[str, str]]:
    """The legal orders with what each costs or brings: verbs apart, wonders each with its cards."""
    verb = ""
    wonders: dict[str, tuple[list[str], int]] = {}
    for legal in asked["legal"]:
        first, *rest = legal["order"].split()
        if first == "wonder":
            wonders.setdefault(rest[0], ([], legal["coins"]))[0].append(rest[-1])
            continue
        if verb and first != verb:
            yield "", ""
        verb = first
        yield legal["order"], _means(first, [one.rstrip(",") for one in rest], legal, words)
    for wonder, (cards, coins) in wonders.items():
        yield "", ""
        about = f"{words.name('wonder', wonder)}, {_coins(coins, words)}: {gloss.does(WONDERS[wonder], words)}"
        yield f"wonder {wonder} with …", f"{about}\n… {words.join(cards, 'or')}"


def _coins(coins: int, words: Words) -> str:
    return words.say("text.coins", {"n": coins}) if coins else words.say("text.free")


def _means(verb: str, names: Sequence[str], legal: Mapping[str, Any], words: Words) -> str:
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
        chain = words.say("text.free_by", {"card": legal["chain"]}) if "chain" in legal else ""
        name += f", {chain or _coins(legal['coins'], words)}"
    return f"{name}: {gloss.does(BUILDINGS[names[0]], words)}"
