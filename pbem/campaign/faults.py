"""What can be wrong with a campaign or with what is sent to it, and how it is said.

Every wrong input ends in one `CampaignError`. Its `fault` is for programs, its sentence for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.seals.faults import printable


class Fault(StrEnum):
    # files and folders
    NO_GAME = "no-game"
    GAME_ID = "game-id"
    GAME_EXISTS = "game-exists"
    DISK = "disk"
    LOCKED = "locked"
    # setting up
    HANDLE = "handle"
    HANDLE_TWICE = "handle-twice"
    KEY_TWICE = "key-twice"
    LANGUAGE = "language"
    NO_BOT = "no-bot"
    DEADLINE = "deadline"
    COOL_OFF = "cool-off"
    TIME = "time"
    # the ledger
    LEDGER_EMPTY = "ledger-empty"
    LEDGER_END = "ledger-end"
    LINE_SIZE = "line-size"
    LINE_JSON = "line-json"
    LINE_FORM = "line-form"
    LINE_FIELD = "line-field"
    LINE_GENESIS = "line-genesis"
    LINE_NUMBER = "line-number"
    LINE_PREV = "line-prev"
    LINE_SEAL = "line-seal"
    LINE_PLACE = "line-place"
    LINE_DIGEST = "line-digest"
    LINE_ANSWERS = "line-answers"
    LINE_FILE = "line-file"
    LINE_SIGNATURE = "line-signature"
    LINE_SECRET = "line-secret"
    LINE_OPENS = "line-opens"
    LINE_OUTCOME = "line-outcome"
    PUBLIC_FILE = "public-file"
    ENGINE = "engine"
    HISTORY = "history"
    # moves
    OTHER_GAME = "other-game"
    OTHER_PLAYER = "other-player"
    UNKNOWN_HEAD = "unknown-head"
    STALE = "stale"
    DUPLICATE = "duplicate"
    REPLACED = "replaced"
    NOT_BEGUN = "not-begun"
    NOT_ASKED = "not-asked"
    OVER = "over"
    JOINED = "joined"
    JOIN_HEAD = "join-head"
    JOIN_NEEDED = "join-needed"
    ALONE = "alone"
    NEW_KEY = "new-key"
    SAME_KEY = "same-key"
    # looking
    NO_PLAYER = "no-player"
    NO_HAND = "no-hand"
    NEEDS_SECRET = "needs-secret"
    NO_ENTRY = "no-entry"


SENTENCES: Mapping[Fault, str] = {
    Fault.NO_GAME: "There is no game {game} in {where}; `pbem status` lists the games there are.",
    Fault.GAME_ID: "{found} cannot be a game's id: it has 1 to 40 of a-z, 0-9 and -, and does not begin with -.",
    Fault.GAME_EXISTS: "There is a game {game} in {where} already; choose another id.",
    Fault.DISK: "{where} could not be {done}: {why}. No entry is lost or half written; run again when that is mended.",
    Fault.LOCKED: "Another moderator is at work on {game}: {holder}. "
    "Nothing was done; try again when that one is done.",
    Fault.HANDLE: "{found} cannot be a player's name: it has 1 to 24 of a-z, 0-9 and _, and begins with a-z.",
    Fault.HANDLE_TWICE: "{found} is named twice; each seat needs a name of its own.",
    Fault.KEY_TWICE: "{found} and {other} would have the same key; each seat needs a key of its own.",
    Fault.LANGUAGE: "There is no language {found}; there are {right}.",
    Fault.NO_BOT: "There is no bot {found} for {title}; there is {right}.",
    Fault.DEADLINE: "{found} is not a time to move; write hours or days, such as 48h or 3d.",
    Fault.COOL_OFF: "{found} is no time to cool off; write minutes or hours, such as 30m or 2h, or 0 for none.",
    Fault.TIME: "{found} is not a time; write it in UTC, such as 2026-01-31T12:00:00Z.",
    Fault.LEDGER_EMPTY: "The ledger is empty; its first line must be the genesis.",
    Fault.LEDGER_END: "entry {n}: the line does not end with a line break; the file was cut off.",
    Fault.LINE_SIZE: "entry {n}: the line is longer than {right} bytes.",
    Fault.LINE_JSON: "entry {n}: this is not JSON.",
    Fault.LINE_FORM: "entry {n}: this is not written in the one canonical way.",
    Fault.LINE_FIELD: "entry {n}: `{field}` is {found}; it must be {right}.",
    Fault.LINE_GENESIS: "entry {n}: no campaign can begin so: {why}",
    Fault.LINE_NUMBER: "entry {n}: the line says it is entry {found}.",
    Fault.LINE_PREV: "entry {n}: it does not follow from entry {before}; `prev` is not the digest of that line.",
    Fault.LINE_SEAL: "entry {n}: the moderator's signature does not fit; the line was changed by somebody else.",
    Fault.LINE_PLACE: "entry {n}: {found} has no place here; {right}.",
    Fault.LINE_DIGEST: "entry {n}: the public position after it has another digest than the one recorded.",
    Fault.LINE_ANSWERS: "entry {n}: {why}.",
    Fault.LINE_FILE: "entry {n}: the signed file is not right: {why}",
    Fault.LINE_SIGNATURE: "entry {n}: {player}'s signature does not hold: {why}",
    Fault.LINE_SECRET: "entry {n}: the revealed secret is not the one that the genesis committed to.",
    Fault.LINE_OPENS: "entry {n}: what it opens is not what entry {of} sealed.",
    Fault.LINE_OUTCOME: "entry {n}: the outcome is not the one that the rules give.",
    Fault.PUBLIC_FILE: "{where}: {why}.",
    Fault.ENGINE: "{game} was begun with pbem {pinned}, and this pbem {here} plays it differently from entry {n} on "
    "({why}). Nothing was changed. Finish it with the older engine: `pip install pbem=={pinned}`, then run again.",
    Fault.HISTORY: "The ledger of {game} is not the one that you have written: entry {n} is missing or another one. "
    "Nothing was changed. Bring the right ledger back from a copy; if this one is to count all the same, "
    "delete {where} and run again.",
    Fault.OTHER_GAME: "This file is for the game {found}, not for {game}; it counts there alone.",
    Fault.OTHER_PLAYER: "{found} has no seat in {game}; the seats are {right}.",
    Fault.UNKNOWN_HEAD: "The head {found} in `after` is none of this ledger's; take the one from your last report.",
    Fault.STALE: "This file was written after entry {found}, but what you are asked came up with entry {n}; "
    "look at the position again and write a new file.",
    Fault.DUPLICATE: "This file was dealt with already ({result}); it does not count a second time.",
    Fault.REPLACED: "A newer file of yours came before this one was read; the newer one counts.",
    Fault.NOT_BEGUN: "Play has not begun; these seats have not joined yet: {missing}.",
    Fault.NOT_ASKED: "Nothing is asked of you now; {right}",
    Fault.OVER: "The game is over; no more moves are taken.",
    Fault.JOINED: "{player} has joined already.",
    Fault.JOIN_HEAD: "To join, `after` must be the digest of the genesis, {right}; "
    "that is what your signature agrees to.",
    Fault.JOIN_NEEDED: "The first file of a seat must hold the one order `join`.",
    Fault.ALONE: "`{found}` must be the only order of its file.",
    Fault.NEW_KEY: "The order `key` needs the line of a new public key: `key ssh-ed25519 AAAA…`. {why}",
    Fault.SAME_KEY: "This key is the one that {player} signs with in this game already.",
    Fault.NO_PLAYER: "There is no player {found} in {game}; the players are {right}.",
    Fault.NO_HAND: "There is no sealed hand of {player} in {game} yet; it is written when play begins.",
    Fault.NEEDS_SECRET: "{game} is not over, so its positions can be computed with the moderator's key alone.",
    Fault.NO_ENTRY: "{game} has no entry {found}; its entries are 0 to {n}.",
}


class CampaignError(Exception):
    """Wrong input or a file that could not be used, told in one sentence."""

    def __init__(self, fault: Fault, **values: object) -> None:
        self.fault = fault
        self.values = {name: printable(str(value), 400) for name, value in values.items()}
        super().__init__(SENTENCES[fault].format(**self.values))

    @property
    def entry(self) -> int | None:
        """The entry of the ledger that does not fit, where it is about one."""
        return int(self.values["n"]) if self.fault.startswith(("line-", "ledger-end")) else None
