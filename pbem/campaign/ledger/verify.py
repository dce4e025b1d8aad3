"""Verify: anyone, offline, with only the files.

Before the end: the chain, the moderator's signature, who signed what and when, and that answers
read. After the end also: the commitment, every answer by the rules, every die and every card.
The first entry that does not fit is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any

from pbem import __version__, titles
from pbem.seals import fair, sshsig
from pbem.seals.errors import SealError
from pbem.seals.signers import MODERATOR, MOVES
from pbem.table import Refused
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import LOGS, Message

from ...storage.errors import StorageError
from .. import movefile as movefiles
from ..acts import KINDS, press
from ..acts.shapes import Entry, named
from ..agreement import fork
from ..agreement import genesis as terms
from ..errors import CampaignError, CampaignFault, phrase
from ..match import Match
from ..records import EntryDraft, SignedFile, WrittenAt
from .beside import check_files
from .file import Ledger
from .known import Unsealed
from .replay import attested, compare, settle, signer


@dataclass(slots=True)
class Verdict:
    game: str
    entries: int = 0
    over: bool = False
    """The secret is out: every die and card was computed again."""
    signatures: int = 0
    answers: int = 0
    files: int = 0
    head: str = ""
    moderator: str = ""
    """Fingerprint of the key that the whole ledger rests on: anybody forging a ledger has another key."""
    fault: str | None = None
    """The message key of what is wrong; None if everything is right."""
    entry: int | None = None
    """The first entry that does not fit."""
    said: tuple[Message, ...] = ()
    """What is wrong, for people."""

    @property
    def ok(self) -> bool:
        return self.fault is None

    @property
    def message(self) -> str:
        return self.say(LOGS)

    def say(self, language: str) -> str:
        return " ".join(one.say(language) for one in self.said)

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "ok": self.ok,
            "entries": self.entries,
            "over": self.over,
            "signatures": self.signatures,
            "answers": self.answers,
            "files": self.files,
            "head": self.head,
            "moderator": self.moderator,
            "fault": self.fault,
            "entry": self.entry,
            "message": self.message,
        }


Told = Callable[[int, int], object]
"""Hears how many entries have been checked, and of how many."""


def verify(folder: Path, ledger_only: bool = False, seen: str | None = None, told: Told | None = None) -> Verdict:
    """Check everything that can be checked of a campaign, or of a ledger without its other files.

    `seen` is a head that somebody has kept; a ledger without it is a different history.
    """
    verdict = Verdict(folder.name)
    try:
        chain = _Chain(folder)
        verdict.moderator = chain.genesis.moderator.fingerprint
        if seen is not None and seen not in {digest for digest, _ in chain.entries}:
            why = phrase("not-seen", seen=seen)
            raise CampaignError(CampaignFault.PUBLIC_FILE, where=Ledger(folder).path.name, why=why)
        if chain.broken is None:
            chain.genesis.check_rules()
        match = LedgerChecker(chain, verdict).check(told)
        if chain.broken is not None:
            raise chain.broken
        if not ledger_only:
            verdict.files = check_files(folder, match, verdict.over)
    except CampaignError as error:
        verdict.fault, verdict.entry, verdict.said = str(error.fault), error.entry, (error.said,)
        if error.fault in (CampaignFault.LINE_DIGEST, CampaignFault.LINE_ANSWERS, CampaignFault.LINE_OUTCOME):
            verdict.said += _other_engine(Ledger(folder))
    except StorageError as error:
        verdict.fault, verdict.said = str(error.fault), (error.said,)
    return verdict


def _other_engine(ledger: Ledger) -> tuple[Message, ...]:
    """A hint if the campaign was started with another engine, which may have played by other rules."""
    genesis = terms.read(ledger.first()[1])
    here = terms.edition(titles.load(genesis.title))
    if (genesis.engine, genesis.edition) == (__version__, here):
        return ()
    return (phrase("other-engine", pinned=genesis.engine, here=__version__),)


class _Chain:
    """The entries as far as each follows from the one before, and what breaks there."""

    def __init__(self, folder: Path) -> None:
        self.entries: list[tuple[str, Entry]] = []
        self.broken: CampaignError | None = None
        try:
            self.entries.extend(Ledger(folder).entries())
        except CampaignError as error:
            if error.entry is None:
                raise
            self.broken = error
        if not self.entries:
            assert self.broken is not None
            raise self.broken
        self.first = self.entries[0][0]
        self.genesis = terms.read(self.entries[0][1])
        self._seals()

    def _seals(self) -> None:
        """Check the moderator's signature on every line: the last one only proves that it continues the others."""
        now = self.genesis.moderator
        for n, (_, entry) in enumerate(self.entries):
            try:
                now = signer(self.genesis, now, entry)
                attested(entry, now)
            except CampaignError as error:
                self.broken = error
                del self.entries[n:]
                return


@dataclass(slots=True)
class LedgerChecker:
    """Goes through a ledger, entry by entry."""

    chain: _Chain
    verdict: Verdict
    known: Unsealed = field(default_factory=Unsealed)
    moves: dict[int, movefiles.MoveFile] = field(default_factory=dict)
    written: dict[int, WrittenAt] = field(default_factory=dict)
    """By entry, when its file was written."""
    used: dict[str, int] = field(default_factory=dict)
    """By digest, the entry that contains a file: a plan that fits at any time must not be used twice."""
    answered: dict[tuple[int, int], str] = field(default_factory=dict)
    """By entry and place, who gave the answers that count: those that were taken back are gone."""

    def check(self, told: Told | None = None) -> Match:
        """Check every entry in turn: first who signed it, then what the rules say about it."""
        chain, verdict = self.chain, self.verdict
        for _, entry in chain.entries:
            self.known.learn(entry)
        if self.known.secret is not None and not fair.matches(self.known.secret, chain.genesis.commitment):
            # Without the right secret nothing can be computed, but signatures can still be checked.
            chain.broken = CampaignError(CampaignFault.LINE_SECRET, n=len(chain.entries) - 1)
            self.known.secret = None
        match = Match.begin(chain.genesis, chain.first, self.known.secret)
        fork.prepare(match, self.known)
        match.fetch = lambda _: self.known.files
        earlier = {chain.first: 0}
        self.known.number = earlier.get
        for digest, entry in chain.entries[1:]:
            if told is not None:
                told(entry["n"], len(chain.entries))
            if "file" in entry:
                self._signed(match, entry, earlier)
            self._entry(match, entry, digest)
            earlier[digest] = entry["n"]
        verdict.entries, verdict.head = len(chain.entries), match.head
        verdict.over = match.past.ended and match.table is not None
        return match

    # ---- who signed

    def _signed(self, match: Match, entry: Entry, earlier: dict[str, int]) -> None:
        n, shown = entry["n"], entry["file"]
        if ("sealed" in shown) == ("payload" in shown) or ("payload" in shown) != ("signature" in shown):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("open-or-sealed"))
        if self.used.setdefault(shown["digest"], n) != n:
            why = phrase("file-again", n=self.used[shown["digest"]])
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=why)
        file = self.known.file(n, shown)
        if file is None:
            if self.known.secret is not None and not press.stays_sealed(match, entry):
                raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("never-opened"))
            return
        if file.digest != shown["digest"]:
            fault = CampaignFault.LINE_FILE if "payload" in shown else CampaignFault.LINE_OPENS
            raise CampaignError(fault, n=n, of=n, why=phrase("other-digest"))
        try:
            move = movefiles.parse(file.payload)
        except movefiles.MoveFileError as error:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
        player = move.player if "anonymous" in entry else entry.get("player", press.MODERATOR)
        if (move.game, move.player) != (match.genesis.game, player):
            why = phrase("for-other", player=move.player, game=move.game)
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=why)
        if move.after not in earlier:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("after-nothing"))
        self._signature(match, entry, file, player)
        self.moves[n], self.written[n] = move, WrittenAt(earlier[move.after], move.written or "")
        self.verdict.signatures += 1

    def _signature(self, match: Match, entry: Entry, file: SignedFile, player: str) -> None:
        own = "due" in entry or ("player" not in entry and "anonymous" not in entry)  # the moderator's
        key = match.seats.moderator
        try:
            found = sshsig.parse_blob(file.signature)
            if not own:
                owner = match.seats[match.seat_of({**entry, "player": player})]
                moves = entry["kind"] in ("run", "withdraw", "undo", "press")  # a substitute decides nothing else
                key = found.key if moves and found.key in owner.keys else owner.key
            sshsig.check(found, file.payload, MODERATOR if own else MOVES, key)
        except SealError as error:
            signer = phrase("the-moderator") if own else player
            raise CampaignError(CampaignFault.LINE_SIGNATURE, n=entry["n"], player=signer, why=error) from None

    # ---- what the rules say

    def _entry(self, match: Match, entry: Entry, digest: str) -> None:
        n, kind = entry["n"], KINDS[entry["kind"]]
        match.time = entry["at"]
        if match.past.ended:
            raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind.name), right=phrase("ended-before"))
        deed = kind.verify(self, match, entry)
        if match.secret is not None:
            compare(entry, deed)
        settle(match, entry, digest, deed)
        if isinstance(entry.get("to"), dict):  # play goes back to an answer
            to = (entry["to"]["n"], entry["to"]["i"])
            self.answered = {place: player for place, player in self.answered.items() if place < to}
        self.answered |= {(n, i): one["player"] for i, one in enumerate(entry.get("answers", ()))}
        self.verdict.answers += sum(one.get("source") != "forced" for one in entry.get("answers", ()))

    def in_turn(self, match: Match, seat: int, n: int) -> None:
        """A file counts only if no earlier entry has a file of the same seat that was written later."""
        if self.written[n].before(match.ahead.newest[seat]):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("overtaken"))

    def unplayed(self, match: Match, entry: Entry) -> EntryDraft:
        """An entry that cannot be recomputed without the secret: its answers are readable, and its file came in turn.

        The time of writing is known only for open files; a sealed one may have any.
        """
        n = entry["n"]
        if match.seats.missing:
            raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=phrase("not-begun"))
        if "file" in entry and "due" not in entry:
            seat = match.seat_of(entry)
            if n in self.written:
                self.in_turn(match, seat, n)
            match.ahead.written(seat, self.written.get(n, WrittenAt(0)))
        self._readable(match, entry)
        return EntryDraft(dict(entry))

    def _readable(self, match: Match, entry: Entry) -> None:
        """Without the secret: the answers are orders of the title, and the seats are seats."""
        handles = match.genesis.handles
        for one in entry.get("answers", ()):
            if one["player"] not in handles or one["ask"] not in match.title.language.kinds:
                why = phrase("no-such", player=one["player"], ask=one["ask"])
                raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)
            if "order" in one:
                try:
                    match.title.language[one["ask"]].read(one["order"], handles, handles.index(one["player"]))
                except Refused as refused:
                    why = phrase("order-unread", refused=str(refused))
                    raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why) from None

    def brought_about(self, match: Match, entry: Entry) -> EntryDraft:
        """What follows at this point without a new file; there must be something."""
        made = match.due()
        if made is None:
            right = phrase("not-brought-about")
            raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)
        return made

    def in_play(self, match: Match, entry: Entry) -> int:
        """The seat whose file an entry brings, where one can come."""
        self.nothing_due(match, entry)
        return match.seat_of(entry)

    def nothing_due(self, match: Match, entry: Entry) -> None:
        """Check that play has begun, and that nothing is due without a new file."""
        due = match.due() if match.table is not None else None
        if match.table is None or due is not None:
            right = phrase("not-begun")
            if due is not None:
                right = phrase("must-come-first", entry=named(due.content["kind"]))
            raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)
