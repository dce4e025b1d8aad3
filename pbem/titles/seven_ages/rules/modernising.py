"""Turning units over to the other side of their counters (chapter 6.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ....table import END, Answer, Below, Choices, Chosen, Compose, NotLegal, Refused, Rule
from ..atlas import AREAS
from ..cards import GALLEY, LANGUAGE, UNITS
from ..state import Empire, Seven
from .asking import well_formed
from .building import first_step
from .changes import galley_sinks

MODERNISE = LANGUAGE["modernise"]
AS_IT_IS = ("modernise none",)
Flip = tuple[str, int | None, str | None]
"""Unit, how many if more than one, and the area if not all of them are meant."""


def flippable(game: Seven, empire: Empire) -> Counter[tuple[str, str]]:
    """Units (type, area) whose other side the step allows (SA-6.5-1, SA-6.5-3), and the place (SA-gap-87)."""
    found: Counter[tuple[str, str]] = Counter()
    for area, stack in empire.stacks.items():
        for unit in stack.all():
            other = UNITS[unit].flip
            if not other or first_step(empire, other) > empire.step:
                continue
            if other != GALLEY or not galley_sinks(game, empire, area):
                found[unit, area] += 1
    return found


def later(unit: str) -> bool:
    """Whether its other side is the later one; fighters and bombers are left as they are."""
    return UNITS[UNITS[unit].flip].step > UNITS[unit].step and UNITS[unit].kind != "air"


def modernise(game: Seven, empire: Empire) -> Rule:
    """Units are turned over, free of charge (SA-6.5-1); others do not see which."""
    answer = yield modernise_ask(game, empire)
    if answer == AS_IT_IS:
        return
    for unit, n, area in answer[1]:
        stack = empire.stacks[area]
        for _ in range(n or 1):
            here = stack.units if unit in stack.units else stack.far
            here[here.index(unit)] = UNITS[unit].flip
        stack.units.sort(key=lambda one: UNITS[one].place)
    turned = [[area, unit, n or 1] for unit, n, area in answer[1]]
    game.note("modernised", seen_by=(game.owners[empire.id],), empire=empire.id, pieces=turned)


class Flips:
    """One question about modernising."""

    def __init__(self, game: Seven, empire: Empire) -> None:
        self.empire = empire
        self.have = flippable(game, empire)
        self.ordered = sorted(self.have, key=lambda one: (AREAS[one[1]].place, UNITS[one[0]].place))

    def answer(self, chosen: Mapping[tuple[str, str], int]) -> Answer:
        items = tuple(
            (unit, chosen[unit, area] if chosen[unit, area] > 1 else None, area)
            for unit, area in self.ordered
            if chosen.get((unit, area))
        )
        return ("modernise", items) if items else AS_IT_IS

    def everything(self) -> Answer:
        return self.answer({one: n for one, n in self.have.items() if later(one[0])})

    def read(self, items: tuple[Flip, ...]) -> Counter[tuple[str, str]]:
        """Without an area all areas are meant, in the order of the map."""
        wanted: Counter[tuple[str, str]] = Counter()
        for unit, n, area in items:
            if area is not None:
                wanted[unit, area] += n if n is not None else 1
                continue
            left = n if n is not None else self.have.total()
            for one in self.ordered:
                taken = min(left, self.have[one]) if one[0] == unit else 0
                wanted[one] += taken
                left -= taken
        return wanted

    def means(self, answer: Answer) -> Answer:
        if answer[0] == "modernise all":
            return self.everything()
        if answer[0] != "modernise":
            return answer
        wanted = self.read(answer[1])
        return self.answer(wanted) if +wanted and not +wanted - self.have else answer

    def fault(self, answer: Answer) -> Refused | None:
        if answer == AS_IT_IS:
            return None
        whole = answer[0] == "modernise" and bool(answer[1]) and answer == self.answer(self.read(answer[1]))
        if not whole or self.read(answer[1]) - self.have:
            return self.no_flip(answer[1])
        return None

    def no_flip(self, items: tuple[Flip, ...]) -> Refused:
        """Why these units cannot be flipped."""
        there = Counter((unit, area) for area, stack in self.empire.stacks.items() for unit in stack.all())
        for unit, n, area in items:
            number = sum(held for (one, at), held in there.items() if one == unit and area in (None, at))
            if number < (n or 1):
                return NotLegal("fewer_there", {"unit": unit, "number": number}, rule="SA-6.5-1")
            other = UNITS[unit].flip
            if not other:
                return NotLegal("no_other_side", {"unit": unit}, rule="SA-6.5-1")
            step = first_step(self.empire, other)
            if step > self.empire.step:
                return NotLegal("side_too_early", {"unit": unit, "other": other, "step": step}, rule="SA-6.5-1")
            if sum(held for (one, at), held in self.have.items() if one == unit and area in (None, at)) < (n or 1):
                return NotLegal("side_sinks", {"unit": unit, "other": other}, rule="SA-gap-87")
        return NotLegal("not_among_legal")

    def some(self) -> Iterator[Answer]:
        yield from dict.fromkeys((self.everything(), AS_IT_IS, *(self.answer({one: 1}) for one in self.ordered)))

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Units that are left, by area."""
        taken = Counter((one["unit"], one.get("in")) for one in chosen.get(key, ()))
        return [
            {key: {"unit": unit, "in": area}}
            for unit, area in self.ordered
            if taken[unit, area] < self.have[unit, area]
        ]

    def pick(self, below: Below) -> Answer:
        if below(2):
            return self.everything()
        return self.answer({one: below(n + 1) for one, n in self.have.items()})


def modernise_ask(game: Seven, empire: Empire) -> Compose:
    flips = Flips(game, empire)
    return Compose(
        game.act.seat,
        MODERNISE,
        flips.some,
        flips.pick,
        well_formed(MODERNISE, flips.fault),
        flips.next,
        means=flips.means,
        private=True,
        secret=END,
        default=flips.everything,
        values={"empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )
