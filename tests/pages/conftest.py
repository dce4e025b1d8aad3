"""Campaigns and a site that the tests of the pages share: made once, then only looked at."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from tables import Playing, ages, bots, courts, dawn, duel, world

from pbem.pages.model import CampaignModel
from pbem.pages.site import publish

HOSTILE = ("<script>alert(1)</script>‮evil‬ \"'&amp;", "🏺" + "Ünïcödé" * 715, "مرحبا")


@dataclass
class Site:
    root: Path
    duel: Playing
    young: Playing
    ended: Playing
    hostile: Playing
    joining: Playing

    @property
    def folder(self) -> Path:
        return self.root / "site"

    def url(self, path: str) -> str:
        return (self.folder / path).as_uri()


def named(story: CampaignModel, names: Sequence[str]) -> CampaignModel:
    return replace(story, seats=tuple(replace(seat, name=name) for seat, name in zip(story.seats, names, strict=True)))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("pages")
    before = os.environ.get("PBEM_KEYS")
    os.environ["PBEM_KEYS"] = str(root / "keys")
    games = root / "games"
    running = duel(games)
    running.play(24)
    young = duel(games, "young-duel", hours=0)
    young.play(1)
    made = Site(
        root,
        running,
        young,
        bots(games),
        duel(games, "odd-names", names=HOSTILE[:2]),
        duel(games, "new-duel", join=False),
    )
    made.hostile.play(9)
    stories = [one.story("moves@lantern.example") for one in (running, young, made.ended, made.hostile, made.joining)]
    stories += [world(games).story(), dawn(games).story(), ages(games).story(), courts(games).story()]
    # A campaign cuts names to a bearable length; the pages must not rely on it.
    stories = [named(one, HOSTILE[: len(one.seats)]) if one.id in ("odd-names", "dawn") else one for one in stories]
    publish(stories, made.folder)
    yield made
    if before is None:
        del os.environ["PBEM_KEYS"]
    else:
        os.environ["PBEM_KEYS"] = before


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder of the moderator for tests that play on."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    return tmp_path
