"""Resolving a war at the start of the declarer's turn (chapter WARRES)."""

from __future__ import annotations

from collections.abc import Sequence

from ....table import ChooseSome, NotLegal, Refused, Rule
from ..cards import CARDS, LANGUAGE
from ..state import Ages
from .changes import change_cards, discard_military, lose_culture, lose_science, lose_yellow, score
from .ratings import pacts_of, strength

SPOILS = LANGUAGE["war_spoils"]
SCIENCE_ONLY = ("spoils science",)


def war(game: Ages) -> Rule:
    """TTA-WARRES-1 to TTA-WARRES-13."""
    seat = game.active
    declared = next((one for one in game.wars if one.attacker == seat), None)
    if declared is None:
        return "publish_tactic"
    rival = declared.defender
    own = strength(game, seat) + attack_bonus(game, seat, rival)
    other = strength(game, rival)
    winner, loser = (seat, rival) if own > other else (rival, seat)
    lead = abs(own - other)
    stolen: tuple[str, ...] = ()
    choice = stealable(game, winner, loser, lead) if lead and declared.card == "war_over_technology_ii" else []
    if choice:
        answer = yield spoils_ask(game, winner, loser, choice, lead)
        stolen = () if answer == SCIENCE_ONLY else answer[1]
    game.wars.remove(declared)
    game.note("war_fought", war=declared.card, player=seat, other=rival, own=own, theirs=other)
    if lead:
        yield from spoils(game, declared.card, winner, loser, lead, stolen)
    else:
        game.note("war_even", war=declared.card)
    discard_military(game, [declared.card])  # TTA-WARRES-9
    return "publish_tactic"


def attack_bonus(game: Ages, seat: int, rival: int) -> int:
    """What pacts add to an attack on this player (Open Borders Agreement)."""
    between = [pact for pact in pacts_of(game, seat) if pact.partner(seat) == rival]
    return sum(CARDS[pact.card].sides[pact.side(seat)].get("attack_on_partner_strength", 0) for pact in between)


def spoils(game: Ages, card: str, winner: int, loser: int, lead: int, stolen: Sequence[str]) -> Rule:
    for step in CARDS[card].steps:
        prize = step["winner"]
        if "take_culture" in prize:
            taken = lose_culture(game, loser, prize["take_culture"]["base"] + lead)
            score(game, winner, taken)
            game.note("war_culture", player=winner, other=loser, culture=taken)
        elif "take_yellow_tokens" in prize:
            each = prize["take_yellow_tokens"]
            taken = lose_yellow(game.civs[loser], each["base"] + lead // each["plus_one_per_full"])
            game.civs[winner].yellow += taken  # TTA-TOKEN-8
            game.note("war_territory", player=winner, other=loser, number=taken)
        else:
            for tech in stolen:
                yield from steal(game, winner, loser, tech)
            rest = lead - sum(CARDS[tech].to_develop for tech in stolen)
            taken = lose_science(game, loser, rest)
            game.civs[winner].science += taken
            game.note("war_science", player=winner, other=loser, science=taken)


def stealable(game: Ages, winner: int, loser: int, lead: int) -> list[str]:
    """Special technologies that the winner has neither in play nor in hand (TTA-WARRES-6)."""
    own = (*game.civs[winner].specials, *game.civil_hand(winner))
    return [tech for tech in game.civs[loser].specials if tech not in own and CARDS[tech].to_develop <= lead]


def spoils_ask(game: Ages, winner: int, loser: int, choice: list[str], lead: int) -> ChooseSome:
    def fits(chosen: tuple[str, ...]) -> Refused | None:
        worth = sum(CARDS[tech].to_develop for tech in chosen)
        if worth > lead:
            return NotLegal("beyond_the_lead", {"worth": worth, "lead": lead}, rule="TTA-WARRES-12")
        return None

    return ChooseSome(
        winner,
        SPOILS,
        "spoils",
        choice,
        0,
        len(choice),
        empty=SCIENCE_ONLY,
        fits=fits,
        rule="TTA-WARRES-4",
        private=not game.options["civil_hands_public"],
        default=lambda: SCIENCE_ONLY,
        values={"other": loser, "lead": lead},
    )


def steal(game: Ages, winner: int, loser: int, tech: str) -> Rule:
    """TTA-WARRES-5, TTA-WARRES-7."""
    game.civs[loser].specials.remove(tech)
    game.note("tech_stolen", player=winner, other=loser, tech=tech)
    yield from change_cards(game, loser, removed=(tech,))
    yield from add_special(game, winner, tech)


def add_special(game: Ages, seat: int, tech: str) -> Rule:
    """Of two special technologies of a kind only the higher stays (TTA-TECH-4, TTA-TECH-5, TTA-TECHC-8)."""
    civ = game.civs[seat]
    same = next((one for one in civ.specials if CARDS[one].kind == CARDS[tech].kind), None)
    if same is not None and CARDS[same].level > CARDS[tech].level:
        game.note("special_dropped", player=seat, tech=tech, other=same)
        return
    removed: tuple[str, ...] = ()
    if same is not None:
        civ.specials.remove(same)
        removed = (same,)
        game.note("special_replaced", player=seat, tech=same, other=tech)
    civ.specials.append(tech)
    yield from change_cards(game, seat, (tech,), removed)
