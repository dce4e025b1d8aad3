"""How one JSON value differs from another, where most of both is the same: two positions of one game.

    changes(now, before)          → what has to be changed in `now` to get `before`; None if nothing
    changed(now, changes)         → `before`

The order of keys is kept, because rules may iterate over a dict. A change is

    [value]                       the whole value is another
    {"in": {key: change}}         changes inside a dict, or inside a list by place
    {"drop": [key, …]}            keys that are not there
    {"keys": [key, …]}            all keys in their order, where that does not follow from `drop`
    {"cut": [from, to, values]}   what stands instead of a part of a list
"""

from __future__ import annotations

from typing import Any

from .state_json import Json


def changes(now: Json, before: Json) -> Json | None:
    if isinstance(now, dict) and isinstance(before, dict):
        return _in_dict(now, before)
    if isinstance(now, list) and isinstance(before, list):
        return _in_list(now, before)
    return None if now == before and type(now) is type(before) else [before]


def _in_dict(now: dict[str, Json], before: dict[str, Json]) -> Json | None:
    found: dict[str, Json] = {}
    if list(now) != list(before):
        if [key for key in now if key in before] == list(before):
            found["drop"] = [key for key in now if key not in before]
        else:
            found["keys"] = list(before)
    inside = {}
    for key, value in before.items():
        one = changes(now[key], value) if key in now else [value]
        if one is not None:
            inside[key] = one
    return _whole({**found, "in": inside} if inside else found)


def _in_list(now: list[Json], before: list[Json]) -> Json | None:
    if len(now) == len(before):
        inside = {str(n): one for n, pair in enumerate(zip(now, before, strict=True)) if (one := changes(*pair))}
        return _whole({"in": inside} if inside else {})
    same, least = 0, min(len(now), len(before))
    while same < least and changes(now[same], before[same]) is None:
        same += 1
    after = 0
    while after < least - same and changes(now[-1 - after], before[-1 - after]) is None:
        after += 1
    return {"cut": [same, len(now) - after, before[same : len(before) - after]]}


def _whole(found: dict[str, Json]) -> Json | None:
    return found or None


def changed(now: Json, change: Json | None) -> Json:
    if change is None:
        return now
    if isinstance(change, list):
        return change[0]
    if isinstance(now, list):
        if "cut" in change:
            begin, end, values = change["cut"]
            return [*now[:begin], *values, *now[end:]]
        inside = change["in"]
        return [changed(one, inside.get(str(n))) for n, one in enumerate(now)]
    keys: Any = change.get("keys") or [key for key in now if key not in change.get("drop", ())]
    inside = change.get("in", {})
    return {key: changed(now.get(key), inside.get(key)) for key in keys}
