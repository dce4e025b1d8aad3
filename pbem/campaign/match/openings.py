"""Which answers a match keeps sealed, and when they open: once all have answered, by the rules, or at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.table import END, Note

from ..acts import offers, pressing, votes
from ..acts.answers import TOGETHER, not_used
from ..records import EntryDraft, HiddenAnswer, SealedEntry, Shown

if TYPE_CHECKING:
    from . import Match

LateAnswers = dict[int, dict[int, HiddenAnswer | None]]
"""By entry and place; None where a checkpoint has only the place."""


def _by_place(late: LateAnswers) -> list[tuple[int, int, HiddenAnswer]]:
    found = [(n, i, one) for n, answers in late.items() for i, one in answers.items() if one is not None]
    return sorted(found, key=lambda one: one[:2])


def veil(match: Match, n: int, deed: EntryDraft) -> None:
    """Remember what entry `n` keeps sealed."""
    one = deed.veiled
    if one is None:
        return
    if one.hidden:
        match.veiled[n] = replace(one, sources={})  # those are in `sources` of the match
        _keep_for_end(match, n, [i for i in one.hidden if (n, i) not in match.given.values()])
    elif one.file is not None and not pressing.stays_sealed(match, deed.content):
        match.closed.append(n)
    if one.waits is not None:
        assert one.seat is not None
        match.given[one.seat] = (n, one.waits)


def _keep_for_end(match: Match, n: int, places: Sequence[int]) -> None:
    """Keep only the places of answers that open at the very end: the entry itself has them sealed."""
    one = match.veiled[n]
    for i in places:
        if one.hidden[i].until == END:
            match.ends.setdefault(n, {})[i] = one.hidden.pop(i)
            one.rest = one.rest or one.file is not None
    _lift(match, n)


def shelve(match: Match, since: tuple[int, int]) -> None:
    """Play has gone back to before an answer: it and those after it that are hidden stay so until the end."""
    for n, one in list(match.veiled.items()):
        late = {i: hidden for i, hidden in one.hidden.items() if (n, i) >= since}
        for i, hidden in late.items():
            match.ends.setdefault(n, {})[i] = hidden
            del one.hidden[i]
        if late:
            one.rest = one.rest or one.file is not None
            _lift(match, n)


def _lift(match: Match, n: int) -> None:
    """From now on nothing of an entry is hidden until the end, except perhaps its file."""
    one = match.veiled[n]
    if not one.hidden:
        del match.veiled[n]
        if one.file is not None:
            match.closed.append(n)


def reveal(match: Match) -> EntryDraft | None:
    """What must be opened now: a complete Together, or a secret that the rules revealed."""
    table = match.table
    if table is None:
        return None
    if table.simultaneous and table.pending and len(match.given) == len(table.pending):
        return open_together(match)
    names = table.revealed[match.seen :]
    match.seen = len(table.revealed)
    shows = [
        (n, i) for n, one in match.veiled.items() for i, hidden in sorted(one.hidden.items()) if hidden.until in names
    ]
    if not shows:
        return None
    return EntryDraft({**_show(match, shows), "answers": []})


def open_together(match: Match) -> EntryDraft:
    """All have answered, or passed on an Offer: their answers count now."""
    table = match.playing
    offered = table.pending if offers.is_open(match) else {}
    given = [(seat, *match.given[seat]) for seat in table.pending if seat in match.given]  # in the order of the rule
    free = table.unanswered  # for the others the table itself has given the one legal answer
    orders = {seat: match.veiled[n].hidden[i].order for seat, n, i in given}
    for _, n, i in given:
        match.mix(match.veiled[n].hidden[i].file)
    # An answer that the rules keep secret for longer counts from here on, but is not shown.
    shown = _show(match, [(n, i) for _, n, i in given if match.veiled[n].hidden[i].until == TOGETHER])
    match.given, match.passed = {}, set()
    for _, n, i in given:
        if n in match.veiled and n <= match.n and i in match.veiled[n].hidden:
            _keep_for_end(match, n, [i])
    for seat, ask in offered.items():
        match.clerk.lapsed(match.agendas[seat], ask, table.state)
    place = table.place
    notes: list[Note] = []
    for seat in free:
        if seat in orders:
            notes += table.order(seat, orders[seat])
    if len(orders) < len(offered):
        notes += table.lapse()
    forced = match.forced(place + len(orders) + bool(offered))
    gone = [*((one.seat, one.dropped) for one in forced), *match.tidied()]
    notes += [not_used(seat, one) for seat, dropped in gone for one in dropped]
    content: dict[str, Any] = {**shown, "answers": match.data_of(forced), **({"lapsed": True} if offered else {})}
    return EntryDraft(content, match.tell(notes), veiled=match.sealed_of(forced), moved=True)


def end(match: Match) -> EntryDraft | None:
    """Once the rules are done: the secret, and every file that was still sealed."""
    table = match.table
    if table is None or not table.over or match.ended or match.secret is None:
        return None
    match.ended = True
    _reopen(match)
    shows = [(n, i) for n, one in match.veiled.items() for i in sorted(one.hidden)]
    for one in match.veiled.values():
        one.rest = False
    shown = _show(match, shows)
    if match.closed:
        assert match.fetch is not None
        files = match.fetch(match.closed)
        shown["opens"] += [{"n": n, **files[n].data()} for n in match.closed if n in files]
        shown["opens"].sort(key=lambda one: int(one["n"]))
        match.closed = []
    if match.ends:
        shown["shows"] += [{"n": n, "i": i, **one.data()} for n, i, one in _by_place(match.ends)]
        shown["shows"].sort(key=lambda one: (one["n"], one["i"]))
    content = {"kind": "end", "secret": match.secret.hex(), **shown, "outcome": match.result()}
    if match.rulings:
        content["rulings"] = [{"n": n, "changes": match.rulings[n]} for n in sorted(match.rulings)]
    if match.sources:
        content["sources"] = [{"n": n, "i": i, **one.came()} for n, i, one in _by_place(match.sources)]
    return EntryDraft(content)


def agreed_end(match: Match, by: int) -> EntryDraft:
    """The players have voted to end the game."""
    on = votes.act(match, by, *votes.ENDING)
    match.playing.stop(votes.winners(match, on), votes.HOW[on["kind"]])
    match.given, match.passed = {}, set()
    made = end(match)
    assert made is not None
    made.content["by"] = by
    return made


def _reopen(match: Match) -> None:
    """Read again what a checkpoint does not contain."""
    wanted = [n for late in (match.sources, match.ends) for n, answers in late.items() if None in answers.values()]
    if not wanted:
        return
    assert match.reopen is not None
    sealed = match.reopen(sorted(set(wanted)))
    for late in (match.sources, match.ends):
        for n, answers in late.items():
            for i, one in answers.items():
                if one is None:
                    told = sealed[n][str(i)]
                    answers[i] = HiddenAnswer(told["order"], END, "", told["source"], told.get("from"))


def _show(match: Match, shows: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Make answers public; a file with nothing left to hide is opened along with its last answer."""
    shown: list[dict[str, Any]] = []
    opens: list[dict[str, Any]] = []
    for n, i in shows:
        hidden = match.veiled[n].hidden.pop(i)
        if not match.ended and n <= match.n:
            match.shown.append(Shown(match.n + 1, n, i, hidden.order))
        orders_alone = hidden.unsourced and not match.ended
        if orders_alone:
            match.sources.setdefault(n, {})[i] = hidden
        shown.append({"n": n, "i": i, **({"order": hidden.order} if orders_alone else hidden.data())})
    for n in sorted({n for n, _ in shows}):
        one = match.veiled[n]
        if one.file is not None and not one.rest and not _hides(one, one.file.digest):
            opens.append({"n": n, **one.file.data()})
            one.file = None
        _lift(match, n)
    return {"shows": shown, "opens": opens}


def _hides(one: SealedEntry, file: str) -> bool:
    """Whether its file would reveal a hidden answer."""
    return any(hidden.file == file for hidden in one.hidden.values())
