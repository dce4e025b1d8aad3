"""The title of docs/adding-a-title.md, laid into a copy of pbem as the page says, passes the tests of pbem itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from . import outside, toy

pytestmark = pytest.mark.slow
ROOMS = ("campaign", "claims", "cli", "conformance", "orders", "table", "titles", "trials", "words")
"""Rooms with tests that go over all titles. What a page on which one plays needs beside that (`tests/surface`, and
`title check --desk`) a title without a board does not have."""


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that a checkout has for titles, and the files of the page in their places."""
    folder = tmp_path_factory.mktemp("checkout") / "pbem"
    for room in ("pbem", "tests", "templates", "docs", "games", "tools"):
        shutil.copytree(outside.ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(outside.ROOT / file, folder)
    for kind, target in (
        ("title", f"pbem/titles/{toy.TOY}"),
        ("test", f"tests/titles/{toy.TOY}"),
        ("claims", "tests/claims"),
    ):
        for path, text in toy.files(kind).items():
            file = folder / target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return folder


def test_a_game_must_be_recorded_first(copy: Path) -> None:
    done = run(copy, "pbem", "title", "check", toy.TOY)
    assert done.returncode == 1
    wrong = [line for line in done.stdout.splitlines() if not line.startswith("ok ")]
    assert wrong[0] == "wrong recorded games"
    assert all("record it with `python -m tests.titles.test_behaviour`" in line for line in wrong[1:])


@pytest.fixture(scope="module")
def recorded(copy: Path) -> Path:
    assert run(copy, "tests.titles.test_behaviour").returncode == 0
    return copy


def test_it_passes_the_check_of_titles(recorded: Path) -> None:
    done = run(recorded, "pbem", "title", "check", toy.TOY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines()} == {"ok"}


def test_it_passes_all_tests_that_go_over_titles(recorded: Path) -> None:
    rooms = [f"tests/{room}" for room in ROOMS]
    done = run(
        recorded,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        f"{toy.TOY} and not {outside.OF_PAGES}",
        "-m",
        "not nightly",
        *rooms,
    )
    assert done.returncode == 0, done.stdout
    assert "100%" in done.stdout
