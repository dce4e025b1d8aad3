"""The position of a duel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, Any

from ...table import BY_SEAT, NOBODY, SEAT, TRANSIENT, Between, Game, Hidden, Of, as_backs, as_count
from ...words.lazy_dataclass import dataclass
from . import cards
from .cards import BUILDINGS, COLOUR_OF, CONSTANTS, COVERED_BY, LOOT, RESOURCES, TOKENS, WONDERS, Amounts, Card, back

CardId = Annotated[str, Of(BUILDINGS, once=True)]
WonderId = Annotated[str, Of(WONDERS, once=True)]
TokenId = Annotated[str, Of(TOKENS, once=True)]
SlotId = Annotated[str, Of(cards.SLOTS)]
SeatNo = Annotated[int, SEAT]
_COLOUR = COLOUR_OF.__getitem__
_FACE_DOWN = Hidden(NOBODY, as_backs(back), pool="building", back=back)
_UNSEEN = Hidden(NOBODY, as_count, pool="building", back=back)


@dataclass(slots=True)
class City:
    """What a player has built and owns (WD-OV-1). All of it is open (WD-TN-6)."""

    coins: int = CONSTANTS["start_coins"]
    buildings: list[CardId] = field(default_factory=list)
    """In the order of building."""
    wonders: list[WonderId] = field(default_factory=list)
    """Own wonders that are not built yet."""
    built: dict[WonderId, CardId] = field(default_factory=dict)
    """Built wonders, each with the card tucked under it (WD-WO-1)."""
    tokens: list[TokenId] = field(default_factory=list)
    # Derived from the above, and stored because every price needs it:
    makes: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Units shown on brown and grey buildings, the only ones that raise the opponent's prices (WD-TR-4)."""
    fixed: tuple[bool, bool, bool, bool, bool] = (False, False, False, False, False)
    any_raw: int = 0
    any_good: int = 0
    costs: Annotated[list[Any], TRANSIENT] = field(default_factory=list, compare=False, repr=False)
    """The latest price list, with what it depends on besides this city's buildings and wonders (`rules/payment.py`)."""

    def add(self, card: str) -> None:
        self.buildings.append(card)
        self._gain(BUILDINGS[card])

    def remove(self, card: str) -> None:
        """Remove a destroyed building; only brown and grey ones can be destroyed (WD-WN-2, WD-WN-11)."""
        self.buildings.remove(card)
        self.makes = _minus(self.makes, BUILDINGS[card].makes)
        self.costs = []

    def raise_wonder(self, wonder: str, card: str) -> None:
        self.wonders.remove(wonder)
        self.built[wonder] = card
        self._gain(WONDERS[wonder])

    def _gain(self, card: Card) -> None:
        if card.any_raw or card.any_good:
            self.any_raw += card.any_raw
            self.any_good += card.any_good
            self.costs = []
        elif card.fixed:
            wood, clay, stone, glass, papyrus = (f or n in card.fixed for n, f in enumerate(self.fixed))
            self.fixed = (wood, clay, stone, glass, papyrus)
            self.costs = []
        elif card.colour in ("brown", "grey"):
            self.makes = _plus(self.makes, card.makes)
            self.costs = []

    def count(self, colour: str, *more: str) -> int:
        """How many buildings of these colours it has."""
        shown = [*map(_COLOUR, self.buildings)]
        number = shown.count(colour)
        for another in more:
            number += shown.count(another)
        return number

    def symbols(self) -> list[str]:
        """Science symbols with repetitions (WD-SC-1)."""
        green = [BUILDINGS[card].science for card in self.buildings]
        law = [TOKENS[token].science for token in self.tokens]
        return [symbol for symbol in (*green, *law) if symbol]


def _plus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


def _minus(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4])


@dataclass(slots=True)
class Duel(Game):
    cities: Annotated[list[City], BY_SEAT] = field(default_factory=lambda: [City(), City()])
    first: SeatNo = 0
    """The player drawn by lot (WD-DR-1)."""
    active: SeatNo = 0
    age: Annotated[int, Between(0, cards.AGES)] = 0
    turn: int = 0
    pawn: Annotated[int, Between(-cards.CAPITAL, cards.CAPITAL)] = 0
    """Spaces that seat 0 is ahead; negative when seat 1 is (WD-MA-3)."""
    loot: list[list[int]] = field(default_factory=lambda: [[coins for coins, _ in LOOT] for _ in range(2)])
    """Military tokens that still lie on each player's side (WD-SU-2)."""
    face_up: dict[SlotId, CardId] = field(default_factory=dict)
    """Slot → card."""
    face_down: Annotated[dict[SlotId, CardId], _FACE_DOWN] = field(default_factory=dict)
    decks: Annotated[list[CardId], _UNSEEN] = field(default_factory=list)
    """Cards of the ages to come."""
    removed: Annotated[list[CardId], _UNSEEN] = field(default_factory=list)
    """Put back into the box unseen at set-up (WD-SU-5, WD-SU-6)."""
    discards: list[CardId] = field(default_factory=list)
    board: list[TokenId] = field(default_factory=list)
    """Progress tokens on the board."""
    box: list[TokenId] = field(default_factory=list)
    """Progress tokens in the box; known by elimination (WD-R-18)."""
    draft: list[WonderId] = field(default_factory=list)
    """Wonders lying open in the draft."""
    unseen_wonders: Annotated[list[WonderId], Hidden(NOBODY, as_count, pool="wonder")] = field(default_factory=list)
    gone: list[WonderId] = field(default_factory=list)
    """Wonders returned to the box at the seventh (WD-WO-3)."""

    def lead(self, seat: int) -> int:
        """How far a player is ahead."""
        return self.pawn if seat == 0 else -self.pawn

    def accessible(self) -> dict[str, str]:
        """The cards that can be taken, each with its slot (WD-LA-2)."""
        up, down = self.face_up, self.face_down
        free = {}
        for slot, card in up.items():
            left, right = _COVERS[slot]
            if left in up or left in down or right in up or right in down:
                continue
            free[card] = slot
        return free


def _pair(covers: Sequence[str]) -> tuple[str, str]:
    left, right = (*covers, "", "")[: max(2, len(covers))]
    return left, right


_COVERS = {slot: _pair(covers) for slot, covers in COVERED_BY.items()}
"""The two slots that cover a slot; nothing where there is none."""


def amounts(numbers: Amounts) -> dict[str, int]:
    """Resource amounts by name, zeros left out."""
    return {name: n for name, n in zip(RESOURCES, numbers, strict=True) if n}
