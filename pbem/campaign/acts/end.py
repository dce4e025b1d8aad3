"""`end`: the secret, everything that was still sealed, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError
from ..match import openings
from ..records import EntryDraft, SignedFile
from . import entry_file
from .entry_kind import EntryKind
from .shapes import CAME, OPENS, OUTCOME, RULINGS, SHOWS, Entry, digest, number

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


SHARED = ("draw", "agreed_draw")
"""Outcomes of which nobody would say that those who share them have won."""


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    match.fetch = lambda _: {one["n"]: SignedFile.of(one) for one in entry["opens"]}
    return openings.agreed_end(match, entry["by"]) if "by" in entry else openings.end(match)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    if match.secret is None:
        match.past.finish()
        return EntryDraft(dict(entry))
    if "by" in entry:
        checker.nothing_due(match, entry)
        try:
            return openings.agreed_end(match, entry["by"])
        except CampaignError as error:
            raise entry_file.misplaced(entry, error.said) from None
    return checker.brought_about(match, entry)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    outcome = entry["outcome"]
    return [("log.end_shared" if outcome["how"] in SHARED else "log.end", {"who": ", ".join(outcome["winners"])})]


END = EntryKind(
    "end",
    {"secret": digest, "shows": SHOWS, "opens": OPENS, "outcome": OUTCOME},
    _replay,
    _verify,
    _told,
    {"sources": CAME, "rulings": RULINGS, "by": number},
    follows=lambda _: True,
)
