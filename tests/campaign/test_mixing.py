"""When signatures enter the chance: those of the muster by seat, each other one at its first use, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.records import SignedFile
from pbem.seals.fair import FairSource

from .kit import again, play_on, send, start, submit


@pytest.fixture
def mixed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that was mixed in, in order."""
    found: list[bytes] = []
    mix = FairSource.mix

    def noted(self: FairSource, signature: bytes) -> None:
        found.append(signature)
        mix(self, signature)

    monkeypatch.setattr(FairSource, "mix", noted)
    return found


def test_who_joins_first_has_no_influence(games: Path, mixed: list[bytes]) -> None:
    orders = {}
    for game, handles in (("duel-1", ("anna", "ben")), ("duel-2", ("ben", "anna"))):
        campaign = start(games / game, joined=False)
        for handle in handles:
            send(campaign, handle, "join")
            again(campaign)
        entries = {one["player"]: one for one in campaign.entries() if one["kind"] == "join"}
        assert list(entries) == list(handles)
        orders[game] = [SignedFile.of(entries[handle]["file"]).raw for handle in ("anna", "ben")]
        assert mixed == orders[game], "by seat, not by time of arrival"
        mixed.clear()


def test_a_signature_enters_once_however_often_its_file_is_used(games: Path, mixed: list[bytes]) -> None:
    campaign = start(games / "duel-1")
    mixed.clear()
    for handle in ("anna", "ben"):
        submit(campaign, handle, "always on play_card: any\nalways on draft_wonders: any\n")
    play_on(campaign)
    standing = sum(one["source"] == "standing" for entry in campaign.entries() for one in entry.get("answers", ()))
    assert standing > 20
    assert len(mixed) == len(set(mixed)), "the second use of a file brings nothing new in"
