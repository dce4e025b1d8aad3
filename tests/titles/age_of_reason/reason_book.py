"""A second book of Zeitalter der Vernunft: it sees nothing but the notes, keeps its own position from them, and
complains of whatever the rule list does not allow. Written from the rule list, with the figures of the rulebook."""

from __future__ import annotations

from collections import Counter

from book_figures import (
    BRINGS,
    COST_OF,
    COSTS,
    PLACES,
    SHIPS_COUNT,
    STRENGTH_OF,
    SUPPORT,
    TRADE,
    figures,
    kind,
    must,
)
from book_rounds import Rounds


class Book(Rounds):
    """Action rounds, fields, attacks and combats."""

    # ---- action rounds and fields

    def on_action_round(self, round: int, action: int) -> None:
        must(round == self.round and action == self.action + 1, "the action round", action)
        must(action <= (6 if self.seats < 5 else 5), "too many action rounds", action)
        must(action == 1 or self._round_done(), "turns are left")
        self.action = action
        self._turn = {"place": -1, "attacks": 0, "done": True, "fielded": [], "acted": False}

    def on_fields_named(self, fields: dict[str, str]) -> None:
        must(bool(self.options["simultaneous_fields"]), "fields at once")

    def on_field_taken(self, player: int, field: str) -> None:
        self.acts(player, field=True)
        must(player not in self._turn["fielded"], "two fields in an action round", player)
        places = PLACES.get(field, 1) - (self.seats < 5 and field in PLACES and field != "reserves")
        must(len(self.fields.get(field, ())) < places, "a field that is full or closed", field)
        must(self.supply(self.nation[player]) > 0, "no disc is left", player)
        self.fields.setdefault(field, []).append(self.nation[player])
        self._turn["fielded"].append(player)
        self._due = {player: COSTS[field]} if field in COSTS else {}
        self._placed = field

    def on_banked(self, player: int, gold: int) -> None:
        must(self._placed == "banking" and gold == 5, "gold from nowhere", gold)
        self.gold[player] += 5

    def on_traded(self, player: int, field: str, regions: list[str], discs: int, gold: int) -> None:
        must(self._placed == field and set(regions) <= set(TRADE[field]), "trade elsewhere", field, regions)
        both = self.options["trade_two_regions"] == "both" or len(TRADE[field]) == 1
        must(len(regions) == (len(TRADE[field]) if both else 1), "the wrong number of regions", regions)
        must(discs == sum(self.discs[region][self.nation[player]] for region in regions), "discs that are not there")
        must(gold == 2 * discs, "2 gold a disc", gold)
        self.gold[player] += gold

    def on_reformed(self, player: int, points: int, discontent: int) -> None:
        must(self._placed == "government_reform" and points == min(2, self.discontent[player]), "reform", points)
        self.discontent[player] -= points
        must(discontent == self.discontent[player], "what is left of discontent", discontent)

    def on_recovered(self, player: int) -> None:
        must(self._placed in ("militia", "forced_recruitment") and bool(self.discarded[player]), "a card from nowhere")

    def on_nothing_recovered(self, player: int) -> None:
        militia = [card for card in self.discarded[player] if figures(card)[0] and not figures(card)[1]]
        must(self._placed == "militia" and not militia, "a card that should have come back", militia)

    def on_recovered_card(self, player: int, card: str) -> None:
        soldiers, ships = figures(card)
        must(self._placed == "forced_recruitment" or (soldiers > 0 and not ships), "no militia", card)
        self.discarded[player].remove(card)
        self.held[player].add(card)

    # ---- attacks

    def on_no_attack(self, player: int) -> None:
        must(player in self._turn["fielded"], "a turn without field")
        self.on_turn_passed(player)

    def on_turn_passed(self, player: int) -> None:
        self.acts(player)
        must(not self._turn["attacks"], "an attack was made")
        self._turn["done"] = True

    def on_converted(self, player: int, marker: str, region: str, card: str, kept: bool) -> None:
        self.attacks(player)
        must(STRENGTH_OF[marker] is None, "only Aktion is converted", marker)
        must(card in self.held[player] and kind(card) != "alliance", "not a card to convert with", card)
        blank = kind(card) == "blank"
        ships = [one for one in self.held[player] if figures(one)[1]]
        must(not ships if blank else figures(card)[1] > 0, "a ship is needed", card)
        must(kept == (blank and self.options["blank_after_convert"] == "hand"), "where the card goes", card)
        if not kept:
            self.held[player].remove(card)
            self.discarded[player].add(card)
        self._remove(player, marker, region)
        self._due = {player: 2}

    def _remove(self, player: int, marker: str, region: str) -> None:
        self.markers[region].remove(marker)
        self.gone += 1
        self.discs[region][self.nation[player]] += 1
        self._brings = BRINGS.get(marker, (0, 0))

    def on_marker_points(self, player: int, points: int, total: int) -> None:
        must(points == self._brings[1] > 0, "points from nowhere", points)
        self.points[player] += points
        self._brings = (0, 0)
        must(total == self.points[player], "the sum of points", total)

    def on_marker_gold(self, player: int, gold: int) -> None:
        must(gold == self._brings[0] > 0, "gold from nowhere", gold)
        self.gold[player] += gold
        self._brings = (0, 0)

    def on_marker_attacked(self, player: int, marker: str, region: str, strength: int) -> None:
        self.attacks(player)
        must(marker in self.markers[region] and STRENGTH_OF[marker] == strength, "the strength of the marker", strength)
        self._begin(player, region, "", marker)

    def on_attacked(self, player: int, nation: str, region: str, led: bool) -> None:
        self.attacks(player)
        must(self.discs[region][nation] > 0 and led == self.led(nation), "nobody to attack", nation, region)
        must(not self.allied(self.nation[player], nation), "an attack on an ally", nation)
        self._begin(player, region, nation, "")

    def _begin(self, player: int, region: str, nation: str, marker: str) -> None:
        own = self.nation[player]
        must(self.reaches(own, region), "out of reach", own, region)
        must(not any(self._brings), "a marker brought nothing")
        self._combat = {
            "player": player,
            "region": region,
            "nation": nation,
            "marker": marker,
            "hired": {},
            "base": None,
        }

    def on_cards_laid(self, players: list[int]) -> None:
        must(bool(self.options["tie_counts_bluffers"]), "who lays a card is nobody's business")
        self._combat["laid"] = [self.nation[player] for player in players]

    def on_hired(self, player: int, nations: list[str]) -> None:
        fight, own = self._combat, self.nation[player]
        must(player == fight["player"] or own == fight["nation"], "a helper hires", player)
        for nation in nations:
            must(not self.led(nation) and self.allied(own, nation), "not for hire", nation)
            must(self.discs[fight["region"]][nation] > 0 and nation != fight["nation"], "not for hire here", nation)
        must(len(set(nations)) == len(nations), "hired twice")
        fight["hired"][player] = nations

    def on_cards_shown(
        self,
        player: int,
        card: str,
        defence: str,
        defender: str,
        helpers: list[str],
        against: list[str],
        bluffs: list[str],
    ) -> None:
        fight = self._combat
        region, own = fight["region"], self.nation[player]
        must(player == fight["player"] and defender == fight["nation"], "another combat")
        must(card in self.held[player] and kind(card) != "alliance", "no attack card", card)
        if region in SHIPS_COUNT:
            must(kind(card) == "blank" or figures(card)[1] > 0, "a ship is needed", card)
        guarded = bool(fight["nation"]) and self.led(fight["nation"])
        must(bool(defence) == guarded or self.options["blank_after_convert"] == "discard", "who defends", defence)
        if defence:
            must(defence in self.held[self.seat(defender)] and kind(defence) != "alliance", "no defence card", defence)
        entitled = [n for n in self.nation.values() if self.discs[region][n] and n not in (own, fight["nation"])]
        if fight["marker"]:
            entitled = [nation for nation in entitled if self.allied(nation, own)]
        must(set(helpers) | set(against) | set(bluffs) <= set(entitled), "a helper without a disc, or for a marker")
        must(all(self.allied(nation, own) for nation in helpers), "a helper on the wrong side", helpers)
        must(not any(self.allied(nation, own) for nation in against), "a helper on the wrong side", against)
        blanks = [n for n in entitled if f"{n}_blank" in self.held[self.seat(n)]]
        if self.options["tie_counts_bluffers"]:
            must(sorted(fight.get("laid", [])) == sorted([*helpers, *against, *bluffs]), "who laid a card")
        else:
            must({*helpers, *against, *bluffs} >= set(blanks), "a helper is missing", blanks)
        fight["involved"] = [*helpers, *against, *(bluffs if self.options["tie_counts_bluffers"] else [])]
        fight["cards"] = {player: card, **({self.seat(defender): defence} if defence else {})}
        fight["base"] = self._strengths(helpers, against)
        due = {player: COST_OF[card] + len(fight["hired"].get(player, ()))}
        if guarded:
            owner = self.seat(defender)
            due[owner] = (COST_OF[defence] if defence else 0) + len(fight["hired"].get(owner, ()))
        due.update({self.seat(nation): 1 for nation in (*helpers, *against)})
        self._due = {seat: amount for seat, amount in due.items() if amount}

    def _strengths(self, helpers: list[str], against: list[str]) -> tuple[int, int]:
        """AOR-COMB-3, AOR-COMB-8, AOR-MATT-5."""
        fight = self._combat
        attack = self._own(fight["player"]) + len(helpers)
        if fight["marker"]:
            strength = STRENGTH_OF[fight["marker"]]
            must(strength is not None, "Aktion cannot be attacked")
            return attack, strength or 0
        if not self.led(fight["nation"]):
            return attack, 4 + len(against)
        return attack, self._own(self.seat(fight["nation"])) + len(against)

    def _own(self, seat: int) -> int:
        fight = self._combat
        region, nation = fight["region"], self.nation[seat]
        card = fight["cards"].get(seat)
        soldiers, ships = figures(card) if card else (0, 0)
        total = soldiers + (ships if region in SHIPS_COUNT else 0) + len(fight["hired"].get(seat, ()))
        wide = {"bavaria": ("central_europe", "baltic"), "saxony": ("central_europe",)}
        for field, where in SUPPORT.items():
            points = where.get(region, 0)
            if self.options["support_scope"] == "examples" and region in wide.get(field, ()):
                points = 1
            total += points * self.fields.get(field, []).count(nation)
        return total

    def on_combat_paid(self, gold: dict[str, int], borrowed: dict[str, int]) -> None:
        told = {self.seat(nation): amount for nation, amount in gold.items()}
        must(told == self._due, "what is due", told, self._due)
        for seat, amount in told.items():
            self.pay(seat, amount, borrowed.get(self.nation[seat], 0))
        self._due = {}

    def on_rolled(
        self,
        dice: list[int],
        against: list[int],
        base: int,
        base_against: int,
        strength: int,
        strength_against: int,
        margin: int,
    ) -> None:
        fight = self._combat
        must(not self._due, "something is not paid", self._due)
        must((base, base_against) == fight["base"], "the strength before the dice", base, base_against, fight)
        must(len(dice) == len(against) == 2 and all(1 <= die <= 6 for die in (*dice, *against)), "dice")
        must(strength == base + max(dice) - min(dice), "the strength of the attack", strength)
        must(strength_against == base_against + max(against) - min(against), "the strength of the defence")
        must(margin == strength - strength_against, "the margin")
        fight["margin"] = margin

    def on_reserves_used(self, player: int, field: str) -> None:
        fight = self._combat
        must(player == fight["player"] or self.nation[player] == fight["nation"], "a helper's reserves")
        must(field == "reserves", "what is given up", field)
        self.fields["reserves"].remove(self.nation[player])
        del fight["margin"]

    def on_repelled(self, player: int, region: str, level: bool, overwhelming: bool) -> None:
        margin = self._combat["margin"]
        must(margin <= 0 and level == (margin == 0) and overwhelming == (margin <= -3), "an attack that fails", margin)
        self._end(margin)

    def on_marker_taken(self, player: int, marker: str, region: str, overwhelming: bool, narrow: bool) -> None:
        margin = self._combat["margin"]
        must(margin > 0 and overwhelming == (margin >= 3) and narrow == (margin == 1), "a victory", margin)
        must(marker == self._combat["marker"], "another marker")
        self._remove(player, marker, region)
        self._end(margin)

    def on_disc_taken(self, player: int, nation: str, region: str, overwhelming: bool, narrow: bool) -> None:
        margin = self._combat["margin"]
        must(margin > 0 and overwhelming == (margin >= 3) and narrow == (margin == 1), "a victory", margin)
        must((nation, region) == (self._combat["nation"], self._combat["region"]), "another disc")
        self.discs[region][nation] -= 1
        self.discs[region][self.nation[player]] += 1
        self._end(margin)

    def _end(self, margin: int) -> None:
        """AOR-COMB-10, AOR-DISCO-1 to 4, AOR-AFTER-1, AOR-AFTER-2."""
        fight = self._combat
        grief: Counter[str] = Counter()
        own, other = self.nation[fight["player"]], fight["nation"]
        if margin <= 0:
            grief[own] += 1
        if margin:
            weaker, stronger = (other, own) if margin > 0 else (own, other)
            grief[weaker] += 1 + (abs(margin) >= 3)
            grief[stronger] += abs(margin) == 1
        else:
            for nation in (own, other, *fight["involved"]):
                grief[nation] += 1
        self._grief = {nation: n for nation, n in grief.items() if n and nation and self.led(nation)}
        for seat, card in fight["cards"].items():
            if kind(card) == "influence":
                self.held[seat].remove(card)
                self.discarded[seat].add(card)
        self._combat = {}

    def on_discontent(self, points: dict[str, int]) -> None:
        must(points == self._grief, "the table of discontent", points, self._grief)
        for nation, number in points.items():
            seat = self.seat(nation)
            self.discontent[seat] = min(22, self.discontent[seat] + number)
        self._grief = {}
