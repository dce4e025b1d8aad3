"""Orders are checked before they are sent: every question can be put again from what its player sees."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from reason_kit import HANDLES, asked, going_on, position, table

from pbem import titles
from pbem.orders.agenda import Agenda
from pbem.orders.check import check_orders
from pbem.table import Refused, Table
from pbem.table.imagine import Outlook
from pbem.table.saying import refusal_text
from pbem.table.state_json import to_json
from pbem.titles.age_of_reason import TITLE
from pbem.trials.simulate import source


def hand(one: Table, seat: int) -> dict[str, Any]:
    """What a sealed hand tells, as far as the check reads it."""
    data = {**Outlook.of(one, seat).data(), "ordered": to_json(Agenda())}
    read: dict[str, Any] = json.loads(json.dumps(data))
    return read


COMBAT = ("defend_card", "assist", "hire_allies", "use_reserves")


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_every_answer_is_recognised_as_legal(seats: int) -> None:
    one, pick = table(seats, 5), source("orders")
    kinds: Counter[str] = Counter()
    while not one.over:
        ask = asked(one)
        answer = ask.sample(pick)
        order = ask.write(answer, one.players)
        (line,) = check_orders(TITLE, HANDLES[:seats], ask.player, order, hand(one, ask.player)).lines
        # How a combat began depends on the card that lies face down: there only the words can be checked.
        sure = ("legal", "reads") if ask.kind.id in COMBAT else ("legal",)
        assert line.result in sure, f"{order} for {ask.kind.id}"
        assert line.refused is None
        kinds[ask.kind.id] += 1
        one.answer(ask.player, answer)
    assert len(kinds) >= 9


def test_a_whole_turn_is_rehearsed_up_to_the_combat() -> None:
    one = table(2, 3)
    one.order(0, "nation prussia")
    one.order(1, "nation austria")
    while asked(one).kind.id == "auction_bid":
        one.answer(asked(one).player, asked(one).default())
    seat = asked(one).player
    nation = one.state.players[seat].nation
    lines = ["field banking", f"attack marker baltic_1 with {nation}_s5_n0"]
    found = check_orders(TITLE, HANDLES[:2], seat, "\n".join(lines), hand(one, seat)).lines
    assert found[0].result == "legal"
    assert found[1].result == "refused"
    assert found[1].refused is not None
    assert found[1].refused.rule in ("AOR-MATT-1", "AOR-DECL-5")


def at_the_first_field() -> tuple[Table, int]:
    one = table(2, 3)
    one.order(0, "nation prussia")
    one.order(1, "nation austria")
    while asked(one).kind.id == "auction_bid":
        one.answer(asked(one).player, asked(one).default())
    return one, asked(one).player


def test_an_attack_without_the_field_before_it_is_not_sent() -> None:
    """AOR-ACT-4: the moderator would refuse it, so the check does; with `field none` before it, it is read."""
    one, seat = at_the_first_field()
    attack = "no attack"
    (line,) = check_orders(TITLE, HANDLES[:2], seat, attack, hand(one, seat)).lines
    assert line.refused is not None
    assert (line.result, line.refused.key) == ("refused", "not_asked_now")
    both = check_orders(TITLE, HANDLES[:2], seat, f"field none\n{attack}", hand(one, seat))
    assert [line.result for line in both.lines] == ["legal", "legal"]


def test_a_refused_attack_is_followed_by_those_most_like_it() -> None:
    """AOR-DECL-5: the ship is missing, so the same attack is offered with cards that have one."""
    game = position(
        ["france", "britain"],
        discs={"mediterranean": {"britain": 1}, "german_states": {"britain": 1}},
        markers={"german_states": ["german_states_1", "german_states_8"]},
    )
    one = going_on(game)
    with pytest.raises(Refused) as caught:
        one.order(0, "attack britain in mediterranean with france_s2_n0")
    assert caught.value.rule == "AOR-DECL-5"
    assert caught.value.legal[0] == "attack britain in mediterranean with france_s1_n1"


@pytest.mark.parametrize(("language", "said"), [("en", "region"), ("de", "Region")])
def test_an_unknown_word_after_a_filter_is_called_by_its_kind(language: str, said: str) -> None:
    line = "always on defend_card in atlantis: default"
    (found,) = check_orders(TITLE, HANDLES[:2], 0, line, None).lines
    assert found.refused is not None
    assert said in refusal_text(found.refused, titles.words(TITLE, language)).splitlines()[0]
