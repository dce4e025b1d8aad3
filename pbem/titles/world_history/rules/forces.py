"""Events that bring attackers of their own: barbarians, civil war, rebellion, revolt, crusade (WH-events-29)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....table import Answer, Ask, Below, Choose, NotLegal, Rule
from ..atlas import LANDS, MAP_ORDER, NEIGHBOURS, OUT_OF, WATERS
from ..cards import KINDS, LANGUAGE
from ..state import World
from .combat import LOST, OFF, OVERSEAS, WON, Force, approaches_by_land, fight
from .pieces import conquer, found_town, occupy
from .scoring import Tally, gain, tally

EVENT_FORCE = LANGUAGE["event_force"]
STOP = ("stop",)
REBELLION = "rebellion in"
FIGHTING = {"barbarians from": 3, "crusade against": 2, REBELLION: 2}
"""Orders whose fights may be broken off, with the length of their answers."""


class EventForce(Choose):
    """One target per step; a line that lists several is a plan."""

    __slots__ = ()

    def normal(self, answer: Answer) -> Answer:
        width = FIGHTING.get(answer[0], 0)
        if width and len(answer) == width + 1:  # with `rounds`, or without it
            answer = answer[:width]
        if width and isinstance(answer[-1], tuple) and answer[-1]:
            return (*answer[:-1], answer[-1][0])
        return answer

    def spoken(self, answer: Answer) -> Answer:
        if len(answer) != FIGHTING.get(answer[0]):
            return answer
        return (*answer[:-1], answer[-1] if answer[0] == REBELLION else (answer[-1],), None)


def assault(game: World, land: str, realm: int, dice: int, force: Force, *, may_break_off: bool = False) -> Rule:
    """One army of the event attacks a land of another player, or just takes a vacant one."""
    turn = game.now
    here = game.lands.get(land)
    if here is not None:
        foe, hard = here.owner, dice > 1
        game.note("event_attacked", player=turn.seat, event=turn.event, place=land, defender=foe, hard=hard)
        result = yield from fight(game, turn.seat, land, here.owner, dice, force, may_break_off=may_break_off)
        if result == LOST:
            game.note("event_unit_lost", player=turn.seat, place=land, defender=here.owner)
        if result != WON:
            return result
        conquer(game, land, turn.seat)
    else:
        game.note("event_army_placed", player=turn.seat, land=land, event=turn.event)
    occupy(game, turn.seat, land, turn.emblem, realm)
    return WON


def barbarians(game: World) -> Rule:
    """WH-events-3: from one barren land, land by land, until the first lost attack."""
    turn = game.now
    realm = game.new_realm()
    source = ""
    while game.armies_left(turn.seat, turn.emblem):
        ways = [
            (barren, way)
            for barren, ways in OUT_OF.items()
            for way in ways
            if (not source or barren == source) and game.owner(way.to) not in (None, turn.seat)
        ]
        if not ways:
            return
        options: list[Answer] = [("barbarians from", barren, way.to) for barren, way in ways]
        if source:
            options.append(STOP)
        answer = yield _force_ask(game, options, STOP if source else None)
        if answer == STOP:
            return
        source = answer[1]
        hard = next(way.hard for barren, way in ways if barren == source and way.to == answer[2])
        result = yield from assault(game, answer[2], realm, 2 if hard else 1, Force(), may_break_off=True)
        if result == LOST:
            return


def crusade(game: World) -> Rule:
    """WH-events-17: three armies from the sea, then on from the lands they take; a kingdom in Palestine."""
    turn, fields = game.now, KINDS["crusade"].fields
    realm, left = game.new_realm(), fields["armies"]
    force = Force(bonus=fields["attack_bonus"])
    tried = False
    while left and game.armies_left(turn.seat, turn.emblem):
        ways: dict[str, int] = {}
        bases = game.held(realm)
        for land in (*WATERS[fields["from_sea"]].shores, *(w.to for base in bases for w in NEIGHBOURS[base])):
            if game.owner(land) != turn.seat:
                over = [dice for _, dice in approaches_by_land(game, turn.seat, land, bases)]
                by_sea = [OVERSEAS] if land in WATERS[fields["from_sea"]].shores else []
                ways[land] = min([*over, *by_sea])
        if not ways:
            return
        options: list[Answer] = [("crusade against", land) for land in LANDS if land in ways]
        if tried:
            options.append(STOP)
        preferred = next(iter(fields["on_capture"]))
        answer = yield _force_ask(game, options, ("crusade against", preferred) if preferred in ways else None)
        if answer == STOP:
            return
        tried = True
        land = answer[1]
        result = yield from assault(game, land, realm, ways[land], force, may_break_off=True)
        if result != OFF:
            left -= 1
        if result == WON and land in fields["on_capture"]:
            found_town(game, land, "city")
            game.lands[land].fort = game.forts_left(turn.seat) > 0
            game.note("kingdom_founded", player=turn.seat, land=land, fort=game.lands[land].fort)


def rebellion(game: World) -> Rule:
    """WH-events-20: one army in any land of another player."""
    turn = game.now
    if not game.armies_left(turn.seat, turn.emblem):
        return
    force, realm = Force(KINDS["rebellion"].fields["attack_dice"]), 0
    result = OFF
    while result == OFF:  # broken off, it may rise in another land (WH-5.5-9)
        targets = [land for land in LANDS if game.owner(land) not in (None, turn.seat)]
        answer = yield _force_ask(game, [*((REBELLION, land) for land in targets), *([STOP] if realm else ())], None)
        if answer == STOP:
            return
        realm = realm or game.new_realm()
        result = yield from assault(game, answer[1], realm, 1, force, may_break_off=game.fix(4))


def revolt(game: World) -> Rule:
    """WH-events-13: three dice in Palestine; success founds a kingdom."""
    turn, fields = game.now, KINDS["jewish_revolt"].fields
    if not game.armies_left(turn.seat, turn.emblem):
        return
    yield _force_ask(game, [("revolt",)], None)
    land = fields["land"]
    result = yield from assault(game, land, game.new_realm(), 1, Force(fields["attack_dice"]))
    if result == WON:
        found_town(game, land, "city")
        game.lands[land].fort = game.forts_left(turn.seat) > 0
        game.note("kingdom_founded", player=turn.seat, land=land, fort=game.lands[land].fort)


def civil_war(game: World) -> Rule:
    """WH-events-7: one realm, three of its lands, adjacent or not."""
    turn, fields = game.now, KINDS["civil_war"].fields
    answer = yield CivilWar(game, fields["lands"])
    realm = game.new_realm()
    for land in answer[3]:
        if game.armies_left(turn.seat, turn.emblem):
            yield from assault(game, land, realm, 1, Force(fields["attack_dice"]))


class CivilWar(Ask):
    """A realm of another player and some of its lands: too many sets to keep as a list."""

    __slots__ = ("as_written", "game", "lands", "number")

    def __init__(self, game: World, number: int) -> None:
        self.number = number
        self.game, self.as_written = game, game.fix(4)
        self.lands: dict[tuple[int, str], list[str]] = {}
        for land in LANDS:
            here = game.lands.get(land)
            if here is not None and here.owner != game.now.seat:
                self.lands.setdefault((here.owner, here.emblem), []).append(land)
        counts = tally(game)
        super().__init__(
            game.now.seat,
            EVENT_FORCE,
            rule="WH-events-7",
            why=self._why_not,
            default=lambda: self._against_the_leader(game, counts),
            values={"event": game.now.event},
        )

    def _answer(self, realm: tuple[int, str], lands: tuple[str, ...]) -> Answer:
        return ("civil_war against", *realm, lands)

    def answers(self) -> Iterator[Answer]:
        for realm, lands in self.lands.items():
            for some in combinations(lands, min(self.number, len(lands))):
                yield self._answer(realm, some)

    def normal(self, answer: Answer) -> Answer:
        if len(answer) == 4 and isinstance(answer[3], tuple) and all(land in LANDS for land in answer[3]):
            lands = tuple(dict.fromkeys(answer[3]))
            return (*answer[:3], lands if self.as_written else tuple(sorted(lands, key=MAP_ORDER.__getitem__)))
        return answer

    def allows(self, answer: Answer) -> bool:
        if len(answer) != 4 or answer[0] != "civil_war against":
            return False
        lands = self.lands.get((answer[1], answer[2]), [])
        return len(answer[3]) == min(self.number, len(lands)) > 0 and all(land in lands for land in answer[3])

    def sample(self, below: Below) -> Answer:
        realm = list(self.lands)[below(len(self.lands))]
        pool = list(self.lands[realm])
        some = [pool.pop(below(len(pool))) for _ in range(min(self.number, len(pool)))]
        return self._answer(realm, tuple(sorted(some, key=MAP_ORDER.__getitem__)))

    def _why_not(self, answer: Answer) -> NotLegal | None:
        if answer[0] != "civil_war against":
            return _other_event(self.game) if answer != STOP else None
        lands = self.lands.get((answer[1], answer[2]))
        if not lands:
            return NotLegal("no_such_realm", {"other": answer[1], "emblem": answer[2]}, rule="WH-events-7")
        for land in answer[3]:
            if land not in lands:
                return NotLegal("not_of_that_realm", {"land": land}, rule="WH-events-7")
        needed = min(self.number, len(lands))
        return NotLegal("not_so_many", {"least": needed, "most": needed, "given": len(answer[3])}, rule="WH-events-7")

    def _against_the_leader(self, game: World, counts: Tally) -> Answer:
        realm = max(self.lands, key=lambda one: (game.players[one[0]].total(), len(self.lands[one])))
        best = sorted(self.lands[realm], key=lambda land: (-gain(game, counts, game.now.seat, land), LANDS[land].order))
        return self._answer(realm, tuple(best[: self.number]))


def _force_ask(game: World, options: list[Answer], default: Answer | None) -> EventForce:
    """By default the land whose loss costs the leader most, preferably one worth points."""
    counts = tally(game)

    def first() -> Answer:
        if default is not None:
            return default
        return max(options, key=lambda answer: _harm(game, counts, answer))

    def why(answer: Answer) -> NotLegal | None:
        if answer == STOP:
            return None
        if answer[0] != options[0][0]:
            return _other_event(game)
        return _no_way_out(answer, options) or NotLegal("no_event_target", {"place": answer[-1]}, rule="WH-events-29")

    return EventForce(game.now.seat, EVENT_FORCE, options, why=why, default=first, values={"event": game.now.event})


def _other_event(game: World) -> NotLegal:
    return NotLegal("other_event", {"event": game.now.event}, rule="WH-5.2-1")


def _no_way_out(answer: Answer, options: list[Answer]) -> NotLegal | None:
    """Why barbarians do not come from that barren land (WH-events-3)."""
    if answer[0] != "barbarians from":
        return None
    _, barren, land = answer
    if land not in [way.to for way in OUT_OF[barren]]:
        return NotLegal("no_way_out", {"barren": barren, "land": land}, rule="WH-events-32")
    if STOP in options and barren != options[0][1]:
        return NotLegal("other_source", {"barren": options[0][1]}, rule="WH-events-3")
    return None


def _harm(game: World, counts: Tally, answer: Answer) -> tuple[int, int]:
    land = answer[-1]
    if land not in game.lands:
        return (-1, gain(game, counts, game.now.seat, land) if land in LANDS else 0)
    return (game.players[game.lands[land].owner].total(), gain(game, counts, game.now.seat, land))
