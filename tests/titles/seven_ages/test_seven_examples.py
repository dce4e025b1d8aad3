"""Every example line of asks.yaml is a legal order in some position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from seven_kit import at, position

from pbem.orders.fitting import first_legal
from pbem.orders.lines import LineReader
from pbem.table import Ask, Choose
from pbem.titles import resources
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.cards import CARDS, LANGUAGE
from pbem.titles.seven_ages.rules import (
    adoption,
    assassination,
    building,
    cadence,
    cities,
    civilise,
    commitment,
    conflict,
    conflict_events,
    destiny,
    event_choices,
    glory,
    joining,
    leaders,
    manoeuvre,
    markers,
    modernising,
    moves,
    offers,
    permission,
    playing,
    production,
    pursuit,
    retreat,
    setup,
    start,
    trade,
)
from pbem.titles.seven_ages.rules.fights import begin_fight
from pbem.titles.seven_ages.state import Act, Seven

HANDLES = ("alice", "bob", "dave", "erin")
EXAMPLES = [
    (ask["id"], text)
    for ask in resources.read("pbem.titles.seven_ages", "asks.yaml")["asks"]
    for text in ask["order"]["examples"]
]


def world(
    *seats: dict[str, dict[str, Any]],
    hands: tuple[list[str], ...] = (),
    act: tuple[str, str] | None = None,
    **more: Any,
) -> Seven:
    """A position: for each seat its empires with units and fields."""
    free = ["red", "pink", "light_green", "dark_green", "light_blue", "dark_blue", "brown", "tan", "purple", "lilac"]
    who = ("anna", "ben", "cleo", "dan")
    empires: dict[str, dict[str, dict[str, Any]]] = {one: {} for one in who}
    units = {}
    for one, own in zip(who, seats, strict=False):
        for ident, fields in own.items():
            units[ident] = fields.pop("units")
            empires[one][ident] = {"colour": free.pop(), "step": 24, "money": 40, **fields}
    given = position(empires, units=units, hands=dict(zip(who, hands, strict=False)), **more)
    game: Seven = at(given, seats=4).state
    if act is not None:
        game.action, game.acts = act[1], [Act(act[1], game.owners.get(act[0], 0), act[0])]
    return game


ROMANS = {"units": {"latium": {"spear": 3, "sword": 3}, "etruria": {"sword": 2}, "sicily": {"sword": 3, "galley": 2}}}


def romans(**more: Any) -> dict[str, Any]:
    return {**ROMANS, "units": dict(ROMANS["units"]), "step": 12, **more}


def battle(area: str) -> Seven:
    """Anna's Russians, with a tactician, against the French."""
    russians = {
        "units": {
            area: {"musket": 3, "knight": 2, "cannon": 1},
            "poland": {"musket": 1},
            "ukraine": {"musket": 1},
        },
        "leaders": [{"id": "tactician", "kind": "tactician", "area": area}],
    }
    game = world(
        {"russians": russians},
        {"french": {"units": {area: {"musket": 3}, "normandy": {"musket": 1}}}},
        hands=(["c47", "c12", "c77"], [], [], []),
        act=("french", "manoeuvre"),
    )
    game.control[area] = "french"
    begin_fight(game, game.empire("russians"), game.empire("french"), area, back="manoeuvre")
    game.battle.round = 1
    return game


def set_up() -> Iterator[Ask]:
    game = world({}, hands=(["c37", "c5", "c58"], [], [], []))
    yield setup.show_ask(game, 0)
    yield setup.redraw_ask(game, 0)
    for one in game.players:
        one.colours = []
    yield setup.colour_ask(game, 0)
    yield joining.join_ask(game, 3)
    yield markers.mark_ask(game, 0)


def marked() -> Iterator[Ask]:
    game = world({"romans": romans(), "picts": {"units": {"scotland": {"spear": 2}}}})
    yield markers.mark_ask(game, 0)
    game.action = "production"
    for placed in ({"romans": "production"}, {"picts": "production"}):
        game.players[0].markers = dict(placed)
        yield markers.reveal_ask(game, 0)
    yield markers.order_ask(game, 0, ["romans", "extra"])
    game = world({"english": {"units": {"england": {"spear": 2}}}, "finns": {"units": {"finland": {"spear": 1}}}})
    yield markers.mark_ask(world({"english": {"units": {"england": {"spear": 2}}}}), 0)
    for action, placed in (
        ("manoeuvre", {"english": "wild"}),
        ("civilise", {"extra": "wild"}),
        ("destiny", {"extra": "destiny"}),
        ("discard_empire", {"finns": "discard_empire"}),
    ):
        game.action, game.players[0].markers = action, dict(placed)
        yield markers.wild_ask(game, 0)
        yield markers.reveal_ask(game, 0)
    yield cadence.cadence_ask(game)


def started() -> Iterator[Ask]:
    for step, hand in ((24, ["c37", "c59", "c98"]), (18, ["c69"]), (40, ["c21", "c83"]), (12, ["c59"])):
        arabs = {"units": {"castile": {"spear": 1}, "hejaz": {"spear": 1}}, "step": step}
        own = {"units": {"latium": {"spear": 2}}, "step": step}
        game = world({}, {"arabs": arabs, "italians": own}, hands=(hand, [], [], []))
        game.players[0].colours = ["red", "pink"]
        game.acts = [Act("start_empire", 0)]
        yield start.start_ask(game, 0)
        game.players[0].colours = ["black", "white"]
        yield start.start_ask(game, 0)
    for card in ("c37", "c1"):
        game = world({}, hands=([card], [], [], []))
        game.acts = [Act("start_empire", 0)]
        start.found(game, 0, card, start.completed(game, 0, card, (None, None, None, None, None, None)))
        empire = game.empire(CARDS[card].empire)
        empire.step = 26
        yield building.build_ask(game, empire, building.START_UNITS)
        building.place_units(game, empire, (("spear", None, empire.starts[0], None),))
        yield building.build_ask(game, empire, building.START_UNITS)
    options = [start.YES, start.NO]
    yield Choose(0, LANGUAGE["free_action"], options, context={"subject": "english"})


def produced() -> Iterator[Ask]:
    own = romans(capital="latium")
    own["units"] |= {
        "latium": {"spear": 1},
        "sicily": {"sword": 1, "galley": 1},
        "aquitaine": {"spear": 3},
        "egypt": {"spear": 1},
    }
    game = world(
        {"romans": own},
        {"spanish": {"units": {"castile": {"spear": 1}}}},
        cities={"latium": 3, "egypt": 1},
        act=("romans", "production"),
    )
    yield building.build_ask(game, game.empire("romans"), building.BUILD)
    yield production.starve_ask(game, game.empire("romans"), 2)
    yield production.starve_ask(game, game.empire("romans"), 1)
    pirates = world(
        {"pirate_state": {"units": {"sardinia": {"spear": 1}}}},
        {"spanish": {"units": {"castile": {"spear": 1}}}},
    )
    yield production.rob_ask(pirates, pirates.empire("pirate_state"), [pirates.empire("spanish")])


def traded() -> Iterator[Ask]:
    syracusans = {"units": {"sicily": {"spear": 1}}, "step": 9}
    others = {
        "romans": {"units": {"latium": {"spear": 1}}},
        "hellenes": {"units": {"eastern_mediterranean": {"galley": 1}}},
        "persians": {"units": {"lydia": {"spear": 1}}},
        "han": {"units": {"honan": {"spear": 1}}},
    }
    hand = ["c31", "c40"]
    for near in (("romans", "persians", "hellenes", "han"), ("hellenes", "persians"), ("han",)):
        rivals = {ident: {**others[ident], "step": 9} for ident in near}
        game = world(
            {"syracusans": dict(syracusans)}, rivals, hands=(hand, ["c7"], [], []), act=("syracusans", "trade")
        )
        if "hellenes" in near and "romans" not in near:
            for one in ("hellenes", "persians"):
                game.empire(one).traded = one == "hellenes"
        yield trade.partner_ask(game, game.empire("syracusans"))
    romans_alone = world({"romans": romans()}, hands=(["c12", "c40"], [], [], []), act=("romans", "trade"))
    yield trade.card_ask(romans_alone, romans_alone.empire("romans"), [])
    yield trade.steps_ask(game, game.empire("syracusans"), 3)
    game = world({"romans": romans()}, {"syracusans": dict(syracusans)}, hands=([], hand, [], []))
    game.acts = [Act("trade", 1, "syracusans")]
    yield trade.gift_ask(game, game.empire("romans"), game.empire("syracusans"))
    yield permission.permission_ask(game, game.empire("syracusans"), game.empire("romans"))
    yield permission.toll_ask(game, game.empire("syracusans"), game.empire("romans"), 9, 0)
    game = world({"hellenes": {"units": {"hellas": {"spear": 1}}}}, {"romans": romans()}, hands=(["c12"], [], [], []))
    game.acts = [Act("trade", 0, "hellenes")]
    yield permission.toll_ask(game, game.empire("hellenes"), game.empire("romans"), 9, 1)


def moved() -> Iterator[Ask]:
    french = {
        "units": {"poland": {"musket": 5, "artillery": 2, "knight": 2}, "austria": {"musket": 2}},
        "step": 30,
        "card": ["paved_roads"],
        "leaders": [{"id": "tactician", "kind": "tactician", "area": "poland"}],
    }
    game = world({"french": french, "romans": romans()}, act=("french", "manoeuvre"))
    yield moves.move_ask(game, game.empire("french"))
    game.acts = [Act("manoeuvre", 0, "romans")]
    yield moves.move_ask(game, game.empire("romans"))
    empire = game.empire("french")
    yield manoeuvre.order_ask(game, empire, [("muscovy", None), ("pripet_marsh", None)])
    yield manoeuvre.order_ask(game, empire, [("austria", "austrians"), ("austria", "magyars")])


def fought() -> Iterator[Ask]:
    game = battle("pripet_marsh")  # next to Poland and the Ukraine
    fight = game.battle
    fight.sides[0].card = "c2"
    yield conflict.redraw_ask(game, fight.sides[0])
    yield commitment.commit_ask(game, 0, None)
    yield conflict_events.event_ask(game, 0)
    fight.sides.reverse()
    yield conflict_events.event_ask(game, 0)
    fight.sides.reverse()
    fight.sides[1].unrest = 1
    yield retreat.RetreatPlan(game, 0, False).ask()
    for units in (
        [("knight", "plain", 0)] * 2 + [("musket", "plain", 0)],
        [("knight", "plain", 0), ("musket", "plain", 0)],
    ):
        fight.sides[0].fresh = list(units)
        yield retreat.RetreatPlan(game, 0, False).ask()
    yield Choose(0, LANGUAGE["scrap_nuclear"], [conflict.SCRAPPED, conflict.KEPT])
    fight.sides[0].fresh = [("spear", "plain", 0)] * 3
    yield pursuit.losses_ask(game, 0, ["spear"] * 3, 2)


def civilised() -> Iterator[Ask]:
    own = romans(leaders=[{"id": "builder", "kind": "builder", "area": "latium"}], capital="")
    own["leaders"] += [{"id": "caesar", "kind": "tactician", "area": "etruria"}]
    own["card"] = ["paved_roads"]
    tactician = {"id": "tactician", "kind": "tactician"}
    others = {
        "gauls": {"units": {"provence": {"spear": 1}}, "step": 12, "leaders": [{**tactician, "area": "provence"}]},
        "hellenes": {"units": {"hellas": {"spear": 1}, "eastern_mediterranean": {"galley": 1}}, "step": 12},
        "persians": {"units": {"lydia": {"spear": 1}}, "step": 12, "leaders": [{**tactician, "area": "lydia"}]},
        "egyptians": {"units": {"egypt": {"spear": 1}}, "step": 12},
        "spanish": {"units": {"castile": {"spear": 1}}, "step": 12},
    }
    hand = ["c10", "c98", "c40", "c5", "c22", "c61", "c13"]
    game = world(
        {"romans": own, "english": {"units": {"england": {"galley": 1, "spear": 1}}}},
        {},
        others,
        {},
        hands=(hand, [], ["c7"], []),
        cities={"egypt": 1, "latium": 1},
        act=("romans", "civilise"),
        unrest=["sicily"],
    )
    yield playing.play_ask(game)
    yield destiny.discard_ask(world({}, hands=(["c5", "c58"], [], [], [])), 0, "")
    for unit, cause in (("spear", 2), ("sword", 1)):
        items = [(unit, "latium")] * 3
        yield event_choices.loss_ask(game, game.empire("romans"), "pestilence", items, cause)
    yield event_choices.area_ask(game, 1, game.empire("romans"), "revolt", ["etruria", "sicily"], 0, 2)
    yield assassination.keep_ask(game, "romans", 2)
    yield Choose(0, LANGUAGE["event_choice"], [("choose card", "c40")])
    yield cities.city_ask(game, game.empire("romans"))
    game.empire("romans").capital = "latium"
    yield cities.city_ask(game, game.empire("romans"))
    late = romans(step=40)
    game2 = world({"romans": late}, act=("romans", "civilise"), unrest=["sicily"])
    yield modernising.modernise_ask(game2, game2.empire("romans"))
    yield cities.city_ask(game2, game2.empire("romans"))


def led() -> Iterator[Ask]:
    english = {"units": {"england": {"musket": 2}}, "step": 26}
    game = world({"english": english}, act=("english", "civilise"))
    yield leaders.leader_ask(game, game.empire("english"), leaders.GET, by_name=True)
    yield leaders.leader_ask(game, game.empire("english"), leaders.EVENT_LEADER, by_name=False)
    at_sea = {"hellas": {"spear": 1}, "eastern_mediterranean": {"galley": 1}}
    believers = {
        "byzantines": {"units": at_sea, "step": 16, "card": ["christianity"]},
        "gauls": {"units": {"provence": {"spear": 1}}, "step": 16, "card": ["republic"]},
        "arabs": {"units": {"palestine": {"spear": 1}}, "step": 16, "card": ["islam"]},
    }
    game = world({"romans": romans(step=16)}, believers, act=("romans", "civilise"))
    yield adoption.adopt_ask(game, game.empire("romans"))


def reacted() -> Iterator[Ask]:
    hand = ["c46", "c64", "c23", "c106"]
    game = world(
        {"romans": romans()},
        {"gauls": {"units": {"provence": {"spear": 1}}}},
        hands=(hand, [], [], []),
        act=("romans", "trade"),
    )
    yield offers.react_ask(game, 0, "reaction", "volcano")
    yield offers.react_ask(game, 0, "trade")
    game.acts = [Act("manoeuvre", 0, "romans")]
    yield offers.react_ask(game, 0, "manoeuvre")


def yielded() -> Iterator[Ask]:
    """Asks that rules put without a function of their own: dismissal, calm, glory."""
    own = romans(leaders=[{"id": "builder", "kind": "builder", "area": "latium"}])
    own["leaders"] += [{"id": "builder", "kind": "builder", "area": "etruria"}]
    own["leaders"] += [{"id": "caesar", "kind": "tactician", "area": "etruria"}]
    game = world({"romans": own}, act=("romans", "civilise"), unrest=["sicily"])
    yield next(civilise.dismiss(game, game.empire("romans")))
    yield next(civilise.calm(game, game.empire("romans")))
    game = world({"french": {"units": {"normandy": {"spear": 1}}, "money": 90}})
    yield next(glory.buy(game, game.empire("french")))


SOURCES: tuple[Callable[[], Iterator[Ask]], ...] = (
    set_up,
    marked,
    started,
    produced,
    traded,
    moved,
    fought,
    civilised,
    led,
    reacted,
    yielded,
)


@pytest.fixture(scope="module")
def legal() -> set[tuple[str, str]]:
    """The examples that an ask of their kind allows, looked at when it is put: the next one changes the position."""
    reader = LineReader(TITLE, HANDLES, 0)
    found: set[tuple[str, str]] = set()
    for make in SOURCES:
        for ask in make():
            for kind, text in EXAMPLES:
                if kind == ask.kind.id and (kind, text) not in found:
                    (line,) = reader.read(text).lines
                    if first_legal(line.orders[:1], ask, HANDLES)[0] is not None:
                        found.add((kind, text))
    return found


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[f"{kind}: {text}" for kind, text in EXAMPLES])
def test_an_example_is_legal_somewhere(kind: str, text: str, legal: set[tuple[str, str]]) -> None:
    assert (kind, text) in legal
