"""Every file that the guides print is played, to its last line; names as printed; and what whole games by mail cost."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from seven_kit import at, of, position

from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.orders.check import check_orders
from pbem.orders.fact_help import described
from pbem.orders.lines import LineReader
from pbem.table import Table
from pbem.table.imagine import Outlook
from pbem.table.state_json import to_json
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.cards import ACTIONS, EMPIRES
from pbem.trials.by_mail import Post
from pbem.trials.simulate import source

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
from showcase import Showcase, make

HANDLES = ("alice", "bob", "dave", "erin")


def guide(language: str) -> str:
    return files("pbem.titles.seven_ages").joinpath(f"by_mail.{language}.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found = re.findall(r"```\n(.*?)```", guide(language), re.DOTALL)
    orders = [block.split("orders: |\n")[-1] for block in found if not block.startswith("pbem ")]
    return ["\n".join(line.strip() for line in block.strip().split("\n")) for block in orders]


def test_both_guides_print_the_same_files_and_examples() -> None:
    def examples(language: str) -> list[str]:
        return re.findall(r"\| `([^`]+)` \|$", guide(language), re.MULTILINE)

    assert blocks("en") == blocks("de")
    assert len(blocks("en")) == 7
    assert examples("en") == examples("de")
    assert len(examples("en")) == 26


FIRST, BEGIN, TURN, TRADE, BATTLE, EVENTS, HABITS = blocks("en")


class Desk:
    """Anna, whom the guide calls alice, orders by a file alone; all others answer by default."""

    def __init__(self, table: Table, text: str, window: str) -> None:
        self.table = table
        self.clerk = Clerk(TITLE, HANDLES)  # the guide names players who are not there
        self.agenda = Agenda()
        self.clerk.file(self.agenda, 0, "file", window, text)
        self.used: list[int] = []
        self.did: list[tuple[str, Any]] = []
        self.dropped: dict[int, str] = {}

    def play(self) -> Decision | None:
        """Until the next turn begins, or the file has nothing to say to what is asked."""
        turn = max(1, self.table.state.turn)
        while not self.table.over and self.table.state.turn <= turn:
            decision = self.step()
            if decision is not None and decision.answer is None:
                return decision
        return None

    def step(self) -> Decision | None:
        """One answer of somebody; what is offered is left to orders."""
        seat, ask = next(iter(self.table.unanswered.items()))
        if seat == 0:
            decision = self.decide()
            if decision.answer is not None or self.table.offer is None:
                return decision
        elif self.table.offer is None:
            self.table.answer(seat, ask.default(), "default")
            return None
        self.table.lapse()
        return None

    def decide(self) -> Decision:
        """Let the file answer what anna is asked."""
        ask = self.table.pending[0]
        decision = self.clerk.decide(self.agenda, ask, self.table.state)
        self.dropped.update({one.number: one.key for one in decision.dropped})
        if decision.answer is not None:
            self.used += [decision.number] if decision.number else []
            self.did.append((ask.kind.id, decision.answer))
            place = self.table.place
            self.table.answer(0, decision.answer)
            for one in self.table.forced_since(place):
                if one.seat == 0:
                    self.clerk.forced(self.agenda, one, self.table.state)
        return decision

    def waiting(self) -> list[int]:
        return [queued.number for queued in self.agenda.queue]


def numbers(text: str) -> list[int]:
    """The lines of a file that are no standing orders."""
    rows = enumerate(text.split("\n"), start=1)
    return [n for n, row in rows if not row.startswith(("always", "once", "until"))]


# ---- the first file


def begun(hand: list[str], phase: str, other: tuple[str, ...] = ("c2", "c9")) -> Table:
    given = position({}, hands={"anna": hand, "ben": list(other)})
    if phase == "first_player":
        for one in given["players"].values():
            one["colours"] = []
    return at(given, phase=phase)


@pytest.mark.parametrize(("hand", "shown"), [(["c37", "c1"], "c37"), (["c5", "c12"], "c5")])
def test_the_first_file(hand: list[str], shown: str) -> None:
    """With another hand any card is shown."""
    desk = Desk(begun(hand, "first_player"), FIRST + "\n" + HABITS, "set_up")
    desk.play()
    assert desk.did[0] == ("show_first_card", ("show", shown))
    assert desk.table.state.players[0].colours == ["red", "pink"]
    assert desk.used == [1, 3]
    assert next(ask.kind.id for ask in desk.table.unanswered.values()) == "place_markers"


def test_a_tie_for_the_first_player_is_answered_by_the_second_line() -> None:
    table = begun(["c37", "c5", "c12"], "first_player", ("c10", "c2"))  # c10 is worth as much as c37
    desk = Desk(table, FIRST, "set_up")
    while table.state.phase == "first_player":
        desk.step()
    assert [answer for _, answer in desk.did[:2]] == [("show", "c37"), ("show", "c12")]


def test_the_first_turn_may_stand_in_the_first_file() -> None:
    """Lines for empires are for the first turn: they are not left over from an earlier one."""
    desk = Desk(begun(["c37", "c1", "c10"], "first_player"), FIRST + "\n" + BEGIN + "\n" + HABITS, "set_up")
    assert desk.play() is None
    assert of(desk.table, "egyptians").types() == Counter(spear=5)
    assert desk.table.state.forts == ["egypt"]
    assert not desk.dropped


@pytest.mark.parametrize(
    ("order", "result", "why"),
    [
        ("mark romans production, picts manoeuvre, hellenes civilise", "legal", None),
        ("mark romans production, picts production, hellenes civilise", "refused", "marker_twice"),
        ("mark romans production, picts manoeuvre", "refused", "mark_each"),
    ],
)
def test_the_check_knows_whether_markers_can_be_placed(order: str, result: str, why: str | None) -> None:
    table = at(ready())
    hand = {**Outlook.of(table, 0).data(), "ordered": to_json(Agenda())}
    (line,) = check_orders(TITLE, table.players, 0, order, hand).lines
    assert line.result == result
    assert (line.refused.key if line.refused else None) == why


# ---- lines below the markers


def doubts(table: Table, text: str) -> dict[int, str]:
    """Lines that the check before sending calls doubtful, with the reason."""
    hand = {**Outlook.of(table, 0).data(), "ordered": to_json(Agenda())}
    found = check_orders(TITLE, table.players, 0, text, hand)
    assert found.good
    return {line.number: line.refused.key for line in found.lines if line.result == "doubtful" and line.refused}


@pytest.mark.parametrize("standing", ["", HABITS])
def test_the_files_of_the_guide_raise_no_doubts(standing: str) -> None:
    assert doubts(at(ready()), f"{TURN}\n{standing}") == {}
    assert doubts(begun(["c37", "c1", "c10"], "turn"), f"{BEGIN}\n{standing}") == {}


MARK = "mark romans production, picts manoeuvre, hellenes civilise, extra start_empire"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("romans: build sword x4 in latium", "no_room"),
        ("romans: build knight in latium", "too_early"),
        ("romans: build sword in aquitaine", "not_built_there"),
        ("romans: fort provence", "no_fort_there"),
        ("picts: move sword from england to ireland", "units_not_there"),
        ("picts: move sword from scotland to latium", "no_way"),
        ("picts: move sword x4, spear x2 from scotland to england", "garrison"),
        ("hellenes: play c44 as event on hellenes", "not_in_hand"),
        ("hellenes: play c40 as artifact for hellenes in latium", "not_their_land"),
        ("hellenes: leader caesar in hellas", "no_such_leader"),
        ("hellenes: city latium", "not_their_land"),
        ("start c44", "not_in_hand"),
        ("start c13 leader caesar", "no_such_leader"),
        ("try romans: fort provence", ""),
        ("if turn > 99: romans: fort provence", ""),
        ("romans: fort provence or save", ""),
    ],
)
def test_a_line_below_the_markers_is_tried(line: str, why: str) -> None:
    """As if nobody else did anything before; nothing is refused for it, as others may yet change what is possible."""
    quiet = (
        "always on play_card: play none\nalways on get_leader: leader none"  # no draw from the cup before the cities
    )
    assert doubts(at(ready()), f"{MARK}\n{line}\n{quiet}\n{HABITS}") == ({2: why} if why else {})


def test_lines_are_tried_one_after_another() -> None:
    text = f"""{MARK}
romans: build sword x3 in latium
romans: build spear in latium
picts: move sword x4 from scotland to england
picts: move spear from scotland to ireland
picts: move spear from scotland to ireland
start c13
macedonians: build sword x9 in macedonia
hellenes: play none
hellenes: leader none
hellenes: modernise none
hellenes: city hellas, latium"""
    assert doubts(at(ready()), text) == {
        3: "no_room",
        6: "garrison",
        8: "too_few_counters",
        12: "not_their_land",
    }


def test_what_depends_on_cards_or_others_raises_no_doubts() -> None:
    """A trade, new cards, a conflict: from there on nothing is known."""
    text = """mark romans trade, picts manoeuvre, hellenes destiny, extra wild
romans: trade with carthaginians
romans: gift 3 to carthaginians
hellenes: discard c5, c58
picts: move sword x4 from scotland to england
picts: commit sword x9
start c13
macedonians: build sword x2 in macedonia"""
    assert doubts(at(ready()), text) == {}
    assert doubts(at(ready()), text.replace("with carthaginians", "with pile")) == {2: "pile_only_alone"}
    assert doubts(at(ready()), text.replace("sword x2 in macedonia", "sword in hellas")) == {8: "not_built_there"}


def test_the_first_turn() -> None:
    desk = Desk(begun(["c37", "c1", "c10"], "turn"), BEGIN, "markers")
    assert desk.play() is None
    assert sorted(desk.used) == [1, 2, 3, 4, 5]
    assert of(desk.table, "egyptians").types() == Counter(spear=5)
    assert of(desk.table, "egyptians").capital == "egypt"
    assert desk.table.state.forts == ["egypt"]
    assert desk.waiting() == [6, 7]  # for the other empire


def test_the_first_turn_with_the_second_choice_and_with_none() -> None:
    desk = Desk(begun(["c37", "c10"], "turn"), BEGIN, "markers")
    assert desk.play() is None
    assert sorted(desk.used) == [1, 2, 6, 7]
    assert of(desk.table, "etruscans").capital == "etruria"
    desk = Desk(begun(["c37"], "turn"), BEGIN, "markers")
    assert desk.play() is None
    assert ("start_empire", ("start none",)) in desk.did
    assert desk.table.state.players[0].empires == {}


# ---- a turn


def ready(**more: Any) -> dict[str, Any]:
    tactician = {"id": "tactician", "kind": "tactician", "area": "scotland"}
    own = {
        "romans": {"step": 12, "money": 30, "capital": "latium", "colour": "red"},
        "picts": {"step": 12, "money": 5, "leaders": [tactician], "colour": "pink"},
        "hellenes": {"step": 12, "money": 5, "capital": "hellas", "colour": "brown"},
    }
    given = {
        "units": {
            "romans": {"latium": {"sword": 2}, "etruria": {"sword": 1}, "sicily": {"sword": 1}},
            "picts": {"scotland": {"sword": 4, "spear": 2}},
            "hellenes": {"hellas": {"spear": 2}},
            "gauls": {"aquitaine": {"spear": 2}, "provence": {"spear": 1}},
            "carthaginians": {"carthage": {"spear": 2}, "mauretania": {"spear": 1}},
        },
        "cities": {"latium": 3, "hellas": 1, "sicily": 1},
        "hands": {"anna": ["c13", "c40", "c93", "c5", "c58", "c15"], "ben": ["c7", "c2"]},
        "turn": 11,
        **more,
    }
    ben = {"gauls": {"step": 12, "colour": "light_green"}, "carthaginians": {"step": 12, "colour": "dark_green"}}
    return position({"anna": own, "ben": ben}, **given)


def test_a_turn() -> None:
    desk = Desk(at(ready()), TURN + "\n" + HABITS, "markers")
    assert desk.play() is None
    lines = numbers(TURN)
    assert {n for n in lines if n not in desk.used} <= {4, 9}  # `save` is not asked for where no money is left
    done = dict(desk.did)
    assert done["start_empire"][1] == "c13"
    assert of(desk.table, "macedonians").types() == Counter(sword=4, light_cavalry=3)
    assert of(desk.table, "picts").size("england") == 3
    assert of(desk.table, "picts").leaders[0].area == "england"
    assert of(desk.table, "picts").size("ireland") == 1
    assert "etruria" in desk.table.state.forts
    assert desk.table.state.artifacts["hellas"] == "pyramids"
    assert of(desk.table, "romans").types() == Counter(sword=6, galley=1)
    assert desk.table.state.cities["hellas"] == 3
    assert of(desk.table, "macedonians").size("thrace") == 2
    assert set(desk.waiting()) <= {4, 9}


def test_a_named_leader_goes_along_by_kind_too() -> None:
    game = ready()
    (leader,) = game["players"]["anna"]["empires"]["picts"]["leaders"]
    leader["id"] = "napoleon"
    desk = Desk(at(game), TURN + "\n" + HABITS, "markers")
    assert desk.play() is None
    assert [(one.id, one.area) for one in of(desk.table, "picts").leaders] == [("napoleon", "england")]


def test_a_turn_in_which_much_has_become_impossible() -> None:
    """England is held, the money is short, the artifact lies elsewhere: every empire goes on for itself."""
    game = ready(artifacts={"carthage": "pyramids"}, unrest=["sicily"])
    game["units"]["gauls"]["england"] = {"spear": 3}
    game["units"]["gauls"]["ireland"] = {"spear": 1}
    game["players"]["anna"]["hand"].remove("c13")
    desk = Desk(at(game), "\n".join((TURN, HABITS, BATTLE)), "markers")
    stopped = desk.play()
    assert ("start_empire", ("start none",)) in desk.did
    assert desk.dropped[10] == "condition_false"
    assert of(desk.table, "picts").size("scotland") in (5, 6)
    assert stopped is not None
    assert (stopped.number, stopped.halted.key if stopped.halted else "") == (13, "artifact_in_play")


def test_lines_of_a_lost_empire_are_left_out() -> None:
    game = ready()
    del game["players"]["anna"]["empires"]["picts"], game["units"]["picts"]
    text = TURN.replace("picts manoeuvre, ", "")
    desk = Desk(at(game), text + "\n" + HABITS, "markers")
    assert desk.play() is None
    assert {10, 11, 12} <= set(desk.waiting())
    seat, ask = next(iter(desk.table.unanswered.items()))
    assert (seat, ask.kind.id) == (0, "place_markers")
    desk.decide()
    assert not {10, 11, 12} & set(desk.waiting())
    assert desk.dropped[10] == "line_not_needed"


def test_a_trade_and_new_cards() -> None:
    game = ready()
    del game["players"]["anna"]["empires"]["hellenes"], game["units"]["hellenes"]
    desk = Desk(at(game), TRADE + "\n" + HABITS, "markers")
    desk.play()
    done = dict(desk.did)
    assert done["trade_partner"] == ("trade with", "carthaginians", (None, None))
    assert done["trade_card"] == ("offer", "c15")
    assert done["destiny_discard"] == ("discard", ("c5", "c58"))
    assert {1, 2, 3, 4} <= set(desk.used)


def test_a_gift_may_stand_below_its_trade() -> None:
    game = ready()
    del game["players"]["anna"]["empires"]["hellenes"], game["units"]["hellenes"]
    first, partner, *rest = TRADE.split("\n")
    desk = Desk(at(game), "\n".join([first, partner, "romans: gift 4 to carthaginians", *rest, HABITS]), "markers")
    desk.play()
    assert dict(desk.did)["trade_gift"] == ("gift", 4, "carthaginians")


def test_a_wild_card_becomes_what_is_ordered() -> None:
    game = ready()
    text = (
        "mark romans production, picts wild, hellenes manoeuvre\npicts: move spear from scotland to england\n" + HABITS
    )
    desk = Desk(at(game), text, "markers")
    assert desk.play() is None
    assert ("reveal_marker", ("wild", "picts", "manoeuvre")) in desk.did
    assert of(desk.table, "picts").size("england") == 1


# ---- standing orders, a position a line


FRENCH = {
    "units": {
        "russians": {"muscovy": {"musket": 2, "knight": 2, "cannon": 1}, "poland": {"musket": 1}},
        "french": {"ukraine": {"musket": 5}},
    },
}


def conflict(text: str = BATTLE, **side: Any) -> tuple[Desk, Any]:
    """Anna's Russians are attacked in Muscovy; the fields of her and the other side can be given."""
    given = position(
        {"anna": {"russians": {"step": 30}}, "ben": {"french": {"step": 30}}},
        **FRENCH,
        act=["french", "manoeuvre"],
        hands={"anna": ["c11", "c46", "c47"], "ben": ["c7"]},
    )
    table = at(given, "move musket x4 from ukraine to muscovy", phase="manoeuvre")
    return Desk(table, text, "conflict"), table


@pytest.mark.parametrize(
    ("round_", "unrest", "enemy_unrest", "enemy", "line", "units"),
    [
        (1, 0, 0, 4, 2, 1),
        (2, 0, 0, 1, 3, 2),
        (2, 0, 2, 4, 4, 5),
        (2, 0, 1, 4, 5, 5),
        (2, 1, 1, 4, 6, 1),
    ],
)
def test_every_line_of_the_battle_plan(
    round_: int, unrest: int, enemy_unrest: int, enemy: int, line: int, units: int
) -> None:
    desk, table = conflict()
    while 0 not in table.pending or table.pending[0].kind.id != "conflict_commit":
        table.lapse() if table.offer else table.answer(*first_default(table), "default")
    fight = table.state.battle
    fight.round, fight.sides[1].unrest, fight.sides[0].unrest = round_, unrest, enemy_unrest
    del fight.sides[0].fresh[enemy:]
    decision = desk.clerk.decide(desk.agenda, table.pending[0], table.state)
    assert decision.number == line
    assert decision.answer is not None
    assert sum(n or 1 for _, n in decision.answer[1]) == units


def first_default(table: Table) -> tuple[int, Any]:
    seat, ask = next(iter(table.unanswered.items()))
    return seat, ask.default()


def test_the_other_lines_of_the_battle_plan() -> None:
    reader = LineReader(TITLE, HANDLES, 0)
    standing = {one.number: one for one in reader.read(BATTLE).standing}
    desk, table = conflict()
    while table.pending.get(0) is None or table.pending[0].kind.id != "conflict_commit":
        table.lapse() if table.offer else table.answer(*first_default(table), "default")
    fight = table.state.battle
    fight.area = "england"  # somewhere else: the last line
    ask = table.pending[0]
    ask.context = {**ask.context, "in": "england"}
    decision = desk.clerk.decide(desk.agenda, ask, table.state)
    assert decision.number == 10
    ask.context = {**ask.context, "for": "picts"}
    decision = desk.clerk.decide(desk.agenda, ask, table.state)
    assert decision.number == 9
    assert standing[1].ask == "conflict_redraw"
    assert standing[7].ask == standing[8].ask == "conflict_retreat"


def test_the_events_of_the_guide() -> None:
    """Line 1 cancels what hits alice, and lets what hits others pass; line 3 helps her in a defence."""
    desk, table = conflict(EVENTS)
    while table.offer is None or 0 not in table.pending or table.pending[0].kind.id != "conflict_event":
        table.lapse() if table.offer else table.answer(*first_default(table), "default")
    table.state.battle.round = 1
    decision = desk.clerk.decide(desk.agenda, table.pending[0], table.state)
    assert (decision.number, decision.answer) == (3, ("play", "c11", "defender", None))

    game = ready(hands={"anna": ["c46"], "ben": ["c28", "c75"]}, act=["gauls", "civilise"])
    for target, number in (("hellas", 1), ("carthage", 0)):
        table = at(game, f"play c28 as event on {target}", phase="civilise")
        desk = Desk(table, EVENTS, "events")
        assert table.offer is not None
        decision = desk.clerk.decide(desk.agenda, table.pending[0], table.state)
        assert decision.number == number
        assert (decision.answer == ("react", "c46", None)) == bool(number)


def test_a_watch_makes_the_table_wait() -> None:
    game = ready(hands={"anna": ["c46"], "ben": ["c75"]}, turn=8, act=["gauls", "manoeuvre"])
    table = at(game, phase="manoeuvre")
    desk = Desk(table, "until turn 9 on event_reaction: ask", "events")
    assert table.offer is not None
    assert desk.clerk.awaits(desk.agenda, table.pending[0], table.state)
    assert not desk.clerk.awaits(Agenda(), table.pending[0], table.state)


@pytest.mark.parametrize("language", ["en", "de"])
def test_conditions_are_explained(language: str) -> None:
    assert [row["name"] for row in described(TITLE, language)] == list(TITLE.facts)


# ---- names


@pytest.mark.parametrize(("language", "article"), [("en", "the"), ("de", "die")])
def test_a_line_names_its_empire_as_pages_do(language: str, article: str) -> None:
    reader = LineReader(TITLE, HANDLES, 0)
    for ident in EMPIRES:
        name = TITLE.vocabularies["empire"].names[ident][language]
        for said in (ident, name, f'"{name}"', f"{article} {name}"):
            (line,) = reader.read(f"try {said}: end moves").lines
            assert line.subject == ident, said


# ---- whole games by mail


def counted(table: Table, notes: list[Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    for note in notes:
        if note.key in ("founded", "conflict", "trades"):  # each counted once, for the player who acts
            found[note.key] += 1
        elif note.key == "marker_shown":
            found[note.values["action"]] += 1
    return found


class Told(Table):
    """A table that keeps what happened."""

    def answer(self, *given: Any, **more: Any) -> Any:
        notes = super().answer(*given, **more)
        self.__dict__.setdefault("notes", []).extend(notes)
        return notes

    def lapse(self) -> Any:
        notes = super().lapse()
        self.__dict__.setdefault("notes", []).extend(notes)
        return notes


def by_mail(seed: int, options: Mapping[str, Any]) -> tuple[float, int, Counter[str]]:
    """Mails of a player, stops, and what was done in a game of four."""
    table = Told(TITLE, HANDLES, TITLE.settle(4, options), below=source(f"chance {seed}"))
    costs = Post(TITLE, table, ahead=True).play()
    return sum(costs.mails) / 4, costs.stops, counted(table, table.__dict__["notes"])


@pytest.mark.slow
def test_what_a_game_costs() -> None:
    """The bots really play while they are counted: founding, trading and fighting, with all seven actions."""
    games = 5
    mails = stops = 0.0
    did: Counter[str] = Counter()
    for seed in range(1, games + 1):
        some, halts, done = by_mail(seed, {})
        mails, stops = mails + some, stops + halts
        did.update(done)
    assert mails / games <= 100
    assert stops / games <= 160
    assert did["founded"] / games / 4 >= 8
    assert did["trades"] / games / 4 >= 15
    assert did["conflict"] / games / 4 >= 15
    assert all(did[action] >= 4 * games for action in ACTIONS)


def test_a_game_that_ends_with_the_first_age_is_short() -> None:
    for seed in (1, 2):
        mails, _, done = by_mail(seed, {"turn_limit": "age_2"})
        assert mails <= 20
        assert done["founded"] >= 4


@pytest.mark.slow
def test_the_ledger_of_a_whole_game_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    players = {handle: handle.title() for handle in HANDLES}
    make(tmp_path / "whole", Showcase(TITLE.id, "en", players, True, lambda game: True, "glory"), 1)
    ledger = (tmp_path / "whole" / "ledger.jsonl").read_bytes()
    assert len(ledger) < 2_000_000
    assert ledger.count(b"\n") < 1_500
