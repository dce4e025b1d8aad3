"""Refusals state what is true: the positions, wrong orders for them, and what a claim is checked against.

Each title has a table of claims: by the key of a refusal, a function that computes anew, from the position and the data
files, whether what the sentence says is so. It never calls the code that refused.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pbem.table import Ask, NotLegal, Refused, Table, Title
from pbem.trials.conformance_orders import mutant, well_formed

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn", "gustav")
ORDERS = 6
"""Wrong orders that are tried in a position."""
ROOT = Path(__file__).parents[2] / "pbem" / "titles"


@dataclass(frozen=True)
class Said:
    """A refusal, and where it was given."""

    game: Any
    ask: Ask
    seat: int
    order: str
    values: Mapping[str, Any]
    players: tuple[str, ...]

    def __getattr__(self, name: str) -> Any:
        """A value that the sentence mentions."""
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


Claim = Callable[[Said], bool]


def data(title: str, name: str) -> Any:
    """A data file as it stands."""
    return yaml.load((ROOT / title / "data" / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


GENERAL: dict[str, Claim] = {
    "not_among_legal": lambda said: said.order not in [said.ask.write(one, said.players) for one in said.ask.listed()],
    "not_so_many": lambda said: not said.least <= said.given <= said.most,
    "number_out_of_range": lambda said: (
        not any(said.low <= int(word) <= said.high for word in said.order.split() if word.isdigit())
    ),
    "not_all_once": lambda said: sorted(map(str, said.given)) != sorted(map(str, said.ask.items)),  # type: ignore[attr-defined]
    "bid_over_maximum": lambda said: (
        said.bid > said.most and all(text in said.order for text in (f" {said.bid} ", f"max {said.most}"))
    ),
    "over_maximum": lambda said: said.least > said.most and f"max {said.most}" in said.order,
    "not_asked_now": lambda said: said.asked == said.ask.kind.id != said.other,
}
"""What the table itself says of an order that can be read."""


def tried(title: Title, claims: Mapping[str, Claim], positions: int, seed: int) -> Counter[str]:
    """Random games, with wrong orders in every position; how often each refusal was met. Raises at a false claim."""
    met: Counter[str] = Counter()
    done, game = 0, 0
    while done < positions:
        chance = random.Random(f"{title.id} {seed} {game}")
        game += 1
        seats = title.seats[chance.randrange(len(title.seats))]
        table = Table(title, HANDLES[:seats], below=chance.randrange)
        while not table.over and done < positions:
            seat, ask = next((seat, ask) for seat, ask in table.pending.items() if seat not in table.given)
            _position(table, seat, ask, claims, chance, met)
            done += 1
            table.answer(seat, ask.sample(chance.randrange))
    return met


def _position(
    table: Table, seat: int, ask: Ask, claims: Mapping[str, Claim], chance: random.Random, met: Counter[str]
) -> None:
    legal = sorted(ask.legal_words())
    for n in range(ORDERS):
        make = (
            mutant(ask, table.players, chance.randrange)
            if n == 0
            else well_formed(ask.kind, table.players, chance.randrange)
        )
        order = aimed(make, ask, legal, chance)
        try:
            ask.parse(order, table.players)
        except Refused as refused:
            if isinstance(refused, NotLegal):
                _check(Said(table.state, ask, seat, order, refused.values, table.players), refused, claims)
                met[refused.key] += 1


def aimed(order: str, ask: Ask, legal: list[str], chance: random.Random) -> str:
    """Half of the ids in an order are replaced by such as are legal somewhere: people try what is nearly right."""
    words = order.split(" ")
    for n, word in enumerate(words):
        ident = word.rstrip(",")
        slots = [known for known in ask.kind.language.slots.values() if ident in known]
        fitting = [one for one in legal if any(one in known for known in slots)]
        if fitting and chance.randrange(2):
            words[n] = chance.choice(fitting) + word[len(ident) :]
    return " ".join(words)


def _check(said: Said, refused: NotLegal, claims: Mapping[str, Claim]) -> None:
    claim = claims.get(refused.key) or GENERAL.get(refused.key)
    assert claim is not None, f"{refused.key} ({said.order!r}) claims something that nothing checks"
    assert claim(said), f"{refused.key} is said of {said.order!r}, and is not so: {dict(said.values)}"
