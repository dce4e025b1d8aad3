"""Format 1: answers of one seat as an entry records them, taken without deciding anything anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, Recorded, SignedFile
from .shapes import Entry

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed


def given(match: Match, entry: Entry, seat: int, file: SignedFile | None, orders: Sequence[Recorded]) -> EntryDraft:
    """The answers of an entry, which must be legal."""
    kind = entry["kind"]
    made = match.direct(seat, file, orders, kind, kind == "move" and "rest" in entry)
    for refused in (one.refused for one in made.results if one.result == "refused"):
        why = phrase("answer-not-legal", refused=str(refused))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)
    return made


def answers(match: Match, entry: Entry, known: Unsealed) -> list[Recorded]:
    """The answers of an entry, each with the file it comes from."""
    by_entry = {origin.n: digest for digest, origin in match.origins.items()}
    found = []
    for i, one in enumerate(entry["answers"]):
        if one["source"] != "forced":
            order = one.get("order", known.orders.get((entry["n"], i), ""))
            fileless = entry["kind"] != "served" or one["source"] == "default"
            digest = by_entry.get(one["from"]) if "from" in one else "" if fileless else None
            if digest is None:
                raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("answer-of-no-file"))
            found.append((order, one["source"], digest))
    return found
