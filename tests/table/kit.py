"""A title of a few lines, to try the table on: two rounds of steps, then a sealed bid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pbem.table import (
    NOBODY,
    Choose,
    Draw,
    Game,
    Hidden,
    Language,
    Number,
    Option,
    Outcome,
    Reveal,
    Roll,
    Rule,
    Shuffle,
    Table,
    Title,
    Together,
    Vocabulary,
    as_count,
)

CARDS = ("ace", "king", "queen", "jack")
ASKS = {
    "asks": [
        {"id": "step", "rules": ["K-1"], "order": {"forms": ["go", "look", "roll", "show <player>"]}},
        {"id": "nod", "rules": ["K-2"], "order": {"forms": ["nod"]}},
        {"id": "bid", "rules": ["K-3"], "order": {"forms": ["bid <n>"]}},
        {"id": "keep", "rules": ["K-4"], "order": {"forms": ["keep"]}},
    ]
}
LANGUAGE = Language(ASKS, {"card": Vocabulary("card", {card: {} for card in CARDS})})
ROUNDS = 2


@dataclass(slots=True)
class Tiny(Game):
    deck: Annotated[list[str], Hidden(NOBODY, as_count, pool="card")] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    round: int = 0
    bids: Annotated[dict[int, int], Hidden(NOBODY, as_count)] = field(default_factory=dict)


def setup(game: Tiny) -> Rule:
    game.deck = yield Shuffle(CARDS)
    game.steps = [0] * game.seats
    game.note("ready")
    return "round"


def round_(game: Tiny) -> Rule:
    game.round += 1
    for seat in range(game.seats):
        others = [("show", other) for other in game.others(seat)]
        verb, *_ = yield Choose(seat, LANGUAGE["step"], [("go",), ("look",), ("roll",), *others])
        if verb == "go":
            game.steps[seat] += 1
        elif verb == "look" and game.deck:
            game.open.append(game.deck.pop(0))
            game.note("looked", reveals=True, card=game.open[-1])
        elif verb == "roll":
            game.steps[seat] += sum((yield Roll(1)))
        yield Choose(seat, LANGUAGE["nod"], [("nod",)])  # never asked: there is no choice
        game.note("stepped", player=seat)
        game.note("whispered", seen_by=(seat,), steps=game.steps[seat])
    return "round" if game.round < ROUNDS else "bidding"


def bidding(game: Tiny) -> Rule:
    asks = {seat: bid(game, seat) for seat in range(game.seats)}
    answers = yield Together(asks, open=game.options["open"])
    game.bids = {seat: answer[1] for seat, answer in answers.items()}
    nobody = yield Together({})
    assert nobody == {}
    yield Choose(0, LANGUAGE["keep"], [("keep",)], private=True)  # one answer, but only its player may know
    for seat in range(game.seats):
        yield Reveal(f"bid of {seat}")
    game.note("opened", bids=list(game.bids.values()), reveals=True)
    (lucky,) = yield Draw(range(game.seats))
    most = max(game.bids.values())
    best = [seat for seat in range(game.seats) if game.bids[seat] == most]
    game.outcome = Outcome(best, "lucky" if best == [lucky] else "bid", [])
    return None


def bid(game: Tiny, seat: int) -> Number:
    return Number(seat, LANGUAGE["bid"], "bid", 0, 9 if game.fix(1) else 5, secret=f"bid of {seat}")


TITLE = Title(
    id="tiny",
    names={"en": "Tiny"},
    seats=(2, 3),
    new=Tiny,
    phases={"setup": setup, "round": round_, "bidding": bidding},
    language=LANGUAGE,
    words={"en": {}},
    rules={"rules": [{"id": "K-1"}, {"id": "K-2"}], "rulings": [{"id": "K-R-1"}]},
    options=(Option("open", (True, False)), Option("speed", ("slow", "fast", 3))),
    fixes=1,
)


def table(seed: int = 1, players: Sequence[str] = ("anna", "bob"), **more: Any) -> Table:
    return Table(TITLE, players, more.pop("options", None), below=random.Random(seed).randrange, **more)


def at_bidding(**more: Any) -> Table:
    """A table where all are asked for their bids."""
    made = table(**more)
    while made.state.phase != "bidding":
        (seat,) = made.pending
        made.answer(seat, ("go",))
    return made
