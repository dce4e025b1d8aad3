"""A player takes back answers of the own turn, until anybody could have learned something from them."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.acts import going_back
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import cool_off
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.writer import CampaignWriter
from pbem.seals.signed import clear_block, sign_move
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, again, key, play_on, send, signed_block, start, submit, verified_to_the_end

OPEN = {"undo": "open"}


@pytest.fixture
def turns(games: Path) -> Iterator[Campaign]:
    with installed():
        yield start(games / "turn-1", "toy_turn", policy=OPEN)


def _refused(campaign: Campaign, orders: str, handle: str = "anna") -> str:
    before = campaign.head
    receipt = submit(campaign, handle, orders)
    assert (receipt.result, campaign.head) == ("refused", before)
    return receipt.message


def test_the_last_answers_are_taken_back_one_by_one_or_all(turns: Campaign) -> None:
    views = [turns.position["view"]]
    for order in ("no politics", "take rome", "take oil"):
        submit(turns, "anna", order)
        views.append(turns.position["view"])
    receipt = submit(turns, "anna", "undo")
    assert receipt.message == "Taken back: 1 answer; entry 6. The table waits for your new orders."
    assert turns.position["view"] == views[2]
    assert submit(turns, "anna", "undo 2").result == "applied"
    assert turns.position["view"] == views[0]
    assert turns.position["waiting"] == ["anna"]
    submit(turns, "anna", "no politics\ntake iron\ntake bronze")
    assert submit(turns, "anna", "undo all").result == "applied"
    assert turns.position["view"] == views[0]
    undone = [entry for entry in turns.entries() if entry["kind"] == "undo"]
    assert [entry["to"] for entry in undone] == [{"n": 5, "i": 0}, {"n": 3, "i": 0}, {"n": 8, "i": 0}]
    verified_to_the_end(turns)


def test_an_undo_goes_into_the_middle_of_a_file(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake rome\ntake oil")
    submit(turns, "anna", "undo 2")
    assert next(reversed(list(turns.entries())))["to"] == {"n": 3, "i": 1}
    assert turns.position["view"]["hands"][0] == []
    verified_to_the_end(turns)


def test_a_standing_order_does_not_give_the_same_answer_again_at_once(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\nalways on action: take oil or ask")
    assert turns.position["view"]["hands"][0] == ["oil"]
    assert submit(turns, "anna", "undo").result == "applied"
    assert turns.position["view"]["hands"][0] == []
    assert turns.position["waiting"] == ["anna"]
    submit(turns, "anna", "take rome")
    assert turns.position["view"]["hands"][0] == ["rome", "oil"], "from the next file on it counts again"
    verified_to_the_end(turns)


def test_lines_that_wait_are_told_as_dropped(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake oil\nask\nend")
    assert "dropped with it (1)" in submit(turns, "anna", "undo").message
    with opened(turns.folder, MODERATOR) as keeper:
        assert keeper.match.ahead.agendas[0].idle


@pytest.mark.parametrize("orders", ["undo -1", "undo 0", "undo twice", "undo 1 2", "undo 99999"])
def test_an_undo_that_cannot_be_read(turns: Campaign, orders: str) -> None:
    submit(turns, "anna", "no politics")
    assert f"`{orders}` cannot be read; write `undo`" in _refused(turns, orders)


def test_reasons_of_refusals(turns: Campaign) -> None:
    assert "there is no answer of this turn before" in _refused(turns, "undo")
    assert "only during your own turn, and now anna is asked" in _refused(turns, "undo", "ben")
    assert "must be the only order of its file" in _refused(turns, "undo\nno politics")
    submit(turns, "anna", "no politics\ntake oil")
    assert "only 2 answers can be taken back; further back this holds: there is no answer" in _refused(turns, "undo 3")
    submit(turns, "anna", "end")
    assert "only during your own turn, and now ben is asked" in _refused(turns, "undo")
    submit(turns, "ben", "no politics\ntake rome\ntake iron\nend\ndiscard iron")
    submit(turns, "anna", "aggress ben")
    assert "another player has answered since" in _refused(turns, "undo"), "ben had no choice, but a line may be used"


def test_not_after_somebody_else_has_answered_in_the_own_turn(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake oil\ntake rome\nend\ndiscard oil")
    submit(turns, "ben", "no politics\ntake iron\ntake masonry\nend\ndiscard iron")
    submit(turns, "anna", "no politics\ntake bronze\ntake library\nend\ndiscard bronze, library")
    assert turns.position["waiting"] == ["ben"]
    submit(turns, "ben", "no politics\ntake knights\ntake oil")
    assert "further back this holds: another player has answered since" in _refused(turns, "undo 4", "ben")


def test_not_unless_it_was_agreed_to(games: Path) -> None:
    with installed():
        for policy in (None, {"undo": "never"}):
            campaign = start(games / f"turn-{policy is None:d}", "toy_turn", policy=policy)
            submit(campaign, "anna", "no politics")
            assert "did not agree to undo when it began" in _refused(campaign, "undo")


def test_not_before_the_game_and_not_after_it(games: Path, guess: str) -> None:
    campaign = start(games / "guess-1", guess, joined=False, policy=OPEN)
    assert "the single order `join`" in _refused(campaign, "undo")
    for handle in campaign.players:
        submit(campaign, handle, "join")
    play_on(campaign)
    assert "The game is over" in _refused(campaign, "undo")


def test_not_among_simultaneous_answers(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, policy=OPEN)
    while len(campaign.position["asked"]) < 2:
        play_on(campaign, 1)
    assert "several players are asked at once" in _refused(campaign, "undo")


@pytest.mark.slow
def test_in_through_the_ages_until_a_card_is_drawn_or_an_event_shown(games: Path) -> None:
    campaign = start(games / "ages-1", "through_the_ages", policy=OPEN)
    dice, seen = random.Random(4), {"applied": 0, "shown": 0}
    with opened(campaign.folder, MODERATOR) as keeper:
        for _ in range(150):
            match = keeper.match
            seat = next(one for one in match.playing.pending if one not in match.sealed.given)
            before, barrier = match.playing.digest(), match.playing.barrier
            ask = match.playing.pending[seat]
            order = dice.choice([one for one in ask.listed(60) if one[0] != "resign"])
            text = ask.write(order, campaign.players)
            _submitted(keeper, campaign, seat, text)
            if list(match.playing.pending) != [seat] or dice.random() < 0.5:
                continue
            receipt = _submitted(keeper, campaign, seat, "undo")
            if match.playing.barrier != barrier:
                assert "a die was thrown or something hidden was shown after it" in receipt.message, text
                seen["shown"] += 1
            else:
                assert (receipt.result, match.playing.digest()) == ("applied", before), text
                seen["applied"] += 1
        keeper.publish()
    assert seen["applied"] > 10
    assert seen["shown"] > 0
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def _submitted(keeper: CampaignWriter, campaign: Campaign, seat: int, orders: str) -> Receipt:
    block = signed_block(campaign, campaign.players[seat], orders, keeper.match.head)
    return keeper.submit(block.encode(), now=NOW)


def test_an_older_undo_is_stale_and_an_overtaken_one_replaced(turns: Campaign) -> None:
    head = turns.head.digest
    submit(turns, "anna", "no politics")
    assert "came up with entry 3" in submit(turns, "anna", "undo", after=head).message
    newer = turns.head.digest

    def sent(orders: str, second: int) -> Receipt:
        at = f"2026-01-01T12:00:{second:02}Z"
        payload = write(MoveFile(turns.id, "anna", newer, orders, written=at))
        with opened(turns.folder, MODERATOR) as keeper:
            return keeper.submit(clear_block(sign_move(payload, key("anna"))).encode(), now=NOW)

    assert sent("always on politics: no politics", 30).result == "applied"
    assert sent("undo", 20).result == "replaced"
    assert sent("undo", 40).result == "applied"


def test_an_undo_comes_instead_of_a_move_that_was_not_read_yet(turns: Campaign) -> None:
    submit(turns, "anna", "no politics")
    send(turns, "anna", "take oil")
    send(turns, "anna", "undo")
    report = again(turns)
    assert [one.result for one in report.receipts] == ["replaced", "applied"]
    assert turns.position["asked"][0]["kind"] == "politics"


def test_the_same_file_counts_once(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake oil")
    head = turns.head.digest
    submit(turns, "anna", "undo", after=head)
    assert submit(turns, "anna", "undo", after=head).result in ("duplicate", "applied")
    assert turns.head.n == 4


def test_the_deadline_is_not_put_off(games: Path) -> None:
    """Else a player could answer and take back for ever."""
    with installed():
        campaign = start(games / "turn-1", "toy_turn", limits=Terms(hours=24, files="open"), policy=OPEN)
        due = campaign.position["due"]
        for hour in range(1, 9, 2):
            for orders, later in (("no politics", 0), ("undo", 1)):
                send(campaign, "anna", orders)
                again(campaign, deadlines.after(NOW, 60 * (hour + later)))
                at = 24 + (1 if hour > 1 or orders == "undo" else hour)
                assert campaign.position["due"] == deadlines.after(NOW, 60 * at)
        assert campaign.position["due"] == deadlines.after(due, 60)
        send(campaign, "anna", "no politics\ntake oil\nend")
        again(campaign, deadlines.after(NOW, 60 * 12))
        assert campaign.position["due"] == deadlines.after(NOW, 60 * 36), "somebody else is asked now"
        verdict = verify(campaign.folder)
        assert verdict.ok, verdict.message


def test_a_lost_checkpoint_changes_nothing(turns: Campaign, private: Path) -> None:
    submit(turns, "anna", "no politics\ntake oil\ntake rome")
    submit(turns, "anna", "undo")
    with opened(turns.folder, MODERATOR) as keeper:
        kept = keeper.match.playing.digest(), keeper.match.past.undone, going_back.undoable(keeper.match, 0)
    shutil.rmtree(private / "games")
    with opened(turns.folder, MODERATOR) as keeper:
        assert kept == (keeper.match.playing.digest(), keeper.match.past.undone, going_back.undoable(keeper.match, 0))
    assert submit(turns, "anna", "undo 2").result == "applied"
    verified_to_the_end(turns)


def test_others_read_of_it(turns: Campaign) -> None:
    submit(turns, "anna", "no politics\ntake oil")
    send(turns, "anna", "undo 2")
    (entry,) = again(turns).happened.entries
    assert [turns.words().say(f"note.{note.key}", note.values) for note in entry.notes] == [
        "Anna takes back 2 answers."
    ]
    assert [turns.words("de").say(f"note.{note.key}", note.values) for note in entry.notes] == [
        "Anna nimmt 2 Antworten zurück."
    ]


def test_a_hidden_answer_that_was_taken_back_stays_hidden_until_the_end(games: Path) -> None:
    dice, taken = random.Random(11), False
    with installed():
        for game in range(20):
            campaign = start(games / f"ages-{game}", "toy_ages", limits=Terms(), policy=OPEN)
            place = _with_a_hidden_answer_taken_back(campaign, dice)
            verdict = verify(campaign.folder)
            assert verdict.ok, verdict.message
            if place is not None:
                taken = True
                shown = {
                    (one["n"], one["i"]): entry["n"] for entry in campaign.entries() for one in entry.get("shows", ())
                }
                assert shown[place] == campaign.head.n
                break
    assert taken


def _of(shown: dict[str, int]) -> tuple[int, int]:
    return shown["n"], shown["i"]


def _with_a_hidden_answer_taken_back(campaign: Campaign, dice: random.Random) -> tuple[int, int] | None:
    place = None
    while not campaign.position["over"]:
        with opened(campaign.folder, MODERATOR) as keeper:
            match = keeper.match
            marks = [mark for seat in range(2) for mark in going_back.undoable(match, seat)]
            hidden = [
                mark for mark in marks if mark.n in match.sealed.veiled and mark.i in match.sealed.veiled[mark.n].hidden
            ]
            orders = {
                seat: ask.write(ask.sample(dice.randrange), campaign.players)
                for seat, ask in match.playing.pending.items()
                if match.asks(seat)
            }
        if hidden and place is None:
            place = (hidden[-1].n, hidden[-1].i)
            orders = {hidden[-1].seat: "undo"}
        for seat, order in orders.items():
            send(campaign, campaign.players[seat], order)
        again(campaign)
    return place


def test_an_undo_comes_instead_of_a_file_that_cools_off(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed():
        limits = Terms(hours=72, files="open", cool_off=30)
        campaign = start(games / "turn-1", "toy_turn", limits=limits, policy=OPEN)
        submit(campaign, "anna", "no politics\ntake oil")
        monkeypatch.setattr(cool_off, "draws", lambda *_: True)  # as if the end of a turn drew a card
        send(campaign, "anna", "end")
        assert [one.result for one in again(campaign).receipts] == ["cooling"]
        send(campaign, "anna", "undo")
        assert [one.result for one in again(campaign).receipts] == ["replaced", "applied"]
        again(campaign, deadlines.after(NOW, 60))
        assert campaign.position["waiting"] == ["anna"], "the end of the turn was withdrawn with it"
        assert campaign.position["view"]["hands"][0] == []
