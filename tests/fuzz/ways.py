"""The ways in: an inbox and a mailbox. Each takes a batch of inputs as the moderator would meet them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from email import message_from_bytes
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from pbem.campaign.running.run import LARGEST, run
from pbem.moderation.loop import moderate
from pbem.post.mail import carrier as carriers
from pbem.post.mail.auto_reply import is_address
from pbem.post.mail.mailboxes import HandedOver
from pbem.post.mail.settings import parse
from tests.campaign.kit import MODERATOR, NOW
from tests.post.kit import SETTINGS

from . import mails, movefiles
from .dice import Dice
from .movefiles import Upload
from .table import HANDLES, Position, Table, Wrong, check_receipts, check_said

Input = TypeVar("Input")
Outcomes = Counter[str]


class Way(Protocol, Generic[Input]):
    kind: str
    batch: int
    """How many inputs one run of the moderator meets."""

    def put_back(self, number: int) -> None:
        """Make the table ready for the batch of this number."""

    def make(self, dice: Dice) -> Input: ...

    def take(self, inputs: Sequence[tuple[int, Input]]) -> Outcomes:
        """Let the moderator run on them; what became of them."""

    def check(self) -> None:
        """Raise if something is not as it must be, or if a good move is not taken any more."""


class Files:
    """Into the inbox of a shared folder."""

    kind, batch = "files", 450

    def __init__(self, root: Path) -> None:
        self.table = Table(root)
        self.position: Position
        self._left: list[str] = []

    def put_back(self, number: int) -> None:
        self.position, self._left = self.table.put_back(number), []

    def make(self, dice: Dice) -> Upload:
        return movefiles.make(dice, self.position.scene)

    def take(self, inputs: Sequence[tuple[int, Upload]]) -> Outcomes:
        count = 0
        for number, upload in inputs:
            count += self._put(number, upload)
        receipts = run(self.table.now, MODERATOR, NOW).receipts
        if len(receipts) < count:
            # Of a file that lies there twice the second copy waits for the next run, which says so.
            receipts += run(self.table.now, MODERATOR, NOW).receipts
        check_receipts(receipts)
        if len(receipts) < count:
            raise Wrong(f"{count} files, but {len(receipts)} receipts")
        return Counter(str(one.fault or one.result) for one in receipts)

    def _put(self, number: int, upload: Upload) -> int:
        """Leave it in the inbox; gives back how many files a run must answer."""
        name = f"{'.' if upload.hidden else ''}{number:09}{upload.name}"
        path = os.fsencode(self.table.now / "inbox") + b"/" + name.encode("utf-8", "surrogateescape")
        if upload.hidden or upload.kind != "file":
            self._left.append(name)
        if upload.kind == "folder":
            os.mkdir(path)
        elif upload.kind == "link":
            os.symlink(self.table.root / "keys", path)
        elif upload.kind == "pipe":
            os.mkfifo(path)
        else:
            _write(path, upload.data[: LARGEST + 2])
            if upload.signature is not None:
                _write(path + b".sig", upload.signature)
                if upload.hidden:
                    self._left.append(name + ".sig")
            return not upload.hidden
        return 0

    def check(self) -> None:
        self.table.check(self.position, self._left)


class Orders(Files):
    """The same, with nothing wrong but the orders. Of a seat one file counts in a run, so there is one of each."""

    kind, batch = "orders", len(HANDLES)

    def make(self, dice: Dice) -> Upload:
        return movefiles.make_orders(dice, self.position.scene, HANDLES[dice.number % len(HANDLES)])


def _write(path: bytes, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


class Mails:
    """Into the mailbox of the moderator."""

    kind, batch = "mails", 450

    def __init__(self, root: Path) -> None:
        self.table = Table(root)
        self.settings = parse(SETTINGS.encode(), "post.yaml", self.table.root)
        self.position: Position

    def put_back(self, number: int) -> None:
        self.position = self.table.put_back(number)

    def make(self, dice: Dice) -> bytes:
        return mails.make(dice, self.position.scene)

    def take(self, inputs: Sequence[tuple[int, bytes]]) -> Outcomes:
        given = HandedOver([raw for _, raw in inputs])
        with carriers.opened(self.settings, MODERATOR, NOW, given) as carrier:
            reports = moderate([carrier], self.table.now.parent, MODERATOR, None, NOW)
        if carrier.failed:
            raise Wrong(f"not sent: {carrier.failed[0]}")
        receipts = [one for report in reports for one in report.receipts]
        check_receipts(receipts)
        found = Counter(str(one.fault or one.result) for one in receipts)
        found["answered"] = self._letters()
        found["no submission, or refused by mail"] = len(inputs) - len(receipts)
        return found

    def _letters(self) -> int:
        letters = list((self.table.root / "outbox").glob("*.eml"))
        for path in letters:
            message = message_from_bytes(path.read_bytes())
            if len(message.get_all("To", [])) != 1 or not is_address(message["To"]) or "Bcc" in message:
                raise Wrong(f"a letter to {message.get_all('To')!r}")
            for part in message.walk():
                if part.get_content_type() == "text/plain" and part.get_filename() is None:
                    body = part.get_payload(decode=True)
                    assert isinstance(body, bytes)
                    check_said(body.decode("utf-8").replace("\r\n", "\n"))
        return len(letters)

    def check(self) -> None:
        self.table.check(self.position)
