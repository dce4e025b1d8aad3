"""The mail carrier.

What is killed where: a mail that was read is remembered, with the signed files in it, before they
are put into the inboxes; it is marked as done in its mailbox only after the ledgers are written and
the answers lie in the spool. So each file counts once and is answered once, however often a run dies.
Only between a server's taking a mail and our noting it can a mail go out twice; it has the same
Message-ID then, and mail programs show one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

from pbem.campaign import clock, receipts
from pbem.campaign.campaign import INBOX
from pbem.campaign.cool_off import COOLING
from pbem.campaign.create import opened as opened_game
from pbem.campaign.movefile import MoveFile, MoveFileError, parse
from pbem.campaign.receipts import Receipt
from pbem.campaign.run import RunReport
from pbem.campaign.trouble import Trouble, of_game, passes, set_aside
from pbem.campaign.writer import CampaignWriter
from pbem.orders.lines import rows
from pbem.seals import sshsig
from pbem.seals.block import write_sealed
from pbem.seals.errors import SealError, SealFault
from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import BINARY
from pbem.seals.signed import SignedMove, read_signed, sealed_block
from pbem.storage import disk
from pbem.storage.errors import StorageError
from pbem.words.message import Message

from ...words import dates
from ..errors import PostError
from . import compose, outbox
from .auto_reply import SenderKind, sender, writer
from .mailboxes import ArrivedMail, Mailbox, open_box
from .memory import MailMemory, Owed
from .memory import opened as opened_state
from .mime import LARGEST, header, open_mail
from .render import Letter, mime
from .seat_report import SeatReport, Since, of_seat
from .settings import MailReader, Settings
from .submissions import MailContent, read_mail

UNSIGNED_HOURS = 24
MOST_UNSIGNED = 60
"""Answers to strangers in an hour, all together."""
WAITING = ("held", COOLING)
"""Results that another one follows, which is told as well."""
MOST_COMMANDS = 30
"""Commands of one seat that are answered in an hour."""


@dataclass(slots=True)
class _Taken:
    """A mailbox, and what was found in it."""

    source: Mailbox
    name: str
    done: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


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
        self.now = now or clock.now()
        self.sent = 0
        self.failed: list[str] = []
        self.troubles: list[Trouble] = []
        """Mails and answers that the program failed at, and where they were put."""
        self._boxes = [_Taken(source, name) for name, source in boxes]
        self._games: dict[str, Path] = {}
        self._since: dict[str, Since] = {}

    # ---- collect

    def collect(self, games: Sequence[Path]) -> None:
        self._games = {folder.name: folder for folder in games}
        for folder in games:
            if folder.name not in self._since:
                try:
                    with opened_game(folder, self.moderator, 10.0) as keeper:
                        self._since[folder.name] = Since(keeper.match)
                except BaseException as error:
                    of_game(folder.name, error)  # is told when the game is run; mail for it waits
        known = set(self.state.digests)
        for taken in self._boxes:
            for one in taken.source.mails(self.state.boxes.get(taken.name, {})):
                if one.digest in known:
                    taken.done.append(one.name)  # read by a run that died before it could mark it
                    continue
                known.add(one.digest)
                with self._trouble(f"{one.digest[:16]}.eml", one.raw, "read") as went:
                    meant = self._take(one)
                if not went.well:
                    self._answer_failed(one)
                    meant = False  # it stays unread, for the moderator to look at
                (taken.done if meant else taken.left).append(one.name)
                self.state.digests.append(one.digest)
        self.state.save()
        self._place()

    @contextmanager
    def _trouble(self, name: str, data: bytes, stage: str) -> Iterator[_Went]:
        """What a mail makes the program fail at is set aside, and tells whether it did; all others go on."""
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
        """Tell the sender that the moderator has to look; where not even that works, the moderator knows."""
        with self._trouble(f"{mail.digest[:16]}.eml", mail.raw, "answered"):
            head = open_mail(mail.raw).headers
            to = sender(head)
            if writer(head, frozenset({self.settings.address})) is SenderKind.PERSON and to and self._may_answer(to):
                letter = compose.set_aside(to, self._language(to, ()), self.settings, "", header(head, "Message-ID"))
                self._put(letter, f"failed-{mail.digest[:32]}")

    def _take(self, mail: ArrivedMail) -> bool:
        """Remember what a mail submits; False if it is none of our business."""
        reading = read_mail(mail.raw, self.moderator.open, frozenset({self.settings.address}))
        wrong = [fault.said for fault in reading.faults]
        taken = False
        for at, move in enumerate(reading.moves):
            trouble = self._owe(mail, reading, move, at)
            wrong += trouble
            taken = taken or not trouble
        if wrong or (not taken and (reading.orders or reading.cut)):
            self._answer_stranger(mail, reading, wrong)
            return True
        return taken

    def _owe(self, mail: ArrivedMail, reading: MailContent, move: SignedMove, at: int) -> Sequence[Message]:
        """Owe a signed file its answer, or say why it cannot be for any game here."""
        try:
            file = parse(move.payload)
        except MoveFileError as error:
            # What is said quotes the file. If it came sealed, nobody on the way of the answer may read of it.
            return error.said if move.sealed is None else (Message("post", "lead.sealed_unread", {}),)
        if file.game not in self._games:
            return (Message("post", "lead.unknown_game", {"game": file.game}),)
        text = _inbox_text(move, self.moderator)
        digest = sha256(move.payload + sshsig.dearmor(move.signature)).hexdigest()
        stamp = f"{self.now.replace(':', '').replace('-', '')}-{len(self.state.digests):06}-{at:02}"
        self.state.owed.append(
            Owed(
                file.game, digest, f"{stamp}-{digest[:12]}.move", text, file.player, _command(file),
                reading.message_id, reading.sender if reading.writer is SenderKind.PERSON else None, mail.digest,
                sealed=move.sealed is not None,
            )
        )  # fmt: skip
        return ()

    def _place(self) -> None:
        """Put into the inboxes what has no receipt yet."""
        for one in self.state.owed:
            folder = self._games.get(one.game)
            if folder is not None and not one.order and receipts.find(folder, one.file) is None:
                try:
                    disk.write_whole(folder / INBOX / one.name, one.block.encode())
                except StorageError:
                    self._since.pop(one.game, None)  # is told when the game is run; its mail waits

    def _answer_stranger(self, mail: ArrivedMail, reading: MailContent, wrong: Sequence[Message]) -> None:
        """Say once how to sign, or what is damaged; never to a machine, never often."""
        to = reading.sender
        if reading.writer is not SenderKind.PERSON or to is None or not self._may_answer(to):
            return
        games = [game for game in reading.games if game in self._games]
        letter = compose.unsigned(
            to, self._language(to, games), self.settings, games, reading.message_id, wrong, reading.archives,
            reading.cut,
        )  # fmt: skip
        self._put(letter, f"unsigned-{mail.digest[:32]}")

    def _may_answer(self, to: str) -> bool:
        return self.state.may_answer(f"to:{to}", self.now, 1, UNSIGNED_HOURS) and self.state.may_answer(
            "strangers", self.now, MOST_UNSIGNED, 1
        )

    def _language(self, address: str, games: Sequence[str]) -> str:
        """A player's own; else that of the game it is about; else the one that all games here have."""
        tables = (self.settings.players, *self.settings.games.values())
        readers = [one for table in tables for one in table.values()]
        own = next((one.language for one in readers if one.address == address and one.language), None)
        spoken = {self._since[game].language for game in games[:1] or self._games if game in self._since}
        return own or (spoken.pop() if len(spoken) == 1 else "en")

    # ---- deliver

    def deliver(self, reports: Sequence[RunReport]) -> None:
        told = {report.game: report for report in reports}
        left = []
        for game in dict.fromkeys(one.game for one in self.state.owed):
            owed = [one for one in self.state.owed if one.game == game]
            if game not in told or game not in self._games or game not in self._since:
                left += owed
                continue
            with opened_game(self._games[game], self.moderator, 10.0) as keeper:
                for one in owed:
                    settled = True
                    with self._trouble(one.name, one.block.encode(), "answered"):
                        settled = self._answer(keeper, one, told[game])
                    left += [] if settled else [one]
        self.state.owed = left
        self.state.save()
        for taken in self._boxes:
            if taken.done or taken.left:
                taken.source.done(taken.done, taken.left, self.state.boxes.setdefault(taken.name, {}))
        self.state.save()

    def _answer(self, keeper: CampaignWriter, one: Owed, report: RunReport) -> bool:
        """Answer a file; False while there is more to say of it: it waits for others, or cools off."""
        seat = keeper.match.seat(one.player)
        if one.order:
            self._answer_command(keeper, one, seat)
            return True
        if any(trouble.name == one.name and trouble.path for trouble in report.troubles):
            if one.sender is not None and self._may_answer(one.sender):
                language = self._language(one.sender, [one.game])
                letter = compose.set_aside(one.sender, language, self.settings, one.game, one.reply)
                self._put(letter, f"failed-{one.file[:24]}-{one.mail[:12]}")
            return True
        found = [receipt for receipt in report.receipts if receipt.file == one.file]
        saved = receipts.find(keeper.folder, one.file)
        lost = not found
        if found:
            result = found[-1]
        elif saved is not None:
            known = (saved["file"], saved["result"], saved["at"], saved["player"], saved["n"])
            result = Receipt(*known, said=saved.get("said", []))
        else:
            return True  # the campaign took it for something that needs no answer
        if result.player is None or seat is None:
            self._refuse_stranger(one, [Message.of(said) for said in result.said])
            return True
        settled = result.result not in WAITING
        if one.waits == result.result:
            return settled  # nothing new
        # A file that is sent again gets its answer once more a day: it may have been lost.
        if not one.waits and not self.state.may_answer(f"file:{one.file}", self.now, 2, UNSIGNED_HOURS):
            return True
        reader = self._reader(one.game, one.player, one.sender)
        if reader is None:
            return True
        beside = receipts.path_of(keeper.folder, one.file).with_suffix(".age")
        sealed = disk.read(beside, 1 << 22) if beside.is_file() else None
        now = self._situation(keeper, seat)
        letter = compose.receipt(result, now, reader, self.settings, one.reply, sealed, lost, one.sealed)
        self._put(letter, f"receipt-{one.file[:24]}-{one.mail[:12]}{'-later' if one.waits else ''}")
        self._told(keeper, now)
        one.waits = "" if settled else result.result
        return settled

    def _answer_command(self, keeper: CampaignWriter, one: Owed, seat: int | None) -> None:
        try:
            if seat is None:
                raise SealError(SealFault.SIGNED_PLAYER, found=one.player)
            move = read_signed(one.block.encode(), unseal=self.moderator.open)
            move.verify(keeper.match.seats[seat].key)
        except SealError as error:
            self._refuse_stranger(one, [error.said])
            return
        reader = self._reader(one.game, one.player, one.sender)
        if reader is None or not self.state.may_answer(f"seat:{one.game}/{one.player}", self.now, MOST_COMMANDS, 1):
            return
        now = self._situation(keeper, seat)
        letter = compose.command(one.order, now, reader, self.settings, one.reply)
        self._put(letter, f"command-{one.file[:24]}-{one.mail[:12]}")

    def _refuse_stranger(self, one: Owed, wrong: Sequence[Message]) -> None:
        """The signature is nobody's: the answer goes to the sender, and says nothing of the game."""
        if one.sender is None or not self._may_answer(one.sender):
            return
        language = self._language(one.sender, [one.game])
        letter = compose.unsigned(one.sender, language, self.settings, [one.game], one.reply, wrong, (), False)
        self._put(letter, f"receipt-{one.file[:24]}-{one.mail[:12]}")

    def _reader(self, game: str, handle: str, sender: str | None) -> MailReader | None:
        """Where mail for a seat goes: the address that the moderator has, else the one its signed file came from."""
        reader = self.settings.reader(game, handle)
        if reader.address is None and sender is not None:
            return MailReader(sender, zone=self.settings.zone)
        return reader if reader.address is not None else None

    def _situation(self, keeper: CampaignWriter, seat: int) -> SeatReport:
        game, handle = keeper.genesis.game, keeper.genesis.handles[seat]
        after = self.state.told.get(_place_of(game, keeper.match.digest), {}).get(handle, {}).get("n", 0)
        return of_seat(keeper, seat, self._since[game].notes(keeper, after))

    def _told(self, keeper: CampaignWriter, now: SeatReport) -> None:
        places = self.state.told.setdefault(_place_of(now.game, now.genesis), {})
        asked = keeper.match.since[0] if now.joined else -1
        before = places.get(now.handle, {})
        acts = now.asked is not None or not now.joined
        places[now.handle] = {
            "n": now.n, "asked": asked if acts else before.get("asked"), "over": now.over, "late": before.get("late"),
        }  # fmt: skip

    # ---- announce

    def announce(self, reports: Sequence[RunReport]) -> None:
        daily: dict[str, list[tuple[SeatReport, MailReader, CampaignWriter]]] = {}
        for report in reports:
            if report.game in self._since and not self._silent(report):
                folder = self._games[report.game]
                with self._of_game(report.game), opened_game(folder, self.moderator, 10.0) as keeper:
                    self._announce(keeper, report, daily)
        for address, games in daily.items():
            with self._of_game(games[0][0].game):
                self._digest(address, games)
        self.state.forget(self.now)
        self.state.save()
        self._send()

    def _silent(self, report: RunReport) -> bool:
        """Whether all of a finished game was told long ago."""
        places = next((one for key, one in self.state.told.items() if key.startswith(f"{report.game}/")), None)
        return bool(report.over and places and all(one["over"] for one in places.values()))

    def _announce(
        self,
        keeper: CampaignWriter,
        report: RunReport,
        daily: dict[str, list[tuple[SeatReport, MailReader, CampaignWriter]]],
    ) -> None:
        places = self.state.told.get(_place_of(report.game, keeper.match.digest), {})
        for seat, owner in enumerate(keeper.match.seats):
            reader = self.settings.reader(report.game, owner.handle)
            if owner.bot or reader.address is None:
                continue
            told = places.get(owner.handle, {"n": -1, "asked": None, "over": False, "late": None})
            late = owner.handle in report.overdue and told["late"] != keeper.match.since[0]
            if told["n"] >= keeper.match.n and not late:
                continue
            if reader.mail == "daily" and not late and not self._digest_time(reader):
                continue
            now = self._situation(keeper, seat)
            if reader.mail == "daily" and not late:
                daily.setdefault(reader.address, []).append((now, reader, keeper))
                continue
            asked = keeper.match.since[0] if now.joined else -1
            acts = (now.asked is not None or not now.joined) and told["asked"] != asked
            if reader.mail == "every" or acts or late or (now.over and not told["over"]):
                letter = compose.notice(now, reader, self.settings, self.now, late)
                self._put(letter, f"notice-{report.game}-{now.n}-{owner.handle}{'-late' if late else ''}")
                self._told(keeper, now)
                if late:
                    self.state.told[_place_of(now.game, now.genesis)][now.handle]["late"] = keeper.match.since[0]

    def _digest_time(self, reader: MailReader) -> bool:
        assert reader.address is not None
        late_enough = dates.hour(self.now, reader.zone) >= self.settings.digest_hour
        return late_enough and self.state.digested.get(reader.address) != dates.day(self.now, reader.zone)

    @contextmanager
    def _of_game(self, game: str) -> Iterator[None]:
        """A game whose players cannot be written to keeps those of others from no mail."""
        try:
            yield
        except BaseException as error:
            self.failed.append(str(of_game(game, error)))

    def _digest(self, address: str, games: list[tuple[SeatReport, MailReader, CampaignWriter]]) -> None:
        reader = games[0][1]
        today = dates.day(self.now, reader.zone)
        letter = compose.digest(address, reader, self.settings, [(now, one) for now, one, _ in games], self.now)
        self._put(letter, f"digest-{today}-{sha256(address.encode()).hexdigest()[:16]}")
        for now, _, keeper in games:
            self._told(keeper, now)
        self.state.digested[address] = today

    # ---- sending

    def _put(self, letter: Letter, key: str) -> None:
        self.state.put(key, mime(letter, self.settings, key, self.now, self.moderator))

    def _send(self) -> None:
        """Send what lies in the spool. What a server does not take now stays there for the next run."""
        if self.settings.sender is None or not self.state.waiting():
            return
        with outbox.opened(self.settings.sender) as channel:
            for path in self.state.waiting():
                with self._trouble(path.name, disk.read(path, LARGEST), "sent") as went:
                    try:
                        channel.send(path, self.settings.address, sender_of(path))
                    except outbox.Hopeless as error:
                        self.failed.append(str(error))
                    except PostError as error:
                        self.failed.append(str(error))
                        continue
                    else:
                        self.sent += went.well
                disk.remove(path)
        self.state.spooled = [path.stem for path in self.state.waiting()]
        self.state.save()


def _inbox_text(move: SignedMove, moderator: Moderator) -> str:
    """The file as it goes into the inbox: sealed, as others may read it while it waits there, or in a repository."""
    if move.sealed is None:
        return sealed_block(move, [moderator.public])
    return write_sealed(move.sealed) if move.sealed.startswith(BINARY) else move.sealed.decode("ascii", "replace")


def _command(file: MoveFile) -> str:
    """The command, if the file's one order is one; everything else is for the campaign."""
    said = rows(file.orders)
    word = said[0].lower() if len(said) == 1 else ""
    return word if word in compose.COMMANDS else ""


def _place_of(game: str, genesis: str) -> str:
    """A game that is begun anew under an old id is another game."""
    return f"{game}/{genesis[:16]}"


def sender_of(path: Path) -> str:
    """Whom a mail of ours goes to."""
    with path.open("rb") as file:
        return str(message_from_bytes(file.read(65536))["To"])


@contextmanager
def opened(
    settings: Settings, moderator: Moderator, now: str | None = None, given: Mailbox | None = None
) -> Iterator[MailCarrier]:
    """The mail carrier with its memory; `given` are mails that are handed over instead of fetched."""
    boxes: list[tuple[str, Mailbox]] = (
        [("given", given)] if given is not None else [(box.name, open_box(box)) for box in settings.boxes]
    )
    with opened_state() as state:
        try:
            yield MailCarrier(settings, moderator, state, boxes, now)
        finally:
            for _, source in boxes:
                source.close()
