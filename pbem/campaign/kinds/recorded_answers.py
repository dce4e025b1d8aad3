"""Format 1: answers of one seat as an entry records them, taken without deciding anything again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.table import Refused

from ..answers import AnswerRun
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, LineResult, OrderOrigin, Recorded, SignedFile
from .shapes import Entry

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed


def given(match: Match, entry: Entry, seat: int, file: SignedFile | None, orders: Sequence[Recorded]) -> EntryDraft:
    """The answers of an entry, which must be legal."""
    kind = entry["kind"]
    made = direct(match, seat, file, orders, kind, kind == "move" and "rest" in entry)
    for refused in (one.refused for one in made.results if one.result == "refused"):
        why = phrase("answer-not-legal", refused=str(refused))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)
    return made


def direct(
    match: Match, seat: int, file: SignedFile | None, orders: Sequence[Recorded], kind: str, rest: bool = False
) -> EntryDraft:
    """Take the given answers, without looking at any agenda.

    Defaults are answered and ledgers are replayed this way: what is recorded is not decided again.
    """
    if file is not None:
        # What the moderator signs for a missed deadline never affects the chance.
        if kind == "clock":
            match.agendas[seat].stopped = False
        match.origins[file.digest] = OrderOrigin(match.n + 1, file.raw, mixed=kind == "clock")
    work = AnswerRun(match, seat, file)
    for order, source, digest in orders:
        ask = match.playing.pending.get(seat)
        if ask is None:
            break
        try:
            answer = ask.parse(order, match.playing.players)
        except Refused as refused:
            work.results.append(LineResult(0, order, "refused", refused=refused))
            break
        if not digest and file is not None and (source != "default" or kind == "clock"):
            digest = file.digest  # otherwise the default of an ask put to nobody: it has no file
        work.take(ask, answer, source, digest)
    return work.deed({"kind": kind}, file, rest)


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
