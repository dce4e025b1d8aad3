"""How orders are read: shortened, misspelt, quoted, ambiguous, at which place wrong."""

from __future__ import annotations

import pytest

from pbem.table import Ambiguous, Language, NotLegal, NotReadable, Refused, Vocabulary
from pbem.table.reading import tokens
from pbem.table.vocabulary import fold, merged

WONDERS = Vocabulary(
    "wonder",
    {
        "great_library": {"en": "The Great Library", "de": "Große Bibliothek"},
        "great_lighthouse": {"en": "The Great Lighthouse", "de": ("Großer Leuchtturm", "Leuchtturm")},
        "pyramids": {"en": "The Pyramids", "de": "Die Pyramiden"},
        "press": {"en": "Press", "de": "Papiermühle"},
        "sawmill": {"en": "Sawmill", "de": "Sägewerk"},
        "east_med": {"en": "East Med"},
        "eastern_road": {"en": "Eastern Road"},
    },
)
PLAYERS = ("Anna", "bob", "Jörg-1")
ASKS = {
    "asks": [
        {"id": "build", "rules": ["T-1"], "order": {"forms": ["build <wonder> [for <n>] [with <player>]", "pass"]}},
        {"id": "give", "rules": ["T-2"], "order": {"forms": ["give <player> <wonder> [<xn>]{, <wonder> [<xn>]}"]}},
        {"id": "burn", "rules": ["T-3"], "order": {"forms": ["burn <wonder>", "bury <wonder>"]}},
    ]
}
SPEECH = Language(ASKS, {"wonder": WONDERS})
BUILD, GIVE = SPEECH["build"], SPEECH["give"]


def said(text: str, me: int = 0) -> tuple[object, ...]:
    return BUILD.read(text, PLAYERS, me)[1]


def refused(text: str, offset: int = 0) -> Refused:
    with pytest.raises(Refused) as caught:
        BUILD.read(text, PLAYERS, 0, offset)
    return caught.value


@pytest.mark.parametrize(
    "written",
    [
        "great_library",
        "GREAT-LIBRARY",
        "great_lib",
        "gre_lib",
        "g_lib",
        "Great‑Library",
        '"Große Bibliothek"',
        '"grosse bibliothek"',
        "„GROSSE BIBLIOTHEK“",
        "“The Great Library”",
        "«große bibliothek»",
    ],
)
def test_one_wonder_written_in_many_ways(written: str) -> None:
    assert said(f"build {written}")[1] == "great_library"


@pytest.mark.parametrize("written", ["sägewerk", "saegewerk", "SÄGEWERK", "sagewerk", "Sa\u0308gewerk"])
def test_umlauts_may_be_spelled_out_left_out_or_composed(written: str) -> None:
    assert said(f"build {written}")[1] == "sawmill"


def test_aliases_are_names_too() -> None:
    assert said("build Leuchtturm")[1] == "great_lighthouse"
    both = merged("thing", (WONDERS, Vocabulary("other", {"leuchte": {"de": "Leuchte"}})))
    assert both.candidates("leuchtturm") == ["great_lighthouse"]


@pytest.mark.parametrize("written", ['"the Baths"', '"die Bäder"', '"Den Baedern"', "the_baths", '"the bat"'])
def test_an_article_may_stand_before_a_name(written: str) -> None:
    baths = Vocabulary("card", {"baths": {"en": "Baths", "de": ("Bäder", "Bädern")}, "theatre": {"en": "Theatre"}})
    assert baths.candidates(written.strip('"')) == ["baths"]
    assert baths.candidates("the") == ["theatre"]  # by itself it is no article


def test_verbs_are_shortened_where_unique() -> None:
    assert said("bui pyr") == ("build", "pyramids", (None, None))
    fault = refused("bu pyramids")
    assert (fault.key, fault.kind) == ("verb_unknown", "not readable")
    fault = refused("bur pyramids")
    assert isinstance(fault, Ambiguous)
    assert (fault.key, fault.near) == ("verb_ambiguous", ("burn", "bury"))


def test_a_short_verb_of_another_ask_is_not_asked_now() -> None:
    fault = refused("burn pyramids")
    assert isinstance(fault, NotLegal)
    assert (fault.key, fault.values["other"]) == ("not_asked_now", "burn")
    assert fault.at == (0, 13)


def test_three_letters_at_least() -> None:
    assert refused("build py").key == "word_unknown"


def test_an_abbreviation_of_several_is_ambiguous() -> None:
    fault = refused("build great")
    assert isinstance(fault, Ambiguous)
    assert (fault.key, fault.near, fault.at) == ("word_ambiguous", ("great_library", "great_lighthouse"), (6, 11))
    assert refused("build eas").near == ("east_med", "eastern_road")


def test_an_id_is_never_ambiguous_though_another_begins_with_it() -> None:
    words = Vocabulary("w", {"iron": {}, "iron_works": {}})
    assert words.candidates("iron") == ["iron"]
    assert words.candidates("iro") == ["iron", "iron_works"]


@pytest.mark.parametrize(
    ("text", "key", "at", "near"),
    [
        ("", "order_empty", (0, 0), ()),
        ("  \t ", "order_empty", (0, 4), ()),
        ("bild pyramids", "verb_unknown", (0, 4), ("build",)),
        ("build", "order_incomplete", (5, 5), ()),
        ("build pyramid5", "word_unknown", (6, 14), ("pyramids",)),
        ("build pyramids four 3", "word_unexpected", (15, 19), ("for",)),
        ("build pyramids for", "order_incomplete", (18, 18), ()),
        ("build pyramids for three", "word_unexpected", (19, 24), ()),
        ("build pyramids for 3 extra", "word_unexpected", (21, 26), ()),
        ("build pyramids, press", "word_unexpected", (14, 15), ()),
        ("build pyramids with carl", "word_unknown", (20, 24), ()),
        ("build pyramids with bop", "word_unknown", (20, 23), ("bob",)),
        ("build ,", "word_unexpected", (6, 7), ()),
        ("pass now", "word_unexpected", (5, 8), ()),
    ],
)
def test_where_and_how_a_text_is_not_readable(text: str, key: str, at: tuple[int, int], near: tuple[str, ...]) -> None:
    fault = refused(text)
    assert isinstance(fault, NotReadable)
    assert (fault.key, fault.at, fault.near) == (key, at, near)


def test_places_count_from_the_offset() -> None:
    assert refused("build pyramid5", offset=100).at == (106, 114)


def test_what_was_expected_is_named() -> None:
    assert refused("build pyramids foo").values["expected"] == ["for", "with", "the end of the order"]


@pytest.mark.parametrize(
    ("written", "seat"), [("anna", 0), ("ANNA", 0), ("me", 2), ("bob", 1), ("joerg-1", 2), ("jorg_1", 2), ("jör", 2)]
)
def test_players_by_handle_and_me(written: str, seat: int) -> None:
    assert said(f"build press with {written}", me=2)[2] == (None, seat)


def test_opponent_is_the_other_of_two_only() -> None:
    assert BUILD.read("build press with opponent", ("anna", "bob"), 1)[1][2] == (None, 0)
    assert refused("build press with opponent").key == "word_unknown"


def test_a_handle_that_is_a_number_is_the_handle() -> None:
    assert BUILD.read("build press with 1", ("1", "0"), 0)[1][2] == (None, 0)


def test_clauses_in_any_order_but_once() -> None:
    assert said("build press with bob for 2") == ("build", "press", (2, 1))
    assert refused("build press for 2 for 3").at == (18, 21)


@pytest.mark.parametrize(("written", "n"), [("x2", 2), ("X2", 2), ("×12", 12)])
def test_multiplicities(written: str, n: int) -> None:
    assert GIVE.read(f"give bob press {written}, sawmill", PLAYERS, 0)[1] == (
        "give",
        1,
        (("press", n), ("sawmill", None)),
    )


@pytest.mark.parametrize("written", ["x0", "x", "2", "x-1", "x99999999999", "x²"])
def test_wrong_multiplicities(written: str) -> None:
    with pytest.raises(NotReadable) as caught:
        GIVE.read(f"give bob press {written}", PLAYERS, 0)
    assert caught.value.at == (15, 15 + len(written))


@pytest.mark.parametrize("number", ["-1", "1.5", "99999999999", "٣", "1e2", "0x1"])
def test_only_plain_numbers_are_numbers(number: str) -> None:
    assert refused(f"build press for {number}").key == "word_unexpected"


def test_a_trailing_comma_promises_more() -> None:
    with pytest.raises(NotReadable) as caught:
        GIVE.read("give bob press,", PLAYERS, 0)
    assert (caught.value.key, caught.value.at) == ("order_incomplete", (15, 15))


def test_refusals_are_data_and_text() -> None:
    fault = refused("build pyramid5")
    assert fault.data() == {
        "kind": "not readable",
        "key": "word_unknown",
        "values": {"slot": "wonder", "word": "pyramid5"},
        "at": [6, 14],
        "rule": None,
        "near": ["pyramids"],
        "legal": [],
    }
    assert str(fault) == ("not readable: word_unknown slot=wonder, word=pyramid5 at 6-14 did you mean pyramids?")


def test_all_asks_that_an_order_fits() -> None:
    who = SPEECH.players(PLAYERS, 0)
    assert SPEECH.readings("build press", who) == {"build": ("build", "press", (None, None))}
    with pytest.raises(Ambiguous):
        SPEECH.readings("build great", who)
    with pytest.raises(NotReadable) as caught:
        SPEECH.readings("give bob prest", who)
    assert caught.value.at == (9, 14)


def test_a_hostile_line_costs_little() -> None:
    assert refused("build " + "a" * 1_000_000).key == "word_unknown"
    assert refused("build press" + ", press" * 50_000).key == "word_unexpected"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Große Bibliothek", "grosse_bibliothek"),
        ("L’Île-d'Or", "lile_dor"),
        ("ÉCOLE", "ecole"),
        ("St. Ives", "st_ives"),
        ("Smørrebrød", "smorrebrod"),
        ("ıstanbul", "istanbul"),
        ("a\u00a0b", "a_b"),
    ],
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded == fold(fold(text))


def test_tokens_know_their_places() -> None:
    found = [(t.text, t.at, t.quoted) for t in tokens('a, "b c"d „e“', 10)]
    assert found == [
        ("a", (10, 11), False),
        (",", (11, 12), False),
        ("b c", (13, 18), True),
        ("d", (18, 19), False),
        ("e", (20, 23), True),
    ]


def test_a_quoted_word_is_no_literal() -> None:
    assert refused('"pass"').key in ("verb_unknown", "word_unexpected")
    assert refused('build ","').key == "word_unknown"
