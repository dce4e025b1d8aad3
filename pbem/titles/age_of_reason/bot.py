"""A player of Zeitalter der Vernunft that adds up what each step is worth, using only what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import Answer, Ask, ChooseSome
from ..adding import added
from .atlas import REGIONS
from .cards import CARDS, FIELDS, MARKERS, action_rounds
from .rules.attacks import CONVERT, NO_ATTACK, ON_MARKER, attack_ask, own_card, targets
from .rules.auction import PASS, bid_of, pairs, unplaced
from .rules.combat import ALLY, BLUFF, DECLINE, DEFENDS, SPARE, USE
from .rules.fields import NO_FIELD, brings
from .state import Reason
from .worth import GOLD, Worth, chances

HIGHEST_BID = 4
WORTH_A_BID = 0.8
"""Points by which another proposal must be better before it is paid for."""
BOLD = -0.35
"""An attack that is expected to lose less than this is made: whoever never attacks wins nothing."""
LAST_AUCTION = 4
MOST_PROPOSALS = 12
STANDING = (
    "always on defend_card if rank_loss >= 3 and discontent < 14: defend with best max 6",
    "always on defend_card if rank_loss >= 1: defend with best max 3",
    "always on defend_card: defend with best max 1",
    "always on assist if discontent > 10 or gold < 4: assist with blank or default",
    "always on assist: assist with alliance or default",
    "always on hire_allies if hired > 0 and gold > 3: hire match",
    "always on hire_allies if gold > 6: hire up to 1",
    "always on hire_allies: hire none",
    "always on use_reserves: reserves if below 1",
    "always on recover_card: default",
    "always on choose_trade_region: default",
)


def answer(game: Reason, ask: Ask, seat: int) -> Answer:
    return decide(game, ask, seat)


def decide(game: Reason, ask: Ask, seat: int) -> Answer:
    kind = ask.kind.id
    if kind == "auction_bid":
        return ask.normal(bid(game, ask, seat))
    if kind == "occupy_field":
        return max(ask.options, key=Fields(game, seat).worth)
    if kind == "choose_attack":
        return strike(game, ask, seat)[0]
    if kind == "defend_card":
        return defend(game, ask, seat)
    if kind == "assist":
        return assist(game, ask, seat)
    if isinstance(ask, ChooseSome):
        return hire(game, ask, seat)
    if kind == "use_reserves":
        fight = game.fight
        margin = fight.margin() if seat == fight.attacker else -fight.margin()
        return USE if margin < 1 else SPARE
    return ask.default()


# ---- alliances


def liking(game: Reason, seat: int, nation: str) -> float:
    """What it is worth to have a nation on our side: it cannot attack us, we cannot attack it."""
    worth = Worth(game, seat)
    own, total = worth.nation, 0.0
    for region in REGIONS:
        here = game.discs[region]
        if nation not in here:
            continue
        prey = worth.disc(region, nation) if own in here or not REGIONS[region].colony else 0.0
        if nation in game.led:
            danger = worth.loss(region, nation) if own in here else 0.0
            total += 0.35 * danger - 0.3 * prey
        else:
            total += 0.15 * (own in here) - 0.1 * prey
    return total


def outlook(game: Reason, seat: int, proposal: tuple[str, str], likes: dict[str, float]) -> float:
    """What a proposal is worth: friends on our side, and an early turn."""
    own = game.players[seat].nation
    rows = {**{n: place % 2 for n, place in game.alliance.items()}, proposal[0]: 1, proposal[1]: 0}
    early = 0.5 if own in proposal else 0.0
    if own not in rows:
        return 0.0
    return early + added(likes[n] * (1 if rows[n] == rows[own] else -1) for n in proposal if n and n != own)


def proposals(game: Reason, seat: int) -> list[tuple[float, tuple[str, str]]]:
    """All possible proposals, the best first."""
    left = unplaced(game)
    likes = {nation: liking(game, seat, nation) for nation in left}
    found = [(outlook(game, seat, pair, likes), pair) for pair in pairs(left)]
    return sorted(found, key=lambda one: -one[0])


def limit(game: Reason, seat: int, gain: float) -> int:
    """The gold that a better proposal is worth."""
    return max(0, min(HIGHEST_BID, game.players[seat].gold // 4, int(gain)))


def bid(game: Reason, ask: Ask, seat: int) -> Answer:
    sale = game.sale
    assert sale is not None
    best, pair = proposals(game, seat)[0]
    if sale.price < 0:
        return bid_of(0, *pair) if seat == sale.opener else PASS
    likes = {nation: liking(game, seat, nation) for nation in unplaced(game)}
    gain = best - outlook(game, seat, (sale.top, sale.bottom), likes)
    if gain > WORTH_A_BID and sale.price + 1 <= limit(game, seat, gain):
        return bid_of(sale.price + 1, *pair)
    return PASS


# ---- fields


class Fields:
    """What each action field is worth now."""

    def __init__(self, game: Reason, seat: int) -> None:
        self.game, self.seat = game, seat
        self.points = Worth(game, seat)
        self.left = action_rounds(game.seats) - game.action
        """Action rounds to come."""
        self.reached = self.points.reach()

    def worth(self, answer: Answer) -> float:
        if answer == NO_FIELD:
            return 0.6 if self.game.attacks_twice(self.points.nation) else 0.0
        game, field = self.game, FIELDS[answer[1]]
        effect, kind = field.effect, field.effect["type"]
        amount: int = effect.get("amount", effect.get("per_disc", 0))
        cost = self.points.gold(field.cost)
        if kind == "combat_bonus":
            open_here = added(0.22 * self._busy(region) for region in effect["regions"] if region in self.reached)
            return amount * min(open_here, 1.0) * (self.left + 1) * 0.35 - cost
        if kind in ("gain_gold", "gold_per_disc"):
            scarce = 1.5 if game.players[self.seat].gold < 6 else 1.0
            return GOLD * scarce * brings(game, self.seat, answer).get("gold", 0)
        if kind == "reduce_discontent":
            return self.points.discontent() * min(amount, game.players[self.seat].discontent)
        if kind == "two_attacks":
            return 0.45 * self.left * (not game.attacks_twice(self.points.nation))
        if kind == "reroll_all_dice":
            return 0.3 if self.left and not game.has_reserves(self.points.nation) else 0.05
        return self._recovers(effect["cards"])

    def _busy(self, region: str) -> float:
        """How much there is to fight for."""
        game, own = self.game, self.points.nation
        foes = sum(not game.allied(own, nation) for nation in game.discs[region] if nation != own)
        digits = sum(not MARKERS[marker].action for marker in game.markers[region])
        return min(2.0, 0.6 * foes + digits)

    def _recovers(self, cards: str) -> float:
        pile = [CARDS[card] for card in self.game.players[self.seat].discards]
        fitting = [card for card in pile if cards == "any" or card.militia]
        few = 2.0 if len(self.game.players[self.seat].hand) < 5 else 1.0
        return few * 0.12 * max((card.soldiers + card.ships for card in fitting), default=0) * (self.left > 0)


# ---- attacks


def strike(game: Reason, ask: Ask, seat: int) -> list[Answer]:
    """The attacks worth making, the best first; last comes not attacking."""
    worth = Worth(game, seat)
    found: list[tuple[float, Answer]] = []
    for one in ask.answers():
        if one == NO_ATTACK:
            continue
        card = own_card(game, seat, one[-1])
        if one[0] == CONVERT:
            value = worth.disc(MARKERS[one[1]].region) - worth.gold(2) - worth.spent(card)
        elif one[0] == ON_MARKER:
            value = worth.attack(MARKERS[one[1]].region, card, marker=one[1])
        else:
            value = worth.attack(one[2], card, nation=one[1])
        found.append((value, one))
    found.sort(key=lambda one: -one[0])
    return [*(one for value, one in found if value > BOLD), NO_ATTACK]


def defend(game: Reason, ask: Ask, seat: int) -> Answer:
    """The card whose cost is best spent against an attack of middling strength."""
    fight, worth = game.fight, Worth(game, seat)
    foe = game.players[fight.attacker]
    stake = worth.loss(fight.region, foe.nation)
    attack = 2.5 + game.bonus(foe.nation, fight.region)
    own = game.bonus(worth.nation, fight.region)

    def value(one: Answer) -> float:
        if one[0] != DEFENDS:
            return 0.0
        card = CARDS[own_card(game, seat, one[1])]
        lost, _ = chances(attack - own - card.strength(fight.region))
        return -lost * (stake + worth.discontent()) - worth.gold(card.cost) - worth.spent(card.id)

    return max(ask.options, key=value)


def assist(game: Reason, ask: Ask, seat: int) -> Answer:
    """Help costs one gold: given to whoever is on our side, as long as there is gold and calm."""
    one = game.players[seat]
    if ALLY in ask.options and one.gold >= 4 and one.discontent <= 10:
        return ALLY
    return BLUFF if BLUFF in ask.options else DECLINE


def hire(game: Reason, ask: ChooseSome, seat: int) -> Answer:
    number = 1 if game.players[seat].gold > 6 else 0
    if seat == game.fight.defender:
        number = min(number, len(game.fight.hired[0])) or number
    chosen = tuple(ask.items[: min(number, ask.most)])
    return ask.normal((ask.verb, chosen)) if chosen else ("hire none",)


# ---- whole files


def plan(game: Reason, ask: Ask, seat: int, players: Sequence[str]) -> list[str]:
    """The lines of one file: a whole alliance phase, or a whole turn."""
    if ask.kind.id == "auction_bid":
        return auctions(game, seat)
    if ask.kind.id in ("occupy_field", "choose_attack"):
        return whole_turn(game, ask, seat)
    return []


def auctions(game: Reason, seat: int) -> list[str]:
    """One line per auction: the best proposals that earlier auctions may have left, each with its price."""
    sale = game.sale
    assert sale is not None
    left = unplaced(game)
    found = proposals(game, seat) if len(left) > 1 else []
    middle = found[len(found) // 2][0] if found else 0.0
    bids = [_bid_line(pair, limit(game, seat, value - middle)) for value, pair in found[:MOST_PROPOSALS]]
    lines = [*([bids] * (LAST_AUCTION - sale.number)), [_last_line(game, seat, nation) for nation in left]]
    return [
        f"until round {game.round} on auction_bid if auction = {number}: {' or '.join([*orders, 'pass', 'default'])}"
        for number, orders in enumerate(lines, start=sale.number)
    ]


def _bid_line(pair: tuple[str, str], most: int) -> str:
    top, bottom = pair
    return f"bid least top {top} bottom {bottom} max {most} unless top {top}, bottom {bottom}"


def _last_line(game: Reason, seat: int, nation: str) -> str:
    """The last nation to our side if we like it; earlier auctions may change which side that is."""
    own = game.players[seat].nation
    ours = "top" if game.alliance.get(own, 1) % 2 else "bottom"
    theirs = "bottom" if ours == "top" else "top"
    return f"bid least {ours if nation == own or liking(game, seat, nation) > 0 else theirs} {nation} max 1"


def whole_turn(game: Reason, ask: Ask, seat: int) -> list[str]:
    """Fields by preference, then attacks by preference; what chance or others forbid is skipped."""
    lines = []
    if ask.kind.id == "occupy_field":
        fields = Fields(game, seat)
        ranked = sorted(ask.options, key=lambda one: -fields.worth(one))
        wanted = ranked[: ranked.index(NO_FIELD) + 1]
        lines.append(" or ".join(ask.write(one) for one in wanted[:8]))
        none = wanted[0] == NO_FIELD
    else:
        none = seat not in game.fielded
    if not targets(game, seat):
        return lines
    strikes = attack_ask(game, seat, targets(game, seat))
    best = strike(game, strikes, seat)
    first = [strikes.write(one) for one in best[:10]]
    lines.append(" or ".join([*first, *(["no attack"] if "no attack" not in first else [])]))
    if none and game.attacks_twice(game.players[seat].nation) and best[0] != NO_ATTACK and not game.attacks:
        second = [one for one in best if one[:-1] != best[0][:-1] and one[-1] != best[0][-1]][:10]
        lines.append("try " + " or ".join(dict.fromkeys([*map(strikes.write, second), "no attack"])))
    return lines
