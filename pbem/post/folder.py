"""The plainest carrier: players write into `inbox/` themselves, and read `receipts/` and `sealed/`.

The campaign's own run does all of that with files, so nothing has to be carried; what is left is to
say on the terminal, or in the output of a hook, what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.campaign.receipts import Receipt
from pbem.campaign.run import RunReport
from pbem.table import Words

from ..words import dates
from .carrier import Collected
from .post_words import words_for

Say = Callable[[str], None]


class FolderCarrier:
    def __init__(self, say: Say) -> None:
        self.say = say

    def collect(self, games: Sequence[Path]) -> Collected:
        """What players wrote lies in the inbox already."""
        return {}

    def deliver(self, reports: Sequence[RunReport]) -> None:
        """Receipts and hands are written by the run itself; here they are told."""
        for report in reports:
            words = words_for(None, report.language)
            self.say(entries(report, words))
            for one in report.receipts:
                said = f". {one.message}" if one.message else ""
                self.say(f"  {became(one, words)}{said}")

    def announce(self, reports: Sequence[RunReport]) -> None:
        for report in reports:
            words = words_for(None, report.language)
            for line in deadlines(report, words):
                self.say(f"  {line}")
            if report.n > report.before and not report.over:
                self.say(f"  {waits(report, words)}")
            if report.over:
                self.say(f"  {over(report, words)}")


def deadlines(report: RunReport, words: Words) -> list[str]:
    """Whose answer was late, and for whom the default was taken."""
    return [
        *(words.say("run.defaulted", {"name": player}) for player in report.defaulted),
        *(words.say("run.overdue", {"name": player}) for player in report.overdue),
    ]


def over(report: RunReport, words: Words) -> str:
    return words.say("run.over", {"game": report.game})


def entries(report: RunReport, words: Words) -> str:
    """How far a game has come."""
    return words.say(
        "run.entry", {"game": report.game, "entry_number": report.n, "added": report.n - report.before}
    )  # fmt: skip


def waits(report: RunReport, words: Words) -> str:
    """Whose turn it is; when it is due in UTC, for whoever reads may be anywhere."""
    due = dates.full(report.due, "UTC", words) if report.due else None
    return words.say("run.waiting", {"who": ", ".join(report.waiting or ()), "due": due})


def became(one: Receipt, words: Words) -> str:
    """Who sent a file and what became of it, in two words."""
    result = words.say(f"result.{one.result}")
    return words.say("run.receipt", {"name": one.player or words.say("run.unknown"), "result": result})
