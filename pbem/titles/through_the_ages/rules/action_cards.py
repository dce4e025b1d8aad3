"""Yellow action cards (chapter ACARD)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....table import Answer, Rule
from ..cards import CARDS, FAMILY, URBAN
from ..state import Ages
from .changes import arm, civil_available, gifts, spend_civil
from .civil import build, grow, no_build, no_grow, no_stage, no_upgrade, pairs, stage, upgrade
from .develop import develop, no_develop, no_revolution, revolution
from .goods import FOOD, RESOURCES
from .ratings import strength
from .row import is_technology

Inner = Any
"""What a card is played with: None, a word, or a tuple that begins with a verb."""


def plays(game: Ages, seat: int) -> Iterator[Answer]:
    if not civil_available(game, seat) and not game.civs[seat].leader:
        return
    for card in dict.fromkeys(game.civil_hand(seat)):
        if FAMILY[card] == "action":
            for inner in inners(game, seat, card):
                if not no_play(game, seat, card, inner):
                    yield ("play", card, inner)


def inners(game: Ages, seat: int, card: str) -> Iterator[Inner]:
    """What a card could be played with, legal or not."""
    civ = game.civs[seat]
    effects = CARDS[card].effects
    if "gain_one_of" in effects:
        yield from ("gain food", "gain resources")
    elif "perform" not in effects:
        yield None
    else:
        allowed = effects["perform"][0]["one_of"]
        if "increase_population" in allowed:
            yield "grow"
        if "build_one_wonder_stage" in allowed:
            yield "stage"
        if "develop_technology" in allowed:
            for tech in dict.fromkeys(game.civil_hand(seat)):
                if is_technology(tech):
                    yield ("develop", tech)
                    if FAMILY[tech] == "government":
                        yield ("revolution", tech)
        for tech in civ.workers:
            if _BUILD[tech] in allowed:
                yield ("build", tech)
        for old, new in pairs(civ) if not _UPGRADES.isdisjoint(allowed) else ():
            if _UPGRADE[old] in allowed:
                yield ("upgrade", old, new)


_SORT = {tech: "urban_building" if FAMILY[tech] in URBAN else FAMILY[tech] for tech in FAMILY}
_BUILD = {tech: f"build_{sort}" for tech, sort in _SORT.items()}
_UPGRADE = {tech: f"upgrade_{sort}" for tech, sort in _SORT.items()}
"""What action cards call building and upgrading of each card."""
_UPGRADES = frozenset(_UPGRADE.values())


def no_play(game: Ages, seat: int, card: str, inner: Inner) -> str:
    """TTA-ACARD-1, TTA-ACARD-5, TTA-ACARD-7."""
    hand = game.civil_hand(seat)
    if card not in hand:
        return "card_not_in_hand"
    if hand.count(card) <= game.turn.fresh.count(card):
        return "card_taken_this_turn"
    revolt = isinstance(inner, tuple) and inner[0] == "revolution"
    if not revolt and not civil_available(game, seat):
        return "too_few_civil_actions"
    effects = CARDS[card].effects
    if "gain_one_of" in effects:
        return "" if inner in ("gain food", "gain resources") else "card_wants_choice"
    if "perform" not in effects:
        return "" if inner is None else "card_wants_nothing"
    effect = effects["perform"][0]
    return _no_inner(game, seat, effect, inner)


def _no_inner(game: Ages, seat: int, effect: Mapping[str, Any], inner: Inner) -> str:
    allowed = effect["one_of"]
    less = effect.get("discount", {}).get("resources", 0)
    verb = inner[0] if isinstance(inner, tuple) else inner
    if verb == "grow" and "increase_population" in allowed:
        return no_grow(game, seat, actions=0)
    if verb == "stage" and "build_one_wonder_stage" in allowed:
        return no_stage(game, seat, less=less, actions=0)
    if verb == "develop" and "develop_technology" in allowed:
        return no_develop(game, seat, inner[1], actions=0)
    if verb == "revolution" and "declare_revolution" in allowed:
        return no_revolution(game, seat, inner[1])
    if verb == "build" and _BUILD[inner[1]] in allowed:
        return no_build(game, seat, inner[1], less=less, actions=0)
    if verb == "upgrade" and _UPGRADE[inner[1]] in allowed:
        return no_upgrade(game, seat, inner[1], inner[2], less=less, actions=0)
    return "card_wants_action"


def play(game: Ages, seat: int, card: str, inner: Inner) -> Rule:
    """TTA-ACARD-2 to TTA-ACARD-10."""
    civ = game.civs[seat]
    verb = inner[0] if isinstance(inner, tuple) else inner
    game.civil_hand(seat).remove(card)
    game.note("action_played", player=seat, action=card, reveals=game.hands_covered())
    if verb != "revolution":  # which pays with all actions instead (TTA-REV-4, TTA-APP-8)
        spend_civil(game, seat, 1)
    for op, effects in CARDS[card].effects.items():
        for effect in effects:
            if op == "perform":
                yield from _perform(game, seat, effect, inner)
            elif op in ("gain", "then_gain"):
                gifts(game, seat, effect["gain"])
            elif op == "gain_one_of":
                good = FOOD if inner == "gain food" else RESOURCES
                gifts(game, seat, next(option for option in effect["options"] if good in option))
            elif op == "temporary_military_actions":
                game.turn.extra_military += effect["amount"]
                game.note("extra_military", player=seat, number=effect["amount"])
            elif op == "temporary_resources":
                arm(game, card, effect["amount"])
            elif op == "temporary_resources_per_civilization":
                own = strength(game, seat)
                stronger = sum(strength(game, rival) > own for rival in game.rivals(seat))
                arm(game, card, stronger * effect["amount_by_players"][f"p{game.playing()}"])
            else:  # gain_per_civilization
                richer = sum(game.civs[rival].culture > civ.culture for rival in game.rivals(seat))
                culture = richer * effect["culture_by_players"][f"p{game.playing()}"]
                gifts(game, seat, {"culture": culture})


def _perform(game: Ages, seat: int, effect: Mapping[str, Any], inner: Inner) -> Rule:
    """TTA-ACARD-3: the action inside costs no further actions."""
    less = effect.get("discount", {}).get("resources", 0)
    verb = inner[0] if isinstance(inner, tuple) else inner
    if verb == "grow":
        grow(game, seat, actions=0)
    elif verb == "stage":
        yield from stage(game, seat, less=less, actions=0)
    elif verb == "develop":
        yield from develop(game, seat, inner[1], actions=0)
    elif verb == "revolution":
        yield from revolution(game, seat, inner[1])
    elif verb == "build":
        build(game, seat, inner[1], less=less, actions=0)
    else:
        upgrade(game, seat, inner[1], inner[2], less=less, actions=0)
