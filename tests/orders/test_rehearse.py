"""A rehearsal gives the verdicts and the table on which they were found."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

from pbem import titles
from pbem.orders.agenda import Agenda
from pbem.orders.check import rehearse
from pbem.table import Table, is_unseen
from pbem.table.imagine import Outlook
from pbem.table.state_json import to_json

PLAYERS = ("anna", "ben")
DUEL = titles.load("wonders_duel")


def hand(table: Table, seat: int) -> Any:
    return json.loads(json.dumps({**Outlook.of(table, seat).data(), "ordered": to_json(Agenda())}))


def begun() -> tuple[Table, int, list[str]]:
    table = Table(DUEL, PLAYERS, below=random.Random(4).randrange)
    (seat,) = table.pending
    return table, seat, [one[1][0] for one in table.pending[seat].listed()]


def test_the_table_stands_where_the_orders_lead() -> None:
    real, seat, wonders = begun()
    found, table = rehearse(DUEL, PLAYERS, seat, f"take {wonders[0]}", hand(real, seat))
    assert [one.result for one in found.lines] == ["legal"]
    assert table is not None
    real.answer(seat, ("take", (wonders[0],)))
    assert table.view(seat) == real.view(seat)
    assert all(map(is_unseen, table.state.unseen_wonders))


def test_a_refusal_leaves_the_table_where_it_was() -> None:
    real, seat, _ = begun()
    found, table = rehearse(DUEL, PLAYERS, seat, "take colossus", hand(real, seat))
    (line,) = found.lines
    assert line.refused is not None
    assert (line.refused.key, line.refused.rule) == ("wonder_not_open", "WD-DR-1")
    assert table is not None
    assert table.view(seat) == real.view(seat)


def test_without_a_hand_there_is_no_table() -> None:
    found, table = rehearse(DUEL, PLAYERS, 0, "take colossus", None)
    assert [one.result for one in found.lines] == ["reads"]
    assert table is None


def test_it_needs_nothing_that_a_page_does_not_have() -> None:
    """A page in a browser rehearses too, without files, YAML, seals and templates."""
    look = (
        "import sys, pbem.orders.check\n"
        "strange = ('yaml', 'cryptography', 'jinja2', 'pbem.storage', 'pbem.seals', 'pbem.campaign')\n"
        "print([one for one in sys.modules if one.startswith(strange)])"
    )
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
