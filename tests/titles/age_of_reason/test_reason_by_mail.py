"""Every file that the guides print is played, to its last line; and what whole games by mail cost."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest
from reason_kit import going_on, position

from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.table import Answered, Table
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.state import Reason
from pbem.trials.by_mail import Post
from pbem.trials.simulate import source

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn", "gina")


def blocks(language: str) -> list[str]:
    text = files("pbem.titles.age_of_reason").joinpath(f"by_mail.{language}.md").read_text(encoding="utf-8")
    found = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    orders = [block.split("orders: |\n")[-1] for block in found if not block.startswith("pbem ")]
    return ["\n".join(line.strip() for line in block.strip().split("\n")) for block in orders]


def test_both_guides_print_the_same_files() -> None:
    assert blocks("en") == blocks("de")
    assert len(blocks("en")) == 4


AUCTIONS, TURN, TWO_ATTACKS, STANDING = blocks("en")


class Desk:
    """Seat 0 orders by a file alone; all others answer by default."""

    def __init__(self, game: Reason, text: str, window: str, dice: list[int] | None = None) -> None:
        self.table: Table = going_on(game, dice)
        self.clerk = Clerk(TITLE, self.table.players)
        self.agenda = Agenda()
        self.clerk.file(self.agenda, 0, "file", window, text)
        self.used: list[tuple[int, Any]] = []
        self.dropped: list[int] = []

    def play(self, until: str) -> Decision | None:
        """Until the phase comes, or the file has nothing to say to what is asked."""
        while not self.table.over and self.table.state.phase != until:
            for seat, ask in list(self.table.pending.items()):
                if self.table.pending.get(seat) is not ask:
                    continue
                if seat:
                    self.table.answer(seat, ask.default(), "default")
                    continue
                decision = self.clerk.decide(self.agenda, ask, self.table.state)
                self.dropped += [one.number for one in decision.dropped]
                if decision.answer is None:
                    return decision
                self.used.append((decision.number, decision.answer))
                self.table.answer(seat, decision.answer)
        return None


def test_the_auctions_of_a_round() -> None:
    nations = ["prussia", "spain", "france", "russia"]
    game = position(nations, phase="alliances", alliances=[[], []])
    game.alliance = {}
    desk = Desk(game, AUCTIONS, "alliances")
    assert desk.play("field") is None
    assert sorted({number for number, _ in desk.used}) == [1, 2, 3, 4]
    bids = [answer[1:4] for _, answer in desk.used if answer[0] == "bid"]
    assert bids == [(0, "britain", "france"), (1, "spain", "russia"), (1, "top", "austria")]
    alliance = desk.table.state.alliance
    assert [alliance[one] for one in ("britain", "france", "spain", "russia", "austria")] == [1, 2, 3, 4, 7]
    assert desk.table.state.players[0].gold == 14 - 2


ONCE = "once on auction_bid if auction = 1: bid least top britain bottom france max 5 unless top britain or pass"
LINE = "bid 0 top britain bottom france max 5 or pass"


@pytest.mark.parametrize("text", [AUCTIONS, ONCE, LINE], ids=["guide", "once", "line"])
def test_a_maximum_goes_on_for_the_whole_auction(text: str) -> None:
    """AOR-ALLY-6: others raise again and again; the file answers up to 5, then it passes."""
    game = position(["prussia", "spain"], phase="alliances", alliances=[[], []])
    game.alliance = {}
    desk = Desk(game, text, "alliances")
    rival = iter(range(1, 20, 2))
    while desk.table.state.sale is not None and desk.table.state.sale.number == 1:
        ((seat, ask),) = desk.table.pending.items()
        if seat:
            desk.table.order(seat, f"bid {next(rival)} top france bottom britain")
        else:
            decision = desk.clerk.decide(desk.agenda, ask, desk.table.state)
            assert decision.answer is not None
            desk.used.append((decision.number, decision.answer))
            desk.table.answer(seat, decision.answer)
    assert [answer[1] if answer[0] == "bid" else answer[0] for _, answer in desk.used] == [0, 2, 4, "pass"]


def test_the_proposal_that_stands_is_not_raised() -> None:
    game = position(["prussia", "spain"], phase="alliances", start=1, alliances=[[], []])
    game.alliance = {}
    desk = Desk(game, AUCTIONS, "alliances")
    desk.table.order(1, "bid 0 top britain bottom russia")
    ask = desk.table.pending[0]
    assert desk.clerk.decide(desk.agenda, ask, desk.table.state).answer == ("pass",)


def test_a_turn() -> None:
    game = position(
        ["prussia", "austria"],
        phase="field",
        alliances=[["prussia", "spain"], ["austria"]],
        discs={"central_europe": {"austria": 1, "spain": 1}},
        fields={"reserves": ["prussia"], "army_training": ["austria"]},
    )
    desk = Desk(game, TURN, "action_turn", [1, 1, 6, 1, 1, 1, 1, 1])
    assert desk.play("action") is not None  # nothing is left for the next turn
    assert [number for number, _ in desk.used] == [1, 2, 3, 4]
    assert [answer[0] for _, answer in desk.used] == ["field", "attack", "hire", "reserves yes"]
    assert desk.used[0][1] == ("field", "banking")  # the other player sits in army training
    assert [queued for queued in desk.agenda.queue if not queued.occasion] == []
    assert desk.dropped == []
    assert desk.table.state.discs["central_europe"] == {"spain": 1, "prussia": 1}


def test_lines_that_are_not_needed_are_left_out() -> None:
    game = position(["prussia", "austria"], phase="field", discs={"central_europe": {"austria": 1}})
    desk = Desk(game, TURN, "action_turn", [1, 1, 1, 1])
    desk.play("action")
    assert [number for number, _ in desk.used] == [1, 2]
    assert desk.table.state.turn == 0
    assert desk.table.state.action == 2
    desk.play("income")
    assert desk.dropped == [3, 4]


def test_two_attacks() -> None:
    game = position(
        ["prussia", "austria"],
        phase="field",
        alliances=[["prussia", "spain"], ["austria"]],
        discs={"german_states": {"austria": 2, "spain": 1, "prussia": 1}},
        markers={"german_states": ["german_states_4"]},
        fields={"war_ministry": ["prussia"]},
    )
    desk = Desk(game, TWO_ATTACKS, "action_turn", [3, 1, 1, 1, 3, 1, 1, 1])
    desk.play("action")
    assert [number for number, _ in desk.used] == [1, 2, 3, 4, 5]
    assert [answer[0] for _, answer in desk.used] == ["field none", "attack marker", "hire none", "attack", "hire"]
    assert desk.dropped == []
    assert desk.table.state.discs["german_states"] == {"austria": 1, "spain": 1, "prussia": 3}


# ---- standing orders, one position a line

DEFENCE = {"alliances": [["austria", "spain"], ["prussia", "britain"]]}


def attacked(region: str, discs: dict[str, int], **more: Any) -> Reason:
    """Austria (seat 1) attacks Prussia (seat 0)."""
    game = position(["prussia", "austria"], discs={region: discs}, **{**DEFENCE, **more})
    game.turn = game.order.index(1)
    return game


def helping(nation: str) -> Reason:
    """The nation (seat 1) attacks Austria (seat 2) beside a disc of Prussia (seat 0)."""
    discs = {"german_states": {"austria": 1, "prussia": 1, nation: 1}}
    game = position(["prussia", nation, "austria"], alliances=[["prussia", nation], ["austria"]], discs=discs)
    game.turn = game.order.index(1)
    return game


def first_used(game: Reason, orders: dict[int, list[str]], dice: list[int] | None = None) -> list[tuple[int, Any]]:
    desk = Desk(game, STANDING, "combat", dice)
    for seat, lines in orders.items():
        for line in lines:
            desk.table.order(seat, line)
    for seat, ask in list(desk.table.pending.items()):
        if seat:
            desk.table.answer(seat, ask.default())
    desk.play("field")
    return desk.used


def test_every_standing_order_of_the_guide() -> None:
    attack = {1: ["attack prussia in german_states with blank"]}
    level = [1, 1, 1, 1]
    used = first_used(attacked("german_states", {"prussia": 1, "austria": 1}), attack, [6, 1, 1, 1])
    assert used[0] == (1, ("defend with", "prussia_s4_n0"))  # 8 points against 3
    game = attacked("baltic", {"prussia": 1, "austria": 1})
    game.players[0].discontent = 11
    at_sea = {1: ["attack prussia in baltic with blank"]}
    assert first_used(game, at_sea, [6, 1, 1, 1])[0] == (2, ("defend with", "blank"))
    used = first_used(attacked("baltic", {"prussia": 1, "austria": 1}), at_sea, level)
    assert used[0] == (3, ("defend with", "prussia_s3_n0"))

    for nation, number, answer in (("britain", 4, "alliance"), ("spain", 5, "blank")):
        orders = {1: ["attack austria in german_states with blank"]}
        assert first_used(helping(nation), orders, [6, 1, 1, 1])[0] == (number, (f"assist with {answer}",))

    game = attacked("baltic", {"prussia": 1, "austria": 1, "spain": 1, "britain": 1})
    hires = first_used(game, {1: ["attack prussia in baltic with blank"]}, [6, 1, 1, 1])
    assert hires[1] == (7, ("hire none",))
    desk = Desk(game, STANDING, "combat", [6, 1, 1, 1])
    desk.table.order(1, "attack prussia in baltic with blank")
    decision = desk.clerk.decide(desk.agenda, desk.table.pending[0], desk.table.state)
    assert decision.answer is not None
    desk.table.answer(0, decision.answer)
    desk.table.order(1, "hire spain")
    decision = desk.clerk.decide(desk.agenda, desk.table.pending[0], desk.table.state)
    assert (decision.number, decision.answer) == (6, ("hire", ("britain",)))

    game = attacked("baltic", {"prussia": 1, "austria": 1}, fields={"reserves": ["prussia"]})
    used = first_used(game, at_sea, [6, 1, 1, 1, 1, 1, 1, 1])
    assert used[1] == (8, ("reserves yes",))


# ---- whole games by mail


def costs(seats: int, games: int) -> tuple[float, float, float, float]:
    """Mails a player, stops a game, attacks a player and action round, and paid bids an auction."""
    mails = stops = attacks = bids = 0
    for seed in range(1, games + 1):
        table = Table(TITLE, HANDLES[:seats], below=source(f"chance {seed}"))
        spent = Post(TITLE, table, ahead=True).play()
        mails += sum(spent.mails)
        stops += spent.stops
        answers = [one for one in table.inputs if isinstance(one, Answered)]
        attacks += sum(one.kind == "choose_attack" and one.answer != ("no attack",) for one in answers)
        bids += sum(one.kind == "auction_bid" and one.answer[0] == "bid" and one.answer[1] > 0 for one in answers)
    turns = games * seats * 3 * (6 if seats < 5 else 5)
    return mails / games / seats, stops / games, attacks / turns, bids / (games * 12)


@pytest.mark.slow
def test_what_a_game_of_four_costs() -> None:
    mails, stops, attacks, bids = costs(4, 20)
    assert mails <= 36
    assert stops <= 100
    assert attacks >= 1.0
    assert bids >= 1.0


@pytest.mark.slow
def test_what_a_game_of_seven_costs() -> None:
    mails, _, attacks, bids = costs(7, 20)
    assert mails <= 33
    assert attacks >= 1.0
    assert bids >= 1.0
