"""What the page is told: plain JSON, with the order and the parts of every legal answer."""

from __future__ import annotations

import json

import pytest

from pbem import titles
from pbem.pages.surface import surface
from tests.surface.games import NAMES, random_asks
from tests.table_sizes import sizes


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_the_surface_tells_each_legal_answer_and_its_parts(ident: str, seats: int) -> None:
    title = titles.load(ident)
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed=2, most=600)):
        if n % 37:
            continue
        told = json.loads(json.dumps(surface(title, table, seat, ("en", "de")[n % 2], NAMES[:seats])))
        assert told["ask"]["id"] == ask.kind.id
        for one in told["ask"]["legal"]:
            assert ask.parse(one["order"], table.players), one
            assert set(one["at"]) <= {part["key"] for part in told["ask"]["forms"][one["form"]]["parts"]}
        other = (seat + 1) % seats
        if other not in table.pending:
            assert surface(title, table, other, "en")["ask"] is None


def test_nothing_is_asked_at_the_end() -> None:
    *_, (table, _, _) = random_asks("wonders_duel", 2, seed=3)
    told = surface(titles.load("wonders_duel"), table, 0, "en", NAMES[:2])
    assert told["ask"] is None
    assert told["waiting"] == []
    assert told["over"]["winners"] == [table.players[seat] for seat in table.outcome.winners]
    assert told["over"]["text"]
