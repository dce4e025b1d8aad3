"""Whatever an order can name lies on the table: once in a pane, as a button with a name."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from pbem import titles
from pbem.pages.laid_out import fits
from pbem.pages.pressable import lying
from pbem.pages.surface import surface
from tests.surface.games import NAMES, random_asks
from tests.table_sizes import sizes

NOWHERE: dict[str, set[str]] = {
    "age_of_reason": set(),
    "seven_ages": {"colour", "leader", "c"},
    "through_the_ages": set(),
    "world_history": {"player", "emblem"},
    "wonders_duel": set(),
}
"""By title: the kinds of things that lie nowhere on the table, and so in a tray of their own."""
EVERY, SOME = 23, 8
"""Of all asks of a game every so many are looked at, and the first few of each kind."""
MOST = 1200
_TAG = re.compile(r"<(/?)(\w+)([^>]*?)(/?)>")
_EMPTY = {"img", "br", "input", "hr"}


def nested(html: str) -> list[str]:
    """Buttons within buttons, and links within them: a screen reader cannot tell those apart."""
    found, inside, stack = [], 0, []
    for close, tag, more, alone in _TAG.findall(html):
        if alone or tag in _EMPTY:
            continue
        if close:
            inside -= stack.pop()
            continue
        pressed = 'role="button"' in more or tag in ("a", "button", "summary")
        if pressed and inside:
            found.append(f"<{tag}{more}>")
        stack.append(int(pressed))
        inside += pressed
    return found


def named(value: Any) -> list[dict[str, str]]:
    """Every ref in what legal answers say."""
    if isinstance(value, dict) and "slot" not in value:
        value = list(value.values())
    if isinstance(value, list):
        return list({str(ref): ref for one in value for ref in named(one)}.values())
    return [value] if isinstance(value, dict) else []


def faults(told: dict[str, Any], nowhere: set[str]) -> list[str]:
    out = []
    refs = named([one["at"] for one in told["ask"]["legal"]])
    for pane in told["panes"]:
        things = lying(pane["html"])
        out += [f"{pane['id']}: {one} has no name" for one in things if not one.label]
        out += [
            f"{pane['id']}: {one} is no button" for one in [pane["html"].count(" data-slot=")] if one != len(things)
        ]
        out += [f"{pane['id']}: in a button: {one}" for one in nested(pane["html"])]
        for ref in refs:
            lit = [one for one in things if fits(ref, one)]
            if len(lit) > 1:
                out.append(f"{pane['id']}: {len(lit)} things for {ref}")
            if lit and pane["id"] == "rest" and ref["slot"] not in nowhere:
                out.append(f"{ref} lies nowhere")
        twice = Counter((one.slot, one.id, one.owner) for one in things)
        out += [f"{pane['id']}: {one} lies there twice" for one, number in twice.items() if number > 1]
    out += [
        f"{ref} is not on the table"
        for ref in refs
        if not any(fits(ref, one) for pane in told["panes"] for one in lying(pane["html"]))
    ]
    return out


def mistaken(told: dict[str, Any]) -> list[str]:
    """What would be lit although no answer names it, and refs that leave open which of several things is meant."""
    out = []
    refs = named([one["at"] for one in told["ask"]["legal"]])
    spoken = {word.rstrip(",") for one in told["ask"]["legal"] for word in one["order"].split()}
    for pane in told["panes"]:
        things = lying(pane["html"])
        for one in things:
            if any(fits(ref, one) for ref in refs) and one.id not in spoken:
                out.append(f"{pane['id']}: {one} is lit, and no order names it")
    owned = {_key(ref) for ref in refs if "owner" in ref}
    out += [f"{ref} is somebody's in one answer only" for ref in refs if "owner" not in ref and _key(ref) in owned]
    return out


def _key(ref: dict[str, str]) -> tuple[str, str]:
    return ref["slot"], ref["id"]


GAMES = [
    pytest.param(ident, seed, marks=() if seed < 2 else (pytest.mark.slow, pytest.mark.nightly))
    for ident in titles.ids()
    for seed in range(20)
]


@pytest.mark.parametrize(("ident", "seed"), GAMES)
def test_what_is_lit_is_what_an_answer_names(ident: str, seed: int) -> None:
    """In all sizes of a title in turn; of long games every so many asks, and the first few of each kind."""
    title, asked = titles.load(ident), Counter[str]()
    seats = title.seats[seed % len(title.seats)]
    every = 53 if seed < 2 else 7
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed=100 + seed, most=MOST)):
        asked[ask.kind.id] += 1
        if n % every == 0 or asked[ask.kind.id] < 4:
            told = surface(title, table, seat, "de", NAMES[:seats])
            found = faults(told, NOWHERE[ident]) + mistaken(told)
            assert not found, (n, ask.kind.id, found[:6])
    assert len(asked) > 2


@pytest.mark.parametrize(("ident", "seats"), sizes(NOWHERE))
def test_whatever_can_be_named_lies_on_the_table_once(ident: str, seats: int) -> None:
    title, asked = titles.load(ident), Counter[str]()
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed=4, most=MOST)):
        asked[ask.kind.id] += 1
        if n % EVERY == 0 or asked[ask.kind.id] < SOME:
            found = faults(surface(title, table, seat, "en", NAMES[:seats]), NOWHERE[ident])
            assert not found, (n, ask.kind.id, found[:6])
    assert len(asked) > 3
