"""The first half of the second book: set-up, alliances, and the end of a round, from notes alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from book_figures import BORDERS, COLONIES, COST_OF, HOMES, NATIONS, STRENGTH_OF, VALUES, must, steps

from pbem.table import Note


class Rounds:
    """Set-up, alliances, and the end of a round."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.nation: dict[int, str] = {}
        self.gold = [14] * seats
        self.discontent = [4] * seats
        self.points = [0] * seats
        self.held: list[set[str]] = [set() for _ in range(seats)]
        self.discarded: list[set[str]] = [set() for _ in range(seats)]
        self.discs: dict[str, Counter[str]] = {region: Counter() for region in VALUES}
        self.markers: dict[str, list[str]] = {region: [] for region in VALUES}
        self.bag = sorted(STRENGTH_OF)
        self.gone = 0
        self.fields: dict[str, list[str]] = {}
        self.alliance: dict[str, int] = {}
        self.round = self.action = 0
        self.start = -1
        self.over = False
        self._auction: dict[str, Any] = {}
        self._opener = -1
        self._combat: dict[str, Any] = {}
        self._turn: dict[str, Any] = {}
        self._order: list[int] = []
        self._due: dict[int, int] = {}
        """Payments that must be told next."""
        self._scored: dict[str, dict[str, int]] = {}
        self._unrest: list[int] = []
        self._brings = (0, 0)
        self._placed = ""
        self._grief: dict[str, int] = {}
        """Discontent that must be told next."""

    def read(self, notes: list[Note]) -> None:
        for note in notes:
            heard: Callable[..., None] = getattr(self, f"on_{note.key}")
            heard(**note.values)

    # ---- helps

    def seat(self, nation: str) -> int:
        return next(seat for seat, one in self.nation.items() if one == nation)

    def led(self, nation: str) -> bool:
        return nation in self.nation.values()

    def allied(self, one: str, other: str) -> bool:
        return self.alliance[one] % 2 == self.alliance[other] % 2

    def most(self, seat: int) -> int:
        return self.gold[seat] + 2 * (22 - self.discontent[seat])

    def supply(self, nation: str) -> int:
        used = sum(here[nation] for here in self.discs.values())
        return 22 - used - sum(there.count(nation) for there in self.fields.values())

    def pay(self, seat: int, amount: int, borrowed: int) -> None:
        must(amount <= self.most(seat), "a payment beyond all credit", seat, amount)
        must(borrowed == steps(self.gold[seat], amount), "borrowed too much or too little", seat, amount, borrowed)
        self.gold[seat] += 2 * borrowed - amount
        self.discontent[seat] += borrowed
        must(self.gold[seat] >= 0, "gold below 0")

    def reaches(self, nation: str, region: str) -> bool:
        """AOR-DECL-4 to 6."""
        if self.discs[region][nation]:
            return True
        if region in COLONIES:
            return False
        links = [*BORDERS, *([("mediterranean", "ottoman_empire")] if self.options["sea_links"] else [])]
        beside = [b if a == region else a for a, b in links if region in (a, b)]
        near = any(self.discs[other][nation] for other in beside)
        return near or region in HOMES[nation] or region in ("baltic", "mediterranean")

    def acts(self, player: int, field: bool = False) -> None:
        """The turn of a player, in the order of the alliance fields (AOR-ACT-2)."""
        must(bool(self._order) and not self._combat and self.action > 0, "nobody has a turn now", player)
        turn = self._turn
        if field and self.options["simultaneous_fields"]:
            must(not turn["acted"], "a field after the attacks have begun", player)
            return
        if turn["place"] < 0 or self._order[turn["place"]] != player:
            must(turn["place"] < 0 or turn["done"], "a turn is skipped", player)
            turn.update(place=turn["place"] + 1, attacks=0, done=False)
            must(turn["place"] < len(self._order) and self._order[turn["place"]] == player, "out of turn", player)
        must(not field or not turn["attacks"], "a field after the attack", player)
        turn["acted"] = True

    def attacks(self, player: int) -> None:
        self.acts(player)
        turn, nation = self._turn, self.nation[player]
        turn["attacks"] += 1
        turn["done"] = True
        two = player not in turn["fielded"] and nation in self.fields.get("war_ministry", ())
        must(turn["attacks"] <= (2 if two else 1), "too many attacks", player)
        must(self.supply(nation) > 0, "an attack without a disc", player)

    def _round_done(self) -> bool:
        return bool(self._turn["done"] and self._turn["place"] == len(self._order) - 1 and not self._combat)

    # ---- set-up

    def on_nation_chosen(self, player: int, nation: str) -> None:
        must(player == len(self.nation), "seats choose in order")
        must(nation in NATIONS and not self.led(nation), "a nation taken twice", nation)
        self.nation[player] = nation
        self.held[player] = {card for card in COST_OF if card.startswith(f"{nation}_")}
        must(len(self.held[player]) == 11, "not eleven cards")

    def on_start_player(self, player: int) -> None:
        self.start = player

    def on_first_discs(self, nation: str, discs: dict[str, int], markers: list[str], led: bool) -> None:
        must(len(markers) == 5 and sum(discs.values()) == 5, "not five discs", nation)
        must(led == self.led(nation), "who has a player")
        for marker in markers:
            self.bag.remove(marker)
            self.discs[marker.rsplit("_", 1)[0]][nation] += 1
            self.gone += 1
        for region, number in discs.items():
            must(self.discs[region][nation] == number, "discs elsewhere than drawn", nation)

    def on_markers_placed(self, round: int, markers: list[str]) -> None:
        must(round == self.round + 1 and len(markers) == 10, "not ten markers", round, markers)
        self.round, self.action = round, 0
        for marker in markers:
            self.bag.remove(marker)
            self.markers[marker.rsplit("_", 1)[0]].append(marker)

    # ---- alliances

    def on_alliances_by_lot(self, nations: list[str]) -> None:
        must(self.round == 1 and self.options["random_first_alliances"], "a lot that nobody wanted")
        must(sorted(nations) == sorted(NATIONS), "not all nations")
        must(all(map(self.led, nations[: self.seats])), "players come first")
        self.alliance = {nation: place for place, nation in enumerate(nations, start=1)}

    def on_auction_opened(self, number: int, player: int, nations: list[str]) -> None:
        if number == 1:
            fewest = [seat for seat in range(self.seats) if self.points[seat] == min(self.points)]
            must(player in ([self.start] if self.round == 1 else fewest), "the wrong opener", player)
            must(not self.alliance, "alliances of the last round")
        else:
            must(player == (self._opener + 1) % self.seats, "the wrong opener", player)
        must(number == len(self.alliance) // 2 + 1, "the wrong auction", number)
        must(nations == [one for one in NATIONS if one not in self.alliance], "the wrong nations")
        self._opener = player
        self._auction = {"price": -1, "next": player, "holder": -1, "passes": 0, "out": []}

    def _called(self, player: int) -> dict[str, Any]:
        sale = self._auction
        must(player == sale["next"], "called out of turn", player)
        return sale

    def _next(self, player: int) -> None:
        sale = self._auction
        if self.options["sealed_auction"]:
            sale["next"] = (player + 1) % self.seats
            return
        for n in range(1, self.seats + 1):
            seat = (player + n) % self.seats
            if seat != sale["holder"] and seat not in sale["out"]:
                sale["next"] = seat
                return

    def on_passed(self, player: int) -> None:
        sale = self._called(player)
        must(sale["price"] >= 0 or player != self._opener, "the opener passes")
        sale["passes"] += 1
        if self.options["no_reentry"] and not self.options["sealed_auction"]:
            sale["out"].append(player)
        self._next(player)

    def _bids(self, player: int, gold: int, pair: tuple[str, str]) -> None:
        sale = self._called(player)
        left = 7 - len(self.alliance)
        named = [nation for nation in pair if nation]
        must(len(named) == (1 if left == 1 else 2) and len(set(named)) == len(named), "the wrong proposal", pair)
        must(not any(nation in self.alliance for nation in named), "a nation placed twice", pair)
        must(0 <= gold <= self.most(player), "a bid that cannot be paid", gold)
        if self.options["sealed_auction"]:
            if gold > sale["price"]:
                sale.update(price=gold, holder=player, pair=pair)
        else:
            must(gold > sale["price"], "a bid that does not raise", gold)
            sale.update(price=gold, holder=player, pair=pair, passes=0)
        self._next(player)

    def on_bid(self, player: int, gold: int, top: str, bottom: str) -> None:
        self._bids(player, gold, (top, bottom))

    def on_bid_for_last(self, player: int, gold: int, nation: str, row: str) -> None:
        self._bids(player, gold, (nation, "") if row == "top" else ("", nation))

    def on_auction_won(self, player: int, gold: int, top: str, bottom: str, places: dict[str, int]) -> None:
        sale = self._auction
        must((player, gold, (top, bottom)) == (sale["holder"], sale["price"], sale["pair"]), "another one won", player)
        if self.options["sealed_auction"]:
            must(sale["next"] == self._opener, "not everybody was asked")
        elif self.options["no_reentry"]:
            must(len(sale["out"]) == self.seats - 1, "an auction that is not over")
        else:
            must(sale["passes"] == self.seats - 1, "an auction that is not over")
        left = dict(places)
        for nation, row in ((top, (1, 3, 5, 7)), (bottom, (2, 4, 6, 8))):
            if nation:
                free = min(place for place in row if place not in self.alliance.values())
                must(left.pop(nation, 0) == free, "not the leftmost free field", nation)
                self.alliance[nation] = free
        must(not left, "more places than nations")
        self._due = {player: gold} if gold else {}

    def on_paid(self, player: int, gold: int, borrowed: int) -> None:
        must(self._due.pop(player, -1) == gold, "a payment that is not due", player, gold)
        self.pay(player, gold, borrowed)

    def on_alliances(self, upper: list[str], lower: list[str], players: list[int]) -> None:
        must(len(self.alliance) == 7 and not self._due, "alliances that do not stand yet")
        rows = sorted(self.alliance, key=lambda nation: self.alliance[nation])
        must(
            upper == [n for n in rows if self.alliance[n] % 2] and lower == [n for n in rows if n not in upper], "rows"
        )
        self._order = [self.seat(nation) for nation in rows if self.led(nation)]
        must(players == self._order, "the turn order", players)

    # ---- the end of a round

    def on_income(self, gold: dict[str, int]) -> None:
        must(self.action == (6 if self.seats < 5 else 5) and self._round_done(), "income too early")
        must(set(gold) == set(self.nation.values()), "income of all")
        for nation, amount in gold.items():
            discs = sum(here[nation] for here in self.discs.values())
            if self.options["income_counts_action_discs"]:
                discs += sum(there.count(nation) for there in self.fields.values())
            must(amount == discs, "income", nation, amount, discs)
            self.gold[self.seat(nation)] += amount
        self._scored = {region: self._ranks(region) for region in VALUES}
        self._scored = {region: points for region, points in self._scored.items() if points}
        self._unrest = []

    def _ranks(self, region: str) -> dict[str, int]:
        """AOR-VP-1, AOR-VP-2, AOR-VP-5."""
        found = {}
        here = {nation: number for nation, number in self.discs[region].items() if number}
        for nation, number in here.items():
            rank = len({other for other in here.values() if other > number})
            if rank < len(VALUES[region]) and self.led(nation):
                found[nation] = VALUES[region][rank]
        return found

    def on_scored(self, region: str, points: dict[str, int]) -> None:
        must(self._scored.pop(region, None) == points, "the points of a region", region, points)
        for nation, number in points.items():
            self.points[self.seat(nation)] += number

    def on_unrest(self, player: int, discontent: int, dice: list[int], lost: int, total: int) -> None:
        must(not self._scored and player == len(self._unrest), "unrest before all is scored")
        must(discontent == self.discontent[player], "the discontent", discontent)
        must(sum(dice) >= discontent and sum(dice[:-1]) < max(discontent, 1), "rolls too many or too few", dice)
        must(bool(dice) == bool(discontent), "rolls for nothing", dice)
        must(lost == min(len(dice), self.points[player]), "points lost", lost)
        self.points[player] -= lost
        must(total == self.points[player], "the points left", total)
        self._unrest.append(player)

    def on_round_ended(self, round: int, discontent: dict[str, int]) -> None:
        must(round == self.round < 3 and len(self._unrest) == self.seats, "the end of a round", round)
        self.fields, self.alliance, self._order, self.action = {}, {}, [], 0
        for seat in range(self.seats):
            self.held[seat] |= self.discarded[seat]
            self.discarded[seat] = set()
            self.discontent[seat] -= self.discontent[seat] // 2
        must(discontent == {self.nation[s]: self.discontent[s] for s in range(self.seats)}, "halving", discontent)

    def on_won(self, players: list[int], points: int, shared: bool) -> None:
        must(self.round == 3 and len(self._unrest) == self.seats, "the end of the game")
        ranks = []
        for seat in range(self.seats):
            nation = self.nation[seat]
            discs = sum(here[nation] for here in self.discs.values())
            if self.options["income_counts_action_discs"]:
                discs += sum(there.count(nation) for there in self.fields.values())
            ranks.append((self.points[seat], -self.discontent[seat], discs))
        must(players == [seat for seat in range(self.seats) if ranks[seat] == max(ranks)], "the winner", players)
        must(points == max(self.points) and shared == (len(players) > 1), "the victory")
        self.over = True
