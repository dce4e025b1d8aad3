"""Every file that the guides print is played, to its last line; names as printed; and what whole games by mail cost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest
from ages_kit import at

from pbem import titles
from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.orders.fact_help import described
from pbem.orders.lines import LineReader
from pbem.table import Answered, Table
from pbem.titles.through_the_ages import TITLE
from pbem.titles.through_the_ages.cards import CARDS
from pbem.titles.through_the_ages.sheet import title_of
from pbem.trials.by_mail import Post
from pbem.trials.simulate import source

HANDLES = ("alice", "bob", "dave", "erin")


def blocks(language: str) -> list[str]:
    text = files("pbem.titles.through_the_ages").joinpath(f"by_mail.{language}.md").read_text(encoding="utf-8")
    found = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    orders = [block.split("orders: |\n")[-1] for block in found if not block.startswith("pbem ")]
    return ["\n".join(line.strip() for line in block.strip().split("\n")) for block in orders]


def test_both_guides_print_the_same_files() -> None:
    assert blocks("en") == blocks("de")
    assert len(blocks("en")) == 4


def test_both_guides_print_the_same_examples() -> None:
    def examples(language: str) -> list[str]:
        text = files("pbem.titles.through_the_ages").joinpath(f"by_mail.{language}.md").read_text(encoding="utf-8")
        return re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE)

    assert examples("en") == examples("de")
    assert len(examples("en")) == 17


FIRST, TURN, ATTACK, STANDING = blocks("en")


class Desk:
    """Anna, whom the guide calls alice, orders by a file alone; all others answer by default."""

    def __init__(self, table: Table, text: str, window: str) -> None:
        self.table = table
        self.clerk = Clerk(TITLE, HANDLES[: len(table.players)])
        self.agenda = Agenda()
        self.clerk.file(self.agenda, 0, "file", window, text)
        self.used: list[tuple[int, Any]] = []
        self.dropped: list[int] = []

    def play(self) -> Decision | None:
        """Until the turn is another's, or the file has nothing to say to what is asked."""
        while not self.table.over and self.table.state.active == 0:
            for seat, ask in list(self.table.pending.items()):
                if seat:
                    self.table.answer(seat, ask.default(), "default")
                    continue
                decision = self.decide()
                if decision.answer is None:
                    return decision
        return None

    def decide(self) -> Decision:
        """Let the file answer what anna is asked."""
        decision = self.clerk.decide(self.agenda, self.table.pending[0], self.table.state)
        self.dropped += [one.number for one in decision.dropped]
        if decision.answer is not None:
            self.used.append((decision.number, decision.answer))
            self.table.answer(0, decision.answer)
        return decision


def test_the_first_turn() -> None:
    given = {"first_round": True, "round": 1, "age": "A", "row": ["aristotle", "moses", "pyramids"]}
    desk = Desk(at({**given, "actions": [[2, 0]]}), FIRST, "own_turn")
    assert desk.play() is None
    assert desk.used == [(1, ("take", "moses", None)), (2, ("take", "pyramids", None)), (3, ("end",))]
    desk = Desk(at({**given, "row": ["aristotle"], "actions": [[1, 0]]}), FIRST, "own_turn")
    assert desk.play() is None
    assert [number for number, _ in desk.used] == [1, 3]
    assert desk.dropped == [2]


def test_a_bid_is_for_its_own_territory_alone() -> None:
    """A `pass` that was written in case of a higher bid is not for the next colonisation."""
    given = {"age": "I", "current": ["vast_territory_i"], "civs.ben.military_hand": ["pestilence"]}
    table = at({**given, "active": "ben"}, "ben: event pestilence", "ben: pass", phase="politics")
    assert table.pending[0].kind.id == "colonise_bid"
    clerk, agenda = Clerk(TITLE, HANDLES[:2]), Agenda()
    clerk.file(agenda, 0, "file", "colonisation", "colonise 1\npass")
    decision = clerk.decide(agenda, table.pending[0], table.state)
    table.answer(0, decision.answer)
    assert [one.text for one in agenda.queue] == ["colonise 1", "pass"]
    assert table.pending[0].kind.id == "colony_force"
    table.order(0, "send weakest")
    assert clerk.tidy(agenda, 0, table.state) == [], "the turn in which it was revealed goes on"
    assert [one.text for one in agenda.queue] == ["pass"]
    table.order(1, "end")
    assert [one.text for one in clerk.tidy(agenda, 0, table.state)] == ["pass"]
    assert agenda.idle


def test_a_pass_is_used_up_when_it_was_carried_out() -> None:
    given = {"age": "I", "current": ["vast_territory_i"], "civs.ben.military_hand": ["pestilence"]}
    table = at({**given, "active": "ben"}, "ben: event pestilence", phase="politics", seats=3)
    clerk, agenda = Clerk(TITLE, HANDLES[:3]), Agenda()
    seat = next(iter(table.pending))
    clerk.file(agenda, seat, "file", "colonisation", "pass")
    table.answer(seat, clerk.decide(agenda, table.pending[seat], table.state).answer)
    assert len(agenda.queue) == 1
    assert clerk.tidy(agenda, seat, table.state) == []
    assert agenda.idle


MILITARY_HAND = ["pestilence", "enslave_i", "legion", "plunder_i"]
READY = {
    "row": ["irrigation"],
    "current": ["development_of_crafts"],
    "civs.anna": {
        "tokens": {"agriculture": 4, "bronze": 6},
        "unused": 2,
        "military_hand": MILITARY_HAND,
        "hand": ["rich_land_a"],
        "unfinished": "pyramids",
        "wonders": ["library_of_alexandria"],
        "government": "republic",
        "blue": 6,
    },
}


def test_a_turn() -> None:
    desk = Desk(at(READY, phase="politics"), TURN, "own_turn")
    assert desk.play() is None
    assert [number for number, _ in desk.used] == list(range(1, 9))
    assert [answer[0] for _, answer in desk.used] == [
        "event",
        "take",
        "grow",
        "build",
        "build",
        "play",
        "stage",
        "end",
    ]
    assert desk.used[1][1] == ("take", "irrigation", None)  # there is no iron
    assert desk.dropped == []
    assert desk.table.state.civs[0].workers["bronze"] == 4
    assert [queued.number for queued in desk.agenda.queue] == [9]  # three cards are not too many: nothing is discarded


def test_a_turn_with_too_many_cards() -> None:
    own: dict[str, Any] = {**READY["civs.anna"]}
    for more, gone in (("raid_i",), ("enslave_i",)), (("raid_i", "spy_ii"), ("enslave_i", "plunder_i")):
        own["military_hand"] = [*MILITARY_HAND, *more]
        desk = Desk(at({**READY, "civs.anna": own}, phase="politics"), TURN, "own_turn")
        assert desk.play() is None
        assert desk.used[-1] == (9, ("discard", gone))  # of two too many by default
        assert desk.agenda.queue == []


def test_a_turn_that_an_event_spoils_goes_on_with_what_is_tried() -> None:
    """Rats eat the food: the strict line stops the file, what was done stays."""
    desk = Desk(at({**READY, "current": ["rats"]}, phase="politics"), TURN, "own_turn")
    stopped = desk.play()
    assert stopped is not None
    assert (stopped.number, stopped.halted.key if stopped.halted else "") == (3, "too_little_food")
    assert [number for number, _ in desk.used] == [1, 2]


def test_an_attack() -> None:
    own = {
        "tokens": {"bronze": 6},
        "unused": 2,
        "workers": {"warriors": 4, "agriculture": 2, "bronze": 2},
        "military_hand": ["raid_i", "raiders", "fighting_band"],
        "government": "communism",
    }
    ben = {"workers": {"philosophy": 1, "religion": 1}}
    given = {"current": ["development_of_crafts"], "civs.anna": own, "civs.ben": ben}
    desk = Desk(at(given, phase="politics"), ATTACK, "own_turn")
    assert desk.play() is None
    assert [answer[0] for _, answer in desk.used] == ["aggress", "raze", "build", "tactic", "end"]
    assert [number for number, _ in desk.used] == [1, 2, 3, 4, 5]
    assert desk.table.state.civs[1].workers["philosophy"] == 0

    given["civs.ben"] = {"workers": {"warriors": 9, "philosophy": 1}}
    desk = Desk(at(given, phase="politics"), ATTACK, "own_turn")
    assert desk.play() is None
    assert [answer[0] for _, answer in desk.used] == ["event", "build", "tactic", "end"]
    assert desk.dropped == [2]


# ---- standing orders, a position a line


def asked(given: Mapping[str, Any], *orders: str, phase: str = "politics", seats: int = 2) -> tuple[int, Any]:
    """Which line of the standing orders answers anna's first question after orders of others."""
    table = at(given, *(f"ben: {order}" for order in orders), phase=phase, seats=seats)
    desk = Desk(table, STANDING, "event")
    assert 0 in table.pending, table.pending
    decision = desk.decide()
    return decision.number, decision.answer


STRONG = {"workers": {"warriors": 5}, "government": "communism"}


def attacked(card: str, *cards: str, **own: Any) -> tuple[int, Any]:
    ben = {**STRONG, "military_hand": [card]}
    given = {"age": "II", "active": 1, "civs.ben": ben, "civs.anna": {"military_hand": list(cards), **own}}
    return asked(given, f"aggress {card} on anna")


def test_every_standing_order_of_the_guide() -> None:
    own = {"government": "communism"}
    bonus = ["military_bonus_ii"] * 2
    assert attacked("raid_i", *bonus, "legion", "raid_i", **own) == (1, ("defend", tuple(bonus[:1])))
    assert attacked("raid_i", *bonus[:1], "legion", **own) == (1, ("defend no",))  # only one card would be left
    assert attacked("infiltrate_ii", *bonus, "legion", leader="moses", **own)[0] == 1
    assert attacked("plunder_i", *bonus, **own) == (2, ("defend", tuple(bonus[:1])))
    assert attacked("plunder_i", "legion", "legion", "legion", "legion", **own) == (3, ("defend no",))

    territory = {"active": 1, "current": ["inhabited_territory_i"], "civs.ben": {"military_hand": ["rats"]}}
    force = {"civs.anna": {"workers": {"warriors": 3}, "military_hand": ["military_bonus_i"]}}
    assert asked({**territory, **force}, "event rats", "colonise 1") == (4, ("colonise", 2, None))
    other = {**territory, **force, "current": ["vast_territory_i"]}
    assert asked(other, "event rats", "colonise 1") == (5, ("pass",))
    table = at({**territory, **force}, "ben: event rats", "ben: pass", "anna: colonise 2", phase="politics")
    decision = Desk(table, STANDING, "event").decide()
    assert (decision.number, decision.answer) == (6, ("send", (("warriors", 2),), (None, None)))

    for player, answer in ((1, (7, ("accept",))), (2, (8, ("decline",)))):
        given = {"active": player, f"civs.{player}": {"military_hand": ["peace_treaty"]}}
        table = at(given, phase="politics", seats=3)
        table.order(player, "pact peace_treaty with anna")
        decision = Desk(table, STANDING, "event").decide()
        assert (decision.number, decision.answer) == answer

    event = {"active": 1, "current": ["pestilence"], "civs.ben": {"military_hand": ["rats"]}}
    workers = {"warriors": 1, "agriculture": 2, "bronze": 2}
    assert asked({**event, "civs.anna": {"unused": 0, "workers": workers}}, "event rats") == (
        9,
        ("lose worker", ("warriors",)),
    )
    event["current"] = ["development_of_religion"]
    assert asked(event, "event rats") == (10, ("build", "religion"))
    event |= {"current": ["politics_of_strength"], "civs.ben": {**STRONG, "military_hand": ["rats"]}}
    many = ["legion", "raid_i", "plunder_i", "phalanx"]
    assert asked({**event, "civs.anna": {"military_hand": many}}, "event rats")[0] == 11


# ---- names


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_understood_as_they_are_printed(language: str) -> None:
    """In quotes, with and without an article, and with the age where a name belongs to several cards."""
    words = titles.words(TITLE, language)
    reader = LineReader(TITLE, HANDLES[:2], 0)
    for card in CARDS:
        name = title_of(card, words)
        for printed in (name, f"{'the' if language == 'en' else 'der'} {name}"):
            (line,) = reader.read(f'take "{printed}"').lines
            assert line.orders[0].text == f"take {card}", printed


@pytest.mark.parametrize("language", ["en", "de"])
def test_conditions_and_verbs_are_explained(language: str) -> None:
    assert [row["name"] for row in described(TITLE, language)] == list(TITLE.facts)
    words = titles.words(TITLE, language)
    assert [verb for verb in TITLE.language.verbs if f"verb.{verb}" not in words] == []


# ---- whole games by mail


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "games"), [(2, 20), (4, 20)])
def test_what_a_game_costs(seats: int, games: int) -> None:
    """The bots use politics, colonies and aggressions while they are counted."""
    target = TITLE.mail_targets[seats]
    mails = stops = 0
    did = dict.fromkeys(("event", "aggress", "colonise", "defend"), 0)
    for seed in range(1, games + 1):
        table = Table(TITLE, HANDLES[:seats], below=source(f"chance {seed}"))
        spent = Post(TITLE, table, ahead=True).play()
        mails += sum(spent.mails)
        stops += spent.stops
        for one in table.inputs:
            if isinstance(one, Answered) and one.answer[0] in did:
                did[one.answer[0]] += 1
    assert mails / games / seats <= target["mails"]
    assert stops / games <= target["stops"]
    assert did["event"] >= 5 * games * seats
    assert min(did["aggress"], did["colonise"]) >= games
    assert did["defend"] > 0
