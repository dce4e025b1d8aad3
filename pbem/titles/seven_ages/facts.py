"""What conditions in orders may read; all of it is public, or the writer's own."""

from __future__ import annotations

from collections import Counter

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from .cards import AGE_OF_STEP, BEYOND, LAST_AGE
from .rules.commitment import by_strength, taken, total
from .rules.income import income, upkeep
from .rules.pile import value
from .rules.potential import potential
from .rules.range import in_range
from .state import Empire, Seven, Side


def _one(game: Seven, empire: str) -> Empire | None:
    return game.empire(empire) if empire in game.owners else None


def _own(game: Seven, seat: int) -> list[Empire]:
    return list(game.players[seat].empires.values())


def _income(game: Seven, seat: int, empire: str) -> int:
    one = _one(game, empire)
    return income(game, one) if one is not None else 0


def _upkeep(game: Seven, seat: int, empire: str) -> int:
    one = _one(game, empire)
    return upkeep(game, one) if one is not None else 0


def _range(game: Seven, seat: int, one: str, other: str) -> bool:
    empire = _one(game, one)
    return empire is not None and any(near.id == other for near in in_range(game, empire))


def _changes_age(game: Seven, seat: int, steps: int) -> bool:
    """Whether this many steps would change the age of the player's empire in the current trade."""
    if not game.acts:
        return False
    own = [one for one in (game.act.empire, game.act.partner) if game.owners.get(one) == seat]
    if not own:
        return False
    step = game.empire(own[0]).step
    return AGE_OF_STEP[min(BEYOND, step + steps)] != AGE_OF_STEP[step]


def _side(game: Seven, seat: int) -> Side | None:
    if game.fight is None:
        return None
    return next((side for side in game.fight.sides if side.seat == seat), None)


def _enemy(game: Seven, seat: int) -> Side | None:
    own = _side(game, seat)
    if own is None or game.fight is None:
        return None
    return game.fight.sides[1 - game.fight.sides.index(own)]


def _left(side: Side | None) -> int:
    return len(side.fresh) if side is not None else 0


def _unrest(side: Side | None) -> int:
    return side.unrest if side is not None else 0


def _card(game: Seven, seat: int) -> int:
    side = _side(game, seat)
    return value(side.card) if side is not None else 0


def _potential(game: Seven, seat: int, share: str | None = None) -> int:
    """What the player would bring with everything that is not committed yet."""
    own = _side(game, seat)
    if own is None:
        return 0
    side = game.battle.sides.index(own)
    return total(potential(game, side, taken(own.fresh, Counter(by_strength(game, side))), ()))


def _glory(game: Seven, seat: int, player: int | None = None) -> int:
    return game.players[seat if player is None else player].glory


def _units(game: Seven, seat: int, area: str) -> int:
    return sum(one.size(area) for one in _own(game, seat))


def _foreign(game: Seven, seat: int, area: str) -> int:
    return sum(one.size(area) for one in game.empires() if game.owners[one.id] != seat)


FACTS = facts(
    F("turn", NUMBER, lambda game, seat: game.turn, low=0),
    F("glory", NUMBER, _glory, (PLAYER,), given=0, low=0),
    F("money", NUMBER, lambda game, seat, e: one.money if (one := _one(game, e)) else 0, ("empire",), low=0),
    F("income", NUMBER, _income, ("empire",), low=0),
    F("upkeep", NUMBER, _upkeep, ("empire",), low=0),
    F("step", NUMBER, lambda game, seat, e: one.step if (one := _one(game, e)) else 0, ("empire",), low=0, high=BEYOND),
    F("age", NUMBER, lambda game, seat, e: one.age if (one := _one(game, e)) else 0, ("empire",), low=0, high=LAST_AGE),
    F("changes_age", TRUTH, _changes_age, (NUMBER,)),
    F("in_play", TRUTH, lambda game, seat, empire: empire in game.owners, ("empire",)),
    F("range", TRUTH, _range, ("empire", "empire")),
    F("controls", TRUTH, lambda game, seat, empire, area: game.control.get(area) == empire, ("empire", "area")),
    F("units", NUMBER, _units, ("area",), low=0),
    F("enemy", NUMBER, _foreign, ("area",), low=0),
    F("card", NUMBER, _card, low=0, high=7),
    F("battle_round", NUMBER, lambda game, seat: game.fight.round if game.fight else 0, low=0),
    F("left", NUMBER, lambda game, seat: _left(_side(game, seat)), low=0),
    F("enemy_left", NUMBER, lambda game, seat: _left(_enemy(game, seat)), low=0),
    F("unrest", NUMBER, lambda game, seat: _unrest(_side(game, seat)), low=0),
    F("enemy_unrest", NUMBER, lambda game, seat: _unrest(_enemy(game, seat)), low=0),
    F(
        "attacking",
        TRUTH,
        lambda game, seat: game.fight is not None and game.fight.sides[0].seat == seat,
    ),
    F(
        "defending",
        TRUTH,
        lambda game, seat: game.fight is not None and game.fight.sides[1].seat == seat,
    ),
    F("potential", NUMBER, _potential, ("share",), given=0, low=0),
    F("event", "event", lambda game, seat: game.event or None),
    F("target", PLAYER, lambda game, seat: game.target),
    F("hand", NUMBER, lambda game, seat: len(game.players[seat].hand), low=0),
)
