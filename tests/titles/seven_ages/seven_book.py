"""A second book of 7 Ages, kept from the notes and the printed data alone, by the rule list.

It knows nothing of the code of the rules: what a note does not say follows from the rule that is named beside it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

import pbem.titles.seven_ages

Values = dict[str, Any]
DATA = Path(pbem.titles.seven_ages.__file__).parent / "data"


def printed(name: str) -> Any:
    return yaml.load((DATA / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


CARDS = {entry["id"]: entry for entry in printed("cards")["cards"]}
EMPIRES = {entry["id"]: entry for entry in printed("empires")["empires"]}
ARTIFACTS = {entry["id"]: entry for entry in printed("artifacts")["artifacts"]}
EVENTS = {entry["id"]: entry for entry in printed("events")["events"]}
PROGRESS = printed("progress")
UNITS = {entry["id"]: entry for entry in PROGRESS["units"]}
NAMED = {entry["id"]: entry for entry in printed("leaders")["named"]}
CUP = printed("leaders")["cup"]
COMMON = {entry["id"]: entry for entry in printed("counters")["common"]}
LANDS = {entry["id"]: entry for entry in printed("map")["land"]}
SEAS = {entry["id"]: entry for entry in printed("map")["sea"]}
CARD_OF = {entry["empire"]: ident for ident, entry in CARDS.items()}
MOST_MONEY, LAST_STEP = 199, 49
EXTRA = "beside"


def age_of(step: int) -> int:
    """SA-gap-16: beyond the track counts as the last age."""
    return next(one["age"] for one in PROGRESS["ages"] if one["first"] <= min(step, LAST_STEP) <= one["last"])


@dataclass
class Empire:
    id: str
    player: int
    colour: str
    step: int
    money: int
    elites: int
    starts: list[str]
    capital: str = ""
    card: list[str] = field(default_factory=list)
    leaders: Counter[tuple[str, str]] = field(default_factory=Counter)
    units: dict[str, Counter[str]] = field(default_factory=dict)
    elephants: Counter[str] = field(default_factory=Counter)
    famines: int = 0

    @property
    def age(self) -> int:
        return age_of(self.step)

    def put(self, area: str, unit: str, number: int) -> None:
        here = self.units.setdefault(area, Counter())
        here[unit] += number
        assert here[unit] >= 0, f"{self.id} has {here[unit]} {unit} in {area}"
        if not +here:
            del self.units[area]

    def total(self) -> Counter[str]:
        return sum(self.units.values(), Counter())

    def earn(self, money: int) -> None:
        """SA-2.1-1, SA-gap-81: what does not fit on the track is lost; nobody owes anything (SA-1-26)."""
        self.money = min(MOST_MONEY, self.money + money)
        assert self.money >= 0, f"{self.id} has {self.money} money"


@dataclass
class Player:
    glory: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    colours: list[str] = field(default_factory=list)
    markers: set[str] = field(default_factory=set)
    """Places of markers that lie face down."""

    def score(self, points: int) -> None:
        """SA-gap-2."""
        self.glory = max(0, self.glory + points)


@dataclass
class Fight:
    area: str
    sides: tuple[str, str]
    cards: list[str] = field(default_factory=list)
    open: bool = False
    """Units are committed and not yet compared."""
    potentials: int = 0


class Book:
    """`read` takes a note; private ones come with the seats that may read them."""

    def __init__(self, seats: int, at_table: int) -> None:
        self.players = [Player() for _ in range(seats)]
        self.seated = list(range(at_table))
        self.first = self.turn = 0
        self.empires: dict[str, Empire] = {}
        self.deck, self.discards = Counter(list(CARDS)), Counter[str]()
        self.control: dict[str, str] = {}
        self.cities: dict[str, int] = {}
        self.forts: set[str] = set()
        self.unrest: set[str] = set()
        self.artifacts: dict[str, str] = {}
        self.blue: dict[str, int] = {}
        self.cup = Counter(CUP)
        self.named: list[str] = []
        named = [area for area, entry in LANDS.items() if "elephant" in entry["resources"]]
        self.elephants = Counter({**dict.fromkeys(named, 1), "unnamed": COMMON["elephant"]["unnamed"]})
        self.weapons = Counter({unit: COMMON[unit]["count"] for unit in ("nuke", "star_wars")})
        self.passed: list[int] = []
        self.fight: Fight | None = None
        self.conflicts = 0
        self.trade: dict[str, Any] = {}
        self.moved: Values = {}
        self.converted: Values = {}
        self.left: list[str] = []
        """Areas that became neutral in this answer."""

    def follow(self, notes: list[Any]) -> None:
        for note in notes:
            getattr(self, f"on_{note.key}", self.nothing)(note.values, note.seen_by)
        for area in self.left:  # SA-2.1-2: whoever else has units there
            there = [one.id for one in self.in_order() if area in one.units]
            if there and area not in self.control:
                self.control[area] = there[0]
        self.left = []

    def nothing(self, values: Values, seen_by: Any) -> None:
        """The note tells nothing that is counted."""

    # ---- order

    def order(self) -> list[int]:
        """SA-seq-3: from the first player on, clockwise."""
        place = self.seated.index(self.first)
        return [*self.seated[place:], *self.seated[:place]]

    def in_order(self) -> list[Empire]:
        return [one for seat in self.order() for one in self.empires.values() if one.player == seat]

    def of(self, values: Values, name: str = "empire") -> Empire:
        return self.empires[values[name]]

    def on_first_player(self, values: Values, seen_by: Any) -> None:
        self.first = values["player"]

    def on_turn(self, values: Values, seen_by: Any) -> None:
        self.turn, self.first, self.conflicts = values["turn"], values["player"], 0
        for one in self.players:
            one.markers = set()

    def on_colours(self, values: Values, seen_by: Any) -> None:
        self.players[values["player"]].colours = values["colours"]

    def on_joined(self, values: Values, seen_by: Any) -> None:
        """SA-first-9, SA-gap-107."""
        one = self.players[values["player"]]
        one.colours, one.glory = values["colours"], values["points"]
        self.seated = sorted([*self.seated, values["player"]])

    def on_markers_placed(self, values: Values, seen_by: Any) -> None:
        """SA-turn-1, SA-turn-2: one on each empire, and perhaps one beside."""
        own = {one.id for one in self.empires.values() if one.player == values["player"]}
        assert values["number"] - len(own) in (0, 1)
        self.players[values["player"]].markers = own | ({EXTRA} if values["number"] > len(own) else set())

    def on_marker_shown(self, values: Values, seen_by: Any) -> None:
        self.players[values["player"]].markers.remove(values["empire"] or EXTRA)

    # ---- cards

    def out_of_deck(self, card: str) -> None:
        if card:
            self.deck[card] -= 1
            assert self.deck[card] == 0, f"{card} was not in the pile"

    def out_of_hand(self, seat: int, card: str) -> None:
        self.players[seat].hand[card] -= 1
        assert self.players[seat].hand[card] == 0, f"{card} was not in the hand of {seat}"

    def put_away(self, *cards: str) -> None:
        self.discards.update(card for card in cards if card)

    def on_pile_mixed(self, values: Values, seen_by: Any) -> None:
        """SA-gap-1: the discards are the new pile; what was drawn just before it is told afterwards."""
        assert +self.discards == self.discards
        assert self.discards.total() == values["number"]
        self.deck, self.discards = self.deck + self.discards, Counter()

    def on_drew_cards(self, values: Values, seen_by: Any) -> None:
        for card in values["cards"]:
            self.out_of_deck(card)
            self.players[seen_by[0]].hand[card] += 1

    def on_first_card(self, values: Values, seen_by: Any) -> None:
        """SA-first-2: without hand cards from the pile."""
        one, card = self.players[values["player"]], values["card"]
        if +one.hand:
            self.out_of_hand(values["player"], card)
        else:
            self.out_of_deck(card)
        self.put_away(card)

    def on_discarded(self, values: Values, seen_by: Any) -> None:
        for card in values["cards"]:
            self.out_of_hand(values["player"], card)
        self.put_away(*values["cards"])

    def on_trades(self, values: Values, seen_by: Any) -> None:
        self.trade = {
            "sides": [values["empire"]] if values["pile"] else [values["empire"], values["other"]],
            "laid": [],
        }

    def on_trade_card(self, values: Values, seen_by: Any) -> None:
        """SA-3-8, SA-3-13: both keep the card of the other; against the pile it is put away first (SA-gap-22)."""
        seat, card = values["player"], values["card"]
        if +self.players[seat].hand:
            self.out_of_hand(seat, card)
        else:
            self.out_of_deck(card)
        self.trade["laid"].append((seat, card))
        if len(self.trade["sides"]) == 1:
            self.put_away(card)
        elif len(self.trade["laid"]) == 2:
            (one, first), (other, second) = self.trade["laid"]
            self.players[one].hand.update([second] if second else [])
            self.players[other].hand.update([first] if first else [])

    def on_pile_card(self, values: Values, seen_by: Any) -> None:
        self.out_of_deck(values["card"])
        if values["card"]:
            self.players[self.empires[self.trade["sides"][0]].player].hand[values["card"]] += 1

    def on_conflict_card(self, values: Values, seen_by: Any) -> None:
        self.out_of_deck(values["card"])
        assert self.fight is not None
        self.fight.cards.append(values["card"])

    def shown_card(self, values: Values, seen_by: Any) -> None:
        """Drawn and put away at once (SA-gap-40)."""
        self.out_of_deck(values["card"])
        self.put_away(values["card"])

    on_assassin_card = on_event_card = shown_card

    def on_toll_cards(self, values: Values, seen_by: Any) -> None:
        giver, receiver = seen_by
        for card in values["cards"]:
            self.out_of_hand(giver, card)
            self.players[receiver].hand[card] += 1

    def on_card_taken_which(self, values: Values, seen_by: Any) -> None:
        thief, victim = seen_by
        self.out_of_hand(victim, values["card"])
        self.players[thief].hand[values["card"]] += 1

    def on_event_played(self, values: Values, seen_by: Any) -> None:
        self.out_of_hand(values["player"], values["card"])
        self.put_away(values["card"])

    # ---- money

    def pay(self, values: Values, seen_by: Any) -> None:
        self.of(values).earn(-values["money"])

    def gain(self, values: Values, seen_by: Any) -> None:
        self.of(values).earn(values["money"])

    on_supplied = on_lost_money = on_glory_bought = on_mercenaries = pay
    on_gained_money = on_special_money = gain

    def on_income(self, values: Values, seen_by: Any) -> None:
        empire = self.of(values)
        empire.earn(values["money"])
        empire.famines = 0
        assert empire.money == values["total"]

    def on_paid_off(self, values: Values, seen_by: Any) -> None:
        self.pay(values, seen_by)
        self.on_calmed(values, seen_by)

    def on_robbed(self, values: Values, seen_by: Any) -> None:
        self.of(values, "other").earn(-values["money"])
        self.of(values).earn(values["money"])

    def on_gift(self, values: Values, seen_by: Any) -> None:
        self.of(values).earn(-values["money"])
        self.of(values, "other").earn(values["money"])

    on_way_allowed = on_gift

    def on_plundered(self, values: Values, seen_by: Any) -> None:
        """SA-4.2-34, SA-gap-3: all is lost, half of it, rounded up, goes to the winner."""
        loser = self.of(values, "other")
        assert values["money"] == loser.money
        loser.money = 0
        if values["empire"]:
            self.of(values).earn((values["money"] + 1) // 2)

    # ---- glory

    def on_same_action_twice(self, values: Values, seen_by: Any) -> None:
        assert values["points"] == 1  # SA-wild-3
        self.players[values["player"]].score(-1)

    def on_instant_glory(self, values: Values, seen_by: Any) -> None:
        self.players[values["player"]].score(values["points"])

    def on_leader_glory(self, values: Values, seen_by: Any) -> None:
        self.players[self.of(values).player].score(values["points"])

    def on_beyond(self, values: Values, seen_by: Any) -> None:
        """SA-win-6, SA-gap-28: 7 for the first."""
        assert values["points"] == (0 if self.passed else 7)
        self.players[values["player"]].score(values["points"])
        self.passed.append(values["player"])

    def on_internet(self, values: Values, seen_by: Any) -> None:
        assert values["points"] == 7
        self.players[values["player"]].score(7)

    def on_glory(self, values: Values, seen_by: Any) -> None:
        one = self.players[values["player"]]
        one.score(values["points"])
        assert one.glory == values["total"]

    # ---- progress and age

    def on_moved_on_track(self, values: Values, seen_by: Any) -> None:
        """SA-1-13, SA-gap-16."""
        empire = self.of(values)
        before, empire.step = empire.step, values["step"]
        assert values["steps"] == empire.step - before
        assert 1 <= empire.step <= LAST_STEP + 1

    def on_slowed(self, values: Values, seen_by: Any) -> None:
        empire = self.of(values)
        assert empire.step - values["step"] in (0, 1)  # SA-opt-5
        empire.step = values["step"]

    # ---- artifacts and cities

    def on_artifact(self, values: Values, seen_by: Any) -> None:
        """SA-6.1-12 to SA-6.1-14; what is adopted is told by its own note."""
        assert CARDS[values["card"]]["artifact"] == values["artifact"]
        self.out_of_hand(values["player"], values["card"])
        self.put_away(values["card"])
        artifact, empire = ARTIFACTS[values["artifact"]], self.of(values)
        if artifact["category"] in ("religion", "government"):
            return
        self.players[empire.player].score(artifact["glory_on_play"])
        if values["area"]:
            assert values["area"] not in self.artifacts  # SA-6.1-13
            self.artifacts[values["area"]] = values["artifact"]
        else:
            empire.card.append(values["artifact"])

    def on_blue_marker(self, values: Values, seen_by: Any) -> None:
        """SA-6.1-17 is tested by an example; the marker is never removed (SA-6.1-16)."""
        assert values["artifact"] not in self.blue
        self.blue[values["artifact"]] = values["step"]

    def on_adopted(self, values: Values, seen_by: Any) -> None:
        """SA-6.4-3: one of a kind."""
        empire, new = self.of(values), ARTIFACTS[values["artifact"]]
        old = [one for one in empire.card if ARTIFACTS[one]["category"] == new["category"]]
        assert ([values["old"]] if values["old"] else []) == old
        empire.card = [*(one for one in empire.card if one not in old), values["artifact"]]
        self.players[empire.player].score(new["glory_on_play"])

    def on_marker_lost(self, values: Values, seen_by: Any) -> None:
        """From a card or from the map, perhaps with unrest."""
        self.take_artifact(values["empire"], values["artifact"])
        self.unrest.update(values["areas"])

    def on_artifact_outlived(self, values: Values, seen_by: Any) -> None:
        """SA-6.1-15, SA-gap-18."""
        assert self.of(values).age > ARTIFACTS[values["artifact"]]["ages"][-1]
        self.take_artifact(values["empire"], values["artifact"])

    def take_artifact(self, empire: str, artifact: str) -> None:
        if empire and artifact in self.empires[empire].card:
            self.empires[empire].card.remove(artifact)
        else:
            (area,) = [area for area, one in self.artifacts.items() if one == artifact]
            del self.artifacts[area]

    def on_city(self, values: Values, seen_by: Any) -> None:
        """SA-6.6-2: 1, 3, 5, 7."""
        assert values["level"] == self.cities.get(values["area"], -1) + 2
        self.cities[values["area"]] = values["level"]

    def on_capital(self, values: Values, seen_by: Any) -> None:
        self.of(values).capital = values["area"]
        self.cities[values["area"]] = values["level"]

    def on_city_reduced(self, values: Values, seen_by: Any) -> None:
        self.cities.pop(values["area"])
        if values["level"]:
            self.cities[values["area"]] = values["level"]

    def on_capital_lost(self, values: Values, seen_by: Any) -> None:
        assert self.of(values).capital == values["area"]
        self.of(values).capital = ""

    def on_fort_built(self, values: Values, seen_by: Any) -> None:
        """SA-gap-36: one an area, on land."""
        assert values["area"] in LANDS.keys() - self.forts
        assert values["cost"] in (0, 5)  # SA-2.3-5
        self.forts.add(values["area"])
        self.of(values).earn(-values["cost"])

    def on_fort_lost(self, values: Values, seen_by: Any) -> None:
        self.forts.remove(values["area"])

    def trouble(self, values: Values, seen_by: Any) -> None:
        self.unrest.update(values["areas"])

    on_unrest = on_starved = trouble

    def on_calmed(self, values: Values, seen_by: Any) -> None:
        assert set(values["areas"]) <= self.unrest
        self.unrest -= set(values["areas"])

    on_garrisons = on_calmed

    def on_elite_built(self, values: Values, seen_by: Any) -> None:
        assert values["cost"] in (0, 10 * values["number"])  # SA-2.3-12
        self.of(values).elites += values["number"]
        self.of(values).earn(-values["cost"])

    def on_elite_lost(self, values: Values, seen_by: Any) -> None:
        assert self.of(values).elites > 0
        self.of(values).elites -= 1
