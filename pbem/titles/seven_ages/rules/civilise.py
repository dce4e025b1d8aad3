"""The civilise action: cards, then 6.2 to 6.7 in order (chapter 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....table import Answer, Choose, ChooseSome, Rule
from ..cards import CIVILISE, COSTS, LANGUAGE, LEADER_KINDS
from ..state import Empire, Seven
from .adoption import take_over
from .changes import gain_glory, instant_glory, remove_leader
from .cities import build_cities
from .conditions import fulfilled
from .effects import price
from .income import upkeep
from .leaders import get_leader
from .markers import finish
from .modernising import modernise
from .playing import play_ask, played
from .targets import named

DISMISS, CALM = LANGUAGE["dismiss_leader"], LANGUAGE["calm_unrest"]
NO_CARD, NO_DISMISSAL, NO_CALM = ("play none",), ("dismiss none",), ("calm none",)


def civilise(game: Seven) -> Rule:
    """One decision at a time; with the marker beside the cards only cards are played (SA-6-1, SA-6-2)."""
    act = game.act
    if act.empire and act.empire not in game.owners:
        return finish(game)
    if not act.stage:
        if game.players[act.seat].hand:
            answer = yield play_ask(game)
            if answer != NO_CARD:
                yield from played(game, answer)
                return "game_end" if game.stop else game.act.action
        if not act.empire:
            return finish(game)
        act.stage = STAGES[0]
        return CIVILISE
    empire = game.empire(act.empire)
    yield from _STEPS[act.stage](game, empire)
    following = STAGES[STAGES.index(act.stage) + 1 :]
    if not following:
        return finish(game)
    act.stage = following[0]
    return CIVILISE


def triggers(game: Seven, empire: Empire) -> Rule:
    """Artist and prophet, each kind once (SA-gap-50, SA-gap-93)."""
    yield from ()
    done: list[str] = []
    for leader in empire.leaders:
        for effect in LEADER_KINDS[leader.kind].get("gain", ()):
            fits = effect.get("trigger") == CIVILISE and fulfilled(game, effect.get("needs", ()), empire, leader.area)
            if fits and leader.kind not in done:
                done.append(leader.kind)
                gain_glory(game, game.owners[empire.id], effect["amount"])
                game.note("leader_glory", empire=empire.id, leader=leader.id, points=effect["amount"])
        for effect in LEADER_KINDS[leader.kind].get("calm", ()):
            if effect["trigger"] == CIVILISE and leader.area in game.unrest and leader.kind not in done:
                done.append(leader.kind)
                game.unrest.remove(leader.area)
                game.note("calmed", empire=empire.id, areas=[leader.area])
    instant_glory(game, empire, CIVILISE)


# ---- leaders


def dismiss(game: Seven, empire: Empire) -> Rule:
    """One leader may go (SA-6.2-1)."""
    if not empire.leaders:
        return
    options: list[Answer] = [NO_DISMISSAL]
    for found in dict.fromkeys(named(empire, leader) for leader in empire.leaders):
        options.append(("dismiss", found[0], found[1] if len(found) > 1 else None))
    answer = yield Choose(
        game.act.seat,
        DISMISS,
        options,
        default=lambda: NO_DISMISSAL,
        values={"empire": empire.id},
        means=lambda answer: plain_dismissal(empire, answer),
        context={"subject": empire.id, "for": empire.id},
    )
    if answer != NO_DISMISSAL:
        _, who, area = answer
        remove_leader(game, empire, next(one for one in empire.leaders if one.id == who and area in (None, one.area)))


def plain_dismissal(empire: Empire, answer: Answer) -> Answer:
    """The area is written only where two leaders are alike."""
    alike = [leader for leader in empire.leaders if leader.id == answer[-2]] if len(answer) == 3 else []
    if len(alike) == 1 and answer[2] == alike[0].area:
        return ("dismiss", answer[1], None)
    return answer


# ---- cities and unrest


def cities(game: Seven, empire: Empire) -> Rule:
    if not empire.barbarian and game.lands(empire):
        yield from build_cities(game, empire)


def calm(game: Seven, empire: Empire) -> Rule:
    """Unrest is paid off, 7 money each unless an artifact makes it cheaper (SA-6.7-1)."""
    areas = [area for area in game.controlled(empire) if area in game.unrest]
    cost = price(game, empire, "unrest_price", COSTS["unrest"])
    most = min(len(areas), empire.money // cost)
    if not most:
        return

    def default() -> Answer:
        spare = max(0, empire.money - upkeep(game, empire)) // cost
        chosen = [area for area in areas if area in game.cities][: min(most, spare)]
        return ("calm", tuple(chosen)) if chosen else NO_CALM

    answer = yield ChooseSome(
        game.act.seat,
        CALM,
        "calm",
        areas,
        0,
        most,
        empty=NO_CALM,
        default=default,
        values={"empire": empire.id, "cost": cost},
        context={"subject": empire.id, "for": empire.id},
    )
    if answer != NO_CALM:
        empire.money -= cost * len(answer[1])
        for area in answer[1]:
            game.unrest.remove(area)
        game.note("paid_off", empire=empire.id, areas=list(answer[1]), money=cost * len(answer[1]))


_STEPS: Mapping[str, Callable[[Seven, Empire], Rule]] = {
    "triggers": triggers,
    "dismiss": dismiss,  # 6.2
    "leader": get_leader,  # 6.3
    "adopt": take_over,  # 6.4
    "modernise": modernise,  # 6.5
    "cities": cities,  # 6.6
    "calm": calm,  # 6.7
}
STAGES = tuple(_STEPS)
