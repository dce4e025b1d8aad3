"""The action phase: one menu of all actions, again and again until the player ends it (chapter ACT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ....table import Answer, Ask, Below, Menu, Part, Refused, Rule
from ..cards import CARDS, FAMILY, LANGUAGE, UNITS, WORKED
from ..state import Ages
from . import abilities, action_cards, civil, develop
from .changes import civil_available, military_available
from .defaults import END, quiet
from .goods import FOOD, RESOURCES
from .paying import cost_of, develop_cost, population_cost, purse, science_for, shares, upgrade_cost
from .refusing import refusal

ACT = LANGUAGE["act"]


class Verb(NamedTuple):
    lists: Callable[[Ages, int], Iterator[Answer]]
    obstacle: Callable[[Ages, int, Answer], str]
    """The key of a refusal, or empty."""
    does: Callable[[Ages, int, Answer], Rule | None]


def _times(number: int | None) -> int:
    return 1 if number is None else number


def _no_take(game: Ages, seat: int, answer: Answer) -> str:
    space = civil.space_of(game, answer)
    if space < 0:
        return "card_not_in_row"
    if answer[2] is not None and civil.space_of(game, (*answer[:2], None)) == space:
        return "cheapest_needs_no_space"
    return civil.no_take(game, seat, space, civil_available(game, seat))


def _no_times(number: int | None) -> str:
    """x1 is written without a number, so that an order has one form."""
    return "not_so_often" if number is not None and number < 2 else ""


VERBS: dict[str, Verb] = {
    "take": Verb(civil.takes, _no_take, civil.take),
    "grow": Verb(civil.grows, lambda g, s, a: civil.no_grow(g, s), lambda g, s, a: civil.grow(g, s)),
    "build": Verb(
        civil.builds,
        lambda g, s, a: _no_times(a[2]) or civil.no_build(g, s, a[1], _times(a[2])),
        lambda g, s, a: civil.build(g, s, a[1], _times(a[2])),
    ),
    "upgrade": Verb(
        civil.upgrades,
        lambda g, s, a: _no_times(a[3]) or civil.no_upgrade(g, s, a[1], a[2], _times(a[3])),
        lambda g, s, a: civil.upgrade(g, s, a[1], a[2], _times(a[3])),
    ),
    "destroy": Verb(
        civil.destroys, lambda g, s, a: civil.no_destroy(g, s, a[1]), lambda g, s, a: civil.destroy(g, s, a[1])
    ),
    "disband": Verb(
        civil.disbands, lambda g, s, a: civil.no_disband(g, s, a[1]), lambda g, s, a: civil.destroy(g, s, a[1])
    ),
    "lead": Verb(
        develop.leads, lambda g, s, a: develop.no_lead(g, s, a[1], a[2]), lambda g, s, a: develop.lead(g, s, a[1], a[2])
    ),
    "stage": Verb(
        civil.stages,
        lambda g, s, a: _no_times(a[1]) or civil.no_stage(g, s, _times(a[1])),
        lambda g, s, a: civil.stage(g, s, _times(a[1])),
    ),
    "develop": Verb(
        develop.develops, lambda g, s, a: develop.no_develop(g, s, a[1]), lambda g, s, a: develop.develop(g, s, a[1])
    ),
    "revolution": Verb(
        develop.revolutions,
        lambda g, s, a: develop.no_revolution(g, s, a[1]),
        lambda g, s, a: develop.revolution(g, s, a[1]),
    ),
    "play": Verb(
        action_cards.plays,
        lambda g, s, a: action_cards.no_play(g, s, a[1], a[2]),
        lambda g, s, a: action_cards.play(g, s, a[1], a[2]),
    ),
    "tactic": Verb(
        abilities.tactics, lambda g, s, a: abilities.no_tactic(g, s, a[1]), lambda g, s, a: abilities.tactic(g, s, a[1])
    ),
    "copy": Verb(
        abilities.copied, lambda g, s, a: abilities.no_copy(g, s, a[1]), lambda g, s, a: abilities.copy(g, s, a[1])
    ),
    "recruit": Verb(
        abilities.recruits,
        lambda g, s, a: abilities.no_recruit(g, s, a[1]),
        lambda g, s, a: abilities.recruit(g, s, a[1]),
    ),
    "churchill": Verb(
        abilities.churchills,
        lambda g, s, a: abilities.no_churchill(g, s),
        lambda g, s, a: abilities.churchill(g, s, a[1]),
    ),
    "immigrate": Verb(
        abilities.immigrates, lambda g, s, a: abilities.no_immigrate(g, s), lambda g, s, a: abilities.immigrate(g, s)
    ),
    "hammurabi": Verb(
        abilities.hammurabis, lambda g, s, a: abilities.no_hammurabi(g, s), lambda g, s, a: abilities.hammurabi(g, s)
    ),
    "trade": Verb(
        abilities.trades, lambda g, s, a: abilities.no_trade(g, s), lambda g, s, a: abilities.arm_trade(g, s)
    ),
    "end": Verb(lambda g, s: iter((END,)), lambda g, s, a: "", lambda g, s, a: None),
}
FIRST_ROUND = ("take", "end")
"""TTA-FIRST-3."""
ALWAYS = tuple(VERBS)
TRIES = 3
ANYTHING = 12
"""Random players end their turn or tear something down once in this many actions."""


class ActionMenu(Menu):
    """All actions; each kind is listed only when somebody looks at it. Parts are made late, as most are never read."""

    __slots__ = ("game", "verbs")

    def __init__(self, game: Ages, seat: int) -> None:
        Ask.__init__(self, seat, ACT, rule="TTA-ACT-1", private=True)
        self.game = game
        self.verbs = FIRST_ROUND if game.round == 1 else ALWAYS

    @property
    def parts(self) -> Mapping[str, Part]:  # type: ignore[override]  # a field of Menu, here made on demand
        return {verb: Part(partial(VERBS[verb].lists, self.game, self.player), self.fault) for verb in self.verbs}

    def allows(self, answer: Answer) -> bool:
        return answer[0] in self.verbs and self.kind.takes(answer) and not self._obstacle(answer)

    def _obstacle(self, answer: Answer) -> str:
        return VERBS[answer[0]].obstacle(self.game, self.player, answer)

    def sample(self, below: Below) -> Answer:
        """Mostly something that builds up, so that random games go deep; anything once in a while."""
        verbs = list(self.verbs) if not below(ANYTHING) else promising(self.game, self.player)
        while verbs:
            verb = verbs.pop(below(len(verbs)))
            if verb == "take" and (taken := some_card(self.game, self.player, below)) is not None:
                return taken
            found = list(VERBS[verb].lists(self.game, self.player))
            if found:
                return found[below(len(found))]
        return END

    def only(self) -> Answer | None:
        return None  # the legal answers are private

    def fault(self, answer: Answer) -> Refused | None:
        if answer[0] not in VERBS:
            return None
        reason = "beyond_first_round" if answer[0] not in self.verbs else self._obstacle(answer)
        return refusal(reason, why_values(self.game, self.player, answer, reason)) if reason else None

    def default(self) -> Answer:
        return quiet(self.game, self.player)

    def about(self, answer: Answer) -> Mapping[str, Any]:
        return about(self.game, self.player, answer)


def some_card(game: Ages, seat: int, below: Below) -> Answer | None:
    """A card of the row at random, without looking at all of them; None where the first few cannot be taken."""
    available = civil_available(game, seat)
    for _ in range(TRIES):
        space = below(len(game.row))
        card = game.row[space]
        if card and not civil.no_take(game, seat, space, available):
            return ("take", card, space + 1 if card in game.row[:space] else None)
    return None


def promising(game: Ages, seat: int) -> list[str]:
    """Verbs that build something up and may have an answer now, judging by what the player has."""
    if game.round == 1:
        return ["take"]
    civ = game.civs[seat]
    civil, military = civil_available(game, seat), military_available(game, seat)
    verbs: list[str] = []
    if civil:
        verbs += ("take", "grow")
        if civ.unfinished:
            verbs.append("stage")
        for card in game.civil_hand(seat):
            verb = PLAYED_BY[card]
            if verb not in verbs:
                verbs.append(verb)
            if FAMILY[card] == "government":
                verbs.append("revolution")
    if civil or military:
        verbs.append("upgrade")
        if civ.unused:
            verbs.append("build")
    if military:
        if not game.turn.tactic_played:
            verbs += ("tactic", "copy")
        verbs += BY_LEADER.get(civ.leader, ())
    if civ.leader == "winston_churchill":
        verbs.append("churchill")
    if "ocean_liner_service" in civ.wonders:
        verbs.append("immigrate")
    if game.pacts:
        verbs.append("trade")
    return verbs


BY_FAMILY = {"action": "play", "leader": "lead"} | dict.fromkeys((*WORKED, "special", "government"), "develop")
PLAYED_BY = {card: BY_FAMILY[family] for card, family in FAMILY.items() if family in BY_FAMILY}
"""How a civil card of the hand is played."""
BY_LEADER = {
    "frederick_barbarossa": ("recruit",),
    "hammurabi": ("hammurabi",),
    "maximilien_robespierre": ("revolution",),
}
"""What a leader lets one do with military actions."""


def act(game: Ages) -> Rule:
    """One action (TTA-ACT-1); the phase is repeated until the player ends it (TTA-ACT-3)."""
    seat = game.active
    answer = yield ActionMenu(game, seat)
    if answer == END:
        return "end_of_turn"
    deed = VERBS[answer[0]].does(game, seat, answer)
    if deed is not None:
        yield from deed
    return "act"


def about(game: Ages, seat: int, answer: Answer) -> Mapping[str, Any]:
    """What an action costs, and what it is paid with, for people to see before they choose."""
    cost = price(game, seat, answer)
    good = next((one for one in (FOOD, RESOURCES) if one in cost), None)
    return shares(game, seat, good, cost[good], _for_unit(answer)) if good is not None else cost


def price(game: Ages, seat: int, answer: Answer) -> Mapping[str, int]:
    civ = game.civs[seat]
    verb = answer[0]
    if verb == "take":
        return {"actions": civil.price(game, seat, civil.space_of(game, answer))}
    if verb == "grow":
        return {"food": population_cost(civ)}
    if verb == "build":
        return {"resources": _times(answer[2]) * cost_of(civ, answer[1])}
    if verb == "upgrade":
        return {"resources": _times(answer[3]) * upgrade_cost(civ, answer[1], answer[2])}
    if verb == "stage":
        return {"resources": sum(CARDS[civ.unfinished].stages[civ.stages :][: _times(answer[1])])}
    if verb in ("develop", "revolution"):
        return {"science": develop_cost(game, seat, answer[1], verb == "revolution")}
    return {}


def _named(game: Ages, seat: int, answer: Answer, reason: str) -> str:
    """The card that a refusal is about: perhaps that of the action which an action card is played for, and of an
    upgrade the one that is not in play."""
    if answer[0] == "play" and reason in _OF_THE_ACTION and answer[1] in game.civil_hand(seat):
        answer = answer[2] if isinstance(answer[2], tuple) else answer
    workers = game.civs[seat].workers
    if answer[0] == "upgrade" and reason == "technology_not_in_play" and answer[1] in workers:
        return str(answer[2])
    return answer[1] if len(answer) > 1 and answer[1] in CARDS else ""


def _for_unit(answer: Answer) -> bool:
    """Whether an action puts a worker on a unit, perhaps by an action card."""
    inner = answer[2] if answer[0] == "play" and isinstance(answer[2], tuple) else answer
    return inner[0] in ("build", "upgrade") and FAMILY[inner[1]] in UNITS


_OF_THE_ACTION = ("card_not_in_hand", "technology_not_in_play", "no_worker_there")


def why_values(game: Ages, seat: int, answer: Answer, reason: str) -> dict[str, Any]:
    """What refusals of actions mention."""
    civ = game.civs[seat]
    values: dict[str, Any] = {
        "card": _named(game, seat, answer, reason),
        "civil": civil_available(game, seat),
        "military": military_available(game, seat),
        "food": purse(game, seat, FOOD),
        "resources": purse(game, seat, RESOURCES, _for_unit(answer)),
        "science": science_for(game, seat, answer[1]) if answer[0] == "develop" else civ.science,
        "unused": civ.unused,
        "wonder": civ.unfinished,
    }
    absent = (answer[0] == "take" and civil.space_of(game, answer) < 0) or (answer[0] == "stage" and not civ.unfinished)
    if not absent:
        values |= {f"wanted_{what}": number for what, number in price(game, seat, answer).items()}
    return values
