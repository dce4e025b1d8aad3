"""What a player who misses a deadline does: nothing that affects others, and no waste of what would be lost.

Unused actions are lost, and so is what cards offer once per turn. So workers are put to work, the wonder goes
on, and the population grows as far as it can be fed and kept content. Nothing is attacked, given away or torn down, and
no card of the hand is played.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer
from ..cards import CARDS, CONSUMPTION, DEMAND, FAMILY, YELLOW_SQUARES
from ..state import Ages, Civilization
from .abilities import no_immigrate
from .changes import civil_available
from .civil import no_build, no_grow, no_stage, no_take
from .goods import FOOD, consumption, production, stock
from .paying import cost_of, population_cost
from .ratings import discontent, happiness

END = ("end",)
WANTED = ("leader", "wonder", "action")
"""What a first turn takes, the best first."""


def quiet(game: Ages, seat: int) -> Answer:
    """The next action of a turn without orders."""
    return next(_useful(game, seat), END)


def _useful(game: Ages, seat: int) -> Iterator[Answer]:
    if game.round == 1:
        yield from _first_cards(game, seat)
        return
    civ = game.civs[seat]
    yield from _calm(game, seat)
    if not no_immigrate(game, seat) and _content_with_one_more(civ):
        yield ("immigrate",)
    if civ.unused > discontent(civ):
        yield from _work(game, seat)
    if not no_stage(game, seat):
        yield ("stage", None)
    if not no_grow(game, seat) and _content_with_one_more(civ) and _fed_with_one_more(game, seat):
        yield ("grow",)


def _first_cards(game: Ages, seat: int) -> Iterator[Answer]:
    """TTA-FIRST-3: the cheapest card, a leader rather than a wonder."""
    available = civil_available(game, seat)
    for family in WANTED:
        for space, card in enumerate(game.row):
            if card and FAMILY[card] == family and not no_take(game, seat, space, available):
                yield ("take", card, space + 1 if card in game.row[:space] else None)


def _calm(game: Ages, seat: int) -> Iterator[Answer]:
    """Against an uprising the cheapest temple or arena."""
    civ = game.civs[seat]
    if civ.unused and discontent(civ) > civ.unused - 1:
        joyful = [tech for tech in civ.workers if FAMILY[tech] in ("temple", "arena")]
        for tech in sorted(joyful, key=lambda one: (cost_of(civ, one), one)):
            if discontent(civ) and not no_build(game, seat, tech):
                yield ("build", tech, None)


def _work(game: Ages, seat: int) -> Iterator[Answer]:
    """A farm where food is short or soon will be, otherwise a mine; the best that can be paid."""
    civ = game.civs[seat]
    hungry = production(game, seat, FOOD) <= consumption(civ) + 1
    for family in ("farm", "mine") if hungry else ("mine", "farm"):
        techs = [tech for tech in civ.workers if FAMILY[tech] == family]
        for tech in sorted(techs, key=lambda one: (-CARDS[one].level, one)):
            if not no_build(game, seat, tech):
                yield ("build", tech, None)


def _fed_with_one_more(game: Ages, seat: int) -> bool:
    """Whether the farms feed a further worker, and the stock lasts for this turn."""
    civ = game.civs[seat]
    eaten = CONSUMPTION[min(max(0, civ.yellow - 1), YELLOW_SQUARES)]
    return production(game, seat, FOOD) >= eaten and stock(civ, FOOD) - population_cost(civ) >= consumption(civ)


def _content_with_one_more(civ: Civilization) -> bool:
    """Whether nobody would be discontent with a further worker."""
    return DEMAND[min(max(0, civ.yellow - 1), YELLOW_SQUARES)] <= happiness(civ)
