"""One run of the moderator: collect, verify, apply, append, seal, publish. Safe to repeat, safe to kill.

Every file in the inbox is dealt with on its own: its entry is in the ledger before its receipt is
written, and its receipt is written before the file leaves the inbox. Whatever a run did not get to,
the next one does. A file that makes the program fail is set aside (`trouble.py`); since what it left in
memory may be half done, the campaign is reopened for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import clear_block, sign_move
from pbem.table.state_json import canonical
from pbem.words.lazy_dataclass import dataclass

from ...storage import disk
from ...storage.errors import StorageError, unusable
from .. import movefile as movefiles
from ..acts import offers, ordered_ahead
from ..campaign import INBOX
from ..clock import deadlines
from ..errors import CampaignError
from ..records import WrittenAt
from . import bots, cool_off, decisions, trouble, vote_files
from . import late as missed_deadline
from .checkpoint import private_folder
from .cool_off import COOLING
from .create import opened
from .happened import Happened
from .receipts import Receipt
from .submission import ReadFile, Submission
from .trouble import Trouble
from .writer import CampaignWriter

LARGEST = 4 * 1024 * 1024
_DETACHED = ".sig"


@dataclass(slots=True)
class RunReport:
    """What a run did: everything that carriers and pages need to report it."""

    game: str
    before: int
    """The last entry when the run began."""
    n: int
    """The last entry now."""
    happened: Happened
    receipts: list[Receipt] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    """Public files that were rewritten."""
    overdue: list[str] = field(default_factory=list)
    """Players whose deadline has passed without an answer."""
    defaulted: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    """Players whose seat became free because of their misses."""
    over: bool = False
    waiting: list[str] | None = None
    """Who owes an answer, or has to join; None where only the fact that the table waits may be known."""
    due: str | None = None
    past_due: bool = False
    """The deadline has passed, and the table still waits."""
    reminder: int | None = None
    """How many hours before the deadline the latest reminder was due."""
    zone: str = "UTC"
    """The campaign's time zone."""
    language: str = "en"
    """The campaign's language."""
    troubles: list[Trouble] = field(default_factory=list)
    """Files that were not dealt with: the program failed on them, or could not read them."""

    @property
    def seen_overdue(self) -> list[str]:
        """Who is overdue, as everybody may know it: where that is secret, a single empty name."""
        return self.overdue if self.waiting is not None else [""] * bool(self.overdue)


@dataclass(slots=True)
class _Mail:
    """A submission and the files of the inbox that it came in."""

    one: Submission
    paths: tuple[Path, ...]
    parts: tuple[bytes, ...]
    """Their contents."""


class _HalfDone(Exception):
    """A file made the program fail while it was carried out, and was set aside."""


def run(
    folder: Path,
    moderator: Moderator,
    now: str | None = None,
    wait: float = 0.0,
    read: Mapping[str, ReadFile] | None = None,
    complete: bool = True,
) -> RunReport:
    """Deal with everything in the inbox of one campaign; `read`: by name, files that have been read already.

    Not `complete`: an answer may lie where nobody could look, so nobody counts as late.
    """
    report: RunReport | None = None
    while True:
        try:
            with opened(folder, moderator, wait) as keeper:
                report = _begun(keeper, report)
                _run(keeper, report, keeper.time(now), read or {}, complete)
                return report
        except _HalfDone:
            continue


def _begun(keeper: CampaignWriter, earlier: RunReport | None) -> RunReport:
    """The report to fill in: a new one, or that of a run which has to start over."""
    # What was skipped after the last entry was reported by the run that wrote it.
    keeper.match.take_asides()
    happened = Happened(keeper.campaign, keeper.match, keeper.head, keeper.entries)
    if earlier is None:
        n, language = keeper.head.n, keeper.genesis.language
        return RunReport(keeper.genesis.game, n, n, happened, language=language)
    earlier.happened = happened.joined(earlier.happened)
    keeper.entries = earlier.happened.entries
    return earlier


def _run(keeper: CampaignWriter, report: RunReport, at: str, read: Mapping[str, ReadFile], complete: bool) -> None:
    _answer_last(keeper, report)
    held = _inbox(keeper, report, at, read)
    _open_held(keeper, held, report, at)
    keeper.release(at)
    vote_files.carry_out(keeper, at)
    decisions.fill_free_seats(keeper, at)
    _bots(keeper, report, at)
    if complete:
        _clock(keeper, report, at, held)
    _open_held(keeper, held, report, at)
    report.dropped = [keeper.genesis.handles[seat] for seat in decisions.fill_free_seats(keeper, at)]
    vote_files.carry_out(keeper, at)  # who missed a deadline may not be waited for any more
    _bots(keeper, report, at)
    report.written = keeper.publish()
    report.n = keeper.head.n
    report.over = keeper.match.past.ended
    waiting = keeper.match.waiting
    report.waiting = None if waiting is None else [keeper.genesis.handles[seat] for seat in waiting]
    report.due = deadlines.due(keeper.match)
    report.past_due = report.due is not None and at >= report.due
    report.reminder = deadlines.reminder(keeper.match, at)
    report.zone = keeper.match.pace.terms.zone_name


def _inbox(keeper: CampaignWriter, report: RunReport, at: str, known: Mapping[str, ReadFile]) -> list[_Mail]:
    """Take every file; of several from one seat the newest counts. Returns those that wait until all have answered."""
    newest: dict[tuple[int, str], _Mail] = {}
    for paths in inbox_files(keeper.folder / INBOX):
        parts = _parts(paths, report)
        if parts is None:
            continue
        try:
            before = known.get(paths[0].name)
            same = before is not None and (before.data,) == parts
            read = keeper.read(parts[0], parts[1] if len(parts) > 1 else None, at, before if same else None)
        except BaseException as error:
            _set_aside(keeper, report, paths, parts, "read", error)
            continue
        if isinstance(read, Receipt):
            _done(report, read, paths)
            continue
        mail = _Mail(read, paths, parts)
        place = (read.seat, _replaces(read))
        older = newest.get(place)
        if older is not None and older.one.file.digest != read.file.digest:
            mail, older = _newer(keeper, older, mail)
            with _carried_out(keeper, report, older):
                _done(report, keeper.replaced(older.one, at), older.paths)
        newest[place] = mail
    held: list[_Mail] = []
    for mail in sorted(newest.values(), key=lambda mail: (_answers(keeper, mail), mail.paths[0].name)):
        with _carried_out(keeper, report, mail):
            receipt = keeper.take(mail.one, at)
        if receipt.result == "held":
            held.append(mail)
        if receipt.result in ("held", COOLING):
            report.receipts.append(receipt)
        else:
            _done(report, receipt, mail.paths)
    return held


def _answers(keeper: CampaignWriter, mail: _Mail) -> bool:
    """Whether a file answers what is asked: in a processing run those come last, so that others can follow in it."""
    match = keeper.match
    return bool(match.pace.terms.runs) and match.table is not None and match.asks(mail.one.seat)


def _replaces(one: Submission) -> str:
    """Of several files of a seat with the same word the newest counts. An undo comes instead of a move that was not
    read yet; press takes nothing back."""
    if one.word == "press":
        return one.file.digest
    if one.word == "vote":  # on another motion it replaces nothing
        return " ".join(one.orders.lower().split()[:1] + one.orders.lower().split()[2:])
    return "" if one.word == "undo" else one.word


def _parts(paths: tuple[Path, ...], report: RunReport) -> tuple[bytes, ...] | None:
    """The contents of a submission's files; None, and reported, if one of them cannot be read."""
    try:
        return tuple(disk.read(path, LARGEST + 1) for path in paths)
    except StorageError as error:
        report.troubles.append(Trouble(paths[0].name, "read", str(error.values["why"])))
        return None


@contextmanager
def _carried_out(keeper: CampaignWriter, report: RunReport, mail: _Mail) -> Iterator[None]:
    """A submission that fails is set aside, and the run starts over: the match in memory may be half changed."""
    try:
        yield
    except BaseException as error:
        _set_aside(keeper, report, mail.paths, mail.parts, "taken", error)
        # What waits will be found waiting again.
        report.receipts = [one for one in report.receipts if one.result not in ("held", COOLING)]
        raise _HalfDone from None


def _set_aside(
    keeper: CampaignWriter,
    report: RunReport,
    paths: tuple[Path, ...],
    parts: tuple[bytes, ...],
    stage: str,
    error: BaseException,
) -> None:
    """Take a file that the program fails on out of the inbox; errors that no file is to blame for are passed on."""
    if trouble.passes(error):
        raise error
    folder = private_folder(keeper.genesis)
    report.troubles.append(trouble.set_aside(folder, paths[0].name, parts[0], stage, error, *parts[1:]))
    for path in paths:
        disk.remove(path)


def _answer_last(keeper: CampaignWriter, report: RunReport) -> None:
    """Answer the file of the last entry, if the previous run did not get to it."""
    last = keeper.last
    try:
        keeper.answer_last()
    except BaseException as error:
        if trouble.passes(error):
            raise
        assert last is not None
        data = canonical(last.data())
        report.troubles.append(
            trouble.set_aside(private_folder(keeper.genesis), f"receipt-{last.file[:24]}", data, "answered", error)
        )
        keeper.last = None


def _newer(keeper: CampaignWriter, first: _Mail, second: _Mail) -> tuple[_Mail, _Mail]:
    """The newer one first: what was written later, else what comes later in the inbox."""
    return (first, second) if _written(keeper, second).before(_written(keeper, first)) else (second, first)


def _written(keeper: CampaignWriter, mail: _Mail) -> WrittenAt:
    try:
        return keeper.written(mail.one)
    except CampaignError:
        return WrittenAt(-1)  # names no entry of this ledger: it would not count anyway


def inbox_files(inbox: Path) -> list[tuple[Path, ...]]:
    """The files in the inbox by name, each with its detached signature if there is one."""
    try:
        names = sorted(one.name for one in inbox.iterdir() if _is_mail(one))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unusable(inbox, "read", error) from None
    found: list[tuple[Path, ...]] = []
    for name in names:
        if name.endswith(_DETACHED) and name.removesuffix(_DETACHED) in names:
            continue
        beside = (inbox / (name + _DETACHED),) if name + _DETACHED in names else ()
        found.append((inbox / name, *beside))
    return found


def _is_mail(path: Path) -> bool:
    """Not a link: that might lead to one of the moderator's own files, whose digest would be in a receipt."""
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _done(report: RunReport, receipt: Receipt, paths: tuple[Path, ...]) -> None:
    report.receipts.append(receipt)
    for path in paths:
        disk.remove(path)


def _open_held(keeper: CampaignWriter, held: list[_Mail], report: RunReport, at: str) -> None:
    """Once all have answered, counting the files that wait, those enter the ledger together."""
    table = keeper.match.table
    if not held or table is None:
        return
    answered = {mail.one.seat for mail in held} | set(keeper.match.sealed.given) | ordered_ahead.ready(keeper.match)
    waits = cool_off.opening(keeper.checkpoints.folder, keeper.match, [mail.one.seat for mail in held], at)
    if answered == set(table.pending) and at >= waits:
        _take_held(keeper, held, report, at)


def _take_held(keeper: CampaignWriter, held: list[_Mail], report: RunReport, at: str) -> None:
    for seat in list(keeper.match.playing.pending):
        for mail in [one for one in held if one.one.seat == seat]:
            held.remove(mail)
            with _carried_out(keeper, report, mail):
                _done(report, keeper.take(mail.one, at, open_now=True), mail.paths)


def _bots(keeper: CampaignWriter, report: RunReport, at: str) -> None:
    """Let bots join and answer as long as something is asked of one."""
    while not keeper.match.seats.deserted:
        match = keeper.match
        if match.table is None:
            open_seats = [seat for seat in range(len(match.seats)) if seat not in match.seats.joined]
        else:
            done = set(match.sealed.given) | ordered_ahead.without_choice(match)
            open_seats = [seat for seat in match.table.pending if seat not in done and match.asks(seat)]
        mine = next((seat for seat in open_seats if match.seats[seat].bot), None)
        if mine is None:
            return
        asked = match.table.pending[mine] if match.table is not None else None
        orders = "join" if asked is None else bots.orders(match, mine, keeper.secrets)
        receipt = _signed_orders(keeper, mine, orders, at)
        report.receipts.append(receipt)
        same = asked is not None and match.playing.pending.get(mine) is asked
        silent = same and mine not in match.sealed.given and match.asks(mine)
        if silent or not receipt.taken:
            raise AssertionError(f"a file of a bot of {match.title.id} answers nothing: {receipt.message}")


def _signed_orders(keeper: CampaignWriter, seat: int, orders: str, at: str) -> Receipt:
    match = keeper.match
    handle = match.genesis.handles[seat]
    after = match.digest if orders == "join" else match.head
    payload = movefiles.write(movefiles.MoveFile(match.genesis.game, handle, after, orders))
    block = clear_block(sign_move(payload, bots.bot_key(keeper.secrets, handle)))
    read = keeper.read(block.encode(), None, at)
    return read if isinstance(read, Receipt) else keeper.take(read, at, open_now=True)


def _clock(keeper: CampaignWriter, report: RunReport, at: str, held: list[_Mail]) -> None:
    """Report a missed deadline; where the players agreed to it, answer for those who are late."""
    match = keeper.match
    due, over = deadlines.due(match), deadlines.missed(match)
    if due is None or over is None or at < due or match.seats.deserted:
        return
    answered = {mail.one.seat for mail in held}
    silent = match.pace.terms.at_deadline == "notify" or at < over
    if offers.is_open(match):  # nobody learns who is late
        if not silent:
            _take_held(keeper, held, report, at)
            if offers.is_open(keeper.match) and offers.owing(keeper.match):
                missed_deadline.lapse(keeper, at)
        return
    # Where answering itself is secret, orders given ahead wait for the others, and count as an answer.
    done = set(match.sealed.given) | answered | ordered_ahead.ready(match)
    late = [seat for seat in match.playing.pending if seat not in done]
    handles = keeper.genesis.handles
    if silent:
        report.overdue = [handles[seat] for seat in late]
        return
    for seat in late:
        missed_deadline.default(keeper, seat, at)
        report.defaulted.append(handles[seat])
