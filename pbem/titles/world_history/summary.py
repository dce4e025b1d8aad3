"""The summary sheet of the box (WH-2.5-1): every empire, what the regions pay, every event card with its effect."""

from __future__ import annotations

from collections.abc import Iterator

from ...table import Words
from ..sheet import Column, Grid, Lines, Row, Said, Section, Span, listed, named
from .atlas import REGIONS, WATERS
from .cards import (
    EMPIRE_DECKS,
    EPOCHS,
    EVENT_DECKS,
    EVENTS,
    FACTORS,
    KINDS,
    REALMS,
    SMALL,
    VALUES,
    WORTH,
    Empire,
    Event,
    Start,
)


def sections(words: Words) -> Iterator[Section]:
    """What the regions pay in all epochs; then the empires and events of each epoch."""
    values = {**FACTORS, **WORTH}
    yield Section(
        "values", _values(words), Lines(words.say("text.sheet_scoring", values)), head=words.say("text.sheet_values")
    )
    for epoch in range(1, EPOCHS + 1):
        head = words.say("text.epoch", {"epoch": epoch, "years": epoch})
        yield Section(f"epoch_{epoch}", empires(epoch, words), _events(epoch, words), head=head)


def _values(words: Words) -> Grid:
    epochs = [Column(words.name("roman", n), "r") for n in range(1, EPOCHS + 1)]
    rows = [
        Row(named("region", region, words), len(lands), *(str(value) if value else "–" for value in VALUES[region]))
        for region, lands in REGIONS.items()
    ]
    return Grid([words.say("text.sheet_region"), Column(words.say("text.lands"), "r"), *epochs], rows, look="nums")


def empires(epoch: int, words: Words, called: int = 0) -> Grid:
    """The empires of an epoch by number, those called marked, and the small one that an event brings."""
    deck = sorted((REALMS[one] for one in EMPIRE_DECKS[epoch]), key=lambda empire: empire.number)
    rows = [_empire(one, f"{'✓' if one.number <= called else ' '}{one.number}", words) for one in deck]
    rows += [_empire(one, words.say("text.sheet_small"), words) for one in SMALL.values() if one.epoch == epoch]
    heads = ("text.empire", "text.start")
    more = (Column(words.say("text.units"), "r"), Column(words.say("text.waters")))
    return Grid(
        [words.say("text.number"), *(words.say(head) for head in heads), *more],
        rows,
        caption=words.say("text.sheet_empires", {"epoch": epoch}),
        stacked=True,
    )


def _empire(empire: Empire, number: str, words: Words) -> Row:
    name = [named("empire", empire.id, words, tone="strong")]
    if not empire.ruler and empire.number:
        name.append(Span(f" ({words.say('text.no_ruler')})"))
    starts = listed((_start(one, words) for one in empire.starts), "\n")
    units = " + ".join(str(start.units) for start in empire.starts)
    waters = listed((named("sea", water, words) for water in WATERS if water in empire.waters), nothing="–")
    return Row(number, name, starts, units, waters)


def _start(start: Start, words: Words) -> Said:
    capital = f" ({words.name('town', 'capital')})" if start.capital else ""
    return [named("land", start.land, words), capital]


def _events(epoch: int, words: Words) -> Grid:
    rows = [
        Row(
            Span(words.name("event", card.id), tone="strong"),
            words.name("when", KINDS[card.kind].when),
            words.name("event_does", card.kind) + _of_card(card, words),
        )
        for card in (EVENTS[one] for one in EVENT_DECKS[epoch])
    ]
    heads = [words.say(head) for head in ("text.sheet_event", "text.sheet_when", "text.sheet_does")]
    return Grid(heads, rows, caption=words.say("text.sheet_events", {"epoch": epoch}), stacked=True)


def _of_card(card: Event, words: Words) -> str:
    """What the card itself prints: its land, its region."""
    if card.land:
        return f" ({words.name('land', card.land)})"
    return f" ({words.name('region', card.region)})" if card.region else ""
