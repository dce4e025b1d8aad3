"""The plainest carrier: players write into `inbox/` themselves, and read `receipts/` and `sealed/`.

The campaign's own run does all of that with files, so nothing has to be carried; what is left is to
say on the terminal, or in the output of a hook, what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.campaign.run import Report

Say = Callable[[str], None]


class Folder:
    def __init__(self, say: Say) -> None:
        self.say = say

    def collect(self, games: Sequence[Path]) -> None:
        """What players wrote lies in the inbox already."""

    def deliver(self, reports: Sequence[Report]) -> None:
        """Receipts and hands are written by the run itself; here they are told."""
        for report in reports:
            added = report.n - report.before
            self.say(f"{report.game}: entry {report.n}" + (f" ({added} new)" if added else ", nothing new"))
            for one in report.receipts:
                said = f", {one.message}" if one.message else ""
                self.say(f"  {one.player or 'unknown sender'}: {one.result}{said}")

    def announce(self, reports: Sequence[Report]) -> None:
        for report in reports:
            for player in report.defaulted:
                self.say(f"  {player}: the deadline passed, the default was answered")
            for player in report.overdue:
                self.say(f"  {player}: the deadline has passed")
            if report.over:
                self.say("  the game is over; the secret is revealed")
