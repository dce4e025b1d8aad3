"""The genesis: what is agreed before play begins. Entry 0 holds it, every seat signs it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem import __version__, titles
from pbem.seals import sealing
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey, parse_public
from pbem.seals.recipients import Recipient, parse_age
from pbem.seals.signed import SignedMove
from pbem.seals.signers import Signer, write_signers
from pbem.seals.wire import strict_base64
from pbem.storage.ids import is_game, is_player
from pbem.table import BadSetup, Title
from pbem.table.state_json import canonical
from pbem.titles.editions import BadEdition, Edition
from pbem.words import LANGUAGES
from pbem.words.lazy_dataclass import dataclass

from ..acts import FORMAT
from ..acts.shapes import Entry
from ..clock.terms import Terms as Terms
from ..clock.terms import hours as hours
from ..clock.terms import minutes as minutes
from ..errors import CampaignError, CampaignFault, phrase
from ..ledger.entries import NOTHING
from .second_moderator import SecondModerator

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody whom a player has named: may write moves for the seat, and reads its hand."""

    key: PublicKey
    age: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    handle: str
    name: str
    """What pages and reports call the player."""
    key: PublicKey
    age: str | None = None
    """Where sealed files go, if not to the signing key."""
    bot: str | None = None
    substitute: Substitute | None = None

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """Whose moves count: the player's, and the substitute's."""
        return (self.key,) if self.substitute is None else (self.key, self.substitute.key)

    @property
    def signers(self) -> list[Signer]:
        own = Signer(self.handle, PublicKey(self.key.raw), self.age)
        one = self.substitute
        return [own] if one is None else [own, Signer(self.handle, PublicKey(one.key.raw), one.age)]

    @property
    def readers(self) -> list[Recipient]:
        """Whom what the seat may know is sealed to."""
        return [one.recipient for one in self.signers]

    def signed(self, move: SignedMove) -> PublicKey:
        """The key of this seat that signed a move; raises if none did."""
        for key in self.keys[1:]:
            try:
                move.verify(key)
                return key
            except SealError:
                continue
        move.verify(self.key)
        return self.key


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
    rules: int = 0
    """The title's `behaviour` number when the game began."""
    policy: Mapping[str, Any] = field(default_factory=dict)
    """What else the players agreed to, such as absences; what is missing is not agreed to."""
    second: SecondModerator | None = None
    """Who can go on with the game if its moderator cannot."""
    fork: Mapping[str, Any] | None = None
    """Where a sandbox comes from (`fork.py`)."""

    def load_title(self) -> Title:
        """The title, with the data that this game uses."""
        return titles.load(self.title, self.own)

    def check_rules(self) -> None:
        """Raise if the title's behaviour has changed since the game began."""
        here = self.load_title().behaviour
        if self.rules != here:
            raise CampaignError(
                CampaignFault.RULES, game=self.game, title=self.title, pinned=self.rules, here=here, engine=self.engine
            )

    @property
    def readers(self) -> list[PublicKey]:
        """Whom things for the moderator are sealed to: the second one must be able to go on."""
        return [self.moderator, *([self.second.key] if self.second else [])]

    @property
    def handles(self) -> tuple[str, ...]:
        return tuple(seat.handle for seat in self.seats)

    def entry(self) -> Entry:
        from base64 import b64encode

        changes = {"changes": {"name": self.own.name, "data": self.own.changes}} if self.own else {}
        return {
            **changes,
            **({"policy": dict(self.policy)} if self.policy else {}),
            **({"second": self.second.data()} if self.second else {}),
            **({"fork": dict(self.fork)} if self.fork else {}),
            "rules": self.rules,
            "n": 0,
            "prev": NOTHING,
            "kind": "genesis",
            "at": self.at,
            "format": FORMAT,
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
    seats = []
    try:
        for data in entry["seats"]:
            age = parse_age(data["age"], "`age`") if "age" in data else None
            seats.append(Seat(data["handle"], data["name"], parse_public(data["key"]), age, data.get("bot")))
        moderator = parse_public(entry["moderator"])
        second = entry.get("second")
        heir = SecondModerator(parse_public(second["key"]), second["sealed"]) if second else None
    except SealError as error:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=error) from None
    salt = strict_base64(entry["salt"])
    assert salt is not None
    genesis = Genesis(
        entry["game"],
        entry["title"],
        entry["options"],
        tuple(seats),
        entry["language"],
        entry["edition"],
        entry["engine"],
        entry["fixes"],
        entry["commitment"],
        salt,
        moderator,
        Terms.of(entry["clock"], entry["files"]),
        entry["at"],
        Edition(entry["title"], entry["changes"]["name"], entry["changes"]["data"]) if "changes" in entry else None,
        entry["rules"],
        entry.get("policy", {}),
        heir,
        entry.get("fork"),
    )
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
    """Check that a campaign can have these names and keys, and this clock."""
    genesis.terms.check()
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
    policy: Mapping[str, Any] | None = None,
    second: SecondModerator | None = None,
) -> Genesis:
    """A new genesis that pins the versions of this engine; raises if there cannot be one."""
    genesis = Genesis(
        game,
        title.id,
        title.settle(len(seats), options),
        tuple(replace(s, name=spoken(s)) for s in seats),
        language,
        edition(title),
        __version__,
        title.fixes,
        commitment,
        salt,
        moderator,
        terms,
        at,
        own,
        title.behaviour,
        policy or {},
        second,
    )
    check(genesis)
    check_terms(title, terms)
    for seat in genesis.seats:
        try_out(seat.handle, seat.key, seat.age)
    return genesis


def check_terms(title: Title, terms: Terms) -> None:
    """Raise if a title cannot be played by this clock."""
    terms.check()
    windows = sorted({window for kind in title.language.kinds.values() for window in kind.windows})
    for window in terms.windows:
        if window not in windows:
            raise CampaignError(CampaignFault.WINDOW, found=window, title=title.id, right=", ".join(windows))
    if terms.at_deadline == "bot" and title.module("bot") is None:
        raise CampaignError(CampaignFault.NO_BOT, found="bot", title=title.id, right="notify, default, replace")


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
    return write_signers([one for seat in seats for one in seat.signers]).encode()


def settings(genesis: Genesis, digest: str) -> bytes:
    """`campaign.yaml`: the genesis for people to read. It is derived; entry 0 of the ledger is authoritative."""
    lines = [
        "# What was agreed before play began; written by pbem from entry 0 of ledger.jsonl.",
        f"game: {genesis.game}",
        f"title: {genesis.title}",
        f"language: {genesis.language}",
        f"begun: {_quoted(genesis.at)}",
        *_clock_lines(genesis.terms),
        f"files: {genesis.terms.files}",
        *(f"policy_{name}: {_quoted(str(value))}" for name, value in sorted(genesis.policy.items())),
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
        *([f"second_moderator: {_quoted(genesis.second.data()['key'])}"] if genesis.second else []),
        f"engine: {_quoted(genesis.engine)}",
        f"fixes: {genesis.fixes}",
        f"edition: {genesis.edition}",
        *([f"edition_name: {_quoted(genesis.own.name)}"] if genesis.own else []),
        f"commitment: {genesis.commitment}",
        f"genesis: {digest}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _clock_lines(terms: Terms) -> list[str]:
    clocks = {window: terms.window(window) for window in sorted(terms.windows)}
    lists = {"deadline_days": terms.days, "reminder_hours": terms.reminders, "processing_runs": terms.runs}
    return [
        f"deadline_hours: {terms.hours}",
        *(f"deadline_hours_{window}: {one.hours}" for window, one in clocks.items()),
        f"at_deadline: {terms.at_deadline}",
        *([f"cool_off_minutes: {terms.cool_off}"] if terms.cool_off else []),
        *([f"time_zone: {_quoted(terms.zone.name)}"] if terms.zone else []),
        *([f"deadline_time: {_quoted(terms.hour)}"] if terms.hour else []),
        *(f"{name}: {json.dumps(list(found))}" for name, found in lists.items() if found),
        *([f"earliest_hours: {terms.earliest}"] if terms.earliest else []),
        *([f"grace_hours: {terms.grace}"] if terms.grace else []),
        *([f"holidays: {len(terms.holidays)}"] if terms.holidays else []),
    ]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
