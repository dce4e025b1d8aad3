"""A refusal of 7 Ages says what is wrong, by which rule, and what would be possible."""

from __future__ import annotations

import pytest
from seven_kit import at, lapsed, position

from pbem import titles
from pbem.table import Refused, Table, refusal_text
from pbem.titles.seven_ages import TITLE

ROMANS = {"anna": {"romans": {"step": 9, "money": 30, "starts": ["latium"]}}, "ben": {"gauls": {"step": 8}}}
UNITS = {"romans": {"latium": {"spear": 3}}, "gauls": {"provence": {"spear": 2}}}


def refused(table: Table, order: str, language: str = "en") -> str:
    """The first line of what anna reads."""
    with pytest.raises(Refused) as fault:
        table.order(0, order)
    return refusal_text(fault.value, titles.words(TITLE, language, table.players)).splitlines()[0]


def starting() -> Table:
    given = position(ROMANS, hands={"anna": ["c29", "c13"]}, units=UNITS)
    return at(given, "anna: mark romans destiny, extra start_empire", "ben: mark gauls destiny", "anna: reveal extra")


@pytest.mark.parametrize(
    ("order", "english", "german"),
    [
        (
            "start c29",
            "The Vikings can be started in age 3, 4 and 5; the most advanced empire is in age 2. (SA-1-6)",
            "Die Wikinger können in Zeitalter 3, 4 und 5 gegründet werden; "
            "das am weitesten entwickelte Reich ist in Zeitalter 2. (SA-1-6)",
        ),
        (
            "start Hittites",
            "You do not have Hittites (4) in hand. (SA-1-1)",
            "Du hast Hethiter (4) nicht auf der Hand. (SA-1-1)",
        ),
        (
            "start Macedonians colour red",
            "Name a colour that is free for you: yellow. (SA-1-10)",
            "Nenne eine Farbe, die für dich frei ist: Gelb. (SA-1-10)",
        ),
    ],
)
def test_a_start(order: str, english: str, german: str) -> None:
    assert refused(starting(), order) == english
    assert refused(starting(), order, "de") == german


def civilising() -> Table:
    hands = {"anna": ["c1", "c2"]}
    given = position(ROMANS, hands=hands, units=UNITS, act=["romans", "civilise"])
    return at(given, phase="civilise")


def test_a_card_that_is_played_at_another_moment() -> None:
    """c1 carries Bold Attack, an event of conflicts."""
    told = refused(civilising(), "play c1 as event")
    assert told == "Bold Attack is not played here: only in a round of conflict. (SA-6.1-2)"


def test_an_artifact_of_another_age() -> None:
    """c2 carries Fascism."""
    told = refused(civilising(), "play c2 as artifact for romans")
    assert told == "Fascism is for empires in age 6 and 7; the Romans are in age 2. (SA-6.1-8)"
    assert refused(civilising(), "play c2 as artifact for zulus") == "The Zulus are not in play. (SA-6.1-8)"


def test_a_unit_that_comes_later() -> None:
    given = position(ROMANS, units=UNITS, cities={"latium": 3}, act=["romans", "production"])
    table = at(given, phase="production")
    lapsed(table)
    told = refused(table, "build knight in latium", "de")
    assert told == "Ritter: zu bauen ab Stufe 17; das Reich ist auf Stufe 9. (SA-2.3-1)"
