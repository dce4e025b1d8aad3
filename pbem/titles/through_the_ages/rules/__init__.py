"""The sequence of play of Through the Ages, phase by phase."""

from __future__ import annotations

from .act import act
from .aggression import defence, spoils
from .colonies import auction, bidding, columbus
from .ending import final
from .events import event
from .pacts import pact
from .politics import politics
from .setup import setup
from .turn import end_of_turn, publish_tactic, turn
from .war import war

PHASES = {
    "setup": setup,  # boards, events, the card row
    "turn": turn,  # the card row is replenished; ages end
    "war": war,  # the war declared in the last turn
    "publish_tactic": publish_tactic,
    "politics": politics,  # one political action
    "event": event,  # a revealed event
    "auction": auction,  # a revealed territory: bids, and what the winner sends
    "columbus": columbus,
    "defence": defence,  # against an aggression
    "spoils": spoils,  # of an aggression
    "pact": pact,  # the partner answers
    "act": act,  # one action of the action phase
    "end_of_turn": end_of_turn,  # discards, production, drawing
    "final": final,  # the events of age III, the winner
}

OCCASIONS = {"colonise_bid": bidding}
"""What a bid goes on for (TTA-COLON-2)."""

__all__ = ["OCCASIONS", "PHASES"]
