"""What conditions in orders may read. All of it is public except the card that the writer has just drawn."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from .atlas import LANDS, REGIONS
from .cards import EMPIRES, EPOCHS, EVENTS, FLEETS, MOST_ARMIES, NUMBERS
from .rules.reach import steps
from .rules.scoring import level, tally
from .state import World


def _drawn(game: World, seat: int) -> str:
    return game.drawn[0] if game.drawn and seat in game.drawer else ""


def _number(game: World, seat: int) -> int:
    card = _drawn(game, seat)
    return EMPIRES[card].number if card else 0


def _card_units(game: World, seat: int) -> int:
    card = _drawn(game, seat)
    return EMPIRES[card].units if card else 0


def _sum(game: World, seat: int, of: int | None) -> int:
    return game.players[seat if of is None else of].units()


def _vp(game: World, seat: int, of: int | None) -> int:
    return game.players[seat if of is None else of].total()


def _leads(game: World, seat: int, of: int) -> bool:
    return _vp(game, seat, of) == max(one.total() for one in game.players)


def _units(game: World, seat: int) -> int:
    turn = game.turn
    return sum(part.units for part in turn.parts) if turn is not None and turn.seat == seat else 0


def _have(game: World, seat: int, land: str) -> bool:
    """The running realm holds the land; old units of the emblem count once they are joined (WH-7.3-1)."""
    turn, here = game.turn, game.lands.get(land)
    if turn is None or turn.seat != seat or here is None:
        return False
    return here.owner == seat and any(part.realm == here.realm for part in turn.parts)


def _armies(game: World, seat: int, land: str) -> int:
    here = game.lands.get(land)
    return here.armies if here is not None else 0


def _lost(game: World, seat: int) -> int:
    return game.turn.losses if game.turn is not None and game.turn.seat == seat else 0


def _dice_against(game: World, seat: int, land: str) -> int:
    """Dice that the defender would throw now from the best approach; 0 where no attack is possible."""
    if game.turn is None or game.turn.seat != seat or not game.turn.parts:
        return 0
    found = [step.dice for answer, step in steps(game).items() if answer[0] == "attack" and answer[1] == land]
    return min(found, default=0)


def _event(game: World, seat: int) -> str:
    turn = game.turn
    return EVENTS[turn.event].kind if turn is not None and turn.seat == seat and turn.event else ""


def _level(game: World, seat: int, region: str, of: int | None) -> str:
    return level(tally(game)[region], seat if of is None else of, len(REGIONS[region]))


FACTS = facts(
    F("epoch", NUMBER, lambda game, seat: game.epoch, low=0, high=EPOCHS),
    F("active", PLAYER, lambda game, seat: -1 if game.turn is None else game.turn.seat),
    F("card", "empire", _drawn),
    F("number", NUMBER, _number, low=0, high=NUMBERS),
    F("card_units", NUMBER, _card_units, low=0),
    F("without_card", TRUTH, lambda game, seat, of: not game.players[of].card, (PLAYER,)),
    F("unit_sum", NUMBER, _sum, (PLAYER,), given=0, low=0),
    F("vp", NUMBER, _vp, (PLAYER,), given=0, low=0),
    F("leader_vp", TRUTH, _leads, (PLAYER,)),
    F("units", NUMBER, _units, low=0),
    F("have", TRUTH, _have, ("land",)),
    F("mine", TRUTH, lambda game, seat, land: game.owner(land) == seat, ("land",)),
    F("vacant", TRUTH, lambda game, seat, land: land in LANDS and land not in game.lands, ("land",)),
    F("holds", TRUTH, lambda game, seat, of, land: game.owner(land) == of, (PLAYER, "land")),
    F("armies", NUMBER, _armies, ("land",), low=0, high=MOST_ARMIES),
    F(
        "fleets",
        NUMBER,
        lambda game, seat, sea: sum(game.fleets.get(sea, {}).values()),
        ("sea",),
        low=0,
        high=6 * FLEETS,
    ),
    F("lost", NUMBER, _lost, low=0),
    F("dice_against", NUMBER, _dice_against, ("land",), low=0, high=2),
    F("event", "kind", _event),
    F(
        "presence",
        TRUTH,
        lambda game, seat, region, of: bool(_level(game, seat, region, of)),
        ("region", PLAYER),
        given=1,
    ),
    F(
        "dominance",
        TRUTH,
        lambda game, seat, region, of: _level(game, seat, region, of) in ("dominance", "control"),
        ("region", PLAYER),
        given=1,
    ),
    F(
        "control",
        TRUTH,
        lambda game, seat, region, of: _level(game, seat, region, of) == "control",
        ("region", PLAYER),
        given=1,
    ),
)
