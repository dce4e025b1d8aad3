"""A toy title: alliances of two nations are sold by auction. All is public; one file a player can play it.

The highest bidder is not called again before somebody bids more; who passed is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pbem.table import (
    NUMBER,
    TRUTH,
    Answer,
    Below,
    Compose,
    Fact,
    Game,
    Language,
    NotLegal,
    Outcome,
    Refused,
    Rule,
    Title,
    Vocabulary,
    facts,
)

NATIONS = ("austria", "britain", "france", "prussia", "russia", "spain")
GOLD, SALES, WORTH = 9, 2, 4
PASS: Answer = ("pass",)
FORMS = ["bid (<n>|least) top <nation> bottom <nation> [max <n>] [unless top <nation>]", "pass"]
LANGUAGE = Language(
    {
        "asks": [{"id": "auction_bid", "rules": ["TA-1"], "order": {"forms": FORMS}}],
        "windows": [{"id": "auction", "asks": ["auction_bid"]}],
        "queue": {"by": "window", "apart": 0},
    },
    {"nation": Vocabulary("nation", {nation: {} for nation in NATIONS})},
)


@dataclass(slots=True)
class Auction(Game):
    gold: list[int] = field(default_factory=list)
    alliances: list[int] = field(default_factory=list)
    number: int = 0
    price: int = 0
    top: str = ""
    bottom: str = ""
    holder: int | None = None


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Auction:
    return Auction(seats, options, fixes, phase="sale", gold=[GOLD] * seats, alliances=[0] * seats)


def sale(game: Auction) -> Rule:
    game.number += 1
    game.price, game.top, game.bottom, game.holder = 0, "", "", None
    seat, passes = (game.number - 1) % game.seats, 0
    while passes < game.seats - (game.holder is not None):
        if seat != game.holder:
            answer = yield bid(game, seat)
            if answer == PASS:
                passes += 1
            else:
                _, game.price, game.top, game.bottom, _ = answer
                game.holder, passes = seat, 0
        seat = (seat + 1) % game.seats
    if game.holder is not None:
        game.gold[game.holder] -= game.price
        game.alliances[game.holder] += 1
        game.note("sold", player=game.holder, price=game.price, top=game.top, bottom=game.bottom)
    if game.number < SALES:
        return "sale"
    points = [gold + WORTH * number for gold, number in zip(game.gold, game.alliances, strict=True)]
    winners = [seat for seat, one in enumerate(points) if one == max(points)]
    game.outcome = Outcome(winners, "points", [{"all": one} for one in points])
    return None


def bid(game: Auction, seat: int) -> Compose:
    least, most = game.price + 1, game.gold[seat]

    def means(answer: Answer) -> Answer:
        if answer == PASS:
            return PASS
        _, amount, top, bottom, (limit, unless) = answer
        amount = least if amount == "least" else amount
        if limit is not None and amount > limit:
            raise NotLegal("over_limit", {"most": limit}, rule="TA-1")
        if unless is not None and unless == game.top:
            raise NotLegal("top_already", {"nation": unless}, rule="TA-1")
        return ("bid", amount, top, bottom, (None, None))

    def fits(answer: Answer) -> Refused | None:
        if answer == PASS:
            return None
        if len(answer) != 5 or answer[4] != (None, None) or type(answer[1]) is not int:
            return NotLegal("not_among_legal", {}, rule="TA-1")
        if not least <= answer[1] <= most:
            return NotLegal("number_out_of_range", {"low": least, "high": most}, rule="TA-1")
        return NotLegal("same_nation", {}, rule="TA-1") if answer[2] == answer[3] else None

    def some() -> Iterator[Answer]:
        yield PASS
        if least <= most:
            yield from (
                ("bid", least, top, bottom, (None, None)) for top in NATIONS for bottom in NATIONS if top != bottom
            )

    def pick(below: Below) -> Answer:
        if least > most or below(2):
            return PASS
        top = below(len(NATIONS))
        bottom = (top + 1 + below(len(NATIONS) - 1)) % len(NATIONS)
        return ("bid", least + below(most - least + 1), NATIONS[top], NATIONS[bottom], (None, None))

    values = {"number": game.number, "price": game.price}
    return Compose(
        seat,
        LANGUAGE["auction_bid"],
        some,
        pick,
        fits,
        means=means,
        occasion=f"sale {game.number}",
        values=values,
        default=lambda: PASS,
    )


def _placed(game: Auction, seat: int, nation: Any) -> bool:
    return nation in (game.top, game.bottom)


TITLE = Title(
    "toy_auction",
    {"en": "Toy auction", "de": "Spielzeugauktion"},
    (2, 3, 4),
    new,
    {"sale": sale},
    LANGUAGE,
    {
        "en": {
            "ask.auction_bid": "Bid for alliance {number}, or pass; the price is {price}.",
            "note.sold": "{player} has the alliance of {top} and {bottom} for {price}.",
            "refusal.over_limit": "That would be more than {most}.",
            "refusal.top_already": "{nation} is on top already.",
            "refusal.same_nation": "Two nations are needed.",
            "slot.nation": "a nation",
            "how.points": "by points",
            "score.all": "points",
        },
        "de": {
            "ask.auction_bid": "Biete für Bündnis {number} oder passe; der Preis ist {price}.",
            "note.sold": "{player} hat das Bündnis von {top} und {bottom} für {price}.",
            "refusal.over_limit": "Das wären mehr als {most}.",
            "refusal.top_already": "{nation} ist schon oben.",
            "refusal.same_nation": "Es braucht zwei Nationen.",
            "slot.nation": "eine Nation",
            "how.points": "nach Punkten",
            "score.all": "Punkte",
        },
    },
    {"rules": [{"id": "TA-1"}]},
    facts=facts(
        Fact("auction", NUMBER, lambda game, seat: game.number),
        Fact("price", NUMBER, lambda game, seat: game.price),
        Fact("placed", TRUTH, _placed, ("nation",)),
    ),
    occasions={"auction_bid": lambda game, seat: f"sale {game.number}"},
    package=__package__,
)
