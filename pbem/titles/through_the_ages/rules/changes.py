"""What many chapters share: cards come and go, tokens and actions follow (chapters ACTN, TOKEN, WORK, PTS, CARD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....table import Answer, ChooseSome, Rule, Shuffle
from ..cards import CARDS, LANGUAGE, WORKED_CARDS
from ..state import Ages, Civilization
from .goods import gain, lab_production, take_off
from .ratings import totals

LOSE_BLUE = LANGUAGE["lose_blue"]


# ---- actions


def recount(game: Ages, seat: int) -> None:
    """The totals after cards have come or gone, as one net change (TTA-ACTN-5 to TTA-ACTN-8)."""
    civ = game.civs[seat]
    civil, military = totals(game, seat)
    if civil != civ.civil_total:
        civ.civil = civ.civil + civil - civ.civil_total if civil > civ.civil_total else min(civ.civil, civil)
        civ.civil_total = civil
    if military != civ.military_total:
        more = military > civ.military_total
        civ.military = civ.military + military - civ.military_total if more else min(civ.military, military)
        civ.military_total = military


def civil_available(game: Ages, seat: int) -> int:
    """Civil actions that can be spent now, with the military one that Hammurabi lends."""
    civ = game.civs[seat]
    lent = game.turn.hammurabi_armed and seat == game.active and military_available(game, seat) > 0
    return civ.civil + lent


def military_available(game: Ages, seat: int) -> int:
    return game.civs[seat].military + (game.turn.extra_military if seat == game.active else 0)


def spend_civil(game: Ages, seat: int, number: int) -> None:
    if number and game.turn.hammurabi_armed and seat == game.active:
        game.turn.hammurabi_armed, game.turn.hammurabi_used = False, True
        spend_military(game, seat, 1)
        game.note("hammurabi_lends", player=seat)
        number -= 1
    game.civs[seat].civil -= number


def spend_military(game: Ages, seat: int, number: int) -> None:
    """One-time actions go first (TTA-ACTN-4)."""
    if seat == game.active and game.turn.extra_military:
        extra = min(number, game.turn.extra_military)
        game.turn.extra_military -= extra
        number -= extra
    game.civs[seat].military -= number


def arm(game: Ages, source: str, resources: int) -> None:
    """Temporary resources for units (TTA-ACARD-8)."""
    game.turn.arms[source] = game.turn.arms.get(source, 0) + resources
    game.note("arms", player=game.active, resources=resources)


# ---- points


def score(game: Ages, seat: int, culture: int) -> None:
    game.civs[seat].culture += culture


def lose_culture(game: Ages, seat: int, culture: int) -> int:
    """TTA-PTS-2. Returns what was actually lost."""
    civ = game.civs[seat]
    lost = min(culture, civ.culture)
    civ.culture -= lost
    return lost


def lose_science(game: Ages, seat: int, science: int) -> int:
    civ = game.civs[seat]
    lost = min(science, civ.science)
    civ.science -= lost
    return lost


# ---- tokens


def gain_population(civ: Civilization, number: int) -> int:
    """TTA-WORK-2: free, as far as the bank goes."""
    number = min(number, civ.yellow)
    civ.yellow -= number
    civ.unused += number
    return number


def lose_yellow(civ: Civilization, number: int) -> int:
    """TTA-TOKEN-7: from the bank only."""
    number = min(number, civ.yellow)
    civ.yellow -= number
    return number


def lose_blue(game: Ages, seat: int, number: int) -> Rule:
    """TTA-TOKEN-6: from the bank, then from farms and mines by choice."""
    civ = game.civs[seat]
    from_bank = min(number, civ.blue)
    civ.blue -= from_bank
    left = number - from_bank
    taken: tuple[str, ...] = ()
    if left and civ.tokens:
        _, taken = yield blue_ask(game, seat, left)
        for card in taken:
            take_off(civ, card)
            civ.blue -= 1
    game.note("lost_blue", player=seat, number=from_bank + len(taken), cards=list(taken))


def blue_ask(game: Ages, seat: int, number: int) -> ChooseSome:
    civ = game.civs[seat]
    items = [card for card in WORKED_CARDS for _ in range(civ.tokens.get(card, 0))]
    number = min(number, len(items))

    def default() -> Answer:
        cheap = sorted(items, key=lambda card: (CARDS[card].value, CARDS[card].family != "farm"))
        return ("lose blue", tuple(cheap[:number]))

    return ChooseSome(
        seat,
        LOSE_BLUE,
        "lose blue",
        items,
        number,
        number,
        rule="TTA-TOKEN-6",
        default=default,
        values={"number": number},
    )


def gifts(game: Ages, seat: int, given: Mapping[str, int]) -> None:
    """Points, goods and population of an effect, in the order printed (TTA-FOOD-4)."""
    civ = game.civs[seat]
    got: dict[str, int] = {}
    for what, amount in given.items():
        if what == "population":
            got[what] = gain_population(civ, amount)
        elif what == "culture":
            civ.culture += amount
            got[what] = amount
        elif what == "science":
            civ.science += amount
            got[what] = amount
        else:
            got[what] = gain(civ, what, amount)
    if any(got.values()):
        game.note("gifts", player=seat, got={what: amount for what, amount in got.items() if amount})


def losses(game: Ages, seat: int, lost: Mapping[str, int]) -> None:
    """Report what an event has cost, if anything."""
    if any(lost.values()):
        game.note("losses", player=seat, lost={what: amount for what, amount in lost.items() if amount})


# ---- cards


def change_cards(game: Ages, seat: int, added: Sequence[str] = (), removed: Sequence[str] = ()) -> Rule:
    """Tokens and actions after cards came into play and left it, which is one net change (TTA-TOKEN-2, TTA-TOKEN-3)."""
    civ = game.civs[seat]
    blue = sum(CARDS[card].blue for card in added) - sum(CARDS[card].blue for card in removed)
    yellow = sum(CARDS[card].yellow for card in added) - sum(CARDS[card].yellow for card in removed)
    if yellow > 0:
        civ.yellow += yellow
        game.note("more_yellow", player=seat, number=yellow)
    elif yellow < 0:
        game.note("fewer_yellow", player=seat, number=lose_yellow(civ, -yellow))
    if blue > 0:
        civ.blue += blue
        game.note("more_blue", player=seat, number=blue)
    elif blue < 0:
        yield from lose_blue(game, seat, -blue)
    recount(game, seat)


def leader_leaves(game: Ages, seat: int) -> str:
    """A leader leaves, for whatever reason. Returns the card."""
    civ = game.civs[seat]
    leader = civ.leader
    if leader == "bill_gates":  # TTA-APP-16
        culture = lab_production(civ)
        score(game, seat, culture)
        game.note("gates_scores", player=seat, culture=culture)
    civ.leader = ""
    return leader


def discard_military(game: Ages, cards: Sequence[str]) -> None:
    """TTA-CARD-12."""
    game.discards.extend(cards)


def draw_military(game: Ages, seat: int, number: int) -> Rule:
    """An empty deck is replaced at once by the discards of its age (TTA-CARD-13, TTA-DRAW-3)."""
    drawn: list[str] = []
    while len(drawn) < number and game.military_deck:
        drawn.append(game.military_deck.pop(0))
        if not game.military_deck:
            yield from renew_military_deck(game)
    if drawn:
        game.civs[seat].military_hand.extend(drawn)
        game.note("drew", player=seat, number=len(drawn), reveals=True)
        game.note("drew_cards", seen_by=(seat,), reveals=True, cards=drawn)


def renew_military_deck(game: Ages) -> Rule:
    again = sorted(card for card in game.discards if CARDS[card].age == game.age)
    if again:
        game.discards = [card for card in game.discards if CARDS[card].age != game.age]
        game.military_deck = yield Shuffle(again, label=f"military_again:{game.age}")
        game.note("military_reshuffled", number=len(again))
