"""Leaders, technologies and revolutions (chapters LEAD, TECH, REV)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Rule
from ..cards import CARDS, FAMILY
from ..state import Ages, Civilization
from .changes import arm, change_cards, civil_available, leader_leaves, military_available, score, spend_civil
from .goods import RESOURCES, gain
from .paying import develop_cost, partner_cannot_pay, pay_science, science_for
from .row import is_technology
from .war import add_special

# ---- leaders


def no_lead(game: Ages, seat: int, leader: str, under: str | None) -> str:
    civ = game.civs[seat]
    if leader not in game.civil_hand(seat):
        return "card_not_in_hand"
    if not civil_available(game, seat):
        return "too_few_civil_actions"
    if under is not None:  # TTA-APP-25
        if civ.leader != "homer":
            return "homer_does_not_lead"
        if under not in civ.wonders:
            return "wonder_not_completed"
    return ""


def leads(game: Ages, seat: int) -> Iterator[Answer]:
    if not civil_available(game, seat):
        return
    civ = game.civs[seat]
    for card in dict.fromkeys(game.civil_hand(seat)):
        if FAMILY[card] == "leader":
            yield ("lead", card, None)
            if civ.leader == "homer":
                yield from (("lead", card, wonder) for wonder in civ.wonders)


def lead(game: Ages, seat: int, leader: str, under: str | None) -> Rule:
    """TTA-LEAD-1 to TTA-LEAD-4, TTA-APP-1."""
    civ = game.civs[seat]
    spend_civil(game, seat, 1)
    game.civil_hand(seat).remove(leader)
    old = leader_leaves(game, seat) if civ.leader else ""
    civ.leader = leader
    game.note("leader_played", player=seat, leader=leader, reveals=game.hands_covered())
    if under is not None:
        civ.homer_under = under
        game.note("homer_tucked", player=seat, wonder=under)
    elif old:
        game.note("leader_replaced", player=seat, leader=old)
        regain_civil(civ)
    game.turn.leader_replaced = game.turn.leader_replaced or bool(old)
    yield from change_cards(game, seat, (leader,), (old,) if old else ())
    for effect in CARDS[leader].effects.get("temporary_resources", ()):
        arm(game, leader, effect["amount"])


def regain_civil(civ: Civilization) -> bool:
    """A spent action comes back (TTA-ACTN-3)."""
    if civ.civil < civ.civil_total:
        civ.civil += 1
        return True
    return False


# ---- technologies


def no_develop(game: Ages, seat: int, tech: str, less: int = 0, actions: int = 1) -> str:
    if tech not in game.civil_hand(seat):
        return "card_not_in_hand"
    if civil_available(game, seat) < actions:
        return "too_few_civil_actions"
    if develop_cost(game, seat, tech, less=less) > science_for(game, seat, tech):
        return "too_little_science"
    return "partner_cannot_pay" if partner_cannot_pay(game, seat) else ""


def develops(game: Ages, seat: int) -> Iterator[Answer]:
    if civil_available(game, seat):
        for card in dict.fromkeys(game.civil_hand(seat)):
            if is_technology(card) and not no_develop(game, seat, card):
                yield ("develop", card)


def develop(game: Ages, seat: int, tech: str, less: int = 0, actions: int = 1) -> Rule:
    """TTA-TECH-1 to TTA-TECH-7."""
    cost = develop_cost(game, seat, tech, less=less)
    spend_civil(game, seat, actions)
    pay_science(game, seat, tech, cost)
    game.civil_hand(seat).remove(tech)
    game.note("developed", player=seat, card=tech, science=cost, reveals=game.hands_covered())
    yield from technology_in_play(game, seat, tech)
    developed(game, seat)


def technology_in_play(game: Ages, seat: int, tech: str) -> Rule:
    civ = game.civs[seat]
    family = FAMILY[tech]
    if family == "government":
        old, civ.government = civ.government, tech
        yield from change_cards(game, seat, (tech,), (old,))
    elif family == "special":
        yield from add_special(game, seat, tech)
    else:
        civ.workers[tech] = 0


def developed(game: Ages, seat: int) -> None:
    """What leaders give for each technology, a revolution included (TTA-REV-8, TTA-APP-9)."""
    civ = game.civs[seat]
    for effect in CARDS[civ.leader].effects.get("on_develop_technology", ()) if civ.leader else ():
        gift = effect["gain"]
        if "culture" in gift:
            score(game, seat, gift["culture"])
            game.note("leader_scores", player=seat, leader=civ.leader, culture=gift["culture"])
        elif "resources" in gift:
            resources = gain(civ, RESOURCES, gift["resources"])
            game.note("leader_pays", player=seat, leader=civ.leader, resources=resources)
        elif regain_civil(civ):
            game.note("leader_frees", player=seat, leader=civ.leader)


# ---- revolutions


def pays_military(civ: Civilization) -> bool:
    """Maximilien Robespierre (TTA-APP-6)."""
    return bool(civ.leader) and "revolution_cost" in CARDS[civ.leader].effects


def no_revolution(game: Ages, seat: int, government: str, less: int = 0) -> str:
    civ = game.civs[seat]
    if government not in game.civil_hand(seat):
        return "card_not_in_hand"
    if pays_military(civ):
        if civ.military < civ.military_total:
            return "military_actions_spent"
    elif civil_available(game, seat) < civ.civil_total:
        return "civil_actions_spent"  # TTA-REV-2
    if develop_cost(game, seat, government, True, less) > science_for(game, seat, government):
        return "too_little_science"
    return "partner_cannot_pay" if partner_cannot_pay(game, seat) else ""


def revolutions(game: Ages, seat: int) -> Iterator[Answer]:
    if civil_available(game, seat) or military_available(game, seat):
        for card in dict.fromkeys(game.civil_hand(seat)):
            if FAMILY[card] == "government" and not no_revolution(game, seat, card):
                yield ("revolution", card)


def revolution(game: Ages, seat: int, government: str, less: int = 0) -> Rule:
    """TTA-REV-1 to TTA-REV-9."""
    civ = game.civs[seat]
    cost = develop_cost(game, seat, government, True, less)
    military = pays_military(civ)
    left = 0
    if military:
        spent = civ.military_total
        civ.military = 0
    else:
        spent = civ.civil_total
        spend_civil(game, seat, spent)
        left = civ.civil if game.fix(1) else 0
    pay_science(game, seat, government, cost)
    game.civil_hand(seat).remove(government)
    game.note(
        "revolution",
        player=seat,
        government=government,
        science=cost,
        actions=spent,
        military=military,
        reveals=game.hands_covered(),
    )
    yield from technology_in_play(game, seat, government)
    if military:  # actions gained count as spent (TTA-REV-7)
        civ.military = 0
    else:
        civ.civil = left  # one, where Hammurabi lent one of the number (TTA-REV-2)
    for effect in CARDS[civ.leader].effects.get("on_revolution", ()) if civ.leader else ():
        score(game, seat, effect["gain"]["culture"])
        game.note("leader_scores", player=seat, leader=civ.leader, culture=effect["gain"]["culture"])
    developed(game, seat)
