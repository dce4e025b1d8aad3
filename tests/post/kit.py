"""A table for tests: games, a moderator, mailboxes, and players who have nothing but a mail program and a key."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import RunReport
from pbem.moderation.loop import moderate
from pbem.post.mail import carrier as carriers
from pbem.post.mail.mailboxes import HandedOver
from pbem.post.mail.settings import Settings, parse
from pbem.seals import documents
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import unseal
from pbem.seals.signed import clear_block, sealed_block, sign_move
from tests.seals.casekit import key

NOW = "2026-11-16T10:00:00Z"
MARK = "8<" + "-" * 66


@dataclass
class Letterbox:
    """What one player has got, oldest first."""

    mails: list[EmailMessage] = field(default_factory=list)

    @property
    def last(self) -> EmailMessage:
        return self.mails[-1]


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def attachments(mail: EmailMessage) -> dict[str, bytes]:
    return {part.get_filename() or "": part.get_content() for part in mail.iter_attachments()}


def template_of(mail: EmailMessage) -> str:
    """The move file at the end of a mail."""
    text = text_of(mail).replace("\r\n", "\n")
    assert text.count("8<-") == 2, text
    return text.split(MARK)[1].strip("\n") + "\n"


def legal_in(template: str) -> list[str]:
    return re.findall(r"(?m)^  #   (\S.*)$", template)


@dataclass
class Player:
    handle: str
    key: PrivateKey
    address: str
    seal_for: PrivateKey | None = None
    chosen: int = 0

    def open_hand(self, mail: EmailMessage) -> str:
        return documents.read(unseal(attachments(mail)["hand.age"], self.key)).text

    def payload(self, mail: EmailMessage, order: str | None = None) -> bytes:
        """The template of a mail, filled in: with an order, or with one of the legal ones."""
        template = template_of(mail)
        if re.search(r"(?m)^  join", template):
            return template.encode()
        if order is None:
            legal = legal_in(template)
            assert legal, template
            # Neither always the first nor random: a test must play the same game each time.
            print_ = hashlib.sha256(f"{self.handle}/{self.chosen}/{len(legal)}".encode()).digest()
            order = legal[print_[0] % len(legal)]
            self.chosen += 1
        head = template.split("orders: |")[0]
        return f"{head}orders: |\n  {order}\n".encode()

    def block(self, payload: bytes) -> str:
        move = sign_move(payload, self.key)
        return clear_block(move) if self.seal_for is None else sealed_block(move, [self.seal_for.public])

    def reply(self, mail: EmailMessage, order: str | None = None) -> EmailMessage:
        body = f"My move:\n\n{self.block(self.payload(mail, order))}\n-- \n{self.handle}\n"
        return self.write(body, f"Re: {mail['Subject']}", mail["Message-ID"])

    def write(self, body: str, subject: str = "move", reply: str = "") -> EmailMessage:
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"] = f"{self.handle} <{self.address}>"
        mail["To"] = "moderator@table.example"
        mail["Subject"] = subject
        self.chosen += 1
        mail["Message-ID"] = f"<{self.chosen}.{self.handle}@players.example>"
        if reply:
            mail["In-Reply-To"] = mail["References"] = reply
        mail.set_content(body)
        return mail


@dataclass
class Desk:
    """The moderator's desk: everything of one table under one folder."""

    root: Path
    settings: Settings
    moderator: Moderator
    players: dict[str, Player]

    @property
    def games(self) -> Path:
        return self.root / "games"

    @property
    def outbox(self) -> Path:
        return self.root / "outbox"

    def begin(
        self,
        game: str,
        hours: int = 72,
        at_deadline: str = "notify",
        language: str = "en",
        now: str = NOW,
        title: str = "wonders_duel",
        cool_off: int = 0,
    ) -> Campaign:
        seats = [
            (one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in self.players.values()
        ]
        return begin(
            self.games / game,
            self.moderator,
            title,
            seats,
            {},
            language,
            Terms(hours, at_deadline, cool_off=cool_off),
            now,
        )

    def run(self, *mails: EmailMessage | bytes, now: str = NOW, chosen: list[str] | None = None) -> list[RunReport]:
        """One run with mails handed over."""
        raw = [one if isinstance(one, bytes) else one.as_bytes() for one in mails]
        with carriers.opened(self.settings, self.moderator, now, HandedOver(raw)) as carrier:
            return moderate([carrier], self.games, self.moderator, chosen, now)

    def new_mails(self) -> dict[str, Letterbox]:
        """Empty the outbox: what was sent since, by address."""
        boxes: dict[str, Letterbox] = {}
        for path in sorted(self.outbox.glob("*.eml")) if self.outbox.is_dir() else []:
            mail = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(mail, EmailMessage)
            boxes.setdefault(str(mail["To"]), Letterbox()).mails.append(mail)
            path.unlink()
        return boxes


TABLE = """
address: moderator@table.example
table: The Lantern Table
zone: Europe/Berlin
site: https://table.example
send:
  outbox: outbox
"""
SETTINGS = f"""{TABLE}players:
  anna: {{address: anna@players.example, mail: mine}}
  ben: {{address: ben@players.example, language: de, mail: mine}}
"""


def make_desk(root: Path, settings: str = SETTINGS) -> Desk:
    moderator = Moderator(key("moderator"))
    players = {name: Player(name, key(name), f"{name}@players.example") for name in ("anna", "ben")}
    (root / "games").mkdir(exist_ok=True)
    return Desk(root, parse(settings.encode(), "post.yaml", root), moderator, players)
