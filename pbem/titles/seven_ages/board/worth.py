"""What an answer costs and brings in money and glory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.board_api import Price
from ....table import Answer, Ask, is_unseen
from ..cards import COSTS
from ..rules.glory import glory_price
from ..state import Seven

LACKING = {"too_expensive": ("money", "cost", "money")}
OUTCOMES = {
    "conflict_won": "won",
    "retreated": "retreat",
    "conflict_undecided": "round",
    "conflict_card": "round",
    "leader_came": "came",
    "leader_drawn": "nobody",
    "drew": "drawn",
    "pile_mixed": "drawn",
}
"""By note: how what chance decided turned out; the first that is told counts."""


def meters(game: Seven, ask: Ask) -> Mapping[str, int]:
    """Money is that of the empire which is asked."""
    one = game.players[ask.player]
    found = {"glory": one.glory, "cards": 0 if is_unseen(one.hand) else len(one.hand)}
    empire = one.empires.get(ask.subject)
    return {"money": empire.money, "units": empire.units(), **found} if empire is not None else found


def weigh(game: Seven, ask: Ask, answer: Answer, about: Mapping[str, Any]) -> Price:
    verb = answer[0]
    if verb == "build":
        return Price({"money": about["cost"]}, {"units": sum(n or 1 for _, n, _, _ in answer[1])})
    if verb == "elite":
        return Price({"money": COSTS["elite"] * (answer[1] or 1)})
    if verb == "buy glory":
        empire = game.players[ask.player].empires[ask.subject]
        return Price({"money": answer[1] * glory_price(game, empire)}, {"glory": answer[1]})
    if verb == "allow":
        return Price({}, {"money": answer[2][0] or 0, "cards": answer[2][1] or 0})
    if verb == "pay toll":
        return Price({"cards": len(answer[1] or ())})
    if verb in ("offer", "discard", "redraw", "play") and ask.kind.id != "conflict_event":
        return Price({"cards": len(answer[1]) if isinstance(answer[1], tuple) else 1})
    return Price()
