"""The public files beside the ledger: what was agreed, who signs, the position, sealed hands, the manifest.

All of them follow from the ledger and can be written again. The manifest is written last: if it
names the ledger's head, the others belong to that head too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.recipients import Recipient
from pbem.seals.sealing import HAND, content_mark, pad, seal
from pbem.table import Words
from pbem.table.state_json import canonical
from pbem.words.lazy_dataclass import dataclass

from ...storage import disk
from ...storage.errors import StorageError
from ..acts import vote
from ..agreement import genesis as terms
from ..campaign import NOTES, POSITION, SEALED
from ..clock.deadlines import due
from ..ledger.signed_json import check_signed, signed
from .hand import hand, hand_size

if TYPE_CHECKING:
    from pbem.seals.moderator_key import GameSecrets, Moderator

    from ..match import Match

SETTINGS = "campaign.yaml"
SIGNERS = "allowed_signers"
MANIFEST = "manifest.json"
MARKS = f"{SEALED}/_moderator.age"
_LARGEST = 16 * 1024 * 1024


def position(match: Match) -> dict[str, Any]:
    """What everybody may know at the head of the ledger."""
    table, handles = match.table, match.genesis.handles
    waiting = match.waiting
    soon = {handles[seat]: window for seat, window in table.soon().items()} if table else {}
    return {
        "game": match.genesis.game,
        "title": match.genesis.title,
        "n": match.n,
        "head": match.head,
        "at": match.at,
        "joined": [handles[seat] for seat in sorted(match.seats.joined)],
        "begun": table is not None,
        "view": table.view(None) if table else None,
        "asked": table.asked(None) if table else [],
        "waiting": None if waiting is None else [handles[seat] for seat in waiting],
        **({"soon": soon} if match.title.soon is not None else {}),
        **({"motions": vote.open_motions(match)} if "votes" in match.genesis.policy else {}),
        "since": {"n": match.past.since[0], "at": match.past.since[1]},
        "due": due(match),
        **_clock(match),
        **({"deserted": True} if match.seats.deserted and not match.past.ended else {}),
        "over": bool(table and table.over),
        "outcome": match.result() if table is not None and table.over else None,
    }


def _clock(match: Match) -> dict[str, Any]:
    """Why a clock stands still, and where clocks are meant, if there is anything to say."""
    state, found = match.pace, dict[str, Any]()
    if state.paused:
        found["paused"] = state.paused
    away = {
        match.genesis.handles[seat]: max(end for _, end in spans)
        for seat, spans in enumerate(state.away)
        if any(begin <= match.at < end for begin, end in spans)
    }
    if away:
        found["away"] = away
    if state.terms.zone is not None:
        found["zone"] = state.terms.zone.name
    return found


def publish(
    folder: Path, match: Match, moderator: Moderator, secrets: GameSecrets, words: Words, notes: bytes
) -> list[str]:
    """Write what has changed; returns the names of the files written. `notes`: see public_notes.py."""
    done: list[str] = []
    files: dict[str, str] = {}
    for name, data in (
        (SETTINGS, terms.settings(match.genesis, match.digest)),
        (SIGNERS, terms.allowed_signers(match.seats.owners)),
        (POSITION, canonical(position(match)) + b"\n"),
        (NOTES, notes),
    ):
        files[name] = _put(folder, name, data, done)
    if match.table is not None:
        _put_hands(folder, match, moderator, secrets, words, files, done)
    whole = {"game": match.genesis.game, "n": match.n, "head": match.head, "files": files}
    _put(folder, MANIFEST, signed(whole, moderator) + b"\n", done)
    return done


def manifest(folder: Path, game: str, moderator: PublicKey) -> dict[str, Any] | None:
    """The manifest in a folder, if it belongs to this game and the moderator's signature is valid."""
    data = disk.read(folder / MANIFEST, _LARGEST)
    found = check_signed(data.removesuffix(b"\n"), PublicKey(moderator.raw).line) if data.endswith(b"\n") else None
    if found is None or found.get("game") != game:
        return None
    # The moderator may have signed anything.
    formed = type(found.get("n")) is int and isinstance(found.get("files"), dict) and "head" in found
    return found if formed else None


def _put(folder: Path, name: str, data: bytes, done: list[str]) -> str:
    path = folder / name
    if not path.is_file() or disk.read(path, len(data) + 1) != data:
        disk.write_whole(path, data)
        done.append(name)
    return sha256(data).hexdigest()


def _put_hands(
    folder: Path,
    match: Match,
    moderator: Moderator,
    secrets: GameSecrets,
    words: Words,
    files: dict[str, str],
    done: list[str],
) -> None:
    """A sealed hand is rewritten only when its content, or who may read it, has changed: since it names the
    ledger's head, that is with every entry, but not when a run is repeated.

    The marks that record this are sealed to the moderator: in the open, two equal marks would show that a
    hand has not changed.
    """
    before = _marks(folder, moderator)
    marks: dict[str, list[str]] = {}
    size = hand_size(match)
    for seat, owner in enumerate(match.seats):
        name, readers = f"{SEALED}/{owner.handle}.age", owner.readers
        plain = hand(match, seat, words, moderator)
        mark = content_mark(secrets.mark_key, owner.handle, plain, readers)
        files[name] = _put_sealed(folder, name, plain, size, readers, before.get(owner.handle) == mark, done)
        marks[owner.handle] = [mark, files[name]]
    inside = canonical(marks)
    files[MARKS] = _put_sealed(folder, MARKS, inside, HAND, [moderator.public], before.whole == inside, done)


@dataclass(frozen=True, slots=True)
class _Marks:
    """What the hands contained when they were last written."""

    whole: bytes
    marks: dict[str, Any]
    folder: Path

    def get(self, handle: str) -> str | None:
        """The mark of a hand, if its file is still the one written along with the mark."""
        mark, digest = self.marks.get(handle, (None, None))
        path = self.folder / SEALED / f"{handle}.age"
        return mark if path.is_file() and sha256(disk.read(path, _LARGEST)).hexdigest() == digest else None


def _marks(folder: Path, moderator: Moderator) -> _Marks:
    try:
        inside = moderator.open(disk.read(folder / MARKS, _LARGEST)).rstrip(b" \n")
        return _Marks(inside, json.loads(inside), folder)
    except (StorageError, SealError, ValueError):
        return _Marks(b"", {}, folder)


def _put_sealed(
    folder: Path, name: str, plain: bytes, size: int, to: Sequence[Recipient], same: bool, done: list[str]
) -> str:
    path = folder / name
    if same and path.is_file():
        return sha256(disk.read(path, _LARGEST)).hexdigest()
    sealed = seal(pad(plain, size), list(to))
    disk.write_whole(path, sealed)
    done.append(name)
    return sha256(sealed).hexdigest()
