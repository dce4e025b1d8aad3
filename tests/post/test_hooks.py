"""Hooks of a bare repository: one account runs them, and who pushes sees nothing of the server."""

from __future__ import annotations

import os
import shutil
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.post.git import hooks
from pbem.storage import disk
from tests.post.gitkit import Shared, block, git, make_shared, remote_lines
from tests.seals.casekit import key
from tests.seals.programs import need

pytestmark = need("git", "ssh-keygen", "git-shell")
LOG = Path("pbem/hooks.log")
TELL = "Tell whoever looks after it."


@pytest.fixture
def shared(tmp_path: Path) -> Shared:
    return make_shared(tmp_path)


def no_key(shared: Shared) -> None:
    (shared.root / "keys" / "moderator").unlink()


def bad_key(shared: Shared) -> None:
    (shared.root / "keys" / "moderator").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nnonsense\n")


def other_key(shared: Shared) -> None:
    (shared.root / "keys" / "moderator").write_bytes(key("mallory").pem())


def no_key_folder(shared: Shared) -> None:
    shutil.rmtree(shared.root / "keys")
    (shared.root / "keys").write_text("a file")


def no_checkout(shared: Shared) -> None:
    shutil.rmtree(shared.bare / "pbem")
    (shared.bare / "pbem").mkdir()
    (shared.bare / "pbem" / "checkout").write_text("a file")


def no_program(shared: Shared) -> None:
    hooks.install(shared.bare, [str(shared.root / "gone" / "pbem")])


def bug(shared: Shared) -> None:
    """A program that dies before it can say anything."""
    program = shared.root / "broken"
    program.write_text(f"#!/bin/sh\necho 'Traceback (most recent call last): {shared.root}' >&2\nexit 1\n")
    program.chmod(0o755)
    hooks.install(shared.bare, [str(program)])


def no_memory(shared: Shared) -> None:
    """Where the moderator remembers how the game stands nothing can be written."""
    for path in (shared.root / "keys" / "games").glob("*/*.json"):
        path.unlink()
        path.mkdir()


BROKEN = (no_key, bad_key, other_key, no_key_folder, no_checkout, no_program, bug, no_memory)


def sees_nothing(shared: Shared, said: str) -> None:
    """Of the repository a player knows the address; all else is the server's own."""
    for word in (str(shared.root), "Traceback", "keys", "hooks.log", socket.gethostname(), "process", ".py"):
        assert word not in remote_lines(said), said


@pytest.mark.slow
@pytest.mark.parametrize("broken", BROKEN, ids=[one.__name__ for one in BROKEN])
def test_who_pushes_sees_nothing_of_a_server_that_is_broken(shared: Shared, broken: Callable[[Shared], None]) -> None:
    one = shared.anna
    one.add(block(one.move()))
    broken(shared)
    said = one.push(None)
    sees_nothing(shared, said)
    assert TELL in remote_lines(said), said
    log = shared.bare / LOG
    assert log.read_text().strip(), "the one who looks after it can read what happened"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_busy_moderator_is_not_described(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    one = shared.anna
    one.add(block(one.move()))
    said: list[str] = []
    monkeypatch.setattr(hooks, "WAIT", 0.1)
    with disk.locked(shared.bare / "pbem" / disk.LOCK, "this repository"):
        assert not hooks.pre_receive(shared.bare, [], lambda: shared.moderator, dict(os.environ), said.append)
    assert said == ["Somebody else's push is being dealt with; push again in a minute."]


def test_an_exception_that_nobody_thought_of_is_told_in_one_sentence(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Panic(BaseException):
        """What libraries in other languages raise."""

    def panic(*_: object) -> None:
        raise Panic(f"at {shared.root}")

    monkeypatch.setattr("pbem.post.git.push_gate.PushGate.check", panic)
    said: list[str] = []
    assert not hooks.pre_receive(shared.bare, [], lambda: shared.moderator, dict(os.environ), said.append)
    assert len(said) == 1
    sees_nothing(shared, f"remote: {said[0]}")
    assert "Panic" in (shared.bare / LOG).read_text()


@pytest.mark.parametrize("kept", [True, False], ids=["set aside", "left"])
def test_who_pushes_is_told_of_a_file_that_the_program_failed_at(
    shared: Shared, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.campaign.running.writer import CampaignWriter
    from pbem.moderation.after_push import post_receive
    from pbem.storage.errors import StorageError, StorageFault

    one = shared.anna
    one.add(block(one.move()), "anna-1.move")
    (shared.bare / "hooks" / "post-receive").unlink()
    one.push()

    def panic(*_: object) -> None:
        raise RuntimeError(f"at {shared.root}")

    def unreadable(path: Path, _: int) -> bytes:
        raise StorageError(StorageFault.DISK, where=path, done="read", why=f"no, {shared.root}")

    if kept:
        monkeypatch.setattr(CampaignWriter, "read", panic)
    else:
        monkeypatch.setattr("pbem.campaign.running.run.disk", SimpleNamespace(read=unreadable))
    said: list[str] = []
    commit = git(shared.bare, "rev-parse", "main").strip()
    post_receive(shared.bare, [("0" * 40, commit, "refs/heads/main")], lambda: shared.moderator, said.append)
    about = [line for line in said if "anna-1.move" in line]
    assert len(about) == 1, said
    assert ("you need not push it again" if kept else "waits") in about[0]
    sees_nothing(shared, "".join(f"remote: {line}\n" for line in said))
    assert str(shared.root) in (shared.bare / LOG).read_text()


def test_only_the_account_that_owns_the_repository_runs_the_hooks(shared: Shared) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs two accounts")
    one = shared.anna
    one.add(block(one.move()))
    git(shared.root, "config", "--file", ".gitconfig", "safe.directory", "*")  # else git itself refuses
    os.chown(shared.bare, 65534, 65534)
    said = one.push(False)
    assert "push through the account that owns this repository" in remote_lines(said)
    sees_nothing(shared, said)


def test_players_push_through_one_account_with_nothing_but_git(shared: Shared) -> None:
    """As authorized_keys has it: whatever a player asks for is handed to git-shell, without their variables."""
    forced = shared.root / "ssh"
    forced.write_text('#!/bin/sh\nshift 2\nexec env -i PATH="$PATH" HOME="$HOME" git-shell -c "$*"\n')
    forced.chmod(0o755)
    one = shared.anna
    git(one.folder, "remote", "set-url", "origin", f"ssh://table{shared.bare}")
    git(one.folder, "config", "core.sshCommand", f"{forced} --")
    git(one.folder, "config", "ssh.variant", "simple")
    one.pull()
    one.add(block(one.move()))
    said = one.push()
    assert "anna: applied" in remote_lines(said), said
