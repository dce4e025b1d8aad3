"""Titles of another distribution: built as a wheel, installed by pip, used by a pbem in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
OF_PAGES = "test_desk_check"
"""What a page on which one plays needs: the title of the docs has no board, and the sheet that stands in for one names
a lantern as often as it lies there."""


def install(folder: Path, name: str, files: Mapping[str, str], titles: Mapping[str, str]) -> Path:
    """Install a distribution with these files, which brings these titles (id → where its Title is). Offline."""
    target = folder / "site-packages"
    wheel = _wheel(folder, name, files, titles)
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
            "--disable-pip-version-check",
            "--target",
            target,
            wheel,
        ],
        check=True,
    )
    return target


def _wheel(folder: Path, name: str, files: Mapping[str, str], titles: Mapping[str, str]) -> Path:
    entries = "".join(f"{ident} = {where}\n" for ident, where in titles.items())
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": f"[pbem.titles]\n{entries}",
    }
    info = f"{name}-1.0.dist-info"
    packed = {**files, **{f"{info}/{path}": text for path, text in about.items()}}
    record = "".join(f"{path},{_digest(text)},{len(text.encode())}\n" for path, text in packed.items())
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with ZipFile(path, "w") as archive:
        for inner, text in {**packed, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(inner, text)
    return path


def _digest(text: str) -> str:
    return "sha256=" + urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")


def run(
    target: Path, *words: str | Path, folder: Path = ROOT, module: str = "pbem"
) -> subprocess.CompletedProcess[str]:
    """A program with the installed distributions beside ours; its keys and games lie in `folder`."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{target}{os.pathsep}{ROOT}",
        "PBEM_KEYS": str(folder / "keys"),
        "NO_COLOR": "1",
        "MYPYPATH": str(target),
        "COLUMNS": "200",
    }
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, words)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
