"""Cities: what can be built or developed, and the capital (chapter 6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....table import Answer, Below, Compose, NotLegal, Refused, Rule
from ..atlas import AREAS, CITY_AGE, area_income, ground, level_above
from ..cards import BUILDER, CONSTANTS, LANGUAGE
from ..state import Empire, Seven
from .effects import effects

CITIES = LANGUAGE["build_cities"]
NONE = ("city none",)


def can_grow(game: Seven, empire: Empire, area: str) -> bool:
    """The next level exists and the age allows it; not with the no-cities symbol (SA-6.6-1 to SA-6.6-3)."""
    following = level_above(game.cities.get(area, 0))
    return bool(following) and not empire.barbarian and empire.age >= CITY_AGE[following]


def build_city(game: Seven, empire: Empire, area: str) -> None:
    """The very first city of an empire is its capital (SA-6.6-4, SA-gap-49)."""
    game.cities[area] = level_above(game.cities.get(area, 0))
    game.note("city", empire=empire.id, area=area, level=game.cities[area])
    if not empire.capital and not empire.had_capital:
        make_capital(game, empire, area)


def make_capital(game: Seven, empire: Empire, area: str) -> None:
    empire.capital, empire.had_capital = area, True
    game.note("capital", empire=empire.id, area=area, level=game.cities[area])


def build_cities(game: Seven, empire: Empire) -> Rule:
    """First the capital if there is none (SA-6.6-6), then cities."""
    while True:
        answer = yield city_ask(game, empire)
        if answer == NONE:
            return
        if answer[0] == "capital":
            make_capital(game, empire, answer[1])
            continue
        _, areas, builder = answer
        for area in (*areas, *((builder,) if builder else ())):
            build_city(game, empire, area)
        return


def capitals(game: Seven, empire: Empire) -> list[str]:
    """Cities that could become the capital of an empire without one."""
    if empire.capital or empire.barbarian:
        return []
    return [area for area in game.lands(empire) if area in game.cities]


def city_ask(game: Seven, empire: Empire) -> Compose:
    """Two fertile areas, or one other; one more at a builder, and where an artifact allows it (SA-6.6-1, SA-6.6-5)."""
    sites = [area for area in game.lands(empire) if can_grow(game, empire, area) and area not in game.act.used]
    fertile = [area for area in sites if ground(area, empire.age).id == "fertile"]
    more = sum(effect["amount"] for effect, _ in effects(game, empire, "extra_cities") if effect["where"] == "fertile")
    built = dict.fromkeys(leader.area for leader in empire.leaders if leader.kind == BUILDER)
    seats_of_capital = capitals(game, empire)

    def enough(areas: Sequence[str]) -> bool:
        others = [area for area in areas if area not in fertile]
        if others:
            return len(others) == CONSTANTS["city_other_areas"] and len(areas) - len(others) <= more
        return len(areas) <= CONSTANTS["city_fertile_areas"] + more

    def fits(answer: Answer) -> Refused | None:
        if answer == NONE:
            return None
        if answer[0] == "capital":
            if answer[1] not in seats_of_capital:
                return NotLegal("no_capital_there", {"area": answer[1]}, rule="SA-6.6-6")
            return None
        _, areas, builder = answer
        named = [*areas, *([builder] if builder else [])]
        for area in named:
            if area not in sites:
                return NotLegal("no_city_there", {"area": area}, rule="SA-6.6-1")
        if len(set(named)) < len(named) or list(areas) != sorted(areas, key=lambda area: AREAS[area].place):
            return NotLegal("not_among_legal")
        if not enough(areas):
            return NotLegal("too_many_cities", {"number": CONSTANTS["city_fertile_areas"]}, rule="SA-6.6-1")
        if builder is not None and builder not in built:
            return NotLegal("no_builder_there", {"area": builder}, rule="SA-6.6-5")
        return None

    def means(answer: Answer) -> Answer:
        if answer[0] != "city":
            return answer
        return ("city", tuple(sorted(answer[1], key=lambda area: AREAS[area].place)), answer[2])

    def some() -> Iterator[Answer]:
        yield from (("capital", area) for area in seats_of_capital)
        for area in sites:
            yield ("city", (area,), None)
        for n, area in enumerate(fertile):
            yield from (("city", (area, other), None) for other in fertile[n + 1 :])
        yield NONE

    def pick(below: Below) -> Answer:
        if seats_of_capital and below(2):
            return ("capital", seats_of_capital[below(len(seats_of_capital))])
        if not sites or below(5) == 0:
            return NONE
        chosen: list[str] = []
        pool = list(sites)
        while pool:
            area = pool.pop(below(len(pool)))
            if enough([*chosen, area]):
                chosen.append(area)
            if below(2):
                break
        extra = [area for area in built if area in sites and area not in chosen]
        builder = extra[below(len(extra))] if extra and below(2) else None
        answer: Answer = ("city", tuple(sorted(chosen, key=lambda area: AREAS[area].place)), builder)
        return answer if chosen else NONE

    def default() -> Answer:
        if seats_of_capital:
            return ("capital", max(seats_of_capital, key=lambda area: game.cities[area]))
        calm = [area for area in sites if area not in game.unrest]
        best = sorted(calm, key=lambda area: -area_income(area, empire.age, game.cities.get(area, 0)))
        pair = [area for area in best if area in fertile][: CONSTANTS["city_fertile_areas"] + more]
        chosen = pair or best[:1]
        return ("city", tuple(sorted(chosen, key=lambda area: AREAS[area].place)), None) if chosen else NONE

    return Compose(
        game.act.seat, CITIES, some, pick, fits, means=means, default=default,
        values={"empire": empire.id, "areas": sites}, context={"subject": empire.id, "for": empire.id},
    )  # fmt: skip
