"""Trade and progress (chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ....table import Answer, Ask, Below, Choose, Compose, NotLegal, Number, Offer, Refused, Rule, Together
from ..atlas import ELEPHANT_AREAS
from ..cards import ARTIFACTS, CARDS, ELEPHANT_STEP, EVENTS, LANGUAGE, TRADE, TRADING
from ..state import Empire, Seven
from .asking import well_formed
from .changes import advance, aftermath, gain_money, instant_glory, unnamed_elephant
from .effects import trade_number
from .events import moment, play_event
from .markers import finish
from .permission import by_way_of_one, no_way_through, payable, permitted
from .pile import discard, draw, value
from .range import in_range

PARTNER, CARD, STEPS, GIFT = (LANGUAGE[one] for one in ("trade_partner", "trade_card", "trade_steps", "trade_gift"))
PILE = "pile"
NO_GIFT = ("gift none",)


def trade(game: Seven) -> Rule:
    """A partner, events, cards, progress, and gifts (SA-3-1)."""
    act = game.act
    empire = game.empire(act.empire)
    answer = yield partner_ask(game, empire)
    _, partner, (route, event) = answer
    if route is not None and not (yield from permitted(game, empire, route)):
        return TRADING
    if event is not None:
        game.players[act.seat].hand.remove(event)
        if not (yield from play_event(game, act.seat, event, (empire.id,))):
            return TRADING  # the partner is chosen again (SA-gap-57)
    act.partner = "" if partner == PILE else partner
    game.note("trades", empire=empire.id, other=act.partner, pile=partner == PILE)
    yield from moment(game, TRADING)
    yield from bargain(game, empire, game.empire(partner) if act.partner else None)
    aftermath(game)
    return finish(game)


# ---- the partner


def partners(game: Seven, empire: Empire, *, anywhere: bool = False) -> list[str]:
    """Empires of other players in range, those that have not traded if there are any; else the pile (SA-3-2)."""
    owner = game.owners[empire.id]
    near = game.empires() if anywhere else in_range(game, empire)
    others = [one for one in near if game.owners[one.id] != owner]
    fresh = [one.id for one in others if not one.traded]
    if fresh or others:
        return fresh or [one.id for one in others]
    return [] if anywhere else [PILE]


def silk_roads(game: Seven, seat: int) -> list[str]:
    """Hand cards whose event lifts the limit of range."""
    return [
        card
        for card in game.players[seat].hand
        if any(effect["type"] == "ignore_range" for effect in EVENTS[CARDS[card].event].effects)
    ]


def by_permission(game: Seven, empire: Empire, partner: str, through: tuple[str, ...]) -> Refused | None:
    """Why a partner cannot be reached through these empires (SA-3-6, SA-gap-103)."""
    fault = no_way_through(game, empire, through, partner)
    if fault is not None:
        return fault
    near = partners(game, empire)
    if partner in near or partner not in [one.id for one in in_range(game, empire, through)]:
        return NotLegal("no_way_through", {"empires": list(through)}, rule="SA-3-6")
    return not_to_be_chosen(game, empire, partner, near)


def not_to_be_chosen(game: Seven, empire: Empire, partner: str, near: list[str]) -> Refused | None:
    """Whoever has traded can be passed by only if nobody in range is left who has not (SA-gap-103)."""
    possible = [one for one in near if one != PILE]
    waiting = [one for one in possible if not game.empire(one).traded]
    if game.owners[partner] == game.owners[empire.id]:
        return NotLegal("own_partner", {"empire": partner}, rule="SA-3-2")
    if game.empire(partner).traded and waiting:
        return NotLegal("partner_has_traded", {"empire": partner, "empires": waiting}, rule="SA-3-2")
    return None


def no_partner(game: Seven, empire: Empire, partner: str, near: list[str], needless: str | None) -> Refused:
    """Why nobody trades with an empire; `needless` is a card that was named beside a way."""
    if partner not in game.owners:
        return NotLegal("not_in_play", {"empire": partner}, rule="SA-3-2")
    if needless is not None:
        return NotLegal("silk_needs_no_way", {"card": needless}, rule="SA-gap-103")
    fault = not_to_be_chosen(game, empire, partner, near)
    empires = [one for one in near if one != PILE]
    return fault or NotLegal("partner_out_of_range", {"empire": partner, "empires": empires}, rule="SA-3-4")


def partner_ask(game: Seven, empire: Empire) -> Compose:
    seat = game.owners[empire.id]
    near, far = partners(game, empire), partners(game, empire, anywhere=True)
    plain: list[Answer] = [("trade with", one, (None, None)) for one in near]
    plain += [("trade with", one, (None, card)) for card in silk_roads(game, seat) for one in far if one not in near]

    def routes() -> Iterator[Answer]:
        """Through one empire each, for nothing."""
        for third, found in by_way_of_one(game, empire):
            for partner in found:
                if partner not in near and not_to_be_chosen(game, empire, partner, near) is None:
                    yield ("trade with", partner, (((third,), 0), None))

    def fits(answer: Answer) -> Refused | None:
        partner, (route, event) = answer[1], answer[2]
        if answer in plain:
            return None
        if partner in near:
            return NotLegal("trade_is_plain", rule="SA-3-2")
        if event is not None and event not in silk_roads(game, seat):
            return NotLegal("no_silk_road", {"card": event}, rule="SA-3-2")
        if partner == PILE:
            return NotLegal("pile_only_alone", {"empires": near}, rule="SA-3-2")
        if partner in game.owners and route is not None and event is None:
            return by_permission(game, empire, partner, route[0])
        return no_partner(game, empire, partner, far if event is not None else near, None if route is None else event)

    def pick(below: Below) -> Answer:
        found = [*plain, *routes()]
        answer = found[below(len(found))]
        route = answer[2][0]
        return answer if route is None else ("trade with", answer[1], ((route[0], below(6)), None))

    def default() -> Answer:
        if near == [PILE]:
            return plain[0]
        return ("trade with", max(near, key=lambda one: game.empire(one).step), (None, None))

    return Compose(
        seat,
        PARTNER,
        lambda: chain(plain, routes()),
        pick,
        well_formed(PARTNER, fits),
        lambda verb, key, chosen: payable(empire) if key == "to" else None,
        private=True,
        default=default,
        values={"empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )


# ---- the trade


def bargain(game: Seven, empire: Empire, partner: Empire | None) -> Rule:
    """Cards in secret, then who is higher (SA-3-8 to SA-3-13)."""
    sides = [empire] if partner is None else [empire, partner]
    laid = yield from cards(game, sides)
    totals = [value(card) + trade_total(game, one) for card, one in zip(laid, sides, strict=True)]
    if partner is None:
        own = laid[0]
        discard(game, own)  # SA-gap-22
        top = yield from draw(game)
        game.note("pile_card", card=top, number=value(top), reveals=True)
        totals.append(value(top))
        if top:
            game.players[game.owners[empire.id]].hand.append(top)
    else:
        swap(game, sides, laid)
    for one, number in zip(sides, totals, strict=False):
        game.note("trade_total", empire=one.id, total=number)
    before = [one.step for one in sides]
    for one in sides:
        one.traded = True
    lift_bans(sides)
    if totals[0] == totals[1]:
        level(game, sides)
    else:
        winner = 0 if totals[0] > totals[1] else 1
        if winner < len(sides):
            other = sides[1 - winner] if partner is not None else None
            higher = partner is not None and before[1 - winner] > before[winner]
            yield from won(game, sides[winner], other, higher, before[winner])
        else:
            game.note("trade_lost", empire=empire.id)
    if partner is not None:
        yield from gifts(game, sides)
        both_done(game, partner)


def trade_total(game: Seven, empire: Empire) -> int:
    """SA-3-9; unrest counts once, and events add what they say."""
    unrest = any(area in game.unrest for area in game.controlled(empire))
    return trade_number(game, empire) + (TRADE["unrest"] if unrest else 0) + game.act.shifts.get(empire.id, 0)


def cards(game: Seven, sides: list[Empire]) -> Rule:
    """A hand card each; whoever has none uses the top of the pile (SA-3-8)."""
    asks: dict[int, Ask] = {}
    for one in sides:
        seat = game.owners[one.id]
        if game.players[seat].hand:
            asks[seat] = card_ask(game, one, [other.id for other in sides if other is not one])
    answers = (yield Together(asks, forced=True)) if asks else {}
    laid = []
    for one in sides:
        seat = game.owners[one.id]
        if seat in answers:
            card = answers[seat][1]
            game.players[seat].hand.remove(card)
        else:
            card = yield from draw(game)
        laid.append(card)
        game.note("trade_card", empire=one.id, player=seat, card=card, number=value(card), reveals=True)
    return laid


def card_ask(game: Seven, empire: Empire, others: list[str]) -> Choose:
    seat = game.owners[empire.id]
    hand = game.players[seat].hand

    def by_value(card: str) -> tuple[int, int]:
        return value(card), -CARDS[card].number

    def means(answer: Answer) -> Answer:
        if answer[1] == "highest":
            return ("offer", max(hand, key=by_value))
        return ("offer", min(hand, key=by_value)) if answer[1] == "lowest" else answer

    def why(answer: Answer) -> NotLegal:
        return NotLegal("not_in_hand", {"card": answer[1]}, rule="SA-3-8")

    return Choose(
        seat,
        CARD,
        [("offer", card) for card in hand],
        private=True,
        means=means,
        why=why,
        about=lambda answer: {"worth": value(answer[1])},
        default=lambda: ("offer", max(hand, key=by_value)),
        values={"empire": empire.id, "others": others},
        context={"for": empire.id, "subject": empire.id},
    )


def swap(game: Seven, sides: list[Empire], laid: list[str]) -> None:
    """Each keeps the card of the other (SA-3-13)."""
    for n, one in enumerate(sides):
        card = laid[1 - n]
        if card:
            game.players[game.owners[one.id]].hand.append(card)


def lift_bans(sides: list[Empire]) -> None:
    """Ships and horses are learned from a partner who has them (SA-2.3-6, SA-gap-99)."""
    if len(sides) < 2:
        return
    one, other = sides
    ships, horses = one.no_ships and other.no_ships, one.no_horses and other.no_horses
    for empire in sides:
        empire.no_ships, empire.no_horses = ships, horses


def chose(game: Seven, empire: Empire) -> bool:
    """Its trade marker was revealed this turn (SA-gap-38, SA-gap-82)."""
    return game.players[game.owners[empire.id]].shown.get(empire.id) == TRADING


def level(game: Seven, sides: list[Empire]) -> None:
    """A tie moves the active empire; if both chose the action, the less advanced one (SA-3-12)."""
    gainer = sides[0]
    if len(sides) == 2 and all(chose(game, one) for one in sides):
        one, other = sides
        if one.step == other.step:
            game.note("trade_level", empire="")
            return
        gainer = one if one.step < other.step else other
    game.note("trade_level", empire=gainer.id)
    advance(game, gainer, TRADE["tie_active"])


def won(game: Seven, empire: Empire, other: Empire | None, higher: bool, step: int) -> Rule:
    """1 step, 1 more in its own action, 1 more if the partner was higher; the winner may take fewer (SA-3-11)."""
    empire.won = True
    game.note("trade_won", empire=empire.id, other=other.id if other is not None else "")
    most: int = TRADE["win"] + (TRADE["own_action"] if chose(game, empire) else 0)
    most += TRADE["partner_higher"] if higher else 0
    answer = yield steps_ask(game, empire, most)
    advance(game, empire, answer[1])
    instant_glory(game, empire, "win_trade")
    for artifact in [one for one in empire.card if removed_by(one, "win_trade")]:
        empire.card.remove(artifact)
        game.note("marker_lost", empire=empire.id, artifact=artifact, areas=[])
    if other is not None and step >= ELEPHANT_STEP and any(game.control.get(a) == other.id for a in ELEPHANT_AREAS):
        unnamed_elephant(game, empire)  # SA-2.3-9


def steps_ask(game: Seven, empire: Empire, most: int) -> Number:
    def means(answer: Answer) -> Answer:
        return ("advance", most) if answer[0] == "advance all" else answer

    return Number(
        game.owners[empire.id],
        STEPS,
        "advance",
        1,
        most,
        means=means,
        default=lambda: ("advance", most),
        values={"empire": empire.id, "most": most},
        context={"for": empire.id, "subject": empire.id},
    )


def removed_by(artifact: str, trigger: str) -> bool:
    return any(effect["trigger"] == trigger for effect in ARTIFACTS[artifact].effects.get("removed_when", ()))


# ---- gifts


def gifts(game: Seven, sides: list[Empire]) -> Rule:
    """Each may give money to the other (SA-3-14, SA-gap-11); the table never waits for it."""
    asks = {game.owners[one.id]: gift_ask(game, one, sides[1 - n]) for n, one in enumerate(sides) if one.money}
    answers: dict[int, Answer] = (yield Offer(asks)) if asks else {}
    for n, one in enumerate(sides):
        answer = answers.get(game.owners[one.id], NO_GIFT)
        if answer != NO_GIFT:
            amount, other = min(answer[1], one.money), sides[1 - n]
            one.money -= amount
            gain_money(other, amount)  # SA-gap-81
            game.note("gift", empire=one.id, other=other.id, money=amount)


def gift_ask(game: Seven, empire: Empire, other: Empire) -> Choose:
    options: list[Answer] = [NO_GIFT, *(("gift", n, other.id) for n in range(1, empire.money + 1))]
    return Choose(
        game.owners[empire.id],
        GIFT,
        options,
        default=lambda: NO_GIFT,
        values={"empire": empire.id, "other": other.id},
        context={"for": empire.id, "subject": empire.id},
    )


def both_done(game: Seven, partner: Empire) -> None:
    """A partner that has chosen the action too does not trade again (SA-3-3)."""
    game.waiting = [turn for turn in game.waiting if turn.place != partner.id]
