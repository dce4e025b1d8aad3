"""Gold and discontent (chapter 4.0)."""

from __future__ import annotations

from ..cards import CALM, LOAN, WORST
from ..state import Reason


def pay(game: Reason, seat: int, amount: int) -> int:
    """Own gold first, then 2 gold per step of discontent; returns the steps (AOR-GOLD-1 to 3)."""
    one = game.players[seat]
    steps = debt(one.gold, amount)
    one.gold += LOAN * steps - amount
    one.discontent += steps
    return steps


def debt(gold: int, amount: int) -> int:
    """Steps of discontent that a payment would cost."""
    return max(0, -((gold - amount) // LOAN))


def charge(game: Reason, seat: int, amount: int) -> None:
    """A payment outside a combat, reported by a note of its own."""
    if amount:
        steps = pay(game, seat, amount)
        game.note("paid", player=seat, gold=amount, borrowed=steps)


def earn(game: Reason, seat: int, amount: int) -> None:
    game.players[seat].gold += amount


def suffer(game: Reason, seat: int, points: int) -> None:
    """AOR-DISCO-5; at -22 nothing more happens (AOR-GOLD-9)."""
    one = game.players[seat]
    one.discontent = min(WORST, one.discontent + points)


def calm(game: Reason, seat: int, points: int) -> int:
    """Returns by how much the discontent shrank; it stops at 0 (AOR-PROG-11)."""
    one = game.players[seat]
    before = one.discontent
    one.discontent = max(CALM, before - points)
    return before - one.discontent
