"""Cooling off: a file that would have chance drawn waits a while in the inbox, so that a slip can be corrected.

Once a die is thrown there is no way back. The wait is kept in the receipt, which says when the file came.
"""

from __future__ import annotations

from pathlib import Path

from pbem.table import OutOfChance
from pbem.table.plain import copy

from . import clock, receipts
from .match import Match

COOLING = "cooling"


def until(folder: Path, match: Match, file: str, at: str) -> str | None:
    """Until when a file that would draw chance waits; None where it has waited long enough, or need not."""
    minutes = match.genesis.terms.cool_off
    if not minutes:
        return None
    known = receipts.find(folder, file)
    came = known["at"] if known is not None and known["result"] == COOLING else at
    over = clock.after(came, minutes)
    return over if at < over else None


def draws(match: Match, seat: int, orders: str, window: str | None, stale: bool) -> bool:
    """Whether the orders, with all that was ordered ahead, come to a die or a card before the table waits again."""
    table, agendas = match.playing.clone(), [copy(one) for one in match.agendas]
    match.file(agendas[seat], seat, "", orders, window, stale)
    try:
        for other, (n, i) in match.given.items():
            table.order(other, match.veiled[n].hidden[i].order)
        answered = True
        while answered:
            answered = False
            for other, ask in list(table.pending.items()):
                if other not in table.given and table.pending.get(other) is ask:
                    decision = match.clerk.decide(agendas[other], ask, table.state)
                    if decision.answer is not None:
                        table.answer(other, decision.answer)
                        answered = True
    except OutOfChance:
        return True
    return False
