"""Whoever changes a finished campaign in any place is found out, and the place is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify

from .kit import files, play_on, start, submit


def _flipped(campaign: Campaign, name: str, at: int, bit: int) -> str | None:
    """What verify says when one bit of a file is another one; None if it notices nothing."""
    path = campaign.folder / name
    good = path.read_bytes()
    path.write_bytes(good[:at] + bytes([good[at] ^ (1 << bit)]) + good[at + 1 :])
    try:
        verdict = verify(campaign.folder)
    finally:
        path.write_bytes(good)
    return None if verdict.ok else f"{verdict.entry}: {verdict.message}"


def _small(games: Path, guess: str) -> Campaign:
    campaign = start(games / "guess-1", guess)
    submit(campaign, "anna", "guess 99")
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    return campaign


def _must_be_noticed(campaign: Campaign, name: str, at: int, bit: int) -> None:
    said = _flipped(campaign, name, at, bit)
    assert said is not None, f"{name}, byte {at}, bit {bit}: nothing was noticed"
    if name == "ledger.jsonl":
        line = (campaign.folder / name).read_bytes()[:at].count(b"\n")
        entry = said.split(":")[0]
        # A change is named in its entry, or in the next, which does not follow from it any more.
        assert entry.isdigit(), f"{name}, byte {at}: {said}"
        assert int(entry) in (line, line + 1), f"{name}, byte {at} (entry {line}): {said}"
    else:
        assert Path(name).stem in said, f"{name}, byte {at}: {said}"


@pytest.mark.slow
def test_every_byte_of_a_small_campaign(games: Path, guess: str) -> None:
    campaign = _small(games, guess)
    for name, data in files(campaign.folder).items():
        step = 401 if name.endswith(".age") else 1
        for at in range(0, len(data), step):
            _must_be_noticed(campaign, name, at, at % 8)


def test_bytes_of_a_small_campaign_here_and_there(games: Path, guess: str) -> None:
    campaign = _small(games, guess)
    dice = random.Random(3)
    for name, data in files(campaign.folder).items():
        for _ in range(60 if name == "ledger.jsonl" else 4):
            _must_be_noticed(campaign, name, dice.randrange(len(data)), dice.randrange(8))


@pytest.mark.slow
def test_bytes_of_a_large_campaign_here_and_there(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, ("anna", "ben", "cleo"))
    play_on(campaign)
    dice = random.Random(5)
    for name, data in files(campaign.folder).items():
        for _ in range(150 if name == "ledger.jsonl" else 1):
            _must_be_noticed(campaign, name, dice.randrange(len(data)), dice.randrange(8))


def test_files_that_are_missing_or_too_many(games: Path, guess: str) -> None:
    campaign = _small(games, guess)
    for name, data in files(campaign.folder).items():
        (campaign.folder / name).unlink()
        try:
            if not name.startswith("receipts/") or name.endswith(".age"):
                assert not verify(campaign.folder).ok, f"{name} is gone"
        except Exception as error:
            raise AssertionError(f"{name} is gone: {error!r}") from error
        finally:
            (campaign.folder / name).write_bytes(data)
    (campaign.folder / "sealed" / "zoe.age").write_bytes(b"x")
    assert verify(campaign.folder).message == "sealed/zoe.age: the manifest does not know it."


def test_a_line_taken_out_or_put_in(games: Path, guess: str) -> None:
    campaign = _small(games, guess)
    path = campaign.folder / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for n in range(len(lines)):
        path.write_bytes(b"".join(lines[:n] + lines[n + 1 :]))
        assert not verify(campaign.folder).ok, f"entry {n} taken out"
        path.write_bytes(b"".join([*lines[: n + 1], lines[n], *lines[n + 1 :]]))
        assert not verify(campaign.folder).ok, f"entry {n} twice"
