"""Reading scenario files: what is wrong is said at once, with file and line, and nothing breaks the reader."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from pbem.trials.scenario import BadScenario, load, read

SCENARIOS = Path(__file__).parents[1] / "scenarios/wonders_duel"
GOOD = """\
title: wonders_duel
scenarios:
- name: one
  rules: [WD-BU-2]
  given:
    open: [altar, baths, tavern]
    cities.anna.coins: 3
  play:
  - anna: build altar
  - expect: {cities.anna.coins: 3}
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadScenario) as bad:
        read("my.yaml", text)
    return str(bad.value).splitlines()


def test_a_good_file_holds() -> None:
    (scenario,) = read("my.yaml", GOOD)
    assert scenario.run() == []
    assert scenario.rules == ("WD-BU-2",)
    assert scenario.players == ("anna", "ben")


def test_all_faults_of_a_file_are_listed_with_their_lines() -> None:
    text = """\
title: wonders_duel
scenarios:
- name: one
  rules: [WD-BU-2, WD-XX-9]
  given:
    open: [altar, bathhouse]
    cities.anna: {coin: 3}
    cities.ben.coins: many
  phase: evening
  play:
  - anna: build altar
  - clara: build baths
  - {expect: {pawn: 0}, anna: x}
  - refused: {anna: build x, kind: rude, rule: WD-YY-1}
- name: one
  colour: red
- just text
"""
    listed = faults(text)
    told = "\n".join(listed)
    for line, words in (
        (4, "'WD-XX-9' is no rule of wonders_duel"),
        (7, "coin: there is no such field; there are coins, buildings"),
        (8, "must be a whole number or a player (anna, ben), not 'many'"),
        (9, "'evening' is no phase"),
        (12, "clara: is not known here"),
        (13, "a step is one player with an order, or one expectation"),
        (14, "is one of not legal, not readable, ambiguous"),
        (14, "'WD-YY-1' is no rule"),
        (16, "colour: is not known"),
        (17, "a scenario must be a mapping"),
    ):
        assert any(fault.startswith(f"my.yaml:{line}:") and words in fault for fault in listed), (line, words, told)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "my.yaml:1: there is no scenario in this file"),
        ("just text", "my.yaml:1: there is no scenario in this file"),
        ("title: [", "my.yaml:1: not YAML"),
        ("a: 1\na: 2\n", "my.yaml:2: a: is there twice"),
        ("name: x\n", "my.yaml:1: the title is missing"),
        ("title: chess\nname: x\n", "my.yaml:1: title: there is no title 'chess'"),
        ("title: wonders_duel\nexpect: {pawn: 0}\n", "my.yaml:1: a name is missing"),
        ("@", "my.yaml:1: nothing is played or expected"),
        ("@players: [a, b, c]\nexpect: {pawn: 0}\n", "is for 2 players, not 3"),
        ("@players: [a, a]\nexpect: {pawn: 0}\n", "players: 'a' is there twice"),
        ("@players: [a, undo]\nexpect: {pawn: 0}\n", "'undo' means something else here and cannot be a handle"),
        ("@asked: {kind: play_card}\n", "asked: the player is missing"),
        ("@options: {moon: full}\nexpect: {pawn: 0}\n", "has no option 'moon'"),
        ("@like: y\nexpect: {pawn: 0}\n", "my.yaml:3: like: 'y' is no (right) scenario"),
        ("@seed: soon\nexpect: {pawn: 0}\n", "seed: must be a whole number"),
        ("@expect: {pawn is: 0}\n", "after the path may stand has, lacks"),
        ("@legal: {player: anna}\n", "says nothing"),
        ("title: wonders_duel\nname: !!python/object:os.system x\nexpect: {pawn: 0}\n", "are not used here"),
        ("@scenario: 5\nexpect: {pawn: 0}\n", "scenario: is not known"),
        ("scenarios: 5\n", "scenarios: must be a list"),
        ("title: wonders_duel\nscenarios: []\n", "there is no scenario in this file"),
        ("- &a [*a]\n", "an alias inside itself"),
        ("@given: {open: [altar], discards: [altar]}\nexpect: {pawn: 0}\n", "altar is there twice"),
        ("@given: {cities.anna.buildings: [hut]}\nexpect: {pawn: 0}\n", "there is no 'hut'"),
        ("@given: {cities.clara.coins: 1}\nexpect: {pawn: 0}\n", "neither a player nor a place"),
    ],
)
def test_a_fault_is_said_in_words(text: str, fault: str) -> None:
    listed = faults(text.replace("@", "title: wonders_duel\nname: x\n"))
    assert any(fault in line for line in listed), listed


def test_like_takes_over_players_and_options_of_the_scenario_that_it_names() -> None:
    text = """
title: age_of_reason
players: [anna, ben]
options: {sea_links: true}
scenarios:
- {name: three, players: [x, y, z], options: {sea_links: false}, phase: markers, chance: [as listed], outcome: none}
- {name: the same, like: three, chance: [as listed], outcome: none}
- {name: other players, like: three, players: [u, v], chance: [as listed], outcome: none}
- {name: shared, phase: markers, chance: [as listed], outcome: none}
- {name: after, after: three, outcome: none}
"""
    found = read("my.yaml", text)
    assert [one.players for one in found] == [("x", "y", "z")] * 2 + [("u", "v"), ("anna", "ben"), ("x", "y", "z")]
    assert [one.options["sea_links"] for one in found] == [False, False, False, True, False]


def test_a_wrong_step_is_one_fault() -> None:
    assert len(faults("title: wonders_duel\nname: x\nplay: [{anna: a, ben: b}]\n")) == 1


def test_a_dotted_path_has_its_line() -> None:
    listed = faults(GOOD.replace("cities.anna.coins: 3\n  play", "cities.anna.coins: some\n  play"))
    assert listed == [
        "my.yaml:7: scenarios[1].given.cities.anna.coins: must be a whole number or a player (anna, ben), not 'some'"
    ]


def test_words_that_yaml_makes_something_else_stay_words() -> None:
    """`no`, `on`, 1.5 and dates are text; only whole numbers, true, false and null are values."""
    (scenario,) = read("my.yaml", GOOD + "  - notes: {lacks: [{key: no, x: 1.5, y: 2020-01-01, z: on}]}\n")
    note = scenario.steps[-1][1]["lacks"][0]
    assert note == {"key": "no", "x": "1.5", "y": "2020-01-01", "z": "on"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"name: B\xe4der\n")
    for name in ("missing.yaml", "latin.yaml"):
        with pytest.raises(BadScenario) as bad:
            load(tmp_path / name)
        assert str(bad.value).startswith(str(tmp_path / name))


def nodes(value: Any) -> list[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [pair for key in keys for pair in nodes(value[key])]


SILLY: tuple[Any, ...] = (
    None,
    0,
    -1,
    True,
    "",
    "x",
    "anna",
    [],
    [[]],
    {},
    {"a": 1},
    [1, "b"],
    {"first": 3},
    "as listed",
)


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_no_mangled_file_breaks_the_runner(path: Path) -> None:
    """Any value of a good file replaced or dropped: a list of faults or of differences, never an exception."""
    text = path.read_text(encoding="utf-8")
    dice = Random(7)
    whole = yaml.load(text, yaml.CSafeLoader)
    for _ in range(60):
        one = dice.choice(whole["scenarios"])
        mangled = yaml.load(yaml.dump({**whole, "scenarios": [one]}), yaml.CSafeLoader)
        holder, key = dice.choice(nodes(mangled))
        if dice.random() < 0.2:
            del holder[key]
        else:
            holder[key] = dice.choice(SILLY)
        try:
            scenarios = read("mangled.yaml", yaml.dump(mangled, sort_keys=False))
        except BadScenario:
            continue
        for scenario in scenarios:
            assert isinstance(scenario.run(), list)
