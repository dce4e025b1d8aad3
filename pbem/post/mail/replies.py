"""Answers to what came by mail: receipts, the answers to commands, and a word to those who did not sign."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.campaign import receipts
from pbem.campaign.cool_off import COOLING
from pbem.campaign.receipts import Receipt
from pbem.campaign.run import RunReport
from pbem.campaign.submission import ReadFile
from pbem.seals.errors import SealError, SealFault
from pbem.seals.signed import read_signed
from pbem.storage import disk
from pbem.words.message import Message

from . import compose
from .auto_reply import SenderKind, sender, writer
from .correspondence import UNSIGNED_HOURS, Correspondence
from .mailboxes import ArrivedMail
from .memory import Owed
from .mime import header, open_mail
from .submissions import MailContent

WAITING = ("held", COOLING)
"""Results that another one follows, which is told as well."""
MOST_COMMANDS = 30
"""Commands of one seat that are answered in an hour."""


class Replies:
    def __init__(self, desk: Correspondence) -> None:
        self.desk = desk

    # ---- to those who did not sign

    def failed(self, mail: ArrivedMail) -> None:
        """Tell the sender of a mail that the program failed at that the moderator has to look."""
        desk = self.desk
        head = open_mail(mail.raw).headers
        to = sender(head)
        if writer(head, frozenset({desk.settings.address})) is SenderKind.PERSON and to and desk.may_answer(to):
            letter = compose.set_aside(to, desk.language(to, ()), desk.settings, "", header(head, "Message-ID"))
            desk.put(letter, f"failed-{mail.digest[:32]}")

    def stranger(self, mail: ArrivedMail, reading: MailContent, wrong: Sequence[Message]) -> None:
        """Say once how to sign, or what is damaged; never to a machine, never often."""
        desk, to = self.desk, reading.sender
        if reading.writer is not SenderKind.PERSON or to is None or not desk.may_answer(to):
            return
        games = [game for game in reading.games if game in desk.games]
        letter = compose.unsigned(
            to, desk.language(to, games), desk.settings, games, reading.message_id, wrong, reading.archives,
            reading.cut,
        )  # fmt: skip
        desk.put(letter, f"unsigned-{mail.digest[:32]}")

    def _refuse_stranger(self, one: Owed, wrong: Sequence[Message]) -> None:
        """The signature is nobody's: the answer goes to the sender, and says nothing of the game."""
        desk = self.desk
        if one.sender is None or not desk.may_answer(one.sender):
            return
        language = desk.language(one.sender, [one.game])
        letter = compose.unsigned(one.sender, language, desk.settings, [one.game], one.reply, wrong, (), False)
        desk.put(letter, f"receipt-{one.file[:24]}-{one.mail[:12]}")

    # ---- to signed files

    def answer(self, one: Owed, report: RunReport, read: ReadFile | None) -> bool:
        """Answer a file; False while there is more to say of it: it waits for others, or cools off."""
        if one.order:
            self._command(one, report, read)
            return True
        if any(trouble.name == one.name and trouble.path for trouble in report.troubles):
            self._set_aside(one)
            return True
        result, lost = _result(one, report)
        if result is None:
            return True  # the campaign took it for something that needs no answer
        seat = report.happened.match.seat(one.player)
        if result.player is None or seat is None:
            self._refuse_stranger(one, [Message.of(said) for said in result.said])
            return True
        return self._receipt(one, report, seat, result, lost)

    def _set_aside(self, one: Owed) -> None:
        desk = self.desk
        if one.sender is not None and desk.may_answer(one.sender):
            language = desk.language(one.sender, [one.game])
            letter = compose.set_aside(one.sender, language, desk.settings, one.game, one.reply)
            desk.put(letter, f"failed-{one.file[:24]}-{one.mail[:12]}")

    def _receipt(self, one: Owed, report: RunReport, seat: int, result: Receipt, lost: bool) -> bool:
        desk = self.desk
        settled = result.result not in WAITING
        if one.waits == result.result:
            return settled  # nothing new
        # A file that is sent again gets its answer once more a day: it may have been lost.
        if not one.waits and not desk.state.may_answer(f"file:{one.file}", desk.now, 2, UNSIGNED_HOURS):
            return True
        reader = desk.reader(one.game, one.player, one.sender)
        if reader is None:
            return True
        beside = receipts.path_of(report.happened.campaign.folder, one.file).with_suffix(".age")
        sealed = disk.read(beside, 1 << 22) if beside.is_file() else None
        now = desk.situation(report, seat)
        letter = compose.receipt(result, now, reader, desk.settings, one.reply, sealed, lost, one.sealed)
        desk.put(letter, f"receipt-{one.file[:24]}-{one.mail[:12]}{'-later' if one.waits else ''}")
        desk.told(report, now)
        one.waits = "" if settled else result.result
        return settled

    def _command(self, one: Owed, report: RunReport, read: ReadFile | None) -> None:
        desk, match = self.desk, report.happened.match
        seat = match.seat(one.player)
        try:
            if seat is None:
                raise SealError(SealFault.SIGNED_PLAYER, found=one.player)
            move = read.move if read else read_signed(one.block.encode(), unseal=desk.moderator.open)
            move.verify(match.seats[seat].key)
        except SealError as error:
            self._refuse_stranger(one, [error.said])
            return
        reader = desk.reader(one.game, one.player, one.sender)
        limit = f"seat:{one.game}/{one.player}"
        if reader is None or not desk.state.may_answer(limit, desk.now, MOST_COMMANDS, 1):
            return
        now = desk.situation(report, seat)
        letter = compose.command(one.order, now, reader, desk.settings, one.reply)
        desk.put(letter, f"command-{one.file[:24]}-{one.mail[:12]}")


def _result(one: Owed, report: RunReport) -> tuple[Receipt | None, bool]:
    """What became of a file: as this run reports it; else, told by the second value, as its public receipt says."""
    found = [receipt for receipt in report.receipts if receipt.file == one.file]
    if found:
        return found[-1], False
    saved = receipts.find(report.happened.campaign.folder, one.file)
    if saved is None:
        return None, True
    known = (saved["file"], saved["result"], saved["at"], saved["player"], saved["n"])
    return Receipt(*known, said=saved.get("said", [])), True
