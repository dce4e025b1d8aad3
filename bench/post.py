"""What the post costs: mails per second from mailbox to ledger to answer, compared with parsing and verifying alone."""

from __future__ import annotations

import os
from email.message import EmailMessage
from pathlib import Path
from time import perf_counter
from unittest import mock

from rich.console import Console

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import parse
from pbem.campaign.player.player_view import write_move
from pbem.campaign.running.create import begin
from pbem.moderation.loop import moderate
from pbem.post.mail import carrier as carriers
from pbem.post.mail.settings import Settings
from pbem.post.mail.settings import parse as parse_settings
from pbem.post.mail.submissions import read_mail
from pbem.seals.signed import clear_block

from .campaign import HANDLES, MODERATOR, key, place

GAMES = 50
NOW = "2026-11-16T10:00:00Z"
SETTINGS = """
address: moderator@table.example
collect:
  - maildir: box
send:
  outbox: outbox
players:
  anna: {address: anna@players.example}
  ben: {address: ben@players.example}
"""


def run(console: Console) -> None:
    with place() as root, mock.patch.dict(os.environ, {"PBEM_KEYS": str(root / "keys")}):
        settings = parse_settings(SETTINGS.encode(), "post.yaml", root)
        for folder in ("new", "cur", "tmp"):
            (root / "box" / folder).mkdir(parents=True)
        campaigns = [_begin(root / "games" / f"duel-{n}") for n in range(GAMES)]
        _run(settings, root)  # the invitations
        joins = [_mail(campaign, handle, "join\n") for campaign in campaigns for handle in HANDLES]
        spent = _timed(settings, root, joins)
        moves = [_mail(one, handle, "any\n") for one in campaigns for handle in one.position["waiting"]]
        moving = _timed(settings, root, moves)
        alone = min(_read_all(joins) for _ in range(5))
    console.print(f"parse and verify alone   {len(joins) / alone:8.0f} mails/s")
    for what, count, seconds in (("joins", len(joins), spent), ("moves", len(moves), moving)):
        ratio = (seconds / count) / (alone / len(joins))
        console.print(
            f"end to end, {what:<12} {count / seconds:8.0f} mails/s   {ratio:5.1f} x parsing and verifying "
            f"({count} mails in one run: mailbox, ledger, hands, receipt, notice)"
        )


def _begin(folder: Path) -> Campaign:
    seats: list[tuple[str, str, Seat | str]] = [(one, one.title(), Seat(one, one, key(one).public)) for one in HANDLES]
    return begin(folder, MODERATOR, "wonders_duel", seats, {}, now=NOW)


def _mail(campaign: Campaign, handle: str, orders: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = f"{handle}@players.example", "moderator@table.example"
    mail["Subject"] = f"Re: [{campaign.id}] your turn"
    mail["Message-ID"] = f"<{campaign.id}.{handle}.{len(orders)}@players.example>"
    mail.set_content(f"Hello,\n\n{clear_block(write_move(campaign, handle, orders, key(handle)))}\nRegards\n")
    return mail.as_bytes()


def _timed(settings: Settings, root: Path, mails: list[bytes]) -> float:
    for n, mail in enumerate(mails):
        (root / "box" / "new" / f"{len(mails)}.{n:05}").write_bytes(mail)
    before = len(list((root / "outbox").iterdir()))
    start = perf_counter()
    reports = _run(settings, root)
    spent = perf_counter() - start
    assert reports == len(mails), "every mail must have been carried out"
    assert len(list((root / "outbox").iterdir())) - before >= len(mails), "every mail must have been answered"
    return spent


def _run(settings: Settings, root: Path) -> int:
    """Returns how many files were applied."""
    with carriers.opened(settings, MODERATOR, NOW) as carrier:
        reports = moderate([carrier], root / "games", MODERATOR, None, NOW)
    return sum(one.result == "applied" for report in reports for one in report.receipts)


def _read_all(mails: list[bytes]) -> float:
    start = perf_counter()
    for mail in mails:
        for move in read_mail(mail, MODERATOR.open).moves:
            move.verify(key(parse(move.payload).player).public)
    return perf_counter() - start
