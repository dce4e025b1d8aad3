"""A conflict, round by round (chapter 4.2)."""

from __future__ import annotations

from collections import Counter

from ....table import Answer, Choose, Reveal, Rule, Together
from ..cards import CONFLICT, LANGUAGE, NUKE, STAR_WARS
from ..state import Fighter, Leader, Seven, Side
from .changes import advance, gain_glory, remove_leader, tell_losses
from .commitment import commit_ask, counted, tactician, taken
from .conflict_events import conflict_moment, traitor
from .fights import end_fight, lose_fighters
from .pile import discard, draw, value
from .potential import DEFENDER, potential
from .retreat import may_retreat, retreat

REDRAW, SCRAP = LANGUAGE["conflict_redraw"], LANGUAGE["scrap_nuclear"]
AGAIN, KEEP = ("redraw yes",), ("redraw no",)
SCRAPPED, KEPT = ("scrap nuke",), ("keep nuke",)
LOW_CARD = 3
"""A player who says nothing redraws below this."""


class Sent:
    """What one side has committed in a round."""

    __slots__ = ("fighters", "front", "leader")

    def __init__(self, fighters: list[Fighter], front: list[str] | None, leader: Leader | None) -> None:
        self.fighters, self.front, self.leader = fighters, front, leader


def conflict(game: Seven) -> Rule:
    """One round; the phase starts again for the next one (SA-4.2-22, SA-4.2-37)."""
    fight = game.battle
    for n in (0, 1):
        if may_retreat(game, n) and (yield from retreat(game, n)):
            return end_fight(game, loser=n)
    for side in fight.sides:
        yield from scrap(game, side)
    fight.round += 1
    fight.ignored, fight.traitors = [], []
    game.conflicts += fight.round == 1  # SA-gap-96
    yield from cards(game)
    commits = yield from committed(game)
    yield from conflict_moment(game)
    yield from shown(game, commits)
    for n in fight.traitors:
        gone = yield from traitor(game, n, commits[n].fighters)
        if gone is not None:
            commits[n].fighters.remove(gone)
            commits[n].front = None  # front line and support are assigned again
    if nuclear(game, commits):
        return end_fight(game)
    compare(game, commits)
    tidy(game, commits)
    routed = [n for n, side in enumerate(fight.sides) if side.routed and side.left()]
    for n in routed:  # whatever has become of the other side (SA-4.2-23, SA-gap-46)
        yield from retreat(game, n, forced=True)
    if any(not side.left() for side in fight.sides):
        return end_fight(game)
    return "conflict"


def scrap(game: Seven, side: Side) -> Rule:
    """A nuclear unit that is the only uncommitted one may be destroyed (SA-4.2-25)."""
    if not side.spent or len(side.fresh) != 1:
        return
    alone = side.fresh[0][0] == NUKE
    ask = Choose(
        side.seat,
        SCRAP,
        [SCRAPPED, KEPT] if alone else [KEPT],
        private=True,
        default=lambda: SCRAPPED if alone else KEPT,
        values={"empire": side.empire, "area": game.battle.area},
        context={"in": game.battle.area, "for": side.empire, "subject": side.empire},
    )
    answers = yield Together({side.seat: ask}, forced=True)
    if answers[side.seat] == SCRAPPED:
        lose_fighters(game, side, side.fresh)
        side.fresh = []
        game.note("nuke_scrapped", empire=side.empire, reveals=True)
        recommit(game, side)


# ---- cards and commitments


def cards(game: Seven) -> Rule:
    """The attacker draws before the defender, also when a tactician redraws (SA-4.2-2, SA-gap-47)."""
    fight = game.battle
    for side in fight.sides:
        side.bonus, side.redrawn = 0, False
        yield from draw_card(game, side)
    for n, side in enumerate(fight.sides):
        if tactician(game, n) is None:
            continue
        answer = yield redraw_ask(game, side)
        if answer == AGAIN:
            side.redrawn = True
            game.note("redrew", empire=side.empire, player=side.seat)
            yield from draw_card(game, side)


def draw_card(game: Seven, side: Side) -> Rule:
    if side.card:
        side.put_away.append(side.card)
    side.card = yield from draw(game)
    game.note("conflict_card", seen_by=(side.seat,), card=side.card, number=value(side.card), reveals=True)


def redraw_ask(game: Seven, side: Side) -> Choose:
    def means(answer: Answer) -> Answer:
        return (AGAIN if value(side.card) < answer[1] else KEEP) if answer[0] == "redraw below" else answer

    return Choose(
        side.seat,
        REDRAW,
        [AGAIN, KEEP],
        means=means,
        default=lambda: AGAIN if value(side.card) < LOW_CARD else KEEP,
        values={"area": game.battle.area, "empire": side.empire},
        context={"in": game.battle.area, "for": side.empire, "subject": side.empire},
    )


def committed(game: Seven) -> Rule:
    """Both sides in secret; a player of both commits openly, one after the other (SA-4.2-1, SA-4.2-3)."""
    fight = game.battle
    one, other = fight.sides
    if one.seat == other.seat:
        commits = []
        for side in (0, 1):
            commits.append(send(game, side, (yield commit_ask(game, side, None))))
        return commits
    asks = {side.seat: commit_ask(game, n, secret_name(game, n)) for n, side in enumerate(fight.sides)}
    given = yield Together(asks, forced=True)
    return [send(game, n, given[side.seat]) for n, side in enumerate(fight.sides)]


def secret_name(game: Seven, side: int) -> str:
    return f"commit:{game.turn}:{game.conflicts}:{game.battle.round}:{side}"


def send(game: Seven, side: int, answer: Answer) -> Sent:
    own = game.battle.sides[side]
    units, (front, led) = counted(answer[1]), answer[2]
    chosen = taken(own.fresh, units)
    for fighter in chosen:
        own.fresh.remove(fighter)
    openly = game.battle.sides[0].seat == game.battle.sides[1].seat
    game.note("committed", empire=own.empire, number=len(chosen), reveals=openly)
    return Sent(
        chosen, list(counted(front).elements()) if front is not None else None, tactician(game, side) if led else None
    )


def shown(game: Seven, commits: list[Sent]) -> Rule:
    """Cards and units are turned up (SA-4.2-5, SA-gap-20, SA-gap-68)."""
    fight = game.battle
    for n, side in enumerate(fight.sides):
        if fight.sides[0].seat != fight.sides[1].seat:
            yield Reveal(secret_name(game, n))
        units = dict(Counter(unit for unit, _, _ in commits[n].fighters))
        led = commits[n].leader
        game.note(
            "sent",
            empire=side.empire,
            units=units,
            card=side.card,
            number=value(side.card),
            leader=led.id if led is not None else "",
            reveals=True,
        )


# ---- the result of a round


def nuclear(game: Seven, commits: list[Sent]) -> bool:
    """Star wars stop all nuclear units of the round; one that is not stopped destroys everything (SA-gap-90)."""
    fight = game.battle
    armed = [n for n in (0, 1) if any(unit == NUKE for unit, _, _ in commits[n].fighters)]
    if not armed:
        return False
    stopped = any(unit == STAR_WARS for sent in commits for unit, _, _ in sent.fighters)
    for n in armed:
        bombs = [fighter for fighter in commits[n].fighters if fighter[0] == NUKE]
        lost = -CONFLICT["nuke_glory"] * len(bombs)  # SA-4.2-39
        gain_glory(game, fight.sides[n].seat, -lost)
        game.note(
            "nuke_used",
            empire=fight.sides[n].empire,
            number=len(bombs),
            stopped=stopped,
            player=fight.sides[n].seat,
            points=lost,
        )
        if stopped:
            commits[n].fighters = [fighter for fighter in commits[n].fighters if fighter[0] != NUKE]
            commits[n].front = None
            lose_fighters(game, fight.sides[n], bombs)
    if stopped:
        return False
    for n, side in enumerate(fight.sides):
        lost_here = [*side.fresh, *side.spent, *commits[n].fighters]
        side.fresh, side.spent = [], []
        lose_fighters(game, side, lost_here)
        game.note("nuke_toll", empire=side.empire, number=len(lost_here))  # not which ones (SA-4.2-38)
        empire = game.empire(side.empire)
        tell_losses(game, empire, [(fighter[0], fight.area) for fighter in lost_here])
        for leader in [one for one in empire.leaders if one.area == fight.area]:
            remove_leader(game, empire, leader)
        discard_cards(game, side)
    advance(game, game.empire(fight.sides[DEFENDER].empire), CONFLICT["nuke_progress"])  # SA-4.2-27
    return True


def compare(game: Seven, commits: list[Sent]) -> None:
    """The lower potential loses what it committed; in a tie both do, unless a tactician was there (SA-4.2-20, 21)."""
    fight = game.battle
    parts = []
    for n in (0, 1):
        parts.append(potential(game, n, commits[n].fighters, commits[1 - n].fighters, commits[n].front))
    totals = [sum(one.values()) for one in parts]
    for n, side in enumerate(fight.sides):
        game.note("potential", empire=side.empire, total=totals[n], parts={k: v for k, v in parts[n].items() if v})
    for n, side in enumerate(fight.sides):
        sent = commits[n]
        if totals[n] > totals[1 - n] or (totals[0] == totals[1] and sent.leader is not None):
            side.spent += sent.fighters
            continue
        lose_fighters(game, side, sent.fighters)
        if sent.fighters:
            units = dict(Counter(unit for unit, _, _ in sent.fighters))
            game.note("lost_units", empire=side.empire, units=units)
        if sent.leader is not None:
            side.bereft = True
            remove_leader(game, game.empire(side.empire), sent.leader)


def tidy(game: Seven, commits: list[Sent]) -> None:
    """Cards are discarded; a side with nothing uncommitted left takes everything up again (SA-4.2-22, SA-4.2-24)."""
    for side in game.battle.sides:
        discard_cards(game, side)
        recommit(game, side)


def discard_cards(game: Seven, side: Side) -> None:
    discard(game, *side.put_away, side.card)
    side.put_away, side.card = [], ""


def recommit(game: Seven, side: Side) -> None:
    if not side.fresh and side.spent:
        side.fresh, side.spent = side.spent, []
        side.unrest += 1
        game.note("battle_unrest", empire=side.empire, number=side.unrest)
