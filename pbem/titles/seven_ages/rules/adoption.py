"""Adopting a religion or government of an empire in range (chapter 6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Below, Compose, NotLegal, Refused, Rule
from ..cards import ARTIFACTS, LANGUAGE
from ..state import Empire, Seven
from .asking import well_formed
from .conversion import adopt, outlived, unruly
from .effects import of_category
from .permission import by_way_of_one, no_way_through, payable, permitted, strangers
from .range import in_range

ADOPT = LANGUAGE["adopt"]
NONE = ("adopt none",)


def take_over(game: Seven, empire: Empire) -> Rule:
    """One religion or government; who is refused a way to it may choose again (SA-gap-41)."""
    while adoptable(game, empire, tuple(strangers(game, empire))):
        answer = yield adopt_ask(game, empire)
        if answer == NONE:
            return
        _, artifact, (_, route) = answer
        if route is None or (yield from permitted(game, empire, route)):
            adopt(game, empire, artifact)
            return


def adoptable(game: Seven, empire: Empire, through: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """What it can adopt, with the empires in range that have it (SA-6.4-1, SA-6.4-2, SA-gap-64)."""
    found: dict[str, list[str]] = {}
    fixed = unruly(game, empire)
    for other in in_range(game, empire, through):
        for artifact in other.card:
            sheet = ARTIFACTS[artifact]
            if other.id == empire.id or not sheet.adoptable or artifact in empire.card or outlived(empire, artifact):
                continue
            if not (fixed and of_category(empire, sheet.category)):
                found.setdefault(artifact, []).append(other.id)
    return found


class Adoption:
    """One question about adopting, with or without a way through other empires."""

    def __init__(self, game: Seven, empire: Empire) -> None:
        self.game, self.empire = game, empire
        self.near = adoptable(game, empire)

    def fault(self, answer: Answer) -> Refused | None:
        if answer == NONE:
            return None
        _, artifact, (source, route) = answer
        through = () if route is None else route[0]
        if route is not None:
            if artifact in self.near:
                return NotLegal("adopt_is_plain", {"artifact": artifact}, rule="SA-6.4-1")
            fault = no_way_through(self.game, self.empire, through, source or "")
            if fault is not None:
                return fault
        holders = adoptable(self.game, self.empire, through).get(artifact, [])
        if not holders:
            return self.refused(artifact)
        if source in (holders if route is not None else (None,)):
            return None
        return NotLegal("adopt_elsewhere", {"artifact": artifact, "empires": holders}, rule="SA-6.4-1")

    def refused(self, artifact: str) -> Refused:
        """Why it cannot be adopted from anybody."""
        empire, values = self.empire, {"artifact": artifact, "empire": self.empire.id}
        if artifact in empire.card:
            return NotLegal("adopt_have", values, rule="SA-6.4-1")
        if outlived(empire, artifact):
            return NotLegal("adopt_outlived", values, rule="SA-gap-64")
        old = of_category(empire, ARTIFACTS[artifact].category)
        if old and unruly(self.game, empire):
            return NotLegal("adopt_in_unrest", {**values, "old": old}, rule="SA-6.4-2")
        holders = [one.id for one in self.game.empires() if artifact in one.card]
        if not holders:
            return NotLegal("adopt_nobody", {"artifact": artifact}, rule="SA-6.4-1")
        return NotLegal("adopt_out_of_range", {"artifact": artifact, "empires": holders}, rule="SA-6.4-1")

    def means(self, answer: Answer) -> Answer:
        """An empire in range need not be named, as it does not matter which one it is."""
        if answer == NONE:
            return answer
        _, artifact, (source, route) = answer
        if route is None and source in self.near.get(artifact, ()):
            return ("adopt", artifact, (None, None))
        if route is not None and source is None:
            holders = adoptable(self.game, self.empire, route[0]).get(artifact, [])
            return ("adopt", artifact, (next((one for one in holders if one not in route[0]), None), route))
        return answer

    def some(self) -> Iterator[Answer]:
        yield NONE
        yield from (("adopt", artifact, (None, None)) for artifact in self.near)
        for third, found in by_way_of_one(self.game, self.empire):
            for artifact, holders in adoptable(self.game, self.empire, (third,)).items():
                if artifact not in self.near:
                    yield from (("adopt", artifact, (one, ((third,), 0))) for one in holders if one in found)

    def pick(self, below: Below) -> Answer:
        found = list(self.some())
        return found[below(len(found))]


def adopt_ask(game: Seven, empire: Empire) -> Compose:
    one = Adoption(game, empire)
    return Compose(
        game.act.seat,
        ADOPT,
        one.some,
        one.pick,
        well_formed(ADOPT, one.fault),
        lambda verb, key, chosen: payable(empire) if key == "to" else None,
        default=lambda: NONE,
        means=one.means,
        window="rest",
        values={"empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )
