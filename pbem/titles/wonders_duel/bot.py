"""A player of 7 Wonders Duel that sees only what its seat may see.

All values are in tenths of a victory point. The bot asks what each card
is worth to each of the two players (`Worth`), and then looks three plays
ahead (`Plan`): its own play, the opponent's best reply among what then lies
within reach, and its own best play after that. So it takes what the opponent
wants, does not turn up good cards for the opponent, and sees both the gain of
another turn and the threat of a supremacy. A face-down card counts as the
average of what it may be.
"""

from __future__ import annotations

from ...table import Answer, Ask, Choose, ChooseSome, back_of
from .cards import BUILDINGS, CONSTANTS, SLOTS, WONDERS, back
from .state import Duel
from .worth import LIKED, Worth

STANDING = (
    f"always on draft_wonders: rank {', '.join(LIKED)} or default",
    "always on choose_progress: token law or token theology or token strategy or token economy or any",
    "always on choose_first_player: start me",
)
"""Standing orders of a bot that thinks ahead by mail."""

REPLY, AFTERWARDS = 60, 20
"""Weight in percent of the opponent's reply and of the bot's own play after it."""


def answer(game: Duel, ask: Ask, seat: int) -> Answer:
    """The best legal answer to an ask, judging by what the seat sees of the game."""
    if isinstance(ask, ChooseSome):  # the draft
        liked = sorted(ask.items, key=LIKED.index)[: ask.least]
        return ask.normal((ask.verb, tuple(liked)))
    if not isinstance(ask, Choose):
        raise TypeError(f"the duel has no ask like {ask!r}")
    worth = Worth(game)
    kind = ask.kind.id
    if kind == "play_card":
        plan = Plan(game, worth)
        return max(ask.options, key=lambda one: plan.play(seat, one))
    if kind == "destroy_building":
        return max(ask.options, key=lambda one: worth.loss(1 - seat, one[1]))
    if kind == "revive_building":
        return max(ask.options, key=lambda one: worth.building(seat, one[1]))
    if kind == "choose_first_player":
        plan = Plan(game, worth)
        return ("start", "me") if plan.best(seat) >= -plan.best(1 - seat) else ("start", "opponent")
    return max(ask.options, key=lambda one: worth.token(seat, one[1]))


class Plan:
    """What a play is worth, including the reply to it and the play after that."""

    def __init__(self, game: Duel, worth: Worth) -> None:
        self.game, self.worth = game, worth
        self.lies = {card: slot for slot, card in game.face_up.items()}
        self.reach = list(game.accessible())
        self.wonder = [max((worth.wonder(seat, w) for w in self._wonders(seat)), default=-10_000) for seat in range(2)]
        self._takes: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self._maybe: dict[tuple[int, str], list[int]] = {}

    def _wonders(self, seat: int) -> list[str]:
        built = sum(len(city.built) for city in self.game.cities)
        if built >= CONSTANTS["wonders_built_max"]:
            return []
        return [w for w in self.game.cities[seat].wonders if self.worth.affordable(seat, WONDERS[w])]

    def best(self, seat: int) -> int:
        """The best play of a seat if it were its turn."""
        plays: list[Answer] = [("build", c) for c in self.reach if self.worth.affordable(seat, BUILDINGS[c])]
        plays += [("discard", c) for c in self.reach]
        plays += [("wonder", w, c) for w in self._wonders(seat) for c in self.reach]
        return max(self.play(seat, one) for one in plays)

    def play(self, seat: int, play: Answer) -> int:
        worth, card = self.worth, play[-1]
        if play[0] == "build":
            gain, again = worth.built(seat, card), False
        elif play[0] == "discard":
            gain, again = worth.discarded(seat), False
        else:
            gain, again = worth.wonder(seat, play[1]), worth.again(seat, play[1])
        left = [one for one in self.reach if one != card]
        hidden = []
        for slot in SLOTS[self.lies[card]].covers:
            if self._freed(slot, self.lies[card]):
                if slot in self.game.face_up:
                    left.append(self.game.face_up[slot])
                else:
                    hidden.append(back_of(self.game.face_down[slot]))
        if not left and not hidden:
            return gain
        if again:
            more, taken = self._best_of(seat, left, hidden)
            left = [one for one in left if one != taken]
            reply = self._best_of(1 - seat, left, [])[0] if left else 0
            return gain + more - reply * REPLY // 100
        reply, taken = self._best_of(1 - seat, left, hidden)
        left = [one for one in left if one != taken]
        after = self._best_of(seat, left, [])[0] if left else 0
        return gain - reply * REPLY // 100 + after * AFTERWARDS // 100

    def _freed(self, slot: str, by: str) -> bool:
        up, down = self.game.face_up, self.game.face_down
        return (slot in up or slot in down) and not any(
            one != by and (one in up or one in down) for one in SLOTS[slot].covered_by
        )

    def take(self, seat: int, card: str) -> int:
        """The most that a seat gets out of one card within reach."""
        known = self._takes[seat]
        if card not in known:
            known[card] = max(self.wonder[seat], self.worth.discarded(seat), self._build(seat, card))
        return known[card]

    def _build(self, seat: int, card: str) -> int:
        return self.worth.built(seat, card) if self.worth.affordable(seat, BUILDINGS[card]) else -10_000

    def _best_of(self, seat: int, cards: list[str], hidden: list[str]) -> tuple[int, str]:
        """The best of these cards for a seat; with cards about to be turned up, the expected value."""
        taken = max(cards, key=lambda card: self.take(seat, card), default="")
        best = self.take(seat, taken) if taken else 0
        for side in hidden:
            chances = self._chances(seat, side)
            better = sum(max(best, one) for one in chances) // len(chances)
            if better > best:
                best = better
        return best, taken

    def _chances(self, seat: int, side: str) -> list[int]:
        """What the possible face-down cards with this back are worth."""
        key = (seat, side)
        if key not in self._maybe:
            unseen = [card for card in self.worth.unseen if back(card) == side]
            self._maybe[key] = [self.take(seat, card) for card in unseen]
        return self._maybe[key]
