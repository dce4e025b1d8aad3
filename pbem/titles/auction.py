"""Bids by mail: what a bid with a maximum offers now, and whose sealed bid is the highest.

Whom an auction calls, whether a pass is final and when it is over, differs too much to be shared: each title's rules
say it themselves (docs/decisions/kits.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from ..table import NotLegal

LEAST = "least"


def amount(said: int | str, limit: int | None, least: int, rule: str) -> int:
    """What `bid least max 5` or `bid 2 max 5` offers when at least `least` must be bid.

    With a maximum, a bid rises as far as it must. Beyond the maximum the line has nothing more to say, so its next
    alternative is taken, and it is no mistake of its writer's (`moot`).
    """
    number = least if isinstance(said, str) else said if limit is None else max(said, least)
    if limit is not None and number > limit:
        if number > least:
            raise NotLegal("bid_over_maximum", {"bid": number, "most": limit}, rule=rule, moot=True)
        raise NotLegal("over_maximum", {"least": least, "most": limit}, rule=rule, moot=True)
    return number


def highest(bids: Mapping[int, int]) -> int:
    """The seat of the highest sealed bid; of equal ones the first in the order given."""
    return max(bids, key=lambda seat: bids[seat])
