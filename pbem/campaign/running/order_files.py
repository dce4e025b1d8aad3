"""Files with orders as they come in: they are carried out, wait, or are refused with all their faults at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.orders.errors import BadOrders
from pbem.orders.fitting import explained
from pbem.orders.lines import rows
from pbem.table.state_json import copy
from pbem.words.message import Message

from ..errors import CampaignError, CampaignFault
from ..records import EntryDraft, LineResult
from . import cool_off, receipts, sealed_parts
from .cool_off import COOLING
from .receipts import Receipt, line_data, said_of

if TYPE_CHECKING:
    from .submission import Submission
    from .writer import CampaignWriter


def take(keeper: CampaignWriter, one: Submission, at: str, open_now: bool) -> Receipt:
    match, player = keeper.match, keeper.genesis.handles[one.seat]
    table = keeper.in_play(one)
    try:
        written = keeper.written(one)
        newest = match.ahead.newest[one.seat]
        if written.after < match.ahead.restart:
            raise CampaignError(CampaignFault.BEFORE_ROLLBACK, found=written.after, n=match.ahead.restart)
        if match.spent(one.seat, written, one.orders):
            raise CampaignError(CampaignFault.STALE, found=written.after, n=match.past.since[0])
        if written.before(newest):
            return keeper.overtaken(one, at, written)
        stale = match.stale(one.seat, written)
        secret = match.asks(one.seat) and table.waiting() is None
        if secret and not open_now:
            held = _hold(keeper, one, at, stale)
            if held is not None:
                return held
        wait = None if open_now else cool_off.processing(keeper.folder, keeper.checkpoints.folder, match, one, at)
        if wait is not None:
            return _cool(keeper, one, at, wait, "waits")
        over = None if open_now else cool_off.until(keeper.folder, keeper.checkpoints.folder, match, one, at)
        if over is not None and cool_off.draws(match, one.seat, one.orders, one.window, stale):
            return _cool(keeper, one, at, over)
        before = copy(match.ahead.agendas[one.seat]), match.ahead.origins, newest, match.past.told[one.seat]
        deed = match.move(one.seat, one.file, one.orders, one.window, written)
    except BadOrders as bad:
        return _unreadable(keeper, one, bad, at)
    lines = [line_data(result, keeper.words) for result in deed.results]
    if not deed.counts and rows(one.orders):
        match.ahead.put_back(one.seat, *before[:3])
        match.past.is_told(one.seat, before[3])
        refused = any(line["result"] == "refused" for line in lines)
        return _none_done(keeper, one, lines, at, "no-order" if refused else "all-skipped")
    deed.content["file"] = sealed_parts.file_now(deed, one.file, keeper.genesis.readers)
    result, said = "applied", _became(keeper, deed)
    if any(line["result"] == "refused" for line in lines):
        result = "stopped"
    elif not rows(one.orders) and not deed.content.get("answers"):
        # It becomes an entry although nothing follows from it: files written before it must never count later.
        result, said = "withdrawn", [said_of("withdrawn", n=match.n + 1)]
    return keeper.append(deed, keeper.receipt(one.file.digest, result, at, player, match.n + 1, *said, lines=lines))


def _became(keeper: CampaignWriter, deed: EntryDraft) -> list[Message]:
    """What became of a file, in a sentence or two."""
    done = "stopped" if any(one.refused for one in deed.results) else "carried-out"
    said = [said_of(done if deed.content.get("answers") else "taken-in", n=keeper.match.n + 1)]
    for name, wanted in (
        ("stale", ("refused", "stale")),
        ("line-waits", ("queued", "")),
        ("standing", ("kept", "")),
    ):
        count = sum((one.result, one.why) == wanted for one in deed.results)
        if count:
            said.append(said_of(f"{name}-{'one' if count == 1 else 'many'}", count=count))
    return said


def _none_done(
    keeper: CampaignWriter, one: Submission, lines: Sequence[dict[str, Any]], at: str, why: str = "no-order"
) -> Receipt:
    player = keeper.genesis.handles[one.seat]
    receipt = keeper.receipt(one.file.digest, "refused", at, player, None, said_of(why), lines=lines, fault="order")
    keeper.answer(receipt)
    return receipt


def _unreadable(keeper: CampaignWriter, one: Submission, bad: BadOrders, at: str) -> Receipt:
    """All faults of the file at once."""
    table = keeper.match.playing
    if one.seat in table.pending:
        bad = explained(bad, table.pending[one.seat], keeper.genesis.handles)
    refused = [LineResult(fault.line, fault.text, "refused", refused=fault.refused) for fault in bad.faults]
    return _none_done(keeper, one, [line_data(result, keeper.words) for result in refused], at)


def _hold(keeper: CampaignWriter, one: Submission, at: str, stale: bool) -> Receipt | None:
    """Where not even the fact of an answer may be known, the file waits outside the ledger.

    None for a file that withdraws where nothing else answers: there is nothing to wait for.
    """
    match, player = keeper.match, keeper.genesis.handles[one.seat]
    ask, agenda = match.playing.pending[one.seat], copy(match.ahead.agendas[one.seat])
    match.file(agenda, one.seat, one.file.digest, one.orders, one.window, stale)
    decision = match.clerk.decide(agenda, ask, match.playing.state)
    if decision.halted is not None:
        refused = LineResult(decision.number, decision.text, "refused", refused=decision.halted)
        return _none_done(keeper, one, [line_data(refused, keeper.words)], at)
    # An offer needs no answer; but a seat that is still waited for has not given one.
    silent = decision.answer is None and (decision.wanted or ask.offered in ("", "wait"))
    if silent and not rows(one.orders):
        return None
    if silent:
        raise CampaignError(CampaignFault.NO_ANSWER)
    cool_off.begin(keeper.checkpoints.folder, match, one.seat, at)
    return keeper.receipt(one.file.digest, "held", at, player, None, said_of("held"))


def _cool(keeper: CampaignWriter, one: Submission, at: str, over: str, why: str = "cooling") -> Receipt:
    """Dice would be thrown, or it is too early: the file waits, and a newer one replaces it."""
    player = keeper.genesis.handles[one.seat]
    cool_off.begin(keeper.checkpoints.folder, keeper.match, one.seat, at)
    receipt = keeper.receipt(one.file.digest, COOLING, at, player, None, said_of(why, over=over))
    if receipts.find(keeper.folder, one.file.digest) is None:
        keeper.answer(receipt)
    return receipt
