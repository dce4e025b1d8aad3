"""Files that must not count, each with one clear message; and files that count only once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import open_receipts
from pbem.campaign.running import receipts
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.seals.signed import clear_block, sealed_block, sign_move

from .kit import MODERATOR, NOW, again, files, key, play_on, signed_block, start, submit


def asked(campaign: Campaign) -> tuple[str, str, str]:
    """Who is asked, a legal order, and who is not asked."""
    with opened(campaign.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        (seat,) = table.pending
        order = table.pending[seat].write(table.pending[seat].listed()[0], table.players)
        return campaign.players[seat], order, campaign.players[1 - seat]


def deal(campaign: Campaign, data: str | bytes) -> Receipt:
    with opened(campaign.folder, MODERATOR) as keeper:
        return keeper.submit(data.encode() if isinstance(data, str) else data, now=NOW)


@pytest.fixture
def duel(games: Path) -> Campaign:
    return start(games / "duel-42")


def test_a_file_of_another_game(duel: Campaign, games: Path) -> None:
    other = start(games / "duel-43")
    player, order, _ = asked(duel)
    receipt = deal(duel, signed_block(other, player, order))
    assert receipt.message == "This file is for the game duel-43, not for duel-42; it counts only there."


def test_a_file_of_a_stranger(duel: Campaign) -> None:
    assert deal(duel, signed_block(duel, "zoe", "build baths")).message == (
        "zoe has no seat in duel-42; the seats are anna, ben."
    )


def test_a_file_for_another_seat(duel: Campaign) -> None:
    player, order, other = asked(duel)
    receipt = deal(duel, signed_block(duel, player, order, by=other))
    assert receipt.message == (
        f"The signature was made with another key: {key(other).public.fingerprint} signed, "
        f"{key(player).public.fingerprint} was expected."
    )
    assert receipt.player is None, "nobody is told that they sent what they did not sign"


def test_a_file_after_an_unknown_head(duel: Campaign) -> None:
    player, order, _ = asked(duel)
    receipt = deal(duel, signed_block(duel, player, order, after="ab" * 32))
    assert receipt.message == (
        f"The head {'ab' * 32} in `after` is not in this ledger; use the one from your last report."
    )


def test_a_stale_file(duel: Campaign) -> None:
    old = duel.head.digest
    play_on(duel, 2)
    last = duel.head.n
    with opened(duel.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        (seat,) = table.pending
        order = table.pending[seat].write(table.pending[seat].listed()[0], table.players)
    receipt = deal(duel, signed_block(duel, duel.players[seat], order, after=old))
    assert receipt.message == (
        f"This file was written after entry 2, but what you are asked came up with entry {last}; "
        "look at the position again and write a new file."
    )


def test_a_file_of_who_is_not_asked_is_kept(duel: Campaign) -> None:
    _, order, other = asked(duel)
    receipt = deal(duel, signed_block(duel, other, order))
    assert receipt.result == "applied"
    assert "1 line waits until asked." in receipt.message


def test_a_file_that_was_dealt_with_counts_once(duel: Campaign) -> None:
    player, order, _ = asked(duel)
    block = signed_block(duel, player, order)
    n = deal(duel, block).n
    before = (duel.folder / "ledger.jsonl").read_bytes()
    receipt = deal(duel, block)
    assert receipt.result in ("applied", "duplicate")
    play_on(duel, 1)
    receipt = deal(duel, block)
    assert receipt.result == "duplicate"
    assert (
        receipt.message == f"This file was already dealt with (applied as entry {n}); it does not count a second time."
    )
    assert (duel.folder / "ledger.jsonl").read_bytes().startswith(before)


def test_a_file_counts_once_even_if_receipts_and_checkpoint_are_lost(duel: Campaign, private: Path) -> None:
    player, order, _ = asked(duel)
    block = signed_block(duel, player, order)
    n = deal(duel, block).n
    shutil.rmtree(private)
    shutil.rmtree(duel.folder / "receipts")
    receipt = deal(duel, block)
    assert (receipt.result, receipt.n) == ("applied", n)
    assert duel.head.n == n


def test_no_file_counts_after_the_end(duel: Campaign) -> None:
    play_on(duel)
    receipt = deal(duel, signed_block(duel, "anna", "build baths"))
    assert receipt.message == "The game is over; no more moves are taken."


def test_joining_twice(duel: Campaign) -> None:
    again_signed = signed_block(duel, "anna", "join", after=duel.genesis_digest)
    assert deal(duel, again_signed).result == "duplicate", "Ed25519 gives the same signature, so it is the same file"
    other = signed_block(duel, "anna", "join # again", after=duel.genesis_digest)
    assert deal(duel, other).message == "anna has already joined."


@pytest.mark.parametrize("orders", ["join\nbuild baths", "key ssh-ed25519 AAAA\nbuild baths"])
def test_orders_about_the_seat_stand_alone(duel: Campaign, orders: str) -> None:
    word = orders.split()[0]
    assert deal(duel, signed_block(duel, "anna", orders)).message == f"`{word}` must be the only order of its file."


def test_an_empty_file_withdraws_what_was_not_read_yet(duel: Campaign) -> None:
    player, order, _ = asked(duel)
    inbox = duel.folder / "inbox"
    (inbox / "1.move").write_text(signed_block(duel, player, order))
    (inbox / "2.move").write_text(signed_block(duel, player, ""))
    before = duel.head
    report = again(duel)
    assert [one.result for one in report.receipts] == ["replaced", "withdrawn"]
    assert duel.head.n == before.n + 1
    assert not list(duel.entries())[-1].get("answers")
    assert duel.position["waiting"] == [player]


def test_a_sealed_file_is_opened_by_the_moderator_alone(duel: Campaign) -> None:
    player, order, _ = asked(duel)
    move = sign_move(write(MoveFile(duel.id, player, duel.head.digest, order)), key(player))
    assert deal(duel, sealed_block(move, [MODERATOR.public])).result == "applied"
    other = sealed_block(move, [key("stranger").public])
    assert deal(duel, other).message.startswith("This file is sealed for somebody else")


def test_junk_in_the_inbox_changes_nothing_but_is_answered(duel: Campaign) -> None:
    inbox = duel.folder / "inbox"
    for name, data in {"a": b"", "b.txt": b"\x00\xff" * 999, "c.move": b"-----BEGIN PBEM MOVE-----\nAAAA\n"}.items():
        (inbox / name).write_bytes(data)
    ledger = files(duel.folder)["ledger.jsonl"]
    report = again(duel)
    assert len(report.receipts) == 3
    assert all(one.result == "refused" and "\n" not in one.message for one in report.receipts)
    assert files(duel.folder)["ledger.jsonl"] == ledger
    assert not list(inbox.iterdir())


def test_nobody_else_learns_that_a_line_behind_the_answers_was_not_legal(duel: Campaign) -> None:
    shown = []
    for result in ("applied", "stopped"):
        receipt = Receipt("ab" * 32, result, NOW, "anna", 3, "Carried out.")
        receipts.write(duel.folder, receipt, MODERATOR, [key("anna").public], "en", duel.head)
        public = json.loads(receipts.path_of(duel.folder, receipt.file).read_text())
        shown.append({name: value for name, value in public.items() if name not in ("sealed", "sig")})
        assert open_receipts(duel, "anna", key("anna"))[0][-1][1]["result"] == result
    assert shown[0] == shown[1]


def test_what_is_wrong_with_a_signed_file_is_said_to_who_signed_it(duel: Campaign) -> None:
    payload = b"game: duel-42\nplayer: anna\nsecret_plan: build baths\n"
    receipt = deal(duel, sealed_block(sign_move(payload, key("anna")), [MODERATOR.public]))
    assert receipt.player == "anna"
    assert "secret_plan" in receipt.message
    assert not [name for name, data in files(duel.folder).items() if b"secret_plan" in data]
    assert deal(duel, clear_block(sign_move(payload + b"\n", key("zoe")))).player is None


def test_receipts_do_not_show_others_what_was_refused(duel: Campaign) -> None:
    player, _, other = asked(duel)
    submit(duel, player, "build baths # my secret plan")
    for name, data in files(duel.folder).items():
        assert b"secret plan" not in data, name
        assert name == "position.json" or b"build baths" not in data, name
    (text,) = (text for text, data in open_receipts(duel, player, key(player))[0] if data["result"] == "refused")
    assert "build baths" in text
    assert not [one for one in open_receipts(duel, other, key(other))[0] if one[1]["result"] == "refused"]
