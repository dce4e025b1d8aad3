"""What is possible with what is pressed: the scripts without a table, a game or an engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pbem.pages.template_files import template_text

pytestmark = pytest.mark.browser
STATE = """({ ask, held }) => {
  const read = PBEM.composing.read(ask), here = PBEM.composing.open(read, held);
  return { lit: [...PBEM.composing.lit(read, held).keys()].sort(), few: here.few && here.few.map(one => one.order),
    ready: here.ready && here.ready.order, verbs: here.verbs, parts: here.parts.map(one => [one.key, one.could.length]),
    refused: PBEM.composing.refused(read, held).map(one => one.order) };
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    one = browser.new_page()
    for name in ("table_composing", "table_parts"):
        one.evaluate(template_text(f"assets/{name}.js"))
    yield one
    one.close()


def ref(ident: str, slot: str = "stone", owner: str = "") -> dict[str, str]:
    return {"slot": slot, "id": ident, **({"owner": owner} if owner else {})}


def thing(ident: str, slot: str = "stone", owner: str = "") -> dict[str, Any]:
    return {"thing": ref(ident, slot, owner)}


def legal(order: str, at: dict[str, Any], form: int = 0) -> dict[str, Any]:
    return {"order": order, "verb": order.split()[0], "form": form, "at": at, "says": order, "cost": {}, "gain": {}}


def asked(answers: list[dict[str, Any]], *forms: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    told = [{"verb": "", "parts": parts} for parts in forms]
    return {"complete": True, "legal": answers, "forms": told, "refused": [], **more}


def part(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "label": key, "kind": "thing", "need": True, **more}


def state(page: Page, ask: dict[str, Any], *held: dict[str, Any]) -> Any:
    return page.evaluate(STATE, {"ask": ask, "held": list(held)})


LIFT = [legal(f"lift {one}", {"stone": ref(one)}) for one in "abc"]
MOVE = [
    legal(f"move {one} to {to}", {"stone": ref(one), "to": ref(to, "place")}, 1) for one in "ab" for to in "pqrstuvw"
]
BOTH = asked([*LIFT, *MOVE], [part("stone")], [part("stone"), part("to")])


def test_a_thing_first_or_a_verb_first_leads_to_the_same(page: Page) -> None:
    start = state(page, BOTH)
    assert len(start["lit"]) == 3 + 8
    assert start["verbs"] == ["lift", "move"]
    first = state(page, BOTH, thing("a"), {"verb": "move"})
    assert first == state(page, BOTH, {"verb": "move"}, thing("a"))
    assert first["lit"] == [f"place {to} " for to in "pqrstuvw"]
    assert first["parts"] == [["to", 8]]
    done = state(page, BOTH, thing("a"), {"verb": "move"}, thing("r", "place"))
    assert (done["few"], done["lit"]) == (["move a to r"], [])


def test_what_no_answer_names_beside_the_rest_is_not_lit(page: Page) -> None:
    assert state(page, BOTH, thing("c"))["lit"] == []
    assert state(page, BOTH, thing("c"))["few"] == ["lift c"]
    assert "stone c " not in state(page, BOTH, thing("p", "place"))["lit"]


def test_the_same_id_in_two_places_is_two_things(page: Page) -> None:
    ask = asked([legal("take a", {"stone": ref("a", owner="left")})], [part("stone")])
    assert state(page, ask)["lit"] == ["stone a left"]


def test_of_several_things_any_can_be_pressed_first_and_the_right_number_is_ready(page: Page) -> None:
    answers = [legal(f"keep {one}, {two}", {"stone": [ref(one), ref(two)]}) for one, two in combinations("abcdef", 2)]
    ask = asked(answers, [part("stone", many={"least": 2, "most": 2, "repeats": False})])
    assert len(state(page, ask)["lit"]) == 6
    one = state(page, ask, thing("e"))
    assert one["lit"] == [f"stone {other} " for other in "abcdf"]
    assert one["ready"] is None
    assert state(page, ask, thing("e"), thing("b"))["few"] == ["keep b, e"]


def test_where_the_order_counts_it_is_that_of_the_presses(page: Page) -> None:
    answers = [legal(f"line {' '.join(some)}", {"stone": [ref(one) for one in some]}) for some in permutations("abcd")]
    ask = asked(answers, [part("stone", many={"least": 4, "most": 4, "repeats": False})])
    assert state(page, ask, *map(thing, "cab"))["ready"] is None
    assert state(page, ask, *map(thing, "cabd"))["few"] == ["line c a b d"]


def test_numbers_are_a_part_of_their_own(page: Page) -> None:
    answers = [legal(f"pay {n} for {one}", {"n": n, "stone": ref(one)}) for n in range(1, 12) for one in "ab"]
    ask = asked(answers, [part("n", kind="number"), part("stone")])
    assert state(page, ask, thing("a"))["parts"] == [["n", 11]]
    assert state(page, ask, thing("a"), {"part": "n", "value": 4})["few"] == ["pay 4 for a"]


def test_what_only_lacks_something_is_told_first_and_no_more_than_three(page: Page) -> None:
    refused = [{**legal(f"lift {one}", {"stone": ref("a"), "with": ref(one)}), "why": ""} for one in "vwxyz"]
    refused[3]["lacks"] = {"gold": 2}
    told = state(page, asked(LIFT, [part("stone")], refused=refused), thing("a"))["refused"]
    assert told == ["lift y", "lift v", "lift w"]


PARTS = """({ ask, told, ref, held }) => {
  const { byParts } = PBEM, all = byParts.meanings(ask, told, held, ref);
  const next = all.length === 1 ? byParts.chosen(ask, held, all[0]) : null;
  return { lit: [...byParts.lit(told, held).keys()].sort(), meant: all.map(one => [one.key, one.forms]),
    at: next && next.at, form: next && next.form, again: next && byParts.without(next, ref).at };
}"""
EMPTY = {"at": {}, "form": None, "verb": "", "steps": []}


def test_part_by_part_a_thing_brings_what_goes_with_it_and_is_taken_off_again(page: Page) -> None:
    ask = {"forms": [{"verb": "march", "parts": [part("unit", many={"least": 1, "most": None}), part("from")]}]}
    choice = {"value": ref("u", "unit", "p"), "with": {"from": ref("p", "place")}, "legal": False}
    form = {"form": 0, "verb": "march", "choices": {"unit": [choice], "from": []}, "complete": None, "refused": None}
    given = {"ask": ask, "told": {"forms": [form]}, "ref": ref("u", "unit", "p"), "held": EMPTY}
    told = page.evaluate(PARTS, given)
    assert told["lit"] == ["place p ", "unit u p"]
    assert told["at"] == {"unit": [ref("u", "unit", "p")], "from": ref("p", "place")}
    assert told["form"] == 0
    assert told["again"] == {"from": ref("p", "place")}


def test_part_by_part_a_thing_that_can_be_several_is_asked_about_and_needed_parts_come_first(page: Page) -> None:
    parts = [part("top"), part("bottom"), part("unless", need=False)]
    ask = {"forms": [{"verb": "bid", "parts": parts}, {"verb": "swap", "parts": parts[:2]}]}
    choice = [{"value": ref("a"), "legal": False}]
    forms = [
        {"form": 0, "verb": "bid", "choices": {"top": choice, "bottom": choice, "unless": choice}},
        {"form": 1, "verb": "swap", "choices": {"top": choice}},
    ]
    given = {"ask": ask, "told": {"forms": forms}, "ref": ref("a"), "held": EMPTY}
    assert page.evaluate(PARTS, given)["meant"] == [["top", [0, 1]], ["bottom", [0]]]
