"""Religions and governments: adopting them, and the unrest that a change brings (chapter 6.4)."""

from __future__ import annotations

from ..cards import ARTIFACTS
from ..state import Empire, Seven
from .changes import gain_glory, glory_told, instant_glory, put_unrest
from .effects import effects, of_category


def adopt(game: Seven, empire: Empire, artifact: str, *, unrest: bool = True) -> None:
    """The marker goes on the card and replaces one of its kind (SA-6.4-3, SA-6.4-4)."""
    sheet = ARTIFACTS[artifact]
    old = of_category(empire, sheet.category)
    if old:
        empire.card.remove(old)
    empire.card.append(artifact)
    owner = game.owners[empire.id]
    told = glory_told(game, owner, sheet.glory)
    game.note(
        "adopted",
        empire=empire.id,
        artifact=artifact,
        old=old,
        owner=owner,
        gain=told["gain"],
        loss=told["loss"],
    )
    gain_glory(game, owner, sheet.glory)
    if old and unrest:
        spared = [at for effect, at in effects(game, empire, "no_unrest") if effect["cause"] == "change_marker"]
        led = [leader.area for leader in empire.leaders]
        areas = [area for area in game.lands(empire) if (area in game.cities or area in led) and area not in spared]
        troubled = [area for area in areas if put_unrest(game, area)]
        if troubled:
            game.note("unrest", empire=empire.id, areas=troubled)
    if sheet.category == "religion":
        instant_glory(game, empire, "adopt_religion")


def outlived(empire: Empire, artifact: str) -> bool:
    """It is past the last age of the marker (SA-gap-64)."""
    return empire.age > ARTIFACTS[artifact].ages[-1]


def unruly(game: Seven, empire: Empire) -> bool:
    """Whether some area is in unrest: then no kind of marker that it has can be changed (SA-6.4-2)."""
    return any(area in game.unrest for area in game.controlled(empire))
