"""Events by their text (chapter EVRES): each step of a card has a selector `who` and something that happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from ....table import Answer, Ask, Choose, Rule
from ..cards import CARDS, FAMILY, LANGUAGE, LEVEL, UNITS
from ..state import Ages
from .agreement import agreement_ask, agreement_taken
from .asking import (
    gain_ask,
    lose_population,
    lose_population_ask,
    loss_ask,
    together,
    urban_buildings,
)
from .changes import (
    change_cards,
    discard_military,
    draw_military,
    gifts,
    leader_leaves,
    lose_blue,
    lose_culture,
    lose_yellow,
    losses,
)
from .civil import back_to_pool
from .goods import FOOD, RESOURCES, lose, produce, stock
from .offers import civilization_ask, free_build, offer_taken
from .piles import new_current_pile
from .politics import after_politics
from .ratings import culture, discontent, happiness, number_of, science, strength, urban_limit
from .scoring import ranked_scores, scores
from .turn import discard, discard_ask, full_production

DESTROY_OWN, RUIN, COLONY = LANGUAGE["destroy_own"], LANGUAGE["ruin_wonder"], LANGUAGE["lose_colony"]
OFFER, TERROR = LANGUAGE["event_offer"], LANGUAGE["terror_targets"]
Step = Mapping[str, Any]
PASS = ("pass",)


def event(game: Ages) -> Rule:
    """All who decide are asked first, at once; then the card is carried out in order (TTA-EVRES-2, TTA-EVRES-12)."""
    affair = game.affair
    assert affair is not None
    card, by = affair.card, affair.by
    concerned = [(step, selected(game, by, step)) for step in CARDS[card].steps]
    asks = {}
    for step, seats in concerned:
        for seat in seats:
            ask = question(game, seat, step)
            if ask is not None:
                asks[seat] = ask
    answers = yield from together({seat: asks[seat] for seat in game.clockwise(by) if seat in asks})
    for step, seats in concerned:
        yield from carry_out(game, by, step, seats, answers)
    yield from event_over(game, card)
    return after_politics(game)


def event_over(game: Ages, card: str) -> Rule:
    """TTA-EVRES-9, TTA-EVPREP-4, TTA-EVPREP-6."""
    game.past.append(card)
    yield from new_current_pile(game)


# ---- who


def ranked(game: Ages, by: int, value: Callable[[int], int]) -> list[int]:
    """Players from the highest value down; among equals the active player first, then clockwise (TTA-EVRES-3)."""
    return sorted(game.clockwise(by), key=lambda seat: -value(seat))


def selected(game: Ages, by: int, step: Step) -> list[int]:
    """The players a step applies to, clockwise from the one who revealed it."""
    order = game.clockwise(by)
    who = step["who"]
    if who == "all":
        return order
    if who == "all_with_unused_worker":
        return [seat for seat in order if game.civs[seat].unused]
    if who == "all_with_most_happiness":  # TTA-EVRES-6
        faces = {seat: happiness(game.civs[seat]) for seat in order}
        return [seat for seat in order if faces[seat] == max(faces.values())]
    if who == "all_with_most_discontent_workers":
        sad = {seat: discontent(game.civs[seat]) for seat in order}
        return [seat for seat in order if sad[seat] and sad[seat] == max(sad.values())]
    if "culture" in who:
        by_culture = ranked(game, by, lambda seat: game.civs[seat].culture)
        chosen = [by_culture[0 if who == "most_culture_points" else -1]]
    else:
        by_strength = ranked(game, by, lambda seat: strength(game, seat))
        number = 2 if who.startswith("two_") and len(order) > 2 else 1  # TTA-EVRES-7
        chosen = by_strength[:number] if who.endswith("strongest") else by_strength[-number:]
    if step.get("condition") == "among_two_weakest":
        weakest = selected(game, by, {"who": "two_weakest"})
        chosen = [seat for seat in chosen if seat in weakest]
    return [seat for seat in order if seat in chosen]


# ---- what is asked


def question(game: Ages, seat: int, step: Step) -> Ask | None:
    civ = game.civs[seat]
    if "lose" in step and "population" in step["lose"]:
        return lose_population_ask(game, seat, step["lose"]["population"])
    if "lose_equal" in step:
        return lose_population_ask(game, seat, -(-discontent(civ) // 2))
    if "gain_one_of" in step:
        return gain_ask(seat, next(iter(step["gain_one_of"][0].values())), whole=True)
    if "gain_mix" in step:
        return gain_ask(seat, step["gain_mix"]["total"], whole=False)
    if "lose_mix" in step:
        return loss_ask(civ, seat, step["lose_mix"]["total"]) if civ.tokens else None
    if "may_build_free" in step:
        return free_build_ask(game, seat, step["may_build_free"])
    if "may_one_of" in step:
        return civilization_ask(game, seat)
    if "may" in step:
        return agreement_ask(game, seat, step["worth_civil_actions"])
    if "flip_one_completed_wonder_of_age" in step:
        return ruin_ask(game, seat, step)
    if "destroy_own_one_of" in step:
        return destroy_own_ask(game, seat)
    if "destroys" in step:
        return terror_ask(game, seat)
    if "lose" in step and "colonies" in step["lose"]:
        return colony_ask(game, seat)
    if "discard_military_cards" in step and game.age != "IV":
        number = step["discard_military_cards"]
        if len(civ.military_hand) > number:
            return discard_ask(game, seat, number, window="event", rule="TTA-EVRES-3")
    return None


def free_build_ask(game: Ages, seat: int, tech: str) -> Ask | None:
    civ = game.civs[seat]
    family = FAMILY[tech]
    if not civ.unused or (family not in UNITS and number_of(civ, family) >= urban_limit(civ)):
        return None
    options = [("build", tech), PASS]
    return Choose(seat, OFFER, options, rule="TTA-EVRES-8", default=lambda: options[0], values={"tech": tech})


def ruin_ask(game: Ages, seat: int, step: Step) -> Ask | None:
    """TTA-APP-21: one of the player's completed wonders of these ages, except ruins."""
    civ = game.civs[seat]
    ages = step["flip_one_completed_wonder_of_age"]
    old = [wonder for wonder in civ.wonders if wonder not in civ.ruins and CARDS[wonder].age in ages]
    if not old:
        return None

    def gives(wonder: str) -> int:
        card = CARDS[wonder]
        return card.culture + 3 * (card.civil + card.military) + 2 * (card.science + card.happiness) + card.strength

    return Choose(
        seat,
        RUIN,
        [("ruin", wonder) for wonder in old],
        rule="TTA-APP-21",
        default=lambda: ("ruin", min(old, key=lambda wonder: (gives(wonder), wonder))),
    )


def destroy_own_ask(game: Ages, seat: int) -> Ask | None:
    civ = game.civs[seat]
    own = [card for card, number in civ.workers.items() if number and FAMILY[card] not in UNITS]
    if not own:
        return None

    def missed(card: str) -> tuple[int, int, str]:
        second = FAMILY[card] in ("farm", "mine") and civ.workers[card] > 1
        return (0 if second else 2 if CARDS[card].happiness else 1), LEVEL[card], card

    return Choose(
        seat,
        DESTROY_OWN,
        [("destroy", card) for card in own],
        rule="TTA-EVRES-1",
        default=lambda: ("destroy", min(own, key=missed)),
    )


def terror_ask(game: Ages, seat: int) -> Ask | None:
    """One urban building of each other player who has one."""
    targets = {rival: urban_buildings(game.civs[rival]) for rival in game.rivals(seat)}
    targets = {rival: cards for rival, cards in targets.items() if cards}
    if not targets:
        return None
    options = [("terror", tuple(zip(targets, chosen, strict=True))) for chosen in product(*targets.values())]

    def worst(rival: int) -> str:
        return max(targets[rival], key=lambda card: (LEVEL[card], FAMILY[card] in ("lab", "library"), card))

    return Choose(
        seat,
        TERROR,
        options,
        rule="TTA-EVRES-4",
        default=lambda: ("terror", tuple((rival, worst(rival)) for rival in targets)),
    )


_COLONY_WORTH = ("strategic", "historic", "developed", "vast", "wealthy", "inhabited")


def colony_ask(game: Ages, seat: int) -> Ask | None:
    colonies = game.civs[seat].colonies
    if not colonies:
        return None

    def worth(colony: str) -> tuple[int, int]:
        return LEVEL[colony], _COLONY_WORTH.index(colony.split("_")[0])

    return Choose(
        seat,
        COLONY,
        [("lose colony", colony) for colony in colonies],
        rule="TTA-MILC-2",
        default=lambda: ("lose colony", min(colonies, key=worth)),
    )


# ---- what happens


def carry_out(game: Ages, by: int, step: Step, seats: list[int], answers: Mapping[int, Answer]) -> Rule:
    if "score_by_rank" in step:
        ranked_scores(game, by, step)
        return
    if "take_from" in step:
        taker, giver = seats[0], selected(game, by, {"who": step["take_from"]})[0]
        if taker != giver:
            taken = lose_yellow(game.civs[giver], step["take"]["yellow_tokens"])
            game.civs[taker].yellow += taken
            game.note("yellow_taken", player=taker, other=giver, number=taken)
        return
    if "draw_military_cards" in step:  # nobody decides anything: from the start player on
        seats = [seat for seat in game.clockwise(game.start) if seat in seats]
    for seat in seats:
        yield from for_player(game, seat, step, answers.get(seat))


def for_player(game: Ages, seat: int, step: Step, answer: Answer | None) -> Rule:
    if game.age == "IV" and "in_age_iv_instead" in step:
        step = step["in_age_iv_instead"]
    gains(game, seat, step, answer)
    yield from step_losses(game, seat, step, answer)
    work(game, seat, step)
    yield from step_cards(game, seat, step, answer)
    destruction(game, seat, step, answer)
    scores(game, seat, step)


def gains(game: Ages, seat: int, step: Step, answer: Answer | None) -> None:
    civ = game.civs[seat]
    if "gain" in step:
        gifts(game, seat, step["gain"])
    if "gain_equal" in step:
        ratings = {"culture_rating": culture, "science_rating": science}
        gifts(game, seat, {what: ratings[of](game, seat) for what, of in step["gain_equal"].items()})
    if "gain_per" in step:
        gifts(game, seat, {FOOD: min(step["max"], happiness(civ))})
    if "gain_one_of" in step or "gain_mix" in step:
        assert answer is not None
        gifts(game, seat, {FOOD: answer[1], RESOURCES: answer[2]})


def step_losses(game: Ages, seat: int, step: Step, answer: Answer | None) -> Rule:
    civ = game.civs[seat]
    if "lose_mix" in step and answer is not None:
        losses(game, seat, {FOOD: lose(civ, FOOD, answer[1]), RESOURCES: lose(civ, RESOURCES, answer[2])})
    if "lose" in step:
        yield from event_losses(game, seat, step["lose"], answer)
    if "lose_equal" in step and discontent(civ):
        lose_population(game, seat, -(-discontent(civ) // 2), answer)
    if "lose_all" in step:
        losses(game, seat, {FOOD: lose(civ, FOOD, stock(civ, FOOD))})
    if "lose_per" in step and discontent(civ) and "score_per" not in step:
        each = step["lose_per"]["discontent_worker"]["culture"]
        losses(game, seat, {"culture": lose_culture(game, seat, discontent(civ) * each)})


def work(game: Ages, seat: int, step: Step) -> None:
    """Production out of turn, and actions spent without effect."""
    civ = game.civs[seat]
    if "produce" in step:
        made = {good: produce(game, seat, good) for good in step["produce"]}
        game.note("event_production", player=seat, got=made)
    if "production_steps" in step:
        full_production(game, seat)
    if "spend_without_effect" in step:
        spent = min(civ.civil, discontent(civ) * step["spend_without_effect"]["civil_actions_per_discontent_worker"])
        civ.civil -= spent
        game.note("actions_lost", player=seat, actions=spent)


def step_cards(game: Ages, seat: int, step: Step, answer: Answer | None) -> Rule:
    """Cards that come, go or are turned over."""
    civ = game.civs[seat]
    if "remove_leader_unless_age" in step and civ.leader and CARDS[civ.leader].age != game.age:
        leader = leader_leaves(game, seat)
        game.note("leader_removed", player=seat, leader=leader)
        yield from change_cards(game, seat, removed=(leader,))
    if "draw_military_cards" in step:
        yield from draw_military(game, seat, step["draw_military_cards"])
    if "discard_military_cards" in step:
        cards = answer[1] if answer is not None else tuple(sorted(civ.military_hand))
        if cards:
            discard(game, seat, cards)
    if "may_build_free" in step and answer is not None:
        free_build(game, seat, answer)
    if "may_one_of" in step and answer is not None:
        yield from offer_taken(game, seat, answer)
    if "may" in step and answer is not None:
        yield from agreement_taken(game, seat, answer)
    if "flip_one_completed_wonder_of_age" in step and answer is not None:
        civ.ruins.append(answer[1])
        game.note("wonder_ruined", player=seat, wonder=answer[1])
        yield from change_cards(game, seat, removed=(answer[1],))


def destruction(game: Ages, seat: int, step: Step, answer: Answer | None) -> None:
    if "destroy_own_one_of" in step and answer is not None:
        back_to_pool(game.civs[seat], answer[1])
        game.note("event_destroys", player=seat, tech=answer[1])
    if "destroys" in step and answer is not None:
        for rival, card in answer[1]:
            back_to_pool(game.civs[rival], card)
            game.note("event_destroys", player=rival, tech=card)


def event_losses(game: Ages, seat: int, due: Mapping[str, int], answer: Answer | None) -> Rule:
    civ = game.civs[seat]
    if "culture" in due:
        losses(game, seat, {"culture": lose_culture(game, seat, due["culture"])})
    if "population" in due:
        lose_population(game, seat, due["population"], answer)
    if "blue_tokens" in due:
        yield from lose_blue(game, seat, due["blue_tokens"])
    if "colonies" in due and answer is not None:
        civ.colonies.remove(answer[1])
        discard_military(game, [answer[1]])
        game.note("colony_lost", player=seat, colony=answer[1])
        yield from change_cards(game, seat, removed=(answer[1],))
