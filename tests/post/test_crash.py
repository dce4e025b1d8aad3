"""A run that is killed at any step loses nothing, repeats nothing and says nothing else, whatever carries it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.moderation.loop import moderate
from pbem.post.folder import FolderCarrier
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.repository import top
from pbem.post.mail import carrier as carriers
from pbem.storage import disk
from tests.post.duel_by_mail import begun, to_move
from tests.post.gitkit import git
from tests.post.kit import NOW, SETTINGS, Desk, make_desk

WITH_BOX = SETTINGS.replace("send:", "collect:\n  - maildir: inbox\nsend:")
Run = Callable[[Desk], None]


class Killed(KeyboardInterrupt):
    """Nothing in the program stops it: as good as a kill."""


def by_mail(desk: Desk) -> None:
    with carriers.opened(desk.settings, desk.moderator, NOW) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW)


def by_git(desk: Desk) -> None:
    moderate([GitCarrier(top(desk.games), lambda _: None)], desk.games, desk.moderator, None, NOW)


def by_folder(desk: Desk) -> None:
    moderate([FolderCarrier(lambda _: None)], desk.games, desk.moderator, None, NOW)


def killed_at(desk: Desk, place: int, run: Run, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run, and die before the step of that number; False if there are fewer steps."""
    left = place

    def step(what: str, path: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(disk, "step", step)
        try:
            run(desk)
        except Killed:
            return True
    return False


def prepared(base: Path) -> tuple[Desk, dict[str, tuple[str, bytes]], str]:
    """A game in play, and what its players send at once: an older file, the one that counts, and a wrong one."""
    base.mkdir()
    desk = make_desk(base, WITH_BOX)
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    other = next(one for one in desk.players.values() if one is not player)
    payload = player.payload(boxes[to].last)
    files = {
        "1-older": (player, payload.replace(b"orders:", b"written: 2026-11-16T08:00:00Z\norders:")),
        "2-newer": (player, payload.replace(b"orders:", b"written: 2026-11-16T09:00:00Z\norders:")),
        "3-refused": (other, payload.replace(player.handle.encode(), other.handle.encode()) + b"  build the moon\n"),
    }
    return desk, {name: (one.handle, one.block(file).encode()) for name, (one, file) in files.items()}, player.handle


def told_by(desk: Desk) -> dict[str, Any]:
    """Everything that anybody can read of a run: the entries, the receipts, the mails, what lies in inboxes."""
    folder = desk.games / "duel-42"
    receipts = [json.loads(one.read_bytes()) for one in sorted((folder / "receipts").glob("*.json"))]
    mails = desk.new_mails()
    return {
        "entries": [entry["kind"] for entry in Campaign.open(folder).entries()],
        "receipts": {one["file"]: one["result"] for one in receipts},
        "inbox": sorted(one.name for one in (folder / "inbox").iterdir() if one.name != ".gitkeep"),
        "mails": sorted((to, str(one["Subject"])) for to, box in mails.items() for one in box.mails),
    }


def each_step(
    base: Path, tries: Path, run: Run, monkeypatch: pytest.MonkeyPatch, left_unread: list[str] | None = None
) -> int:
    """Kill a run at each of its steps, run again, and compare with one that was left alone."""
    expected: dict[str, Any] | None = None
    place = -1
    while True:
        shutil.copytree(base, tries, symlinks=True)
        monkeypatch.setenv("PBEM_KEYS", str(tries / "keys"))
        copy = make_desk(tries, WITH_BOX)
        died = place < 0 or killed_at(copy, place, run, monkeypatch)
        run(copy)
        run(copy)
        found = told_by(copy)
        expected = expected or found
        assert found == expected, f"killed at step {place}"
        if left_unread is not None:
            assert [one.name for one in (tries / "inbox" / "new").iterdir()] == left_unread, f"killed at step {place}"
        shutil.rmtree(tries)
        if not died:
            assert sorted(set(expected["receipts"].values())) == ["applied", "refused", "replaced"]
            return place
        place += 1


@pytest.mark.slow
def test_killed_at_every_step_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "base" / "keys"))
    desk, files, handle = prepared(tmp_path / "base")
    player = desk.players[handle]
    for folder in ("new", "cur", "tmp"):
        (desk.root / "inbox" / folder).mkdir(parents=True)
    for name, (sender, block) in files.items():
        (desk.root / "inbox" / "new" / name).write_bytes(desk.players[sender].write(block.decode()).as_bytes())
    unsigned = player.write("game: duel-42\norders: |\n  x\n").as_bytes()
    (desk.root / "inbox" / "new" / "4-unsigned").write_bytes(unsigned)
    assert each_step(desk.root, tmp_path / "try", by_mail, monkeypatch, ["4-unsigned"]) > 60


@pytest.mark.slow
def test_killed_at_every_step_by_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "base" / "keys"))
    desk, files, _ = prepared(tmp_path / "base")
    for name, (_, block) in files.items():
        (desk.games / "duel-42" / "inbox" / f"{name}.move").write_bytes(block)
    assert each_step(desk.root, tmp_path / "try", by_folder, monkeypatch) > 30


@pytest.mark.slow
def test_killed_at_every_step_by_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "base" / "keys"))
    desk, files, _ = prepared(tmp_path / "base")
    git(desk.root, "init", "--quiet", "--initial-branch", "main", "games")
    for name, (_, block) in files.items():
        (desk.games / "duel-42" / "inbox" / f"{name}.move").write_bytes(block)
    git(desk.games, "add", "--all")
    git(desk.games, "-c", "user.name=x", "-c", "user.email=x@y.example", "commit", "--quiet", "--message", "begin")
    assert each_step(desk.root, tmp_path / "try", by_git, monkeypatch) > 30
