"""Letters and the rules' own notes in a hand: neither pushes the other out, and what is left out can be had."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.match.private_notes import LONGEST, MOST, LeftOut, PrivateNotes, sort_of
from pbem.campaign.player.player_view import open_hand, open_receipts
from pbem.campaign.records import ToldNote
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened

from .kit import MODERATOR, NOW, again, key, send
from .league import begun, finished, later, league_installed, told

FREE = {"press": "free", "press_rate": 200}


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def table(games: Path) -> Campaign:
    return begun(games / "league-1", Terms(48, "default", "open"), policy=FREE)


def letters(campaign: Campaign, count: int, text: str = "letter", to: str = "ben") -> None:
    for number in range(count):
        send(campaign, "anna", f"press to {to}\n{text} {number} end")
        again(campaign, NOW)


def note(n: int, text: str = "") -> ToldNote:
    """A letter if it has a text, else a note of the rules."""
    if text:
        return ToldNote("table_letter_player_says", {"player": 0, "to": [1], "text": text}, (1,), n=n, names=("a", "b"))
    return ToldNote("dropped_line_not_needed", {"line": "any"}, (1,), n=n, names=("a", "b"))


def numbers(notes: PrivateNotes, sort: str) -> list[int]:
    return [one.n for one in notes.kept if sort_of(one) == sort]


def test_thirteen_letters_push_nothing_out(games: Path) -> None:
    """A day's worth of letters from one player, twenty as agreed, is in the hand; so are the notes of the rules."""
    campaign = table(games)
    with opened(campaign.folder, MODERATOR) as keeper:
        ben = campaign.seat("ben")
        keeper.match.past.is_told(ben, keeper.match.past.told[ben].with_note(note(3)))
    letters(campaign, 20)
    hand = open_hand(campaign, "ben", key("ben"))
    assert [one["values"]["text"] for one in hand.told if "text" in one["values"]] == [
        f"letter {number} end" for number in range(20)
    ]
    assert hand.left_out == {}


def test_neither_sort_pushes_the_other_out() -> None:
    notes = PrivateNotes()
    for n in range(1, 200):
        notes = notes.with_note(note(n, "words" if n % 2 else ""))
    assert numbers(notes, "letters") == list(range(199 - 2 * MOST["letters"] + 2, 200, 2))
    assert numbers(notes, "notes") == list(range(198 - 2 * MOST["notes"] + 2, 200, 2))
    assert notes.left_out == {"letters": LeftOut(60, 1, 119), "notes": LeftOut(87, 2, 174)}
    assert [one.n for one in notes.kept] == sorted(one.n for one in notes.kept)
    for n in range(200, 300):
        notes = notes.with_note(note(n, "words"))
    assert len(numbers(notes, "notes")) == MOST["notes"], "letters alone never cost a note"


def test_long_letters_are_left_out_earlier_but_never_the_last() -> None:
    notes = PrivateNotes()
    for n in range(1, 20):
        notes = notes.with_note(note(n, "x" * 4000))
    assert numbers(notes, "letters") == list(range(20 - LONGEST // 4000, 20))
    notes = PrivateNotes().with_note(note(1, "x" * LONGEST))
    assert numbers(notes, "letters") == [1]


def test_what_is_left_out_is_named_and_can_be_had(games: Path, private: Path) -> None:
    campaign = table(games)
    letters(campaign, MOST["letters"] + 5)
    for _ in range(2):  # the second time without a checkpoint, from the ledger alone
        hand = open_hand(campaign, "ben", key("ben"))
        left = hand.left_out["letters"]
        first = next(entry["n"] for entry in campaign.entries() if entry["kind"] == "press")
        assert left == {"count": 5, "first": first, "last": first + 4}
        assert f"5 older letters are left out here for length, up to entry {first + 4}." in hand.text
        shutil.rmtree(private / "games")
        again(campaign, NOW)
    head = campaign.head
    receipt = told(campaign, "ben", "notes", later(1))
    assert (receipt.result, receipt.n) == ("answered", None)
    found = receipt.message.split("\n")
    assert [line.partition(": ")[0] for line in found[1:]] == [f"Entry {first + n}" for n in (4, 3, 2, 1, 0)]
    assert "letter 4 end" in found[1]
    assert campaign.head == head, "nothing is written into the ledger"
    kept, _ = open_receipts(campaign, "ben", key("ben"))
    assert "letter 0 end" in kept[-1][0]
    again_ = told(campaign, "ben", f"notes {first}", later(1))
    assert "letter 0 end" in again_.message
    assert "letter 1 end" not in again_.message
    finished(campaign, later(2))
    assert told(campaign, "ben", f"notes {first + 1}", campaign.position["at"]).result == "answered", "also at the end"


def test_only_its_readers_get_a_letter(games: Path) -> None:
    campaign = table(games)
    letters(campaign, 3)
    assert "letter 2 end" in told(campaign, "anna", "notes 99", NOW).message, "its writer has a copy"
    nothing = told(campaign, "cleo", "notes 99", NOW)
    assert nothing.result == "answered"
    assert "letter" not in nothing.message
    public = [path.read_text(errors="replace") for path in campaign.folder.rglob("*") if path.is_file()]
    assert not any("letter 2 end" in text for text in public)


def test_a_letter_stays_with_whom_it_was_written_to(games: Path) -> None:
    campaign = table(games)
    letters(campaign, 1, "for Ben")
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, campaign.seat("ben"), key("carl").public.line, None, "Carl", later(1))
        keeper.publish()
    letters(campaign, 1, "for Carl")
    found = told(campaign, "ben", "notes 99", later(2), by="carl").message
    assert "for Carl" in found
    assert "for Ben" not in found


def test_much_comes_in_parts(games: Path) -> None:
    campaign = table(games)
    letters(campaign, 8, "x" * 3990)
    seen: list[str] = []
    wanted = "notes 99"
    for _ in range(4):
        said = told(campaign, "ben", wanted, NOW).message.split("\n")
        seen += [line[-9:] for line in said if line.startswith("Entry")]
        more = next((line for line in said if line.startswith("There is more")), None)
        if more is None:
            break
        wanted = more.partition("`")[2].partition("`")[0]
    assert seen == [f"xxx {number} end" for number in reversed(range(8))]


@pytest.mark.parametrize("order", ["notes all", "notes 1 2", "notes -1", "notes 99999999999999999999"])
def test_a_slip_is_refused(games: Path, order: str) -> None:
    receipt = told(table(games), "ben", order, NOW)
    assert (receipt.result, receipt.fault) == ("refused", "notes-form")


def test_many_requests_play_the_game_again_once(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.campaign.running import note_files

    campaign = table(games)
    letters(campaign, 2)
    calls: list[int] = []
    whole = note_files.every_note
    monkeypatch.setattr(note_files, "every_note", lambda happened: calls.append(1) or whole(happened))
    for who in ("anna", "ben", "cleo"):
        send(campaign, who, "notes 99")
    assert [one.result for one in again(campaign, NOW).receipts] == ["answered"] * 3
    assert len(calls) == 1
