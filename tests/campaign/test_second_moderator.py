"""A game survives its moderator: a second one, named in the genesis, goes on with it, and everybody can check that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement import second_moderator
from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.entries import digest_of
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand, open_receipts
from pbem.campaign.running import decisions
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.seals.errors import SealError
from pbem.seals.moderator_key import Moderator

from .kit import MODERATOR, NOW, key, send
from .league import changed, kinds, later, league_installed

SECOND = Moderator(key("second"))
STRANGER = Moderator(key("mallory"))


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Each moderator has a computer of the own."""

    def of(name: str) -> None:
        monkeypatch.setenv("PBEM_KEYS", str(tmp_path / name))

    return of


def begun(games: Path, heir: bool = True, bots: bool = True) -> Campaign:
    players: list[tuple[str, str, Seat | str]] = [
        ("anna", "Anna", Seat("anna", "", key("anna").public)),
        ("ben", "Ben", Seat("ben", "", key("ben").public)),
        ("cleo", "Cleo", "bot" if bots else Seat("cleo", "", key("cleo").public)),
    ]
    campaign = begin(
        games / "league-1",
        MODERATOR,
        "toy_league",
        players,
        {"mode": "open", "rounds": 3},
        "en",
        Terms(48, "default", "sealed"),
        NOW,
        policy={"clock": "moderator"},
        second=SECOND.public if heir else None,
    )
    for name in ("anna", "ben"):
        send(campaign, name, "join")
    run(campaign.folder, MODERATOR, NOW)
    return campaign


def taken_over(campaign: Campaign, at: str, moderator: Moderator = SECOND) -> None:
    with opened(campaign.folder, moderator, takes_over=True) as keeper:
        decisions.take_over(keeper, at)
        keeper.publish()


def played(campaign: Campaign, moderator: Moderator, at: str, rounds: int = 9) -> None:
    for _ in range(rounds):
        if campaign.position["over"]:
            return
        for name in campaign.position["waiting"]:
            send(campaign, name, "bid 4")
        run(campaign.folder, moderator, at)


def test_a_second_moderator_goes_on_where_the_first_one_stopped(games: Path, at_home: Callable[[str], None]) -> None:
    at_home("first")
    campaign = begun(games)
    send(campaign, "anna", "bid 5\nonce on bid: bid 7")
    run(campaign.folder, MODERATOR, later(1))
    at_home("second")
    taken_over(campaign, later(30))
    entry = list(campaign.entries())[-1]
    assert (entry["kind"], entry["moderator"].split()[1]) == ("moderator", SECOND.public.line.split()[1])
    assert campaign.moderators == (MODERATOR.public, SECOND.public)
    assert verify(campaign.folder).ok
    send(campaign, "ben", "bid 2")
    run(campaign.folder, SECOND, later(31))
    run(campaign.folder, SECOND, later(32))
    with opened(campaign.folder, SECOND) as keeper:
        assert keeper.match.playing.state.round == 2
    assert campaign.position["waiting"] == ["ben"], "what anna ordered ahead is not lost"
    assert open_hand(campaign, "ben", key("ben")).view["round"] == 2
    found, forged = open_receipts(campaign, "ben", key("ben"))
    assert (len(found) >= 2, forged) == (True, []), "receipts of both moderators are genuine"
    played(campaign, SECOND, later(40))
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


def test_from_then_on_the_first_moderator_writes_no_more(games: Path, at_home: Callable[[str], None]) -> None:
    at_home("first")
    campaign = begun(games)
    at_home("second")
    taken_over(campaign, later(1))
    at_home("first")
    with pytest.raises(SealError):
        run(campaign.folder, MODERATOR, later(2))
    assert kinds(campaign)[-1] == "moderator"


def test_who_cannot_take_over(games: Path, at_home: Callable[[str], None]) -> None:
    campaign = begun(games)
    with pytest.raises(CampaignError, match=r"You are the second moderator .*`pbem takeover league-1`"):
        run(campaign.folder, SECOND, later(1))
    with pytest.raises(CampaignError, match="Your key is not that of the second moderator"):
        taken_over(campaign, later(1), MODERATOR)
    with pytest.raises(SealError):
        taken_over(campaign, later(1), STRANGER)
    at_home("second")
    taken_over(campaign, later(1))
    with pytest.raises(CampaignError, match="has taken over already"):
        taken_over(campaign, later(1))
    alone = begun(games / "alone", heir=False)
    with pytest.raises(CampaignError, match="names no second moderator"):
        taken_over(alone, later(1), MODERATOR)
    with pytest.raises(CampaignError, match="needs another key than the first"):
        begin(
            games / "league-9",
            MODERATOR,
            "toy_league",
            [("a", "A", "bot"), ("b", "B", "bot")],
            {},
            now=NOW,
            second=MODERATOR.public,
        )


def test_what_is_sealed_to_the_second_moderator_must_be_the_secret(games: Path) -> None:
    campaign = begun(games)
    genesis = campaign.genesis
    assert second_moderator.secrets_of(genesis, SECOND) == second_moderator.secrets_of(genesis, MODERATOR)
    other = second_moderator.named(SECOND.public, MODERATOR.game("other", b"x" * 16))
    for sealed in (other.sealed, "tea"):
        wrong = replace(genesis, second=replace(other, sealed=sealed))
        with pytest.raises(CampaignError, match="does not open with your key, or is not the game's secret"):
            second_moderator.secrets_of(wrong, SECOND)


def _rebuilt(campaign: Campaign, by: list[Moderator], change: Callable[[list[dict[str, Any]]], object]) -> str:
    """What verify says of a ledger whose entries are changed, and signed again by these moderators."""
    path = campaign.folder / "ledger.jsonl"
    good = path.read_bytes()
    entries = [json.loads(line) for line in good.splitlines()]
    change(entries)
    before, lines = "0" * 64, []
    for n, entry in enumerate(entries):
        line = signed(
            {**{k: v for k, v in entry.items() if k != "sig"}, "n": n, "prev": before}, by[min(n, len(by) - 1)]
        )
        before = digest_of(line)
        lines.append(line + b"\n")
    path.write_bytes(b"".join(lines))
    try:
        return verify(campaign.folder, ledger_only=True).message
    finally:
        path.write_bytes(good)


def test_a_takeover_that_was_made_up_is_found_out(games: Path, at_home: Callable[[str], None]) -> None:
    at_home("first")
    campaign = begun(games)
    at_home("second")
    taken_over(campaign, later(1))
    with opened(campaign.folder, SECOND) as keeper:
        decisions.change(keeper, "pause", later(2))
    n = kinds(campaign).index("moderator")
    right = [*[MODERATOR] * n, SECOND]
    line = key("mallory").public.line.rsplit(" ", 1)[0]
    assert _rebuilt(campaign, right, lambda _: None) == ""
    for by, change, said in (
        ([MODERATOR], lambda _: None, f"entry {n}: the moderator's signature does not match"),
        ([*[MODERATOR] * n, STRANGER], lambda _: None, f"entry {n}: the moderator's signature does not match"),
        ([*[MODERATOR] * n, SECOND, MODERATOR], lambda _: None, f"entry {n + 1}: the moderator's signature"),
        (right, lambda all: all[n].update(moderator=line), "it names another key than the genesis"),
        (right, lambda all: all.insert(n + 1, dict(all[n])), f"entry {n + 1}: a moderator entry has no place here"),
        (right, lambda all: all.pop(n), f"entry {n}: the moderator's signature does not match"),
    ):
        assert said in _rebuilt(campaign, by, change)


def test_a_game_without_a_second_moderator_has_no_such_entry(games: Path) -> None:
    campaign = begun(games, heir=False)

    def more(entries: list[dict[str, Any]]) -> None:
        entries.append({"kind": "moderator", "at": later(1), "moderator": key("second").public.line.rsplit(" ", 1)[0]})

    assert "names no second moderator" in _rebuilt(campaign, [MODERATOR], more)


def test_nobody_plays_with_the_key_of_the_second_moderator(games: Path) -> None:
    """It opens what all others hide."""
    campaign = begun(games, bots=False)
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.give(keeper, 0, Seat("anna", "Carl", key("carl").public), later(1))
        decisions.hand_over(keeper, 1, key("dora").public.line, None, None, later(2))
        keeper.publish()
    assert verify(campaign.folder).ok
    for kind in ("takeover", "key"):
        n = kinds(campaign).index(kind)
        verdict = changed(campaign, n, lambda one: one.update(key=" ".join(SECOND.public.line.split()[:2])))
        assert (verdict.ok, verdict.entry) == (False, n)
        assert "would be that of the second moderator" in verdict.message
