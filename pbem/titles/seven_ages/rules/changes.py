"""Changes with consequences: money, glory, progress, control of areas, losses, the end of an empire (chapter 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..atlas import AREAS, ELEPHANT_AREAS
from ..cards import (
    AGE_OF_STEP,
    ARTIFACTS,
    BEYOND,
    CARD_OF_EMPIRE,
    ELEPHANT,
    ELEPHANT_STEP,
    EMPIRES,
    END_GLORY,
    GALLEY,
    LAST_AGE,
    LAST_STEP,
    MOST_MONEY,
    NAMED,
    UNITS,
    UNNAMED,
)
from ..state import Empire, Leader, Seven, Stack
from .effects import effects, trade_number
from .pile import discard


def gain_money(empire: Empire, amount: int) -> int:
    """Gain or lose money; returns the actual change: money stays between 0 and the end of the track (SA-2.1-1)."""
    before = empire.money
    empire.money = max(0, min(MOST_MONEY, before + amount))
    return empire.money - before


def glory_told(game: Seven, seat: int, points: int) -> dict[str, int]:
    """What a note says of points that a player is about to gain or lose (never below 0, SA-gap-2)."""
    change = max(points, -game.players[seat].glory)
    return {"gain": max(0, change), "loss": max(0, -change)}


def gain_glory(game: Seven, seat: int, points: int) -> None:
    """Never below 0 (SA-gap-2)."""
    one = game.players[seat]
    one.glory = max(0, one.glory + points)


def instant_glory(game: Seven, empire: Empire, trigger: str) -> None:
    """Square symbols are credited at once (SA-glory-25), and so is what the empire gains by its special."""
    seat = game.owners[empire.id]
    for symbol in EMPIRES[empire.id].glory:
        if symbol["category"] == "instant" and symbol["trigger"] == trigger:
            gain_glory(game, seat, symbol["points"])
            game.note("instant_glory", player=seat, empire=empire.id, points=symbol["points"], trigger=trigger)
    for effect, _ in effects(game, empire, "gain"):
        if effect.get("trigger") == trigger and effect["what"] == "money":
            amount = gain_money(empire, effect["amount"])
            if amount:
                game.note("special_money", empire=empire.id, money=amount, trigger=trigger)


# ---- progress


def advance(game: Seven, empire: Empire, steps: int, *, told: bool = True, reveals: bool = False) -> int:
    """Move the progress marker; returns by how many steps it actually moved (SA-1-13, SA-gap-16)."""
    before, age = empire.step, empire.age
    empire.step = max(1, min(BEYOND, before + steps))
    moved = empire.step - before
    if told:  # before what follows from it
        game.note(
            "moved_on_track",
            empire=empire.id,
            steps=moved,
            back=max(0, -moved),
            step=empire.step,
            reveals=reveals,
        )
    if empire.step == BEYOND and before < BEYOND:
        beyond(game, empire)
    if empire.age != age:
        age_changed(game, empire)
    give_elephants(game, empire)
    claim_elephants(game)
    return moved


def beyond(game: Seven, empire: Empire) -> None:
    """The first empire past the last step earns the bonus, and the turn is the last one (SA-win-4, SA-win-6)."""
    seat = game.owners[empire.id]
    if not game.passed:
        gain_glory(game, seat, END_GLORY)
    game.note("beyond", empire=empire.id, player=seat, points=0 if game.passed else END_GLORY)
    game.passed.append(seat)


def age_changed(game: Seven, empire: Empire) -> None:
    """Leaders go first (SA-6.2-2, SA-gap-17), then what is past its last age (SA-6.1-15, SA-gap-18)."""
    game.note("new_age", empire=empire.id, age=empire.age)
    for leader in list(empire.leaders):
        remove_leader(game, empire, leader)
    for artifact in [one for one in empire.card if empire.age > ARTIFACTS[one].ages[-1]]:
        empire.card.remove(artifact)
        game.note("artifact_outlived", empire=empire.id, artifact=artifact)
    for area, artifact in list(game.artifacts.items()):
        if game.control.get(area) == empire.id and empire.age > ARTIFACTS[artifact].ages[-1]:
            del game.artifacts[area]
            game.note("artifact_outlived", empire=empire.id, artifact=artifact)
    if empire.age == LAST_AGE and not game.elephants_gone:
        end_of_elephants(game)
    new_heights(game, empire)


def new_heights(game: Seven, empire: Empire) -> None:
    """Faster history: the game ends with a higher age than that in which the first empire began (SA-opt-9)."""
    if game.options["faster_history"] and game.first_age and empire.age > game.first_age:
        game.stop = True


# ---- elephants


def give_elephants(game: Seven, empire: Empire) -> None:
    """What its card promises, once it has reached the step of elephants."""
    if empire.elephants_due and empire.step >= ELEPHANT_STEP:
        for _ in range(empire.elephants_due):
            unnamed_elephant(game, empire)
        empire.elephants_due = 0


def unnamed_elephant(game: Seven, empire: Empire) -> None:
    if UNNAMED in game.elephants:
        game.elephants.remove(UNNAMED)
        empire.elephants.append(UNNAMED)
        game.note("elephant_gained", empire=empire.id, area="")


def claim_elephants(game: Seven) -> None:
    """The elephant of an area goes to the empire that controls it, from wherever it is (SA-2.3-8, SA-gap-42)."""
    if game.elephants_gone:
        return
    for area in ELEPHANT_AREAS:
        holder = game.control.get(area)
        if holder is None:
            continue
        empire = game.empire(holder)
        if empire.step < ELEPHANT_STEP or area in empire.elephants:
            continue
        if area in game.elephants:
            game.elephants.remove(area)
        else:
            robbed = next(one for one in game.empires() if area in one.elephants)
            robbed.elephants.remove(area)
            recall_elephants(game, robbed)
        empire.elephants.append(area)
        game.note("elephant_gained", empire=empire.id, area=area)


def recall_elephants(game: Seven, empire: Empire) -> None:
    """Elephants on the map that are no longer its own leave from where most of its units are (SA-gap-42)."""
    while empire.types()[ELEPHANT] > len(empire.elephants):
        homes = [area for area in empire.areas() if ELEPHANT in empire.stacks[area].all()]
        area = max(homes, key=empire.size)
        take_unit(empire.stacks[area], ELEPHANT)
        game.note("elephant_taken", empire=empire.id, area=area, reveals=True)
        settle(game, area)


def elephant_lost(game: Seven, empire: Empire, alive: int) -> None:
    """It returns to the common pool unless its area is controlled (SA-2.3-10). Those of controlled areas are the first
    on the map: with no more `alive` beside it than there are of these, it was one of them."""
    strangers = [one for one in empire.elephants if game.control.get(one) != empire.id]
    at_home = len(empire.elephants) - len(strangers)
    if strangers and (alive >= at_home or not game.fix(1)):
        empire.elephants.remove(strangers[0])
        game.elephants.append(strangers[0])
        game.note("elephant_returned", empire=empire.id, area="" if strangers[0] == UNNAMED else strangers[0])


def pass_elephant(game: Seven, old: Empire, new: Empire) -> None:
    """An elephant that is converted changes pools, rather not one whose area the old owner controls (SA-gap-74)."""
    one = min(old.elephants, key=lambda name: game.control.get(name) == old.id)
    old.elephants.remove(one)
    new.elephants.append(one)
    game.note("elephant_passed", empire=new.id, other=old.id, area="" if one == UNNAMED else one)


def end_of_elephants(game: Seven) -> None:
    """When the first empire reaches the last age all elephants leave the game (SA-2.3-11)."""
    game.elephants_gone = True
    game.elephants = []
    lost = []
    for empire in game.empires():
        empire.elephants, empire.elephants_due = [], 0
        for area in empire.areas():
            stack = empire.stacks[area]
            while ELEPHANT in stack.all():
                take_unit(stack, ELEPHANT)
                lost.append(area)
            settle(game, area)
    game.note("elephants_gone", areas=lost, reveals=True)


# ---- units


def pieces(units: Iterable[tuple[str, str]]) -> list[list[str | int]]:
    """Units (type, area) as notes for their owner list them: area, type, how many."""
    counted = Counter((area, unit) for unit, area in units)
    return [[area, unit, n] for (area, unit), n in counted.items()]


def tell_losses(game: Seven, empire: Empire, units: Sequence[tuple[str, str]]) -> None:
    """Only their owner learns which units (type, area) were lost (SA-4.2-38)."""
    if units:
        types = dict(Counter(unit for unit, _ in units))
        seat = game.owners[empire.id]
        game.note("own_losses", seen_by=(seat,), empire=empire.id, units=types, pieces=pieces(units))


def put_unit(empire: Empire, area: str, unit: str, coast: int = 0) -> None:
    stack = empire.stacks.setdefault(area, Stack())
    (stack.far if coast else stack.units).append(unit)
    stack.units.sort(key=_place)


def _place(unit: str) -> int:
    return UNITS[unit].place


def take_unit(stack: Stack, unit: str) -> None:
    """One unit of a type, of those that stayed where they were if possible."""
    if unit in stack.units:
        stack.units.remove(unit)
    elif unit in stack.far:
        stack.far.remove(unit)
    else:
        stack.arrived.remove(next(one for one in stack.arrived if one[0] == unit))


def lose_units(game: Seven, empire: Empire, units: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Units (type, area) go back to the pool they came from; returns how many went from each area."""
    areas: dict[str, int] = {}
    for unit, area in units:
        take_unit(empire.stacks[area], unit)
        back_to_pool(game, empire, unit)
        areas[area] = areas.get(area, 0) + 1
    for area in areas:
        settle(game, area)
    return areas


def back_to_pool(game: Seven, empire: Empire, unit: str, more: int = 0) -> None:
    """A lost unit; `more` elephants are lost with it and not yet back."""
    if unit == ELEPHANT:
        fights = [side for side in game.fight.sides if side.empire == empire.id] if game.fight is not None else []
        fighting = sum(one[0] == ELEPHANT for side in fights for one in (*side.fresh, *side.spent))
        elephant_lost(game, empire, empire.types()[ELEPHANT] + fighting + more)
    elif unit in game.weapons:
        game.weapons[unit] += 1


# ---- control


def settle(game: Seven, area: str) -> None:
    """Who controls an area outside a conflict: its holder, else whoever is there, else nobody (SA-2.1-2, SA-gap-87)."""
    for empire in game.empires():
        stack = empire.stacks.get(area)
        if stack is not None and not stack.size():
            del empire.stacks[area]
    there = [empire.id for empire in game.empires() if game.present(empire, area)]
    if game.control.get(area) in there:
        return
    if area in game.control:
        left_alone(game, area)
    if there:
        game.control[area] = there[0]


def left_alone(game: Seven, area: str) -> None:
    """An area becomes neutral: unrest, fort and artifact go, the city stays as an ordinary one (SA-gap-5)."""
    holder = game.control.pop(area)
    clear(game, area)
    if area in game.unrest:
        game.unrest.remove(area)
    empire = game.empire(holder) if holder in game.owners else None
    if empire is not None and empire.capital == area:
        empire.capital = ""
    game.note("neutral", area=area)


def clear(game: Seven, area: str) -> None:
    """Fort and artifact go when control is lost (SA-4.2-33)."""
    if area in game.forts:
        game.forts.remove(area)
    game.artifacts.pop(area, None)


def put_unrest(game: Seven, area: str) -> bool:
    """An unrest marker in a controlled land area that has none; some artifacts keep it away."""
    if area in game.unrest or area not in game.control or not AREAS[area].is_land:
        return False
    empire = game.empire(game.control[area])
    if any(effect["cause"] == "any" and at == area for effect, at in effects(game, empire, "no_unrest")):
        return False
    game.unrest.append(area)
    return True


def aftermath(game: Seven) -> None:
    """What follows from lost units and areas: lone leaders, galleys on the open sea, elephants, dead empires."""
    changed = True
    while changed:
        changed = False
        claim_elephants(game)
        for empire in game.empires():
            changed = sink_galleys(game, empire) or changed
            for leader in [one for one in empire.leaders if not game.present(empire, one.area)]:  # SA-6.2-3
                remove_leader(game, empire, leader)
            if not any(game.present(empire, area) for area in (*empire.stacks, *_fought_over(game))):
                dissolve(game, empire)
                changed = True


def _fought_over(game: Seven) -> tuple[str, ...]:
    return (game.fight.area,) if game.fight is not None else ()


def sink_galleys(game: Seven, empire: Empire) -> bool:
    """Galleys on seas without own land next to them are lost at once (SA-4.1-17, SA-gap-87)."""
    lost = []
    for area in empire.areas():
        if galley_sinks(game, empire, area):
            lost += [(GALLEY, area)] * sum(unit == GALLEY for unit in empire.stacks[area].all())
    if lost:
        areas = lose_units(game, empire, lost)
        game.note("galleys_lost", empire=empire.id, units=areas, reveals=True)
    return bool(lost)


def galley_sinks(game: Seven, empire: Empire, area: str) -> bool:
    """Whether a galley cannot stay where it is."""
    return not AREAS[area].is_land and not galleys_safe(game, empire, area)


def galleys_safe(game: Seven, empire: Empire, sea: str) -> bool:
    if any(game.control.get(land) == empire.id for land in AREAS[sea].land):
        return True
    return any(effect["safe"] for effect, _ in effects(game, empire, "galleys"))


# ---- leaders and the end of an empire


def remove_leader(game: Seven, empire: Empire, leader: Leader) -> None:
    """Unnamed ones go back to the cup, named ones have had their time (SA-6.2-1, SA-7-4)."""
    empire.leaders.remove(leader)
    if leader.id not in NAMED:
        game.cup[leader.kind] += 1
    game.note("leader_gone", empire=empire.id, leader=leader.id, area=leader.area)


def dissolve(game: Seven, empire: Empire) -> None:
    """SA-7-1 to SA-7-5, SA-gap-14: everything of it leaves, cities stay as ordinary ones."""
    seat = game.owners[empire.id]
    one = game.players[seat]
    one.fallen[empire.id] = trade_number(game, empire)
    for leader in list(empire.leaders):
        remove_leader(game, empire, leader)
    for unit, n in empire.types().items():
        if unit in game.weapons:
            game.weapons[unit] += n
    game.elephants.extend(empire.elephants)
    areas = list(empire.stacks)
    empire.stacks = {}
    del one.empires[empire.id], game.owners[empire.id]
    for area in areas:
        settle(game, area)
    for area in [area for area, holder in game.control.items() if holder == empire.id]:
        left_alone(game, area)
    one.markers.pop(empire.id, None)
    discard(game, CARD_OF_EMPIRE[empire.id])
    game.waiting = [turn for turn in game.waiting if turn.place != empire.id]
    game.truces = [pair for pair in game.truces if empire.id not in pair.split()]
    game.note("dissolved", empire=empire.id, player=seat)


def game_age(game: Seven) -> int:
    """The age of the most advanced empire (SA-1-6)."""
    return AGE_OF_STEP[min(game.top_step(), LAST_STEP)]
