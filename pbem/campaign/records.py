"""What goes into a match and what comes out: signed files, answers, lines, and what stays sealed."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.seals import sshsig
from pbem.table import Note, Refused
from pbem.words.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from pbem.orders.agenda import Dropped, Queued


@dataclass(frozen=True, slots=True)
class SignedFile:
    """The exact bytes that a seat signed, and the bytes of the SSH signature."""

    payload: bytes
    signature: bytes

    @property
    def digest(self) -> str:
        """Identifies the file without revealing it: nobody else can guess the signature that goes with a text."""
        return sha256(self.payload + self.signature).hexdigest()

    @property
    def raw(self) -> bytes:
        """The 64 bytes that are mixed into the chance."""
        return sshsig.parse_blob(self.signature).raw

    def data(self) -> dict[str, str]:
        return {"payload": self.payload.decode(), "signature": b64encode(self.signature).decode()}

    @classmethod
    def armored(cls, payload: bytes, signature: str) -> SignedFile:
        """With the signature as ssh-keygen writes it."""
        return cls(payload, sshsig.dearmor(signature))

    @classmethod
    def of(cls, data: dict[str, Any]) -> SignedFile:
        return cls(data["payload"].encode(), b64decode(data["signature"]))


@dataclass(frozen=True, slots=True)
class WrittenAt:
    """When a file was written, by its own account."""

    after: int
    """The entry that its writer had seen."""
    at: str = ""
    """The time on the writer's clock."""

    def before(self, other: WrittenAt) -> bool:
        """Whether the other one is certainly newer; mails can overtake each other."""
        if self.after != other.after:
            return self.after < other.after
        return bool(self.at and other.at) and self.at < other.at


On = dict[str, Any]
"""What is voted on: `kind`, and by that `hours`, `to` or `player`."""


@dataclass(frozen=True, slots=True)
class Motion:
    on: On
    last: int = 0
    """The entry of the last vote on it."""
    votes: Mapping[int, bool | None] = field(default_factory=dict)
    """By seat; None where a secret vote cannot be read here."""
    written: Mapping[int, WrittenAt] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """The window that a seat can write for, and since when."""

    window: str
    at: str
    asked: bool
    """Whether the seat has been asked by now."""


@dataclass(frozen=True, slots=True)
class OrderOrigin:
    """A file that orders come from."""

    n: int
    """The entry that contains it."""
    raw: bytes
    """The bytes of its signature, mixed into the chance at its first use."""
    mixed: bool = False


@dataclass(slots=True)
class RecordedAnswer:
    """One answer as the ledger records it."""

    seat: int
    ask: str
    order: str
    source: str
    file: str = ""
    """Digest of the file it comes from; empty for a forced answer."""
    until: str | None = None
    """What it stays hidden until: a secret of the rules is revealed, or all have answered a Together."""
    shown: Any = None
    """What everybody may know of a hidden answer at once, such as how many cards it names."""
    line: Queued | None = None
    """The line that a forced answer used up."""
    dropped: tuple[Dropped, ...] = ()
    """Lines that are not used any more because of a forced answer."""
    unsourced: bool = False
    """Where it came from stays secret to the end, also when the answer itself is public."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An answer that play can go back to: the position before it is one in which the table waits for it."""

    n: int
    """The entry that records it."""
    i: int
    """Its place among the answers of that entry."""
    place: int
    """Of the table before it."""
    seat: int
    alone: bool
    """Whether this seat alone was asked, and so can take the answer back."""

    def data(self) -> dict[str, int]:
        """As entries name it."""
        return {"n": self.n, "i": self.i}


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer that was hidden until a later entry showed it."""

    by: int
    """The entry that shows it."""
    n: int
    i: int
    order: str


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo within a turn that goes on: it must not put off the deadline."""

    seat: int
    place: int
    """Of the table after it."""
    since: str
    """From when the deadline was counted."""


@dataclass(slots=True)
class ToldNote(Note):
    """A note for some seats alone, with the entry that it belongs to."""

    n: int = 0
    names: tuple[str, ...] = ()
    """Who had the seats then: a letter stays that of its writer."""

    @classmethod
    def of(cls, note: Note, n: int, names: tuple[str, ...]) -> ToldNote:
        return cls(note.key, note.values, note.seen_by, note.reveals, n, names)


@dataclass(slots=True)
class LineResult:
    """What became of one line of a file."""

    number: int
    text: str
    result: str
    """done, skipped, refused, unread; queued (it waits for its ask) or kept (a standing order)"""
    order: str | None = None
    refused: Refused | None = None
    why: str = ""
    """Why it was skipped or does not count: a key of the words."""
    file: str = ""
    """Digest of the file that it is a line of."""
    told: tuple[Note, ...] = ()
    """What came of it, as far as its sender may know."""

    def __add__(self, further: LineResult) -> LineResult:
        """A line that goes on: what became of it last, and all that came of it."""
        return replace(further, told=self.told + further.told)


@dataclass(frozen=True, slots=True)
class HiddenAnswer:
    """An answer that is not public yet."""

    order: str
    until: str
    file: str
    source: str = "file"
    origin: int | None = None
    """The entry that contains its file, if that is an earlier one."""
    unsourced: bool = False
    """Where it came from stays secret to the end, also when the answer itself is public."""

    def data(self) -> dict[str, Any]:
        """Its hidden part, as the ledger shows it later."""
        return {"order": self.order, **self.came()}

    def came(self) -> dict[str, Any]:
        """Where it came from."""
        return {"source": self.source} if self.origin is None else {"source": self.source, "from": self.origin}


@dataclass(slots=True)
class SealedEntry:
    """An entry of the ledger that hides answers."""

    seat: int | None
    """The seat it belongs to; None where several seats have answered."""
    file: SignedFile | None
    """The file that came with the entry, if it is sealed."""
    hidden: dict[int, HiddenAnswer]
    """By place among the entry's answers."""
    rest: bool
    """Whether the file stays sealed until the end, whatever is shown of it."""
    waits: int | None = None
    """Place of the answer that waits for the others of a Together."""
    sources: dict[int, HiddenAnswer] = field(default_factory=dict)
    """By place, answers that are public but whose source is not."""


@dataclass(slots=True)
class EntryDraft:
    """The result of one step of the match: the entry's own part, and what happened."""

    content: dict[str, Any]
    notes: list[Note] = field(default_factory=list)
    results: list[LineResult] = field(default_factory=list)
    veiled: SealedEntry | None = None
    moved: bool = False
    """Whether the rules went on, so that the open asks are new ones."""
    file: SignedFile | None = None
    """The file that came with it."""
    hidden: list[dict[str, Any]] = field(default_factory=list)
    """What a ruling has changed of hidden things."""
    marks: list[Mark | None] = field(default_factory=list)
    """By place among its answers, those that play can go back to; their entry is not known yet."""

    @property
    def counts(self) -> bool:
        """Whether it had any effect: an answer, or something put onto an agenda."""
        return bool(self.content.get("answers")) or any(
            one.result in ("done", "queued", "kept") for one in self.results
        )
