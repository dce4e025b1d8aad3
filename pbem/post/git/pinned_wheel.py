"""The program and all its dependencies, each pinned by its file's digest, for machines that hold the moderator's key.

Given only a name, such a machine would install whatever somebody offers under that name.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

from ..errors import PostError, PostFault, phrase

FOLDER = Path(".pbem")
REQUIREMENTS = FOLDER / "requirements.txt"
PYTHON = "3.12"
"""What the workflows install."""
_WHEEL = re.compile(r"pbem-[0-9][A-Za-z0-9.+]*-py3-none-any\.whl", re.ASCII)
_PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64", "manylinux_2_34_x86_64")
_HEAD = (
    "# Written by `pbem init`: the program and what it needs, each by the digest of its file.\n--only-binary :all:\n"
)
_WAIT = 600


def pinned(wheel: Path) -> dict[Path, bytes]:
    """The files that `pip install --require-hashes` needs, keyed by their path in a repository."""
    if not _WHEEL.fullmatch(wheel.name) or not wheel.is_file():
        raise PostError(PostFault.WHEEL, found=wheel)
    data = wheel.read_bytes()
    lines = [f"./{FOLDER / wheel.name} --hash=sha256:{sha256(data).hexdigest()}\n"]
    for one in _resolved(wheel):
        name, version = one["metadata"]["name"], one["metadata"]["version"]
        if name != "pbem":
            lines.append(f"{name}=={version} --hash=sha256:{_digest(one['download_info'])}\n")
    return {FOLDER / wheel.name: data, REQUIREMENTS: (_HEAD + "".join(sorted(lines))).encode()}


def _resolved(wheel: Path) -> list[dict[str, Any]]:
    """What pip would install with it on a machine that runs the workflow."""
    platforms = [word for one in _PLATFORMS for word in ("--platform", one)]
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "-",
        "--only-binary=:all:",
        "--python-version",
        PYTHON,
        *platforms,
    ]
    try:
        with TemporaryDirectory() as unused:  # nothing is installed, but pip wants a target
            words = [*command, "--target", unused, "--", str(wheel)]
            done = subprocess.run(words, capture_output=True, timeout=_WAIT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PostError(PostFault.PINNING, why=error) from None
    if done.returncode:
        raise PostError(PostFault.PINNING, why=done.stderr.decode("utf-8", "replace").strip())
    found: list[dict[str, Any]] = json.loads(done.stdout)["install"]
    return found


def _digest(download: dict[str, Any]) -> str:
    """The digest of the file that pip would take: as the index gives it, or else computed from the file in a folder."""
    match download:
        case {"archive_info": {"hashes": {"sha256": str(digest)}}}:
            return digest
        case {"url": str(url)} if urlsplit(url).scheme == "file":
            return sha256(Path(unquote(urlsplit(url).path)).read_bytes()).hexdigest()
    raise PostError(PostFault.PINNING, why=phrase("no-digest", where=download.get("url")))
