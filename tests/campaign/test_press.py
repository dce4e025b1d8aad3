"""What players say besides orders: who may read it, when it is told, and that verify sees whether it was allowed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import press
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import press_files
from pbem.seals import documents
from pbem.seals.sealing import unseal

from .kit import MODERATOR, NOW, again, key, play_on, send, start
from .league import answered, begun, changed, finished, kept, kinds, later, league_installed, told

LIMITS = Terms(48, "default", "open")
FREE = {"press": "free"}


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def table(games: Path, policy: Mapping[str, Any] = FREE, name: str = "league-1") -> Campaign:
    return begun(games / name, LIMITS, policy=policy)


def last(campaign: Campaign) -> dict[str, Any]:
    return list(campaign.entries())[-1]


def hand(campaign: Campaign, handle: str) -> str:
    sealed = (campaign.folder / "sealed" / f"{handle}.age").read_bytes()
    return documents.read(unseal(sealed, key(handle))).text


def public(campaign: Campaign) -> str:
    """Everything that anybody can read of the game."""
    texts = [path.read_text(errors="replace") for path in campaign.folder.rglob("*") if path.is_file()]
    return "\n".join(texts)


def test_what_is_said_to_all_is_an_open_entry(games: Path) -> None:
    campaign = table(games)
    receipt = told(campaign, "anna", "press\n# Friends\nWell *played*.", NOW)
    assert receipt.result == "applied", receipt.message
    entry = last(campaign)
    assert (entry["kind"], entry["player"], "to" in entry) == ("press", "anna", False)
    assert "Well *played*." in entry["file"]["payload"]
    (note,) = list(Campaign.open(campaign.folder, MODERATOR).steps())[-1].notes
    assert (note.key, note.values) == ("table_press_player", {"player": 0, "text": "# Friends\nWell *played*."})
    finished(campaign, later(1))


def test_a_letter_is_for_its_readers_alone(games: Path) -> None:
    campaign = table(games)
    told(campaign, "anna", "press to ben\nSpare me, and cleo falls.", NOW)
    entry = last(campaign)
    assert (entry["player"], entry["to"]) == ("anna", ["ben"])
    assert "sealed" in entry["file"]
    assert "cleo falls" in hand(campaign, "ben")
    assert "cleo falls" in hand(campaign, "anna"), "its writer keeps a copy"
    assert "cleo falls" not in hand(campaign, "cleo")
    assert "cleo falls" not in public(campaign)
    finished(campaign, later(1))
    assert "cleo falls" not in public(campaign), "nor is it opened at the end"


def test_letters_are_opened_at_the_end_where_that_was_agreed(games: Path) -> None:
    campaign = table(games, {"press": "free", "press_opened": True})
    told(campaign, "anna", "press to ben\nSpare me.", NOW)
    assert "Spare me." not in public(campaign)
    finished(campaign, later(1))
    assert "Spare me." in public(campaign)


def test_nobody_learns_who_wrote_without_a_name(games: Path) -> None:
    campaign = table(games, {"press": "free", "press_anonymous": True})
    before = sorted(path.name for path in (campaign.folder / "receipts").glob("*"))
    told(campaign, "anna", "press anonymous\nThe king is dead.", NOW)
    entry = last(campaign)
    assert "player" not in entry
    assert "sealed" in entry["file"]
    assert sorted(path.name for path in (campaign.folder / "receipts").glob("*")) == before, "a receipt would tell"
    assert "anna" not in json.dumps(entry)
    finished(campaign, later(1))


def test_worlds_that_differ_in_a_letter_look_alike_to_others(games: Path) -> None:
    """Twin worlds: whoever may not read a letter sees the same, whatever it says, as long as it is as long."""
    seen = []
    for text in ("Attack at dawn.", "Retreat at one."):
        campaign = table(games, name="league-1")
        told(campaign, "anna", f"press to ben\n{text}", NOW)
        entry = {k: v for k, v in last(campaign).items() if k not in ("file", "sig", "prev")}
        seen.append((entry, hand(campaign, "cleo"), len(last(campaign)["file"]["sealed"])))
        for path in sorted(campaign.folder.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
    assert seen[0] == seen[1]


def test_held_press_is_told_when_the_turn_is_over(games: Path) -> None:
    campaign = table(games)
    send(campaign, "ben", "press held\nNow you know.")
    report = again(campaign, NOW)
    assert [one.result for one in report.receipts] == ["cooling"]
    assert "press" not in kinds(campaign)
    assert any((campaign.folder / "inbox").iterdir())
    answered(campaign, later(1))
    again(campaign, later(2))
    assert kinds(campaign)[-1] == "press"
    assert not any((campaign.folder / "inbox").iterdir())


def test_two_files_in_one_run_are_both_told(games: Path) -> None:
    campaign = table(games)
    send(campaign, "ben", "press\nOne.")
    send(campaign, "ben", "press\nTwo.")
    again(campaign, NOW)
    assert kinds(campaign).count("press") == 2


def test_press_takes_nothing_back(games: Path) -> None:
    campaign = table(games)
    first = campaign.position["waiting"][0]
    send(campaign, first, "bid 3")
    send(campaign, first, "press\nHere is my bid.")
    again(campaign, NOW)
    assert {"press", "run"} <= set(kinds(campaign))


@pytest.mark.parametrize(
    ("policy", "orders", "said"),
    [
        ({"clock": "moderator"}, "press\nHello.", "no press in this game"),
        ({"press": "public"}, "press to ben\nHello.", "for everybody"),
        (FREE, "press anonymous\nHello.", "names its writer"),
        (FREE, "press to anna\nHello.", "to yourself"),
        (FREE, "press to zoe\nHello.", "zoe"),
        (FREE, "press ben\nHello.", "A message begins with"),
        (FREE, "press to\nHello.", "A message begins with"),
        (FREE, "press", "says nothing"),
        (FREE, "press to ben\n \n", "says nothing"),
        (FREE, "press\n" + "x" * 4_001, "4000 characters; this has 4001"),
    ],
)
def test_press_that_was_not_agreed_to_is_refused(games: Path, policy: dict[str, Any], orders: str, said: str) -> None:
    campaign = table(games, policy)
    receipt = told(campaign, "anna", orders, NOW)
    assert receipt.result == "refused"
    assert said in receipt.message
    assert "press" not in kinds(campaign)


def test_so_often_and_no_more(games: Path) -> None:
    campaign = table(games, {"press": "free", "press_rate": 2})
    for hour in (0, 1):
        assert told(campaign, "anna", f"press\nLine {hour}.", later(hour)).result == "applied"
    refused = told(campaign, "anna", "press\nLine 2.", later(2))
    assert "2 times within a day" in refused.message
    assert told(campaign, "ben", "press\nI may.", later(2)).result == "applied"
    assert told(campaign, "anna", "press\nA day later.", later(24.5)).result == "applied"
    finished(campaign, later(25))


def test_nobody_talks_while_empires_are_drafted(games: Path) -> None:
    """WH-5.1-10: no words about the cards during the draft."""
    campaign = start(games / "empire-1", "world_history", ("anna", "ben", "cleo"), policy=FREE)
    receipt = told(campaign, "anna", "press\nI have Rome.", NOW)
    assert receipt.result == "refused"
    assert "draft" in receipt.message


def test_the_moderator_speaks_too(games: Path) -> None:
    campaign = table(games, {"clock": "moderator"})
    with kept(campaign) as keeper:
        press_files.say(keeper, "Welcome.", [], NOW)
        press_files.say(keeper, "Your key is weak.", ["ben"], NOW)
    public_one, letter = list(campaign.entries())[-2:]
    assert ("player" in public_one, "Welcome." in public_one["file"]["payload"]) == (False, True)
    assert letter["to"] == ["ben"]
    assert "Your key is weak." in hand(campaign, "ben")
    with kept(campaign) as keeper, pytest.raises(CampaignError, match="zoe"):
        press_files.say(keeper, "Hello.", ["zoe"], NOW)
    finished(campaign, later(1))


def test_a_checkpoint_keeps_what_was_said(games: Path) -> None:
    campaign = table(games, {"press": "free", "press_rate": 1})
    told(campaign, "anna", "press to ben\nRemember this.", NOW)
    with kept(campaign) as keeper:
        keeper.checkpoints.forget()
    again(campaign, later(1))
    assert "Remember this." in hand(campaign, "ben"), "read again from the ledger"
    assert told(campaign, "anna", "press\nMore.", later(1)).result == "refused"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda entry: entry.update(player="ben"), "anna"),
        (lambda entry: entry.update(to=["cleo"]), ""),
        (lambda entry: entry.update(anonymous=True), ""),
        (lambda entry: entry.pop("player"), ""),
        (lambda entry: entry["file"].update(payload=entry["file"]["payload"].replace("Well", "Badly")), ""),
    ],
)
def test_verify_sees_that_press_was_changed(games: Path, change: Any, said: str) -> None:
    campaign = table(games)
    told(campaign, "anna", "press\nWell played.", NOW)
    n = campaign.head.n
    assert verify(campaign.folder).ok
    verdict = changed(campaign, n, change)
    assert not verdict.ok
    assert verdict.entry == n
    assert said in verdict.message


@pytest.mark.parametrize("change", [lambda entry: entry.update(to=["cleo"]), lambda entry: entry.update(player="ben")])
def test_verify_sees_that_a_letter_was_for_others_once_it_is_open(games: Path, change: Any) -> None:
    campaign = table(games, {"press": "free", "press_opened": True})
    told(campaign, "anna", "press to ben\nSpare me.", NOW)
    n = campaign.head.n
    finished(campaign, later(1))
    verdict = changed(campaign, n, change)
    assert (verdict.ok, verdict.entry) == (False, n)


def test_verify_sees_press_that_was_not_agreed_to(games: Path) -> None:
    campaign = table(games)
    told(campaign, "anna", "press\nWell played.", NOW)
    path = campaign.folder / "ledger.jsonl"
    good = path.read_bytes()
    verdict = changed(campaign, 0, lambda entry: entry.update(policy={"clock": "moderator"}))
    assert not verdict.ok
    assert path.read_bytes() == good


def test_verify_sees_that_held_press_was_told_too_early(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the game is over, everybody can compute what was open when."""
    for honest in (True, False):
        campaign = table(games, name=f"league-{int(honest)}")
        send(campaign, "ben", "press held\nNow you know.")
        with monkeypatch.context() as false:
            if not honest:
                false.setattr(press, "waits", lambda *_: False)
            again(campaign, NOW)
        answered(campaign, later(1))
        again(campaign, later(2))
        assert kinds(campaign).count("press") == 1
        play_on(campaign)
        verdict = verify(campaign.folder)
        assert verdict.ok == honest, verdict.message
        if not honest:
            assert verdict.entry == kinds(campaign).index("press")
