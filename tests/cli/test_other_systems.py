"""Players can play on systems that lack Unix's own calls; what a moderator cannot do there is said in one sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.exits import Exit
from tests.cli.at_the_desk import desk, mustered, pbem

__all__ = ["desk"]

ROOT = Path(__file__).parents[2]


def elsewhere(*commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of each command, all in one process without Unix's own calls."""
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-m", "tests.cli.without_unix", json.dumps(commands)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


@pytest.mark.slow
def test_players_commands_need_nothing_that_only_unix_has(desk: Path) -> None:
    first, _ = mustered()
    seat = ("duel-42", "--as", first, "--key", first)
    order = json.loads(pbem("moves", *seat, "--json").stdout)["legal"][0]["order"]
    head = json.loads(pbem("status", "duel-42", "--json").stdout)["head"]
    (desk / "turn.yaml").write_text(f"game: duel-42\nplayer: {first}\nafter: {head}\norders: |\n  {order}\n")
    found = elsewhere(
        ("keygen", "cora"),
        ("show", "duel-42"),
        ("moves", *seat),
        ("check", "turn.yaml", "--key", first),
        ("sign", "turn.yaml", "--key", first),
        ("join", *seat, "--out", "join.txt"),
        ("receipts", *seat),
        ("order", *seat, order),
    )
    assert [code for code, _, _ in found] == [0] * len(found), found
    _, shown, listed, checked, signed, _, receipts, ordered = (out for _, out, _ in found)
    assert (desk / "cora.pub").read_text().startswith("ssh-ed25519 ")
    assert first in shown
    assert order in listed
    assert order in checked
    assert "BEGIN PBEM MOVE" in signed
    assert "BEGIN PBEM MOVE" in (desk / "join.txt").read_text()
    assert receipts
    assert "put into the inbox" in ordered
    assert f"{first}: applied" in pbem("run", "duel-42").stdout, "what was written there counts here"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_cannot_moderate_there_is_told_so_in_one_sentence(
    desk: Path,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mustered()
    monkeypatch.setenv("PBEM_LANGUAGE", language)
    before = {path: path.read_bytes() for path in (desk / "games").rglob("*") if path.is_file()}
    for code, out, err in elsewhere(("run", "duel-42"), ("publish", "--site", "site")):
        assert (code, out) == (Exit.FAILED, "")
        assert err.count("\n") == 1
        assert {"en": "This system has no file locks", "de": "Dieses System kennt keine Dateisperren"}[language] in err
    assert {path: path.read_bytes() for path in (desk / "games").rglob("*") if path.is_file()} == before
