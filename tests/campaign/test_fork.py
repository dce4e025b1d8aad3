"""A sandbox goes on from a position of another game, says so, and can be verified like any other campaign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.agreement import fork
from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.pages.from_campaign import tell
from pbem.pages.site import publish

from .kit import MODERATOR, NOW, again, files, key, send, start
from .league import changed


def begun(games: Path, entries: int = 8) -> Campaign:
    """A duel in which some moves were made."""
    campaign = start(games / "duel-1", bots={"ben": "random"})
    while campaign.head.n < entries and not campaign.position["over"]:
        again(campaign)
        table = Campaign.open(campaign.folder, MODERATOR).table()
        assert table is not None
        ((_, ask),) = table.pending.items()
        send(campaign, "anna", ask.write(ask.listed(1)[0], table.players))
    again(campaign)
    return Campaign.open(campaign.folder, MODERATOR)


def test_bots_play_a_sandbox_to_its_end(games: Path) -> None:
    source = begun(games)
    before = files(source.folder)
    there = source.table()
    assert there is not None
    made = fork.begin(games / "what-if", source, None, MODERATOR, {}, NOW)
    assert made.genesis.fork is not None
    assert (made.genesis.fork["game"], made.genesis.fork["n"]) == ("duel-1", source.head.n)
    assert verify(made.folder).ok, "also before anybody has joined"
    report = again(made)
    assert report.over
    assert files(source.folder) == before, "the game itself is not touched"
    verdict = verify(made.folder)
    assert (verdict.ok, verdict.over) == (True, True), verdict.message
    first = next(step for step in Campaign.open(made.folder).steps() if step.view is not None)
    assert first.view["age"] >= 1
    assert len(first.view["cities"][0]["wonders"]) + len(first.view["cities"][0]["built"]) > 0, "not from the start"


def test_it_begins_with_that_very_position(games: Path) -> None:
    source = begun(games)
    anna = Seat("anna", "Anna", key("anna").public)
    made = fork.begin(games / "what-if", source, source.head.n, MODERATOR, {"anna": anna, "ben": "random"}, NOW)
    send(made, "anna", "join")
    again(made)
    table, there = Campaign.open(made.folder, MODERATOR).table(), source.table()
    assert table is not None
    assert there is not None
    if table.state.active == there.state.active == 0:
        assert table.view(None) == there.view(None)
    hidden = json.dumps(sorted(there.state.face_down.items()))
    assert hidden not in "".join(path.read_text(errors="replace") for path in made.folder.rglob("*") if path.is_file())


def test_an_earlier_entry(games: Path) -> None:
    source = begun(games)
    made = fork.begin(games / "what-if", source, 4, MODERATOR, {}, NOW)
    assert made.genesis.fork is not None
    assert made.genesis.fork["n"] == 4
    again(made)
    assert verify(made.folder).ok


@pytest.mark.slow
def test_it_is_marked_on_the_pages(games: Path) -> None:
    source = begun(games)
    made = fork.begin(games / "what-if", source, None, MODERATOR, {}, NOW)
    again(made)
    assert tell(made.folder, MODERATOR).fork == ("duel-1", source.head.n)
    publish([tell(made.folder, MODERATOR)], games / "site")
    said = f"A sandbox, not a game: it goes on from duel-1, entry {source.head.n}."
    for page in ("index.html", "games/what-if/index.html", "games/what-if/log.html", "games/what-if/desk.html"):
        assert said in (games / "site" / page).read_text(encoding="utf-8"), page


def test_refusals(games: Path) -> None:
    source = begun(games)
    for to, said in ((0, "not begun"), (99, "99")):
        with pytest.raises(CampaignError, match=said):
            fork.begin(games / "what-if", source, to, MODERATOR, {}, NOW)
    with pytest.raises(CampaignError, match="zoe"):
        fork.begin(games / "what-if", source, None, MODERATOR, {"zoe": "bot"}, NOW)
    with pytest.raises(CampaignError, match="duel-1"):
        fork.begin(games / "duel-1", source, None, MODERATOR, {}, NOW)
    made = fork.begin(games / "what-if", source, None, MODERATOR, {}, NOW)
    again(made)
    with pytest.raises(CampaignError, match="over"):
        fork.begin(games / "again", Campaign.open(made.folder, MODERATOR), None, MODERATOR, {}, NOW)


def test_verify_sees_that_it_began_otherwise(games: Path) -> None:
    source = begun(games)
    made = fork.begin(games / "what-if", source, None, MODERATOR, {}, NOW)
    again(made)
    last = made.head.n

    def richer(entry: dict[str, object]) -> None:
        (opened,) = entry["rulings"]
        opened["changes"][0]["to"] = opened["changes"][0]["to"].replace('"coins": ', '"coins": 1')

    verdict = changed(made, last, richer)
    assert not verdict.ok
    assert "committed" in verdict.message
