"""Events in a conflict round, by anybody, after commitment and before the reveal (SA-4.2-4)."""

from __future__ import annotations

from ....table import Answer, Choose, ChooseSome, Rule
from ..cards import CARDS, EVENTS, LANGUAGE, Effect
from ..state import Fighter, Seven
from .events import play_event
from .fights import lose_fighters
from .offers import PASS, holders, offer
from .potential import SIDE
from .take_that import near_conflict

EVENT, CHOICE = LANGUAGE["conflict_event"], LANGUAGE["event_choice"]


def conflict_moment(game: Seven) -> Rule:
    """All are asked together until nobody plays any more (SA-gap-55)."""
    while True:
        played = yield from offer(game, {seat: event_ask(game, seat) for seat in holders(game)})
        if not played:
            return
        for seat, answer in played.items():
            if answer in list(options(game, seat)):
                card, target = answer[1], answer[2:]
                game.players[seat].hand.remove(card)
                yield from play_event(game, seat, card, tuple(one for one in target if one is not None))


def event_ask(game: Seven, seat: int) -> Choose:
    fight = game.battle
    return Choose(
        seat,
        EVENT,
        [PASS, *options(game, seat)],
        private=True,
        default=lambda: PASS,
        values={
            "area": fight.area,
            "round": fight.round,
            "attacker": fight.sides[0].empire,
            "defender": fight.sides[1].empire,
        },
        context={"in": fight.area},
    )


def options(game: Seven, seat: int) -> list[Answer]:
    found: list[Answer] = []
    cards = [card for card in game.players[seat].hand if EVENTS[CARDS[card].event].when == "conflict"]
    for card in cards if cards and near_conflict(game, seat) else ():
        event = EVENTS[CARDS[card].event]
        if event.target["kind"] == "none":
            found.append(("play", card))
            continue
        for n, name in enumerate(SIDE):
            if event.target.get("side", name) != name:
                continue
            if event.target["of"] == "own" and game.battle.sides[n].seat != seat:
                continue
            found += [("play", card, name, paid) for paid in payments(game, n, event.effects)]
    return found


def payments(game: Seven, side: int, effects: tuple[Effect, ...]) -> list[int | None]:
    """Mercenaries: whole points that the empire can pay; other events cost nothing (SA-gap-102)."""
    for effect in effects:
        if effect["type"] == "buy_potential":
            money = game.empire(game.battle.sides[side].empire).money
            return [n * effect["price"] for n in range(1, min(effect["max"], money // effect["price"]) + 1)]
    return [None]


def traitor(game: Seven, side: int, fighters: list[Fighter]) -> Rule:
    """Treachery: the enemy picks one committed unit, which is lost before the comparison; returns it."""
    fight = game.battle
    if not fighters:
        return None
    own, enemy = fight.sides[side], fight.sides[1 - side]
    items = [(unit, fight.area) for unit in dict.fromkeys(unit for unit, _, _ in fighters)]
    answer = yield ChooseSome(
        enemy.seat,
        CHOICE,
        "choose",
        items,
        1,
        1,
        values={"event": "treachery", "number": 1},
        default=lambda: ("choose", (items[-1],)),
        context={"in": fight.area, "for": enemy.empire},
    )
    unit = answer[1][0][0]
    gone = next(fighter for fighter in fighters if fighter[0] == unit)
    lose_fighters(game, own, [gone])
    game.note("traitor", empire=own.empire, unit=unit)
    return gone
