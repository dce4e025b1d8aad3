"""The assassin (SA-6.1-4 to SA-6.1-7, SA-gap-40)."""

from __future__ import annotations

from ....table import Answer, Choose, Rule, Together
from ..cards import LANGUAGE
from ..state import Empire, Leader, Seven
from .changes import remove_leader
from .effects import leader_number
from .pile import discard, draw, value

ASSASSIN = LANGUAGE["assassin_draw"]
FROM = "assassin keep from"
HIGHEST = 7
DEFAULT = 4


def assassinate(game: Seven, subject: str, target: tuple[str | int, ...], draws: int) -> Rule:
    """Both sides draw, each with a threshold of its own; the attacker must be strictly higher."""
    attacker, victim = game.empire(subject), game.empire(str(target[0]))
    leader = the_leader(victim, target)
    most = {attacker.id: draws, victim.id: max(1, leader_number(game, victim))}
    least = yield from thresholds(game, most)
    cards = []
    for empire in (attacker, victim):
        cards.append((yield from drawn(game, empire, most[empire.id], least[empire.id])))
    mine, theirs = cards
    killed = value(mine) > value(theirs)
    game.note(
        "assassination",
        empire=attacker.id,
        other=victim.id,
        leader=leader.id,
        number=value(mine),
        against=value(theirs),
        killed=killed,
        reveals=True,
    )
    if killed:
        remove_leader(game, victim, leader)


def the_leader(victim: Empire, target: tuple[str | int, ...]) -> Leader:
    return next(one for one in victim.leaders if one.id == target[1] and (len(target) < 3 or one.area == target[2]))


def thresholds(game: Seven, most: dict[str, int]) -> Rule:
    """The value from which each side keeps a card, asked at once; neither sees the other's before the draw."""
    least = dict.fromkeys(most, 0)
    asked = [empire for empire, number in most.items() if number > 1]
    if len({game.owners[empire] for empire in asked}) < len(asked):  # one player for both
        for empire in asked:
            answer = yield keep_ask(game, empire, most[empire])
            least[empire] = answer[1]
    elif asked:
        answers = yield Together({game.owners[empire]: keep_ask(game, empire, most[empire]) for empire in asked})
        for empire in asked:
            least[empire] = answers[game.owners[empire]][1]
    return least


def keep_ask(game: Seven, empire: str, most: int) -> Choose:
    options: list[Answer] = [(FROM, n) for n in range(HIGHEST + 1)]
    return Choose(
        game.owners[empire],
        ASSASSIN,
        options,
        default=lambda: (FROM, DEFAULT),
        values={"empire": empire, "number": most},
        context={"subject": empire, "for": empire},
    )


def drawn(game: Seven, empire: Empire, most: int, least: int) -> Rule:
    """Draw until a card is high enough; the last one is kept. All of them are discarded."""
    seat = game.owners[empire.id]
    card = ""
    for _ in range(most):
        card = yield from draw(game)
        discard(game, card)
        game.note("assassin_card", seen_by=(seat,), card=card, number=value(card), reveals=True)
        if value(card) >= least:
            break
    return card
