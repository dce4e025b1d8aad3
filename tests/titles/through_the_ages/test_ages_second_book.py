"""The notes tell everything: a book kept from them alone is equal to the table after every answer."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from ages_book import PRINTED, Book
from ages_kit import PLAYERS, READ

from pbem.table import Table
from pbem.titles.through_the_ages import TITLE

WHOLE = ("act", "political_action")
"""Questions at which nothing is half done."""
PRIVATE = ("own_military_outdated", "drew_cards", "discarded_cards", "own_event_prepared")


def follow(book: Book, notes: list[Any]) -> None:
    for note in notes:
        if note.key in PRIVATE:
            (seat,) = note.seen_by
            getattr(book, f"on_{note.key}")(note.values, seat)
        else:
            book.read(note)


def compare(book: Book, table: Table) -> None:
    game = table.state
    assert (book.age, book.round, book.row, book.past) == (game.age, game.round, game.row, game.past)
    assert (book.deck, book.military_deck) == (len(game.civil_deck), len(game.military_deck))
    assert (book.current, book.future) == (len(game.current), len(game.future))
    assert (book.common, book.wars) == (game.common_tactics, [(w.card, w.attacker, w.defender) for w in game.wars])
    assert book.pacts == [(p.card, p.a, p.b, p.owner) for p in game.pacts]
    for seat, (player, civ) in enumerate(zip(book.players, game.civs, strict=True)):
        if civ.resigned:
            continue
        assert (player.culture, player.science) == (civ.culture, civ.science)
        assert (player.yellow, player.blue, player.unused) == (civ.yellow, civ.blue, civ.unused)
        assert +player.workers == +Counter(civ.workers)
        assert player.known == set(civ.workers)
        assert +player.tokens == Counter(civ.tokens)
        assert (player.government, player.leader, player.tactic) == (civ.government, civ.leader, civ.tactic)
        assert (sorted(player.specials), player.wonders) == (sorted(civ.specials), civ.wonders)
        assert (player.ruins, player.colonies) == (civ.ruins, civ.colonies)
        assert (player.unfinished, player.stages) == (civ.unfinished, civ.stages)
        assert (+player.hand, +player.military) == (Counter(civ.hand), Counter(civ.military_hand))
        assert player.strength(book.of(seat)) == READ["strength"](game, seat)


def conserved(table: Table, seats: int) -> None:
    """Blue and yellow tokens, military cards: nothing comes from nowhere (TTA-PLY-9, TTA-TOKEN-2)."""
    game = table.state
    for civ in game.civs:
        if civ.resigned:
            continue
        live = [wonder for wonder in civ.wonders if wonder not in civ.ruins]
        given = [
            PRINTED[card].get("provides") or PRINTED[card].get("permanent") or {}
            for card in (*civ.specials, *live, *civ.colonies)
        ]
        blue = civ.blue + sum(civ.tokens.values()) + civ.stages
        assert blue <= 16 + sum(one.get("blue_tokens", 0) for one in given)
        assert min(civ.blue, civ.yellow, civ.unused, *civ.workers.values(), *civ.tokens.values(), 0) == 0
    for card, number in places(game).items():
        assert number <= PRINTED[card]["copies"][f"p{seats}"], card


def places(game: Any) -> Counter[str]:
    """Every military card that lies somewhere."""
    found = Counter(game.military_deck) + Counter(game.discards) + Counter(game.current) + Counter(game.future)
    found += Counter(game.past) + Counter(game.unused_events)
    for civ in game.civs:
        found += Counter(civ.military_hand) + Counter(civ.colonies)
    found += Counter(war.card for war in game.wars) + Counter(pact.card for pact in game.pacts)
    return found


@pytest.mark.parametrize(("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in range(4)])
def test_a_book_kept_from_the_notes_is_right(seats: int, seed: int) -> None:
    """TTA-STAT-1, TTA-CARD-12."""
    below = random.Random(seed).randrange
    table = Table(TITLE, PLAYERS[:seats], below=below, stride=10**9)
    book = Book(seats)
    follow(book, table.state.notes)
    while not table.over:
        seat = next(one for one in table.pending if one not in table.given)
        notes = table.answer(seat, table.pending[seat].sample(below))
        follow(book, notes)
        if all(ask.kind.id in WHOLE for ask in table.pending.values()):
            compare(book, table)
            conserved(table, seats)
    assert [player.culture for player in book.players] == [civ.culture for civ in table.state.civs]
