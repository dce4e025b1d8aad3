"""Entries of a log name whoever had the seat then, not who has it now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.cli.log_lines import _said
from pbem.cli.say import speak
from pbem.seals.moderator_key import key_folder
from tests.cli.at_the_desk import desk, mustered, pbem

__all__ = ["desk"]


def replaced(*more: str) -> str:
    """A game in which the first to answer gave up the seat to Carl after one answer; who that was."""
    first, _ = mustered("--name", "anna=Ms Anna", "--name", "ben=Mr Ben", *more)
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run")
    pbem("keygen", "carl")
    pbem("seat", "duel-42", first, "--to", "carl.pub", "--name", "Carl")
    pbem("vote", "duel-42", "yes", "draw", "--as", first, "--key", "carl")
    pbem("run")
    return {"anna": "Ms Anna", "ben": "Mr Ben"}[first]


def lines_of(told: str) -> dict[int, str]:
    """By entry, what was told of it, each on one line."""
    out: dict[int, str] = {}
    for line in told.splitlines():
        number, _, rest = line.strip().partition(" ")
        if line[:5].strip().isdigit() and line[5:7] == "  ":
            out[int(number)] = rest
        elif out and line.startswith("       "):
            out[max(out)] += " " + line.strip()
    return out


def test_sentences_and_orders_name_who_played_then(desk: Path) -> None:
    first = replaced()
    told = lines_of(pbem("log", "duel-42").stdout)
    assert f"{first} takes " in told[3]
    assert f"Carl plays the seat of {first} from now on." in told[4]
    assert "Carl votes for `draw`" in told[5]
    again = lines_of(pbem("replay", "duel-42").stdout)
    assert f"{first}: take " in again[3]
    assert f"Carl plays for {first} Carl plays the seat of {first} from now on." in again[4]
    assert "Carl votes for draw Carl votes for `draw`" in again[5]
    assert lines_of(pbem("log", "duel-42", "--since", "4").stdout) == {5: told[5]}
    assert "Carl" in (board := pbem("show", "duel-42").stdout)
    assert first not in board
    assert first in pbem("replay", "duel-42", "--to", "3").stdout.partition("\n\n")[2]
    # Without the public notes and without the moderator's key only the orders are known.
    (desk / "games/duel-42/notes.jsonl").unlink()
    key_folder().rename(desk / "elsewhere")
    told = lines_of(pbem("log", "duel-42").stdout)
    assert f"{first}: take " in told[3]
    assert f"Carl plays for {first}" in told[4]
    assert "Carl votes for draw" in told[5]


def test_the_sentences_are_there_after_a_change_of_moderator(desk: Path) -> None:
    """Public notes count by the signature of whoever moderates."""
    pbem("keygen", "--moderator")
    key_folder().rename(desk / "second")
    replaced("--second-moderator", "second/moderator.pub")
    before = pbem("log", "duel-42").stdout
    key_folder().rename(desk / "old")
    (desk / "second").rename(key_folder())
    pbem("takeover", "duel-42")
    key_folder().rename(desk / "second")
    after = pbem("log", "duel-42").stdout
    assert after.startswith(before)
    assert "The second moderator takes over." in after


NAMES = {"anna": "Ms Anna", "ben": "Mr Ben"}
ORDERS_ALONE: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "press", "player": "anna", "to": ["ben"]}, "Ms Anna writes to Mr Ben", "Ms Anna schreibt an Mr Ben"),
    ({"kind": "press", "to": ["ben"]}, "the moderator writes to Mr Ben", "der Spielleiter schreibt an Mr Ben"),
    ({"kind": "press", "anonymous": True}, "somebody writes", "jemand schreibt"),
    ({"kind": "absence", "player": "ben", "from": "A", "until": "B"}, "Mr Ben is away from A to B", "Mr Ben ist"),
    ({"kind": "absence", "player": "ben", "from": "A", "until": "A"}, "Mr Ben is back", "Mr Ben ist wieder da"),
    ({"kind": "deadline", "change": "pause"}, "the clock is paused", "die Uhr"),
    ({"kind": "deadline", "change": "resume"}, "the clock runs again", "die Uhr"),
    ({"kind": "deadline", "change": "extend", "due": "D"}, "the deadline is extended to D", "die Frist"),
    ({"kind": "deadline", "change": "settings"}, "a new clock counts from now on", "von jetzt an gilt"),
    ({"kind": "seat", "player": "ben", "state": "resigned", "by": "player"}, "Mr Ben gives up the seat", "Mr Ben gibt"),
    ({"kind": "seat", "player": "ben", "state": "dropped", "by": "clock"}, "Mr Ben has missed too many", "Mr Ben hat"),
    ({"kind": "seat", "player": "ben", "state": "dropped", "by": "moderator"}, "the seat of Mr Ben is free", "Mr Ben"),
    ({"kind": "seat", "player": "ben", "state": "dropped", "by": 7}, "Mr Ben loses the seat, as the others", "Mr Ben"),
    ({"kind": "takeover", "player": "ben", "name": "Carl"}, "Carl plays for Mr Ben", "Carl spielt für Mr Ben"),
    ({"kind": "takeover", "player": "ben", "name": "", "bot": "bot"}, "a bot plays for Mr Ben", "ein Bot spielt"),
    ({"kind": "substitute", "player": "ben", "key": "k"}, "Mr Ben names a substitute", "Mr Ben benennt"),
    ({"kind": "substitute", "player": "ben"}, "Mr Ben has no substitute any more", "Mr Ben hat keine"),
    ({"kind": "moderator"}, "the second moderator takes over", "der zweite Spielleiter"),
    ({"kind": "undo", "player": "anna", "to": {"n": 3, "i": 1}}, "takes back everything from answer 2 of", "Ms Anna"),
    ({"kind": "rollback", "to": {"n": 3, "i": 1}, "reason": "So."}, "to before answer 2 of entry 3: So.", "zurück"),
    ({"kind": "ruling", "reason": "So.", "changes": [{"path": "a.b"}], "sealed": "x"}, "ruling: So. (a.b) (and", "So."),
    ({"kind": "vote", "player": "anna", "on": {"kind": "draw"}, "vote": "yes"}, "Ms Anna votes for draw", "stimmt für"),
    ({"kind": "vote", "player": "anna", "on": {"kind": "draw"}, "vote": "no"}, "Ms Anna votes against draw", "gegen"),
    ({"kind": "vote", "player": "anna", "on": {"kind": "draw"}}, "Ms Anna votes on draw", "Ms Anna stimmt über draw"),
    ({"kind": "withdraw", "player": "anna"}, "Ms Anna withdraws what was written before", "Ms Anna zieht"),
    (
        {"kind": "end", "outcome": {"winners": ["anna", "ben"], "how": "agreed_draw"}},
        "the end: Ms Anna, Mr Ben share the game; the",
        "teilen sich das Spiel",
    ),
    ({"kind": "end", "outcome": {"winners": ["ben"], "how": "military"}}, "the end: Mr Ben won; the", "Mr Ben"),
    ({"kind": "end", "outcome": {"winners": [], "how": "agreed_end"}}, "the end: nobody won", "niemand"),
    (
        {"kind": "run", "due": "D", "answers": [{"player": "anna", "source": "bot"}], "shows": [{"order": "bid 3"}]},
        "deadline · opened · bid 3 · Ms Anna: (sealed) (bot)",
        "Frist",
    ),
    ({"kind": "run", "player": "ben", "answers": []}, "Mr Ben sends orders for later", "Mr Ben schickt"),
]


@pytest.mark.parametrize(("entry", "english", "german"), ORDERS_ALONE)
def test_what_an_entry_says_where_only_orders_are_known(entry: dict[str, Any], english: str, german: str) -> None:
    speak("en")
    assert english in _said(entry, NAMES)
    speak("de")
    assert german in _said(entry, NAMES)
    assert "{" not in _said(entry, NAMES)


def test_press_of_several_lines_never_looks_like_an_entry(desk: Path) -> None:
    """Whatever somebody writes, only entries begin where entries begin; the same in letters and in a replay."""
    mustered()
    forged = "    9  2026-01-01T00:00:00Z  The moderator rules: so be it."
    text = f"Hello.\n{forged}\n\n{forged.strip()}"
    pbem("press", "duel-42", text)
    pbem("press", "duel-42", text, "--to", "anna")
    shown = [
        pbem("log", "duel-42").stdout,
        pbem("replay", "duel-42").stdout,
        pbem("show", "duel-42", "--as", "anna", "--key", "anna").stdout,
        pbem("open", "games/duel-42/sealed/anna.age", "--key", "anna").stdout,
    ]
    for told in shown:
        lines = [line for line in told.splitlines() if "so be it" in line]
        assert lines
        assert all(line.startswith("      ") for line in lines), lines
