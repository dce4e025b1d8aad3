"""The help as a newcomer meets it, and the commands of those who make titles."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
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
    newest = re.search(r"^## (.+)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
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
