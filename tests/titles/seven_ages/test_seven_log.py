"""The log of 7 Ages: the battle and trade of the rulebook, whole games; and names as sentences and orders use them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from pbem import titles
from pbem.table import Answer, Note, Table, note_text
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.atlas import AREAS
from pbem.titles.seven_ages.board import log
from pbem.titles.seven_ages.board.log import begins_act
from pbem.titles.seven_ages.forms import FORMS
from pbem.trials import scenario_case
from pbem.trials.scenario_read import load
from pbem.trials.scenario_run import Run
from pbem.trials.scenario_steps import take_order
from pbem.words import LANGUAGES

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "scenarios" / "seven_ages"
TOLD = {
    "battle.yaml": "the lesser conflict in the Pripet Marsh",
    "trade.yaml": "Syracuse loses against Rome",
}
"""Scenarios whose log is kept, with all that they begin with."""


def notes_of(file: str, name: str) -> tuple[tuple[str, ...], list[Note]]:
    """What everybody is told in a scenario."""
    told: list[Note] = []

    def take(run: Run, handle: str, text: str) -> None:
        take_order(run, handle, text)
        told.extend(note for note in run.notes if note.visible(None))

    (scenario,) = [one for one in load(SCENARIOS / file) if one.name == name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario_case, "take_order", take)
        assert scenario.run() == []
    return scenario.players, told


def lines(players: tuple[str, ...], notes: list[Note], language: str) -> list[str]:
    """The log as pages cut it into lines."""
    words = titles.words(TITLE, language, [player.capitalize() for player in players])
    out: list[str] = []
    before = ""
    for note in notes:
        said = note_text(note, words)
        if out and not begins_act(note.key, before):
            out[-1] += f" {said}"
        else:
            out.append(said)
        before = note.key
    return out


def logs(language: str) -> str:
    return "".join(
        f"# {name}\n" + "".join(f"{line}\n" for line in lines(*notes_of(file, name), language))
        for file, name in TOLD.items()
    )


def kept(language: str) -> Path:
    return HERE / f"log_{language}.txt"


@pytest.mark.parametrize("language", LANGUAGES)
def test_battle_and_trade_are_told_as_before(language: str) -> None:
    """To write the kept logs anew: `python tests/titles/seven_ages/test_seven_log.py`."""
    assert logs(language) == kept(language).read_text(encoding="utf-8")


def test_the_log_is_cut_at_notes_that_exist() -> None:
    named = {*log.HEADLINES, *log.LEADS, *log._BEGINS, *log._ALIKE, *log._FOLLOWS}
    named |= {key for before in log._FOLLOWS.values() for key in before}
    assert [key for key in sorted(named) if f"note.{key}" not in TITLE.words["en"]] == []


def random_game(seed: int, seats: int, answers: int) -> list[Note]:
    chance = random.Random(seed)
    one = Table(TITLE, [f"p{n}" for n in range(seats)], below=chance.randrange)
    notes = list(one.state.notes)
    while not one.over and answers:
        seat, ask = next(iter(one.unanswered.items()))
        notes += one.answer(seat, ask.sample(chance.randrange))
        answers -= 1
    return notes


@pytest.mark.parametrize("answers", [400, pytest.param(4000, marks=pytest.mark.slow)])
def test_games_are_told_without_ids(answers: int) -> None:
    """No sentence shows an id, a brace or a bracket of its template, nor two full stops, blanks or commas."""
    notes = random_game(11, 4, answers)
    for language in LANGUAGES:
        words = titles.words(TITLE, language, ("Anna", "Ben", "Cleo", "Dora"))
        for note in notes:
            said = note_text(note, words)
            assert not re.search(r"\w_\w|[{}\[\]|]|\.\.|  | [.,;]|,,|\bc\d+\b", said), said
            assert said[0].isupper() or said[0].isdigit(), said
            assert said.endswith((".", "?.", "?")), said


# ---- names


@pytest.mark.parametrize("slot", TITLE.vocabularies)
def test_names_are_understood_as_they_are_printed(slot: str) -> None:
    vocabulary = TITLE.vocabularies[slot]
    for language in LANGUAGES:
        for ident in vocabulary:
            name = vocabulary.name(ident, language)
            for written in (name, name.upper(), name.replace(" ", "_"), ident, ident.replace("_", " ")):
                assert vocabulary.candidates(written) == [ident], written
            for article in ("the", "die", "der", "das", "den", "dem"):
                assert vocabulary.candidates(f"{article} {name}") == [ident], name


@pytest.mark.parametrize("family", ["the_empire", "dat_empire", "of_empire", "the_area", "the_c"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_understood_as_sentences_print_them(language: str, family: str) -> None:
    """Except for empires whose plural is the name of an area, which an order could mean as well: Polen."""
    slot = family.partition("_")[2]
    vocabulary = TITLE.vocabularies[slot]
    areas = {TITLE.vocabularies["area"].name(area, language) for area in AREAS}
    for key, said in TITLE.words[language].items():
        if key.startswith(f"{family}."):
            known = vocabulary.candidates(said) == [key.partition(".")[2]]
            assert known or said.partition(" ")[2] in areas, said


@pytest.mark.parametrize(
    ("kind", "order", "answer"),
    [
        ("show_first_card", "show Hittites (4)", ("show", "c4")),
        ("show_first_card", 'show "4 Hethiter"', ("show", "c4")),
        ("pick_colours", "colours light blue, Dunkelblau", ("colours", "light_blue", "dark_blue")),
        ("trade_partner", "trade with den Kommunistischen Chinesen", ("trade with", "communist_chinese", (None, None))),
        (
            "build_units",
            "build motorised infantry x2 in the Low Countries",
            ("build", (("motorised_infantry", 2, "low_countries", None),)),
        ),
        (
            "move_units",
            "move leichte Kavallerie from den Niederlanden to das Schwarze Meer with Karl der Große",
            ("move", (("light_cavalry", None),), "low_countries", "black_sea", (None, ("charlemagne",), None)),
        ),
        ("place_markers", "mark Römer Handel und Fortschritt, extra Joker", ("mark", (("romans", "trade"),), "wild")),
    ],
)
def test_orders_are_read_with_names_as_pages_print_them(kind: str, order: str, answer: Answer) -> None:
    assert TITLE.language[kind].read(order, ("anna", "ben"), 0)[1] == answer


def test_forms_are_made_for_areas_that_exist() -> None:
    for own in FORMS.values():
        for key, value in own.items():
            known = TITLE.vocabularies["empire"] if key in ("empires", "undeclined") else AREAS
            assert [one for one in value if one not in known] == [], key
    genders = [area for key in ("masculine", "feminine", "neuter", "plural") for area in FORMS["de"][key]]
    assert len(genders) == len(set(genders))


@pytest.mark.parametrize(
    ("language", "form", "said"),
    [
        ("en", "the_area.alps", "the Alps"),
        ("en", "the_area.egypt", "Egypt"),
        ("en", "in_area.japanese_coast", "off the Japanese Coast"),
        ("en", "begin_empire.free_state", "The Free Staters"),
        ("en", "a_leader.administrator", "an administrator"),
        ("en", "a_leader.napoleon", "Napoleon"),
        ("en", "the_c.c4", "Hittites (4)"),
        ("de", "in_area.adriatic_sea", "im Ionischen und Adriatischen Meer"),
        ("de", "to_area.adriatic_sea", "ins Ionische und Adriatische Meer"),
        ("de", "from_area.low_countries", "aus den Niederlanden"),
        ("de", "to_area.crete", "nach Kreta"),
        ("de", "to_area.north_island", "auf die Nordinsel"),
        ("de", "the_area.mid_atlantic", "den Mittleren Atlantik"),
        ("de", "dat_empire.romans", "den Römern"),
        ("de", "dat_empire.khmers", "den Khmer"),
        ("de", "of_empire.germans", "der Deutschen"),
        ("de", "a_leader.prophet", "einen Propheten"),
    ],
)
def test_how_names_stand_in_a_sentence(language: str, form: str, said: str) -> None:
    assert TITLE.words[language][form] == said


if __name__ == "__main__":
    for one in LANGUAGES:
        kept(one).write_text(logs(one), encoding="utf-8")
