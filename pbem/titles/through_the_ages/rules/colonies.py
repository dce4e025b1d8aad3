"""Territories: bidding, the force that is sent, the colony (chapter COLON)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ....table import Answer, Below, Choices, Choose, Chosen, Compose, NotLegal, Refused, Rule, Together
from ...auction import amount, highest
from ..cards import CARDS, FAMILY, LANGUAGE, LEVEL, MILITARY, OF_FAMILY, WORKED_CARDS
from ..state import Affair, Ages, Civilization
from .changes import change_cards, discard_military, draw_military, gifts, leader_leaves
from .piles import new_current_pile
from .politics import after_politics
from .ratings import armies, colonization, units_of

BID, FORCE = LANGUAGE["colonise_bid"], LANGUAGE["colony_force"]
PASS = ("pass",)
WEAKEST = ("send weakest",)
BONUS_OF_AGE: dict[str, int] = {
    entry["age"]: entry["colonization"] for entry in MILITARY["cards"] if entry["family"] == "bonus"
}


def matter(game: Ages) -> Affair:
    assert game.affair is not None
    return game.affair


# ---- bidding


def auction(game: Ages) -> Rule:
    """Bidding until all but one have passed (TTA-COLON-1 to TTA-COLON-5), then the force of the winner.

    All of it is in the state, so that the phase can be resumed at any bid.
    """
    affair = matter(game)
    if game.options["sealed_colonisation"] and affair.holder < 0 and affair.bidders:
        yield from sealed_bids(game)
    while affair.bidders and affair.bidders != [affair.holder]:
        yield from one_bid(game, affair)
    if affair.holder >= 0:
        yield from send(game)
    else:
        game.past.append(affair.card)  # TTA-COLON-4
        game.note("territory_unwanted", territory=affair.card)
    yield from new_current_pile(game)
    return after_politics(game)


def one_bid(game: Ages, affair: Affair) -> Rule:
    """The next bid or pass; a player who cannot have a larger force, whatever the hand, is not asked."""
    seat = affair.bidders[0]
    answer: Answer = PASS
    if most_thinkable(game, seat) > affair.bid:
        answer = yield bid_ask(game, seat)
    del affair.bidders[0]
    if answer == PASS:
        game.note("bid_passed", player=seat)
    else:
        affair.bid, affair.holder = answer[1], seat
        affair.bidders.append(seat)
        game.note("bid", player=seat, bid=answer[1], territory=affair.card, reveals=True)


def bid_ask(game: Ages, seat: int) -> Choose:
    affair = matter(game)
    most = max_force(game, seat)
    options: list[Answer] = [("colonise", n, None) for n in range(affair.bid + 1, most + 1)]

    def why(answer: Answer) -> Refused:
        if answer[1] <= affair.bid:
            return NotLegal("bid_too_low", {"bid": affair.bid}, rule="TTA-COLON-2")
        return NotLegal("force_too_small", {"most": most}, rule="TTA-COLON-2")

    def means(answer: Answer) -> Answer:
        """`colonise least max 5`: one more than the standing bid, if the maximum allows it."""
        if answer == PASS:
            return answer
        return ("colonise", amount(answer[1], answer[2], affair.bid + 1, "TTA-COLON-2"), None)

    return Choose(
        seat,
        BID,
        [*options, PASS],
        rule="TTA-COLON-2",
        private=True,
        why=why,
        default=lambda: PASS,
        means=means,
        occasion=affair.card,
        values={"territory": affair.card, "bid": affair.bid},
        context={"card": affair.card},
    )


def sealed_bids(game: Ages) -> Rule:
    """House rule: one sealed bid each; among equal bids the one nearer to the revealer wins."""
    affair = matter(game)
    able = [seat for seat in affair.bidders if most_thinkable(game, seat) > 0]
    asks = {seat: bid_ask(game, seat) for seat in able}
    answers = (yield Together(asks, open=False, forced=True)) if asks else {}
    bids = {seat: answers[seat][1] for seat in able if answers[seat] != PASS}
    for seat, bid in bids.items():
        game.note("bid", player=seat, bid=bid, territory=affair.card, reveals=True)
    affair.bidders = []
    if bids:
        affair.holder = highest(bids)
        affair.bid = bids[affair.holder]
        affair.bidders = [affair.holder]


def bidding(game: Ages, seat: int) -> str:
    """The territory for which a seat may still bid."""
    affair = game.affair
    return affair.card if affair is not None and seat in affair.bidders else ""


# ---- the force


def force(civ: Civilization, units: Mapping[str, int]) -> int:
    """Units, their armies and the modifier; nothing else of the civilization (TTA-COLON-7 to TTA-COLON-12)."""
    strength = sum(number * CARDS[unit].strength for unit, number in units.items())
    return strength + armies(civ.tactic, units, civ.leader == "genghis_khan") + colonization(civ)


def cook_discards(civ: Civilization) -> int:
    """James Cook: cards that may be discarded for +1 each."""
    effects = CARDS[civ.leader].effects.get("colonization_discard", ()) if civ.leader else ()
    return int(effects[0]["max_cards"]) if effects else 0


def max_force(game: Ages, seat: int) -> int:
    civ = game.civs[seat]
    units = units_of(civ)
    if not units:
        return 0  # TTA-COLON-11
    bonus = [card for card in civ.military_hand if FAMILY[card] == "bonus"]
    others = len(civ.military_hand) - len(bonus)
    return force(civ, units) + sum(CARDS[card].colonization for card in bonus) + min(cook_discards(civ), others)


def most_thinkable(game: Ages, seat: int) -> int:
    """The largest force that others must reckon with: as if every hand card were a bonus card of its age."""
    civ = game.civs[seat]
    units = units_of(civ)
    if not units:
        return 0
    return force(civ, units) + sum(BONUS_OF_AGE.get(CARDS[card].age, 0) for card in civ.military_hand)


def send(game: Ages) -> Rule:
    """The winner of the bidding sends a force (TTA-COLON-6 to TTA-COLON-15)."""
    affair = matter(game)
    seat = affair.holder
    civ = game.civs[seat]
    answer = yield ForceAsk(game, seat)
    units, bonus, cook = parts(answer)
    for unit, number in units.items():
        civ.workers[unit] -= number
        civ.yellow += number
    for card in (*bonus.elements(), *cook):
        civ.military_hand.remove(card)
        discard_military(game, [card])
    game.note(
        "force_sent",
        player=seat,
        territory=affair.card,
        units=dict(units),
        bonus=list(bonus.elements()),
        number=len(cook),
        bid=affair.bid,
        reveals=True,
    )
    if cook:
        game.note("discarded_cards", seen_by=(seat,), cards=list(cook))
    yield from colonise(game, seat, affair.card)


def colonise(game: Ages, seat: int, territory: str) -> Rule:
    """First the permanent effect, then the immediate one (TTA-COLON-14 to TTA-COLON-17)."""
    civ = game.civs[seat]
    civ.colonies.append(territory)
    game.note("colony_founded", player=seat, territory=territory)
    yield from change_cards(game, seat, added=(territory,))
    once = {what: n for what, n in CARDS[territory].immediate.items() if what != "draw_military_cards"}
    gifts(game, seat, once)
    drawn = CARDS[territory].immediate.get("draw_military_cards", 0)
    if drawn:
        yield from draw_military(game, seat, drawn)


def columbus(game: Ages) -> Rule:
    """He leaves, and a territory of the hand becomes a colony without a force (TTA-POL-4)."""
    seat, territory = matter(game).by, matter(game).card
    game.civs[seat].military_hand.remove(territory)
    leader = leader_leaves(game, seat)
    game.note("columbus", player=seat, leader=leader, territory=territory, reveals=True)
    yield from change_cards(game, seat, removed=(leader,))
    yield from colonise(game, seat, territory)
    return after_politics(game)


def parts(answer: Answer) -> tuple[Counter[str], Counter[str], tuple[str, ...]]:
    """Units, bonus cards and Cook's discards of an answer."""
    _, units, (bonus, cook) = answer
    return _counted(units), _counted(bonus or ()), cook or ()


def _counted(listed: tuple[tuple[str, int | None], ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for card, number in listed:
        found[card] += 1 if number is None else number
    return found


def _written(cards: Mapping[str, int]) -> tuple[tuple[str, int | None], ...]:
    return tuple((card, number if number > 1 else None) for card, number in cards.items() if number > 0)


_PLACE = {card: place for place, card in enumerate((*WORKED_CARDS, *OF_FAMILY["special"]))}


def answer_of(units: Mapping[str, int], bonus: Mapping[str, int], cook: tuple[str, ...]) -> Answer:
    units = {card: units[card] for card in sorted(units, key=_PLACE.__getitem__)}
    bonus = {card: bonus[card] for card in sorted(bonus)}
    return ("send", _written(units), (_written(bonus) or None, tuple(sorted(cook)) or None))


class ForceAsk(Compose):
    __slots__ = ("game",)

    def __init__(self, game: Ages, seat: int) -> None:
        affair = matter(game)
        super().__init__(
            seat,
            FORCE,
            self._some,
            self._pick,
            self._fits,
            self._following,
            private=True,
            rule="TTA-COLON-6",
            default=self._smallest,
            means=lambda answer: self._weakest() if answer == WEAKEST else answer,
            values={"territory": affair.card, "bid": affair.bid},
            context={"card": affair.card},
        )
        self.game = game

    def normal(self, answer: Answer) -> Answer:
        if len(answer) != 3 or answer[0] != "send":
            return answer
        return answer_of(*parts(answer))

    def _fits(self, answer: Answer) -> Refused | None:
        if len(answer) != 3 or answer[0] != "send":
            return NotLegal("not_among_legal", {}, rule="TTA-COLON-6")
        civ = self.game.civs[self.player]
        units, bonus, cook = parts(answer)
        own = units_of(civ)
        hand = Counter(civ.military_hand)
        for unit, number in units.items():
            if not 0 < number <= own.get(unit, 0):
                return NotLegal("not_so_many_units", {"tech": unit, "number": own.get(unit, 0)}, rule="TTA-COLON-7")
        if len(cook) > cook_discards(civ):
            return NotLegal("no_cook_discards", {"number": cook_discards(civ)}, rule="TTA-COLON-6")
        missing = bonus + Counter(cook) - hand
        if missing or any(number < 1 for number in bonus.values()):
            return NotLegal("card_not_in_hand", {"card": min(missing or bonus)}, rule="TTA-COLON-10")
        reached = self.worth(units, bonus, len(cook))
        bid = matter(self.game).bid
        if reached < bid:
            return NotLegal("force_below_bid", {"force": reached, "bid": bid}, rule="TTA-COLON-6")
        return None

    def worth(self, units: Mapping[str, int], bonus: Mapping[str, int], cook: int) -> int:
        civ = self.game.civs[self.player]
        return force(civ, units) + sum(n * CARDS[card].colonization for card, n in bonus.items()) + cook

    def _pick(self, below: Below) -> Answer:
        civ = self.game.civs[self.player]
        units = Counter({card: below(number + 1) for card, number in units_of(civ).items()})
        bonus = Counter(card for card in civ.military_hand if FAMILY[card] == "bonus" and below(2))
        cook: list[str] = []
        rest = [("unit", card) for card, n in (Counter(units_of(civ)) - units).items() for _ in range(n)]
        kept = [card for card in civ.military_hand if FAMILY[card] == "bonus"]
        rest += [("bonus", card) for card in (Counter(kept) - bonus).elements()]
        others = [card for card in civ.military_hand if FAMILY[card] != "bonus"]
        spare = cook_discards(civ)
        while others and spare:
            spare -= 1
            rest.append(("cook", others.pop(below(len(others)))))
        while not +units or self.worth(+units, bonus, len(cook)) < matter(self.game).bid:
            if not +units:
                choice = [place for place, (kind, _) in enumerate(rest) if kind == "unit"]
                kind, card = rest.pop(choice[below(len(choice))])
            else:
                kind, card = rest.pop(below(len(rest)))
            if kind == "cook":
                cook.append(card)
            else:
                (units if kind == "unit" else bonus)[card] += 1
        return answer_of(+units, bonus, tuple(cook))

    def _following(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Units and cards that are not sent yet; with Cook a few discards."""
        civ = self.game.civs[self.player]
        laid = Counter([*chosen.get("bonus", ()), *chosen.get("cook", ())])
        hand = Counter(civ.military_hand) - laid
        if key == "tech":
            rest = Counter(units_of(civ)) - Counter(chosen.get(key, ()))
            return [{key: unit} for unit in rest]
        if key == "bonus":
            return [{key: card} for card in hand if FAMILY[card] == "bonus"]
        return [{key: card} for card in hand] if len(chosen.get(key, ())) < cook_discards(civ) else []

    def _some(self) -> Iterator[Answer]:
        yield self._smallest()
        civ = self.game.civs[self.player]
        bonus = Counter(card for card in civ.military_hand if FAMILY[card] == "bonus")
        everything = answer_of(units_of(civ), bonus, ())
        if self._fits(everything) is None and everything != self._smallest():
            yield everything

    def _weakest(self) -> Answer:
        """`send weakest`: units of the lowest level first, cards only where all of them do not suffice."""
        civ = self.game.civs[self.player]
        own = sorted(Counter(units_of(civ)).elements(), key=lambda unit: (LEVEL[unit], CARDS[unit].strength, unit))
        bid = matter(self.game).bid
        for number in range(1, len(own) + 1):
            units = Counter(own[:number])
            if self.worth(units, {}, 0) >= bid:
                return answer_of(units, {}, ())
        return self._smallest()

    def _smallest(self) -> Answer:
        """Bonus cards of the lowest level first, then units of the lowest level that break fewest armies."""
        civ = self.game.civs[self.player]
        bid = matter(self.game).bid
        own = units_of(civ)
        first = min(own, key=lambda unit: (LEVEL[unit], CARDS[unit].strength, unit))
        units: Counter[str] = Counter({first: 1})
        bonus: Counter[str] = Counter()
        hand = sorted((c for c in civ.military_hand if FAMILY[c] == "bonus"), key=lambda card: (LEVEL[card], card))
        while self.worth(units, bonus, 0) < bid and hand:
            bonus[hand.pop(0)] += 1
        while self.worth(units, bonus, 0) < bid and (left := Counter(own) - units):
            units[min(left, key=lambda unit: (LEVEL[unit], unit))] += 1
        cook: list[str] = []
        others = sorted((c for c in civ.military_hand if FAMILY[c] != "bonus"), key=lambda card: (LEVEL[card], card))
        while self.worth(units, bonus, len(cook)) < bid:
            cook.append(others.pop(0))
        for card in sorted(bonus.elements(), key=lambda one: -LEVEL[one]):  # never more than needed
            if self.worth(units, bonus - Counter([card]), len(cook)) >= bid:
                bonus -= Counter([card])
        return answer_of(units, bonus, tuple(cook))
