"""A toy title: one battle, round by round, into which all players may play event cards.

Both sides draw a card and commit units unseen. Then events are offered to everybody, again as long as one is played.
Whoever has the lower sum loses what was committed; a side that has committed everything gets an unrest marker, which
strengthens the other, and begins anew. The numbers are such that the cards drawn never decide a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pbem.table import (
    BY_SEAT,
    NUMBER,
    OWNER,
    Answer,
    Below,
    Choose,
    ChooseSome,
    Draw,
    Fact,
    Game,
    Hidden,
    Input,
    Language,
    NotLegal,
    Offer,
    Option,
    Outcome,
    Refused,
    Reveal,
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

UNITS = {"spear": 1, "knight": 4, "musket": 5, "cannon": 5, "horse_artillery": 6, "artillery": 8}
"""By strength."""
ATTACKER, DEFENDER = 0, 1
ARMIES = {
    ATTACKER: {"musket": 4, "knight": 1, "artillery": 2, "horse_artillery": 1},
    DEFENDER: {"musket": 2, "spear": 1, "cannon": 2, "knight": 2},
}
WALLS, VETERANS, DEALT = 7, 1, 2
"""Of the defender; of each attacking musket; event cards a player."""
EVENTS = tuple(f"c{n}" for n in range(40, 52))
PASS, STAND, YES, NO = ("pass",), ("stand",), ("redraw yes",), ("redraw no",)
LANGUAGE = Language(
    {
        "asks": [
            {
                "id": "conflict_retreat",
                "rules": ["TB-1"],
                "interrupt": True,
                "follow_up": True,
                "order": {"forms": ["stand", "retreat"]},
            },
            {
                "id": "conflict_redraw",
                "rules": ["TB-2"],
                "interrupt": True,
                "follow_up": True,
                "order": {"forms": ["redraw below <n>", "redraw yes", "redraw no"]},
            },
            {
                "id": "conflict_commit",
                "rules": ["TB-3"],
                "interrupt": True,
                "order": {
                    "forms": [
                        "commit all [but <n>]",
                        "commit <n> (weakest|strongest)",
                        "commit <unit> [<xn>]{, <unit> [<xn>]}",
                    ]
                },
            },
            {
                "id": "conflict_event",
                "rules": ["TB-4"],
                "interrupt": True,
                "follow_up": True,
                "order": {"forms": ["play <card> for (attacker|defender)", "pass"]},
            },
        ],
        "windows": [
            {"id": "battle", "asks": ["conflict_retreat", "conflict_redraw", "conflict_commit"]},
            {"id": "events", "asks": ["conflict_event"]},
        ],
        "queue": {"by": "window", "apart": 0},
        "filters": {"in": ["area"]},
    },
    {
        "unit": Vocabulary("unit", {unit: {} for unit in UNITS}),
        "card": Vocabulary("card", {card: {} for card in EVENTS}),
        "area": Vocabulary("area", {"muscovy": {}, "poland": {}}),
    },
)


@dataclass(slots=True)
class Force:
    fresh: dict[str, int]
    """Units that have not been committed since the last unrest marker."""
    used: dict[str, int] = field(default_factory=dict)
    unrest: int = 0

    @property
    def units(self) -> int:
        return sum(self.fresh.values()) + sum(self.used.values())


@dataclass(slots=True)
class Battle(Game):
    forces: list[Force] = field(default_factory=list)
    hands: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    drawn: Annotated[list[list[int]], BY_SEAT, Hidden(OWNER, as_count, pool="drawn")] = field(default_factory=list)
    sent: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="sent")] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    helped: list[int] = field(default_factory=lambda: [0, 0])
    """What events of this round add, by side."""
    round: int = 0


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Battle:
    return Battle(
        seats,
        options,
        fixes,
        phase="deal",
        forces=[Force(dict(ARMIES[side])) for side in ARMIES],
        drawn=[[] for _ in range(seats)],
        sent=[[] for _ in range(seats)],
    )


def deal(game: Battle) -> Rule:
    pile = yield Shuffle(EVENTS)
    game.hands = [sorted(pile[seat * DEALT : (seat + 1) * DEALT]) for seat in range(game.seats)]
    return "round"


def battle_round(game: Battle) -> Rule:
    game.round += 1
    for side in (ATTACKER, DEFENDER):
        if game.round > 1 and (yield retreat_ask(side)) != STAND:
            game.note("retreated", player=side)
            return after(game, 1 - side)
    game.drawn = [[] for _ in range(game.seats)]
    game.helped = [0, 0]
    for side in (ATTACKER, DEFENDER):
        game.drawn[side] = yield Draw(range(1, 7), 1)
        if (yield redraw_ask(game, side)) == YES:
            game.drawn[side] = yield Draw(range(1, 7), 1)
    answers = yield Together({side: commit_ask(game, side) for side in ARMIES}, open=False)
    for side, answer in answers.items():
        game.sent[side] = list(answer[1])
    patience = game.options["events"]
    while played := (yield Offer({seat: event_ask(game, seat) for seat in range(game.seats)}, patience=patience)):
        for seat, (_, card, helped) in played.items():
            game.hands[seat].remove(card)
            game.events.append(card)
            game.helped[helped == "defender"] += 1
            game.note("event", player=seat, card=card, reveals=True)
    for side in ARMIES:
        yield Reveal(name(game, side))
    return resolve(game)


def resolve(game: Battle) -> str | None:
    sums = [potential(game, side) for side in ARMIES]
    loser = ATTACKER if sums[ATTACKER] <= sums[DEFENDER] else DEFENDER
    game.note("shown", round=game.round, sums=sums, units=[list(game.sent[side]) for side in ARMIES], reveals=True)
    for side in ARMIES:
        force = game.forces[side]
        for unit in game.sent[side]:
            force.fresh[unit] -= 1
            force.used[unit] = force.used.get(unit, 0) + (side != loser)
        game.sent[side] = []
        if not sum(force.fresh.values()):
            force.unrest += 1
            force.fresh, force.used = {unit: n for unit, n in force.used.items() if n}, {}
    if any(not force.units for force in game.forces):
        return after(game, 1 - loser)
    return "round"


def after(game: Battle, winner: int) -> None:
    game.outcome = Outcome([winner], "battle", [{"all": int(seat == winner)} for seat in range(game.seats)])


def name(game: Battle, side: int) -> str:
    return f"{game.round} of {side}"


def strength(side: int, unit: str) -> int:
    return UNITS[unit] + (VETERANS if side == ATTACKER and unit == "musket" else 0)


def potential(game: Battle, side: int) -> int:
    """Units, card, walls and events; and for each unrest marker of the enemy the two best units once more."""
    each = sorted((strength(side, unit) for unit in game.sent[side]), reverse=True)
    walls = WALLS if side == DEFENDER else 0
    return sum(each) + game.drawn[side][0] + walls + game.helped[side] + game.forces[1 - side].unrest * sum(each[:2])


def retreat_ask(side: int) -> Choose:
    return Choose(
        side, LANGUAGE["conflict_retreat"], [STAND, ("retreat",)], default=lambda: STAND, context={"in": "muscovy"}
    )


def redraw_ask(game: Battle, side: int) -> Choose:
    def means(answer: Answer) -> Answer:
        below = answer[0] == "redraw below"
        return (YES if game.drawn[side][0] < answer[1] else NO) if below else answer

    return Choose(
        side,
        LANGUAGE["conflict_redraw"],
        [NO, YES],
        private=True,
        means=means,
        default=lambda: NO,
        context={"in": "muscovy"},
    )


def commit_ask(game: Battle, side: int) -> ChooseSome:
    have = [unit for unit in UNITS for _ in range(game.forces[side].fresh.get(unit, 0))]

    def means(answer: Answer) -> Answer:
        if answer[0] == "commit all":
            return ("commit", tuple(have[answer[1] or 0 :]))
        if len(answer) == 3:
            return ("commit", tuple(have[: answer[1]] if answer[2] == "weakest" else have[-answer[1] :]))
        return answer

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        return None if chosen else NotLegal("nobody_sent", {}, rule="TB-3")

    return ChooseSome(
        side,
        LANGUAGE["conflict_commit"],
        "commit",
        have,
        1,
        len(have),
        fits=fits,
        means=means,
        private=True,
        secret=name(game, side),
        shown=lambda answer: len(answer[1]),
        context={"in": "muscovy"},
        first=lambda: tuple(have[:1]),
        default=lambda: ("commit", tuple(have[:1])),
    )


def event_ask(game: Battle, seat: int) -> Choose:
    plays = [("play", card, side) for card in game.hands[seat] for side in ("attacker", "defender")]
    return Choose(
        seat,
        LANGUAGE["conflict_event"],
        [*plays, PASS],
        private=True,
        default=lambda: PASS,
        context={"in": "muscovy"},
        occasion=f"round {game.round}",
    )


def of_side(read: Any) -> Any:
    """A fact of the own side; 0 for onlookers."""
    return lambda game, seat: read(game, seat) if seat in ARMIES else 0


def left(game: Battle, side: int) -> int:
    return sum(Counter(game.forces[side].fresh).values())


def may_lie(game: Battle, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[Any]:
    seen = in_sight(game)
    rest = Shuffle([card for card in EVENTS if card not in seen], "").outcome(below)
    return [1 + below(6) if one.pool == "drawn" else rest.pop() for one in unknown]


TITLE = Title(
    "toy_battle",
    {"en": "Toy battle", "de": "Spielzeugschlacht"},
    (4,),
    new,
    {"deal": deal, "round": battle_round},
    LANGUAGE,
    {
        "en": {
            "ask.conflict_retreat": "Stand, or retreat.",
            "ask.conflict_redraw": "Keep the card, or draw another.",
            "ask.conflict_commit": "Commit units.",
            "ask.conflict_event": "Play an event, or pass.",
            "note.retreated": "{player} retreats.",
            "note.event": "{player} plays {card}.",
            "note.shown": "Round {round}: {units}, {sums}.",
            "refusal.nobody_sent": "At least one unit must be sent.",
            "slot.card": "an event card",
            "slot.unit": "a unit",
            "slot.area": "an area",
            "how.battle": "by battle",
            "score.all": "battles",
        },
        "de": {
            "ask.conflict_retreat": "Bleib oder zieh dich zurück.",
            "ask.conflict_redraw": "Behalte die Karte oder zieh eine andere.",
            "ask.conflict_commit": "Setze Einheiten ein.",
            "ask.conflict_event": "Spiele ein Ereignis oder passe.",
            "note.retreated": "{player} zieht sich zurück.",
            "note.event": "{player} spielt {card}.",
            "note.shown": "Runde {round}: {units}, {sums}.",
            "refusal.nobody_sent": "Mindestens eine Einheit muss eingesetzt werden.",
            "slot.card": "eine Ereigniskarte",
            "slot.unit": "eine Einheit",
            "slot.area": "ein Gebiet",
            "how.battle": "durch die Schlacht",
            "score.all": "Schlachten",
        },
    },
    {"rules": [{"id": f"TB-{n}"} for n in range(1, 5)]},
    options=(Option("events", ("watch", "wait", "never")),),
    facts=facts(
        Fact("battle_round", NUMBER, lambda game, seat: game.round),
        Fact("card", NUMBER, of_side(lambda game, seat: game.drawn[seat][0] if game.drawn[seat] else 0)),
        Fact("left", NUMBER, of_side(left)),
        Fact("enemy_left", NUMBER, of_side(lambda game, seat: left(game, 1 - seat))),
        Fact("unrest", NUMBER, of_side(lambda game, seat: game.forces[seat].unrest)),
        Fact("enemy_unrest", NUMBER, of_side(lambda game, seat: game.forces[1 - seat].unrest)),
    ),
    occasions={"conflict_event": lambda game, seat: f"round {game.round}"},
    deal=may_lie,
    package=__package__,
)
