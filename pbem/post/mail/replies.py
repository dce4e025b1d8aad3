"""Answers to what came by mail: receipts, answers to commands, and a word to those who did not sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from pbem.campaign.acts import seat_keys
from pbem.campaign.errors import CampaignError
from pbem.campaign.running import receipts
from pbem.campaign.running.cool_off import COOLING
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import RunReport
from pbem.campaign.running.submission import ReadFile
from pbem.seals.errors import SealError, SealFault
from pbem.seals.signed import read_signed
from pbem.storage import disk
from pbem.words.message import Message

from . import compose, other_letters
from .auto_reply import SenderKind, doubtful, sender, writer
from .correspondence import DAMAGED, UNSIGNED, UNSIGNED_HOURS, Correspondence
from .mailboxes import ArrivedMail
from .memory import Owed
from .mime import header, open_mail
from .submissions import MailContent

WAITING = ("held", COOLING)
"""Results that are followed by another one, which is reported as well."""
MOST_COMMANDS = 30
"""How many commands of one seat are answered per hour."""


class Replies:
    def __init__(self, desk: Correspondence) -> None:
        self.desk = desk

    # ---- to those who did not sign

    def failed(self, mail: ArrivedMail) -> None:
        """Tell the sender of a mail that made the program fail that the moderator has to look."""
        desk = self.desk
        head = open_mail(mail.raw).headers
        to = sender(head, desk.settings.addresses)
        person = writer(head, frozenset({desk.settings.address})) is SenderKind.PERSON and not doubtful(head)
        if person and to and desk.may_answer(to, DAMAGED):
            letter = other_letters.set_aside(to, desk.language(to, ()), desk.settings, "", header(head, "Message-ID"))
            desk.put(letter, f"failed-{mail.digest[:32]}")

    def damaged(self, mail: ArrivedMail, reading: MailContent, wrong: Sequence[Message]) -> bool:
        """Say what in a mail was meant as a move and cannot be used; True if its sender was told."""
        return self._unsigned(mail, reading, wrong, DAMAGED)

    def unsigned(self, mail: ArrivedMail, reading: MailContent) -> None:
        """Say how to sign, to somebody who writes about a game."""
        if reading.orders or reading.cut or reading.encrypted:
            self._unsigned(mail, reading, (), UNSIGNED)

    def _unsigned(self, mail: ArrivedMail, reading: MailContent, wrong: Sequence[Message], about: str) -> bool:
        """Never to a machine, never often, and to a stranger only about a game that exists."""
        desk, to = self.desk, reading.answerable
        games = [game for game in reading.games if game in desk.games]
        if to is None or not (games or desk.knows(to)) or not desk.may_answer(to, about):
            return False
        own = desk.desk_of(to, games)
        letter = other_letters.unsigned(to, desk.language(to, games), desk.settings, games, reading, wrong, own)
        desk.put(letter, f"unsigned-{mail.digest[:32]}")
        return True

    def _refuse_stranger(self, one: Owed, wrong: Sequence[Message]) -> None:
        """The signature belongs to nobody: the answer goes to the sender, and says nothing about the game."""
        desk = self.desk
        if one.sender is None or not desk.may_answer(one.sender, DAMAGED):
            return
        language = desk.language(one.sender, [one.game])
        own = desk.desk_of(one.sender, [one.game])
        letter = other_letters.unsigned(one.sender, language, desk.settings, [one.game], one, wrong, own)
        desk.put(letter, f"receipt-{one.file[:24]}-{one.mail[:12]}")

    # ---- to the moderator

    def bounced(self, address: str, why: str) -> None:
        """Note that mails to a player come back, and tell the moderator once."""
        desk = self.desk
        if address in desk.state.bounced:
            return
        desk.state.bounced[address] = {"at": desk.now, "why": why}
        handle = desk.settings.addresses[address]
        letter = other_letters.bounced(address, handle, why, desk.settings, desk.language(desk.settings.address, ()))
        day = "".join(c for c in desk.now if c.isdigit())
        desk.put(letter, f"bounced-{day}-{sha256(address.encode()).hexdigest()[:16]}")

    # ---- to signed files

    def answer(self, one: Owed, report: RunReport, read: ReadFile | None) -> bool:
        """Answer a file; False while there is more to say about it: it is waiting for others, or cooling off."""
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
        if one.sender is not None and desk.may_answer(one.sender, DAMAGED):
            language = desk.language(one.sender, [one.game])
            letter = other_letters.set_aside(one.sender, language, desk.settings, one.game, one.reply)
            desk.put(letter, f"failed-{one.file[:24]}-{one.mail[:12]}")

    def _receipt(self, one: Owed, report: RunReport, seat: int, result: Receipt, lost: str) -> bool:
        desk = self.desk
        settled = result.result not in WAITING
        if one.waits == result.result:
            return settled  # nothing new
        # A file that is sent again is answered once more per day: the first answer may have been lost.
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
            seat_keys.signer(report.happened.campaign, match.seats[seat], move)
        except (SealError, CampaignError) as error:
            self._refuse_stranger(one, [error.said])
            return
        reader = desk.reader(one.game, one.player, one.sender)
        limit = f"seat:{one.game}/{one.player}"
        if reader is None or not desk.state.may_answer(limit, desk.now, MOST_COMMANDS, 1):
            return
        now = desk.situation(report, seat)
        if one.order == "report":
            now = desk.lately(report, now)
        letter = compose.command(one.order, now, reader, desk.settings, one.reply)
        desk.put(letter, f"command-{one.file[:24]}-{one.mail[:12]}")
        if one.order in ("moves", "report"):
            desk.told(report, now)  # these tell the news, and bring the file to fill in


def _result(one: Owed, report: RunReport) -> tuple[Receipt | None, str]:
    """What became of a file: as this run reports it, or as its public receipt and its entry say.

    In that case the second value is the kind of answer: the one that the run that died would have given. That the file
    was dealt with already is no answer to somebody who has none yet: that run had written the receipt, and left the
    file in the inbox.
    """
    found = [receipt for receipt in report.receipts if receipt.file == one.file and receipt.result != "duplicate"]
    if found:
        return found[-1], ""
    campaign = report.happened.campaign
    saved = receipts.find(campaign.folder, one.file)
    if saved is None:
        return None, ""
    known = (saved["file"], saved["result"], saved["at"], saved["player"], saved["n"])
    kind = saved["result"]
    if kind == "applied":
        kind = _applied(next((entry for entry in campaign.entries() if entry["n"] == saved["n"]), {}))
    return Receipt(*known, said=saved.get("said", [])), kind


def _applied(entry: Mapping[str, Any]) -> str:
    """What an entry did with its file."""
    if entry.get("kind") == "join":
        return "joined"
    if entry.get("kind") != "run":
        return "accepted"
    own = (answer for answer in entry.get("answers", ()) if answer["player"] == entry.get("player"))
    return "applied" if any("from" not in answer for answer in own) else "queued"
