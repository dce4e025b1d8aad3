"""The mail carrier.

Crash safety: a mail that was read is remembered, with the signed files in it, before they are put
into the inboxes; it is marked as done in its mailbox only after the ledgers are written and the
answers are in the spool. So each file counts once and is answered once, however often a run dies.
Only between a server's accepting a mail and our recording it can a mail go out twice; it then has the
same Message-ID, and mail programs show it once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from pbem.campaign import movefile as movefiles
from pbem.campaign.campaign import INBOX
from pbem.campaign.clock import deadlines
from pbem.campaign.ledger.file import Ledger
from pbem.campaign.movefile import MoveFile, MoveFileError
from pbem.campaign.running import receipts
from pbem.campaign.running.run import RunReport
from pbem.campaign.running.submission import ReadFile
from pbem.campaign.running.trouble import Trouble, of_game, passes, set_aside
from pbem.orders.lines import rows
from pbem.seals import sshsig
from pbem.seals.block import write_sealed
from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import BINARY
from pbem.seals.signed import SignedMove, sealed_block
from pbem.storage import disk
from pbem.storage.errors import StorageError
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message

from ..carrier import Collected
from ..errors import PostError, PostFault
from . import bounces, compose, other_mail, outbox
from .auto_reply import SenderKind
from .correspondence import Correspondence
from .mailboxes import ArrivedMail, Mailbox, open_box
from .memory import MailMemory, Owed
from .memory import opened as opened_state
from .mime import LARGEST
from .notices import Notices
from .replies import Replies
from .settings import Settings
from .submissions import MailContent, read_mail


@dataclass(slots=True)
class _Taken:
    """A mailbox, and what was found in it."""

    source: Mailbox
    name: str
    done: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    whole: bool = True
    """Whether all that is new in it was read."""


@dataclass(slots=True)
class _Went:
    """How something went."""

    well: bool = True


class MailCarrier:
    """Use it within `opened`, which holds the lock."""

    def __init__(
        self,
        settings: Settings,
        moderator: Moderator,
        state: MailMemory,
        boxes: Sequence[tuple[str, Mailbox]],
        now: str | None = None,
    ) -> None:
        self.settings, self.moderator, self.state = settings, moderator, state
        self.now = now or deadlines.now()
        self.sent = 0
        self.failed: list[str] = []
        self.unread: list[PostError] = []
        """Why a mailbox could not be read, or marked; what is in it is for the next run."""
        self.unsent: PostError | None = None
        """Why nothing could be sent at all; what is in the spool stays there for the next run."""
        self.troubles: list[Trouble] = []
        """Mails and answers that made the program fail, and where they were put."""
        self._boxes = [_Taken(source, name) for name, source in boxes]
        self._games: dict[str, Path] = {}
        self._desk = Correspondence(settings, moderator, state, self.now)
        self._replies = Replies(self._desk)
        self._read: dict[str, dict[str, ReadFile]] = {}
        """By game and name in the inbox, what this run has read; files of a run that died are read from disk."""
        self._full: set[str] = set()
        """Games whose inbox could not be written to."""

    # ---- collect

    def collect(self, games: Sequence[Path]) -> Collected:
        self._desk.games = self._games = {folder.name: folder for folder in games}
        done, passed = set(self.state.digests), set(self.state.passed)
        for taken in self._boxes:
            for one in self._mails(taken):
                if one.digest in done or one.digest in passed:
                    # It was read by a run that died before it could mark it, or came a second time.
                    (taken.done if one.digest in done else taken.left).append(one.name)
                    continue
                with self._trouble(f"{one.digest[:16]}.eml", one.raw, "read") as went:
                    meant = self._take(one)
                if not went.well:
                    self._answer_failed(one)
                    meant = False  # it stays unread, for the moderator to look at
                if not meant and taken.source.only_copy:
                    other_mail.keep(one, self._desk)
                (taken.done if meant else taken.left).append(one.name)
                (self.state.digests if meant else self.state.passed).append(one.digest)
                (done if meant else passed).add(one.digest)
        self.state.save()
        self._place()
        # Files that a run which died has read are in the inboxes already.
        return {**{one.game: {} for one in self.state.owed}, **self._read}

    @property
    def failures(self) -> Sequence[PostError]:
        """What could not be read, and what could not be sent."""
        return [*self.unread, *([] if self.unsent is None else [self.unsent])]

    def _mails(self, taken: _Taken) -> Iterator[ArrivedMail]:
        """What can be read of a mailbox; if it cannot be reached, the others can."""
        try:
            yield from taken.source.mails(self.state.boxes.get(taken.name, {}))
        except PostError as error:
            taken.whole = False
            self.unread.append(error)

    @contextmanager
    def _trouble(self, name: str, data: bytes, stage: str) -> Iterator[_Went]:
        """If a mail makes the program fail, set it aside and report that; all other mails go on."""
        went = _Went()
        owed, spooled = len(self.state.owed), len(self.state.spooled)
        try:
            yield went
        except BaseException as error:
            if passes(error) or isinstance(error, PostError):
                raise
            del self.state.owed[owed:], self.state.spooled[spooled:]
            self.troubles.append(set_aside(self.state.folder, name, data, stage, error))
            went.well = False

    def _answer_failed(self, mail: ArrivedMail) -> None:
        """Tell the sender that the moderator has to look; if even that fails, the moderator knows."""
        with self._trouble(f"{mail.digest[:16]}.eml", mail.raw, "answered"):
            self._replies.failed(mail)

    def _take(self, mail: ArrivedMail) -> bool:
        """Remember what a mail submits; False if it stays as it is, for the moderator to read.

        It is a submission only if there is a signed file in it that is new to us, or one so damaged that its sender
        was told. Whatever else somebody wrote to the moderator, with or without the name of a game, stays unread.
        """
        own, known = frozenset({self.settings.address}), self.settings.addresses
        reading = read_mail(mail.raw, self.moderator.open, own, known)
        if reading.writer is SenderKind.BOUNCE:
            for address, why in bounces.failed(mail.raw, known).items():
                self._replies.bounced(address, why)
        elif reading.sender is not None:
            self.state.bounced.pop(reading.sender, None)  # somebody who writes is there again
        wrong = [fault.said for fault in reading.faults]
        owed = len(self.state.owed)
        for at, move in enumerate(reading.moves):
            wrong += self._owe(mail, reading, move, at)
        if wrong and self._replies.damaged(mail, reading, wrong):
            return True
        if len(self.state.owed) > owed:
            return not all(self._has_receipt(one) for one in self.state.owed[owed:])
        if not wrong:
            self._replies.unsigned(mail, reading)
        return False

    def _owe(self, mail: ArrivedMail, reading: MailContent, move: SignedMove, at: int) -> Sequence[Message]:
        """Record that a signed file is owed an answer, or say why it cannot be for any game here."""
        try:
            file = movefiles.parse(move.payload)
        except MoveFileError as error:
            # The answer quotes the file. If it came sealed, nobody who carries the answer may read about it.
            return error.said if move.sealed is None else (Message("post", "lead.sealed_unread", {}),)
        if not self._is_here(file.game):
            return (Message("post", "lead.unknown_game", {"game": file.game}),)
        text = _inbox_text(move, self.moderator)
        digest = sha256(move.payload + sshsig.dearmor(move.signature)).hexdigest()
        stamp = f"{self.now.replace(':', '').replace('-', '')}-{len(self.state.digests):06}-{at:02}"
        name = f"{stamp}-{digest[:12]}.move"
        self._read.setdefault(file.game, {})[name] = ReadFile(text.encode(), move, file)
        self.state.owed.append(
            Owed(
                file.game,
                digest,
                name,
                text,
                file.player,
                _command(file),
                reading.message_id,
                reading.answerable,
                mail.digest,
                sealed=move.sealed is not None,
            )
        )
        return ()

    def _is_here(self, game: str) -> bool:
        """Whether there is such a game, also one that this run leaves alone or cannot open: its files wait for it.

        Where there is no game at all, the folder is not the right one, or its disk is not there yet; then nobody can
        say that a game does not exist.
        """
        if game in self._games:
            return True
        if not self._games:
            raise PostError(PostFault.NO_GAMES, game=game)
        folder = next(iter(self._games.values())).with_name(game)
        if folder.is_dir() and not Ledger(folder).path.is_file():
            self.failed.append(str(PostError(PostFault.NO_LEDGER, where=folder, game=game)))
        return folder.is_dir()

    def _has_receipt(self, one: Owed) -> bool:
        folder = self._games.get(one.game)
        return folder is not None and receipts.find(folder, one.file) is not None

    def _place(self) -> None:
        """Put whatever has no receipt yet into the inboxes."""
        for one in self.state.owed:
            folder = self._games.get(one.game)
            if folder is not None and not one.order and not self._has_receipt(one):
                try:
                    disk.write_whole(folder / INBOX / one.name, one.block.encode())
                except StorageError:
                    self._full.add(one.game)  # reported when the game is run; its mail waits

    def complete(self) -> bool:
        return all(taken.whole for taken in self._boxes)

    def untold(self) -> Collection[str]:
        """A digest comes once a day, and another moderator's run may have ended a game without any mail."""
        told = {place.partition("/")[0]: seats for place, seats in self.state.told.items()}
        return [game for game in self._games if not all(one["over"] for one in told.get(game, {}).values())]

    # ---- deliver

    def deliver(self, reports: Sequence[RunReport]) -> None:
        told = {report.game: report for report in reports}
        left = []
        for game in dict.fromkeys(one.game for one in self.state.owed):
            owed = [one for one in self.state.owed if one.game == game]
            if game not in told or game not in self._games or game in self._full:
                left += owed
                continue
            for one in _spoken_of(owed, told[game]):
                settled = True
                with self._trouble(one.name, one.block.encode(), "answered"):
                    settled = self._replies.answer(one, told[game], self._read.get(game, {}).get(one.name))
                left += [] if settled else [one]
        self.state.owed = left
        self.state.save()
        for taken in self._boxes:
            self._mark(taken)
        self.state.save()

    def _mark(self, taken: _Taken) -> None:
        """Remember in a mailbox what was dealt with. If that fails, the next run knows those mails by their digests."""
        if not taken.whole and not (taken.done or taken.left):
            return
        try:
            taken.source.done(taken.done, taken.left, self.state.boxes.setdefault(taken.name, {}))
        except PostError as error:
            self.unread.append(error)

    # ---- announce

    def announce(self, reports: Sequence[RunReport]) -> None:
        notices = Notices(self._desk)
        for report in reports:
            if report.game in self._games and report.game not in self._full and not notices.silent(report):
                with self._of_game(report.game):
                    notices.write(report)
        for address, gathered in notices.gathered.items():
            with self._of_game(gathered[0][2].game):
                notices.gather(address)
        for address, games in notices.digests.items():
            with self._of_game(games[0][0].game):
                notices.digest(address)
        self.state.forget(self.now)
        self.state.save()
        self._send()

    @contextmanager
    def _of_game(self, game: str) -> Iterator[None]:
        """If the players of one game cannot be written to, those of the others still get their mail."""
        try:
            yield
        except BaseException as error:
            self.failed.append(str(of_game(game, error)))

    # ---- sending

    def _send(self) -> None:
        """Send what is in the spool. What a server does not accept now stays there for the next run."""
        if self.settings.sender is None or not self.state.waiting():
            return
        try:
            with outbox.opened(self.settings.sender) as channel:
                self._send_by(channel)
        except PostError as error:
            # What was run is run: neither the pages nor the answer to a mail server depend on sending.
            self.unsent = error

    def _send_by(self, channel: outbox.Channel) -> None:
        try:
            self._send_all(channel)
        finally:
            self.state.spooled = [path.stem for path in self.state.waiting()]
            self.state.save()

    def _send_all(self, channel: outbox.Channel) -> None:
        for path in self.state.waiting():
            to = recipient_of(path)
            with self._trouble(path.name, disk.read(path, LARGEST), "sent") as went:
                try:
                    channel.send(path, self.settings.address, to)
                except outbox.Hopeless as error:
                    self.failed.append(str(error))
                    if to in self.settings.addresses:
                        self._replies.bounced(to, error.why)
                except outbox.Lost:
                    raise
                except PostError as error:
                    self.failed.append(str(error))
                    continue
                else:
                    self.sent += went.well
            disk.remove(path)


def _spoken_of(owed: Sequence[Owed], report: RunReport) -> list[Owed]:
    """The files that are answered: a reply that quotes an older move of its writer is about the new one alone."""
    new = {one.file for one in report.receipts}
    news = {(one.mail, one.player) for one in owed if one.file in new}
    return [one for one in owed if one.order or one.file in new or (one.mail, one.player) not in news]


def _inbox_text(move: SignedMove, moderator: Moderator) -> str:
    """The file as it goes into the inbox: sealed, as others may read it while it waits there, or in a repository."""
    if move.sealed is None:
        return sealed_block(move, [moderator.public])
    return write_sealed(move.sealed) if move.sealed.startswith(BINARY) else move.sealed.decode("ascii", "replace")


def _command(file: MoveFile) -> str:
    """The command, if the file consists of a single one; everything else is for the campaign."""
    said = rows(file.orders)
    word = said[0].lower() if len(said) == 1 else ""
    return word if word in compose.COMMANDS else ""


def recipient_of(path: Path) -> str:
    """To whom one of our mails goes."""
    with path.open("rb") as file:
        return str(message_from_bytes(file.read(65536))["To"])


@contextmanager
def opened(
    settings: Settings, moderator: Moderator, now: str | None = None, given: Mailbox | None = None, wait: float = 0.0
) -> Iterator[MailCarrier]:
    """The mail carrier with its memory; `given` are mails that are handed over instead of being fetched."""
    boxes: list[tuple[str, Mailbox]] = (
        [("given", given)] if given is not None else [(box.name, open_box(box)) for box in settings.boxes]
    )
    with opened_state(wait=wait) as state:
        try:
            yield MailCarrier(settings, moderator, state, boxes, now)
        finally:
            for _, source in boxes:
                source.close()
