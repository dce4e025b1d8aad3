"""Cities: what can be built or developed, and the capital (chapter 6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....table import Answer, Below, Choices, Choose, Chosen, Compose, NotLegal, Refused, Rule
from ..atlas import AREAS, CITY_AGE, area_income, ground, level_above
from ..cards import BUILDER, CONSTANTS, LANGUAGE
from ..state import Empire, Seven
from .asking import well_formed
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
    """Cities, and a capital if there is none, in either order (SA-6.6-6)."""
    answer = yield city_ask(game, empire)
    if answer[0] == "capital":
        make_capital(game, empire, answer[1])
        answer = yield city_ask(game, empire)
    if answer == NONE:
        return
    _, areas, builder = answer
    for area in (*areas, *((builder,) if builder else ())):
        build_city(game, empire, area)
    if game.fix(1) and capitals(game, empire):
        answer = yield capital_ask(game, empire)
        if answer != NONE:
            make_capital(game, empire, answer[1])


def capitals(game: Seven, empire: Empire) -> list[str]:
    """Cities that could become the capital of an empire without one."""
    if empire.capital or empire.barbarian:
        return []
    return [area for area in game.lands(empire) if area in game.cities]


def largest(game: Seven, areas: Sequence[str]) -> Answer:
    return ("capital", max(areas, key=lambda area: game.cities[area]))


def capital_ask(game: Seven, empire: Empire) -> Choose:
    """After cities were built: one of all that it has now may become the capital."""
    areas = capitals(game, empire)
    return Choose(
        game.act.seat,
        CITIES,
        [*(("capital", area) for area in areas), NONE],
        default=lambda: largest(game, areas),
        values={"empire": empire.id, "areas": [], "capital": True},
        rule="SA-6.6-6",
        context={"subject": empire.id, "for": empire.id},
    )


def in_map_order(areas: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(areas, key=lambda area: AREAS[area].place))


class CityPlan:
    """One question about cities: two fertile areas or one other, one more at a builder (SA-6.6-1, SA-6.6-5)."""

    def __init__(self, game: Seven, empire: Empire) -> None:
        self.game, self.empire = game, empire
        self.sites = [area for area in game.lands(empire) if can_grow(game, empire, area) and area not in game.act.used]
        self.fertile = [area for area in self.sites if ground(area, empire.age).id == "fertile"]
        self.more = sum(
            int(effect["amount"]) for effect, _ in effects(game, empire, "extra_cities") if effect["where"] == "fertile"
        )
        self.built = list(dict.fromkeys(leader.area for leader in empire.leaders if leader.kind == BUILDER))
        self.capitals = capitals(game, empire)

    def enough(self, areas: Sequence[str]) -> bool:
        others = [area for area in areas if area not in self.fertile]
        if others:
            return len(others) == CONSTANTS["city_other_areas"] and len(areas) - len(others) <= self.more
        return len(areas) <= CONSTANTS["city_fertile_areas"] + self.more

    def fault(self, answer: Answer) -> Refused | None:
        if answer == NONE:
            return None
        if answer[0] == "capital":
            if answer[1] in self.capitals:
                return None
            return NotLegal("no_capital_there", {"area": answer[1]}, rule="SA-6.6-6")
        _, areas, builder = answer
        named = [*areas, *([builder] if builder else [])]
        strange = [area for area in named if area not in self.sites]
        if strange:
            return self.no_city(strange[0])
        if len(set(named)) < len(named) or areas != in_map_order(areas):
            return NotLegal("not_among_legal")
        if not self.enough(areas):
            return NotLegal("too_many_cities", {"number": CONSTANTS["city_fertile_areas"] + self.more}, rule="SA-6.6-1")
        if builder is not None and builder not in self.built:
            return NotLegal("no_builder_there", {"area": builder}, rule="SA-6.6-5")
        return None

    def no_city(self, area: str) -> Refused:
        """Why no city can be built or developed in an area."""
        game, empire = self.game, self.empire
        if area not in game.lands(empire):
            return NotLegal("not_their_land", {"area": area, "empire": empire.id}, rule="SA-6.6-1")
        if area in game.act.used:
            return NotLegal("city_just_grown", {"area": area}, rule="SA-6.6-1")
        following = level_above(game.cities.get(area, 0))
        if not following:
            return NotLegal("city_full_grown", {"area": area}, rule="SA-6.6-2")
        return NotLegal(
            "city_too_early", {"area": area, "level": following, "age": CITY_AGE[following]}, rule="SA-6.6-3"
        )

    def means(self, answer: Answer) -> Answer:
        return ("city", in_map_order(answer[1]), answer[2]) if answer[0] == "city" else answer

    def some(self) -> Iterator[Answer]:
        yield from (("capital", area) for area in self.capitals)
        for area in self.sites:
            yield ("city", (area,), None)
        for n, area in enumerate(self.fertile):
            yield from (("city", (area, other), None) for other in self.fertile[n + 1 :])
        yield NONE

    def pick(self, below: Below) -> Answer:
        if self.capitals and below(2):
            return ("capital", self.capitals[below(len(self.capitals))])
        if not self.sites or below(5) == 0:
            return NONE
        chosen: list[str] = []
        pool = list(self.sites)
        while pool:
            area = pool.pop(below(len(pool)))
            if self.enough([*chosen, area]):
                chosen.append(area)
            if below(2):
                break
        extra = [area for area in self.built if area in self.sites and area not in chosen]
        builder = extra[below(len(extra))] if extra and below(2) else None
        return ("city", in_map_order(chosen), builder) if chosen else NONE

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Further areas that there may be cities in, and one where a builder is."""
        if verb != "city":
            return [{key: area} for area in self.capitals]
        areas = list(chosen.get("area", ()))
        if key == "builder":
            return [{key: area} for area in self.built if area in self.sites and area not in areas]
        free = [area for area in self.sites if area not in (*areas, chosen.get("builder"))]
        return [{key: area} for area in free if self.enough([*areas, area])]

    def default(self) -> Answer:
        """The capital first, then the areas with the most income and no unrest."""
        if self.capitals:
            return largest(self.game, self.capitals)
        calm = [area for area in self.sites if area not in self.game.unrest]
        best = sorted(calm, key=lambda one: -area_income(one, self.empire.age, self.game.cities.get(one, 0)))
        pair = [area for area in best if area in self.fertile][: CONSTANTS["city_fertile_areas"] + self.more]
        chosen = pair or best[:1]
        return ("city", in_map_order(chosen), None) if chosen else NONE


def city_ask(game: Seven, empire: Empire) -> Compose:
    plan = CityPlan(game, empire)
    return Compose(
        game.act.seat,
        CITIES,
        plan.some,
        plan.pick,
        well_formed(CITIES, plan.fault),
        plan.next,
        means=plan.means,
        default=plan.default,
        values={"empire": empire.id, "areas": plan.sites, "capital": False},
        context={"subject": empire.id, "for": empire.id},
    )
