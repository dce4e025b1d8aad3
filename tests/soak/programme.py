"""What a club plays: which titles, with how many seats, with which options and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import cycle, islice
from typing import Any

from pbem import titles
from pbem.campaign.clock.terms import AT_DEADLINE, Terms
from pbem.seals.moderator_key import SALT_BYTES

MEMBERS = ("anna", "ben", "cara", "dora", "emil", "finn", "gwen", "hugo", "ida")
VARIANTS: dict[str, tuple[Mapping[str, Any], ...]] = {
    "age_of_reason": ({}, {"sealed_auction": True}, {"simultaneous_fields": True}),
    "seven_ages": ({"turn_limit": "turn_4"}, {"turn_limit": "turn_7"}),
    "through_the_ages": ({}, {"civil_hands_public": False}, {"sealed_colonisation": True}),
    "world_history": ({}, {"blind_turns": True}, {"auto_retreat": True}),
}
"""Options of the games of a title, in turn. 7 Ages goes on for a year by mail: the players agree on an earlier end."""


@dataclass(frozen=True)
class Fixture:
    """One campaign of the programme."""

    game: str
    title: str
    seats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Terms = field(default_factory=Terms)
    language: str = "en"

    def salt(self, seed: int) -> bytes:
        """The dice of a seed, again each time."""
        return sha256(f"{seed}/{self.game}".encode()).digest()[:SALT_BYTES]


def programme(campaigns: int) -> list[Fixture]:
    """Campaigns of all titles in turn, with numbers of players from the smallest to the largest of each."""
    found: list[Fixture] = []
    shelf = titles.ours()
    sitting = cycle(MEMBERS)
    for number in range(campaigns):
        title, turn = titles.load(shelf[number % len(shelf)]), number // len(shelf)
        rounds = max(1, (campaigns - 1) // len(shelf))
        size = title.seats[turn * (len(title.seats) - 1) // rounds]
        variants = VARIANTS.get(title.id, ({},))
        at_deadline = AT_DEADLINE[number % len(AT_DEADLINE)]
        found.append(
            Fixture(
                f"{title.id.replace('_', '-')}-{turn + 1}",
                title.id,
                tuple(islice(sitting, size)),
                variants[turn % len(variants)],
                Terms(48 + 24 * (number % 2), at_deadline, reminders=(24,) if number % 3 == 0 else ()),
                ("en", "de")[number % 2],
            )
        )
    return found
