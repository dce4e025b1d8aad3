"""Replaying a ledger: the recorded answers on a fresh table, with nothing decided again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.seals.keys import PublicKey
from pbem.table.state_json import canonical
from pbem.words.message import Message

from ..acts import KINDS, run
from ..acts.entry_file import brief
from ..acts.shapes import Entry, named
from ..agreement import fork
from ..agreement import genesis as terms
from ..agreement.genesis import Genesis
from ..errors import CampaignError, CampaignFault, phrase
from ..match import Match, openings
from ..records import EntryDraft
from . import signed_json
from .known import Unsealed


def replayed(entries: Iterable[tuple[str, Entry]], known: Unsealed) -> Iterator[tuple[Match, Entry, EntryDraft]]:
    """The match after each entry, with what the entry did. It is the same match object each time."""
    match: Match | None = None
    numbers: dict[str, int] = {}
    known.number = numbers.get
    for digest, entry in entries:
        if match is None:
            match = Match.begin(terms.read(entry), digest, known.secret)
            fork.prepare(match, known)
            match.fetch = lambda _: known.files
            numbers[digest] = 0
            yield match, entry, EntryDraft({})
            continue
        deed = follow(match, entry, known)
        numbers[digest] = entry["n"]
        settle(match, entry, digest, deed)
        yield match, entry, deed


def attested(entry: Entry, *moderators: PublicKey) -> None:
    """Raise unless the moderator signed this very entry: a later signature shows only who continued from it."""
    if not any(signed_json.fits(entry, one) for one in moderators):
        raise CampaignError(CampaignFault.LINE_SEAL, n=entry["n"])


def signer(genesis: Genesis, now: PublicKey, entry: Entry) -> PublicKey:
    """Whose signature an entry needs: with the one that says so, the second moderator begins to sign."""
    return genesis.second.key if entry["kind"] == "moderator" and genesis.second is not None else now


def follow(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    """Redo what an entry records, if the moderator signed it, and compare the result with it."""
    n, kind = entry["n"], KINDS[entry["kind"]]
    match.time = entry["at"]
    attested(entry, signer(match.genesis, match.seats.moderator, entry))
    if match.past.ended:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind.name), right=phrase("ended-before"))
    if not kind.follows(entry) and _first(match, known) is not None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind.name), right=phrase("other-first"))
    made = kind.replay(match, entry, known)
    if made is None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind.name), right=phrase("not-brought-about"))
    compare(entry, made)
    made.notes[:0] = match.take_asides()
    return made


def _first(match: Match, known: Unsealed) -> EntryDraft | None:
    """What is due before an entry: this was computed after every entry when it was written, and is again here."""
    return openings.reveal(match) if known.unseal is None else match.due()


def compare(entry: Entry, made: EntryDraft) -> None:
    """Check that the entry says what the rules and the files produce."""
    n, content = entry["n"], made.content
    if entry["kind"] != content["kind"]:
        right = phrase("must-stand-here", entry=named(content["kind"]))
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)
    if any(not _same(entry, content, name) for name in ("cause", "player") if "cause" in content):
        right = phrase(
            "must-stand-here", entry=phrase("run-of", cause=content["cause"], player=content.get("player", "–"))
        )
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)
    for name in ("answers", "shows", "opens", "rest", "sources", "lapses", "rulings"):
        if not _same(entry, content, name):
            raise CampaignError(
                CampaignFault.LINE_ANSWERS, n=n, why=_difference(name, entry.get(name), content.get(name))
            )
    for name in ("to", "changes", "by", "on", "vote"):
        if not _same(entry, content, name):
            why = phrase("field-otherwise", name=name, found=brief(entry.get(name)), right=brief(content.get(name)))
            raise CampaignError(CampaignFault.LINE_ANSWERS, n=n, why=why)
    for name, fault in (
        ("digest", CampaignFault.LINE_DIGEST),
        ("secret", CampaignFault.LINE_SECRET),
        ("outcome", CampaignFault.LINE_OUTCOME),
    ):
        if not _same(entry, content, name):
            raise CampaignError(fault, n=n)
    if content["kind"] == "run" or (content["kind"] == "join" and "shows" in content):
        run.same_sealed(entry, made)


def _same(entry: Entry, content: Entry, name: str) -> bool:
    """Whether a field has the same bytes: in Python, True equals 1."""
    return canonical(entry.get(name)) == canonical(content.get(name))


def _difference(name: str, recorded: Any, right: Any) -> Message:
    if name in ("rest", "lapses"):
        return phrase(f"{name}-wrong")
    recorded, right = recorded or [], right or []
    for i, (one, other) in enumerate(zip(recorded, right, strict=False)):
        if one != other:
            return phrase("recorded-otherwise", name=name, i=i + 1, found=_say(one), right=_say(other))
    return phrase("records", name=name, found=len(recorded), right=len(right))


def _say(one: Any) -> str:
    said = " ".join(str(one[key]) for key in ("player", "ask", "order", "source") if key in one)
    return f"`{said}`"


def settle(match: Match, entry: Entry, digest: str, deed: EntryDraft) -> None:
    """Treat the entry as written."""
    openings.veil(match, entry["n"], deed)
    match.recorded(entry["n"], digest, entry["at"], deed.moved)
    match.noted(entry)
