"""A toy title: turns of politics, actions and a discard. All is public; a whole turn can be one file.

Who is aggressed must discard, in somebody else's turn; at the end of the own turn the same kind of ask comes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.table import (
    Answer,
    Choose,
    ChooseSome,
    Game,
    Language,
    Menu,
    NotLegal,
    Outcome,
    Part,
    Refused,
    Rule,
    Title,
    Vocabulary,
)

CARDS = ("bronze", "iron", "knights", "library", "masonry", "oil", "printing", "rome")
TURNS, ACTIONS, HELD = 4, 3, 1
END: Answer = ("end",)
LANGUAGE = Language(
    {
        "asks": [
            {"id": "politics", "rules": ["TT-1"], "order": {"forms": ["aggress <player>", "no politics"]}},
            {"id": "action", "rules": ["TT-2"], "order": {"forms": ["take <card>", "build <card>", "end"]}},
            {"id": "discard", "rules": ["TT-3"], "interrupt": True, "order": {"forms": ["discard <card>{, <card>}"]}},
        ],
        "windows": [{"id": "turn", "asks": ["politics", "action", "discard"]}, {"id": "reply", "asks": ["discard"]}],
        "queue": {"by": "window"},
    },
    {"card": Vocabulary("card", {card: {} for card in CARDS})},
)


@dataclass(slots=True)
class Turns(Game):
    row: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    built: list[list[str]] = field(default_factory=list)
    turn: int = 0
    actions: int = 0


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Turns:
    none: list[list[str]] = [[] for _ in range(seats)]
    return Turns(seats, options, fixes, phase="turn", row=list(CARDS), hands=none, built=[[] for _ in none])


def turn(game: Turns) -> Rule:
    seat = game.turn % game.seats
    game.turn, game.actions = game.turn + 1, ACTIONS
    victims = [("aggress", other) for other in game.others(seat)]
    answer = yield Choose(seat, LANGUAGE["politics"], [("no politics",), *victims])
    if answer[0] == "aggress":
        yield from discard(game, answer[1], max(len(game.hands[answer[1]]) - 1, 0), "reply")
    while (answer := (yield action(game, seat))) != END:
        game.actions -= 1
        verb, card = answer
        (game.row if verb == "take" else game.hands[seat]).remove(card)
        (game.hands[seat] if verb == "take" else game.built[seat]).append(card)
        game.note(f"card_{verb}", player=seat, card=card)
    yield from discard(game, seat, HELD, "turn")
    if game.turn < TURNS and game.row:
        return "turn"
    points = [len(built) for built in game.built]
    winners = [one for one, number in enumerate(points) if number == max(points)]
    game.outcome = Outcome(winners, "points", [{"all": one} for one in points])
    return None


def action(game: Turns, seat: int) -> Menu:
    def listed(verb: str, cards: list[str]) -> Part:
        def lists() -> Iterator[Answer]:
            return ((verb, card) for card in (cards if game.actions else ()))

        def fits(answer: Answer) -> Refused | None:
            if not game.actions:
                return NotLegal("no_action_left", {}, rule="TT-2")
            return None if answer[1] in cards else NotLegal("card_not_there", {"card": answer[1]}, rule="TT-2")

        return Part(lists, fits)

    parts = {
        "take": listed("take", game.row),
        "build": listed("build", game.hands[seat]),
        "end": Part(lambda: iter([END]), lambda answer: None),
    }
    values = {"actions": game.actions}
    return Menu(seat, LANGUAGE["action"], parts, values=values, default=lambda: END)


def discard(game: Turns, seat: int, held: int, window: str) -> Rule:
    hand = game.hands[seat]
    number = len(hand) - held
    if number > 0:
        answer = yield ChooseSome(
            seat, LANGUAGE["discard"], "discard", list(hand), number, number, window=window, values={"number": number}
        )
        for card in answer[1]:
            hand.remove(card)
        game.note("discarded", player=seat, cards=list(answer[1]))


TITLE = Title(
    "toy_turn",
    {"en": "Toy turns", "de": "Spielzeugzüge"},
    (2, 3),
    new,
    {"turn": turn},
    LANGUAGE,
    {
        "en": {
            "ask.politics": "Aggress somebody, or not.",
            "ask.action": "Take, build or end; {actions:action|actions} left.",
            "ask.discard": "Discard {number:card|cards}.",
            "note.card_take": "{player} takes {card}.",
            "note.card_build": "{player} builds {card}.",
            "note.discarded": "{player} discards {cards:card}.",
            "refusal.no_action_left": "No action is left.",
            "refusal.card_not_there": "{card} is not there.",
            "slot.card": "a card",
            "how.points": "by points",
            "score.all": "points",
        },
        "de": {
            "ask.politics": "Greife jemanden an oder nicht.",
            "ask.action": "Nimm, baue oder beende; {actions:Aktion|Aktionen} übrig.",
            "ask.discard": "Lege {number:Karte|Karten} ab.",
            "note.card_take": "{player} nimmt {card}.",
            "note.card_build": "{player} baut {card}.",
            "note.discarded": "{player} legt {cards:card} ab.",
            "refusal.no_action_left": "Es ist keine Aktion übrig.",
            "refusal.card_not_there": "{card} ist nicht da.",
            "slot.card": "eine Karte",
            "how.points": "nach Punkten",
            "score.all": "Punkte",
        },
    },
    {"rules": [{"id": "TT-1"}, {"id": "TT-2"}, {"id": "TT-3"}]},
    package=__package__,
)
