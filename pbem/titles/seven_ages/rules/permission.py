"""Ways through areas of other players, with their permission (SA-3-6, SA-4.1-16, SA-gap-11, SA-gap-12, SA-gap-41)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ....table import END, Answer, Below, Choices, Chosen, Compose, NotLegal, Refused, Rule
from ..cards import CIVILISE, LANGUAGE, MANOEUVRE
from ..state import Empire, Seven
from .asking import well_formed
from .changes import gain_money
from .range import in_range

PERMISSION, TOLL = LANGUAGE["range_permission"], LANGUAGE["accept_toll"]
ALLOW, REFUSE, NO_TOLL = "allow", "refuse", ("no toll",)
Route = tuple[tuple[str, ...], int]
"""Empires whose areas are passed, and what the asking player pays for each without being asked again."""


WINDOWS = {MANOEUVRE: "manoeuvre", CIVILISE: "rest"}
"""Where a way is asked for in another action than trade."""


def window(game: Seven) -> str:
    return WINDOWS.get(game.act.action, "trade")


def strangers(game: Seven, empire: Empire) -> list[str]:
    """Empires of other players whose areas could be passed: those that have not refused it in this action."""
    owner = game.owners[empire.id]
    return [one.id for one in game.empires() if game.owners[one.id] != owner and one.id not in game.act.closed]


def no_way_through(game: Seven, empire: Empire, through: Sequence[str], target: str) -> Refused | None:
    """Why a way cannot lead through these empires to another one; whether it gets there is another question."""
    possible = strangers(game, empire)
    if target in through or len(set(through)) < len(through) or any(one not in possible for one in through):
        return NotLegal("no_way_through", {"empires": list(through)}, rule="SA-3-6")
    return None


def by_way_of_one(game: Seven, empire: Empire) -> Iterator[tuple[str, list[str]]]:
    """For each empire whose permission alone would help: empires that are in range through its areas only."""
    possible = strangers(game, empire)
    near = {one.id for one in in_range(game, empire)}
    far = [one.id for one in in_range(game, empire, tuple(possible)) if one.id not in near]
    for third in possible if far else ():
        found = [one.id for one in in_range(game, empire, (third,)) if one.id in far and one.id != third]
        if found:
            yield third, found


def payable(empire: Empire) -> Choices:
    """What may be offered to each owner on a way."""
    return [{"to": gold} for gold in range(empire.money + 1)]


def permitted(game: Seven, empire: Empire, route: Route) -> Rule:
    """Each owner on the way is asked, and paid at once; returns whether all of them let it through."""
    through, offered = route
    for ident in through:
        game.note("way_asked", empire=empire.id, other=ident)
        answer = yield permission_ask(game, empire, game.empire(ident))
        allowed = answer[0] == ALLOW
        if allowed:
            money, cards = (number or 0 for number in answer[2])
            allowed = yield from paid(game, empire, game.empire(ident), money, cards, offered)
        if not allowed:
            game.note("way_refused", empire=empire.id, other=ident)
            game.act.closed.append(ident)
            return False
    return True


def canal_opened(game: Seven, empire: Empire, canal: str, holders: Sequence[str]) -> Rule:
    """Everybody on the banks is asked; what they say holds for the whole action (SA-4.1-16)."""
    for ident in holders:
        game.note("canal_asked", empire=empire.id, other=ident, canal=canal)
        answer = yield permission_ask(game, empire, game.empire(ident), canal)
        if answer[0] == REFUSE:
            game.note("canal_refused", empire=empire.id, other=ident, canal=canal)
            game.act.closed.append(canal)
            return False
    game.note("canal_allowed", empire=empire.id, empires=list(holders), canal=canal)
    game.act.opened.append(canal)
    return True


def permission_ask(game: Seven, empire: Empire, holder: Empire, canal: str = "") -> Compose:
    """For nothing, or for money and cards that the asking player has; a canal has no price."""
    money = 0 if canal else empire.money
    cards = 0 if canal else len(game.players[game.owners[empire.id]].hand)

    def fits(answer: Answer) -> Refused | None:
        if answer[1] != empire.id:
            return NotLegal("not_asking", {"empire": empire.id}, rule="SA-3-6")
        if answer[0] == REFUSE:
            return None
        if 0 in answer[2]:
            return NotLegal("not_among_legal")
        if canal and any(answer[2]):
            return NotLegal("canal_is_free", {}, rule="SA-4.1-16")
        if (answer[2][0] or 0) > money or (answer[2][1] or 0) > cards:
            return NotLegal("not_so_rich", {"money": money, "cards": cards}, rule="SA-gap-11")
        return None

    def means(answer: Answer) -> Answer:
        return answer if answer[0] == REFUSE else (ALLOW, answer[1], tuple(number or None for number in answer[2]))

    def some() -> Iterator[Answer]:
        yield (REFUSE, empire.id)
        yield (ALLOW, empire.id, (None, None))

    def pick(below: Below) -> Answer:
        if below(3) == 0:
            return (REFUSE, empire.id)
        return (ALLOW, empire.id, (below(money + 1) or None, below(min(cards, 1) + 1) or None))

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        values: dict[str, Iterable[Any]] = {
            "empire": (empire.id,),
            "for": range(1, money + 1),
            "and": range(1, cards + 1),
        }
        return [{key: value} for value in values[key]]

    return Compose(
        game.owners[holder.id],
        PERMISSION,
        some,
        pick,
        well_formed(PERMISSION, fits),
        following,
        means=means,
        default=lambda: (REFUSE, empire.id),
        values={"empire": empire.id, "other": holder.id, "canal": canal},
        window=window(game),
        rule="SA-4.1-16" if canal else None,
        context={"from": game.owners[empire.id], "for": holder.id, "subject": holder.id},
    )


def paid(game: Seven, empire: Empire, holder: Empire, money: int, cards: int, offered: int) -> Rule:
    """Money within the offer is paid without asking; for more, and for cards, the asking player decides."""
    seat, other = game.owners[empire.id], game.owners[holder.id]
    given: tuple[str, ...] = ()
    if money > offered or cards:
        answer = yield toll_ask(game, empire, holder, money, cards)
        if answer == NO_TOLL:
            return False
        given = answer[1] or ()
    empire.money -= money
    gain_money(holder, money)
    for card in given:
        game.players[seat].hand.remove(card)
        game.players[other].hand.append(card)
    game.note("way_allowed", empire=empire.id, other=holder.id, money=money, number=len(given))
    if given:
        game.note("toll_cards", seen_by=(seat, other), cards=list(given), reveals=True)
    return True


def toll_ask(game: Seven, empire: Empire, holder: Empire, money: int, cards: int) -> Compose:
    """This many cards of the player's choice, or nothing; only the receiver learns which cards they are."""
    hand = game.players[game.owners[empire.id]].hand

    def fits(answer: Answer) -> Refused | None:
        if answer[0] == NO_TOLL[0]:
            return None
        given: tuple[str, ...] = answer[1] or ()
        strange = [card for card in given if card not in hand]
        if strange:
            return NotLegal("not_in_hand", {"card": strange[0]}, rule="SA-3-6")
        if len(set(given)) != cards or len(given) != cards:
            return NotLegal("toll_cards", {"number": cards}, rule="SA-3-6")
        return None

    def pay(chosen: tuple[str, ...]) -> Answer:
        return ("pay toll", chosen or None)

    def some() -> Iterator[Answer]:
        yield NO_TOLL
        yield pay(tuple(hand[:cards]))

    def pick(below: Below) -> Answer:
        pool = list(hand)
        return pay(tuple(pool.pop(below(len(pool))) for _ in range(cards))) if below(2) else NO_TOLL

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        given = chosen.get(key, ())
        return [{key: card} for card in hand if card not in given] if len(given) < cards else []

    return Compose(
        game.owners[empire.id],
        TOLL,
        some,
        pick,
        well_formed(TOLL, fits),
        following,
        private=True,
        secret=END,
        shown=lambda answer: answer == NO_TOLL,
        default=lambda: NO_TOLL,
        values={"empire": empire.id, "other": holder.id, "money": money, "number": cards},
        window=window(game),
        context={"for": empire.id, "subject": empire.id},
    )
