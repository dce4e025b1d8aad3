"""What becomes public of answers that were sealed: once all have answered, by the rules, or at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.table import Note

from ..acts import offers, press, vote
from ..acts.answers import TOGETHER, not_used
from ..records import EntryDraft, Shown
from .sealed import Place

if TYPE_CHECKING:
    from . import Match


def veil(match: Match, n: int, deed: EntryDraft) -> None:
    """Remember what entry `n` keeps sealed."""
    if deed.veiled is not None:
        match.sealed.keep(n, deed.veiled, to_end=not press.stays_sealed(match, deed.content))


def reveal(match: Match) -> EntryDraft | None:
    """What must be opened now: a complete Together, or a secret that the rules revealed."""
    table, sealed = match.table, match.sealed
    if table is None:
        return None
    if table.simultaneous and table.pending and len(sealed.given) == len(table.pending):
        return open_together(match)
    names = table.revealed[sealed.seen :]
    sealed.revealed(len(table.revealed))
    places = sealed.until(names)
    return EntryDraft({**_show(match, places), "answers": []}) if places else None


def open_together(match: Match) -> EntryDraft:
    """All have answered, or passed on an Offer: their answers count now."""
    table, sealed = match.playing, match.sealed
    offered = table.pending if offers.is_open(match) else {}
    given = {seat: sealed.given[seat] for seat in table.pending if seat in sealed.given}  # in the order of the rule
    free = table.unanswered  # for the others the table itself has given the one legal answer
    orders = {seat: sealed.at(place).order for seat, place in given.items()}
    for place in given.values():
        match.mix(sealed.at(place).file)
    # An answer that the rules keep secret for longer counts from here on, but is not shown.
    shown = _show(match, [place for place in given.values() if sealed.at(place).until == TOGETHER])
    sealed.all_answered()
    for n, i in given.values():
        if n <= match.n and i in sealed.hidden(n):
            sealed.keep_for_end(n, [i])
    for seat, ask in offered.items():
        match.clerk.lapsed(match.ahead.agendas[seat], ask, table.state)
    before = table.place
    notes: list[Note] = []
    for seat in free:
        if seat in orders:
            notes += table.order(seat, orders[seat])
    if len(orders) < len(offered):
        notes += table.lapse()
    forced = match.forced(before + len(orders) + bool(offered))
    gone = [*((one.seat, one.dropped) for one in forced), *match.tidied()]
    notes += [not_used(seat, one) for seat, dropped in gone for one in dropped]
    content: dict[str, Any] = {**shown, "answers": match.data_of(forced), **({"lapsed": True} if offered else {})}
    return EntryDraft(content, match.tell(notes), veiled=match.sealed_of(forced), moved=True)


def end(match: Match) -> EntryDraft | None:
    """Once the rules are done: the secret, and every file that was still sealed."""
    table, sealed = match.table, match.sealed
    if table is None or not table.over or match.past.ended or match.secret is None:
        return None
    match.past.finish()
    _reopen(match)
    shown = _show(match, sealed.everything())
    if sealed.closed:
        assert match.fetch is not None
        files = match.fetch(sealed.closed)
        shown["opens"] += [{"n": n, **files[n].data()} for n in sealed.closed if n in files]
        shown["opens"].sort(key=lambda one: int(one["n"]))
        sealed.opened_at_end()
    if sealed.ends:
        shown["shows"] += [{"n": n, "i": i, **one.data()} for n, i, one in sealed.by_place(sealed.ends)]
        shown["shows"].sort(key=lambda one: (one["n"], one["i"]))
    content = {"kind": "end", "secret": match.secret.hex(), **shown, "outcome": match.result()}
    if sealed.rulings:
        content["rulings"] = [{"n": n, "changes": sealed.rulings[n]} for n in sorted(sealed.rulings)]
    if sealed.sources:
        content["sources"] = [{"n": n, "i": i, **one.came()} for n, i, one in sealed.by_place(sealed.sources)]
    return EntryDraft(content)


def agreed_end(match: Match, by: int) -> EntryDraft:
    """The players have voted to end the game."""
    on = vote.act(match, by, *vote.ENDING)
    match.playing.stop(vote.winners(match, on), vote.HOW[on["kind"]])
    match.sealed.all_answered()
    made = end(match)
    assert made is not None
    made.content["by"] = by
    return made


def _reopen(match: Match) -> None:
    """Read again what a checkpoint does not contain."""
    wanted = match.sealed.forgotten()
    if wanted:
        assert match.reopen is not None
        answers = match.reopen(wanted)
        match.sealed.remembered(lambda n, i: answers[n][str(i)])


def _show(match: Match, places: Sequence[Place]) -> dict[str, Any]:
    """Make answers public, and the files that have nothing left to hide."""
    last = match.past.ended
    if not last:
        was = [(n, i, match.sealed.at((n, i)).order) for n, i in places if n <= match.n]
        match.past.showed(Shown(match.n + 1, n, i, order) for n, i, order in was)
    shown, opens = match.sealed.open(places, last)
    return {"shows": shown, "opens": opens}
