"""What the bot does with its cards: events, artifacts, offers in a trade, discards, reactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...table import Answer
from ..adding import added
from .atlas import AREAS
from .bot_empires import promise, start_options
from .cards import ARTIFACTS, CARDS, CONSTANTS, EMPIRES, EVENTS, Effect
from .rules.civilise import NO_CARD
from .rules.offers import PASS
from .rules.pile import value
from .rules.playing import plays
from .rules.potential import SIDE
from .state import Empire, Seven
from .worth import MONEY, Worth

LEAST = 0.35
"""What playing a card must bring: the card could be offered in a trade or start an empire later."""
LOW = 4
"""A card of more than this wins trades."""
STEP = 0.25
"""What a step on the track is worth by itself."""


# ---- the hand


def hand_need(game: Seven, seat: int) -> float:
    """What filling the hand would be worth."""
    hand = game.players[seat].hand
    missing = CONSTANTS["destiny_hand"] - len(hand)
    return 0.34 * missing + 0.1 * sum(value(card) <= 2 for card in hand)


def to_start(game: Seven, seat: int, worth: Worth) -> str:
    """The card kept for the next start, "" for none."""
    best = max(start_options(game, seat, worth), key=lambda one: one[0], default=None)
    return str(best[1][1]) if best is not None else ""


def use(game: Seven, seat: int, card: str, kept: str) -> float:
    """What a card is worth in the hand."""
    event = EVENTS[CARDS[card].event]
    worth = {"reaction": 0.6, "conflict": 0.5, "glory": 0.8}.get(event.when, 0.3)
    if card == kept and len(game.players[seat].empires) < game.most_empires():
        worth += 2.5
    return worth


def offer(game: Seven, ask: Any, seat: int) -> Answer:
    """A high card wins the trade; the card goes to the other player, so the one kept for a start stays."""
    kept = to_start(game, seat, Worth(game, seat))

    def rank(one: Answer) -> tuple[float, int]:
        return 0.45 * value(one[1]) - use(game, seat, one[1], kept), -CARDS[one[1]].number

    answer: Answer = max(ask.options, key=rank)
    return answer


def destiny(game: Seven, ask: Any, seat: int) -> Answer:
    """What can neither be started nor played soon goes away."""
    worth = Worth(game, seat)
    hand = game.players[seat].hand
    kept = to_start(game, seat, worth)
    gains = dict(playable(game, worth, seat, "", hand))
    idle = [one for one in hand if one != kept and gains.get(one, 0.0) < LEAST and value(one) <= LOW]
    chosen = [one for one in idle if use(game, seat, one, kept) < 0.5][:3]
    return ("discard", tuple(chosen)) if chosen else ("discard none",)


def first_card(game: Seven, ask: Any, seat: int) -> Answer:
    """Being first is no great thing: a middling card that cannot begin the game."""
    early = [one for one in ask.options if min(_ages(one[1])) > 2] or list(ask.options)
    answer: Answer = max(early, key=lambda one: (value(one[1]), -CARDS[one[1]].number))
    return answer


def _ages(card: str) -> tuple[int, ...]:
    return EMPIRES[CARDS[card].empire].ages


# ---- playing while civilising


def play(game: Seven, ask: Any, seat: int) -> Answer:
    worth = Worth(game, seat)
    best: tuple[float, Answer] = (LEAST, NO_CARD)
    kept = to_start(game, seat, worth)
    for card in game.players[seat].hand:
        cost = use(game, seat, card, kept) - 0.3
        for answer in plays(game, seat, game.act.empire, card):
            gain = play_gain(game, worth, answer) - cost
            if gain > best[0]:
                best = gain, answer
    return best[1]


def playable(game: Seven, worth: Worth, seat: int, subject: str, hand: list[str]) -> Iterator[tuple[str, float]]:
    """Each card with the most that playing it would bring."""
    for card in hand:
        gains = [play_gain(game, worth, answer) for answer in plays(game, seat, subject, card)]
        if gains:
            yield card, max(gains)


def worth_playing(game: Seven, worth: Worth, seat: int, subject: str) -> float:
    """What all cards together would bring that are worth playing now."""
    hand = game.players[seat].hand
    kept = to_start(game, seat, worth)
    found = dict(playable(game, worth, seat, subject, hand))
    return added(gain for card, gain in found.items() if gain - use(game, seat, card, kept) + 0.3 > LEAST)


def play_gain(game: Seven, worth: Worth, answer: Answer) -> float:
    if len(answer) == 4:
        return artifact_gain(game, worth, ARTIFACTS[CARDS[answer[1]].artifact].id, game.empire(answer[2]), answer[3][0])
    event = EVENTS[CARDS[answer[1]].event]
    return added(_GAINS[effect["type"]](game, worth, answer[2][0] or (), effect) for effect in event.effects)


def artifact_gain(game: Seven, worth: Worth, ident: str, empire: Empire, area: str | None) -> float:
    artifact = ARTIFACTS[ident]
    own = game.owners[empire.id] == worth.seat
    if "end_game" in artifact.effects:
        glory = [one.glory for one in game.players]
        bonus = 7 if own else -7
        return 5.0 if own and glory[worth.seat] + bonus > max(glory) else -5.0
    if not own:
        return -artifact.glory * against(worth, empire) - (0.3 if artifact.colour == "green" else 0.0)
    gain = artifact.glory + (0.3 if artifact.colour == "green" else -0.2) + worth.wishes(empire, "artifacts")
    if artifact.adoptable and any(ARTIFACTS[one].category == artifact.category for one in empire.card):
        gain -= 1.2
    if area is not None:
        gain += 0.02 * game.cities.get(area, 0) + (0.1 if area == empire.capital else 0.0)
    return gain


def against(worth: Worth, empire: Empire) -> float:
    """How welcome harm to an empire is: more for the most dangerous player, negative for one's own."""
    owner = worth.game.owners[empire.id]
    if owner == worth.seat:
        return -1.2
    return 1.0 if worth.threat[0] == owner else 0.5


# ---- what events bring


Target = tuple[str | int, ...]
Gain = Callable[[Seven, Worth, Target, Effect], float]


def _empire(game: Seven, target: Target) -> Empire:
    return game.empire(str(target[0]))


def _gain(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    what, amount = effect["what"], effect["amount"]
    if what == "cards":
        return 1.0
    if what == "glory":
        return 0.0
    empire = _empire(game, target)
    each = {"money": worth.money(empire), "elites": 0.45, "progress": STEP + worth.wishes(empire, "progress")}[what]
    mine = game.owners[empire.id] == worth.seat
    harm = against(worth, empire)
    if what == "progress" and empire.step + amount > 49:
        return 0.0
    return float(amount * each * (1.0 if mine else -0.6 * harm))


def _halve(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    if effect["what"] == "glory":
        return 0.0
    empire = _empire(game, target)
    harm = MONEY * empire.money / 2 if effect["what"] == "money" else 0.05 * len(empire.stacks)
    return harm * against(worth, empire)


def _damage(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    area = str(target[0])
    holder = game.control.get(area)
    if holder is None:
        return 0.0
    empire = game.empire(holder)
    units = {"none": 0.0, "half_up": 0.5, "half_down": 0.4, "all": 1.0}[effect["units"]]
    total = 0.12 * units * (empire.size(area) if effect["classes"] == "all" or not AREAS[area].is_land else 0)
    total += 0.25 * game.cities.get(area, 0) * (effect["city"] != "none")
    total += 0.4 * (bool(effect["artifact"]) and area in game.artifacts)
    total += 0.3 * (bool(effect["unrest"]) and area not in game.unrest and AREAS[area].is_land)
    total += 0.6 * (area == empire.capital and effect["city"] == "destroyed")
    return float(total * against(worth, empire))


def _against(harm: float) -> Gain:
    return lambda game, worth, target, effect: harm * against(worth, _empire(game, target))


def _own(gain: float) -> Gain:
    return lambda game, worth, target, effect: (
        gain * (1.0 if game.owners[str(target[0])] == worth.seat else -against(worth, _empire(game, target)))
    )


def _lose_units(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    empire = _empire(game, target)
    return 0.12 * min(6, empire.units()) * against(worth, empire)


def _cities(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    empire = _empire(game, target)
    lands = len(game.lands(empire))
    return 0.0 if empire.barbarian or not lands else min(2, lands) * (0.35 + worth.wishes(empire, "cities"))


def _colonists(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    empire = _empire(game, target)
    green = [n for n, s in enumerate(_glory(empire)) if s["category"] in ("areas", "areas_outside_europe")]
    return 0.5 + 1.2 * added(worth.wish(empire, n) for n in green)


def _glory(empire: Empire) -> tuple[Mapping[str, Any], ...]:
    return EMPIRES[empire.id].glory


def _remove_artifact(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    first = str(target[0])
    holder = game.control.get(first, "") if first in AREAS else first
    artifact = ARTIFACTS[game.artifacts[first] if first in AREAS else str(target[1])]
    if not holder:
        return 0.0
    good = 0.6 if artifact.colour == "green" else -0.5
    return good * against(worth, game.empire(holder))


def _spy(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    seat = int(target[0])
    return (0.5 + 0.05 * len(game.players[seat].hand)) if game.players[seat].hand else 0.0


def _steal(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    robbed = _empire(game, target)
    return float(min(effect["amount"], robbed.money) * MONEY * (1 + against(worth, robbed)))


def _nothing(game: Seven, worth: Worth, target: Target, effect: Effect) -> float:
    return 0.0


_GAINS: Mapping[str, Gain] = {
    "gain": _gain,
    "halve": _halve,
    "damage_area": _damage,
    "lose_units": _lose_units,
    "unrest_areas": _against(0.7),
    "lose_marker": _against(0.6),
    "convert_religion": _against(0.4),
    "assassinate": _against(0.45),
    "remove_artifact": _remove_artifact,
    "extra_cities": _cities,
    "place_units": _colonists,
    "forts": _own(0.4),
    "draw_leader": _own(0.5),
    "free_action": _own(0.8),
    "take_card": _spy,
    "steal_money": _steal,
}
"""Effects of events that are played while civilising; all others are played at their own moments."""


# ---- at other moments

HARMFUL = (
    "volcano",
    "pestilence",
    "great_fire",
    "earthquake",
    "flood",
    "revolt",
    "civil_war",
    "tax_revolt",
    "lost_knowledge",
    "revolution",
    "heresy",
    "spy",
    "piracy",
    "famine",
    "infamy",
    "storm",
)


def react(game: Seven, ask: Any, seat: int) -> Answer:
    """A reaction where something bad is about to happen; events of the moment where they help."""
    options = [one for one in ask.options if one != PASS]
    if not options:
        return PASS
    worth = Worth(game, seat)
    gain, best = max(((moment_gain(game, worth, one, ask), one) for one in options), key=lambda pair: pair[0])
    return best if gain > 0.4 else PASS


def moment_gain(game: Seven, worth: Worth, answer: Answer, ask: Any) -> float:
    event = CARDS[answer[1]].event
    target: Target = answer[2] or ()
    if ask.values["moment"] == "reaction":
        return 1.0 if ask.values["event"] in HARMFUL and game.acts and game.act.seat != worth.seat else 0.0
    if event in ("trade_winds", "good_harvest", "forced_march"):
        empire = _empire(game, target)
        mine = game.owners[empire.id] == worth.seat
        return 0.6 if mine and event != "good_harvest" else 0.5 * mine * (len(game.lands(empire)) > 3)
    if event == "embargo":
        return 0.6 * (against(worth, _empire(game, target)) if game.act.seat == worth.seat else 0.5)
    if event == "desertion":
        return 0.05 * _empire(game, target).units() * against(worth, _empire(game, target))
    if event == "triumph":
        return 3.0
    if event == "infamy":
        return 2.0 if target[0] == worth.threat[0] else -1.0
    if event == "glory_question":
        ahead = max(worth.of_player(one) for one in worth.threat) - worth.of_player(worth.seat)
        return 0.5 * ahead - 1.0
    return 0.0


def conflict_event(game: Seven, ask: Any, seat: int) -> Answer:
    """For the own side, in conflicts that are worth a card."""
    options: list[Answer] = [one for one in ask.options if one != PASS]
    fight = game.battle
    own = next((n for n, side in enumerate(fight.sides) if side.seat == seat), None)
    if not options or own is None or fight.sides[0].seat == fight.sides[1].seat:
        return PASS
    size = sum(side.left() for side in fight.sides)
    if size < 4 and fight.area not in game.cities:
        return PASS
    for answer in options:
        event = EVENTS[CARDS[answer[1]].event]
        kinds = [effect["type"] for effect in event.effects]
        good = any(kind in ("potential", "buy_potential", "ignore_defence") for kind in kinds)
        if len(answer) < 4 or any(side.bonus for side in fight.sides):
            continue
        if (answer[2] == SIDE[own]) == good and not (answer[3] or 0) > 8:
            return answer
    return PASS


def chosen(game: Seven, ask: Any, seat: int) -> Answer:
    """Choices of an event: the default, but a spy takes what can be started."""
    default: Answer = ask.default()
    if default[0] != "choose card":
        return default
    answer: Answer = max(ask.options, key=lambda one: (promise_of(game, seat, one[1]), value(one[1])))
    return answer


def promise_of(game: Seven, seat: int, card: str) -> float:
    before = list(game.players[seat].hand)
    game.players[seat].hand[:] = [card]
    try:
        return promise(game, seat, Worth(game, seat))
    finally:
        game.players[seat].hand[:] = before
