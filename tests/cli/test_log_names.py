"""Entries of a log name whoever had the seat then, not who has it now."""

from __future__ import annotations

from pathlib import Path

from pbem.seals.moderator_key import key_folder
from tests.cli.test_commands import desk, mustered, pbem

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
