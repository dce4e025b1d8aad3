"""The real ssh-keygen and age, as a player has them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.seals.keys import PrivateKey


def need(*programs: str) -> pytest.MarkDecorator:
    """Skip where a program is not installed; where PBEM_ALL_PROGRAMS is set, nothing is skipped."""
    missing = [program for program in programs if shutil.which(program) is None]
    skip = bool(missing) and not os.environ.get("PBEM_ALL_PROGRAMS")
    return pytest.mark.skipif(skip, reason=f"not installed: {', '.join(missing)}")


def run(*command: str | Path, stdin: bytes = b"", ok: bool = True) -> bytes:
    done = subprocess.run([str(word) for word in command], input=stdin, capture_output=True, timeout=60)
    assert (done.returncode == 0) == ok, done.stderr.decode()
    return done.stdout


def put_key(folder: Path, name: str, key: PrivateKey, passphrase: str | None = None) -> Path:
    path = folder / name
    path.write_bytes(key.pem(passphrase))
    path.chmod(0o600)
    path.with_suffix(".pub").write_text(key.public.line + "\n")
    return path
