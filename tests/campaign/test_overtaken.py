"""Mails overtake each other, and arrive after the table went on: what of a late file still counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import post
from pbem.campaign.records import WrittenAt
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.seals.signed import clear_block, sign_move

from .kit import MODERATOR, NOW, again, key, play_on, start

EARLY, LATE = "2026-01-01T11:00:00Z", "2026-01-01T11:00:30Z"


def block(campaign: Campaign, handle: str, orders: str, after: str, written: str | None = None) -> str:
    payload = write(MoveFile(campaign.id, handle, after, orders, written=written))
    return clear_block(sign_move(payload, key(handle)))


def deal(campaign: Campaign, handle: str, orders: str, after: str, written: str | None = None) -> Receipt:
    with opened(campaign.folder, MODERATOR) as keeper:
        receipt = keeper.submit(block(campaign, handle, orders, after, written).encode(), now=NOW)
        keeper.publish()
    return receipt


def waiting(campaign: Campaign, handle: str) -> tuple[list[str], list[str]]:
    """The lines that wait, and the standing orders of a player."""
    with opened(campaign.folder, MODERATOR) as keeper:
        agenda = keeper.match.ahead.agendas[campaign.players.index(handle)]
        return [one.text for one in agenda.queue], [one.text for one in agenda.standing]


@pytest.fixture
def duel(games: Path) -> Campaign:
    return start(games / "duel-42")


def turns(campaign: Campaign) -> tuple[str, str]:
    """Who is asked, and who is not."""
    (asked,) = campaign.position["waiting"]
    return asked, next(handle for handle in campaign.players if handle != asked)


# ---- written before what is asked came up


def test_strict_lines_of_a_stale_file_do_not_count_and_the_others_do(duel: Campaign) -> None:
    old = duel.head.digest
    play_on(duel, 1)
    asked, _ = turns(duel)
    orders = "any\ntry build baths\nalways on choose_progress: token law\nany\nif age = 3: build circus\n"
    receipt = deal(duel, asked, orders, old)
    assert [(one["number"], one["result"], one["why"]) for one in receipt.lines] == [
        (1, "refused", "stale"),
        (2, "skipped", "try_not_legal"),
        (3, "kept", None),
        (4, "refused", "stale"),
        (5, "queued", None),
    ]
    assert receipt.result == "stopped", "the player is to know that not all of it counts"
    assert receipt.message == (
        f"Taken in; entry {receipt.n}. 2 strict lines do not count, because they were written before what you are "
        "asked came up. 1 line waits until asked. 1 standing order is kept."
    )
    assert receipt.lines[0]["message"] == "written before this was asked"
    assert waiting(duel, asked) == (["if age = 3: build circus"], ["always on choose_progress: token law"])
    assert turns(duel)[0] == asked, "`any` was for something else"
    play_on(duel)
    assert verify(duel.folder).ok


def test_a_try_line_of_a_stale_file_answers(duel: Campaign) -> None:
    old = duel.head.digest
    play_on(duel, 1)
    asked, _ = turns(duel)
    receipt = deal(duel, asked, "any\ntry any\n", old)
    assert [(one["result"], one["why"]) for one in receipt.lines] == [("refused", "stale"), ("done", None)]
    assert receipt.message == (
        f"Carried out; entry {receipt.n}. 1 strict line does not count, because it was written before what you are "
        "asked came up."
    )
    play_on(duel)
    assert verify(duel.folder).ok


def test_strict_lines_for_what_is_not_asked_yet_are_never_stale(duel: Campaign) -> None:
    old = duel.head.digest
    play_on(duel, 1)
    _, other = turns(duel)
    duel_before = duel.head.n
    # The other one has answered with the entry before; a file of the same head is not older.
    receipt = deal(duel, other, "if age = 3: any\nany\n", old)
    assert (receipt.result, receipt.n) == ("applied", duel_before + 1)


# ---- written before a file that came first


def test_an_older_file_does_not_replace_the_lines_of_a_newer_one(duel: Campaign) -> None:
    old = duel.head.digest
    asked, other = turns(duel)
    deal(duel, other, "if age = 2: any\n", old)
    newer = duel.head
    deal(duel, other, "if age = 3: any\n", newer.digest)
    for orders in ("try any\n", "always on choose_progress: any\nclear standing\n", ""):
        receipt = deal(duel, other, orders + "# late\n", old)
        assert receipt.result == "replaced"
        assert receipt.message == (
            "This file was written after entry 2, but a file of this seat that was written after entry 3 is already "
            "in the ledger; the newer one counts, whichever came first. If this one is to count anyway, "
            "write it again from your last report."
        )
        assert waiting(duel, other) == (["if age = 3: any"], [])
    assert duel.head.n == newer.n + 1, "nothing of it is in the ledger"
    assert deal(duel, asked, "any\n", old).result == "applied", "it is about the files of one seat"


def test_of_two_files_after_the_same_entry_the_one_written_later_counts(duel: Campaign) -> None:
    head = duel.head.digest
    _, other = turns(duel)
    assert deal(duel, other, "if age = 3: any\n", head, LATE).result == "applied"
    receipt = deal(duel, other, "if age = 2: any\n", head, EARLY)
    assert receipt.result == "replaced"
    assert f"written after entry 2 at {EARLY}, but a file of this seat that was written after entry 2 at {LATE} is" in (
        receipt.message
    )
    assert waiting(duel, other)[0] == ["if age = 3: any"]


def test_without_a_time_the_file_that_comes_later_counts(duel: Campaign) -> None:
    head = duel.head.digest
    _, other = turns(duel)
    for age, written in ((1, LATE), (2, None), (3, EARLY)):
        assert deal(duel, other, f"if age = {age}: any\n", head, written).result == "applied"
    assert waiting(duel, other)[0] == ["if age = 3: any"]


def test_a_file_that_was_refused_makes_no_other_one_older(duel: Campaign) -> None:
    head = duel.head.digest
    asked, _ = turns(duel)
    assert deal(duel, asked, "build baths\n", head, LATE).result == "refused"
    assert deal(duel, asked, "any\n", head, EARLY).result == "applied"


def test_of_several_files_in_the_inbox_the_one_written_later_counts(duel: Campaign) -> None:
    old = duel.head.digest
    deal(duel, turns(duel)[0], "any\n", old)
    one, two = turns(duel)
    later = duel.head.digest
    # In the inbox they lie in the order of their coming.
    post(duel, block(duel, two, "if age = 3: any\n", later))
    post(duel, block(duel, two, "if age = 2: any\n", old))
    post(duel, block(duel, one, "once on play_card if age = 3: any\n", old, LATE))
    post(duel, block(duel, one, "once on play_card if age = 2: any\n", old, EARLY))
    report = again(duel)
    assert sorted((r.player, r.result) for r in report.receipts) == sorted(
        (who, what) for who in (one, two) for what in ("applied", "replaced")
    )
    assert waiting(duel, one) == ([], ["once on play_card if age = 3: any"])
    assert waiting(duel, two) == (["if age = 3: any"], [])


def test_what_is_newest_outlives_the_checkpoint(duel: Campaign, private: Path) -> None:
    import shutil

    head = duel.head.digest
    _, other = turns(duel)
    deal(duel, other, "if age = 3: any\n", head, LATE)
    shutil.rmtree(private / "games")
    assert deal(duel, other, "if age = 2: any\n", head, EARLY).result == "replaced"


def test_verify_finds_an_older_file_that_was_let_in(duel: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    head = duel.head.digest
    _, other = turns(duel)
    deal(duel, other, "if age = 3: any\n", head, LATE)
    with monkeypatch.context() as patched:
        patched.setattr(WrittenAt, "before", lambda self, newer: False)  # a moderator who would like the older plan
        late = deal(duel, other, "if age = 2: any\n", head, EARLY)
        assert late.result == "applied"
        play_on(duel)
    verdict = verify(duel.folder)
    assert (verdict.fault, verdict.entry) == ("line-file", late.n)
    assert "a file of this seat that was written later stands before it" in verdict.message


def test_verify_finds_strict_lines_that_came_too_late(duel: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.campaign.match import Match

    old = duel.head.digest
    play_on(duel, 1)
    asked, _ = turns(duel)
    with monkeypatch.context() as patched:
        patched.setattr(Match, "stale", lambda self, seat, written: False)
        late = deal(duel, asked, "any\nif age = 3: any\n", old)
        assert late.result == "applied"
        play_on(duel)
    verdict = verify(duel.folder)
    assert (verdict.fault, verdict.entry) == ("line-answers", late.n)


# ---- key files, and files without orders


def new_key(name: str) -> str:
    return f"key {key(name).public.line}\n"


def test_an_older_key_file_does_not_count(duel: Campaign, private: Path) -> None:
    """Else a change of keys that was thought better of could be delivered at any time later."""
    import shutil

    old = duel.head.digest
    asked, _ = turns(duel)
    deal(duel, asked, "any\n", old, LATE)
    for forget in (False, True):
        if forget:
            shutil.rmtree(private / "games")
        receipt = deal(duel, asked, f"# {forget}\n{new_key('second')}", old, EARLY)
        assert (receipt.result, receipt.fault) == ("replaced", "overtaken")
    assert duel.seats[duel.seat(asked)].key == key(asked).public


def test_a_key_file_makes_older_ones_count_no_more(duel: Campaign, private: Path) -> None:
    import shutil

    old = duel.head.digest
    asked, _ = turns(duel)
    assert deal(duel, asked, new_key("second"), old, LATE).result == "applied"
    shutil.rmtree(private / "games")
    payload = write(MoveFile(duel.id, asked, old, new_key("third"), written=EARLY))
    with opened(duel.folder, MODERATOR) as keeper:
        receipt = keeper.submit(clear_block(sign_move(payload, key("second"))).encode(), now=NOW)
    assert (receipt.result, receipt.fault) == ("replaced", "overtaken")


@pytest.mark.parametrize("finished", [True, False])
def test_verify_finds_an_older_key_file_that_was_let_in(
    duel: Campaign, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    old = duel.head.digest
    asked, _ = turns(duel)
    order = duel.position["asked"][0]["legal"][0]["order"]
    deal(duel, asked, f"{order}\n", old, LATE)
    with monkeypatch.context() as patched:
        patched.setattr(WrittenAt, "before", lambda self, newer: False)
        late = deal(duel, asked, new_key("second"), old, EARLY)
        assert late.result == "applied"
        if finished:
            with opened(duel.folder, MODERATOR) as keeper:
                decisions.hand_over(keeper, duel.seat(asked), key(asked).public.line, None, None, NOW)
                keeper.publish()
            play_on(duel)
    verdict = verify(duel.folder)
    assert (verdict.fault, verdict.entry) == ("line-file", late.n)
    assert "a file of this seat that was written later stands before it" in verdict.message


@pytest.mark.parametrize("receipts", [True, False])
@pytest.mark.parametrize("checkpoint", [True, False])
def test_a_withdrawal_counts_though_it_comes_before_what_it_withdraws(
    duel: Campaign, private: Path, receipts: bool, checkpoint: bool
) -> None:
    import shutil

    head = duel.head.digest
    asked, _ = turns(duel)
    withdrawal = deal(duel, asked, "", head, LATE)
    assert withdrawal.result == "withdrawn"
    entry = list(duel.entries())[-1]
    assert (entry["n"], entry["player"], entry.get("answers", [])) == (withdrawal.n, asked, [])
    assert entry["kind"] == "withdraw"
    if not receipts:
        shutil.rmtree(duel.folder / "receipts")
    if not checkpoint:
        shutil.rmtree(private / "games")
    receipt = deal(duel, asked, "any\n", head, EARLY)
    assert (receipt.result, receipt.fault) == ("replaced", "overtaken")
    assert turns(duel)[0] == asked
    play_on(duel)
    verdict = verify(duel.folder)
    assert verdict.ok, verdict.message


def test_a_file_that_was_replaced_and_withdrawn_does_not_come_back_without_its_receipt(duel: Campaign) -> None:
    import shutil

    head = duel.head.digest
    asked, _ = turns(duel)
    file = block(duel, asked, "any\n", head, EARLY)
    post(duel, file)
    post(duel, block(duel, asked, "", head, LATE))
    assert [one.result for one in again(duel).receipts] == ["replaced", "withdrawn"]
    shutil.rmtree(duel.folder / "receipts")
    post(duel, file)
    assert [one.result for one in again(duel).receipts] == ["replaced"]


def test_verify_finds_a_withdrawn_file_that_was_let_in(duel: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    head = duel.head.digest
    asked, _ = turns(duel)
    deal(duel, asked, "", head, LATE)
    with monkeypatch.context() as patched:
        patched.setattr(WrittenAt, "before", lambda self, newer: False)
        late = deal(duel, asked, "any\n", head, EARLY)
        play_on(duel)
    verdict = verify(duel.folder)
    assert (verdict.fault, verdict.entry) == ("line-file", late.n)


def test_others_cannot_tell_a_withdrawal_from_another_file(games: Path) -> None:
    import json

    from pbem.campaign.agreement.genesis import Terms
    from pbem.campaign.running import receipts

    campaign = start(games / "duel-1", limits=Terms(files="sealed"))
    _, other = turns(campaign)
    shown = []
    for orders in ("", "if age = 3: any\n"):
        receipt = deal(campaign, other, orders, campaign.head.digest)
        public = json.loads(receipts.path_of(campaign.folder, receipt.file).read_text())
        entry = list(campaign.entries())[-1]
        shown.append((public["result"], public["n"] == entry["n"], entry["kind"], entry["answers"], sorted(entry)))
    assert shown[0] == shown[1]


def test_an_older_withdrawal_drops_nothing(duel: Campaign) -> None:
    head = duel.head.digest
    _, other = turns(duel)
    deal(duel, other, "if age = 3: any\n", head, LATE)
    assert deal(duel, other, "", head, EARLY).result == "replaced"
    assert waiting(duel, other)[0] == ["if age = 3: any"]


def test_a_withdrawal_where_answering_is_secret(games: Path, tmp_path: Path) -> None:
    """What was held is withdrawn; what stands ready answers with the others, and not before them."""
    from tests.conformance import toy

    closed = [("rules/evening.py", "for seat in game.sealed})", "for seat in game.sealed}, open=False)")]
    with toy.installed(tmp_path / "titles", changes=closed) as title:
        for attempt in range(30):  # the lot decides who is asked
            campaign = start(games / f"market-{attempt}", title.id, ("anna", "ben", "cleo"))
            kept = deal(campaign, "anna", "always on light: any\n", campaign.head.digest)
            while campaign.position["asked"][0]["kind"] == "bid":
                play_on(campaign, 1)
            with opened(campaign.folder, MODERATOR) as keeper:
                asked = [campaign.players[seat] for seat in keeper.match.playing.pending]
            if kept.result == "applied" and "anna" in asked and len(asked) > 1:
                break
        other = next(one for one in asked if one != "anna")
        head = campaign.head
        post(campaign, block(campaign, other, "any\n", head.digest, EARLY))
        assert [one.result for one in again(campaign).receipts] == ["held"]
        post(campaign, block(campaign, other, "", head.digest, LATE))
        assert [one.result for one in again(campaign).receipts] == ["replaced", "withdrawn"]
        assert campaign.head.n == head.n + 1
        post(campaign, block(campaign, "anna", "", campaign.head.digest, LATE))
        assert [one.result for one in again(campaign).receipts] == ["held"]
        assert campaign.head.n == head.n + 1
        assert verify(campaign.folder).ok
