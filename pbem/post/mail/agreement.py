"""What players agree to beside the rules, in sentences: the clock, and what the table and its moderator may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.campaign.clock.terms import Terms
from pbem.table import Words


def time_of(hours: int, words: Words) -> str:
    """Whole days, else hours."""
    if hours % 24 == 0:
        return words.say("join.days", {"days": hours // 24})
    return words.say("join.hours", {"hours": hours})


def clock_lines(terms: Terms, words: Words) -> list[str]:
    if not terms.hours:
        said = [words.say("join.no_deadline")]
    else:
        said = [words.say(f"join.deadline_{terms.at_deadline}", {"time": time_of(terms.hours, words)})]
    if terms.windows:
        said.append(words.say("join.windows"))
    if terms.grace:
        said.append(words.say("join.grace", {"time": time_of(terms.grace, words)}))
    if terms.days or terms.hour or terms.holidays:
        said.append(words.say("join.calendar"))
    if terms.reminders:
        times = [time_of(one, words) for one in terms.reminders]
        said.append(words.say("join.reminders", {"times": words.join(times)}))
    if terms.runs:
        said.append(words.say("join.runs", {"times": words.join(list(terms.runs))}))
    if terms.cool_off:
        said.append(words.say("join.cool_off", {"minutes": terms.cool_off}))
    if terms.files == "open":
        said.append(words.say("join.files_open"))
    return said


def policy_lines(policy: Mapping[str, Any], words: Words) -> list[str]:
    """Each agreement of the genesis that has a sentence; what is not agreed to is not possible, and not told."""
    said = []
    for name in ("undo", "votes", "rollback", "ruling", "clock", "absence", "drop", "press"):
        value = policy.get(name)
        if name == "absence" and value:
            said.append(words.say("join.absence", {"time": time_of(int(value), words)}))
        elif name == "drop" and value:
            said.append(words.say("join.drop", {"count": value}))
        elif value is not None and f"join.{name}_{value}" in words:
            said.append(words.say(f"join.{name}_{value}"))
    return said
