"""A folder to work in, and the commands as a user gives them there; tests import `desk` to stand in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli.app import app
from pbem.cli.exits import Exit


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a key folder of its own."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("PBEM_MODERATOR_KEY", raising=False)
    monkeypatch.delenv("PBEM_GAMES", raising=False)
    monkeypatch.delenv("PBEM_LANGUAGE", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pbem(*words: str, given: str | bytes | None = None, code: Exit = Exit.OK) -> Result:
    result = CliRunner().invoke(app, list(words), input=given)
    assert result.exit_code == code, f"{words}\n{result.output}\n{result.exception!r}"
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def begun(*more: str) -> None:
    pbem("keygen", "anna")
    pbem("keygen", "ben")
    pbem("new", "duel-42", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "ben=ben.pub", *more)


def mustered(*more: str) -> tuple[str, str]:
    """A game in which all have joined; who is asked, and who is not."""
    begun(*more)
    pbem("join", "duel-42", "--as", "anna", "--key", "anna")
    pbem("join", "duel-42", "--as", "ben", "--key", "ben")
    pbem("run")
    (first,) = json.loads(pbem("status", "duel-42", "--json").stdout)["waiting"]
    return first, "ben" if first == "anna" else "anna"
