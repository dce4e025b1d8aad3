"""The reference page of Through the Ages: every card of the box, and the tables of the boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ....pages.board_api import ReferenceSheet
from ....pages.kit import esc, thing
from ....table import Words
from .. import gloss
from ..cards import AGES, BOARDS, CARDS, CIVIL_DECKS, FAMILY, FIRST_ACTIONS, MILITARY_DECKS, PRICES, UNITS, URBAN
from .cards import board_words, slot_of

GROUPS: Mapping[str, Sequence[str]] = {
    "production": ("farm", "mine"),
    "urban": URBAN,
    "units": UNITS,
    "governments": ("government",),
    "specials": ("special",),
    "leaders": ("leader",),
    "wonders": ("wonder",),
    "actions": ("action",),
    "events": ("event",),
    "territories": ("territory",),
    "tactics": ("tactic",),
    "aggressions": ("aggression",),
    "wars": ("war",),
    "pacts": ("pact",),
    "bonus": ("bonus",),
}
"""The sheets of cards, each with its families in the order of the page."""
_OF = {family: [card for card in CARDS.values() if card.family == family] for family in dict.fromkeys(FAMILY.values())}
_PLAYERS = (2, 3, 4)


def sheets(words: Words) -> Iterator[ReferenceSheet]:
    own = board_words(words.language, ())
    for key, draw in (("row", _row), ("banks", _banks), ("decks", _decks), ("costs", _costs)):
        yield ReferenceSheet(key, own.say(f"sheet.{key}"), draw(own))
    for key, families in GROUPS.items():
        yield ReferenceSheet(key, own.say(f"sheet.{key}"), _cards(own.say(f"sheet.{key}"), families, own))


def _table(
    label: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    marks: Sequence[str] = (),
    *,
    alone: bool = False,
) -> str:
    """A table whose first column names the rows. The heading of the sheet is caption enough for its only table.

    That one lists cards, and on a phone each card is a block."""
    columns = "".join(f'<th scope="col">{esc(head)}</th>' for head in heads)
    body = []
    for n, (first, *others) in enumerate(rows):
        cells = "".join(
            f'<td data-head="{esc(head)}">{esc(cell)}</td>' if alone else f"<td>{esc(cell)}</td>"
            for head, cell in zip(heads[1:], others, strict=True)
        )
        body.append(f'<tr{marks[n] if marks else ""}><th scope="row">{esc(first)}</th>{cells}</tr>')
    hidden, stacked = (' class="vh"', " stacked") if alone else ("", "")
    caption = f"<caption{hidden}>{esc(label)}</caption>"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{esc(label)}"><table class="cards{stacked}">'
        f"{caption}<thead><tr>{columns}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


# ---- cards


def _cards(head: str, families: Sequence[str], words: Words) -> str:
    """By age; columns that would be empty, or the same in every row, are left out."""
    cards = [card for age in AGES for family in families for card in _OF[family] if card.age == age]
    told = {
        "card": [words.name("card", card.id) for card in cards],
        "age": [card.age for card in cards],
        "type": [words.say(f"family.{card.kind or card.family}") for card in cards],
        "cost": [gloss.costs(card.id, words) for card in cards],
        "does": [gloss.does(card.id, words) for card in cards],
        "copies": [_copies(card.id, words) for card in cards],
    }
    shown = [key for key in told if key not in ("type", "cost") or len(set(told[key])) > 1]
    rows = list(zip(*(told[key] for key in shown), strict=True))
    marks = [thing(slot_of(card.id), card.id) for card in cards]
    return _table(head, [words.say(f"col.{key}") for key in shown], rows, marks, alone=True)


def _copies(card: str, words: Words) -> str:
    """How many there are with 2, 3 and 4 players; what is printed on the player boards is in no deck."""
    age = CARDS[card].age
    numbers = [(*CIVIL_DECKS[age, n], *MILITARY_DECKS[age, n]).count(card) for n in _PLAYERS]
    if not any(numbers):
        return words.say("on_player_board")
    return str(numbers[0]) if len(set(numbers)) == 1 else " / ".join(map(str, numbers))


# ---- boards


def _row(words: Words) -> str:
    say = words.say
    spaces = _table(
        say("row"),
        [say("col.space"), say("col.price")],
        [(_spaces(price), say("zone", {"n": price})) for price in sorted(set(PRICES))],
    )
    swept = BOARDS["card_row"]["discarded_before_refill"]
    rows = [
        (
            n,
            swept[f"p{n}"],
            BOARDS["event_decks"]["current_events_at_start"][f"p{n}"],
            ", ".join(map(str, FIRST_ACTIONS[:n])),
        )
        for n in _PLAYERS
    ]
    heads = [say(f"col.{key}") for key in ("players", "swept", "first_events", "first_actions")]
    surcharge = say("surcharge", {"n": BOARDS["card_row"]["wonder_surcharge_per_completed_wonder"]})
    return f"{spaces}<p>{esc(surcharge)}</p>{_table(say('by_players'), heads, rows)}"


def _banks(words: Words) -> str:
    say = words.say
    yellow, blue = (BOARDS[f"{colour}_bank"]["by_tokens_left"] for colour in ("yellow", "blue"))
    keys = ("population_cost_food", "consumption", "happiness_demand")
    heads = [say(f"col.{key}") for key in ("tokens", "population", "consumption", "happiness")]
    rows = [(_left(row), *("–" if row[key] is None else row[key] for key in keys)) for row in yellow]
    hunger = say("hungry", {"n": BOARDS["yellow_bank"]["missing_food_penalty_culture_each"]})
    lost = [(_left(row), row["corruption"]) for row in blue]
    return (
        _table(say("yellow"), heads, rows)
        + f"<p>{esc(hunger)}</p>"
        + _table(say("blue"), [say("col.tokens"), say("col.corruption")], lost)
    )


def _spaces(price: int) -> str:
    """The spaces of a price: `1–5`."""
    found = [n for n, one in enumerate(PRICES, start=1) if one == price]
    return f"{found[0]}–{found[-1]}"


def _left(row: Mapping[str, Any]) -> str:
    """How many tokens are left: `9–10`."""
    low, high = row["min"], row["max"]
    return f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"


def _decks(words: Words) -> str:
    heads = [words.say("col.age"), *(words.say("players", {"n": n}) for n in _PLAYERS)]
    out = ""
    for key, decks in (("civil_decks", CIVIL_DECKS), ("military_decks", MILITARY_DECKS)):
        rows = [(words.name("age", age), *(len(decks[age, n]) for n in _PLAYERS)) for age in AGES[:4]]
        out += _table(words.say(key), heads, rows)
    lost = BOARDS["ages"]["losses_at_end_of_ages_i_ii_iii"]["yellow_tokens_per_player"]
    return f"{out}<p>{esc(words.say('age_losses', {'n': lost}))}</p>"


def _costs(words: Words) -> str:
    """What each action costs in civil or military actions."""
    heads = [words.say("col.action"), words.say("col.cost")]
    tables = map(partial(_actions, words), ("civil", "military"))
    drawn = BOARDS["military_draw"]["max_per_turn"]
    limits = words.say(
        "limits", {"n": drawn, "discard": BOARDS["defense_against_aggression"]["discarded_card_strength"]}
    )
    return "".join(_table(label, heads, rows) for label, rows in tables) + f"<p>{esc(limits)}</p>"


def _actions(words: Words, kind: str) -> tuple[str, list[tuple[str, str]]]:
    rows = []
    for action, cost in BOARDS["action_costs"][kind].items():
        told = words.say(f"gives.{kind}", {"n": cost}) if isinstance(cost, int) else words.say(f"price.{action}")
        rows.append((words.say(f"action.{action}"), told))
    return words.say(f"rate.{kind}"), rows
