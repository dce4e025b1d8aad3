"""Anybody can seal something to a player's public key: what a player opens must be the moderator's, and of today."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand, open_receipts
from pbem.seals import documents
from pbem.seals.documents import Document
from pbem.seals.sealing import pad, seal, unseal

from .kit import key, play_on, start


@pytest.fixture
def duel(games: Path) -> Campaign:
    campaign = start(games / "duel-1")
    play_on(campaign, 3)
    return campaign


def hand_of(campaign: Campaign, handle: str) -> Path:
    return campaign.folder / "sealed" / f"{handle}.age"


def reseal(
    path: Path, to: str, change: Callable[[dict[str, Any]], None] = lambda _: None, of: str | None = None
) -> None:
    """Put into a sealed file what somebody else made of it: changed, or just sealed to another key."""
    whole = json.loads(unseal(path.read_bytes(), key(of or to)))
    change(whole)
    path.write_bytes(seal(pad(json.dumps(whole).encode()), [key(to).public]))


def why_not(campaign: Campaign, handle: str) -> str:
    with pytest.raises(CampaignError) as refused:
        open_hand(campaign, handle, key(handle))
    assert refused.value.fault is CampaignFault.NOT_GENUINE
    return str(refused.value)


def test_a_hand_that_somebody_else_wrote_is_not_shown(duel: Campaign) -> None:
    (asked,) = duel.position["waiting"]

    def fewer(whole: dict[str, Any]) -> None:
        for one in whole["data"]["asked"]:
            one["legal"] = one.get("legal", [])[:1]

    reseal(hand_of(duel, asked), asked, fewer)
    assert "signature does not match" in why_not(duel, asked)


def test_a_hand_that_nobody_signed_is_not_shown(duel: Campaign) -> None:
    def unsigned(whole: dict[str, Any]) -> None:
        whole.pop("sig", None)
        whole["pbem"] = 1

    reseal(hand_of(duel, "anna"), "anna", unsigned)
    assert "does not carry the moderator's signature" in why_not(duel, "anna")


def test_an_older_hand_of_the_moderators_is_told_as_older(duel: Campaign) -> None:
    before, n = hand_of(duel, "anna").read_bytes(), duel.head.n
    play_on(duel, 1)
    hand_of(duel, "anna").write_bytes(before)
    said = why_not(duel, "anna")
    assert f"of entry {n}" in said
    assert f"entry {duel.head.n}" in said
    assert "older" in said


def test_a_newer_hand_than_the_ledger_is_told_as_newer(duel: Campaign) -> None:
    ledger = duel.ledger.path.read_bytes()
    play_on(duel, 1)
    duel.ledger.path.write_bytes(ledger)
    assert "newer" in why_not(duel, "anna")


def test_the_hand_of_another_seat_or_game_is_not_shown(duel: Campaign, games: Path) -> None:
    other = start(games / "duel-2")
    good = hand_of(duel, "anna").read_bytes()
    hand_of(duel, "anna").write_bytes(hand_of(other, "anna").read_bytes())
    assert "duel-2" in why_not(duel, "anna")
    whole = unseal(hand_of(duel, "ben").read_bytes(), key("ben"))
    hand_of(duel, "anna").write_bytes(seal(whole, [key("anna").public]))
    assert "ben" in why_not(duel, "anna")
    receipt = next(path for path in (duel.folder / "receipts").glob("*.age") if _opens(path, "anna"))
    hand_of(duel, "anna").write_bytes(receipt.read_bytes())
    assert "not a hand" in why_not(duel, "anna")
    hand_of(duel, "anna").write_bytes(good)
    assert open_hand(duel, "anna", key("anna")).view


def _opens(path: Path, handle: str) -> bool:
    try:
        return bool(unseal(path.read_bytes(), key(handle)))
    except Exception:
        return False


def test_forged_receipts_are_left_out_and_named(duel: Campaign) -> None:
    good, forged = open_receipts(duel, "anna", key("anna"))
    assert good
    assert not forged
    folder = duel.folder / "receipts"
    own = sorted(path for path in folder.glob("*.age") if _opens(path, "anna"))
    lone = folder / f"{'ab' * 20}.age"
    lone.write_bytes(own[0].read_bytes())

    def praise(whole: dict[str, Any]) -> None:
        whole["data"]["result"] = "refused"

    reseal(own[-1], "anna", praise)
    left, forged = open_receipts(duel, "anna", key("anna"))
    assert forged == sorted([lone.name, own[-1].name])
    assert len(left) == len(good) - 1


def test_a_receipt_that_cannot_be_read_keeps_no_other_from_being_shown(duel: Campaign) -> None:
    good, _ = open_receipts(duel, "anna", key("anna"))
    own = next(path for path in sorted((duel.folder / "receipts").glob("*.age")) if _opens(path, "anna"))
    (duel.folder / "receipts" / f"{'ab' * 20}.age").mkdir()
    lone = duel.folder / "receipts" / f"{'cd' * 20}.age"
    lone.write_bytes(own.read_bytes())
    lone.with_suffix(".json").write_bytes(b"0" * 1_000_000)
    assert open_receipts(duel, "anna", key("anna")) == (good, [lone.name])


def test_a_receipt_of_another_game_is_left_out(duel: Campaign, games: Path) -> None:
    other = start(games / "duel-2")
    for path in (other.folder / "receipts").iterdir():
        (duel.folder / "receipts" / path.name).write_bytes(path.read_bytes())
    left, forged = open_receipts(duel, "anna", key("anna"))
    assert forged
    assert not [text for text, data in left if data["file"][:40] in {name[:40] for name in forged}]


def test_hands_of_before_are_refused_in_a_sentence(duel: Campaign) -> None:
    path = hand_of(duel, "anna")

    def unsigned(whole: dict[str, Any]) -> None:
        whole.pop("sig", None)
        whole.pop("of", None)
        whole["pbem"] = 1

    reseal(path, "anna", unsigned)
    assert "does not carry the moderator's signature" in why_not(duel, "anna")


@pytest.mark.parametrize("version", [None, 1, 3])
def test_a_hand_of_another_version_is_refused_in_a_sentence(
    duel: Campaign, version: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = documents.read

    def other(data: bytes) -> Document:
        found = whole(data)
        found.data.pop("version")
        found.data.update({} if version is None else {"version": version})
        return found

    monkeypatch.setattr(documents, "read", other)
    assert "another version of pbem has written it" in why_not(duel, "anna")


def test_a_campaign_with_signed_hands_verifies(duel: Campaign) -> None:
    verdict = verify(duel.folder)
    assert verdict.ok, verdict.message
