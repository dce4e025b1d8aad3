"""Food and resources: blue tokens on cards, paid and gained (chapters FOOD, PROD)."""

from __future__ import annotations

from ..cards import BLUE_SQUARES, CARDS, CONSUMPTION, CORRUPTION, YELLOW_SQUARES
from ..state import Ages, Civilization
from .ratings import from_pacts

FOOD, RESOURCES = "food", "resources"
OTHER = {FOOD: RESOURCES, RESOURCES: FOOD}
_HOLDERS = {FOOD: ("farm",), RESOURCES: ("mine", "lab")}
_VALUE = {ident: card.value for ident, card in CARDS.items() if card.value and card.family in ("farm", "mine", "lab")}
_KIND = {ident: FOOD if CARDS[ident].family == "farm" else RESOURCES for ident in _VALUE}


def stock(civ: Civilization, good: str) -> int:
    """What the tokens are worth (TTA-FOOD-1)."""
    total = 0
    for card, number in civ.tokens.items():
        if _KIND[card] == good:
            total += number * _VALUE[card]
    return total


def _places(civ: Civilization, good: str) -> list[tuple[int, str]]:
    """Cards on which a good can be put, by value; labs only while Bill Gates leads (TTA-APP-13, TTA-APP-14)."""
    places = []
    for card in civ.workers:
        if card in _VALUE and _KIND[card] == good and (CARDS[card].family != "lab" or civ.leader == "bill_gates"):
            places.append((_VALUE[card], card))
    places.sort(key=_by_value)
    return places


def _by_value(place: tuple[int, str]) -> tuple[int, bool, str]:
    return place[0], CARDS[place[1]].family == "lab", place[1]


def put(civ: Civilization, card: str, number: int) -> int:
    """Move blue tokens from the bank to a card, as far as there are any."""
    number = min(number, civ.blue)
    if number:
        civ.blue -= number
        civ.tokens[card] = civ.tokens.get(card, 0) + number
    return number


def take_off(civ: Civilization, card: str, number: int = 1) -> None:
    """Return blue tokens from a card to the bank."""
    left = civ.tokens[card] - number
    if left:
        civ.tokens[card] = left
    else:
        del civ.tokens[card]
    civ.blue += number


def gain(civ: Civilization, good: str, amount: int) -> int:
    """Gain with the fewest tokens, as much as the bank allows (TTA-FOOD-2, TTA-FOOD-3). Returns what was gained."""
    gained = 0
    for value, card in reversed(_places(civ, good)):
        if value <= amount - gained and civ.blue:
            gained += value * put(civ, card, (amount - gained) // value)
    return gained


def lose(civ: Civilization, good: str, amount: int) -> int:
    """Pay or lose, at most all there is (TTA-FOOD-5, TTA-FOOD-8, TTA-FOOD-11). Returns what left the stock.

    Tokens of the lowest value go first and the excess comes back as a gain: so most tokens return to the bank.
    """
    held = sorted(((_VALUE[card], card) for card in civ.tokens if _KIND[card] == good), key=_by_value)
    lost = 0
    for value, card in held:
        if lost >= amount:
            break
        number = min(civ.tokens[card], -(-(amount - lost) // value))
        take_off(civ, card, number)
        lost += number * value
    if lost > amount:
        lost -= gain(civ, good, lost - amount)
    return lost


# ---- what is produced


def corruption(civ: Civilization) -> int:
    """TTA-PROD-3, TTA-PROD-4."""
    return CORRUPTION[min(civ.blue, BLUE_SQUARES)]


def consumption(civ: Civilization) -> int:
    """TTA-PROD-7, TTA-PROD-8."""
    return CONSUMPTION[min(civ.yellow, YELLOW_SQUARES)]


def producers(civ: Civilization, good: str) -> list[tuple[int, str, int]]:
    """(value, card, tokens) of what produces a good, the highest level first (TTA-PROD-6, TTA-PROD-10)."""
    found = []
    for card, number in civ.workers.items():
        if number and card in _VALUE and _KIND[card] == good:
            family = CARDS[card].family
            if family == "lab" and civ.leader != "bill_gates":
                continue
            found.append((_VALUE[card], card, number))
    found.sort(key=lambda one: (-CARDS[one[1]].level, CARDS[one[1]].family == "lab"))
    if good == RESOURCES and doubled_mine(civ):
        best = doubled_mine(civ)
        found = [(value, card, number + (card == best)) for value, card, number in found]
    return found


def doubled_mine(civ: Civilization) -> str:
    """The mine that the Transcontinental Railroad lets produce a second token."""
    if "transcontinental_railroad" not in civ.wonders:
        return ""
    mines = [card for card, number in civ.workers.items() if number and CARDS[card].family == "mine"]
    return max(mines, key=lambda card: CARDS[card].level, default="")


def produce(game: Ages, seat: int, good: str) -> int:
    """One kind of production with what pacts add or take (TTA-PROD-6, TTA-PROD-10, TTA-PROD-14)."""
    civ = game.civs[seat]
    made = 0
    for value, card, number in producers(civ, good):
        made += value * put(civ, card, number)
    more = from_pacts(game, seat, "food_production" if good == FOOD else "resource_production")
    if more > 0:
        made += gain(civ, good, more)
    elif more < 0:
        made -= lose(civ, good, min(-more, made))
    return made


def production(game: Ages, seat: int, good: str) -> int:
    """What would be produced with enough blue tokens."""
    more = from_pacts(game, seat, "food_production" if good == FOOD else "resource_production")
    return max(0, sum(value * number for value, _, number in producers(game.civs[seat], good)) + more)


def mine_production(civ: Civilization) -> int:
    """What the mines alone produce: no labs, no pacts (TTA-APP-15)."""
    return sum(value * n for value, card, n in producers(civ, RESOURCES) if CARDS[card].family == "mine")


def lab_production(civ: Civilization) -> int:
    """What labs produce under Bill Gates (TTA-APP-13, TTA-APP-16)."""
    return sum(n * CARDS[card].level for card, n in civ.workers.items() if CARDS[card].family == "lab")
