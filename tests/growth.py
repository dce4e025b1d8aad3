"""What work costs, compared with what other work costs in the same process: no test measures seconds.

Garbage collection is off meanwhile: what it would collect is mostly what other tests have left. The least of several
tries counts, because other programs disturb.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time
from typing import Any

TRIES = 7
Work = Callable[[], object]


def cost(work: Work) -> float:
    """CPU time of one call; of use only beside that of another."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        begun = process_time()
        work()
        return process_time() - begun
    finally:
        if enabled:
            gc.enable()


def is_linear(work: Callable[[Any], object], text: Any, plain: Work) -> bool:
    """Whether a whole text costs about twice as much as half of it, and not four times.

    `plain` is harmless work on as much text: what costs no more than that, nobody could measure.
    """
    least: dict[str, float] = {}
    half = text[: len(text) // 2]
    for attempt in range(TRIES):
        for name, one in (("plain", plain), ("whole", lambda: work(text)), ("half", lambda: work(half))):
            if name == "half" and least["whole"] <= least["plain"]:
                return True
            least[name] = min(least.get(name, 1e9), cost(one))
        if least["whole"] <= (3.0 if attempt else 2.5) * least["half"] + least["plain"]:
            return True
    return False


def is_at_most(work: Work, times: float, other: Work) -> bool:
    """Whether work costs at most so many times as much as other work."""
    least = [1e9, 1e9]
    for _ in range(TRIES):
        least = [min(known, cost(one)) for known, one in zip(least, (work, other), strict=True)]
        if least[0] <= times * least[1]:
            return True
    return False
