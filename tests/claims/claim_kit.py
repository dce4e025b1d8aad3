"""Refusals state what is true: the positions, wrong orders for them, and what a claim is checked against.

Each title has a table of claims: by the key of a refusal, a function that computes anew, from the position and the data
files, whether what the sentence says is so. It never calls the code that refused.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pbem.table import Ask, BadSetup, NotLegal, Refused, Table, Title
from pbem.table.state_json import to_json
from pbem.trials.conformance_orders import mutant, well_formed

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn", "gustav")
ORDERS = 8
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
    title: Title

    def __getattr__(self, name: str) -> Any:
        """A value that the sentence mentions."""
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


Claim = Callable[[Said], bool]
Tries = Callable[[Any, Ask, random.Random], str]
"""(game, ask, chance) → an order that nobody would hit upon by changing words, "" for none."""


def data(title: str, name: str) -> Any:
    """A data file as it stands."""
    return yaml.load((ROOT / title / "data" / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


FROM_POSITION = frozenset(
    (
        "no_such_target colour",
        "target_unwanted event",
        "target_wanted event",
        "target_is_empire event",
        "target_is_leader event",
        "target_is_area event",
        "target_is_player event",
        "target_is_artifact event",
        "target_out_of_range event",
        "target_not_own event",
        "target_own event",
        "target_itself event",
        "target_lacks event",
        "target_and_thief event",
        "target_yourself event",
        "area_lacks event",
        "no_religion empire",
        "adopt_have empire",
        "adopt_have artifact",
        "adopt_outlived empire",
        "adopt_outlived artifact",
        "adopt_in_unrest empire",
        "adopt_in_unrest artifact",
        "adopt_in_unrest old",
        "not_their_land empire",
        "side_too_early other",
        "side_sinks other",
        "artifact_out_of_range artifact",
        "artifact_lacks artifact",
        "artifact_lacks_there artifact",
        "artifact_on_card artifact",
        "artifact_wants_area artifact",
        "area_has_artifact artifact",
        "not_on_the_card empire",
        "no_seafaring empire",
        "no_retreat_there start",
        "other_event event",
        "needs_ship region",
        "no_own_disc region",
        "out_of_reach region",
        "other_moment event",
        "other_moment moment",
        "not_these_areas empire",
        "not_in_this_age empire",
        "nowhere_to_start empire",
        "no_tactician area",
        "not_controlled empire",
        "not_asking empire",
        "artifact_not_of_age artifact",
        "artifact_in_play artifact",
        "only_by_empire event",
        "beyond_first_round card",
        "emblem_in_use emblem",
        "no_army_left emblem",
        "leader_not_there area",
        "other_source barren",
        "card_not_in_hand card",
        "garrison area",
        "one_crossing sea",
    )
)
"""Refusals and values that name something else than the order does: the position says it, and a claim computes it."""

GENERAL: dict[str, Claim] = {
    "not_among_legal": lambda said: said.order not in [said.ask.write(one, said.players) for one in said.ask.listed()],
    "not_so_many": lambda said: not said.least <= said.given <= said.most,
    "number_out_of_range": lambda said: (
        not any(said.low <= int(word) <= said.high for word in said.order.split() if word.isdigit())
    ),
    "not_all_once": lambda said: sorted(map(str, said.given)) != sorted(map(str, said.ask.items)),
    "bid_over_maximum": lambda said: (
        said.bid > said.most and all(text in said.order for text in (f" {said.bid} ", f"max {said.most}"))
    ),
    "over_maximum": lambda said: said.least > said.most and f"max {said.most}" in said.order,
    "not_asked_now": lambda said: said.asked == said.ask.kind.id != said.other,
}
"""What the table itself says of an order that can be read."""


def tried(
    title: Title, claims: Mapping[str, Claim], positions: int, seed: int, more: Tries | None = None
) -> Counter[str]:
    """Random games, with wrong orders in every position; how often each refusal was met. Raises at a false claim."""
    met: Counter[str] = Counter()
    done, game = 0, 0
    while done < positions:
        chance = random.Random(f"{title.id} {seed} {game}")
        game += 1
        seats = title.seats[chance.randrange(len(title.seats))]
        table = Table(title, HANDLES[:seats], options(title, seats, game, chance), below=chance.randrange)
        while not table.over and done < positions:
            seat, ask = next((seat, ask) for seat, ask in table.pending.items() if seat not in table.given)
            orders = wrong_orders(table, seat, ask, chance)
            if more is not None and (order := more(table.state, ask, chance)):
                orders.append(order)
            _position(table, seat, ask, orders, claims, met)
            done += 1
            table.answer(seat, ask.sample(chance.randrange))
    return met


def options(title: Title, seats: int, game: int, chance: random.Random) -> dict[str, Any]:
    """Every other game with options by chance, if so many can play with them."""
    chosen = {one.id: chance.choice(one.values) for one in title.options} if game % 2 == 0 else {}
    try:
        title.settle(seats, chosen)
    except BadSetup:
        return {}
    return chosen


def wrong_orders(table: Table, seat: int, ask: Ask, chance: random.Random) -> list[str]:
    """Orders that may be wrong, most of them nearly right."""
    legal, seen = sorted(ask.legal_words()), known_to(table, seat)
    orders = []
    for n in range(ORDERS):
        if n == 0:
            order = aimed(mutant(ask, table.players, chance.randrange), ask, legal, chance)
        elif n < ORDERS // 2:
            order = aimed(well_formed(ask.kind, table.players, chance.randrange), ask, (legal, seen)[n % 2], chance)
        else:
            order = nearly(ask, table.players, seen, chance)
        orders.append(order)
    return orders


def _position(
    table: Table, seat: int, ask: Ask, orders: Iterable[str], claims: Mapping[str, Claim], met: Counter[str]
) -> None:
    for order in orders:
        try:
            ask.parse(order, table.players)
        except Refused as refused:
            if isinstance(refused, NotLegal):
                _check(Said(table.state, ask, seat, order, refused.values, table.players, table.title), refused, claims)
                met[refused.key] += 1


def known_to(table: Table, seat: int) -> list[str]:
    """All ids in what a player sees: own cards, what lies on the table."""
    return sorted(set(re.findall(r"[a-z_0-9]{3,}", json.dumps(to_json(table.view(seat))))))


def nearly(ask: Ask, players: tuple[str, ...], seen: list[str], chance: random.Random) -> str:
    """A legal order with one or two of its words changed: to something that the player sees, or another number."""
    words = ask.write(ask.sample(chance.randrange), players).split(" ")
    for _ in range(1 + chance.randrange(2)):
        n = chance.randrange(len(words))
        ident = words[n].rstrip(",")
        rest = words[n][len(ident) :]
        slots = [known for known in ask.kind.language.slots.values() if ident in known]
        if re.fullmatch(r"x?\d+", ident):
            words[n] = re.sub(r"\d+", str(chance.randrange(12)), ident) + rest
        elif slots:
            near = [one for one in seen if any(one in known for known in slots)]
            pool = near if near and chance.randrange(4) else [one for known in slots for one in known]
            words[n] = chance.choice(sorted(pool)) + rest
        elif n == len(words) - 1 and chance.randrange(3) == 0:
            words.append(f"x{2 + chance.randrange(4)}")
    return " ".join(words)


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


def mentioned(said: Said) -> set[str]:
    """All words of an order as it is read, and as it is meant."""
    try:
        given = said.ask.kind.read(said.order, said.players, said.seat)[1]
        meant = (given, said.ask.normal(given), said.ask.means(given) if said.ask.means else ())
    except Refused:
        return set(re.findall(r"[a-z_0-9]+", said.order))
    return set(re.findall(r"[a-z_0-9]+", repr(meant)))


def _check(said: Said, refused: NotLegal, claims: Mapping[str, Claim]) -> None:
    claim = claims.get(refused.key) or GENERAL.get(refused.key)
    assert claim is not None, f"{refused.key} ({said.order!r}) claims something that nothing checks"
    assert true(said, refused.key, claim), f"{refused.key} is said of {said.order!r}, not so: {dict(said.values)}"


def true(said: Said, key: str, claim: Claim) -> bool:
    """What the sentence says is so, and it speaks of what the order does."""
    for name in stated(said.title, key):
        value = said.values.get(name)
        named = not isinstance(value, str) or not value or f"{key} {name}" in FROM_POSITION
        if not named and value not in mentioned(said):
            return False
    return bool(claim(said))


def stated(title: Title, key: str) -> set[str]:
    """The values that the sentence of a refusal mentions; the order itself is none."""
    return set(re.findall(r"\{(\w+)", title.words["en"].get(f"refusal.{key}", ""))) - {"order"}
