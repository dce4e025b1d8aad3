"""`make soak`: a club with twenty campaigns of all titles, by real mail servers, until all have ended.

python -m tests.soak [--campaigns 20] [--seed 1] [--runs 600] [--patience 3]
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.post.servers import servers

from .club import PASSWORDS, Club, Figures
from .programme import programme

TOLD = 10


def soak(root: Path, campaigns: int, seed: int, most: int, patience: int | None = None) -> Figures:
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # the SMTP server of the tests warns at every login
    with servers(PASSWORDS) as found:
        club = Club(root, found, programme(campaigns), seed, patience)
        for one in club.fixtures.values():
            said = ", ".join(f"{name} {value}" for name, value in one.options.items())
            print(f"{one.game}: {len(one.seats)} seats, {one.terms.hours} h, {one.terms.at_deadline}; {said}")
        begun = time.perf_counter()
        while club.awaited:
            if club.figures.runs == most:
                raise AssertionError(f"after {most} runs these are not over: {', '.join(club.running)}")
            club.twelve_hours()
            if club.figures.runs % TOLD == 0:
                spent, cpu = time.perf_counter() - begun, sum(club.figures.cpu)
                print(f"run {club.figures.runs}: {len(club.running)} go on, {spent:.0f} s, CPU {cpu:.0f} s", flush=True)
        return club.finish()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--campaigns", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=600, help="at most")
    parser.add_argument("--patience", type=int, help="so many files in each game; then standing orders play on")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pbem-soak-"))
    try:
        figures = soak(folder, given.campaigns, given.seed, given.runs, given.patience)
    except BaseException:
        print(f"FAILED; games, keys and pages stay in {folder} for whoever looks into it")
        raise
    shutil.rmtree(folder)
    print("\n".join(figures.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
