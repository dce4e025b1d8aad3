"""A finished game as what went into its rules: with it a reader's browser can replay the game act by act, or go on from
any of its positions. It follows from the ledger, as everybody can recompute it; nothing in it is hidden any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..campaign.campaign import Campaign
from ..campaign.errors import CampaignError
from ..table import Table
from ..table.inputs import Input, input_to_json
from ..words.lazy_dataclass import dataclass


@dataclass(frozen=True)
class PlayedRecord:
    """All inputs of a game in their order, and where in them its entries end."""

    inputs: Sequence[Input]
    places: Mapping[int, int]
    """By entry, how many inputs there were after it. Entries that were taken back are not in it."""

    def data(self) -> dict[str, Any]:
        return {
            "inputs": [input_to_json(one) for one in self.inputs],
        }


def played_record(campaign: Campaign) -> PlayedRecord | None:
    """That of a finished game which is sound and began at its beginning; else None."""
    table: Table | None = None
    places: dict[int, int] = {}
    ended = False
    try:
        for match, entry, _ in campaign.replay():
            table, ended = match.table, entry["kind"] == "end"
            if table is not None:
                places = {n: place for n, place in places.items() if place <= table.place}
                places[entry["n"]] = table.place
    except CampaignError:
        return None
    if table is None or not ended or table.offset or campaign.genesis.fork:
        return None
    return PlayedRecord(table.inputs, places)
