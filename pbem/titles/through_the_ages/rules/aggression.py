"""Defence against an aggression, and what it brings (chapter AGGR)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from ....table import Answer, Ask, Choose, ChooseSome, NotLegal, Refused, Rule
from ..cards import AGES, CARDS, FOR_DISCARD, LANGUAGE, LEVEL, MILITARY
from ..state import Affair, Ages, Civilization
from .asking import lose_population, lose_population_ask, together, urban_buildings
from .changes import change_cards, discard_military, gifts, leader_leaves, lose_culture, lose_science, score
from .civil import back_to_pool
from .goods import FOOD, RESOURCES, lose, stock
from .politics import after_politics
from .ratings import strength
from .war import attack_bonus

DEFEND, SPOILS = LANGUAGE["defend_aggression"], LANGUAGE["aggression_spoils"]
NO_DEFENCE = ("defend no",)
DEFENCE_OF_AGE: dict[str, int] = {
    entry["age"]: entry["defense"] for entry in MILITARY["cards"] if entry["family"] == "bonus"
}


def matter(game: Ages) -> Affair:
    assert game.affair is not None
    return game.affair


def gap(game: Ages) -> int:
    """Strength that the rival lacks."""
    affair = matter(game)
    own = strength(game, affair.by) + attack_bonus(game, affair.by, affair.target)
    return own - strength(game, affair.target)


def worth(card: str) -> int:
    """A bonus card adds its defence, any other card is discarded face down (TTA-AGGR-8, TTA-AGGR-9)."""
    return CARDS[card].defence or FOR_DISCARD


def most_thinkable(civ: Civilization) -> int:
    """The best defence that others must reckon with: as if every card were a bonus card of its age."""
    values = sorted((DEFENCE_OF_AGE.get(CARDS[card].age, FOR_DISCARD) for card in civ.military_hand), reverse=True)
    return sum(values[: civ.military_total])


def defence(game: Ages) -> Rule:
    """TTA-AGGR-7 to TTA-AGGR-13: enough, or nothing."""
    affair = matter(game)
    rival = affair.target
    civ = game.civs[rival]
    lacking = gap(game)
    answer: Answer = NO_DEFENCE
    if most_thinkable(civ) >= lacking:
        answer = yield defence_ask(game, rival, lacking)
    if answer == NO_DEFENCE:
        game.note("undefended", player=rival, aggression=affair.card)
        return "spoils"
    for card in answer[1]:
        civ.military_hand.remove(card)
        discard_military(game, [card])
    bonus = [card for card in answer[1] if CARDS[card].defence]
    added = sum(worth(card) for card in answer[1])
    game.note(
        "defended",
        player=rival,
        aggression=affair.card,
        bonus=bonus,
        number=len(answer[1]) - len(bonus),
        strength=added,
        reveals=True,
    )
    game.note("discarded_cards", seen_by=(rival,), cards=[card for card in answer[1] if not CARDS[card].defence])
    discard_military(game, [affair.card])
    return after_politics(game)


def cards_used(answer: Answer) -> dict[str, int]:
    return {"number": 0 if answer == NO_DEFENCE else len(answer[1])}


def defence_ask(game: Ages, rival: int, lacking: int) -> ChooseSome:
    civ = game.civs[rival]
    hand = sorted(civ.military_hand)
    affair = matter(game)

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        added = sum(worth(card) for card in chosen)
        if chosen and added < lacking:
            return NotLegal("defence_too_weak", {"strength": added, "gap": lacking}, rule="TTA-AGGR-13")
        return None

    def default() -> Answer:
        cards = cheapest(hand, lacking, min(2, civ.military_total))
        return ("defend", cards) if cards else NO_DEFENCE

    def means(answer: Answer) -> Answer:
        """`defend up to 2`: the cheapest sufficient set of at most two cards, else none; `keep 2`: leaves two."""
        if answer[0] not in ("defend up to", "defend keep"):
            return answer
        most = answer[1] if answer[0] == "defend up to" else len(hand) - answer[1]
        cards = cheapest(hand, lacking, min(most, civ.military_total))
        return ("defend", cards) if cards else NO_DEFENCE

    return ChooseSome(
        rival,
        DEFEND,
        "defend",
        hand,
        0,
        civ.military_total,
        empty=NO_DEFENCE,
        fits=fits,
        rule="TTA-AGGR-7",
        private=True,
        secret=game.sealed_name("defence"),
        shown=cards_used,
        default=default,
        means=means,
        values={"other": affair.by, "aggression": affair.card, "gap": lacking},
        context={"from": affair.by, "card": affair.card},
    )


def cheapest(hand: list[str], lacking: int, most: int) -> tuple[str, ...]:
    """The fewest cards that suffice; among equal numbers, those of the lowest level."""
    for size in range(1, min(most, len(hand)) + 1):
        enough = [cards for cards in combinations(hand, size) if sum(map(worth, cards)) >= lacking]
        if enough:
            return min(enough, key=lambda cards: (sum(map(worth, cards)), [LEVEL[card] for card in cards], cards))
    return ()


# ---- what it brings


def spoils(game: Ages) -> Rule:
    """The attacker follows the card (TTA-AGGR-13 to TTA-AGGR-15)."""
    affair = matter(game)
    by, rival, card = affair.by, affair.target, affair.card
    asks = {}
    for step in CARDS[card].steps:
        for seat, ask in questions(game, step):
            asks[seat] = ask
    answers = yield from together(asks)
    for step in CARDS[card].steps:
        yield from carry_out(game, by, rival, step, answers)
    discard_military(game, [card])
    return after_politics(game)


def questions(game: Ages, step: Mapping[str, Any]) -> list[tuple[int, Ask]]:
    affair = matter(game)
    by, rival = affair.by, affair.target
    civ = game.civs[rival]
    ask: Ask | None = None
    if "population" in step.get("rival", {}).get("lose", {}):
        ask = lose_population_ask(game, rival, step["rival"]["lose"]["population"])
        return [(rival, ask)] if ask is not None else []
    if "destroy" in step:
        ask = raid_ask(game, by, civ, [AGES.index(one["urban_building_max_age"]) for one in step["destroy"]])
    elif "remove_one_of" in step:
        removable = [word for word, there in (("leader", civ.leader), ("wonder", civ.unfinished)) if there]
        if removable:
            level = {"leader": LEVEL.get(civ.leader, 0), "wonder": LEVEL.get(civ.unfinished, 0)}
            best = max(removable, key=lambda word: level[word])
            options: list[Answer] = [("infiltrate", word) for word in removable]
            ask = _choose(game, options, ("infiltrate", best))
    elif "take_mix" in step.get("attacker", {}):
        ask = plunder_ask(game, civ, step["attacker"]["take_mix"]["total_up_to"])
    elif "take_colony" in step.get("attacker", {}) and civ.colonies:
        best = max(civ.colonies, key=lambda colony: (LEVEL[colony], colony))
        ask = _choose(game, [("annex", colony) for colony in civ.colonies], ("annex", best))
    return [(by, ask)] if ask is not None else []


def _choose(game: Ages, options: list[Answer], best: Answer) -> Choose:
    affair = matter(game)
    return Choose(
        affair.by,
        SPOILS,
        options,
        rule="TTA-AGGR-13",
        default=lambda: best,
        values={"other": affair.target, "aggression": affair.card},
    )


def plunder_ask(game: Ages, civ: Civilization, total: int) -> Choose | None:
    food, resources = stock(civ, FOOD), stock(civ, RESOURCES)
    if not food and not resources:
        return None
    options: list[Answer] = [
        ("plunder food", f, r) for f in range(min(food, total) + 1) for r in range(min(resources, total - f) + 1)
    ]
    most = min(resources, total)
    return _choose(game, options, ("plunder food", min(food, total - most), most))


def raid_ask(game: Ages, by: int, civ: Civilization, levels: list[int]) -> ChooseSome | None:
    """As many urban buildings as the card says, if the rival has them."""
    items = [card for card in urban_buildings(civ, max(levels)) for _ in range(min(civ.workers[card], len(levels)))]
    if not items:
        return None
    number = max(size for size in range(1, len(levels) + 1) if any(suits(c, levels) for c in combinations(items, size)))

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        return None if suits(chosen, levels) else NotLegal("raid_beyond_age", {}, rule="TTA-AGGR-13")

    def default() -> Answer:
        able = [cards for cards in combinations(items, number) if suits(cards, levels)]
        return ("raze", max(able, key=lambda cards: (sum(CARDS[card].cost for card in cards), cards)))

    affair = matter(game)
    return ChooseSome(
        by,
        SPOILS,
        "raze",
        items,
        number,
        number,
        fits=fits,
        rule="TTA-AGGR-13",
        default=default,
        values={"other": affair.target, "aggression": affair.card},
    )


def suits(cards: tuple[str, ...], levels: list[int]) -> bool:
    """Whether each card fits one of the printed ages."""
    high = sorted((LEVEL[card] for card in cards), reverse=True)
    return all(level <= most for level, most in zip(high, sorted(levels, reverse=True), strict=False))


def carry_out(game: Ages, by: int, rival: int, step: Mapping[str, Any], answers: Mapping[int, Answer]) -> Rule:
    civ, own = game.civs[rival], game.civs[by]
    answer = answers.get(by)
    gains = step.get("attacker", {})
    if "lose" in step.get("rival", {}):
        lose_population(game, rival, step["rival"]["lose"]["population"], answers.get(rival))
    if "gain" in gains:
        gifts(game, by, gains["gain"])
    if "take_mix" in gains and answer is not None:
        food, resources = lose(civ, FOOD, answer[1]), lose(civ, RESOURCES, answer[2])
        game.note("plundered", player=by, other=rival, food=food, resources=resources)
        gifts(game, by, {FOOD: food, RESOURCES: resources})  # TTA-FOOD-12
    if "destroy" in step and answer is not None:
        for card in answer[1]:
            back_to_pool(civ, card)
            game.note("razed", player=rival, tech=card)
        worth_of_all = sum(CARDS[card].cost for card in answer[1])
        gifts(game, by, {RESOURCES: -(-worth_of_all // 2)})  # TTA-AGGR-14
    if "remove_one_of" in step and answer is not None:
        yield from infiltrate(game, by, rival, answer[1])
    if "take_colony" in gains and answer is not None:
        colony = answer[1]
        civ.colonies.remove(colony)
        own.colonies.append(colony)
        game.note("annexed", player=by, other=rival, colony=colony)
        yield from change_cards(game, rival, removed=(colony,))
        yield from change_cards(game, by, added=(colony,))
    for what, amount in gains.get("take", {}).items():
        if what == "science":
            taken = lose_science(game, rival, amount)
            own.science += taken
            game.note("science_taken", player=by, other=rival, science=taken)
        else:
            taken = lose_culture(game, rival, amount)
            score(game, by, taken)
            game.note("culture_taken", player=by, other=rival, culture=taken)


def infiltrate(game: Ages, by: int, rival: int, what: str) -> Rule:
    """The rival's leader or unfinished wonder goes; culture by its level."""
    civ = game.civs[rival]
    steps = CARDS[matter(game).card].steps
    each = next(step["attacker"]["gain_per"] for step in steps if "gain_per" in step.get("attacker", {}))
    if what == "leader":
        card = leader_leaves(game, rival)
        game.note("leader_removed", player=rival, leader=card)
        yield from change_cards(game, rival, removed=(card,))
    else:
        card = civ.unfinished
        game.note("wonder_removed", player=rival, wonder=card, blue=civ.stages)
        civ.blue += civ.stages
        civ.unfinished, civ.stages = "", 0
    culture = LEVEL[card] * each["level_of_removed_card"]["culture"]
    gifts(game, by, {"culture": culture})


def stakes(card: str) -> str:
    """What an aggression takes, in a word that standing orders can test."""
    return STAKES[card.rsplit("_", 1)[0]]


STAKES = {
    "enslave": "population",
    "plunder": "goods",
    "raid": "building",
    "annex": "colony",
    "infiltrate": "leader",
    "spy": "science",
    "armed_intervention": "culture",
}
