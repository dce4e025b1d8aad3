"""Lines about different things of a player wait for each other no more; and what lines imply."""

from __future__ import annotations

import pytest

from pbem.orders.agenda import Agenda
from pbem.table import Answered
from tests.toys import toy_ages
from tests.toys.mail import Mail, toy

FIRST_FILE = """\
mark romans production, picts manoeuvre, extra start_empire
start c37 colour red leader elizabeth capital england
english: build musket x3 in england
romans: build sword x2 in latium, galley in sicily
try romans: fort etruria
picts: move sword x2 from scotland to england
picts: conflicts england
once on conflict_commit for picts if enemy_left >= 3: commit all but 1
always on trade_card: offer highest
always on event_reaction if event in (volcano, spy): react c46"""
"""As the guide to playing by mail prints it: markers, and orders for all empires."""
OTHER = "mark gauls trade, huns destiny\nalways on reveal_marker: default\nalways on trade_card: offer lowest"
REVEALS = "reveal gauls\nreveal huns"


def begun(orders: str = FIRST_FILE, other: str = f"{OTHER}\n{REVEALS}") -> Mail:
    mail = Mail(toy("toy_ages"), 2, seed=4)
    mail.send("anna", orders, "markers")
    mail.send("bob", other, "markers")
    return mail


def go_on(mail: Mail) -> None:
    """As far as the files reach; what is offered is let pass by those who ordered nothing."""
    mail.run()
    while mail.table.offer is not None:
        mail.table.lapse()
        mail.run()


def test_the_first_file_of_a_round_plays_to_its_last_line() -> None:
    mail = begun()
    go_on(mail)
    assert mail.table.over
    assert mail.queue("anna") == mail.queue("bob") == []
    done = [one.removeprefix("anna: ") for one in mail.done if one.startswith("anna")]
    assert done[:12] == [
        "mark romans production, picts manoeuvre, extra start_empire (file)",
        "reveal extra (file)",
        "start c37 colour red leader elizabeth capital england (file)",
        "build musket x3 in england (file)",
        "reveal romans (file)",
        "build sword x2 in latium, galley in sicily (file)",
        "fort etruria (file)",
        "offer c61 (standing)",
        "reveal picts (file)",
        "move sword x2 from scotland to england (file)",
        "end moves (file)",
        "conflicts england (file)",
    ]
    assert done[12:] == ["commit 1 (standing)", *(["react c46 (standing)"] if "react" in done[-1] else [])]
    assert not mail.waits_for


def test_lines_of_other_empires_outlive_a_fault() -> None:
    """A strict line that is not legal takes the rest of its own stream with it, and nothing else."""
    mail = begun(FIRST_FILE.replace("galley in sicily", "galley in gaul"))
    go_on(mail)
    assert mail.waits_for == ["anna: build_units"]
    assert mail.decisions[-1].wanted or mail.decisions[-1].halted
    assert mail.queue("anna") == ["picts: move sword x2 from scotland to england", "picts: conflicts england"]
    mail.send("anna", "romans: save", "production")
    go_on(mail)
    assert mail.table.over
    assert "anna: conflicts england (file)" in mail.done


def test_in_what_order_empires_come_up_does_not_matter() -> None:
    """The lines for the picts stand first, though the romans act before them."""
    lines = FIRST_FILE.splitlines()
    mail = begun("\n".join([lines[0], *lines[5:7], *lines[3:5], *lines[1:3], *lines[7:]]))
    go_on(mail)
    assert mail.table.over
    assert mail.queue("anna") == []


def test_inside_a_stream_lines_keep_their_order() -> None:
    mail = begun(FIRST_FILE.replace("picts: move", "picts: save\npicts: move"))
    go_on(mail)
    assert mail.waits_for == ["anna: move_units"]
    assert mail.queue("anna")[0] == "picts: save"


def test_a_try_line_waits_until_one_below_it_is_used() -> None:
    """Questions in between do not use it up; but it holds up nothing."""
    mail = begun(FIRST_FILE.replace("picts: move", "try picts: fort scotland\npicts: move"))
    go_on(mail)
    assert mail.table.over
    dropped = [(one.text, one.key) for decision in mail.decisions for one in decision.dropped]
    assert dropped == [("try picts: fort scotland", "try_not_legal")]


def test_what_names_its_empire_itself_is_a_line_of_it() -> None:
    mail = begun(FIRST_FILE.replace("picts: move", "hold picts\npicts: move"))
    go_on(mail)
    assert "anna: hold picts (file)" in mail.done
    assert mail.queue("anna") == ["picts: move sword x2 from scotland to england", "picts: conflicts england"]


def test_nothing_is_implied_by_lines_for_something_else() -> None:
    mail = begun("mark romans production, picts manoeuvre\npicts: move sword from scotland to gaul")
    go_on(mail)
    assert mail.waits_for == ["anna: reveal_marker"]


def test_what_is_written_counts_before_what_is_implied() -> None:
    mail = begun(FIRST_FILE.replace("romans: build", "hold romans\nromans: build"))
    go_on(mail)
    assert "anna: hold romans (file)" in mail.done
    assert "anna: reveal romans (file)" not in mail.done


def test_an_answer_that_is_implied_and_not_legal_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = begun()
    monkeypatch.setitem(toy_ages.TITLE.implied, "reveal_marker", lambda *_: ("reveal", "huns"))
    go_on(mail)
    assert mail.waits_for == ["anna: reveal_marker"]


def test_a_forced_answer_uses_up_a_line_of_its_own_subject_only() -> None:
    mail = begun()
    agenda, table = Agenda(), mail.table
    clerk = mail.clerk
    clerk.file(agenda, 0, "file", "production", "picts: save\nromans: save")
    given = Answered(0, "build_units", ("save",), "forced", None, "save", subject="romans")
    used = clerk.forced(agenda, given, table.state).line
    assert used is not None
    assert used.text == "romans: save"
    assert [one.text for one in agenda.queue] == ["picts: save"]
