"""Every command that a page prints exists as it is printed; those of README and docs/pages.md are run in their order.

The `console` blocks of other pages are run by tests/campaign/test_docs.py, the `sh` blocks by tests/seals/test_docs.py
and tests/post/test_commands.py. What needs the network, root or minutes is read with the program's own parser here.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.cli.exits import Exit
from tests.cli.at_the_desk import desk, pbem
from tests.cli.printed import ALL, ROOT, Printed, printed

__all__ = ["desk"]
OURS = sorted({one for one in ALL if one.program == "pbem"}, key=str)
MAKE = sorted({one.words for one in ALL if one.program == "make"})


def resolved(words: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """The command that is meant, through groups of commands, and the words that are left for it."""
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        assert words, "a group of commands is no command"
        assert words[0] in command.commands, f"there is no command {words[0]}"
        command, words = command.commands[words[0]], words[1:]
    return command, words


def test_the_pages_print_commands() -> None:
    assert len([one for one in OURS if one.whole]) >= 50
    assert len([one for one in OURS if not one.whole]) >= 25
    assert {one.page for one in OURS} >= {"README.md", "docs/ledger.md", "docs/pages.md", "docs/post.md"}
    assert len(MAKE) >= 8


@pytest.mark.parametrize("one", OURS, ids=str)
def test_a_printed_command_is_one_that_the_program_reads(one: Printed) -> None:
    command, words = resolved(one.words)
    if one.whole:
        command.make_context(command.name, list(words))
    else:
        known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in words if word.startswith("-") and word != "-"} <= {*known, "--help"}


@pytest.mark.parametrize("words", MAKE, ids=" ".join)
def test_a_printed_target_is_one_that_make_knows(words: tuple[str, ...]) -> None:
    done = subprocess.run(["make", "--dry-run", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [("no-such",), ("run", "--no-such"), ("order", "--player", "anna"), ("title",)])
def test_a_command_that_is_not_there_is_noticed(words: tuple[str, ...]) -> None:
    with pytest.raises(AssertionError):
        test_a_printed_command_is_one_that_the_program_reads(Printed("x", "pbem", words, False))


def commands(page: str) -> list[tuple[str, ...]]:
    return [one.words for one in printed(ROOT / page) if one.program == "pbem" and one.whole]


def test_the_commands_of_the_readme_in_their_order(desk: Path) -> None:
    """Ben does what anna does. What he and the moderator do between is said in words there."""
    pbem("keygen", "ben")
    done = []
    for words in commands("README.md"):
        if words[0] == "order":  # who begins is drawn by lot, and what lies open; the line is read all the same
            result = CliRunner().invoke(app, list(words))
            assert result.exit_code in (Exit.OK, Exit.FAILED), result.output
            assert "build baths" in result.output or "Nothing is asked of you now" in result.output
        else:
            pbem(*words)
        if words[0] == "join":
            pbem(*(word.replace("anna", "ben") for word in words))
            pbem("run")
        done.append(words[0])
    assert done == ["keygen", "keygen", "new", "run", "publish", "join", "show", "moves", "order", "status", "verify"]
    assert (desk / "site" / "games" / "duel-42" / "index.html").is_file()


@pytest.mark.slow
def test_the_commands_of_the_page_about_pages(desk: Path) -> None:
    pbem("keygen", "--moderator")
    pbem("new", "duel-42", "--title", "wonders_duel", "--player", "ada=bot", "--player", "bob=random")
    pbem("run")
    found = commands("docs/pages.md")
    assert len(found) == 3
    for words in found:
        pbem(*words)
        assert (desk / "site" / "index.html").is_file()
