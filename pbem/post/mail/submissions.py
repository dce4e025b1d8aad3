"""What a mail submits: the signed files in it, in whatever form and state they arrive.

Who sent a mail is irrelevant: the signature inside decides. Headers say only whether and where an
unsigned mail may be answered, and which of our mails it answers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field

from pbem.seals import block, sealing, sshsig
from pbem.seals.errors import SealError, SealFault
from pbem.seals.signed import SignedMove, Unseal, read_signed
from pbem.storage.ids import is_game
from pbem.words.lazy_dataclass import dataclass

from .auto_reply import SenderKind, doubtful, sender, writer
from .mime import Leaf, Opened, header, open_mail

_MOST_MOVES = 64
_MOST_TRIES = 256
"""How many times a signature is tried against a file beside it."""
_SIGNATURE = re.compile(re.escape(sshsig.BEGIN) + r"[A-Za-z0-9+/=\s>|]{1,4000}?" + re.escape(sshsig.END))
_AGE = re.compile(
    re.escape(sealing.ARMOR.decode()) + r"[A-Za-z0-9+/=\s>|]{1,400000}?" + re.escape(sealing.ARMOR_END.decode())
)
_QUOTE = re.compile(r"(?m)^[ \t]*(?:[>|][ \t]?)+")
_PATCH = re.compile(r"(?m)^\+\+\+ (?!/dev/null)\S")  # whatever prefix git is configured to write
# A pattern that can begin on one line and end on another would be tried from each line to the end of the text.
_GAME_LINE = re.compile(r"(?m)^[ \t>|]*game:[ \t]*\"?([a-z0-9-]{1,40})\"?[ \t]*$")
_ORDERS_LINE = re.compile(r"(?m)^[ \t>|]*orders:")
_TAGGED = re.compile(r"\[([a-z0-9][a-z0-9-]{0,39})\]")
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,250}>")
_OF_OURS = ("hand.age", "receipt.age")
"""What our own mails bring, sealed to a player: whoever sends it along with a question has not sent it as a move."""
_ARCHIVES = (".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".tar", "winmail.dat")


@dataclass(slots=True)
class MailContent:
    writer: SenderKind
    sender: str | None
    """Where an answer to an unsigned mail may go."""
    subject: str
    message_id: str
    references: tuple[str, ...]
    moves: list[SignedMove] = field(default_factory=list)
    """Each signed file once, in the order of the mail. Nothing has been verified yet."""
    faults: list[SealError] = field(default_factory=list)
    """What was meant as a submission but cannot be read."""
    games: tuple[str, ...] = ()
    """Ids of games that the mail mentions, for the answer to an unsigned mail."""
    orders: bool = False
    """Whether it looks like orders, even if nothing in it is signed."""
    archives: tuple[str, ...] = ()
    """Attachments that were not opened."""
    cut: bool = False
    """Too big: only the first part was looked at."""
    doubtful: bool = False
    """Marked as spam, or its sender's own domain says that it is not from there."""
    encrypted: bool = False
    """Encrypted with OpenPGP or S/MIME, so that nothing in it can be read."""

    @property
    def answerable(self) -> str | None:
        """Where an answer may go that no signature asks for."""
        return self.sender if self.writer is SenderKind.PERSON and not self.doubtful else None


def read_mail(
    raw: bytes, unseal: Unseal | None = None, own: frozenset[str] = frozenset(), known: Collection[str] = ()
) -> MailContent:
    """`own` are addresses of the table itself, `known` those of its players."""
    opened = open_mail(raw)
    head = opened.headers
    references = _MESSAGE_ID.findall(header(head, "References") + " " + header(head, "In-Reply-To"))
    ids = _MESSAGE_ID.findall(header(head, "Message-ID"))
    reading = MailContent(
        writer(head, own),
        sender(head, known),
        header(head, "Subject"),
        ids[0] if ids else "",
        tuple(dict.fromkeys(references)),
        cut=opened.cut,
        doubtful=doubtful(head),
        encrypted=opened.encrypted,
    )
    _take(reading, opened, unseal)
    _look(reading, opened)
    return reading


def _take(reading: MailContent, opened: Opened, unseal: Unseal | None) -> None:
    found: list[SignedMove] = []
    faults: list[SealError] = []
    used: set[int] = set()
    leaves = opened.leaves
    for source in (_pairs(leaves, used), _files(leaves, unseal, used), _texts(leaves, unseal, used)):
        for one in source:
            if isinstance(one, SealError):
                faults.append(one)
            else:
                found.append(one)
    moves: dict[tuple[bytes, str], SignedMove] = {}
    for move in found:
        moves.setdefault((move.payload, move.signature), move)
    reading.moves = list(moves.values())[:_MOST_MOVES]
    if moves:
        # Some programs rename what is attached to a notice; below a good move it is no second one.
        faults = [fault for fault in faults if fault.fault is not SealFault.SEALED_OTHER_KEY]
    reading.faults = list({str(fault): fault for fault in faults}.values())[:_MOST_MOVES]


# ---- files with their signature beside them


def _pairs(leaves: list[Leaf], used: set[int]) -> Iterator[SignedMove | SealError]:
    """`move.yaml` + `move.yaml.sig`, paired by their names, or by which file the signature fits."""
    tries = iter(range(_MOST_TRIES))
    for at, leaf in enumerate(leaves):
        text = leaf.data.decode("utf-8", "replace") if len(leaf.data) < 64 * 1024 else ""
        armor = _signature_alone(text)
        if armor is None or not leaf.name:
            continue
        named, others = _candidates(leaves, at)
        for other, _ in zip((*named, *others), tries, strict=False):
            move = _fitting(leaves[other].data, armor)
            if move is not None:
                used |= {at, other}
                yield move
                break
        else:
            used.add(at)
            if named:
                # The signature belongs to another text: the refusal says so, with the player's name.
                used.add(named[0])
                yield from _tried(leaves[named[0]].data, armor)
            else:
                yield SealError(SealFault.SIGNED_ABSENT)


def _signature_alone(text: str) -> bytes | None:
    found = _SIGNATURE.search(text)
    if found is None or text[: found.start()].strip("\ufeff \t\r\n") or text[found.end() :].strip():
        return None
    return _QUOTE.sub("", found[0]).encode()


def _candidates(leaves: list[Leaf], at: int) -> tuple[list[int], list[int]]:
    stem = _stem(leaves[at].name).removesuffix(".sig")
    named = [n for n, one in enumerate(leaves) if n != at and one.name and _stem(one.name) == stem]
    others = [
        n
        for n, one in enumerate(leaves)
        if n != at and n not in named and b"game" in one.data[:4096] and len(one.data) <= 2 * block.LARGEST_PAYLOAD
    ]
    return named, others


def _stem(name: str) -> str:
    """A name as it was before mail programs added to it: `move.yaml.sig.txt`, `move(1).yaml`."""
    return re.sub(r" ?\(\d+\)|^.*/", "", name.lower()).removesuffix(".txt")


def _fitting(data: bytes, armor: bytes) -> SignedMove | None:
    for candidate in (data, data.removesuffix(b"\n"), data + b"\n", data.removeprefix(b"\xef\xbb\xbf")):
        try:
            move = read_signed(candidate, armor)
            sshsig.verify(move.signature, move.payload, "pbem")
            return move
        except SealError:
            continue
    return None


def _tried(data: bytes, armor: bytes) -> Iterator[SignedMove | SealError]:
    try:
        yield read_signed(data, armor)
    except SealError as error:
        yield error


# ---- one file with everything, or sealed


def _files(leaves: list[Leaf], unseal: Unseal | None, used: set[int]) -> Iterator[SignedMove | SealError]:
    for at, leaf in enumerate(leaves):
        if at in used or len(leaf.data) > 512 * 1024:
            continue
        if sealing.is_sealed(leaf.data):
            used.add(at)
            try:
                yield read_signed(leaf.data, unseal=unseal)
            except SealError as error:
                if error.fault is not SealFault.SEALED_OTHER_KEY or not _stem(leaf.name).endswith(_OF_OURS):
                    yield error
        elif leaf.name and sshsig.BEGIN.encode() in leaf.data and b"PBEM MOVE" not in leaf.data:
            text = leaf.data.decode("utf-8", "replace")
            armor = _SIGNATURE.search(text)
            if armor is not None and not _PATCH.search(text):
                used.add(at)
                yield from _tried(leaf.data[: leaf.data.rindex(sshsig.BEGIN.encode())], armor[0].encode())


# ---- blocks and loose signed text in what people read


def _texts(leaves: list[Leaf], unseal: Unseal | None, used: set[int]) -> Iterator[SignedMove | SealError]:
    good: dict[tuple[bytes, str, bytes | None], block.Block] = {}
    bad: dict[int, list[SealError]] = {}
    whole: dict[int, int] = {}
    loose: list[str] = []
    for at, leaf in enumerate(leaves):
        if at in used:
            continue
        damaged: list[list[SealError]] = []
        for text in leaf.texts:
            found = block.find_blocks(text)
            blocks = {(one.payload, one.signature, one.sealed): one for one in found if isinstance(one, block.Block)}
            good |= blocks
            whole[at] = max(whole.get(at, 0), len(blocks))
            damaged.append(_not_quoted(text, found))
            loose.append(text)
        # One reading of a part may be worse than another; a part counts as damaged only if all readings find it so.
        if damaged:
            bad[at] = sorted(damaged, key=len)[0]
    for one in good.values():
        yield from _of_block(one, unseal)
    yield from _not_spare(bad, whole, leaves)
    if not good:
        yield from _loose(loose, unseal)


def _of_block(one: block.Block, unseal: Unseal | None) -> Iterator[SignedMove | SealError]:
    try:
        if one.sealed is not None:
            yield read_signed(one.sealed, unseal=unseal)
        else:
            sshsig.parse(one.signature)
            yield SignedMove(one.payload, one.signature)
    except SealError as error:
        yield error


def _not_quoted(text: str, found: list[block.Block | SealError]) -> list[SealError]:
    """Damaged blocks, except those that a reply quotes below a good one."""
    faults = [one for one in found if isinstance(one, SealError)]
    if not faults or len(faults) == len(found):
        return faults
    plain = "\n".join(line for line in text.split("\n") if not _QUOTE.match(line))
    return [one for one in block.find_blocks(plain) if isinstance(one, SealError)]


def _not_spare(bad: Mapping[int, list[SealError]], whole: Mapping[int, int], leaves: list[Leaf]) -> Iterator[SealError]:
    """A damaged copy in one part does no harm if another form of the same text has all blocks of it intact."""
    for at, faults in bad.items():
        group = leaves[at].alternative
        others = (whole[n] for n in whole if n != at and group is not None and leaves[n].alternative == group)
        if max(others, default=0) < whole[at] + len(faults):
            yield from faults


def _loose(texts: Iterable[str], unseal: Unseal | None) -> Iterator[SignedMove | SealError]:
    """A move file and its signature, or an age file, pasted into the text: accepted if it survived."""
    for text in texts:
        plain = _QUOTE.sub("", text)
        if _PATCH.search(plain):
            plain = _added(plain)
        for sealed in _AGE.finditer(plain):
            try:
                yield read_signed(sealed[0].encode(), unseal=unseal)
                return
            except SealError as error:
                yield error
                return
        armor = _SIGNATURE.search(plain)
        begins = re.search(r"(?m)^ *game:", plain)
        if armor is None or begins is None or begins.start() > armor.start():
            continue
        body = plain[begins.start() : armor.start()]
        trimmed = "\n".join(line.rstrip() for line in body.split("\n"))
        for candidate in (body, trimmed, trimmed.rstrip("\n") + "\n"):
            move = _fitting(candidate.encode("utf-8", "replace"), armor[0].encode())
            if move is not None:
                yield move
                return
        yield SealError(SealFault.SIG_TEXT)
        return


def _added(patch: str) -> str:
    """What a patch (`git format-patch`) adds: the lines of its new files, one below the other."""
    lines = (line[1:] for line in patch.split("\n") if line.startswith("+") and not line.startswith("+++ "))
    return "\n".join(lines)


# ---- what an unsigned mail is about


def _look(reading: MailContent, opened: Opened) -> None:
    games: list[str] = _TAGGED.findall(reading.subject)
    for leaf in opened.leaves:
        if leaf.name.lower().endswith(_ARCHIVES) or leaf.kind in ("application/zip", "application/gzip"):
            reading.archives = (*reading.archives, leaf.name or leaf.kind)
        for text in leaf.texts[:1]:
            text = text[:65536]
            games += _GAME_LINE.findall(text)
            reading.orders = reading.orders or (bool(_GAME_LINE.search(text)) and bool(_ORDERS_LINE.search(text)))
    reading.games = tuple(dict.fromkeys(game for game in games if is_game(game)))[:16]
    reading.orders = reading.orders or bool(reading.games or reading.faults)
