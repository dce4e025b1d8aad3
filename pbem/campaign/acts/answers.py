"""Consecutive answers of one seat, taken from its agenda or from a ledger, and what is reported for each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.orders.agenda import Decision, Dropped
from pbem.orders.lines import Sheet, point_at_source, write
from pbem.table import Answer, Ask, Note
from pbem.table.saying import halted
from pbem.table.state_json import to_json

from ..records import EntryDraft, LineResult, Mark, RecordedAnswer, SealedEntry, SignedFile

if TYPE_CHECKING:
    from ..match import Match

TOGETHER = "\0together"
"""What an answer that is kept until all have answered waits for; no rule can have this name."""


def not_used(seat: int, line: Dropped) -> Note:
    """What the writer of a line alone is told when it is dropped."""
    return Note(f"dropped_{line.key}", {"player": seat, "line": line.text}, seen_by=(seat,))


class AnswerRun:
    """Consecutive answers of one seat, collected as they are taken."""

    def __init__(self, match: Match, seat: int, file: SignedFile | None) -> None:
        self.match, self.seat = match, seat
        self.file = file.digest if file is not None else ""
        """The file that came with the entry: its receipt says what became of each of its lines."""
        self.taken: list[RecordedAnswer] = []
        self.notes: list[Note] = []
        self.results: list[LineResult] = []
        self.waits: int | None = None
        self.marks: list[Mark | None] = []
        """By place in `taken`."""

    def take(self, ask: Ask, answer: Answer, source: str, file: str, number: int = 0, text: str = "") -> None:
        table = self.match.playing
        order = ask.write(answer, table.players)
        hidden = ask.hides(answer)
        until = hidden or (TOGETHER if table.simultaneous else None)
        shown = None
        if hidden and ask.shown and not table.simultaneous:
            shown = to_json(ask.shown(answer))
        done = LineResult(number, text, "done", order, file=file)
        self.results.append(done)
        unsourced = self.match.unsourced
        self.marks.append(self._mark(ask))
        self.taken.append(
            RecordedAnswer(self.seat, ask.kind.id, order, source, file, until, shown, unsourced=unsourced)
        )
        if table.simultaneous:
            self.waits = len(self.taken) - 1  # the others must answer first
            return
        self.match.mix(file)
        place = table.place
        notes = table.answer(self.seat, answer)
        done.told = tuple(note for note in notes if note.visible(self.seat))
        self.notes += notes
        forced = self.match.forced(place + 1)
        self.taken += forced
        self.marks += [None] * len(forced)
        for one in forced:
            self.passed_over(one.seat, one.dropped)
            if one.line is not None and one.seat == self.seat:
                line = one.line
                self.results.append(LineResult(line.number, line.text, "done", one.order, file=line.file))
        for seat, dropped in self.match.tidied():
            self.passed_over(seat, dropped)

    def _mark(self, ask: Ask) -> Mark | None:
        """Where play can go back to. Not to an ask that is answered at once, nor among simultaneous answers: those who
        answered first would have to do so again, knowing the others."""
        match, table = self.match, self.match.playing
        if ask.ahead or (table.simultaneous and (match.sealed.given or match.sealed.passed)):
            return None
        return Mark(0, 0, table.place, self.seat, not table.simultaneous)

    def answered(self, decision: Decision, ask: Ask) -> None:
        """Tell the owner which line of an earlier file answers which ask; a plan is mentioned only once."""
        if decision.goes_on or decision.source == "default":
            return
        if decision.source == "standing" or decision.file != self.file:
            assert decision.answer is not None
            order = ask.write(decision.answer, self.match.playing.players)
            self.tell(f"{decision.source}_answered", line=decision.text, order=order if order != decision.text else "")

    def skipped(self, decision: Decision) -> None:
        self.passed_over(self.seat, decision.dropped)

    def passed_over(self, seat: int, dropped: Iterable[Dropped]) -> None:
        """Tell whoever wrote them that lines are not used: in the receipt of the file at hand, or in the hand."""
        for one in dropped:
            if seat == self.seat:
                self.results.append(LineResult(one.number, one.text, "skipped", why=one.key, file=one.file))
            if seat != self.seat or one.file != self.file:
                self.notes.append(not_used(seat, one))

    def stopped(self, decision: Decision) -> None:
        number, text, file = decision.number, decision.text, decision.file
        if decision.halted is not None:
            self.results.append(LineResult(number, text, "refused", refused=decision.halted, file=file))
            self.tell("orders_stopped", line=text, **halted(decision.halted))
        elif decision.wanted:
            self.results.append(LineResult(number, text, "done", "ask", file=file))
            if text and file != self.file:
                self.tell("orders_wait", line=text)

    def tell(self, key: str, **values: Any) -> None:
        """Tell the player alone: the message goes into the sealed hand."""
        self.notes.append(Note(key, {"player": self.seat, **values}, seen_by=(self.seat,)))

    def left_over(self, sheet: Sheet | None, digest: str) -> bool:
        """Whether the file contains anything that its answers do not show."""
        written = [one for one in self.results if one.number]  # leaving out what lines merely imply
        if sheet is None or sheet.standing or sheet.clears or any(one.result != "done" for one in written):
            return True
        if any(one.file == digest for one in self.match.ahead.agendas[self.seat].queue):
            return True
        plain = {one.number: one.orders[0].text for one in sheet.lines if len(one.orders) == 1 and not one.prefix}
        return [one.order for one in written] != [plain.get(one.number) for one in sheet.lines]

    def deed(self, file: SignedFile | None, rest: bool) -> EntryDraft:
        match = self.match
        content: dict[str, Any] = {"player": match.seats[self.seat].handle, "answers": match.data_of(self.taken)}
        if rest:
            content["rest"] = True
        went_on = len(self.taken) > (self.waits is not None)
        notes = match.tell(self.notes)
        deed = EntryDraft(content, notes, self.results, moved=went_on, file=file, marks=self.marks)
        deed.veiled = match.sealed_of(self.taken)
        if rest and deed.veiled is None:
            deed.veiled = SealedEntry(None, None, {}, rest)
        if deed.veiled is not None:
            one = deed.veiled
            one.seat, one.file, one.rest, one.waits = self.seat, file, rest, self.waits
        return deed

    def by_line(self, sheet: Sheet, digest: str) -> list[LineResult]:
        """What became of each line of a new file, in order; lines kept for later are shown as they were understood."""
        handles = self.match.genesis.handles
        waiting = {one.number for one in self.match.ahead.agendas[self.seat].queue if one.file == digest}
        found: dict[int, LineResult] = {}
        for one in self.results:
            if one.file == digest:
                found[one.number] = found[one.number] + one if one.number in found else one
        lines = []
        for line in sheet.lines:
            text, known = line.source.strip(), found.get(line.number)
            result = "queued" if line.number in waiting else "unread"
            fresh = LineResult(line.number, text, result, write(line, handles) if result == "queued" else None)
            if known:
                point_at_source(line, known.refused)
            lines.append(replace(known, text=text) if known else fresh)
        lines += [LineResult(one.number, one.source.strip(), "kept", write(one, handles)) for one in sheet.standing]
        lines += [LineResult(one.number, one.source.strip(), "done") for one in sheet.clears]
        return sorted(lines, key=lambda one: one.number)
