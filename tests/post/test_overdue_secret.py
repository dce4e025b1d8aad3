"""Deadlines of answers that nobody may see coming: everybody hears that they have passed, and nobody who is late."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import begin
from pbem.moderation.loop import moderate
from pbem.post.folder import FolderCarrier
from pbem.post.mail.settings import parse
from tests.post.kit import NOW, SETTINGS, Desk, make_desk, text_of
from tests.post.test_chat import Service, chat, service
from tests.toys.mail import installed

__all__ = ["service"]
ANNA, BEN = "anna@players.example", "ben@players.example"


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with installed(("toy_league",)):
        yield


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    return make_desk(tmp_path)


def bidding(desk: Desk) -> Campaign:
    """A game in which both bid at once, and not even who has bid may be known."""
    seats = [(one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()]
    campaign = begin(
        desk.games / "league-1",
        desk.moderator,
        "toy_league",
        seats,
        {"rounds": 2, "mode": "secret"},
        "en",
        Terms(24),
        NOW,
    )
    for name in desk.players:
        sent(desk, campaign, name, "join", campaign.genesis_digest)
    desk.run()
    desk.new_mails()
    assert campaign.position["waiting"] is None
    return campaign


def sent(desk: Desk, campaign: Campaign, name: str, orders: str, after: str) -> None:
    block = desk.players[name].block(write(MoveFile(campaign.id, name, after, f"{orders}\n")))
    (campaign.folder / "inbox" / f"{name}-{orders.split()[0]}").write_text(block)


def test_a_room_and_whoever_pushes_learn_nothing_of_who_is_late(desk: Desk, service: Service) -> None:
    campaign = bidding(desk)
    late = deadlines.after(NOW, 25 * 60)
    said: list[str] = []
    moderate([FolderCarrier(said.append), chat(service)], desk.games, desk.moderator, now=late)
    told = json.dumps([notice["text"] for _, notice in service.got[-1:]])
    for one in (told, " ".join(said)):
        assert "the deadline has passed" in one
        assert "anna" not in one.lower()
        assert "ben" not in one.lower()
    before = len(service.got)
    sent(desk, campaign, "anna", "bid 3", campaign.head.digest)
    moderate([chat(service)], desk.games, desk.moderator, now=deadlines.after(NOW, 26 * 60))
    assert len(service.got) == before, "that somebody has answered does not show"


def test_the_whole_table_is_told_once_that_the_time_is_over(desk: Desk) -> None:
    """Whoever has answered is told that somebody has not; nobody is told anew as others answer."""
    desk.settings = parse(SETTINGS.replace("language: de, ", "").encode(), "post.yaml", desk.root)
    campaign = bidding(desk)
    sent(desk, campaign, "anna", "bid 3", campaign.head.digest)
    desk.run()
    desk.new_mails()
    desk.run(now=deadlines.after(NOW, 25 * 60))
    boxes = desk.new_mails()
    assert set(boxes) == {ANNA, BEN}
    (mail,) = boxes[ANNA].mails
    assert str(mail["Subject"]).endswith("overdue")
    text = " ".join(text_of(mail).split())
    assert "The table waits" in text
    assert "The deadline passed on" in text
    assert "Who is late is secret." in text
    assert "Ben" not in text
    assert "Due " not in text, "it is over"
    assert "overdue: " in str(boxes[BEN].last["Subject"])
    desk.run(now=deadlines.after(NOW, 26 * 60))
    assert desk.new_mails() == {}
