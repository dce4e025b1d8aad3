"""One way for files in and out of campaigns, whoever carries them: a folder, the mail, or git.

    collect   bring what players sent into the inboxes
    deliver   give each sender a receipt, and the players their hands and reports
    announce  tell who must act

Between collecting and delivering the campaigns are run (`moderation/loop.py`). Each verb can be
repeated: a run that died anywhere is made good by the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from pbem.campaign.run import RunReport
from pbem.campaign.submission import ReadFile

Collected = Mapping[str, Mapping[str, ReadFile]]
"""By game and name in its inbox: files that were read on their way there. All others are read from the disk."""


class Again(Exception):
    """Others were faster: what they did has to be taken in first."""


class Carrier(Protocol):
    def collect(self, games: Sequence[Path]) -> Collected: ...

    def deliver(self, reports: Sequence[RunReport]) -> None: ...

    def announce(self, reports: Sequence[RunReport]) -> None: ...
