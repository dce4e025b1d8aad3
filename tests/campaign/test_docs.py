"""Every command in the pages of docs/ about campaigns is run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[tuple[str, list[str]]]:
    """Each command with the lines that its output must have."""
    found: list[tuple[str, list[str]]] = []
    for body in FENCE.findall((DOCS / page).read_text(encoding="utf-8")):
        for line in body.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def fits(shown: str, line: str) -> bool:
    """Whether a line of the page is a line of the output; … stands for anything."""
    pattern = ".*".join(map(re.escape, shown.split("…")))
    return re.fullmatch(pattern, line) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "least"), [("ledger.md", 15), ("threat-model.md", 9), ("move-files.md", 12), ("running-a-campaign.md", 24)]
)
def test_the_commands_of_a_page(page: str, least: int, tmp_path: Path) -> None:
    found = commands(page)
    assert len(found) >= least
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PBEM_KEYS": str(tmp_path / "keys"), "COLUMNS": "200"}
    for command, shown in found:
        # Who is asked first is drawn by lot; a reader would look who it is.
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        lucky = (
            "order duel-42 --as" in command and done.returncode == 1 and "Nothing is asked of you now" in done.stderr
        )
        assert done.returncode == 0 or lucky, f"{command}\n{done.stdout}{done.stderr}"
        for line in shown:
            assert any(fits(line, one) for one in done.stdout.splitlines()), f"{command}\n{line}\n{done.stdout}"
