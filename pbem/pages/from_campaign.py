"""From the files of a campaign to the story that the pages tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..campaign.acts.shapes import Entry
from ..campaign.agreement import fork
from ..campaign.agreement.genesis import Genesis
from ..campaign.campaign import NOTES, POSITION, SEALED, Campaign, EntryStep, step_of
from ..campaign.clock.calendar import Zone
from ..campaign.clock.calendar import zone as zone_of
from ..campaign.errors import CampaignError
from ..campaign.ledger.entries import digest_of, read_line
from ..campaign.ledger.file import NAME as LEDGER
from ..campaign.ledger.file import chained
from ..campaign.ledger.known import Unsealed
from ..campaign.ledger.replay import follow, settle
from ..campaign.match import Match
from ..campaign.published.public_files import MANIFEST, SETTINGS, SIGNERS, manifest, position
from ..campaign.records import EntryDraft
from ..campaign.running.checkpoint import Checkpoints
from ..campaign.running.happened import Happened
from ..seals.keys import PublicKey
from ..storage import disk
from ..table.imagine import Outlook
from .audit_model import audit_of
from .model import UTC, Audit, CampaignModel, LogAnswer, LogMoment, SeatModel, Waiting
from .played_record import played_record

if TYPE_CHECKING:
    from ..seals.moderator_key import Moderator

_LARGEST = 16 * 1024 * 1024


class PageCheckpoints(Checkpoints):
    """Where the match stood when the pages were last built: kept beside the moderator's own, and just as private."""

    def __init__(self, genesis: Genesis) -> None:
        super().__init__(genesis)
        self._now, self._next = self.folder / "pages.json", self.folder / "pages-next.json"


class _Entries(Mapping[int, Entry]):
    """Earlier entries by number, read only when asked for: a reveal refers to them."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.lines = lines

    def __getitem__(self, n: int) -> Entry:
        return read_line(self.lines[n], n)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.lines)))

    def __len__(self) -> int:
        return len(self.lines)


class _Teller:
    """Reads a campaign as late and as little as it can."""

    def __init__(self, campaign: Campaign, happened: Happened | None = None) -> None:
        self.campaign, self.happened = campaign, happened
        self.handles = campaign.players
        self.outlook: Mapping[str, Any] | None = None

    # ---- what happened

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the ledger, not parsed yet."""
        return self.campaign.ledger.path.read_bytes().removesuffix(b"\n").split(b"\n")

    def print_of(self, n: int) -> str | None:
        return digest_of(self.lines[n]) if 0 <= n < len(self.lines) else None

    def moments(self, after: int) -> Iterator[LogMoment]:
        """As far as the ledger holds: the checking page tells what is wrong after that."""
        steps = self._reported(after)
        if steps is not None and self.happened is not None:
            yield from map(self._moment, steps)
            self._keep(self.happened.match)
            return
        try:
            match: Match | None = None
            for match, entry, deed in self._resumed(after) or self.campaign.replay():
                if entry["n"] > after:
                    yield self._moment(step_of(match, entry, deed, self.handles, _Entries(self.lines)))
            if match is not None:
                self._keep(match)
        except CampaignError as error:
            if error.entry is None:
                raise

    def _reported(self, after: int) -> list[EntryStep] | None:
        """What came after an entry, from the run that wrote it, if the ledger is still as that run left it."""
        happened, digest = self.happened, self.print_of(after)
        if happened is None or digest is None or happened.last != self.print_of(len(self.lines) - 1):
            return None
        return happened.steps(digest)

    def _keep(self, match: Match) -> None:
        """Remember what everybody sees, and where the match stands for when pages are built without a preceding run."""
        if match.table is not None and not match.table.over:
            self.outlook = Outlook.of(match.table, None).data()
        if self.campaign.moderator is not None and not match.past.ended:
            checkpoints = PageCheckpoints(self.campaign.genesis)
            checkpoints.prepare(match, None)
            checkpoints.promote()

    def _resumed(self, after: int) -> Iterator[tuple[Match, Entry, EntryDraft]] | None:
        """What came after an entry, from the checkpoint of that entry, if there is one."""
        digest, moderator = self.print_of(after), self.campaign.moderator
        if digest is None or moderator is None:
            return None
        if any(b'"kind":"rollback"' in line for line in self.lines[after + 1 :]):
            return None  # it goes back further than a checkpoint reaches
        genesis, known = self.campaign.genesis, self.campaign.known()
        assert known.secret is not None
        loaded = PageCheckpoints(genesis).load(genesis, self.campaign.genesis_digest, known.secret, digest)
        if loaded is None:
            return None
        match, *_ = loaded
        match.reopen = partial(self.campaign.sealed_answers, moderator)
        return self._from(match, after, digest, known)

    def _from(
        self, match: Match, after: int, before: str, known: Unsealed
    ) -> Iterator[tuple[Match, Entry, EntryDraft]]:
        known.number = self.campaign.ledger.number
        for digest, entry in chained(self.lines[after + 1 :], after + 1, before):
            deed = follow(match, entry, known)
            settle(match, entry, digest, deed)
            yield match, entry, deed

    def _moment(self, step: EntryStep) -> LogMoment:
        recorded, entry = step.entry.get("answers", ()), step.entry
        # Answers that a reveal opens come first; how they were given was told when they were sealed.
        ahead = [False] * (len(step.answers) - len(recorded)) + ["from" in one for one in recorded]
        answers = tuple(
            LogAnswer(one.seat, one.ask, one.order or "", one.source, early)
            for one, early in zip(step.answers, ahead, strict=True)
        )
        outcome = _by_seat(step.outcome, self.handles)
        return LogMoment(
            step.n,
            step.kind,
            step.at,
            step.digest,
            step.player,
            answers,
            step.notes,
            step.view,
            str(entry.get("text", "")),
            outcome,
            "sealed" in entry.get("file", ()),
            tuple(int(one["n"]) for one in entry.get("opens", ())),
            "due" in entry,
            (entry["to"]["n"], entry["to"]["i"]) if isinstance(entry.get("to"), dict) else None,
            step.names,
        )

    @cached_property
    def position(self) -> Mapping[str, Any]:
        """The public position at the head: as the last run wrote it, or else by replay, as far as the ledger holds."""
        head, found = self.campaign.head, self._signed_position()
        if found.get("head") == head.digest:
            return found
        match = None
        try:
            for match, _, _ in self.campaign.replay():  # noqa: B007 - the match is one object that is advanced
                pass
        except CampaignError as error:
            if error.entry is None or match is None:
                raise
        assert match is not None
        return position(match)

    def _signed_position(self) -> Mapping[str, Any]:
        """The position that the last run wrote, if the moderator signed this very file: what others wrote into it
        could claim anything."""
        folder, moderator = self.campaign.folder, PublicKey(self.campaign.moderators[-1].raw)
        if not (folder / POSITION).is_file() or not (folder / MANIFEST).is_file():
            return {}
        signed = manifest(folder, self.campaign.id, moderator)
        if signed is None or signed["files"].get(POSITION) != sha256(disk.read(folder / POSITION, 1 << 30)).hexdigest():
            return {}
        return self.campaign.position

    @cached_property
    def head(self) -> LogMoment:
        told, last = self.position, self.campaign.ledger.head()[1]
        player = last.get("player")
        return LogMoment(
            told["n"],
            last["kind"],
            told["at"],
            told["head"],
            self.handles.index(player) if player else None,
            view=told["view"],
            outcome=_by_seat(told["outcome"], self.handles),
        )

    @cached_property
    def audit(self) -> Audit:
        return audit_of(self.campaign)

    def files(self) -> Sequence[tuple[str, bytes]]:
        """What anybody needs to check the game; all of it is public."""
        folder = self.campaign.folder
        names = [LEDGER, SETTINGS, SIGNERS, MANIFEST, POSITION, NOTES]
        names += sorted(f"{SEALED}/{path.name}" for path in (folder / SEALED).glob("*.age"))
        return [(name, disk.read(folder / name, 1 << 30)) for name in names if (folder / name).is_file()]

    def waiting(self) -> Waiting | None:
        told = self.position
        if told["over"]:
            return None
        seats = tuple(self.handles.index(handle) for handle in told["waiting"] or ())
        return Waiting(seats, told["since"]["at"], told["due"], tuple(told["asked"]), joining=not told["begun"])

    @property
    def zone(self) -> Zone:
        """A signed change of the clock can name another one than was agreed."""
        agreed, now = self.campaign.genesis.terms.zone or UTC, self.position.get("zone")
        if now in (None, agreed.name):
            return agreed
        try:
            return zone_of(now, int(self.campaign.genesis.at[:4]))
        except CampaignError:  # this computer does not know it
            return agreed

    def seated(self) -> tuple[SeatModel, ...]:
        asked = self.position["asked"]
        out = []
        for n, seat in enumerate(self.campaign.seats):
            path = self.campaign.folder / SEALED / f"{seat.handle}.age"
            sealed = disk.read(path, _LARGEST).decode("ascii", "replace") if path.is_file() else None
            own = tuple(ask for ask in asked if ask.get("player") == n and "legal" in ask)
            key = PublicKey(seat.key.raw)
            other = PublicKey(seat.substitute.key.raw) if seat.substitute is not None else None
            substitute = (other.line, other.fingerprint) if other is not None else None
            out.append(SeatModel(seat.handle, seat.name, key.line, key.fingerprint, sealed, own, substitute))
        return tuple(out)


def _by_seat(outcome: Mapping[str, Any] | None, handles: Sequence[str]) -> Mapping[str, Any] | None:
    if outcome is None:
        return None
    return {**outcome, "winners": [handles.index(handle) for handle in outcome["winners"]]}


def tell(folder: Path, moderator: Moderator | None, mail: str = "", happened: Happened | None = None) -> CampaignModel:
    """The story of the campaign in a folder. A game that is not over needs its moderator.

    happened   what a run has just written: it is not played through again
    """
    campaign = happened.campaign if happened is not None else Campaign.open(folder, moderator)
    teller = _Teller(campaign, happened)
    genesis = campaign.genesis
    last = campaign.ledger.head()[1]
    if last["kind"] != "end":
        campaign.known()  # raises here, not in the middle of the site, where the key does not open the game
    stats = [path.stat() for path in (folder / LEDGER, folder / POSITION, folder / MANIFEST) if path.is_file()]
    return CampaignModel(
        id=campaign.id,
        title=campaign.title,
        seats=teller.seated(),
        begun=genesis.at,
        edition=genesis.edition,
        engine=genesis.engine,
        commitment=genesis.commitment,
        moderator=PublicKey(campaign.moderators[-1].raw).line,
        head=teller.head,
        moments=teller.moments,
        print_of=teller.print_of,
        audit=lambda: teller.audit,
        files=teller.files,
        record=lambda: played_record(campaign),
        outlook=lambda: teller.outlook,
        fixes=genesis.fixes,
        waiting=teller.waiting(),
        secret=last["secret"] if last["kind"] == "end" else None,
        options=genesis.options,
        fork=fork.said(genesis),
        sealed_files=genesis.terms.files == "sealed",
        zone=teller.zone,
        mail=mail,
        mark=" ".join(f"{stat.st_size}:{stat.st_mtime_ns}" for stat in stats),
    )
