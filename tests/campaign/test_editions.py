"""Campaigns of an edition: the changed data stand in the genesis and are used wherever the ledger is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import run
from pbem.titles.editions import BadEdition, Edition, parse

from .kit import MODERATOR, NOW, start

DOC = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")
PLAYERS = [("ada", "Ada", "random"), ("bob", "Bob", "random")]


def documented() -> Edition:
    found = re.search(r"```yaml\n(.*?)```", DOC, re.DOTALL)
    assert found
    return parse(found[1], "ours.yaml")


def test_a_campaign_of_an_edition_is_played_and_verified_with_its_data(games: Path) -> None:
    campaign = begin(games / "duel-7", MODERATOR, "wonders_duel", PLAYERS, {}, now=NOW, edition=documented())
    run(campaign.folder, MODERATOR, NOW)
    again = Campaign.open(campaign.folder)
    assert again.title.edition == "our printing"
    first = next(step for step in again.steps() if step.view is not None)
    assert [city["coins"] for city in first.view["cities"]] == [9, 9]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    assert b'edition_name: "our printing"' in (campaign.folder / "campaign.yaml").read_bytes()


def test_another_campaign_beside_it_keeps_our_data(games: Path) -> None:
    begin(games / "duel-7", MODERATOR, "wonders_duel", PLAYERS, {}, now=NOW, edition=documented())
    plain = start(games / "duel-8")
    assert [city["coins"] for city in plain.position["view"]["cities"]] == [7, 7]


def test_a_faulty_edition_starts_nothing(games: Path) -> None:
    wrong = Edition("wonders_duel", "x", {"components.yaml": {"buildings": {"opera": {"vp": 1}}}})
    with pytest.raises((BadEdition, CampaignError), match="no entry 'opera'"):
        begin(games / "duel-9", MODERATOR, "wonders_duel", PLAYERS, {}, now=NOW, edition=wrong)
    assert not (games / "duel-9").exists()
