"""What a command is told to write goes into a file, new or not, in a folder that there is; nowhere else."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.cli.exits import Exit
from tests.campaign.kit import key, start


def pbem(*words: str | Path, code: int) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    monkeypatch.chdir(tmp_path)
    start(tmp_path / "games" / "duel-42", joined=False)
    for name in ("anna", "moderator"):
        (tmp_path / name).write_bytes(key(name).pem())
        (tmp_path / f"{name}.pub").write_text(key(name).public.line)
    (tmp_path / "keys").mkdir(exist_ok=True)
    (tmp_path / "keys" / "moderator").write_bytes(key("moderator").pem())
    return tmp_path


def join(out: str | Path, code: int) -> str:
    return pbem("join", "duel-42", "--as", "anna", "--key", "anna", "--out", out, code=code)


def kinds(folder: Path) -> dict[str, int]:
    return {one.name: stat.S_IFMT(one.lstat().st_mode) for one in folder.iterdir()}


@pytest.mark.parametrize(
    "name",
    [
        "fifo",
        "folder",
        "device",
        "socket",
        "to-device",
        "to-fifo",
        "to-folder",
        "to-nothing",
    ],
)
def test_only_files_are_written(name: str, desk: Path) -> None:
    import socket

    place = desk / "place"
    place.mkdir()
    os.mkfifo(place / "fifo")
    (place / "folder").mkdir()
    try:
        os.mknod(place / "device", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        if "device" in name:
            pytest.skip("only root makes devices, and those that are there are not risked")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("place/socket")
    for link, target in (("device", "device"), ("fifo", "fifo"), ("folder", "folder"), ("nothing", "nowhere")):
        (place / f"to-{link}").symlink_to(target)
    before = kinds(place)
    said = join(place / name, Exit.DISK)
    assert said.count("\n") == 1
    assert "regular file" in said
    assert kinds(place) == before


def test_a_file_and_a_link_to_one_are_written(desk: Path) -> None:
    (desk / "out.txt").write_text("old")
    (desk / "link.txt").symlink_to("out.txt")
    join("new.txt", Exit.OK)
    join("link.txt", Exit.OK)
    assert (desk / "link.txt").is_symlink()
    assert "BEGIN PBEM MOVE" in (desk / "out.txt").read_text()
    assert "BEGIN PBEM MOVE" in (desk / "new.txt").read_text()
    (desk / ".new").write_text("mine")
    join("new.txt", Exit.OK)
    assert (desk / ".new").read_text() == "mine"


@pytest.mark.parametrize(
    "words",
    [
        ("join", "duel-42", "--as", "anna", "--key", "anna", "--out", "no/such/move.txt"),
        ("order", "duel-42", "--as", "anna", "--key", "anna", "--out", "no/such/move.txt", "join"),
        ("keygen", "no/such/key"),
        ("publish", "--site", "no/such/site"),
        ("run", "--site", "no/such/site"),
        (
            "new",
            "duel-1",
            "--title",
            "wonders_duel",
            "--player",
            "a=bot",
            "--player",
            "b=bot",
            "--games",
            "no/such/games",
        ),
        ("init", "no/such/table"),
        ("init", "table", "--bare", "no/such/table.git"),
    ],
)
def test_no_folder_is_made_on_the_way(words: tuple[str, ...], desk: Path) -> None:
    before = kinds(desk)
    said = pbem(*words, code=Exit.DISK)
    assert said.count("\n") == 1
    assert "no/such" in said
    assert kinds(desk) == before
    (desk / "no").write_text("a file where a folder should be")
    assert pbem(*words, code=Exit.DISK).count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("publish", "--site", "taken"),
        ("run", "--site", "taken"),
        ("init", "taken"),
        ("init", "table", "--bare", "taken"),
        ("new", "duel-1", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--games", "taken"),
    ],
)
def test_a_file_is_no_folder(words: tuple[str, ...], desk: Path) -> None:
    (desk / "taken").write_text("mine")
    before = kinds(desk)
    assert "taken" in pbem(*words, code=Exit.DISK)
    assert kinds(desk) == before
    assert (desk / "taken").read_text() == "mine"


def test_the_last_folder_is_made(desk: Path) -> None:
    pbem("new", "duel-1", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--games", "g", code=0)
    pbem("publish", "--site", "site", code=0)
    assert (desk / "g" / "duel-1" / "ledger.jsonl").is_file()
    assert (desk / "site" / "index.html").is_file()
