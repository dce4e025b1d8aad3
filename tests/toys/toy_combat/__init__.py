"""A toy title: attacks with a card, helpers, hired men and reserves.

Cards are hidden until the fight; the attack itself and `no attack` are not. Defender and helpers lay cards at the
same time, unseen. Hiring and reserves come up for both sides: the attacker's belong to the own turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pbem.table import (
    BY_SEAT,
    OWNER,
    TRUTH,
    Answer,
    Below,
    Choose,
    Fact,
    Game,
    Hidden,
    Input,
    Language,
    NotLegal,
    Outcome,
    Reveal,
    Roll,
    Rule,
    Shuffle,
    Title,
    Together,
    Unknown,
    Vocabulary,
    as_count,
    facts,
    in_sight,
)

CARDS = tuple(f"s{n}" for n in range(1, 13))
"""By strength."""
DEALT, GOLD, RESERVES, ROUNDS, WEAK = 3, 2, 2, 2, 6
HIRE_NONE: Answer = ("hire none",)
NO_RESERVES: Answer = ("reserves none",)
LANGUAGE = Language(
    {
        "asks": [
            {"id": "attack", "rules": ["TC-1"], "order": {"forms": ["attack <player> with <card>", "no attack"]}},
            {
                "id": "defend",
                "rules": ["TC-2"],
                "interrupt": True,
                "order": {"forms": ["defend with (<card>|lowest)", "defend bare"]},
            },
            {
                "id": "assist",
                "rules": ["TC-3"],
                "interrupt": True,
                "order": {"forms": ["assist with <card>", "assist none"]},
            },
            {
                "id": "hire",
                "rules": ["TC-4"],
                "interrupt": True,
                "order": {"forms": ["hire <n>", "hire up to <n>", "hire none"]},
            },
            {
                "id": "use_reserves",
                "rules": ["TC-5"],
                "interrupt": True,
                "order": {"forms": ["reserves [when losing]", "reserves none"]},
            },
        ],
        "windows": [
            {"id": "turn", "asks": ["attack", "hire", "use_reserves"]},
            {"id": "combat", "asks": ["defend", "assist", "hire", "use_reserves"]},
        ],
        "queue": {"by": "window", "apart": 0},
        "filters": {},
    },
    {"card": Vocabulary("card", {card: {} for card in CARDS})},
)


@dataclass(slots=True)
class Combat(Game):
    hands: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    laid: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    gold: list[int] = field(default_factory=list)
    reserves: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    hired: list[int] = field(default_factory=list)
    turn: int = 0
    defender: int = 0
    lead: int = 0
    """Of the attacker, after the newest dice."""

    @property
    def attacker(self) -> int:
        return self.turn % self.seats

    def name(self, seat: int) -> str:
        return f"{self.turn} card of {seat}"


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Combat:
    return Combat(
        seats,
        options,
        fixes,
        phase="deal",
        gold=[GOLD] * seats,
        reserves=[RESERVES] * seats,
        points=[0] * seats,
    )


def deal(game: Combat) -> Rule:
    deck = yield Shuffle(CARDS)
    game.hands = [deck[seat * DEALT : (seat + 1) * DEALT] for seat in range(game.seats)]
    game.laid = [[] for _ in game.hands]
    return "turn"


def turn(game: Combat) -> Rule:
    seat = game.attacker
    targets = [("attack", other, card) for other in game.others(seat) for card in game.hands[seat]]
    answer = yield Choose(
        seat,
        LANGUAGE["attack"],
        [*targets, ("no attack",)],
        private=True,
        default=lambda: ("no attack",),
        secret=lambda answer: game.name(seat) if answer[0] == "attack" else None,
        shown=lambda answer: answer[1:2],
    )
    if answer[0] == "attack":
        game.defender = answer[1]
        lay(game, seat, answer[2])
        game.note("attacked", player=seat, other=game.defender)
        return "combat"
    return after(game)


def combat(game: Combat) -> Rule:
    attacker, defender = game.attacker, game.defender
    asks = {defender: defend_ask(game, defender)}
    asks |= {seat: assist_ask(game, seat) for seat in range(game.seats) if seat not in (attacker, defender)}
    answers: Mapping[int, Answer] = yield Together(asks, open=False, forced=True)
    for seat, answer in answers.items():
        if len(answer) > 1:
            lay(game, seat, answer[1])
    game.hired = [0] * game.seats
    for seat, window in ((attacker, "turn"), (defender, "combat")):
        answer = yield hire_ask(game, seat, window)
        game.hired[seat] = answer[1] if len(answer) > 1 else 0
        game.gold[seat] -= game.hired[seat]
    for seat in range(game.seats):
        yield Reveal(game.name(seat))
    strength = [sum(CARDS.index(card) + 1 for card in laid) for laid in game.laid]
    game.shown, game.laid = [card for laid in game.laid for card in laid], [[] for _ in game.laid]
    game.note("shown", cards=list(game.shown), reveals=True)
    attack = strength[attacker] + game.hired[attacker]
    defence = sum(strength) - strength[attacker] + game.hired[defender]
    again = True
    while again:
        game.lead = attack + sum((yield Roll(2))) - defence - sum((yield Roll(2)))
        again = False
        for seat, window in ((attacker, "turn"), (defender, "combat")):
            if not again and (yield reserves_ask(game, seat, window)) != NO_RESERVES:
                game.reserves[seat] -= 1
                again = True
    winner = attacker if game.lead > 0 else defender
    game.points[winner] += 1
    game.note("won", player=winner)
    return after(game)


def after(game: Combat) -> str | None:
    game.turn += 1
    if game.turn < ROUNDS * game.seats:
        return "turn"
    winners = [seat for seat, points in enumerate(game.points) if points == max(game.points)]
    game.outcome = Outcome(winners, "points", [{"all": points} for points in game.points])
    return None


def lay(game: Combat, seat: int, card: str) -> None:
    game.hands[seat].remove(card)
    game.laid[seat].append(card)


def defend_ask(game: Combat, seat: int) -> Choose:
    """Who has a card must lay one."""
    hand = sorted(game.hands[seat], key=CARDS.index)

    def means(answer: Answer) -> Answer:
        return ("defend with", hand[0]) if answer[1:] == ("lowest",) and hand else answer

    return Choose(
        seat,
        LANGUAGE["defend"],
        [("defend with", card) for card in hand] or [("defend bare",)],
        private=True,
        secret=game.name(seat),
        shown=len,
        means=means,
        values={"other": game.attacker},
    )


def assist_ask(game: Combat, seat: int) -> Choose:
    """Only strong cards assist, so that whether there is a choice is hidden."""
    strong = [card for card in game.hands[seat] if CARDS.index(card) >= WEAK]
    options = [("assist none",), *(("assist with", card) for card in strong)]
    return Choose(seat, LANGUAGE["assist"], options, private=True, secret=game.name(seat), shown=len)


def hire_ask(game: Combat, seat: int, window: str) -> Choose:
    most = game.gold[seat]

    def means(answer: Answer) -> Answer:
        if answer[0] != "hire up to":
            return answer
        return ("hire", min(most, answer[1])) if min(most, answer[1]) else HIRE_NONE

    options = [HIRE_NONE, *(("hire", n) for n in range(1, most + 1))]
    return Choose(seat, LANGUAGE["hire"], options, window=window, means=means, default=lambda: HIRE_NONE)


def losing(game: Combat, seat: int) -> bool:
    return game.lead <= 0 if seat == game.attacker else game.lead > 0


def reserves_ask(game: Combat, seat: int, window: str) -> Choose:
    def means(answer: Answer) -> Answer:
        if answer == NO_RESERVES:
            return answer
        if answer[1] is not None and not losing(game, seat):
            return NO_RESERVES
        if not game.reserves[seat]:
            raise NotLegal("no_reserves", {}, rule="TC-5")
        return ("reserves", None)

    options = [NO_RESERVES, *([("reserves", None)] if game.reserves[seat] else [])]
    return Choose(
        seat,
        LANGUAGE["use_reserves"],
        options,
        window=window,
        means=means,
        occasion=f"combat {game.turn}",
        values={"lead": game.lead},
        default=lambda: NO_RESERVES,
    )


def may_lie(game: Combat, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[str]:
    """Cards that lie open are nowhere else; those shown in earlier combats may be dealt again."""
    seen = in_sight(game)
    rest = Shuffle([card for card in CARDS if card not in seen], "").outcome(below)
    return [rest.pop() for _ in unknown]


TITLE = Title(
    "toy_combat",
    {"en": "Toy combat", "de": "Spielzeugkampf"},
    (2, 3, 4),
    new,
    {"deal": deal, "turn": turn, "combat": combat},
    LANGUAGE,
    {
        "en": {
            "ask.attack": "Attack somebody, or not.",
            "ask.defend": "{other:player} attacks: lay a card.",
            "ask.assist": "Assist the defender, or not.",
            "ask.hire": "Hire men, or none.",
            "ask.use_reserves": "Roll again with reserves, or not.",
            "note.attacked": "{player} attacks {other:player}.",
            "note.shown": "The cards are {cards}.",
            "note.won": "{player} wins.",
            "refusal.no_reserves": "No reserves are left.",
            "slot.card": "a card",
            "how.points": "by points",
            "score.all": "points",
        },
        "de": {
            "ask.attack": "Greife jemanden an oder nicht.",
            "ask.defend": "{other:player} greift an: Lege eine Karte.",
            "ask.assist": "Hilf dem Verteidiger oder nicht.",
            "ask.hire": "Wirb Söldner an oder keine.",
            "ask.use_reserves": "Würfle mit Reserven neu oder nicht.",
            "note.attacked": "{player} greift {other:player} an.",
            "note.shown": "Die Karten sind {cards}.",
            "note.won": "{player} gewinnt.",
            "refusal.no_reserves": "Es sind keine Reserven übrig.",
            "slot.card": "eine Karte",
            "how.points": "nach Punkten",
            "score.all": "Punkte",
        },
    },
    {"rules": [{"id": f"TC-{n}"} for n in range(1, 6)]},
    facts=facts(Fact("losing", TRUTH, losing)),
    occasions={"use_reserves": lambda game, seat: f"combat {game.turn}"},
    deal=may_lie,
    package=__package__,
)
