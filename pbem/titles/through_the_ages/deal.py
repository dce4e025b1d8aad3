"""What may lie where a player sees only backs: cards of that age, but for those that lie open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...table import Below, Input, Shuffle, Unknown
from .cards import CARDS, CIVIL_DECKS, MILITARY_DECKS
from .state import Ages

_EVENTS = ("event", "territory")
_EVENT_PILES = ("current", "future", "unused_events")


def deal(game: Ages, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[str]:
    """Among the events lie events alone. Which cards left the game unseen, nobody knows: they may be dealt."""
    stocks: dict[tuple[str, str], list[str]] = {}
    dealt: dict[int, str] = {}
    asked = [(n, one, one.shows if one.shows != "?" else game.age) for n, one in enumerate(unknown)]
    for n, one, age in sorted(asked, key=lambda item: item[1].path[0] not in _EVENT_PILES):
        key = (one.pool, age)
        if key not in stocks:
            stocks[key] = Shuffle(_stock(game, *key), "").outcome(below)
        events_only = one.path[0] in _EVENT_PILES
        stock = stocks[key]
        place = next(k for k, card in enumerate(stock) if not events_only or CARDS[card].family in _EVENTS)
        dealt[n] = stock.pop(place)
    return [dealt[n] for n in range(len(unknown))]


def _stock(game: Ages, pool: str, age: str) -> list[str]:
    decks = CIVIL_DECKS if pool == "civil" else MILITARY_DECKS
    left = Counter(decks[age, game.seats]) - Counter(card for card in _open(game) if isinstance(card, str))
    return list(left.elements())


def _open(game: Ages) -> Iterator[str]:
    """All cards that lie open, each where it lies."""
    yield from (*game.row, *game.civil_deck, *game.past, *game.common_tactics)
    yield from (*game.military_deck, *game.discards, *game.current, *game.future, *game.unused_events)
    yield from (war.card for war in game.wars)
    yield from (pact.card for pact in game.pacts)
    for civ in game.civs:
        yield from (*civ.hand, *civ.covered, *civ.military_hand, *civ.workers, *civ.specials, *civ.wonders)
        yield from (*civ.colonies, civ.government, civ.leader, civ.homer_under, civ.unfinished)
        if civ.exclusive:
            yield civ.tactic
