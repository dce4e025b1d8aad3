"""Options about seats and waiting: players who join late, and the house rules for play by mail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from seven_kit import PLAYERS, at, legal, of, play, position, told

from pbem.orders.agenda import Agenda, Clerk
from pbem.table import BadSetup, LateSeats, Refused, Table
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.cards import PAIRS
from pbem.titles.seven_ages.rules.joining import free_pairs
from pbem.titles.seven_ages.rules.startable import startable
from pbem.titles.seven_ages.state import Seven
from pbem.trials.simulate import source


def reserved(seats: int, empty: int) -> Table:
    """The end of a turn at a table with empty seats."""
    empires = {"anna": {"romans": {"step": 12}}, "ben": {"gauls": {"step": 12}}}
    units = {"romans": {"latium": {"sword": 1}}, "gauls": {"provence": {"sword": 1}}}
    given = position(empires, units=units, turn=3)
    for who in PLAYERS[seats - empty : seats]:
        given["players"][who].pop("colours")
    given["players"]["anna"]["glory"], given["players"]["ben"]["glory"] = 9, 7
    return at(given, seats=seats, phase="turn_end", options={"reserved_seats": empty})


# ---- joining late


def test_an_empty_seat_is_no_player() -> None:
    """SA-gap-70, SA-gap-107: no cards, no bid for the turn marker; two players have the maximum of two."""
    table = Table(TITLE, PLAYERS[:4], {"reserved_seats": 2}, below=source(1))
    assert [len(one.hand) for one in table.state.players] == [7, 7, 0, 0]
    assert sorted(table.pending) == [0, 1]
    assert table.state.most_empires() == 7


def test_a_late_player_joins_between_two_turns() -> None:
    """SA-first-9, SA-gap-70: 7 cards, the fame of the last player, a free pair; from then on all count him."""
    table = reserved(3, 1)
    last = min(one.glory for one in table.state.players[:2])
    assert list(table.pending) == [2]
    with pytest.raises(Refused, match="pair_in_use"):
        table.order(2, "enter with orange, yellow")
    notes = [note.data() for note in table.order(2, "enter with red, pink")]
    (joined,) = told(notes, "joined")
    assert (joined["player"], joined["points"]) == (2, last)
    cleo = table.state.players[2]
    assert (len(cleo.hand), cleo.colours, cleo.glory) == (7, ["red", "pink"], last)
    assert sorted(table.pending) == [0, 1, 2]
    assert {ask.kind.id for ask in table.pending.values()} == {"place_markers"}
    assert table.state.most_empires() == 5
    assert table.state.order() == [1, 2, 0]


def test_a_seat_that_nobody_takes_waits_for_the_next_turn() -> None:
    """SA-gap-107: the default is to stay away; without anybody there the campaign gives it."""
    assert TITLE.late == LateSeats("reserved_seats", "join_game")
    table = reserved(3, 1)
    table.answer(2, table.pending[2].default(), "default")
    assert sorted(table.pending) == [0, 1]
    assert table.state.seated == [0, 1]


def test_two_who_want_the_same_pair() -> None:
    """SA-gap-107: the first from the left of the first player gets it, the other one chooses among the rest."""
    table = reserved(4, 2)
    assert list(table.pending) == [2]
    table.order(2, "enter with red, pink")
    with pytest.raises(Refused, match="pair_in_use"):
        table.order(3, "enter with red, pink")
    table.order(3, "stay away")
    assert table.state.seated == [0, 1, 2]
    assert table.state.players[3].hand == []


def test_a_pair_that_is_partly_in_use_is_not_free() -> None:
    """SA-gap-27: pink is borrowed by an empire of anna; without a free pair nobody can join."""
    table = reserved(3, 1)
    game = table.state
    of(table, "romans").colour = "pink"
    assert ("red", "pink") not in free_pairs(game)
    assert ("light_blue", "dark_blue") in free_pairs(game)
    game.players[0].colours = [colour for pair in PAIRS for colour in pair]
    assert free_pairs(game) == []
    game.phase = "joining"
    assert "place_markers" in {ask.kind.id for ask in Table.at(TITLE, PLAYERS[:3], game).pending.values()}


def test_who_is_above_the_new_maximum_starts_no_empire() -> None:
    """SA-gap-70: with the fifth player four empires are too many; they stay, but no marker lies beside them."""
    colours = ("orange", "yellow", "black", "tan")
    names, areas = ("romans", "hellenes", "persians", "gauls"), ("latium", "macedonia", "persis", "provence")
    units = {name: {area: {"sword": 1}} for name, area in zip(names, areas, strict=True)}
    given = position({"anna": {name: {"step": 12} for name in names[:3]}}, units=units, hands={"anna": ["c12"]})
    given["players"]["anna"]["empires"]["gauls"] = {"id": "gauls", "step": 12}
    for name, colour in zip(names, colours, strict=True):
        given["players"]["anna"]["empires"][name]["colour"] = colour
    three = at({**given, "seated": [0, 1, 2]}, seats=4, options={"reserved_seats": 1})
    play(three, "anna: mark romans trade, hellenes wild, persians destiny, gauls civilise, extra production")
    assert startable(three.state, 0, "c12")
    four = at({**given, "seated": [0, 1, 2, 3]}, seats=4, options={"reserved_seats": 1})
    assert not startable(four.state, 0, "c12")
    with pytest.raises(Refused, match="no_extra_marker"):
        play(four, "anna: mark romans trade, hellenes wild, persians destiny, gauls civilise, extra production")
    play(four, "anna: mark romans trade, hellenes wild, persians destiny, gauls civilise")


def test_two_must_begin() -> None:
    """SA-gap-107."""
    with pytest.raises(BadSetup, match="at least 2 must begin"):
        TITLE.settle(3, {"reserved_seats": 2})
    assert TITLE.settle(7, {"reserved_seats": 5})["reserved_seats"] == 5


@pytest.mark.parametrize(("seats", "empty"), [(3, 1), (7, 5)])
def test_games_with_late_players_end(seats: int, empty: int) -> None:
    """SA-first-9: an empty seat never wins."""
    options = {"reserved_seats": empty, "turn_limit": "turn_14"}
    table = Table(TITLE, [*PLAYERS, "eva", "finn", "gus"][:seats], options, below=source("late"))
    pick = source("late picks")
    while not table.over:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(pick))
    assert table.outcome is not None
    assert len(table.state.seated) > seats - empty
    assert set(table.outcome.winners) <= set(table.state.seated)


# ---- how long the table waits


@pytest.mark.parametrize(
    ("window", "patience"), [("on_watch", "watch"), ("always", "wait"), ("standing_only", "never")]
)
def test_moments_for_events(window: str, patience: str) -> None:
    """SA-gap-108, SA-gap-55: in production and in conflicts alike."""
    given = position(
        {"anna": {"romans": {"step": 12}}},
        units={"romans": {"latium": {"sword": 1}}},
        hands={"ben": ["c44"]},
        act=["romans", "production"],
    )
    table = at(given, phase="production", options={"event_window": window})
    assert table.offer is not None
    assert table.offer.patience == patience
    table = fighting({"event_window": window})
    play(table, "anna: commit all")
    play(table, "ben: commit all")
    assert table.offer is not None
    assert {ask.offered for ask in table.pending.values()} == {patience}


def test_waiting_for_everybody_is_no_house_rule() -> None:
    """SA-gap-108, SA-gap-109, SA-gap-110: what stands on pages and in mails."""
    options = {one.id: one for one in TITLE.options}
    window = options["event_window"]
    assert [window.is_house_rule(one) for one in window.values] == [False, False, True]
    for ident in ("battle_plans_only", "blind_orders"):
        assert [options[ident].is_house_rule(one) for one in (False, True)] == [False, True]
    assert not options["pursuit"].is_house_rule(True)


def fighting(options: dict[str, Any]) -> Table:
    """Two swords against two, with a hand of ben's that might hold an event."""
    given = position(
        {"anna": {"romans": {"step": 12}}, "ben": {"gauls": {"step": 12}}},
        units={"romans": {"lombardy": {"sword": 2}, "latium": {"sword": 1}}, "gauls": {"lombardy": {"sword": 2}}},
        control={"lombardy": "gauls"},
        hands={"ben": ["c44"]},
        acts=[{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}],
    )
    return at(given, phase="manoeuvre", options=options)


def from_orders(
    table: Table, files: dict[int, str], over: Callable[[Seven], bool], *, of_subject: bool = False
) -> list[tuple[str, str]]:
    """Play from files alone until something is over; returns kind and source (or subject) of each answer."""
    clerk = Clerk(TITLE, table.players)
    agendas = [Agenda() for _ in table.players]
    for seat, text in files.items():
        clerk.file(agendas[seat], seat, f"file {seat}", next(iter(table.pending.values())).window, text)
    given: list[tuple[str, str]] = []
    while not over(table.state):
        if table.offer is not None:
            assert table.offer.patience == "never"
            table.lapse()
            continue
        seat, ask = next(iter(table.unanswered.items()))
        assert ask.ahead, f"{ask.kind.id} waits for somebody"
        decision = clerk.decide(agendas[seat], ask, table.state)
        assert decision.answer is not None
        table.answer(seat, decision.answer)
        given.append((ask.kind.id, ask.subject if of_subject else decision.source))
    return given


def test_battles_are_fought_by_plans_alone() -> None:
    """SA-gap-109: no round asks anybody; without the house rule the first one does."""
    assert not any(ask.ahead for ask in fighting({}).pending.values())
    table = fighting({"battle_plans_only": True})
    given = from_orders(table, {0: "always on conflict_commit: commit 1 weakest"}, lambda game: game.fight is None)
    assert {("conflict_commit", "standing"), ("conflict_commit", "default")} <= set(given)


def test_a_turn_of_blind_orders() -> None:
    """SA-gap-110: everything after the markers comes from the files, else from the defaults."""
    given = position(
        {"anna": {"romans": {"step": 12, "money": 30, "capital": "latium"}}, "ben": {"gauls": {"step": 12}}},
        units={"romans": {"latium": {"sword": 2}}, "gauls": {"provence": {"sword": 2}}},
        cities={"latium": 1},
        hands={"anna": ["c44"], "ben": ["c97"]},
    )
    table = at(given, options={"blind_orders": True})
    assert not any(ask.ahead for ask in table.pending.values()), "markers are waited for"
    table.order(0, "mark romans production, extra destiny")
    table.order(1, "mark gauls trade, extra wild")
    seen = from_orders(table, {0: "romans: build sword in latium"}, lambda game: game.turn == 2)
    assert ("build_units", "file") in seen
    assert ("trade_partner", "default") in seen
    assert of(table, "romans").units() == 3


def test_the_options_of_the_rulebook() -> None:
    """SA-opt-1, SA-opt-2, SA-opt-3, SA-opt-7, SA-opt-8, SA-opt-9, SA-opt-10, SA-win-7, SA-1-15: off unless agreed."""
    settled = TITLE.settle(4, {})
    names = ("total_history", "pursuit", "cadenced_progress", "technology", "security", "faster_history", "take_that")
    assert {settled[name] for name in names} == {False}
    assert (settled["turn_limit"], settled["reserved_seats"]) == ("off", 0)
    given = position({}, hands={"anna": ["c37"]}, acts=[{"action": "start_empire", "seat": 0}])
    assert legal(at(given, phase="start_empire")) == ["start c37 colour orange", "start none"]


def test_two_own_empires_act_in_the_order_of_their_lines() -> None:
    """SA-gap-72: the file says who is first, otherwise the map list does; nobody is asked."""
    given = position(
        {"anna": {"romans": {"step": 12, "money": 30}, "picts": {"step": 12, "money": 30}}},
        units={"romans": {"latium": {"sword": 1}}, "picts": {"scotland": {"spear": 1}}},
    )
    given["players"]["anna"]["empires"]["picts"]["colour"] = "yellow"
    acted = {}
    for first, second in (("romans", "picts"), ("picts", "romans")):
        table = at(given, options={"blind_orders": True})
        table.order(0, "mark romans production, picts wild")
        table.order(1, "mark none")
        text = f"{first}: save\n{second}: save\n"
        built = []
        for kind, empire in from_orders(table, {0: text}, lambda game: game.turn == 2, of_subject=True):
            built += [empire] if kind == "build_units" else []
        acted[first] = built
    assert acted == {"romans": ["romans", "picts"], "picts": ["picts", "romans"]}
