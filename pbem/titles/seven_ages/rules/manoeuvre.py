"""The manoeuvre action: moves, then conflicts, then unrest that a garrison ends (chapter 4)."""

from __future__ import annotations

from ....table import Answer, Arrange, Choose, Rule
from ..atlas import AREAS, EDGE_DEFENCE, PLAIN, city_defence, ground
from ..cards import DATA, LANGUAGE, MANOEUVRE, UNITS
from ..state import Empire, Seven
from .conversion import adopt, outlived
from .effects import number
from .events import moment
from .fights import begin_fight, hostile
from .markers import finish
from .moves import END, carry_out, foreign_canals, move_ask
from .permission import canal_opened

ORDER, ADOPT = LANGUAGE["conflict_order"], LANGUAGE["adopt"]
BASE: int = DATA["constants"]["garrison"]["base"]
NO_ADOPTION = ("adopt none",)


def manoeuvre(game: Seven) -> Rule:
    """Events, moves, conflicts, the end; one step at a time."""
    act = game.act
    if act.empire not in game.owners:
        return finish(game)
    empire = game.empire(act.empire)
    if not act.stage:
        yield from moment(game, MANOEUVRE)  # SA-gap-54
        act.stage = "move"
        return MANOEUVRE if act.empire in game.owners else finish(game)
    if act.stage == "move":
        answer = yield move_ask(game, empire)
        if answer == END:
            act.stage = "fight"
        elif (yield from canals(game, empire, answer)):
            carry_out(game, empire, answer)
        return MANOEUVRE
    if act.converts:
        yield from convert(game, empire)
        return MANOEUVRE
    if (yield from next_conflict(game, empire)):
        return "conflict"
    garrisons(game, empire)
    rest(empire)
    return finish(game)


def canals(game: Seven, empire: Empire, answer: Answer) -> Rule:
    """Whether the way of a move is open: it may lead through canals along other players' banks (SA-4.1-16)."""
    for canal, holders in foreign_canals(game, empire, answer):
        if not (yield from canal_opened(game, empire, canal, holders)):
            return False
    return True


def next_conflict(game: Seven, empire: Empire) -> Rule:
    """The active player decides the order, again after each conflict (SA-4.2-1, SA-4.2-37, SA-gap-9)."""
    open_conflicts: list[tuple[str, str | None]] = []
    for area in empire.areas():
        rivals = hostile(game, empire, area)
        open_conflicts += [(area, one.id if len(rivals) > 1 else None) for one in rivals]
    if not open_conflicts:
        return False
    first = open_conflicts[0]
    if len(open_conflicts) > 1:
        answer = yield order_ask(game, empire, open_conflicts)
        first = answer[1][0]
    area, against = first
    rival = game.empire(against) if against is not None else hostile(game, empire, area)[0]
    begin_fight(game, empire, rival, area, back=MANOEUVRE)
    return True


def order_ask(game: Seven, empire: Empire, conflicts: list[tuple[str, str | None]]) -> Arrange:
    def superiority(one: tuple[str, str | None]) -> tuple[int, int]:
        area = one[0]
        theirs = max(other.size(area) for other in hostile(game, empire, area))
        return theirs - empire.size(area), AREAS[area].place

    return Arrange(
        game.owners[empire.id],
        ORDER,
        "conflicts",
        conflicts,
        default=lambda: ("conflicts", tuple(sorted(conflicts, key=superiority))),
        values={"empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )


def convert(game: Seven, empire: Empire) -> Rule:
    """A religion that came with a conquest, without unrest (SA-6.4-5, SA-gap-98)."""
    artifact = game.act.converts.pop(0)
    if artifact in empire.card or outlived(empire, artifact):
        return
    options: list[Answer] = [("adopt", artifact, (None, None)), NO_ADOPTION]
    answer = yield Choose(
        game.owners[empire.id],
        ADOPT,
        options,
        default=lambda: NO_ADOPTION,
        values={"empire": empire.id},
        window="manoeuvre",
        context={"subject": empire.id, "for": empire.id},
        rule="SA-6.4-5",
    )
    if answer != NO_ADOPTION:
        adopt(game, empire, artifact, unrest=False)


# ---- garrisons


def garrisons(game: Seven, empire: Empire) -> None:
    """Unrest ends where there are enough units (SA-4.3-1, SA-4.3-2, SA-gap-91); so all learn whether guns are there."""
    troubled = [area for area in game.lands(empire) if area in game.unrest]
    calmed = [area for area in troubled if empire.size(area) >= garrison(game, empire, area)]
    for area in calmed:
        game.unrest.remove(area)
    if troubled:
        restless = [area for area in troubled if area not in calmed]
        game.note("garrisons", empire=empire.id, areas=calmed, others=restless, reveals=True)


def garrison(game: Seven, empire: Empire, area: str) -> int:
    """How many units are needed; ways over rivers, arrows and beaches make it harder (SA-4.3-3)."""
    stack = empire.stacks[area]
    needed = BASE + ground(area, empire.age).defence
    if not any(UNITS[unit].siege for unit in stack.all()):
        needed += city_defence(game.cities.get(area, 0))
    ways = {way for unit, way, _ in stack.arrived if UNITS[unit].group != "air" and way != PLAIN}
    needed += sum(EDGE_DEFENCE[way] for way in ways)
    return max(1, number(game, empire, "unrest_garrison", needed))


def rest(empire: Empire) -> None:
    """The action is over: all units can move again next time."""
    for stack in empire.stacks.values():
        stack.units += [unit for unit, _, coast in stack.arrived if not coast]
        stack.far += [unit for unit, _, coast in stack.arrived if coast]
        stack.arrived = []
        stack.units.sort(key=lambda unit: UNITS[unit].place)
    for leader in empire.leaders:
        leader.moved = False
