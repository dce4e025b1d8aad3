"""Handing out the empire cards (chapters 4 and 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....table import Answer, Choose, NotLegal, Roll, Rule, Shuffle
from ..cards import EMPIRE_DECKS, EMPIRES, EVENT_DECKS, LANGUAGE
from ..state import World

EMPIRE_CARD = LANGUAGE["empire_card"]


def setup(game: World) -> Rule:
    """WH-4-1 to WH-4-3: the board is empty, every counter lies in its pile."""
    yield from ()
    return "draft"


def draft(game: World) -> Rule:
    """One empire card each. The position says how far it has got, so a player's own view is enough to continue from."""
    if not game.empires:
        yield from new_epoch(game)
    held = sum(bool(one.card) for one in game.players)
    for player in game.order[held:]:
        yield from draw(game, player)
    for holder, one in enumerate(game.players):  # WH-5.1-9
        if holder not in one.knows:
            one.knows.append(holder)
            game.note("card_looked_at", seen_by=(holder,), reveals=True, player=holder, empire=one.card[0])
    game.empires = []  # WH-5.1-11
    return "plans" if game.options.get("blind_turns") else "turn"


def new_epoch(game: World) -> Rule:
    """Fresh piles and the drawing order."""
    game.epoch += 1
    game.number = 0
    game.empires = yield Shuffle(EMPIRE_DECKS[game.epoch], label=f"empires:{game.epoch}")
    game.events = yield Shuffle(EVENT_DECKS[game.epoch], label=f"events:{game.epoch}")
    game.returned = []  # WH-5.2-17
    game.note("epoch_begun", epoch=game.epoch, reveals=True)
    game.order = yield from drawing_order(game)
    game.note("drawing_order", players=list(game.order))


def drawing_order(game: World) -> Rule:
    """WH-5.1-3 to WH-5.1-6: fewest printed units first, then most points, then dice."""
    sums = {seat: (one.units(), -one.total()) for seat, one in enumerate(game.players)}
    order: list[int] = []
    for key in sorted(set(sums.values())):
        level = [seat for seat in sums if sums[seat] == key]
        order += yield from by_dice(game, level)
    return order


def by_dice(game: World, seats: list[int]) -> Rule:
    """Highest first; players who tie throw again, and places already decided stay (WH-5.1-15)."""
    if len(seats) == 1:
        return seats
    dice = yield Roll(len(seats), label="drawing_order")
    game.note("order_dice", players=list(seats), dice=list(dice))
    order: list[int] = []
    for number in sorted(set(dice), reverse=True):
        level = [seat for seat, die in zip(seats, dice, strict=True) if die == number]
        order += yield from by_dice(game, level)
    return order


def draw(game: World, player: int) -> Rule:
    """WH-5.1-1, WH-5.1-2: look at the top card, keep it or give it face down to a player who has none."""
    if not game.drawn:
        game.drawn, game.drawer = [game.empires.pop(0)], [player]
        game.note("card_drawn", seen_by=(player,), reveals=True, player=player, empire=game.drawn[0])
    card = game.drawn[0]
    ask = keep_or_give(
        player,
        [seat for seat in game.order if not game.players[seat].card],
        private=True,
        values={"empire": card, "number": EMPIRES[card].number, "units": EMPIRES[card].units},
        context={"card": card},
    )
    # With one option there is nothing to choose, whatever the card is.
    answer = ask.options[0] if len(ask.options) == 1 else (yield ask)
    holder = player if answer[0] == "keep" else answer[1]
    game.players[holder].card = [card]
    game.players[holder].knows = [player]
    game.drawn, game.drawer = [], []
    if holder == player:
        game.note("card_kept", player=player)
    else:
        game.note("card_given", player=player, to=holder)


def keep_or_give(player: int, without: Sequence[int], **more: Any) -> Choose:
    """`without` are the seats that have no card yet."""
    options: list[Answer] = [("give", seat) for seat in without if seat != player]
    if player in without:
        options.insert(0, ("keep",))

    def why(answer: Answer) -> NotLegal | None:
        if answer == ("keep",):
            return NotLegal("has_a_card", {}, rule="WH-5.1-2")
        if answer[0] == "give" and answer[1] == player:
            return NotLegal("give_to_another", {}, rule="WH-5.1-1")
        if answer[0] == "give":
            return NotLegal("other_has_a_card", {"other": answer[1]}, rule="WH-5.1-1")
        return None

    return Choose(player, EMPIRE_CARD, options, why=why, **more)
