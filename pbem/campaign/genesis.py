"""The genesis: what is agreed before play begins. Entry 0 holds it, every seat signs it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem import __version__, titles
from pbem.seals import sealing
from pbem.seals.keys import PublicKey, parse_public
from pbem.seals.recipients import parse_age
from pbem.seals.signers import Signer, write_signers
from pbem.seals.wire import strict_base64
from pbem.storage.ids import is_game, is_player
from pbem.table import BadSetup, Title
from pbem.table.state_json import canonical
from pbem.titles.editions import BadEdition, Edition
from pbem.words import LANGUAGES

from .entries import NOTHING
from .errors import CampaignError, CampaignFault, phrase
from .kinds.shapes import Entry

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Seat:
    handle: str
    name: str
    """What pages and reports call the player."""
    key: PublicKey
    age: str | None = None
    """Where sealed files go, if not to the signing key."""
    bot: str | None = None

    @property
    def signer(self) -> Signer:
        return Signer(self.handle, PublicKey(self.key.raw), self.age)


@dataclass(frozen=True, slots=True)
class Terms:
    """How long a player has for an answer (0: no deadline), what a missed deadline does, and who sees files.

    files  `sealed`: move files stay sealed in the ledger until the end, so that nobody sees what was
           ordered ahead, nor that anything was; `open`: a file that contains nothing but its answers is
           shown at once, so that its signature can be checked while the game is on
    cool_off  minutes that a file which would draw chance waits, during which a slip can still be corrected
    """

    hours: int = 0
    at_deadline: str = "notify"
    files: str = "sealed"
    cool_off: int = 0
    windows: Mapping[str, int] = field(default_factory=dict)
    """Hours by window of the title, where they differ from `hours`; format 2."""

    def data(self) -> dict[str, Any]:
        """The field `clock` of the genesis."""
        data: dict[str, Any] = {"hours": self.hours, "at_deadline": self.at_deadline}
        if self.cool_off:
            data["cool_off"] = self.cool_off
        if self.windows:
            data["windows"] = dict(self.windows)
        return data


@dataclass(frozen=True, slots=True)
class Genesis:
    game: str
    title: str
    options: Mapping[str, str | int | bool]
    seats: tuple[Seat, ...]
    language: str
    edition: str
    """Digest of the title's data files."""
    engine: str
    fixes: int
    """The highest-numbered rules correction that this game is played with."""
    commitment: str
    salt: bytes
    moderator: PublicKey
    terms: Terms
    at: str
    own: Edition | None = None
    """The group's own corrections to the title's data."""
    format: int = 1
    rules: int | None = None
    """The title's `behaviour` number when the game began; format 2."""

    def load_title(self) -> Title:
        """The title, with the data that this game uses."""
        return titles.load(self.title, self.own)

    def check_rules(self) -> None:
        """Raise if the title's behaviour has changed since the game began."""
        here = self.load_title().behaviour
        if self.rules is not None and self.rules != here:
            raise CampaignError(
                CampaignFault.RULES, game=self.game, title=self.title, pinned=self.rules, here=here, engine=self.engine
            )

    @property
    def handles(self) -> tuple[str, ...]:
        return tuple(seat.handle for seat in self.seats)

    def entry(self) -> Entry:
        from base64 import b64encode

        changes = {"changes": {"name": self.own.name, "data": self.own.changes}} if self.own else {}
        return {
            **changes,
            **({} if self.rules is None else {"rules": self.rules}),
            "n": 0,
            "prev": NOTHING,
            "kind": "genesis",
            "at": self.at,
            "format": self.format,
            "game": self.game,
            "title": self.title,
            "options": dict(self.options),
            "seats": [_seat_data(seat) for seat in self.seats],
            "language": self.language,
            "edition": self.edition,
            "engine": self.engine,
            "fixes": self.fixes,
            "commitment": self.commitment,
            "salt": b64encode(self.salt).decode(),
            "moderator": PublicKey(self.moderator.raw).line,
            "clock": self.terms.data(),
            "files": self.terms.files,
        }


def _seat_data(seat: Seat) -> dict[str, str]:
    data = {"handle": seat.handle, "name": seat.name, "key": PublicKey(seat.key.raw).line}
    if seat.age:
        data["age"] = seat.age
    if seat.bot:
        data["bot"] = seat.bot
    return data


def read(entry: Entry) -> Genesis:
    """The genesis in an entry that has the right fields; raises where its values make no sense."""
    from pbem.seals.errors import SealError

    seats = []
    try:
        for data in entry["seats"]:
            age = parse_age(data["age"], "`age`") if "age" in data else None
            seats.append(Seat(data["handle"], data["name"], parse_public(data["key"]), age, data.get("bot")))
        moderator = parse_public(entry["moderator"])
    except SealError as error:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=error) from None
    salt = strict_base64(entry["salt"])
    assert salt is not None
    clock = entry["clock"]
    genesis = Genesis(
        entry["game"], entry["title"], entry["options"], tuple(seats), entry["language"], entry["edition"],
        entry["engine"], entry["fixes"], entry["commitment"], salt, moderator,
        Terms(clock["hours"], clock["at_deadline"], entry["files"], clock.get("cool_off", 0), clock.get("windows", {})),
        entry["at"],
        Edition(entry["title"], entry["changes"]["name"], entry["changes"]["data"]) if "changes" in entry else None,
        entry["format"], entry.get("rules"),
    )  # fmt: skip
    try:
        check(genesis)
        settled = genesis.load_title().settle(len(seats), genesis.options, genesis.fixes)
    except CampaignError as error:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=error) from None
    except titles.NoSuchTitle:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=phrase("no-title", title=genesis.title)) from None
    except (BadSetup, BadEdition) as error:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=f"{error}.") from None
    if canonical(settled) != canonical(dict(genesis.options)):  # in Python, True equals 1
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=phrase("options"))
    return genesis


def check(genesis: Genesis) -> None:
    """Check that a campaign can have these names and keys."""
    if not is_game(genesis.game):
        raise CampaignError(CampaignFault.GAME_ID, found=genesis.game)
    if genesis.language not in LANGUAGES:
        raise CampaignError(CampaignFault.LANGUAGE, found=genesis.language, right=", ".join(LANGUAGES))
    by_key: dict[bytes, str] = {}
    for seat in genesis.seats:
        if not is_player(seat.handle):
            raise CampaignError(CampaignFault.HANDLE, found=seat.handle)
        if genesis.handles.count(seat.handle) > 1:
            raise CampaignError(CampaignFault.HANDLE_TWICE, found=seat.handle)
        if seat.key.raw in by_key:
            raise CampaignError(CampaignFault.KEY_TWICE, found=by_key[seat.key.raw], other=seat.handle)
        by_key[seat.key.raw] = seat.handle


def begin(
    game: str,
    title: Title,
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    language: str,
    terms: Terms,
    commitment: str,
    salt: bytes,
    moderator: PublicKey,
    at: str,
    own: Edition | None = None,
    format: int = 1,
) -> Genesis:
    """A new genesis that pins the versions of this engine; raises if there cannot be one."""
    genesis = Genesis(
        game, title.id, title.settle(len(seats), options), tuple(replace(s, name=spoken(s)) for s in seats), language,
        edition(title), __version__, title.fixes, commitment, salt, moderator, terms, at, own, format,
        None if format == 1 else title.behaviour,
    )  # fmt: skip
    check(genesis)
    windows = sorted({window for kind in title.language.kinds.values() for window in kind.windows})
    for window in terms.windows:
        if window not in windows:
            raise CampaignError(CampaignFault.WINDOW, found=window, title=title.id, right=", ".join(windows))
    for seat in genesis.seats:
        try_out(seat.handle, seat.key, seat.age)
    return genesis


def try_out(handle: str, key: PublicKey, age: str | None) -> None:
    """Before a key gets a seat, raise if nothing can be sealed to it. Keys already in a ledger are not tried:
    a seat with such a key can be handed over."""
    sealing.try_out(key, phrase("key-of", player=handle))
    if age is not None:
        sealing.try_out(age, phrase("recipient-of", player=handle))


def spoken(seat: Seat) -> str:
    """A name for people: one line of limited length, without invisible characters."""
    name = " ".join("".join(c if c.isprintable() else " " for c in seat.name).split())
    return name[:LONGEST_NAME] or seat.handle


def hours(text: str) -> int:
    """`48h`, `3d`, or `0` for no deadline."""
    found = re.fullmatch(r"(\d{1,4})\s*(h|d|)", text.strip(), re.ASCII)
    if found is None or (not found[2] and int(found[1])):
        raise CampaignError(CampaignFault.DEADLINE, found=text)
    return int(found[1]) * (24 if found[2] == "d" else 1)


def minutes(text: str) -> int:
    """`30m`, `2h`, or `0`."""
    found = re.fullmatch(r"(\d{1,4})\s*(m|h|)", text.strip(), re.ASCII)
    if found is None or (not found[2] and int(found[1])):
        raise CampaignError(CampaignFault.COOL_OFF, found=text)
    return int(found[1]) * (60 if found[2] == "h" else 1)


def edition(title: Title) -> str:
    """A digest of the title's component data: a different figure on a card makes a different edition."""
    print_ = sha256()
    for name, data in _data_files(title.resource("data"), ""):
        print_.update(f"{name}\0{len(data)}\0".encode() + data)
    return print_.hexdigest()


def _data_files(folder: Traversable, under: str) -> list[tuple[str, bytes]]:
    if not folder.is_dir():
        return []
    found = []
    for one in sorted(folder.iterdir(), key=lambda item: item.name):
        if one.is_dir():
            found += _data_files(one, f"{under}{one.name}/")
        elif one.name.endswith(".yaml"):
            found.append((f"{under}{one.name}", one.read_bytes()))
    return found


def allowed_signers(seats: Sequence[Seat]) -> bytes:
    """Who may sign now, for `ssh-keygen -Y verify -f allowed_signers`."""
    return write_signers([seat.signer for seat in seats]).encode()


def settings(genesis: Genesis, digest: str) -> bytes:
    """`campaign.yaml`: the genesis for people to read. It is derived; entry 0 of the ledger is authoritative."""
    lines = [
        "# What was agreed before play began; written by pbem from entry 0 of ledger.jsonl.",
        f"game: {genesis.game}",
        f"title: {genesis.title}",
        f"language: {genesis.language}",
        f"begun: {_quoted(genesis.at)}",
        f"deadline_hours: {genesis.terms.hours}",
        *(f"deadline_hours_{window}: {hours}" for window, hours in sorted(genesis.terms.windows.items())),
        f"at_deadline: {genesis.terms.at_deadline}",
        *([f"cool_off_minutes: {genesis.terms.cool_off}"] if genesis.terms.cool_off else []),
        f"files: {genesis.terms.files}",
        "options:" if genesis.options else "options: {}",
        *(f"  {name}: {_quoted(str(value).lower())}" for name, value in sorted(genesis.options.items())),
        "seats:",
    ]
    for seat in genesis.seats:
        lines += [f"  - handle: {seat.handle}", f"    name: {_quoted(seat.name)}"]
        lines += [
            f"    {key}: {_quoted(value)}" for key, value in _seat_data(seat).items() if key not in ("handle", "name")
        ]
    lines += [
        f"moderator: {_quoted(PublicKey(genesis.moderator.raw).line)}",
        f"engine: {_quoted(genesis.engine)}",
        f"fixes: {genesis.fixes}",
        f"edition: {genesis.edition}",
        *([f"edition_name: {_quoted(genesis.own.name)}"] if genesis.own else []),
        f"commitment: {genesis.commitment}",
        f"genesis: {digest}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
