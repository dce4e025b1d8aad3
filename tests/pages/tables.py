"""Real campaigns for the tests of the pages: made, joined and played through the campaign itself.

They are the same in every run: keys, salts and times are fixed, and files are open, as a seal is random, files are
signed in view of the seals before them, and signatures enter the dice.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.campaign.running.writer import Submission
from pbem.orders.foresight import foreseen
from pbem.pages.from_campaign import tell
from pbem.pages.model import CampaignModel
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import clear_block, sign_move
from pbem.titles.through_the_ages import bot

MODERATOR = Moderator(PrivateKey.from_seed(b"m" * 32))
SHOWCASE = Path(__file__).parents[2] / "games" / "empire-showcase"
KEYS = {handle: PrivateKey.from_seed(handle[0].encode() * 32) for handle in ("anna", "ben", "clara")}
PAIR = ("anna", "ben")


def minute(n: int) -> str:
    day, rest = divmod(n * 97, 24 * 60)
    return f"2026-11-{1 + day:02}T{rest // 60:02}:{rest % 60:02}:00Z"


def begin_known(
    folder: Path, players: Sequence[Any], options: dict[str, Any], limits: Terms, title: str = "wonders_duel"
) -> None:
    """Begin a campaign whose dice are the same in every run: a test must not depend on luck."""
    salt = sha256(folder.name.encode()).digest()[:16]
    begin(folder, MODERATOR, title, players, options, limits=limits, now=minute(0), salt=salt)


def seated(handles: Sequence[str], names: Sequence[str]) -> list[tuple[str, str, Seat]]:
    return [(one, name, Seat(one, name, KEYS[one].public)) for one, name in zip(handles, names, strict=True)]


@dataclass
class Playing:
    """A game between keys, moved on by hand."""

    folder: Path
    clock: int = 0

    @property
    def campaign(self) -> Campaign:
        return Campaign.open(self.folder, MODERATOR)

    def at(self) -> str:
        self.clock += 1
        return minute(self.clock)

    def send(self, handle: str, orders: str, after: str | None = None) -> None:
        head = after or self.campaign.head.digest
        payload = write(MoveFile(self.folder.name, handle, head, orders))
        block = clear_block(sign_move(payload, KEYS[handle]))
        with opened(self.folder, MODERATOR) as keeper:
            receipt = keeper.submit(block.encode(), now=self.at())
            keeper.publish()
        assert receipt.result == "applied", receipt

    def join(self, handles: Sequence[str]) -> None:
        genesis = self.campaign.genesis_digest
        for handle in handles:
            self.send(handle, "join\n", genesis)

    def step(self) -> bool:
        """The first legal order that is no discard, signed by whoever is asked; False when the game is over."""
        told = self.campaign.position
        if told["over"]:
            return False
        ask = next(ask for ask in told["asked"] if "legal" in ask)
        orders = [one["order"] for one in ask["legal"]]
        wanted = [order for order in orders if not order.startswith("discard")] or orders
        order = wanted[(self.clock * 7) % len(wanted)]
        self.send(self.campaign.players[ask["player"]], f"{order}\n")
        return True

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.step():
                return

    def story(self, mail: str = "") -> CampaignModel:
        return tell(self.folder, MODERATOR, mail)


def duel(
    games: Path,
    name: str = "winter-duel",
    *,
    hours: int = 72,
    names: tuple[str, str] = ("Anna", "Ben"),
    join: bool = True,
    options: dict[str, Any] | None = None,
    files: str = "open",
) -> Playing:
    """A new duel, both seats joined."""
    begin_known(games / name, seated(PAIR, names), options or {}, Terms(hours, "notify", files))
    playing = Playing(games / name)
    if join:
        playing.join(PAIR)
    return playing


def bots(games: Path, name: str = "bot-duel") -> Playing:
    """A finished duel between two bots."""
    begin_known(games / name, [("carl", "Carl", "random"), ("dora", "Dora", "random")], {}, Terms(files="open"))
    run(games / name, MODERATOR, now=minute(1))
    return Playing(games / name)


def world(games: Path) -> Playing:
    """A finished game of Empire: the showcase, as its draft is sealed in every game."""
    shutil.copytree(SHOWCASE, games / SHOWCASE.name)
    return Playing(games / SHOWCASE.name)


def ages(games: Path, name: str = "long-table", rounds: int = 10) -> Playing:
    """Through the Ages between three keys, whose files are written as the title's bot writes them."""
    names = [handle.title() for handle in KEYS]
    begin_known(games / name, seated(tuple(KEYS), names), {}, Terms(72, "notify", "open"), "through_the_ages")
    playing = Playing(games / name)
    playing.join(tuple(KEYS))
    for _ in range(rounds):
        table = playing.campaign.table()
        assert table is not None
        for seat, ask in table.pending.items():
            game = table.seen(seat)
            lines = bot.plan(game, ask, seat, table.players) or [ask.write(bot.answer(game, ask, seat), table.players)]
            playing.send(table.players[seat], "".join(f"{line}\n" for line in lines))
    return playing


def dawn(games: Path, name: str = "dawn") -> Playing:
    """Empire between three keys: the empire cards of the first epoch are being handed out."""
    names = [handle.title() for handle in KEYS]
    begin_known(games / name, seated(tuple(KEYS), names), {}, Terms(72, "notify", "open"), "world_history")
    playing = Playing(games / name)
    playing.join(tuple(KEYS))
    return playing


def courts(games: Path, name: str = "three-courts") -> Playing:
    """Age of Reason between three keys, as its bot plays it, up to a combat of a later action round that waits.

    Cards are laid in secret, so its dice differ from run to run.
    """
    names = [handle.title() for handle in KEYS]
    begin_known(games / name, seated(tuple(KEYS), names), {}, Terms(72, "notify", "open"), "age_of_reason")
    playing = Playing(games / name)
    playing.join(tuple(KEYS))
    with opened(playing.folder, MODERATOR) as keeper:
        match, bot = keeper.match, keeper.match.title.module("bot")
        while match.playing.state.action < 2 or match.playing.state.combat is None:
            seat = next(seat for seat in match.playing.pending if seat not in match.sealed.given)
            handle, orders = match.genesis.handles[seat], foreseen(match.playing, seat, bot.answer)
            payload = write(MoveFile(name, handle, match.head, "\n".join(orders)))
            at = playing.at()
            read = keeper.read(clear_block(sign_move(payload, KEYS[handle])).encode(), None, at)
            assert isinstance(read, Submission)
            assert keeper.take(read, at, open_now=True).taken
        keeper.publish()
    return playing
