"""Missed deadlines: the table waits, the default or a bot answers, or the seat becomes free after some misses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import run
from pbem.campaign.acts import seat as seat_entry
from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import decisions

from .cases_ledger import resigned
from .kit import NOW, again, key, start
from .league import (
    answered,
    begun,
    changed,
    finished,
    kept,
    kinds,
    later,
    league_installed,
    told,
    waiting,
)

BOT = Terms(24, "bot", "open")
REPLACE = Terms(24, "replace", "open")
DROP = {"clock": "moderator", "drop": 2}


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def last(campaign: Campaign) -> dict[str, Any]:
    return list(campaign.entries())[-1]


def test_the_bot_of_the_title_answers_from_what_the_seat_may_see(games: Path) -> None:
    campaign = begun(games / "league-1", BOT)
    with kept(campaign) as keeper:
        card = keeper.match.playing.state.cards[0]
    report = again(campaign, later(24))
    assert report.defaulted == ["anna"]
    entry = last(campaign)
    assert (entry["cause"], entry["due"]) == ("clock", later(24))
    assert entry["answers"] == [{"player": "anna", "ask": "bid", "order": f"bid {card}", "source": "bot"}]
    assert report.happened.entries[-1].notes[0].key == "table_missed_bot"
    finished(campaign, later(25))


@pytest.mark.parametrize("mode", ["open", "secret"])
@pytest.mark.parametrize("files", ["open", "sealed"])
def test_a_bot_answers_among_others(games: Path, mode: str, files: str) -> None:
    campaign = begun(games / "league-1", Terms(24, "bot", files), mode=mode, rounds=2)
    for name in ("anna", "cleo"):
        answered(campaign, later(1), by=name)
    again(campaign, later(24))
    answers = [one for entry in campaign.entries() for one in (*entry.get("answers", ()), *entry.get("shows", ()))]
    assert "bot" in {one.get("source") for one in answers}
    again(campaign, later(48))
    assert campaign.position["over"]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert [entry["kind"] for entry, _ in zip(campaign.entries(), campaign.steps(), strict=True)]


def test_what_a_bot_answered_is_never_computed_again(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun(games / "league-1", BOT)
    again(campaign, later(24))
    finished(campaign, later(25))
    monkeypatch.setattr(campaign.title.module("bot"), "answer", lambda *_: ("bid", 1))
    assert verify(campaign.folder).ok


def test_a_bots_answers_are_checked_for_legality(games: Path) -> None:
    campaign = begun(games / "league-1", BOT, rounds=2)
    again(campaign, later(24))
    n = last(campaign)["n"]
    while not campaign.position["over"]:
        again(campaign, later(24, campaign.position["at"]))

    def bids(order: str, source: str = "bot") -> Any:
        def change(entry: dict[str, Any]) -> None:
            resigned(entry, "moderator", "pbem-moderator", orders=order)
            entry["answers"][0] |= {"order": order, "source": source}

        return change

    for order, said in (
        ("bid 12", "a recorded answer is not legal here"),
        ("tea", "a recorded answer is not legal here"),
        ("bid 3\nbid 4", "the bot answered more than was due (`bid 4`)"),
    ):
        verdict = changed(campaign, n, bids(order))
        assert (verdict.ok, verdict.entry) == (False, n), order
        assert said in verdict.message, order
    for source in ("default", "file"):
        assert not changed(campaign, n, bids("bid 3", source)).ok


def test_a_title_without_a_bot_cannot_have_it_answer(games: Path, guess: str) -> None:
    with pytest.raises(CampaignError, match="There is no bot bot for guess"):
        start(games / "guess-1", guess, limits=BOT)


def test_after_some_misses_in_a_row_the_seat_is_free(games: Path) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy=DROP)
    assert again(campaign, later(24)).dropped == []
    answered(campaign, later(25))
    report = again(campaign, later(49))
    assert (report.defaulted, report.dropped) == (["anna"], ["anna"])
    drop, takeover = list(campaign.entries())[-2:]
    assert (drop["kind"], drop["state"], drop["by"]) == ("seat", "dropped", "clock")
    assert (takeover["kind"], takeover["bot"], takeover["by"]) == ("takeover", "bot", drop["n"])
    assert waiting(campaign) == ["ben"]
    with kept(campaign) as keeper:
        assert keeper.match.seats.people == [1], "a ghost has no vote"
    finished(campaign, later(50))


def test_a_game_that_all_have_left_rests_until_somebody_comes(games: Path) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy=DROP)
    dropped = [name for day in range(1, 6) for name in again(campaign, later(25 * day)).dropped]
    assert sorted(dropped) == ["anna", "ben"]
    n = campaign.head.n
    for day in (30, 60):
        report = again(campaign, later(24 * day))
        assert (report.n, report.over, report.defaulted) == (n, False, [])
    with kept(campaign) as keeper:
        decisions.give(keeper, 1, Seat("ben", "Carla", key("carla").public), later(24 * 61))
    again(campaign, later(24 * 61))
    assert campaign.head.n > n
    assert waiting(campaign) == ["ben"]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_an_answer_begins_the_count_anew(games: Path) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy=DROP)
    again(campaign, later(24))
    answered(campaign, later(25))
    answered(campaign, later(26), by="anna")
    answered(campaign, later(27))
    assert again(campaign, later(51)).dropped == []


def test_without_an_agreement_nobody_is_dropped(games: Path) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy={})
    for n in range(1, 9):
        assert again(campaign, later(24 * n)).dropped == []


def test_a_drop_before_its_time_is_found_out(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy=DROP)
    with monkeypatch.context() as hasty:
        hasty.setattr(seat_entry, "too_many", lambda match, seat: match.pace.misses[seat] >= 1)
        assert again(campaign, later(24)).dropped == ["anna"]
    verdict = verify(campaign.folder)
    n = kinds(campaign).index("seat")
    assert (verdict.ok, verdict.entry) == (False, n)
    assert "the seat has missed 1 deadlines in a row, and the players agreed to 2" in verdict.message


@pytest.mark.parametrize("over", [False, True])
def test_changed_seat_entries_are_found_out(games: Path, over: bool) -> None:
    campaign = begun(games / "league-1", REPLACE, seats=2, rounds=20, policy=DROP)
    again(campaign, later(24))
    answered(campaign, later(25))
    again(campaign, later(49))
    if over:
        finished(campaign, later(50))
    n = kinds(campaign).index("seat")
    for at, change, said in (
        (n, {"state": "resigned"}, "only a player can resign"),
        (n, {"by": "player"}, "a player signs the own decision"),
        (n, {"player": "ben"}, "the seat has missed 0 deadlines in a row"),
        (n + 1, {"by": n - 1}, f"did not become free with entry {n - 1}"),
        (n + 1, {"player": "ben"}, f"the seat of ben did not become free with entry {n}"),
        (n + 1, {"bot": "mallory"}, "`bot` is"),
        (n + 1, {"key": next(campaign.entries())["seats"][1]["key"]}, "ben signs with this key already"),
        (n + 1, {"name": " "}, "`name` is"),
    ):
        verdict = changed(campaign, at, lambda one, change=change: one.update(change))
        assert (verdict.ok, verdict.entry) == (False, at), change
        assert said in verdict.message, change


def test_a_player_resigns_and_a_bot_plays_on(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(files="open"), seats=3)
    receipt = told(campaign, "anna", "leave", later(1))
    assert receipt.message == "You have given up your seat (entry 4); thank you for having played."
    again(campaign, later(2))
    assert waiting(campaign) == ["ben"]
    assert kinds(campaign)[-3:] == ["seat", "takeover", "run"]
    assert told(campaign, "anna", "bid 3", later(3)).fault == "seat-passed"
    finished(campaign, later(4))


def test_a_title_without_a_bot_answers_for_a_free_seat_with_defaults(games: Path, guess: str) -> None:
    campaign = start(games / "guess-1", guess, policy={})
    told(campaign, "anna", "leave", later(1))
    again(campaign, later(2))
    assert next(one for one in campaign.entries() if one["kind"] == "takeover")["bot"] == "default"
    assert waiting(campaign) == ["ben"]


def test_who_cannot_give_up_a_seat(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(files="open"), seats=3, bots={"cleo": "bot"})
    assert told(campaign, "anna", "leave now", NOW).fault == "alone"
    assert told(campaign, "anna", "leave\nbid 3", NOW).fault == "alone"
    assert told(campaign, "anna", "leave", NOW, by="ben").fault == "sig-key"
    with kept(campaign) as keeper:
        with pytest.raises(CampaignError, match="The seat of cleo is free already, or played by a bot"):
            decisions.drop(keeper, 2, NOW)
        with pytest.raises(CampaignError, match="The seat of cleo is played by a bot already"):
            decisions.give_to_bot(keeper, 2, "bot", NOW)
        with pytest.raises(CampaignError, match="There is no bot chess for toy_league"):
            decisions.give_to_bot(keeper, 0, "chess", NOW)
        decisions.drop(keeper, 0, NOW)
        with pytest.raises(CampaignError, match="The seat of anna is free already"):
            decisions.drop(keeper, 0, NOW)
    finished(campaign, later(1))
    with kept(campaign) as keeper, pytest.raises(CampaignError, match="The game is over"):
        decisions.drop(keeper, 1, NOW)


def test_seats_are_kept_empty_for_those_who_join_later(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(files="open"), seats=4, rounds=3, bots={"dora": "empty"})
    assert campaign.genesis.options["empty"] == 1
    for _ in range(3):
        answered(campaign, later(1))
    assert waiting(campaign) == ["anna"], "nobody waits for an empty seat"
    with kept(campaign) as keeper:
        decisions.give(keeper, 3, Seat("dora", "Dora", key("dora").public), later(2))
    for _ in range(3):
        answered(campaign, later(3))
    assert waiting(campaign) == ["dora"]
    answered(campaign, later(4), "enter")
    assert campaign.position["view"]["inside"] == [True] * 4
    finished(campaign, later(5))


def test_where_no_seat_can_be_kept_empty(games: Path, guess: str) -> None:
    with pytest.raises(CampaignError, match="In guess nobody can join later"):
        start(games / "guess-1", guess, bots={"ben": "empty"})
    with pytest.raises(CampaignError, match="empty seats come last"):
        begun(games / "league-1", Terms(), seats=3, bots={"ben": "empty"})
    with pytest.raises(CampaignError, match="There is no bot empty for"):
        _empty(begun(games / "league-2", Terms()))


def _empty(campaign: Campaign) -> None:
    with kept(campaign) as keeper:
        decisions.give_to_bot(keeper, 0, "empty", NOW)


def test_a_bot_that_answers_less_than_was_due(games: Path) -> None:
    campaign = begun(games / "league-1", BOT)
    with kept(campaign) as keeper, pytest.raises(CampaignError, match="the bot answered less than was due"):
        run.recorded_late(keeper.match, {"n": 4}, 0, "# nothing")
