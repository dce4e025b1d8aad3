"""The moderator changes the position from outside the rules: soundly, for everybody to see, and nobody sees more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import going_back, rulings
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import opened
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, key, play_on, start, submit, verified_to_the_end

AGREED = {"undo": "open", "rollback": "moderator", "ruling": "moderator"}
WHY = "The moderator was asleep."


def rule(campaign: Campaign, *changes: tuple[str, Any], why: str = WHY, undo: int | None = None) -> dict[str, Any]:
    with opened(campaign.folder, MODERATOR) as keeper:
        correction_files.rule(keeper, changes, why, NOW, undo)
        keeper.publish()
    return list(campaign.entries())[-1]


def _refused(campaign: Campaign, *changes: tuple[str, Any], why: str = WHY, undo: int | None = None) -> str:
    before = campaign.head
    with opened(campaign.folder, MODERATOR) as keeper:
        position = keeper.match.playing.digest() if keeper.match.table else ""
        with pytest.raises(CampaignError) as refused:
            correction_files.rule(keeper, changes, why, NOW, undo)
        assert position == (keeper.match.playing.digest() if keeper.match.table else ""), "nothing was changed"
    assert campaign.head == before
    return str(refused.value)


@pytest.fixture
def duel(games: Path) -> Campaign:
    campaign = start(games / "duel-1", policy=AGREED)
    play_on(campaign, 9)
    return campaign


@pytest.fixture
def turns(games: Path) -> Iterator[Campaign]:
    with installed():
        yield start(games / "turn-1", "toy_turn", policy=AGREED)


def test_a_number_is_changed_and_told(duel: Campaign, private: Path) -> None:
    coins = duel.position["view"]["cities"][0]["coins"]
    entry = rule(duel, ("cities.anna.coins", coins + 4))
    assert entry["changes"] == [{"path": "cities.0.coins", "was": coins, "to": coins + 4}]
    assert duel.position["view"]["cities"][0]["coins"] == coins + 4
    told = [duel.words().say(f"note.{note.key}", note.values) for note in list(duel.steps())[-1].notes]
    assert told == [f"The moderator rules: {WHY}", f"Changed: the coins of Anna: {coins + 4} instead of {coins}."]
    shutil.rmtree(private / "games")
    verified_to_the_end(duel)


def test_it_is_undone_by_another(duel: Campaign) -> None:
    before = duel.position["view"]
    n = rule(duel, ("cities.0.coins", 40), ("cities.1.coins", 50))["n"]
    entry = rule(duel, why="That was wrong.", undo=n)
    assert (entry["about"], duel.position["view"]) == (n, before)
    assert "takes back the ruling of entry" in duel.words().say("note.ruled", {"reason": WHY, "entry": n})
    verified_to_the_end(duel)


def test_what_has_changed_since_is_not_undone_with_it(turns: Campaign) -> None:
    n = rule(turns, ("row", turns.position["view"]["row"][::-1]))["n"]
    submit(turns, "anna", "no politics\ntake rome")
    assert "row has changed since that ruling; rule on it by itself" in _refused(turns, undo=n)
    verified_to_the_end(turns)


def test_words_alone_change_nothing(duel: Campaign) -> None:
    before = duel.position["view"], duel.position["since"]
    assert rule(duel)["changes"] == []
    assert (duel.position["view"], duel.position["since"]) == before
    verified_to_the_end(duel)


def test_in_the_middle_of_a_turn(turns: Campaign) -> None:
    submit(turns, "anna", "no politics")
    row = turns.position["view"]["row"]
    rule(turns, ("hands.ben", ["oil"]), ("row", [one for one in row if one != "oil"]))
    assert turns.position["view"]["hands"] == [[], ["oil"]]
    assert submit(turns, "anna", "take oil").result == "refused"
    assert submit(turns, "anna", "take rome").result == "applied"
    verified_to_the_end(turns)


def test_not_where_the_turn_would_have_gone_on_differently(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake oil")
    row = turns.position["view"]["row"]
    said = _refused(turns, ("hands.0", []), ("row", [*row, "oil"]))
    assert "the turn would have gone on differently" in said
    assert "go back first, say to 3:2" in said
    assert "the turn would have gone on differently" in _refused(turns, ("actions", 1)), "the turn sets it itself"
    given = ("hands.1", ["rome"]), ("row", [one for one in row if one != "rome"])
    assert "the turn could not have gone on like this" in _refused(turns, *given), "the row had no oil to take"
    with opened(turns.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, going_back.read_place("3:1"), WHY, NOW)
        keeper.publish()
    row = turns.position["view"]["row"]
    rule(turns, ("hands.0", ["oil"]), ("row", [one for one in row if one != "oil"]))
    assert turns.position["view"]["hands"][0] == ["oil"]
    verified_to_the_end(turns)


def test_a_rollback_takes_back_a_ruling_and_keeps_one_before_it(duel: Campaign) -> None:
    first = rule(duel, ("cities.0.coins", 31))["n"]
    play_on(duel, 1)
    rule(duel, ("cities.1.coins", 32))
    play_on(duel, 2)
    with opened(duel.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (first + 3, 0), WHY, NOW)
        keeper.publish()
    assert 32 in [city["coins"] for city in duel.position["view"]["cities"]]
    with opened(duel.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (first + 1, 0), WHY, NOW)
        keeper.publish()
    coins = [city["coins"] for city in duel.position["view"]["cities"]]
    assert coins[0] == 31
    assert coins[1] != 32
    verified_to_the_end(duel)


def test_nothing_is_undone_past_it(turns: Campaign) -> None:
    submit(turns, "anna", "no politics")
    row = turns.position["view"]["row"]
    rule(turns, ("row", row[::-1]))
    assert submit(turns, "anna", "undo").result == "refused"
    submit(turns, "anna", "take rome")
    assert submit(turns, "anna", "undo").result == "applied"
    assert turns.position["view"]["row"] == row[::-1]
    verified_to_the_end(turns)


def test_things_are_moved_and_not_made(duel: Campaign) -> None:
    cities = duel.position["view"]["cities"]
    assert "is there twice" in _refused(duel, ("cities.0.buildings", [*cities[0]["buildings"], "palace"]))
    assert "move it instead" in _refused(duel, ("cities.0.wonders", []))
    assert "there is no 'casino'" in _refused(duel, ("cities.0.buildings", ["casino"]))
    assert "this follows from the rest" in _refused(duel, ("cities.0.makes", [9, 0, 0, 0, 0])), "of its buildings"


def test_refusals(duel: Campaign) -> None:
    assert "there is no castles" in _refused(duel, ("castles", 1))
    assert "there is no 7" in _refused(duel, ("cities.7.coins", 1))
    assert "is not of the right kind" in _refused(duel, ("cities.0.coins", "many"))
    assert "is not of the right kind" in _refused(duel, ("cities.0.coins", True))
    assert "this is never changed" in _refused(duel, ("fixes", 9))
    assert "this is never changed" in _refused(duel, ("phase", "setup"))
    assert "changed twice" in _refused(duel, ("cities.0.coins", 1), ("cities.0.coins", 2))
    coins = duel.position["view"]["cities"][0]["coins"]
    assert "nothing would change" in _refused(duel, ("cities.0.coins", coins))
    assert "must be one line" in _refused(duel, ("cities.0.coins", 1), why="")
    assert "entry 3 is not a ruling" in _refused(duel, undo=3)
    assert "entry 99 is not a ruling" in _refused(duel, undo=99)


@pytest.mark.parametrize("policy", [None, {"ruling": "nobody"}])
def test_not_unless_it_was_agreed_to(games: Path, policy: dict[str, str] | None) -> None:
    campaign = start(games / "duel-1", policy=policy)
    assert "did not agree to rulings" in _refused(campaign, ("cities.0.coins", 1))


def test_not_before_after_or_among_sealed_answers(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, joined=False, policy=AGREED)
    assert "Play has not begun" in _refused(campaign)
    for handle in campaign.players:
        submit(campaign, handle, "join")
    while len(campaign.position["waiting"]) < 2:
        play_on(campaign, 1)
    play_on(campaign, 1)
    assert "sealed answers wait" in _refused(campaign, ("night", 2))
    play_on(campaign)
    assert "The game is over" in _refused(campaign)


def _swapped(campaign: Campaign, at: int) -> list[tuple[str, Any]]:
    """Anna gets another card of the deck into her hand for her first."""
    with opened(campaign.folder, MODERATOR) as keeper:
        state = keeper.match.playing.state
        deck, hand = list(state.deck), list(state.stalls[0].hand)
    at = next(n for n, card in enumerate(deck[at:], at) if card != hand[0])
    hand[0], deck[at] = deck[at], hand[0]
    return [("deck", deck), ("stalls.anna.hand", hand)]


def _market(games: Path, market: str, name: str) -> Campaign:
    """As far as the beginning of a phase in which hands and deck are as they were."""
    campaign = start(games / name / "market-1", market, policy=AGREED, salt=b"s" * 16)
    for _ in range(20):
        changes = _swapped(campaign, 0)
        try:
            with opened(campaign.folder, MODERATOR) as keeper:
                rulings.draft(keeper.match, rulings.wanted(keeper.match, changes), WHY)
            return campaign
        except CampaignError:
            play_on(campaign, 1)
    raise AssertionError("never possible")


def test_what_is_hidden_is_sealed_and_told_to_whoever_may_see_it(games: Path, market: str) -> None:
    campaign = _market(games, market, "one")
    changes = _swapped(campaign, 0)
    entry = rule(campaign, *changes)
    assert entry["changes"] == []
    assert set(entry) == {"n", "prev", "at", "sig", "kind", "reason", "by", "changes", "sealed", "digest"}
    (public,) = list(campaign.steps())[-1:]
    assert [note.key for note in public.notes] == ["ruled", "ruled_hidden"]
    told = {handle: open_hand(campaign, handle, key(handle)).told for handle in campaign.players}
    come = [[one["values"]["added"] for one in told[handle] if one["key"] == "ruled_list"] for handle in told]
    assert come == [[changes[1][1][:1]], []]
    verified_to_the_end(campaign)


def test_two_worlds_that_differ_in_what_was_hidden_look_alike(games: Path, market: str, private: Path) -> None:
    seen = []
    for name, at in (("one", 0), ("two", 3)):
        shutil.rmtree(private / "games", ignore_errors=True)
        campaign = _market(games, market, name)
        entry = rule(campaign, *_swapped(campaign, at))
        shown = {k: v for k, v in entry.items() if k not in ("sig", "prev", "sealed")}
        sizes = len(entry["sealed"]), (campaign.folder / "sealed" / "ben.age").stat().st_size
        seen.append((shown, sizes, campaign.position["view"], open_hand(campaign, "ben", key("ben")).told))
    assert seen[0] == seen[1]


def test_hidden_changes_open_at_the_end(games: Path, market: str, private: Path) -> None:
    campaign = _market(games, market, "one")
    with opened(campaign.folder, MODERATOR) as keeper:
        deck = list(keeper.match.playing.state.deck)
    n = rule(campaign, ("deck", deck[::-1]))["n"]
    shutil.rmtree(private / "games")
    verified_to_the_end(campaign)
    (end,) = [entry for entry in campaign.entries() if entry["kind"] == "end"]
    assert end["rulings"] == [{"n": n, "changes": [{"path": "deck", "was": deck, "to": deck[::-1]}]}]
