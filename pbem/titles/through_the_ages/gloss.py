"""What each card of Through the Ages does, in a few words, for the desk, the terminal and the reference page.

The sentences are the title's (`does.…`); their figures `{n1}`, `{n2}` … are those of the data in the printed order, so
that an edition's own figures are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ...table import Words
from ..printed_figures import printed_figures
from .cards import CARDS, CIVIL, MILITARY, UNITS, WORKED, Card

PRINTED = {entry["id"]: entry for entry in (*CIVIL["cards"], *MILITARY["cards"])}
SYMBOLS = (
    "civil",
    "military",
    "urban_limit",
    "culture",
    "science",
    "strength",
    "happiness",
    "colonization",
    "yellow",
    "blue",
    "civil_hand",
    "military_hand",
)
"""What cards show as signs, in the order in which they are listed."""
_AGES = ("_a", "_i", "_ii", "_iii")


@cache
def figures(card: str) -> Mapping[str, int]:
    """The numbers of the abilities of a card: `n1`, `n2` …"""
    entry = PRINTED[card]
    told = [entry.get(key) for key in ("effects", "both", "side_a", "side_b")]
    return printed_figures(told)


def _key(card: str, words: Words) -> str:
    """Cards of several ages share a sentence, unless one has its own."""
    own = f"does.{card}"
    stem = next((card.removesuffix(age) for age in reversed(_AGES) if card.endswith(age)), card)
    return own if own in words else f"does.{stem}"


def symbols(card: Card) -> dict[str, int]:
    """The signs of a card with their numbers; on a card that takes workers they count for each of them."""
    found = {symbol: getattr(card, symbol) for symbol in SYMBOLS if getattr(card, symbol)}
    if card.family in ("bonus", "territory"):
        found.pop("colonization", None)  # on a bonus card it is a choice, described in its sentence
    if card.family in ("farm", "mine"):
        found = {"food" if card.family == "farm" else "resources": card.value, **found}
    return found


def given(found: Mapping[str, int], words: Words) -> str:
    """Symbols in words: "2 culture, 1 happy face"."""
    return ", ".join(words.say(f"gives.{symbol}", {"n": number}) for symbol, number in found.items())


def ability(card: str, words: Words) -> str:
    """What a card does beyond its signs; empty for most technologies."""
    one = CARDS[card]
    if one.family == "tactic":
        army = ", ".join(
            f"{number} {words.say(f'unit.{unit}')}" for unit, number in zip(UNITS, one.army, strict=False) if number
        )
        return words.say("does.tactic", {"army": army, "n": one.tactical, "old": one.antiquated % one.tactical})
    if one.family == "territory":
        return words.say("does.territory", {"once": given(one.immediate, words), "held": given(symbols(one), words)})
    if one.family == "bonus":
        return words.say("does.bonus", {"defence": one.defence, "colonization": one.colonization})
    key = _key(card, words)
    return words.say(key, figures(card)) if key in words else ""


def prices(card: str, words: Words) -> dict[str, str]:
    """What a card costs, in words: to develop, to build, by stages, to play."""
    one = CARDS[card]
    found = {"science": one.to_develop, "resources": one.cost, "stages": one.stages, "military": one.actions}
    values = {"n": 0, "revolution": one.revolution, "stages": ", ".join(map(str, one.stages))}
    return {key: words.say(f"cost.{key}", {**values, "n": n}) for key, n in found.items() if n}


def costs(card: str, words: Words) -> str:
    return ", ".join(prices(card, words).values())


def does(card: str, words: Words) -> str:
    """Signs and abilities of a card, in words."""
    one = CARDS[card]
    found = {} if one.family in ("territory", "tactic", "bonus") else symbols(one)
    told = given(found, words)
    if told and one.family in WORKED:
        told = words.say("gives.each", {"what": told})
    return " ".join(part for part in (told + "." if told else "", ability(card, words)) if part)
