"""Windows of asks, secrets that depend on the answer, and what an order means at a position."""

from __future__ import annotations

import pytest

from pbem.table import Answer, Choose, Language, NotLegal, Number, Vocabulary

ASKS = {
    "asks": [
        {"id": "hire", "rules": ["W-1"], "interrupt": True, "order": {"forms": ["hire <n>", "hire none"]}},
        {"id": "bid", "rules": ["W-2"], "order": {"forms": ["bid (<n>|least) [max <n>]", "pass"]}},
        {"id": "attack", "rules": ["W-3"], "order": {"forms": ["attack <land>", "no attack"]}},
    ],
    "windows": [
        {"id": "turn", "asks": ["attack", "hire"]},
        {"id": "combat", "asks": ["hire"]},
        {"id": "auction", "asks": ["bid"]},
    ],
}
LANGUAGE = Language(ASKS, {"land": Vocabulary("land", {"spain": {}, "france": {}})})


def test_a_kind_knows_all_windows_that_name_it() -> None:
    assert LANGUAGE["hire"].windows == ("turn", "combat")
    assert LANGUAGE["bid"].windows == ("auction",)


def test_an_ask_says_its_window_where_its_kind_stands_in_several() -> None:
    assert Number(0, LANGUAGE["hire"], "hire", 0, 2, window="combat").window == "combat"
    assert Number(0, LANGUAGE["bid"], "bid", 0, 2).window == "auction"
    for window in (None, "auction"):
        with pytest.raises(ValueError, match="hire stands in turn, combat"):
            Number(0, LANGUAGE["hire"], "hire", 0, 2, window=window)


def test_only_where_there_are_several_an_ask_shows_its_window() -> None:
    assert Number(0, LANGUAGE["hire"], "hire", 0, 2, window="combat").data()["window"] == "combat"
    assert "window" not in bid(3).data()


def test_what_is_secret_may_depend_on_the_answer() -> None:
    options = [("attack", "spain"), ("no attack",)]
    ask = Choose(0, LANGUAGE["attack"], options, secret=lambda one: "combat" if one[0] == "attack" else None)
    assert [ask.hides(one) for one in options] == ["combat", None]
    assert Choose(0, LANGUAGE["attack"], options, secret="plan").hides(options[1]) == "plan"
    assert Choose(0, LANGUAGE["attack"], options).hides(options[0]) is None


def bid(price: int) -> Choose:
    def means(answer: Answer) -> Answer:
        if answer[0] != "bid":
            return answer
        number = price + 1 if answer[1] == "least" else answer[1]
        if answer[2] is not None and number > answer[2]:
            raise NotLegal("over_maximum", {"most": answer[2]}, rule="W-2")
        return ("bid", number, None)

    return Choose(0, LANGUAGE["bid"], [*(("bid", n, None) for n in range(price + 1, 9)), ("pass",)], means=means)


def test_an_order_means_an_answer_at_this_position() -> None:
    assert bid(3).parse("bid least max 5") == ("bid", 4, None)
    assert bid(3).parse("bid 6") == ("bid", 6, None)
    assert bid(3).parse("pass") == ("pass",)
    assert bid(3).write(("bid", 4, None)) == "bid 4"


def test_what_an_order_means_can_be_refused() -> None:
    with pytest.raises(NotLegal) as refused:
        bid(5).parse("bid least max 5")
    assert (refused.value.key, refused.value.rule, refused.value.at) == ("over_maximum", "W-2", (0, 15))
    assert refused.value.legal[0] == "bid 6"
