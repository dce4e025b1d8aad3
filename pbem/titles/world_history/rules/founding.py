"""Founding a realm (chapter 5.3) and the retreat of those who stand in its way (chapter 7.1)."""

from __future__ import annotations

from ....table import Answer, Choose, ChooseSome, NotLegal, Rule
from ..atlas import LANDS, NEIGHBOURS
from ..cards import EMBLEMS, EMPIRES, LANGUAGE, MOST_ARMIES, REALMS
from ..state import EmpirePart, Holding, World
from .pieces import found_town, join

CHOOSE_EMBLEM = LANGUAGE["choose_emblem"]
RETREAT = LANGUAGE["retreat"]
STAY = ("retreat none",)


def free_emblems(game: World) -> tuple[list[str], int]:
    """WH-5.3-3, WH-5.3-6: those that are not on the board; if all four are in use, the rarest.

    With them, how many armies of each are on the board.
    """
    on_board = game.armies_by_emblem(game.now.seat)
    fewest = min(on_board.values())
    return [emblem for emblem, armies in on_board.items() if armies == fewest], fewest


def choose_emblem(game: World) -> Rule:
    """WH-5.3-2: one for the whole turn."""
    seat, turn = game.now.seat, game.now
    free, on_board = free_emblems(game)

    def why(answer: Answer) -> NotLegal:
        armies = game.armies_on_board(seat, answer[1])
        rule = "WH-5.3-6" if on_board else "WH-5.3-3"
        return NotLegal("emblem_in_use", {"emblem": answer[1], "armies": armies}, rule=rule)

    answer = yield Choose(
        seat,
        CHOOSE_EMBLEM,
        [("emblem", emblem) for emblem in free],
        why=why,
        default=lambda: ("emblem", _modest(game, free)),
        values={"empire": turn.empire, "event": turn.event},
    )
    turn.emblem = answer[1]
    game.note("emblem_chosen", player=seat, emblem=turn.emblem)


def _modest(game: World, free: list[str]) -> str:
    """The large set only from epoch III on, or for more units than a small set has (WH-5.3-4)."""
    small = min(EMBLEMS.values())
    large = game.epoch >= 3 or game.empire.units > small
    by_size = sorted(free, key=lambda emblem: EMBLEMS[emblem], reverse=large)
    return by_size[0]


def found(game: World, empire: str) -> Rule:
    """WH-5.3-1, WH-5.3-5: an army in each start land, with the capital if the card names one."""
    turn = game.now
    turn.empire = empire
    turn.parts = []
    for start in REALMS[empire].starts:
        part = EmpirePart(game.new_realm(), start.units)
        turn.parts.append(part)
        if not game.armies_left(turn.seat, turn.emblem):
            continue  # WH-2.2-6
        yield from appear(game, start.land, part.realm, "capital" if start.capital else "")
        part.units -= 1
        game.note("founded", player=turn.seat, empire=empire, land=start.land, capital=start.capital)
    if empire in EMPIRES:
        game.players[turn.seat].realms = [part.realm for part in turn.parts]
    for part, start in zip(list(turn.parts), REALMS[empire].starts, strict=True):
        here = game.lands.get(start.land)
        if here is not None and here.realm == part.realm:  # neither out of armies nor joined with the other start
            join(game, part, start.land)


def appear(game: World, land: str, realm: int, town: str, *, fort: bool = False) -> Rule:
    """A new realm, small empire or kingdom takes its land without a fight (WH-7.1-1, WH-7.1-5)."""
    turn = game.now
    if land in game.lands:
        yield from retreat(game, land)
        before = game.towns.pop(land, "")
        if before == "capital" and game.towns_left("city"):
            game.towns[land] = "city"  # WH-7.1-7
    game.lands[land] = Holding(turn.seat, turn.emblem, realm, fort=fort and game.forts_left(turn.seat) > 0)
    if town:
        found_town(game, land, town)


def retreat(game: World, land: str) -> Rule:
    """WH-7.1-1 to WH-7.1-8: to adjacent lands with the same colour and emblem, straits included."""
    here = game.lands[land]
    ask = retreat_ask(game, land)
    gone = here.armies
    if ask.items:
        answer = ask.default() if game.options.get("auto_retreat") else (yield ask)
        moved: dict[str, int] = {}
        for to in ask.chosen(answer):
            game.lands[to].armies += 1
            moved[to] = moved.get(to, 0) + 1
            gone -= 1
        if moved:
            game.note("retreated", player=here.owner, land=land, lands=list(moved), armies=sum(moved.values()))
    if gone:
        game.note("driven_out", player=here.owner, land=land, armies=gone, fort=here.fort)
    del game.lands[land]


def _alike(here: Holding, there: Holding | None) -> bool:
    return there is not None and there.owner == here.owner and there.emblem == here.emblem


def retreat_ask(game: World, land: str) -> ChooseSome:
    here = game.lands[land]
    own = [way.to for way in NEIGHBOURS[land] if _alike(here, game.lands.get(way.to))]
    room = [to for to in own for _ in range(MOST_ARMIES - game.lands[to].armies)]

    def best(to: str, more: int) -> tuple[int, bool, int]:
        built = to in game.towns or to in game.monuments
        return (game.lands[to].armies + more, not built, LANDS[to].order)

    def default() -> Answer:
        chosen: list[str] = []
        for _ in range(min(here.armies, len(room))):
            open_still = [to for to in room if chosen.count(to) < room.count(to)]
            chosen.append(min(open_still, key=lambda to: best(to, chosen.count(to))))
        return ("retreat", tuple(chosen))

    def why(answer: Answer) -> NotLegal | None:
        for one in answer[1] if len(answer) > 1 else ():
            to, number = one if isinstance(one, tuple) else (one, answer[1].count(one))
            if to not in own:
                return NotLegal("no_retreat_there", {"land": to, "start": land}, rule="WH-7.1-1")
            if number > room.count(to) > 0:
                return NotLegal("little_room", {"land": to, "room": room.count(to)}, rule="WH-7.1-8")
            if number > room.count(to):
                return NotLegal("land_full", {"land": to, "most": MOST_ARMIES}, rule="WH-7.1-8")
        return None

    return ChooseSome(
        here.owner,
        RETREAT,
        "retreat",
        room,
        0,
        min(here.armies, len(room)),
        empty=STAY,
        why=why,
        default=default,
        values={"land": land, "other": game.now.seat, "armies": here.armies},
        context={"in": land, "from": game.now.seat},
    )
