"""Makes the showcase campaigns in games/: whole games between bots that sign with demo keys.

    python tools/showcase.py [NAME …]

A game is played with one salt after another until it is worth looking at. Keys, salts and times are
fixed, so a game whose files are all open comes out the same, byte for byte. One with sealed files is
different each time: the seals are random, every file is signed with them in view, and every
signature affects the dice.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import INBOX, RECEIPTS, Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.writer import CampaignWriter, Submission
from pbem.orders.foresight import foreseen, whole_file
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import FOLDER, Moderator
from pbem.seals.signed import clear_block, sign_move
from pbem.table import Outcome, Table

GAMES = Path(__file__).resolve().parents[1] / "games"
KEYS = "demo-keys"
LARGEST = 1280 * 1024
"""A showcase is smaller."""
BEGINS = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """What decides whether a game is worth looking at."""

    outcome: Outcome
    leaders: list[int]
    """The sole leader, recorded each time that changed."""

    @property
    def changes(self) -> int:
        return len(self.leaders) - 1

    @property
    def from_behind(self) -> bool:
        """Whether the winner had fewer points."""
        totals = [sum(one.values()) for one in self.outcome.scores]
        return all(totals[seat] < max(totals) for seat in self.outcome.winners)

    @property
    def margin(self) -> int:
        """The difference in points between first and second."""
        totals = sorted((sum(one.values()) for one in self.outcome.scores), reverse=True)
        return totals[0] - totals[1]


@dataclass(frozen=True)
class Showcase:
    title: str
    language: str
    players: dict[str, str]
    ahead: bool
    """Whether players send standing orders and plans; if so, their files are sealed."""
    wanted: Callable[[Played], bool]
    points: str = "vp"
    """The fact that tells who is ahead."""
    options: Mapping[str, Any] = field(default_factory=dict)


SHOWCASES = {
    "duel-showcase": Showcase(
        "wonders_duel",
        "en",
        {"ada": "Ada", "basil": "Basil"},
        False,
        lambda game: game.outcome.how == "civilian" and game.margin <= 2 and game.changes >= 6,
    ),
    "duel-supremacy": Showcase(
        "wonders_duel",
        "de",
        {"jule": "Jule", "emil": "Emil"},
        True,
        lambda game: game.outcome.how in ("military", "science") and game.from_behind,
    ),
    "empire-showcase": Showcase(
        "world_history",
        "en",
        {"mira": "Mira", "otto": "Otto", "lena": "Lena", "yusuf": "Yusuf"},
        True,
        lambda game: game.margin <= 8 and game.changes >= 5,
    ),
    "reason-showcase": Showcase(
        "age_of_reason",
        "de",
        {"hugo": "Hugo", "ines": "Ines", "karl": "Karl", "vera": "Vera"},
        True,
        lambda game: 1 <= game.margin <= 3 and game.changes >= 1,
    ),
    "ages-showcase": Showcase(
        "through_the_ages",
        "en",
        {"nora": "Nora", "paul": "Paul", "rosa": "Rosa"},
        True,
        lambda game: 1 <= game.margin <= 12 and game.changes >= 6,
        "culture",
    ),
    "seven-showcase": Showcase(
        "seven_ages",
        "de",
        {"greta": "Greta", "jonas": "Jonas", "tilda": "Tilda", "viktor": "Viktor"},
        True,
        lambda game: 1 <= game.margin <= 6 and game.changes >= 3,
        "glory",
        {"turn_limit": "turn_14"},
    ),
}


def demo_key(name: str) -> PrivateKey:
    """A key that everybody knows: its seed is the hash of a sentence."""
    return PrivateKey.from_seed(sha256(f"pbem demo key, known to everybody: {name}".encode()).digest(), f"demo {name}")


def times() -> Iterator[str]:
    """When files arrive: a few hours apart, always the same."""
    at = BEGINS
    for n in count():
        yield at.strftime("%Y-%m-%dT%H:%M:%SZ")
        at += timedelta(minutes=40 + n * 397 % 1100, seconds=n * 17 % 60)


def make(folder: Path, one: Showcase, attempt: int) -> Played:
    """Play one whole game in a folder."""
    moderator, clock = Moderator(demo_key("moderator")), times()
    seats: list[tuple[str, str, Seat | str]] = [
        (handle, name, Seat(handle, name, demo_key(handle).public)) for handle, name in one.players.items()
    ]
    salt = sha256(f"pbem showcase {folder.name} {attempt}".encode()).digest()[:16]
    limits = Terms(72, "notify", "sealed" if one.ahead and len(seats) == 2 else "open")
    campaign = begin(
        folder,
        moderator,
        one.title,
        seats,
        dict(one.options),
        one.language,
        limits,
        next(clock),
        salt=salt,
    )
    leaders: list[int] = []
    with opened(folder, moderator) as keeper:
        for seat in range(len(seats)):
            _send(keeper, seat, campaign.genesis_digest, "join", next(clock))
        while not keeper.match.past.ended:
            table = keeper.match.playing
            seat = next(seat for seat in table.pending if seat not in keeper.match.sealed.given)
            _send(keeper, seat, keeper.match.head, "\n".join(_lines(keeper, seat, one.ahead)), next(clock))
            ahead = _leader(table, one.points)
            if ahead is not None and leaders[-1:] != [ahead]:
                leaders.append(ahead)
        keeper.publish()
        outcome = keeper.match.playing.outcome
    assert outcome is not None
    for name in (INBOX, RECEIPTS):  # nobody will read them any more
        shutil.rmtree(folder / name)
    return Played(outcome, leaders)


def _lines(keeper: CampaignWriter, seat: int, ahead: bool) -> list[str]:
    match = keeper.match
    bot = match.title.module("bot")
    if ahead:
        return whole_file(bot, match.playing, seat, first=not match.ahead.agendas[seat].standing)
    return foreseen(match.playing, seat, bot.answer)


def _send(keeper: CampaignWriter, seat: int, after: str, orders: str, at: str) -> None:
    handle = keeper.genesis.handles[seat]
    block = clear_block(sign_move(write(MoveFile(keeper.genesis.game, handle, after, orders)), demo_key(handle)))
    read = keeper.read(block.encode(), None, at)
    # All files of simultaneous answers arrive before anybody looks at them.
    receipt = keeper.take(read, at, open_now=True) if isinstance(read, Submission) else read
    assert receipt.taken, receipt.message


def _leader(table: Table, fact: str) -> int | None:
    """Who has the most points now, if a single seat does."""
    points = [table.title.facts[fact].read(table.state, seat, seat) for seat in range(len(table.players))]
    first = max(points)
    return points.index(first) if points.count(first) == 1 else None


def search(name: str, scratch: Path) -> tuple[Path, Played, int]:
    """The first game that is worth looking at."""
    one = SHOWCASES[name]
    for attempt in count(1):
        folder = scratch / str(attempt) / name
        played = make(folder, one, attempt)
        if one.wanted(played) and _size(folder) < LARGEST:
            return folder, played, attempt
    raise AssertionError("there is always another salt")


def write_keys(folder: Path) -> None:
    """The demo keys as ssh key files, unless they already exist (an ssh key file contains random bytes)."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("moderator", *(handle for one in SHOWCASES.values() for handle in one.players)):
        if not (folder / name).exists():
            key = demo_key(name)
            (folder / name).write_bytes(key.pem())
            (folder / f"{name}.pub").write_text(f"{key.public.line}\n")


def main(names: list[str]) -> int:
    wrong = [name for name in names if name not in SHOWCASES]
    if wrong:
        sys.stderr.write(f"there is no showcase {wrong[0]}; there are {', '.join(SHOWCASES)}\n")
        return 2
    write_keys(GAMES / KEYS)
    for name in names or SHOWCASES:
        with tempfile.TemporaryDirectory(prefix="pbem-showcase-") as scratch:
            os.environ[FOLDER] = f"{scratch}/keys"
            made, played, attempt = search(name, Path(scratch))
            shutil.rmtree(GAMES / name, ignore_errors=True)
            shutil.move(made, GAMES / name)
        sys.stdout.write(f"{name}: {_figures(GAMES / name, played)}, salt {attempt}\n")
    return 0


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _figures(folder: Path, played: Played) -> str:
    campaign = Campaign.open(folder)
    outcome: dict[str, Any] = campaign.position["outcome"]
    return (
        f"{', '.join(outcome['winners'])} won ({outcome['how']}) by {played.margin}, {played.changes} changes of the "
        f"lead, {campaign.head.n + 1} entries, {_size(folder) // 1024} KB"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
