"""Format 2: orders for all one's empires in one file, with what they imply, in whole campaigns."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running.create import opened
from pbem.orders.check import check_orders
from tests.orders.test_streams import FIRST_FILE, OTHER, REVEALS
from tests.toys.mail import installed

from .cases_ledger import rebuilt
from .kit import MODERATOR, again, key, send, start

TWO = ("anna", "bob")


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed(("toy_ages",)):
        yield


def begun(games: Path, files: str = "sealed") -> Campaign:
    return start(games / "ages-1", "toy_ages", TWO, limits=Terms(files=files))


def orders_of(campaign: Campaign, player: str) -> list[str]:
    answers = [one for entry in campaign.entries() for one in entry.get("answers", ()) if one["player"] == player]
    return [one.get("order", one["ask"]) for one in answers]


@pytest.mark.parametrize("files", ["sealed", "open"])
def test_the_first_file_of_a_round_is_played_to_its_last_line(games: Path, files: str) -> None:
    campaign = begun(games, files)
    send(campaign, "anna", FIRST_FILE)
    again(campaign)
    before = campaign.head.n
    send(campaign, "bob", f"{OTHER}\n{REVEALS}")
    (receipt,) = again(campaign).receipts
    assert receipt.result == "applied"
    assert campaign.position["over"]
    assert campaign.head.n == before + 2, "the whole round is one entry, and then there is the end"
    run = next(entry for entry in campaign.entries() if entry["n"] == before + 1)
    done = [f"{one['player']}: {one.get('order', one['ask'])}" for one in run["answers"]]
    for order in ("reveal romans", "fort etruria", "end moves", "conflicts england", "commit 1", "reveal gauls"):
        assert sum(one.endswith(order) for one in done) == 1, order
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert [step.n for step in Campaign(campaign.folder).steps()] == list(range(campaign.head.n + 1))


def test_what_is_implied_is_told_by_the_line_that_implies_it(games: Path) -> None:
    campaign = begun(games)
    send(campaign, "anna", FIRST_FILE)
    send(campaign, "bob", OTHER)
    again(campaign)
    with opened(campaign.folder, MODERATOR) as keeper:
        told = [(note.values.get("line"), note.values.get("order")) for note in keeper.match.past.told[0].kept]
    assert ("start c37 colour red leader elizabeth capital england", "reveal extra") in told
    assert ("romans: build sword x2 in latium, galley in sicily", "reveal romans") in told
    assert ("picts: conflicts england", "end moves") in told


def test_an_answer_that_nothing_implies_is_found(games: Path) -> None:
    campaign = begun(games)
    send(campaign, "anna", FIRST_FILE)
    again(campaign)
    send(campaign, "bob", f"{OTHER}\n{REVEALS}")
    again(campaign)
    entries = list(campaign.entries())
    run = next(entry for entry in entries if len(entry.get("answers", ())) > 5)
    (moved,) = (one for one in run["answers"] if one.get("order") == "end moves")
    moved["source"] = "standing"
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert verdict.entry == run["n"], verdict.message


def test_a_fault_in_one_stream_leaves_the_others_alone(games: Path, private: Path) -> None:
    campaign = begun(games)
    send(campaign, "anna", FIRST_FILE.replace("galley in sicily", "galley in gaul"))
    send(campaign, "bob", f"{OTHER}\n{REVEALS}")
    again(campaign)
    assert campaign.position["waiting"] == ["anna"]
    shutil.rmtree(private / "games")
    with opened(campaign.folder, MODERATOR) as keeper:
        queue = [one.text for one in keeper.match.ahead.agendas[0].queue]
        assert queue == ["picts: move sword x2 from scotland to england", "picts: conflicts england"]
        assert "orders_stopped" in [note.key for note in keeper.match.past.told[0].kept]
    send(campaign, "anna", "romans: save")
    again(campaign)
    assert campaign.position["over"]
    assert verify(campaign.folder).ok


def test_a_receipt_says_which_lines_a_refused_one_takes_with_it(games: Path) -> None:
    campaign = begun(games)
    send(campaign, "bob", f"{OTHER}\n{REVEALS}")
    again(campaign)
    send(campaign, "anna", FIRST_FILE.replace("galley in sicily", "galley in gaul"))
    (receipt,) = again(campaign).receipts
    results = {line["text"]: line["result"] for line in receipt.lines}
    assert "refused" in results.values()
    with opened(campaign.folder, MODERATOR) as keeper:
        waiting = [one.text for one in keeper.match.ahead.agendas[0].queue]
    assert [text for text, result in results.items() if result == "queued"] == waiting
    assert results["try romans: fort etruria"] == "unread"


def test_a_file_about_something_else_is_no_slip(games: Path) -> None:
    """Its first line is not for what is asked, but about another empire."""
    campaign = begun(games)
    send(campaign, "anna", "mark romans production, picts manoeuvre\nreveal romans")
    send(campaign, "bob", OTHER)
    again(campaign)
    assert campaign.position["asked"][0]["kind"] == "build_units"
    send(campaign, "anna", "picts: move sword from scotland to gaul\nromans: save")
    (receipt,) = again(campaign).receipts
    assert [line["result"] for line in receipt.lines] == ["done", "done"]


def test_the_check_before_sending_knows_streams(games: Path) -> None:
    campaign = begun(games)
    hand = open_hand(campaign, "anna", key("anna")).data()
    checked = check_orders(campaign.title, TWO, 0, FIRST_FILE, hand)
    assert checked.good, [one for one in checked.lines if one.result == "refused"]


def test_what_opens_only_at_the_end_is_kept_by_its_place(games: Path, private: Path) -> None:
    """Neither the markers nor the file that they came with stand in a checkpoint, and the end has them all the same."""
    campaign = begun(games)
    send(campaign, "anna", "mark romans production, picts manoeuvre\nreveal romans")
    send(campaign, "bob", f"{OTHER}\n{REVEALS}")
    again(campaign)
    (path,) = private.rglob("checkpoint.json")
    assert "mark romans" not in path.read_text()
    with opened(campaign.folder, MODERATOR) as keeper:
        late = {(n, i): one for n, answers in keeper.match.sealed.ends.items() for i, one in answers.items()}
        assert len(late) == 2
        assert set(late.values()) == {None}
    send(campaign, "anna", "romans: save\nhold picts\nalways on trade_card: offer highest")
    again(campaign)
    assert campaign.position["over"]
    *entries, end = campaign.entries()
    shown = {(one["n"], one["i"]): one["order"] for one in end["shows"]}
    assert {shown[place] for place in late} == {
        "mark romans production, picts manoeuvre",
        "mark gauls trade, huns destiny",
    }
    assert [(one["n"], one["i"]) for one in end["shows"]] == sorted(shown)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert sum(1 for _ in Campaign(campaign.folder).steps()) == len(entries) + 1
