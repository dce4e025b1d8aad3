"""`ruling`: the moderator changes the position from outside the rules, or decides something for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, rulings
from .entry_kind import EntryKind
from .shapes import CHANGES, Entry, digest, number, one_of, reason, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    entry_file.begun(match, entry)
    return _made(match, entry, known)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    try:
        rulings.check_agreed(match)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    if entry.get("about", 0) >= entry["n"]:
        raise entry_file.misplaced(entry, phrase("about-nothing", of=entry["about"]))
    if match.secret is None:
        return checker.unplayed(match, entry)
    checker.nothing_due(match, entry)
    return _made(match, entry, checker.known)


def _made(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    hidden = known.ruling(entry)
    try:
        made = rulings.draft(match, [*entry["changes"], *hidden], entry["reason"], entry.get("about"))
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    if bool(hidden) != ("sealed" in entry):
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("sealed-otherwise"))
    return made


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    changed = ", ".join(one["path"] for one in entry["changes"])
    return [("log.ruling", {"why": entry["reason"], "changed": changed, "hidden": "sealed" in entry})]


RULING = EntryKind(
    "ruling",
    {"reason": reason, "by": one_of("moderator"), "changes": CHANGES, "digest": digest},
    _replay,
    _verify,
    _told,
    {"about": number, "sealed": text},
)
