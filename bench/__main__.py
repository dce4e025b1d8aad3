"""Runs every part of the bench and prints its figures.

    python -m bench [PART …]

Each part runs in a process of its own: what one part leaves in memory would slow down the next.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

from rich.console import Console

PARTS = ("titles", "states", "by_mail", "campaign", "commands", "pages", "post", "engine")


def main(wanted: list[str]) -> int:
    if len(wanted) == 1:
        console = Console(highlight=False)
        console.rule(wanted[0])
        import_module(f"bench.{wanted[0]}").run(console)
        return 0
    return max(subprocess.run([sys.executable, "-m", "bench", name]).returncode for name in wanted or PARTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
