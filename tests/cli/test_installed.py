"""Installed from the wheel, outside the checkout: everything works there, and nothing of the checkout is read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem import titles
from pbem.cli.exits import Exit
from pbem.trials.title_check import DUTIES

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
PACKAGES = next(Path(path) for path in sys.path if path.endswith("site-packages"))
GUARD = """
import os, sys

checkout, packages = {checkout!r}, {packages!r}

def guard(event, found):
    if event not in ("open", "os.listdir", "os.scandir") or not isinstance(found[0], (str, bytes, os.PathLike)):
        return
    path = os.path.realpath(os.fsdecode(found[0])) + os.sep
    if path.startswith(checkout + os.sep) and not path.startswith(packages + os.sep):
        os.write(2, f"read in the checkout: {{path}}\\n".encode())
        os._exit(99)

sys.addaudithook(guard)
"""
"""Python runs this when it starts: a program that opens or lists something of the checkout ends at once."""


def program(*words: str | Path, folder: Path, says: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "COLUMNS": "100", **environment}
    return subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=clean,
        input=says,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def made(*words: str | Path, folder: Path) -> None:
    done = program(*words, folder=folder, PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True)
class Installed:
    python: Path
    desk: Path
    """An empty folder to work in."""

    def run(self, *words: str | Path, says: str = "", code: int = Exit.OK) -> str:
        command = self.python.parent / "pbem"
        done = program(command, *words, folder=self.desk, says=says, PBEM_KEYS=str(self.desk / "keys"))
        assert done.returncode == code, f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    made(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, folder=ROOT)
    return next(folder.glob("pbem-*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    """Built from the sdist and nothing else."""
    made(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        sdist.parent,
        sdist,
        folder=sdist.parent,
    )
    return next(sdist.parent.glob("pbem-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A fresh environment with the wheel; the packages that it needs are those of this one, without its pbem."""
    folder = tmp_path_factory.mktemp("elsewhere")
    made(sys.executable, "-m", "venv", "--without-pip", folder / "python", folder=folder)
    python = folder / "python" / "bin" / "python"
    made(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", wheel, folder=folder)
    own = next((folder / "python" / "lib").glob("python*/site-packages"))
    (own / "needed.pth").write_text(f"{PACKAGES}\n")
    checkout, packages = os.path.realpath(ROOT), os.path.realpath(PACKAGES)
    (own / "sitecustomize.py").write_text(GUARD.format(checkout=checkout, packages=packages))
    (folder / "desk").mkdir()
    return Installed(python, folder / "desk")


def files_of(folder: Path) -> set[str]:
    """As the wheel names them; what Python keeps compiled is not ours."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


def test_the_wheel_of_the_sdist_has_the_whole_package_with_templates_and_data(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"templates/{one}" for one in files_of(ROOT / "templates")} <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"} <= names
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if not name.startswith("pbem-")}
    package = {f"pbem/{one}" for one in files_of(ROOT / "pbem")}
    assert inside == package | {f"pbem/templates/{one}" for one in files_of(ROOT / "templates")}


def test_the_guard_notices_a_path_of_the_checkout(installed: Installed) -> None:
    read = f"open({str(ROOT / 'README.md')!r})"
    done = program(installed.python, "-c", read, folder=installed.desk)
    assert (done.returncode, "README.md" in done.stderr) == (99, True)
    where = program(installed.python, "-c", "import pbem; print(pbem.__file__)", folder=installed.desk)
    assert where.stdout.startswith(str(installed.python.parents[1])), where.stdout + where.stderr


def test_games_of_all_titles_are_begun_run_published_and_verified(installed: Installed) -> None:
    pbem = installed.run
    pbem("keygen", "--moderator")
    pbem("keygen", "anna")
    for title in titles.ours():
        game = title.replace("_", "-")
        bots = [word for n in range(1, titles.load(title).seats[0]) for word in ("--player", f"bot{n}=bot")]
        pbem("new", game, "--title", title, "--player", "anna=anna.pub", *bots)
        pbem("join", game, "--as", "anna", "--key", "anna")
    pbem("run")
    waiting = json.loads(pbem("status", "--json"))
    assert {one["game"] for one in waiting} == {title.replace("_", "-") for title in titles.ours()}
    duel = json.loads(pbem("moves", "wonders-duel", "--as", "anna", "--key", "anna", "--json"))
    pbem("order", "wonders-duel", "--as", "anna", "--key", "anna", duel["legal"][0]["order"])
    pbem("run", "--site", "site")
    for title in titles.ours():
        game = title.replace("_", "-")
        assert "holds" in pbem("verify", game)
        assert pbem("show", game, "--as", "anna", "--key", "anna").strip()
        for page in (f"games/{game}/index.html", f"games/{game}/desk-anna.de.html", f"rules/{title}.html"):
            assert "</html>" in (installed.desk / "site" / page).read_text(encoding="utf-8"), page
    assert len(json.loads(pbem("publish", "--full", "--json"))["games"]) == len(titles.ours())


@pytest.mark.parametrize("title", titles.ours())
def test_a_title_can_be_played_at_the_terminal(installed: Installed, title: str) -> None:
    said = installed.run("play", title, "--seed", "1", says="any\nboard\nquit\n")
    assert "anna>" in said
    assert titles.load(title).names["en"] in said


def test_a_bot_plays_a_whole_game(installed: Installed) -> None:
    figures = json.loads(installed.run("simulate", "wonders_duel", "--games", "1", "--bots", "bot,random", "--json"))
    assert figures["games"] == 1


def test_a_title_is_checked_where_no_tests_are_installed(installed: Installed) -> None:
    said = installed.run("title", "check", "wonders_duel")
    assert [line[6:] for line in said.splitlines() if line.startswith("ok ")] == [one.name for one in DUTIES]
    assert "tests: not looked at" in said
    assert "--tests" in said
    assert "--tests" in installed.run("rules", "wonders_duel", code=Exit.NOT_FOUND)
