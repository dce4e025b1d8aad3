"""Conflicts begin and end (SA-4.2-1, SA-4.2-30 to SA-4.2-37)."""

from __future__ import annotations

from ..atlas import AREAS, PLAIN, level_below
from ..cards import ARTIFACTS, ELEPHANT, MANOEUVRE
from ..state import Empire, Fight, Fighter, Seven, Side, Stack
from .changes import aftermath, back_to_pool, clear, gain_money, instant_glory, settle
from .income import half_up


def hostile(game: Seven, empire: Empire, area: str) -> list[Empire]:
    """Empires whose units share an area with its own."""
    return game.rivals(empire, area) if area in empire.stacks else []


def begin_fight(game: Seven, attacker: Empire, defender: Empire, area: str, back: str) -> None:
    """All units there stand against each other, ships and aircraft included (SA-gap-6)."""
    sides = [_side(game, empire, area) for empire in (attacker, defender)]
    game.fight = Fight(area, sides, back)
    game.note(
        "conflict",
        area=area,
        attacker=attacker.id,
        defender=defender.id,
        units=sides[0].left(),
        against=sides[1].left(),
    )


def _side(game: Seven, empire: Empire, area: str) -> Side:
    stack = empire.stacks.pop(area)
    fresh: list[Fighter] = [(unit, PLAIN, 0) for unit in stack.units]
    fresh += [(unit, PLAIN, 1) for unit in stack.far]
    return Side(empire.id, [game.owners[empire.id]], [*fresh, *stack.arrived])


def lose_fighters(game: Seven, side: Side, lost: list[Fighter]) -> None:
    """They go back to their pools; a lost elephant puts the whole side to flight (SA-4.2-23)."""
    empire = game.empire(side.empire)
    for n, (unit, _, _) in enumerate(lost, start=1):
        back_to_pool(game, empire, unit, more=sum(one[0] == ELEPHANT for one in lost[n:]))
        side.routed = side.routed or unit == ELEPHANT


def put_back(game: Seven, side: Side) -> None:
    """The units of a side are back in the area; the attacker's still count as moved in this action."""
    area, empire = game.battle.area, game.empire(side.empire)
    fighters = [*side.fresh, *side.spent]
    side.fresh, side.spent = [], []
    if not fighters:
        return
    stack = empire.stacks.setdefault(area, Stack())
    if side is game.battle.sides[0] and game.acts and game.act.action == MANOEUVRE:
        stack.arrived += fighters
    else:
        stack.units += [unit for unit, _, coast in fighters if not coast]
        stack.far += [unit for unit, _, coast in fighters if coast]


def end_fight(game: Seven, loser: int | None = None) -> str:
    """Who lost it, what becomes of the area, and where play goes on.

    loser  the side that has retreated; otherwise the one without units, and nobody if neither has any (SA-gap-32)
    """
    fight = game.battle
    there = [side.left() > 0 for side in fight.sides]
    if loser is None and there[0] != there[1]:
        loser = there.index(False)
    attacker, defender = (game.empire(side.empire) for side in fight.sides)
    for side in fight.sides:
        lone = any(one.area == fight.area for one in game.empire(side.empire).leaders) and not side.left()
        side.bereft = side.bereft or lone
    for side in fight.sides:
        put_back(game, side)
    game.fight = None
    if loser is not None:
        beaten(game, fight, loser)
    else:
        game.note("conflict_undecided", area=fight.area)
    if game.control.get(fight.area) == defender.id and fight.area not in defender.stacks:
        lose_area(game, fight.area, defender, attacker if fight.area in attacker.stacks else None)
    else:
        settle(game, fight.area)
    aftermath(game)
    return fight.back


def beaten(game: Seven, fight: Fight, loser: int) -> None:
    """The loser gives up an elite marker (SA-4.2-31), and its money if it has no capital and lost a leader."""
    lost, won = (game.empire(fight.sides[n].empire) for n in (loser, 1 - loser))
    game.note("conflict_won", area=fight.area, empire=won.id, other=lost.id)
    if lost.elites:
        lost.elites -= 1
        game.note("elite_lost", empire=lost.id)
    if not lost.capital and fight.sides[loser].bereft:  # SA-4.2-35
        plunder(game, lost, won)
    won.won = True
    instant_glory(game, won, "win_conflict")
    if loser == 0:
        instant_glory(game, won, "win_defence")


def plunder(game: Seven, lost: Empire, won: Empire | None) -> None:
    """All money is lost, half of it goes to the winner (SA-4.2-34, SA-gap-3)."""
    amount, lost.money = lost.money, 0
    taken = gain_money(won, half_up(amount)) if won is not None else 0
    if amount:
        game.note("plundered", empire=won.id if won is not None else "", other=lost.id, money=amount, taken=taken)


_ON_CONQUEST = {
    artifact.id: effect["region"]
    for artifact in ARTIFACTS.values()
    for effect in artifact.effects.get("adopt_on_conquest", ())
}


def open_to(game: Seven, artifact: str, area: str, old: Empire) -> bool:
    """Confucianism may be adopted by whoever takes an area of its region or of one of its empires (SA-gap-98)."""
    if not any(artifact in one.card for one in game.empires()):
        return False
    return _ON_CONQUEST[artifact] in AREAS[area].regions or artifact in old.card


def lose_area(game: Seven, area: str, old: Empire, new: Empire | None) -> None:
    """Control changes by conflict: fort and artifact go, a city loses a level and capital status (SA-4.2-33)."""
    level = game.cities.get(area, 0)
    was_capital = old.capital == area
    clear(game, area)
    if level:
        below = level_below(level)
        if below:
            game.cities[area] = below
        else:
            del game.cities[area]
        game.note("city_reduced", area=area, level=below)
    if was_capital:
        old.capital = ""
        game.note("capital_lost", empire=old.id, area=area)
        plunder(game, old, new)
    if new is None:
        settle(game, area)
        return
    game.control[area] = new.id
    game.note("area_taken", empire=new.id, area=area, other=old.id)
    if game.acts and game.act.empire == new.id:
        game.act.converts += [one for one in _ON_CONQUEST if one not in new.card and open_to(game, one, area, old)]
    if level:
        instant_glory(game, new, "capture_city")
