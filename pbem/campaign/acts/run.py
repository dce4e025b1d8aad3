"""`run`: everything that follows until the table waits again, answers of several seats included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.orders.lines import rows
from pbem.table import Answer, Ask, Note, Refused

from ..clock import deadlines
from ..errors import CampaignError, CampaignFault, phrase
from ..match import openings
from ..records import EntryDraft, HiddenAnswer, LineResult, SealedEntry, SignedFile
from . import entry_file, missed_deadline, offers, ordered_ahead
from .answers import AnswerRun
from .entry_kind import EntryKind
from .shapes import FILE, FOLLOWED, Entry, list_of, named, number, one_of, text, time, true

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

CAUSES = ("file", "clock", "lapse", "served")
FOR_THE_ABSENT = ("default", "bot")
"""Sources of answers that are in no file of a player."""
Think = Callable[[Ask], Answer]
FileOf = Callable[[str], SignedFile]
"""A file with these orders, for the seat in question."""
_BY_CAUSE = {"file": {"player", "file"}, "clock": {"player", "file", "due"}, "lapse": {"due"}, "served": set[str]()}


class RunDraft:
    """Steps of the match, combined as they are taken: one list of answers, one of what is shown."""

    def __init__(self, match: Match, head: Mapping[str, Any], file: SignedFile | None = None) -> None:
        self.match, self.file = match, file
        self.n = match.n + 1
        self.content: dict[str, Any] = {**head, "answers": [], "shows": [], "opens": []}
        self.draft = EntryDraft(self.content, file=file)

    @property
    def hidden(self) -> Mapping[int, HiddenAnswer]:
        """By place, what of it is hidden now."""
        return self.match.sealed.hidden(self.n)

    def add(self, step: EntryDraft) -> None:
        answers, before = self.content["answers"], len(self.content["answers"])
        answers += step.content.get("answers", ())
        marks = [replace(mark, n=self.n, i=before + i) for i, mark in enumerate(step.marks) if mark is not None]
        sealed = self.match.sealed
        self.match.past.mark(marks)
        if step.veiled is not None:
            hidden = {**self.hidden, **{before + i: one for i, one in step.veiled.hidden.items()}}
            if hidden:
                sealed.keep_for_now(self.n, hidden)
            sealed.unsourced(self.n, {before + i: one for i, one in step.veiled.sources.items()})
            if step.veiled.waits is not None:
                assert step.veiled.seat is not None
                sealed.answered(step.veiled.seat, (self.n, before + step.veiled.waits))
        for shown in step.content.get("shows", ()):
            if shown["n"] == self.n:
                answers[shown["i"]] = _as_given(answers[shown["i"]], shown)
            else:
                self.content["shows"].append(shown)
        self.content["opens"] += step.content.get("opens", ())
        if step.content.get("lapsed"):
            self.content["lapses"] = [*self.content.get("lapses", ()), before]
        self.draft.notes += step.notes
        self.draft.moved |= step.moved
        self._lines(step.results)

    def _lines(self, results: list[LineResult]) -> None:
        """A line that was still waiting once its file had been read may answer later in the same run."""
        if self.file is None:
            self.draft.results += results
            return
        done: dict[int, LineResult] = {}
        for one in results:
            if one.file == self.file.digest and one.result != "queued":
                done[one.number] = done[one.number] + one if one.number in done else one
        self.draft.results = [
            replace(old + new, text=old.text)
            if old.result in ("queued", "done") and (new := done.get(old.number)) is not None
            else old
            for old in self.draft.results
        ]

    def _dropped_with_a_refused_line(self, digest: str) -> None:
        """Lines that waited when their file was read, and that no agenda has any longer, do not wait."""
        waiting = {one.number for agenda in self.match.ahead.agendas for one in agenda.queue if one.file == digest}
        self.draft.results = [
            replace(one, result="unread", order=None) if one.result == "queued" and one.number not in waiting else one
            for one in self.draft.results
        ]

    def go_on(self) -> None:
        """Take every step that follows without a new file."""
        while (step := openings.reveal(self.match) or self._served()) is not None:
            self.add(step)
        self._lines(self.match.halts)

    def _served(self) -> EntryDraft | None:
        return None if deadlines.holds_back(self.match, fresh=self.draft.moved) else ordered_ahead.serve(self.match)

    def done(self) -> EntryDraft:
        match, content, file = self.match, self.content, self.file
        hidden = dict(self.hidden)
        match.sealed.run_over(self.n)
        if file is not None:
            self._dropped_with_a_refused_line(file.digest)
        content["shows"].sort(key=lambda one: (one["n"], one["i"]))
        content["opens"].sort(key=lambda one: one["n"])
        content["digest"] = match.public_digest()
        rest = "rest" in content
        tells = file is not None and any(one.file == file.digest for one in hidden.values())
        kept = file if rest or tells else None
        sources = {i: one for i, one in match.sealed.sources.get(self.n, {}).items() if one is not None}
        if hidden or sources or kept is not None:
            self.draft.veiled = SealedEntry(None, kept, hidden, rest, sources=sources)
        return self.draft


def _as_given(answer: Entry, shown: Entry) -> Entry:
    """What was hidden and then opened within one run is treated as if it had never been hidden."""
    known = {key: value for key, value in shown.items() if key not in ("n", "i")}
    return {"player": answer["player"], "ask": answer["ask"], **known}


def gathered(match: Match, first: EntryDraft, head: Mapping[str, Any]) -> EntryDraft:
    """A first step with everything that follows from it."""
    run = RunDraft(match, head, first.file)
    run.draft.results = first.results
    run.add(replace(first, results=[], file=None))
    went_on = first.moved or first.content["answers"] or first.content.get("shows")
    if went_on or offers.is_open(match):  # otherwise nothing can follow
        run.go_on()
    return run.done()


def served(match: Match) -> EntryDraft | None:
    """What follows although no new file came; where the clock holds orders back, a processing run lets them go."""
    step = openings.reveal(match) or (None if deadlines.paced(match) else ordered_ahead.serve(match))
    return gathered(match, step, {"kind": "run", "cause": "served"}) if step is not None else None


def released(match: Match) -> EntryDraft | None:
    """Orders given ahead that have waited for an earliest time or a processing run, and answer now."""
    if not deadlines.paced(match) or deadlines.holds_back(match, fresh=False):
        return None
    before = match.pace.processed
    match.pace.processing(match.time)
    step = ordered_ahead.serve(match)
    if step is None:
        match.pace.processing(before)
        return None
    return gathered(match, step, {"kind": "run", "cause": "served"})


def lapsed(match: Match) -> EntryDraft | None:
    """The deadline of an Offer has passed; it names nobody."""
    step = offers.lapse(match)
    return gathered(match, step, {"kind": "run", "cause": "lapse"}) if step is not None else None


def defaulted(match: Match, seat: int, think: Think | None = None) -> tuple[EntryDraft, str]:
    """A seat's missed deadline: the answers and all that follows; and the orders for the file that records it.

    One file would have answered the rest of the window too, so that was due as well, up to something new to see. The
    answers are the defaults, or whatever `think` says where a bot answers.
    """
    table = match.playing
    match.ahead.go_on(seat)
    work = AnswerRun(match, seat, None)
    ask, barrier = table.pending[seat], table.barrier
    window, orders = ask.window, []
    while True:
        answer = ask.check(ask.default() if think is None else think(ask))
        orders.append(ask.write(answer, table.players))
        work.take(ask, answer, "default" if think is None else "bot", "")
        following = table.pending.get(seat)
        if work.waits is not None or following is None or following.window != window or table.barrier != barrier:
            break
        if ordered_ahead.would_answer(match, seat, following):
            break
        ask = following
    head = {"kind": "run", "cause": "clock", "player": match.seats[seat].handle}
    return gathered(match, work.deed(None, rest=False), head), "\n".join(orders)


def late(match: Match, seat: int, file_of: FileOf) -> tuple[EntryDraft, SignedFile, str]:
    """The same with the file that the moderator signs."""
    bot, table = match.title.module("bot"), match.playing

    def think(ask: Ask) -> Answer:
        answer: Answer = bot.answer(table.seen(seat), ask, seat)
        return answer

    made, orders = defaulted(match, seat, think if match.pace.terms.at_deadline == "bot" else None)
    file = file_of(orders)
    bind(match, made, file)
    return made, file, orders


def recorded_late(match: Match, entry: Entry, seat: int, orders: str) -> tuple[EntryDraft, str]:
    """What follows from a missed deadline by the file that records it; what a bot answered is never thought anew."""
    if match.pace.terms.at_deadline != "bot":
        return defaulted(match, seat)
    left = rows(orders)

    def next_line(ask: Ask) -> Answer:
        if not left:
            raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("bot-stopped"))
        return ask.parse(left.pop(0), match.playing.players)

    try:
        made = defaulted(match, seat, next_line)
    except Refused as refused:
        why = phrase("answer-not-legal", refused=str(refused))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why) from None
    if left:
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("bot-went-on", order=left[0]))
    return made


def bind(match: Match, made: EntryDraft, file: SignedFile) -> None:
    """Attach the moderator's file to the defaults of a run; what the moderator signs never affects the chance."""
    match.ahead.came(file.digest, match.n + 1, file.raw, mixed=True)
    made.file = file
    told = "table_missed_bot" if match.pace.terms.at_deadline == "bot" else "table_missed"
    made.notes.insert(0, Note(told, {"player": match.seat_of(made.content)}))
    if made.veiled is None:
        return
    for i, one in list(made.veiled.hidden.items()):
        default = one.source in FOR_THE_ABSENT and not one.file
        if default and made.content["answers"][i]["player"] == made.content["player"]:
            made.veiled.hidden[i] = replace(one, file=file.digest)
            made.veiled.file = file


def sealed_answers(made: EntryDraft) -> dict[str, dict[str, Any]]:
    """What a run tells the moderator alone: hidden answers, and hidden sources of answers."""
    if made.veiled is None:
        return {}
    return {str(i): one.data() for i, one in (made.veiled.hidden | made.veiled.sources).items()}


# ---- replay


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    _formed(entry)
    entry_file.begun(match, entry)
    if known.unseal is None:
        return _recorded(match, entry, known)
    made = _again(match, entry, known)
    if made is not None and "sealed" in entry and known.answers(entry["n"], entry["sealed"]) != sealed_answers(made):
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("sealed-otherwise"))
    return made


def _again(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    if entry["cause"] in ("served", "lapse"):
        return served(match) or released(match) if entry["cause"] == "served" else lapsed(match)
    seat, file = match.seat_of(entry), entry_file.opened(entry, known)
    if entry["cause"] == "file":
        return entry_file.ordered_again(match, entry, seat, file, known)
    missed_deadline.asked(match, entry, seat)
    made, _ = recorded_late(match, entry, seat, entry_file.parsed(entry["n"], file).orders)
    bind(match, made, file)
    return made


def _recorded(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    """Take the recorded answers one by one, deciding nothing again; openings and forced answers follow from them."""
    n, late = entry["n"], entry["cause"] == "clock"
    file = entry_file.opened(entry, known) if "file" in entry else None
    if file is not None and not late:
        match.ahead.came(file.digest, n, file.raw)
    head = {key: value for key, value in entry.items() if key in ("kind", "cause", "player", "rest")}
    run = RunDraft(match, head, None if late else file)
    if file is None:
        _opening(match, run)
    by_entry = {origin.n: digest for digest, origin in match.ahead.origins.items()}
    lapses = _lapses(match, run, entry)
    for i, one in enumerate(entry["answers"]):
        next(lapses)
        if i < len(run.content["answers"]):
            continue  # a forced answer, given by the table itself
        told = {"order": known.orders.get((n, i)), **one, **known.sources.get((n, i), {})}
        seat = match.seat_of({**entry, "player": one["player"]})
        if told.get("source") == "forced" and seat in ordered_ahead.without_choice(match):
            run.add(ordered_ahead.by_itself(match, seat))
            _opening(match, run)
            continue
        digest = by_entry.get(told["from"], "") if "from" in told else ""
        if not digest and "from" not in told and told.get("source") in ("file", "standing"):
            digest = file.digest if file is not None and not late and one["player"] == entry["player"] else ""
        if not digest and told.get("source") not in FOR_THE_ABSENT:
            raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=phrase("answer-of-no-file"))
        run.add(_given(match, n, seat, told, digest))
        _opening(match, run)
    next(lapses)
    made = run.done()
    if late and file is not None:
        bind(match, made, file)
    return made


def _lapses(match: Match, run: RunDraft, entry: Entry) -> Iterator[None]:
    """Close each Offer after as many answers as the entry says."""
    left = list(entry.get("lapses", ()))
    while True:
        while left and left[0] == len(run.content["answers"]):
            if not offers.is_open(match):
                raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("nothing-offered"))
            run.add(openings.open_together(match))
            _opening(match, run)
            del left[0]
        yield


def _given(match: Match, n: int, seat: int, told: Entry, digest: str) -> EntryDraft:
    ask = match.playing.pending.get(seat)
    if ask is None:
        why = phrase("answer-not-legal", refused=str(phrase("nothing-asked", player=told["player"])))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=why)
    work = AnswerRun(match, seat, None)
    try:
        work.take(ask, ask.parse(told["order"] or "", match.playing.players), told["source"], digest)
    except Refused as refused:
        why = phrase("answer-not-legal", refused=str(refused))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=why) from None
    return work.deed(None, rest=False)


def _opening(match: Match, run: RunDraft) -> None:
    while (step := openings.reveal(match)) is not None:
        run.add(step)


# ---- verify


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    _formed(entry)
    if match.secret is None:
        if "due" in entry:
            missed_deadline.agreed(match, entry)
        return checker.unplayed(match, entry)
    if entry["cause"] == "served":
        return released(match) or _brought_about(checker, match, entry)
    if entry["cause"] == "lapse":
        return _verify_lapse(checker, match, entry)
    n, seat = entry["n"], checker.in_play(match, entry)
    file = entry_file.opened(entry, checker.known)
    if entry["cause"] == "file":
        _in_time(match, entry, seat)
        made = entry_file.ordered(checker, match, entry, seat, file)
    else:
        missed_deadline.asked(match, entry, seat)
        missed_deadline.was_due(match, entry, deadlines.due(match))
        made, orders = recorded_late(match, entry, seat, checker.moves[n].orders)
        missed_deadline.defaults(entry, "\n".join(rows(checker.moves[n].orders)), orders)
        bind(match, made, file)
    entry_file.sealed_as_needed(entry, made.veiled is not None and made.veiled.file is not None)
    return made


def _in_time(match: Match, entry: Entry, seat: int) -> None:
    """No answer to what is open is carried out earlier than the clock says; bots need not wait."""
    if match.asks(seat) and not match.seats[seat].bot:
        _not_before(entry, deadlines.not_before(match))


def _not_before(entry: Entry, right: str) -> None:
    if entry["at"] < right:
        why = phrase("not-before", at=entry["at"], right=right)
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("run"), right=why)


def _brought_about(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    if deadlines.holds_back(match, fresh=False):
        _not_before(entry, deadlines.not_before(match))
    return checker.brought_about(match, entry)


def _verify_lapse(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    checker.nothing_due(match, entry)
    missed_deadline.agreed(match, entry)
    missed_deadline.was_due(match, entry, deadlines.due(match))
    made = lapsed(match) if offers.is_open(match) else None
    if made is None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("run"), right=phrase("nothing-offered"))
    return made


def _formed(entry: Entry) -> None:
    """Which fields a run has depends on its cause."""
    there = {"player", "file", "due"} & entry.keys()
    if there != _BY_CAUSE[entry["cause"]]:
        right = phrase(
            "fields-of-cause", cause=entry["cause"], fields=", ".join(sorted(_BY_CAUSE[entry["cause"]])) or "–"
        )
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named("run"), right=right)


def same_sealed(entry: Entry, made: EntryDraft) -> None:
    """Check that hidden answers are sealed, and nothing else."""
    if ("sealed" in entry) != bool(sealed_answers(made)):
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("sealed-otherwise"))


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return missed_deadline.told(entry) if "due" in entry else []


RUN = EntryKind(
    "run",
    {"cause": one_of(*CAUSES), **FOLLOWED},
    _replay,
    _verify,
    _told,
    {"player": text, "file": FILE, "due": time, "rest": true, "sealed": text, "lapses": list_of(number)},
    follows=lambda entry: entry["cause"] == "served",
)
