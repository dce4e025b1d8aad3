"""The toy of docs/adding-a-title.md plays as its page says."""

from __future__ import annotations

from typing import Any

import pytest

from pbem import titles
from pbem.campaign.published.position_text import board, moves
from pbem.orders.agenda import Agenda, Clerk
from pbem.orders.errors import BadOrders
from pbem.pages.board_api import Scene
from pbem.pages.boards import board_of
from pbem.table import Arrange, Choose, ChooseSome, Compose, Number, Refused, Table, Title
from pbem.table.saying import note_text
from pbem.trials.simulate import simulate, source
from pbem.words.console import as_text

from . import toy

LIGHT_NONE = ("light none",)


def table(title: Title, seats: int = 3, seed: int = 2, **more: Any) -> Table:
    return Table(title, ("anna", "bob", "carol")[:seats], below=source(seed), **more)


def until(made: Table, kind: str) -> Table:
    """Go on with defaults until somebody is asked this."""
    for _ in range(500):
        if any(ask.kind.id == kind for ask in made.pending.values()):
            return made
        seat = next(seat for seat in made.pending if seat not in made.given)
        made.answer(seat, made.pending[seat].default())
    raise AssertionError(f"{kind} is never asked")


def test_the_page_has_all_files_of_a_title() -> None:
    assert sorted(toy.files()) == [
        "__init__.py",
        "asks.yaml",
        "bot.py",
        "bounds.yaml",
        "by_mail.de.md",
        "by_mail.en.md",
        "cards.py",
        "check.py",
        "data/components.yaml",
        "deal.py",
        "rules.de.yaml",
        "rules.yaml",
        "rules/__init__.py",
        "rules/closing.py",
        "rules/dusk.py",
        "rules/ending.py",
        "rules/evening.py",
        "sheet.py",
        "state.py",
        "words/de.yaml",
        "words/en.yaml",
    ]


def test_it_is_found_among_the_titles(lantern_market: Title) -> None:
    assert toy.TOY in titles.ids()
    assert titles.load(toy.TOY) is lantern_market


def test_it_has_every_kind_of_ask(lantern_market: Title) -> None:
    made, seen = table(lantern_market), {}
    pick = source(5)
    while not made.over:
        seat = next(seat for seat in made.pending if seat not in made.given)
        seen[made.pending[seat].kind.id] = type(made.pending[seat])
        made.answer(seat, made.pending[seat].sample(pick))
    assert seen == {
        "bid": Choose,
        "light": ChooseSome,
        "line_up": Arrange,
        "stroll": Choose,
        "answer_call": Choose,
        "give": Number,
        "stock": Compose,
    }
    assert len(made.revealed) == len(dict.fromkeys(made.revealed)) >= 3


def test_an_auction_goes_round_until_one_is_left(lantern_market: Title) -> None:
    made = until(table(lantern_market), "bid")
    first = made.state.host
    second, third = made.state.others(first)
    made.order(first, "bid 2")
    with pytest.raises(Refused) as caught:
        made.order(second, "bid 2")
    assert (caught.value.key, caught.value.rule) == ("bid_too_low", "LM-AU-2")
    with pytest.raises(Refused) as caught:
        made.order(second, "bid 9")
    assert caught.value.key == "too_few_coins"
    made.order(second, "bid 8")  # all it has: nobody can bid more
    assert made.state.stalls[second].coins == 0
    assert len(made.state.stalls[second].prizes) == 1
    passes = [one for one in made.inputs if getattr(one, "answer", None) == ("pass",)]
    assert [(one.seat, one.source) for one in passes] == [(third, "forced"), (first, "forced")]


def test_lanterns_are_secret_until_they_are_lit(lantern_market: Title) -> None:
    made = until(table(lantern_market), "light")
    seat = made.state.host
    ask = ChooseSome(seat, made.pending[seat].kind, "light", ["jade", "red", "red"], 0, 3, empty=LIGHT_NONE)
    assert ask.parse("light red x2, jade") == ("light", ("jade", "red", "red"))
    made = until(table(lantern_market), "stroll")
    sealed = [one for one in made.inputs if getattr(one, "kind", "") == "light"]
    assert all(one.secret and one.secret not in made.revealed for one in sealed)
    made = until(made, "give")
    assert all(one.secret in made.revealed for one in sealed)


def test_one_ask_offers_decisions_of_several_kinds(lantern_market: Title) -> None:
    made = until(table(lantern_market), "stroll")
    (ask,) = made.pending.values()
    other = made.players[made.state.others(ask.player)[0]]
    assert ask.kind.ids == ("stroll", "call_out", "look")
    assert [ask.write(one, made.players) for one in (("call",), ("rest",))] == ["call", "rest"]
    clerk = Clerk(lantern_market, made.players)
    for standing, answer in (
        ("always on call_out: call", ("call",)),
        ("always on look: peek me", None),  # not legal: the line is passed over
        ("always on stroll: rest", ("rest",)),
        (f"always on stroll: peek {made.players[ask.player]} or call", ("call",)),
        (f"always on answer_call: pass\nalways on look: peek {other} or ask", None),
    ):
        agenda = Agenda()
        clerk.file(agenda, ask.player, "f", "stroll", standing)
        assert clerk.decide(agenda, ask, made.state).answer == answer, standing
    with pytest.raises(BadOrders):
        clerk.file(Agenda(), ask.player, "f", "stroll", "always on call_out: rest")
    agenda = Agenda()
    clerk.file(agenda, ask.player, "f", "stroll", "rest")
    assert clerk.decide(agenda, ask, made.state).answer == ("rest",)


def test_one_line_bids_to_the_end_of_its_auction(lantern_market: Title) -> None:
    made = until(table(lantern_market), "bid")
    clerk, agendas = Clerk(lantern_market, made.players), [Agenda() for _ in made.players]
    first, second, third = made.state.from_host()
    for seat, lines in ((first, "bid least max 3 or pass"), (second, "bid least max 5 or pass"), (third, "pass")):
        clerk.file(agendas[seat], seat, "f", "dusk", lines)
    while (ask := next(iter(made.pending.values()))).kind.id == "bid":
        decision = clerk.decide(agendas[ask.player], ask, made.state)
        assert decision.answer is not None
        made.answer(ask.player, decision.answer)
    assert made.state.stalls[second].coins == 8 - 4
    assert len(made.state.stalls[second].prizes) == 1


def test_a_gust_silences_a_call_in_anothers_turn(lantern_market: Title) -> None:
    made = until(table(lantern_market), "stroll")
    caller = made.state.host
    coins = made.state.stalls[caller].coins
    made.order(caller, "call")
    for other in made.state.others(caller):
        (asked,) = made.pending
        assert asked == other
        assert {tuple(one) for one in made.pending[asked].listed()} >= {("pass",)}
        made.order(asked, "pass")
    assert made.state.stalls[caller].coins == coins + 2


def test_looking_is_seen_by_who_looks(lantern_market: Title) -> None:
    made = until(table(lantern_market), "light")
    for seat in list(made.pending):
        made.answer(seat, made.pending[seat].listed()[-1])
    made = until(made, "stroll")
    looker = made.state.host
    owner = made.state.others(looker)[0]
    cards = list(made.state.stalls[owner].set_out)
    notes = made.order(looker, f"peek {made.players[owner]}")
    assert made.view(looker)["stalls"][owner]["set_out"] == cards
    third = made.state.others(looker)[1]
    assert made.view(third)["stalls"][owner]["set_out"] == {"hidden": len(cards)}
    assert [note.key for note in notes if note.visible(third)] == ["looked"]
    words = titles.words(lantern_market, "de", made.players)
    assert "Du siehst am Stand von" in note_text(notes[1], words)


@pytest.mark.parametrize(("fixes", "points"), [(1, 3), (0, 7)])
def test_the_first_fix_changes_new_games_only(lantern_market: Title, fixes: int, points: int) -> None:
    import importlib

    ending = importlib.import_module("pbem.titles.lantern_market.rules.ending")
    made = table(lantern_market, fixes=fixes)
    for stall in made.state.stalls[:2]:
        stall.gifts = 3
    assert ending.points(made.state, 0)["shrine"] == points


def test_an_option_makes_it_longer(lantern_market: Title) -> None:
    def nights(options: dict[str, Any]) -> int:
        made = table(lantern_market, options=options)
        while not made.over:
            seat = next(seat for seat in made.pending if seat not in made.given)
            made.answer(seat, made.pending[seat].default())
        night: int = made.state.night
        return night

    assert (nights({}), nights({"nights": 5})) == (3, 5)


def test_its_bot_plays_better_than_chance(lantern_market: Title) -> None:
    figures = simulate(toy.TOY, games=30, seed=1, players=2, bots="bot,random", options=[], console=None)
    assert figures["by_bot"]["bot"]["wins"] >= 25


def test_its_words_are_the_same_in_both_languages(lantern_market: Title) -> None:
    assert list(lantern_market.words["en"]) == list(lantern_market.words["de"])


def test_every_rule_of_its_list_is_named_where_it_is_played(lantern_market: Title) -> None:
    code = "".join(text for path, text in toy.files().items() if path.endswith((".py", "asks.yaml")))
    assert [rule for rule in lantern_market.rule_ids() if rule not in code] == []


def test_its_sheet_is_what_terminal_and_page_show(lantern_market: Title) -> None:
    """The owner sees the lanterns, everybody else how many there are; the page is an onlooker's."""
    made = until(table(lantern_market), "light")
    made.state.stalls[0].hand = ["jade", "gust"]
    for seat, order in enumerate(("light jade", "light none", "light none")):
        made.order(seat, order)
    made.state.stalls[0].prizes = ["red"]
    words = titles.words(lantern_market, "en", made.players)
    own, others = (as_text(board(lantern_market, made.view(seat), words, seat)) for seat in (0, None))
    row = next(line for line in own.split("\n") if line.startswith("anna"))
    assert row.split() == ["anna", "8", "1", "0", "jade", "red"]
    row = next(line for line in others.split("\n") if line.startswith("anna"))
    assert row.split() == ["anna", "8", "1", "0", "1", "lantern", "face", "down", "red"]
    page = board_of(lantern_market).draw(Scene(made.view(None), ("Änne", "bob", "carol"), words))
    assert '<bdi>Änne</bdi></span></th><td class="r">8</td><td class="r">1</td><td class="r spare">0</td>' in page
    assert '<span class="dim">1 lantern face down</span></td><td><span data-slot="lantern" data-id="red">' in page
    assert "jade" not in page


def test_its_orders_say_what_they_do(lantern_market: Title) -> None:
    made = until(table(lantern_market), "stroll")
    (asked,) = made.asked(made.state.host)
    shown = as_text(moves(lantern_market, asked, titles.words(lantern_market, "de", made.players)))
    assert "  call  bringt 2 Münzen, wenn niemand einen Windstoß spielt" in shown.split("\n")
