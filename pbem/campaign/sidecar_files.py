"""The files beside a ledger, as verify looks at them: manifest, settings, keys, position, hands, receipts."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from pbem.seals.keys import PublicKey
from pbem.table.state_json import canonical
from pbem.words.message import Message

from ..storage import disk
from . import genesis as terms
from . import public_files, receipts
from .campaign import POSITION, RECEIPTS, SEALED
from .errors import CampaignError, CampaignFault, phrase
from .ledger import Ledger
from .match import Match

_LARGEST = 64 * 1024 * 1024


def check_files(folder: Path, match: Match, over: bool) -> int:
    """That they are the moderator's, and say what the ledger says; gives back how many they are."""
    genesis, count = match.genesis, 0
    moderator = PublicKey(genesis.moderator.raw).line

    def wrong(name: str, why: Message) -> CampaignError:
        return CampaignError(CampaignFault.PUBLIC_FILE, where=name, why=why)

    if folder.name != genesis.game:
        raise wrong(Ledger(folder).path.name, phrase("other-ledger", game=genesis.game, found=folder.name))
    found = public_files.manifest(folder, genesis.game, genesis.moderator)
    if found is None:
        raise wrong(public_files.MANIFEST, phrase("no-seal"))
    last = match.n
    if found["n"] > last:
        raise wrong(Ledger(folder).path.name, phrase("ends-too-early", last=last, n=found["n"]))
    if found["n"] < last:
        raise wrong(public_files.MANIFEST, phrase("manifest-old", n=found["n"], last=last))
    if found["head"] != match.head:
        raise wrong(public_files.MANIFEST, phrase("two-histories", last=last))
    there = {public_files.SETTINGS, public_files.SIGNERS, POSITION}
    there |= {f"{SEALED}/{one.name}" for one in (folder / SEALED).glob("*") if one.is_file()}
    for name in sorted(there | set(found["files"])):
        if name not in found["files"]:
            raise wrong(name, phrase("not-in-manifest"))
        if name not in there or not (folder / name).is_file():
            raise wrong(name, phrase("file-missing"))
        if sha256(disk.read(folder / name, _LARGEST)).hexdigest() != found["files"][name]:
            raise wrong(name, phrase("not-the-file"))
        count += 1
    derived = {
        public_files.SETTINGS: terms.settings(genesis, match.digest),
        public_files.SIGNERS: terms.allowed_signers(match.seats),
    }
    if over:
        derived[POSITION] = canonical(public_files.position(match)) + b"\n"
    for name, right in derived.items():
        if disk.read(folder / name, _LARGEST) != right:
            raise wrong(name, phrase("not-the-ledger"))
    for path in sorted((folder / RECEIPTS).glob("*")):
        trouble = receipts.check(path, moderator) if path.suffix == ".json" else None
        if path.suffix not in (".json", ".age") or (path.suffix == ".age" and not path.with_suffix(".json").is_file()):
            trouble = phrase("no-receipt")
        if trouble:
            raise wrong(f"{RECEIPTS}/{path.name}", trouble)
        count += 1
    return count
