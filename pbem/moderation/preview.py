"""What a run would do, without doing it: the game is run on a copy in a private folder, which is removed again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.campaign.campaign import Campaign
from pbem.campaign.running.checkpoint import private_folder
from pbem.campaign.running.run import RunReport, run
from pbem.seals.moderator_key import Moderator, kept_in
from pbem.storage import disk
from pbem.storage.errors import unusable


@contextmanager
def previewed(folder: Path, moderator: Moderator, now: str | None = None, wait: float = 0.0) -> Iterator[RunReport]:
    """The report of a run on a copy of one campaign; the copy is there while the report is looked at."""
    genesis = Campaign.open(folder, moderator).genesis
    private = private_folder(genesis)
    with TemporaryDirectory(prefix="pbem-preview-") as place:
        copy, keys = Path(place) / "games" / folder.name, Path(place) / "keys"
        with disk.locked(private / disk.LOCK, genesis.game, wait):  # what another run is writing would be half there
            try:
                shutil.copytree(folder, copy)
                shutil.copytree(private, keys / "games" / private.name, ignore=shutil.ignore_patterns(disk.LOCK))
            except OSError as error:  # shutil.Error is one too
                raise unusable(folder, "read", error) from None
        with kept_in(keys):
            yield run(copy, moderator, now)
