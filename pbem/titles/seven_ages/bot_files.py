"""What the bot writes when it plays by mail: the markers, all its actions, and orders for what others do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...table import Answer, Ask, AskKind, HiddenTouched, dry_run
from ...table.state_json import copy
from .bot_cards import to_start, use
from .bot_empires import start_options
from .bot_markers import best_markers, empire_gains
from .bot_moves import suppose
from .cards import (
    CARDS,
    CIVILISE,
    DESTINY,
    DISCARD,
    EVENTS,
    EXTRA,
    MANOEUVRE,
    PRODUCTION,
    START,
    TRADING,
    WILD,
)
from .rules.building import BUILD, START_UNITS, build
from .rules.changes import gain_money
from .rules.civilise import STAGES, civilise
from .rules.destiny import discard_ask
from .rules.income import income, upkeep
from .rules.markers import mark_ask, mark_of
from .rules.moves import END, move_ask
from .rules.pile import value
from .rules.playing import play_ask, put_artifact
from .rules.start import found, start_ask
from .rules.trade import PILE, partners
from .state import Act, Seven
from .worth import Worth

Think = Callable[[Any, Ask, int], Answer]
MOST_ACTIONS = 30
STANDING = (
    "once on pick_colours: default",
    "always on reveal_marker: default",
    "always on discard_empire: default",
    "always on start_units: default",
    "always on free_action: free action yes",
    "always on supply_loss: default",
    "always on raid_income: default",
    "always on build_units: save",
    "always on trade_partner: default",
    "always on trade_card: offer highest",
    "always on trade_steps: advance all",
    "always on move_units: end moves",
    "always on conflict_order: default",
    "always on conflict_redraw: redraw below 4",
    "always on conflict_commit: default",
    "always on conflict_retreat: default",
    "always on scrap_nuclear: scrap nuke",
    "always on pursuit_losses: default",
    "always on destiny_discard: discard none",
    "always on play_card: play none",
    "always on event_choice: default",
    "always on assassin_draw: assassin keep from 5",
    "always on dismiss_leader: dismiss none",
    "always on get_leader: default",
    "always on event_leader: default",
    "always on adopt: default",
    "always on modernise: modernise all",
    "always on build_cities: default",
    "always on calm_unrest: default",
    "always on buy_glory: buy glory max keep 30",
    "always on range_permission: default",
    "always on accept_toll: no toll",
    "always on cadence_markers: default",
)


def plan(think: Think, game: Seven, ask: Ask, seat: int, players: Sequence[str]) -> list[str]:
    """With the markers go the orders for every action, as far as they can be foreseen."""
    if ask.kind.id != "place_markers":
        return []
    return list(Round(think, game, seat, players).lines())


class Round:
    """One turn of a player, thought through before it begins."""

    def __init__(self, think: Think, game: Seven, seat: int, players: Sequence[str]) -> None:
        self.think, self.game, self.seat, self.players = think, game, seat, players
        self.worth = Worth(game, seat)

    def lines(self) -> Iterator[str]:
        markers = best_markers(self.game, self.seat)
        yield mark_ask(self.game, self.seat).write(mark_of(markers), self.players)
        done = list(markers.values())
        for place, marker in markers.items():
            action = self.instead(place, done) if marker == WILD else marker
            if action:
                yield from self.action(place, action)
        yield from self.cards()

    def instead(self, place: str, done: list[str]) -> str:
        """What a wild card becomes: the best action that no other marker takes."""
        if place == EXTRA:
            return ""
        gains = empire_gains(self.game, self.worth, self.game.empire(place))
        left = {one: gains[one] for one in (PRODUCTION, TRADING, MANOEUVRE, CIVILISE) if one not in done}
        return max(left, key=lambda one: left[one], default="")

    def action(self, place: str, action: str) -> Iterator[str]:
        empire = "" if place == EXTRA else place
        then: Seven = copy(self.game)
        then.action, then.acts = action, [Act(action, self.seat, empire)]
        if action == START:
            yield from self.start(then)
        elif action == DISCARD:
            yield f"dissolve {place}"
        elif action == TRADING:
            yield from self.trade(then, empire)
        elif action == DESTINY:
            yield self._line(then, discard_ask(then, self.seat, empire), empire)
        elif action == PRODUCTION:
            one = then.empire(empire)
            gain_money(one, income(then, one) - upkeep(then, one))
            then.act.stage = "build"
            yield from self.builds(then, empire, BUILD)
        elif action == MANOEUVRE:
            yield from self.moves(then, empire)
        elif action == CIVILISE:
            yield from self.civilise(then, empire)

    def _line(self, then: Seven, ask: Ask, subject: str) -> str:
        answer = ask.check(self.think(then, ask, self.seat))
        about = f"{subject}: " if subject else ""
        return f"try {about}{ask.write(answer, self.players)}"

    # ---- the actions

    def moves(self, then: Seven, ident: str) -> Iterator[str]:
        """Move after move, each carried out on the copy."""
        then.act.stage = "move"
        empire = then.empire(ident)
        for _ in range(MOST_ACTIONS):
            ask = move_ask(then, empire)
            answer = ask.check(self.think(then, ask, self.seat))
            if answer == END:
                break
            yield f"try {ident}: {ask.write(answer, self.players)}"
            suppose(then, empire, answer)
        yield f"{ident}: end moves"

    def builds(self, then: Seven, ident: str, kind: AskKind) -> Iterator[str]:
        """Order after order is carried out on the copy, while there is money."""
        empire = then.empire(ident)
        lines: list[str] = []

        def reply(wanted: Any) -> Any:
            answer = wanted.check(self.think(then, wanted, self.seat))
            lines.append(f"try {ident}: {wanted.write(answer, self.players)}")
            return answer

        for _ in range(MOST_ACTIONS):
            if not empire.money or not dry_run(build(then, empire, kind), reply):
                break
        yield from lines

    def start(self, then: Seven) -> Iterator[str]:
        """The best empires in turn, if an earlier player spoils one; each with its units."""
        ask = start_ask(then, self.seat)
        found_ones = sorted(start_options(then, self.seat, self.worth), key=lambda one: -one[0])[:3]
        wanted = [answer for gain, answer in found_ones if gain > 0 or not then.owners]
        if not wanted:
            return
        any_colour = [("start", card, (None, *clauses[1:])) for _, card, clauses in wanted]
        yield " or ".join([*(ask.write(answer, self.players) for answer in any_colour), "start none"])
        for answer in wanted:
            yield from self.first_units(answer)

    def first_units(self, answer: Answer) -> Iterator[str]:
        then: Seven = copy(self.game)
        then.action, then.acts = START, [Act(START, self.seat)]
        ident = CARDS[answer[1]].empire
        try:
            found(then, self.seat, answer[1], answer[2])
        except HiddenTouched:  # it takes over units of which it knows only the number
            return
        yield from self.builds(then, ident, START_UNITS)

    def trade(self, then: Seven, empire: str) -> Iterator[str]:
        near = [one for one in partners(then, then.empire(empire)) if one != PILE]
        best = sorted(near, key=lambda one: -then.empire(one).step)[:4]
        wanted = [f"trade with {one}" for one in best]
        yield f"try {empire}: {' or '.join([*wanted, 'default'])}"

    def civilise(self, then: Seven, empire: str) -> Iterator[str]:
        """Cards first; of events only the card is gone in the copy, what they bring is not foreseen."""
        about = f"{empire}: " if empire else ""
        for _ in range(MOST_ACTIONS):
            if not then.players[self.seat].hand:
                break
            ask = play_ask(then)
            answer = ask.check(self.think(then, ask, self.seat))
            if answer == ("play none",):
                break
            yield f"try {about}{ask.write(answer, self.players)}"
            then.players[self.seat].hand.remove(answer[1])
            if len(answer) == 4:
                put_artifact(then, self.seat, answer[1], then.empire(answer[2]), answer[3][0])
        yield f"try {about}play none"
        if empire:
            yield from self.steps(then, empire)

    def steps(self, then: Seven, empire: str) -> Iterator[str]:
        """Leader, adoption, units, cities, unrest."""
        lines: list[str] = []

        def reply(wanted: Any) -> Any:
            if not isinstance(wanted, Ask):
                return list(wanted.items)[:1]  # whoever is drawn from the cup
            answer = wanted.check(self.think(then, wanted, self.seat))
            lines.append(f"try {empire}: {wanted.write(answer, self.players)}")
            return answer

        for stage in STAGES:
            then.acts = [Act(CIVILISE, self.seat, empire, stage=stage)]
            dry_run(civilise(then), reply)
        yield from lines

    # ---- cards for other moments

    def cards(self) -> Iterator[str]:
        """Which card to offer, and events for what may happen in this turn."""
        game, turn = self.game, self.game.turn
        hand = game.players[self.seat].hand
        kept = to_start(game, self.seat, self.worth)
        ranked = sorted(hand, key=lambda card: use(game, self.seat, card, kept) - 0.45 * value(card))
        offers = " or ".join([*(f"offer {card}" for card in ranked[:5]), "offer highest"])
        yield f"until turn {turn} on trade_card: {offers}"
        for card in hand:
            yield from self.event(card, f"until turn {turn} on")

    def event(self, card: str, until: str) -> Iterator[str]:
        event = EVENTS[CARDS[card].event]
        kinds = [effect["type"] for effect in event.effects]
        if event.when == "reaction":
            yield f"{until} event_reaction if target = {self.players[self.seat]}: react {card}"
        elif event.when == "conflict" and ("potential" in kinds or "ignore_defence" in kinds):
            for side, fact in (("attacker", "attacking"), ("defender", "defending")):
                if event.target.get("side", side) == side:
                    yield f"{until} conflict_event if {fact} and battle_round = 1: play {card} for {side}"
        elif event.when == "conflict" and event.target["kind"] == "side" and "buy_potential" not in kinds:
            yield f"{until} conflict_event if attacking and battle_round = 1: play {card} for defender"
            yield f"{until} conflict_event if defending and battle_round = 1: play {card} for attacker"
        elif event.id == "infamy":
            yield f"{until} event_reaction: react {card} on {self.players[self.worth.threat[0]]}"
        elif event.id in ("triumph", "trade_winds", "forced_march", "good_harvest"):
            own = list(self.game.players[self.seat].empires)
            if own:
                yield f"{until} event_reaction: {' or '.join(f'react {card} on {one}' for one in own)}"
