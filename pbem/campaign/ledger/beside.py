"""The files beside a ledger, as verify looks at them: manifest, settings, keys, position, hands, receipts."""

from __future__ import annotations

from collections.abc import Mapping, Set
from hashlib import sha256
from pathlib import Path

from pbem.seals.keys import PublicKey
from pbem.table.state_json import canonical
from pbem.words.message import Message

from ...storage import disk
from ..agreement import genesis as terms
from ..campaign import NOTES, POSITION, RECEIPTS, SEALED
from ..errors import CampaignError, CampaignFault, phrase
from ..match import Match
from ..published import public_files
from ..running import receipts
from .file import Ledger

_LARGEST = 64 * 1024 * 1024


def check_files(folder: Path, match: Match, over: bool) -> int:
    """Check that they are the moderator's and agree with the ledger; returns how many there are."""
    listed = _check_manifest(folder, match)
    count = _check_listed(folder, listed)
    _check_derived(folder, match, over)
    return count + _check_receipts(folder, {match.genesis.moderator, match.seats.moderator})


def _wrong(name: str, why: Message) -> CampaignError:
    return CampaignError(CampaignFault.PUBLIC_FILE, where=name, why=why)


def _check_manifest(folder: Path, match: Match) -> Mapping[str, str]:
    """Check that the manifest belongs to this ledger's head; returns the digests of the files it lists."""
    genesis = match.genesis
    if folder.name != genesis.game:
        raise _wrong(Ledger(folder).path.name, phrase("other-ledger", game=genesis.game, found=folder.name))
    found = public_files.manifest(folder, genesis.game, match.seats.moderator)
    if found is None:
        raise _wrong(public_files.MANIFEST, phrase("no-seal"))
    last = match.n
    if found["n"] > last:
        raise _wrong(Ledger(folder).path.name, phrase("ends-too-early", last=last, n=found["n"]))
    if found["n"] < last:
        raise _wrong(public_files.MANIFEST, phrase("manifest-old", n=found["n"], last=last))
    if found["head"] != match.head:
        raise _wrong(public_files.MANIFEST, phrase("two-histories", last=last))
    files: Mapping[str, str] = found["files"]
    return files


def _check_listed(folder: Path, listed: Mapping[str, str]) -> int:
    """Check that the files are exactly those that the manifest lists."""
    there = {public_files.SETTINGS, public_files.SIGNERS, POSITION}
    there |= {NOTES} if (folder / NOTES).is_file() else set()  # games begun with an earlier pbem have none
    there |= {f"{SEALED}/{one.name}" for one in (folder / SEALED).glob("*") if one.is_file()}
    for name in sorted(there | set(listed)):
        if name not in listed:
            raise _wrong(name, phrase("not-in-manifest"))
        if name not in there or not (folder / name).is_file():
            raise _wrong(name, phrase("file-missing"))
        if sha256(disk.read(folder / name, _LARGEST)).hexdigest() != listed[name]:
            raise _wrong(name, phrase("not-the-file"))
    return len(listed)


def _check_derived(folder: Path, match: Match, over: bool) -> None:
    """Check that files derived from the ledger agree with it."""
    derived = {
        public_files.SETTINGS: terms.settings(match.genesis, match.digest),
        public_files.SIGNERS: terms.allowed_signers(match.seats.owners),
    }
    if over:
        derived[POSITION] = canonical(public_files.position(match)) + b"\n"
    for name, right in derived.items():
        if disk.read(folder / name, _LARGEST) != right:
            raise _wrong(name, phrase("not-the-ledger"))


def _check_receipts(folder: Path, moderators: Set[PublicKey]) -> int:
    count = 0
    for path in sorted((folder / RECEIPTS).glob("*")):
        trouble = receipts.check(path, *moderators) if path.suffix == ".json" else None
        if path.suffix not in (".json", ".age") or (path.suffix == ".age" and not path.with_suffix(".json").is_file()):
            trouble = phrase("no-receipt")
        if trouble:
            raise _wrong(f"{RECEIPTS}/{path.name}", trouble)
        count += 1
    return count
