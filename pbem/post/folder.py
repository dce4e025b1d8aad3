"""The plainest carrier: players write into `inbox/` themselves, and read `receipts/` and `sealed/`.

The campaign's own run does all of that with files, so nothing has to be carried; all that is left is to
say on the terminal, or in the output of a hook, what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from pbem.campaign.running.cool_off import COOLING
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import RunReport
from pbem.table import Words

from ..words import dates
from . import deadline_file
from .carrier import Collected
from .post_words import words_for

Say = Callable[[str], None]


class FolderCarrier:
    def __init__(self, say: Say, quiet: bool = False) -> None:
        """`quiet`: what is the same as after the last run is not told, so that cron has nothing to mail."""
        self.say, self.quiet = say, quiet
        self._new: set[str] = set()
        """Games of which there is something to tell."""

    def collect(self, games: Sequence[Path]) -> Collected:
        """What players wrote is already in the inbox."""
        return {}

    def complete(self) -> bool:
        return True

    def untold(self) -> Collection[str]:
        return ()

    def deliver(self, reports: Sequence[RunReport]) -> None:
        """The run itself writes receipts and hands; here they are reported."""
        for report in reports:
            due = deadline_file.write(report)
            done = any(one.result not in ("held", COOLING) for one in report.receipts)
            if self.quiet and not (due or done or report.n > report.before):
                continue
            self._new.add(report.game)
            words = words_for(None, report.language)
            self.say(entries(report, words))
            for one in report.receipts:
                said = f". {one.message}" if one.message else ""
                self.say(f"  {became(report, one, words)}{said}")
            for line in due:
                self.say(f"  {line}")

    def announce(self, reports: Sequence[RunReport]) -> None:
        for report in (one for one in reports if one.game in self._new):
            words = words_for(None, report.language)
            # With one game these lines follow what was delivered; with several they need its name.
            lead = f"{report.game}: " if len(reports) > 1 else "  "
            for line in deadlines(report, words):
                self.say(f"{lead}{line}")
            if report.n > report.before and not report.over:
                self.say(f"{lead}{waits(report, words)}")
            if report.over:
                self.say(f"  {over(report, words)}")


def deadlines(report: RunReport, words: Words) -> list[str]:
    """Whose answer was late, as far as that is public, and who got the default."""
    by_bot = report.happened.match.pace.terms.at_deadline == "bot"
    return [
        *(words.say("run.by_bot" if by_bot else "run.defaulted", {"name": player}) for player in report.defaulted),
        *(words.say("run.overdue", {"name": player}) for player in report.seen_overdue),
        *(words.say("run.dropped", {"name": player}) for player in report.dropped),
    ]


def over(report: RunReport, words: Words) -> str:
    return words.say("run.over", {"game": report.game})


def entries(report: RunReport, words: Words) -> str:
    """How far a game has come."""
    return words.say("run.entry", {"game": report.game, "entry_number": report.n, "added": report.n - report.before})


def waits(report: RunReport, words: Words) -> str:
    """Whose turn it is, and until when by the clocks of the campaign."""
    if report.happened.match.seats.deserted:
        return words.say("run.deserted")
    due = dates.full(report.due, report.zone, words) if report.due else None
    return words.say("run.waiting", {"who": ", ".join(report.waiting or ()), "due": due})


def named(report: RunReport, one: Receipt) -> bool:
    """Whether a file's sender may be named: logs and commits can be public, and press can be anonymous."""
    return not any(new.step.n == one.n and "anonymous" in new.step.entry for new in report.happened.entries)


def became(report: RunReport, one: Receipt, words: Words) -> str:
    """Who sent a file and what became of it, in a word or two."""
    return spoken(one.player if named(report, one) else words.say("run.somebody"), one.result, words)


def spoken(name: str | None, result: str, words: Words) -> str:
    values = {"name": name or words.say("run.unknown"), "result": words.say(f"result.{result}")}
    return words.say("run.receipt", values)
