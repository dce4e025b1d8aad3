"""The position of Through the Ages."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...table import BY_SEAT, NOBODY, OWNER, SEAT, Game, Hidden, as_backs, as_count
from ...words.lazy_dataclass import dataclass
from .cards import BLUE_SQUARES, CARDS, SPACES, START_GOVERNMENT, START_WORKERS, YELLOW_SQUARES, age_of


def _likeness(card: str) -> str:
    """What could replace a hidden military card unnoticed: another of its age, and only events among the events."""
    return f"{CARDS[card].age} {CARDS[card].family in ('event', 'territory')}"


_CIVIL_DECK = Hidden(NOBODY, as_count, pool="civil", back=age_of)
_MILITARY_DECK = Hidden(NOBODY, as_count, pool="military", back=_likeness)
_MILITARY_BACKS = Hidden(NOBODY, as_backs(age_of), pool="military", back=_likeness)
SeatNo = Annotated[int, SEAT]


@dataclass(slots=True)
class Civilization:
    """What one player has."""

    culture: int = 0
    science: int = 0
    yellow: int = YELLOW_SQUARES
    """Tokens in the yellow bank."""
    blue: int = BLUE_SQUARES
    unused: int = 1
    workers: dict[str, int] = field(default_factory=lambda: dict(START_WORKERS))
    """By technology in play, those without a worker included."""
    tokens: dict[str, int] = field(default_factory=dict)
    """Blue tokens by farm, mine or lab."""
    government: str = START_GOVERNMENT
    specials: list[str] = field(default_factory=list)
    leader: str = ""
    leaders_of: list[str] = field(default_factory=list)
    """Ages of the leaders taken so far (TTA-TAKE-4)."""
    wonders: list[str] = field(default_factory=list)
    """Completed ones, ruins included (TTA-APP-21)."""
    ruins: list[str] = field(default_factory=list)
    homer_under: str = ""
    unfinished: str = ""
    stages: int = 0
    colonies: list[str] = field(default_factory=list)
    tactic: str = ""
    exclusive: bool = False
    hand: list[str] = field(default_factory=list)
    """Civil cards, where civil hands are public (TTA-CARD-4)."""
    covered: Annotated[list[str], Hidden(OWNER, as_backs(age_of), pool="civil", back=age_of)] = field(
        default_factory=list
    )
    """Civil cards, where they are not."""
    military_hand: Annotated[list[str], Hidden(OWNER, as_backs(age_of), pool="military", back=_likeness)] = field(
        default_factory=list
    )
    civil: int = 0
    """Civil actions available."""
    military: int = 0
    civil_total: int = 4
    military_total: int = 2
    caesar_used: bool = False
    resigned: bool = False


@dataclass(slots=True)
class Turn:
    """What lasts for one turn of the active player."""

    arms: dict[str, int] = field(default_factory=dict)
    """Temporary resources for units, by the card they come from."""
    arms_science: int = 0
    """Temporary science for military unit technologies (Winston Churchill)."""
    extra_military: int = 0
    """One-time military actions (Patriotism); not part of the total (TTA-ACTN-4)."""
    fresh: list[str] = field(default_factory=list)
    """Action cards taken in this action phase (TTA-ACARD-1)."""
    hammurabi_armed: bool = False
    hammurabi_used: bool = False
    bach_used: bool = False
    liner_used: bool = False
    churchill_used: bool = False
    trade_armed: bool = False
    trade_used: bool = False
    leader_replaced: bool = False
    tactic_played: bool = False
    caesar: bool = False
    """The second political action is running."""


@dataclass(slots=True)
class War:
    card: str
    attacker: SeatNo
    defender: SeatNo


@dataclass(slots=True)
class Pact:
    card: str
    a: SeatNo
    b: SeatNo
    owner: SeatNo

    def partner(self, seat: int) -> int:
        return self.b if seat == self.a else self.a

    def side(self, seat: int) -> str:
        return "a" if seat == self.a else "b"


@dataclass(slots=True)
class Affair:
    """What the politics phase has opened and the next phase settles."""

    card: str
    by: SeatNo
    target: SeatNo = -1
    bid: int = 0
    bidders: list[SeatNo] = field(default_factory=list)
    """Who may still bid, the next first."""
    holder: SeatNo = -1
    side: str = ""


@dataclass(slots=True)
class Ages(Game):
    civs: Annotated[list[Civilization], BY_SEAT] = field(default_factory=list)
    start: SeatNo = 0
    """The start player (TTA-SETUP-3)."""
    active: SeatNo = 0
    round: int = 1
    age: str = "A"
    last_round: int = 0
    """The round after which the game ends; 0 while that is open."""
    row: list[str] = field(default_factory=lambda: [""] * SPACES)
    civil_deck: Annotated[list[str], _CIVIL_DECK] = field(default_factory=list)
    military_deck: Annotated[list[str], _MILITARY_DECK] = field(default_factory=list)
    discards: Annotated[list[str], _MILITARY_BACKS] = field(default_factory=list)
    """Military cards, face down, of all ages (TTA-CARD-12)."""
    current: Annotated[list[str], _MILITARY_BACKS] = field(default_factory=list)
    future: Annotated[list[str], _MILITARY_BACKS] = field(default_factory=list)
    unused_events: Annotated[list[str], _MILITARY_BACKS] = field(default_factory=list)
    """Age A events that went back into the box unseen (TTA-SETUP-1)."""
    past: list[str] = field(default_factory=list)
    common_tactics: list[str] = field(default_factory=list)
    wars: list[War] = field(default_factory=list)
    pacts: list[Pact] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)
    affair: Affair | None = None
    skip_politics: list[SeatNo] = field(default_factory=list)
    """Seats that gave up their next political action (TTA-POL-4)."""
    sealed: list[str] = field(default_factory=list)
    """Names of answers that stay hidden to the end of the game."""
    seals: int = 0
    """How many names have been given."""

    def clockwise(self, seat: int) -> list[int]:
        """Players still in the game, from `seat` on."""
        order = (*range(seat, self.seats), *range(seat))
        return [one for one in order if not self.civs[one].resigned]

    def rivals(self, seat: int) -> list[int]:
        return [one for one in self.clockwise(seat) if one != seat]

    def playing(self) -> int:
        """How many players are left (TTA-ROW-3)."""
        return sum(not civ.resigned for civ in self.civs)

    def civil_hand(self, seat: int) -> list[str]:
        civ = self.civs[seat]
        return civ.hand if self.options["civil_hands_public"] else civ.covered

    def hands_covered(self) -> bool:
        """Whether playing a civil card shows something that was hidden."""
        return not self.options["civil_hands_public"]

    def sealed_name(self, what: str) -> str:
        """A name for an answer that is opened only at the end of the game."""
        self.seals += 1
        name = f"{what}:{self.seals}"
        self.sealed.append(name)
        return name

    def age_number(self) -> int:
        return LEVEL_OF_AGE[self.age]


LEVEL_OF_AGE = {"A": 0, "I": 1, "II": 2, "III": 3, "IV": 4}


def ages(seats: int, options: dict[str, str | int | bool], fixes: int) -> Ages:
    return Ages(seats, options, fixes, civs=[Civilization() for _ in range(seats)])
