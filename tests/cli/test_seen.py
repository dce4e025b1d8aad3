"""Players' commands remember the last head they saw of each game, and say so when the past was rewritten."""

from __future__ import annotations

import json
import shutil
from base64 import b64decode
from pathlib import Path

import pytest

from pbem.cli.exits import Exit
from pbem.seals.keys import load_private, load_public
from pbem.seals.sealing import pad, seal, unseal

from .at_the_desk import desk, mustered, pbem

__all__ = ["desk"]

pytestmark = pytest.mark.slow

GAME = Path("games/duel-42")


def commands(player: str) -> list[tuple[str, ...]]:
    """Every command of a player that reads the ledger."""
    own = ("duel-42", "--as", player, "--key", player)
    Path("turn.yaml").write_text(f"game: duel-42\nplayer: {player}\nafter: {'0' * 64}\norders: default\n")
    return [
        ("show", *own),
        ("moves", *own),
        ("order", *own, "default"),
        ("receipts", *own),
        ("standing", *own),
        ("join", *own),
        ("show", "duel-42"),
        ("verify", "duel-42"),
        ("check", "turn.yaml"),
    ]


def rolled_back() -> str:
    """A game whose last entries were taken back, all files of it, after a player has seen them."""
    first, _ = mustered()
    shutil.copytree(GAME, "before")
    legal = json.loads(pbem("moves", "duel-42", "--as", first, "--key", first, "--json").stdout)["legal"]
    pbem("order", "duel-42", "--as", first, "--key", first, legal[0]["order"])
    pbem("run")
    pbem("show", "duel-42", "--as", first, "--key", first)
    shutil.rmtree(GAME)
    shutil.move("before", GAME)
    return first


def test_entries_that_were_taken_back_are_noticed_by_every_command_of_a_player() -> None:
    player = rolled_back()
    inbox = set((GAME / "inbox").iterdir())
    for command in commands(player):
        said = pbem(*command, code=Exit.FAILED).output
        assert "not the one that you saw" in said, command
        assert "entries were removed" in said, command
        assert "--accept" in said, command
    assert set((GAME / "inbox").iterdir()) == inbox, "nothing is sent into another history"


def test_a_history_that_the_table_agreed_to_is_accepted_once() -> None:
    player = rolled_back()
    assert "holds" in pbem("verify", "duel-42", "--accept").output
    pbem("moves", "duel-42", "--as", player, "--key", player)
    pbem("verify", "duel-42")


def test_another_genesis_under_a_known_name_is_noticed() -> None:
    mustered()
    shutil.rmtree(GAME)
    pbem("new", "duel-42", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "ben=ben.pub")
    said = pbem("join", "duel-42", "--as", "anna", "--key", "anna", code=Exit.FAILED).output
    assert "a different genesis" in said
    pbem("verify", "duel-42", "--accept")
    pbem("join", "duel-42", "--as", "anna", "--key", "anna")


def test_a_line_that_the_moderator_did_not_sign_is_not_kept_as_seen() -> None:
    first, _ = mustered()
    pbem("show", "duel-42", "--as", first, "--key", first)
    good = (GAME / "ledger.jsonl").read_bytes()
    line = json.loads(good.splitlines()[-1])
    (GAME / "ledger.jsonl").write_bytes(good.replace(line["sig"].encode(), b"A" * 86 + b"=="))
    assert "signature does not match" in pbem("show", "duel-42", code=Exit.FAILED).output
    (GAME / "ledger.jsonl").write_bytes(good)
    pbem("show", "duel-42", "--as", first, "--key", first)


def test_what_was_seen_is_kept_in_the_own_folder_for_nobody_else(desk: Path) -> None:
    mustered()
    (kept,) = (desk / "keys" / "seen").iterdir()
    assert kept.name == "duel-42.json"
    assert kept.stat().st_mode & 0o077 == 0
    assert (desk / "keys").stat().st_mode & 0o077 == 0
    kept.write_text("[]")
    assert "cannot be read" in pbem("show", "duel-42", code=Exit.FAILED).output


def test_a_folder_that_cannot_be_written_keeps_nobody_from_looking(
    desk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, _ = mustered()
    (desk / "file").write_text("")
    monkeypatch.setenv("PBEM_KEYS", str(desk / "file" / "keys"))
    told = pbem("moves", "duel-42", "--as", first, "--key", first)
    assert "could not be made" in told.stderr


def test_a_forged_hand_is_not_shown_by_any_command() -> None:
    first, _ = mustered()
    path = GAME / "sealed" / f"{first}.age"
    whole = json.loads(unseal(path.read_bytes(), load_private(Path(first))))
    for one in whole["data"]["asked"]:
        one["legal"] = one.get("legal", [])[:1]
    path.write_bytes(seal(pad(json.dumps(whole).encode()), [load_public(Path(f"{first}.pub"))]))
    own = ("duel-42", "--as", first, "--key", first)
    for command in (("show", *own), ("moves", *own), ("order", *own, "default"), ("standing", *own)):
        said = pbem(*command, code=Exit.FAILED).output
        assert "is not shown" in said, command


def test_a_forged_receipt_is_left_out_and_said() -> None:
    first, _ = mustered()
    own = ("duel-42", "--as", first, "--key", first)
    good = json.loads(pbem("receipts", *own, "--json").stdout)
    assert len(good) == 1
    name = f"{good[0]['file'][:40]}.age"
    sealed = (GAME / "receipts" / name).read_bytes()
    (GAME / "receipts" / f"{'0' * 40}.age").write_bytes(sealed)
    told = pbem("receipts", *own, "--json")
    assert json.loads(told.stdout) == good
    assert "0" * 40 in told.stderr


def test_what_came_by_mail_is_opened_and_checked() -> None:
    first, second = mustered()
    hand = GAME / "sealed" / f"{first}.age"
    Path("hand.age").write_bytes(hand.read_bytes())
    told = pbem("open", "hand.age", "--key", first).stdout
    assert "duel-42" in told
    assert json.loads(pbem("open", "hand.age", "--key", first, "--json").stdout)["of"]["kind"] == "hand"
    lines = "".join(hand.read_text().split("\n")[1:-1]).partition("-----END")[0]
    for piped in (hand.read_bytes(), b64decode(lines)):  # armored or not
        assert pbem("open", "-", "--key", first, given=piped).stdout == told
    assert "not a sealed file" in pbem("open", "-", "--key", first, given=b"hello", code=Exit.KEY).output
    legal = json.loads(pbem("moves", "duel-42", "--as", first, "--key", first, "--json").stdout)["legal"]
    pbem("order", "duel-42", "--as", first, "--key", first, legal[0]["order"])
    pbem("run")
    assert "older" in pbem("open", "hand.age", "--key", first, code=Exit.FAILED).output
    receipt = max((GAME / "receipts").glob("*.age"), key=lambda path: path.stat().st_mtime_ns)
    assert "arried out" in pbem("open", str(receipt), "--key", first).stdout
    whole = json.loads(unseal(hand.read_bytes(), load_private(Path(first))))
    Path("forged.age").write_bytes(seal(json.dumps(whole).encode(), [load_public(Path(f"{second}.pub"))]))
    assert "signature does not match" in pbem("open", "forged.age", "--key", second, code=Exit.FAILED).output


def test_who_has_no_folder_of_the_game_gives_the_moderators_key(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = mustered()
    Path("hand.age").write_bytes((GAME / "sealed" / f"{first}.age").read_bytes())
    shutil.copy("keys/moderator.pub", "moderator.pub")
    shutil.rmtree("games")
    said = pbem("open", "hand.age", "--key", first, code=Exit.NOT_FOUND).output
    assert "--moderator" in said
    assert "duel-42" in pbem("open", "hand.age", "--key", first, "--moderator", "moderator.pub").stdout
    said = pbem("open", "hand.age", "--key", first, "--moderator", f"{first}.pub", code=Exit.FAILED).output
    assert "signature does not match" in said
