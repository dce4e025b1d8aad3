"""A toy title: up to seven seats with a secret card each bid in every round, at once or in turn. There is a bot, and
seats can be kept empty for those who join later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pbem.table import (
    BY_SEAT,
    OWNER,
    Choose,
    Game,
    Hidden,
    Language,
    LateSeats,
    Number,
    Option,
    Outcome,
    Roll,
    Rule,
    Title,
    Together,
)

MOST = 9
LANGUAGE = Language(
    {
        "asks": [
            {"id": "bid", "rules": ["TL-1"], "order": {"forms": ["bid <n>"]}},
            {"id": "enter", "rules": ["TL-2"], "order": {"forms": ["enter", "stay out"]}},
        ],
        "windows": [{"id": "round", "asks": ["bid"]}, {"id": "door", "asks": ["enter"]}],
    },
    {},
)


@dataclass(slots=True)
class League(Game):
    cards: Annotated[list[int], BY_SEAT, Hidden(OWNER)] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    inside: list[bool] = field(default_factory=list)
    round: int = 0


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> League:
    first = seats - int(options.get("empty", 0))
    return League(
        seats, options, fixes, cards=[0] * seats, points=[0] * seats, inside=[seat < first for seat in range(seats)]
    )


def setup(game: League) -> Rule:
    for seat in range(game.seats):
        if game.inside[seat]:
            yield from deal(game, seat)
    return "round"


def deal(game: League, seat: int) -> Rule:
    (game.cards[seat],) = yield Roll(1, MOST, label="card")


def one_round(game: League) -> Rule:
    game.round += 1
    for seat in range(game.seats):
        if not game.inside[seat]:
            answer = yield Choose(seat, LANGUAGE["enter"], [("stay out",), ("enter",)])
            if answer == ("enter",):
                yield from deal(game, seat)
                game.inside[seat], game.points[seat] = True, min(game.points)
                game.note("enters", player=seat)
    asks = {
        seat: Number(seat, LANGUAGE["bid"], "bid", 1, MOST, default=lambda: ("bid", 1))
        for seat in range(game.seats)
        if game.inside[seat]
    }
    if game.options["mode"] == "turns":
        bids = {}
        for seat, ask in asks.items():
            bids[seat] = yield ask
    else:
        bids = yield Together(asks, open=game.options["mode"] == "open")
    for seat, (_, bid) in bids.items():
        game.points[seat] += bid == game.cards[seat]
        game.note("bid", player=seat, number=bid)
    if game.round < int(game.options["rounds"]):
        return "round"
    winners = [seat for seat, one in enumerate(game.points) if one == max(game.points)]
    game.outcome = Outcome(winners, "points", [{"points": one} for one in game.points])
    return None


_WORDS = {
    "ask.bid": "1-9",
    "ask.enter": "enter?",
    "note.bid": "{player} {number}",
    "note.enters": "{player} +",
    "how.points": "points",
    "score.points": "points",
    "option.rounds": "rounds",
    "option.mode": "mode",
    "option.empty": "empty",
}
TITLE = Title(
    "toy_league",
    {"en": "Toy league", "de": "Spielzeugliga"},
    (2, 3, 4, 5, 6, 7),
    new,
    {"setup": setup, "round": one_round},
    LANGUAGE,
    {"en": _WORDS, "de": _WORDS},
    {"rules": [{"id": "TL-1"}, {"id": "TL-2"}]},
    options=(
        Option("rounds", (2, 3, 5, 20, 60)),
        Option("mode", ("turns", "open", "secret")),
        Option("empty", (0, 1, 2, 3)),
    ),
    late=LateSeats("empty", "enter"),
    package=__package__,
)
