"""Each kind of ask lists, samples, checks and refuses its answers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from typing import Any

import pytest

from pbem.table import (
    Ambiguous,
    Arrange,
    Ask,
    Choose,
    ChooseSome,
    Compose,
    Language,
    NotLegal,
    NotReadable,
    Number,
    Refused,
    Together,
    Vocabulary,
)

LETTERS = Vocabulary("letter", {"alpha": {}, "beta": {}, "gamma": {"en": "two"}, "delta": {"en": "two"}})
FORMS = [
    "take <letter> [<xn>]{, <letter> [<xn>]}",
    "take none",
    "put <letter> [<xn>] on <n>{, <letter> [<xn>] on <n>}",
    "pick <letter>{, <letter>}",
    "bid <n>",
    "give <letter> to <player>",
    "order <letter>{, <letter>}",
    "pass",
    "rank <letter>{, <letter>}",
]
ASKS = [
    {"id": "a", "rules": ["T-1", "T-2"], "order": {"forms": FORMS}},
    {"id": "b", "rules": ["T-3"], "order": {"forms": ["stay"]}},
]
SPEECH = Language({"asks": ASKS}, {"letter": LETTERS})
KIND = SPEECH["a"]
PLAYERS = ("anna", "bob")


def below(seed: int = 1) -> Any:
    return random.Random(seed).randrange


def refusal(ask: Ask, answer: tuple[Any, ...]) -> Refused:
    with pytest.raises(Refused) as caught:
        ask.check(answer, None, PLAYERS)
    return caught.value


def round_trips(ask: Ask) -> None:
    listed = ask.listed()
    assert len(listed) == len(dict.fromkeys(listed))
    for answer in [*listed, *(ask.sample(below(n)) for n in range(30))]:
        assert ask.allows(answer)
        assert ask.normal(answer) == answer
        assert ask.parse(ask.write(answer, PLAYERS), PLAYERS) == answer


@pytest.mark.parametrize(
    ("text", "kind", "key", "at", "near"),
    [
        ("pik alpha", NotReadable, "verb_unknown", (0, 3), ("pick",)),
        ("pick alfa", NotReadable, "word_unknown", (5, 9), ("alpha",)),
        ("pick", NotReadable, "order_incomplete", (4, 4), ()),
        ("pick alpha now", NotReadable, "word_unexpected", (11, 14), ()),
        ("", NotReadable, "order_empty", (0, 0), ()),
        ("p", NotReadable, "verb_unknown", (0, 1), ()),
        ("pick del", NotLegal, "not_among_legal", (0, 8), ()),
        ("give alpha to b", NotReadable, "word_unknown", (14, 15), ("bob",)),
        ("pick alp, gam", NotLegal, "not_among_legal", (0, 13), ()),
        ("stay", NotLegal, "not_asked_now", (0, 4), ()),
        ("pick two", Ambiguous, "word_ambiguous", (5, 8), ("gamma", "delta")),
    ],
)
def test_a_refusal_says_where_by_which_rule_and_what_is_legal(
    text: str, kind: type[Refused], key: str, at: tuple[int, int], near: tuple[str, ...]
) -> None:
    ask = Choose(0, KIND, [("pick", ("alpha",)), ("pass",)], rule="T-2")
    with pytest.raises(Refused) as caught:
        ask.parse(text, PLAYERS)
    fault = caught.value
    assert (type(fault), fault.key, fault.at) == (kind, key, at)
    assert set(near) <= set(fault.near)
    assert (fault.rule, fault.legal) == ("T-2", ("pick alpha", "pass"))


# ---- Choose


def test_choose() -> None:
    ask = Choose(0, KIND, [("bid", 1), ("bid", 3), ("pass",)])
    round_trips(ask)
    assert ask.default() == ("bid", 1)
    assert ask.rule == "T-1"
    assert ask.only() is None
    assert Choose(0, KIND, [("pass",)]).only() == ("pass",)
    fault = refusal(ask, ("bid", 2))
    assert (fault.key, fault.rule, fault.legal) == ("not_among_legal", "T-1", ("bid 1", "bid 3", "pass"))
    assert fault.values["order"] == "bid 2"


def test_a_reason_completes_the_refusal() -> None:
    seen: list[Any] = []

    def why(answer: Any) -> NotLegal:
        seen.append(answer)
        return NotLegal("odd", {"n": 2})

    ask = Choose(0, KIND, [("bid", 1)], why=why, rule="T-2")
    with pytest.raises(NotLegal) as caught:
        ask.parse("  bid 2", PLAYERS, offset=5)
    fault = caught.value
    assert (fault.key, fault.rule, fault.at, seen) == ("odd", "T-2", (5, 12), [("bid", 2)])
    assert fault.values == {"n": 2, "order": "bid 2"}


def test_players_are_written_by_handle_in_refusals() -> None:
    ask = Choose(0, KIND, [("give", "alpha", 1)])
    fault = refusal(ask, ("give", "beta", 0))
    assert (fault.values["order"], fault.legal) == ("give beta to anna", ("give alpha to bob",))
    round_trips(ask)


@pytest.mark.parametrize(
    "answer", [("resign",), ("bid",), ("bid", "three"), ("bid", 1, 2), ("take", "alpha"), ("bid", True)]
)
def test_what_no_form_can_write_is_refused_without_asking_why(answer: tuple[Any, ...]) -> None:
    def why(_: Any) -> NotLegal:
        raise AssertionError("asked for a reason")

    for ask in (
        Choose(0, KIND, [("pass",)], why=why),
        Number(0, KIND, "bid", 2, 3, why=why),
        ChooseSome(0, KIND, "take", ["alpha"], 1, 1, why=why),
        Arrange(0, KIND, "order", ["alpha", "beta"], why=why),
    ):
        assert refusal(ask, answer).key == "not_among_legal"


def test_about_default_values_and_data() -> None:
    ask = Choose(
        1,
        KIND,
        [("bid", 1), ("pass",)],
        about=lambda answer: {"cost": len(answer) - 1},
        default=lambda: ("pass",),
        values={"n": 4},
    )
    assert ask.default() == ("pass",)
    assert ask.data(PLAYERS) == {
        "player": 1,
        "kind": "a",
        "rule": "T-1",
        "complete": True,
        "values": {"n": 4},
        "legal": [{"order": "bid 1", "cost": 1}, {"order": "pass", "cost": 0}],
    }
    short = ask.data(PLAYERS, most=1)
    assert (len(short["legal"]), short["complete"]) == (1, False)


# ---- ChooseSome


def test_subsets() -> None:
    ask = ChooseSome(0, KIND, "pick", ["alpha", "beta", "gamma"], 1, 2)
    round_trips(ask)
    wanted = [c for n in (1, 2) for c in combinations(["alpha", "beta", "gamma"], n)]
    assert ask.listed() == [("pick", one) for one in wanted]
    assert ask.check(("pick", ("gamma", "alpha"))) == ("pick", ("alpha", "gamma"))
    assert refusal(ask, ("pick", ("alpha", "alpha"))).key == "not_among_legal"
    fault = refusal(ask, ("pick", ("alpha", "beta", "gamma")))
    assert (fault.key, fault.values["least"], fault.values["most"], fault.values["given"]) == ("not_so_many", 1, 2, 3)
    assert refusal(ask, ("pick", ("delta",))).key == "not_among_legal"


def test_multisets_are_listed_once_and_written_with_x2() -> None:
    ask = ChooseSome(0, KIND, "take", ["alpha", "beta", "alpha"], 0, 3, empty=("take none",))
    round_trips(ask)
    assert [ask.write(one) for one in ask.answers()] == [
        "take none",
        "take alpha",
        "take beta",
        "take alpha x2",
        "take alpha, beta",
        "take alpha x2, beta",
    ]
    assert ask.parse("take beta, alpha, alpha") == ("take", ("alpha", "alpha", "beta"))
    assert ask.parse("take alpha x2") == ask.parse("take alpha, alpha") == ("take", ("alpha", "alpha"))
    assert ask.chosen(("take none",)) == ()
    assert ask.check(("take", ())) == ("take none",)
    assert not ask.allows(("take", ()))


def test_more_than_there_is_reaches_the_reason_spelled_out() -> None:
    seen: list[Any] = []

    def why(answer: Any) -> None:
        seen.append(Counter(answer[1]))

    ask = ChooseSome(0, KIND, "take", ["alpha", "alpha", "beta"], 1, 3, why=why)
    with pytest.raises(NotLegal) as caught:
        ask.parse("take alpha x5, beta")
    assert seen == [Counter(alpha=5, beta=1)]
    assert caught.value.values["order"] == "take alpha x5, beta"
    with pytest.raises(NotLegal):
        ask.parse("take alpha x999999999")
    assert seen[1]["alpha"] < 100


def test_multiplicity_inside_items() -> None:
    units = [("alpha", 1), ("alpha", 1), ("beta", 2)]
    ask = ChooseSome(0, KIND, "put", units, 1, 3)
    round_trips(ask)
    answer = ask.parse("put beta on 2, alpha x2 on 1")
    assert answer == ("put", (("alpha", 1), ("alpha", 1), ("beta", 2)))
    assert ask.write(answer) == "put alpha x2 on 1, beta on 2"


def test_many_equal_items_do_not_explode() -> None:
    ask = ChooseSome(0, KIND, "take", ["alpha"] * 40 + ["beta"] * 40, 40, 40)
    assert len(ask.listed()) == 41


def test_a_condition_on_the_chosen_and_its_reason() -> None:
    def fits(chosen: tuple[Any, ...]) -> NotLegal | None:
        return None if "alpha" in chosen else NotLegal("needs_alpha", {})

    ask = ChooseSome(0, KIND, "pick", ["alpha", "beta", "gamma"], 1, 3, fits=fits)
    round_trips(ask)
    assert all("alpha" in one[1] for one in ask.answers())
    assert refusal(ask, ("pick", ("beta",))).key == "needs_alpha"
    assert ChooseSome(0, KIND, "pick", ["beta", "alpha"], 1, 1, fits=fits).only() == ("pick", ("alpha",))


def test_samples_of_a_rare_condition_are_found() -> None:
    items = ["alpha", "beta", "gamma", "delta"] * 5
    ask = ChooseSome(0, KIND, "take", items, 20, 20, fits=lambda chosen: None)
    assert Counter(ask.sample(below())[1]) == Counter(items)
    rare = ChooseSome(0, KIND, "pick", ["alpha", "beta"], 0, 2, fits=lambda c: None if len(c) == 1 else NotLegal("no"))
    assert len(rare.sample(below())[1]) == 1


def test_every_subset_can_be_sampled() -> None:
    ask = ChooseSome(0, KIND, "take", ["alpha", "alpha", "beta"], 1, 2)
    seen = {ask.sample(below(n)) for n in range(300)}
    assert seen == set(ask.answers())


# ---- Number, Arrange, Compose


def test_numbers() -> None:
    ask = Number(0, KIND, "bid", 2, 5)
    round_trips(ask)
    assert [n for _, n in ask.answers()] == [2, 3, 4, 5]
    assert {ask.sample(below(n))[1] for n in range(99)} == {2, 3, 4, 5}
    fault = refusal(ask, ("bid", 6))
    assert (fault.key, fault.values["low"], fault.values["high"]) == ("number_out_of_range", 2, 5)
    assert Number(0, KIND, "bid", 3, 3).only() == ("bid", 3)


def test_orders_of_things() -> None:
    items = ["alpha", "beta", "gamma"]
    ask = Arrange(0, KIND, "order", items)
    round_trips(ask)
    assert ask.listed() == [("order", one) for one in permutations(items)]
    assert {ask.sample(below(n)) for n in range(200)} == set(ask.answers())
    assert refusal(ask, ("order", ("alpha", "beta"))).key == "not_all_once"
    assert refusal(ask, ("order", ("alpha", "beta", "beta"))).key == "not_all_once"


def test_orders_of_equal_things_are_listed_once() -> None:
    ask = Arrange(0, KIND, "order", ["alpha", "beta", "alpha"])
    round_trips(ask)
    assert len(ask.listed()) == 3
    assert Arrange(0, KIND, "order", ["alpha", "alpha"]).only() == ("order", ("alpha", "alpha"))


def test_composed_answers() -> None:
    def some() -> Iterator[Any]:
        yield ("bid", 2)

    def even(answer: Any) -> NotLegal | None:
        return None if answer[1] % 2 == 0 else NotLegal("odd", {})

    ask = Compose(0, KIND, some, lambda pick: ("bid", 2 * pick(9)), even)
    round_trips(ask)
    assert ask.only() is None
    assert ask.data(PLAYERS)["complete"] is False
    assert ask.parse("bid 88") == ("bid", 88)
    assert refusal(ask, ("bid", 3)).key == "odd"


def test_listing_stops_at_its_bound() -> None:
    ask = Number(0, KIND, "bid", 0, 10**9)
    assert len(ask.listed(7)) == 7
    assert list(islice(ask.answers(), 1)) == [("bid", 0)]


# ---- convenience forms, Together


def test_a_convenience_form_becomes_the_plain_answer() -> None:
    language = Language({"asks": [{"id": "a", "rules": ["T-1"], "order": {"forms": FORMS}}]}, {"letter": LETTERS})
    kind = language["a"]

    def best(ask: Ask, answer: Any) -> Any:
        assert isinstance(ask, ChooseSome)
        return ("pick", tuple(one for one in answer[1] if one in ask.items)[: ask.least])

    kind.reads("rank", best)
    ask = ChooseSome(0, kind, "pick", ["alpha", "beta"], 1, 1)
    assert ask.parse("rank gamma, beta, alpha") == ("pick", ("beta",))
    with pytest.raises(ValueError, match="no form"):
        kind.reads("sort", best)


def test_a_together_needs_the_asks_of_its_seats() -> None:
    one = Number(0, KIND, "bid", 1, 2)
    assert Together({0: one}).asks == {0: one}
    with pytest.raises(ValueError, match="seat of another"):
        Together({1: one})
