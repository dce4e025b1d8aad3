"""What events do, one function for each kind of effect (data/effects.yaml)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ....table import Rule
from ..atlas import AREAS
from ..cards import MANOEUVRE, TRADING, Effect
from ..state import Act, Empire, Seven
from .assassination import assassinate
from .changes import advance, gain_money, put_unrest
from .conversion import adopt
from .effects import of_category, religion_of
from .event_choices import (
    damage_area,
    extra_cities,
    forts,
    lose_own_units,
    place_colonists,
    take_card,
    unrest_areas,
)
from .income import half_up
from .leaders import draw_for_event
from .pile import draw, draw_to_hand, value
from .potential import SIDE


class Play(NamedTuple):
    """An event as it was played."""

    seat: int
    card: str
    event: str
    target: tuple[str | int, ...]
    subject: str
    """The empire that civilises, "" for none."""

    def empire(self, game: Seven) -> Empire:
        return game.empire(str(self.target[0]))


Handler = Callable[[Seven, Play, Effect], Rule]


# ---- numbers


def gain(game: Seven, play: Play, effect: Effect) -> Rule:
    what, amount = effect["what"], effect["amount"]
    if what == "cards":
        yield from draw_to_hand(game, play.seat, amount)
    elif what == "glory":  # counted at the end of the turn (SA-gap-56)
        seat = play.target[0] if type(play.target[0]) is int else game.owners[str(play.target[0])]
        game.glory_events.append(f"{play.event} {seat}")
    else:
        empire = play.empire(game)
        if what == "money":
            game.note("gained_money", empire=empire.id, money=gain_money(empire, amount))
        elif what == "elites":
            empire.elites += amount
            game.note("elite_built", empire=empire.id, number=amount, cost=0)
        else:
            advance(game, empire, amount)


def halve(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    if effect["what"] == "glory":
        game.glory_events.append(f"{play.event} all")
        return
    empire = play.empire(game)
    if effect["what"] == "next_income":
        empire.famines += 1
    else:
        lost = half_up(empire.money)
        empire.money -= lost
        game.note("lost_money", empire=empire.id, money=lost)


def for_this_action(game: Seven, play: Play, effect: Effect) -> Rule:
    """It is in force for the running action, which looks it up there."""
    yield from ()
    game.act.events.append(play.event)


def change_number(game: Seven, play: Play, effect: Effect) -> Rule:
    """In a trade the total of an empire, in a production the price of supply."""
    if effect["of"] == TRADING:
        empire = str(play.target[0])
        game.act.shifts[empire] = game.act.shifts.get(empire, 0) + effect["add"]
        yield from ()
    else:
        yield from for_this_action(game, play, effect)


def steal_money(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    robbed, thief = (game.empire(str(one)) for one in play.target)
    amount = min(effect["amount"], robbed.money)
    robbed.money -= amount
    gain_money(thief, amount)
    game.note("robbed", empire=thief.id, other=robbed.id, money=amount)


# ---- conflicts


def _side(game: Seven, play: Play) -> int:
    return SIDE.index(str(play.target[0]))


def add_potential(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    game.battle.sides[_side(game, play)].bonus += effect["amount"]


def buy_potential(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    side = game.battle.sides[_side(game, play)]
    paid = int(play.target[1])
    game.empire(side.empire).money -= paid
    side.bonus += paid // effect["price"]
    game.note("mercenaries", empire=side.empire, money=paid, points=paid // effect["price"])


def ignore_defence(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    game.battle.ignored += effect["what"]


def battle_unrest(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    side = game.battle.sides[_side(game, play)]
    side.unrest += effect["amount"]
    game.note("battle_unrest", empire=side.empire, number=side.unrest)


def remove_committed(game: Seven, play: Play, effect: Effect) -> Rule:
    """Carried out after the reveal, before the comparison."""
    yield from ()
    game.battle.traitors += [_side(game, play)] * effect["amount"]


def redraw(game: Seven, play: Play, effect: Effect) -> Rule:
    """Fog: both draw again, the attacker first; no tactician helps now (SA-gap-65)."""
    for side in game.battle.sides:
        if side.card:
            side.put_away.append(side.card)
        side.card = yield from draw(game)
        game.note("conflict_card", seen_by=(side.seat,), card=side.card, number=value(side.card), reveals=True)


# ---- empires, markers, leaders


def free_action(game: Seven, play: Play, effect: Effect) -> Rule:
    """A manoeuvre at once: the interrupted action goes on afterwards (SA-gap-72)."""
    yield from ()
    empire = play.empire(game)
    for _ in range(effect["times"]):
        game.acts.append(Act(MANOEUVRE, game.owners[empire.id], empire.id, free=True))


def no_entry(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    game.truces.append(" ".join(map(str, play.target)))


def convert_religion(game: Seven, play: Play, effect: Effect) -> Rule:
    """Missionaries (SA-gap-63)."""
    yield from ()
    adopt(game, play.empire(game), religion_of(game.empire(play.subject)))


def lose_marker(game: Seven, play: Play, effect: Effect) -> Rule:
    yield from ()
    empire = play.empire(game)
    marker = of_category(empire, effect["category"])
    empire.card.remove(marker)
    spots = [empire.capital] if effect["unrest"] == "capital" else [a for a in game.lands(empire) if a in game.cities]
    troubled = [area for area in spots if area and put_unrest(game, area)]
    game.note("marker_lost", empire=empire.id, artifact=marker, areas=troubled)


def remove_artifact(game: Seven, play: Play, effect: Effect) -> Rule:
    """Iconoclasts (SA-gap-61)."""
    yield from ()
    first = str(play.target[0])
    if first in AREAS:
        artifact, holder = game.artifacts.pop(first), game.control.get(first, "")
    else:
        artifact, holder = str(play.target[1]), first
        game.empire(first).card.remove(artifact)
    game.note("marker_lost", empire=holder, artifact=artifact, areas=[])


def nothing_more(game: Seven, play: Play, effect: Effect) -> Rule:
    """What the rule that asked for the event handles itself: a cancelled event, ignored ages, ignored range."""
    yield from ()


EFFECTS: Mapping[str, Handler] = {
    "gain": gain,
    "halve": halve,
    "income": for_this_action,
    "move": for_this_action,
    "number": change_number,
    "steal_money": steal_money,
    "potential": add_potential,
    "buy_potential": buy_potential,
    "ignore_defence": ignore_defence,
    "battle_unrest": battle_unrest,
    "remove_committed": remove_committed,
    "redraw": redraw,
    "free_action": free_action,
    "no_entry": no_entry,
    "convert_religion": convert_religion,
    "lose_marker": lose_marker,
    "remove_artifact": remove_artifact,
    "cancel_event": nothing_more,
    "ignore_ages": nothing_more,
    "ignore_range": nothing_more,
    "lose_units": lambda game, play, effect: lose_own_units(game, play.empire(game), play.event, effect),
    "damage_area": lambda game, play, effect: damage_area(game, str(play.target[0]), play.event, effect),
    "unrest_areas": lambda game, play, effect: unrest_areas(game, play.seat, play.empire(game), play.event, effect),
    "forts": lambda game, play, effect: forts(game, play.empire(game), play.event, effect["amount"]),
    "place_units": lambda game, play, effect: place_colonists(game, play.empire(game), play.event, effect),
    "extra_cities": lambda game, play, effect: extra_cities(game, play.empire(game), play.event, effect["amount"]),
    "take_card": lambda game, play, effect: take_card(game, play.seat, int(play.target[0]), play.event),
    "draw_leader": lambda game, play, effect: draw_for_event(game, play.empire(game), effect),
    "assassinate": lambda game, play, effect: assassinate(game, play.subject, play.target, effect["draws"]),
}
