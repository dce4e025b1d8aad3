"""Offered pacts (chapter PACT)."""

from __future__ import annotations

from ....table import Choose, Rule
from ..cards import LANGUAGE
from ..state import Ages, Pact
from .changes import recount
from .politics import after_politics
from .row import end_pact

ANSWER_PACT = LANGUAGE["answer_pact"]
ACCEPT, DECLINE = ("accept",), ("decline",)


def pact(game: Ages) -> Rule:
    """TTA-PACT-2 to TTA-PACT-9."""
    affair = game.affair
    assert affair is not None
    by, other, card = affair.by, affair.target, affair.card
    answer = yield Choose(
        other,
        ANSWER_PACT,
        [ACCEPT, DECLINE],
        rule="TTA-PACT-4",
        default=lambda: DECLINE,
        values={"other": by, "pact": card, "side": affair.side},
        context={"from": by, "card": card},
    )
    if answer == DECLINE:  # TTA-PACT-5
        game.civs[by].military_hand.append(card)
        game.note("pact_declined", player=other, other=by, pact=card)
        return after_politics(game)
    for old in [one for one in game.pacts if one.owner == by]:  # TTA-PACT-6
        game.note("pact_replaced", player=by, pact=old.card, other=old.partner(by))
        end_pact(game, old.card)
    a, b = (other, by) if affair.side == "b" else (by, other)
    game.pacts.append(Pact(card, a, b, by))
    game.note("pact_made", player=by, other=other, pact=card, side=affair.side)
    for seat in (by, other):
        recount(game, seat)
    return after_politics(game)
