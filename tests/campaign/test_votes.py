"""What players decide together: who counts, how many are enough, what follows, and that ghosts never block."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, again, key, play_on, send, start, submit

AGREED = {"votes": "majority", "rollback": "vote"}
THREE = ("anna", "ben", "cleo")


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with installed():
        yield


def begin(games: Path, limits: Terms | None = None, **policy: str) -> Campaign:
    return start(games / "turn-1", "toy_turn", THREE, limits=limits, policy={**AGREED, **policy})


def vote(campaign: Campaign, said: str, *handles: str, now: str = NOW) -> None:
    """Some players vote, and the moderator's program runs."""
    for handle in handles:
        send(campaign, handle, f"vote {said}")
    report = again(campaign, now)
    assert [one.result for one in report.receipts] == ["applied"] * len(handles), report.receipts


def _refused(campaign: Campaign, said: str, handle: str = "anna") -> str:
    before = campaign.head
    receipt = submit(campaign, handle, f"vote {said}")
    assert (receipt.result, campaign.head) == ("refused", before)
    return receipt.message


def _holds(campaign: Campaign, over: bool = False) -> None:
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over == over
    assert [step.n for step in campaign.steps()] == list(range(campaign.head.n + 1)) if over else True


def last(campaign: Campaign) -> dict[str, object]:
    return list(campaign.entries())[-1]


def test_a_majority_goes_back(games: Path, private: Path) -> None:
    campaign = begin(games)
    submit(campaign, "anna", "no politics\ntake oil")
    vote(campaign, "yes undo 4:2", "ben")
    assert campaign.position["motions"] == [{"motion": "undo 4:2", "of": 3, "yes": 1, "no": 0}]
    shutil.rmtree(private / "games")
    vote(campaign, "yes undo 4:2", "cleo")
    entry = last(campaign)
    assert (entry["kind"], entry["to"], entry["by"]) == ("rollback", {"n": 4, "i": 1}, 6)
    assert campaign.position["view"]["hands"][0] == []
    assert campaign.position["motions"] == []
    _holds(campaign)
    play_on(campaign)
    _holds(campaign, over=True)


@pytest.mark.parametrize(
    ("rule", "yes", "no", "passes"),
    [
        ("all", ("anna", "ben"), (), None),
        ("all", ("anna", "ben", "cleo"), (), True),
        ("all", ("anna",), ("cleo",), False),
        ("two_thirds", ("anna",), (), None),
        ("two_thirds", ("anna", "ben"), (), True),
        ("majority", ("anna", "ben"), (), True),
        ("majority", ("anna",), ("ben",), None),
        ("majority", ("anna",), ("ben", "cleo"), False),
    ],
)
def test_how_many_are_enough(
    games: Path, rule: str, yes: tuple[str, ...], no: tuple[str, ...], passes: bool | None
) -> None:
    campaign = begin(games, votes=rule)
    vote(campaign, "yes pause", *yes)
    if no:
        vote(campaign, "no pause", *no)
    assert (last(campaign)["kind"] == "deadline") == (passes is True)
    assert bool(campaign.position["motions"]) == (passes is None)
    _holds(campaign)


def test_a_later_vote_replaces_the_earlier(games: Path) -> None:
    campaign = begin(games, votes="all")
    vote(campaign, "yes draw", "anna")
    vote(campaign, "yes draw", "ben")
    vote(campaign, "no pause", "cleo")
    assert campaign.position["motions"] == [{"motion": "draw", "of": 3, "yes": 2, "no": 0}]
    send(campaign, "cleo", "vote no draw")
    send(campaign, "cleo", "vote yes draw")
    again(campaign)
    assert last(campaign)["kind"] == "end", "of two on the same motion the newer one counts"


@pytest.mark.parametrize(
    ("motion", "who", "winners", "how"),
    [
        ("draw", THREE, ["anna", "ben", "cleo"], "agreed_draw"),
        ("end", THREE, [], "agreed_end"),
        ("concede ben", ("anna", "cleo"), ["ben"], "agreed_win"),
    ],
)
def test_a_game_ends_by_agreement(
    games: Path, private: Path, motion: str, who: tuple[str, ...], winners: list[str], how: str
) -> None:
    campaign = begin(games)
    submit(campaign, "anna", "no politics\ntake oil")
    for handle in who[:-1]:
        vote(campaign, f"yes {motion}", handle)
    assert not campaign.position["over"], "all are needed, whatever else was agreed"
    vote(campaign, f"yes {motion}", who[-1])
    assert campaign.position["over"]
    assert campaign.position["waiting"] == []
    entry = last(campaign)
    assert entry["outcome"] == {"winners": winners, "how": how, "scores": [{}, {}, {}]}
    assert submit(campaign, "anna", "take rome").result == "refused"
    before = campaign.head
    again(campaign, deadlines.after(NOW, 60))
    shutil.rmtree(private / "games")
    again(campaign, deadlines.after(NOW, 60))
    assert campaign.head == before
    _holds(campaign, over=True)


def test_pause_resume_and_extend(games: Path) -> None:
    campaign = begin(games, limits=Terms(hours=24, files="open"))
    due = campaign.position["due"]
    vote(campaign, "yes extend 2d", "anna", "ben")
    assert campaign.position["due"] == deadlines.after(due, 48 * 60)
    vote(campaign, "yes pause", "anna", "ben")
    assert [entry["change"] for entry in campaign.entries() if entry["kind"] == "deadline"] == ["extend", "pause"]
    vote(campaign, "yes resume", "anna", "ben", now=deadlines.after(NOW, 600))
    assert [entry["by"] for entry in campaign.entries() if entry["kind"] == "deadline"] == [5, 8, 11]
    _holds(campaign)


def test_what_is_not_possible_yet_waits(games: Path) -> None:
    campaign = begin(games)
    vote(campaign, "yes resume", "anna", "ben")
    assert campaign.position["motions"] == [{"motion": "resume", "of": 3, "yes": 2, "no": 0}]
    vote(campaign, "yes pause", "anna", "ben")
    assert [entry["change"] for entry in campaign.entries() if entry["kind"] == "deadline"] == ["pause", "resume"]
    _holds(campaign)


def test_a_seat_is_freed(games: Path) -> None:
    campaign = begin(games)
    vote(campaign, "yes replace ben", "anna", "cleo")
    entry = next(entry for entry in campaign.entries() if entry["kind"] == "seat")
    assert (entry["player"], entry["state"], entry["by"]) == ("ben", "dropped", 5)
    assert last(campaign)["kind"] == "takeover", "a bot goes on until somebody else takes the seat"
    vote(campaign, "yes pause", "anna")
    assert campaign.position["motions"] == [{"motion": "pause", "of": 2, "yes": 1, "no": 0}], "bots do not vote"
    _holds(campaign)


def test_ghosts_never_block(games: Path) -> None:
    campaign = begin(games, limits=Terms(hours=1, at_deadline="default", files="open"), votes="all")
    with opened(campaign.folder, MODERATOR) as keeper:
        keeper.match.pace.missed(2)
        keeper.match.pace.missed(2)
        keeper.checkpoints.prepare(keeper.match, None)
        keeper.checkpoints.promote()
    vote(campaign, "yes pause", "anna")
    assert campaign.position["motions"] == [{"motion": "pause", "of": 2, "yes": 1, "no": 0}]
    vote(campaign, "no pause", "cleo")
    assert campaign.position["motions"] == [], "but whoever votes counts"


def test_who_misses_deadlines_stops_counting_and_what_was_voted_is_done(games: Path) -> None:
    limits = Terms(hours=1, at_deadline="default", files="open")
    campaign = start(games / "turn-1", "toy_turn", THREE, limits=limits, policy={**AGREED, "drop": 1})
    vote(campaign, "yes draw", "ben", "cleo")
    assert not campaign.position["over"]
    again(campaign, deadlines.after(NOW, 90))
    assert last(campaign)["outcome"]["how"] == "agreed_draw"
    _holds(campaign, over=True)


def _passed_on(campaign: Campaign, handle: str, by_key: bool = False) -> None:
    """Dora plays a seat from now on."""
    with opened(campaign.folder, MODERATOR) as keeper:
        if by_key:
            decisions.hand_over(keeper, campaign.seat(handle), key("dora").public.line, None, "Dora", NOW)
        else:
            decisions.give(keeper, campaign.seat(handle), Seat(handle, "Dora", key("dora").public), NOW)
        keeper.publish()


@pytest.mark.parametrize("by_key", [False, True])
def test_whoever_takes_a_seat_has_not_voted_yet(games: Path, private: Path, by_key: bool) -> None:
    """Nobody is bound by what the one before wanted."""
    campaign = begin(games)
    vote(campaign, "yes draw", "anna", "ben")
    vote(campaign, "yes pause", "anna")
    _passed_on(campaign, "anna", by_key)
    assert campaign.position["motions"] == [{"motion": "draw", "of": 3, "yes": 1, "no": 0}], "nobody is for a pause now"
    vote(campaign, "yes draw", "cleo")
    assert not campaign.position["over"], "Dora was never asked"
    _holds(campaign)
    shutil.rmtree(private / "games")
    send(campaign, "anna", "vote yes draw", by="dora")
    assert again(campaign).over
    _holds(campaign, over=True)


def test_nobody_loses_a_seat_that_another_was_to_lose(games: Path) -> None:
    campaign = begin(games)
    vote(campaign, "yes replace ben", "anna")
    _passed_on(campaign, "ben")
    assert campaign.position["motions"] == []
    vote(campaign, "yes replace ben", "cleo")
    assert last(campaign)["kind"] == "vote", "what was wanted of the one before counts no more"
    _holds(campaign)


def test_secret_ballots(games: Path) -> None:
    """Two worlds that differ in a vote look alike until the end."""
    seen = []
    for said in ("yes", "no"):
        campaign = start(
            games / said / "turn-1", "toy_turn", THREE, policy={**AGREED, "ballots": "secret"}, salt=b"s" * 16
        )
        vote(campaign, f"{said} pause", "anna")
        entry = last(campaign)
        assert "vote" not in entry
        size = len(entry["file"]["sealed"])
        shown = {k: v for k, v in entry.items() if k not in ("file", "sig", "prev")}
        notes = [(note.key, note.values["motion"]) for note in list(campaign.steps())[-1].notes]
        seen.append((shown, size, campaign.position["motions"], notes))
        _holds(campaign)
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] == seen[1][1]
    assert seen[0][2] == seen[1][2] == [{"motion": "pause", "of": 3, "cast": 1}]
    assert seen[0][3] == seen[1][3]
    vote(campaign, "yes draw", *THREE)
    assert campaign.position["over"]
    _holds(campaign, over=True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("maybe pause", "is not a vote"),
        ("yes", "is not a vote"),
        ("yes dance", "is not a vote"),
        ("yes pause now", "is not a vote"),
        ("yes extend", "is not a time limit"),
        ("yes extend 0h", "is not a time limit"),
        ("yes undo", "is not a place in the log"),
        ("yes undo 99", "nobody has chosen an answer yet"),
        ("yes replace dora", "There is no player dora"),
        ("yes concede anna", "about the own seat"),
        ("yes replace anna", "about the own seat"),
    ],
)
def test_refusals(games: Path, said: str, why: str) -> None:
    assert why in _refused(begin(games), said)


def test_who_has_left_has_no_vote(games: Path) -> None:
    campaign = begin(games)
    submit(campaign, "anna", "leave")
    assert "nobody plays this seat" in _refused(campaign, "yes pause")
    assert campaign.position["motions"] == []


def test_not_unless_it_was_agreed_to(games: Path) -> None:
    campaign = start(games / "turn-1", "toy_turn", THREE, policy={"undo": "open"})
    assert "did not agree to votes" in _refused(campaign, "yes pause")
    other = start(games / "turn-2", "toy_turn", THREE, policy={"votes": "all"})
    assert "did not agree to go back" in _refused(other, "yes undo 3")


def test_an_older_vote_does_not_count(games: Path) -> None:
    campaign = begin(games, votes="all")
    head = campaign.head.digest
    vote(campaign, "yes pause", *THREE)
    assert submit(campaign, "anna", "vote yes pause", after=head).result in ("replaced", "duplicate")
    submit(campaign, "ben", "vote yes resume")
    assert campaign.position["motions"][0]["motion"] == "resume"
