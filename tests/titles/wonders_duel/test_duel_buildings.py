"""Every building: what it costs and what it does, against a table of the printed cards.

The table is written from the cards and not taken from the component file, so
that a slip in the data shows. Resources: W wood, C clay, S stone, G glass,
P papyrus; a number is coins.
"""

from __future__ import annotations

import pytest
from duel_kit import BUILDINGS, duel, legal, play, price

CARDS = """
lumber_yard         I   brown   -      makes W
logging_camp        I   brown   1      makes W
clay_pool           I   brown   -      makes C
clay_pit            I   brown   1      makes C
quarry              I   brown   -      makes S
stone_pit           I   brown   1      makes S
glassworks          I   grey    1      makes G
press               I   grey    1      makes P
guard_tower         I   red     -      shields 1
workshop            I   green   P      symbol pendulum points 1
apothecary          I   green   G      symbol wheel points 1
stone_reserve       I   yellow  3      fixes S
clay_reserve        I   yellow  3      fixes C
wood_reserve        I   yellow  3      fixes W
stable              I   red     W      shields 1
garrison            I   red     C      shields 1
palisade            I   red     2      shields 1
scriptorium         I   green   2      symbol quill
pharmacist          I   green   2      symbol mortar
theater             I   blue    -      points 3
altar               I   blue    -      points 3
baths               I   blue    S      points 3
tavern              I   yellow  -      coins 4
sawmill             II  brown   2      makes WW
brickyard           II  brown   2      makes CC
shelf_quarry        II  brown   2      makes SS
glassblower         II  grey    -      makes G
drying_room         II  grey    -      makes P
walls               II  red     SS     shields 2
forum               II  yellow  3C     chooses GP
caravansery         II  yellow  2GP    chooses WCS
customs_house       II  yellow  4      fixes GP
courthouse          II  blue    WWG    points 5
horse_breeders      II  red     CW     shields 1 after stable
barracks            II  red     3      shields 1 after garrison
archery_range       II  red     SWP    shields 2
parade_ground       II  red     CCG    shields 2
library             II  green   SWG    symbol quill points 2 after scriptorium
dispensary          II  green   CCS    symbol mortar points 2 after pharmacist
school              II  green   WPP    symbol wheel points 1
laboratory          II  green   WGG    symbol pendulum points 1
statue              II  blue    CC     points 4 after theater
temple              II  blue    WP     points 4 after altar
aqueduct            II  blue    SSS    points 5 after baths
rostrum             II  blue    SW     points 4
brewery             II  yellow  -      coins 6
arsenal             III red     CCCWW  shields 3
pretorium           III red     8      shields 3
academy             III green   SWGG   symbol sundial points 3
study               III green   WWGP   symbol sundial points 3
chamber_of_commerce III yellow  PP     points 3
port                III yellow  WGP    points 3
armory              III yellow  SSG    points 3
palace              III blue    CSWGG  points 7
town_hall           III blue    SSSWW  points 7
obelisk             III blue    SSG    points 5
fortifications      III red     SSCP   shields 2 after palisade
siege_workshop      III red     WWWG   shields 2 after archery_range
circus              III red     CCSS   shields 2 after parade_ground
university          III green   CGP    symbol armillary_sphere points 2 after school
observatory         III green   SPP    symbol armillary_sphere points 2 after laboratory
gardens             III blue    CCWW   points 6 after statue
pantheon            III blue    CWPP   points 6 after temple
senate              III blue    CCSP   points 5 after rostrum
lighthouse          III yellow  CCG    points 3 coins 1 after tavern
arena               III yellow  CSW    points 3 after brewery
merchants_guild     III purple  CWGP   -
shipowners_guild    III purple  CSGP   -
builders_guild      III purple  SSCWG  -
magistrates_guild   III purple  WWCP   -
scientists_guild    III purple  CCWW   -
moneylenders_guild  III purple  SSWW   -
tacticians_guild    III purple  SSCP   -
"""


class Printed:
    """One line of the table."""

    def __init__(self, line: str) -> None:
        self.id, self.age, self.colour, cost, *effects = line.split()
        self.coins = int("".join(sign for sign in cost if sign.isdigit()) or 0)
        self.resources = "".join(sign for sign in cost if sign.isalpha())
        pairs = dict(zip(effects[::2], effects[1::2], strict=False))
        self.makes, self.fixes, self.chooses = (pairs.get(word, "") for word in ("makes", "fixes", "chooses"))
        self.shields, self.points, self.gains = (int(pairs.get(word, 0)) for word in ("shields", "points", "coins"))
        self.symbol, self.after = pairs.get("symbol", ""), pairs.get("after", "")


ALL = [Printed(line) for line in CARDS.strip().splitlines()]
NEEDS = {"W": "stable", "C": "garrison", "S": "baths", "G": "apothecary", "P": "workshop"}
"""Cards that cost one unit of a resource and nothing else."""
FILLERS = ("courthouse", "town_hall", "obelisk", "pretorium")


def by_id(card: Printed) -> str:
    return card.id


def fillers(*taken: str) -> list[str]:
    return [card for card in FILLERS if card not in taken]


def test_the_table_names_every_building_once() -> None:
    """WD-MA-1: 23, 23 and 20 cards of the ages and 7 guilds."""
    assert sorted(card.id for card in ALL) == sorted(BUILDINGS)
    counted = [sum(card.age == age and card.colour != "purple" for card in ALL) for age in ("I", "II", "III")]
    assert counted == [23, 23, 20]
    assert sum(card.colour == "purple" for card in ALL) == 7


@pytest.mark.parametrize("card", ALL, ids=by_id)
def test_a_building_has_its_age_and_colour(card: Printed) -> None:
    """WD-MA-9: no brown or grey card in age III; guilds there only."""
    entry = BUILDINGS[card.id]
    assert entry["age"] == {"I": 1, "II": 2, "III": 3}[card.age]
    assert entry["colour"] == card.colour
    assert not (card.age == "III" and card.colour in ("brown", "grey"))
    assert (card.colour == "purple") == (entry["deck"] == "guilds")


@pytest.mark.parametrize("card", ALL, ids=by_id)
def test_a_building_costs_what_is_printed(card: Printed) -> None:
    """WD-MA-5, WD-MA-10, WD-BU-1: bought unit by unit at 2 coins in a city that makes nothing; no cost is free."""
    table = duel({"open": [card.id, *fillers(card.id)], "cities.anna.coins": 30})
    cost = card.coins + 2 * len(card.resources)
    assert price(table, f"build {card.id}") == cost
    play(table, f"build {card.id}")
    assert table.state.cities[0].coins == 30 - cost + card.gains
    assert table.state.cities[0].buildings == [card.id]


@pytest.mark.parametrize("card", ALL, ids=by_id)
def test_a_building_needs_every_one_of_its_resources(card: Printed) -> None:
    """WD-TR-1: where the opponent makes 1 more of one resource, exactly its units get dearer."""
    producers = {"W": "logging_camp", "C": "clay_pit", "S": "stone_pit", "G": "glassworks", "P": "press"}
    for resource, producer in producers.items():
        if producer == card.id:
            continue
        given = {"open": [card.id, *fillers(card.id)], "cities.anna.coins": 40, "cities.ben.buildings": [producer]}
        dearer = price(duel(given), f"build {card.id}") - (card.coins + 2 * len(card.resources))
        assert dearer == card.resources.count(resource), resource


@pytest.mark.parametrize("card", ALL, ids=by_id)
def test_a_building_as_the_last_card_scores_what_is_printed(card: Printed) -> None:
    """WD-MA-7, WD-MA-8, WD-CA-2: points in its colour's column, shields at once, coins at once."""
    table = duel({"age": 3, "open": [card.id], "cities.anna.coins": 30, "cities.ben.coins": 0}, f"build {card.id}")
    assert table.over
    outcome = table.outcome
    assert outcome is not None
    left = 30 - card.coins - 2 * len(card.resources) + card.gains
    military = {0: 0, 1: 2, 2: 2, 3: 5}[card.shields]
    expected = dict.fromkeys(("military", "blue", "green", "yellow", "purple", "wonders", "tokens", "coins"), 0)
    expected |= {"military": military, "coins": left // 3}
    if card.colour in expected:
        expected[card.colour] = card.points
    if card.id in ("merchants_guild", "magistrates_guild", "scientists_guild", "tacticians_guild", "shipowners_guild"):
        expected["purple"] = 0  # nothing of the counted colour stands in either city
    if card.id == "moneylenders_guild":
        expected["purple"] = left // 3
    assert outcome.scores[0] == expected
    assert table.state.pawn == card.shields
    assert table.state.cities[0].coins == left


@pytest.mark.parametrize("card", [card for card in ALL if card.makes], ids=by_id)
def test_a_brown_or_grey_building_makes_its_resource_every_turn(card: Printed) -> None:
    """WD-MA-6, WD-CA-1, WD-BU-4: the owner needs to buy so many units less, the opponent pays so much more."""
    assert (card.colour == "brown") == (card.makes[0] in "WCS")
    resource = card.makes[0]
    goal = {"W": "siege_workshop", "C": "arsenal", "S": "town_hall", "G": "academy", "P": "pantheon"}[resource]
    others = [name for name in ("courthouse", "obelisk", "pretorium") if name != goal]
    given = {"open": [card.id, goal, *others], "cities.anna.coins": 40, "cities.ben.coins": 40}
    before = price(duel(given), f"build {goal}")
    table = duel(given, f"build {card.id}")
    needed = next(one for one in ALL if one.id == goal).resources.count(resource)
    assert price(table, f"build {goal}") == before + needed * len(card.makes)  # ben's price
    for turn in range(2):
        play(table, f"discard {others[turn]}")
        assert price(table, f"build {goal}") == before - 2 * len(card.makes)  # anna's price, turn after turn
        if turn == 0:
            play(table, f"discard {others[-1]}")


@pytest.mark.parametrize("card", [card for card in ALL if card.fixes], ids=by_id)
def test_a_trading_post_fixes_a_price_at_1(card: Printed) -> None:
    """WD-TR-5, WD-CA-3: for its resources only, and for the owner only."""
    rich = ["sawmill", "brickyard", "shelf_quarry", "glassworks", "glassblower", "press", "drying_room"]
    for resource, goal in NEEDS.items():
        given = {
            "open": [goal, "altar", "theater"],
            "cities.anna": {"coins": 20, "buildings": [card.id]},
            "cities.ben": {"coins": 20, "buildings": rich},
        }
        assert price(duel(given), f"build {goal}") == (1 if resource in card.fixes else 4)
        other = {**given, "active": "ben", "cities.ben": {"coins": 20}}
        assert price(duel(other), f"build {goal}") == 2


@pytest.mark.parametrize("card", [card for card in ALL if card.chooses], ids=by_id)
def test_a_choice_producer_makes_one_unit_of_its_kinds(card: Printed) -> None:
    """WD-CA-5: one unit, of any of its kinds, and no change of the opponent's prices."""
    for resource, goal in NEEDS.items():
        given = {"open": [goal, "altar", "theater"], "cities.anna.buildings": [card.id]}
        assert price(duel(given), f"build {goal}") == (0 if resource in card.chooses else 2)
        assert price(duel({**given, "active": "ben"}), f"build {goal}") == 2
    pair = "statue" if "C" in card.chooses else "school"  # two units of one kind: one is made, one bought
    wood = 0 if pair == "statue" else 2
    given = {"open": [pair, "altar", "baths"], "cities.anna.buildings": [card.id]}
    assert price(duel(given), f"build {pair}") == 2 + wood


@pytest.mark.parametrize("card", [card for card in ALL if card.symbol], ids=by_id)
def test_a_green_building_gives_its_symbol(card: Printed) -> None:
    """WD-SC-1: together with the other building of the same symbol it brings a token, with any other it does not."""
    for other in (one for one in ALL if one.symbol and one.id != card.id):
        table = duel(
            {
                "open": [card.id, *fillers(card.id)],
                "board": ["law", "economy"],
                "cities.anna": {"coins": 30, "buildings": [other.id]},
            },
            f"build {card.id}",
        )
        asked = next(iter(table.pending.values()))
        assert (asked.kind.id == "choose_progress") == (other.symbol == card.symbol), other.id


@pytest.mark.parametrize("card", ALL, ids=by_id)
def test_a_building_is_free_after_its_chain_card_and_no_other(card: Printed) -> None:
    """WD-CH-4, WD-MA-12: the 17 chains, found by trying every other building as the owner's only one."""
    free = []
    for other in ALL:
        if other.id != card.id:
            spare = fillers(card.id, other.id)
            table = duel({"open": [card.id, *spare], "cities.anna": {"coins": 0, "buildings": [other.id]}})
            (ask,) = table.pending.values()
            if f"build {card.id}" in legal(table) and "chain" in ask.about(("build", card.id)):
                free.append(other.id)
    assert free == ([card.after] if card.after else [])
    if card.after:
        before = next(one for one in ALL if one.id == card.after)
        assert card.age > before.age  # I < II < III, as text too


def test_there_are_17_chains() -> None:
    """WD-CH-4: two families run over three ages."""
    chains = {card.after: card.id for card in ALL if card.after}
    assert len(chains) == 17
    assert [start for start, end in chains.items() if end in chains] == ["theater", "altar"]
