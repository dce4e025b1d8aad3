"""Every example in docs/move-files.md and docs/fair-chance.md is run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.campaign import movefile
from pbem.seals import sealing
from pbem.seals.keys import PublicKey, load_private
from pbem.seals.signed import clear_block, read_signed, sign_move

from .casekit import key
from .programs import need, put_key

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(name: str) -> list[tuple[str, str]]:
    return [(kind, body) for kind, body in FENCE.findall((ROOT / "docs" / name).read_text())]


def sample() -> bytes:
    """The move file of the page, and its block as anna's test key signs it."""
    return next(body for kind, body in examples("move-files.md") if kind == "yaml").encode()


def python(code: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_fair_chance_examples(tmp_path: Path) -> None:
    blocks = examples("fair-chance.md")
    assert [kind for kind, _ in blocks] == ["python", "text", "python", "python", "text"]
    printed = blocks[1][1]
    assert python(blocks[0][1], tmp_path) == printed
    assert python(blocks[2][1], tmp_path) == printed
    assert python(blocks[0][1] + blocks[3][1], ROOT) == printed + blocks[4][1]


@need("ssh-keygen", "age")
def test_move_file_commands(tmp_path: Path) -> None:
    """The shell examples in one folder, one after the other, as a reader would type them."""
    moderator = key("moderator")
    put_key(tmp_path, "moderator", moderator)
    (tmp_path / "move.yaml").write_bytes(sample())
    commands = [body for kind, body in examples("move-files.md") if kind == "sh"]
    assert len(commands) == 6
    outputs = []
    for command in commands:
        done = subprocess.run(["sh", "-e", "-c", command], cwd=tmp_path, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr.decode()
        outputs.append(done.stdout.decode())
    assert 'Good "pbem" signature for anna' in outputs[3]
    joined = (tmp_path / "move.signed").read_bytes()
    assert outputs[5].encode() == joined

    anna: PublicKey = load_private(tmp_path / "anna").public
    sealed = (tmp_path / "move.age").read_bytes()
    signature = (tmp_path / "move.yaml.sig").read_bytes()
    for move in (
        read_signed(sample(), signature),
        read_signed(joined),
        read_signed(sealed, unseal=lambda data: sealing.unseal(data, moderator)),
    ):
        file, _ = movefile.verified(move, {"anna": anna})
        assert file.orders == "build baths\ntry pay 2 stone\n"


def test_move_file_faults() -> None:
    files = [body for kind, body in examples("move-files.md") if kind == "yaml"]
    messages = [body for kind, body in examples("move-files.md") if kind == "text"]
    assert movefile.write(movefile.parse(files[0].encode())).decode() == files[0]
    with pytest.raises(movefile.MoveFileError) as caught:
        movefile.parse(files[1].encode())
    assert f"{caught.value}\n" == messages[0]


def test_move_block(tmp_path: Path) -> None:
    shown = [body for kind, body in examples("move-files.md") if kind == "text"][1]
    assert shown == clear_block(sign_move(sample(), key("anna")))
    assert read_signed(shown.encode()).payload == sample()
    (tmp_path / "move.block").write_text(shown)
    code = next(body for kind, body in examples("move-files.md") if kind == "python")
    assert python(code, tmp_path) == sample().decode()


def test_numbers_in_the_text() -> None:
    text = (ROOT / "docs" / "move-files.md").read_text()
    assert f"at most {movefile.LARGEST:,} bytes" in text
    assert f"padded to {sealing.HAND:,} bytes" in text
    assert f"up to {sealing.MOVE:,} bytes" in text
    assert f"at most {movefile.LONGEST_WINDOW} characters" in text
