"""Cadenced progress (optional rule 3): the first player slows some actions down."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Below, Choices, Chosen, Compose, NotLegal, Refused, Reveal, Rule
from ..cards import ACTIONS, LANGUAGE
from ..state import Empire, Player, Seven
from .asking import well_formed
from .effects import trade_number

SLOW = LANGUAGE["cadence_markers"]
LEAST_TRADE = (None, 1, 0)
"""By box: nobody advances; from trade +1 on; from trade 0 on (SA-opt-3, SA-opt-12)."""
BACK = -1


def cadence(game: Seven) -> Rule:
    """After the action markers: one to three markers face down (SA-opt-3)."""
    answer = yield cadence_ask(game)
    game.players[game.first].cadence = list(chosen(answer))
    game.note("cadence_placed", player=game.first, number=len(chosen(answer)))
    return "reveal"


def chosen(answer: Answer) -> tuple[str, ...]:
    _, first, (second, third) = answer
    return tuple(one for one in (first, second, third) if one is not None)


def secret_name(game: Seven) -> str:
    return f"cadence:{game.turn}"


def cadence_ask(game: Seven) -> Compose:
    def fits(answer: Answer) -> Refused | None:
        actions = chosen(answer)
        if len(set(actions)) < len(actions) or any(one not in ACTIONS for one in actions):
            return NotLegal("cadence_differs", {}, rule="SA-opt-3")
        if answer[2][0] is None and answer[2][1] is not None:
            return NotLegal("cadence_in_order", {}, rule="SA-opt-3")
        return None

    def some() -> Iterator[Answer]:
        yield from (("slow", action, (None, None)) for action in ACTIONS)

    def pick(below: Below) -> Answer:
        pool = list(ACTIONS)
        actions = [pool.pop(below(len(pool))) for _ in range(1 + below(3))]
        second, third = [*actions[1:], None, None][:2]
        return ("slow", actions[0], (second, third))

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        others = [value for name, value in chosen.items() if name != key]
        return (
            [{key: action} for action in ACTIONS if action not in others]
            if key != "zero" or "plus_one" in chosen
            else []
        )

    return Compose(
        game.first,
        SLOW,
        some,
        pick,
        well_formed(SLOW, fits),
        following,
        secret=secret_name(game),
        shown=lambda answer: len(chosen(answer)),
        default=lambda: ("slow", ACTIONS[0], (None, None)),
    )


def box_for(cards: list[str], action: str | None, trade: int) -> bool:
    """Whether a marker applies: it would deny free progress (SA-opt-4, SA-opt-5)."""
    if action not in cards:
        return False
    least = LEAST_TRADE[cards.index(action)]
    return least is None or trade < least


def shown(game: Seven) -> Rule:
    """The markers are turned up at the end of the turn."""
    cards = game.players[game.first].cadence
    if cards:
        yield Reveal(secret_name(game))
        game.note("cadence_shown", player=game.first, actions=cards, reveals=True)


def slowed(game: Seven, empire: Empire) -> int | None:
    """What becomes of the free progress of an empire: None if it gets it, otherwise the change that replaces it."""
    cards = game.players[game.first].cadence
    one = game.players[game.owners[empire.id]]
    applies = box_for(cards, one.shown.get(empire.id), trade_number(game, empire))
    if mourns(cards, one):
        return BACK if applies else 0
    return 0 if applies else None


def mourns(cards: list[str], one: Player) -> bool:
    """Whether a marker applies to one of the player's empires that was dissolved this turn."""
    return any(box_for(cards, one.shown.get(ident), trade) for ident, trade in one.fallen.items())
