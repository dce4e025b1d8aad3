"""Figures that the second book works out for itself: income, supply, prices, and the glory of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seven_book import ARTIFACTS, CARDS, EMPIRES, EVENTS, LANDS, NAMED, SEAS, UNITS, Empire, Values, printed
from seven_book_pieces import WholeBook

TERRAIN = {entry["id"]: entry for entry in printed("terrain")["kinds"]}
KINDS = {entry["id"]: entry for entry in printed("leaders")["kinds"]}
NAVAL, CAVALRY = "naval", "cavalry"
LAND = ("infantry", "cavalry", "missile", "elephant")
"""Classes of land units (SA-glory-7)."""
Effect = dict[str, Any]


def half(number: int) -> int:
    return -(-number // 2)


def terrain(area: str, age: int) -> str:
    """SA-gap-78: forest turns fertile late."""
    if area in SEAS:
        return str(SEAS[area]["kind"])
    name = LANDS[area]["terrain"]
    changes = [one["to"] for one in TERRAIN[name].get("becomes", ()) if age in one["ages"]]
    return str(changes[0] if changes else name)


class Figures(WholeBook):
    def __init__(self, seats: int, at_table: int) -> None:
        super().__init__(seats, at_table)
        self.events: list[tuple[str, str]] = []
        """Events of productions and trades, with the empire they were played on."""
        self.starving, self.hungry = "", 0
        self.bought: dict[int, int] = {}
        self.glory_events: list[tuple[str, int | None]] = []
        self.scores: dict[str, dict[str, int]] | None = None

    # ---- what an empire has

    def held(self, empire: Empire) -> dict[str, str]:
        """SA-6.1-18: by blue markers, on the card, or in an area of its own."""
        found = {name: "" for name, step in self.blue.items() if empire.step >= step}
        found.update(dict.fromkeys(empire.card, ""))
        found.update({name: area for area, name in self.artifacts.items() if self.control.get(area) == empire.id})
        return found

    def effects(self, empire: Empire, kind: str) -> Iterator[tuple[Effect, str]]:
        """With the area that an effect belongs to; leaders of a kind count once (SA-gap-50)."""
        yield from ((one, "") for one in EMPIRES[empire.id]["effects"] if one["type"] == kind)
        for name, area in self.held(empire).items():
            for one in ARTIFACTS[name]["effects"]:
                if one["type"] == kind and (area or one.get("where") != "marker_area"):
                    yield one, area
        kinds = dict.fromkeys(NAMED[who]["kind"] if who in NAMED else who for who, _ in +empire.leaders)
        for leader in kinds:
            yield from ((one, "") for one in KINDS[leader]["effects"] if one["type"] == kind)

    def number(self, empire: Empire, of: str, base: int) -> int:
        """SA-gap-51."""
        found = [one for one, _ in self.effects(empire, "number") if one["of"] == of and one.get("who") != "all"]
        for artifact in dict.fromkeys(name for one in self.empires.values() for name in one.card):
            for one in ARTIFACTS[artifact]["effects"]:
                everybody = one["type"] == "number" and one.get("who") == "all" and one["of"] == of
                if everybody and empire.age >= one["min_age"]:
                    found.append(one)
        least = [one["set"] for one in found if "set" in one]
        return (min(least) if least else base) + sum(one.get("add", 0) for one in found)

    def areas(self, empire: Empire) -> list[str]:
        return [area for area, holder in self.control.items() if holder == empire.id]

    # ---- income and supply

    def income(self, empire: Empire) -> int:
        """SA-2.1-1 to SA-2.1-9, SA-gap-79."""
        calm = [area for area in self.areas(empire) if area not in self.unrest]
        total = sum(self.yields(area, empire.age) for area in calm)
        added = [*self.effects(empire, "income")]
        for event, target in self.events:
            if target == empire.id:
                added += [(one, "") for one in EVENTS[event]["effects"] if one["type"] == "income"]
        for effect, at in added:
            total += effect["amount"] * self.times(empire, calm, effect, at)
        if not empire.capital:
            total = half(total)
        for _ in range(empire.famines):
            total = half(total)
        return total

    def yields(self, area: str, age: int) -> int:
        """SA-2.1-3, SA-2.1-5, SA-2.1-7."""
        ground = terrain(area, age)
        total = TERRAIN[ground]["income"] + self.cities.get(area, 0)
        resources = LANDS[area]["resources"] if area in LANDS else ()
        if "wheat" in resources and (ground == "fertile" or age >= 5):
            total += 2
        if "oil" in resources and age == 7:
            total += 5
        return int(total)

    def times(self, empire: Empire, calm: list[str], effect: Effect, at: str) -> int:
        lands = [area for area in calm if area in LANDS]
        counted: dict[str, Callable[[], int]] = {
            "empire": lambda: int(empire.capital != ""),
            "marker_area": lambda: int(at in calm),
            "city": lambda: sum(self.cities.get(area, 0) >= effect.get("min_level", 1) for area in lands),
            "terrain": lambda: sum(terrain(area, empire.age) == effect["terrain"] for area in lands),
            "region": lambda: sum(effect["region"] in LANDS[area]["regions"] for area in lands),
            "resource": lambda: sum(effect["resource"] in LANDS[area]["resources"] for area in lands),
        }
        return counted[effect["per"]]()

    # ---- events that change figures

    def on_event_played(self, values: Values, seen_by: Any) -> None:
        super().on_event_played(values, seen_by)
        event = EVENTS[values["event"]]
        players = [*values["players"], *(self.empires[one].player for one in values["empires"])]
        if event["when"] in ("production", "trade"):
            self.events += [(event["id"], one) for one in values["empires"]]
        if event["when"] == "glory":
            self.glory_events.append((event["id"], players[0] if players else None))
        if event["id"] == "famine":
            self.starving = values["empires"][0]
            self.empires[self.starving].famines += 1

    def on_event_cancelled(self, values: Values, seen_by: Any) -> None:
        """SA-gap-57: it does nothing."""
        when = EVENTS[values["event"]]["when"]
        if when in ("production", "trade"):
            self.events.pop()
        if when == "glory":
            self.glory_events.pop()
        if values["event"] == "famine":
            self.empires[self.starving].famines -= 1

    def on_trades(self, values: Values, seen_by: Any) -> None:
        super().on_trades(values, seen_by)
        self.events = []

    def on_turn(self, values: Values, seen_by: Any) -> None:
        super().on_turn(values, seen_by)
        self.events, self.glory_events, self.bought, self.scores = [], [], {}, None

    # ---- notes that say a figure

    def on_income(self, values: Values, seen_by: Any) -> None:
        empire = self.of(values)
        assert values["money"] == min(self.income(empire), 199 - empire.money), empire.id
        super().on_income(values, seen_by)

    def on_supplied(self, values: Values, seen_by: Any) -> None:
        """SA-2.2-1, SA-gap-80: all that can be paid; nothing for barbarians (SA-2.2-2)."""
        empire = self.of(values)
        assert empire.age not in EMPIRES[empire.id]["no_cities_ages"]
        played = [one for event, target in self.events for one in EVENTS[event]["effects"] if target == empire.id]
        price = max([1, self.number(empire, "upkeep", 1), *(one["set"] for one in played if "set" in one)])
        units = empire.total().total()
        assert values["number"] == min(units, empire.money // price), empire.id
        assert values["money"] == price * values["number"]
        self.hungry = units - values["number"]
        super().on_supplied(values, seen_by)

    def on_starved(self, values: Values, seen_by: Any) -> None:
        assert sum(values["units"].values()) == self.hungry
        super().on_starved(values, seen_by)

    def on_trade_total(self, values: Values, seen_by: Any) -> None:
        """SA-3-9: card, trade number, unrest once, and what events add."""
        empire = self.of(values)
        card = dict(self.trade["laid"])[empire.player]
        total = CARDS[card]["value"] if card else 0
        total += self.number(empire, "trade", EMPIRES[empire.id]["trade"])
        total -= any(area in self.unrest for area in self.areas(empire))
        for event, target in self.events:
            total += sum(one.get("add", 0) for one in EVENTS[event]["effects"]) if target == empire.id else 0
        assert values["total"] == total, empire.id

    def on_paid_off(self, values: Values, seen_by: Any) -> None:
        """SA-6.7-1."""
        price = max(1, self.number(self.of(values), "unrest_price", 7))
        assert values["money"] == price * len(values["areas"])
        super().on_paid_off(values, seen_by)

    def on_glory_bought(self, values: Values, seen_by: Any) -> None:
        """SA-glory-22."""
        empire = self.of(values)
        assert values["money"] == values["points"] * max(1, self.number(empire, "glory_price", 50))
        self.bought[empire.player] = self.bought.get(empire.player, 0) + values["points"]
        super().on_glory_bought(values, seen_by)

    def on_potential(self, values: Values, seen_by: Any) -> None:
        """SA-4.2-8, SA-4.2-9, SA-4.2-12: parts that do not depend on who is where in the line."""
        assert self.fight is not None
        empire, parts = self.of(values), values["parts"]
        enemy = self.empires[next(one for one in self.fight.sides if one != empire.id)]
        assert parts.get("elite", 0) == min(3, empire.elites)
        assert parts.get("age", 0) == max(0, empire.age - enemy.age)
        fort = 2 if self.fight.area in self.forts and empire.id == self.fight.sides[1] else 0
        assert parts.get("fort", 0) in (0, fort)  # an event may take it away
        super().on_potential(values, seen_by)

    # ---- glory

    def on_scored(self, values: Values, seen_by: Any) -> None:
        assert values["points"] == self.score()[values["empire"]], values["empire"]
        assert values["total"] == sum(values["points"].values())

    def on_glory(self, values: Values, seen_by: Any) -> None:
        """SA-gap-56: bought points and symbols together, then the events."""
        seat = values["player"]
        total = self.bought.get(seat, 0)
        total += sum(sum(parts.values()) for one, parts in self.score().items() if self.empires[one].player == seat)
        for event, target in self.glory_events:
            if target in (None, seat):
                total = self.after(event, total)
        assert values["points"] == total, seat
        super().on_glory(values, seen_by)

    @staticmethod
    def after(event: str, points: int) -> int:
        if event == "triumph":
            return points + 3
        if points <= 0:
            return points
        return half(points) if event == "glory_question" else max(0, points - 3)

    def score(self) -> dict[str, dict[str, int]]:
        """By empire and category, symbols without points left out; all at the same moment."""
        if self.scores is None:
            self.scores = {}
            for empire in self.empires.values():
                parts: dict[str, int] = {}
                for symbol in EMPIRES[empire.id]["glory"]:
                    points = self.symbol(empire, symbol)
                    if points:
                        parts[symbol["category"]] = parts.get(symbol["category"], 0) + points
                self.scores[empire.id] = parts
        return self.scores

    def symbol(self, empire: Empire, symbol: Effect) -> int:
        """SA-glory-2, SA-glory-8, SA-glory-19, SA-glory-25."""
        category = symbol["category"]
        if category == "instant":
            return 0
        if category == "homeland":
            held = [self.control.get(area) == empire.id for area in empire.starts]
            return 1 if all(held) else 0 if any(held) else -1
        if category == "resource":
            return self.resource(empire, symbol["resource"])
        own = self.measure(empire, symbol)
        if own <= 0:
            return 0
        return max(0, symbol["points"] - sum(self.before(one, empire, symbol, own) for one in self.in_order()))

    def before(self, other: Empire, empire: Empire, symbol: Effect, own: int) -> bool:
        """SA-glory-3, SA-glory-5: ties go from the first player on; a player's own the way that pays more."""
        if other is empire:
            return False
        theirs = self.measure(other, symbol)
        if theirs != own:
            return theirs > own
        if other.player != empire.player:
            return self.order().index(other.player) < self.order().index(empire.player)
        alike = [one for one in EMPIRES[other.id]["glory"] if self.same(one, symbol)]
        worth = alike[0]["points"] if alike else 0
        listed = [one.id for one in self.in_order()]
        earlier = listed.index(other.id) < listed.index(empire.id)
        return bool(worth > symbol["points"] or (worth == symbol["points"] and earlier))

    @staticmethod
    def same(one: Effect, symbol: Effect) -> bool:
        return all(one.get(key) == symbol.get(key) for key in ("category", "region", "colour"))

    def resource(self, empire: Empire, resource: str) -> int:
        """SA-glory-8."""
        if resource == "elephant" and any(one.age == 7 for one in self.empires.values()):
            return 0
        if resource == "oil" and empire.age < 7:
            return 0
        return sum(resource in LANDS[area]["resources"] for area in self.areas(empire) if area in LANDS)

    def measure(self, empire: Empire, symbol: Effect) -> int:
        units = empire.total()
        category = symbol["category"]
        if category == "cities":
            return self.city_value(empire)
        if category in ("money", "progress"):
            return empire.money if category == "money" else empire.step
        if category == "artifacts":
            here = [name for area, name in self.artifacts.items() if self.control.get(area) == empire.id]
            return sum(ARTIFACTS[one]["colour"] == "green" for one in (*empire.card, *here))
        if category in ("areas", "areas_outside_europe"):
            return self.counted_areas(empire, symbol)
        classes = {"naval_units": (NAVAL,), "cavalry_units": (CAVALRY,), "land_units": LAND}[category]
        return sum(number for unit, number in units.items() if UNITS[unit]["class"] in classes)

    def city_value(self, empire: Empire) -> int:
        """SA-glory-6, SA-gap-95."""
        total = sum(self.cities.get(area, 0) for area in self.areas(empire))
        for effect, at in self.effects(empire, "number"):
            if effect["of"] == "city_glory" and at in self.cities and at not in self.unrest:
                total += effect["add"]
        return int(total)

    def counted_areas(self, empire: Empire, symbol: Effect) -> int:
        """SA-glory-9 to SA-glory-17, SA-gap-71."""
        if symbol["category"] == "areas":
            return sum(self.counts(empire, area, symbol) and self.inside(area, symbol) for area in self.areas(empire))
        if not empire.capital or "europe" not in LANDS[empire.capital]["regions"]:
            return 0
        return sum(self.counts(empire, area, symbol) and outside(area) for area in self.areas(empire))

    def counts(self, empire: Empire, area: str, symbol: Effect) -> bool:
        wanted = {"green": (LANDS,), "blue": (SEAS,), "green_blue": (LANDS, SEAS)}[symbol["colour"]]
        if area in self.unrest or not any(area in part for part in wanted):
            return False
        ground = terrain(area, empire.age)
        special = [one["terrain"] for one in EMPIRES[empire.id]["effects"] if one["type"] == "count_terrain"]
        return ground not in ("desert", "tundra") or ground in special

    @staticmethod
    def inside(area: str, symbol: Effect) -> bool:
        regions = LANDS[area]["regions"] if area in LANDS else SEAS[area]["regions"]
        return symbol["region"] == "world" or symbol["region"] in regions


def outside(area: str) -> bool:
    """Strictly outside Europe (SA-glory-17, SA-glory-18)."""
    return "europe" not in LANDS[area]["regions"] if area in LANDS else bool(SEAS[area]["outside_europe"])
