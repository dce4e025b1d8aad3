"""Fights (chapter 5.5) and what changes them (chapter 6)."""

from __future__ import annotations

from ....table import Choose, Roll, Rule
from ....words.lazy_dataclass import dataclass
from ..atlas import LANDS, NEIGHBOURS, Border
from ..cards import EVENTS, KINDS, LANGUAGE
from ..state import World

CONTINUE_ATTACK = LANGUAGE["continue_attack"]
ATTACK_DICE = 2

WON, LOST, OFF = "won", "lost", "off"


@dataclass(frozen=True, slots=True)
class Force:
    """How the attacker fights."""

    dice: int = ATTACK_DICE
    bonus: int = 0
    """Added to each of the attacker's dice, and thus to the highest."""
    wins_ties: bool = False


USUAL = Force()


def empire_force(game: World) -> Force:
    """Dice of the empire's own units, with the event that is in force (WH-5.2-3, WH-rulers-3)."""
    turn = game.now
    if not turn.event:
        return USUAL
    fields = KINDS[EVENTS[turn.event].kind].fields
    if EVENTS[turn.event].kind not in ("ruler", "elite_troops", "jihad", "weaponry"):
        return USUAL
    dice, until = fields.get("attack_dice", ATTACK_DICE), fields.get("dice_until_losses")
    if until is not None and turn.losses >= until:  # WH-events-9
        dice = ATTACK_DICE
    ties = turn.losses < fields.get("win_ties_until_losses", 0)
    return Force(dice, fields.get("attack_bonus", 0), ties)


def dice_over(game: World, seat: int, way: Border) -> int:
    """Dice of a defender who is attacked over this border (WH-6.1-1, WH-6.1-2, WH-6.3-1)."""
    if not way.hard:
        return 1
    if any(game.fleets.get(water, {}).get(seat) for water in way.straits):
        return 1
    return 2


OVERSEAS = 2
"""Dice of a defender who is attacked from the sea (WH-6.1-2)."""


def approaches_by_land(game: World, seat: int, land: str, bases: list[str]) -> list[tuple[str, int]]:
    """The lands among these from which an attack is possible, with the dice that the defender gets."""
    return [
        (base, dice_over(game, seat, way))
        for base in sorted(bases, key=lambda base: LANDS[base].order)
        for way in NEIGHBOURS[base]
        if way.to == land
    ]


def fight(
    game: World, seat: int, place: str, defender: int, dice: int, force: Force, *, may_break_off: bool = True
) -> Rule:
    """One unit attacks until it or the last defender is gone, or it is called off (WH-5.5-1 to WH-5.5-10)."""
    while True:
        attack = yield Roll(force.dice, label=f"attack:{place}")
        defence = yield Roll(dice, label=f"defence:{place}")
        fort = place in game.lands and game.lands[place].fort
        best = max(attack) + force.bonus
        stands = max(defence) + fort  # WH-6.2-1: the higher die only
        winner = "attacker" if best > stands or (best == stands and force.wins_ties) else "defender"
        if best == stands and not force.wins_ties:
            winner = "nobody"
        game.note(
            "fought",
            player=seat,
            defender=defender,
            place=place,
            attack=attack,
            defence=defence,
            bonus=force.bonus,
            fort=fort,
            winner=winner,
        )
        if winner == "defender":
            return LOST
        if winner == "attacker" and not beat_one(game, defender, place):
            return WON
        if may_break_off and (yield _go_on(game, seat, place, defender, dice)) == ("break off",):
            game.note("broken_off", player=seat, place=place)
            return OFF


def beat_one(game: World, defender: int, place: str) -> int:
    """The beaten unit goes back to its pile (WH-5.5-3, WH-2.2-5); returns the defenders left."""
    if place in LANDS:
        game.lands[place].armies -= 1
        return game.lands[place].armies
    game.sink_fleet(defender, place)
    return game.fleets.get(place, {}).get(defender, 0)


def _go_on(game: World, seat: int, place: str, defender: int, dice: int) -> Choose:
    """WH-5.5-9: after every round in which both sides still have a unit."""
    left = game.lands[place].armies if place in LANDS else game.fleets[place][defender]
    return Choose(
        seat,
        CONTINUE_ATTACK,
        (("go on",), ("break off",)),
        rule="WH-5.5-9",
        default=lambda: ("go on",),
        values={"place": place, "defender": defender, "left": left, "dice": dice},
        context={"in": place, "from": defender},
    )
