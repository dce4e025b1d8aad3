"""What the checking page says about a campaign: what `pbem verify` finds, sorted by what was checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..campaign.campaign import Campaign
from ..campaign.errors import CampaignError
from ..campaign.ledger.verify import Verdict, verify
from ..storage.errors import StorageError
from ..table import Drawn
from .model import AFTER_THE_END, CHECKS, Audit, AuditFault, Check, Drawing

if TYPE_CHECKING:
    from ..table import Table

# Which check a fault belongs to; a fault not listed here breaks the chain itself.
_BELONGS = {
    "line-signature": "signatures",
    "line-file": "signatures",
    "line-secret": "promise",
    "line-digest": "dice",
    "line-answers": "replayed",
    "line-outcome": "replayed",
    "line-opens": "sealed",
    "public-file": "files",
    "engine": "rules",
    "disk": "files",
}


def audit_of(campaign: Campaign) -> Audit:
    """Chain and signatures of every entry; once the secret is out, every answer, die and card by replay."""
    verdict = verify(campaign.folder)
    draws = tuple(_draws(campaign)) if verdict.over else ()
    sealed = _sealed(campaign) if verdict.ok else 0
    broken = None if verdict.ok else _BELONGS.get(verdict.fault or "", "chain")
    counts = {
        "chain": verdict.entries,
        "signatures": verdict.signatures,
        "dice": len(draws),
        "sealed": sealed,
        "files": verdict.files,
        "replayed": verdict.answers,
    }
    checks = tuple(Check(ident, _state(ident, verdict, broken), counts.get(ident, 0)) for ident in CHECKS)
    faults = () if verdict.ok else (AuditFault(verdict.entry, verdict.say),)
    return Audit(checks, faults, draws=draws)


def _state(ident: str, verdict: Verdict, broken: str | None) -> str:
    """Nothing after the first fault was looked at."""
    if broken is not None:
        if ident == broken:
            return "failed"
        return "passed" if CHECKS.index(ident) < CHECKS.index(broken) and ident not in AFTER_THE_END else "later"
    return "passed" if verdict.over or ident not in AFTER_THE_END else "later"


def _sealed(campaign: Campaign) -> int:
    """How much was opened: files or, where a file held several answers, the answers that were revealed one by one."""
    entries = list(campaign.entries())
    return max(sum(len(entry.get(part, ())) for entry in entries) for part in ("opens", "shows"))


def _draws(campaign: Campaign) -> Iterator[Drawing]:
    """Every outcome of chance, as the replay computes it from the secret and the signatures."""
    done = 0
    try:
        for match, entry, _ in campaign.replay():
            table: Table | None = match.table
            if table is None:
                continue
            for one in table.inputs[done:]:
                if isinstance(one, Drawn):
                    yield Drawing(entry["n"], one.outcome, one.label, one.sides)
            done = len(table.inputs)
    except (CampaignError, StorageError):
        return  # the verdict already says so
