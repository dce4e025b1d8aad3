"""Players who join after the start (SA-first-9, SA-gap-27, SA-gap-70, SA-gap-107)."""

from __future__ import annotations

from ....table import Answer, Choose, NotLegal, Rule
from ..cards import CONSTANTS, LANGUAGE, PAIRS
from ..state import Seven
from .pile import draw_to_hand
from .setup import either_way

JOIN = LANGUAGE["join_game"]
JOIN.reads("enter with", either_way)
AWAY = ("stay away",)


def joining(game: Seven) -> Rule:
    """Between two turns a reserved seat may be taken, from the left of the first player on, while a pair is free."""
    empty = [seat for seat in range(game.seats) if seat not in game.seated]
    last = min(game.players[seat].glory for seat in game.seated)
    for seat in sorted(empty, key=lambda seat: (seat < game.first, seat)):
        if free_pairs(game):
            answer = yield join_ask(game, seat)
            if answer != AWAY:
                yield from seated(game, seat, answer, last)
    return "turn"


def seated(game: Seven, seat: int, answer: Answer, last: int) -> Rule:
    """7 cards, the counters of a pair, and the fame of the player who is last."""
    one = game.players[seat]
    game.seated = sorted([*game.seated, seat])
    one.colours, one.glory = list(answer[1:]), last
    game.note("joined", player=seat, colours=one.colours, points=last)
    yield from draw_to_hand(game, seat, CONSTANTS["deal"])


def free_pairs(game: Seven) -> list[tuple[str, str]]:
    """Pairs that nobody has taken and of which no empire uses a colour (SA-gap-27)."""
    taken = {colour for one in game.players for colour in one.colours}
    taken.update(empire.colour for empire in game.empires())
    return [pair for pair in PAIRS if not taken.intersection(pair)]


def join_ask(game: Seven, seat: int) -> Choose:
    pairs = free_pairs(game)

    def why(answer: Answer) -> NotLegal:
        return NotLegal("pair_in_use", {"colours": list(answer[1:])}, rule="SA-gap-27")

    return Choose(
        seat,
        JOIN,
        [AWAY, *(("enter with", *pair) for pair in pairs)],
        default=lambda: AWAY,
        why=why,
        values={"turn": game.turn + 1},
    )
