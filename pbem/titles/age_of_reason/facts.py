"""What conditions in orders may read. All of it is public, except the number of the writer's own strong cards."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from ..common_facts import counted, of_player, standings
from .atlas import REGIONS
from .cards import CARDS, DISCS, OPEN, ROUNDS, WORST, action_rounds
from .rules.money import debt
from .rules.scoring import points_in
from .state import Reason

AUCTIONS = 4


def _turn(game: Reason, seat: int) -> int:
    """Action rounds since the game began."""
    return max(0, game.round - 1) * action_rounds(game.seats) + game.action


def _active(game: Reason, seat: int) -> int:
    return game.order[game.turn] if game.action and game.turn < len(game.order) else -1


def _bid(game: Reason, seat: int) -> int:
    return max(game.sale.price, 0) if game.sale else 0


def _ally(game: Reason, seat: int, nation: str) -> bool:
    own = game.players[seat].nation
    return nation in game.alliance and own in game.alliance and game.allied(own, nation)


def _attacker(game: Reason, seat: int) -> str:
    return game.players[game.combat.attacker].nation if game.combat else ""


def _rank_loss(game: Reason, seat: int) -> int:
    """Points that the defender would lose in the region if it were scored right after the loss of the disc."""
    fight = game.combat
    if fight is None or fight.defender != seat:
        return 0
    own, other = fight.nation, game.players[fight.attacker].nation
    before, values = game.discs[fight.region], REGIONS[fight.region].points
    after = {**before, own: before[own] - 1, other: before.get(other, 0) + 1}
    if not after[own]:
        del after[own]
    return points_in(before, values).get(own, 0) - points_in(after, values).get(own, 0)


def _margin(game: Reason, seat: int) -> int:
    fight = game.combat
    if fight is None or not fight.dice or seat not in fight.seats():
        return 0
    return fight.margin() if seat == fight.attacker else -fight.margin()


def _hand(game: Reason, seat: int) -> int:
    return sum(CARDS[card].kind == "influence" for card in game.players[seat].hand)


FACTS = facts(
    counted("round", high=ROUNDS),
    counted("action", high=6),
    F("turn", NUMBER, _turn, low=0, high=6 * ROUNDS),
    F("active", PLAYER, _active),
    *standings(lambda game, seat: game.players[seat].points),
    of_player("gold", lambda game, seat: game.players[seat].gold),
    of_player("discontent", lambda game, seat: game.players[seat].discontent, high=WORST),
    F("debt", NUMBER, lambda game, seat, n: debt(game.players[seat].gold, n), (NUMBER,), low=0),
    F("auction", NUMBER, lambda game, seat: game.sale.number if game.sale else 0, low=0, high=AUCTIONS),
    F("high_bid", NUMBER, _bid, low=0),
    F("high_top", "nation", lambda game, seat: game.sale.top if game.sale else ""),
    F("high_bottom", "nation", lambda game, seat: game.sale.bottom if game.sale else ""),
    F("high_bidder", PLAYER, lambda game, seat: game.sale.holder if game.sale else -1),
    F("placed", TRUTH, lambda game, seat, nation: nation in game.alliance, ("nation",)),
    F("ally", TRUTH, _ally, ("nation",)),
    F("combat", NUMBER, lambda game, seat: game.combats, low=0),
    F("attacker", "nation", _attacker),
    F("defender", "nation", lambda game, seat: game.combat.nation if game.combat else ""),
    F("region", "region", lambda game, seat: game.combat.region if game.combat else ""),
    F(
        "discs",
        NUMBER,
        lambda game, seat, nation, region: game.discs[region].get(nation, 0),
        ("nation", "region"),
        low=0,
        high=DISCS,
    ),
    F("rank_loss", NUMBER, _rank_loss),
    F("margin", NUMBER, _margin),
    F("hired", NUMBER, lambda game, seat: len(game.combat.hired[0]) if game.combat else 0, low=0),
    F(
        "free",
        TRUTH,
        lambda game, seat, field: len(game.fields.get(field, ())) < OPEN[game.seats][field],
        ("field",),
    ),
    F("hand", NUMBER, _hand, low=0, high=9),
)
