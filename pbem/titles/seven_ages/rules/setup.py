"""Set-up, the first player, and colours (chapters Preparation, First player)."""

from __future__ import annotations

from ....table import Answer, Ask, Choose, ChooseSome, NotLegal, Rule, Shuffle, Together
from ..atlas import ELEPHANT_AREAS
from ..cards import CARDS, COMMON, CONSTANTS, CUP, LANGUAGE, NUKE, PAIRS, STAR_WARS, UNNAMED
from ..state import Seven
from .pile import discard, draw, draw_to_hand, value

SHOW, COLOURS, REDRAW = LANGUAGE["show_first_card"], LANGUAGE["pick_colours"], LANGUAGE["security_redraw"]
NONE = ("redraw none",)


def setup(game: Seven) -> Rule:
    """SA-prep-3, SA-prep-4; with the option security everybody may exchange cards (SA-opt-8)."""
    game.deck = yield Shuffle(list(CARDS), label="pile")
    game.cup = dict(CUP)
    game.elephants = [*ELEPHANT_AREAS, *[UNNAMED] * COMMON["elephant"]["unnamed"]]
    game.weapons = {unit: COMMON[unit]["count"] for unit in (NUKE, STAR_WARS)}
    game.bids = [[] for _ in range(game.seats)]
    for seat in game.seated:
        yield from draw_to_hand(game, seat, CONSTANTS["deal"])
    return "security" if game.options["security"] else "first_player"


def security(game: Seven) -> Rule:
    """All are asked at once, as nobody sees what the others do; carried out from the dealer on (SA-gap-45)."""
    answers = yield Together({seat: redraw_ask(game, seat) for seat in game.seated})
    for seat, answer in answers.items():
        cards = () if answer == NONE else answer[1]
        for card in cards:
            game.players[seat].hand.remove(card)
        discard(game, *cards)
        if cards:
            game.note("discarded", player=seat, cards=list(cards), reveals=True)
            missing = CONSTANTS["destiny_hand"] - len(game.players[seat].hand)
            yield from draw_to_hand(game, seat, max(0, missing))
    return "first_player"


def redraw_ask(game: Seven, seat: int) -> ChooseSome:
    hand = game.players[seat].hand
    return ChooseSome(
        seat,
        REDRAW,
        "redraw",
        hand,
        0,
        len(hand),
        empty=NONE,
        private=True,
        default=lambda: NONE,
    )


# ---- the first player


def contenders(game: Seven) -> list[int]:
    """Who shows a card: all, then those who are tied at the top (SA-first-1, SA-first-2)."""
    rounds = max(len(shown) for shown in game.bids)
    if not rounds:
        return list(game.seated)
    last = {seat: value(shown[-1]) for seat, shown in enumerate(game.bids) if len(shown) == rounds}
    return [seat for seat, number in last.items() if number == max(last.values())]


def first_player(game: Seven) -> Rule:
    """All choose a card in secret; whoever has none shows the top of the pile (SA-first-2)."""
    seats = contenders(game)
    asks = {seat: show_ask(game, seat) for seat in seats if game.players[seat].hand}
    answers = (yield Together(asks)) if asks else {}
    for seat in seats:
        if seat in answers:
            card = answers[seat][1]
            game.players[seat].hand.remove(card)
        else:
            card = yield from draw(game)
        game.bids[seat].append(card)
    shown = {seat: game.bids[seat][-1] for seat in seats}
    discard(game, *shown.values())
    for seat, card in shown.items():
        game.note("first_card", player=seat, card=card, number=value(card), reveals=True)
    left = contenders(game)
    if len(left) > 1:
        return "first_player"
    game.first = left[0]
    game.note("first_player", player=game.first)
    return "colours"


def show_ask(game: Seven, seat: int) -> Choose:
    hand = game.players[seat].hand

    def why(answer: Answer) -> NotLegal:
        return NotLegal("not_in_hand", {"card": answer[1]}, rule="SA-first-1")

    return Choose(
        seat,
        SHOW,
        [("show", card) for card in hand],
        private=True,
        why=why,
        about=lambda answer: {"worth": value(answer[1])},
        default=lambda: ("show", min(hand, key=lambda card: (value(card), CARDS[card].number))),
        values={"tie": len(game.bids[seat])},
    )


def colour_order(game: Seven) -> list[int]:
    """By the first card, high to low; ties from the first player on (SA-first-4)."""
    return sorted(game.order(), key=lambda seat: -value(game.bids[seat][0]))


def colours(game: Seven) -> Rule:
    for seat in colour_order(game):
        if not game.players[seat].colours:
            answer = yield colour_ask(game, seat)
            game.players[seat].colours = list(answer[1:])
            game.note("colours", player=seat, colours=list(answer[1:]))
    return "turn"


def colour_ask(game: Seven, seat: int) -> Choose:
    taken = [colour for one in game.players for colour in one.colours]
    options: list[Answer] = [("colours", *pair) for pair in PAIRS if pair[0] not in taken]
    return Choose(seat, COLOURS, options, why=no_pair, default=lambda: options[0])


def either_way(ask: Ask, answer: Answer) -> Answer:
    """The two colours of a pair may be named in any order."""
    return (answer[0], *next((pair for pair in PAIRS if set(pair) == set(answer[1:])), answer[1:]))


COLOURS.reads("colours", either_way)


def no_pair(answer: Answer) -> NotLegal:
    return NotLegal("no_such_pair", {"colours": list(answer[1:])}, rule="SA-first-4")
