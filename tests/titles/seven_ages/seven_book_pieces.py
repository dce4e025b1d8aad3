"""The pieces in the second book: empires, units, leaders, elephants, who controls what."""

from __future__ import annotations

from collections import Counter
from typing import Any

from seven_book import CARD_OF, EMPIRES, NAMED, UNITS, Book, Empire, Fight, Values


class WholeBook(Book):
    # ---- empires

    def on_founded(self, values: Values, seen_by: Any) -> None:
        """SA-1-1, SA-1-19, SA-1-24."""
        ident, seat = values["empire"], values["player"]
        sheet = EMPIRES[ident]
        assert values["money"] == sheet["money"]
        assert values["colour"] not in [one.colour for one in self.empires.values()]
        self.out_of_hand(seat, CARD_OF[ident])
        self.empires[ident] = Empire(
            ident, seat, values["colour"], values["step"], sheet["money"], sheet["elites"], values["areas"]
        )

    def on_dissolved(self, values: Values, seen_by: Any) -> None:
        """SA-7-3 to SA-7-5; leaders and areas have notes of their own."""
        empire = self.empires.pop(values["empire"])
        assert not +empire.leaders
        self.weapons.update({unit: n for unit, n in empire.total().items() if unit in self.weapons})
        self.elephants += empire.elephants
        self.put_away(CARD_OF[empire.id])
        self.players[empire.player].markers.discard(empire.id)
        assert empire.id not in self.control.values()

    def on_converted(self, values: Values, seen_by: Any) -> None:
        """SA-1-28, SA-gap-29: leaders change sides, the artifact goes, the old capital is an ordinary city."""
        self.converted = values
        new, old, area = self.of(values), self.of(values, "other"), values["area"]
        for leader, where in [one for one in old.leaders if one[1] == area]:
            new.leaders[leader, where] += old.leaders.pop((leader, where))
        self.artifacts.pop(area, None)
        if old.capital == area:
            old.capital = ""
        assert old.units[area].total() == values["number"] + values["lost"]

    def on_converted_units(self, values: Values, seen_by: Any) -> None:
        """SA-gap-74: what finds no counter is lost; the common pool's pass over as they are."""
        new, old, area = self.of(values), self.of(self.converted, "other"), self.converted["area"]
        left = old.units.pop(area)
        for unit, number in values["units"].items():
            left[unit] -= number
            assert left[unit] >= 0
            new.put(area, unit, number)
        assert not any(n and UNITS[unit].get("common_pool") for unit, n in left.items())
        if values["units"]:
            self.control[area] = new.id

    # ---- leaders

    def on_leader_came(self, values: Values, seen_by: Any) -> None:
        self.of(values).leaders[values["leader"], values["area"]] += 1
        if values["leader"] in NAMED:
            assert values["leader"] not in self.named  # SA-6.3-2
            self.named.append(values["leader"])
        else:
            self.cup[values["leader"]] -= 1
            assert self.cup[values["leader"]] >= 0

    def on_leader_gone(self, values: Values, seen_by: Any) -> None:
        """SA-6.2-1, SA-7-4."""
        leaders, one = self.of(values).leaders, (values["leader"], values["area"])
        leaders[one] -= 1
        assert leaders[one] >= 0
        if values["leader"] not in NAMED:
            self.cup[values["leader"]] += 1

    def lead(self, empire: Empire, leader: str, start: str, end: str) -> None:
        empire.leaders[leader, start] -= 1
        assert empire.leaders[leader, start] >= 0
        empire.leaders[leader, end] += 1

    # ---- units

    def take(self, empire: Empire, area: str, unit: str, number: int) -> None:
        """Units go back to their pools (SA-2.2-3, SA-7-5)."""
        empire.put(area, unit, -number)
        if unit in self.weapons:
            self.weapons[unit] += number

    def on_built(self, values: Values, seen_by: Any) -> None:
        self.of(values).earn(-values["cost"])
        for area in values["units"]:
            self.control.setdefault(area, values["empire"])

    def on_built_units(self, values: Values, seen_by: Any) -> None:
        empire = self.of(values)
        for area, unit, number in values["pieces"]:
            empire.put(area, unit, number)
            if unit in self.weapons:
                self.weapons[unit] -= number
                assert self.weapons[unit] >= 0  # SA-2.3-13

    def on_colonists(self, values: Values, seen_by: Any) -> None:
        self.control.setdefault(values["area"], values["empire"])

    def on_moved(self, values: Values, seen_by: Any) -> None:
        self.moved = values
        self.control.setdefault(values["end"], values["empire"])
        for leader in values["leaders"]:
            self.lead(self.of(values), leader, values["start"], values["end"])

    def on_moved_units(self, values: Values, seen_by: Any) -> None:
        empire = self.of(values)
        assert sum(values["units"].values()) == self.moved["number"]
        for unit, number in values["units"].items():
            empire.put(self.moved["start"], unit, -number)
            empire.put(self.moved["end"], unit, number)

    def on_own_losses(self, values: Values, seen_by: Any) -> None:
        for area, unit, number in values["pieces"]:
            self.take(self.of(values), area, unit, number)

    def on_galleys_lost(self, values: Values, seen_by: Any) -> None:
        for area, number in values["units"].items():
            self.take(self.of(values), area, "galley", number)

    def on_modernised(self, values: Values, seen_by: Any) -> None:
        """SA-6.5-1, SA-6.5-3: the other side of the counter."""
        empire = self.of(values)
        for area, unit, number in values["pieces"]:
            empire.put(area, unit, -number)
            empire.put(area, UNITS[unit]["flip"], number)

    # ---- elephants

    def on_elephant_gained(self, values: Values, seen_by: Any) -> None:
        """SA-2.3-8, SA-2.3-9: that of an area from wherever it is."""
        name = values["area"] or "unnamed"
        holders = [one for one in self.empires.values() if one.elephants[name]]
        source = self.elephants if self.elephants[name] or not values["area"] else holders[0].elephants
        source[name] -= 1
        assert source[name] >= 0
        self.of(values).elephants[name] += 1

    def on_elephant_returned(self, values: Values, seen_by: Any) -> None:
        """SA-2.3-10."""
        name = values["area"] or "unnamed"
        assert self.control.get(name) != values["empire"]
        self.of(values).elephants[name] -= 1
        self.elephants[name] += 1

    def on_elephant_passed(self, values: Values, seen_by: Any) -> None:
        name = values["area"] or "unnamed"
        self.of(values, "other").elephants[name] -= 1
        self.of(values).elephants[name] += 1

    def on_elephant_taken(self, values: Values, seen_by: Any) -> None:
        self.of(values).put(values["area"], "elephant", -1)

    def on_elephants_gone(self, values: Values, seen_by: Any) -> None:
        """SA-2.3-11."""
        self.elephants = Counter()
        for empire in self.empires.values():
            empire.elephants = Counter()
            for area in list(empire.units):
                empire.put(area, "elephant", -empire.units[area]["elephant"])

    # ---- areas

    def on_neutral(self, values: Values, seen_by: Any) -> None:
        """SA-gap-5."""
        area = values["area"]
        holder = self.empires.get(self.control.pop(area))
        if holder is not None and holder.capital == area:
            holder.capital = ""
        self.forts.discard(area)
        self.unrest.discard(area)
        self.artifacts.pop(area, None)
        self.left.append(area)

    def on_area_taken(self, values: Values, seen_by: Any) -> None:
        """SA-4.2-33, SA-gap-31: fort and artifact go, unrest stays."""
        area = values["area"]
        assert self.control[area] == values["other"]
        self.control[area] = values["empire"]
        self.forts.discard(area)
        self.artifacts.pop(area, None)

    # ---- conflicts

    def on_conflict(self, values: Values, seen_by: Any) -> None:
        self.fight = Fight(values["area"], (values["attacker"], values["defender"]))
        for side, number in zip(self.fight.sides, (values["units"], values["against"]), strict=True):
            assert self.empires[side].units[values["area"]].total() == number

    def on_committed(self, values: Values, seen_by: Any) -> None:
        assert self.fight is not None
        self.fight.open = True

    def round_over(self) -> None:
        """SA-4.2-22: the cards of the round are put away."""
        assert self.fight is not None
        self.put_away(*self.fight.cards)
        self.fight.cards, self.fight.open, self.fight.potentials = [], False, 0

    def on_potential(self, values: Values, seen_by: Any) -> None:
        assert self.fight is not None
        assert values["total"] == sum(values["parts"].values())
        self.fight.potentials += 1
        if self.fight.potentials == 2:
            self.round_over()

    def lose_here(self, values: Values, seen_by: Any) -> None:
        assert self.fight is not None
        for unit, number in values["units"].items():
            self.take(self.of(values), self.fight.area, unit, number)

    on_lost_units = on_pursued = lose_here

    def on_traitor(self, values: Values, seen_by: Any) -> None:
        self.lose_here({**values, "units": {values["unit"]: 1}}, seen_by)

    def on_nuke_scrapped(self, values: Values, seen_by: Any) -> None:
        self.lose_here({**values, "units": {"nuke": 1}}, seen_by)

    def on_nuke_used(self, values: Values, seen_by: Any) -> None:
        """SA-4.2-39, SA-gap-90: 5 glory each; star wars stop and destroy them."""
        self.players[self.of(values).player].score(-5 * values["number"])
        if values["stopped"]:
            self.lose_here({**values, "units": {"nuke": values["number"]}}, seen_by)

    def on_nuke_toll(self, values: Values, seen_by: Any) -> None:
        """SA-4.2-27: all units of both sides; which ones they were their owners are told."""
        assert self.fight is not None
        assert self.of(values).units[self.fight.area].total() == values["number"]
        self.round_over()

    def on_retreated(self, values: Values, seen_by: Any) -> None:
        for leader, area in values["leaders"]:
            self.lead(self.of(values), leader, values["area"], area)

    def on_retreated_units(self, values: Values, seen_by: Any) -> None:
        assert self.fight is not None
        for area, unit, number in values["pieces"]:
            self.of(values).put(self.fight.area, unit, -number)
            self.of(values).put(area, unit, number)

    def fight_over(self, values: Values, seen_by: Any) -> None:
        self.fight = None

    on_conflict_won = on_conflict_undecided = fight_over
