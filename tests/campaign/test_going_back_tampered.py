"""Whatever the moderator's tools write can be checked: a moderator who writes it differently is found out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import deadline, vote
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import Verdict, verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.records import SignedFile
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import opened
from pbem.campaign.running.sealed_parts import open_file
from pbem.seals.signed import sign_move
from tests.toys.mail import installed

from .cases_ledger import rebuilt
from .kit import MODERATOR, NOW, again, key, play_on, send, signed_block, start, submit

Change = Callable[[Any], object]


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with installed():
        yield


def _undone(games: Path) -> Campaign:
    """Entry 6 is an undo."""
    campaign = start(games / "turn-1", "toy_turn", policy={"undo": "open"})
    submit(campaign, "anna", "no politics\ntake oil\nend")
    submit(campaign, "ben", "no politics\ntake rome")
    submit(campaign, "ben", "take iron")
    assert submit(campaign, "ben", "undo 2").result == "applied"
    return campaign


def _changed(campaign: Campaign, change: Change) -> Verdict:
    """What verify says once the moderator has changed entries and signed everything again."""
    entries = list(campaign.entries())
    change(entries)
    campaign.ledger.path.write_bytes(rebuilt(entries))
    return verify(campaign.folder, ledger_only=True)


def _policy(entries: list[dict[str, Any]]) -> None:
    del entries[0]["policy"]


UNDO: dict[str, tuple[Change, int]] = {
    "another's answers": (lambda entries: entries[6].update(to={"n": 3, "i": 1}), 6),
    "an answer that is not there": (lambda entries: entries[6].update(to={"n": 5, "i": 7}), 6),
    "an answer of the future": (lambda entries: entries[6].update(to={"n": 6, "i": 0}), 6),
    "another player": (lambda entries: entries[6].update(player="anna"), 6),
    "a file for something else": (lambda entries: entries[6].update(file=entries[5]["file"]), 6),
    "a sealed file": (
        lambda entries: entries[6].update(file={"digest": entries[6]["file"]["digest"], "sealed": "x"}),
        6,
    ),
}


@pytest.mark.parametrize("name", UNDO)
def test_an_undo_before_the_end(games: Path, name: str) -> None:
    change, n = UNDO[name]
    verdict = _changed(_undone(games), change)
    assert (verdict.ok, verdict.entry) == (False, n), verdict.message


def test_an_undo_that_was_not_agreed_to(games: Path) -> None:
    """The genesis is signed by all, so such a moderator must have let them sign without."""
    campaign = start(games / "turn-1", "toy_turn")
    submit(campaign, "anna", "no politics\ntake oil")
    other = start(games / "turn-2" / "turn-1", "toy_turn", policy={"undo": "open"})
    submit(other, "anna", "no politics\ntake oil")
    submit(other, "anna", "undo")
    made = list(other.entries())[-1]
    made["file"] |= _signed(campaign, "undo")
    campaign.ledger.path.write_bytes(rebuilt([*campaign.entries(), made]))
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.ok, verdict.entry) == (False, 4)
    assert "did not agree to undo" in verdict.message


def _signed(campaign: Campaign, orders: str) -> dict[str, Any]:
    move = sign_move(write(MoveFile(campaign.id, "anna", campaign.head.digest, orders)), key("anna"))
    return open_file(SignedFile.armored(move.payload, move.signature))


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries[6].update(to={"n": 4, "i": 0}),
        lambda entries: entries[6].update(to={"n": 5, "i": 0}),
        lambda entries: entries[6].update(digest=entries[4]["digest"]),
        lambda entries: entries.pop(6),
    ],
)
def test_an_undo_of_more_less_or_nothing_after_the_end(games: Path, change: Change) -> None:
    campaign = _undone(games)
    play_on(campaign)
    assert verify(campaign.folder).over
    verdict = _changed(campaign, change)
    assert not verdict.ok
    assert verdict.entry is not None
    assert verdict.entry >= 6 or verdict.fault == "line-secret", verdict.message


def _rolled_back(games: Path) -> Campaign:
    """Entry 5 is a rollback into the middle of entry 3."""
    campaign = start(games / "turn-1", "toy_turn", policy={"rollback": "moderator"})
    submit(campaign, "anna", "no politics\ntake oil\ntake rome\nend\ndiscard oil")
    submit(campaign, "ben", "no politics\ntake iron")
    with opened(campaign.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (3, 2), "A slip.", NOW)
        keeper.publish()
    return campaign


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries[5].update(to={"n": 3, "i": 9}),
        lambda entries: entries[5].update(to={"n": 5, "i": 0}),
        lambda entries: entries[5].update(by=4),
        lambda entries: entries[5].update(reason=""),
        lambda entries: entries[5].update(reason="two\nlines"),
    ],
)
def test_a_rollback_before_the_end(games: Path, change: Change) -> None:
    campaign = _rolled_back(games)
    assert verify(campaign.folder).ok
    verdict = _changed(campaign, change)
    assert (verdict.ok, verdict.entry) == (False, 5), verdict.message


def test_a_rollback_that_was_not_agreed_to(games: Path) -> None:
    campaign = start(games / "turn-1", "toy_turn", policy={"rollback": "vote"})
    submit(campaign, "anna", "no politics\ntake oil")
    made = {
        "kind": "rollback",
        "at": NOW,
        "to": {"n": 3, "i": 0},
        "by": "moderator",
        "reason": "So.",
        "digest": "0" * 64,
    }
    campaign.ledger.path.write_bytes(rebuilt([*campaign.entries(), made]))
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.ok, verdict.entry) == (False, 4)
    assert "did not agree to it when it began" in verdict.message


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        (lambda entries: entries[5].update(to={"n": 3, "i": 1}), 5),
        (lambda entries: entries[5].update(to={"n": 3, "i": 3}), 5),
        (lambda entries: entries[5].update(to={"n": 4, "i": 0}), 5),
        (lambda entries: entries[5].update(digest=entries[4]["digest"]), 5),
        (lambda entries: entries.pop(5), 5),
    ],
)
def test_a_rollback_to_somewhere_else_after_the_end(games: Path, change: Change, entry: int) -> None:
    campaign = _rolled_back(games)
    play_on(campaign)
    assert verify(campaign.folder).over
    verdict = _changed(campaign, change)
    assert (verdict.ok, verdict.entry) == (False, entry), verdict.message


def test_a_file_from_before_a_rollback_counts_no_more(games: Path) -> None:
    """Not even lines that are meant for positions to come."""
    campaign = _rolled_back(games)
    early = list(campaign.ledger.entries())[4][0]
    with opened(campaign.folder, MODERATOR) as keeper:
        keeper.match.ahead.restart = 0  # a moderator whose program does not look
        receipt = keeper.submit(signed_block(campaign, "anna", "try take masonry", early).encode(), now=NOW)
        assert (receipt.result, receipt.n) == ("applied", 6)
    play_on(campaign)
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.ok, verdict.entry) == (False, 6), verdict.message
    assert "before play went back with entry 5" in verdict.message


def _ruled(games: Path, market: str, hidden: bool) -> tuple[Campaign, int]:
    campaign = start(games / "market-1", market, policy={"ruling": "moderator"})
    for _ in range(20):
        with opened(campaign.folder, MODERATOR) as keeper:
            state = keeper.match.playing.state
            change = ("deck", state.deck[::-1]) if hidden else ("stalls.0.coins", state.stalls[0].coins + 1)
            try:
                correction_files.rule(keeper, [change], "A slip.", NOW)
                keeper.publish()
                break
            except CampaignError:
                pass
        play_on(campaign, 1)
    return campaign, campaign.head.n


RULING: dict[str, Change] = {
    "nobody": lambda entry: entry.update(by="anna"),
    "no reason": lambda entry: entry.update(reason=""),
    "about the future": lambda entry: entry.update(about=entry["n"]),
    "a change without a place": lambda entry: entry["changes"].append({"was": 1, "to": 2}),
}


@pytest.mark.parametrize("name", RULING)
def test_a_ruling_before_the_end(games: Path, market: str, name: str) -> None:
    campaign, n = _ruled(games, market, hidden=False)
    assert verify(campaign.folder).ok
    verdict = _changed(campaign, lambda entries: RULING[name](entries[n]))
    assert (verdict.ok, verdict.entry) == (False, n), verdict.message


def test_a_ruling_that_was_not_agreed_to(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market)
    made = {"kind": "ruling", "at": NOW, "by": "moderator", "changes": [], "reason": "So.", "digest": "0" * 64}
    campaign.ledger.path.write_bytes(rebuilt([*campaign.entries(), made]))
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.ok, verdict.entry) == (False, 3)
    assert "did not agree to rulings" in verdict.message


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry["changes"][0].update(to=99),
        lambda entry: entry["changes"][0].update(was=99),
        lambda entry: entry["changes"][0].update(path="stalls.1.coins"),
        lambda entry: entry["changes"][0].update(path="stalls.0.luck"),
        lambda entry: entry["changes"].clear(),
        lambda entry: entry.update(digest="0" * 64),
        lambda entry: entry.update(sealed="nothing"),
    ],
)
def test_a_ruling_that_says_something_else_after_the_end(games: Path, market: str, change: Change) -> None:
    campaign, n = _ruled(games, market, hidden=False)
    play_on(campaign)
    assert verify(campaign.folder).over
    verdict = _changed(campaign, lambda entries: change(entries[n]))
    assert (verdict.ok, verdict.entry) == (False, n), verdict.message


@pytest.mark.parametrize(
    "change",
    [
        lambda end: end["rulings"][0]["changes"][0]["to"].sort(),
        lambda end: end.pop("rulings"),
        lambda end: end["rulings"][0].update(n=1),
    ],
)
def test_hidden_changes_that_open_as_something_else(games: Path, market: str, change: Change) -> None:
    campaign, n = _ruled(games, market, hidden=True)
    play_on(campaign)
    assert verify(campaign.folder).over
    verdict = _changed(campaign, lambda entries: change(entries[-1]))
    assert not verdict.ok
    assert verdict.entry is not None
    assert verdict.entry >= n, verdict.message


THREE = ("anna", "ben", "cleo")
EXTENSION = deadline.extension


def _voted(games: Path, said: str, *handles: str, **policy: str) -> Campaign:
    campaign = start(games / "turn-1", "toy_turn", THREE, policy={"votes": "majority", "rollback": "vote", **policy})
    submit(campaign, "anna", "no politics\ntake oil")
    for handle in handles:
        send(campaign, handle, f"vote yes {said}")
    again(campaign)
    return campaign


def _without_a_vote(entries: list[dict[str, Any]]) -> None:
    del entries[5]
    entries[-1]["by"] = 5


VOTES: dict[str, tuple[str, tuple[str, ...], Change, int]] = {
    "another vote": ("pause", ("ben",), lambda entries: entries[5].update(vote="no"), 5),
    "on something else": ("pause", ("ben",), lambda entries: entries[5].update(on={"kind": "draw"}), 5),
    "of somebody else": ("pause", ("ben",), lambda entries: entries[5].update(player="cleo"), 5),
    "hidden without need": ("pause", ("ben",), lambda entries: entries[5].pop("vote"), 5),
    "twice": ("pause", ("ben",), lambda entries: entries.append(dict(entries[5])), 6),
    "not enough for a pause": ("pause", ("ben", "cleo"), _without_a_vote, 6),
    "not enough to go back": ("undo 4:2", ("ben", "cleo"), _without_a_vote, 6),
    "another pause": ("pause", ("ben", "cleo"), lambda entries: entries[-1].update(change="resume"), 7),
    "back to somewhere else": ("undo 4:2", ("ben", "cleo"), lambda e: e[-1].update(to={"n": 4, "i": 0}), 7),
    "on no vote": ("undo 4:2", ("ben", "cleo"), lambda entries: entries[-1].update(by=4), 7),
    "of the moderator alone": ("undo 4:2", ("ben", "cleo"), lambda entries: entries[-1].update(by="moderator"), 7),
}


@pytest.mark.parametrize("name", VOTES)
def test_a_vote_and_what_follows_from_it(games: Path, name: str) -> None:
    said, handles, change, n = VOTES[name]
    campaign = _voted(games, said, *handles)
    assert verify(campaign.folder).ok
    verdict = _changed(campaign, change)
    assert (verdict.ok, verdict.entry) == (False, n), verdict.message


def test_a_secret_vote_stays_one(games: Path) -> None:
    campaign = _voted(games, "pause", "ben", ballots="secret")
    verdict = _changed(campaign, lambda entries: entries[5].update(vote="yes"))
    assert (verdict.ok, verdict.entry) == (False, 5)
    assert "ballots are secret in this game" in verdict.message


@pytest.mark.parametrize("late", [0, 30])
def test_an_extension_by_more_than_was_voted(games: Path, monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    """At the end everybody can compute what the deadline was, and so by how much the vote put it off."""
    for more in (0, 24):
        monkeypatch.setattr(deadline, "extension", lambda *given, by=more: EXTENSION(*given) + by)
        campaign = start(
            games / f"turn-{more}",
            "toy_turn",
            THREE,
            limits=Terms(hours=24, files="open"),
            policy={"votes": "majority"},
        )
        for handle in ("ben", "cleo"):
            send(campaign, handle, "vote yes extend 2d")
        again(campaign, deadlines.after(NOW, late * 60))
        (n,) = (entry["n"] for entry in campaign.entries() if entry["kind"] == "deadline")
        play_on(campaign)
        monkeypatch.setattr(deadline, "extension", EXTENSION)
        verdict = verify(campaign.folder)
        assert (verdict.ok, verdict.entry) == ((True, None) if not more else (False, n)), verdict.message


def test_a_seat_that_nobody_voted_to_free(games: Path) -> None:
    campaign = _voted(games, "replace anna", "ben", "cleo")
    assert [entry["kind"] for entry in campaign.entries()][5:8] == ["vote", "vote", "seat"]
    verdict = _changed(campaign, lambda entries: entries[7].update(player="cleo"))
    assert (verdict.ok, verdict.entry) == (False, 7), verdict.message


def test_an_end_that_nobody_voted_for(games: Path) -> None:
    campaign = _voted(games, "draw", *THREE)
    assert verify(campaign.folder).over
    entries = list(campaign.entries())
    for change in (
        lambda end: end["outcome"].update(winners=["anna"]),
        lambda end: end["outcome"].update(how="agreed_win"),
        lambda end: end.update(by=6),
        lambda end: end.pop("by"),
    ):
        made = json.loads(json.dumps(entries))
        change(made[-1])
        campaign.ledger.path.write_bytes(rebuilt(made))
        verdict = verify(campaign.folder, ledger_only=True)
        assert (verdict.ok, verdict.entry) == (False, len(made) - 1), verdict.message


def test_secret_votes_are_counted_at_the_end(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then the moderator's word stands for them."""
    campaign = start(games / "turn-1", "toy_turn", THREE, policy={"votes": "all", "ballots": "secret"})
    send(campaign, "anna", "vote yes pause")
    with monkeypatch.context() as patched:
        patched.setattr(vote, "passed", lambda match, motion: True)
        again(campaign)
    assert [entry["kind"] for entry in campaign.entries()][-2:] == ["vote", "deadline"]
    assert verify(campaign.folder).ok
    for handle in THREE:
        send(campaign, handle, "vote yes draw")
    with monkeypatch.context() as patched:
        patched.setattr(vote, "passed", lambda match, motion: motion.on["kind"] == "pause" or len(motion.votes) == 3)
        again(campaign)
    assert list(campaign.entries())[-1]["kind"] == "end"
    verdict = verify(campaign.folder)
    assert (verdict.ok, verdict.entry) == (False, 5), verdict.message
    assert "1 yes and 0 no of 3, which is not enough" in verdict.message
