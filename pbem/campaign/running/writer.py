"""The moderator's side of a campaign: takes files, appends entries, keeps the public files up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.orders.lines import rows
from pbem.seals.errors import SealError, SealFault
from pbem.seals.moderator_key import GameSecrets, Moderator
from pbem.seals.recipients import Recipient
from pbem.seals.signed import SignedMove, read_signed
from pbem.table import Table, Words
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message

from .. import acts
from .. import movefile as movefiles
from ..acts import run, seat_keys
from ..acts.act import ActDecision, CampaignAct, Command
from ..acts.press import MODERATOR
from ..acts.shapes import Entry
from ..agreement import genesis as terms
from ..agreement.genesis import Genesis
from ..campaign import Campaign
from ..clock import deadlines
from ..errors import CampaignError, CampaignFault, phrase
from ..ledger.entries import digest_of
from ..ledger.file import Head
from ..ledger.known import Unsealed
from ..ledger.signed_json import signed
from ..match import Match, openings
from ..published import public_files, public_notes
from ..records import EntryDraft, SignedFile, WrittenAt
from . import correction_files, note_files, order_files, press_files, receipts, sealed_parts, vote_files
from .checkpoint import Checkpoints
from .cool_off import COOLING
from .happened import NewEntry, PastNote, new_entry
from .receipts import Receipt, said_of
from .submission import ReadFile, Submission


@dataclass(slots=True)
class CampaignWriter:
    """A campaign under the moderator's lock."""

    campaign: Campaign
    moderator: Moderator
    secrets: GameSecrets
    match: Match
    head: Head
    checkpoints: Checkpoints
    last: Receipt | None
    """The receipt of the entry at the head, in case the previous run died before writing it."""
    entries: list[NewEntry] = field(default_factory=list)
    """The entries written under this lock."""
    every_note: tuple[str, list[tuple[int, PastNote]]] | None = None
    """By the head for which the game was played again: all that anybody was told."""

    @property
    def folder(self) -> Path:
        return self.campaign.folder

    @property
    def genesis(self) -> Genesis:
        return self.campaign.genesis

    @property
    def words(self) -> Words:
        """With the names of those who play now."""
        return self.campaign.words(names=[seat.name for seat in self.match.seats])

    # ---- taking files

    def submit(self, data: bytes, signature: bytes | None = None, now: str | None = None) -> Receipt:
        """Deal with one file as it arrived, and answer it. The same file again gets the same answer."""
        at = self.time(now)
        read = self.read(data, signature, at)
        return read if isinstance(read, Receipt) else self.take(read, at)

    def time(self, now: str | None = None) -> str:
        """The current time, or the time of the last entry if the clock is behind it."""
        return max(now or deadlines.now(), self.match.at)

    def read(
        self, data: bytes, signature: bytes | None, at: str, before: ReadFile | None = None
    ) -> Submission | Receipt:
        """The submission in these bytes, or a receipt saying why there is none; `before`: what they were read as."""
        file: SignedFile | None = None
        player: str | None = None
        try:
            move = before.move if before else read_signed(data, signature, self.moderator.open)
            file = SignedFile.armored(move.payload, move.signature)
            parsed = before.file if before else movefiles.parse(move.payload)
            if parsed.game != self.genesis.game:
                raise CampaignError(CampaignFault.OTHER_GAME, found=parsed.game, game=self.genesis.game)
            seat = self.match.seat(parsed.player)
            if seat is None:
                right = ", ".join(self.genesis.handles)
                raise CampaignError(
                    CampaignFault.OTHER_PLAYER, found=parsed.player, game=self.genesis.game, right=right
                )
            known = self._known(file.digest, parsed.after, at)
            if known is not None:
                return known
            signer = seat_keys.signer(self.campaign, self.match.seats[seat], move)
            player = parsed.player
            return Submission(file, seat, signer, parsed.after, parsed.orders, parsed.window, parsed.written or "")
        except (SealError, CampaignError, movefiles.MoveFileError) as error:
            if _not_its_fault(error):
                raise
            if isinstance(error, movefiles.MoveFileError):
                player = self._signer(move)  # the message quotes the file
            digest = file.digest if file else sha256(data + (signature or b"")).hexdigest()
            return self._refuse(digest, player, error, at)

    def _signer(self, move: SignedMove) -> str | None:
        """Whose key signed a file that does not name its player readably."""
        for seat in self.match.seats:
            try:
                seat.signed(move)
                return seat.handle
            except SealError:
                continue
        return None

    def _known(self, digest: str, after: str, at: str) -> Receipt | None:
        """The answer to a file that was dealt with before."""
        if self.last is not None and self.last.file == digest:
            return self.last
        found = receipts.find(self.folder, digest)
        if found is None:
            entry = self.campaign.ledger.holding(digest, after)
            if entry is None:
                return None
            # The previous run died before it could answer, or somebody removed the receipt.
            n, player = entry["n"], entry.get("player")
            receipt = self.receipt(digest, "applied", at, player, n, said_of("is-entry", n=n))
            self.answer(receipt)
            return receipt
        result = found["result"]
        if result == COOLING:
            return None
        shown = phrase(f"result-{result}")
        if found["n"] is not None:
            shown = phrase("as-entry", result=shown, n=found["n"])
        error = CampaignError(CampaignFault.DUPLICATE, result=shown)
        return self.receipt(digest, "duplicate", at, found["player"], found["n"], error.said, fault=error.fault)

    def take(self, one: Submission, at: str, open_now: bool = False) -> Receipt:
        """Accept a submission, or say why not."""
        self.match.time = at
        player = self.genesis.handles[one.seat]
        try:
            owner = self.match.seats[one.seat]
            if one.key not in owner.keys:  # an entry between reading and taking invalidated the old key
                wrong = SealError(SealFault.SIG_KEY, found=one.key.fingerprint, right=owner.key.fingerprint)
                raise seat_keys.passed_on(self.campaign, owner.handle, one.key) or wrong
            if one.word not in ("", "undo", "press") and one.key != owner.key:
                raise CampaignError(CampaignFault.SUBSTITUTE_MOVES, found=one.word, player=player)
            said = rows(one.orders)
            if one.word == press_files.WORD:
                return press_files.take(self, one, at)
            if one.word and (len(said) > 1 or (one.word in ("join", "leave") and said[0].lower() != one.word)):
                raise CampaignError(CampaignFault.ALONE, found=one.word)
            if one.word == "join":
                return self._join(one, at)
            if one.word in acts.WORDS:
                return self._act(one, at)
            if one.word == note_files.WORD:
                return note_files.take(self, one, at)
            if one.word == "vote":
                return vote_files.take(self, one, at)
            if one.word == "undo":
                return correction_files.undo(self, one, at)
            return order_files.take(self, one, at, open_now)
        except (SealError, CampaignError) as error:
            if _not_its_fault(error):
                raise
            return self._refuse(one.file.digest, player, error, at)

    def _refuse(
        self, digest: str, player: str | None, error: SealError | CampaignError | movefiles.MoveFileError, at: str
    ) -> Receipt:
        if isinstance(error, movefiles.MoveFileError):
            receipt = self.receipt(digest, "refused", at, player, None, *error.said, fault="move-file")
        else:
            receipt = self.receipt(digest, "refused", at, player, None, error.said, fault=str(error.fault))
        found = receipts.find(self.folder, digest)
        if found is None or found["result"] == COOLING:
            self.answer(receipt)
        return receipt

    def receipt(
        self,
        file: str,
        result: str,
        at: str,
        player: str | None,
        n: int | None,
        *said: Message,
        lines: Sequence[dict[str, Any]] = (),
        fault: str | None = None,
    ) -> Receipt:
        """Faults of a file, and notes, are listed one below the other; what became of it is one paragraph."""
        message = ("\n" if result in ("refused", "answered") else " ").join(
            one.say(self.genesis.language) for one in said
        )
        return Receipt(file, result, at, player, n, message, list(lines), fault, [one.data() for one in said])

    def answer(self, receipt: Receipt) -> None:
        readers: list[Recipient] = []
        if receipt.player is not None:
            seat = self.match.seat(receipt.player)
            assert seat is not None
            if self.match.seats[seat].bot:
                return  # nobody would read it
            readers = self.match.seats[seat].readers
        receipts.write(self.folder, receipt, self.moderator, readers, self.genesis.language, self.head)

    def replaced(self, one: Submission, at: str) -> Receipt:
        """A newer file from the same seat came before this one was read."""
        return self._replaced(one, at, CampaignError(CampaignFault.REPLACED))

    def overtaken(self, one: Submission, at: str, written: WrittenAt) -> Receipt:
        """A newer file from the same seat is in the ledger already."""
        newest = self.match.ahead.newest[one.seat]
        return self._replaced(
            one, at, CampaignError(CampaignFault.OVERTAKEN, found=_when(written), right=_when(newest))
        )

    def _replaced(self, one: Submission, at: str, error: CampaignError) -> Receipt:
        player = self.genesis.handles[one.seat]
        receipt = self.receipt(one.file.digest, "replaced", at, player, None, error.said, fault=error.fault)
        self.answer(receipt)
        return receipt

    # ---- the kinds of files

    def _join(self, one: Submission, at: str) -> Receipt:
        match, player = self.match, self.genesis.handles[one.seat]
        if one.seat in match.seats.joined:
            raise CampaignError(CampaignFault.JOINED, player=player)
        if one.after != match.digest:
            raise CampaignError(CampaignFault.JOIN_HEAD, right=match.digest)
        try:
            terms.try_out(player, one.key, match.seats[one.seat].age)
        except SealError as error:  # from a genesis made before keys were tried; no sealed answer is possible
            return self._refuse(one.file.digest, None, error, at)
        deed = match.join(one.seat, one.file)
        deed.content["file"] = sealed_parts.open_file(one.file)
        begins = (
            said_of("begins-when", missing=", ".join(match.seats.missing)) if match.seats.missing else said_of("begins")
        )
        said = (said_of("joined"), begins)
        return self.append(deed, self.receipt(one.file.digest, "applied", at, player, match.n + 1, *said))

    def _act(self, one: Submission, at: str) -> Receipt:
        """A file that asks for something else than answers: it is decided, and what was decided becomes the entry."""
        match, act = self.match, acts.act_of(acts.WORDS[one.word])
        if match.past.ended:
            raise CampaignError(CampaignFault.OVER)
        written = self.written(one)
        if written.before(match.ahead.newest[one.seat]):
            return self.overtaken(one, at, written)
        wanted = act.read(match, one.seat, rows(one.orders)[0].partition(" ")[2], at)
        return self.decided(act, Command(at, wanted, one.seat), one)

    def decided(self, act: CampaignAct[Any], command: Command[Any], one: Submission, quietly: bool = False) -> Receipt:
        """The entry of what a player's file asks for; `quietly`: without a receipt, which would tell others whose."""
        decision = act.decide(self.match, command)
        player = self.genesis.handles[one.seat]
        receipt = self.receipt(one.file.digest, "applied", command.at, player, self.match.n + 1, *decision.said)
        self.write(act, decision, command.at, one.file, None if quietly else receipt)
        return receipt

    def in_play(self, one: Submission) -> Table:
        """The table, if a file of this seat can do anything at it."""
        match = self.match
        if match.table is None:
            fault = CampaignFault.JOIN_NEEDED if one.seat not in match.seats.joined else CampaignFault.NOT_BEGUN
            raise CampaignError(fault, missing=", ".join(match.seats.missing))
        if match.table.over:
            raise CampaignError(CampaignFault.OVER)
        return match.table

    def written(self, one: Submission) -> WrittenAt:
        """When a file was written: after an entry of this very ledger."""
        after = self.match.number(one.after, self.campaign.ledger.number)
        if after is None:
            raise CampaignError(CampaignFault.UNKNOWN_HEAD, found=one.after)
        return WrittenAt(after, one.written)

    def due(self) -> str | None:
        """The deadline of what is open, as clocks of the campaign show it."""
        found = deadlines.due(self.match)
        return deadlines.local(self.match.pace.terms, found) if found else None

    def order(self, kind: str, wanted: Any, at: str, seat: int | None = None, by: str | int = "moderator") -> Entry:
        """Something that no player's file asks for: by the moderator, the clock, or the vote in an entry."""
        self.match.must_go_on()
        act, at = acts.act_of(kind), self.time(at)
        decision = act.decide(self.match, Command(at, wanted, seat, by))
        self.write(act, decision, at)
        return decision.content

    def write(
        self,
        act: CampaignAct[Any],
        decision: ActDecision,
        at: str,
        file: SignedFile | None = None,
        receipt: Receipt | None = None,
    ) -> None:
        """What was decided becomes an entry, which is applied; `file`: the signed file that it came with."""
        n, known = self.match.n + 1, Unsealed(number=self.campaign.ledger.number)
        entry = {"n": n, "at": at, **decision.content}
        if file is not None:
            entry["file"], known.files[n] = {"digest": file.digest}, file
        made = act.apply(self.match, entry, known)
        made.content = {**decision.content}
        if file is not None:
            made.content["file"] = sealed_parts.file_now(made, file, self.genesis.readers)
        self.append(made, receipt, at)

    # ---- writing

    def record(self, deed: EntryDraft, at: str) -> None:
        """An entry that no file came with."""
        self.append(deed, None, self.time(at))

    def release(self, at: str) -> None:
        """Let orders given ahead answer that the clock has held back until now."""
        self.match.time = self.time(at)
        while (deed := run.released(self.match)) is not None:
            self.append(deed, None, self.match.time)

    def accept(self, one: Submission, deed: EntryDraft, at: str, *said: Message) -> Receipt:
        """The entry of a file that is open at once."""
        player = self.genesis.handles[one.seat]
        deed.content["file"] = sealed_parts.file_now(deed, one.file, self.genesis.readers)
        return self.append(deed, self.receipt(one.file.digest, "applied", at, player, self.match.n + 1, *said))

    def keep(self, one: Submission, at: str, said: Message) -> Receipt:
        """A file that waits in the inbox for something else than a time."""
        receipt = self.receipt(one.file.digest, COOLING, at, self.genesis.handles[one.seat], None, said)
        if receipts.find(self.folder, one.file.digest) is None:
            self.answer(receipt)
        return receipt

    def own_file(self, orders: str, player: str = MODERATOR) -> SignedFile:
        """A file that the moderator signs, for nobody's seat or instead of a player."""
        payload = movefiles.write(movefiles.MoveFile(self.genesis.game, player, self.match.head, orders))
        return SignedFile.armored(payload, self.moderator.sign(payload))

    def append(self, deed: EntryDraft, receipt: Receipt | None, at: str = "") -> Receipt:
        """Write the entry and what follows from it, all at once; then answer the sender."""
        when = receipt.at if receipt else at
        lines: list[bytes] = []
        written: list[NewEntry] = []
        fresh = {self.match.n + 1: deed.veiled.file} if deed.veiled and deed.veiled.file else {}
        self.match.fetch = lambda numbers: self.campaign.files(numbers) | fresh
        self.match.reopen = self.sealed_answers
        following: EntryDraft | None = deed
        while following is not None:
            following.content |= sealed_parts.answers_now(following, self.genesis.readers)
            entry = {"n": self.match.n + 1, "prev": self.match.head, "at": when, **following.content}
            line = signed(entry, self.moderator)
            lines.append(line)
            openings.veil(self.match, entry["n"], following)
            self.match.recorded(entry["n"], digest_of(line), when, following.moved)
            self.match.noted(entry)
            written.append(new_entry(self.campaign, self.match, line, following, written))
            following = self.match.due()
            written[-1].notes.extend(self.match.take_asides())
        self.checkpoints.prepare(self.match, receipt.data() if receipt else None)
        self.head = self.campaign.ledger.append(lines, self.head)
        self.entries += written
        self.checkpoints.promote()
        if receipt is not None:
            self.answer(receipt)
            return receipt
        return Receipt("", "applied", when)

    def sealed_answers(self, numbers: Sequence[int]) -> dict[int, Any]:
        return self.campaign.sealed_answers(self.moderator, numbers)

    def answer_last(self) -> None:
        """Write the receipt of the last entry, if the previous run died before it could."""
        if self.last is not None and receipts.find(self.folder, self.last.file) is None:
            self.answer(self.last)

    def publish(self) -> list[str]:
        """Bring the public files up to the head of the ledger."""
        self.answer_last()
        notes = public_notes.written(self.campaign, self.match.n, self.entries)
        return public_files.publish(self.folder, self.match, self.moderator, self.secrets, self.words, notes)


def _not_its_fault(error: Exception) -> bool:
    """Whether the fault is in the ledger rather than the file: then nothing can go on."""
    return isinstance(error, CampaignError) and error.entry is not None


def _when(written: WrittenAt) -> Message:
    return phrase("written-at" if written.at else "written-after", n=written.after, at=written.at)
