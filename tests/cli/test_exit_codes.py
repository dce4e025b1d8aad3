"""Every command ends with the codes that pbem/cli/exits.py lists: what is not there is 3, a key 4, a wrong option 2."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pbem.cli.app import app
from pbem.cli.exits import Exit
from tests.cli.at_the_desk import begun, desk, pbem

__all__ = ["desk"]
AS = ("--as", "anna", "--key", "anna")
MISSING: dict[str, list[tuple[str, ...]]] = {
    "play": [("chess",), ("--from", "none.json")],
    "keygen": [],  # it only writes
    "join": [("nope", *AS)],
    "moves": [("nope", *AS), ("duel-42", "--as", "zoe", "--key", "anna")],
    "order": [("nope", *AS, "any"), ("duel-42", *AS, "--file", "none.txt")],
    "check": [("none.txt",)],
    "standing": [("nope", *AS)],
    "undo": [("nope", *AS)],
    "vote": [("nope",), ("nope", "yes", "pause", *AS)],
    "key": [("nope", *AS, "--new", "ben.pub")],
    "receipts": [("nope", *AS)],
    "open": [("none.age", "--key", "anna")],
    "new": [
        ("x", "--title", "chess", "--player", "a=bot", "--player", "b=bot"),
        ("x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--edition", "none.yaml"),
    ],
    "run": [("nope",), ("--mail", "--post", "none.yaml")],
    "preview": [("nope",)],
    "inspect": [("nope",)],
    "fork": [("nope", "copy")],
    "doctor": [],  # it says what is missing
    "absence": [("anna", "2026-12-20..2027-01-03", "nope")],
    "pause": [("nope",)],
    "resume": [("nope",)],
    "extend": [("nope", "24h")],
    "clock": [("nope",)],
    "press": [("nope", "Well played.", *AS), ("nope", "Well played.")],
    "notes": [("nope", *AS), ("duel-42", "--as", "zoe", "--key", "anna")],
    "seat": [("nope", "anna", "--to", "bot")],
    "takeover": [("nope",)],
    "substitute": [("nope", *AS, "--to", "ben.pub")],
    "resign": [("nope", *AS)],
    "rollback": [("nope", "3", "--reason", "a slip")],
    "ruling": [("nope", "--reason", "a slip", "--set", "cities.0.coins=3")],
    "sign": [("none.txt", "--key", "anna")],
    "receive": [("none.eml",)],
    "init": [],  # it only writes
    "hook install": [("none",)],
    "hook run": [()],
    "hook pre-receive": [],  # git calls it, and reads nothing but yes and no
    "hook post-receive": [],
    "publish": [],  # no games are a site without games
    "engine get": [("--from", "none.tgz")],
    "engine digest": [()],
    "status": [("nope",)],
    "show": [("nope",), ("duel-42", "--as", "zoe", "--key", "anna"), ("duel-42", "--since", "99")],
    "log": [("nope",), ("duel-42", "--since", "99")],
    "verify": [("nope",)],
    "replay": [("nope",), ("duel-42", "--to", "99")],
    "map": [("chess", "x"), ("world_history", "atlantis"), ("wonders_duel", "x")],
    "scenario": [("none.yaml",), ("empty",)],
    "simulate": [("chess",)],
    "facts": [("chess",)],
    "rules": [("--tests", "none"), ("chess", "--tests", "empty")],
    "title check": [("chess",)],
}
"""What is not there, for each command."""
BAD_KEYS = [
    ("order", "duel-42", "--as", "anna", "--key", "none", "any"),
    ("order", "duel-42", "--as", "anna", "--key", "letter.txt", "any"),
    ("order", "duel-42", "--as", "anna", "--key", "ben", "any"),
    ("show", "duel-42", "--as", "anna", "--key", "none"),
    ("moves", "duel-42", "--as", "anna", "--key", "none"),
    ("key", "duel-42", *AS, "--new", "none.pub"),
    ("new", "x", "--title", "wonders_duel", "--player", "a=none.pub", "--player", "b=bot"),
]
FAILED = [
    ("check", "letter.txt"),
    ("scenario", "letter.txt"),
    ("play", "--from", "letter.txt"),
    ("engine", "get", "--from", "letter.txt"),
]


@pytest.fixture(autouse=True)
def table(desk: Path) -> None:
    begun()
    (desk / "letter.txt").write_text("my: letter\n", encoding="utf-8")
    (desk / "empty").mkdir()


def commands(group: Any, before: tuple[str, ...] = ()) -> Iterator[str]:
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, (*before, name))
        else:
            yield " ".join((*before, name))


def test_every_command_is_tried_here() -> None:
    assert sorted(commands(get_command(app))) == sorted(MISSING)


@pytest.mark.slow
def test_what_is_not_there_is_always_the_same_code() -> None:
    for command, tries in MISSING.items():
        for words in tries:
            said = pbem(*command.split(), *words, code=Exit.NOT_FOUND)
            assert said.stderr.startswith("pbem: "), (command, words)
            assert said.stderr.count("\n") == 1, said.stderr


@pytest.mark.parametrize("words", BAD_KEYS, ids=" ".join)
def test_a_key_that_is_missing_or_wrong(words: tuple[str, ...]) -> None:
    pbem(*words, code=Exit.KEY)


@pytest.mark.parametrize("words", FAILED, ids=" ".join)
def test_a_file_that_is_something_else(words: tuple[str, ...]) -> None:
    pbem(*words, code=Exit.FAILED)


@pytest.mark.slow
def test_an_option_that_no_command_has() -> None:
    for command in MISSING:
        pbem(*command.split(), "--no-such-option", code=Exit.USAGE)
