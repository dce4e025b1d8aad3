"""A table that is set up once and put back before every batch, and what must be true of it after one.

Every batch begins at a position that its number decides, so an input needs no history to be repeated.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import run
from tests.campaign.kit import MODERATOR, NOW, key, play_on, send, signed_block, start

from .movefiles import SPARES, STRANGER, Scene

GAME = "duel-42"
HANDLES = ("anna", "ben")
MOVES = (None, 0, 3, 11, 25)
"""After how many moves the positions are; None is before all have joined."""
_KEYS = {one.public.raw: one for one in (*map(key, HANDLES), *SPARES, STRANGER)}
_ALLOWED = re.compile(
    rf"games/{GAME}/(ledger\.jsonl|notes\.jsonl|manifest\.json|position\.json|campaign\.yaml|allowed_signers"
    r"|sealed/(_moderator|anna|ben)\.age|receipts/[0-9a-f]{40}\.(json|age)|inbox/.*)"
    rf"|keys/(games/{GAME}-[0-9a-f]{{16}}/([a-z-]+\.(json|bin|txt)|lock)|at_rest\.json"
    r"|post/(\.lock|state\.json|spool/[a-z0-9-]+\.eml|other/new/[0-9a-f]{32}\.pbem\.[^/]+))"
    r"|outbox/[^/]+\.eml",
    re.DOTALL,
)

# What no answer may contain: control characters, lone surrogates, and characters that turn the reading direction, with
# which a line shows something else than it says.
_ODD = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_JOIN: tuple[str, ...] = ("join",)


class Wrong(AssertionError):
    """Something that no input may bring about."""


@dataclass(frozen=True)
class Position:
    """A stored state of the table, and what players see there."""

    folder: Path
    scene: Scene
    entries: int


class Table:
    """One game under a folder of its own, with the moderator's private things beside it."""

    def __init__(self, root: Path) -> None:
        self.root, self.now = root / "table", root / "table" / "games" / GAME
        self._own_keys()
        self.positions = [self._made(root / f"position-{at}", moves) for at, moves in enumerate(MOVES)]

    def _own_keys(self) -> None:
        """The moderator's private things of this table: several may be in one process."""
        os.environ["PBEM_KEYS"] = str(self.root / "keys")

    def _made(self, stored: Path, moves: int | None) -> Position:
        shutil.rmtree(self.root, ignore_errors=True)
        campaign = start(self.now, handles=HANDLES, joined=moves is not None)
        if moves is None:
            send(campaign, HANDLES[0], "join")
            run(self.now, MODERATOR, NOW)
            asked, legal = HANDLES[1], _JOIN
        else:
            play_on(campaign, moves)
            with opened(self.now, MODERATOR) as keeper:
                seat, ask = next(iter(keeper.match.playing.pending.items()))
                asked = keeper.genesis.handles[seat]
                legal = tuple(ask.write(one, keeper.match.playing.players) for one in ask.listed(200))
        heads = [entry["prev"] for entry in entries(self.now)]
        # A join is tied to the genesis, not to the head.
        after = campaign.genesis_digest if moves is None else campaign.head.digest
        samples = [signed_block(campaign, handle, "any").encode() for handle in HANDLES]
        samples += [one["file"]["payload"].encode() for one in entries(self.now) if "file" in one]
        scene = Scene(
            GAME,
            after,
            campaign.genesis_digest,
            tuple(heads[1:]),
            {one: key(one) for one in HANDLES},
            asked,
            legal,
            tuple(samples),
        )
        shutil.copytree(self.root, stored)
        return Position(stored, scene, len(heads))

    def put_back(self, number: int) -> Position:
        self._own_keys()
        position = self.positions[number % len(self.positions)]
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(position.folder, self.root)
        (self.now / "inbox").mkdir(exist_ok=True)
        return position

    # ---- what must hold afterwards

    def check(self, position: Position, left: Iterable[str] = ()) -> None:
        """Nothing was written elsewhere, nobody's word was put into his mouth, and the game goes on."""
        keys = {one: key(one).public.raw for one in HANDLES}
        for entry in entries(self.now)[position.entries :]:
            check_entry(entry, keys)
        self._good_move()
        self._check_tree(set(left))
        verdict = verify(self.now)
        if not verdict.ok:
            raise Wrong(f"the ledger does not verify: {verdict.message}")

    def _check_tree(self, left: set[str]) -> None:
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), self.root)
                if not _ALLOWED.fullmatch(path):
                    raise Wrong(f"a file that has no business there: {path!r}: {_begin(self.root / path)}")
        stays = set(os.listdir(os.fsencode(self.now / "inbox"))) - {os.fsencode(one) for one in left}
        if stays:
            raise Wrong(f"left in the inbox: {sorted(stays)[:5]}")

    def _good_move(self) -> None:
        """A seat that is asked answers, with the key it has by now."""
        with opened(self.now, MODERATOR) as keeper:
            match = keeper.match
            if match.past.ended:
                raise Wrong("the game is over, so no good move can be tried: take an earlier position")
            if match.table is None:
                seat = next(seat for seat in range(len(HANDLES)) if seat not in match.seats.joined)
                order, after = "join", match.digest
            else:
                seat, ask = next(iter(match.table.pending.items()))
                # What a seat said before may wait and would answer first; a new file replaces it.
                order, after = ask.write(ask.listed(1)[0], match.table.players), match.head
            handle, raw = match.seats[seat].handle, match.seats[seat].key.raw
        own = _KEYS.get(raw)
        if own is None:  # who throws the own key away cannot play on; that is no fault of ours
            run(self.now, MODERATOR, NOW)
            return
        receipt = self.moved(handle, order, after, own.public.comment)
        if receipt.result not in ("applied", "stopped"):
            raise Wrong(f"a good move is not taken: {receipt.result}: {receipt.message}")

    def moved(self, handle: str, order: str, after: str, by: str) -> Receipt:
        campaign = Campaign.open(self.now)
        send(campaign, handle, order, after, by)
        report = run(self.now, MODERATOR, NOW)
        if not report.receipts:
            raise Wrong("a good move has no receipt")
        return report.receipts[-1]


def entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "ledger.jsonl").read_bytes().splitlines()]


def check_entry(entry: dict[str, Any], keys: dict[str, bytes]) -> None:
    """Somebody's entry is by a file that his key signed, and that says so: read with nothing of ours."""
    if entry["kind"] not in ("run", "join", "key") or entry.get("cause", "file") != "file":
        return
    file, player = entry["file"], entry["player"]
    if "sealed" in file:
        file = json.loads(MODERATOR.open(file["sealed"].encode()))
    payload = file["payload"].encode()
    try:
        said = yaml.load(payload, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise Wrong(f"entry {entry['n']}: its file is no YAML to others: {error}") from None
    if (said["game"], said["player"]) != (GAME, player):
        raise Wrong(f"entry {entry['n']} is {player}'s by a file of {said['player']} in {said['game']}")
    check_signature(payload, base64.b64decode(file["signature"]), keys[player], entry["n"])
    if entry["kind"] == "key":
        keys[player] = base64.b64decode(said["orders"].split()[2])[-32:]


def check_signature(payload: bytes, blob: bytes, public: bytes, n: int | str) -> None:
    """SSHSIG as its specification has it: of these bytes, in our namespace, by this key."""
    parts, rest = [], blob[10:]
    while rest:
        size = int.from_bytes(rest[:4], "big")
        parts.append(rest[4 : 4 + size])
        rest = rest[4 + size :]
    if blob[:10] != b"SSHSIG\0\0\0\1" or len(parts) != 5 or parts[0][-32:] != public or parts[1] != b"pbem":
        raise Wrong(f"entry {n}: the signature is no signature of this seat's key")
    hashed = hashlib.new(parts[3].decode(), payload).digest()
    text = b"SSHSIG" + b"".join(len(one).to_bytes(4, "big") + one for one in (*parts[1:4], hashed))
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(parts[4][-64:], text)
    except InvalidSignature:
        raise Wrong(f"entry {n}: the signature does not fit the file") from None


def check_receipts(receipts: Iterable[Receipt]) -> None:
    """Every file is told what became of it, in words that can be printed."""
    for one in receipts:
        check_said(one.message if not one.lines else one.message + one.text("en"))


def check_said(text: str) -> None:
    if not text.strip():
        raise Wrong("an answer that says nothing")
    if "Traceback" in text:
        raise Wrong(f"an answer with a traceback: {text[:400]}")
    if odd := _ODD.search(text):
        raise Wrong(f"an answer with U+{ord(odd[0]):04X}: {text[:200]!r}")


def _begin(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return "no plain file"
    with path.open("rb") as file:
        return repr(file.read(300))


__all__ = ["GAME", "HANDLES", "Position", "Table", "Wrong", "check_receipts", "check_said", "entries"]
