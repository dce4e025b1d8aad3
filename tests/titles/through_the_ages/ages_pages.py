"""Boards of Through the Ages as the tests read them: positions of games, their text, and what can be named on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

from ages_kit import PLAYERS, PRINTED, READ, at

from pbem import titles
from pbem.pages.board_api import Scene
from pbem.table import Ask, Table
from pbem.titles.through_the_ages import TITLE, board, bot
from pbem.titles.through_the_ages.cards import BOARDS
from pbem.trials.simulate import source

NAMES = ("Anna", "Ben", "Cleo", "Dan")


def random_games(seats: int, seed: int, options: dict[str, bool] | None = None) -> Iterator[Table]:
    """A game of random players, before each answer; the same table all the time."""
    table = Table(TITLE, PLAYERS[:seats], options, below=source(f"board {seats} {seed}"), stride=TITLE.longest)
    pick = source(f"picks {seed}")
    while not table.over:
        yield table
        seat = next(seat for seat in table.pending if seat not in table.given)
        table.answer(seat, table.pending[seat].sample(pick))
    yield table


@cache
def bot_view(seats: int, round_: int, seed: int = 1) -> Table:
    """A game between bots at the first action phase of a round; its end for a round that never comes."""
    table = Table(TITLE, PLAYERS[:seats], below=source(f"bots {seats} {seed}"), stride=TITLE.longest)
    while not table.over:
        seat = next(seat for seat in table.pending if seat not in table.given)
        ask = table.pending[seat]
        if table.state.round >= round_ and ask.kind.id == "act":
            break
        table.answer(seat, bot.answer(table.seen(seat), ask, seat))
    return table


def full() -> Table:
    """A position that has something of everything: four players, pacts, a war, colonies, ruins, a wonder half built."""
    anna = {
        "culture": 43,
        "science": 12,
        "yellow": 8,
        "blue": 7,
        "unused": 0,
        "government": "monarchy",
        "workers": {
            "agriculture": 2,
            "irrigation": 1,
            "bronze": 1,
            "iron": 2,
            "philosophy": 1,
            "alchemy": 1,
            "religion": 1,
            "drama": 1,
            "warriors": 2,
            "knights": 1,
        },
        "tokens": {"irrigation": 1, "iron": 2, "bronze": 3},
        "leader": "leonardo_da_vinci",
        "wonders": ["pyramids", "hanging_gardens"],
        "ruins": ["hanging_gardens"],
        "homer_under": "pyramids",
        "unfinished": "st_peters_basilica",
        "stages": 1,
        "specials": ["code_of_laws", "cartography"],
        "colonies": ["inhabited_territory_i"],
        "tactic": "medieval_army",
        "exclusive": True,
        "hand": ["monarchy", "breakthrough_i", "architecture"],
        "military_hand": ["raid_i", "pestilence", "legion"],
    }
    ben = {"culture": 31, "science": 9, "tactic": "legion", "military_hand": ["military_bonus_i"], "leader": "moses"}
    given = {
        "age": "II",
        "round": 9,
        "civs": [anna, ben, {"culture": 38}, {"culture": 27, "unfinished": "colossus"}],
        "row": ["iron", "reserves_i", "", "coal", "eiffel_tower", "republic", "isaac_newton", "iron"],
        "wars": [{"card": "war_over_territory_ii", "attacker": 1, "defender": 0}],
        "pacts": [{"card": "trade_routes_agreement", "a": 0, "b": 2, "owner": 0}],
        "past": ["development_of_markets", "border_conflict"],
        "common_tactics": ["fighting_band", "legion"],
        "current": ["crusades", "foray", "cold_war"],
        "future": ["rats"],
        "active": 0,
    }
    return at(given, seats=4)


def scene(table: Table, language: str = "en", desk: int | None = None) -> Scene:
    handles = table.players
    words = titles.words(TITLE, language, NAMES[: len(handles)])
    made = Scene(table.view(None), NAMES[: len(handles)], words, None, tuple(table.pending), "", handles)
    return made if desk is None else replace(made, desk=desk)


def parsed(html: str) -> ElementTree.Element:
    """As XML, which has no attribute without a value and no tag without an end."""
    return ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")


def squeezed(text: str) -> str:
    """Without blanks and soft hyphens, which depend on the width of a page."""
    return re.sub(r"[\s\u00ad]+", "", text)


def bank(table: str, left: int, column: str) -> int:
    """What a bank with so many tokens says, read from the table of the board."""
    rows = BOARDS[table]["by_tokens_left"]
    return next(row[column] or 0 for row in rows if row["min"] <= left and (row["max"] is None or left <= row["max"]))


def things_on(html: str) -> set[tuple[str, str]]:
    """Slots and ids of everything drawn."""
    found = set()
    for slots, ident in re.findall(r'data-slot="([^"]+)" data-id="([^"]+)"', html):
        found |= {(slot, ident) for slot in slots.split()}
    return found


def things_in(order: str, ask: Ask, table: Table) -> Iterator[tuple[set[str], str]]:
    """What an order names: (slots that can mean it, id). Slots are those of the forms that begin as the order does."""
    forms = [form for form in ask.kind.forms if f"{order} ".startswith(f"{form.head} ")]
    slots = {slot for form in forms for slot in re.findall(r"<([a-z_]+)>", form.notation)}
    for word in re.split(r"[ ,]+", order)[1:]:
        meant = {slot for slot in slots if slot in TITLE.vocabularies and word in TITLE.vocabularies[slot]}
        if "player" in slots and word in table.players:
            meant.add("player")
        if meant:
            yield meant, word


def printed_name(card: str) -> str:
    return str(PRINTED[card]["name"])


def civilization_facts(table: Table, seat: int) -> Iterator[str]:
    """What stands on the board of one civilization, in the words of the English page."""
    civ = table.state.civs[seat]
    read = {key: of(table.state, seat) for key, of in READ.items()}
    costs, eats = (bank("yellow_bank", civ.yellow, key) for key in ("population_cost_food", "consumption"))
    wants, corrupts = bank("yellow_bank", civ.yellow, "happiness_demand"), bank("blue_bank", civ.blue, "corruption")
    costs -= civ.leader == "moses"
    yield f"{civ.culture}Culture+{read['culture_rate']} a turn"
    yield f"{civ.science}Science+{read['science_rate']} a turn"
    yield f"{read['strength']}Strength"
    yield f"{read['happy']}Happinesshappy, {wants} needed"
    yield f"{read['food']}Foodfood, +{read['food_made']} −{eats}"
    yield f"{read['resources']}Resourcesresources, +{read['resources_made']}"
    military = civ.military + (table.state.turn.extra_military if seat == table.state.active else 0)
    yield f"{civ.civil} of {civ.civil_total} civil, {military} of {civ.military_total} military actions left"
    yield f"Yellow bank {civ.yellow}" + (f": the next worker costs {costs} food" if civ.yellow else "")
    yield f"eats {eats}; needs {wants} happy"
    yield f"Blue bank {civ.blue}; corruption {corrupts}"
    yield f"{civ.unused} unused worker"
    yield f"Civil hand {len(civ.hand)} of {read['civil_limit']}"
    yield f"Military hand {len(civ.military_hand)} of {read['military_limit']}"
    if civ.unfinished:
        stages = PRINTED[civ.unfinished]["stages"]
        left = ", ".join(map(str, stages[civ.stages :]))
        yield f"{civ.stages} of {len(stages)} stages built; then {left}"
    cards = [civ.government, civ.leader, civ.unfinished, civ.tactic, *civ.wonders, *civ.specials, *civ.colonies]
    yield from (printed_name(card) for card in (*cards, *civ.hand) if card)
    for card, workers in civ.workers.items():
        tokens = civ.tokens.get(card, 0)
        more = f", {tokens} token{'s' * (tokens != 1)} worth {tokens * value(card)}" if tokens else ""
        yield f"{workers} worker{'s' * (workers != 1)}{more}"
        yield printed_name(card)
    for pact in table.state.pacts:
        if seat in (pact.a, pact.b):
            yield printed_name(pact.card)
            yield f"With {NAMES[pact.b if seat == pact.a else pact.a]}"
    for war in table.state.wars:
        if seat in (war.attacker, war.defender):
            yield printed_name(war.card)


def value(card: str) -> int:
    return int(PRINTED[card].get("blue_token_value", PRINTED[card]["level"]))


def table_facts(table: Table) -> Iterator[str]:
    """What stands in the middle of the table."""
    game = table.state
    yield f"Age {game.age} · round {game.round}"
    yield f"{len(game.civil_deck)} civil and {len(game.military_deck)} military cards in the decks"
    yield f"{len(game.current)} current and {len(game.future)} future events"
    yield from (printed_name(card) for card in (*game.row, *game.past, *game.common_tactics) if card)
    for seat, civ in enumerate(game.civs):
        yield from (f"{printed_name(card)} ({NAMES[seat]})" for card in civ.colonies)
    if any(game.row):
        yield from ("1 civil action each", "2 civil actions each", "3 civil actions each")
    if game.age in ("I", "II", "III"):
        yield f"Age {game.age} ends with the last civil card: {len(game.civil_deck)} to go."
        yield from (f"yellow bank {max(0, civ.yellow - 2)}, needs" for civ in game.civs if not civ.resigned)
    else:
        yield "Age A ends" if game.age == "A" else "There are no more cards."


def drawn(table: Table, language: str = "en", desk: int | None = None) -> str:
    return str(board.draw(scene(table, language, desk)))
