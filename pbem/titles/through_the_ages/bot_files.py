"""What the bot writes when it plays by mail: a whole turn in one file, and orders for what others do meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...table import Ask
from ...table.state_json import copy
from .bot_actions import act, after
from .bot_politics import discard, highest_bid, political_action
from .cards import CARDS, FAMILY, LEVEL, OF_FAMILY, UNITS
from .rules.act import ActionMenu
from .rules.changes import score
from .rules.defaults import END
from .rules.politics import NOTHING, attack_price
from .rules.ratings import military_limit
from .rules.turn import discard_ask
from .state import Ages
from .worth import Worth

MOST_ACTIONS = 40
STANDING = (
    "always on defend_aggression if would_lose in (building, leader, wonder, colony, culture): defend up to 3",
    "always on defend_aggression: defend up to 1",
    "always on answer_pact card acceptance_of_supremacy: decline",
    "always on answer_pact card loss_of_sovereignty: decline",
    "always on answer_pact card promise_of_military_protection: decline",
    "always on answer_pact: accept",
    "always on colonise_bid: pass",
    "always on colony_force: default",
    "always on aggression_spoils: default",
    "always on event_offer: build religion or build warriors or grow or default",
    "always on lose_worker: default",
    "always on lose_blue: default",
    "always on lose_colony: default",
    "always on destroy_own: default",
    "always on ruin_wonder: default",
    "always on terror_targets: default",
    "always on goods_choice: default",
    "always on discard_military: default",
)


def plan(game: Ages, ask: Ask, seat: int, players: Sequence[str]) -> list[str]:
    """The lines of one file. What an event may spoil is tried; what is left over is used up at the end."""
    if ask.kind.id not in ("political_action", "act"):
        return []
    then: Ages = copy(game)
    lines = []
    if ask.kind.id == "political_action":
        answer = political_action(game, ask, seat)
        lines = [ask.write(answer, players), *(["try no politics"] if acts_twice(game, seat) else [])]
        if answer != NOTHING:
            suppose(then, seat, answer)
    lines += actions(then, seat)
    lines += [*spare(then, seat), "end", *discards(then, seat)]
    return [*lines, *bids(then, seat)]


def acts_twice(game: Ages, seat: int) -> bool:
    """Whether a second political action follows the first (Julius Caesar)."""
    civ = game.civs[seat]
    return civ.leader == "julius_caesar" and not civ.caesar_used and not game.turn.caesar


def suppose(game: Ages, seat: int, answer: tuple[object, ...]) -> None:
    """The position after a political action that leaves everything else as it is."""
    civ = game.civs[seat]
    verb, card = answer[0], str(answer[1]) if len(answer) > 1 else ""
    if verb in ("aggress", "war"):
        civ.military -= attack_price(game, card, int(str(answer[2])))
    if verb != "cancel" and card:
        civ.military_hand.remove(card)
    if verb == "event":
        score(game, seat, LEVEL[card])


def actions(game: Ages, seat: int) -> Iterator[str]:
    """The actions in turn; `game` is changed along the way and ends as the position after them."""
    for _ in range(MOST_ACTIONS):
        answer = act(game, seat)
        if answer == END:
            return
        yield f"try {ActionMenu(game, seat).write(answer)}"
        then = after(game, seat, answer)
        for name in ("civs", "row", "turn", "common_tactics"):
            setattr(game, name, getattr(then, name))


def spare(game: Ages, seat: int) -> Iterator[str]:
    """What to do with gifts of an event."""
    civ = game.civs[seat]
    worth = Worth(game, seat)
    best = sorted(civ.workers, key=lambda tech: -worth.per_worker(tech) / max(1, CARDS[tech].cost))
    if civ.unfinished:
        yield "try stage"
    yield from (f"try build {tech}" for tech in best[:2] if FAMILY[tech] not in UNITS)
    yield "try grow"


def discards(game: Ages, seat: int) -> Iterator[str]:
    civ = game.civs[seat]
    too_many = len(civ.military_hand) - military_limit(civ)
    if too_many > 0:
        ask = discard_ask(game, seat, too_many, window="own_turn", rule="TTA-DISC-2")
        yield f"{ask.write(ask.normal(discard(game, ask, seat)))} or default"


def bids(game: Ages, seat: int) -> Iterator[str]:
    """What each territory is worth until the bot's next turn."""
    for territory in OF_FAMILY["territory"]:
        most = highest_bid(game, seat, territory, 1)
        if most:
            yield (f"until round {game.round + 1} on colonise_bid card {territory}: colonise least max {most} or pass")
