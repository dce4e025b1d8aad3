"""Files by window: what a new file replaces, which lines answer what, and what is used up by force."""

from __future__ import annotations

import pytest

from pbem.orders.agenda import Agenda
from pbem.table.state_json import from_json, to_json
from tests.toys.mail import Mail, toy

TURN, COMBAT = toy("toy_turn"), toy("toy_combat")
WHOLE_TURN = "no politics\ntake bronze\ntake iron\ntake rome\nend\ndiscard iron, rome"


def test_a_whole_turn_is_one_file() -> None:
    mail = Mail(TURN, 2)
    mail.send("anna", WHOLE_TURN, "turn")
    mail.run()
    assert mail.done[-1] == "anna: discard iron, rome (file)"
    assert mail.table.state.hands[0] == ["bronze"]
    assert mail.waits_for == ["bob: politics"]
    assert mail.queue("anna") == [], "the `end` that the table gave by itself is used up"


@pytest.mark.parametrize("end", ["end", "try end", "build rome or end"])
def test_a_line_that_was_answered_by_force_is_used_up(end: str) -> None:
    mail = Mail(TURN, 2)
    mail.send("anna", WHOLE_TURN.replace("\nend\n", f"\n{end}\n"), "turn")
    mail.run()
    assert mail.queue("anna") == []
    assert mail.table.state.hands[0] == ["bronze"]


def test_a_line_that_says_something_else_is_not_used_up_by_force() -> None:
    mail = Mail(TURN, 2)
    mail.send("anna", "no politics\ntake bronze\ntake iron\nbuild iron\nbuild bronze\nend", "turn")
    mail.run()
    assert mail.waits_for == ["bob: politics"]
    assert mail.queue("anna") == ["build bronze", "end"]


def test_an_answer_in_somebody_elses_turn_leaves_the_own_file_alone() -> None:
    mail = Mail(TURN, 2)
    mail.send("anna", "no politics\ntake bronze\ntake iron\nend\ndiscard iron", "turn")
    mail.send("bob", "no politics\ntake rome\ntake oil\nend\ndiscard oil\nno politics\ntake masonry", "turn")
    mail.run()
    mail.table.state.hands[1].append("oil")
    mail.send("anna", "aggress bob\ntake printing\nend\ndiscard printing", "turn")
    mail.run()
    assert mail.waits_for == ["bob: discard"], "no line of his turn answers in hers"
    mail.send("bob", "discard oil", "reply")
    assert mail.queue("bob") == ["no politics", "take masonry", "discard oil"]
    mail.run()
    assert mail.done[-2:] == ["bob: no politics (file)", "bob: take masonry (file)"]


def test_a_file_replaces_what_was_sent_for_its_window_and_nothing_else() -> None:
    mail = Mail(TURN, 2)
    mail.send("bob", "discard rome", "reply")
    mail.send("bob", "no politics\nend", "turn")
    assert mail.queue("bob") == ["discard rome", "no politics", "end"]
    mail.send("bob", "discard oil", "reply")
    assert mail.queue("bob") == ["no politics", "end", "discard oil"]
    mail.send("bob", "aggress anna", "")
    assert mail.queue("bob") == ["aggress anna"], "a file without a window replaces all"
    mail.send("bob", "no politics", "turn")
    assert mail.queue("bob") == ["no politics"], "and is replaced by any"


def test_an_attack_runs_from_one_file_and_standing_orders() -> None:
    mail = Mail(COMBAT, 3, seed=5)
    card = mail.table.state.hands[0][0]
    mail.send("anna", f"attack bob with {card}\nhire up to 1\nreserves when losing or reserves none", "turn")
    mail.send(
        "bob",
        "always on defend: defend with lowest\nalways on hire: hire none\n"
        "always on use_reserves: reserves when losing or reserves none",
        "",
    )
    mail.send("carol", "always on assist: assist none", "")
    mail.run()
    answers = [one.split(" (")[0].split(": ") for one in mail.done]
    assert [who for who, _ in answers[:5]] == ["anna", "bob", "carol", "anna", "bob"]
    assert answers[3] == ["anna", "hire 1"]
    assert sum(order == "reserves" for _, order in answers) > 1, "the one line of the attacker went on"
    assert mail.waits_for == ["bob: attack"]
    assert mail.queue("anna") == []


def test_the_attackers_lines_do_not_answer_as_a_defender() -> None:
    mail = Mail(COMBAT, 2, seed=2)
    mail.send("anna", "no attack\nhire up to 2", "turn")
    mail.run()
    card = mail.table.state.hands[1][0]
    mail.send("bob", f"attack anna with {card}\nhire none", "turn")
    mail.send("anna", "defend with lowest", "combat")
    mail.run()
    assert mail.waits_for == ["anna: hire"]
    assert mail.queue("anna") == ["hire up to 2"]
    mail.send("anna", "hire up to 2", "combat")
    mail.run()
    assert "anna: hire 2 (file)" in mail.done


def test_a_strict_fault_leaves_the_files_for_other_windows_alone() -> None:
    mail = Mail(TURN, 2)
    mail.send("anna", "discard oil", "reply")
    mail.send("anna", "no politics\nbuild rome\ntake oil", "turn")
    mail.run()
    assert mail.waits_for == ["anna: action"]
    assert (mail.agendas[0].stopped, mail.agendas[0].stopped_in) == (True, "turn")
    assert mail.queue("anna") == ["discard oil"]
    mail.send("anna", "discard iron", "reply")
    assert mail.agendas[0].stopped, "a file for another window does not answer"
    mail.send("anna", "take oil", "turn")
    mail.run()
    assert "anna: take oil (file)" in mail.done


def test_agendas_are_plain_data() -> None:
    mail = Mail(COMBAT, 2, seed=2)
    mail.send("anna", f"attack bob with {mail.table.state.hands[0][0]}\nhire up to 2\nreserves none", "turn")
    mail.send("bob", "once on use_reserves: reserves when losing or reserves none", "combat")
    mail.run()
    for agenda in mail.agendas:
        assert from_json(Agenda, to_json(agenda)) == agenda
