"""A toy title: a turn of several actions with empires of one's own, all of it ordered with the markers.

Each player lays a marker on each empire, unseen. Action by action all reveal or hold theirs at once; then the empires
act, each for itself. What stands where is public, what kind of units they are only their owner knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pbem.table import (
    BY_SEAT,
    END,
    NUMBER,
    OWNER,
    Answer,
    Answered,
    Ask,
    Below,
    Choose,
    ChooseSome,
    Compose,
    Fact,
    Game,
    Hidden,
    Input,
    Language,
    NotLegal,
    Offer,
    Outcome,
    Refused,
    Reveal,
    Rule,
    Shuffle,
    Title,
    Together,
    Unknown,
    Vocabulary,
    WaitingLine,
    as_count,
    as_nothing,
    facts,
    in_sight,
)

ACTIONS = ("start_empire", "production", "trade", "manoeuvre", "destiny")
EXTRA = "extra"
EMPIRES = ("romans", "picts", "gauls", "huns", "english")
HOMES = {"romans": ("latium", "etruria", "sicily"), "picts": ("scotland",), "gauls": ("gaul",), "huns": ("steppe",)}
OWNED = (("romans", "picts"), ("gauls", "huns"))
NEW_EMPIRE, NEW_HOME = "english", "england"
AREAS = (*(area for home in HOMES.values() for area in home), NEW_HOME)
COSTS = {"sword": 2, "galley": 3, "musket": 4}
FORT, MONEY = 3, {"romans": 10, "picts": 0, "gauls": 5, "huns": 5, "english": 12}
CARDS = tuple(f"c{n}" for n in (12, 37, 40, 46, 50, 51, 60, 61))
EVENTS = ("volcano", "spy", "plague")
SAVE, END_MOVES, PASS, NOT_STARTED = ("save",), ("end moves",), ("pass",), ("start nothing",)
LANGUAGE = Language(
    {
        "subject": "empire",
        "asks": [
            {
                "id": "place_markers",
                "rules": ["TG-1"],
                "order": {"forms": ["mark <empire> <action>{, <empire> <action>} [, extra <action>]"]},
            },
            {
                "id": "reveal_marker",
                "rules": ["TG-2"],
                "subject": "first",
                "order": {
                    "forms": ["reveal <empire>", "hold <empire>", "reveal extra", "hold extra", "reveal nothing"]
                },
            },
            {
                "id": "start_empire",
                "rules": ["TG-3"],
                "order": {
                    "forms": [
                        "start <card> [colour <colour>] [leader (<leader>|none)] [capital <area>]",
                        "start nothing",
                    ]
                },
            },
            {
                "id": "build_units",
                "rules": ["TG-4"],
                "order": {"forms": ["build <unit> [<xn>] in <area>{, <unit> [<xn>] in <area>}", "fort <area>", "save"]},
            },
            {
                "id": "trade_card",
                "rules": ["TG-5"],
                "interrupt": True,
                "order": {"forms": ["offer <card>", "offer (highest|lowest)"]},
            },
            {
                "id": "move_units",
                "rules": ["TG-6"],
                "order": {"forms": ["move <unit> [<xn>]{, <unit> [<xn>]} from <area> to <area>", "end moves"]},
            },
            {
                "id": "conflict_order",
                "rules": ["TG-7"],
                "follow_up": True,
                "order": {"forms": ["conflicts <area>{, <area>}", "conflicts none"]},
            },
            {
                "id": "conflict_commit",
                "rules": ["TG-8"],
                "interrupt": True,
                "order": {"forms": ["commit all [but <n>]", "commit <n>"]},
            },
            {
                "id": "event_reaction",
                "rules": ["TG-9"],
                "interrupt": True,
                "order": {"forms": ["react <card>", "pass"]},
            },
        ],
        "windows": [
            {"id": "markers", "asks": ["place_markers"]},
            {"id": "production", "asks": ["reveal_marker", "start_empire", "build_units"]},
            {"id": "trade", "asks": ["trade_card"]},
            {"id": "manoeuvre", "asks": ["move_units", "conflict_order", "conflict_commit"]},
            {"id": "rest", "asks": ["event_reaction"]},
        ],
        "queue": {"by": "subject"},
        "filters": {"for": ["empire"]},
    },
    {
        name: Vocabulary(name, {one: {} for one in ids})
        for name, ids in {
            "empire": EMPIRES,
            "action": ACTIONS,
            "area": AREAS,
            "card": CARDS,
            "unit": tuple(COSTS),
            "colour": ("red", "blue"),
            "leader": ("elizabeth", "alfred"),
            "event": EVENTS,
        }.items()
    },
)


@dataclass(slots=True)
class Stack:
    player: int
    empire: str
    area: str
    units: Annotated[list[str], Hidden("player", as_count, pool=lambda stack: stack.empire)]


@dataclass(slots=True)
class Ages(Game):
    markers: Annotated[list[dict[str, str]], BY_SEAT, Hidden(OWNER, as_nothing, pool="action")] = field(
        default_factory=list
    )
    hands: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=lambda: dict(MONEY))
    forts: list[str] = field(default_factory=list)
    acting: list[str] = field(default_factory=list)
    """Empires whose marker of this action lies open."""
    starting: list[int] = field(default_factory=list)
    """Players who may start one."""
    action: int = 0
    event: str = ""
    enemies: int = 0
    points: list[int] = field(default_factory=list)


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Ages:
    stacks = [
        Stack(seat, empire, area, ["sword"] * (3 if empire == "picts" else 1))
        for seat, own in enumerate(OWNED)
        for empire in own
        for area in HOMES[empire]
    ]
    owners = {empire: seat for seat, own in enumerate(OWNED) for empire in own}
    return Ages(seats, options, fixes, phase="markers", stacks=stacks, owners=owners, points=[0] * seats)


def markers(game: Ages) -> Rule:
    deck = yield Shuffle(CARDS)
    game.hands = [sorted(deck[seat::2]) for seat in range(game.seats)]
    if "c37" not in game.hands[0]:  # the toy needs a card to start an empire with
        game.hands.reverse()
    answers = yield Together({seat: mark_ask(game, seat) for seat in range(game.seats)})
    game.markers = [
        dict(marked) | ({EXTRA: extra} if extra else {}) for _, (_, marked, extra) in sorted(answers.items())
    ]
    return "reveal"


def reveal(game: Ages) -> Rule:
    """All at once: who has nothing to reveal is asked too, and has one answer."""
    answers = yield Together({seat: reveal_ask(game, seat) for seat in range(game.seats)}, forced=True)
    game.acting, game.starting = [], []
    for seat, answer in answers.items():
        if answer[0] == "reveal extra":
            del game.markers[seat][EXTRA]
            game.starting.append(seat)
        elif answer[0] == "reveal":
            del game.markers[seat][answer[1]]
            game.acting.append(answer[1])
        else:
            continue
        game.note("revealed", player=seat, action=ACTIONS[game.action], reveals=True)
    return ACTIONS[game.action] if game.acting or game.starting else after(game)


def start_empire(game: Ages) -> Rule:
    seat = game.starting[0]
    cards = [card for card in game.hands[seat] if card == "c37"] if NEW_EMPIRE not in game.owners else []
    answer = yield start_ask(seat, cards)
    game.starting.pop(0)
    if answer != NOT_STARTED:
        game.hands[seat].remove(answer[1])
        game.owners[NEW_EMPIRE] = seat
        game.note("started", player=seat, card=answer[1], reveals=True)
        game.acting = [NEW_EMPIRE]
        return "production"
    return "start_empire" if game.starting else after(game)


def production(game: Ages) -> Rule:
    """As long as there is money; what was built is public, but not of which kind."""
    empire = game.acting[0]
    seat = game.owners[empire]
    while game.money[empire] >= min(COSTS.values()):
        answer = yield build_ask(game, empire)
        if answer == SAVE:
            break
        if answer[0] == "fort":
            game.forts.append(answer[1])
            game.money[empire] -= FORT
        else:
            for unit, number, area in answer[1]:
                game.stacks.append(Stack(seat, empire, area, [unit] * (number or 1)))
            game.money[empire] -= cost(answer)
        game.note("built", player=seat, number=len(game.stacks), reveals=True)
    game.acting.pop(0)
    if game.acting:
        return "production"
    return "start_empire" if game.starting else after(game)


def trade(game: Ages) -> Rule:
    answers = yield Together({seat: trade_ask(game, seat) for seat in range(game.seats)}, open=False, forced=True)
    for seat, answer in answers.items():
        game.hands[seat].remove(answer[1])
        game.hands[1 - seat].append(answer[1])
        game.note("traded", seen_by=(1 - seat,), reveals=True, player=seat, card=answer[1])
    for hand in game.hands:
        hand.sort()
    return after(game)


def manoeuvre(game: Ages) -> Rule:
    empire = game.acting[0]
    seat = game.owners[empire]
    while (answer := (yield move_ask(game, empire))) != END_MOVES:
        _, units, start, target = answer
        stack = next(one for one in game.stacks if (one.empire, one.area) == (empire, start))
        moved = Stack(seat, empire, target, [unit for unit, number in units for _ in range(number or 1)])
        for unit in moved.units:
            stack.units.remove(unit)
        game.stacks = [one for one in game.stacks if one.units]
        game.stacks.append(moved)
        game.note("moved", player=seat, number=len(moved.units), area=target)
    areas = [area for area in AREAS if fought_in(game, empire, area)]
    order = yield conflicts_ask(seat, empire, areas)
    for area in order[1] if len(order) > 1 else ():
        game.enemies = sum(len(one.units) for one in game.stacks if one.area == area and one.empire != empire)
        own = sum(len(one.units) for one in game.stacks if one.area == area and one.empire == empire)
        answer = yield commit_ask(game, seat, empire, own)
        game.points[seat] += answer[1]
        game.note("fought", player=seat, area=area, number=answer[1], reveals=True)
        yield Reveal("units")
    game.acting.pop(0)
    return "manoeuvre" if game.acting else after(game)


def destiny(game: Ages) -> Rule:
    """An event comes up, and everybody may react."""
    game.event = (yield Shuffle(EVENTS))[0]
    for seat, answer in (yield Offer({seat: react_ask(game, seat) for seat in range(game.seats)})).items():
        game.hands[seat].remove(answer[1])
        game.points[seat] += 1
        game.note("reacted", player=seat, card=answer[1], reveals=True)
    return after(game)


def after(game: Ages) -> str | None:
    game.action += 1
    if game.action < len(ACTIONS):
        return "reveal"
    winners = [seat for seat, points in enumerate(game.points) if points == max(game.points)]
    game.outcome = Outcome(winners, "points", [{"all": points} for points in game.points])
    return None


def fought_in(game: Ages, empire: str, area: str) -> bool:
    there = {stack.empire for stack in game.stacks if stack.area == area}
    return empire in there and len(there) > 1


def cost(answer: Answer) -> int:
    return FORT if answer[0] == "fort" else sum(COSTS[unit] * (number or 1) for unit, number, _ in answer[1])


def own_empires(game: Ages, seat: int) -> list[str]:
    return [empire for empire, owner in game.owners.items() if owner == seat]


def mark_ask(game: Ages, seat: int) -> Compose:
    own = own_empires(game, seat)

    def fits(answer: Answer) -> Refused | None:
        marked = [empire for empire, _ in answer[1]]
        actions = [action for _, action in answer[1]]
        good = ACTIONS[0] not in actions and answer[2] in (None, ACTIONS[0])
        if sorted(marked) != sorted(own) or len(set(actions)) < len(actions) or not good:
            return NotLegal("bad_markers", {}, rule="TG-1")
        return None

    def pick(below: Below) -> Answer:
        pool = list(ACTIONS[1:])
        marked = tuple((empire, pool.pop(below(len(pool)))) for empire in own)
        return ("mark", marked, ACTIONS[0] if below(2) else None)

    first = ("mark", tuple(zip(own, ACTIONS[1:], strict=False)), None)
    return Compose(
        seat,
        LANGUAGE["place_markers"],
        lambda: iter([first]),
        pick,
        fits,
        private=True,
        secret=END,
        default=lambda: first,
    )


def reveal_ask(game: Ages, seat: int) -> Choose:
    """About the empire that the marker lies on."""
    action = ACTIONS[game.action]
    marked = [name for name, one in game.markers[seat].items() if one == action]
    options: list[Answer] = [("reveal nothing",)]
    subject = ""
    if marked == [EXTRA]:
        options = [("reveal extra",), ("hold extra",)]
    elif marked:
        options, subject = [("reveal", marked[0]), ("hold", marked[0])], marked[0]
    return Choose(
        seat,
        LANGUAGE["reveal_marker"],
        options,
        private=True,
        default=lambda: options[-1],
        context={"subject": subject} if subject else {},
    )


def start_ask(seat: int, cards: Sequence[str]) -> Compose:
    some: list[Answer] = [*(("start", card, (None, None, None)) for card in cards), NOT_STARTED]

    def fits(answer: Answer) -> Refused | None:
        good = answer == NOT_STARTED or (answer[0] == "start" and answer[1] in cards)
        return None if good else NotLegal("no_such_start", {}, rule="TG-3")

    return Compose(
        seat,
        LANGUAGE["start_empire"],
        lambda: iter(some),
        lambda below: some[below(len(some))],
        fits,
        private=True,
        default=lambda: NOT_STARTED,
    )


def build_ask(game: Ages, empire: str) -> Compose:
    seat, money = game.owners[empire], game.money[empire]
    home = (*HOMES.get(empire, ()), *([NEW_HOME] if empire == NEW_EMPIRE else []))

    def fits(answer: Answer) -> Refused | None:
        if answer == SAVE:
            return None
        areas = [answer[1]] if answer[0] == "fort" else [area for *_, area in answer[1]]
        if any(area not in home for area in areas):
            return NotLegal("not_at_home", {}, rule="TG-4")
        return None if cost(answer) <= money else NotLegal("too_dear", {"money": money}, rule="TG-4")

    def some() -> Iterator[Answer]:
        yield from (("build", ((unit, None, home[0]),)) for unit, price in COSTS.items() if price <= money)
        if money >= FORT:
            yield ("fort", home[0])
        yield SAVE

    def pick(below: Below) -> Answer:
        listed = list(some())
        return listed[below(len(listed))]

    return Compose(
        seat,
        LANGUAGE["build_units"],
        some,
        pick,
        fits,
        default=lambda: SAVE,
        context={"subject": empire},
        secret=lambda answer: "units" if answer[0] == "build" else None,
        shown=lambda answer: [[number or 1, area] for _, number, area in answer[1]],
    )


def trade_ask(game: Ages, seat: int) -> Choose:
    hand = sorted(game.hands[seat], key=CARDS.index)

    def means(answer: Answer) -> Answer:
        named = {"highest": hand[-1], "lowest": hand[0]}
        return ("offer", named.get(answer[1], answer[1]))

    return Choose(
        seat,
        LANGUAGE["trade_card"],
        [("offer", card) for card in hand],
        private=True,
        means=means,
        secret="trade",
        default=lambda: ("offer", hand[0]),
    )


def move_ask(game: Ages, empire: str) -> Compose:
    seat = game.owners[empire]
    there = {stack.area: stack for stack in game.stacks if stack.empire == empire}

    def fits(answer: Answer) -> Refused | None:
        if answer == END_MOVES:
            return None
        _, units, start, target = answer
        asked = [unit for unit, number in units for _ in range(number or 1)]
        have = list(there[start].units) if start in there else []
        if start == target or any(asked.count(unit) > have.count(unit) for unit in asked):
            return NotLegal("no_such_units", {}, rule="TG-6")
        return None if len(asked) < len(have) else NotLegal("one_stays", {}, rule="TG-6")

    def some() -> Iterator[Answer]:
        yield END_MOVES
        for area, stack in there.items():
            if len(stack.units) > 1:
                yield ("move", ((stack.units[0], None),), area, next(one for one in AREAS if one != area))

    def pick(below: Below) -> Answer:
        listed = list(some())
        return listed[below(len(listed))]

    return Compose(
        seat,
        LANGUAGE["move_units"],
        some,
        pick,
        fits,
        default=lambda: END_MOVES,
        context={"subject": empire},
        secret=lambda answer: "units" if answer[0] == "move" else None,
        shown=lambda answer: [sum(number or 1 for _, number in answer[1]), answer[2], answer[3]],
    )


def conflicts_ask(seat: int, empire: str, areas: Sequence[str]) -> ChooseSome | Choose:
    context = {"subject": empire}
    if not areas:
        return Choose(seat, LANGUAGE["conflict_order"], [("conflicts none",)], context=context)
    return ChooseSome(
        seat,
        LANGUAGE["conflict_order"],
        "conflicts",
        areas,
        0,
        len(areas),
        empty=("conflicts none",),
        context=context,
        default=lambda: ("conflicts", tuple(areas)),
    )


def commit_ask(game: Ages, seat: int, empire: str, own: int) -> Choose:
    def means(answer: Answer) -> Answer:
        return ("commit", max(own - (answer[1] or 0), 1)) if answer[0] == "commit all" else answer

    return Choose(
        seat,
        LANGUAGE["conflict_commit"],
        [("commit", n) for n in range(1, own + 1)],
        means=means,
        context={"subject": empire, "for": empire},
        default=lambda: ("commit", 1),
    )


def react_ask(game: Ages, seat: int) -> Choose:
    plays = [("react", card) for card in game.hands[seat]]
    return Choose(seat, LANGUAGE["event_reaction"], [*plays, PASS], private=True, default=lambda: PASS)


def reveal_implied(game: Ages, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """An order for an empire implies its reveal; one to start another that of the marker beside them."""
    if ask.subject:
        return ("reveal", ask.subject) if any(line.subject == ask.subject for line in waiting) else None
    return ("reveal extra",) if any("start_empire" in line.asks for line in waiting) else None


def end_implied(game: Ages, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """Who orders conflicts is done with moving."""
    own = [line for line in waiting if line.subject == ask.subject]
    return END_MOVES if own and "conflict_order" in own[0].asks else None


def soon(game: Ages) -> dict[int, str]:
    """Who produces later in this action may write already."""
    return {game.owners[empire]: "production" for empire in game.acting[1:]} if game.phase == "production" else {}


def may_lie(game: Ages, unknown: Sequence[Unknown], past: Sequence[Input], below: Below) -> list[Any]:
    """Of markers nobody sees even how many there are; those that were revealed in the meantime lay there."""
    seen = in_sight(game)
    cards = Shuffle([card for card in CARDS if card not in seen], "").outcome(below)
    found: list[Any] = []
    for one in unknown:
        if one.pool == "action":
            found.append(_markers(game, int(one.path[1]), past, below))
        elif one.pool == "card":
            found.append(cards.pop())
        else:
            found.append([*COSTS][below(len(COSTS))])
    return found


def _markers(game: Ages, seat: int, past: Sequence[Input], below: Below) -> dict[str, str]:
    """Actions that have been are not marked any more, except where the marker was held."""
    left = Shuffle(ACTIONS[max(1, game.action) :], "").outcome(below)
    laid = {empire: left.pop() for empire in own_empires(game, seat) if left}
    if game.action == 0:
        laid[EXTRA] = ACTIONS[0]
    for one in past:
        if isinstance(one, Answered) and one.seat == seat and one.answer[0] in ("reveal", "hold"):
            laid = {empire: action for empire, action in laid.items() if action != ACTIONS[game.action]}
            laid[one.answer[1]] = ACTIONS[game.action]
        elif isinstance(one, Answered) and one.seat == seat and one.answer == ("reveal nothing",):
            laid = {empire: action for empire, action in laid.items() if action != ACTIONS[game.action]}
    return laid


TITLE = Title(
    "toy_ages",
    {"en": "Toy ages", "de": "Spielzeugzeitalter"},
    (2,),
    new,
    {
        "markers": markers,
        "reveal": reveal,
        "start_empire": start_empire,
        "production": production,
        "trade": trade,
        "manoeuvre": manoeuvre,
        "destiny": destiny,
    },
    LANGUAGE,
    {
        "en": {
            "ask.place_markers": "Lay your markers.",
            "ask.reveal_marker": "Reveal the marker, or hold it.",
            "ask.start_empire": "Start an empire.",
            "ask.build_units": "Build, or save.",
            "ask.trade_card": "Offer a card.",
            "ask.move_units": "Move, or end.",
            "ask.conflict_order": "In which order are conflicts fought?",
            "ask.conflict_commit": "Commit units.",
            "ask.event_reaction": "React, or pass.",
            "note.revealed": "{player} reveals {action}.",
            "note.started": "{player} starts {card}.",
            "note.built": "{player} has built; {number} stacks.",
            "note.traded": "{player} gives you {card}.",
            "note.moved": "{player} moves {number} to {area}.",
            "note.fought": "{player} fights with {number} in {area}.",
            "note.reacted": "{player} reacts with {card}.",
            "refusal.bad_markers": "Each own empire gets one marker, and no marker lies twice.",
            "refusal.no_such_start": "That empire cannot be started.",
            "refusal.not_at_home": "Only at home.",
            "refusal.too_dear": "There is only {money} left.",
            "refusal.no_such_units": "These units are not there.",
            "refusal.one_stays": "One unit must stay.",
            "how.points": "by points",
            "score.all": "points",
            **{f"slot.{name}": f"a {name}" for name in LANGUAGE.slots},
        },
        "de": {
            "ask.place_markers": "Lege deine Marker.",
            "ask.reveal_marker": "Decke den Marker auf oder halte ihn zurück.",
            "ask.start_empire": "Gründe ein Reich.",
            "ask.build_units": "Baue oder spare.",
            "ask.trade_card": "Biete eine Karte an.",
            "ask.move_units": "Ziehe oder ende.",
            "ask.conflict_order": "In welcher Reihenfolge wird gekämpft?",
            "ask.conflict_commit": "Setze Einheiten ein.",
            "ask.event_reaction": "Reagiere oder passe.",
            "note.revealed": "{player} deckt {action} auf.",
            "note.started": "{player} gründet {card}.",
            "note.built": "{player} hat gebaut; {number} Stapel.",
            "note.traded": "{player} gibt dir {card}.",
            "note.moved": "{player} zieht mit {number} nach {area}.",
            "note.fought": "{player} kämpft mit {number} in {area}.",
            "note.reacted": "{player} reagiert mit {card}.",
            "refusal.bad_markers": "Jedes eigene Reich bekommt einen Marker, und keiner liegt zweimal.",
            "refusal.no_such_start": "Dieses Reich kann nicht gegründet werden.",
            "refusal.not_at_home": "Nur daheim.",
            "refusal.too_dear": "Nur {money} ist übrig.",
            "refusal.no_such_units": "Diese Einheiten sind nicht da.",
            "refusal.one_stays": "Eine Einheit muss bleiben.",
            "how.points": "nach Punkten",
            "score.all": "Punkte",
            **{f"slot.{name}": f"ein {name}" for name in LANGUAGE.slots},
        },
    },
    {"rules": [{"id": f"TG-{n}"} for n in range(1, 10)]},
    facts=facts(
        Fact("enemy_left", NUMBER, lambda game, seat: game.enemies),
        Fact("event", "event", lambda game, seat: game.event or None),
    ),
    implied={"reveal_marker": reveal_implied, "move_units": end_implied},
    soon=soon,
    deal=may_lie,
    package=__package__,
)
