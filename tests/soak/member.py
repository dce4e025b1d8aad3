"""A member of the club: a mail program, a key, and the habits of people who play by mail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

from pbem.campaign.campaign import SEALED, Campaign
from pbem.campaign.movefile import MoveFile, parse, write
from pbem.post.mail.seat_report import beyond
from pbem.post.post_words import words_for
from pbem.seals import documents
from pbem.seals.sealing import unseal
from pbem.words import LANGUAGES
from tests.post.kit import Player, attachments, text_of
from tests.post.servers import Client

FATES = {"late": 0.04, "copied": 0.03, "sent again": 0.03, "torn": 0.02, "cut off": 0.02, "not legal": 0.02}
"""How often a file meets with what; all others come in time and whole.

copied       the same mail arrives twice
sent again   the same file in a second mail
torn         a line of the block is damaged on the way; the file is sent once more after the answer
cut off      the block ends in the middle; likewise
not legal    an order that no title has
"""
LATE = (5, 9)
"""By how many runs, at least and at most: every clock of the club is over by then."""
OVER = tuple(words_for(None, one).say("subject.over") for one in LANGUAGES)
ROW_OVER = tuple(words_for(None, one).say("row.over") for one in LANGUAGES)
Think = Callable[[str, str], list[str] | None]
"""By game and handle the lines that a player would write; None if nothing is asked of that seat."""


def view_in(hand: documents.Document) -> Any:
    assert isinstance(hand.data, dict)
    return hand.data["view"]


def shows(view: Any, hidden: Any) -> bool:
    """Whether a view has what another one shows beyond the public position."""
    if hidden is None:
        return True
    if isinstance(hidden, dict) and isinstance(view, (dict, list)):
        parts = view if isinstance(view, dict) else {str(at): one for at, one in enumerate(view)}
        return all(name in parts and (one == parts[name] or shows(parts[name], one)) for name, one in hidden.items())
    return bool(view == hidden)


@dataclass
class Member:
    player: Player
    client: Client
    gathers: bool
    """Wants one mail for all games, and answers it with one."""
    luck: Random
    games: Path
    asked: dict[str, MoveFile] = field(default_factory=dict)
    """By game, the template of the last mail about it that is not dealt with yet."""
    hands: dict[str, Any] = field(default_factory=dict)
    """By game, the view in the hand that came last."""
    unanswered: dict[str, str] = field(default_factory=dict)
    """By Message-ID, the subject of what nobody has answered yet."""
    outgoing: list[tuple[int, str, EmailMessage]] = field(default_factory=list)
    """From which run on a mail is sent, the game that it is about, and the mail."""
    ended: set[str] = field(default_factory=set)
    """Games whose end was told."""
    met: Counter[str] = field(default_factory=Counter)

    # ---- reading

    def read(self) -> None:
        """All new mails; whatever they ask for can be read with the hand that came."""
        for mail in self.client.fetch():
            self.met["mails read"] += 1
            self.unanswered.pop(str(mail["In-Reply-To"]), None)
            named = re.match(r"\[([a-z0-9-]+)\]", str(mail["Subject"]))
            about = named[1] if named else ""
            for name, data in attachments(mail).items():
                game = name.partition(".")[0] if name.count(".") > 1 else about
                if name.endswith("hand.age"):
                    hand = documents.read(unseal(data, self.player.key))
                    assert hand.text, f"{game}: an empty hand"
                    self.hands[game] = view_in(hand)
                    self.met["hands"] += 1
                elif name.endswith("orders.yaml"):
                    move = parse(data)
                    assert (move.game, move.player) == (game, self.player.handle)
                    self.asked[game] = move
            self._note_end(mail, about)
        for game, move in self.asked.items():
            path = self.games / game / SEALED / f"{self.player.handle}.age"
            if not _joins(move) and path.is_file():
                now = view_in(documents.read(unseal(path.read_bytes(), self.player.key)))
                hidden = beyond(now, Campaign.open(self.games / game).position["view"])
                assert shows(self.hands.get(game), hidden), f"{game}: {self.player.handle} is asked without the hand"

    def _note_end(self, mail: EmailMessage, about: str) -> None:
        if about:
            if str(mail["Subject"]).endswith(OVER):
                self.ended.add(about)
            return
        for game, said in re.findall(r"(?m)^\[([a-z0-9-]+)\][^\n]*\n\s+(\w+)", text_of(mail)):
            if said in ROW_OVER:
                self.ended.add(game)

    # ---- writing

    def write(self, run: int, think: Think) -> None:
        """Answer what was asked; most of it now."""
        together: list[tuple[str, str]] = []
        for game, move in self.asked.items():
            if any(about == game for _, about, _ in self.outgoing):
                continue  # has been written, and will go out
            lines = ["join"] if _joins(move) else think(game, self.player.handle)
            if lines is None:
                continue
            fate = self._fate()
            block = self._block(move, lines)
            if fate is None and self.gathers:
                together.append((game, block))
            else:
                self._send(run, game, move, block, fate)
        if together:
            games = ", ".join(game for game, _ in together)
            self._out(run, games, self.player.write("\n".join(block for _, block in together), f"Re: {games}"))
        self.asked.clear()

    def _fate(self) -> str | None:
        left = self.luck.random()
        for fate, chance in FATES.items():
            left -= chance
            if left < 0:
                self.met[fate] += 1
                return fate
        return None

    def _block(self, move: MoveFile, lines: list[str]) -> str:
        orders = "".join(f"{line}\n" for line in lines)
        return self.player.block(write(MoveFile(move.game, move.player, move.after, orders, move.window)))

    def _send(self, run: int, game: str, move: MoveFile, block: str, fate: str | None) -> None:
        if fate == "not legal":
            block = self._block(move, ["attack nowhere with nothing"])
        whole = self.player.write(f"My move:\n\n{block}\n", f"Re: [{game}]")
        if fate == "late":
            self._out(run + self.luck.randint(*LATE), game, whole)
            return
        if fate in ("torn", "cut off"):
            self._out(run, game, self.player.write(_damaged(block, fate), f"Re: [{game}]"))
            self._out(run + 1, game, whole)
            return
        self._out(run, game, whole)
        if fate == "copied":
            self._out(run, game, whole)
        elif fate == "sent again":
            self._out(run + 1, game, self.player.write(f"Did you get this?\n\n{block}\n", f"Re: [{game}]"))

    def _out(self, run: int, game: str, mail: EmailMessage) -> None:
        self.outgoing.append((run, game, mail))

    def send(self, run: int) -> None:
        """What is due goes out; each of these mails is owed an answer."""
        due = [mail for at, _, mail in self.outgoing if at <= run]
        self.outgoing = [one for one in self.outgoing if one[0] > run]
        if due:
            self.client.send(*due)
        self.met["mails sent"] += len(due)
        self.unanswered |= {str(mail["Message-ID"]): str(mail["Subject"]) for mail in due}


def _joins(move: MoveFile) -> bool:
    return move.orders.strip() == "join"


def _damaged(block: str, how: str) -> str:
    lines = block.split("\n")
    middle = len(lines) // 2
    if how == "cut off":
        return "\n".join(lines[:middle])
    lines[middle] = lines[middle][::-1]
    return "\n".join(lines)
