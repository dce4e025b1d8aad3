"""The position: players with their empires and hands, the map, and what is being carried out just now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from ...table import BY_SEAT, NOBODY, OWNER, SEAT, Between, Game, Hidden, as_count, as_presence
from ...words.lazy_dataclass import dataclass
from .atlas import AREAS, PLACE
from .cards import AGE_OF_STEP, ELEPHANT, EMPIRES, GALLEY, MAX_EMPIRES, NUKE, STAR_WARS, UNITS

RESERVED = "reserved_seats"
"""The option: so many seats, the last ones, stand empty at first."""

SeatNo = Annotated[int, SEAT]
Fighter = tuple[str, str, int]
"""A unit that has moved or fights: its type, how it entered the area, and the coast that it is on, if it is a ship."""

APART = (ELEPHANT, GALLEY, NUKE, STAR_WARS)
"""Units that can be told apart from others of their group by where they are, or by what is left in the common pool."""


def likeness(unit: str) -> str:
    """What could be in the place of a unit without anybody noticing."""
    return unit if unit in APART else UNITS[unit].group


def _likeness(one: Fighter) -> str:
    return f"{likeness(one[0])} {one[1]} {one[2]}"


def _places(markers: dict[str, str]) -> dict[str, str]:
    """Everybody sees where markers lie, but not which ones they are."""
    return dict.fromkeys(markers, "marker")


_UNITS = Hidden(OWNER, as_count, pool="unit", back=likeness)
_FIGHTERS = Hidden("seen_by", as_count, pool="fighter", back=_likeness)
_DRAWN = Hidden("seen_by", as_presence, pool="card")


@dataclass(slots=True)
class Stack:
    """The units of one empire in one area. Everybody sees how many there are (SA-4.2-38, SA-gap-20)."""

    units: Annotated[list[str], _UNITS] = field(default_factory=list)
    far: Annotated[list[str], _UNITS] = field(default_factory=list)
    """Ships on the second coast of a land area (SA-4.1-15)."""
    arrived: Annotated[list[Fighter], Hidden(OWNER, as_count, pool="arrival", back=_likeness)] = field(
        default_factory=list
    )
    """Units that have moved in during this manoeuvre; a unit moves once (SA-gap-84)."""

    def size(self) -> int:
        return len(self.units) + len(self.far) + len(self.arrived)

    def all(self) -> Iterator[str]:
        yield from self.units
        yield from self.far
        for unit, _, _ in self.arrived:
            yield unit


@dataclass(slots=True)
class Leader:
    id: str
    """A named leader, or the kind of an unnamed one."""
    kind: str
    area: str
    moved: bool = False


@dataclass(slots=True)
class Empire:
    id: str
    colour: str
    step: int
    money: int = 0
    elites: int = 0
    capital: str = ""
    had_capital: bool = False
    """It has had one: a city built later does not become the capital by itself (SA-gap-49)."""
    card: list[str] = field(default_factory=list)
    """Artifacts on its card, religion and government included."""
    leaders: list[Leader] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    """The start areas that were used (SA-gap-75)."""
    no_ships: bool = False
    no_horses: bool = False
    elephants: list[str] = field(default_factory=list)
    """Elephants of its active pool, those on the map included, by the area they belong to."""
    elephants_due: int = 0
    """Elephants that its card promises from a certain step on."""
    famines: int = 0
    """Since the last production (SA-gap-79)."""
    traded: bool = False
    """This turn (SA-3-2)."""
    won: bool = False
    """A conflict or a trade, this turn."""
    stacks: dict[str, Stack] = field(default_factory=dict)

    @property
    def age(self) -> int:
        return AGE_OF_STEP[self.step]

    @property
    def barbarian(self) -> bool:
        """It has the no-cities symbol in its present age (SA-2.2-2)."""
        return self.age in EMPIRES[self.id].no_cities

    def units(self) -> int:
        """Units on the map, except those in a running conflict."""
        return sum(stack.size() for stack in self.stacks.values())

    def size(self, area: str) -> int:
        stack = self.stacks.get(area)
        return stack.size() if stack is not None else 0

    def types(self) -> Counter[str]:
        counted: Counter[str] = Counter()
        for stack in self.stacks.values():
            counted.update(stack.all())
        return counted

    def areas(self) -> list[str]:
        """Where it has units, in the order of the map."""
        return sorted(self.stacks, key=PLACE.__getitem__)


@dataclass(slots=True)
class Player:
    colours: list[str] = field(default_factory=list)
    glory: Annotated[int, Between(-999, 9999)] = 0
    hand: Annotated[list[str], Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    markers: Annotated[dict[str, str], Hidden(OWNER, _places, pool="marker")] = field(default_factory=dict)
    """Where an action marker lies (an empire, or `extra`) → the marker, until it is revealed."""
    shown: dict[str, str] = field(default_factory=dict)
    """The same for those revealed this turn, with the action that a wild card became."""
    wild: str = ""
    """The place of the wild card, once it is revealed."""
    empires: dict[str, Empire] = field(default_factory=dict)
    cadence: Annotated[list[str], Hidden(OWNER, as_count, pool="cadence")] = field(default_factory=list)
    """Actions under the cadence markers of a first player: no advance, from trade +1, from trade 0 (SA-opt-3)."""
    fallen: dict[str, Annotated[int, Between(-9, 9)]] = field(default_factory=dict)
    """Own empires that were dissolved this turn, with their trade number (SA-opt-5)."""


@dataclass(slots=True)
class Turn:
    """Someone who has revealed a marker and waits to act."""

    seat: SeatNo
    place: str
    """An empire, or `extra`."""


@dataclass(slots=True)
class Act:
    """An action that is being carried out, with a marker or by a card."""

    action: str
    seat: SeatNo
    empire: str = ""
    stage: str = ""
    """How far it has come; each action has its own stages."""
    free: bool = False
    """Done without a marker, by a special or an event (SA-gap-72)."""
    partner: str = ""
    events: list[str] = field(default_factory=list)
    """Events in force for this action."""
    shifts: dict[str, int] = field(default_factory=dict)
    """What events add to the totals of trading empires."""
    used: list[str] = field(default_factory=list)
    """Areas in which a city was built or developed in this action; at a start, those with a fort of the card."""
    built: dict[str, int] = field(default_factory=dict)
    """Area → units built there in this action (SA-2.3-4)."""
    taken: dict[str, int] = field(default_factory=dict)
    """Start area won in a conflict → level of the city that stood there (SA-1-30)."""
    capital: str = ""
    """Where the capital is wanted at a start."""
    closed: list[str] = field(default_factory=list)
    """Empires that have refused a way through their areas in this action, and canals that were refused (SA-3-6)."""
    opened: list[str] = field(default_factory=list)
    """Canals that others have opened for this action (SA-4.1-16)."""
    converts: list[str] = field(default_factory=list)
    """Religions that may be adopted after a conquest (SA-6.4-5)."""


@dataclass(slots=True)
class Side:
    empire: str
    seen_by: list[SeatNo]
    fresh: Annotated[list[Fighter], _FIGHTERS] = field(default_factory=list)
    """Not yet committed."""
    spent: list[Fighter] = field(default_factory=list)
    """Committed in an earlier round, hence known to all."""
    card: Annotated[str, _DRAWN] = ""
    put_away: Annotated[list[str], Hidden("seen_by", as_count, pool="card")] = field(default_factory=list)
    """Cards drawn and not used in this round, shown with the reveal (SA-gap-68)."""
    redrawn: bool = False
    unrest: int = 0
    """Battle unrest markers (SA-4.2-24)."""
    bonus: int = 0
    """What events add in this round."""
    bereft: bool = False
    """It lost a leader in this conflict (SA-4.2-35)."""
    routed: bool = False
    """It lost an elephant and must retreat (SA-4.2-23)."""

    @property
    def seat(self) -> int:
        return self.seen_by[0]

    def left(self) -> int:
        return len(self.fresh) + len(self.spent)


@dataclass(slots=True)
class Fight:
    area: str
    sides: list[Side]
    """The attacker, then the defender (SA-4.2-40)."""
    back: str = ""
    """The phase that goes on when it is over."""
    round: int = 0
    ignored: list[str] = field(default_factory=list)
    """Works that do not help the defender in this round."""
    traitors: list[int] = field(default_factory=list)
    """Sides that lose a committed unit to Treachery in this round."""

    def side(self, empire: str) -> int:
        return 0 if self.sides[0].empire == empire else 1


@dataclass(slots=True)
class Seven(Game):
    players: Annotated[list[Player], BY_SEAT] = field(default_factory=list)
    seated: list[SeatNo] = field(default_factory=list)
    """Seats that have a player; the others are reserved for players who join later (SA-gap-70)."""
    first: SeatNo = 0
    """The first player, who has the turn marker."""
    turn: int = 0
    bids: list[list[str]] = field(default_factory=list)
    """Cards shown for the first player, round by round for each seat."""
    deck: Annotated[list[str], Hidden(NOBODY, as_count, pool="card")] = field(default_factory=list)
    """The last card is the top."""
    discards: list[str] = field(default_factory=list)
    owners: dict[str, SeatNo] = field(default_factory=dict)
    """Empire in play → its player."""
    control: dict[str, str] = field(default_factory=dict)
    """Area → empire that controls it."""
    cities: dict[str, int] = field(default_factory=dict)
    forts: list[str] = field(default_factory=list)
    unrest: list[str] = field(default_factory=list)
    artifacts: dict[str, str] = field(default_factory=dict)
    """Area → artifact marker."""
    blue: dict[str, int] = field(default_factory=dict)
    """Artifact → step of its blue marker."""
    cup: dict[str, int] = field(default_factory=dict)
    named_used: list[str] = field(default_factory=list)
    """Named leaders who have been in the game."""
    elephants: list[str] = field(default_factory=list)
    """Elephants of the common pool."""
    elephants_gone: bool = False
    weapons: dict[str, int] = field(default_factory=dict)
    """Nuclear and star-wars units left in the common pool."""
    action: str = ""
    """Which of the seven actions is carried out."""
    waiting: list[Turn] = field(default_factory=list)
    """Who has still to act in it."""
    acts: list[Act] = field(default_factory=list)
    """The running action, and above it the one it was interrupted by."""
    fight: Fight | None = None
    conflicts: int = 0
    """Fought this turn (SA-gap-96)."""
    truces: list[str] = field(default_factory=list)
    """Pairs of empires, joined by a blank, that keep out of each other's areas this turn."""
    event: str = ""
    """The event that has just been played, while it can be answered."""
    target: SeatNo = -1
    """The player whom it hits, -1 for none or several."""
    glory_events: list[str] = field(default_factory=list)
    """Events for the end of the turn in the order of play, each with its target after a blank."""
    first_age: int = 0
    """The age in which the first empire of the game began (SA-opt-9)."""
    passed: list[SeatNo] = field(default_factory=list)
    """Seats in the order in which they went beyond the last step (SA-win-2)."""
    stop: bool = False
    """The game ends at once."""

    @property
    def act(self) -> Act:
        return self.acts[-1]

    @property
    def battle(self) -> Fight:
        assert self.fight is not None
        return self.fight

    def order(self) -> list[int]:
        """Seats from the first player on (SA-seq-3)."""
        place = self.seated.index(self.first)
        return self.seated[place:] + self.seated[:place]

    def most_empires(self) -> int:
        """How many empires a player may have at the same time (SA-turn-3)."""
        return MAX_EMPIRES[len(self.seated)]

    def empire(self, ident: str) -> Empire:
        return self.players[self.owners[ident]].empires[ident]

    def empires(self) -> list[Empire]:
        """All that are in play, by seat from the first player on."""
        return [one for seat in self.order() for one in self.players[seat].empires.values()]

    def controlled(self, empire: Empire) -> list[str]:
        """Areas it controls, in the order of the map."""
        return [area for area in empire.areas() if self.control.get(area) == empire.id]

    def lands(self, empire: Empire) -> list[str]:
        return [area for area in self.controlled(empire) if AREAS[area].is_land]

    def rivals(self, empire: Empire, area: str) -> list[Empire]:
        """Other empires with units in an area."""
        return [one for one in self.empires() if one.id != empire.id and area in one.stacks]

    def present(self, empire: Empire, area: str) -> bool:
        """Whether it has units there, or fights there."""
        fight = self.fight
        fights = fight is not None and fight.area == area and any(side.empire == empire.id for side in fight.sides)
        return fights or area in empire.stacks

    def top_step(self) -> int:
        """The step of the most advanced empire; 0 while there is none."""
        return max((one.step for one in self.empires()), default=0)


def seven(seats: int, options: dict[str, str | int | bool], fixes: int) -> Seven:
    seated = list(range(seats - int(options.get(RESERVED, 0))))
    return Seven(seats, options, fixes, players=[Player() for _ in range(seats)], seated=seated)
