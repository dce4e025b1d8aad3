"""What people wait for: commands from start to end, in CPU time, as ratios to Python that starts and does nothing.

One game of the duel lies in the folder, some moves old. Every round puts the folder back, and runs every command once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from rich.console import Console

from .campaign import place
from .post import SETTINGS

ROUNDS = 15
MOVES = 8
CLUB = (10, 40)
"""Games in a folder."""


def run(console: Console) -> None:
    with place() as root:
        kept, table = root / "kept", root / "table"
        asked = _game(kept)
        block = _pbem(kept, "order", "duel-1", "--as", asked, "--key", asked, "any", "--out", "-", "--clear")[1]
        (kept / "turn.txt").write_bytes(block)
        mail = f"From: {asked}@players.example\nTo: moderator@table.example\nSubject: move\n\n".encode() + block
        commands: Mapping[str, tuple[Sequence[str], bytes]] = {
            "--help": ((), b""),
            "status": ((), b""),
            "check": (("turn.txt", "--key", asked), b""),
            "order": (("duel-1", "--as", asked, "--key", asked, "any"), b""),
            "run": ((), b""),
            "receive": ((), mail),
        }
        spent: dict[str, list[float]] = {name: [] for name in ("", *commands)}
        for _ in range(ROUNDS):
            spent[""].append(_cpu([sys.executable, "-c", "pass"], root)[0])
            for name, (words, given) in commands.items():
                shutil.rmtree(table, ignore_errors=True)
                shutil.copytree(kept, table)
                spent[name].append(_pbem(table, name, *words, given=given)[0])
    bare = median(spent.pop(""))
    console.print(f"bare Python {bare * 1000:.0f} ms of CPU")
    for name, times in spent.items():
        one = median(times)
        console.print(f"pbem {name:<8} {one * 1000:4.0f} ms of CPU, {one / bare:5.1f} x bare Python")
    _growth(console)


def _growth(console: Console) -> None:
    """What a folder of many games costs: four times as many may cost four times as much, and not more."""
    few, many = CLUB
    with place() as root:
        (root / "keys").mkdir()
        for name in ("anna", "ben"):
            _pbem(root, "keygen", name)
        spent: dict[str, list[float]] = {}
        for number in range(many):
            seats = ("--player", "anna=anna.pub", "--player", "ben=ben.pub")
            _pbem(root, "new", f"duel-{number}", "--title", "wonders_duel", *seats)
            if number + 1 in CLUB:
                for name in ("run", "status"):
                    times = [_pbem(root, name)[0] for _ in range(5)]
                    spent.setdefault(name, []).append(median(times))
    for name, (one, other) in spent.items():
        console.print(f"pbem {name:<8} {many} games cost {other / one:4.1f} x {few} games")


def _game(folder: Path) -> str:
    """A game that goes on; gives back who is asked."""
    for name in ("new", "cur", "tmp"):
        (folder / "box" / name).mkdir(parents=True)
    (folder / "keys").mkdir()
    (folder / "keys" / "post.yaml").write_text(SETTINGS)
    for words in (["--moderator"], ["anna"], ["ben"]):
        _pbem(folder, "keygen", *words)
    seats = [word for name in ("anna", "ben") for word in ("--player", f"{name}={name}.pub")]
    _pbem(folder, "new", "duel-1", "--title", "wonders_duel", *seats)
    for name in ("anna", "ben"):
        _pbem(folder, "join", "duel-1", "--as", name, "--key", name)
    asked = ""
    for move in range(MOVES + 1):
        if move:
            _pbem(folder, "order", "duel-1", "--as", asked, "--key", asked, "any")
        _pbem(folder, "run")
        asked = json.loads((folder / "games" / "duel-1" / "position.json").read_text())["waiting"][0]
    return asked


def _pbem(folder: Path, *words: str, given: bytes = b"") -> tuple[float, bytes]:
    return _cpu([str(Path(sys.executable).with_name("pbem")), *words], folder, given)


def _cpu(words: Sequence[str], folder: Path, given: bytes = b"") -> tuple[float, bytes]:
    """Seconds of CPU that a program took, and what it said."""
    environment = {**os.environ, "PBEM_KEYS": str(folder / "keys")}
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, env=environment, input=given, capture_output=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr.decode()
    return sum(after[:2]) - sum(before[:2]), done.stdout  # user and system time
