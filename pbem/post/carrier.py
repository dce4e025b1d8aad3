"""One way to get files into and out of campaigns, whatever carries them: a folder, the mail, or git.

    collect   bring what players sent into the inboxes
    deliver   give each sender a receipt, and the players their hands and reports
    announce  tell who must act

Between collecting and delivering, the campaigns are run (`moderation/loop.py`). Each verb can be
repeated: if a run dies anywhere, the next one makes up for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from pbem.campaign.running.run import RunReport
from pbem.campaign.running.submission import ReadFile

Collected = Mapping[str, Mapping[str, ReadFile]]
"""By game and name in its inbox: files that were read on their way there. All others are read from disk."""


class Again(Exception):
    """Others were faster: their changes must be taken in first."""


class Carrier(Protocol):
    def collect(self, games: Sequence[Path]) -> Collected: ...

    def complete(self) -> bool:
        """After `collect`: whether it could look everywhere. If not, an answer may lie there, and nobody is late."""
        ...

    def untold(self) -> Collection[str]:
        """After `collect`: games whose end it has not told everybody. They are run although nothing happens there."""
        ...

    def deliver(self, reports: Sequence[RunReport]) -> None: ...

    def announce(self, reports: Sequence[RunReport]) -> None: ...
