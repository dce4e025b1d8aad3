"""What can be wrong with a campaign or with what is sent to it, and how people are told.

Every wrong input ends in one `CampaignError`. Its `fault` is for programs, its sentence (`words/`) for people.
"""

from __future__ import annotations

from enum import StrEnum

from pbem.words.message import Message, MessageError, put


class CampaignFault(StrEnum):
    # files and folders
    NO_GAME = "no-game"
    GAME_ID = "game-id"
    GAME_EXISTS = "game-exists"
    UNEXPECTED = "unexpected"
    # setting up
    HANDLE = "handle"
    HANDLE_TWICE = "handle-twice"
    KEY_TWICE = "key-twice"
    LANGUAGE = "language"
    NO_BOT = "no-bot"
    DEADLINE = "deadline"
    WINDOW = "window"
    COOL_OFF = "cool-off"
    TIME = "time"
    ZONE = "zone"
    NO_ZONE = "no-zone"
    NO_HOUR = "no-hour"
    EARLIEST = "earliest"
    HOLIDAYS = "holidays"
    DAYS = "days"
    DAY_TIME = "day-time"
    # the ledger
    LEDGER_EMPTY = "ledger-empty"
    LEDGER_END = "ledger-end"
    LINE_SIZE = "line-size"
    LINE_JSON = "line-json"
    LINE_FORM = "line-form"
    LINE_FIELD = "line-field"
    LINE_FORMAT = "line-format"
    LINE_GENESIS = "line-genesis"
    LINE_NUMBER = "line-number"
    LINE_PREV = "line-prev"
    LINE_TIME = "line-time"
    LINE_SEAL = "line-seal"
    LINE_PLACE = "line-place"
    LINE_DIGEST = "line-digest"
    LINE_ANSWERS = "line-answers"
    LINE_FILE = "line-file"
    LINE_SIGNATURE = "line-signature"
    LINE_SECRET = "line-secret"
    LINE_OPENS = "line-opens"
    LINE_OUTCOME = "line-outcome"
    NOTES_FORM = "notes-form"
    PUBLIC_FILE = "public-file"
    OTHER_VERSION = "other-version"
    ENGINE = "engine"
    RULES = "rules"
    HISTORY = "history"
    HISTORY_ELSEWHERE = "history-elsewhere"
    NOT_YOUR_KEY = "not-your-key"
    HAND_FOR_AGE = "hand-for-age"
    NOT_GENUINE = "not-genuine"
    SEEN_OTHERWISE = "seen-otherwise"
    # moves
    OTHER_GAME = "other-game"
    OTHER_PLAYER = "other-player"
    UNKNOWN_HEAD = "unknown-head"
    OVERTAKEN = "overtaken"
    STALE = "stale"
    DUPLICATE = "duplicate"
    REPLACED = "replaced"
    NOT_BEGUN = "not-begun"
    NO_ANSWER = "no-answer"
    OVER = "over"
    JOINED = "joined"
    JOIN_HEAD = "join-head"
    JOIN_NEEDED = "join-needed"
    ALONE = "alone"
    FORK = "fork"
    PRESS_FORM = "press-form"
    PRESS_EMPTY = "press-empty"
    PRESS_LONG = "press-long"
    PRESS_NONE = "press-none"
    PRESS_PUBLIC = "press-public"
    PRESS_NAMED = "press-named"
    PRESS_SELF = "press-self"
    PRESS_SILENT = "press-silent"
    PRESS_RATE = "press-rate"
    NEW_KEY = "new-key"
    SAME_KEY = "same-key"
    UNDO = "undo"
    UNDO_FORM = "undo-form"
    BEFORE_ROLLBACK = "before-rollback"
    ROLLBACK = "rollback"
    RULING = "ruling"
    VOTE = "vote"
    VOTE_FORM = "vote-form"
    PLACE_FORM = "place-form"
    REASON = "reason"
    # clocks and seats
    ABSENCE = "absence"
    ABSENCE_PAST = "absence-past"
    ABSENCE_BUDGET = "absence-budget"
    NOT_AWAY = "not-away"
    CLOCK_FIXED = "clock-fixed"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    NO_DEADLINE = "no-deadline"
    SEAT_FREE = "seat-free"
    SEAT_BOT = "seat-bot"
    SEAT_PASSED = "seat-passed"
    NO_SUBSTITUTE = "no-substitute"
    SUBSTITUTE_MOVES = "substitute-moves"
    NO_LATE_SEATS = "no-late-seats"
    LATE_SEATS_LAST = "late-seats-last"
    NO_SECOND = "no-second"
    NOT_SECOND = "not-second"
    NO_HEIR = "no-heir"
    TAKEN_OVER = "taken-over"
    NOT_TAKEN_OVER = "not-taken-over"
    SECOND_IS_FIRST = "second-is-first"
    SECOND_PLAYS = "second-plays"
    # looking
    NO_PLAYER = "no-player"
    NO_HAND = "no-hand"
    NEEDS_SECRET = "needs-secret"
    NO_ENTRY = "no-entry"


class CampaignError(MessageError):
    """Wrong input or an unusable file, explained in one sentence."""

    room = "campaign"
    longest = 400
    fault: CampaignFault

    @property
    def entry(self) -> int | None:
        """The ledger entry at fault, if the error is about one."""
        return int(str(self.values["n"])) if self.fault.startswith(("line-", "ledger-end")) else None


def phrase(key: str, /, **values: object) -> Message:
    """A fragment of a sentence about campaigns."""
    return put("campaign", f"phrase.{key}", values)
