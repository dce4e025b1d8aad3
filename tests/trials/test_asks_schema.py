"""What a title asks is read against a schema when the title is checked."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pbem import titles
from pbem.titles import resources
from pbem.trials import asks_schema

PLANNED = ("mail_share", "counts_basis", "players_usual", "count", "postal_options")


@pytest.mark.parametrize("ident", titles.ids())
def test_a_title_asks_by_the_schema(ident: str) -> None:
    assert list(asks_schema.faults(titles.load(ident))) == []


def changed(path: tuple[Any, ...], value: Any) -> Any:
    """What Empire asks, with another value at a place; None: with nothing there."""
    asks = deepcopy(resources.read("pbem.titles.world_history", "asks.yaml"))
    inner = asks
    for key in path[:-1]:
        inner = inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return asks


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("asks", 0, "interupt"), True, "asks empire_card: there is no key interupt; there are id, who, when"),
        (("asks", 0, "who"), None, "asks empire_card: the key who is missing"),
        (("asks", 0, "interrupt"), "yes", "asks empire_card interrupt: true or false expected, not 'yes'"),
        (("asks", 0, "rules"), "WH-1", "asks empire_card rules: a list expected, not 'WH-1'"),
        (("asks", 0, "order", "forms"), ["keep", 3], "asks empire_card order forms 2: text expected, not 3"),
        (("asks", 0, "type"), "Choose", "asks empire_card: there is no key type"),
        (("asks", 0, "secret"), "no", "asks empire_card: there is no key secret"),
        (("windows", 0), "draft", "windows 1: a mapping with id, asks, press, mails expected, not 'draft'"),
        (("windows",), None, "the key windows is missing"),
    ],
)
def test_what_has_not_the_right_shape_is_told(path: tuple[Any, ...], value: Any, told: str) -> None:
    (fault,) = asks_schema.misshapen(changed(path, value))
    assert fault.startswith(told)


@pytest.mark.parametrize("key", PLANNED)
def test_figures_of_the_planning_have_no_place(key: str) -> None:
    (fault,) = asks_schema.misshapen(changed((key,), 1))
    assert fault.startswith(f"there is no key {key}")
    (fault,) = asks_schema.misshapen(changed(("asks", 0, key), 1))
    assert fault.startswith(f"asks empire_card: there is no key {key}")


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("title",), "chess", "it is of the title chess, not world_history"),
        (("asks", 1, "id"), "empire_card", "the ask empire_card is there 2 times"),
        (("asks", 0, "rules"), ["WH-99"], "asks empire_card rules: there is no WH-99"),
        (("asks", 0, "rules"), [], "asks empire_card: at least one rule"),
        (("asks", 0, "order", "forms"), [], "asks empire_card: at least one rule, one form"),
        (("asks", 0, "of"), ["nap"], "asks empire_card of: there is no nap"),
        (("windows", 0, "asks"), ["nap"], "windows draft asks: there is no nap"),
        (("windows", 0, "asks"), [], "asks empire_card: it is in no window"),
        (("slots", "cheese"), "a kind of cheese", "slots: there is no cheese"),
        (("filters", "in"), ["cheese"], "filters in: there is no cheese"),
        (("facts", 0, "fact"), "epoch, cheese(land)", "facts: there is no cheese"),
        (("rounds", 0, "fact"), "cheese", "rounds fact: there is no cheese"),
        (("rounds", 0, "windows"), ["cheese"], "rounds windows: there is no cheese"),
    ],
)
def test_a_name_that_nothing_bears_is_told(path: tuple[Any, ...], value: Any, told: str) -> None:
    found = list(asks_schema.loose_ends(titles.load("world_history"), changed(path, value)))
    assert any(fault.startswith(told) for fault in found), found


@pytest.mark.parametrize(
    ("example", "told"),
    [
        ("give cheese", "asks empire_card: the example `give cheese` is not read: line 1"),
        ("end", "asks empire_card: the example `end` does not answer it"),
    ],
)
def test_an_example_that_answers_nothing_is_told(example: str, told: str) -> None:
    asks = changed(("asks", 0, "order", "examples"), [example])
    (fault,) = asks_schema.unread_examples(titles.load("world_history"), asks)
    assert fault.startswith(told)
