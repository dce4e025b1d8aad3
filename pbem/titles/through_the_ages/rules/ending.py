"""Final scoring and the winner (chapter FLOW)."""

from __future__ import annotations

from ....table import Outcome, Reveal, Rule
from ..cards import CARDS
from ..state import Ages
from .changes import score
from .events import carry_out, selected
from .goods import lab_production


def final(game: Ages) -> Rule:
    """TTA-FLOW-7 to TTA-FLOW-12, TTA-RESIGN-6."""
    left = game.clockwise(game.start)
    before = [civ.culture for civ in game.civs]
    if len(left) == 1:
        game.outcome = Outcome(left, "last_left", [{"play": culture, "events": 0, "cards": 0} for culture in before])
        game.note("won_alone", player=left[0])
    else:
        for card in [card for card in (*game.current, *game.future) if CARDS[card].age == "III"]:
            game.note("final_event", event=card, reveals=True)
            for step in CARDS[card].steps:
                yield from carry_out(game, game.start, step, selected(game, game.start, step), {})
        events = [civ.culture - old for civ, old in zip(game.civs, before, strict=True)]
        cards = [0] * game.seats
        for seat in left:
            if game.civs[seat].leader == "bill_gates":  # TTA-FLOW-9
                cards[seat] = lab_production(game.civs[seat])
                score(game, seat, cards[seat])
                game.note("gates_scores", player=seat, culture=cards[seat])
        parts = zip(before, events, cards, strict=True)
        table = [{"play": play, "events": gained, "cards": more} for play, gained, more in parts]
        best = max(game.civs[seat].culture for seat in left)
        winners = [seat for seat in left if game.civs[seat].culture == best]  # TTA-FLOW-10
        game.outcome = Outcome(winners, "culture" if len(winners) == 1 else "shared", table)
        game.note("won", players=winners, culture=best)
    for name in game.sealed:
        yield Reveal(name)
    game.sealed = []
    return None
