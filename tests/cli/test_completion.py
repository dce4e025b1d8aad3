"""What the tab key completes: commands, games, seats and titles; never a traceback between two words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import titles
from tests.cli.at_the_desk import begun, desk, pbem

__all__ = ["desk"]
CODE = "import sys; sys.argv = ['pbem']; from pbem.cli import main; main()"


def completed(line: str, shell: str = "bash", **more: str) -> list[str]:
    """What the shell is offered at the end of a line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_TYPER_COMPLETE_ARGS": line}
    environment = {**os.environ, **words, "_PBEM_COMPLETE": f"complete_{shell}", "PYTHONDONTWRITEBYTECODE": "", **more}
    done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return [word for word in done.stdout.split("\n") if word]


@pytest.mark.slow
def test_commands_games_seats_and_titles(desk: Path) -> None:
    begun()
    assert completed("pbem ver") == ["verify"]
    assert completed("pbem show ") == ["duel-42"]
    assert completed("pbem run d") == ["duel-42"]
    assert completed("pbem show x") == []
    assert completed("pbem moves duel-42 --as ") == ["anna", "ben"]
    assert completed("pbem moves duel-42 --as b") == ["ben"]
    assert completed("pbem play w") == ["wonders_duel", "world_history"]
    assert completed("pbem new x --title ") == titles.ids()
    assert completed("pbem title check a") == ["age_of_reason"]
    (desk / "games").rename(desk / "ours")
    assert completed("pbem show ") == []
    assert completed("pbem show --games ours d") == ["duel-42"]
    assert completed("pbem show ", PBEM_GAMES="ours") == ["duel-42"]


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["{", "", '{"kind":"genesis"}\n', "\x00"])
def test_a_damaged_game_disturbs_nobody(damage: str, desk: Path) -> None:
    begun()
    (desk / "games" / "broken").mkdir()
    (desk / "games" / "broken" / "ledger.jsonl").write_text(damage, encoding="utf-8")
    assert completed("pbem show ") == ["broken", "duel-42"]
    assert completed("pbem moves broken --as ") == []
    assert completed("pbem moves duel-42 --as ") == ["anna", "ben"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_the_same(shell: str, desk: Path) -> None:
    begun()
    assert "anna" in "".join(completed("pbem moves duel-42 --as ", shell, _TYPER_COMPLETE_FISH_ACTION="get-args"))


def test_the_help_says_how_to_install_it() -> None:
    assert "--install-completion" in pbem("--help").output
