"""Reminders before a deadline, and notices after it: by mail, in a folder, and in a bare repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.clock.terms import Terms
from pbem.campaign.running.create import begin
from pbem.moderation.loop import moderate
from pbem.post.folder import FolderCarrier
from tests.post.gitkit import block, git, make_shared
from tests.post.kit import NOW, Desk, make_desk, template_of, text_of
from tests.post.test_commands import call
from tests.post.test_git_moderator import SEATS, commit

ANNA, BEN = "anna@players.example", "ben@players.example"
CLOCK = Terms(72, "default", "open", grace=12, reminders=(48, 12))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    return make_desk(tmp_path)


def duel(desk: Desk, terms: Terms = CLOCK) -> tuple[Campaign, str, str]:
    """A game in which both have joined; who is asked, and who is not."""
    seats = [(one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()]
    campaign = begin(desk.games / "duel-1", desk.moderator, "wonders_duel", seats, {}, "en", terms, NOW)
    desk.run()
    boxes = desk.new_mails()
    for name, one in desk.players.items():
        desk.run(one.write(one.block(template_of(boxes[f"{name}@players.example"].last).encode())))
    desk.new_mails()
    (asked,) = campaign.position["waiting"]
    return campaign, f"{asked}@players.example", ANNA if asked == "ben" else BEN


def hours(campaign: Campaign, number: int) -> str:
    return deadlines.after(campaign.position["due"], 60 * number)


def test_who_owes_an_answer_is_reminded_once_for_each_reminder(desk: Desk) -> None:
    campaign, asked, _ = duel(desk)
    for before, due in ((49, False), (48, True), (47, False), (13, False), (11, True), (1, False)):
        desk.run(now=hours(campaign, -before))
        boxes = desk.new_mails()
        assert set(boxes) == ({asked} if due else set()), before
        if due:
            (mail,) = boxes[asked].mails
            assert str(mail["Subject"]).split("] ")[-1].startswith(("reminder: ", "Erinnerung: "))
            assert template_of(mail), "it can be answered at once"


def test_the_whole_table_is_told_once_who_is_overdue(desk: Desk) -> None:
    campaign, asked, other = duel(desk)
    desk.run(now=hours(campaign, 1))
    boxes = desk.new_mails()
    assert set(boxes) == {asked, other}
    assert "overdue" in str(boxes[ANNA].last["Subject"])
    assert "überfällig" in str(boxes[BEN].last["Subject"])
    assert asked.split("@")[0].title() in text_of(boxes[other].last)
    desk.run(now=hours(campaign, 2))
    assert desk.new_mails() == {}
    desk.run(now=hours(campaign, 12))
    news = text_of(desk.new_mails()[asked].last)
    assert "missed the deadline; the default was answered" in news or "hat die Frist versäumt" in news


def test_an_answer_that_waits_needs_no_reminder(desk: Desk) -> None:
    campaign, asked, _ = duel(desk, Terms(72, "default", "open", earliest=61, reminders=(48, 12)))
    player = desk.players[asked.split("@")[0]]
    desk.run(now=hours(campaign, -48))
    mail = desk.new_mails()[asked].last
    due = hours(campaign, 0)
    desk.run(player.reply(mail), now=deadlines.after(due, -47 * 60))
    (receipt,) = desk.new_mails()[asked].mails
    assert "carried out at agreed times" in text_of(receipt) or "vereinbarten Zeiten" in text_of(receipt)
    desk.run(now=deadlines.after(due, -12 * 60))
    assert desk.new_mails() == {}
    desk.run(now=deadlines.after(due, -11 * 60))
    assert campaign.position["due"] > due, "it was carried out"


def test_a_folder_says_who_is_reminded(desk: Desk) -> None:
    campaign, asked, _ = duel(desk)
    path = campaign.folder / "deadline.txt"

    def ran(number: int) -> list[str]:
        said: list[str] = []
        moderate([FolderCarrier(said.append)], desk.games, desk.moderator, now=hours(campaign, number))
        return [line for line in said if "deadline" in line]

    name = asked.split("@")[0]
    assert ran(-49) == []
    assert not path.exists()
    assert ran(-48)[0].startswith(f"  duel-1: reminder for {name}, the deadline is ")
    assert path.read_text().startswith(f"duel-1: reminder for {name}")
    assert "not more than 48 hours from now" in path.read_text()
    assert ran(-47) == [], "it is said once"
    assert "not more than 12 hours from now" in ran(-12)[0], "and once more for the next reminder"
    assert ran(-11) == []
    assert f"the table waits for {name}" in " ".join(ran(1))
    assert "the deadline passed on" in path.read_text()
    ran(12)
    assert not path.exists(), "the default was answered, and another deadline is far"


@pytest.mark.slow
def test_a_bare_repository_has_a_commit_for_each_reminder(tmp_path: Path) -> None:
    shared = make_shared(tmp_path)
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    made = begin(desk / "games" / "duel-60", shared.moderator, "wonders_duel", SEATS, {}, "en", CLOCK, NOW)
    commit(desk)
    git(desk, "push", "--quiet", "origin", "main")
    for one in shared.players:
        one.pull()
        one.game = "duel-60"
        one.add(block(one.move()))
        one.push()
    shared.anna.pull()
    campaign = Campaign.open(shared.anna.folder / "games" / made.id)
    for before in (48, 12):
        at = hours(campaign, -before)
        assert "reminder for" in call("hook", "run", shared.bare, "--now", at)
        shared.anna.pull()
        left = f"not more than {before} hours from now"
        assert left in (campaign.folder / "deadline.txt").read_text()
        said = git(shared.anna.folder, "log", "-1", "--format=%B")
        assert "duel-60: reminder for" in str(said)
        assert left in str(said)
        assert str(said).startswith("duel-60: reminder of a deadline\n")
        assert "reminder for" not in call("hook", "run", shared.bare, "--now", at)
    call("hook", "run", shared.bare, "--now", hours(campaign, 1))
    shared.anna.pull()
    assert str(git(shared.anna.folder, "log", "-1", "--format=%B")).startswith("duel-60: a deadline has passed\n")
