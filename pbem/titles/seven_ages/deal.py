"""What may lie where a player sees only backs: cards, markers, and units of other empires."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...table import Answered, Below, Input, Shuffle, Unknown, is_unseen
from .atlas import AREAS, OCEAN, PLAIN
from .cards import ACTIONS, BESIDE, CARD_OF_EMPIRE, CARDS, COUNTERS, EXTRA, MARKERS, ON_EMPIRE, UNITS, WILD
from .rules.commitment import COMMIT, counted
from .state import APART, Empire, Fighter, Seven


def deal(game: Seven, unknown: Sequence[Unknown], past: Sequence[Input], below: Below) -> list[Any]:
    """Cards and markers are those that do not lie open; units are such as the empire can have by its step, and those
    that it has openly committed in the meantime."""
    table = _Deal(game, below)
    for one in past:
        if isinstance(one, Answered) and one.kind == COMMIT.id and not is_unseen(one.answer[0]):
            table.commit(one.seat, list(counted(one.answer[1]).elements()))
    first = sorted(range(len(unknown)), key=lambda n: unknown[n].path[-1] != EXTRA)  # few markers may lie there
    dealt = {n: table.one(unknown[n]) for n in first}
    return [dealt[n] for n in range(len(unknown))]


_PORTS = 8
"""Of so many units on a coast one is a ship."""


class _Deal:
    def __init__(self, game: Seven, below: Below) -> None:
        self.game, self.below = game, below
        seen = {card for card in self.open_cards() if isinstance(card, str)}
        played = {CARD_OF_EMPIRE[empire] for empire in game.owners}
        self.cards = self.mixed([card for card in CARDS if card not in seen and card not in played])
        self.markers = [self.mixed(self.closed(seat)) for seat in range(game.seats)]
        self.cadence = self.mixed(ACTIONS)
        self.units: dict[str, list[str]] = {}
        self.committed: dict[tuple[str, str], list[str]] = {}
        """By empire and area, units that were shown when it fought there."""

    def commit(self, seat: int, units: list[str]) -> None:
        """Nobody sees from the position where a fight that has not begun will be: in some area with rivals."""
        fight = self.game.fight
        if fight is not None:
            places = [(side.empire, fight.area) for side in fight.sides if side.seat == seat]
        else:
            own = self.game.players[seat].empires.values()
            places = [(one.id, area) for one in own for area in one.stacks if self.game.rivals(one, area)]
        free = [place for place in places if place not in self.committed] or places
        if free:
            self.committed.setdefault(free[self.below(len(free))], []).extend(units)

    def open_cards(self) -> Iterator[str]:
        """All that are known, each where it lies; the cards of empires in play lie before their players."""
        yield from (*self.game.deck, *self.game.discards)
        for one in self.game.players:
            yield from one.hand
        for side in self.game.fight.sides if self.game.fight is not None else ():
            yield from (side.card, *side.put_away)

    def mixed(self, things: Sequence[str]) -> list[str]:
        return Shuffle(things, "").outcome(self.below)

    def closed(self, seat: int) -> list[str]:
        """The markers that a player may have laid: all but those that are known."""
        one = self.game.players[seat]
        shown = {WILD if place == one.wild else marker for place, marker in one.shown.items()}
        known = {marker for marker in one.markers.values() if isinstance(marker, str)}
        return [marker for marker in MARKERS if marker not in shown and marker not in known]

    def one(self, unknown: Unknown) -> Any:
        path, pool = unknown.path, unknown.pool
        if pool == "marker":
            return self.marker(self.markers[int(path[1])], BESIDE if path[3] == EXTRA else ON_EMPIRE)
        if pool == "cadence":
            return self.cadence.pop()
        if pool == "card":
            return self.cards.pop()
        if pool == "fighter":
            assert self.game.fight is not None
            fight = self.game.fight
            empire = self.game.empire(fight.sides[int(path[2])].empire)
            return self.fighter(empire, fight.area)
        empire, area = self.game.players[int(path[1])].empires[str(path[3])], str(path[5])
        return self.fighter(empire, area) if pool == "arrival" else self.unit(empire, area, path[6] == "far")

    @staticmethod
    def marker(left: list[str], fitting: set[str]) -> str:
        return left.pop(next((n for n, marker in enumerate(left) if marker in fitting), -1))

    def fighter(self, empire: Empire, area: str) -> Fighter:
        """How it came there, nobody knows either."""
        return self.unit(empire, area, False), PLAIN, 0

    def unit(self, empire: Empire, area: str, far: bool) -> str:
        """Ships at sea and on a second coast; on land mostly land units."""
        if self.committed.get((empire.id, area)):
            return self.committed[empire.id, area].pop(0)
        in_port = bool(AREAS[area].seas) and not empire.no_ships and not self.below(_PORTS)
        at_sea = far or in_port or not AREAS[area].is_land
        ocean = AREAS[area].kind == OCEAN

        def fits(unit: str) -> bool:
            one = UNITS[unit]
            return one.group == ("naval" if at_sea else "land") and (one.ocean or not ocean)

        if empire.id not in self.units:
            self.units[empire.id] = self.counters(empire)
        stock = self.units[empire.id]
        if not any(map(fits, stock)):  # nobody knows which sides of the counters are in use, nor what was swapped
            stock.extend(self.possible(empire, fits) or self.possible(empire, lambda unit: not UNITS[unit].common))
        return stock.pop(next((n for n, unit in enumerate(stock) if fits(unit)), -1))

    def counters(self, empire: Empire) -> list[str]:
        """One side of each counter of its colour."""
        sides = []
        for counter, number in COUNTERS[empire.colour].items():
            both = [unit for unit in self.possible(empire) if UNITS[unit].counter == counter]
            sides += [both[self.below(len(both))] for _ in range(number if both else 0)]
        return self.mixed(sides)

    def possible(self, empire: Empire, fits: Callable[[str], bool] | None = None) -> list[str]:
        """Units that an empire of that step can have."""
        found = [unit for unit, one in UNITS.items() if one.step <= max(1, empire.step) and unit not in APART]
        return [unit for unit in found if fits is None or fits(unit)]
