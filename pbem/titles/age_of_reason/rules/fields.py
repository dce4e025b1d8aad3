"""Action rounds and their fields (chapters 4.3, 4.3.1 and 6.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....table import Answer, Ask, Choose, NotLegal, Rule, Together
from ..cards import CARDS, FIELDS, LANGUAGE, OPEN, PLACE, action_rounds
from ..state import Reason
from .money import calm, charge, earn

OCCUPY, TRADE, RECOVER = LANGUAGE["occupy_field"], LANGUAGE["choose_trade_region"], LANGUAGE["recover_card"]
NO_FIELD: Answer = ("field none",)
OCCUPY.reads("pass", lambda ask, said: NO_FIELD)
NO_CARD: Answer = ("recover none",)
_ANSWERS = {name: ("field", name) for name in FIELDS}
BANKING, REFORM = "banking", "government_reform"


def actions(game: Reason) -> Rule:
    """The alliance fields give the turn order; nations without a player are skipped (AOR-ACT-2)."""
    placed = sorted(game.alliance, key=game.alliance.__getitem__)
    game.order = [game.led[nation] for nation in placed if nation in game.led]
    game.action = 0
    upper, lower = ([nation for nation in placed if game.alliance[nation] % 2 == row] for row in (1, 0))
    game.note("alliances", upper=upper, lower=lower, players=game.order)
    yield from ()
    return "action"


def action(game: Reason) -> Rule:
    """The action round marker advances (AOR-ACT-1, AOR-ACT-6)."""
    yield from ()
    if game.action == action_rounds(game.seats):
        return "income"
    game.action += 1
    game.turn, game.fielded = 0, []
    game.note("action_round", round=game.round, action=game.action)
    return "fields" if game.options["simultaneous_fields"] else "field"


def next_turn(game: Reason) -> str:
    """The phase after a turn."""
    game.turn += 1
    game.attacks = 0
    if game.turn == len(game.order):
        return "action"
    return "attack" if game.options["simultaneous_fields"] else "field"


def fields(game: Reason) -> Rule:
    """All name a field at once (AOR-R-3)."""
    asks = {seat: field_ask(game, seat) for seat in game.order}
    settled = without_choice(asks)
    answers = yield Together({seat: ask for seat, ask in asks.items() if seat not in settled})
    game.wishes = {seat: "" if answer == NO_FIELD else answer[1] for seat, answer in {**settled, **answers}.items()}
    game.note("fields_named", fields={game.players[seat].nation: name for seat, name in game.wishes.items() if name})
    return "field"


def without_choice(asks: Mapping[int, Ask]) -> dict[int, Answer]:
    """Of players asked at once, those who have just one answer, as everybody can see: nobody waits for them."""
    only = {seat: None if ask.private else ask.only() for seat, ask in asks.items()}
    return {seat: answer for seat, answer in only.items() if answer is not None}


def field(game: Reason) -> Rule:
    """AOR-FIELD-1, AOR-ACT-4; whoever wanted a field that is gone chooses again."""
    seat = game.active
    wish = game.wishes.get(seat)
    if wish is not None and (not wish or not_open(game, seat, wish) is None):
        answer = _ANSWERS[wish] if wish else NO_FIELD
    else:
        answer = yield field_ask(game, seat)
    game.wishes.pop(seat, None)
    if answer == NO_FIELD:
        return after_field(game)
    name = answer[1]
    game.fields.setdefault(name, []).append(game.players[seat].nation)
    game.fielded.append(seat)
    game.note("field_taken", player=seat, field=name)
    charge(game, seat, FIELDS[name].cost)  # AOR-FIELD-2
    if FIELDS[name].effect["type"] not in AT_ONCE:  # the others last, and need nothing here (AOR-FIELD-3, AOR-FIELD-4)
        return after_field(game)
    game.settling = name
    return "settle"


def after_field(game: Reason) -> str:
    if game.options["simultaneous_fields"]:
        game.turn += 1
        if game.turn < len(game.order):
            return "field"
        game.turn = 0
    return "attack"


def not_open(game: Reason, seat: int, name: str) -> NotLegal | None:
    """Why a field cannot be occupied; None if it can."""
    there = len(game.fields.get(name, ()))
    if there >= OPEN[game.seats][name]:
        if there < FIELDS[name].number:
            return NotLegal("field_closed", {"field": name}, rule="AOR-FIELD-8")
        return NotLegal("field_full", {"field": name}, rule="AOR-FIELD-1")
    one = game.players[seat]
    if not game.free_discs(one.nation):
        return NotLegal("no_disc_left", {}, rule="AOR-DISC-4")
    if FIELDS[name].cost > one.most():
        return NotLegal("cannot_pay", {"gold": FIELDS[name].cost, "most": one.most()}, rule="AOR-GOLD-8")
    return None


def field_ask(game: Reason, seat: int) -> Choose:
    one = game.players[seat]
    options: list[Answer] = []
    if game.free_discs(one.nation):
        most, taken = one.most(), game.fields
        options = [
            _ANSWERS[name]
            for name, places in OPEN[game.seats].items()
            if places > len(taken.get(name, ())) and FIELDS[name].cost <= most
        ]
    options.append(NO_FIELD)
    return Choose(
        seat,
        OCCUPY,
        options,
        why=lambda answer: not_open(game, seat, answer[1]) if len(answer) > 1 else None,
        about=lambda answer: brings(game, seat, answer),
        default=lambda: quiet_field(game, seat, options),
        values={"action": game.action, "of": action_rounds(game.seats)},
    )


def quiet_field(game: Reason, seat: int, options: list[Answer]) -> Answer:
    """What harms nobody and would otherwise be lost: gold, less discontent if there is any, gold by trade."""
    if _ANSWERS[BANKING] in options:
        return _ANSWERS[BANKING]
    if game.players[seat].discontent >= FIELDS[REFORM].effect["amount"] and _ANSWERS[REFORM] in options:
        return _ANSWERS[REFORM]
    return max(reversed(options), key=lambda answer: brings(game, seat, answer).get("gold", 0))


def brings(game: Reason, seat: int, answer: Answer) -> dict[str, int]:
    """What a field costs, and the gold that it brings at once."""
    if answer == NO_FIELD:
        return {}
    one = FIELDS[answer[1]]
    found = {"cost": one.cost} if one.cost else {}
    if one.effect["type"] == "gain_gold":
        found["gold"] = one.effect["amount"]
    elif one.effect["type"] == "gold_per_disc":
        discs = [game.discs[region].get(game.players[seat].nation, 0) for region in one.effect["regions"]]
        found["gold"] = one.effect["amount"] * (max(discs) if chooses_region(game, one.effect) else sum(discs))
    return found


# ---- what a field brings at once


def settle(game: Reason) -> Rule:
    """AOR-FIELD-5 and chapter 6.0."""
    effect = FIELDS[game.settling].effect
    yield from AT_ONCE[effect["type"]](game, game.active, effect)
    game.settling = ""
    return after_field(game)


def bank(game: Reason, seat: int, effect: Any) -> Rule:
    """AOR-PROG-2."""
    earn(game, seat, effect["amount"])
    game.note("banked", player=seat, gold=effect["amount"])
    yield from ()


def chooses_region(game: Reason, effect: Any) -> bool:
    """AOR-TRADE-8."""
    return bool(effect["one_region"]) and game.options["trade_two_regions"] == "one"


def trade(game: Reason, seat: int, effect: Any) -> Rule:
    """2 gold for each own disc in the region (AOR-FIELD-5)."""
    nation, regions = game.players[seat].nation, effect["regions"]
    if chooses_region(game, effect):
        _, region = yield trade_ask(game, seat, regions)
        regions = [region]
    discs = sum(game.discs[region].get(nation, 0) for region in regions)
    earn(game, seat, effect["amount"] * discs)
    game.note(
        "traded", player=seat, field=game.settling, regions=list(regions), discs=discs, gold=effect["amount"] * discs
    )


def trade_ask(game: Reason, seat: int, regions: list[str]) -> Choose:
    nation = game.players[seat].nation

    def default() -> Answer:
        return ("trade", max(regions, key=lambda region: game.discs[region].get(nation, 0)))

    def why(answer: Answer) -> NotLegal:
        return NotLegal("not_traded_there", {"region": answer[1], "regions": regions}, rule="AOR-TRADE-8")

    return Choose(
        seat,
        TRADE,
        [("trade", region) for region in regions],
        why=why,
        default=default,
        about=lambda answer: {"discs": game.discs[answer[1]].get(nation, 0)},
        values={"field": game.settling},
    )


def recover(game: Reason, seat: int, effect: Any) -> Rule:
    """Militia and forced recruitment; nobody else learns which card it is (AOR-PROG-13)."""
    one = game.players[seat]
    if not one.discards:
        return
    answer = yield recover_ask(game, seat, effect["cards"] == "soldiers_only")
    if answer == NO_CARD:
        game.note("nothing_recovered", player=seat, reveals=True)
        return
    one.discards.remove(answer[1])
    one.hand.append(answer[1])
    one.hand.sort(key=PLACE.__getitem__)
    game.note("recovered", player=seat, reveals=True)
    game.note("recovered_card", seen_by=(seat,), player=seat, card=answer[1])


def recover_ask(game: Reason, seat: int, soldiers_only: bool) -> Choose:
    discards = game.players[seat].discards
    fitting = [card for card in discards if CARDS[card].militia or not soldiers_only]
    options: list[Answer] = [("recover", card) for card in fitting] or [NO_CARD]

    def why(answer: Answer) -> NotLegal:
        if answer == NO_CARD:
            return NotLegal("must_recover", {"cards": fitting}, rule="AOR-PROG-13")
        if answer[1] in discards:
            return NotLegal("no_militia", {"card": answer[1]}, rule="AOR-PROG-5")
        return NotLegal("not_discarded", {"card": answer[1]}, rule="AOR-PROG-8")

    return Choose(
        seat,
        RECOVER,
        options,
        private=True,
        secret=f"recovered {game.round}.{game.action}.{seat}",
        shown=lambda answer: answer != NO_CARD,
        why=why,
        default=lambda: min(options, key=_by_worth),
        values={"field": game.settling},
    )


def _by_worth(answer: Answer) -> tuple[int, ...]:
    """The strongest first; among equals, the cheaper (the default of `recover`)."""
    if answer == NO_CARD:
        return ()
    card = CARDS[answer[1]]
    return (-card.soldiers - card.ships, card.cost, PLACE[card.id])


def reform(game: Reason, seat: int, effect: Any) -> Rule:
    """AOR-PROG-6."""
    points = calm(game, seat, effect["amount"])
    game.note("reformed", player=seat, points=points, discontent=game.players[seat].discontent)
    yield from ()


AT_ONCE: dict[str, Callable[[Reason, int, Any], Rule]] = {
    "gain_gold": bank,
    "gold_per_disc": trade,
    "recover_card": recover,
    "reduce_discontent": reform,
}
