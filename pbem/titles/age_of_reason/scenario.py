"""Positions as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .atlas import NATIONS, REGIONS
from .cards import CARDS, FIELDS, LOWER, MARKERS, OPEN, PLACE, ROUND_MARKERS, ROUNDS, SETS, UPPER
from .state import Reason

PHASE = "attack"
"""Where play starts unless the scenario says otherwise: with the second half of a turn."""

WORDS = ("nations", "alliances", "active")
"""`nations: [prussia, austria]`: what the players rule, by seat, else the first ones of the list.
`alliances: [[prussia, spain], [austria]]`: the upper and the lower row; nations left out take the free places in turn.
`active: prussia`: whose turn it is, else that of the first player."""

Fault = tuple[str, str]


def given(game: Reason, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    faults = [*_rule(game, words.get("nations", [])), *_strangers(game)]
    if not faults:
        faults = [*_ally(game, words.get("alliances")), *_hands(game), *_counted(game)]
    yield from faults
    if faults:
        return
    game.discs = {region: game.discs.get(region, {}) for region in REGIONS}
    game.markers = {region: game.markers.get(region, []) for region in REGIONS}
    game.round = game.round or 1
    game.action = game.action or 1
    for seat, one in enumerate(game.players):
        if (game.phase, game.round) == ("round_end", ROUNDS) and len(one.standings) != ROUNDS:
            yield f"players.{seat}.standings", f"must have the points after each of {ROUNDS} rounds: they end the game"
        one.standings += [0] * (game.round - 1 - len(one.standings))
    if not game.bag:
        on_board = [marker for here in game.markers.values() for marker in here]
        left = [marker for marker in MARKERS if marker not in on_board]
        game.bag = left[: ROUND_MARKERS * (ROUNDS - game.round)]
    placed = sorted(game.alliance, key=game.alliance.__getitem__)
    game.order = game.order or [game.led[nation] for nation in placed if nation in game.led]
    active = words.get("active", game.players[0].nation)
    if active in game.led and game.led[active] in game.order:
        game.turn = game.turn or game.order.index(game.led[active])
    elif "active" in words:
        yield "active", f"{active!r} has no turn"


def _rule(game: Reason, nations: Any) -> Iterator[Fault]:
    if not isinstance(nations, list) or any(one not in NATIONS for one in nations):
        yield "nations", f"must be a list of {', '.join(NATIONS)}"
        return
    if len(nations) > game.seats or len(set(nations)) != len(nations):
        yield "nations", f"must be different, and at most {game.seats}"
        return
    given_already = [*nations, *(one.nation for one in game.players)]
    free = [nation for nation in NATIONS if nation not in given_already]
    for seat, one in enumerate(game.players):
        one.nation = one.nation or (nations[seat] if seat < len(nations) else free.pop(0))
        game.led[one.nation] = seat


def _ally(game: Reason, rows: Any) -> Iterator[Fault]:
    """Everybody has a place, unless a running auction is to give it."""
    if game.alliance or (game.sale is not None and rows is None):
        return
    rows = [[], []] if rows is None else rows
    if not isinstance(rows, list) or len(rows) != 2:
        yield "alliances", "must be two lists of nations, the upper and the lower row"
        return
    for row, fields in zip(rows, (UPPER, LOWER), strict=True):
        for nation, number in zip(row, fields, strict=False):
            if nation not in NATIONS or nation in game.alliance:
                yield "alliances", f"{nation!r} is no nation, or is there twice"
                return
            game.alliance[nation] = number
    if game.sale is not None:
        return
    free = [number for number in range(1, len(UPPER) + len(LOWER) + 1) if number not in game.alliance.values()]
    for nation in NATIONS:
        if nation not in game.alliance:
            game.alliance[nation] = free.pop(0)


def _hands(game: Reason) -> Iterator[Fault]:
    """Cards that are nowhere else are in hand."""
    for seat, one in enumerate(game.players):
        elsewhere = [*one.discards, *([one.laid] if one.laid else [])]
        if not one.hand:
            one.hand = [card for card in SETS[one.nation] if card not in elsewhere]
        one.hand.sort(key=PLACE.__getitem__)
        counted = Counter([*one.hand, *elsewhere])
        for card, number in counted.items():
            if number > 1 or CARDS[card].nation != one.nation:
                yield f"players.{seat}.hand", f"{card} is there {number} times, or belongs to another nation"


def _counted(game: Reason) -> Iterator[Fault]:
    for name, there in game.fields.items():
        if len(there) > OPEN[game.seats][name]:
            yield f"fields.{name}", f"has room for {OPEN[game.seats][name]} discs"
    for nation in NATIONS:
        if game.free_discs(nation) < 0:
            yield "discs", f"{nation} has more than there are"
    markers = Counter(marker for here in game.markers.values() for marker in here)
    yield from (("markers", f"{marker} is there {n} times") for marker, n in markers.items() if n > 1)


def _strangers(game: Reason) -> Iterator[Fault]:
    """Ids that the game does not have, or that lie in the wrong place."""
    for region, here in game.discs.items():
        if region not in REGIONS or any(nation not in NATIONS or number < 1 for nation, number in here.items()):
            yield f"discs.{region}", "there is no such region or nation, or not a disc at all"
    for region, markers in game.markers.items():
        if region not in REGIONS or any(one not in MARKERS or MARKERS[one].region != region for one in markers):
            yield f"markers.{region}", "there is no such region or marker, or it belongs elsewhere"
    for name, there in game.fields.items():
        if name not in FIELDS or any(nation not in NATIONS for nation in there):
            yield f"fields.{name}", "there is no such field or nation"
    for seat, one in enumerate(game.players):
        cards = [*one.hand, *one.discards, *([one.laid] if one.laid else [])]
        yield from ((f"players.{seat}.hand", f"there is no {card!r}") for card in cards if card not in CARDS)
