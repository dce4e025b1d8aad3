"""The position: who holds which land with which realm, the piles, and the current turn."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...table import BY_SEAT, NOBODY, SEAT, Between, Game, Hidden, Of, as_count
from ...words.lazy_dataclass import dataclass
from . import cards
from .atlas import LANDS, MAP_ORDER, WATERS
from .cards import EMBLEMS, EMPIRES, FLEETS, FORTS, MONUMENTS, REALMS, TOWNS, Empire, epoch_of

EmpireId = Annotated[str, Of(EMPIRES, once=True)]
EventId = Annotated[str, Of(cards.EVENTS, once=True)]
LandId = Annotated[str, Of(LANDS)]
Emblem = Annotated[str, Of(EMBLEMS)]
SeatNo = Annotated[int, SEAT]
_FACE_DOWN = Hidden("knows", as_count, pool="empire", back=epoch_of)
_PILE = Hidden(NOBODY, as_count, pool="empire", back=epoch_of)
_DRAWN = Hidden("drawer", as_count, pool="empire", back=epoch_of)


@dataclass(slots=True)
class Player:
    card: Annotated[list[EmpireId], _FACE_DOWN] = field(default_factory=list)
    """The empire card of this epoch until its number is called (WH-5.1-14)."""
    knows: list[SeatNo] = field(default_factory=list)
    """Seats that have seen that card: the one that drew it, and its holder once all have one (WH-5.1-9)."""
    played: list[Annotated[str, Of(EMPIRES)]] = field(default_factory=list)
    """Empires played so far (WH-5.1-16)."""
    points: list[int] = field(default_factory=list)
    """Victory points by turn played."""
    realms: list[int] = field(default_factory=list)
    """Numbers of the realms of the latest empire."""

    def total(self) -> int:
        return sum(self.points)

    def units(self) -> int:
        """The sum that decides the drawing order: printed units only (WH-5.1-5)."""
        return sum(EMPIRES[empire].units for empire in self.played)


@dataclass(slots=True)
class Holding:
    """The armies in a land: all of one colour, emblem and realm."""

    owner: SeatNo
    emblem: Emblem
    realm: int = 0
    """Lands with the same number are one realm; the same emblem alone does not make one (WH-7.3-1)."""
    armies: Annotated[int, Between(1, cards.MOST_ARMIES)] = 1
    fort: bool = False


@dataclass(slots=True)
class EmpirePart:
    """A realm that is being played, with the units it can still place (two for Incas and Aztecs)."""

    realm: int
    units: int
    bound: int = 0
    """Of these, armies that may not become fleets or forts (WH-events-4, WH-events-10)."""


@dataclass(slots=True)
class Turn:
    seat: SeatNo
    empire: Annotated[str, Of(REALMS)]
    """The empire that acts: the small one of an event first, then the big one."""
    event: EventId = ""
    emblem: Emblem = ""
    parts: list[EmpirePart] = field(default_factory=list)
    losses: int = 0
    """Units beaten in attacks of this turn."""
    allies: int = 0
    free_fleets: int = 0
    free_forts: int = 0
    trade: bool = False
    treachery: bool = False
    ferried: int = 0
    """Armies sent over a water that only some may cross (WH-7.4-1)."""
    used: list[str] = field(default_factory=list)
    """Resource lands spent on a monument in this turn (WH-5.8-2)."""

    def has_pieces(self) -> bool:
        """Whether the player has a unit left, or something that the event brought."""
        if self.allies or self.free_fleets or self.free_forts or self.trade:
            return True
        for part in self.parts:  # noqa: SIM110 - a generator takes longer
            if part.units:
                return True
        return False


@dataclass(slots=True)
class World(Game):
    players: Annotated[list[Player], BY_SEAT] = field(default_factory=list)
    epoch: Annotated[int, Between(1, cards.EPOCHS)] = 0
    order: list[SeatNo] = field(default_factory=list)
    """Drawing order of the epoch."""
    number: int = 0
    """The last number called."""
    empires: Annotated[list[EmpireId], _PILE] = field(default_factory=list)
    """The pile of empire cards, the top first."""
    drawn: Annotated[list[EmpireId], _DRAWN] = field(default_factory=list)
    """The card that is currently being kept or passed."""
    drawer: list[SeatNo] = field(default_factory=list)
    events: Annotated[list[EventId], Hidden(NOBODY, as_count, pool="event")] = field(default_factory=list)
    """The pile of event cards, the top first."""
    returned: list[EventId] = field(default_factory=list)
    """Unusable cards under that pile, seen by all (WH-5.2-10)."""
    lands: dict[LandId, Holding] = field(default_factory=dict)
    """Occupied lands only."""
    towns: dict[LandId, Annotated[str, Of(TOWNS)]] = field(default_factory=dict)
    """Land → "capital" or "city"."""
    monuments: list[Annotated[str, Of(LANDS, once=True)]] = field(default_factory=list)
    fleets: dict[Annotated[str, Of(WATERS)], dict[SeatNo, int]] = field(default_factory=dict)
    """Water → seat → fleets; only oceans hold fleets of several players (WH-5.4.2-6)."""
    realms: int = 0
    """Number of the last realm founded."""
    turn: Turn | None = None

    @property
    def now(self) -> Turn:
        assert self.turn is not None
        return self.turn

    @property
    def empire(self) -> Empire:
        """The empire that acts now."""
        return REALMS[self.now.empire]

    def new_realm(self) -> int:
        self.realms += 1
        return self.realms

    def owner(self, land: str) -> int | None:
        holding = self.lands.get(land)
        return None if holding is None else holding.owner

    def held(self, *realms: int) -> list[str]:
        """Lands of these realms, in map order."""
        lands = [land for land, one in self.lands.items() if one.realm in realms]
        lands.sort(key=MAP_ORDER.__getitem__)
        return lands

    def running(self) -> list[str]:
        """Lands of the realm that is being played."""
        return self.held(*(part.realm for part in self.now.parts))

    # ---- the piles: the counter mix is a limit (WH-2.2-6)

    def armies_left(self, seat: int, emblem: str) -> int:
        return EMBLEMS[emblem] - self.armies_on_board(seat, emblem)

    def armies_on_board(self, seat: int, emblem: str) -> int:
        return sum([one.armies for one in self.lands.values() if one.owner == seat and one.emblem == emblem])

    def armies_by_emblem(self, seat: int) -> dict[str, int]:
        on_board = dict.fromkeys(EMBLEMS, 0)
        for one in self.lands.values():
            if one.owner == seat:
                on_board[one.emblem] += one.armies
        return on_board

    def forts_left(self, seat: int) -> int:
        return FORTS - sum([one.fort for one in self.lands.values() if one.owner == seat])

    def fleets_left(self, seat: int) -> int:
        return FLEETS - sum([here[seat] for here in self.fleets.values() if seat in here])

    def towns_left(self, kind: str) -> int:
        return TOWNS[kind] - [*self.towns.values()].count(kind)

    def monuments_left(self) -> int:
        return MONUMENTS - len(self.monuments)

    # ---- fleets

    def foe_at_sea(self, seat: int, water: str) -> int | None:
        """The other player whose fleets hold a sea."""
        for other in sorted(self.fleets.get(water, ())):
            if other != seat:
                return other
        return None

    def add_fleet(self, seat: int, water: str) -> None:
        here = self.fleets.setdefault(water, {})
        here[seat] = here.get(seat, 0) + 1

    def sink_fleet(self, seat: int, water: str) -> None:
        here = self.fleets[water]
        here[seat] -= 1
        if not here[seat]:
            del here[seat]
        if not here:
            del self.fleets[water]


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> World:
    return World(seats, options, fixes, players=[Player() for _ in range(seats)])
