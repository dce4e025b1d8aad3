"""Alliances are formed (chapter 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....table import (
    Answer,
    Ask,
    Below,
    Choices,
    Choose,
    Chosen,
    Compose,
    Draw,
    NotLegal,
    Refused,
    Rule,
    Shuffle,
    Together,
)
from ...auction import amount, highest
from ..atlas import NATIONS
from ..cards import LANGUAGE, LOWER, UPPER
from ..state import Reason, Sale
from .money import charge

BID = LANGUAGE["auction_bid"]
PASS: Answer = ("pass",)
NO_CLAUSES = (None, None)


def alliances(game: Reason) -> Rule:
    """Who opens the first auction (AOR-ALLY-2, AOR-ALLY-3); or the lot instead of all of them (AOR-ALLY-18)."""
    game.alliance = {}
    if game.round == 1 and game.options["random_first_alliances"]:
        yield from by_lot(game)
        return "actions"
    opener = game.start
    if game.round > 1:
        fewest = min(one.points for one in game.players)
        last = [seat for seat, one in enumerate(game.players) if one.points == fewest]
        opener = last[0] if len(last) == 1 else (yield Draw(last, label="opener"))[0]
    game.sale = Sale(1, opener, opener)
    return "auction"


def by_lot(game: Reason) -> Rule:
    players = [nation for nation in NATIONS if nation in game.led]
    others = [nation for nation in NATIONS if nation not in game.led]
    drawn = [*(yield Shuffle(players, label="alliances")), *(yield Shuffle(others, label="alliances"))]
    game.alliance = {nation: number for number, nation in enumerate(drawn, start=1)}
    game.note("alliances_by_lot", nations=drawn)


def unplaced(game: Reason) -> list[str]:
    return [nation for nation in NATIONS if nation not in game.alliance]


def auction(game: Reason) -> Rule:
    """An auction is opened; with the house rule sealed_auction it is over at once."""
    sale = running(game)
    game.note("auction_opened", number=sale.number, player=sale.opener, nations=unplaced(game))
    if not game.options["sealed_auction"]:
        return "bid"
    order = [sale.opener, *game.others(sale.opener)]
    bids = yield Together({seat: bid_ask(game, seat) for seat in order})
    holder = highest({seat: bids[seat][1] for seat in order if bids[seat] != PASS})  # AOR-R-1: the earlier of equals
    for seat in order:
        call(game, seat, bids[seat], stands=seat == holder)
    return "sold"


def running(game: Reason) -> Sale:
    assert game.sale is not None
    return game.sale


def bid(game: Reason) -> Rule:
    """One call, clockwise; the high bidder is not called, but those who passed are (AOR-ALLY-5 to 8)."""
    sale = running(game)
    answer = yield bid_ask(game, sale.seat)
    call(game, sale.seat, answer, stands=answer != PASS)
    if answer == PASS and game.options["no_reentry"]:
        sale.out.append(sale.seat)
    if sale.passes == game.seats - 1 or len(sale.out) == game.seats - 1:
        return "sold"
    sale.seat = next(seat for seat in game.others(sale.seat) if seat != sale.holder and seat not in sale.out)  # AOR-R-2
    return "bid"


def call(game: Reason, seat: int, answer: Answer, *, stands: bool) -> None:
    """A bid says what it would lead to (AOR-ALLY-9, AOR-ALLY-11)."""
    sale = running(game)
    if answer == PASS:
        sale.passes += 1
        game.note("passed", player=seat)
        return
    top, bottom = proposed(answer)
    if top and bottom:
        game.note("bid", player=seat, gold=answer[1], top=top, bottom=bottom)
    else:
        game.note("bid_for_last", player=seat, gold=answer[1], nation=top or bottom, row="top" if top else "bottom")
    if stands:
        sale.price, sale.top, sale.bottom = answer[1], top, bottom
        sale.holder, sale.passes = seat, 0


def proposed(answer: Answer) -> tuple[str, str]:
    """The nations for the upper and the lower row; one of them empty for the last nation (AOR-ALLY-13)."""
    if answer[2] in ("top", "bottom"):
        return (answer[3], "") if answer[2] == "top" else ("", answer[3])
    return answer[2], answer[3]


def sold(game: Reason) -> Rule:
    """AOR-ALLY-14, AOR-ALLY-15."""
    sale = running(game)
    placed = {}
    for nation, row in ((sale.top, UPPER), (sale.bottom, LOWER)):
        if nation:
            taken = game.alliance.values()
            placed[nation] = next(number for number in row if number not in taken)
            game.alliance[nation] = placed[nation]
    game.note("auction_won", player=sale.holder, gold=sale.price, top=sale.top, bottom=sale.bottom, places=placed)
    charge(game, sale.holder, sale.price)
    yield from ()
    if not unplaced(game):
        game.sale = None
        return "actions"
    opener = (sale.opener + 1) % game.seats  # AOR-ALLY-4
    game.sale = Sale(sale.number + 1, opener, opener)
    return "auction"


# ---- what a call may say


def bid_ask(game: Reason, seat: int) -> Ask:
    sale = running(game)
    least, most = sale.price + 1, game.players[seat].most()
    if least > most:  # all can see it: nobody is asked
        return Choose(seat, BID, [PASS])
    left = unplaced(game)
    must = seat == sale.opener and sale.price < 0  # AOR-ALLY-8

    def some() -> Iterator[Answer]:
        """Pass, and every proposal at the lowest amount."""
        if not must:
            yield PASS
        yield from (bid_of(least, top, bottom) for top, bottom in pairs(left))

    def pick(below: Below) -> Answer:
        if not must and below(2):
            return PASS
        gold = least + below(1 + below(most - least + 1))
        if len(left) == 1:
            return bid_of(gold, *((left[0], "") if below(2) else ("", left[0])))
        top = left[below(len(left))]
        rest = [nation for nation in left if nation != top]
        return bid_of(gold, top, rest[below(len(rest))])

    def fits(answer: Answer) -> Refused | None:
        if answer == PASS:
            return NotLegal("opener_must_bid", rule="AOR-ALLY-8") if must else None
        if len(answer) != 5 or answer[0] != "bid" or type(answer[1]) is not int:
            return NotLegal("not_among_legal")
        if answer[1] < least:
            return NotLegal("bid_too_low", {"gold": least}, rule="AOR-ALLY-5")
        if answer[1] > most:
            return NotLegal("cannot_pay", {"gold": answer[1], "most": most}, rule="AOR-GOLD-8")
        return _wrong_pair(game, left, answer)

    def means(answer: Answer) -> Answer:
        return plain_bid(game, answer, least, most)

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        """Amounts, and nations for the rows that are free; the last nation goes to either row."""
        gold = chosen["n"] if isinstance(chosen.get("n"), int) else least
        values: dict[str, Iterable[Any]] = {
            "n": ["least", *range(least, most + 1)],
            "max": range(max(gold, least), most + 1),
            "which": ("top", "bottom") if len(left) == 1 else (),
            "nation": left if len(left) == 1 else (),
            "top": [one for one in left if one != chosen.get("bottom")] if len(left) > 1 else (),
            "bottom": [one for one in left if one != chosen.get("top")] if len(left) > 1 else (),
            "unless": [{"which": row, "nation": one} for one in left for row in ("top", "bottom")],
        }
        return [{key: value} for value in values[key]]

    return Compose(
        seat,
        BID,
        some,
        pick,
        fits,
        following,
        means=means,
        about=lambda answer: {} if answer == PASS else {"gold": answer[1]},
        default=lambda: bid_of(0, *opening(game, seat, left)) if must else PASS,
        values={
            "number": sale.number,
            "gold": max(sale.price, 0),
            "top": sale.top,
            "bottom": sale.bottom,
            "holder": game.players[sale.holder].nation if sale.price >= 0 else "",
            "nations": left,
        },
        occasion=occasion(game),
    )


def occasion(game: Reason) -> str:
    """The auction that runs."""
    return f"{game.round}.{running(game).number}"


def bid_of(gold: int, top: str, bottom: str) -> Answer:
    if top and bottom:
        return ("bid", gold, top, bottom, NO_CLAUSES)
    return ("bid", gold, "top" if top else "bottom", top or bottom, None)


def pairs(left: list[str]) -> list[tuple[str, str]]:
    if len(left) == 1:
        return [(left[0], ""), ("", left[0])]
    return [(top, bottom) for top in left for bottom in left if top != bottom]


def opening(game: Reason, seat: int, left: list[str]) -> tuple[str, str]:
    """The proposal of an opener who has not written: nations other than the opener's own, if there are two."""
    if len(left) == 1:
        return left[0], ""
    others = [nation for nation in left if nation != game.players[seat].nation]
    first, second, *_ = others if len(others) > 1 else left
    return first, second


def _wrong_pair(game: Reason, left: list[str], answer: Answer) -> Refused | None:
    single = answer[2] in ("top", "bottom")
    if single != (len(left) == 1):
        rule = "AOR-ALLY-9" if single else "AOR-ALLY-12"
        return NotLegal("propose_two" if single else "propose_one", {"nations": left}, rule=rule)
    if answer[4] not in (None, NO_CLAUSES):  # what `max` and `unless` mean is settled when the order is read
        return NotLegal("not_among_legal")
    named = [nation for nation in proposed(answer) if nation]
    for nation in named:
        if nation not in left:
            return NotLegal("nation_placed", {"nation": nation, "nations": left}, rule="AOR-ALLY-9")
    if len(named) == 2 and named[0] == named[1]:
        return NotLegal("same_nation", {"nation": named[0]}, rule="AOR-ALLY-9")
    return None


def plain_bid(game: Reason, answer: Answer, least: int, most: int) -> Answer:
    """`least`, `max` and `unless` against the standing bid: the plain bid, or why the line does not bid now."""
    if answer[0] != "bid":
        return answer
    sale = running(game)
    _, said, *proposal, clauses = answer
    single = answer[2] in ("top", "bottom")
    limit, unless = (clauses, None) if single else clauses
    for row, nation in unless or ():
        if nation and (sale.top if row == "top" else sale.bottom) == nation:
            raise NotLegal("stands_already", {"nation": nation}, rule="AOR-ALLY-9", moot=True)
    number = amount(said, limit, least, "AOR-ALLY-5")
    return ("bid", number, *proposal, None if single else NO_CLAUSES)
