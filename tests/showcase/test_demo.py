"""The demo plays, verifies and publishes; wrong words get one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import titles
from pbem.campaign.ledger.verify import verify

ROOT = Path(__file__).resolve().parents[2]


def demo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1", "PBEM_MODERATOR_KEY": "not a key", "PBEM_DEMO": str(folder)}
    environment.pop("DISPLAY", None)
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "demo.py"), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment,
    )


@pytest.mark.slow
def test_the_demo_goes_from_keys_to_pages(tmp_path: Path) -> None:
    done = demo(tmp_path / "demo")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    verdict = verify(tmp_path / "demo" / "games" / "duel-1")
    assert verdict.ok, verdict.message
    assert verdict.over
    assert "duel-1 holds" in done.stdout
    assert ", standing)" in done.stdout
    assert "\x1b" not in done.stdout, "no colour where nobody looks"
    page = Path(done.stdout.strip().split("\n")[-1])
    assert page.is_file()
    for game in ("duel-1", "duel-showcase", "duel-supremacy", "empire-showcase"):
        assert (page.parent / "games" / game / "index.html").is_file()


def others() -> list[object]:
    """Empire is tried every time, the longer ones at night."""
    found = [one for one in titles.ours() if one != "wonders_duel"]
    return [one if one == "world_history" else pytest.param(one, marks=pytest.mark.nightly) for one in found]


@pytest.mark.slow
@pytest.mark.parametrize("title", others())
def test_the_demo_plays_any_title(title: str, tmp_path: Path) -> None:
    done = demo(tmp_path / "demo", title)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    game = f"{title.replace('_', '-')}-1"
    verdict = verify(tmp_path / "demo" / "games" / game)
    assert (verdict.ok, verdict.over) == (True, True), verdict.message
    assert (tmp_path / "demo" / "site" / "games" / game / "index.html").is_file()


def test_another_word_gets_the_usage(tmp_path: Path) -> None:
    done = demo(tmp_path / "demo", "pigeon")
    assert done.returncode == 2
    assert done.stderr == f"usage: python tools/demo.py [mail|git|{'|'.join(titles.ids())}]\n"
