"""The club's evenings: members read and write, the moderator runs every twelve hours, until all games have ended."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import SEALED, Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import RunReport
from pbem.moderation.loop import moderate
from pbem.orders.foresight import whole_file
from pbem.pages.publishing import publish_games
from pbem.post.mail.carrier import opened
from pbem.post.mail.replies import WAITING
from pbem.post.mail.settings import parse
from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import unseal
from tests.post.kit import Player
from tests.post.servers import Client, Servers
from tests.seals.casekit import key

from .member import Member
from .programme import MEMBERS, Fixture

BEGIN = datetime(2026, 1, 5, 6)
BETWEEN = timedelta(hours=12)
LONGEST_STILL = 40
"""After that many runs without an entry a campaign is stuck: no clock and no lateness of the club is as long."""
PASSWORD = "PBEM_SOAK_PASSWORD"
PASSWORDS = {one: f"{one}'s word" for one in ("moderator", *MEMBERS)}
HABITS = ("mail: mine", "mail: gathered", "mail: every, hidden: clear", "mail: daily, language: de")


@dataclass
class Figures:
    """What a soak has cost."""

    runs: int = 0
    cpu: list[float] = field(default_factory=list)
    """Seconds of the moderator's own work, for each run, pages included."""
    pages_cpu: float = 0.0
    entries: int = 0
    met: Counter[str] = field(default_factory=Counter)
    largest_page: tuple[int, str] = (0, "")
    largest_ledger: tuple[int, str] = (0, "")
    site: tuple[int, int] = (0, 0)
    """Files and bytes."""

    def lines(self) -> list[str]:
        mean = sum(self.cpu) / max(1, len(self.cpu))
        return [
            f"{self.runs} runs in {self.runs / 2:g} simulated days, {self.entries} entries",
            ", ".join(f"{count} {what}" for what, count in sorted(self.met.items())),
            f"CPU of a run: {mean:.2f} s (at most {max(self.cpu, default=0):.2f} s), "
            f"{self.pages_cpu / max(1, self.runs):.2f} s of it for the pages; {sum(self.cpu):.0f} s together",
            f"largest page {self.largest_page[1]}: {self.largest_page[0] / 1000:,.0f} kB",
            f"largest ledger {self.largest_ledger[1]}: {self.largest_ledger[0] / 1000:,.0f} kB",
            f"the site: {self.site[0]} files, {self.site[1] / 1e6:,.1f} MB",
        ]


class Club:
    """One moderator, the members, and the campaigns of a programme."""

    def __init__(
        self, root: Path, servers: Servers, programme: Sequence[Fixture], seed: int, patience: int | None = None
    ) -> None:
        """With `patience` everybody leaves standing orders for every question after that many files in a game."""
        os.environ |= {"PBEM_KEYS": str(root / "keys"), PASSWORD: PASSWORDS["moderator"]}
        self.games, self.site, self.fixtures = root / "games", root / "site", {one.game: one for one in programme}
        self.games.mkdir(parents=True)
        self.moderator = Moderator(key("moderator"))
        self.settings = parse(_settings(servers).encode(), "post.yaml", root)
        self.members = [
            Member(
                Player(one, key(one), f"{one}@players.example", None if number % 3 else key("moderator")),
                Client(servers, one),
                "gathered" in HABITS[number % len(HABITS)],
                Random(f"{seed}/{one}"),
                self.games,
            )
            for number, one in enumerate(MEMBERS)
        ]
        self.reports: dict[str, RunReport] = {}
        """By game, what its last run reported."""
        self.moved: dict[str, tuple[int, int]] = {}
        """By game, its last entry and the run that wrote it."""
        self.untold = False
        """Whether somebody waits for a digest that tells how a game has ended."""
        self.patience = patience
        self.thought: Counter[tuple[str, str]] = Counter()
        """By game and handle, how often that member was asked to think."""
        self.figures = Figures()
        for one in programme:
            seats = [(name, name.title(), Seat(name, "", key(name).public)) for name in one.seats]
            begin(
                self.games / one.game,
                self.moderator,
                one.title,
                seats,
                one.options,
                one.language,
                one.terms,
                self.now,
                salt=one.salt(seed),
            )

    @property
    def now(self) -> str:
        return f"{BEGIN + self.figures.runs * BETWEEN:%Y-%m-%dT%H:%M:%SZ}"

    @property
    def running(self) -> list[str]:
        return [game for game in self.fixtures if game not in self.reports or not self.reports[game].over]

    def twelve_hours(self) -> None:
        """Everybody reads mail and writes; then the moderator runs."""
        for one in self.members:
            one.read()
            one.write(self.figures.runs, self._thought)
            one.send(self.figures.runs)
        self._run()
        self._check()

    def _thought(self, game: str, handle: str) -> list[str] | None:
        """What the title's bot would write for a member, from what that member may see."""
        report = self.reports[game]
        match = report.happened.match
        seat = match.seat(handle)
        if (
            seat is None
            or match.table is None
            or match.seats[seat].bot
            or not match.asks(seat)
            or seat in match.sealed.given
        ):
            return None
        if any(one.player == handle and one.result in WAITING for one in report.receipts):
            return None  # has sent it; others are thinking
        self.thought[game, handle] += 1
        if self.patience is not None and self.thought[game, handle] > self.patience:
            return [f"always on {ask}: default" for ask in match.title.language.kinds]
        first = not match.ahead.agendas[seat].standing
        return whole_file(match.title.module("bot"), match.playing, seat, first)

    def _run(self) -> None:
        begun, now = time.thread_time(), self.now
        with opened(self.settings, self.moderator, now) as carrier:
            reports = moderate([carrier], self.games, self.moderator, None, now, publish=self._publish)
            assert (carrier.failed, carrier.troubles, carrier.unsent) == ([], [], None)
            self.untold = bool(carrier.untold())
        self.figures.cpu.append(time.thread_time() - begun)
        self.figures.met["mails of the moderator"] += carrier.sent
        self.figures.runs += 1
        self.reports |= {one.game: one for one in reports}

    def _publish(self, reports: Sequence[RunReport]) -> None:
        begun = time.thread_time()
        happened = {one.game: one.happened for one in reports}
        done = publish_games(self.games, None, self.moderator, self.site, happened=happened)
        assert done.failed == {}
        self.figures.pages_cpu += time.thread_time() - begun

    def _check(self) -> None:
        """The pages show where every campaign stands; every seat has its hand; no file made trouble; none is stuck."""
        for game, report in self.reports.items():
            n, run = self.moved.get(game, (-1, 0))
            if report.n == n:
                assert report.over or self.figures.runs - run < LONGEST_STILL, f"{game} is stuck at entry {n}"
                continue
            self.moved[game] = (report.n, self.figures.runs)
            assert report.troubles == [], f"{game}: {report.troubles}"
            page = json.loads((self.site / "games" / game / "game.json").read_text(encoding="utf-8"))
            assert page["head"]["n"] == report.n, f"{game}: its pages are behind"
            self._check_hands(game, report)
            ledger = (self.games / game / "ledger.jsonl").stat().st_size
            self.figures.largest_ledger = max(self.figures.largest_ledger, (ledger, game))

    def _check_hands(self, game: str, report: RunReport) -> None:
        match = report.happened.match
        if match.table is None or report.over:
            return
        for seat in match.seats:
            if not seat.bot:
                assert unseal((self.games / game / SEALED / f"{seat.handle}.age").read_bytes(), key(seat.handle))

    def finish(self) -> Figures:
        """After the last run: everybody reads what is left, nothing is owed to anybody, and every campaign verifies."""
        for one in self.members:
            one.read()
            assert one.unanswered == {}, f"nobody has answered {one.player.handle}: {one.unanswered}"
            own = {
                game
                for game, report in self.reports.items()
                if one.player.handle in {seat.handle for seat in report.happened.match.seats if not seat.bot}
            }
            assert own <= one.ended, f"{one.player.handle} was never told how {own - one.ended} ended"
            self.figures.met += one.met
        for game in self.fixtures:
            verdict = verify(self.games / game)
            assert verdict.ok, f"{game}: {verdict.message}"
            assert verdict.over, f"{game} is not over"
            assert list((self.games / game / "inbox").iterdir()) == [], f"{game}: something is left in the inbox"
            self.figures.entries += Campaign.open(self.games / game).head.n + 1
        files = [(path.stat().st_size, str(path.relative_to(self.site))) for path in self.site.rglob("*.*")]
        self.figures.largest_page = max(one for one in files if one[1].endswith(".html"))
        self.figures.site = (len(files), sum(size for size, _ in files))
        return self.figures

    @property
    def awaited(self) -> bool:
        """Whether a game goes on, somebody still has something to send, or is still to be told of an end."""
        return bool(self.running) or self.untold or any(one.outgoing for one in self.members)


def _settings(found: Servers) -> str:
    server = f"ca: {found.cert}, user: moderator, password_env: {PASSWORD}"
    players = "\n".join(
        f"  {one}: {{address: {one}@players.example, {HABITS[number % len(HABITS)]}}}"
        for number, one in enumerate(MEMBERS)
    )
    return f"""
address: moderator@table.example
table: The Lantern Table
zone: UTC
site: https://table.example
collect:
  - {{imap: 127.0.0.1, port: {found.imaps}, tls: tls, {server}}}
send: {{smtp: 127.0.0.1, port: {found.smtp}, tls: starttls, {server}}}
players:
{players}
"""
