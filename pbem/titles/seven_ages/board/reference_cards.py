"""The sheets of the reference page that list what is printed: cards, events, artifacts, leaders and areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.kit import esc
from ....pages.sheet_page import SheetPage
from ....table import Words
from ...sheet import Column, Grid, Row, Said, named
from .. import gloss
from ..atlas import AREAS, MAP
from ..cards import CARDS, CUP, DATA, EMPIRES, LEADER_KINDS, NAMED, NO_LEADER
from .marks import mark

_EMPIRES = {entry["id"]: entry for entry in DATA["empires"]["empires"]}


def sheets(page: SheetPage, words: Words) -> dict[str, str]:
    return {
        "cards": f"<p>{esc(words.say('ref_cards_note'))}</p>{page.grid(_cards(words), words.say('sheet_cards'))}",
        "events": page.grid(_events(words), words.say("sheet_events")),
        "artifacts": page.grid(_artifacts(words), words.say("sheet_artifacts")),
        "leaders": page.grid(_kinds(words)) + page.grid(_named(words)),
        "areas": "".join(page.grid(grid) for grid in _regions(words)) + page.grid(_canals(words)),
    }


def _heads(words: Words, *keys: str) -> list[Column]:
    return [Column(words.say(f"head_{key}")) for key in keys]


def _figures(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


# ---- cards


def _cards(words: Words) -> Grid:
    """The 110 cards: the empire with its start, figures, glory and special, the event and the artifact."""
    heads = _heads(words, "card", "value", "starts", "figures", "glory", "special", "event_artifact")
    rows = []
    for entry in DATA["cards"]["cards"]:
        card = CARDS[entry["id"]]
        empire = EMPIRES[card.empire]
        printed = _EMPIRES[card.empire]
        begun = {
            "ages": gloss.when_started(empire.id, words),
            "setup": gloss.setups(empire.id, words),
            "areas": gloss.starts(empire.id, words),
        }
        leaders = [words.name("leader", one) for one in empire.named]
        figures = {
            "money": empire.money,
            "trade": gloss.signed(empire.trade),
            "leaders": empire.leaders,
            "named": ", ".join(leaders),
        }
        rows.append(
            Row(
                [named("c", card.id, words, tone="strong"), *mark(printed, "name")],
                [str(card.value), *mark(entry, "value")],
                [words.say("ref_starts", begun), *mark(printed, "ages")],
                [words.say("ref_card_figures", figures), *mark(printed, "money")],
                [", ".join(gloss.symbols(empire.id, words)), *mark(printed, "glory")],
                [" ".join(gloss.specials(empire.id, words)) or "–", *mark(printed, "effects")],
                [
                    words.name("event", card.event),
                    *mark(entry, "event"),
                    "; ",
                    words.name("artifact", card.artifact),
                    *mark(entry, "artifact"),
                ],
            )
        )
    return Grid(heads, rows, stacked=True)


def _on_cards(field: str, ident: str) -> str:
    return _figures([card.number for card in CARDS.values() if getattr(card, field) == ident])


def _events(words: Words) -> Grid:
    rows = [
        Row(
            [named("event", entry["id"], words, tone="strong"), *mark(entry, "name")],
            gloss.moment(entry["id"], words),
            [gloss.does(entry["id"], words), *mark(entry, "effects")],
            _on_cards("event", entry["id"]),
        )
        for entry in DATA["events"]["events"]
    ]
    return Grid(_heads(words, "event", "when", "does", "on_cards"), rows, stacked=True)


def _artifacts(words: Words) -> Grid:
    """Ages, conditions, place and effect; by category."""
    order = [entry["id"] for entry in DATA["artifacts"]["categories"]]
    entries = sorted(DATA["artifacts"]["artifacts"], key=lambda entry: order.index(entry["category"]))
    rows = []
    for entry in entries:
        rows.append(
            Row(
                [named("artifact", entry["id"], words, tone="strong"), *mark(entry, "existence")],
                gloss.printed(entry["category"], words),
                _colour(entry, words),
                [_ages(entry, words), *mark(entry, "ages")],
                [gloss.conditions(entry["needs"], words) or "–", *mark(entry, "prerequisites")],
                [gloss.does(entry["id"], words), *mark(entry, "effect")],
                _on_cards("artifact", entry["id"]),
            )
        )
    heads = _heads(words, "artifact", "category", "marker", "ages", "needs", "does", "on_cards")
    return Grid(heads, rows, stacked=True)


def _colour(entry: Mapping[str, Any], words: Words) -> str:
    """The colour of its marker, the glory that it brings at once, where it lies, and whether there is a blue one."""
    values = {
        "glory": gloss.signed(entry["glory_on_play"]),
        "blue": entry["blue_marker"],
        "card": entry["placement"] == "card",
    }
    return words.say(f"ref_marker_{entry['colour']}", values)


def _ages(entry: Mapping[str, Any], words: Words) -> str:
    """The ages on its card; earlier ones with their condition (SA-6.1-9)."""
    told = gloss.ages(entry["ages"])
    if not entry["dagger"]:
        return told
    earlier = {"ages": gloss.ages(entry["dagger"]["ages"]), "needs": gloss.conditions(entry["dagger"]["needs"], words)}
    return f"{told}; {words.say('ref_dagger', earlier)}"


# ---- leaders


def _kinds(words: Words) -> Grid:
    rows = [
        Row(
            [named("leader", entry["id"], words, tone="strong"), *mark(entry, "kind")],
            [gloss.does(entry["id"], words), *mark(entry, "effects")],
            CUP[entry["id"]],
        )
        for entry in DATA["leaders"]["kinds"]
    ]
    rows.append(Row(words.say("ref_no_leader"), words.say("ref_no_leader_text"), CUP[NO_LEADER]))
    heads = [*_heads(words, "leader", "does"), Column(words.say("head_in_cup"), align="r")]
    return Grid(heads, rows, caption=words.say("ref_kinds"), stacked=True)


def _named(words: Words) -> Grid:
    entries = {entry["id"]: entry for entry in DATA["leaders"]["named"]}
    rows = []
    for ident, one in NAMED.items():
        entry = entries[ident]
        rows.append(
            Row(
                [named("leader", ident, words, tone="strong"), *mark(entry, "name")],
                words.name("empire", one.empire),
                [gloss.ages(one.ages), *mark(entry, "ages")],
                [words.name("leader", one.kind), *mark(entry, "kind")],
            )
        )
    assert all(one.kind in LEADER_KINDS for one in NAMED.values())
    return Grid(_heads(words, "leader", "empire", "ages", "kind"), rows, caption=words.say("ref_named"))


# ---- the map


def _regions(words: Words) -> list[Grid]:
    """Land by region, then islands without one, then seas and oceans."""
    printed = {entry["id"]: entry for entry in (*MAP["land"], *MAP["sea"])}
    names = {entry["id"]: entry[f"name_{words.language}"] for entry in MAP["regions"]}
    parts: dict[str, list[str]] = {}
    for ident, area in AREAS.items():
        part = names.get(printed[ident]["region"] or "", words.say("ref_no_region")) if area.is_land else area.kind
        parts.setdefault(part, []).append(ident)
    return [_region(part, areas, printed, names, words) for part, areas in parts.items()]


def _region(part: str, areas: list[str], printed: Mapping[str, Any], names: Mapping[str, str], words: Words) -> Grid:
    land = AREAS[areas[0]].is_land
    rows = []
    for ident in areas:
        area, entry = AREAS[ident], printed[ident]
        if land:
            things = [gloss.printed(one, words) for one in area.resources]
            about: Said = [", ".join([gloss.printed(area.terrain, words), *things]), *mark(entry, "terrain")]
        else:
            about = ", ".join(names[one] for one in area.regions) or "–"
        rows.append(
            Row(
                [named("area", ident, words, tone="strong"), *mark(entry, "name")],
                entry.get("grid", ""),
                about,
                [_around(ident, words), *mark(entry, "adjacency")],
            )
        )
    heads = _heads(words, "area", "grid", "terrain" if land else "counts_for", "borders")
    caption = part if land else words.say(f"ref_{part}s")
    return Grid(heads, rows, caption=caption, stacked=True)


def _around(ident: str, words: Words) -> str:
    """Neighbours by land, with rivers; over red arrows; and seas."""
    area = AREAS[ident]
    river = f" ({words.say('ref_river')})"
    land = [words.name("area", one) + (river if one in area.rivers else "") for one in area.land]
    arrows = [f"{words.name('area', one)} ({words.say('ref_arrow')})" for one in area.arrows]
    return ", ".join([*land, *arrows, *(words.name("area", one) for one in area.seas)])


def _canals(words: Words) -> Grid:
    rows = [
        Row(
            entry[f"name_{words.language}"],
            words.join([words.name("area", sea) for sea in entry["seas"]]),
            words.join([words.name("area", area) for area in entry["areas"]]),
            [gloss.ROMAN[entry["from_age"]], *mark(entry, "from_age")],
        )
        for entry in MAP["canals"]
    ]
    return Grid(_heads(words, "canal", "between", "banks", "from_age"), rows, caption=words.say("ref_canals"))
