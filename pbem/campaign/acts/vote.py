"""`vote`: players decide together to pause, put off, go back, end, or free a seat.

A motion is open from the first vote on it until enough have said yes, or until that cannot be any more. All seats vote
that a person plays; who has missed two deadlines in a row counts only by voting, so that ghosts never block.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.orders.lines import rows
from pbem.table import Note
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import put

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, Motion, On, SealedEntry, WrittenAt
from . import entry_file
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import FILE, PLACE, Entry, one_of, positive, shape, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

GHOST = 2
"""Who has missed so many deadlines in a row, or as many as free a seat, is not waited for."""
MOTIONS = ("pause", "resume", "extend", "undo", "draw", "concede", "end", "replace")
ENDING = ("draw", "concede", "end")
"""These need everybody, whatever else was agreed."""
HOW = {"draw": "agreed_draw", "concede": "agreed_win", "end": "agreed_end"}
_VOTE = re.compile(r"vote\s+(yes|no)\s+([a-z]+)(?:\s+(\S+))?", re.IGNORECASE | re.ASCII)
_HOURS = re.compile(r"([1-9]\d{0,3})(h|d)", re.ASCII)


def read(match: Match, orders: str) -> tuple[bool, On]:
    """`vote yes extend 2d`: whether it is a yes, and on what."""
    from .going_back import read_place

    said = rows(orders)
    found = _VOTE.fullmatch(said[0].strip()) if len(said) == 1 else None
    if found is None or found[2].lower() not in MOTIONS:
        raise CampaignError(CampaignFault.VOTE_FORM, found=said[0] if said else "", right=", ".join(MOTIONS))
    kind, more = found[2].lower(), found[3]
    on: On = {"kind": kind}
    if kind == "extend":
        hours = _HOURS.fullmatch(more or "")
        if hours is None:
            raise CampaignError(CampaignFault.DEADLINE, found=more or "")
        on["hours"] = int(hours[1]) * (24 if hours[2] == "d" else 1)
    elif kind == "undo":
        n, i = read_place(more or "")
        on["to"] = {"n": n, "i": i}
    elif kind in ("concede", "replace"):
        if more not in match.genesis.handles:
            right = ", ".join(match.genesis.handles)
            raise CampaignError(CampaignFault.NO_PLAYER, found=more or "", game=match.genesis.game, right=right)
        on["player"] = more
    elif more is not None:
        raise CampaignError(CampaignFault.VOTE_FORM, found=said[0], right=", ".join(MOTIONS))
    return found[1].lower() == "yes", on


def name(on: On) -> str:
    """A motion as players write it."""
    if "to" in on:
        return f"{on['kind']} {on['to']['n']}:{on['to']['i'] + 1}"
    if "hours" in on:
        return f"{on['kind']} {on['hours']}h"
    return " ".join((on["kind"], *((on["player"],) if "player" in on else ())))


def check(match: Match, seat: int, on: On) -> None:
    """Raise if this seat cannot vote on this here."""
    if "votes" not in match.genesis.policy:
        raise _refused("vote-not-agreed")
    if on["kind"] == "undo" and match.genesis.policy.get("rollback") not in ("moderator", "vote"):
        raise _refused("vote-no-rollback")
    if seat not in match.seats.people:
        raise _refused("vote-no-seat")
    if on.get("player") == match.seats[seat].handle:
        raise _refused("vote-on-self")


def _refused(key: str, **values: object) -> CampaignError:
    return CampaignError(CampaignFault.VOTE, why=phrase(key, **values))


def ghost(match: Match, seat: int) -> bool:
    """Whether nobody waits for the player any more."""
    return bool(match.pace.misses[seat] >= min(GHOST, match.genesis.policy.get("drop", GHOST)))


def electorate(match: Match, motion: Motion) -> set[int]:
    """The seats that count: all that a person plays; of those who are gone, who votes; nobody about the own seat."""
    there = {seat for seat in match.seats.people if match.seats[seat].handle != motion.on.get("player")}
    return {seat for seat in there if seat in motion.votes or not ghost(match, seat)}


def enough(match: Match, motion: Motion, yes: int) -> bool:
    """Whether so many yes votes decide a motion."""
    of = len(electorate(match, motion))
    rule = "all" if motion.on["kind"] in ENDING else match.genesis.policy["votes"]
    if not of or not yes:
        return False
    return {"all": yes >= of, "two_thirds": 3 * yes >= 2 * of, "majority": 2 * yes > of}[rule]


def counted(match: Match, motion: Motion) -> tuple[int, int]:
    """Yes and no votes of those who count."""
    cast = [motion.votes[seat] for seat in electorate(match, motion) if seat in motion.votes]
    return cast.count(True), cast.count(False)


def passed(match: Match, motion: Motion) -> bool:
    return enough(match, motion, counted(match, motion)[0])


def failed(match: Match, motion: Motion) -> bool:
    """Whether it cannot pass even if everybody else says yes."""
    return not enough(match, motion, len(electorate(match, motion)) - counted(match, motion)[1])


def secret(match: Match) -> bool:
    return match.genesis.policy.get("ballots") == "secret"


def late(match: Match, seat: int, on: On, written: WrittenAt) -> bool:
    """Whether a vote was written before a newer one of its seat, or before the motion was decided the last time."""
    motion = match.seats.motions.get(name(on))
    before = motion.written.get(seat) if motion is not None else None
    return written.after < match.seats.decided.get(name(on), 0) or (before is not None and written.before(before))


def decided(match: Match) -> list[str]:
    """The motions that have passed."""
    return [called for called, motion in match.seats.motions.items() if passed(match, motion)]


def act(match: Match, n: int, *kinds: str) -> On:
    """Close and return the motion that entry `n` decided; raise if it decided none."""
    motion = won(match, n, *kinds)
    match.seats.closed(name(motion.on), match.n + 1)
    return motion.on


def won(match: Match, n: int, *kinds: str) -> Motion:
    """The motion that entry `n` decided; raises if it decided none."""
    motion = next((one for one in match.seats.motions.values() if one.last == n and one.on["kind"] in kinds), None)
    if motion is None:
        raise _refused("vote-none", of=n)
    called = name(motion.on)
    if None not in motion.votes.values() and not passed(match, motion):
        yes, no = counted(match, motion)
        raise _refused("vote-not-passed", motion=called, yes=yes, no=no, of=len(electorate(match, motion)))
    return motion


def open_motions(match: Match) -> list[dict[str, Any]]:
    """What is voted on now, as everybody may know it."""
    found = []
    for called, motion in match.seats.motions.items():
        yes, no = counted(match, motion)
        shown = {"cast": len(motion.votes)} if secret(match) else {"yes": yes, "no": no}
        found.append({"motion": called, "of": len(electorate(match, motion)), **shown})
    return found


def winners(match: Match, on: On) -> list[int]:
    """Who has won a game that ends by agreement."""
    if on["kind"] == "draw":
        return list(range(len(match.seats)))
    return [match.genesis.handles.index(on["player"])] if on["kind"] == "concede" else []


# ---- the act


@dataclass(frozen=True, slots=True)
class Ballot:
    on: On
    yes: bool | None
    """None: a secret one, which cannot be opened here."""


def decide(match: Match, command: Command[Ballot]) -> ActDecision:
    seat, on = seat_of(command), command.said.on
    check(match, seat, on)
    content: dict[str, Any] = {"kind": "vote", "player": match.seats[seat].handle, "on": on}
    if not secret(match):
        content["vote"] = "yes" if command.said.yes else "no"
    return ActDecision(content, (put("campaign", "receipt.voted", {"motion": name(on), "n": match.n + 1}),))


def _command(match: Match, entry: Entry, filed: Filed) -> Command[Ballot]:
    n, seat, yes, on = entry["n"], match.seat_of(entry), None, entry["on"]
    if match.seats.missing:
        raise entry_file.misplaced(entry, phrase("not-begun"))
    entry_file.sealed_as_needed(entry, secret(match))
    if secret(match) == ("vote" in entry):
        raise entry_file.misplaced(entry, phrase("vote-open" if "vote" in entry else "vote-hidden"))
    if filed.move is not None:
        yes, on = read(match, filed.move.orders)
    check(match, seat, on)
    if filed.written is not None and late(match, seat, on, filed.written):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("overtaken"))
    said = None if secret(match) else "yes" if yes else "no"
    if (on, said) != (entry["on"], entry.get("vote")):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("vote-otherwise"))
    return Command(entry["at"], Ballot(on, yes), seat)


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    """Its later vote on the same motion replaces the earlier one. A secret one stays sealed to the end."""
    n, seat, on, hidden = entry["n"], match.seat_of(entry), entry["on"], secret(match)
    file, yes, written = known.file(n, entry["file"]), None, None
    if file is not None:
        move = entry_file.parsed(n, file)
        yes, _ = read(match, move.orders)
        written = entry_file.written(match, n, move, known)
    called = name(on)
    before = match.seats.motions.get(called) or Motion(on)
    times = before.written if written is None else {**before.written, seat: written}
    motion = Motion(before.on, n, {**before.votes, seat: yes}, times)
    match.seats.voted(called, motion)
    aye, nay = counted(match, motion)
    # Everybody can read the values of a note, told or not: how a secret vote stands is not among them.
    stands = {} if hidden else {"yes": aye, "no": nay, "of": len(electorate(match, motion))}
    key = "voted_secretly" if hidden else "voted_yes" if yes else "voted_no"
    notes = [Note(key, {"player": seat, "motion": called, **stands})]
    if failed(match, motion) and None not in motion.votes.values():
        match.seats.closed(called, n)
        notes.append(Note("vote_failed", {"motion": called}))
    veiled = SealedEntry(None, file, {}, rest=True) if hidden and file is not None else None
    return EntryDraft(dict(entry), notes, veiled=veiled, file=file)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    key = f"log.vote_{entry.get('vote', 'secret')}"
    return [(key, {"name": entry["player"], "motion": name(entry["on"])})]


_ON = shape({"kind": one_of(*MOTIONS)}, {"hours": positive, "to": PLACE, "player": text})
ACT = CampaignAct(
    "vote", {"player": text, "file": FILE, "on": _ON}, decide, _command, _apply, _told, {"vote": one_of("yes", "no")}
)
