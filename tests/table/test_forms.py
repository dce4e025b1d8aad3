"""Every form of the larger games compiles, and every example line reads as one form and writes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.table import Language, Vocabulary
from pbem.table.forms import Form, read
from pbem.table.parts import Slot
from pbem.table.state_json import canonical, to_json
from pbem.table.table import answer_from_json

PLAYERS = ("anna", "bob", "carol", "dave", "erin")
FORMS: dict[str, Any] = yaml.load((Path(__file__).parent / "forms.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def language(title: str) -> Language:
    slots = {slot: Vocabulary(slot, {i: {} for i in ids}) for slot, ids in FORMS[title]["slots"].items()}
    return Language({"asks": FORMS[title]["asks"]}, slots)


LANGUAGES = {title: language(title) for title in FORMS}
EXAMPLES = [
    (title, ask["id"], line) for title in FORMS for ask in FORMS[title]["asks"] for line in ask["order"]["examples"]
]


@pytest.mark.parametrize(("title", "ask", "line"), EXAMPLES)
def test_an_example_reads_as_one_form_and_round_trips(title: str, ask: str, line: str) -> None:
    speech = LANGUAGES[title]
    kind = speech[ask]
    found = read(line, kind.forms, speech.players(PLAYERS, 0), speech.verbs)
    assert len(found) == 1, [form.notation for form, _ in found]
    form, answer = found[0]
    assert form.takes(answer)
    assert kind.write(answer, PLAYERS) == line
    assert answer_from_json(to_json(answer)) == answer
    assert canonical(to_json(answer))
    shouted = line.upper().replace("_", "-")
    assert kind.read(shouted, PLAYERS, 0)[1] == answer


def test_there_are_as_many_examples_as_the_file_says() -> None:
    assert len(EXAMPLES) == sum(len(a["order"]["examples"]) for t in FORMS.values() for a in t["asks"]) > 200


VALUES = [
    (
        "age_of_reason",
        "auction_bid",
        "bid least top britain bottom spain max 4 unless top britain",
        ("bid", "least", "britain", "spain", (4, (("top", "britain"),))),
    ),
    ("age_of_reason", "auction_bid", "bid 0 top france bottom prussia", ("bid", 0, "france", "prussia", (None, None))),
    ("age_of_reason", "auction_bid", "bid least bottom russia max 2", ("bid", "least", "bottom", "russia", 2)),
    ("age_of_reason", "hire_allies", "hire up to 2", ("hire up to", 2)),
    ("age_of_reason", "choose_attack", "attack france in baltic with blank", ("attack", "france", "baltic", "blank")),
    ("seven_ages", "place_markers", "mark english wild, extra destiny", ("mark", (("english", "wild"),), "destiny")),
    ("seven_ages", "place_markers", "mark extra start_empire", ("mark extra", "start_empire")),
    (
        "seven_ages",
        "start_empire",
        "start c59 leader wu_ti in honan capital shensi",
        ("start", "c59", (None, None, None, ("wu_ti", "honan"), "shensi", None)),
    ),
    (
        "seven_ages",
        "start_units",
        "build spear x2 in england, galley in england",
        ("build", (("spear", 2, "england", None), ("galley", None, "england", None))),
    ),
    (
        "seven_ages",
        "move_units",
        "move sword x2 from sicily to carthage aboard galley x2",
        ("move", (("sword", 2),), "sicily", "carthage", (None, None, ("galley", 2))),
    ),
    ("seven_ages", "conflict_commit", "commit all but 1 tactician", ("commit all", (1, True))),
    ("seven_ages", "conflict_commit", "commit 1 weakest", ("commit", 1, "weakest", None)),
    ("seven_ages", "play_card", "play c5 as event on dave", ("play", "c5", (3,))),
    ("seven_ages", "play_card", "play c14 as event on gauls, tactician", ("play", "c14", ("gauls", "tactician"))),
    (
        "through_the_ages",
        "play_action_card",
        "play efficient_upgrade_ii upgrade iron to coal",
        ("play", "efficient_upgrade_ii", ("upgrade", "iron", "coal")),
    ),
    ("through_the_ages", "play_action_card", "play reserves_ii gain food", ("play", "reserves_ii", "gain food")),
    ("through_the_ages", "play_action_card", "play patriotism_a", ("play", "patriotism_a", None)),
    (
        "through_the_ages",
        "terror_targets",
        "terror bob drama, carol theology",
        ("terror", ((1, "drama"), (2, "theology"))),
    ),
    ("through_the_ages", "build_stage", "stage", ("stage", None)),
    (
        "world_history",
        "place_unit",
        "attack zagros until won keep 2",
        ("attack", "zagros", (None, True, None, 2, None)),
    ),
    ("world_history", "offer_trade", "offer trade to all", ("offer trade to", "all")),
    ("world_history", "offer_trade", "offer trade to bob, erin", ("offer trade to", (1, 4))),
    (
        "world_history",
        "retreat",
        "retreat persian_plateau x2, zagros",
        ("retreat", (("persian_plateau", 2), ("zagros", None))),
    ),
]


@pytest.mark.parametrize(("title", "ask", "line", "answer"), VALUES)
def test_what_a_line_becomes(title: str, ask: str, line: str, answer: tuple[Any, ...]) -> None:
    assert LANGUAGES[title][ask].read(line, PLAYERS, 0)[1] == answer


@pytest.mark.parametrize(
    ("written", "canonical_text"),
    [
        ("attack zagros keep 2 until won", "attack zagros until won keep 2"),
        ("attack zagros keep 1 losses 3 from levant", "attack zagros from levant losses 3 keep 1"),
        ("att zag by treachery until won", "attack zagros until won by treachery"),
    ],
)
def test_clauses_come_in_any_order(written: str, canonical_text: str) -> None:
    kind = LANGUAGES["world_history"]["place_unit"]
    assert kind.write(kind.read(written, PLAYERS, 0)[1], PLAYERS) == canonical_text


def words(*notations: str, **slots: str) -> tuple[Language, Any]:
    speech = Language(
        {"asks": [{"id": "a", "rules": ["T-1"], "order": {"forms": list(notations)}}]},
        {slot: Vocabulary(slot, {i: {} for i in ids.split()}) for slot, ids in slots.items()},
    )
    return speech, speech["a"]


def test_a_literal_is_never_an_abbreviation_of_an_id() -> None:
    _, kind = words("hire <nation>", "hire none", nation="nonesuch spain")
    assert kind.read("hire none", (), 0)[1] == ("hire none",)
    assert kind.read("hire nones", (), 0)[1] == ("hire", "nonesuch")
    _, either = words("put (<card>|blank)", card="blankets tea")
    assert either.read("put blank", (), 0)[1] == ("put", "blank")
    assert either.read("put blanke", (), 0)[1] == ("put", "blankets")


def test_slots_in_brackets_share_one_vocabulary() -> None:
    _, kind = words("go (<land>|<sea>)", land="persia peru", sea="persian_gulf")
    (slot,) = [part for part in kind.forms[0].seq.parts if isinstance(part, Slot)]
    assert list(slot.vocabulary) == ["persia", "peru", "persian_gulf"]
    assert kind.read("go persia", (), 0)[1] == ("go", "persia")
    from pbem.table import Ambiguous

    with pytest.raises(Ambiguous) as caught:
        kind.read("go pers", (), 0)
    assert caught.value.near == ("persia", "persian_gulf")


def test_a_whole_handle_or_id_comes_before_an_abbreviation() -> None:
    _, kind = words("play on (<empire>|<player>)", empire="annamese romans")
    assert kind.read("play on ann", ("ann", "bob"), 1)[1] == ("play on", 0)
    assert kind.read("play on anna", ("ann", "bob"), 1)[1] == ("play on", "annamese")
    assert kind.read("play on romans", ("romansky", "bob"), 1)[1] == ("play on", "romans")
    _, turned = words("play on (<player>|<empire>)", empire="annamese romans")
    assert turned.read("play on romans", ("romansky", "bob"), 1)[1] == ("play on", "romans")


def test_ids_that_may_stand_in_one_place_must_differ() -> None:
    with pytest.raises(ValueError, match="victoria is the id of area and of leader"):
        words("honour (<area>|<leader>)", area="victoria kent", leader="elizabeth victoria")


@pytest.mark.parametrize(
    "notation",
    [
        "<land>",
        "",
        "go [<land>",
        "go <land>]",
        "go {, <land>}",
        "go <land>{, <sea>}",
        "go ()",
        "go (a|)",
        "[go] <land>",
    ],
)
def test_a_faulty_notation_is_an_error_when_the_title_loads(notation: str) -> None:
    with pytest.raises(ValueError, match=r"form|repetition"):
        words(notation, land="a", sea="b")


def test_a_bounded_list_takes_two() -> None:
    _, kind = words("take <w>[, <w>]", w="alpha beta gamma")
    assert kind.read("take alpha", (), 0)[1] == ("take", ("alpha",))
    assert kind.read("take beta, alpha", (), 0)[1] == ("take", ("beta", "alpha"))
    from pbem.table import NotReadable

    with pytest.raises(NotReadable) as caught:
        kind.read("take alpha, beta, gamma", (), 0)
    assert caught.value.at == (16, 17)


def test_neighbouring_clauses_inside_a_repeated_item() -> None:
    _, kind = words("lay <w> [at <n>] [by <n>]{, <w> [at <n>] [by <n>]}", w="alpha beta")
    answer = kind.read("lay alpha by 2 at 1, beta", (), 0)[1]
    assert answer == ("lay", (("alpha", (1, 2)), ("beta", (None, None))))
    assert kind.write(answer) == "lay alpha at 1 by 2, beta"


def test_writing_an_answer_that_no_form_takes_is_an_error() -> None:
    speech, kind = words("go <land>", "stay", land="peru")
    with pytest.raises(ValueError, match="fits no form"):
        kind.write(("go", "mars"))
    with pytest.raises(ValueError, match="fits no form"):
        kind.write(("stay", "peru"))
    assert isinstance(kind.forms[0], Form)
    assert speech["a"] is kind


def test_a_window_groups_asks() -> None:
    asks = {
        "asks": [{"id": "a", "rules": ["T-1"], "order": {"forms": ["stay"]}, "interrupt": True}],
        "windows": [{"id": "w", "asks": ["a"]}],
    }
    kind = Language(asks, {})["a"]
    assert (kind.window(), kind.interrupt, kind.rule) == ("w", True, "T-1")
