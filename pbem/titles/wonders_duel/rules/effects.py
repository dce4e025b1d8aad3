"""What buildings, wonders and tokens do (chapters MI, SC, MT, PT, CA, GU, WN)."""

from __future__ import annotations

from collections.abc import Callable

from ....table import Answer, Choose, Draw, NotLegal, Outcome, Rule
from ..cards import BUILDINGS, CAPITAL, CONSTANTS, LANGUAGE, LOOT, TOKENS, WONDERS, Per
from ..state import City, Duel

CHOOSE_PROGRESS = LANGUAGE["choose_progress"]
CHOOSE_LIBRARY_TOKEN = LANGUAGE["choose_library_token"]
DESTROY_BUILDING = LANGUAGE["destroy_building"]
REVIVE_BUILDING = LANGUAGE["revive_building"]
TOKENS_BY_DEFAULT = (
    "law",
    "strategy",
    "theology",
    "economy",
    "urbanism",
    "agriculture",
    "philosophy",
    "mathematics",
    "masonry",
    "architecture",
)


def build(game: Duel, seat: int, card: str) -> Rule:
    """A building enters a city and takes effect at once, whatever was paid for it (WD-TN-6, WD-R-9)."""
    city, building = game.cities[seat], BUILDINGS[card]
    city.add(card)
    gained = building.coins_now
    if building.coins_per is not None:
        gained += building.coins_per.amount * tally(game, seat, building.coins_per)  # WD-CA-7 to WD-CA-11, WD-GU-9
    if gained:
        city.coins += gained
        game.note("coins_gained", player=seat, coins=gained, card=card)
    if building.shields:
        more = [TOKENS[t].more_shields for t in city.tokens if TOKENS[t].shields_on == building.colour]
        march(game, seat, building.shields + sum(more))  # WD-PT-10
    elif building.science:
        yield from discover(game, seat, building.science)


def tally(game: Duel, seat: int, per: Per) -> int:
    """How many of a thing there are, in the player's own city or in the one with more (WD-GU-5, WD-GU-9)."""
    own = _count(game.cities[seat], per.what)
    if per.larger:
        own = max(own, _count(game.cities[1 - seat], per.what))
    return own // per.group


def _count(city: City, what: tuple[str, ...]) -> int:
    if what == ("wonders",):
        return len(city.built)
    if what == ("coins",):
        return city.coins
    return city.count(*what)


def march(game: Duel, seat: int, shields: int) -> None:
    """The pawn moves towards the opponent's capital (WD-MI-1); new zones loot (WD-MI-2, WD-R-6)."""
    before = game.lead(seat)
    after = min(CAPITAL, before + shields)
    game.pawn = after if seat == 0 else -after
    game.note("pawn_moves", player=seat, spaces=after - before, lead=after, ahead=max(0, after), behind=max(0, -after))
    foe = 1 - seat
    for coins, distance in LOOT:
        if after >= distance and coins in game.loot[foe]:
            game.loot[foe].remove(coins)
            lost = lose(game.cities[foe], coins)  # WD-MT-1
            game.note("looted", player=foe, coins=lost, token=coins)
    if after == CAPITAL:  # WD-MI-4
        win(game, seat, "military")


def lose(city: City, coins: int) -> int:
    """Coins lost to the bank, at most what there is (WD-MT-2, WD-R-22)."""
    lost = min(coins, city.coins)
    city.coins -= lost
    return lost


def win(game: Duel, seat: int, how: str) -> None:
    """WD-EN-1, WD-OV-4: a supremacy ends the game at once."""
    from .scoring import points

    game.outcome = Outcome([seat], how, [points(game, 0), points(game, 1)])
    game.note("won", player=seat, how=how)


def discover(game: Duel, seat: int, symbol: str) -> Rule:
    """A science symbol: six different ones win (WD-SC-3), a pair brings a token (WD-SC-2)."""
    symbols = game.cities[seat].symbols()
    if len(dict.fromkeys(symbols)) >= CONSTANTS["science_symbols_to_win"]:
        win(game, seat, "science")
    elif symbols.count(symbol) == CONSTANTS["identical_symbols_for_progress_token"] and game.board:
        _, token = yield progress_ask(game, seat)
        game.board.remove(token)
        yield from take_token(game, seat, token)


def progress_ask(game: Duel, seat: int) -> Choose:
    return Choose(
        seat,
        CHOOSE_PROGRESS,
        [("token", one) for one in game.board],
        rule="WD-SC-2",
        why=_not_there("token_not_on_board", "token", "WD-SC-2"),
        default=lambda: ("token", next(t for t in TOKENS_BY_DEFAULT if t in game.board)),
    )


def take_token(game: Duel, seat: int, token: str) -> Rule:
    city = game.cities[seat]
    city.tokens.append(token)
    city.coins += TOKENS[token].coins_now  # WD-PT-1, WD-PT-15
    game.note("token_taken", player=seat, token=token, coins=TOKENS[token].coins_now)
    if TOKENS[token].science:  # Law never makes a pair, but may be the sixth (WD-R-12)
        yield from discover(game, seat, TOKENS[token].science)


def wonder_effects(game: Duel, seat: int, wonder: str) -> Rule:
    """Fixed effects first, then the choices (WD-R-11). Returns whether the player goes again."""
    card, foe = WONDERS[wonder], 1 - seat
    city = game.cities[seat]
    again = card.again or any(TOKENS[t].plays_again for t in city.tokens)  # WD-PT-13, WD-PT-14, WD-R-10
    if card.coins_now:
        city.coins += card.coins_now
        game.note("coins_gained", player=seat, coins=card.coins_now, wonder=wonder)
    if card.opponent_loses:
        lost = lose(game.cities[foe], card.opponent_loses)
        game.note("coins_lost", player=foe, coins=lost, wonder=wonder)
    if card.shields:
        march(game, seat, card.shields)  # Strategy is for red buildings only (WD-PT-12)
    if game.outcome is None and card.destroys:
        yield from destroy(game, seat, card.destroys)
    if game.outcome is None and card.library:
        yield from library(game, seat, card.library)
    if game.outcome is None and card.revives:
        yield from revive(game, seat)
    return again


def destroy(game: Duel, seat: int, colour: str) -> Rule:
    """WD-WN-2, WD-WN-11; without a target nothing happens (WD-R-8)."""
    foe = game.cities[1 - seat]
    targets = [card for card in foe.buildings if BUILDINGS[card].colour == colour]
    if not targets:
        game.note("nothing_to_destroy", player=1 - seat, colour=colour)
        return
    rule = "WD-WN-2" if colour == "grey" else "WD-WN-11"
    latest = list(reversed(targets))
    _, card = yield Choose(
        seat,
        DESTROY_BUILDING,
        [("destroy", card) for card in targets],
        rule=rule,
        why=_not_there("no_such_target", "card", rule, colour=colour),
        default=lambda: ("destroy", max(latest, key=lambda c: sum(BUILDINGS[c].makes))),
        values={"colour": colour},
    )
    foe.remove(card)
    game.discards.append(card)
    game.note("destroyed", player=seat, owner=1 - seat, card=card)


def library(game: Duel, seat: int, number: int) -> Rule:
    """WD-WN-4; the tokens drawn are shown to both (WD-R-17)."""
    drawn = yield Draw(tuple(game.box), number, label="library")
    drawn.sort()
    game.note("library_draws", player=seat, tokens=list(drawn), reveals=True)
    _, token = yield library_ask(seat, drawn)
    game.box.remove(token)
    yield from take_token(game, seat, token)


def library_ask(seat: int, drawn: list[str]) -> Choose:
    return Choose(
        seat,
        CHOOSE_LIBRARY_TOKEN,
        [("library", one) for one in drawn],
        rule="WD-WN-4",
        why=_not_there("token_not_drawn", "token", "WD-WN-4"),
        default=lambda: ("library", next(t for t in TOKENS_BY_DEFAULT if t in drawn)),
    )


def revive(game: Duel, seat: int) -> Rule:
    """WD-WN-7: any card of the discard pile, built free with all its effects (WD-R-9)."""
    if not game.discards:
        game.note("nothing_to_revive", player=seat)
        return
    order = {card: n for n, card in enumerate(BUILDINGS)}
    _, card = yield Choose(
        seat,
        REVIVE_BUILDING,
        [("revive", card) for card in game.discards],
        rule="WD-WN-7",
        why=_not_there("not_discarded", "card", "WD-WN-7"),
        default=lambda: (
            "revive",
            max(game.discards, key=lambda c: (BUILDINGS[c].vp, BUILDINGS[c].shields, -order[c])),
        ),
    )
    game.discards.remove(card)
    game.note("revived", player=seat, card=card)
    yield from build(game, seat, card)


def _not_there(key: str, slot: str, rule: str, **more: str) -> Callable[[Answer], NotLegal]:
    def why(answer: Answer) -> NotLegal:
        return NotLegal(key, {slot: answer[1], **more}, rule=rule)

    return why
