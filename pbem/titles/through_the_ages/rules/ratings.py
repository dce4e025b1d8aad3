"""Statistics: they follow from the cards in play and the places of the tokens (chapters STAT, MILC, ACTN, WORK)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..cards import CARDS, DEMAND, FAMILY, MOST_HAPPY, RUIN_CULTURE, UNITS, YELLOW_SQUARES
from ..state import Ages, Civilization, Pact

Effect = Mapping[str, Any]
Rating = Callable[[Civilization, Effect], int]


def once(civ: Civilization) -> Iterable[str]:
    """Cards in play whose symbols count once: ruins and unfinished wonders give none (TTA-STAT-2)."""
    yield civ.government
    yield from civ.specials
    for wonder in civ.wonders:
        if wonder not in civ.ruins:
            yield wonder
    if civ.leader:
        yield civ.leader
    yield from civ.colonies


def level_of_best(civ: Civilization, *families: str) -> int:
    """The highest level that has a worker of these types (TTA-CARD-2); 0 without any."""
    best = 0
    for card, number in civ.workers.items():
        if number and CARDS[card].family in families:
            best = max(best, CARDS[card].level)
    return best


def number_of(civ: Civilization, family: str) -> int:
    return sum([n for card, n in civ.workers.items() if n and FAMILY[card] == family])


# ---- happiness


def happy_faces(civ: Civilization) -> list[tuple[str, int]]:
    """Every source of faces with its family, after St. Peter's and Homer (TTA-APP-1, TTA-APP-2, TTA-APP-17)."""
    found = []
    more = 1 if "st_peters_basilica" in civ.wonders and "st_peters_basilica" not in civ.ruins else 0
    for card, number in civ.workers.items():
        if number and (faces := CARDS[card].happiness):
            found.append((CARDS[card].family, number * (faces + more)))
    for wonder in civ.wonders:
        faces = 0 if wonder in civ.ruins else CARDS[wonder].happiness
        if civ.homer_under == wonder:
            faces += 1
        if faces > 0 and wonder != "st_peters_basilica":
            faces += more
        if faces:
            found.append(("wonder", faces))
    for card in (civ.government, civ.leader, *civ.colonies):
        if card and (faces := CARDS[card].happiness):
            found.append((CARDS[card].family, faces + (more if faces > 0 else 0)))
    return found


def happiness(civ: Civilization) -> int:
    """TTA-STAT-7."""
    return max(0, min(MOST_HAPPY, sum([faces for _, faces in happy_faces(civ)])))


def demand(civ: Civilization) -> int:
    """TTA-WORK-5, TTA-WORK-6."""
    return DEMAND[min(civ.yellow, YELLOW_SQUARES)]


def discontent(civ: Civilization) -> int:
    """TTA-WORK-7."""
    return max(0, demand(civ) - happiness(civ))


# ---- science and culture


def _science_equal_to_level(civ: Civilization, effect: Effect) -> int:
    return level_of_best(civ, "lab", "library")


def _science_per_building(civ: Civilization, effect: Effect) -> int:
    return int(effect["amount"] * number_of(civ, effect["building"]))


SCIENCE: dict[str, Rating] = {
    "science_equal_to_level": _science_equal_to_level,
    "science_per_building": _science_per_building,
}


def _culture_per_happiness(civ: Civilization, effect: Effect) -> int:
    faces = (n for family, n in happy_faces(civ) if family in effect["sources"] and n > 0)
    return int(effect["amount"] * sum(faces))


def _culture_per_pair(civ: Civilization, effect: Effect) -> int:
    return int(effect["amount"] * min(number_of(civ, family) for family in effect["pair"]))


def _culture_per_building(civ: Civilization, effect: Effect) -> int:
    return int(effect["amount"] * number_of(civ, effect["building"]))


def _culture_per_building_level(civ: Civilization, effect: Effect) -> int:
    return sum(n * CARDS[card].level for card, n in civ.workers.items() if CARDS[card].family == effect["building"])


def _best_theater_doubles_culture(civ: Civilization, effect: Effect) -> int:
    best = [CARDS[card] for card, n in civ.workers.items() if n and CARDS[card].family == "theater"]
    return max(best, key=lambda card: card.level).culture if best else 0


def _culture_per_colony(civ: Civilization, effect: Effect) -> int:
    if not civ.colonies:
        return 0
    return int(effect["first"] + effect["each_further"] * (len(civ.colonies) - 1))


CULTURE: dict[str, Rating] = {
    "culture_per_happiness": _culture_per_happiness,
    "culture_per_pair": _culture_per_pair,
    "culture_per_building": _culture_per_building,
    "culture_per_building_level": _culture_per_building_level,
    "best_theater_doubles_culture": _best_theater_doubles_culture,
    "culture_per_colony": _culture_per_colony,
}


def _abilities(table: Mapping[str, Rating]) -> dict[str, tuple[tuple[Rating, Effect], ...]]:
    """The cards that change a rating by an ability."""
    return {
        card.id: tuple((table[op], effect) for op, effects in card.effects.items() if op in table for effect in effects)
        for card in CARDS.values()
        if any(op in table for op in card.effects)
    }


_SCIENCE = _abilities(SCIENCE)
_CULTURE = _abilities(CULTURE)


def pacts_of(game: Ages, seat: int) -> list[Pact]:
    return [pact for pact in game.pacts if seat in (pact.a, pact.b)]


def from_pacts(game: Ages, seat: int, symbol: str) -> int:
    """How much of a symbol the pacts of a player give."""
    if not game.pacts:
        return 0
    return sum(CARDS[pact.card].sides[pact.side(seat)].get(symbol, 0) for pact in pacts_of(game, seat))


def science(game: Ages, seat: int) -> int:
    """TTA-STAT-4."""
    civ = game.civs[seat]
    total = 0
    for card, number in civ.workers.items():
        if number:
            total += number * CARDS[card].science
    for card in once(civ):
        total += CARDS[card].science
        if card in _SCIENCE:
            total += sum(of(civ, effect) for of, effect in _SCIENCE[card])
    return max(0, total)


def culture(game: Ages, seat: int) -> int:
    """TTA-STAT-5."""
    civ = game.civs[seat]
    total = RUIN_CULTURE * len(civ.ruins)
    for card, number in civ.workers.items():
        if number:
            total += number * CARDS[card].culture
    for card in once(civ):
        total += CARDS[card].culture
        if card in _CULTURE:
            total += sum(of(civ, effect) for of, effect in _CULTURE[card])
    for pact in pacts_of(game, seat) if game.pacts else ():
        side = CARDS[pact.card].sides[pact.side(seat)]
        total += side.get("culture", 0)
        total += side.get("culture_per_completed_wonder_of_partner", 0) * len(game.civs[pact.partner(seat)].wonders)
    return max(0, total)


# ---- strength


def armies(tactic: str, units: Mapping[str, int], genghis: bool) -> int:
    """Tactical strength of the units, grouped so that it is highest (TTA-MILC-4 to TTA-MILC-11)."""
    if not tactic:
        return 0
    card = CARDS[tactic]
    need = card.army
    have, fresh, air = [0, 0, 0], [0, 0, 0], 0
    for unit, number in units.items():
        if not number:
            continue
        family = CARDS[unit].family
        if family == "air":
            air += number
            continue
        place = UNITS.index(family)
        have[place] += number
        if CARDS[unit].level >= card.level - 1:  # TTA-MILC-8
            fresh[place] += number
    if genghis:
        return _genghis_khan(card.tactical, card.antiquated, need, have, fresh, air)
    total = min(have[n] // need[n] for n in range(3) if need[n])
    if not total:
        return 0
    modern = min(fresh[n] // need[n] for n in range(3) if need[n])
    return _tactical(card.tactical, card.antiquated, modern, total - modern, air)


def _tactical(strong: int, weak: int, modern: int, old: int, air: int) -> int:
    """Each air force doubles one army, the strongest first (TTA-MILC-6, TTA-MILC-9)."""
    doubled = min(air, modern)
    again = min(air - doubled, old)
    return strong * (modern + doubled) + weak * (old + again)


def _genghis_khan(
    strong: int, weak: int, need: tuple[int, int, int], have: list[int], fresh: list[int], air: int
) -> int:
    """Infantry may count as cavalry (TTA-APP-4)."""

    def most(infantry: int, cavalry: int, artillery: int) -> int:
        limits = [infantry // need[0]] if need[0] else []
        if need[1]:
            limits.append((infantry + cavalry) // (need[0] + need[1]))
        if need[2]:
            limits.append(artillery // need[2])
        return min(limits)

    best = 0
    for modern in range(most(*fresh) + 1):
        riders = min(fresh[1], modern * need[1])  # cavalry first: infantry can do both
        as_riders = modern * need[1] - riders
        left = (have[0] - modern * need[0] - as_riders, have[1] - riders, have[2] - modern * need[2])
        best = max(best, _tactical(strong, weak, modern, most(*left), air))
    return best


def units_of(civ: Civilization) -> dict[str, int]:
    return {card: n for card, n in civ.workers.items() if n and CARDS[card].family in UNITS}


def _strength_per_unit(civ: Civilization, effect: Effect) -> int:
    return int(effect["amount"] * sum(number_of(civ, family) for family in effect["units"]))


def _strength_per_unit_type(civ: Civilization, effect: Effect) -> int:
    return int(effect["amount"] * sum(number_of(civ, family) > 0 for family in effect["types"]))


def _strength_per_happiness(civ: Civilization, effect: Effect) -> int:
    faces = (n for family, n in happy_faces(civ) if family in effect["sources"] and n > 0)
    return int(effect["amount"] * sum(faces))


STRENGTH: dict[str, Rating] = {
    "strength_per_unit": _strength_per_unit,
    "strength_per_unit_type": _strength_per_unit_type,
    "strength_per_happiness": _strength_per_happiness,
}
_STRENGTH = _abilities(STRENGTH)


def strength(game: Ages, seat: int, without: Pact | None = None) -> int:
    """TTA-STAT-6. `without` leaves out a pact that an attack would end (TTA-AGGR-5)."""
    civ = game.civs[seat]
    total = 0
    for card, number in civ.workers.items():
        if number:
            total += number * CARDS[card].strength
    if civ.tactic:
        total += armies(civ.tactic, units_of(civ), civ.leader == "genghis_khan")
    for card in once(civ):
        total += CARDS[card].strength
        if card in _STRENGTH:
            total += sum(of(civ, effect) for of, effect in _STRENGTH[card])
    for pact in pacts_of(game, seat) if game.pacts else ():
        if pact is not without:
            total += CARDS[pact.card].sides[pact.side(seat)].get("strength", 0)
    return max(0, total)


def colonization(civ: Civilization) -> int:
    """The modifier of the civilization (TTA-STAT-9)."""
    return sum(CARDS[card].colonization for card in once(civ) if CARDS[card].family != "territory")


# ---- actions, limits


def totals(game: Ages, seat: int) -> tuple[int, int]:
    """Civil and military actions (TTA-ACTN-1)."""
    civ = game.civs[seat]
    civil = military = 0
    for card in once(civ):
        civil += CARDS[card].civil
        military += CARDS[card].military
    return civil, military + from_pacts(game, seat, "military_actions")


def civil_limit(civ: Civilization) -> int:
    """TTA-TAKE-2."""
    return civ.civil_total + sum(CARDS[w].civil_hand for w in civ.wonders if w not in civ.ruins)


def military_limit(civ: Civilization) -> int:
    """TTA-DISC-2."""
    return civ.military_total + sum(CARDS[w].military_hand for w in civ.wonders if w not in civ.ruins)


def urban_limit(civ: Civilization) -> int:
    return CARDS[civ.government].urban_limit
