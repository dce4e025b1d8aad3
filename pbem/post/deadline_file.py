"""`deadline.txt` in the folder of a game: who is reminded or overdue, for players who look at a folder or a repository.

It says something new whenever a reminder is due, and nothing is there in between. So in a repository each reminder is a
commit, and whoever is told of commits is reminded.
"""

from __future__ import annotations

from pbem.campaign.running.run import RunReport
from pbem.storage import disk

from ..words import dates
from .post_words import words_for

NAME = "deadline.txt"


def lines(report: RunReport) -> list[str]:
    """What is to be said now about the deadline that is open."""
    words = words_for(None, report.language)
    if report.over or report.due is None or not (report.reminder or report.past_due):
        return []
    said = "run.past_due" if report.past_due else "run.remind"
    due = dates.full(report.due, report.zone, words)
    values = {"game": report.game, "who": words.join(report.waiting or []), "due": due, "hours": report.reminder}
    return [words.say(said, values)]


def write(report: RunReport) -> list[str]:
    """Bring the file up to date; returns what is new in it."""
    path = report.happened.campaign.folder / NAME
    said = lines(report)
    text = "".join(f"{line}\n" for line in said).encode()
    if not text:
        disk.remove(path)
        return []
    if path.is_file() and disk.read(path, 1 << 16) == text:
        return []
    disk.write_whole(path, text)
    return said
