"""Attacks: converting markers, and what may be attacked (chapter 4.3.2, conditions)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....table import Answer, Below, Choices, Chosen, Compose, NotLegal, Refused, Rule
from ..atlas import ALWAYS_OPEN, COLONIES, NATIONS, NEIGHBOURS, REGIONS
from ..cards import ALLIANCE, BLANK, BLANKS, CARDS, CONVERT_COST, LANGUAGE, MARKERS, Card
from ..state import Combat, Reason
from .fields import next_turn
from .money import charge, earn

ATTACK = LANGUAGE["choose_attack"]
NO_ATTACK: Answer = ("no attack",)
ATTACK.reads("pass", lambda ask, said: NO_ATTACK)
CONVERT, ON_DISC, ON_MARKER = "convert", "attack", "attack marker"


def attack(game: Reason) -> Rule:
    """One attack in an action round, or two with the war ministry and without a field (AOR-ATT-1, AOR-PROG-3)."""
    seat = game.active
    found = targets(game, seat)
    answer = NO_ATTACK
    if found:  # AOR-R-6
        answer = yield attack_ask(game, seat, found)
    if answer == NO_ATTACK:
        if not game.attacks:
            game.note("no_attack" if seat in game.fielded else "turn_passed", player=seat)
        return next_turn(game)
    game.attacks += 1
    if answer[0] == CONVERT:
        convert(game, seat, answer[1], own_card(game, seat, answer[2]))
        return after_attack(game)
    declare(game, seat, answer)
    return "combat"


def after_attack(game: Reason) -> str:
    """A second attack is declared when the first is over (AOR-PROG-14)."""
    seat = game.active
    again = game.attacks == 1 and seat not in game.fielded and game.attacks_twice(game.players[seat].nation)
    return "attack" if again else next_turn(game)


def own_card(game: Reason, seat: int, written: str) -> str:
    return BLANKS[game.players[seat].nation] if written == BLANK else written


def written(card: str) -> str:
    """A card as orders name it."""
    return BLANK if CARDS[card].kind == BLANK else card


def convert(game: Reason, seat: int, marker: str, card: str) -> None:
    """The card is shown; 2 gold are paid whatever it costs (AOR-CONV-2 to 5, AOR-CONV-9, AOR-CONV-10)."""
    one, region = game.players[seat], MARKERS[marker].region
    back = CARDS[card].returns and game.options["blank_after_convert"] == "hand"
    if not back:
        one.hand.remove(card)
        one.discards.append(card)
    game.note("converted", player=seat, marker=marker, region=region, card=card, kept=back, reveals=True)
    charge(game, seat, CONVERT_COST)
    take_marker(game, seat, marker)


def take_marker(game: Reason, seat: int, marker: str) -> None:
    """The marker leaves the game, a disc of the taker replaces it, and what it brings is given (AOR-MATT-7)."""
    one = MARKERS[marker]
    game.markers[one.region].remove(marker)
    game.put_disc(game.players[seat].nation, one.region)
    if one.points:
        game.players[seat].points += one.points
        game.note("marker_points", player=seat, points=one.points, total=game.players[seat].points)
    if one.gold:
        earn(game, seat, one.gold)
        game.note("marker_gold", player=seat, gold=one.gold)


def declare(game: Reason, seat: int, answer: Answer) -> None:
    """The target is named and the card laid face down; the board determines who may help (AOR-PREP-2)."""
    one = game.players[seat]
    game.combats += 1
    one.laid = own_card(game, seat, answer[-1])
    one.hand.remove(one.laid)
    if answer[0] == ON_MARKER:
        marker = answer[1]
        fight = Combat(seat, MARKERS[marker].region, marker=marker)
        strength = MARKERS[marker].strength
        game.note("marker_attacked", player=seat, marker=marker, region=fight.region, strength=strength)
    else:
        fight = Combat(seat, answer[2], nation=answer[1], defender=game.led.get(answer[1], -1))
        game.note("attacked", player=seat, nation=answer[1], region=answer[2], led=fight.defender >= 0)
    for nation in NATIONS:
        helper = game.led.get(nation, -1)
        if helper in (-1, seat, fight.defender) or nation not in game.discs[fight.region]:
            continue
        if game.allied(nation, one.nation):
            fight.helpers[helper] = one.nation
        elif fight.nation:  # a marker has no allies (AOR-MATT-4)
            fight.helpers[helper] = fight.nation
    game.combat = fight


# ---- what may be attacked

Targets = Mapping[Answer, str]
"""What an order names, without the card → the region."""


def targets(game: Reason, seat: int) -> Targets:
    """Everything that is open to a seat, whatever cards it holds: this is public."""
    nation = game.players[seat].nation
    found: dict[Answer, str] = {}
    if not game.free_discs(nation):  # AOR-DISC-4
        return found
    converts = game.players[seat].most() >= CONVERT_COST
    row = game.alliance[nation] % 2
    for region, markers in game.markers.items():
        reached = reaches(game, nation, region)
        for marker in markers:
            if MARKERS[marker].action:
                if converts:  # no own disc is needed (AOR-CONV-7)
                    found[CONVERT, marker] = region
            elif reached:
                found[ON_MARKER, marker] = region
        if reached:
            for other in game.discs[region]:
                if game.alliance[other] % 2 != row:  # AOR-DECL-3
                    found[ON_DISC, other, region] = region
    return found


def reaches(game: Reason, nation: str, region: str) -> bool:
    """AOR-DECL-4 to 6."""
    discs = game.discs
    if nation in discs[region] or region in ALWAYS_OPEN[nation]:
        return True
    if region in COLONIES:
        return False
    return any(nation in discs[other] for other in NEIGHBOURS[bool(game.options["sea_links"])][region])


def attack_cards(game: Reason, seat: int, *, ship: bool) -> list[str]:
    """Hand cards that can attack: paid for, and with a ship where one is needed (AOR-DECL-2, AOR-DECL-8)."""
    one = game.players[seat]
    most = one.most()
    return [
        card
        for card in one.hand
        if (this := CARDS[card]).cost <= most and this.kind != ALLIANCE and (this.ship_in_attack or not ship)
    ]


def convert_cards(game: Reason, seat: int) -> list[str]:
    """Cards with ships; the blank card only without any (AOR-CONV-2, AOR-CONV-6)."""
    hand = game.players[seat].hand
    ships = [card for card in hand if CARDS[card].ships]
    return ships or [card for card in hand if CARDS[card].ship_as_last]


class AttackChoices:
    """The targets of one ask with the cards for each of them, worked out when somebody looks."""

    def __init__(self, game: Reason, seat: int, found: Targets) -> None:
        self.game, self.seat, self.found = game, seat, found
        self._cards: dict[str, list[str]] = {}

    def cards(self, target: Answer) -> list[str]:
        """As orders name them."""
        kind = CONVERT if target[0] == CONVERT else "ship" if REGIONS[self.found[target]].needs_ship else "land"
        if kind not in self._cards:
            if kind == CONVERT:
                able = convert_cards(self.game, self.seat)
            else:
                able = attack_cards(self.game, self.seat, ship=kind == "ship")
            self._cards[kind] = [written(card) for card in able]
        return self._cards[kind]

    def some(self) -> Iterator[Answer]:
        for target in self.found:
            for card in self.cards(target):
                yield (*target, card)
        yield NO_ATTACK

    def pick(self, below: Below) -> Answer:
        listed = list(self.found)
        n = below(len(listed) + 1)
        if n == len(listed):
            return NO_ATTACK
        cards = self.cards(listed[n])
        return (*listed[n], cards[below(len(cards))]) if cards else NO_ATTACK

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices | None:
        """A disc with its region; for all else what fits is found among the answers."""
        if key != "nation":
            return None
        found = [one for one in self.found if one[0] == ON_DISC and chosen.get("in", one[2]) == one[2]]
        able = [one for one in found if "with" not in chosen or chosen["with"] in self.cards(one)]
        return [{key: nation, "in": region} for _, nation, region in able if self.cards((ON_DISC, nation, region))]

    def fits(self, answer: Answer) -> Refused | None:
        if answer == NO_ATTACK:
            return None
        if len(answer) != len(_SHAPES.get(answer[0], ())):
            return NotLegal("not_among_legal")
        target, card = answer[:-1], answer[-1]
        if target in self.found and card in self.cards(target):
            return None
        return self.no_target(target) if target not in self.found else self.no_card(target, card)

    def means(self, answer: Answer) -> Answer:
        """The own blank card may be called by its id."""
        own = BLANKS[self.game.players[self.seat].nation]
        return (*answer[:-1], BLANK) if answer[-1] == own else answer

    def no_target(self, target: Answer) -> NotLegal:
        game, nation = self.game, self.game.players[self.seat].nation
        if not game.free_discs(nation):
            return NotLegal("no_disc_left", {}, rule="AOR-DISC-4")
        if target[0] != ON_DISC:
            marker = MARKERS.get(target[1])
            if marker is None or marker.id not in game.markers[marker.region]:
                return NotLegal("marker_not_there", {"marker": target[1]}, rule="AOR-MATT-1")
            if target[0] == CONVERT and not marker.action:
                return NotLegal("only_attacked", {"marker": marker.id}, rule="AOR-CONV-1")
            if target[0] == CONVERT:
                most = game.players[self.seat].most()
                return NotLegal("cannot_pay", {"gold": CONVERT_COST, "most": most}, rule="AOR-GOLD-8")
            if marker.action:
                return NotLegal("only_converted", {"marker": marker.id}, rule="AOR-MATT-8")
            return self._out_of_reach(marker.region)
        _, other, region = target
        if other == nation:
            return NotLegal("own_disc", {"region": region}, rule="AOR-DECL-1")
        if other not in game.discs[region]:
            return NotLegal("no_disc_there", {"nation": other, "region": region}, rule="AOR-DECL-1")
        if game.allied(nation, other):
            return NotLegal("allied", {"nation": other}, rule="AOR-DECL-3")
        return self._out_of_reach(region)

    def _out_of_reach(self, region: str) -> NotLegal:
        if REGIONS[region].colony:
            return NotLegal("no_own_disc", {"region": region}, rule="AOR-DECL-6")
        near = NEIGHBOURS[bool(self.game.options["sea_links"])][region]
        return NotLegal("out_of_reach", {"region": region, "near": near}, rule="AOR-DECL-4")

    def no_card(self, target: Answer, name: str) -> NotLegal:
        one = self.game.players[self.seat]
        card = CARDS.get(own_card(self.game, self.seat, name))
        if card is None or card.id not in one.hand:
            return NotLegal("not_in_hand", {"card": name}, rule="AOR-AFTER-4")
        if card.kind == ALLIANCE:
            return NotLegal("alliance_card", {}, rule="AOR-DECL-2")
        if target[0] == CONVERT:
            return self._no_ship_to_convert(card)
        region = self.found[target]
        if REGIONS[region].needs_ship and not card.ship_in_attack:
            rule = "AOR-DECL-6" if REGIONS[region].colony else "AOR-DECL-5"
            return NotLegal("needs_ship", {"region": region, "card": card.id}, rule=rule)
        return NotLegal("cannot_pay", {"gold": card.cost, "most": one.most()}, rule="AOR-GOLD-8")

    @staticmethod
    def _no_ship_to_convert(card: Card) -> NotLegal:
        if card.ship_as_last:
            return NotLegal("blank_only_as_last", {}, rule="AOR-CONV-6")
        return NotLegal("convert_needs_ship", {"card": card.id}, rule="AOR-CONV-2")


_SHAPES = {
    CONVERT: (CONVERT, "marker", "card"),
    ON_DISC: (ON_DISC, "nation", "region", "card"),
    ON_MARKER: (ON_MARKER, "marker", "card"),
}


def attack_ask(game: Reason, seat: int, found: Targets) -> Compose:
    choices = AttackChoices(game, seat, found)
    return Compose(
        seat,
        ATTACK,
        choices.some,
        choices.pick,
        choices.fits,
        choices.next,
        means=choices.means,
        private=True,
        secret=lambda answer: None if answer[0] in (CONVERT, NO_ATTACK[0]) else laid_name(game.combats + 1, seat),
        shown=lambda answer: list(answer[:-1]),
        about=lambda answer: costs(answer),
        default=lambda: NO_ATTACK,
        values={"second": game.attacks > 0},
    )


def laid_name(combat: int, seat: int) -> str:
    """The name under which a seat's card in a combat stays hidden until all cards are shown."""
    return f"combat {combat}, seat {seat}"


def costs(answer: Answer) -> dict[str, int]:
    if answer == NO_ATTACK:
        return {}
    if answer[0] == CONVERT:
        return {"gold": CONVERT_COST}
    return {"gold": CARDS[answer[-1]].cost if answer[-1] in CARDS else 0}
