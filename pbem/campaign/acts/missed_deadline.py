"""When the moderator may answer for a seat: its deadline has passed, and the players agreed to that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..clock import deadlines
from ..errors import CampaignError, CampaignFault, phrase
from .shapes import Entry, named

if TYPE_CHECKING:
    from ..match import Match


def agreed(match: Match, entry: Entry) -> None:
    """Check that the players agreed to defaults, and that this one is due."""
    terms, n = match.pace.terms, entry["n"]
    if match.secret is None and match.pace.coming != terms:
        return  # which clock counted follows from what was asked, which nobody can know yet
    if not (terms.hours or terms.windows) or terms.at_deadline == "notify":
        right = phrase("no-default-agreed")
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)
    if entry["at"] < entry["due"]:
        right = phrase("default-too-early", at=entry["at"], due=entry["due"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)


def asked(match: Match, entry: Entry, seat: int) -> Any:
    """The ask that the moderator may answer for a seat."""
    agreed(match, entry)
    ask = match.playing.pending.get(seat)
    if ask is None or seat in match.sealed.given:
        right = phrase("nothing-asked", player=entry["player"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)
    return ask


def was_due(match: Match, entry: Entry, due: str | None) -> None:
    """Check that the deadline is the one that the clock gives, and that its grace is over too."""
    right = None
    if due is None or entry["due"] != due:
        right = phrase("deadline-was", due=due or "–")
    elif due == deadlines.due(match) and entry["at"] < (over := deadlines.missed(match) or due):
        right = phrase("grace-until", at=entry["at"], over=over)
    if right is not None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)


def defaults(entry: Entry, orders: str, right: str) -> None:
    """The moderator answers for a player with the one answer that the rules call the default."""
    if orders != right:
        why = phrase("other-default", right=right, found=orders)
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)


def told(_: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.deadline", {})]
