"""The components of Empire: what the rulebook says about map, cards and counters."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import Any

import pytest

from pbem import titles
from pbem.titles import editions
from pbem.titles.world_history import TITLE, check
from pbem.titles.world_history.atlas import BARREN, FORBIDDEN, LANDS, MAP, NEIGHBOURS, OUT_OF, REGIONS, WATERS
from pbem.titles.world_history.cards import (
    EMBLEMS,
    EMPIRE_DATA,
    EMPIRE_DECKS,
    EMPIRES,
    EVENT_DATA,
    EVENT_DECKS,
    EVENTS,
    FLEETS,
    FORTS,
    LANGUAGE,
    MONUMENTS,
    SCORING,
    SMALL,
    TOWNS,
    VALUES,
    Empire,
)
from pbem.titles.world_history.state import new


def terrain(origin: str, land: str) -> str:
    """What an attacker from a land or barren land meets; nothing where they do not touch."""
    ways = NEIGHBOURS.get(origin) or OUT_OF[origin]
    return next((way.terrain for way in ways if way.to == land), "")


def test_the_data_hangs_together() -> None:
    assert check.faults() == []


def broken(monkeypatch: pytest.MonkeyPatch, holder: Any, key: Any, value: Any) -> list[str]:
    monkeypatch.setitem(holder, key, value)
    return check.faults()


def test_faults_of_the_data_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert broken(monkeypatch, MAP["regions"][0], "land_count", 12)
    assert broken(monkeypatch, MAP["borders"][0], "into_a", "swamp")
    assert broken(monkeypatch, MAP["borders"][0], "kind", "strait")
    assert broken(monkeypatch, MAP["borders"][3], "confidence", "rumour")
    assert broken(monkeypatch, NEIGHBOURS, "crete", ())
    assert broken(monkeypatch, EVENT_DATA["kinds"][0], "count", 3)
    assert broken(monkeypatch, SCORING["region_values"][0], "values", [1, 2])
    assert broken(monkeypatch, EMPIRE_DATA["empires"][0], "has_capital", False)


def test_three_to_six_players() -> None:
    """WH-1-1."""
    assert TITLE.seats == (3, 4, 5, 6)


def test_lands_and_waters_all_have_names() -> None:
    """WH-2.1-1: regions split into lands, light-blue seas and dark-blue oceans."""
    assert (len(LANDS), len(REGIONS), len(BARREN)) == (92, 13, 8)
    kinds = Counter(entry["kind"] for entry in MAP["seas"])
    assert kinds == {"ocean": 3, "sea": 9, "forbidden_sea": 2}
    for entry in (*MAP["lands"], *MAP["barren_lands"], *MAP["seas"], *MAP["regions"]):
        assert entry["name_de"]
        assert entry["name_en"]


def test_barren_lands_lead_only_outward() -> None:
    """WH-barren-1, WH-2.1-2: they are in no region, and no land leads into one."""
    assert set(BARREN) == {
        "alps",
        "amazonia",
        "arabian_desert",
        "plateau_of_tibet",
        "northern_territory",
        "northwest_territories",
        "sahara",
        "siberia",
    }
    assert not any(way.to in BARREN for ways in NEIGHBOURS.values() for way in ways)
    assert FORBIDDEN == ("caspian_sea", "arctic_ocean")
    assert not set(FORBIDDEN) & set(WATERS)


def test_counters() -> None:
    """WH-2.2-1, WH-2.2-3, WH-4-1, WH-4-2: sets of armies, fleets, forts; common piles."""
    assert sorted(EMBLEMS.values()) == [20, 20, 20, 25]
    assert set(EMBLEMS) == {"lion", "dragon", "bear", "eagle"}
    assert (FLEETS, FORTS, MONUMENTS) == (10, 10, 30)
    assert TOWNS == {"capital": 25, "city": 25}
    game = new(6, {}, 0)
    for seat in range(6):
        assert [game.armies_left(seat, emblem) for emblem in EMBLEMS] == list(EMBLEMS.values())
        assert (game.fleets_left(seat), game.forts_left(seat)) == (10, 10)
    assert (game.monuments_left(), game.towns_left("capital"), game.towns_left("city")) == (30, 25, 25)


def test_empire_cards() -> None:
    """WH-2.3-1, WH-2.3-2: 49, seven an epoch, with all that is printed on them."""
    assert len(EMPIRES) == 49
    assert [len(deck) for deck in EMPIRE_DECKS.values()] == [7] * 7
    for entry in EMPIRE_DATA["empires"]:
        assert entry["name_de"]
        assert entry["start_land"] in LANDS
        assert entry["units"] > 0
        assert entry["has_capital"] is (entry["capital"] is not None)
        assert isinstance(entry["navigation"], list)
    assert [EMPIRES[one].number for one in EMPIRE_DECKS[1]] == [1, 2, 3, 4, 5, 6, 7]
    assert EMPIRES["romans"].units == 25
    assert EMPIRES["sumer"].units == 4


def test_event_cards() -> None:
    """WH-2.4-1, WH-2.4-2: 63, nine an epoch; each says when it is used, its name and its effect."""
    assert len(EVENTS) == 63
    assert [len(deck) for deck in EVENT_DECKS.values()] == [9] * 7
    for kind in EVENT_DATA["kinds"]:
        assert kind["when"] in ("immediate", "any_time", "whole_turn")
        assert kind["name_de"]
        assert kind["name_en"]
        assert kind["effect"]


def test_rulers() -> None:
    """WH-rulers-1, WH-rulers-2, WH-rulers-4: all but two name one; the names themselves do nothing."""
    without = [entry["id"] for entry in EMPIRE_DATA["empires"] if not entry["has_ruler"]]
    assert without == ["sumer", "indus_culture"]
    assert [entry["ruler"] for entry in EMPIRE_DATA["empires"] if entry["id"] in without] == [None, None]
    assert "name" not in Empire.__dataclass_fields__
    assert "reign" not in Empire.__dataclass_fields__
    # A small empire is the event of its turn, so it never meets a ruler: one event is drawn.
    assert all(EVENTS[f"E{one.epoch}-minor_empire"].small == one.id for one in SMALL.values())


def test_the_great_wall_guards_china_to_the_north() -> None:
    """WH-2.1-4."""
    walled = {(entry["a"], entry["b"]) for entry in MAP["borders"] if entry["into_a"] == "great_wall"}
    assert walled == {
        ("wei", "eastern_steppe"),
        ("wei", "mongolia"),
        ("huang_he", "mongolia"),
        ("huang_he", "manchuria"),
    }
    assert terrain("mongolia", "wei") == "great_wall"
    assert terrain("wei", "mongolia") == "plain"


def test_clarified_borders() -> None:
    """WH-borders-1 to WH-borders-8, as the rulebook lists them."""
    assert terrain("plateau_of_tibet", "hindu_kush") == "plain", "WH-borders-1"
    assert terrain("plateau_of_tibet", "irrawaddy") == "mountain", "WH-borders-2"
    assert "eastern_mediterranean" in LANDS["eastern_anatolia"].coasts, "WH-borders-3: overseas, no mountain of its own"
    assert terrain("mexican_highlands", "west_coast") == "plain", "WH-borders-4"
    assert [land for land in LANDS if "indies" in land and LANDS[land].region == "north_america"] == ["west_indies"], (
        "WH-borders-5"
    )
    assert terrain("upper_tigris", "palestine") == "", "WH-borders-6"
    assert "balkans" in WATERS["eastern_mediterranean"].shores, "WH-borders-7"
    assert terrain("arabian_desert", "levant"), "WH-borders-8"


@pytest.mark.parametrize(
    ("rule", "region", "lands", "resources"),
    [
        ("WH-regions-1", "middle_east", 11, ["levant", "zagros"]),
        ("WH-regions-2", "north_africa", 5, ["nubia"]),
        ("WH-regions-3", "india", 10, ["punjab", "eastern_ghats"]),
        ("WH-regions-4", "china", 8, ["tarim_basin", "south_china_highlands"]),
        ("WH-regions-5", "southern_europe", 11, ["southern_iberia"]),
        ("WH-regions-6", "northern_europe", 10, ["albion", "central_europe"]),
        ("WH-regions-7", "south_east_asia", 5, ["malay_peninsula"]),
        ("WH-regions-8", "eurasia", 8, []),
        ("WH-regions-9", "north_america", 8, ["west_coast", "central_america"]),
        ("WH-regions-10", "south_america", 5, ["northern_andes"]),
        ("WH-regions-11", "southern_africa_region", 6, ["congo_basin", "southern_africa"]),
        ("WH-regions-12", "nippon", 3, []),
        ("WH-regions-13", "australasia", 2, ["australia"]),
    ],
)
def test_regions(rule: str, region: str, lands: int, resources: list[str]) -> None:
    assert len(REGIONS[region]) == lands, rule
    assert [land for land in REGIONS[region] if LANDS[land].resource] == resources, rule


@pytest.mark.parametrize(
    ("rule", "epoch", "years"),
    [
        ("WH-history-1", 1, "3000-1400 BC"),
        ("WH-history-2", 2, "1400-450 BC"),
        ("WH-history-3", 3, "450 BC-AD 300"),
        ("WH-history-4", 4, "AD 300-750"),
        ("WH-history-5", 5, "AD 750-1300"),
        ("WH-history-6", 6, "AD 1300-1550"),
        ("WH-history-7", 7, "AD 1550-1914"),
    ],
)
def test_epochs(rule: str, epoch: int, years: str) -> None:
    assert SCORING["epochs"][epoch - 1] == {"number": epoch, "roman": _roman(epoch), "years": years}, rule


def _roman(number: int) -> str:
    return ("I", "II", "III", "IV", "V", "VI", "VII")[number - 1]


def test_region_values_known_from_the_rulebook() -> None:
    assert VALUES["north_africa"][:2] == (1, 2)
    assert VALUES["middle_east"][:2] == (2, 3)
    assert VALUES["india"][:2] == (1, 2)
    assert VALUES["southern_europe"][:2] == (0, 2)
    assert VALUES["china"][1] == 2
    assert VALUES["eurasia"][:2] == (0, 0)
    assert VALUES["south_east_asia"][1] == 0


def test_confidence_marks_are_kept() -> None:
    """Every figure that is not certain says so."""
    for entry in (*EMPIRE_DATA["empires"], *EVENT_DATA["minor_empires"], *EVENT_DATA["cards"], *EVENT_DATA["kinds"]):
        assert entry["confidence"]
    assert all(len(entry["confidence"]) == 7 for entry in SCORING["region_values"])


def test_no_talk_while_cards_are_handed_out() -> None:
    """WH-5.1-10: press is closed in the window of the draft, and only there."""
    assert TITLE.language.silent == ("draft",)
    assert LANGUAGE["empire_card"].windows == ("draft",)


def test_a_group_can_correct_a_figure() -> None:
    """An edition overrides an entry of the data; what does not fit is refused."""
    text = "title: world_history\nname: ours\nchanges: {empires.yaml: {empires: {romans: {units: 20}}}}"
    changed = titles.load("world_history", editions.parse(text, "ours"))
    cards = importlib.import_module(f"{changed.package}.cards")
    assert cards.EMPIRES["romans"].units == 20
    assert EMPIRES["romans"].units == 25
    wrong = text.replace("romans: {units: 20}", "romans: {start_land: atlantis}")
    with pytest.raises(ValueError, match="atlantis"):
        titles.load("world_history", editions.parse(wrong, "ours"))
