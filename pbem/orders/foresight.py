"""What a bot writes into one file: as many lines as it can think ahead.

A title's `bot.py` has `answer(game, ask, seat)`, with the game as its seat sees
it. It may also have `plan(game, ask, seat, players)`, the lines of a whole turn where dice fall in the
middle of it, with players by their handles, and `STANDING`, standing orders that go with its first file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from ..table import Answer, Ask, OutOfChance, Table

MOST_LINES = 60
Think = Callable[[Any, Ask, int], Answer]
"""The answer to an ask, from what a seat may see."""


def whole_file(bot: ModuleType, table: Table, seat: int, first: bool) -> list[str]:
    """The lines of a title's bot for what is asked of it."""
    plan: Callable[[Any, Ask, int, Sequence[str]], list[str]] | None = getattr(bot, "plan", None)
    planned = plan(table.seen(seat), table.pending[seat], seat, table.players) if plan is not None else []
    standing: tuple[str, ...] = getattr(bot, "STANDING", ()) if first else ()
    return [*(planned or foreseen(table, seat, bot.answer)), *standing]


def foreseen(table: Table, seat: int, think: Think) -> list[str]:
    """Consecutive answers up to the first die, revealed thing, or decision by somebody else.

    Up to that point the copy of the table shows the seat nothing that it could not work out by itself.
    """
    ahead = table.clone()
    lines: list[str] = []
    while seat in ahead.pending and seat not in ahead.given and len(lines) < MOST_LINES:
        ask = ahead.pending[seat]
        answer = ask.check(think(ahead.seen(seat), ask, seat))
        lines.append(ask.write(answer, ahead.players))
        before = ahead.barrier
        try:
            ahead.answer(seat, answer)
        except OutOfChance:
            break
        if ahead.barrier != before:
            break
    return lines
