"""The sequence of play of Zeitalter der Vernunft (AOR-FLOW-2)."""

from __future__ import annotations

from . import attacks, auction, combat, fields, scoring, setup

PHASES = {
    "setup": setup.setup,
    "markers": setup.markers,  # 4.1: ten markers
    "alliances": auction.alliances,  # 4.2: who opens, or alliances by lot
    "auction": auction.auction,
    "bid": auction.bid,  # one call
    "sold": auction.sold,
    "actions": fields.actions,  # 4.3: the turn order of the round
    "action": fields.action,  # an action round begins
    "fields": fields.fields,  # house rule simultaneous_fields
    "field": fields.field,  # 4.3.1
    "settle": fields.settle,  # what the field brings at once
    "attack": attacks.attack,  # 4.3.2: convert, or declare an attack
    "combat": combat.combat,  # cards are laid
    "hire": combat.hire,  # then cards are shown and paid, and dice thrown
    "reserves": combat.reserves,  # or at once the outcome
    "income": scoring.income,  # 4.4
    "score": scoring.score,  # 4.5
    "unrest": scoring.unrest,
    "round_end": scoring.round_end,  # 4.6 and 5.0
}

OCCASIONS = {
    "auction_bid": lambda game, seat: auction.occasion(game) if game.sale and seat not in game.sale.out else "",
    "hire_allies": lambda game, seat: combat.occasion(game) if game.combat else "",
    "use_reserves": lambda game, seat: combat.occasion(game) if game.combat else "",
}
"""What a line goes on for: one auction, one combat."""

__all__ = ["OCCASIONS", "PHASES"]
