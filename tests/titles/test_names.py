"""Every name that a page prints is understood in orders and conditions, in both languages, quoted or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbem import titles
from pbem.orders import conditions
from pbem.orders.lines import LineReader
from pbem.table import Ambiguous, Refused, Title, Vocabulary
from pbem.table.vocabulary import fold
from pbem.words import LANGUAGES

HANDLES = ("anna", "ben", "cleo")
TITLES = tuple(titles.ours())
_ARTICLE = re.compile(r"^(?:the|der|die|das)\s+", re.IGNORECASE)


def frames(title: Title) -> dict[str, str]:
    """By slot, an order with `{}` in the place of a name; everything else in it is filled in."""
    found: dict[str, str] = {}
    for kind in title.language.kinds.values():
        for form in kind.forms:
            for slot in re.findall(r"<([a-z_]+)>", form.notation):
                if slot in title.language.slots:
                    found.setdefault(slot, filled(title, form.notation, slot))
    return found


def filled(title: Title, notation: str, slot: str) -> str:
    text = notation
    while (shorter := re.sub(r"\[[^\[\]{}]*\]|\{[^\[\]{}]*\}", "", text)) != text and f"<{slot}>" in shorter:
        text = shorter
    text = re.sub(r"[\[\]{}]", "", text)
    text = re.sub(r"\(([^()]*)\)", lambda one: branch(one[1], slot), text)
    text = text.replace(f"<{slot}>", "{}", 1)
    other = {"player": HANDLES[1], "n": "1", "xn": "x1"}
    return re.sub(r"<([a-z_]+)>", lambda one: other.get(one[1]) or next(iter(title.language.slots[one[1]])), text)


def branch(text: str, slot: str) -> str:
    branches = text.split("|")
    return next((one for one in branches if f"<{slot}>" in one), branches[0])


def printed(title: Title, slot: str) -> Iterator[tuple[str, str]]:
    """Things with their names: those of the vocabulary, and short ones on a map."""
    vocabulary = title.language.slots[slot]
    for ident, by_language in vocabulary.names.items():
        yield ident, ident
        yield from ((ident, name) for name in by_language.values())
        for language in LANGUAGES:
            short = title.words[language].get(f"short_{slot}.{ident}")
            if short is not None:
                yield ident, short


def namesakes(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """All things that pages call by a name, by its folded form."""
    found: dict[str, list[str]] = {}
    for ident, names in vocabulary.names.items():
        for name in dict.fromkeys(map(fold, names.values())):
            found.setdefault(name, []).append(ident)
    return found


def readings(reader: LineReader, text: str) -> dict[str, Any]:
    return reader.language.readings(text, reader.players)


def written(name: str) -> Iterator[str]:
    yield name
    yield f'"{name}"'
    yield f"„{name}“"
    yield name.replace(" ", "_")
    bare = _ARTICLE.sub("", name)
    if bare != name:
        yield bare
        yield f'"{bare}"'


@pytest.mark.parametrize("ident", TITLES)
def test_orders_take_every_printed_name(ident: str) -> None:
    title = titles.load(ident)
    reader = LineReader(title, HANDLES[: title.seats[-1]], 0)
    tried = 0
    for slot, frame in frames(title).items():
        called = namesakes(title.language.slots[slot])
        for thing, name in printed(title, slot):
            same = called.get(fold(name), [])
            meant = readings(reader, frame.format(thing))
            for text in written(name):
                if len(same) > 1 and thing != fold(name):
                    with pytest.raises(Ambiguous) as caught:
                        readings(reader, frame.format(text))
                    assert set(same) <= set(caught.value.near), text
                else:
                    try:
                        assert readings(reader, frame.format(text)) == meant, frame.format(text)
                    except Refused as refused:
                        raise AssertionError(f"{frame.format(text)}: {refused}") from None
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("ident", TITLES)
def test_conditions_take_every_printed_name(ident: str) -> None:
    title = titles.load(ident)
    tongue = LineReader(title, HANDLES[: title.seats[-1]], 0).tongue
    tried = 0
    for fact in title.facts.values():
        for n, type_ in enumerate(fact.args):
            if type_ not in title.language.slots or n >= fact.needed:
                continue
            called = namesakes(title.language.slots[type_])
            rest = [HANDLES[0] if one == "player" else next(iter(tongue.words_of(one) or ())) for one in fact.args]
            for thing, name in printed(title, type_):
                if len(called.get(fold(name), [])) > 1 and thing != fold(name):
                    continue
                for text in written(name):
                    said, plain = ([*rest[:n], one, *rest[n + 1 : fact.needed]] for one in (text, thing))
                    tail = {"truth": "", "number": " = 1"}.get(fact.type, f" = {HANDLES[0]}")
                    read, meant = (
                        conditions._Parser(f"{fact.name}({', '.join(one)}){tail}", 0, tongue).parse()
                        for one in (said, plain)
                    )
                    assert read == meant, text
                    tried += 1
    assert tried or not any(one in title.language.slots for fact in title.facts.values() for one in fact.args)


def test_filters_of_standing_orders_take_blanks_too() -> None:
    title = titles.load("world_history")
    reader = LineReader(title, HANDLES, 0)
    for place in ("nile_delta", "nile delta", '"Nile Delta"', "Nildelta", "the Nile Delta"):
        (line,) = reader.read(f"always on retreat in {place}: default").standing
        assert line.filters == (("in", "nile_delta"),), place


@pytest.mark.parametrize(
    ("ident", "text", "plain"),
    [
        ("world_history", "army nile delta", "army nile_delta"),
        ("world_history", "army nile delta x2, western anatolia", "army nile_delta x2, western_anatolia"),
        ("world_history", "fleet caspian sea", "fleet caspian_sea"),
        (
            "world_history",
            "attack E. Ghats from Malaya until won",
            "attack eastern_ghats from malay_peninsula until won",
        ),
        ("world_history", "if have(nile delta): army nubia", "if have(nile_delta): army nubia"),
        ("wonders_duel", "take koloss", "take colossus"),
        ("wonders_duel", "take Pyramiden, Große Bibliothek", "take pyramids, great_library"),
        ("wonders_duel", "take den Koloss, Statue des Zeus", "take colossus, statue_of_zeus"),
        ("wonders_duel", "wonder Hängende Gärten with clay pit", "wonder hanging_gardens with clay_pit"),
        ("wonders_duel", "wonder Hängenden Gärten with clay pit", "wonder hanging_gardens with clay_pit"),
        ("wonders_duel", "rank Großer Leuchtturm, Leuchtturm", "rank great_lighthouse, great_lighthouse"),
    ],
)
def test_blanks_and_articles(ident: str, text: str, plain: str) -> None:
    reader = LineReader(titles.load(ident), HANDLES[:2] if ident == "wonders_duel" else HANDLES, 0)
    read, meant = (reader.read(one).lines[0] for one in (text, plain))
    assert (
        [one.text for one in read.orders] == [one.text for one in meant.orders] == [plain.partition(": ")[2] or plain]
    )
    assert read.condition == meant.condition
