"""Refusals, questions and notes as people read them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pbem import titles
from pbem.table import Ask, Refused, Table, ask_text, note_text, refusal_text
from pbem.table.asks import MOST_SHOWN
from pbem.trials.title_source import ROOT, Source
from pbem.words import LANGUAGES

PLAYERS = ("anna", "bruno")
DUEL = titles.load("wonders_duel")
EN, DE = (titles.words(DUEL, language, PLAYERS) for language in ("en", "de"))


def after(seed: int, answers: int) -> Table:
    chance = random.Random(seed)
    table = Table(DUEL, PLAYERS, below=chance.randrange)
    for _ in range(answers):
        (ask,) = table.pending.values()
        table.answer(ask.player, ask.sample(chance.randrange))
    return table


def refused(table: Table, text: str) -> Refused:
    (ask,) = table.pending.values()
    with pytest.raises(Refused) as caught:
        ask.parse(text, PLAYERS)
    return caught.value


def test_a_misspelt_name_is_pointed_at() -> None:
    fault = refused(after(5, 0), "take sphnix")
    said = refusal_text(fault, EN, "take sphnix").splitlines()
    assert said[:5] == [
        "“sphnix” is no wonder. (WD-DR-2)",
        "    take sphnix",
        "         ^^^^^^",
        "Did you mean sphinx?",
        "Possible now:",
    ]
    assert len(said) == 5 + 4
    assert refusal_text(fault, DE).splitlines()[:3] == [
        "„sphnix“ ist hier unbekannt; erwartet: Weltwunder. (WD-DR-2)",
        "Gemeint vielleicht sphinx?",
        "Jetzt möglich:",
    ]


def test_in_several_lines_the_right_one_is_shown_with_its_number() -> None:
    (ask,) = after(5, 0).pending.values()
    text = "# first\ntake\tsphnix\n# last"
    with pytest.raises(Refused) as caught:
        ask.parse("take\tsphnix", PLAYERS, offset=8)
    assert refusal_text(caught.value, EN, text).splitlines()[1:3] == ["    2: take sphnix", "            ^^^^^^"]


def test_an_order_that_stops_too_early_says_what_comes_next() -> None:
    fault = refused(after(5, 0), "take")
    assert refusal_text(fault, EN, "take").splitlines()[:3] == [
        "The order ends too early; wonder comes next. (WD-DR-2)",
        "    take",
        "        ^",
    ]


def test_an_order_for_another_question_names_both() -> None:
    fault = refused(after(5, 0), "build baths")
    said = refusal_text(fault, EN).splitlines()
    assert said[:2] == [
        "“build baths” answers the play of a card, but the choice of wonders is asked now. (WD-DR-2)",
        "Possible now:",
    ]


def test_an_illegal_order_says_why_by_which_rule_and_what_is_legal() -> None:
    table = after(3, 10)
    (ask,) = table.pending.values()
    lying = table.state.face_up.values()
    reach = list(table.state.accessible())
    covered = next(card for card in lying if card not in reach)
    said = refusal_text(refused(table, f"build {covered}"), EN).splitlines()
    assert "is still covered by" in said[0]
    assert said[0].endswith("(WD-LA-2)")
    assert [line.strip() for line in said[2:]] == [ask.write(one) for one in ask.listed(MOST_SHOWN)]


def test_a_list_cut_short_says_so() -> None:
    fault = Refused("game_over", {}, legal=tuple(f"build c{n}" for n in range(MOST_SHOWN)))
    assert "Possible now, for example:" in refusal_text(fault, EN)
    fault.legal = fault.legal[:2]
    assert "Possible now:\n    build c0\n    build c1" in refusal_text(fault, EN)


def wrong_orders(ask: Ask) -> Iterator[str]:
    """All orders of the ask's forms with all words of the title, and some that fit no form."""
    words = DUEL.vocabularies
    yield from (
        "",
        "frobnicate",
        "take",
        "build",
        "wonder",
        "rank sphinx",
        "build library with",
        "b library",
        "start me",
    )
    if ask.kind.id == "draft_wonders":
        yield from (f"take {one}" for one in words["wonder"])
        yield from (f"take {one}, {one}" for one in words["wonder"])
        yield "take sphinx, piraeus"
    elif ask.kind.id == "play_card":
        yield from (f"build {one}" for one in words["card"])
        yield from (f"wonder {one} with {card}" for one in words["wonder"] for card in ("tavern", ask.listed(1)[0][1]))
    else:
        verb = ask.listed(1)[0][0]
        yield from (f"{verb} {one}" for slot in ("card", "token") for one in words[slot])


def why(ask: Ask, text: str) -> list[Refused]:
    try:
        ask.parse(text, PLAYERS)
    except Refused as fault:
        return [fault]
    return []


def test_every_refusal_of_the_duel_can_be_said_with_what_it_is_given() -> None:
    met: set[str] = set()
    for seed in range(12):
        chance = random.Random(seed)
        table = Table(DUEL, PLAYERS, below=chance.randrange)
        while not table.over:
            (ask,) = table.pending.values()
            if ask.kind.id != "play_card" or table.state.turn % 12 == 0:
                for text in wrong_orders(ask):
                    for fault in why(ask, text):
                        met.add(fault.key)
                        assert "{" not in refusal_text(fault, EN, text) + refusal_text(fault, DE, text)
            table.answer(ask.player, ask.sample(chance.randrange))
        with pytest.raises(Refused) as caught:
            table.order(0, "build baths")
        assert refusal_text(caught.value, EN) == "The game is over; no more orders are taken."
    assert Source(ROOT / "titles" / "wonders_duel").refusals() - met == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_note_of_many_games_can_be_said(language: str) -> None:
    words = titles.words(DUEL, language, PLAYERS)
    for seed in range(30):
        chance = random.Random(seed)
        table = Table(DUEL, PLAYERS, below=chance.randrange)
        while not table.over:
            (ask,) = table.pending.values()
            (data,) = table.asked(ask.player)
            assert ask_text(ask, words) == ask_text(data, words)
            for note in table.answer(ask.player, ask.sample(chance.randrange)):
                said = note_text(note, words)
                assert said[-1] == "."
                assert " 0 " not in said
                assert "  " not in said
                assert "_" not in said
