"""Starting an empire (chapter 1): card, colour, step and money, leader, conversion, units, conflicts, capital."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ....table import Answer, Below, Choose, Chosen, Compose, NotLegal, Refused, Rule
from ..atlas import level_below
from ..cards import CARDS, ELEPHANT, EMPIRES, LANGUAGE, MANOEUVRE, NAMED, UNITS
from ..state import Act, Empire, Leader, Seven
from .asking import well_formed
from .building import START_UNITS, available, build, card_forts, fort_sites
from .changes import aftermath, give_elephants, new_heights, pass_elephant, put_unit, settle
from .effects import has_effect
from .events import play_event
from .fights import begin_fight, hostile
from .markers import finish
from .startable import (
    free_colours,
    has_choice,
    named_leaders,
    needs_ripple,
    no_start,
    ripples,
    setup_step,
    start_areas,
    startable,
)

START_EMPIRE, FREE = LANGUAGE["start_empire"], LANGUAGE["free_action"]
NOT_NOW = ("start none",)
YES, NO = ("free action yes",), ("free action no",)
Clauses = tuple[str | None, int | None, tuple[str, ...] | None, tuple[str, str | None] | None, str | None, str | None]
"""colour, option, areas, leader with his area, capital, event card that lifts the ages."""


def start_empire(game: Seven) -> Rule:
    """A hand card is played and its empire begins (SA-1-1 to SA-1-20); the order is that of SA-gap-73."""
    seat = game.act.seat
    answer = yield start_ask(game, seat)
    if answer == NOT_NOW:
        game.note("nothing_started", player=seat)
        return finish(game)
    card, clauses = answer[1], answer[2]
    if clauses[5] is not None:
        game.players[seat].hand.remove(clauses[5])
        lifted = yield from play_event(game, seat, clauses[5], (CARDS[card].empire,))
        if not lifted or card not in game.players[seat].hand:  # it may have been played as a reaction (SA-gap-57)
            return "start_empire"
    found(game, seat, card, clauses)
    return "game_end" if game.stop else "start_units"


# ---- the ask


def start_ask(game: Seven, seat: int) -> Compose:
    hand = game.players[seat].hand

    def cards() -> list[str]:
        with_event = ripples(game, seat)
        return [
            card
            for card in hand
            if startable(game, seat, card)
            or (any(one != card for one in with_event) and startable(game, seat, card, any_age=True))
        ]

    def fits(answer: Answer) -> Refused | None:
        if answer == NOT_NOW:
            return None
        card, clauses = answer[1], answer[2]
        if card not in hand:
            return NotLegal("not_in_hand", {"card": card}, rule="SA-1-1")
        return wrong_event(game, seat, card, clauses[5]) or wrong_choices(game, seat, card, clauses)

    def means(answer: Answer) -> Answer:
        if answer == NOT_NOW or answer[1] not in hand:
            return answer
        return ("start", answer[1], completed(game, seat, answer[1], answer[2]))

    def plain(card: str) -> Answer:
        return ("start", card, completed(game, seat, card, (None, None, None, None, None, None)))

    def some() -> Iterator[Answer]:
        yield from (plain(card) for card in cards())
        yield NOT_NOW

    def pick(below: Below) -> Answer:
        possible = cards()
        if not possible or below(8) == 0:
            return NOT_NOW
        return random_start(game, seat, possible[below(len(possible))], below)

    def default() -> Answer:
        """The first card whose start areas nobody holds, without an event."""
        for card in hand:
            if startable(game, seat, card):
                answer = plain(card)
                areas = chosen_areas(game, card, answer[2])
                if not any(area in game.control for area in areas):
                    return answer
        return NOT_NOW

    return Compose(
        seat,
        START_EMPIRE,
        some,
        pick,
        well_formed(START_EMPIRE, fits),
        lambda _, key, chosen: [{key: value} for value in start_values(game, seat, cards(), key, chosen)],
        means=means,
        private=True,
        default=default,
        about=lambda answer: {} if answer == NOT_NOW else {"money": EMPIRES[CARDS[answer[1]].empire].money},
    )


def completed(game: Seven, seat: int, card: str, clauses: Clauses) -> Clauses:
    """The choices that a line leaves out: the first free colour, the first set-up and start that are possible."""
    colour, option, areas, leader, capital, event = clauses
    empire = EMPIRES[CARDS[card].empire]
    free = free_colours(game, seat)
    if colour is None and free:
        colour = free[0]
    if len(empire.setup) > 1 and option is None:
        option = next((n + 1 for n in range(len(empire.setup)) if setup_step(game, empire, n)), None)
    if has_choice(empire):
        wanted = sorted(areas or ())
        possible = list(start_areas(game, empire))
        areas = next((one for one in possible if not wanted or sorted(one) == wanted), areas)
    if leader is not None and leader[0] == "none":
        leader = None
    if event is None and needs_ripple(game, card):
        event = next((one for one in ripples(game, seat) if one != card), None)
    return colour, option, areas, leader, capital, event


def start_values(game: Seven, seat: int, cards: list[str], key: str, chosen: Chosen) -> Iterable[Any]:
    """What may be said of one choice of a start, once the card is named."""
    if key == "c":
        return cards
    if chosen.get("c") not in cards:
        return ()
    card = str(chosen["c"])
    empire = EMPIRES[CARDS[card].empire]
    options = [n + 1 for n in range(len(empire.setup)) if setup_step(game, empire, n)]
    taken = list(chosen.get("areas", ()))
    sets = [one for one in start_areas(game, empire) if all(area in one for area in taken)]
    starts = dict.fromkeys(area for one in sets for area in one)
    step = setup_step(game, empire, chosen.get("option", options[0]) - 1)
    named = named_leaders(game, empire.id, step)
    values: dict[str, Iterable[Any]] = {
        "colour": free_colours(game, seat),
        "option": options if len(empire.setup) > 1 else (),
        "areas": [area for area in starts if area not in taken] if has_choice(empire) else (),
        "leader": ["none", *named],
        "in": starts if named else (),
        "capital": starts,
        "with": [one for one in ripples(game, seat) if one != card] if needs_ripple(game, card) else (),
    }
    return values[key]


def random_start(game: Seven, seat: int, card: str, below: Below) -> Answer:
    empire = EMPIRES[CARDS[card].empire]
    colours = free_colours(game, seat)
    options = [n + 1 for n in range(len(empire.setup)) if setup_step(game, empire, n)]
    sets = list(start_areas(game, empire))
    areas = sets[below(len(sets))]
    option = options[below(len(options))]
    leaders = named_leaders(game, empire.id, setup_step(game, empire, option - 1))
    leader = (leaders[below(len(leaders))], None) if leaders and below(3) else None
    capital = areas[below(len(areas))] if below(2) else None
    clauses = (
        colours[below(len(colours))],
        option if len(empire.setup) > 1 else None,
        areas if has_choice(empire) else None,
        leader,
        capital,
        None,
    )
    return ("start", card, completed(game, seat, card, clauses))


def wrong_event(game: Seven, seat: int, card: str, event: str | None) -> Refused | None:
    fault = no_start(game, seat, card, any_age=event is not None)
    if fault is not None:
        return fault
    if event is not None and (event == card or event not in ripples(game, seat)):
        return NotLegal("not_that_event", {"card": event}, rule="SA-6.1-2")
    if event is not None and not needs_ripple(game, card):
        return NotLegal("event_not_needed", {"card": event}, rule="SA-gap-52")
    return None


def wrong_choices(game: Seven, seat: int, card: str, clauses: Clauses) -> Refused | None:
    colour, option, areas, leader, capital, _ = clauses
    empire = EMPIRES[CARDS[card].empire]
    if colour not in free_colours(game, seat):
        return NotLegal("colour_not_free", {"colours": free_colours(game, seat)}, rule="SA-1-10")
    options = len(empire.setup)
    if (option is None) != (options == 1) or not 1 <= (option or 1) <= options:
        return NotLegal("no_such_option", {"most": options}, rule="SA-1-4")
    step = setup_step(game, empire, (option or 1) - 1)
    if not step:
        return NotLegal("no_such_option", {"most": options}, rule="SA-1-4")
    if (areas is None) == has_choice(empire) or (areas is not None and areas not in list(start_areas(game, empire))):
        return NotLegal("not_these_areas", {"empire": empire.id, "choice": has_choice(empire)}, rule="SA-1-4")
    starts = chosen_areas(game, card, clauses)
    if leader is not None:
        if leader[0] not in named_leaders(game, empire.id, step):
            return NotLegal("no_such_leader", {"leader": leader[0]}, rule="SA-1-20")
        if leader[1] is not None and leader[1] not in starts:
            return NotLegal("not_a_start_area", {"area": leader[1]}, rule="SA-1-27")
    if capital is not None and capital not in starts:
        return NotLegal("not_a_start_area", {"area": capital}, rule="SA-1-30")
    return None


def chosen_areas(game: Seven, card: str, clauses: Clauses) -> tuple[str, ...]:
    return clauses[2] if clauses[2] is not None else next(start_areas(game, EMPIRES[CARDS[card].empire]))


# ---- carrying it out


def found(game: Seven, seat: int, card: str, clauses: Clauses) -> None:
    """The empire with colour, step, money, leader and elites; conversion comes before building (SA-gap-73)."""
    colour, option, _, leader, capital, _ = clauses
    sheet = EMPIRES[CARDS[card].empire]
    starts = chosen_areas(game, card, clauses)
    step = setup_step(game, sheet, (option or 1) - 1)
    one = game.players[seat]
    one.hand.remove(card)
    empire = Empire(
        sheet.id,
        str(colour),
        step,
        sheet.money,
        elites=sheet.elites,
        starts=list(starts),
        no_ships=sheet.no_ships,
        no_horses=sheet.no_horses,
        elephants_due=sum(effect["amount"] for effect in sheet.effects.get("elephants", ())),
    )
    one.empires[empire.id] = empire
    game.owners[empire.id] = seat
    game.first_age = game.first_age or empire.age
    new_heights(game, empire)
    game.act.empire, game.act.capital = empire.id, capital or ""
    game.note(
        "founded",
        player=seat,
        empire=empire.id,
        colour=empire.colour,
        step=step,
        age=empire.age,
        areas=list(starts),
        money=empire.money,
        reveals=True,
    )
    if leader is not None:
        game.named_used.append(leader[0])
        where = leader[1] or capital or starts[0]
        empire.leaders.append(Leader(leader[0], NAMED[leader[0]].kind, where))
        game.note("leader_came", empire=empire.id, leader=leader[0], area=where)
    give_elephants(game, empire)
    for area in starts:
        convert(game, empire, area)


def convert(game: Seven, empire: Empire, area: str) -> None:
    """Some specials turn units of another empire into its own (SA-1-28, SA-gap-29, SA-gap-66, SA-gap-74)."""
    holder = game.control.get(area)
    wanted = [effect["empire"] for effect in EMPIRES[empire.id].effects.get("convert_start", ())]
    if holder is None or not ("any" in wanted or holder in wanted):
        return
    other = game.empire(holder)
    if other.id == empire.id or has_effect(game, other, "loyal"):
        return
    stack = other.stacks.pop(area)
    units = sorted(
        [*((unit, 0) for unit in stack.units), *((unit, 1) for unit in stack.far)],
        key=lambda one: (-UNITS[one[0]].cost, UNITS[one[0]].place),
    )
    joined = []
    for unit, coast in units:
        if UNITS[unit].common or available(game, empire, unit, empire.types()) > 0:
            put_unit(empire, area, unit, coast)
            joined.append(unit)
            if unit == ELEPHANT:
                pass_elephant(game, other, empire)
    kept = len(joined)
    moved = [leader for leader in other.leaders if leader.area == area]
    for leader in moved:
        other.leaders.remove(leader)
        empire.leaders.append(leader)
    game.artifacts.pop(area, None)
    if other.capital == area:
        other.capital = ""
    game.note(
        "converted",
        empire=empire.id,
        other=other.id,
        area=area,
        number=kept,
        lost=len(units) - kept,
        reveals=True,
    )
    both = tuple(dict.fromkeys((game.owners[empire.id], game.owners[other.id])))
    game.note("converted_units", seen_by=both, empire=empire.id, units=dict(Counter(joined)))
    if kept:
        game.control[area] = empire.id
    else:
        settle(game, area)


def start_units(game: Seven) -> Rule:
    """Units and forts are bought as far as the money goes (SA-1-22 to SA-1-27)."""
    empire = game.empire(game.act.empire)
    forts = 0 < card_forts(game, empire) < len(fort_sites(game, empire))
    if (empire.money or forts) and (yield from build(game, empire, START_UNITS)):
        return "start_units"
    aftermath(game)
    return "start_conflicts"


def start_conflicts(game: Seven) -> Rule:
    """Start areas with foreign units are fought for, one after another (SA-1-29)."""
    yield from ()
    if game.act.empire not in game.owners:
        return finish(game)  # SA-gap-25
    empire = game.empire(game.act.empire)
    for area in empire.starts:
        rivals = hostile(game, empire, area)
        if rivals:
            game.act.taken[area] = game.cities.get(area, 0)
            begin_fight(game, empire, rivals[0], area, back="start_conflicts")
            return "conflict"
    return "start_settled"


def start_settled(game: Seven) -> Rule:
    """Capital, forts of the card and the free action (SA-1-30 to SA-1-34)."""
    act, empire = game.act, game.empire(game.act.empire)
    held = [area for area in empire.starts if game.control.get(area) == empire.id]
    if held and not empire.barbarian and not empire.capital:
        found_capital(game, empire, act.capital if act.capital in held else held[0])
    left = card_forts(game, empire) if game.fix(1) else EMPIRES[empire.id].forts
    for area in [area for area in held if area not in game.forts][:left]:  # SA-gap-76
        game.forts.append(area)
        game.note("fort_built", empire=empire.id, area=area, cost=0)
    free = [effect for effect in EMPIRES[empire.id].effects.get("free_action", ()) if effect["action"] == MANOEUVRE]
    if free and act.stage != "free":
        act.stage = "free"
        answer = yield Choose(
            act.seat,
            FREE,
            [YES, NO],
            default=lambda: NO,
            values={"empire": empire.id, "action": MANOEUVRE},
            context={"subject": empire.id, "for": empire.id},
        )
        if answer == YES:
            game.acts[-1] = Act(MANOEUVRE, act.seat, empire.id, free=True)
            return MANOEUVRE
    return finish(game)


def found_capital(game: Seven, empire: Empire, area: str) -> None:
    """Level 1, more in a large city that was taken or converted (SA-1-30, SA-gap-30)."""
    level = game.cities.get(area, 0)
    if area in game.act.taken:  # the conflict has already taken a level off
        level = max(1, level_below(game.act.taken[area]))
    game.cities[area] = max(1, level)
    empire.capital, empire.had_capital = area, True
    game.note("capital", empire=empire.id, area=area, level=game.cities[area])
