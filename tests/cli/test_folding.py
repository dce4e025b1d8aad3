"""On a terminal long lines are folded at its width, under the column of their text; a pipe gets them whole."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "games"


def on_terminal(*words: str, columns: int = 80) -> list[str]:
    """What a command prints on a terminal of some width."""
    own, other = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1", "PBEM_GAMES": str(GAMES)}
    with subprocess.Popen([sys.executable, "-m", "pbem", *words], stdout=other, stderr=other, env=env) as process:
        os.close(other)
        found = b""
        while True:
            try:
                more = os.read(own, 1 << 16)
            except OSError:  # the terminal is closed
                break
            if not more:
                break
            found += more
    os.close(own)
    assert process.returncode == 0, found
    return found.decode().replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("columns", [60, 80])
def test_a_log_is_folded_under_its_text(columns: int) -> None:
    lines = on_terminal("log", "duel-showcase", "--language", "de", columns=columns)
    assert max(map(len, lines)) < columns
    plain = subprocess.run(
        [sys.executable, "-m", "pbem", "log", "duel-showcase", "--language", "de"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PBEM_GAMES": str(GAMES)},
    ).stdout
    assert max(map(len, plain.splitlines())) > 80
    assert " ".join(plain.split()) == " ".join(" ".join(lines).split()), "nothing is lost"
    column = len("    9  2026-01-05T18:00:00Z  ")
    assert all(line[:column].strip() == "" or line[column - 2 : column] == "  " for line in lines)


def test_a_status_is_folded() -> None:
    lines = on_terminal("status", "duel-showcase", columns=40)
    assert len(lines) > 1
    assert all(line.startswith("  ") for line in lines[1:])
