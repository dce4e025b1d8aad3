"""Whole duels by mail and by git, with the real programs.

python -m tools.demo_post mail      dovecot, an SMTP server with TLS, two mail clients
python -m tools.demo_post git       a bare repository with hooks, two clones
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from tests.post.gitkit import Shared, block, git, make_shared, remote_lines
from tests.post.kit import Desk, make_desk, text_of
from tests.post.servers import PASSWORDS, Client, Servers, servers

BY_MAIL, BY_PUSH = 12, 4
"""How many files each player writes before the standing orders; a push starts several programs."""


def say(text: str = "") -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def play_mail(folder: Path) -> bool:
    """A duel by two mail clients over IMAP and SMTP; returns whether it verifies in the end."""
    os.environ |= {"PBEM_KEYS": str(folder / "keys"), "PBEM_DEMO_PASSWORD": PASSWORDS["moderator"]}
    with servers() as found:
        say("A duel by mail, with real servers on this machine; Anna reads English, Ben German.")
        say(f"dovecot on 127.0.0.1:{found.imaps} (TLS), SMTP on 127.0.0.1:{found.smtp} (STARTTLS)")
        desk = make_desk(folder, _settings(found))
        clients = {name: Client(found, name) for name in desk.players}
        desk.begin("duel-1")
        say("The moderator lays out duel-1 and runs `pbem run --mail`")
        _run_mail(desk)
        written: Counter[str] = Counter()
        while not Campaign.open(desk.games / "duel-1").position["over"]:
            _round(desk, clients, written)
            _run_mail(desk)
        _round(desk, clients, written)
    return _verdict(folder / "games" / "duel-1")


def _settings(found: Servers) -> str:
    return f"""
address: moderator@table.example
table: The Lantern Table
zone: Europe/Berlin
collect:
  - {{imap: 127.0.0.1, port: {found.imaps}, tls: tls, ca: {found.cert}, user: moderator,
     password_env: PBEM_DEMO_PASSWORD}}
send: {{smtp: 127.0.0.1, port: {found.smtp}, tls: starttls, ca: {found.cert}, user: moderator,
       password_env: PBEM_DEMO_PASSWORD}}
players:
  anna: {{address: anna@players.example}}
  ben: {{address: ben@players.example, language: de}}
"""


def _run_mail(desk: Desk) -> None:
    from pbem.moderation.loop import moderate
    from pbem.post.mail.carrier import opened

    with opened(desk.settings, desk.moderator) as carrier:
        moderate([carrier], desk.games, desk.moderator)


def _lines(campaign: Campaign, handle: str, written: Counter[str], by_hand: int) -> list[str]:
    """No extra lines in the first files of a player; then standing orders that play the game to its end."""
    written[handle] += 1
    if written[handle] != by_hand + 1:
        return []
    say(f"{handle} has seen enough and leaves standing orders for every question")
    return [f"always on {ask}: default" for ask in campaign.title.language.kinds]


def _round(desk: Desk, clients: dict[str, Client], written: Counter[str]) -> None:
    """Everybody reads mail and answers."""
    for name, client in clients.items():
        for mail in client.fetch():
            say(f"  to {name:<5} {mail['Subject']}")
            if "8<--" in text_of(mail):
                player, campaign = desk.players[name], Campaign.open(desk.games / "duel-1")
                lines = _lines(campaign, name, written, BY_MAIL)
                payload = player.payload(mail, "\n  ".join(lines) or None)
                client.send(player.write(player.block(payload), f"Re: {mail['Subject']}"))
                say(f"  from {name:<3} {payload.decode().split('orders: |')[1].strip()}")


def play_git(folder: Path) -> bool:
    """A duel through a bare repository whose hooks moderate."""
    os.environ["PBEM_KEYS"] = str(folder / "keys")
    shared = make_shared(folder)
    say("A duel through a shared git repository, whose hooks moderate whatever is pushed.")
    say(f"{shared.bare} with hooks; two clones")
    written: Counter[str] = Counter()
    while not _over(shared):
        one = next(player for player in shared.players if player.asked())
        lines = _lines(one.campaign, one.handle, written, BY_PUSH)
        one.add(block(one.move("\n".join(lines) or None), shared.moderator))
        say(f"$ git push   ({one.handle})")
        say("\n".join(f"  remote: {line}" for line in remote_lines(one.push()).split("\n") if line.strip()))
    say("\n$ git log --oneline -5   (anna, after `git pull`)")
    say(git(shared.anna.folder, "log", "--oneline", "-5").rstrip())
    return _verdict(shared.anna.folder / "games" / "duel-42")


def _over(shared: Shared) -> bool:
    for one in shared.players:
        one.pull()
    return bool(shared.anna.campaign.position["over"])


def _verdict(folder: Path) -> bool:
    found = verify(folder)
    say(f"\npbem verify {folder.name}: " + ("it holds" if found.ok else found.message))
    say(f"  {found.entries} entries, {found.signatures} signatures of players, {found.answers} answers")
    return found.ok and found.over


def main(wanted: str) -> int:
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # the SMTP server of the tests warns at every login
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as name:
        good = {"mail": play_mail, "git": play_git}[wanted](Path(name))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "mail"))
