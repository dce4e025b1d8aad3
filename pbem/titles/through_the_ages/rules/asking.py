"""Questions that events and attacks put to several players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....table import Answer, Ask, Choose, ChooseSome, Rule, Together
from ..cards import CARDS, FAMILY, LANGUAGE, LEVEL, UNITS, URBAN, WORKED_CARDS
from ..state import Ages, Civilization
from .goods import FOOD, RESOURCES, consumption, stock
from .ratings import armies

LOSE_WORKER, GOODS = LANGUAGE["lose_worker"], LANGUAGE["goods_choice"]


def together(asks: Mapping[int, Ask]) -> Rule:
    """Ask all at once, except where everybody can see that there is only one answer (TTA-EVRES-2)."""
    answers: dict[int, Answer] = {}
    waiting: dict[int, Ask] = {}
    for seat, ask in asks.items():
        only = None if ask.private else ask.only()
        if only is None:
            waiting[seat] = ask
        else:
            answers[seat] = only
    if len(waiting) == 1:
        ((seat, ask),) = waiting.items()
        answers[seat] = yield ask
    elif waiting:
        answers.update((yield Together(waiting, forced=True)))
    return answers


# ---- population


def lose_population_ask(game: Ages, seat: int, number: int) -> Ask | None:
    """A player without enough unused workers chooses from the cards (TTA-WORK-4)."""
    civ = game.civs[seat]
    items = [card for card in WORKED_CARDS for _ in range(civ.workers.get(card, 0))]
    number = min(number - civ.unused, len(items))
    if number <= 0:
        return None
    return ChooseSome(
        seat,
        LOSE_WORKER,
        "lose worker",
        items,
        number,
        number,
        rule="TTA-WORK-4",
        default=lambda: ("lose worker", tuple(least_missed(civ, number))),
        values={"number": number},
    )


def lose_population(game: Ages, seat: int, number: int, answer: Answer | None) -> None:
    civ = game.civs[seat]
    idle = min(number, civ.unused)
    civ.unused -= idle
    civ.yellow += idle
    workers = answer[1] if answer is not None else ()
    for card in workers:
        civ.workers[card] -= 1
        civ.yellow += 1
    game.note("lost_population", player=seat, number=idle + len(workers), cards=list(workers))


def least_missed(civ: Civilization, number: int) -> list[str]:
    """Farms and mines with a second worker, units that break no army, then buildings without a happy face."""
    left = {card: n for card, n in civ.workers.items() if n}
    chosen: list[str] = []
    for _ in range(number):
        card = min(left, key=lambda one: _missed(civ, left, one))
        chosen.append(card)
        left[card] -= 1
        if not left[card]:
            del left[card]
    place = {card: n for n, card in enumerate(WORKED_CARDS)}
    return sorted(chosen, key=place.__getitem__)


def _missed(civ: Civilization, left: Mapping[str, int], card: str) -> tuple[int, int, str]:
    family = FAMILY[card]
    if family in ("farm", "mine"):
        return (0 if left[card] > 1 else 5), LEVEL[card], card
    if family in UNITS:
        units = {one: n for one, n in left.items() if FAMILY[one] in UNITS}
        genghis = civ.leader == "genghis_khan"
        breaks = armies(civ.tactic, units, genghis) > armies(civ.tactic, {**units, card: units[card] - 1}, genghis)
        return (4 if breaks else 1), LEVEL[card], card
    return (3 if CARDS[card].happiness else 2), LEVEL[card], card


def urban_buildings(civ: Civilization, most_level: int = 3) -> list[str]:
    return [c for c in WORKED_CARDS if civ.workers.get(c) and FAMILY[c] in URBAN and LEVEL[c] <= most_level]


# ---- food and resources


def goods_ask(seat: int, verb: str, splits: Sequence[tuple[int, int]], best: tuple[int, int], rule: str) -> Choose:
    """A split of food and resources."""
    return Choose(
        seat,
        GOODS,
        [(verb, food, resources) for food, resources in splits],
        rule=rule,
        default=lambda: (verb, *best),
        values={"gain": verb == "gain food"},
    )


def gain_ask(seat: int, total: int, whole: bool) -> Choose:
    splits = [(0, total), (total, 0)] if whole else [(food, total - food) for food in range(total + 1)]
    return goods_ask(seat, "gain food", splits, (0, total), "TTA-FOOD-2")


def loss_ask(civ: Civilization, seat: int, total: int) -> Choose:
    """Any split within the stock, all of it if the stock is smaller (TTA-FOOD-11)."""
    food, resources = stock(civ, FOOD), stock(civ, RESOURCES)
    total = min(total, food + resources)
    splits = [(n, total - n) for n in range(total + 1) if n <= food and total - n <= resources]
    spare = min(total, max(0, food - consumption(civ)))
    best = min(splits, key=lambda split: abs(split[0] - spare))
    return goods_ask(seat, "give up food", splits, best, "TTA-FOOD-11")
