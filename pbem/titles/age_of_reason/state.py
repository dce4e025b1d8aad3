"""The position: discs and markers on the board, action fields, alliances, and what is in progress."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...table import BY_SEAT, OWNER, SEAT, Between, Game, Hidden, as_count, as_presence, is_unseen
from ...words.lazy_dataclass import dataclass
from .atlas import REGIONS
from .cards import (
    BONUSES,
    DISCS,
    LOAN,
    REROLL,
    SECOND_ATTACK,
    START_DISCONTENT,
    START_GOLD,
    START_POINTS,
    WORST,
    back,
)

SeatNo = Annotated[int, SEAT]
_OWN_CARDS = Hidden(OWNER, as_count, pool="card", back=back)


@dataclass(slots=True)
class Player:
    nation: str = ""
    gold: int = START_GOLD
    discontent: int = START_DISCONTENT
    """Its size: 4 for the field -4 of the track."""
    points: Annotated[int, Between(-999, 999)] = START_POINTS
    standings: list[int] = field(default_factory=list)
    """Points at the end of each round."""
    hand: Annotated[list[str], _OWN_CARDS] = field(default_factory=list)
    discards: Annotated[list[str], _OWN_CARDS] = field(default_factory=list)
    laid: Annotated[str, Hidden(OWNER, as_presence, pool="card", back=back)] = ""
    """The card that lies face down in the running combat."""

    @property
    def has_laid(self) -> bool:
        """Whether such a card lies there, which everybody sees."""
        return is_unseen(self.laid) or bool(self.laid)

    def most(self) -> int:
        """The largest payment that is possible, with what can be borrowed (AOR-GOLD-8)."""
        return self.gold + LOAN * (WORST - self.discontent)


@dataclass(slots=True)
class Sale:
    """An auction of the alliance phase (AOR-ALLY-4 to 14)."""

    number: int
    opener: SeatNo
    seat: SeatNo
    """Who is called."""
    price: int = -1
    """The high bid; -1 before the first."""
    top: str = ""
    bottom: str = ""
    holder: SeatNo = -1
    """The high bidder."""
    passes: int = 0
    """In succession since that bid."""
    out: list[SeatNo] = field(default_factory=list)
    """Who may not come back (house rule no_reentry)."""


@dataclass(slots=True)
class Combat:
    attacker: SeatNo
    region: str
    nation: str = ""
    """Whose disc is attacked; empty for a marker."""
    marker: str = ""
    defender: SeatNo = -1
    """The player of that nation, if it has one."""
    helpers: dict[SeatNo, str] = field(default_factory=dict)
    """Players who may assist, and the nation that each of them would help (AOR-PREP-2)."""
    hired: list[list[str]] = field(default_factory=lambda: [[], []])
    """Nations without a player, hired by the attacker and by the defender (AOR-PREP-6)."""
    asked: int = 0
    """How many sides have decided about hiring; after a roll, about reserves."""
    shown: dict[SeatNo, str] = field(default_factory=dict)
    """Cards turned up, by seat."""
    base: list[int] = field(default_factory=list)
    """Strength of attacker and defender without the dice."""
    dice: list[list[int]] = field(default_factory=list)

    def strength(self, side: int) -> int:
        """AOR-COMB-3."""
        one, other = self.dice[side]
        return self.base[side] + abs(one - other)

    def margin(self) -> int:
        """By how much the attacker is stronger."""
        return self.strength(0) - self.strength(1)

    def seats(self) -> tuple[int, int]:
        """Attacker and defending player; -1 where there is none."""
        return self.attacker, self.defender


@dataclass(slots=True)
class Reason(Game):
    players: Annotated[list[Player], BY_SEAT] = field(default_factory=list)
    led: dict[str, SeatNo] = field(default_factory=dict)
    """Nation → its player; nations without a player are missing."""
    start: SeatNo = 0
    """The start player."""
    round: int = 0
    action: int = 0
    """The action round."""
    bag: list[str] = field(default_factory=list)
    """Markers still to be drawn. Anybody can work out what is left; there is no order in a bag."""
    markers: dict[str, list[str]] = field(default_factory=dict)
    """Region → power markers lying there."""
    discs: dict[str, dict[str, int]] = field(default_factory=dict)
    """Region → nation → control discs, without zeros."""
    fields: dict[str, list[str]] = field(default_factory=dict)
    """Action field → nations with a disc there."""
    alliance: dict[str, int] = field(default_factory=dict)
    """Nation → its field of the alliance area: odd ones are the upper row."""
    sale: Sale | None = None
    order: list[SeatNo] = field(default_factory=list)
    """Seats in the turn order of the round (AOR-ACT-2)."""
    turn: int = 0
    """Whose turn it is: the place in that order."""
    wishes: dict[SeatNo, str] = field(default_factory=dict)
    """Fields named at once and not placed yet (house rule simultaneous_fields)."""
    fielded: list[SeatNo] = field(default_factory=list)
    """Seats that have occupied a field in this action round."""
    settling: str = ""
    """The field whose effect is being carried out."""
    attacks: int = 0
    """Attacks made in this turn."""
    combat: Combat | None = None
    combats: int = 0
    """Number of the last combat of the game."""

    @property
    def active(self) -> int:
        return self.order[self.turn]

    @property
    def fight(self) -> Combat:
        assert self.combat is not None
        return self.combat

    def free_discs(self, nation: str) -> int:
        """Discs in supply: 22 less those in regions and action fields (AOR-DISC-1, AOR-DISC-3)."""
        used = 0
        for here in self.discs.values():
            used += here.get(nation, 0)
        for there in self.fields.values():
            used += there.count(nation)
        return DISCS - used

    def on_board(self, nation: str) -> int:
        """Discs that give income and break ties (AOR-INC-2, AOR-END-4)."""
        number = sum(here.get(nation, 0) for here in self.discs.values())
        if self.options["income_counts_action_discs"]:
            number += sum(there.count(nation) for there in self.fields.values())
        return number

    def allied(self, nation: str, other: str) -> bool:
        return self.alliance[nation] % 2 == self.alliance[other] % 2

    def bonus(self, nation: str, region: str) -> int:
        """Support and training that count for a nation in a combat there (AOR-COMB-13)."""
        total = 0
        for one, per_disc in BONUSES[str(self.options["support_scope"])][region]:
            here = self.fields.get(one)
            if here:
                total += per_disc * here.count(nation)
        return total

    def has_field(self, nation: str, names: tuple[str, ...]) -> bool:
        return any(nation in self.fields.get(name, ()) for name in names)

    def attacks_twice(self, nation: str) -> bool:
        return self.has_field(nation, SECOND_ATTACK)

    def has_reserves(self, nation: str) -> bool:
        return self.has_field(nation, REROLL)

    def put_disc(self, nation: str, region: str) -> None:
        here = self.discs[region]
        here[nation] = here.get(nation, 0) + 1

    def take_disc(self, nation: str, region: str) -> None:
        here = self.discs[region]
        here[nation] -= 1
        if not here[nation]:
            del here[nation]


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Reason:
    return Reason(
        seats,
        options,
        fixes,
        players=[Player() for _ in range(seats)],
        markers={region: [] for region in REGIONS},
        discs={region: {} for region in REGIONS},
    )
