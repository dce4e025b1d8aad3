"""What cards, events, artifacts, leaders and empires do, in a few words, for the desk, the terminal and the reference.

Everything is told from the data, so that an edition's own figures are shown: the specials of empires, conditions,
starts and glory by their kind (`special.…`, `need.…`, `start.…`, `symbol.…`); events, artifacts and leaders
by the text of their entry, in which `{n1}`, `{n2}` … are the figures of its effects in the order of writing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...table import Words
from ..printed_figures import printed_figures
from .atlas import MAP, TERRAIN
from .cards import (
    COSTS,
    DATA,
    ELEPHANT_STEP,
    EMPIRES,
    LEADER_KINDS,
    NAMED,
    Effect,
)

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")
_NAMED_IN_DATA = {
    entry["id"]: entry
    for entry in (
        *DATA["progress"]["classes"],
        *TERRAIN["kinds"],
        *TERRAIN["resources"],
        *MAP["regions"],
        *DATA["effects"]["moments"],
        *DATA["artifacts"]["categories"],
        *DATA["progress"]["qualities"],
    )
}
_TRIGGERS = {entry["id"]: entry for entry in DATA["effects"]["triggers"]}
_TOLD = {
    entry["id"]: entry
    for entry in (*DATA["events"]["events"], *DATA["artifacts"]["artifacts"], *DATA["leaders"]["kinds"])
}


def printed(ident: str, words: Words) -> str:
    """The name of a terrain, resource, region, class, moment or category."""
    return str(_NAMED_IN_DATA[ident][f"name_{words.language}"])


def _common(ident: str, words: Words) -> str:
    """The same as a common noun in a sentence: `forest`."""
    return printed(ident, words).lower() if words.language == "en" else printed(ident, words)


def ages(numbers: Sequence[int]) -> str:
    """`I–III, V`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(ROMAN[run[0]] if len(run) == 1 else f"{ROMAN[run[0]]}–{ROMAN[run[-1]]}" for run in runs)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


# ---- events, artifacts and kinds of leaders


def does(ident: str, words: Words) -> str:
    """What an event, an artifact or a kind of leader does."""
    entry = _TOLD[ident]
    # A sentence says "loses 2" where the data say −2.
    values = {name: abs(number) for name, number in printed_figures(entry["effects"]).items()}
    values |= {"glory_price": COSTS["glory"], "unrest_price": COSTS["unrest"]}
    text = entry["text" if words.language == "en" else f"text_{words.language}"]
    return Words(words.language, {"text": text}, words.vocabularies).say("text", values)


def moment(event: str, words: Words) -> str:
    """When an event is played: `Conflict`."""
    return printed(_TOLD[event]["when"], words)


def leader(ident: str, words: Words) -> str:
    """A named leader: kind, ages and empire; a kind: what it does."""
    if ident in LEADER_KINDS:
        return does(ident, words)
    one = NAMED[ident]
    return words.say("text.named_leader", {"kind": one.kind, "ages": ages(one.ages), "empire": one.empire})


def card(ident: str, words: Words) -> list[str]:
    """The event and the artifact of a card with what they do."""
    entry = _CARDS[ident]
    event, artifact = entry["event"], entry["artifact"]
    told = {"event": event, "moment": moment(event, words), "does": does(event, words)}
    return [words.say("text.card_event", told), needed(artifact, words)]


_CARDS = {entry["id"]: entry for entry in DATA["cards"]["cards"]}


def needed(artifact: str, words: Words) -> str:
    """An artifact with its ages, what it needs and what it does."""
    entry = _TOLD[artifact]
    values = {
        "artifact": artifact,
        "ages": ages(entry["ages"]),
        "needs": conditions(entry["needs"], words),
        "does": does(artifact, words),
    }
    return words.say("text.card_artifact", values)


# ---- conditions


def conditions(needs: Sequence[Mapping[str, Any]], words: Words, word: str = "and") -> str:
    return words.join([condition(one, words) for one in needs], word)


def condition(need: Mapping[str, Any], words: Words) -> str:
    if need["type"] == "any_of":
        return conditions(need["of"], words, "or")
    values = dict(need)
    if "terrains" in need:
        values["terrains"] = words.join([_common(one, words) for one in need["terrains"]], "or")
    if "category" in need:
        values["category"] = _common(need["category"], words)
    return words.say(f"need.{need['type']}", values)


# ---- empires


def specials(ident: str, words: Words) -> list[str]:
    """The symbols and specials of an empire, one sentence each."""
    one = EMPIRES[ident]
    told = []
    if one.no_cities:
        told.append(words.say("special.no_cities", {"ages": ages(one.no_cities)}))
    for key, number in (
        ("no_ships", one.no_ships),
        ("no_horses", one.no_horses),
        ("elites", one.elites),
        ("forts", one.forts),
    ):
        if number:
            told.append(words.say(f"special.{key}", {"n": int(number)}))
    return told + [special(effect, words) for kind in one.effects.values() for effect in kind]


def special(effect: Effect, words: Words) -> str:
    values: dict[str, Any] = {key: value for key, value in effect.items() if key != "type"}
    key = f"special.{effect['type']}"
    if effect["type"] == "income":
        key += f"_{effect['per']}"
    number = values.get("amount", 0)
    values |= {"n": abs(number), "sign": signed(number), "step": ELEPHANT_STEP, "less": number < 0}
    if "units" in effect or "unit" in effect:
        which = effect.get("units", effect.get("unit"))
        values["units"] = words.join([many(one, words) for one in ([which] if isinstance(which, str) else which)])
    if "terrain" in effect:
        values["every"] = effect["terrain"] == "land"
        values["terrain"] = "" if values["every"] else _common(effect["terrain"], words)
    if "region" in effect:
        values["region"] = printed(effect["region"], words)
    if "resource" in effect:
        values["resource"] = _common(effect["resource"], words)
    if "trigger" in effect:
        values["when"] = _TRIGGERS[effect["trigger"]][f"name_{words.language}"]
    values["both"] = bool(effect.get("ocean") and effect.get("safe"))
    for name in ("attacker", "defender", "start", "front", "any", "first"):  # what a template can ask for
        values[name] = name in (effect.get("side"), effect.get("when"), effect.get("value"), effect.get("empire"))
    return words.say(key, values)


def many(which: str, words: Words) -> str:
    """Units of a type or class in the plural: `spears`, `naval units`."""
    counted = words.sentences.get(f"units.{which}", "") if which not in _CLASSES else ""
    if counted:
        return counted.partition("|")[2]
    return _common(which, words)


_CLASSES = {entry["id"] for entry in DATA["progress"]["classes"]}


def setups(ident: str, words: Words) -> str:
    """Where the progress marker begins: `−2`, or `as the Arabs`."""
    told = [
        words.say("start.same_step", {"empire": one["same_step_as"]}) if "same_step_as" in one else signed(one["step"])
        for one in EMPIRES[ident].setup
    ]
    return words.join(told, "or")


def when_started(ident: str, words: Words) -> str:
    """The ages in which it can be started, with those that have conditions."""
    one = EMPIRES[ident]
    told = [ages(one.ages)] if one.ages else []
    for age, needs in one.conditional:
        told.append(words.say("start.age_if", {"age": ROMAN[age], "needs": conditions(needs, words)}))
    return "; ".join(told)


def starts(ident: str, words: Words) -> str:
    """The start areas, with their place on the map."""
    return "; ".join(_start(one, words) for one in EMPIRES[ident].start)


def _start(start: Mapping[str, Any], words: Words) -> str:
    values = {key: value for key, value in start.items() if key != "kind"}
    if start["kind"] == "area":
        return words.say("start.area", {**values, "grid": _GRID[start["area"]]})
    if start["kind"] == "choice":
        values["areas"] = words.join(
            [words.say("start.area", {"area": area, "grid": _GRID[area]}) for area in start["areas"]], "or"
        )
    if "region" in start:
        values["region"] = printed(start["region"], words)
    return words.say(f"start.{start['kind']}", values)


_GRID = {entry["id"]: entry["grid"] for entry in MAP["land"]}


def symbols(ident: str, words: Words) -> list[str]:
    """What brings an empire glory."""
    return [symbol(one, words) for one in EMPIRES[ident].glory]


def symbol(one: Mapping[str, Any], words: Words) -> str:
    category = one["category"]
    values = {**one, "category": words.name("category", category)}
    if category in ("areas", "areas_outside_europe"):
        values["colour"] = words.say(f"symbol.{one['colour']}")
        values["region"] = printed(one["region"], words) if one.get("region", "world") != "world" else ""
        return words.say("symbol.areas" if category == "areas" else "symbol.outside", values)
    if category == "resource":
        return words.say("symbol.resource", {**values, "resource": _common(one["resource"], words)})
    if category == "homeland":
        signs = {"points": signed(one["points"]), "penalty": signed(one["penalty"])}
        return words.say("symbol.homeland", {**values, **signs})
    if category == "instant":
        return words.say("symbol.instant", {**values, "when": _TRIGGERS[one["trigger"]][f"name_{words.language}"]})
    return words.say("symbol.rank", values)
