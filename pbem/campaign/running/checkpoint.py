"""The moderator's private copy of where a match stands, so that a run need not replay the ledger.

It is kept in the moderator's key folder, contains hidden information, and may be lost at any time: the ledger
and the moderator's key are enough to restore it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.orders.agenda import Agenda
from pbem.seals.fair import FairSource
from pbem.seals.moderator_key import key_folder
from pbem.table import Table
from pbem.table.state_json import from_json, to_json
from pbem.words.yaml_cache import folder_of

from ...storage import disk
from ...storage.errors import StorageError
from ...storage.program_print import program_print
from ..acts import going_back
from ..acts.votes import Motion
from ..agreement.genesis import Genesis, Seat, Substitute
from ..clock.state import ClockState
from ..errors import CampaignError, CampaignFault
from ..match import Match
from ..match.private_notes import LeftOut, PrivateNotes
from ..records import HiddenAnswer, Mark, OpenWindow, OrderOrigin, SealedEntry, SignedFile, ToldNote, Undone, WrittenAt

_LARGEST = 256 * 1024 * 1024
PUBLISHED = "published.json"


def private_folder(genesis: Genesis) -> Path:
    """The moderator's folder for one game; the salt tells games of the same name apart."""
    return key_folder() / "games" / f"{genesis.game}-{genesis.salt.hex()[:16]}"


def write_private(path: Path, data: bytes) -> None:
    """Write a file in the private folder, if it is writable: play must be able to go on without it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return
    try:
        disk.write_whole(path, data, 0o600)
    except StorageError:
        path.unlink(missing_ok=True)


@cache
def engine_print(package: str) -> str:
    """Changes whenever the program, the title or its data change: then the ledger is replayed and compared."""
    program, title = folder_of("pbem"), folder_of(package)
    outside = [program_print(title)] if program not in title.parents else []
    return sha256(" ".join([__version__, _program(), *outside]).encode()).hexdigest()


@cache
def _program() -> str:
    return program_print(folder_of("pbem"))


class Checkpoints:
    """The last checkpoint, and the one being written together with the ledger."""

    def __init__(self, genesis: Genesis, ledger: Path | None = None) -> None:
        self.folder = private_folder(genesis)
        self._ledger = str(ledger.resolve()) if ledger else ""
        self._now, self._next = self.folder / "checkpoint.json", self.folder / "next.json"
        self._engine = engine_print(genesis.load_title().package)
        self.written: tuple[int, str] | None = None
        """After `load`: the last entry known to have been in the ledger, if it is not the current head."""
        self._there = ""
        """The ledger that entry was written to: perhaps in another clone."""

    def load(self, genesis: Genesis, digest: str, secret: bytes, head: str) -> tuple[Match, Any] | None:
        """The match at the ledger's head and the last receipt, if there is a checkpoint of exactly that head."""
        for path in (self._next, self._now):
            try:
                saved = json.loads(disk.read(path, _LARGEST))
                if saved["genesis"] == digest and path == self._now:
                    self.written, self._there = (saved["n"], saved["head"]), str(saved.get("ledger", ""))
                if saved["head"] == head and saved["engine"] == self._engine and saved["genesis"] == digest:
                    return _match(genesis, digest, secret, saved), saved["receipt"]
            except (StorageError, CampaignError, ValueError, KeyError, TypeError):
                continue  # a checkpoint is only a shortcut
        return None

    def forget(self) -> None:
        """A campaign begins: whatever is stored for an earlier one with the same salt is obsolete."""
        for path in (self._next, self._now, self.folder / PUBLISHED):
            disk.remove(path)

    def rewind(self, genesis: str, n: int, head: str) -> None:
        """Drop entries that nobody has seen: from now on a ledger must have entry `n`, and may end with it."""
        disk.remove(self._next)
        known = {"engine": "", "ledger": self._ledger, "genesis": genesis, "n": n, "head": head}
        write_private(self._now, json.dumps(known).encode())

    def check(self, match: Match, game: str, last: bool = False) -> None:
        """Raise where a replay shows that the ledger has lost or changed what was written to it before.

        Anybody who can write to the folder could otherwise roll back an entry whose dice were bad.
        """
        n, head = self.written or (-1, "")
        if (match.n == n and match.head != head) or (last and match.n < n):
            elsewhere = self._there not in ("", self._ledger)
            fault = CampaignFault.HISTORY_ELSEWHERE if elsewhere else CampaignFault.HISTORY
            raise CampaignError(fault, game=game, n=n, where=self._now, there=self._there)

    def prepare(self, match: Match, receipt: Any) -> None:
        """Before the ledger is written: where the match will stand."""
        # Not canonical JSON: key order is part of a state, and the order of legal answers may depend on it.
        write_private(self._next, json.dumps(self._data(match, receipt), ensure_ascii=False).encode())

    def promote(self) -> None:
        """After the ledger is written."""
        try:
            disk.step("rename", self._now)
            self._next.replace(self._now)
        except OSError:
            pass  # `load` looks at both

    def _data(self, match: Match, receipt: Any) -> dict[str, Any]:
        return {
            "engine": self._engine,
            "ledger": self._ledger,
            "genesis": match.digest,
            "n": match.n,
            "head": match.head,
            "at": match.at,
            "clock": match.clock.data(),
            "free": match.free,
            "moderator": match.moderator.line,
            "seats": [[seat.key.line, seat.age, seat.name, seat.bot, _substitute_data(seat)] for seat in match.seats],
            "joined": {str(seat): raw.hex() for seat, raw in match.joined.items()},
            "table": match.table.save() if match.table else None,
            "fair": match.fair.state() if match.fair else None,
            "given": {str(seat): list(where) for seat, where in match.given.items()},
            "passed": sorted(match.passed),
            "opened": {str(seat): list(astuple(one)) for seat, one in match.opened.items()},
            "veiled": {str(n): _veiled_data(one) for n, one in match.veiled.items()},
            "sources": {str(n): list(one) for n, one in match.sources.items()},
            "ends": {str(n): list(one) for n, one in match.ends.items()},
            "closed": match.closed,
            "agendas": to_json(match.agendas),
            "origins": {d: [one.n, one.raw.hex(), one.mixed] for d, one in match.origins.items()},
            "since": list(match.since),
            "recent": match.recent,
            "newest": [[one.after, one.at] for one in match.newest],
            "marks": [list(astuple(one)) for one in going_back.within_reach(match)],
            "restart": match.restart,
            "motions": {called: one.data() for called, one in match.motions.items()},
            "decided": match.decided,
            "rulings": {str(n): changes for n, changes in match.rulings.items()},
            "undone": list(astuple(match.undone)) if match.undone else None,
            "press": {str(seat): times for seat, times in match.press.items()},
            "ended": match.ended,
            "told": [_told_data(one) for one in match.told],
            "seen": match.seen,
            "processed": match.processed,
            "vacant": sorted(match.vacant),
            "receipt": receipt,
        }


def _substitute_data(seat: Seat) -> list[str | None] | None:
    one = seat.substitute
    return [one.key.line, one.age] if one is not None else None


def _veiled_data(one: SealedEntry) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "file": one.file.data() if one.file else None,
        "hidden": _answers_data(one.hidden),
        "rest": one.rest,
        "waits": one.waits,
    }


def _answers_data(answers: Mapping[int, HiddenAnswer]) -> dict[str, Any]:
    return {str(i): list(astuple(one)) for i, one in answers.items()}


def _answers(saved: Mapping[str, Any]) -> dict[int, HiddenAnswer]:
    return {int(i): HiddenAnswer(*one) for i, one in saved.items()}


def _told_data(told: PrivateNotes) -> dict[str, Any]:
    notes = [[one.key, to_json(one.values), list(one.seen_by or ()), one.n, list(one.names)] for one in told.kept]
    return {"kept": notes, "left_out": {sort: list(astuple(one)) for sort, one in told.left_out.items()}}


def _told(saved: Mapping[str, Any]) -> PrivateNotes:
    kept = (
        ToldNote(key, values, tuple(seen), n=n, names=tuple(names)) for key, values, seen, n, names in saved["kept"]
    )
    return PrivateNotes(tuple(kept), {sort: LeftOut(*one) for sort, one in saved["left_out"].items()})


def _match(genesis: Genesis, digest: str, secret: bytes, saved: dict[str, Any]) -> Match:
    from dataclasses import replace

    from pbem.seals.keys import parse_public

    match = Match.begin(genesis, digest, secret)
    match.n, match.head, match.at = saved["n"], saved["head"], saved["at"]
    match.seats = [
        replace(
            seat,
            key=parse_public(key),
            age=age,
            name=name,
            bot=bot,
            substitute=Substitute(parse_public(other[0]), other[1]) if other else None,
        )
        for seat, (key, age, name, bot, other) in zip(genesis.seats, saved["seats"], strict=True)
    ]
    match.clock = ClockState.of(saved["clock"], genesis.terms.files)
    match.free, match.moderator = saved["free"], parse_public(saved["moderator"])
    match.joined = {int(seat): bytes.fromhex(raw) for seat, raw in saved["joined"].items()}
    if saved["table"] is not None:
        match.fair = FairSource.from_state(secret, saved["fair"])
        match.table = Table.load(match.title, saved["table"], match.fair.below)
    match.given = {int(seat): (where[0], where[1]) for seat, where in saved["given"].items()}
    match.passed = set(saved["passed"])
    match.opened = {int(seat): OpenWindow(*one) for seat, one in saved["opened"].items()}
    match.veiled = {
        int(n): SealedEntry(
            one["seat"],
            SignedFile.of(one["file"]) if one["file"] else None,
            _answers(one["hidden"]),
            one["rest"],
            one["waits"],
        )
        for n, one in saved["veiled"].items()
    }
    match.sources = {int(n): dict.fromkeys(places) for n, places in saved["sources"].items()}
    match.ends = {int(n): dict.fromkeys(places) for n, places in saved["ends"].items()}
    match.closed = saved["closed"]
    match.agendas = [from_json(Agenda, one) for one in saved["agendas"]]
    match.origins = {d: OrderOrigin(n, bytes.fromhex(raw), mixed) for d, (n, raw, mixed) in saved["origins"].items()}
    match.since = (saved["since"][0], saved["since"][1])
    match.newest = [WrittenAt(after, at) for after, at in saved["newest"]]
    match.press = {int(seat): times for seat, times in saved["press"].items()}
    match.recent, match.ended, match.seen = saved["recent"], saved["ended"], saved["seen"]
    match.marks = [Mark(*one) for one in saved["marks"]]
    match.restart, match.processed, match.vacant = saved["restart"], saved["processed"], set(saved["vacant"])
    match.motions = {called: Motion.of(one) for called, one in saved["motions"].items()}
    match.decided = saved["decided"]
    match.rulings = {int(n): changes for n, changes in saved["rulings"].items()}
    match.undone = Undone(*saved["undone"]) if saved["undone"] else None
    match.told = [_told(one) for one in saved["told"]]
    return match
