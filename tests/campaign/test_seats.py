"""Keys that change, people who change, and deadlines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from pbem.campaign.running.submission import ABOUT_THE_SEAT

from .kit import MODERATOR, NOW, again, entries_of, key, play_on, signed_block, start, submit
from .league import changed


def test_from_a_key_entry_on_the_old_key_is_void(games: Path) -> None:
    campaign = start(games / "duel-1")
    receipt = submit(campaign, "anna", f"key {key('anna2').public.line}")
    assert receipt.result == "applied", receipt.message
    assert key("anna2").public.fingerprint in receipt.message
    assert submit(campaign, "anna", "key x").fault == "sig-key"
    assert key("anna2").public.line.rsplit(" ", 1)[0] in (campaign.folder / "allowed_signers").read_text()
    assert open_hand(campaign, "anna", key("anna2")).view
    assert campaign.seats[0].key == key("anna2").public
    with opened(campaign.folder, MODERATOR) as keeper:
        (seat,) = keeper.match.playing.pending
    if seat == 1:
        play_on(campaign, 1)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_key_entries_are_found_among_all_others(games: Path) -> None:
    """No file of a player can pass for one."""
    campaign = start(games / "duel-1")
    play_on(campaign, 3)
    submit(campaign, "anna", f'# "kind":"key"\nkey {key("anna2").public.line}')
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, 1, key("carl").public.line, None, "Carl", NOW)
        keeper.publish()
    for kind in ("key", "genesis", "join", "move"):
        assert list(campaign.ledger.of_kind(kind)) == [one for one in campaign.entries() if one["kind"] == kind]
    assert [seat.key for seat in campaign.seats] == [key("anna2").public, key("carl").public]


def test_a_last_line_that_cannot_be_read_is_named_by_its_number(games: Path) -> None:
    campaign = start(games / "duel-1")
    path = campaign.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes()[:-9] + b"\n")
    with pytest.raises(CampaignError, match=r"^entry 2: this is not JSON"):
        _ = campaign.head


def test_a_new_key_must_be_a_key_and_nobody_elses(games: Path) -> None:
    campaign = start(games / "duel-2")
    assert submit(campaign, "anna", f"key {key('anna').public.line}").message == (
        "anna already signs with this key in this game."
    )
    assert submit(campaign, "anna", f"key {key('ben').public.line}").message == (
        "ben and anna would have the same key; each seat needs a key of its own."
    )
    assert submit(campaign, "anna", "key ssh-rsa AAAA").message.startswith(
        "The order `key` needs the line of a new public key"
    )


def test_a_change_of_key_says_who_made_it(games: Path) -> None:
    """The player's own is signed and gives no other name; the moderator's has no file."""
    campaign = start(games / "duel-2", limits=Terms(files="open"))
    submit(campaign, "anna", f"key {key('anna2').public.line}")
    n = campaign.head.n
    changes: tuple[tuple[Callable[[dict[str, Any]], object], str], ...] = (
        (lambda one: one.update(name="Carl"), "a player's file gives the seat no other name"),
        (lambda one: one.update(by="moderator"), "a player signs a change of key, the moderator does not"),
        (lambda one: one.pop("file"), "a player signs a change of key, the moderator does not"),
    )
    for change, said in changes:
        verdict = changed(campaign, n, change)
        assert (verdict.ok, verdict.entry) == (False, n)
        assert said in verdict.message


def test_the_moderator_hands_a_seat_to_another_person_for_all_to_see(games: Path) -> None:
    campaign = start(games / "duel-3")
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, 1, key("carl").public.line, None, "Carl", NOW)
        keeper.publish()
    entry = list(campaign.entries())[-1]
    assert (entry["kind"], entry["by"], entry["name"]) == ("key", "moderator", "Carl")
    assert submit(campaign, "ben", "x").fault == "sig-key"
    assert submit(campaign, "ben", "x", by="carl").fault in ("order", "no-answer")
    assert verify(campaign.folder).ok


def test_a_person_takes_over_from_a_bot(games: Path) -> None:
    campaign = start(games / "duel-3", bots={"ben": "random"})
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, 1, key("carl").public.line, None, "Carl", NOW)
        keeper.publish()
    for _ in range(8):
        (player,) = campaign.position["waiting"]
        receipt = submit(campaign, player, "any", by="carl" if player == "ben" else "anna")
        assert receipt.result == "applied", receipt.message
        assert not again(campaign).receipts, "nobody plays the seat but Carl"
    assert verify(campaign.folder).ok


def test_a_missed_deadline_is_told(games: Path) -> None:
    campaign = start(games / "duel-4", limits=Terms(48))
    assert campaign.position["due"] == "2026-01-03T12:00:00Z"
    assert again(campaign, "2026-01-03T11:59:59Z").overdue == []
    report = again(campaign, "2026-01-03T12:00:00Z")
    assert report.overdue == campaign.position["waiting"]
    assert report.n == report.before


def test_a_missed_deadline_takes_the_default_where_the_table_agreed_to_it(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, ("anna", "ben", "cleo"), limits=Terms(24, "default"))
    day = 2
    while campaign.ledger.head()[1]["kind"] != "end":
        report = again(campaign, f"2026-{1 + day // 28:02}-{1 + day % 28:02}T12:00:00Z")
        assert report.defaulted
        day += 1
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    clocks = entries_of(campaign, "clock")
    assert {one.get("source", "default") for entry in clocks for one in entry["answers"]} <= {"default", "forced"}
    secret = [entry for entry in clocks if entry["answers"][0]["ask"] == "light"]
    assert secret
    assert all("sealed" in entry["file"] for entry in secret), "a default answer may be as secret as another"


def test_a_key_is_void_from_its_entry_on_also_within_one_run(games: Path) -> None:
    campaign = start(games / "duel-6")
    player = campaign.position["waiting"][0]
    inbox = campaign.folder / "inbox"
    (inbox / "1.move").write_text(signed_block(campaign, player, f"key {key('new').public.line}"))
    (inbox / "2.move").write_text(signed_block(campaign, player, "any"))
    assert [one.result for one in again(campaign).receipts] == ["applied", "refused"]
    assert verify(campaign.folder).ok
    (inbox / "3.move").write_text(signed_block(campaign, player, "any", by="new"))
    assert [one.result for one in again(campaign).receipts] == ["applied"]


def test_no_title_has_an_order_that_begins_like_a_file_about_the_seat() -> None:
    """Else a move would be taken for something else: resigning is a political action in Through the Ages."""
    for ident in titles.ours():
        verbs = titles.load(ident).language.verbs
        assert not [word for word in ABOUT_THE_SEAT if word in verbs], ident


def test_after_the_end_no_key_comes_into_the_ledger(games: Path, guess: str) -> None:
    campaign = start(games / "guess-1", guess)
    play_on(campaign)
    before = campaign.head
    receipt = submit(campaign, "anna", f"key {key('anna2').public.line}")
    assert (receipt.result, receipt.fault, campaign.head) == ("refused", "over", before)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
