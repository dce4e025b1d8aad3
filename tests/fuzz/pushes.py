"""Pushes of a hostile hand: trees, names, modes, commits and refs that no git client would make.

Git itself looks at little of what it is sent before the hook is asked. The objects are written here byte by byte.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from pbem.post.git.repository import ZERO

from . import movefiles
from .dice import Dice, encoded, scrambled
from .movefiles import Scene, Upload

MAIN = "refs/heads/main"
_WORDS = (
    *movefiles.WORDS[:40],
    b"100644 ",
    b"40000 x\0",
    b"tree ",
    b"parent ",
    b"author ",
    b"committer ",
    b"gpgsig ",
    b"\0",
    b"/",
    b"..",
    b"encoding x\n",
    bytes(20),
    b"mergetag ",
)
_MODES = (b"100644",) * 20 + (b"100755", b"120000", b"160000", b"100664")
_NO_MODES = (*_MODES, b"40000", b"040000", b"0", b"100645", b"777777", b"", b"\xff")
_NAMES = (
    ".move",
    ".move",
    ".move",
    ".move",
    ".yaml",
    ".sig",
    "",
    " x",
    "\n",
    "\t",
    "\\",
    '"',
    ".é",
    ".\udcff",
    ".\u202e",
    "/x",
    "." + "y" * 90,
    "." + "y" * 300,
    ".move.sig",
    "-",
    "*",
    "?",
    ":",
    "\r",
    "~1",
    ".lock",
    "%s",
)
_ROOTS = (
    ".git",
    ".GIT",
    "git~1",
    "..",
    ".",
    "",
    ".gitattributes",
    ".gitmodules",
    ".github",
    "README",
    "inbox",
    "é",
    "a/b",
    "games ",
    "\udcff",
    "-x",
    "CON",
    ".lock",
)
_BESIDE = (
    "ledger.jsonl",
    "campaign.yaml",
    "position.json",
    ".lock",
    "receipts",
    "sealed",
    "manifest.json",
    "allowed_signers",
    "inbox2",
    "x",
    "..",
    ".git",
    "inbox.move",
)
_REFS = (
    "refs/heads/moves/{k}",
    "refs/heads/moves/{k}",
    "refs/heads/moves/{k}",
    "refs/heads/moves/{k}/é/x",
    "refs/heads/moves",
    "refs/heads/other-{k}",
    "refs/tags/v{k}",
    "refs/notes/x",
    "refs/pull/{k}/head",
    "refs/heads/MAIN",
    "refs/heads/moves/\u202e{k}",
    "refs/heads/moves/-{k}",
    "refs/heads/main/x",
    "refs/x",
    "refs/heads/moves/" + "z" * 200,
    "refs/heads/moves/{k}%0a",
)


@dataclass(frozen=True)
class Base:
    """What stands at the head of the main branch."""

    commit: str
    older: str
    root: bytes
    games: bytes
    game: bytes
    inbox: bytes


@dataclass
class Push:
    """Objects to be stored, and the refs that shall move."""

    objects: dict[str, bytes] = field(default_factory=dict)
    """By id, as they are stored."""
    updates: list[tuple[str, str, str]] = field(default_factory=list)
    broken: bool = False
    """Whether objects may be malformed or missing; git itself refuses most of those."""
    uploads: list[Upload] = field(default_factory=list)
    """The files that were made for it so far."""
    sound: bool = True
    """Whether a host that checks what it is sent would have it, so that it may come as a pull request."""

    def add(self, kind: str, body: bytes) -> str:
        data = f"{kind} {len(body)}\0".encode() + body
        name = hashlib.sha1(data).hexdigest()
        self.objects[name] = data
        return name

    def store(self, repository: Path) -> None:
        for name, data in self.objects.items():
            path = repository / "objects" / name[:2] / name[2:]
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(zlib.compress(data, 1))


def make(dice: Dice, scene: Scene, base: Base) -> Push:
    """One hostile push."""
    push = Push(broken=dice.chance(0.15))
    for _ in range(1 if dice.chance(0.9) else dice.randint(2, 4)):
        new, ref = _commits(dice, scene, base, push), MAIN
        if dice.chance(0.6):
            ref = dice.choice(_REFS).replace("{k}", f"k{dice.number}")
        if dice.chance(0.06):
            new = dice.choice(
                (ZERO, base.commit, base.older, push.add("blob", b"x"), push.add("tree", base.root), _tag(push, new))
            )
            push.sound = False
        old = base.commit if ref == MAIN else dice.choice((ZERO, ZERO, ZERO, base.commit))
        push.updates.append((old, new, ref))
    return push


def _commits(dice: Dice, scene: Scene, base: Base, push: Push) -> str:
    parent = base.commit if dice.chance(0.9) else base.older
    for _ in range(dice.choice((1,) * 8 + (2, 3, 5, 40))):
        parent = _commit(dice, push, _tree(dice, scene, base, push), parent)
    return parent


def _commit(dice: Dice, push: Push, tree: str, parent: str) -> str:
    parents = [parent]
    if dice.chance(0.06):
        parents = dice.choice(([], [parent, parent]))
        push.sound = False
    if push.broken and dice.chance(0.1):
        parents = dice.choice(([parent, "1" * 40], ["1" * 40], [parent, ZERO], [tree]))
    who = "Anna <anna@players.example> 1767268800 +0000"
    if dice.chance(0.1):
        who = dice.choice(
            ("", "Anna", "<>", "A <a> 99999999999999999999 +9999", f"{dice.odd()} <x> 1 +0000", "A <a\0> 0 +0000")
        )
        push.sound = False
    message = (
        "my move\n"
        if dice.chance(0.8)
        else dice.choice(("", "\0", "x" * dice.length(), dice.odd(), "remote: \x1b[31m\n", "\n" * 99))
    )
    lines = [f"tree {tree}", *(f"parent {one}" for one in parents), f"author {who}", f"committer {who}"]
    body = encoded("\n".join(lines) + "\n\n" + message)
    if push.broken and dice.chance(0.2):
        body, push.sound = scrambled(dice, body, _WORDS, (body,), 2), False
    return push.add("commit", body)


def _tag(push: Push, commit: str) -> str:
    return push.add("tag", f"object {commit}\ntype commit\ntag x\ntagger A <a> 0 +0000\n\nx".encode())


def entry(mode: bytes, name: bytes, blob: str) -> bytes:
    """One line of a tree."""
    return mode + b" " + name + b"\0" + bytes.fromhex(blob)


def with_entries(tree: bytes, *entries: bytes) -> bytes:
    """A tree with these entries instead of those of the same names, in git's order."""
    found: dict[bytes, bytes] = {}
    rest = tree
    while rest:
        head, _, tail = rest.partition(b"\0")
        found[head.partition(b" ")[2]] = head + b"\0" + tail[:20]
        rest = tail[20:]
    for one in entries:
        found[one.partition(b"\0")[0].partition(b" ")[2]] = one
    return b"".join(
        one for _, one in sorted(found.items(), key=lambda item: item[0] + b"/" * item[1].startswith(b"40000 "))
    )


def _tree(dice: Dice, scene: Scene, base: Base, push: Push) -> str:
    """The head's tree, with files in the inbox and perhaps with more."""
    inbox = _inbox(dice, scene, base, push)
    game = with_entries(base.game, entry(b"40000", b"inbox", push.add("tree", inbox)))
    if dice.chance(0.08):
        game = with_entries(game, _odd_entry(dice, push, dice.choice(_BESIDE)))
    if push.broken and dice.chance(0.1):
        game, push.sound = scrambled(dice, game, _WORDS, (game,), 1), False
    name = (
        b"duel-42"
        if dice.chance(0.95)
        else dice.choice((b"duel-43", b"DUEL-42", b"..", b"-x", b"\xff", b"duel-42 ", b"con"))
    )
    games = with_entries(base.games, entry(b"40000", name, push.add("tree", game)))
    root = with_entries(base.root, entry(b"40000", b"games", push.add("tree", games)))
    if dice.chance(0.08):
        root = with_entries(root, _odd_entry(dice, push, dice.choice(_ROOTS)))
        push.sound = False
    if push.broken and dice.chance(0.1):
        root, push.sound = scrambled(dice, root, _WORDS, (root, game), 1), False
    return push.add("tree", root)


def _inbox(dice: Dice, scene: Scene, base: Base, push: Push) -> bytes:
    entries = []
    for at in range(dice.choice((0,) + (1,) * 9 + (2, 3, 63, 64, 65))):
        upload = _upload(dice, scene, push)
        name = encoded_name(f"n{dice.number}-{at}{dice.choice(_NAMES)}")
        mode = dice.choice(_NO_MODES if push.broken else _MODES)
        blob = push.add("blob", upload.data[:300_000])
        if push.broken and dice.chance(0.1):
            blob = dice.choice(("1" * 40, ZERO, base.commit, push.add("tree", b""), push.add("tree", base.game)))
            push.sound = False
        if mode not in (b"100644", b"100755", b"120000") or b"/" in name:
            push.sound = False
        entries.append(entry(mode, name, blob))
        if upload.signature is not None and dice.chance(0.9):
            entries.append(entry(dice.choice(_MODES), name + b".sig", push.add("blob", upload.signature)))
    inbox = with_entries(base.inbox, *entries)
    if push.broken and dice.chance(0.2):
        inbox, push.sound = dice.choice((inbox + inbox, inbox[:-1], inbox[::-1], b"", b"\0" * 30)), False
    return inbox


def _upload(dice: Dice, scene: Scene, push: Push) -> Upload:
    """Mostly one that the push has already, under another name: only few of very many files have to be new."""
    if not push.uploads or dice.chance(0.2):
        orders = dice.chance(0.3)
        push.uploads.append(movefiles.make_orders(dice, scene, scene.asked) if orders else movefiles.make(dice, scene))
        return push.uploads[-1]
    return dice.choice(push.uploads)


def _odd_entry(dice: Dice, push: Push, name: str) -> bytes:
    blob = push.add("blob", dice.choice((b"", b"x\n", b"* filter=x\n", b"[core]\n", b"/etc/passwd")))
    mode = dice.choice((*_MODES[-4:], b"40000", _MODES[0]))
    return entry(mode, encoded_name(name), push.add("tree", b"") if mode == b"40000" else blob)


def encoded_name(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")
