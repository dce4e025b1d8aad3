"""Why an event cannot be played on what an order names: the one reason that holds (SA-gap-52)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....table import NotLegal, Refused
from ..atlas import AREAS
from ..cards import EMPIRES, EVENTS, Event
from ..state import Empire, Seven
from .conditions import fulfilled
from .conversion import outlived
from .effects import religion_of
from .range import in_range
from .take_that import Reach
from .targets import Aiming, Target, named


def no_target(game: Seven, seat: int, subject: str, event: str, target: Target, through: tuple[str, ...]) -> Refused:
    """The first thing that is wrong with a target."""
    one = EVENTS[event]
    kind = one.target["kind"]
    if kind in ("none", "event"):
        return _refused("target_unwanted", event)
    if not target:
        return _refused("target_wanted", event)
    fault = _FAULTS[kind](game, Aiming(seat, subject, one, through), target) if kind in _FAULTS else None
    if fault is None and not Reach(game, seat, through).hits(target):
        return _refused("target_out_of_range", event)
    return fault or _refused(_KINDS[kind], event)


_KINDS = {
    "empire": "target_is_empire",
    "leader": "target_is_leader",
    "area": "target_is_area",
    "player": "target_is_player",
    "artifact": "target_is_artifact",
}
"""What is said where something of another kind was named."""
REASONS = {
    "target_unwanted": "SA-6.1-2",
    "target_wanted": "SA-6.1-2",
    "target_out_of_range": "SA-gap-52",
    "target_not_own": "SA-gap-52",
    "target_own": "SA-gap-52",
    "target_itself": "SA-gap-52",
    "target_lacks": "SA-gap-52",
    "target_and_thief": "SA-gap-52",
    "target_yourself": "SA-gap-52",
    "area_lacks": "SA-gap-52",
    "target_is_empire": "SA-gap-52",
    "target_is_leader": "SA-gap-52",
    "target_is_area": "SA-gap-52",
    "target_is_player": "SA-gap-52",
    "target_is_artifact": "SA-gap-52",
}
"""The rule behind each reason that says no more than the event and what was named."""


def _refused(key: str, event: str, **values: object) -> Refused:
    return NotLegal(key, {"event": event, **values}, rule=REASONS[key])


def _wrong_empire(game: Seven, aim: Aiming, ident: str) -> Refused | None:
    """Whether an event can be played on this empire, as far as that depends on the empire alone."""
    event = aim.event
    if ident not in game.owners:
        return NotLegal("not_in_play", {"empire": ident}, rule="SA-gap-52")
    own, empire = game.owners[ident] == aim.seat, game.empire(ident)
    if event.target["of"] == "own" and not own:
        return _refused("target_not_own", event.id, empire=ident)
    if event.target["of"] == "other" and own:
        return _refused("target_own", event.id, empire=ident)
    if event.target["of"] == "other_empire" and ident == aim.subject:
        return _refused("target_itself", event.id, empire=ident)
    if event.target.get("in_range") and empire not in in_range(game, game.empire(aim.subject), aim.through):
        return _refused("target_out_of_range", event.id)
    if not fulfilled(game, event.target.get("needs", ()), empire):
        return _refused("target_lacks", event.id, empire=ident)
    return _unconverted(game, aim, empire) if _does(event, "convert_religion") else None


def _does(event: Event, kind: str) -> bool:
    return any(effect["type"] == kind for effect in event.effects)


def _unconverted(game: Seven, aim: Aiming, empire: Empire) -> Refused | None:
    """Missionaries (SA-gap-63, SA-gap-64)."""
    religion = religion_of(game.empire(aim.subject))
    if not religion:
        return NotLegal("no_religion", {"empire": aim.subject}, rule="SA-gap-63")
    values = {"empire": empire.id, "artifact": religion}
    if religion == religion_of(empire):
        return NotLegal("adopt_have", values, rule="SA-gap-63")
    return NotLegal("adopt_outlived", values, rule="SA-gap-64") if outlived(empire, religion) else None


def _empire(game: Seven, aim: Aiming, target: Target) -> Refused | None:
    first, *rest = target
    if not isinstance(first, str) or first not in EMPIRES:
        return None
    fault = _wrong_empire(game, aim, first)
    if fault is None and _does(aim.event, "steal_money"):
        return _refused("target_and_thief", aim.event.id)
    return fault if fault is not None or not rest else None


def _leader(game: Seven, aim: Aiming, target: Target) -> Refused | None:
    first, *rest = target
    if not isinstance(first, str) or first not in EMPIRES or not rest:
        return None
    fault = _wrong_empire(game, aim, first)
    if fault is not None:
        return fault
    empire = game.empire(first)
    if rest[0] not in [leader.id for leader in empire.leaders]:
        return NotLegal("leader_not_theirs", {"empire": first, "leader": rest[0]}, rule="SA-6.1-4")
    if tuple(rest) not in [named(empire, leader) for leader in empire.leaders]:
        return NotLegal("leader_where", {"empire": first, "leader": rest[0]}, rule="SA-6.1-4")
    return None


def _area(game: Seven, aim: Aiming, target: Target) -> Refused | None:
    (area, *rest) = target
    if rest or area not in AREAS or fulfilled(game, aim.event.target.get("needs", ()), None, str(area)):
        return None
    return _refused("area_lacks", aim.event.id, area=area)


def _player(game: Seven, aim: Aiming, target: Target) -> Refused | None:
    itself = target == (aim.seat,) and aim.event.target["of"] == "other"
    return _refused("target_yourself", aim.event.id) if itself else None


def _artifact(game: Seven, aim: Aiming, target: Target) -> Refused | None:
    first, *rest = target
    if first in AREAS and not rest and first not in game.artifacts:
        return NotLegal("no_artifact_there", {"area": first}, rule="SA-gap-61")
    if (
        first in EMPIRES
        and len(rest) == 1
        and (first not in game.owners or rest[0] not in game.empire(str(first)).card)
    ):
        return NotLegal("not_on_their_card", {"empire": first, "artifact": rest[0]}, rule="SA-gap-61")
    return None


_FAULTS: Mapping[str, Callable[[Seven, Aiming, Target], Refused | None]] = {
    "empire": _empire,
    "leader": _leader,
    "area": _area,
    "player": _player,
    "artifact": _artifact,
}
