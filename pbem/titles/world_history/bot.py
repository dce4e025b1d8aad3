"""A player of Empire that sees only what its seat may see.

It places one unit after another where it gains most: points of the region
now and in the next epochs, towns, monuments, the harm to others, and the way
to what lies beyond, times the chance that a fight is won. It keeps big
empires and gives small ones to the leader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...table import Answer, Ask, Choose, ChooseSome, Rule, Together, dry_run
from ..adding import added
from .atlas import NEIGHBOURS, WATERS
from .cards import EMPIRE_DECKS, EMPIRES, EVENTS, KINDS
from .rules.combat import Force, empire_force
from .rules.expansion import expansion
from .rules.forces import CivilWar
from .rules.founding import choose_emblem
from .rules.monuments import monuments
from .rules.placing import PlaceUnit
from .rules.reach import END
from .rules.turn import IMMEDIATE, found_big
from .state import Turn, World
from .worth import Worth, chance

STANDING = (
    "always on empire_card: default",
    "always on choose_emblem: default",
    "always on event_target: default",
    "always on retreat: default",
    "always on trade_answer: default",
    "always on continue_attack: go on",
    "always on build_monument: default",
)
"""Standing orders of a bot that thinks ahead by mail."""

FORT, SECOND_ARMY = 0.16, 0.11
"""The share of a land's worth that a fort and a further army in it preserve."""
WAY = 0.3
"""The share of the worth beyond a land that counts towards taking it."""
FREE = Force()


def answer(game: World, ask: Ask, seat: int) -> Answer:
    """The best legal answer to an ask, judging by what the seat sees of the game."""
    kind = ask.kind.id
    if isinstance(ask, PlaceUnit):
        return _place(game, ask)
    if isinstance(ask, CivilWar):
        return _civil_war(game, ask)
    if kind == "empire_card" and isinstance(ask, Choose):
        return _keep_or_give(game, ask, seat)
    if kind == "event_force" and isinstance(ask, Choose):
        return _strike(game, ask)
    if kind == "event_pieces" and isinstance(ask, ChooseSome):
        worth = Worth(game, seat)
        best = sorted(ask.items, key=lambda land: -worth.land(land))[: ask.most]
        return ask.normal((ask.verb, tuple(best)))
    return ask.default()


def _keep_or_give(game: World, ask: Choose, seat: int) -> Answer:
    """Keep an empire that is at least average for the epoch; a weak one goes to the strongest rival."""
    card = EMPIRES[game.drawn[0]]
    units = [EMPIRES[one].units for one in EMPIRE_DECKS[game.epoch]]
    if ("keep",) in ask.options and card.units * len(units) >= sum(units) * 0.8:
        return ("keep",)
    gifts = [one for one in ask.options if one[0] == "give"]
    if not gifts:
        return ("keep",)
    sign = 1 if card.units * len(units) < sum(units) else -1
    return max(gifts, key=lambda one: sign * game.players[one[1]].total())


def plan(game: World, ask: Ask, seat: int, players: Sequence[str]) -> list[str]:
    """The lines of a whole turn, as if every fight were won; what the dice forbid is skipped when it is reached."""
    if ask.kind.id == "blind_turn":
        return _blind_plan(game, seat)
    rest: tuple[Callable[[World], Rule], ...] = (found_big, expansion)
    kind = ask.kind.id
    if kind == "place_unit":
        # in the phase before its own expansion the small empire of an event is played
        rules = (expansion, monuments, *rest) if game.phase == "turn" else (expansion,)
    elif kind in ("event_force", "event_pieces") and not isinstance(ask, CivilWar):
        rules = (IMMEDIATE[EVENTS[game.now.event].kind], *rest)
    else:
        return []
    given = [one for rule in rules for one in _answers(game, rule(game), seat)]
    return [*_event_line(given), *_unit_lines(given, fought=kind == "event_force")]


def _blind_plan(game: World, seat: int) -> list[str]:
    """The turn as it would be played now without an event; without `end`, so that the defaults use what is left."""
    one = game.players[seat]
    one.played.append(one.card.pop())
    game.turn = Turn(seat, one.played[-1])
    given = [both for rule in (choose_emblem, found_big, expansion) for both in _answers(game, rule(game), seat)]
    lines = ["ready"]
    for ask, answer in given:
        if answer[0] in ("army", "attack") and answer[1] not in WATERS:  # others may have come or gone by then
            land, won = answer[1], "until won losses 2"
            lines.append(f"army {land} or attack {land} {won}")
        elif answer != END:
            lines.append(ask.write(answer))
    return lines


def _answers(game: World, rule: Rule, seat: int) -> list[tuple[Ask, Answer]]:
    """What the bot answers in a dry run of the rules; others answer by default, and attackers throw sixes."""
    given: list[tuple[Ask, Answer]] = []

    def reply(wanted: Any) -> Any:
        if isinstance(wanted, Together):
            return {other: ask.default() for other, ask in wanted.asks.items()}
        if not isinstance(wanted, Ask):
            return [6 if wanted.label.startswith("attack:") else 1] * wanted.count
        value = wanted.only()
        if value is None:
            value = answer(game, wanted, seat) if wanted.player == seat else wanted.default()
            if wanted.player == seat:
                given.append((wanted, value))
        return value

    dry_run(rule, reply)
    return given


def _event_line(given: list[tuple[Ask, Answer]]) -> list[str]:
    """The targets of an event in one line."""
    asks = [(ask, answer) for ask, answer in given if ask.kind.id in ("event_force", "event_pieces")]
    if not asks:
        return []
    ask, first = asks[0]
    more = [answer[-1] for _, answer in asks[1:] if len(answer) > 1]
    return [", ".join([ask.write(first), *more])]


def _unit_lines(given: list[tuple[Ask, Answer]], fought: bool) -> Iterator[str]:
    for ask, answer in given:
        if ask.kind.id != "place_unit":
            continue
        fought = fought or answer[0] in ("attack", "event fleet")
        text = ask.write(answer)
        if answer[0] == "attack" and len(answer) == 3:
            text += " until won losses 2"
        yield f"try {text}" if fought and answer != END else text


# ---- events that attack


def _strike(game: World, ask: Choose) -> Answer:
    """The target with the most to gain; a free army never stops while there is one."""
    targets = [one for one in ask.options if len(one) > 1]
    if not targets:
        return ask.options[0]
    worth = Worth(game, game.now.seat)
    return max(targets, key=lambda one: _prospect(game, worth, one))


def _prospect(game: World, worth: Worth, one: Answer) -> float:
    land = one[-1]
    here = game.lands.get(land)
    if here is None:
        return worth.land(land)
    dice, force = 1, FREE
    if one[0] == "crusade against":
        fields = KINDS["crusade"].fields
        force = Force(bonus=fields["attack_bonus"])
        dice = 2 if land in WATERS[fields["from_sea"]].shores else 1
    return worth.land(land) * chance(force, dice, here.fort, here.armies)


def _civil_war(game: World, ask: CivilWar) -> Answer:
    worth = Worth(game, game.now.seat)

    def prospect(land: str) -> float:
        here = game.lands[land]
        return worth.land(land) * chance(FREE, 1, here.fort, here.armies)

    best: list[tuple[float, tuple[int, str], tuple[str, ...]]] = []
    for realm, lands in ask.lands.items():
        chosen = sorted(lands, key=lambda land: -prospect(land))[: ask.number]
        best.append((added(map(prospect, chosen)), realm, tuple(chosen)))
    _, realm, chosen_lands = max(best, key=lambda one: one[0])
    return ask.normal(("civil_war against", *realm, chosen_lands))


# ---- expansion


def _place(game: World, ask: PlaceUnit) -> Answer:
    if ("offer trade to", "all") in ask.found:
        return ("offer trade to", "all")
    best = Placing(game, ask)
    return max(ask.found, key=best.value)


class Placing:
    """What each step of an expansion is worth."""

    def __init__(self, game: World, ask: PlaceUnit) -> None:
        self.game, self.ask = game, ask
        self.worth = Worth(game, game.now.seat)
        self.force = empire_force(game)
        self.units = sum(part.units for part in game.now.parts)
        self.reached = [one[1] for one in ask.found if one[0] in ("army", "attack")]

    def value(self, answer: Answer) -> float:
        verb = answer[0]
        if verb in ("army", "event army"):
            return self._army(answer[1]) + (100 if verb == "event army" else 0)
        if verb == "attack":
            return self._attack(answer)
        if verb in ("fort", "event fort"):
            saved = FORT * self.worth.holds(answer[1]) * self._danger(answer[1])
            return saved + (50 if verb == "event fort" else 0)
        if verb in ("fleet", "event fleet"):
            return self._fleet(answer[1]) + (20 if verb == "event fleet" else 0)
        return 0.0

    def _army(self, land: str) -> float:
        here = self.game.lands.get(land)
        if here is not None:
            return SECOND_ARMY / here.armies * self.worth.holds(land) * self._danger(land)
        ahead = WAY * self.worth.beyond(land) if self.units > 1 else 0.0
        return self.worth.land(land) + ahead

    def _attack(self, answer: Answer) -> float:
        place = answer[1]
        if place in WATERS:
            foe = self.game.foe_at_sea(self.game.now.seat, place)
            defenders = self.game.fleets[place][foe] if foe is not None else 1
            return self._fleet(place) * chance(self.force, 1, False, defenders)
        here = self.game.lands[place]
        ahead = WAY * self.worth.beyond(place) if self.units > 1 else 0.0
        if here.owner == self.game.now.seat:
            return ahead + self.worth.resource(place) - self.worth.holds(place) * 0.05
        value = self.worth.land(place) + ahead
        if len(answer) == 4:  # treachery: only once, so best used against what is hard to take
            return value * 0.9 + 0.4 * here.armies + 0.4 * here.fort
        step = self.ask.found[answer]
        return value * chance(self.force, step.dice, here.fort, here.armies)

    def _fleet(self, water: str) -> float:
        """A fleet is worth the best shores that it opens and that nothing else reaches."""
        if self.units < 2 or self.game.fleets.get(water, {}).get(self.game.now.seat):
            return 0.0
        opened: list[float] = []
        for shore in WATERS[water].shores:
            if shore in self.reached or self.game.owner(shore) == self.game.now.seat:
                continue
            here = self.game.lands.get(shore)
            odds = 1.0 if here is None else chance(self.force, 2, here.fort, here.armies)
            opened.append((self.worth.land(shore) + WAY * self.worth.beyond(shore)) * odds)
        opened.sort(reverse=True)
        after = min(self.units - 1, 3)
        return added(opened[:after]) / (after + 1)

    def _danger(self, land: str) -> float:
        """How easily others can reach a land: over how many borders."""
        foreign = [way for way in NEIGHBOURS[land] if self.game.owner(way.to) != self.game.now.seat]
        return 0.6 + 0.1 * len(foreign)
