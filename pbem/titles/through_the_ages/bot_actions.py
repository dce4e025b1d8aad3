"""The action phase of the bot: each action is tried on a copy of what the seat may see, and the best is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...table import Answer, Ask, dry_run
from ...table.state_json import copy
from ..adding import added
from .cards import CARDS, FAMILY
from .rules.act import VERBS
from .rules.changes import civil_available, military_available
from .rules.civil import price, space_of
from .rules.defaults import END
from .rules.ratings import civil_limit
from .state import Ages
from .worth import WANTED_WONDER, Worth

CONSIDERED = tuple(
    verb for verb in VERBS if verb not in ("take", "lead", "hammurabi", "trade", "destroy", "disband", "end")
)
"""Kinds of action that are tried out; taking a card is estimated, the others are handled separately."""
LEAST_GAIN = 0.12
"""An action that gains less is not taken."""
CROWDED = 1.2
"""What a card must be worth to fill the hand."""


def act(game: Ages, seat: int) -> Answer:
    """The action that gains most for the actions it costs."""
    found = best_action(game, seat)
    if found is not None:
        return found
    civ = game.civs[seat]
    able = not civ.civil and game.round > 1 and any(VERBS["hammurabi"].lists(game, seat))
    if able and best_action(after(game, seat, ("hammurabi",)), seat) is not None:
        return ("hammurabi",)
    return END


def best_action(game: Ages, seat: int) -> Answer | None:
    worth = Worth(game, seat)
    now = worth.bare(game) + unfinished(worth, game)
    hand = worth.hand(game.civil_hand(seat))
    best: tuple[float, Answer] | None = None
    for gain, cost, one in candidates(game, seat, worth, now, hand):
        if gain < LEAST_GAIN:
            continue
        rate = gain / max(0.4, cost)
        if best is None or rate > best[0]:
            best = rate, one
    return best[1] if best is not None else None


Candidate = tuple[float, float, Answer]
"""What an action gains, the actions it costs, and the action."""


def candidates(game: Ages, seat: int, worth: Worth, now: float, hand: Mapping[str, float]) -> Iterator[Candidate]:
    yield from takes(game, seat, worth)
    if game.round == 1:
        return
    for one in VERBS["lead"].lists(game, seat):
        under = 0.4 if one[2] is not None else 0.0
        yield worth.leader(one[1]) + under - hand[one[1]], 0.5 if game.civs[seat].leader and not under else 1.0, one
    for verb in CONSIDERED:
        for one in VERBS[verb].lists(game, seat):
            if verb in ("build", "upgrade") and one[-1] is not None:
                continue  # one after the other, as each changes what the next is worth
            then = after(game, seat, one)
            left = then.civil_hand(seat)
            gone = added(hand[card] for card in game.civil_hand(seat) if card not in left)
            gain = worth.bare(then) + unfinished(worth, then) - now - gone
            yield gain, spent(game, then, seat), one


def spent(game: Ages, then: Ages, seat: int) -> float:
    civil = civil_available(game, seat) - civil_available(then, seat)
    military = military_available(game, seat) - military_available(then, seat)
    return max(0, civil) + 0.5 * max(0, military)


def unfinished(worth: Worth, game: Ages) -> float:
    """What the wonder under construction is worth in its present state."""
    civ = game.civs[worth.seat]
    if not civ.unfinished:
        return 0.0
    done = civ.stages / len(CARDS[civ.unfinished].stages)
    return (WANTED_WONDER + (1 - WANTED_WONDER) * done) * worth.wonder(civ.unfinished, civ.stages)


def takes(game: Ages, seat: int, worth: Worth) -> Iterator[Candidate]:
    room = civil_limit(game.civs[seat]) - len(game.civil_hand(seat))
    for one in VERBS["take"].lists(game, seat):
        card = one[1]
        gain = worth.in_hand(card)
        if FAMILY[card] == "action" and game.round > 1:
            gain *= 0.8
        if FAMILY[card] not in ("leader", "wonder"):
            gain -= CROWDED if room < 2 else 0.05
        yield gain, float(price(game, seat, space_of(game, one))), one


def after(game: Ages, seat: int, action: Answer) -> Ages:
    """The position after an action, as far as the seat can tell."""
    then: Ages = copy(game)
    deed = VERBS[action[0]].does(then, seat, action)
    if deed is not None:
        dry_run(deed, lambda wanted: wanted.default() if isinstance(wanted, Ask) else None)
    return then
