"""The commands of the post, as people and mail servers call them; and the examples of docs/post.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import parse
from pbem.cli.app import app
from pbem.cli.exits import Exit
from pbem.post.git.pinned_wheel import REQUIREMENTS
from pbem.post.mail.settings import parse as parse_settings
from pbem.seals.signed import read_all
from tests.post.gitkit import block, entries, git, make_shared
from tests.post.kit import NOW, SETTINGS, Desk, make_desk
from tests.seals.casekit import key
from tests.seals.programs import need

DOCS = Path(__file__).parent.parent.parent / "docs" / "post.md"


def call(*words: str | Path, code: int = 0, stdin: bytes = b"") -> str:
    result = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@pytest.fixture
def ready(tmp_path: Path) -> Desk:
    """A desk whose key and settings lie where the commands look for them."""
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "moderator").write_bytes(key("moderator").pem())
    (keys / "moderator").chmod(0o600)
    (keys / "post.yaml").write_text(SETTINGS.replace("outbox: outbox", f"outbox: {tmp_path / 'outbox'}"))
    desk = make_desk(tmp_path)
    desk.begin("duel-42")
    return desk


def test_receive_takes_a_mail_from_standard_input_and_answers(ready: Desk) -> None:
    assert "2 mails were sent" in call("run", "--mail", "--games", ready.games, "--now", NOW)
    box = ready.new_mails()["anna@players.example"]
    mail = ready.players["anna"].reply(box.last).as_bytes()
    assert "1 mail was sent" in call("receive", "--games", ready.games, "--now", NOW, stdin=mail)
    assert ready.new_mails()["anna@players.example"].last["Subject"] == "[duel-42] you have joined; waiting for Ben"
    assert Campaign.open(ready.games / "duel-42").head.n == 1
    call("receive", "--games", ready.games, "--now", NOW, stdin=mail)
    assert ready.new_mails() == {}


def test_receive_asks_to_be_tried_again_when_another_is_at_work(ready: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.post._WAIT", 0.1)
    from pbem.post.mail.memory import opened

    with opened():
        assert "Another moderator" in call("receive", "--games", ready.games, stdin=b"x", code=75)


def test_a_missing_or_wrong_settings_file_is_one_message(ready: Desk, tmp_path: Path) -> None:
    said = call("run", "--mail", "--games", ready.games, "--post", tmp_path / "none.yaml", code=Exit.NOT_FOUND)
    assert "docs/post.md" in said
    (tmp_path / "bad.yaml").write_text("address: x\nsend: {}\n")
    said = call("run", "--mail", "--games", ready.games, "--post", tmp_path / "bad.yaml", code=Exit.USAGE)
    assert "`address`" in said
    assert "`send`" in said


def test_sign_prints_a_block_clear_or_sealed(tmp_path: Path) -> None:
    (tmp_path / "anna").write_bytes(key("anna").pem())
    (tmp_path / "moderator.pub").write_text(key("moderator").public.line)
    payload = f"game: duel-42\nplayer: anna\nafter: {'0' * 64}\norders: |\n  build baths\n"
    (tmp_path / "orders.yaml").write_text(payload)
    (move,) = read_all(call("sign", tmp_path / "orders.yaml", "--key", tmp_path / "anna"))
    assert not isinstance(move, Exception)
    move.verify(key("anna").public)
    assert parse(move.payload).orders == "build baths\n"
    said = call("sign", "-", "--key", tmp_path / "anna", "--seal", tmp_path / "moderator.pub", stdin=payload.encode())
    from pbem.seals.sealing import unseal

    (move,) = read_all(said, lambda data: unseal(data, key("moderator")))
    assert not isinstance(move, Exception)
    first, rest = move.payload.split(b"\n", 1)
    assert rest == payload.encode()
    assert re.fullmatch(rb"written: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", first), "mails overtake each other"
    for own in (
        payload.replace("orders", "written: 2026-01-31T12:00:00Z\norders"),
        payload.replace("build baths", "join"),
        f"{{game: duel-42, player: anna, after: {'0' * 64}, orders: any}}\n",
    ):
        (move,) = read_all(call("sign", "-", "--key", tmp_path / "anna", stdin=own.encode()))
        assert not isinstance(move, Exception)
        assert move.payload == own.encode(), "says when, need not, or cannot"
    (tmp_path / "bad.yaml").write_text("game: X\n")
    assert "`player` is missing" in call("sign", tmp_path / "bad.yaml", "--key", tmp_path / "anna", code=Exit.FAILED)


@need("git")
@pytest.mark.slow
def test_run_with_git_pulls_and_pushes(tmp_path: Path) -> None:
    shared = make_shared(tmp_path)
    for name in ("pre-receive", "post-receive"):
        (shared.bare / "hooks" / name).unlink()
    shared.anna.add(block(shared.anna.move()))
    shared.anna.push()
    said = call("run", "--git", "--games", shared.root / "desk" / "games")
    assert "duel-42: entry 1 (1 new)" in said
    assert entries(shared.anna) == 1
    call("run", "--git", "--games", tmp_path / "keys", code=Exit.NOT_FOUND)


@need("git")
def test_init_and_hook_install_say_what_they_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.post.git.scaffolds.pinned", lambda wheel: {REQUIREMENTS: b""})
    wheel = ("--wheel", tmp_path / "pbem.whl")
    said = call("init", tmp_path / "table", "--github", "--gitlab", *wheel, "--bare", tmp_path / "table.git")
    for name in ("pbem.yml", ".gitlab-ci.yml", "requirements.txt", "pre-receive", "post-receive", ".gitignore"):
        assert name in said
    assert "pre-receive" in call("hook", "install", tmp_path / "table.git")
    call("hook", "install", tmp_path / "nowhere", code=Exit.NOT_FOUND)
    call("init", tmp_path / "table", "--github", *wheel, code=Exit.FAILED)
    call("init", tmp_path / "other", "--github", code=Exit.USAGE)


def snippets(language: str) -> list[str]:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", DOCS.read_text())


def test_the_examples_of_the_page_read(tmp_path: Path) -> None:
    settings, file, _ = snippets("yaml")  # the third, of chat rooms, is read by test_chat.py
    found = parse_settings(settings.encode())
    assert found.reader("duel-42", "anna").address == "other-anna@example.net"
    assert found.reader("duel-1", "ben").mail == "daily"
    assert parse(file.encode()).player == "anna"


@need("git")
@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    (script,) = snippets("sh")
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.pub").write_text(key(name).public.line + "\n")
    programs = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "GIT_AUTHOR_NAME": "M",
        "GIT_AUTHOR_EMAIL": "m@x.example",
        "GIT_COMMITTER_NAME": "M",
        "GIT_COMMITTER_EMAIL": "m@x.example",
    }
    done = subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert "duel-42" in git(tmp_path / "table.git", "ls-tree", "-r", "--name-only", "main")
