"""The second book agrees with the table after every answer of random games; and it notices wrong rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from book_figures import COST_OF, NATIONS, STRENGTH_OF, Complaint
from reason_book import Book
from reason_kit import played

from pbem.table import Table
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.rules import attacks, auction, combat, fields, money, outcome, scoring, setup
from pbem.titles.age_of_reason.state import Combat, Player, Reason


def _sorted(lists: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: sorted(things) for name, things in lists.items()}


def differences(book: Book, game: Reason) -> list[str]:
    """Everything that can be counted, by the book and by the table."""
    pairs: list[tuple[str, Any, Any]] = [
        ("discs", {r: {n: k for n, k in here.items() if k} for r, here in book.discs.items()}, game.discs),
        ("markers", _sorted(book.markers), _sorted(game.markers)),
        ("bag", book.bag if game.bag or book.round else [], sorted(game.bag)),
        ("fields", _sorted({name: there for name, there in book.fields.items() if there}), _sorted(game.fields)),
        ("alliance", book.alliance, game.alliance),
        ("round", (book.round, book.action), (game.round, game.action)),
        ("over", book.over, game.outcome is not None),
    ]
    for seat, one in enumerate(game.players):
        if not one.nation:
            continue
        held = [*one.hand, *([one.laid] if one.laid else [])]
        if game.combat is not None and seat in game.combat.shown:
            held.append(game.combat.shown[seat])
        pairs += [
            (f"nation {seat}", book.nation[seat], one.nation),
            (f"gold {seat}", book.gold[seat], one.gold),
            (f"discontent {seat}", book.discontent[seat], one.discontent),
            (f"points {seat}", book.points[seat], one.points),
            (f"cards {seat}", sorted(book.held[seat]), sorted(held)),
            (f"discards {seat}", sorted(book.discarded[seat]), sorted(one.discards)),
        ]
    return [f"{name}: the book has {mine}, the table {other}" for name, mine, other in pairs if mine != other]


def lost_pieces(book: Book, game: Reason) -> list[str]:
    """Discs, markers and cards never come from nowhere and never vanish (AOR-DISC-3, AOR-GEN-3)."""
    found = []
    for nation in NATIONS:
        used = sum(here.get(nation, 0) for here in game.discs.values())
        used += sum(there.count(nation) for there in game.fields.values())
        if used > 22 or used + game.free_discs(nation) != 22:
            found.append(f"{nation} has {used} discs on the board")
        if nation not in game.led and used > 5:
            found.append(f"{nation} has no player and {used} discs")
    if game.round:
        there = sum(len(here) for here in game.markers.values())
        if len(game.bag) + there + book.gone != len(STRENGTH_OF):
            found.append("markers are lost")
    for seat, one in enumerate(game.players):
        shown = [game.combat.shown[seat]] if game.combat is not None and seat in game.combat.shown else []
        cards = [*one.hand, *one.discards, *([one.laid] if one.laid else []), *shown]
        if one.nation and sorted(cards) != sorted(card for card in COST_OF if card.startswith(f"{one.nation}_")):
            found.append(f"the cards of {one.nation} are {cards}")
    return found


THRIFTY = ("auction_bid", "choose_attack")
"""Without these decisions nobody falls into debt, and discontent can reach 0."""


def followed(seats: int, seed: int, quiet: tuple[str, ...] = (), **options: Any) -> Table:
    """A random game with the book beside it."""
    book = Book(seats, dict(TITLE.settle(seats, options)))
    one = None
    for one, notes in played(seats, seed, quiet, **options):
        book.read(notes)
        wrong = [*differences(book, one.state), *lost_pieces(book, one.state)]
        if wrong:
            raise Complaint("; ".join(wrong))
    assert one is not None
    return one


@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_book_agrees(seats: int) -> None:
    for seed in range(4):
        assert followed(seats, seed, THRIFTY[: seed % 3]).over


@pytest.mark.parametrize("option", TITLE.options, ids=lambda option: option.id)
@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (4, 7))])
def test_the_book_agrees_with_every_option(option: Any, seats: int) -> None:
    for value in option.values[1:]:
        for seed in range(100, 103):
            assert followed(seats, seed, **{option.id: value}).over


@pytest.mark.slow
@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_book_agrees_in_many_games(seats: int) -> None:
    for seed in range(1000, 1100):
        assert followed(seats, seed, THRIFTY[: seed % 3]).over


# ---- wrong rules, put in on purpose

Wrong = Callable[[pytest.MonkeyPatch], None]


def constant(module: Any, name: str, value: Any) -> Wrong:
    return lambda patch: patch.setattr(module, name, value)


def _no_tie(margin: int) -> int:
    return 0 if margin == 0 else outcome_defenders(margin)


def _dense(discs: dict[str, int], values: tuple[int, ...]) -> dict[str, int]:
    """Ranks are skipped after a tie."""
    ranked = sorted(discs.values(), reverse=True)
    return {n: values[ranked.index(k)] for n, k in discs.items() if ranked.index(k) < len(values)}


def _player_ranks(game: Reason) -> Any:
    """Nations without player do not block ranks."""
    for region, one in scoring.REGIONS.items():
        discs = {nation: n for nation, n in game.discs[region].items() if nation in game.led}
        won = scoring.points_in(discs, one.points)
        for nation, points in won.items():
            game.players[game.led[nation]].points += points
        if won:
            game.note("scored", region=region, points=won)
    yield from ()
    return "unrest"


def _never_in_debt(game: Reason, seat: int, amount: int) -> int:
    game.players[seat].gold = max(0, game.players[seat].gold - amount)
    return 0


def _bluffs_count(game: Reason) -> list[int]:
    return [seat for seat in game.fight.shown if seat in game.fight.helpers]


def _all_discarded(game: Reason) -> None:
    for seat, card in game.fight.shown.items():
        game.players[seat].discards.append(card)


def _only_own_fields(game: Reason, nation: str, region: str) -> int:
    return sum(there.count(nation) for name, there in game.fields.items() if name.endswith("training"))


def _everywhere(game: Reason, nation: str, region: str) -> bool:
    return True


def _dice_sum(fight: Combat, side: int) -> int:
    return fight.base[side] + sum(fight.dice[side]) - 2 * min(fight.dice[side]) + 1


def _lost_disc(game: Reason, margin: int) -> None:
    fight = game.fight
    if not fight.marker:
        game.put_disc(game.players[fight.attacker].nation, fight.region)
        game.note(
            "disc_taken",
            player=fight.attacker,
            nation=fight.nation,
            region=fight.region,
            overwhelming=margin >= 3,
            narrow=margin == 1,
        )
    else:
        outcome_win(game, margin)


def _rounded_down(game: Reason) -> Any:
    for one in game.players:
        one.discontent -= one.discontent % 2
    return (yield from scoring_end(game))


def _first_field(game: Reason) -> Any:
    """The alliance area is filled from the right."""
    sale = auction.running(game)
    sale.top, sale.bottom = sale.bottom, sale.top
    return (yield from auction_sold(game))


def _reserves_stay(game: Reason, seat: int) -> None:
    game.note("reserves_used", player=seat, field="reserves")


def _twice(game: Reason, nation: str) -> bool:
    return True


def _old_order(game: Reason) -> Any:
    phase = yield from fields_actions(game)
    game.order = sorted(game.order)
    return phase


def _any_ship(game: Reason, seat: int) -> list[str]:
    return [card for card in game.players[seat].hand if not card.endswith("alliance")]


def _no_ship(game: Reason, seat: int, *, ship: bool) -> list[str]:
    return attacks_cards(game, seat, ship=False)


def _unlimited(player: Player) -> int:
    return player.gold + 2 * (30 - player.discontent)


outcome_defenders, outcome_win = outcome.defenders_points, outcome.win
scoring_end, auction_sold, fields_actions = scoring.round_end, auction.sold, fields.actions
attacks_cards = attacks.attack_cards


def phase(name: str, rule: Any) -> Wrong:
    return lambda patch: patch.setitem(TITLE.phases, name, rule)


WRONG: dict[str, Wrong] = {
    "converting costs 3": constant(attacks, "CONVERT_COST", 3),
    "a disc without player has strength 3": constant(combat, "NEUTRAL_STRENGTH", 3),
    "a hired nation costs 2": constant(combat, "HIRE_COST", 2),
    "a hired nation adds 2": constant(combat, "ALLY_POINTS", 2),
    "overwhelming from 4 on": constant(outcome, "OVERWHELMING", 4),
    "Pyrrhic at 2": constant(outcome, "PYRRHIC", 2),
    "no discontent for a level defender": constant(outcome, "defenders_points", _no_tie),
    "ranks are skipped after a tie": constant(scoring, "points_in", _dense),
    "nations without player block no rank": phase("score", _player_ranks),
    "debts are forgiven": constant(money, "pay", _never_in_debt),
    "bluffers suffer from a tie": constant(outcome, "involved", _bluffs_count),
    "blank and alliance cards are discarded": constant(outcome, "put_away", _all_discarded),
    "training at sea on land, support nowhere": lambda patch: patch.setattr(Reason, "bonus", _only_own_fields),
    "every region can be reached": constant(attacks, "reaches", _everywhere),
    "the dice difference is one more": lambda patch: patch.setattr(Combat, "strength", _dice_sum),
    "a beaten disc stays": constant(outcome, "win", _lost_disc),
    "halving rounds down": phase("round_end", _rounded_down),
    "upper and lower row are exchanged": phase("sold", _first_field),
    "reserves stay in their field": constant(combat, "give_up_reserves", _reserves_stay),
    "everybody attacks twice": lambda patch: patch.setattr(Reason, "attacks_twice", _twice),
    "the turn order is that of the seats": phase("actions", _old_order),
    "converting with any card": constant(attacks, "convert_cards", _any_ship),
    "attacks at sea without ships": constant(attacks, "attack_cards", _no_ship),
    "credit beyond -22": lambda patch: patch.setattr(Player, "most", _unlimited),
    "nine markers a round": constant(setup, "ROUND_MARKERS", 9),
    "four discs a nation": constant(setup, "SETUP_MARKERS", 4),
    "discontent grows beyond -22": constant(money, "WORST", 30),
    "reform below 0": constant(money, "CALM", -5),
    "an action round more": constant(fields, "action_rounds", lambda seats: 7),
    "one gold a loan": constant(money, "LOAN", 1),
    "four rounds": constant(scoring, "ROUNDS", 4),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_rule_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    WRONG[what](monkeypatch)
    noticed = False
    for seed in range(60):
        try:
            followed((2, 4, 7)[seed % 3], seed, THRIFTY[: seed // 3 % 3])
        except Complaint:
            noticed = True
            break
        except Exception as crash:  # a rule that breaks down is noticed, too, but not by the book
            pytest.fail(f"{what}: {crash!r}")
    assert noticed, f"nobody notices that {what}"
