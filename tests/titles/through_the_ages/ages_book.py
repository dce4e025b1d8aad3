"""A second book: a position of Through the Ages kept from the notes alone, by the rule list and the printed cards.

It knows what the log tells (all of it, as the moderator's log does) and nothing of the rules' code.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from ages_kit import PRINTED

from pbem.table import Note

START = {"warriors": 1, "agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0}
LEVEL = {"A": 0, "I": 1, "II": 2, "III": 3}
UNITS = ("infantry", "cavalry", "artillery", "air")
FOOD, RESOURCES = "food", "resources"


def family(card: str) -> str:
    return str(PRINTED[card]["family"])


def level(card: str) -> int:
    return LEVEL[PRINTED[card]["age"]]


class Player:
    def __init__(self) -> None:
        self.culture = self.science = 0
        self.yellow, self.blue, self.unused = 18, 16, 1
        self.workers = Counter(START)
        self.known = set(START)
        self.tokens: Counter[str] = Counter()
        self.government, self.leader, self.tactic = "despotism", "", ""
        self.specials: list[str] = []
        self.wonders: list[str] = []
        self.ruins: list[str] = []
        self.unfinished, self.stages = "", 0
        self.colonies: list[str] = []
        self.hand: Counter[str] = Counter()
        self.military: Counter[str] = Counter()
        self.resigned = self.exclusive = False

    # ---- goods: what a token is worth, and how it is paid and gained (chapter FOOD)

    def worth(self, card: str) -> int:
        return level(card) if family(card) == "lab" else int(PRINTED[card].get("blue_token_value", 0))

    def holders(self, good: str) -> list[str]:
        families = ("farm",) if good == FOOD else ("mine", "lab") if self.leader == "bill_gates" else ("mine",)
        cards = [card for card in self.known if family(card) in families and self.worth(card)]
        return sorted(cards, key=lambda card: (self.worth(card), family(card) == "lab"))

    def gain(self, good: str, amount: int) -> int:
        left = amount
        for card in reversed(self.holders(good)):
            while left >= self.worth(card) and self.blue:
                left -= self.worth(card)
                self.blue -= 1
                self.tokens[card] += 1
        return amount - left

    def pay(self, good: str, amount: int) -> int:
        kinds = ("farm",) if good == FOOD else ("mine", "lab")
        paid = 0
        while paid < amount:
            held = [card for card in +self.tokens if family(card) in kinds]
            if not held:
                return paid
            card = min(held, key=lambda one: (self.worth(one), family(one) == "lab"))
            self.tokens[card] -= 1
            self.blue += 1
            paid += self.worth(card)
        return paid - self.gain(good, paid - amount)

    def produce(self, good: str, more: int) -> int:
        makers = []
        for card in self.holders(good):
            makers += [card] * self.workers[card]
        mines = [card for card in makers if family(card) == "mine"]
        if good == RESOURCES and "transcontinental_railroad" in self.wonders and mines:
            makers.append(max(mines, key=level))
        made = 0
        for card in sorted(makers, key=lambda one: (-level(one), family(one) == "lab")):
            if self.blue:
                self.blue -= 1
                self.tokens[card] += 1
                made += self.worth(card)
        return made + self.gain(good, more) if more >= 0 else made - self.pay(good, min(-more, made))

    # ---- strength (chapters STAT and MILC)

    def happy(self, *families: str) -> int:
        peters = "st_peters_basilica" in self.wonders and "st_peters_basilica" not in self.ruins
        total = 0
        for card in (*self.workers.elements(), self.government):
            faces = (PRINTED[card].get("per_worker") or PRINTED[card].get("provides") or {}).get("happiness", 0)
            if family(card) in families and faces > 0:
                total += faces + peters
        return total

    def armies(self) -> int:
        if not self.tactic:
            return 0
        card = PRINTED[self.tactic]
        units = {kind: [0, 0] for kind in UNITS}
        for unit in self.workers.elements():
            if family(unit) in UNITS:
                units[family(unit)][level(unit) < level(self.tactic) - 1] += 1
        need = {kind: card["composition"].get(kind, 0) for kind in UNITS[:3]}
        best = 0
        most = sum(sum(pair) for pair in units.values())
        for fresh, old in product(range(most + 1), repeat=2):
            if self.can_form(units, need, fresh, old):
                air = sum(units["air"])
                doubled = min(air, fresh)
                again = min(air - doubled, old)
                weak = card.get("strength_outdated", card["strength"])
                best = max(best, card["strength"] * (fresh + doubled) + weak * (old + again))
        return best

    def can_form(self, units: dict[str, list[int]], need: dict[str, int], fresh: int, old: int) -> bool:
        have = {kind: list(units[kind]) for kind in UNITS[:3]}
        for place, number in ((0, fresh), (1, old)):
            for kind in UNITS[:3]:
                wanted = need[kind] * number
                sources = [(kind, 0)] if place == 0 else [(kind, 1), (kind, 0)]
                if kind == "cavalry" and self.leader == "genghis_khan":
                    sources += [("infantry", 0)] if place == 0 else [("infantry", 1), ("infantry", 0)]
                for source, age in sources:
                    used = min(wanted, have[source][age])
                    have[source][age] -= used
                    wanted -= used
                if wanted:
                    return False
        return True

    def strength(self, pacts: list[tuple[str, str]]) -> int:
        total = self.armies()
        for card in self.workers.elements():
            total += PRINTED[card]["per_worker"].get("strength", 0)
        live = [wonder for wonder in self.wonders if wonder not in self.ruins]
        for card in (self.government, self.leader, *self.specials, *live):
            total += PRINTED[card].get("provides", {}).get("strength", 0) if card else 0
        total += sum(PRINTED[card]["permanent"].get("strength", 0) for card in self.colonies)
        count = Counter(family(card) for card in self.workers.elements())
        if self.leader == "alexander_the_great":
            total += sum(count[kind] for kind in UNITS)
        if self.leader == "napoleon_bonaparte":
            total += 2 * sum(count[kind] > 0 for kind in UNITS)
        if self.leader == "joan_of_arc":
            total += self.happy("temple", "government")
        if "great_wall" in live:
            total += count["infantry"] + count["artillery"]
        for card, side in pacts:
            total += (PRINTED[card].get("both") or PRINTED[card][f"side_{side}"]).get("strength", 0)
        return max(0, total)


class Book:
    def __init__(self, seats: int) -> None:
        self.players = [Player() for _ in range(seats)]
        self.row: list[str] = []
        self.active, self.round, self.age = 0, 1, "A"
        self.deck = 20
        self.military_deck = self.future = 0
        self.current = seats + 2
        self.past: list[str] = []
        self.common: list[str] = []
        self.pacts: list[tuple[str, int, int, int]] = []
        self.wars: list[tuple[str, int, int]] = []
        self.offered = ""
        self.arms = self.arms_science = 0
        self.discards: Counter[str] = Counter()
        self.revealed = ""

    def read(self, note: Note) -> None:
        getattr(self, f"on_{note.key}", lambda values: None)(note.values)

    def who(self, values: dict[str, Any]) -> Player:
        return self.players[values["player"]]

    def of(self, seat: int) -> list[tuple[str, str]]:
        return [(card, "a" if seat == a else "b") for card, a, b, _ in self.pacts if seat in (a, b)]

    def left(self) -> int:
        return sum(not one.resigned for one in self.players)

    # ---- row, ages, turns

    def on_row_laid_out(self, v: dict[str, Any]) -> None:
        self.row, self.deck = list(v["cards"]), 7

    def on_turn_begins(self, v: dict[str, Any]) -> None:
        self.active, self.round = v["player"], v["round"]
        self.arms = self.arms_science = 0
        if self.round > 1:
            swept = {2: 3, 3: 2, 4: 1}[self.left()]
            self.row[:swept] = [""] * swept
            self.slide()

    def slide(self) -> None:
        self.row = [card for card in self.row if card]
        self.row += [""] * (13 - len(self.row))

    def on_row_filled(self, v: dict[str, Any]) -> None:
        lying = [card for card in self.row if card] + v["cards"]
        self.row, self.deck = lying + [""] * (13 - len(lying)), v["left"]

    def on_age_begins(self, v: dict[str, Any]) -> None:
        self.age, self.deck, self.military_deck = v["age"], 0, 0

    def on_decks_shuffled(self, v: dict[str, Any]) -> None:
        self.deck, self.military_deck = v["civil"], v["military"]

    def on_civil_outdated(self, v: dict[str, Any]) -> None:
        self.who(v).hand.subtract(v["cards"])

    def lose_military(self, player: Player, cards: list[str]) -> None:
        player.military.subtract(cards)
        self.discards.update(cards)

    def on_own_military_outdated(self, v: dict[str, Any], seat: int = -1) -> None:
        self.lose_military(self.players[seat], v["cards"])

    def on_leader_outdated(self, v: dict[str, Any]) -> None:
        self.who(v).leader = ""

    on_leader_removed = on_leader_outdated

    def on_wonder_outdated(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.blue += player.stages
        player.unfinished, player.stages = "", 0

    on_wonder_removed = on_wonder_outdated

    def on_age_costs_yellow(self, v: dict[str, Any]) -> None:
        self.who(v).yellow -= v["number"]

    on_fewer_yellow = on_age_costs_yellow

    def on_more_yellow(self, v: dict[str, Any]) -> None:
        self.who(v).yellow += v["number"]

    def on_more_blue(self, v: dict[str, Any]) -> None:
        self.who(v).blue += v["number"]

    def on_lost_blue(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.tokens.subtract(v["cards"])
        player.blue -= v["number"] - len(v["cards"])

    # ---- taking, growing, building

    def on_took(self, v: dict[str, Any]) -> None:
        player, card = self.who(v), v["card"]
        assert self.row[v["space"] - 1] == card
        self.row[v["space"] - 1] = ""
        if family(card) == "wonder":
            player.unfinished = card
        else:
            player.hand[card] += 1

    def on_leader_teaches(self, v: dict[str, Any]) -> None:
        self.who(v).science += v["science"]

    def on_grew(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.pay(FOOD, self.after_trade(v["food"], FOOD))
        player.yellow -= 1
        player.unused += 1

    traded = ""

    def on_trade_used(self, v: dict[str, Any]) -> None:
        self.who(v).pay(v["good"], 1)
        self.traded = v["good"]

    def after_trade(self, cost: int, good: str) -> int:
        """One less if the trade route has just paid one in the other good."""
        if self.traded and self.traded != good:
            self.traded = ""
            return cost - 1
        return cost

    def resources(self, player: Player, cost: int, unit: bool) -> None:
        if unit:
            used = min(cost, self.arms)
            self.arms -= used
            cost -= used
        player.pay(RESOURCES, self.after_trade(cost, RESOURCES))

    def on_built(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        self.resources(player, v["resources"], family(v["tech"]) in UNITS)
        player.unused -= v["number"]
        player.workers[v["tech"]] += v["number"]

    def on_upgraded(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        self.resources(player, v["resources"], family(v["old"]) in UNITS)
        player.workers[v["old"]] -= v["number"]
        player.workers[v["new"]] += v["number"]

    def on_destroyed(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.workers[v["tech"]] -= 1
        player.unused += 1

    on_disbanded = on_event_destroys = on_razed = on_destroyed

    def on_recruited(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.pay(FOOD, self.after_trade(v["food"], FOOD))
        self.resources(player, v["resources"], True)
        player.yellow -= 1
        player.workers[v["tech"]] += 1

    def on_immigrated(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.yellow -= 1
        player.unused += 1

    def on_stage_built(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        self.resources(player, v["resources"], False)
        player.stages += v["number"]
        player.blue -= v["number"]

    def on_token_from_card(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.tokens[v["tech"]] -= 1
        player.blue += 1

    def on_wonder_completed(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        assert player.stages == len(PRINTED[v["wonder"]]["stages"])
        player.blue += player.stages
        player.unfinished, player.stages = "", 0
        player.wonders.append(v["wonder"])

    def on_wonder_ruined(self, v: dict[str, Any]) -> None:
        self.who(v).ruins.append(v["wonder"])

    # ---- science, leaders, cards

    def on_developed(self, v: dict[str, Any]) -> None:
        player, card = self.who(v), v["card"]
        player.hand[card] -= 1
        cost = v["science"]
        if v["player"] == self.active and family(card) in UNITS:
            used = min(cost, self.arms_science)
            self.arms_science -= used
            cost -= used
        player.science -= cost
        self.in_play(player, card)

    def on_revolution(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.hand[v["government"]] -= 1
        player.science -= v["science"]
        player.government = v["government"]

    def in_play(self, player: Player, card: str) -> None:
        if family(card) == "government":
            player.government = card
        elif family(card) == "special":
            player.specials.append(card)
        else:
            player.known.add(card)

    def on_partner_pays(self, v: dict[str, Any]) -> None:
        self.who(v).science -= v["science"]

    def on_special_replaced(self, v: dict[str, Any]) -> None:
        self.who(v).specials.remove(v["tech"])

    on_special_dropped = on_special_replaced

    def on_tech_stolen(self, v: dict[str, Any]) -> None:
        self.players[v["other"]].specials.remove(v["tech"])
        self.who(v).specials.append(v["tech"])

    def on_leader_played(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.hand[v["leader"]] -= 1
        player.leader = v["leader"]

    def on_leader_retires(self, v: dict[str, Any]) -> None:
        self.who(v).leader = ""
        self.who(v).yellow += v["number"]

    def on_leader_arms(self, v: dict[str, Any]) -> None:
        self.arms += v["resources"]
        self.arms_science += v["science"]

    def on_arms(self, v: dict[str, Any]) -> None:
        self.arms += v["resources"]

    def on_action_played(self, v: dict[str, Any]) -> None:
        self.who(v).hand[v["action"]] -= 1

    def on_leader_pays(self, v: dict[str, Any]) -> None:
        assert self.who(v).gain(RESOURCES, v["resources"]) == v["resources"]

    def on_leader_scores(self, v: dict[str, Any]) -> None:
        self.who(v).culture += v["culture"]

    on_gates_scores = on_wonder_scores = on_war_called_off = on_leader_scores

    # ---- points and goods

    def on_gifts(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        for what, amount in v["got"].items():
            if what == "population":
                player.yellow -= amount
                player.unused += amount
            elif what in (FOOD, RESOURCES):
                assert player.gain(what, amount) == amount
            else:
                setattr(player, what, getattr(player, what) + amount)

    def on_losses(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        for what, amount in v["lost"].items():
            if what == "culture":
                player.culture -= amount
            else:
                assert player.pay(what, amount) == amount

    def more(self, seat: int, good: str) -> int:
        key = "food_production" if good == FOOD else "resource_production"
        gives = [(PRINTED[card].get("both") or PRINTED[card][f"side_{side}"]) for card, side in self.of(seat)]
        return sum(one.get(key, 0) for one in gives)

    def on_event_production(self, v: dict[str, Any]) -> None:
        for good, amount in v["got"].items():
            assert self.who(v).produce(good, self.more(v["player"], good)) == amount

    def on_rates_scored(self, v: dict[str, Any]) -> None:
        self.who(v).culture += v["culture"]
        self.who(v).science += v["science"]

    def on_corruption(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        due = 0 if player.blue > 10 else 2 if player.blue > 5 else 4 if player.blue else 6
        assert due == v["corruption"]
        assert player.pay(RESOURCES, due) == v["resources"]
        if v["resources"] < due:
            assert player.pay(FOOD, due - v["resources"]) == v["food"]

    def on_produced(self, v: dict[str, Any]) -> None:
        player, seat = self.who(v), v["player"]
        assert player.produce(FOOD, self.more(seat, FOOD)) == v["food"]
        n = player.yellow
        due = 0 if n > 16 else 1 if n > 12 else 2 if n > 8 else 3 if n > 4 else 4 if n else 6
        assert player.pay(FOOD, due) == v["eaten"]
        assert player.produce(RESOURCES, self.more(seat, RESOURCES)) == v["resources"]

    def on_hunger(self, v: dict[str, Any]) -> None:
        self.who(v).culture -= v["culture"]

    def on_lost_population(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.workers.subtract(v["cards"])
        player.unused -= v["number"] - len(v["cards"])
        player.yellow += v["number"]

    def on_yellow_taken(self, v: dict[str, Any]) -> None:
        self.who(v).yellow += v["number"]
        self.players[v["other"]].yellow -= v["number"]

    on_war_territory = on_yellow_taken

    def on_war_culture(self, v: dict[str, Any]) -> None:
        self.who(v).culture += v["culture"]
        self.players[v["other"]].culture -= v["culture"]

    on_culture_taken = on_war_culture

    def on_war_science(self, v: dict[str, Any]) -> None:
        self.who(v).science += v["science"]
        self.players[v["other"]].science -= v["science"]

    on_science_taken = on_war_science

    def on_impact(self, v: dict[str, Any]) -> None:
        self.who(v).culture += v["culture"] - v["lost"]

    def on_plundered(self, v: dict[str, Any]) -> None:
        rival = self.players[v["other"]]
        assert rival.pay(FOOD, v["food"]) == v["food"]
        assert rival.pay(RESOURCES, v["resources"]) == v["resources"]

    # ---- military cards

    def on_drew(self, v: dict[str, Any]) -> None:
        self.military_deck -= v["number"]

    def on_drew_cards(self, v: dict[str, Any], seat: int = -1) -> None:
        self.players[seat].military.update(v["cards"])

    def on_military_reshuffled(self, v: dict[str, Any]) -> None:
        again = {card: n for card, n in self.discards.items() if PRINTED[card]["age"] == self.age}
        assert sum(again.values()) == v["number"]
        self.discards.subtract(again)
        self.military_deck += v["number"]

    def on_discarded_cards(self, v: dict[str, Any], seat: int = -1) -> None:
        self.lose_military(self.players[seat], v["cards"])

    def on_defended(self, v: dict[str, Any]) -> None:
        self.lose_military(self.who(v), v["bonus"])
        self.discards[v["aggression"]] += 1

    def on_undefended(self, v: dict[str, Any]) -> None:
        self.discards[v["aggression"]] += 1

    def on_attacked(self, v: dict[str, Any]) -> None:
        self.who(v).military[v["aggression"]] -= 1

    def on_tactic_played(self, v: dict[str, Any]) -> None:
        self.who(v).military[v["tactic"]] -= 1
        self.who(v).tactic, self.who(v).exclusive = v["tactic"], True

    def on_tactic_copied(self, v: dict[str, Any]) -> None:
        self.who(v).tactic, self.who(v).exclusive = v["tactic"], False

    def on_tactic_published(self, v: dict[str, Any]) -> None:
        self.who(v).exclusive = False
        if v["tactic"] not in self.common:
            self.common.append(v["tactic"])

    def on_event_prepared(self, v: dict[str, Any]) -> None:
        assert v["culture"] == LEVEL[v["age"]]
        self.who(v).culture += v["culture"]
        self.future += 1

    def on_own_event_prepared(self, v: dict[str, Any], seat: int = -1) -> None:
        self.players[seat].military[v["event"]] -= 1

    def on_event_revealed(self, v: dict[str, Any]) -> None:
        self.current -= 1
        self.revealed = v["event"]
        if family(v["event"]) == "event":
            self.past.append(v["event"])

    def on_events_shuffled(self, v: dict[str, Any]) -> None:
        assert (self.current, self.future) == (0, v["number"])
        self.current, self.future = v["number"], 0

    def on_territory_unwanted(self, v: dict[str, Any]) -> None:
        self.past.append(v["territory"])

    def on_force_sent(self, v: dict[str, Any]) -> None:
        player = self.who(v)
        player.workers.subtract(v["units"])
        player.yellow += sum(v["units"].values())
        self.lose_military(player, v["bonus"])

    def on_colony_founded(self, v: dict[str, Any]) -> None:
        self.who(v).colonies.append(v["territory"])

    def on_columbus(self, v: dict[str, Any]) -> None:
        self.who(v).leader = ""
        self.who(v).military[v["territory"]] -= 1

    def on_colony_lost(self, v: dict[str, Any]) -> None:
        self.who(v).colonies.remove(v["colony"])
        self.discards[v["colony"]] += 1

    def on_annexed(self, v: dict[str, Any]) -> None:
        self.players[v["other"]].colonies.remove(v["colony"])
        self.who(v).colonies.append(v["colony"])

    def on_war_declared(self, v: dict[str, Any]) -> None:
        self.who(v).military[v["war"]] -= 1
        self.wars.append((v["war"], v["player"], v["other"]))

    def on_war_fought(self, v: dict[str, Any]) -> None:
        self.wars.remove((v["war"], v["player"], v["other"]))
        self.discards[v["war"]] += 1

    def on_pact_offered(self, v: dict[str, Any]) -> None:
        self.who(v).military[v["pact"]] -= 1

    def on_pact_declined(self, v: dict[str, Any]) -> None:
        self.players[v["other"]].military[v["pact"]] += 1

    def on_pact_made(self, v: dict[str, Any]) -> None:
        one, other = v["player"], v["other"]
        a, b = (other, one) if v["side"] == "b" else (one, other)
        self.pacts.append((v["pact"], a, b, one))

    def on_pact_cancelled(self, v: dict[str, Any]) -> None:
        self.pacts = [pact for pact in self.pacts if pact[0] != v["pact"]]
        self.discards[v["pact"]] += 1

    on_pact_broken = on_pact_replaced = on_pact_outdated = on_pact_cancelled

    def on_agreement_taken(self, v: dict[str, Any]) -> None:
        self.slide()

    def on_resigned(self, v: dict[str, Any]) -> None:
        """TTA-RESIGN-2 to TTA-RESIGN-5."""
        player, seat = self.who(v), v["player"]
        player.resigned = True
        self.discards.update(+player.military)
        self.discards.update(player.colonies)
        if player.exclusive:
            self.discards[player.tactic] += 1
        for card, *parties in [pact[:3] for pact in self.pacts]:
            if seat in parties:
                self.on_pact_cancelled({"pact": card})
        for war in [war for war in self.wars if seat in war[1:]]:
            self.wars.remove(war)
            self.discards[war[0]] += 1
