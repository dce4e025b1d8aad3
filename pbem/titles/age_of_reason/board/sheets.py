"""The reference page: the contents of the box. All figures come from the data, so an edition's page shows its own."""

from __future__ import annotations

from typing import Literal

from ....pages.board_api import ReferenceSheet
from ....pages.kit import esc, icon, pile
from ....table import Words
from ...sheet import Column, Grid, Row, Said, listed, named
from .. import gloss
from ..atlas import DATA, NATIONS, REGIONS
from ..cards import (
    ALLY_POINTS,
    BONUSES,
    CARDS,
    CONVERT_COST,
    DISCS,
    FIELDS,
    HIRE_COST,
    LOAN,
    MARKERS,
    NEUTRAL_STRENGTH,
    OVERWHELMING,
    ROUND_MARKERS,
    SETS,
    SETUP,
    SETUP_MARKERS,
    START_DISCONTENT,
    START_GOLD,
    WORST,
    Field,
    action_rounds,
)
from ..rules.outcome import attackers_points, defenders_points
from .courts import Courts
from .desk import card

SEATS = range(SETUP["players"]["min"], SETUP["players"]["max"] + 1)
RECONSTRUCTED = "°"
"""Behind figures that are not in the rulebook; explained on every sheet that has some."""
_ENTRIES = {kind: {one["id"]: one for one in DATA[kind]} for kind in ("nations", "regions", "markers", "cards")}
_ENTRIES["fields"] = {one["id"]: one for one in DATA["action_fields"]}
COURSE = ("setup", "markers", "alliances", "actions", "income", "scoring", "unrest", "round_end", "end")
STEPS = ("declare", "lay", "hire", "show", "dice", "reserves", "outcome", "put_away")


def reference(words: Words) -> list[ReferenceSheet]:
    courts = Courts(words, {nation: n for n, nation in enumerate(NATIONS)}, {n: i for i, n in enumerate(NATIONS, 1)})
    page = courts.page()
    return [
        _sheet(
            "course",
            words,
            _steps([(f"course_{key}", f"course_{key}_text") for key in COURSE], words)
            + page.grid(_numbers(words), words.say("sheet_course")),
        ),
        _sheet(
            "combat",
            words,
            _steps([(f"step_{key}", f"step_{key}_text") for key in STEPS], words)
            + page.grid(_discontent(words), words.say("sheet_combat")),
        ),
        _sheet("fields", words, "".join(page.grid(_fields(kind, words)) for kind in DATA["field_kinds"])),
        _sheet("bonuses", words, page.grid(_bonuses(words), words.say("sheet_bonuses"))),
        _sheet("regions", words, page.grid(_regions(words), words.say("sheet_regions"))),
        _sheet("nations", words, page.grid(_nations(words), words.say("sheet_nations"))),
        _sheet("markers", words, page.grid(_markers(words), words.say("sheet_markers"))),
        _sheet("cards", words, _cards(words, courts)),
    ]


def _sheet(key: str, words: Words, body: str) -> ReferenceSheet:
    legend = f'<p class="small dim">{esc(words.say("marks"))}</p>' if RECONSTRUCTED in body else ""
    return ReferenceSheet(key, words.say(f"sheet_{key}"), body + legend)


def _mark(kind: str, ident: str, part: str) -> str:
    """The sign behind a figure that the rulebook does not have."""
    known = _ENTRIES[kind][ident]["confidence"]
    return RECONSTRUCTED if (known if isinstance(known, str) else known.get(part)) == "reconstructed" else ""


def _steps(keys: list[tuple[str, str]], words: Words) -> str:
    """The steps of play, one after another."""
    values = {
        "gold": START_GOLD,
        "discontent": START_DISCONTENT,
        "first": SETUP_MARKERS,
        "markers": ROUND_MARKERS,
        "convert": CONVERT_COST,
        "hire": HIRE_COST,
        "ally": ALLY_POINTS,
        "neutral": NEUTRAL_STRENGTH,
        "discs": DISCS,
    }
    items = (f"<li><b>{esc(words.say(head))}</b> {esc(words.say(text, values))}</li>" for head, text in keys)
    return f'<ol class="steps-of">{"".join(items)}</ol>'


def _numbers(words: Words) -> Grid:
    """By number of players: action rounds, and how many fields of each kind are open (AOR-ACT-1, AOR-FIELD-8)."""
    heads = [Column(words.say("players_n")), *(Column(str(seats), align="c") for seats in SEATS)]
    rows = [Row(words.say("action_rounds"), *(action_rounds(seats) for seats in SEATS))]
    for kind in DATA["field_kinds"]:
        own = [one for one in FIELDS.values() if one.kind == kind["id"]]
        rows.append(Row(kind[f"name_{words.language}"], *(sum(one.open(seats) for one in own) for seats in SEATS)))
    return Grid(heads, rows, caption=words.say("by_players"), look="nums")


def _discontent(words: Words) -> Grid:
    """The table of AOR-DISCO-7."""
    heads = [Column(words.say("margin")), *(Column(words.say(f"side_{side}"), align="c") for side in (0, 1))]
    heads.append(Column(words.say("result")))
    rows = []
    for margin in range(OVERWHELMING, -OVERWHELMING - 1, -1):
        edge = "≥ " if margin == OVERWHELMING else "≤ " if margin == -OVERWHELMING else ""
        shown = f"{edge}{margin:+d}".replace("-", "−") if margin else "0"
        points = (f"+{n}" if n else "–" for n in (attackers_points(margin), defenders_points(margin)))
        key = "result_won" if margin > 0 else "result_held"
        result = words.say(key) + (f"; {words.say('result_level')}" if margin == 0 else "")
        rows.append(Row(shown, *points, result))
    return Grid(heads, rows, caption=words.say("discontent_table", {"loan": LOAN, "worst": WORST}), look="nums")


def _heads(words: Words, **aligned: Literal["", "r", "c"]) -> list[Column]:
    return [Column(words.say(f"head_{key}"), align=align) for key, align in aligned.items()]


def _fields(kind: dict[str, str], words: Words) -> Grid:
    heads = _heads(words, field="", places="c", places_few="c", cost="c", effect="")
    rows = [
        Row(
            named("field", one.id, words, tone="strong"),
            f"{one.number}{_mark('fields', one.id, 'fields')}",
            f"{one.number - one.closed}{_mark('fields', one.id, 'fields')}",
            _cost(one, words),
            gloss.field(one.id, words),
        )
        for one in FIELDS.values()
        if one.kind == kind["id"]
    ]
    return Grid(heads, rows, caption=kind[f"name_{words.language}"], stacked=True)


def _cost(one: Field, words: Words) -> Said:
    return named("gold", one.cost, words) if one.cost else "–"


def _bonuses(words: Words) -> Grid:
    """Region → what counts in a combat there."""
    rows = [
        Row(
            named("region", region, words, tone="strong"),
            listed([named("field", name, words), f" +{more}"] for name, more in BONUSES["listed"][region]),
        )
        for region in REGIONS
    ]
    return Grid((Column(words.say("text.region")), Column(words.say("head_counts"))), rows)


def _regions(words: Words) -> Grid:
    heads = _heads(words, region="", ranks="c", markers="c", needs_ship="c", ships_count="c", borders="")
    rows = []
    for region, one in REGIONS.items():
        near = [words.name("region", other) for other in one.adjacent]
        near += [words.name("nation", nation) for nation in NATIONS if region in NATIONS[nation].borders]
        yes = words.say("is_so")
        rows.append(
            Row(
                named("region", region, words, tone="strong"),
                " / ".join(map(str, one.points)) + _mark("regions", region, "vp"),
                one.markers,
                yes if one.needs_ship else "–",
                yes if one.ships_count else "–",
                (", ".join(near) or "–") + _mark("regions", region, "adjacent"),
            )
        )
    return Grid(heads, rows, stacked=True)


def _nations(words: Words) -> Grid:
    rows = []
    for nation in NATIONS:
        home = NATIONS[nation].borders
        influence = [CARDS[ident] for ident in SETS[nation] if CARDS[ident].kind == "influence"]
        rows.append(
            Row(
                named("nation", nation, words),
                (words.join([words.name("region", one) for one in home]) or "–")
                + _mark("nations", nation, "home_borders"),
                *(
                    f"{sum(getattr(one, part) for one in influence)}{RECONSTRUCTED}"
                    for part in ("soldiers", "ships", "cost")
                ),
            )
        )
    return Grid(_heads(words, nation="", home_borders="", soldiers="r", ships="r", all_costs="r"), rows, stacked=True)


def _markers(words: Words) -> Grid:
    rows = []
    for region in REGIONS:
        own = [one.id for one in MARKERS.values() if one.region == region]
        shown = listed(
            [named("marker", one, words, one), f": {gloss.marker(one, words)}{_mark('markers', one, 'strength')}"]
            for one in own
        )
        rows.append(Row(named("region", region, words, tone="strong"), len(own), shown))
    heads = (
        Column(words.say("text.region")),
        Column(words.say("head_number"), align="c"),
        Column(words.say("head_markers")),
    )
    return Grid(heads, rows, stacked=True)


def _cards(words: Words, courts: Courts) -> str:
    intro = f"<p>{esc(words.say('cards_intro'))} {icon('army')} {icon('fleet')}</p>"
    sets = (
        pile(courts.name(nation), (card(CARDS[ident], words, courts, _mark("cards", ident, "cost")) for ident in own))
        for nation, own in SETS.items()
    )
    return intro + "".join(sets)
