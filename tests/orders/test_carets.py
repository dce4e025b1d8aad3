"""Carets stand below the whole of what is refused, however it is written."""

from __future__ import annotations

import random

import pytest

from pbem import titles
from pbem.orders.agenda import Agenda
from pbem.orders.check import check_orders
from pbem.table import Table
from pbem.table.imagine import Outlook
from pbem.table.saying import refusal_text
from pbem.table.state_json import to_json
from pbem.titles.wonders_duel import TITLE

PLAYERS = ("anna", "ben")


@pytest.mark.parametrize(
    ("order", "refused"),
    [
        ("take Große Bibliothek", "take Große Bibliothek"),
        ("take Koloss", "take Koloss"),
        ("  take Tempel der Artemis  ", "take Tempel der Artemis"),
        ("take Große Bibliothek or take Koloss", "take Große Bibliothek"),
    ],
)
def test_the_whole_order_is_pointed_at(order: str, refused: str) -> None:
    table = Table(TITLE, PLAYERS, below=random.Random(4).randrange)
    (seat,) = table.pending
    offered = [one[1][0] for one in table.pending[seat].listed()]
    assert not {"colossus", "great_library", "temple_of_artemis"} & set(offered)
    hand = {**Outlook.of(table, seat).data(), "ordered": to_json(Agenda())}
    (line,) = check_orders(TITLE, PLAYERS, seat, order, hand).lines
    assert line.refused is not None
    shown = refusal_text(line.refused, titles.words(TITLE, "de", PLAYERS), line.text).splitlines()
    written, carets = shown[1], shown[2]
    assert "".join(letter for letter, below in zip(written, carets, strict=False) if below == "^") == refused
