"""The reference page: what lies in the box. All figures come from the data, so an edition's page shows its own.

Much of the printed material is reconstructed; such figures carry a mark (marks.py), so that a group that owns the game
sees what to compare.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ....pages.board_api import ReferenceSheet, title_board_words
from ....pages.kit import esc
from ....pages.sheet_page import SheetPage
from ....table import Words
from ...sheet import Column, Grid, Row, Said, named
from .. import gloss
from ..atlas import TERRAIN
from ..cards import COLOURS, CONFLICT, CONSTANTS, COSTS, DATA, MAX_EMPIRES, TRADE, UNITS, VOCABULARIES
from . import reference_cards
from .marks import SIGNS, mark

COURSE = (
    "markers",
    "reveal",
    "start_empire",
    "production",
    "trade",
    "manoeuvre",
    "destiny",
    "civilise",
    "discard_empire",
    "progress",
    "glory",
    "pass",
)
ROUND = ("retreat", "draw", "commit", "events", "show", "lose", "again", "end")
POTENTIAL = ("card", "front", "elite", "age", "unrest", "terrain", "fort", "invasion", "city", "elephants")


def reference(words: Words) -> list[ReferenceSheet]:
    own = title_board_words(words, __package__)
    page = SheetPage(own)
    made = {
        "course": _list(COURSE, "course", own, "ul") + page.grid(_figures(own), own.say("ref_figures")),
        "conflict": _list(ROUND, "round", own) + _potential(own),
        "terrain": "".join(page.grid(grid) for grid in (_terrain(own), _edges(own), _cities(own), _resources(own))),
        "track": page.grid(_track(own), own.say("sheet_track")),
        "units": page.grid(_units(own), own.say("sheet_units")) + f"<p>{esc(own.say('ref_units_note'))}</p>",
        "counters": page.grid(_counters(own), own.say("sheet_counters")) + page.grid(_pool(own)),
        "glory": page.grid(_glory(own), own.say("sheet_glory")),
        **reference_cards.sheets(page, own),
    }
    legend = f'<p class="small dim">{esc(own.say("ref_marks"))}</p>'
    marked = {key: any(sign in body for sign in SIGNS.values()) for key, body in made.items()}
    return [
        ReferenceSheet(key, own.say(f"sheet_{key}"), body + (legend if marked[key] else ""))
        for key, body in made.items()
    ]


def _heads(words: Words, **aligned: Literal["", "r", "c"]) -> list[Column]:
    return [Column(words.say(f"head_{key}"), align=align) for key, align in aligned.items()]


def _told(entry: Mapping[str, Any], words: Words) -> str:
    return str(entry[f"name_{words.language}"])


# ---- how a turn goes


def _potential(words: Words) -> str:
    return f"<h3>{esc(words.say('ref_potential'))}</h3>{_list(POTENTIAL, 'potential', words, 'ul')}"


def _list(keys: Sequence[str], family: str, words: Words, kind: str = "ol") -> str:
    """Steps one after another, with the figures that they mention."""
    values = {
        **{f"cost_{key}": number for key, number in COSTS.items()},
        **{key: number for key, number in CONSTANTS.items() if isinstance(number, int)},
        **{f"trade_{key}": number for key, number in TRADE.items()},
        "unrest": gloss.signed(TRADE["unrest"]),
        "elite_max": CONFLICT["elite_max"],
        "nuke": -CONFLICT["nuke_glory"],
        "fort": _defence("works", "fort"),
        "invasion": _defence("edges", "invasion"),
        "free": DATA["progress"]["track"]["free_progress"],
    }
    items = (
        f"<li><b>{esc(words.say(f'ref_{family}_{key}'))}</b> {esc(words.say(f'ref_{family}_{key}_text', values))}</li>"
        for key in keys
    )
    return f'<{kind} class="steps-of">{"".join(items)}</{kind}>'


def _defence(section: str, ident: str) -> int:
    return next(int(entry["defence"]) for entry in TERRAIN[section] if entry["id"] == ident)


def _figures(words: Words) -> Grid:
    """How many empires each player may have, by number of players (SA-turn-3)."""
    heads = [Column(words.say("ref_players")), *(Column(str(n), align="c") for n in MAX_EMPIRES)]
    row = Row(words.say("ref_most_empires"), *(str(n) for n in MAX_EMPIRES.values()))
    return Grid(heads, [row], caption=words.say("ref_figures"))


# ---- the map


def _terrain(words: Words) -> Grid:
    classes = [entry["id"] for entry in DATA["progress"]["classes"] if entry["id"] in TERRAIN["kinds"][0]["move"]]
    heads = _heads(words, terrain="", income="r")
    heads += [Column(words.say(f"class_{kind}"), align="r") for kind in classes]
    heads += _heads(words, defence="r", cavalry_value="r", area_glory="c", becomes="")
    rows = []
    for entry in TERRAIN["kinds"]:
        becomes = [
            words.say("ref_becomes", {"terrain": gloss.printed(one["to"], words), "ages": gloss.ages(one["ages"])})
            for one in entry.get("becomes", ())
        ]
        moves: list[Said] = [[str(entry["move"].get(kind, "–")), *mark(entry, "move")] for kind in classes]
        cavalry = entry.get("combat_value_modifier", {}).get("cavalry", 0)
        rows.append(
            Row(
                _told(entry, words),
                [str(entry["income"]), *mark(entry, "income")],
                *moves,
                [gloss.signed(entry["defence"]), *mark(entry, "defence")],
                gloss.signed(cavalry),
                words.say("ref_yes" if entry["counts_for_area_glory"] else "ref_special"),
                "; ".join(becomes),
            )
        )
    return Grid(heads, rows, caption=words.say("ref_terrain"), look="nums")


def _edges(words: Words) -> Grid:
    rows = [
        Row(_told(entry, words), [gloss.signed(entry["defence"]), *mark(entry, "defence")])
        for entry in (*TERRAIN["edges"], *TERRAIN["works"])
    ]
    return Grid(_heads(words, edge="", defence="r"), rows, caption=words.say("ref_edges"), look="nums")


def _cities(words: Words) -> Grid:
    rows = [
        Row(_told(entry, words), gloss.ROMAN[entry["min_age"]], entry["income"], gloss.signed(entry["defence"]))
        for entry in TERRAIN["city_levels"]
    ]
    return Grid(
        _heads(words, city="", from_age="c", income="r", defence="r"),
        rows,
        caption=words.say("ref_cities"),
        look="nums",
    )


def _resources(words: Words) -> Grid:
    rows = []
    for entry in TERRAIN["resources"]:
        told = [
            words.say("ref_applies", {"where": words.say(f"ref_in_{one['terrain']}"), "ages": gloss.ages(one["ages"])})
            for one in entry.get("applies", ())
        ]
        income: Said = [str(entry["income"]), *mark(entry, "income")] if told else "–"
        rows.append(Row(_told(entry, words), income, "; ".join(told) or words.say("ref_elephant_area")))
    return Grid(_heads(words, resource="", income="r", counts=""), rows, caption=words.say("ref_resources"))


# ---- progress, units and counters


def _track(words: Words) -> Grid:
    text = "text" if words.language == "en" else f"text_{words.language}"
    rows = []
    for entry in DATA["progress"]["ages"]:
        steps = range(entry["first"], entry["last"] + 1)
        marks = [f"{one['step']}: {one[text]}" for one in DATA["progress"]["marks"] if one["step"] in steps]
        units = [f"{one.step}: {words.name('unit', one.id)}" for one in UNITS.values() if one.step in steps]
        rows.append(
            Row(
                f"{gloss.ROMAN[entry['age']]} {_told(entry, words)}",
                f"{entry['first']}–{entry['last']}",
                "; ".join(marks),
                "; ".join(units),
            )
        )
    beyond = [one for one in DATA["progress"]["marks"] if one["step"] > DATA["progress"]["track"]["steps"]]
    rows += [Row(words.say("ref_beyond"), str(one["step"]), one[text], "") for one in beyond]
    return Grid(_heads(words, age="", steps="c", marks="", new_units=""), rows, stacked=True)


def _units(words: Words) -> Grid:
    qualities = DATA["progress"]["qualities"]
    heads = _heads(words, unit="", kind="", step="r", cost="r", move="r")
    heads += [Column(_told(one, words), align="c") for one in qualities]
    heads += _heads(words, flip="", other="")
    rows = []
    for entry in DATA["progress"]["units"]:
        one = UNITS[entry["id"]]
        values: list[Said] = [
            [f"{one.front[q['id']]} / {one.support[q['id']]}", *mark(entry, "front")] for q in qualities
        ]
        rows.append(
            Row(
                named("unit", one.id, words, tone="strong"),
                gloss.printed(one.kind, words),
                [str(one.step), *mark(entry, "step")],
                [str(one.cost), *mark(entry, "cost")],
                [str(one.move or words.say("ref_no_limit")), *mark(entry, "move")],
                *values,
                words.name("unit", one.flip) if one.flip else "–",
                _traits(one.id, words),
            )
        )
    return Grid(heads, rows, stacked=True)


def _traits(unit: str, words: Words) -> str:
    one = UNITS[unit]
    told = {
        "common": one.common,
        "carries": one.carries,
        "no_ocean": one.kind == "naval" and not one.ocean,
        "scared": one.scared,
        "siege": one.siege,
        "armoured": one.armoured,
    }
    return ", ".join(words.say(f"ref_trait_{key}", {"n": int(value)}) for key, value in told.items() if value)


def _counters(words: Words) -> Grid:
    colours = {entry["id"]: entry for entry in DATA["counters"]["colours"]}
    kinds = list(dict.fromkeys(unit for entry in colours.values() for unit in entry["counters"]))
    heads = [
        *_heads(words, colour="", quality=""),
        *(Column(words.name("unit", unit), align="r") for unit in kinds),
        Column(words.say("ref_all"), align="r"),
    ]
    rows = []
    for colour in COLOURS:
        entry = colours[colour]
        numbers = [entry["counters"].get(unit, 0) for unit in kinds]
        rows.append(
            Row(
                named("colour", colour, words, tone="strong"),
                [gloss.printed(entry["quality"], words), *mark(entry, "mix")],
                *numbers,
                sum(numbers),
            )
        )
    return Grid(heads, rows, look="nums", caption=words.say("ref_counters"))


def _pool(words: Words) -> Grid:
    rows = [
        Row(
            words.name("unit", entry["id"]),
            [str(entry["count"]), *mark(entry, "count")],
            words.say("ref_pool_elephants", entry) if "named" in entry else words.say("ref_pool_weapons"),
        )
        for entry in DATA["counters"]["common"]
    ]
    return Grid(_heads(words, unit="", number="r", counts=""), rows, caption=words.say("ref_pool"))


# ---- glory


def _glory(words: Words) -> Grid:
    rows = [
        Row(named("category", ident, words, tone="strong"), words.say(f"ref_glory_{ident}"))
        for ident in VOCABULARIES["category"]
    ]
    rows.append(Row(words.say("ref_buying"), words.say("ref_buying_text", {"cost": COSTS["glory"]})))
    return Grid(_heads(words, symbol="", counts=""), rows, stacked=True)
