"""A combat: cards are laid, nations hired, cards shown, dice rolled (chapter 4.3.2, preparation and combat)."""

from __future__ import annotations

from ....table import Answer, Choose, ChooseSome, NotLegal, Refused, Reveal, Roll, Rule, Together
from ..atlas import NATIONS
from ..cards import (
    ALLIANCE,
    ALLIANCES,
    ALLY_POINTS,
    BLANK,
    BLANKS,
    CARDS,
    DICE,
    HIRE_COST,
    LANGUAGE,
    MARKERS,
    NEUTRAL_STRENGTH,
    PLACE,
    REROLL,
)
from ..state import Reason
from .attacks import attack_cards, laid_name, own_card, written
from .fields import without_choice
from .money import pay
from .outcome import outcome

DEFEND, ASSIST, HIRE, RESERVES = (LANGUAGE[one] for one in ("defend_card", "assist", "hire_allies", "use_reserves"))
DEFENDS, BEST, UNARMED = "defend with", "defend with best max", ("defend with nothing",)
ALLY, BLUFF, DECLINE = ("assist with alliance",), ("assist with blank",), ("pass",)
HIRES, HIRE_NONE = "hire", ("hire none",)
USE, SPARE = ("reserves yes",), ("reserves no",)
HIRE.reads("pass", lambda ask, said: HIRE_NONE)
RESERVES.reads("pass", lambda ask, said: SPARE)
SIDES = 2
"""Attacker and defender."""
WINDOWS = ("action_turn", "combat")
"""Windows of the attacker, whose turn it is, and of the defender."""


def combat(game: Reason) -> Rule:
    """Defender and helpers lay their cards at once, unseen (AOR-COMB-12, AOR-PREP-1, AOR-PREP-2)."""
    fight = game.fight
    asks = {seat: assist_ask(game, seat) for seat in fight.helpers}
    if fight.defender >= 0:
        asks = {fight.defender: defend_ask(game), **asks}
    settled = without_choice(asks)
    answers = yield Together({seat: ask for seat, ask in asks.items() if seat not in settled}, open=False, forced=True)
    for seat, answer in {**settled, **answers}.items():
        lay(game, seat, answer)
    if game.options["tie_counts_bluffers"] and fight.helpers:
        game.note("cards_laid", players=[seat for seat in fight.helpers if game.players[seat].laid])
    if any(for_hire(game, seat) for seat in fight.seats() if seat >= 0):
        return "hire"
    return (yield from show(game))


def lay(game: Reason, seat: int, answer: Answer) -> None:
    one = game.players[seat]
    if answer[0] == DEFENDS:
        one.laid = own_card(game, seat, answer[1])
    elif answer in (ALLY, BLUFF):
        one.laid = (ALLIANCES if answer == ALLY else BLANKS)[one.nation]
    if one.laid:
        one.hand.remove(one.laid)


def defend_ask(game: Reason) -> Choose:
    """Any card that can be paid, with or without ships (AOR-DECL-7)."""
    fight = game.fight
    seat, region = fight.defender, fight.region
    one = game.players[seat]
    able = attack_cards(game, seat, ship=False)
    known = len(one.hand) <= (2 if blanks_stay(game) else 1)  # nothing but the alliance and the blank card
    options: list[Answer] = [(DEFENDS, written(card)) for card in able] or [UNARMED]

    def best(most: int) -> Answer:
        """The strongest card for this much gold, without borrowing; else the blank one, else the cheapest."""
        limit = min(most, one.gold)
        fitting = [card for card in able if CARDS[card].cost <= limit]
        if fitting:
            return (DEFENDS, written(min(fitting, key=lambda card: preference(card, region))))
        return (DEFENDS, written(min(able, key=lambda card: (CARDS[card].cost, PLACE[card])))) if able else UNARMED

    def means(answer: Answer) -> Answer:
        if answer[0] == BEST:
            return best(answer[1])
        return (DEFENDS, BLANK) if answer == (DEFENDS, BLANKS[one.nation]) else answer

    def why(answer: Answer) -> NotLegal | None:
        if answer[0] != DEFENDS:
            return NotLegal("must_defend", {}, rule="AOR-PREP-1")
        card = CARDS.get(own_card(game, seat, answer[1]))
        if card is None or card.id not in one.hand:
            return NotLegal("not_in_hand", {"card": answer[1]}, rule="AOR-AFTER-4")
        if card.kind == ALLIANCE:
            return NotLegal("alliance_card", {}, rule="AOR-PREP-1")
        return NotLegal("cannot_pay", {"gold": card.cost, "most": one.most()}, rule="AOR-GOLD-8")

    return Choose(
        seat,
        DEFEND,
        options,
        private=not known,
        secret=laid_name(game.combats, seat),
        why=why,
        means=means,
        about=lambda answer: {"gold": CARDS[answer[1]].cost} if answer[-1] in CARDS else {},
        default=lambda: best(0),
        values={"attacker": game.players[fight.attacker].nation, "region": region},
        context={"in": region, "from": fight.attacker, "for": one.nation},
    )


def blanks_stay(game: Reason) -> bool:
    """Whether everybody knows that each blank card is in hand."""
    return game.options["blank_after_convert"] == "hand"


def preference(card: str, region: str) -> tuple[int, ...]:
    """Stronger, then cheaper, then with fewer ships, then as listed."""
    one = CARDS[card]
    return (-one.strength(region), one.cost, one.ships, PLACE[card])


def assist_ask(game: Reason, seat: int) -> Choose:
    """The alliance card or the blank one; declining is the same as laying the blank one (AOR-PREP-4, AOR-PREP-10)."""
    fight = game.fight
    one = game.players[seat]
    bluffs = BLANKS[one.nation] in one.hand
    declines = bool(game.options["tie_counts_bluffers"]) or not bluffs
    cost = CARDS[ALLIANCES[one.nation]].cost
    options: list[Answer] = [ALLY] if cost <= one.most() else []
    if bluffs:
        options.append(BLUFF)
    if declines:
        options.append(DECLINE)

    def why(answer: Answer) -> NotLegal:
        if answer == ALLY:
            return NotLegal("cannot_pay", {"gold": cost, "most": one.most()}, rule="AOR-GOLD-8")
        return NotLegal("not_in_hand", {"card": BLANK}, rule="AOR-CONV-9")

    return Choose(
        seat,
        ASSIST,
        options,
        private=not blanks_stay(game),
        secret=laid_name(game.combats, seat),
        shown=(lambda answer: answer != DECLINE) if declines else None,
        why=why,
        means=lambda answer: BLUFF if answer == DECLINE and not declines else answer,
        about=lambda answer: {"gold": cost} if answer == ALLY else {},
        default=lambda: DECLINE if declines else BLUFF,
        values={
            "attacker": game.players[fight.attacker].nation,
            "target": fight.nation,
            "marker": fight.marker,
            "region": fight.region,
            "nation": fight.helpers[seat],
        },
        context={"in": fight.region, "for": fight.helpers[seat], "from": fight.attacker},
    )


def hire(game: Reason) -> Rule:
    """First the attacker, then the defending player (AOR-PREP-6 to 8)."""
    fight = game.fight
    while fight.asked < SIDES:
        seat = fight.seats()[fight.asked]
        items = for_hire(game, seat) if seat >= 0 else []
        if items:
            answer = yield hire_ask(game, seat, fight.asked, items)
            if answer != HIRE_NONE:
                fight.hired[fight.asked] = list(answer[1])
                game.note("hired", player=seat, nations=list(answer[1]), reveals=True)
        fight.asked += 1
    return (yield from show(game))


def occasion(game: Reason) -> str:
    """The combat that runs, or ran last."""
    return str(game.combats)


def for_hire(game: Reason, seat: int) -> list[str]:
    """Nations without a player, of the same alliance, with a disc in the region."""
    nation, here = game.players[seat].nation, game.discs[game.fight.region]
    return [one for one in NATIONS if one not in game.led and one in here and game.allied(nation, one)]


def hire_ask(game: Reason, seat: int, side: int, items: list[str]) -> ChooseSome:
    """As many as can be paid besides the card that is laid (AOR-GOLD-10)."""
    fight, one = game.fight, game.players[seat]
    left = one.most() - (CARDS[one.laid].cost if one.laid else 0)
    most = max(0, min(len(items), left // HIRE_COST))

    def means(answer: Answer) -> Answer:
        if answer[0] == "hire match":
            number = len(fight.hired[1 - side])
        elif answer[0] in ("hire up to", "hire all"):
            number = answer[1] if answer[0] == "hire up to" else len(items)
        else:
            return answer
        chosen = tuple(items[: min(number, most)])
        return (HIRES, chosen) if chosen else HIRE_NONE

    def why(answer: Answer) -> Refused | None:
        strangers = [nation for nation in answer[1] if nation not in items]
        if strangers:
            return NotLegal("not_for_hire", {"nation": strangers[0], "nations": items}, rule="AOR-PREP-6")
        if len(answer[1]) > most:
            return NotLegal("cannot_hire", {"most": most}, rule="AOR-GOLD-10")
        return None

    return ChooseSome(
        seat,
        HIRE,
        HIRES,
        items,
        0,
        most,
        empty=HIRE_NONE,
        private=True,
        why=why,
        means=means,
        default=lambda: HIRE_NONE,
        values={"region": fight.region, "nations": items, "hired": len(fight.hired[0])},
        context={"in": fight.region, "from": fight.attacker},
        window=WINDOWS[side],
        occasion=occasion(game),
    )


def show(game: Reason) -> Rule:
    """All cards are turned up, and everything is paid (AOR-COMB-1)."""
    fight = game.fight
    gold: dict[str, int] = {}
    borrowed: dict[str, int] = {}
    helped: list[list[int]] = [[], []]
    for seat in (fight.attacker, fight.defender, *fight.helpers):
        one = game.players[seat] if seat >= 0 else None
        if one is None or not one.laid:
            continue
        yield Reveal(laid_name(game.combats, seat))
        card = CARDS[one.laid]
        fight.shown[seat], one.laid = one.laid, ""
        amount = card.cost
        if seat in fight.seats():
            amount += HIRE_COST * len(fight.hired[fight.seats().index(seat)])
        elif card.assists:
            helped[0 if fight.helpers[seat] != fight.nation else 1].append(seat)
        if amount:
            gold[one.nation], borrowed[one.nation] = amount, pay(game, seat, amount)
    fight.base = [base(game, side, helped[side]) for side in (0, 1)]
    attack, defence = (fight.shown.get(seat, "") for seat in fight.seats())
    bluffs = [seat for seat in fight.shown if seat in fight.helpers and seat not in (*helped[0], *helped[1])]
    game.note(
        "cards_shown",
        player=fight.attacker,
        card=attack,
        defence=defence,
        defender=fight.nation,
        helpers=[game.players[seat].nation for seat in helped[0]],
        against=[game.players[seat].nation for seat in helped[1]],
        bluffs=[game.players[seat].nation for seat in bluffs],
        reveals=True,
    )
    owing = {nation: steps for nation, steps in borrowed.items() if steps}
    if gold:
        game.note("combat_paid", gold=gold, borrowed=owing)
    return (yield from roll(game))


def base(game: Reason, side: int, helpers: list[int]) -> int:
    """Strength without dice (AOR-COMB-3, AOR-COMB-8, AOR-MATT-5)."""
    fight = game.fight
    help_ = ALLY_POINTS * len(fight.hired[side])
    help_ += sum(CARDS[fight.shown[seat]].assists for seat in helpers)
    if side == 1 and fight.marker:
        return MARKERS[fight.marker].strength
    if side == 1 and fight.defender < 0:
        return NEUTRAL_STRENGTH + help_
    seat = fight.seats()[side]
    card = fight.shown.get(seat)
    own = CARDS[card].strength(fight.region) if card else 0
    return own + help_ + game.bonus(game.players[seat].nation, fight.region)


def roll(game: Reason) -> Rule:
    """Two dice each, also for a marker or a nation without a player (AOR-COMB-2, AOR-COMB-7, AOR-MATT-6)."""
    fight = game.fight
    attack = yield Roll(DICE, label=f"attack:{fight.region}")
    defence = yield Roll(DICE, label=f"defence:{fight.region}")
    fight.dice = [attack, defence]
    game.note(
        "rolled",
        dice=fight.dice[0],
        against=fight.dice[1],
        base=fight.base[0],
        base_against=fight.base[1],
        strength=fight.strength(0),
        strength_against=fight.strength(1),
        margin=fight.margin(),
    )
    fight.asked = 0
    if any(game.has_reserves(game.players[seat].nation) for seat in fight.seats() if seat >= 0):
        return "reserves"
    return outcome(game)


def reserves(game: Reason) -> Rule:
    """After every roll first the attacker, then the defender, until both decline (AOR-PROG-10)."""
    fight = game.fight
    while fight.asked < SIDES:
        seat = fight.seats()[fight.asked]
        has = seat >= 0 and game.has_reserves(game.players[seat].nation)
        if has and (yield reserves_ask(game, seat, fight.asked)) == USE:
            give_up_reserves(game, seat)
            return (yield from roll(game))
        fight.asked += 1
    return outcome(game)


def give_up_reserves(game: Reason, seat: int) -> None:
    """The disc goes back to its owner (AOR-PROG-15)."""
    nation = game.players[seat].nation
    name = next(one for one in REROLL if nation in game.fields.get(one, ()))
    game.fields[name].remove(nation)
    if not game.fields[name]:
        del game.fields[name]
    game.note("reserves_used", player=seat, field=name)


def reserves_ask(game: Reason, seat: int, side: int) -> Choose:
    fight = game.fight
    margin = fight.margin() if side == 0 else -fight.margin()

    def means(answer: Answer) -> Answer:
        return (USE if margin < answer[1] else SPARE) if answer[0] == "reserves if below" else answer

    return Choose(
        seat,
        RESERVES,
        [USE, SPARE],
        means=means,
        default=lambda: SPARE,
        values={"region": fight.region, "own": fight.strength(side), "other": fight.strength(1 - side)},
        context={"in": fight.region, "from": fight.attacker},
        window=WINDOWS[side],
        occasion=occasion(game),
    )
