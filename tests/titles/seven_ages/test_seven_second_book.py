"""The notes tell everything: a book kept from them alone is equal to the table after every answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from seven_book import CARD_OF, CARDS, COMMON, CUP, LANDS, NAMED, UNITS, printed
from seven_book_figures import Figures
from seven_book_pieces import WholeBook

from pbem.table import Table
from pbem.titles.seven_ages import TITLE
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source

COUNTERS = {entry["id"]: entry["counters"] for entry in printed("counters")["colours"]}
MOST = {int(key[1:]): number for key, number in printed("constants")["max_empires"].items()}


def units_of(game: Any, empire: Any) -> dict[str, Counter[str]]:
    """Everything that an empire has on the map, those in a running conflict included."""
    found = {area: Counter(stack.all()) for area, stack in empire.stacks.items()}
    for side in game.fight.sides if game.fight else ():
        if side.empire == empire.id:
            here = found.setdefault(game.fight.area, Counter())
            here.update(unit for unit, _, _ in (*side.fresh, *side.spent))
    return {area: here for area, here in found.items() if here}


def compare(book: WholeBook, game: Any) -> None:
    assert (book.turn, book.seated) == (game.turn, game.seated)
    assert book.first == game.first or game.phase == "joining"  # the turn marker is told with the next turn
    assert (book.control, book.cities) == (game.control, game.cities)
    assert (sorted(book.forts), sorted(book.unrest)) == (sorted(game.forts), sorted(game.unrest))
    assert (book.artifacts, book.blue) == (game.artifacts, game.blue)
    assert (+book.cup, sorted(book.named)) == (+Counter(game.cup), sorted(game.named_used))
    assert (+book.elephants, +book.weapons) == (Counter(game.elephants), +Counter(game.weapons))
    assert book.passed == game.passed
    for seat, (one, other) in enumerate(zip(book.players, game.players, strict=True)):
        assert (one.glory, one.colours) == (other.glory, other.colours), seat
        assert +one.hand == Counter(other.hand), seat
        assert len(one.markers) == len(other.markers), seat
    assert {one.id: one.player for one in book.empires.values()} == game.owners
    for ident, mine in book.empires.items():
        theirs = game.empire(ident)
        assert (mine.colour, mine.step, mine.money, mine.elites) == (
            theirs.colour,
            theirs.step,
            theirs.money,
            theirs.elites,
        ), ident
        assert (mine.capital, sorted(mine.card)) == (theirs.capital, sorted(theirs.card)), ident
        assert +mine.leaders == Counter((leader.id, leader.area) for leader in theirs.leaders), ident
        assert +mine.elephants == Counter(theirs.elephants), ident
        table = units_of(game, theirs)
        hidden = book.fight.area if book.fight and book.fight.open else ""  # who is committed is not told yet
        areas = {area for area in (*mine.units, *table) if area != hidden or ident not in book.fight.sides}
        assert {area: mine.units.get(area) for area in areas} == {area: table.get(area) for area in areas}, ident
    if not (book.fight and book.fight.open):
        assert (+book.deck, +book.discards) == (Counter(game.deck), Counter(game.discards))


def conserved(book: WholeBook) -> None:
    """Nothing comes from nowhere: cards, leaders, counters, elephants, weapons (SA-prep-3, SA-gap-24)."""
    cards = book.deck + book.discards + Counter(CARD_OF[ident] for ident in book.empires)
    for one in book.players:
        cards += one.hand
    cards += Counter(card for card in (book.fight.cards if book.fight else ()) if card)
    assert cards == Counter(list(CARDS))
    leaders = Counter(book.cup)
    elephants, weapons = Counter(book.elephants), Counter(book.weapons)
    for empire in book.empires.values():
        for (who, _), number in empire.leaders.items():
            leaders[who] += number if who not in NAMED else 0
        elephants += empire.elephants
        total = empire.total()
        weapons.update({unit: n for unit, n in total.items() if unit in COMMON and unit != "elephant"})
        assert total["elephant"] <= empire.elephants.total(), empire.id  # SA-2.3-7
        for unit, most in COUNTERS[empire.colour].items():
            assert total[unit] + total[UNITS[unit]["flip"]] <= most, (empire.id, unit)
        assert not empire.capital or empire.capital in book.cities
        assert set(empire.units) <= {*LANDS, *book.control}
    assert +leaders == Counter(CUP)
    assert +elephants in (Counter(), Counter({one: n for one, n in WholeBook(2, 2).elephants.items() if n}))
    assert weapons == Counter({unit: COMMON[unit]["count"] for unit in ("nuke", "star_wars")})
    colours = [empire.colour for empire in book.empires.values()]
    assert len(set(colours)) == len(colours)


WHOLE = [(2, 1), (3, 2), (4, 3), (7, 4)]
OPTIONS = [
    (4, 11, {"pursuit": True, "security": True}),
    (4, 12, {"cadenced_progress": True, "technology": True}),
    (5, 13, {"reserved_seats": 2, "take_that": True}),
    (6, 14, {"turn_limit": "turn_14"}),
]


@pytest.mark.parametrize(
    ("seats", "seed", "options"),
    [
        *((seats, seed, {}) for seats, seed in WHOLE[:2]),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in [*((*one, {}) for one in WHOLE[2:]), *OPTIONS]),
    ],
)
def test_a_book_kept_from_the_notes_is_right(seats: int, seed: int, options: dict[str, Any]) -> None:
    """SA-prep-5, SA-first-5, SA-gap-20, SA-gap-68, SA-7-5."""
    keep(seats, seed, options)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", TITLE.seats)
def test_books_of_many_games_are_right(seats: int) -> None:
    for seed in range(100, 125):
        keep(seats, seed, {})


def keep(seats: int, seed: int, options: dict[str, Any]) -> None:
    """A whole random game beside its book."""
    table = Table(TITLE, HANDLES[:seats], options, below=source(f"book {seed}"), stride=10**9)
    book = Figures(seats, seats - int(options.get("reserved_seats", 0)))
    book.follow(table.state.notes)
    pick = source(f"picks {seed}")
    while not table.over:
        for seat, ask in table.unanswered.items():
            notes = table.answer(seat, ask.sample(pick))
            if notes:
                book.follow(notes)
                compare(book, table.state)
                conserved(book)
    assert table.outcome is not None
    assert [one.glory for one in book.players] == [row["glory"] for row in table.outcome.scores]
