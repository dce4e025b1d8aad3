"""What who can write to the folder, or the moderator, might try beyond changing bytes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import Verdict, verify
from pbem.campaign.running import sealed_parts
from pbem.campaign.running.create import opened
from pbem.storage.errors import StorageError, StorageFault

from .cases_ledger import rebuilt, resigned
from .kit import MODERATOR, again, play_on, signed_block, start, submit


def test_a_plan_counts_once_though_its_receipt_was_taken_away(games: Path) -> None:
    """A line with `try` is never stale; nobody may bring it up a second time."""
    campaign = start(games / "duel-1")
    (player,) = campaign.position["waiting"]
    plan = signed_block(campaign, player, "try any")
    inbox = campaign.folder / "inbox"
    (inbox / "1.move").write_text(plan)
    assert [one.result for one in again(campaign).receipts] == ["applied"]
    n = campaign.head.n
    while campaign.position["waiting"] != [player]:
        play_on(campaign, 1)
    shutil.rmtree(campaign.folder / "receipts")
    (inbox / "2.move").write_text(plan)
    before = campaign.head
    assert [(one.result, one.n) for one in again(campaign).receipts] == [("applied", n)]
    assert campaign.head == before


def test_a_file_can_name_the_place_of_another_without_being_taken_for_it(games: Path) -> None:
    campaign = start(games / "duel-1")
    (player,) = campaign.position["waiting"]
    after = campaign.head.digest
    assert campaign.ledger.holding("ab" * 32, after) is None
    submit(campaign, player, f'any # "file":{{"digest":"{"ab" * 32}"')
    assert campaign.ledger.holding("ab" * 32, after) is None


def _history(campaign: Campaign) -> str:
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert refused.value.fault == "history"
    return str(refused.value)


def test_entries_that_were_taken_back_are_missed_by_the_moderator(games: Path, private: Path) -> None:
    """Else a player who can write to the folder would take back a move whose dice were bad."""
    campaign = start(games / "duel-1")
    play_on(campaign, 2)
    early = {path: path.read_bytes() for path in campaign.folder.rglob("*") if path.is_file()}
    play_on(campaign, 2)
    n = campaign.head.n
    for path, data in early.items():
        path.write_bytes(data)
    said = _history(campaign)
    assert f"entry {n} is missing or different" in said
    assert (campaign.folder / "ledger.jsonl").read_bytes() == early[campaign.folder / "ledger.jsonl"]
    (checkpoint,) = private.rglob("checkpoint.json")
    assert str(checkpoint) in said
    checkpoint.unlink()
    shutil.rmtree(campaign.folder / "receipts")
    play_on(campaign, 1)  # the moderator has decided that this one counts


def test_another_history_is_noticed_by_the_moderator(games: Path, private: Path, tmp_path: Path) -> None:
    """Two histories of one moderator: the longer one does not replace the one that was written here."""
    campaign = start(games / "duel-1")
    ledger = campaign.folder / "ledger.jsonl"
    begun = ledger.read_bytes()
    submit(campaign, campaign.position["waiting"][0], "any")
    shutil.move(private, tmp_path / "here")
    ledger.write_bytes(begun)
    submit(campaign, campaign.position["waiting"][0], "any # elsewhere")
    submit(campaign, campaign.position["waiting"][0], "any")
    shutil.rmtree(private)
    shutil.move(tmp_path / "here", private)
    assert "entry 3 is missing or different" in _history(campaign)


def test_who_has_kept_a_head_notices_that_the_past_was_rewritten(games: Path) -> None:
    campaign = start(games / "duel-1")
    begun = (campaign.folder / "ledger.jsonl").read_bytes()
    play_on(campaign, 1)
    verdict = verify(campaign.folder)
    assert verdict.head == campaign.head.digest
    assert verdict.moderator == MODERATOR.public.fingerprint
    play_on(campaign, 1)
    assert verify(campaign.folder, seen=verdict.head).ok
    (campaign.folder / "ledger.jsonl").write_bytes(begun)
    assert verify(campaign.folder, seen=verdict.head).message == (
        f"ledger.jsonl: it has no entry {verdict.head}; this is not the history that you saw."
    )


@pytest.fixture
def late(games: Path, guess: str) -> Campaign:
    """A game in which anna missed the deadline, which has a default."""
    campaign = start(games / "guess-1", guess, limits=Terms(24, "default", "open"))
    assert again(campaign, "2026-01-02T12:00:00Z").defaulted == ["anna", "ben"][:1]
    play_on(campaign)
    assert verify(campaign.folder).ok
    return campaign


def _changed(campaign: Campaign, order: str | None = None, **changes: Any) -> Verdict:
    entries = list(campaign.entries())
    (clock,) = (entry for entry in entries if "due" in entry)
    clock |= changes
    if order is not None:
        resigned(clock, "moderator", "pbem-moderator", orders=order)
        clock["answers"][0]["order"] = order
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert verdict.entry == clock["n"]
    return verdict


def test_the_moderator_cannot_choose_what_a_missed_deadline_answers(late: Campaign) -> None:
    assert _changed(late, "guess 7").message == "entry 3: the default is `guess 1`, not `guess 7`."


def test_the_moderator_cannot_call_a_player_late_before_the_deadline(late: Campaign) -> None:
    early = "2026-01-02T11:00:00Z"
    assert _changed(late, at=early).message == (
        "entry 3: a run entry has no place here; it was written at 2026-01-02T11:00:00Z, "
        "before its deadline 2026-01-02T12:00:00Z."
    )
    assert _changed(late, at=early, due=early).message == (
        "entry 3: a run entry has no place here; the deadline was 2026-01-02T12:00:00Z."
    )


def test_what_was_ordered_ahead_counts_before_the_default(games: Path, tmp_path: Path) -> None:
    """Where answering is secret a standing order waits for the others; the deadline must not overrule it."""
    from tests.conformance import toy

    closed = [("rules/evening.py", "for seat in game.sealed})", "for seat in game.sealed}, open=False)")]
    with toy.installed(tmp_path / "titles", changes=closed) as title:
        for attempt in range(30):  # the lot decides who is asked: until anna is, with somebody else
            limits = Terms(24, "default")
            campaign = start(games / f"market-{attempt}", title.id, ("anna", "ben", "cleo"), limits=limits)
            kept = submit(campaign, "anna", "always on light: any")
            while campaign.position["asked"][0]["kind"] == "bid":
                play_on(campaign, 1)
            with opened(campaign.folder, MODERATOR) as keeper:
                asked = [campaign.players[seat] for seat in keeper.match.playing.pending]
            if kept.result == "applied" and "anna" in asked and len(asked) > 1:
                break
        n = campaign.head.n
        assert again(campaign, "2026-01-02T12:00:00Z").defaulted == [one for one in asked if one != "anna"]
        with opened(campaign.folder, MODERATOR) as keeper:  # the source is as hidden as the order
            hidden = {
                (n, i): one.source for n, of in keeper.match.sealed.veiled.items() for i, one in of.hidden.items()
            }
        answered = {
            one["player"]: hidden[entry["n"], i]
            for entry in list(campaign.entries())[n + 1 :]
            for i, one in enumerate(entry.get("answers", ()))
            if one["ask"] == "light"
        }
        assert answered == dict.fromkeys(asked, "default") | {"anna": "standing"}


def test_a_game_that_passes_for_another(games: Path) -> None:
    campaign = start(games / "duel-1")
    shutil.copytree(campaign.folder, games / "duel-2")
    assert verify(games / "duel-2").message == "ledger.jsonl: it is the ledger of duel-1, not of duel-2."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"n": None}, "manifest.json: the moderator's signature does not match."),
        ({"files": ["ledger.jsonl"]}, "manifest.json: the moderator's signature does not match."),
        ({"files": {"../../secret": "00"}}, "../../secret: it is missing."),
        ({"head": "00"}, "manifest.json: it knows another entry 4; the moderator has signed two histories."),
        ({"n": 3}, "manifest.json: it is of entry 3, not of 4; `pbem run` brings it up to date."),
        ({"n": 5}, "ledger.jsonl: it ends with entry 4, but the moderator has written 5."),
    ],
)
def test_a_manifest_that_says_something_else(games: Path, changes: dict[str, Any], said: str) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 2)
    path = campaign.folder / "manifest.json"
    manifest = {key: value for key, value in json.loads(path.read_bytes()).items() if key != "sig"}
    path.write_bytes(signed({**manifest, **changes}, MODERATOR) + b"\n")
    assert verify(campaign.folder).message == said


@pytest.mark.parametrize("name", [".new", "receipts/.new", "sealed/.new"])
def test_a_link_in_the_folder_does_not_lead_the_moderator_to_other_files(games: Path, name: str) -> None:
    campaign = start(games / "duel-1")
    mine = games / "mine"
    mine.write_text("do not touch")
    (campaign.folder / name).unlink(missing_ok=True)
    (campaign.folder / name).symlink_to(mine)
    block = signed_block(campaign, campaign.position["waiting"][0], "any")
    (campaign.folder / "inbox" / "1.move").write_text(block)
    with pytest.raises(StorageError) as refused:
        again(campaign)
    assert refused.value.fault is StorageFault.DISK
    assert mine.read_text() == "do not touch"


def test_a_link_in_the_inbox_is_not_read(games: Path) -> None:
    campaign = start(games / "duel-1")
    mine = games / "mine"
    mine.write_text("a secret of few letters")
    (campaign.folder / "inbox" / "1.move").symlink_to(mine)
    assert again(campaign).receipts == []


def test_verify_finds_a_file_that_was_opened_too_early(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moderator who shows a player's plan to everybody."""
    campaign = start(games / "duel-1", limits=Terms(files="sealed"))
    (player,) = campaign.position["waiting"]
    with monkeypatch.context() as patched:
        patched.setattr(sealed_parts, "file_now", lambda deed, file, moderator: sealed_parts.open_file(file))
        n = submit(campaign, player, "any").n
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert (verdict.fault, verdict.entry) == ("line-file", n)
    assert "it is open, though it must stay sealed" in verdict.message


def test_verify_finds_a_receipt_under_another_name(games: Path) -> None:
    """Else the moderator's word on one file could be shown for another."""
    campaign = start(games / "duel-1")
    assert verify(campaign.folder).ok
    one, other = sorted((campaign.folder / "receipts").glob("*.json"))[:2]
    for suffix in (".json", ".age"):
        shutil.copy(one.with_suffix(suffix), other.with_suffix(suffix))
    verdict = verify(campaign.folder)
    assert verdict.message.startswith(f"receipts/{other.name}: ")
