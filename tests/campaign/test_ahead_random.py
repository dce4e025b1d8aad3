"""Players who order ahead at random, in whole campaigns: everything verifies, and nothing depends on a checkpoint."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.acts import offers
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.deadlines import due
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import late as missed_deadline
from pbem.campaign.running.create import opened
from pbem.campaign.running.writer import CampaignWriter
from pbem.seals.signed import clear_block, sign_move
from pbem.table import NUMBER, TRUTH, Title
from pbem.table.facts import PLAYER, Fact
from pbem.table.state_json import to_json
from pbem.trials.conformance_orders import well_formed
from tests.toys.mail import installed

from .kit import MODERATOR, entries_of, key, start

PLAYERS = ("anna", "ben", "cleo", "dora")
MOST_FILES = 3000
MOST_GAMES = 8


class Writer:
    """Writes files of queued, guarded, standing and cleared lines, some of them nonsense."""

    def __init__(self, title: Title, handles: tuple[str, ...], dice: random.Random) -> None:
        self.title, self.handles, self.dice = title, handles, dice
        self.kinds = list(title.language.kinds.values())
        self.facts = list(title.facts.values())

    def file(self, keeper: CampaignWriter, seat: int) -> str:
        ask = keeper.match.playing.pending.get(seat)
        lines: list[str] = []
        if ask is not None and self.dice.random() < 0.8:
            legal = ask.listed(40)
            lines.append(self.guarded(ask.write(self.dice.choice(legal), self.handles)))
        lines += [self.line() for _ in range(self.dice.choice((0, 0, 1, 2, 5)))]
        if self.dice.random() < 0.1:
            self.dice.shuffle(lines)
        return "\n".join(lines)

    def guarded(self, order: str) -> str:
        return self.dice.choice(["{}", "{}", "{} or any", "try {}", "if {c}: {}", "ask\n{}"]).format(
            order, c=self.condition()
        )

    def line(self) -> str:
        kind = self.dice.choice(self.kinds)
        order = self.dice.choice([*["any", "default"] * 3, "ask", well_formed(kind, self.handles, self.dice.randrange)])
        luck = self.dice.random()
        if luck < 0.5:
            marks = [f"until {name} {self.dice.randrange(4)}" for name in ("turn", "round", "age", "epoch")]
            scope = self.dice.choice(["always", "once", *(m for m in marks if m.split()[1] in self.title.facts)])
            condition = f" if {self.condition()}" if self.dice.random() < 0.5 else ""
            return f"{scope} on {kind.id}{condition}: {order} or default"
        if luck < 0.6:
            return self.dice.choice(["clear standing", f"clear standing on {kind.id}"])
        return self.guarded(order)

    def condition(self) -> str:
        if not self.facts:
            return ""
        fact = self.dice.choice(self.facts)
        args = [self.value(one, fact) for one in fact.args[: self.dice.randint(fact.needed, len(fact.args))]]
        said = fact.name + (f"({', '.join(args)})" if args else "")
        if fact.type == TRUTH:
            return said
        operator = self.dice.choice(["=", "!=", "<", ">="]) if fact.type == NUMBER else self.dice.choice(["=", "!="])
        return f"{said} {operator} {self.value(fact.type, fact)}"

    def value(self, kind: str, fact: Fact) -> str:
        if kind == NUMBER:
            return str(self.dice.randint(fact.low or 0, fact.high or 5))
        if kind == PLAYER:
            return self.dice.choice(self.handles)
        return self.dice.choice([word for slot in kind.split("|") for word in self.title.language.slots[slot]])


def play(campaign: Campaign, dice: random.Random, private: Path) -> dict[str, int]:
    """To the end; now and then the checkpoint is lost, and the match must come back as it was."""
    writer = Writer(campaign.title, campaign.players, dice)
    seen: dict[str, int] = {}
    over = False
    files = 0
    while not over:
        with opened(campaign.folder, MODERATOR) as keeper:
            for _ in range(dice.randint(5, 40)):
                over = keeper.match.past.ended
                if over:
                    break
                files += 1
                assert files < MOST_FILES
                one_file(campaign, keeper, writer, dice, seen)
            over = keeper.match.past.ended
            kept = state_of(keeper)
        if not over and dice.random() < 0.3:
            shutil.rmtree(private / "games")
            with opened(campaign.folder, MODERATOR) as keeper:
                for now, before in zip(state_of(keeper), kept, strict=True):
                    assert now == before
    with opened(campaign.folder, MODERATOR) as keeper:
        keeper.publish()
    return seen


def one_file(
    campaign: Campaign, keeper: CampaignWriter, writer: Writer, dice: random.Random, seen: dict[str, int]
) -> None:
    match = keeper.match
    asked = [seat for seat in match.playing.pending if seat not in match.sealed.given]
    seat = dice.choice(asked) if dice.random() < 0.8 else dice.randrange(len(campaign.players))
    if dice.random() < 0.1:
        late = due(match)
        assert late is not None
        if offers.is_open(match):
            missed_deadline.lapse(keeper, late)
        else:
            missed_deadline.default(keeper, asked[0], late)
        return
    window = dice.choice([None, None, None, "turn", *sorted(match.clerk.windows)])
    after = match.head
    if dice.random() < 0.2:
        after = dice.choice([digest for digest, _ in campaign.ledger.entries()])
    written = dice.choice([None, "2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z"])
    handle = campaign.players[seat]
    payload = write(MoveFile(campaign.id, handle, after, writer.file(keeper, seat), window, written))
    receipt = keeper.submit(clear_block(sign_move(payload, key(handle))).encode(), now=match.at)
    seen[receipt.result] = seen.get(receipt.result, 0) + 1


def state_of(keeper: CampaignWriter) -> tuple[object, ...]:
    match = keeper.match
    return (
        match.n,
        match.head,
        match.playing.digest(),
        to_json(match.ahead.agendas),
        match.ahead.origins,
        match.sealed.veiled,
        match.sealed.closed,
        match.sealed.given,
        match.ahead.newest,
        [[note.data() for note in told.kept] for told in match.past.told],
    )


@pytest.fixture
def toys() -> Iterator[None]:
    with installed():
        yield


@pytest.mark.parametrize("files", ["sealed", "open"])
@pytest.mark.parametrize(
    ("title", "seats"),
    [
        ("wonders_duel", 2),
        ("age_of_reason", 3),
        pytest.param("world_history", 3, marks=pytest.mark.slow),
        ("market", 3),
        ("toy_ages", 2),
        ("toy_battle", 4),
        ("toy_combat", 3),
    ],
)
@pytest.mark.slow
def test_random_plans(
    title: str, seats: int, files: str, games: Path, private: Path, request: pytest.FixtureRequest
) -> None:
    ident: str = request.getfixturevalue("market") if title == "market" else title
    request.getfixturevalue("toys")
    dice = random.Random(f"{title} {files}")
    results: set[str] = set()
    sources: set[str] = set()
    served = 0
    # The lot differs from run to run, and one short game need not show everything: as many as it takes.
    for game in range(MOST_GAMES):
        limits = Terms(hours=24, at_deadline="default", files=files)
        campaign = start(games / f"ahead-{game}", ident, PLAYERS[:seats], limits=limits)
        results |= set(play(campaign, dice, private))
        entries = list(campaign.entries())
        assert entries[-1]["kind"] == "end"
        verdict = verify(campaign.folder)
        assert verdict.ok, verdict.message
        assert verdict.over
        for _ in campaign.steps():
            pass
        served += len(entries_of(campaign, "served"))
        told = [one for entry in entries for part in ("answers", "shows", "sources") for one in entry.get(part, ())]
        sources |= {one.get("source", "") for one in told}
        if {"applied", "refused", "replaced"} <= results and {"file", "standing", "default"} <= sources and served > 5:
            break
    assert {"applied", "refused", "replaced"} <= results
    assert served > 5
    assert {"file", "standing", "default"} <= sources
