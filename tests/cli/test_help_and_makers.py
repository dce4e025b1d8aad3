"""The help as a newcomer meets it, and the commands of those who make titles."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import Context
from typer.main import get_command
from typer.testing import CliRunner

from pbem import __version__
from pbem.cli.app import app
from pbem.cli.command_line import MODULES, NEWCOMERS, command_line
from pbem.cli.exits import Exit


def test_the_help_lists_commands_by_who_needs_them_and_a_newcomers_first() -> None:
    said = CliRunner().invoke(app, ["--help"]).stdout
    panels = re.findall(r"^(\S.*):$", said, re.MULTILINE)
    assert panels == [
        "Options",
        "To begin with",
        "For players",
        "For the moderator",
        "For everybody",
        "For makers of titles",
    ]
    first = said.partition("To begin with:")[2].partition("For players:")[0]
    assert re.findall(r"^  (\w+)", first, re.MULTILINE) == list(NEWCOMERS)
    listed = re.findall(r"^  ([a-z]+)  ", said, re.MULTILINE)
    assert sorted(listed) == sorted({*listed}), "no command stands twice"


def test_every_command_is_found_in_its_module_alone() -> None:
    """A command is looked for in one module; there it must be the same as among all."""
    everything = get_command(app)
    assert sorted(name for names in MODULES.values() for name in names) == sorted(everything.commands)
    for module, names in MODULES.items():
        for name in names:
            alone = get_command(command_line(name))
            assert list(alone.commands) == [name], module
            assert [one.name for one in alone.commands[name].params] == [
                one.name for one in everything.commands[name].params
            ]


def test_the_package_can_be_run_as_a_module(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"pbem \d+\.\d+\.\d+\n", done.stdout)


def test_one_version_is_said_everywhere() -> None:
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = re.search(r"^## ([\d.]+)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert project["version"] == __version__ == newest[1]
    assert f"pbem-{__version__}-py3-none-any.whl" in (root / "docs" / "post.md").read_text(encoding="utf-8")


def test_the_rules_command_says_what_it_needs_where_there_are_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["rules", "wonders_duel"])
    assert result.exit_code == Exit.NOT_FOUND
    assert "no folder tests" in result.output
    assert "--tests" in result.output
    assert "0 of" not in result.output


def test_one_game_is_not_one_games() -> None:
    said = CliRunner().invoke(app, ["simulate", "wonders_duel", "--games", "1"]).stdout
    assert "1 game finished" in said
    assert "2 games finished" in CliRunner().invoke(app, ["simulate", "wonders_duel", "--games", "2"]).stdout
    said = CliRunner().invoke(app, ["simulate", "wonders_duel", "--games", "1", "--by-mail"]).stdout
    assert "1 game by mail" in said


def _helps(command: Any, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command and of all below it, on a terminal of eighty columns."""
    yield name, command.get_help(Context(command, info_name=name, terminal_width=80))
    for below in getattr(command, "commands", {}).values():
        yield from _helps(below, f"{name} {below.name}")


HELPS = dict(_helps(get_command(app), "pbem"))


@pytest.mark.parametrize("command", [name for name, text in HELPS.items() if "Commands:" in text or name == "pbem"])
def test_every_summary_stands_whole_on_its_line(command: str) -> None:
    listed = HELPS[command].partition("show this message and exit.".capitalize())[2].splitlines()
    summaries = [line for line in listed if re.match(r" {2}[a-z]", line)]
    assert summaries
    assert [line for line in summaries if not line.endswith(".") or line.endswith("..") or len(line) > 80] == []
    assert [line for line in listed if line.startswith("   ")] == [], "a summary goes on in a second line"


@pytest.mark.parametrize("command", HELPS)
def test_examples_can_be_copied(command: str) -> None:
    """Click folds lines: a backslash at the end of one, or its indent, would end up in the middle of the command."""
    assert "\\" not in HELPS[command]
    examples = re.split(r"^(?:Arguments|Options):", HELPS[command].partition("Example")[2], flags=re.MULTILINE)[0]
    assert [line for line in examples.splitlines() if re.search(r"\S {2,}[^ #]", line)] == []
