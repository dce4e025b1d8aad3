"""How often each card of Through the Ages was played in games between bots.

    python tools/cards_played.py [GAMES [PLAYERS [SEED]]]

A card counts as played when it came into play or was used up for what it does: technologies developed, leaders led,
wonders completed, action cards, events and territories prepared, colonies founded, attacks and wars declared, pacts
made, tactics played, bonus cards sent with a force or used in defence. Below the table stand rounds and points.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pbem.table import Note, Table
from pbem.titles.through_the_ages import TITLE, bot
from pbem.titles.through_the_ages.cards import CARDS, CIVIL_DECKS, MILITARY_DECKS
from pbem.trials.simulate import source

PLAYED = {
    "developed": "card",
    "revolution": "government",
    "leader_played": "leader",
    "action_played": "action",
    "wonder_completed": "wonder",
    "own_event_prepared": "event",
    "colony_founded": "territory",
    "attacked": "aggression",
    "war_declared": "war",
    "pact_made": "pact",
    "tactic_played": "tactic",
    "defended": "bonus",
    "force_sent": "bonus",
}


def played(note: Note) -> Iterator[str]:
    """The cards that a note tells of as played; the events of age A come up by themselves."""
    if note.key == "event_revealed" and CARDS[note.values["event"]].age == "A":
        yield note.values["event"]
    if note.key in PLAYED:
        named: Any = note.values[PLAYED[note.key]]
        yield from [named] if isinstance(named, str) else named


class Games:
    """Games between bots, and what was played in them."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.cards: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.points: list[list[int]] = []
        self.wonders = 0

    def play(self, seed: int) -> None:
        handles = [f"player{seat + 1}" for seat in range(self.players)]
        table = Table(TITLE, handles, below=source(f"chance {seed}"), stride=TITLE.longest)
        while not table.over:
            for seat, ask in table.unanswered.items():
                for note in table.answer(seat, bot.answer(table.seen(seat), ask, seat)):
                    self.cards.update(played(note))
        assert table.outcome is not None
        self.rounds.append(table.state.round)
        self.points.append(sorted((sum(row.values()) for row in table.outcome.scores), reverse=True))
        self.wonders += sum(len(civ.wonders) for civ in table.state.civs)

    def dealt(self) -> list[str]:
        """Every card that this number of players can be dealt, in the printed order."""
        decks = (*CIVIL_DECKS.items(), *MILITARY_DECKS.items())
        return list(dict.fromkeys(card for (_, players), deck in decks if players == self.players for card in deck))

    def never(self) -> list[str]:
        return [card for card in self.dealt() if not self.cards[card]]

    def report(self) -> Iterator[str]:
        games = len(self.rounds)
        families: dict[str, list[str]] = {}
        for card in self.dealt():
            families.setdefault(CARDS[card].family, []).append(card)
        for family, cards in families.items():
            counted = ", ".join(f"{card} {self.cards[card]}" for card in cards)
            yield f"{family} ({sum(self.cards[card] for card in cards) / games:.1f} a game): {counted}"
        winners, all_points = [one[0] for one in self.points], [point for one in self.points for point in one]
        lengths = f"{sum(self.rounds) / games:.1f} rounds ({min(self.rounds)} to {max(self.rounds)})"
        yield f"{games} games of {self.players}: {lengths}"
        yield f"culture: winner {sum(winners) / games:.1f}, all {sum(all_points) / len(all_points):.1f}"
        yield f"wonders a player: {self.wonders / games / self.players:.1f}"
        yield f"never played: {', '.join(self.never()) or 'none'}"


if __name__ == "__main__":
    games, players, seed = (int(given) for given in (*sys.argv[1:], *("200", "2", "1")[len(sys.argv) - 1 :]))
    record = Games(players)
    for number in range(games):
        record.play(seed + number)
    print("\n".join(record.report()))
