"""Games that are over and fully reported: a run skips them without opening them.

A club's folder holds hundreds of finished games and a few running ones. What is remembered is the last entry of each
finished game, in the moderator's key folder: a ledger with any other last entry, or a file in the inbox, opens the
game again. Losing the memory costs one slower run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.campaign.campaign import INBOX, find
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.file import Ledger
from pbem.campaign.running.checkpoint import write_private
from pbem.campaign.running.run import RunReport
from pbem.seals.moderator_key import key_folder
from pbem.storage import disk
from pbem.storage.errors import StorageError

_NAME = "at_rest.json"
_LARGEST = 16 * 1024 * 1024


class AtRest:
    def __init__(self, games: Path) -> None:
        self.games = games
        self._known = _load()
        self._own = str(games.resolve())

    def awake(self, ids: Iterable[str]) -> list[str]:
        """The games that a run has to look at."""
        resting = self._known.get(self._own, {})
        return [game for game in ids if game not in resting or not self._rests(game, resting[game])]

    def remember(self, reports: Sequence[RunReport]) -> None:
        """Called after everything about the reported games was delivered, announced and published."""
        known = dict(self._known.get(self._own, {}))
        for report in reports:
            if report.over and not report.troubles:
                known[report.game] = report.happened.match.head
            else:
                known.pop(report.game, None)
        if known != self._known.get(self._own, {}):
            self._known[self._own] = known
            write_private(key_folder() / _NAME, json.dumps(self._known).encode())

    def _rests(self, game: str, head: str) -> bool:
        try:
            folder = find(self.games, game)
            return Ledger(folder).head()[0].digest == head and not any((folder / INBOX).iterdir())
        except (CampaignError, StorageError, OSError):
            return False  # opening it will say what is wrong


def _load() -> dict[str, dict[str, str]]:
    try:
        found = json.loads(disk.read(key_folder() / _NAME, _LARGEST))
    except (StorageError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and all(isinstance(one, dict) for one in found.values()) else {}
