"""What conditions in orders may read. All of it is public except the card that the writer has just drawn."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from ..common_facts import counted, of_player, standings
from .atlas import LANDS, REGIONS
from .cards import EMPIRES, EPOCHS, EVENTS, FLEETS, MOST_ARMIES, NUMBERS
from .rules.reach import steps
from .rules.scoring import level, tally
from .state import Turn, World

LEVELS = ("presence", "dominance", "control")


def _drawn(game: World, seat: int) -> str:
    return game.drawn[0] if game.drawn and seat in game.drawer else ""


def _of_card(game: World, seat: int, figure: str) -> int:
    card = _drawn(game, seat)
    return getattr(EMPIRES[card], figure) if card else 0


def _own(game: World, seat: int) -> Turn:
    """The turn that runs if it is the writer's, else one in which nothing happens."""
    return game.turn if game.turn is not None and game.turn.seat == seat else Turn(seat, "")


def _have(game: World, seat: int, land: str) -> bool:
    """The running realm holds the land; old units of the emblem count once they are joined (WH-7.3-1)."""
    here = game.lands.get(land)
    realms = [part.realm for part in _own(game, seat).parts]
    return here is not None and here.owner == seat and here.realm in realms


def _armies(game: World, seat: int, land: str) -> int:
    return game.lands[land].armies if land in game.lands else 0


def _dice_against(game: World, seat: int, land: str) -> int:
    """Dice that the defender would throw now from the best approach; 0 where no attack is possible."""
    if not _own(game, seat).parts:
        return 0
    found = [step.dice for answer, step in steps(game).items() if answer[0] == "attack" and answer[1] == land]
    return min(found, default=0)


def _event(game: World, seat: int) -> str:
    event = _own(game, seat).event
    return EVENTS[event].kind if event else ""


def _fleets(game: World, seat: int, sea: str, of: int | None) -> int:
    here = game.fleets.get(sea, {})
    return sum(here.values()) if of is None else here.get(of, 0)


def _holder(game: World, seat: int, land: str) -> int:
    owner = game.owner(land)
    return -1 if owner is None else owner


def _resource(game: World, seat: int, land: str) -> bool:
    return land in LANDS and LANDS[land].resource


def _at_least(least: str) -> F:
    """Whether somebody has that much of a region, or more."""

    def reached(game: World, seat: int, region: str, of: int | None) -> bool:
        found = level(tally(game)[region], seat if of is None else of, len(REGIONS[region]))
        return found in LEVELS[LEVELS.index(least) :]

    return F(least, TRUTH, reached, ("region", PLAYER), given=1)


FACTS = facts(
    counted("epoch", high=EPOCHS),
    F("active", PLAYER, lambda game, seat: -1 if game.turn is None else game.turn.seat),
    F("turns", NUMBER, lambda game, seat: max(0, game.epoch - 1) * NUMBERS + game.number, low=0, high=EPOCHS * NUMBERS),
    F("card", "empire", _drawn),
    F("number", NUMBER, lambda game, seat: _of_card(game, seat, "number"), low=0, high=NUMBERS),
    F("card_units", NUMBER, lambda game, seat: _of_card(game, seat, "units"), low=0),
    F("without_card", TRUTH, lambda game, seat, of: not game.players[of].card, (PLAYER,)),
    of_player("unit_sum", lambda game, seat: game.players[seat].units()),
    *standings(lambda game, seat: game.players[seat].total()),
    F("units", NUMBER, lambda game, seat: sum(part.units for part in _own(game, seat).parts), low=0),
    F("have", TRUTH, _have, ("land",)),
    F("mine", TRUTH, lambda game, seat, land: game.owner(land) == seat, ("land",)),
    F("vacant", TRUTH, lambda game, seat, land: land in LANDS and land not in game.lands, ("land",)),
    F("holds", TRUTH, lambda game, seat, of, land: game.owner(land) == of, (PLAYER, "land")),
    F("armies", NUMBER, _armies, ("land",), low=0, high=MOST_ARMIES),
    F("fleets", NUMBER, _fleets, ("sea", PLAYER), given=1, low=0, high=6 * FLEETS),
    F("holder", PLAYER, _holder, ("land",)),
    F("fort", TRUTH, lambda game, seat, land: land in game.lands and game.lands[land].fort, ("land",)),
    F("city", TRUTH, lambda game, seat, land: game.towns.get(land) == "city", ("land",)),
    F("capital", TRUTH, lambda game, seat, land: game.towns.get(land) == "capital", ("land",)),
    F("monument", TRUTH, lambda game, seat, land: land in game.monuments, ("land",)),
    F("resource", TRUTH, _resource, ("land",)),
    F("lost", NUMBER, lambda game, seat: _own(game, seat).losses, low=0),
    F("dice_against", NUMBER, _dice_against, ("land",), low=0, high=2),
    F("event", "kind", _event),
    *(_at_least(one) for one in LEVELS),
)
