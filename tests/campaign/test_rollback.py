"""Play goes back for everybody: as an entry, with chance that goes on and what was seen known."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.campaign.acts import going_back, stays_known
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import opened
from pbem.orders.foresight import whole_file
from pbem.table import Note
from pbem.table.saying import note_text
from pbem.titles.through_the_ages.cards import MILITARY
from pbem.titles.through_the_ages.state import Ages
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, play_on, signed_block, start, submit, verified_to_the_end

AGREED = {"undo": "open", "rollback": "moderator"}
WHY = "A rule was applied wrongly."


@pytest.fixture
def turns(games: Path) -> Iterator[Campaign]:
    with installed():
        yield start(games / "turn-1", "toy_turn", policy=AGREED)


def rolled_back(campaign: Campaign, place: str, why: str = WHY) -> None:
    with opened(campaign.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, going_back.read_place(place), why, NOW)
        keeper.publish()


def _refused(campaign: Campaign, place: str, why: str = WHY) -> str:
    before = campaign.head
    with pytest.raises(CampaignError) as refused:
        rolled_back(campaign, place, why)
    assert campaign.head == before
    return str(refused.value)


def test_into_the_middle_of_an_entry_over_the_turns_of_others(turns: Campaign, private: Path) -> None:
    submit(turns, "anna", "no politics\ntake rome\ntake oil\nend\ndiscard oil")
    submit(turns, "ben", "no politics\ntake iron")
    lines = turns.ledger.path.read_bytes()
    rolled_back(turns, "3:3")
    assert turns.ledger.path.read_bytes().startswith(lines), "history is never rewritten"
    entry = next(reversed(list(turns.entries())))
    assert (entry["kind"], entry["to"], entry["by"], entry["reason"]) == (
        "rollback",
        {"n": 3, "i": 2},
        "moderator",
        WHY,
    )
    assert turns.position["waiting"] == ["anna"]
    assert turns.position["view"]["hands"] == [["rome"], []]
    shutil.rmtree(private / "games")
    assert submit(turns, "anna", "take masonry").result == "applied"
    verified_to_the_end(turns)


def test_what_was_ordered_ahead_is_dropped(turns: Campaign) -> None:
    submit(turns, "ben", "always on politics: no politics\nalways on action: end")
    submit(turns, "anna", "no politics\ntake rome\nask\nend")
    rolled_back(turns, "4")
    with opened(turns.folder, MODERATOR) as keeper:
        assert all(one.idle and not one.standing for one in keeper.match.ahead.agendas)
    submit(turns, "anna", "no politics\nend")
    assert turns.position["waiting"] == ["ben"]
    verified_to_the_end(turns)


def test_files_from_before_do_not_count_any_more(turns: Campaign) -> None:
    submit(turns, "anna", "no politics")
    head = turns.head.digest
    rolled_back(turns, "3")
    for orders in ("no politics", "if hand(rome): end", "always on politics: no politics", ""):
        receipt = submit(turns, "anna", orders, after=head)
        assert receipt.result == "refused"
        assert "entry 4 went back to an earlier position" in receipt.message or "hand" in orders
    assert submit(turns, "ben", "always on politics: no politics", after=head).result == "refused"
    assert submit(turns, "anna", "no politics").result == "applied"


def test_nothing_can_be_undone_past_it_and_it_can_go_back_again(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake rome\ntake oil")
    rolled_back(turns, "3:3")
    assert submit(turns, "anna", "undo").result == "refused", "what came after it is known"
    submit(turns, "anna", "take iron")
    submit(turns, "anna", "undo")
    assert "nearest answers to go back to are 3:2" in _refused(turns, "3:3"), "it was taken back before"
    assert "nearest answers to go back to are 3:2" in _refused(turns, "5")
    rolled_back(turns, "3:2")
    rolled_back(turns, "3")
    assert turns.position["asked"][0]["kind"] == "politics"
    verified_to_the_end(turns)


def test_an_undo_is_taken_back_as_well(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake rome")
    submit(turns, "anna", "undo 2")
    submit(turns, "anna", "aggress ben\ntake oil")
    rolled_back(turns, "5:2")
    assert turns.position["view"]["hands"] == [[], []]
    verified_to_the_end(turns)


def test_refusals(turns: Campaign) -> None:
    assert "nobody has chosen an answer yet" in _refused(turns, "2")
    submit(turns, "anna", "no politics\ntake rome\ntake oil\ntake iron\nend\ndiscard oil, iron")
    assert "nearest answers to go back to are 3:1" in _refused(turns, "0")
    assert "nearest answers to go back to are 3:6" in _refused(turns, "99:9")
    assert "the table never waited for the answer 3:5" in _refused(turns, "3:5"), "it was forced"
    for place in ("", "x", "3:", "3:0", ":2", "-1", "3.5"):
        assert "is not a place in the log" in _refused(turns, place)
    for why in ("", "two\nlines", " spaced ", "x" * 501):
        assert "must be one line of 1 to 500" in _refused(turns, "3", why)


@pytest.mark.parametrize("policy", [None, {"rollback": "vote"}, {"rollback": "nobody"}])
def test_not_unless_it_was_agreed_to(games: Path, policy: dict[str, str] | None) -> None:
    with installed():
        campaign = start(games / "turn-1", "toy_turn", policy=policy)
        submit(campaign, "anna", "no politics")
        assert "did not agree to it when it began" in _refused(campaign, "3")


def test_not_before_the_game_and_not_after_it(games: Path, guess: str) -> None:
    campaign = start(games / "guess-1", guess, joined=False, policy=AGREED)
    assert "Play has not begun" in _refused(campaign, "0")
    for handle in campaign.players:
        submit(campaign, handle, "join")
    play_on(campaign)
    assert "The game is over" in _refused(campaign, "3")


def test_chance_goes_on(games: Path) -> None:
    """Never again with numbers that were seen: the stream is where it was."""
    campaign = start(games / "duel-1", policy=AGREED)
    play_on(campaign, 12)
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.fair is not None
        before = keeper.match.fair.state()
    rolled_back(campaign, "3")
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.fair is not None
        assert keeper.match.fair.state() == before
    play_on(campaign, 1)
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.fair is not None
        assert keeper.match.fair.state() != before
    verified_to_the_end(campaign)


def test_simultaneous_answers_are_taken_back_together(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, ("anna", "ben", "cleo"), policy=AGREED)
    while len(campaign.position["waiting"]) < 3:
        play_on(campaign, 1)
    first = campaign.head.n + 1
    play_on(campaign, 2)
    assert f"nearest answers to go back to are {first - 1}:1, {first}:1" in _refused(campaign, f"{first + 1}") or (
        f"{first}:1" in _refused(campaign, f"{first + 1}")
    )
    rolled_back(campaign, f"{first}")
    assert len(campaign.position["waiting"]) == 3, "the sealed answers count no more"
    play_on(campaign, 3)
    rolled_back(campaign, f"{campaign.head.n - 2}")
    assert len(campaign.position["waiting"]) == 3, "and neither do those that were opened"
    verified_to_the_end(campaign)


def test_hidden_answers_that_were_shown_stay_known(games: Path, market: str) -> None:
    """They are hidden again in the position, but everybody has read them."""
    campaign = start(games / "market-1", market, policy=AGREED)
    place = None
    while place is None:
        play_on(campaign, 1)
        with opened(campaign.folder, MODERATOR) as keeper:
            correction_files.remember_all(keeper)
            match = keeper.match
        marks = [(mark.n, mark.i) for mark in match.past.marks]
        place = next((m for one in match.past.shown for m in marks if (one.n, one.i) < m and m[0] < one.by), None)
    rolled_back(campaign, f"{place[0]}:{place[1] + 1}")
    told = [note.key for note in list(campaign.steps())[-1].notes]
    assert told[0] == "rolled_back"
    assert "stays_known" in told[1:]
    verified_to_the_end(campaign)


def _told(campaign: Campaign) -> list[Note]:
    """All notes of the last entry, also those that only some may read."""
    (*_, (_, _, deed)) = campaign.replay()
    return deed.notes


def test_each_card_that_was_turned_up_stays_known(games: Path) -> None:
    campaign = start(games / "duel-1", policy=AGREED)
    while not campaign.position["view"]["face_down"]:
        play_on(campaign, 1)
    first = campaign.head.n + 1
    play_on(campaign, 9)
    after = [note for step in campaign.steps() if step.n >= first for note in step.notes]
    turned = sorted(note.values["card"] for note in after if note.key == "turned_up")
    assert len(turned) > 1
    rolled_back(campaign, f"{first}")
    (note,) = (note for note in _told(campaign) if note.key == "stay_known")
    assert note.values["things"] == turned
    names = [campaign.words("de").name("card", card) for card in turned]
    said = note_text(note, campaign.words("de"))
    assert said.startswith("Alle haben gesehen, was nun wieder verdeckt ist: ")
    assert all(name in said for name in names)
    play_on(campaign, 1)
    again = f"{campaign.head.n}"
    rolled_back(campaign, again)
    shown = {note.values["card"] for note in list(campaign.steps())[-2].notes if note.key == "turned_up"}
    seen = [card for note in _told(campaign) if note.key == "stay_known" for card in note.values["things"]]
    assert shown == set(seen), "what was seen before an earlier rollback was told there"
    verified_to_the_end(campaign)


@pytest.mark.slow
def test_what_a_player_alone_has_drawn_stays_known_to_that_player(games: Path) -> None:
    campaign = start(games / "ages-1", "through_the_ages", policy=AGREED)
    _like_bots(campaign, 12)
    drawn: list[set[str]] = [set()]
    while not all(drawn):  # until both have drawn from the deck that is there when play goes back to
        _like_bots(campaign, 3)
        place, deck = campaign.head.n + 1, set(_military_deck(campaign))
        _like_bots(campaign, 6)
        since = [note for _, entry, deed in campaign.replay() if entry["n"] >= place for note in deed.notes]
        own = [[note for note in since if note.key == "drew_cards" and note.seen_by == (n,)] for n in (0, 1)]
        drawn = [{card for note in notes for card in note.values["cards"]} & deck for notes in own]
    rolled_back(campaign, f"{place}")
    told = _told(campaign)
    everybody = {card for note in told if note.key == "stay_known" for card in note.values["things"]}
    for seat, hidden in enumerate(drawn):
        mine = [card for note in told if note.seen_by == (seat,) for card in note.values["things"]]
        assert not hidden - set(mine) - everybody
        twice = {card["id"] for card in MILITARY["cards"] if card["copies"]["p2"] > 1}
        assert not set(mine) & set(_hand(campaign, seat)) - twice, "the own hand is not hidden"
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_one_of_several_that_are_alike_stays_known_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A raid lies open where play goes back to; it was covered, and then the other one was drawn."""

    @dataclass
    class Position:
        sees: str
        hides: str
        state: tuple[str, ...] = ("raid", "raid", "army")

    steps = [Position("raid", "raid army"), Position("", "raid raid army"), Position("raid", "raid army")]
    notes: list[Note] = []

    class Turns:
        players = ("anna",)

        def since(self, place: int) -> Iterator[tuple[Position, list[Note]]]:
            return ((step, notes if n else []) for n, step in enumerate(steps))

    monkeypatch.setattr(stays_known, "_visible", lambda step, seat: Counter(step.sees.split()))
    monkeypatch.setattr(stays_known, "_hidden", lambda step, seat: Counter(step.hides.split()))
    (note,) = stays_known.things(Turns(), 0)
    assert (note.key, note.values["things"]) == ("stay_known", ["raid"])
    steps[2] = Position("", "raid raid army")
    assert stays_known.things(Turns(), 0) == []
    steps[1:] = [Position("raid", "raid army")]
    notes += [Note("went", {"card": "raid"}, (0,)), Note("came", {"cards": ["raid"]}, (0,))]
    (note,) = stays_known.things(Turns(), 0)
    assert (note.key, note.seen_by, note.values["things"]) == ("stay_seen", (0,), ["raid"])


def _like_bots(campaign: Campaign, files: int) -> None:
    """Players who answer as the title's bot would: at random somebody resigns before anything happens."""
    with opened(campaign.folder, MODERATOR) as keeper:
        for _ in range(files):
            match = keeper.match
            seat = next(iter(match.playing.pending))
            orders = "\n".join(whole_file(match.title.module("bot"), match.playing, seat, first=False))
            block = signed_block(campaign, campaign.players[seat], orders, match.head)
            assert keeper.submit(block.encode(), now=NOW).result == "applied"
        keeper.publish()


def _hand(campaign: Campaign, seat: int) -> list[str]:
    return _state(campaign).civs[seat].military_hand


def _military_deck(campaign: Campaign) -> list[str]:
    return _state(campaign).military_deck


def _state(campaign: Campaign) -> Ages:
    with opened(campaign.folder, MODERATOR) as keeper:
        state = keeper.match.playing.state
        assert isinstance(state, Ages)
        return state
