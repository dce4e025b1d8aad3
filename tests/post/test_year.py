"""A year of a game with seven seats by mail: absences, two replacements, a pause, a rollback into the middle of a turn,
a change of moderator, and mails that get lost or come twice. In the end everything verifies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.calendar import instant, written, zone
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import correction_files, decisions
from pbem.campaign.running.create import begin, opened
from pbem.post.mail.settings import parse
from pbem.seals.moderator_key import Moderator
from tests.post.kit import Desk, Player, legal_in, template_of
from tests.seals.casekit import key
from tests.toys.mail import installed

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fred", "gina")
BEGIN = datetime(2027, 3, 1, 9)
CLOCK = Terms(
    72,
    "replace",
    grace=12,
    days=("mon", "tue", "wed", "thu", "fri"),
    hour="20:00",
    reminders=(48, 12),
    cool_off=30,
    zone=zone("Europe/Berlin", 2027),
    holidays=(("2027-12-24", "2027-12-26"),),
)
POLICY = {"absence": 30 * 24, "drop": 3, "clock": "moderator", "rollback": "moderator"}


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with installed(("toy_league",)):
        yield


@dataclass
class Year:
    desk: Desk
    campaign: Campaign
    dice: random.Random
    people: dict[str, Player]
    """By handle, whoever plays the seat."""
    silent: set[str] = field(default_factory=set)
    letters: list[tuple[datetime, EmailMessage]] = field(default_factory=list)
    """Mails to the moderator that are on their way."""
    lost: int = 0
    twice: int = 0

    def carried(self, count: int = 1) -> int:
        """How often a mail arrives."""
        fate = self.dice.random()
        self.lost += fate < 0.05
        self.twice += 0.05 <= fate < 0.1
        return 0 if fate < 0.05 else 2 * count if fate < 0.1 else count

    def settings(self) -> str:
        rows = "".join(f"  {name}: {{address: {one.address}, mail: mine}}\n" for name, one in self.people.items())
        return f"address: moderator@table.example\nzone: Europe/Berlin\nsend:\n  outbox: outbox\nplayers:\n{rows}"

    def post(self, now: datetime) -> None:
        """Players read what has come, and think for a while; a round of the moderator takes what was sent."""
        for address, box in self.desk.new_mails().items():
            for mail in box.mails:
                if self.carried():
                    self.read(now, address, mail)
        due = [mail for at, mail in self.letters if at <= now]
        self.letters = [(at, mail) for at, mail in self.letters if at > now]
        arrived = [mail for mail in due for _ in range(self.carried())]
        self.desk.run(*arrived, now=written(now))

    def read(self, now: datetime, address: str, mail: EmailMessage) -> None:
        player = next((one for one in self.people.values() if one.address == address), None)
        try:
            template = template_of(mail)
        except (AssertionError, AttributeError, IndexError, KeyError):
            return
        if player is None or player.handle in self.silent or not template:
            return
        if not legal_in(template) and "join" not in template:
            return
        at = now + timedelta(hours=self.dice.choice((1, 5, 20, 30, 60, 80)))
        self.letters.append((at, player.reply(mail)))

    def line(self, handle: str, orders: str, now: datetime) -> None:
        """One signed line by mail; it is sent until it has come through."""
        player = self.people[handle]
        payload = write(MoveFile(self.campaign.id, handle, self.campaign.head.digest, orders, written=written(now)))
        mail = player.write(player.block(payload))
        while not self.carried():
            pass
        self.letters.append((now, mail))

    def replace(self, seat: int, name: str, now: datetime) -> None:
        handle = NAMES[seat]
        self.silent.discard(handle)
        self.people[handle] = Player(handle, key(name), f"{name}@players.example")
        self.desk.settings = parse(self.settings().encode(), "post.yaml", self.desk.root)
        with opened(self.campaign.folder, self.desk.moderator) as keeper:
            decisions.give(keeper, seat, Seat(handle, name.title(), key(name).public), written(now))
            keeper.publish()


@pytest.mark.slow
def test_a_year_of_a_game_of_seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "first"))
    first, second = Moderator(key("moderator")), Moderator(key("second"))
    people = {name: Player(name, key(name), f"{name}@players.example") for name in NAMES}
    seats = [(name, name.title(), Seat(name, "", one.key.public)) for name, one in people.items()]
    (tmp_path / "games").mkdir()
    campaign = begin(
        tmp_path / "games" / "league-1",
        first,
        "toy_league",
        seats,
        {"rounds": 20, "mode": "turns"},
        "en",
        CLOCK,
        written(BEGIN),
        policy=POLICY,
        second=second.public,
    )
    year = Year(None, campaign, random.Random(22), people)
    year.desk = Desk(tmp_path, parse(year.settings().encode(), "post.yaml", tmp_path), first, people)

    def decide(now: datetime, what: str) -> None:
        with opened(campaign.folder, year.desk.moderator) as keeper:
            decisions.change(keeper, what, written(now))
            keeper.publish()

    def go_back(now: datetime) -> None:
        """Into the middle of what one file brought about."""
        with opened(campaign.folder, year.desk.moderator) as keeper:
            marks = keeper.match.past.marks or correction_files.remember_all(keeper) or keeper.match.past.marks
            middle = [mark for mark in marks if mark.i]
            mark = middle[max(0, len(middle) - 3)]
            correction_files.rollback(keeper, (mark.n, mark.i), "A line was misread.", written(now))
            keeper.publish()

    def take_over(now: datetime) -> None:
        """The first moderator's computer is gone, with everything on it."""
        monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "second"))
        year.desk.moderator = second
        with opened(campaign.folder, second, takes_over=True) as keeper:
            decisions.take_over(keeper, written(now))
            keeper.publish()

    plan = {
        20: lambda now: year.line("anna", f"absence {now.date()}..{now.date() + timedelta(days=13)}\n", now),
        45: lambda now: year.line("ben", f"absence {now.date()}..{now.date() + timedelta(days=6)}\n", now),
        60: lambda now: year.line("fred", "leave\n", now),
        75: lambda now: year.replace(5, "hugo", now),
        90: lambda now: decide(now, "pause"),
        104: lambda now: decide(now, "resume"),
        110: lambda now: year.line("cleo", "\n".join(["bid 2", "try bid 3"]) + "\n", now),
        125: go_back,
        130: lambda now: year.silent.add("gina"),
        215: lambda now: year.replace(6, "ida", now),
        220: take_over,
    }
    for hour in range(0, 365 * 24, 12):
        now, day = BEGIN + timedelta(hours=hour), hour // 24
        if hour % 24 == 0 and day in plan:
            plan[day](now)
        if hour % 24 == 0 or any(at <= now for at, _ in year.letters):
            year.post(now)
        if campaign.position["over"]:
            break
    kinds = [entry["kind"] for entry in campaign.entries()]
    for kind in ("absence", "seat", "takeover", "deadline", "rollback", "moderator", "end"):
        assert kind in kinds, f"{kind}: {campaign.head.n} entries, {campaign.position['waiting']}"
    people_came = [one for one in campaign.entries() if one["kind"] == "takeover" and "bot" not in one]
    assert [one["name"] for one in people_came] == ["Hugo", "Ida"]
    assert year.lost > 10
    assert year.twice > 10
    late = [one for one in campaign.entries() if one.get("cause") == "clock"]
    assert late
    for one in late:
        assert instant(one["at"]) >= instant(one["due"]) + timedelta(hours=CLOCK.grace)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
