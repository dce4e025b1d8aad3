"""`make fuzz`: very many inputs on all cores, and how to repeat what went wrong.

python -m tests.fuzz [--count 1000000] [--seed 1] [--workers 2]
python -m tests.fuzz --seed 1 --kind mails --only 4711
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .harness import Failure, Fuzz, report
from .repository import Pushes
from .ways import Files, Mails, Orders, Way

WAYS: dict[str, Callable[[Path], Way[Any]]] = {"files": Files, "mails": Mails, "orders": Orders, "pushes": Pushes}
SHARES = {"files": 0.6, "mails": 0.375, "orders": 0.02, "pushes": 0.005}
"""Of all inputs; a push costs thirty times what a file does."""
_CHUNKS = {"files": 3600, "mails": 1800, "orders": 200, "pushes": 80}

Task = tuple[str, int, int, int]
"""Kind, seed, first number, how many."""
Done = tuple[str, int, Counter[str], list[Failure], float]


def tasks(count: int, seed: int) -> list[Task]:
    """All kinds alternate, so that a run that is stopped early has tried every one."""
    kinds = []
    for kind, share in SHARES.items():
        total, size = max(1, round(count * share)), _CHUNKS[kind]
        starts = range(0, total, size)
        kinds += [(at / total, (kind, seed, at, min(size, total - at))) for at in starts]
    return [task for _, task in sorted(kinds)]


_ways: dict[str, Way[Any]] = {}


def work(task: Task) -> Done:
    kind, seed, first, count = task
    if kind not in _ways:
        _ways[kind] = WAYS[kind](Path(tempfile.mkdtemp(prefix=f"{kind}-")))
    fuzz, began = Fuzz(_ways[kind], seed), time.perf_counter()
    for _ in fuzz.batches(first, count):
        pass
    return kind, count, fuzz.outcomes, fuzz.failures, time.perf_counter() - began


def many(count: int, seed: int, workers: int) -> int:
    outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in WAYS}
    spent = dict.fromkeys(WAYS, 0.0)
    numbers: Counter[str] = Counter()
    failures: list[Failure] = []
    seen: set[tuple[str, str, str]] = set()
    began = told = time.perf_counter()
    with multiprocessing.Pool(workers) as pool:
        for kind, done, became, failed, seconds in pool.imap_unordered(work, tasks(count, seed)):
            outcomes[kind] += became
            numbers[kind] += done
            spent[kind] += seconds
            failures += failed
            for one in failed:
                if one.place not in seen:
                    seen.add(one.place)
                    print(f"\nFAILED {one}\n", flush=True)
            if time.perf_counter() - told > 10:
                told = time.perf_counter()
                rate = numbers.total() / (told - began)
                print(f"{numbers.total():>9,} of {count:,}  {rate:,.0f} a second  {len(failures)} failed", flush=True)
    for line in summary(numbers, spent, outcomes):
        print(line)
    print(f"{numbers.total():,} inputs in {time.perf_counter() - began:,.0f} s, {len(failures)} failed (seed {seed})")
    if failures:
        print(report(failures))
    return 1 if failures else 0


def summary(numbers: Counter[str], spent: dict[str, float], outcomes: dict[str, Counter[str]]) -> Iterator[str]:
    for kind, count in numbers.items():
        yield f"{kind}: {count:,}, {count / max(spent[kind], 1e-9):,.0f} a second on each core"
        for name, found in outcomes[kind].most_common():
            yield f"  {found:>9,} {name}"


def again(kind: str, seed: int, only: str) -> int:
    """The inputs of these numbers, together in one run, and where that fails."""
    first, _, last = only.partition("-")
    fuzz = Fuzz(WAYS[kind](Path(tempfile.mkdtemp(prefix=f"{kind}-"))), seed)
    numbers = range(int(first), int(last or first) + 1)
    failure = fuzz.attempt(numbers)
    if len(numbers) == 1:
        print(f"{fuzz.input(numbers[0])!r:.20000}")
    print(failure.trace if failure else dict(fuzz.outcomes))
    return 1 if failure else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kind", choices=WAYS)
    parser.add_argument("--only", help="a number, or two with - between")
    given = parser.parse_args()
    if (given.kind is None) != (given.only is None):
        parser.error("--kind and --only go together")
    folder = tempfile.mkdtemp(prefix="pbem-fuzz-")
    tempfile.tempdir = folder
    try:
        return again(given.kind, given.seed, given.only) if given.only else many(given.count, given.seed, given.workers)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
