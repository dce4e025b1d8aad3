"""The moderator's tools: preview, inspect and doctor, through the command line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from pbem.cli.exits import Exit
from pbem.seals.moderator_key import key_folder
from tests.cli.at_the_desk import desk, mustered, pbem

__all__ = ["desk"]

GAME = Path("games/duel-42")


def prints() -> dict[str, str]:
    """Every file of the table, the moderator's own included, with its digest."""
    places = (Path("games"), key_folder())
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for place in places
        for path in place.rglob("*")
        if path.is_file() and path.name != "lock"
    }


def ordered() -> tuple[str, str]:
    """The order that waits in the inbox, and whose it is."""
    first, _ = mustered()
    legal = json.loads(pbem("moves", "duel-42", "--as", first, "--key", first, "--json").stdout)["legal"]
    pbem("order", "duel-42", "--as", first, "--key", first, legal[0]["order"])
    return first, legal[0]["order"]


def test_a_preview_says_what_a_run_would_do_and_writes_nothing() -> None:
    first, _ = ordered()
    before = prints()
    told = pbem("preview", "duel-42").stdout
    assert prints() == before
    assert f"{first}: applied" in told
    assert "nothing was written" in told
    seen = json.loads(pbem("preview", "duel-42", "--json").stdout)
    report = json.loads(pbem("run", "--json").stdout)[0]
    assert (seen["n"], [one["result"] for one in seen["receipts"]]) == (
        report["n"],
        [one["result"] for one in report["receipts"]],
    )
    assert seen["notes"], "what would happen is told"


def test_a_preview_of_nothing_and_of_no_game() -> None:
    mustered()
    assert "nothing new" in pbem("preview", "duel-42").stdout
    assert "no game" in pbem("preview", "other-1", code=Exit.NOT_FOUND).output
    assert "time" in pbem("preview", "duel-42", "--now", "yesterday", code=Exit.USAGE).output


def test_inspect_shows_what_waits_and_what_is_hidden() -> None:
    first, order = ordered()
    told = pbem("inspect", "duel-42").stdout
    assert "for the moderator alone" in told
    assert f"of {first}" in told
    assert f"{first} is asked for the choice of wonders; legal answers shown: 4." in told
    german = pbem("inspect", "duel-42", "--language", "de").stdout
    assert f"Gefragt ist {first}: die Auswahl der Weltwunder; " in german
    assert f"  {order}" in told
    whole = json.loads(pbem("inspect", "duel-42", "--json").stdout)
    assert whole["inbox"][0]["orders"] == [order]
    assert whole["state"]["decks"], "hidden cards too"
    assert "Treasury" in pbem("inspect", "duel-42", "--as", first).stdout
    pbem("run")
    pbem("order", "duel-42", "--as", first, "--key", first, "always on choose_first_player: start me")
    pbem("run")
    assert "always on choose_first_player: start me" in pbem("inspect", "duel-42").stdout
    (GAME / "inbox" / "torn").write_text("-----BEGIN PBEM MOVE-----\nAAAA\n-----END PBEM MOVE-----\n")
    assert "torn; it cannot be read" in pbem("inspect", "duel-42").stdout
    (GAME / "inbox" / "bell\x07").write_text("x")
    assert "\x07" not in pbem("inspect", "duel-42").stdout, "the name of a file does nothing to a terminal"
    assert "carl" in pbem("inspect", "duel-42", "--as", "carl", code=Exit.NOT_FOUND).output


def test_inspect_needs_the_key_of_the_game() -> None:
    mustered()
    for name in ("moderator", "moderator.pub"):
        (key_folder() / name).unlink()
    pbem("keygen", "--moderator")
    assert "moderat" in pbem("inspect", "duel-42", code=Exit.KEY).output


def test_a_sandbox_is_begun_and_says_what_it_is() -> None:
    first, _ = mustered()
    n = json.loads(pbem("status", "duel-42", "--json").stdout)["n"]
    assert f"a sandbox from duel-42, entry {n}" in pbem("fork", "duel-42", "what-if").stdout
    pbem("run", "what-if")
    assert "A sandbox, not a game" in pbem("show", "what-if").stdout
    assert pbem("verify", "what-if").exit_code == 0
    assert "what-if" in pbem("fork", "duel-42", "what-if", code=Exit.USAGE).output
    assert "no game" in pbem("fork", "other-1", "what-else", code=Exit.NOT_FOUND).output
    pbem("fork", "duel-42", "with-anna", "--player", f"{first}={first}.pub")
    assert first in pbem("status", "with-anna").stdout


def test_a_healthy_table() -> None:
    ordered()
    assert pbem("doctor").stdout == "Nothing is wrong.\n"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_doctor_finds_and_mends(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = mustered()
    monkeypatch.setenv("PBEM_LANGUAGE", language)
    good = prints()
    (GAME / "position.json").write_text("{}")
    (GAME / "sealed" / f"{first}.age").unlink()
    (GAME / "ledger.jsonl.new").write_text("half")
    (GAME / "inbox" / "folder").mkdir()
    private = next((key_folder() / "games").glob("duel-42-*"))
    (private / "checkpoint.json").write_text("{")
    (private / "trouble").mkdir(exist_ok=True)
    (private / "trouble" / "0123-file").write_text("x")
    (private / "trouble" / "0123-file.why").write_text("x")
    (key_folder() / "moderator").chmod(0o644)
    (key_folder() / "chat.yaml").write_text("rooms: 7\n")
    found = json.loads(pbem("doctor", "--json", code=Exit.FAILED).stdout)
    kinds = sorted(one["finding"] for one in found)
    assert kinds == ["aside", "checkpoint", "left_over", "public", "readable", "settings", "stray"]
    assert not any(one["mended"] for one in found)
    told = pbem("doctor", "--mend", code=Exit.FAILED).stdout
    assert told.count("Mended." if language == "en" else "Behoben.") == 4
    left = json.loads(pbem("doctor", "--json", code=Exit.FAILED).stdout)
    assert sorted(one["finding"] for one in left) == ["aside", "settings", "stray"]
    assert (key_folder() / "moderator").stat().st_mode & 0o077 == 0
    same = prints()
    assert same[str(GAME / "ledger.jsonl")] == good[str(GAME / "ledger.jsonl")]
    assert pbem("verify", "duel-42").exit_code == 0


def test_a_ledger_is_never_mended() -> None:
    mustered()
    lines = (GAME / "ledger.jsonl").read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace('"kind":"join"', '"kind":"joan"')
    (GAME / "ledger.jsonl").write_text("".join(lines))
    broken = (GAME / "ledger.jsonl").read_bytes()
    told = pbem("doctor", "--mend", code=Exit.FAILED).stdout
    assert "put back a copy that verifies" in told
    assert (GAME / "ledger.jsonl").read_bytes() == broken


def test_a_move_may_be_called_new() -> None:
    """Half a file of ours is called just `.new`; whatever else ends so in an inbox is somebody's move."""
    first, _ = mustered()
    move = Path("games/duel-42/inbox/turn.new")
    pbem("order", "duel-42", "--as", first, "--key", first, "any", "--out", str(move))
    left = move.with_name(".new")
    left.write_bytes(b"half")
    assert "turn.new" not in pbem("doctor", "--mend").stdout
    assert move.is_file()
    assert not left.exists()
    assert f"{first}: applied" in pbem("run").stdout


def test_a_foreign_game_keeps_no_page_from_being_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moderators share a folder: what one cannot open, the other's pages do without."""
    mustered()
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "others"))
    pbem("keygen", "--moderator")
    pbem("new", "duel-7", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "ben=ben.pub")
    said = pbem("publish", code=Exit.FAILED)
    assert "duel-42: its pages stay as they were: This is not the moderator's key" in said.stderr
    assert (tmp_path / "site/games/duel-7/index.html").is_file()
    assert not (tmp_path / "site/games/duel-42").exists()


def test_a_game_of_another_moderator_is_told() -> None:
    mustered()
    for name in ("moderator", "moderator.pub"):
        (key_folder() / name).unlink()
    pbem("keygen", "--moderator")
    assert "another key" in pbem("doctor", code=Exit.FAILED).stdout
