"""Asks with more answers than anybody lists: menus of several verbs, subsets of many items, cut lists."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from pbem.table import Answer, Choose, ChooseSome, Language, Menu, NotLegal, Part, Refused, Vocabulary
from pbem.table.asks import MOST_PUBLISHED

ITEMS = tuple(f"item{n}" for n in range(23))
LANGUAGE = Language(
    {
        "asks": [
            {"id": "act", "rules": ["L-1"], "order": {"forms": ["take <item>", "push <n>", "end"]}},
            {"id": "lose", "rules": ["L-2"], "order": {"forms": ["lose <item>{, <item>}"]}},
        ]
    },
    {"item": Vocabulary("item", {item: {} for item in ITEMS})},
)


class Verbs:
    """A menu whose parts say how often they were listed."""

    def __init__(self, pushes: int = 5) -> None:
        self.listed: list[str] = []
        self.pushes = pushes
        parts = {
            "take": Part(self._takes, self._take),
            "push": Part(self._pushed, self._push),
            "end": Part(_end, _ends),
        }
        self.ask = Menu(0, LANGUAGE["act"], parts)

    def _takes(self) -> Iterator[Answer]:
        self.listed.append("take")
        return (("take", item) for item in ITEMS[:2])

    def _take(self, answer: Answer) -> Refused | None:
        return None if answer[1] in ITEMS[:2] else NotLegal("gone", {"item": answer[1]}, rule="L-1")

    def _pushed(self) -> Iterator[Answer]:
        self.listed.append("push")
        return (("push", n) for n in range(self.pushes))

    def _push(self, answer: Answer) -> Refused | None:
        return None if answer[1] < self.pushes else NotLegal("too_far", {"most": self.pushes}, rule="L-1")


def _end() -> Iterator[Answer]:
    return iter([("end",)])


def _ends(answer: Answer) -> Refused | None:
    return None


def only_end() -> Menu:
    return Menu(0, LANGUAGE["act"], {"push": Part(lambda: iter(()), _ends), "end": Part(_end, _ends)})


def test_a_menu_lists_all_verbs_in_order() -> None:
    assert list(Verbs(2).ask.answers()) == [
        ("take", "item0"),
        ("take", "item1"),
        ("push", 0),
        ("push", 1),
        ("end",),
    ]


def test_a_menu_asks_the_part_of_the_verb_and_lists_nothing() -> None:
    verbs = Verbs()
    assert verbs.ask.check(("push", 4)) == ("push", 4)
    assert verbs.ask.parse("take item1") == ("take", "item1")
    assert verbs.listed == []
    with pytest.raises(NotLegal) as refused:
        verbs.ask.parse("push 9")
    assert (refused.value.key, refused.value.values["most"]) == ("too_far", 5)


def test_a_menu_that_offers_a_choice_is_seen_to_by_its_first_verb() -> None:
    verbs = Verbs()
    assert verbs.ask.only() is None
    assert verbs.listed == ["take"]


def test_a_menu_with_one_answer_is_forced() -> None:
    assert only_end().only() == ("end",)


def test_a_sample_of_a_menu_picks_the_verb_first() -> None:
    ask = Verbs(1000).ask
    luck = random.Random("menu").randrange
    verbs = [ask.sample(luck)[0] for _ in range(300)]
    assert min(map(verbs.count, ("take", "push", "end"))) > 60


def test_a_sample_of_a_menu_passes_over_verbs_without_an_answer() -> None:
    ask = only_end()
    assert {ask.sample(random.Random(n).randrange) for n in range(20)} == {("end",)}


def test_a_list_that_is_cut_shows_some_of_every_verb() -> None:
    data = Verbs(5000).ask.data((), MOST_PUBLISHED)
    heads = [one["order"].split()[0] for one in data["legal"]]
    assert (len(heads), heads.count("take"), heads.count("push"), heads.count("end")) == (300, 2, 297, 1)
    assert data["complete"] is False


def test_three_hundred_answers_are_complete_and_one_more_is_not() -> None:
    def ask(number: int) -> Choose:
        return Choose(0, LANGUAGE["act"], [("push", n) for n in range(number)])

    assert ask(300).data((), MOST_PUBLISHED)["complete"] is True
    cut = ask(301).data((), MOST_PUBLISHED)
    assert (len(cut["legal"]), cut["complete"]) == (300, False)


def narrow(first: bool = False) -> tuple[ChooseSome, Iterator[int]]:
    """Half of 23 items, where only the last half fits; and a counter of the sets looked at."""
    looked, right = count(), ITEMS[12:]

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        next(looked)
        return None if chosen == right else NotLegal("not_these", {})

    more: dict[str, Any] = {"first": lambda: right, "pick": lambda below: right} if first else {}
    return ChooseSome(0, LANGUAGE["lose"], "lose", ITEMS, 1, 23, fits=fits, **more), looked


def test_whether_there_is_one_answer_is_given_up_after_some_hundred_sets() -> None:
    ask, looked = narrow()
    assert ask.only() is None
    assert next(looked) <= 500


def test_with_first_and_pick_no_ask_looks_through_all_subsets() -> None:
    ask, looked = narrow(first=True)
    right = ("lose", ITEMS[12:])
    assert (ask.only(), ask.default(), ask.sample(random.Random("x").randrange)) == (None, right, right)
    assert ask.listed() == [right]
    assert ask.data()["complete"] is False
    assert ask.parse("lose " + ", ".join(reversed(ITEMS[12:]))) == right
    assert next(looked) < 100_000


def test_where_all_subsets_were_looked_at_the_list_is_complete() -> None:
    def fits(chosen: tuple[str, ...]) -> Refused | None:
        return None if chosen == ("item1", "item2") else NotLegal("not_these", {})

    ask = ChooseSome(0, LANGUAGE["lose"], "lose", ITEMS[:4], 1, 4, fits=fits)
    assert ask.only() == ("lose", ("item1", "item2"))
    assert ask.data()["complete"] is True
    first = ChooseSome(0, LANGUAGE["lose"], "lose", ITEMS[:4], 1, 2, first=lambda: ("item2", "item3"))
    assert first.listed()[:2] == [("lose", ("item2", "item3")), ("lose", ("item0",))]
    assert len(first.listed()) == len(set(first.listed())) == 10
