"""What refusals of the duel claim: what lies where, what covers it, and prices, computed from the component file."""

from __future__ import annotations

from itertools import product
from typing import Any

from claim_kit import Claim, Said, data

PRINTED = data("wonders_duel", "components")
BUILDINGS = {one["id"]: one for one in PRINTED["buildings"]}
WONDERS = {one["id"]: one for one in PRINTED["wonders"]}
RAW, GOODS = ("wood", "clay", "stone"), ("glass", "papyrus")
SLOTS = {slot["id"]: slot for layout in PRINTED["layouts"].values() for row in layout["rows"] for slot in row["slots"]}


def made(city: Any, resource: str) -> int:
    """Units of brown and grey buildings, which the other player's prices count too."""
    own = [BUILDINGS[one] for one in city.buildings]
    return sum(one.get("produces", {}).get(resource, 0) for one in own if one["colour"] in ("brown", "grey"))


def choices(city: Any) -> list[tuple[str, ...]]:
    """What makes one unit of several kinds each turn: some yellow buildings, some wonders."""
    cards = [*(BUILDINGS[one] for one in city.buildings), *(WONDERS[one] for one in city.built)]
    return [tuple(one["produces_choice"]) for one in cards if one.get("produces_choice")]


def price(said: Said, ident: str) -> int:
    """The cheapest way to pay: all ways in which choices and a waiver can be used are tried."""
    city, other = said.game.cities[said.seat], said.game.cities[1 - said.seat]
    card = BUILDINGS.get(ident) or WONDERS[ident]
    if card.get("chain_free_card") in city.buildings:
        return 0
    flat = {one for building in city.buildings for one in BUILDINGS[building].get("fixed_price", ())}
    each = {one: 1 if one in flat else 2 + made(other, one) for one in (*RAW, *GOODS)}
    waived = 2 * any(
        (token, card.get("colour", "wonder")) in (("masonry", "blue"), ("architecture", "wonder"))
        for token in city.tokens
    )
    best = 10**6
    for used in product(*choices(city)):
        bought: list[int] = []
        for resource in (*RAW, *GOODS):
            lacking = card["cost"].get(resource, 0) - made(city, resource) - used.count(resource)
            bought += [each[resource]] * max(0, lacking)
        bought.sort()
        best = min(best, sum(bought[: len(bought) - waived] if waived else bought))
    return int(card["cost"].get("coins", 0)) + best


def slot_of(said: Said, card: str) -> str:
    return next((slot for slot, one in said.game.face_up.items() if one == card), "")


def covering(said: Said) -> bool:
    lying = {**said.game.face_up, **dict.fromkeys(said.game.face_down, "")}
    above = [lying[slot] for slot in SLOTS[slot_of(said, said.card)]["covered_by"] if slot in lying]
    return (
        sorted(one for one in above if one) == sorted(said.covering)
        and above.count("") == said.face_down
        and bool(above)
    )


def too_dear(said: Said, ident: str) -> bool:
    return price(said, ident) == said.price > said.coins == said.game.cities[said.seat].coins


def named(said: Said) -> list[str]:
    return [one.strip() for one in said.order.partition(" ")[2].split(",")]


CLAIMS: dict[str, Claim] = {
    "card_not_open": lambda said: not slot_of(said, said.card),
    "card_covered": lambda said: covering(said) and bool(said.covering),
    "card_covered_face_down": lambda said: covering(said) and not said.covering,
    "wonder_already_built": lambda said: said.wonder in said.game.cities[said.seat].built,
    "seven_wonders_built": lambda said: sum(len(city.built) for city in said.game.cities) == 7,
    "wonder_not_yours": lambda said: said.wonder not in said.game.cities[said.seat].wonders,
    "too_dear": lambda said: too_dear(said, said.card),
    "too_dear_wonder": lambda said: too_dear(said, said.wonder),
    "token_not_on_board": lambda said: said.token not in said.game.board,
    "token_not_drawn": lambda said: ("library", said.token) not in said.ask.options,
    "no_such_target": lambda said: (
        said.card not in said.game.cities[1 - said.seat].buildings or BUILDINGS[said.card]["colour"] != said.colour
    ),
    "not_discarded": lambda said: said.card not in said.game.discards,
    "wonder_not_open": lambda said: said.wonder not in said.game.draft,
    "wonder_twice": lambda said: (
        len(set(said.ask.normal(said.ask.kind.read(said.order, said.players, said.seat)[1])[1])) < len(named(said))
    ),
    "take_so_many": lambda said: len(named(said)) == said.given != said.number,
    "rank_too_short": lambda said: (
        len(set(said.ask.kind.read(said.order, said.players, said.seat)[1][1]) & set(said.game.draft))
        == said.open
        < said.number
    ),
}
