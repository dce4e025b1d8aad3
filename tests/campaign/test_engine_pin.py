"""An older campaign under a newer engine: the same positions, or a clear refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.errors import CampaignError, CampaignFault
from tests.conformance import toy
from tests.conftest import ENGINE

from .kit import again, files, play_on, start


def _begun(games: Path, tmp_path: Path) -> None:
    with toy.installed(tmp_path / "old"):
        campaign = start(games / "market-1", toy.TOY)
        play_on(campaign, 6)


def test_an_engine_that_plays_the_same_goes_on(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _begun(games, tmp_path)
    monkeypatch.setattr("pbem.campaign.running.create.__version__", "9.9.9")
    with toy.installed(tmp_path / "new", changes=[("data/components.yaml", "name_de: rot", "name_de: karmin")]):
        from pbem.campaign.campaign import Campaign
        from pbem.campaign.ledger.verify import verify

        campaign = Campaign(games / "market-1")
        again(campaign)
        play_on(campaign)
        assert verify(campaign.folder).ok


def test_an_engine_that_plays_otherwise_refuses_and_changes_nothing(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _begun(games, tmp_path)
    monkeypatch.setattr("pbem.campaign.running.create.__version__", "9.9.9")
    before = files(games / "market-1")
    with toy.installed(tmp_path / "new", changes=[("data/components.yaml", "coins: 8", "coins: 9")]):
        from pbem.campaign.campaign import Campaign

        with pytest.raises(CampaignError) as caught:
            again(Campaign(games / "market-1"))
    assert caught.value.fault is CampaignFault.ENGINE
    said = str(caught.value)
    assert said.startswith(
        f"market-1 was begun with pbem {ENGINE}, and this pbem 9.9.9 plays it differently from entry 2 on"
    )
    assert f"`pip install pbem=={ENGINE}`" in said
    assert files(games / "market-1") == before


def test_verify_says_when_another_engine_may_be_why(games: Path, tmp_path: Path) -> None:
    with toy.installed(tmp_path / "old"):
        play_on(start(games / "market-1", toy.TOY))
    with toy.installed(tmp_path / "new", changes=[("data/components.yaml", "coins: 8", "coins: 9")]):
        from pbem.campaign.ledger.verify import verify

        verdict = verify(games / "market-1")
    assert verdict.entry == 2
    assert verdict.message == (
        "entry 2: the public position after it has a different digest from the one recorded. "
        f"(It was begun with pbem {ENGINE} and its data; this is pbem {ENGINE}. Try that version.)"
    )


def test_a_numbered_fix_leaves_older_games_as_they_were(games: Path, tmp_path: Path) -> None:
    """A game pins the highest fix known at its genesis, so a later one does not touch it."""
    older = [("__init__.py", "fixes=1", "fixes=0")]
    with toy.installed(tmp_path / "old", changes=older):
        campaign = start(games / "market-1", toy.TOY)
        count = play_on(campaign)
    assert campaign.genesis.fixes == 0
    with toy.installed(tmp_path / "new"):
        from pbem.campaign.ledger.verify import verify

        verdict = verify(games / "market-1")
        assert verdict.ok, verdict.message
        assert verdict.answers == count


def test_rules_with_another_number_are_refused_before_anything_is_done(games: Path, tmp_path: Path) -> None:
    """The number counts, not the version of the package: that may be any."""
    _begun(games, tmp_path)
    before = files(games / "market-1")
    with toy.installed(tmp_path / "new", changes=[("__init__.py", "fixes=1", "fixes=1, behaviour=2")]):
        from pbem.campaign.campaign import Campaign
        from pbem.campaign.ledger.verify import verify

        with pytest.raises(CampaignError) as caught:
            again(Campaign(games / "market-1"))
        verdict = verify(games / "market-1")
    assert caught.value.fault is CampaignFault.RULES
    assert str(caught.value).startswith(
        "market-1 is played by the rules of lantern_market number 1; this pbem has number 2, which play differently."
    )
    assert verdict.fault == "rules"
    assert files(games / "market-1") == before
