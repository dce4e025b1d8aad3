"""`pbem title check --desk`: what the page at which one plays needs of a title.

Like the duties of `title check`, each is a function that says what is missing, one sentence per fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..orders.lines import Line, LineReader, Standing
from ..pages.composed import refs_in
from ..pages.line_words import LineWords
from ..pages.order_words import OrderWords
from ..pages.pressable import lying
from ..pages.surface import surface, table_words
from ..table import Ask, Table, Title
from ..table.form_parts import FormPart
from ..titles import resources
from ..words import LANGUAGES
from .asks_schema import FILE
from .conformance import HANDLES
from .simulate import source

ASKS = 500
"""So many random asks are looked at, spread over all kinds and all numbers of players."""
GAMES = 40
"""In at most so many games."""
REST = "rest"
"""The tray for things that lie nowhere."""
UNFILLED = re.compile(r"[{}\[\]]|  | ,| ;|^\s|\s$|None")
"""What a sentence must not have: fields that were not filled, and holes where parts were left out."""


# ---- asks of random games


def asked(title: Title) -> Iterator[tuple[Table, int, Ask]]:
    """The first asks of each kind in each game, and some of the others."""
    looked = 0
    for game in range(GAMES):
        seats = title.seats[game % len(title.seats)]
        kinds: dict[str, int] = {}
        for n, (table, seat, ask) in enumerate(_game(title, min(seats, len(HANDLES)), f"desk {game}")):
            kinds[ask.kind.id] = kinds.get(ask.kind.id, 0) + 1
            if kinds[ask.kind.id] <= 2 or n % 31 == 0:
                yield table, seat, ask
                looked += 1
            if looked >= ASKS:
                return


def _game(title: Title, seats: int, seed: str) -> Iterator[tuple[Table, int, Ask]]:
    table = Table(title, HANDLES[:seats], title.settle(seats, {}), below=source(seed))
    pick = source(f"{seed} answers")
    for _ in range(title.longest):
        if table.over or not table.unanswered:
            return
        seat, ask = next(iter(table.unanswered.items()))
        yield table, seat, ask
        table.answer(seat, ask.sample(pick))


# ---- things, panes, meters


def things(title: Title) -> Iterator[str]:
    """Whatever an answer can name lies on the board, once in a pane, with a name, and in sight."""
    told: dict[str, None] = {}
    for n, (table, seat, ask) in enumerate(asked(title)):
        page = surface(title, table, seat, LANGUAGES[n % len(LANGUAGES)])
        for fault in thing_faults(page):
            told[f"{ask.kind.id}: {fault}"] = None
        if not any(pane["essential"] for pane in page["panes"]):
            told[f"{ask.kind.id}: no pane is essential"] = None
    yield from told


def thing_faults(page: dict[str, Any]) -> list[str]:
    """What is wrong with the things that can be named first."""
    ask = page["ask"]
    choices = [some for form in ask.get("next", {"forms": []})["forms"] for some in form["choices"].values()]
    refs = refs_in([[one["at"] for one in ask["legal"]], [one["value"] for some in choices for one in some]])
    panes = [(pane, [(one.slot, one.id, one.owner) for one in lying(pane["html"])]) for pane in page["panes"]]
    nameless = [pane["id"] for pane in page["panes"] if not all(one.label for one in lying(pane["html"]))]
    out = [f"a thing in the pane {pane} has no name" for pane in nameless]
    for ref in refs:
        name = (ref["slot"], ref["id"], ref.get("owner", ""))
        there = [(pane, found.count(name)) for pane, found in panes if name in found]
        said = f"{ref['slot']} {ref['id']}" + (f" of {ref['owner']}" if "owner" in ref else "")
        if not there:
            out.append(f"{said} lies nowhere")
        elif not any(pane["essential"] or pane["tray"] for pane, _ in there):
            out.append(f"{said} lies in no pane that is essential")
        out += [f"{said} lies {n} times in the pane {pane['id']}" for pane, n in there if n > 1]
    return out


def meters(title: Title) -> Iterator[str]:
    """Every cost and gain is told in a meter that the ask has."""
    told: dict[str, None] = {}
    for table, seat, ask in asked(title):
        page = surface(title, table, seat, LANGUAGES[0])["ask"]
        have = {one["id"] for one in page["meters"]}
        if not have:
            told[f"{ask.kind.id} has no meters"] = None
        for one in page["legal"]:
            told |= {f"{ask.kind.id}: there is no meter {name}": None for name in {*one["cost"], *one["gain"]} - have}
    yield from told


# ---- words


def sentences(title: Title) -> Iterator[str]:
    """Each form has a sentence, a button and a word for what it is about, and each part a label."""
    for language in LANGUAGES:
        words = table_words(title, language, ())
        said = OrderWords(words)
        missing: dict[str, None] = {}
        for kind in title.language.kinds.values():
            for form in kind.forms:
                verb = form.head.replace(" ", "_")
                for family in ("says", "press"):
                    if not said.key(family, kind.id, form.head):
                        missing[f"{family}.{verb}"] = None
                if f"verb.{form.head.split()[0]}" not in words:
                    missing[f"verb.{form.head.split()[0]}"] = None
                if any(part.parts for part in form.parts()) and not said.key("item", "", form.head):
                    missing[f"item.{verb}"] = None
                for part in _parts(form.parts()):
                    if not said.key("label", kind.id, part.key):
                        missing[f"label.{part.key}"] = None
                    nameless = [one.replace(" ", "_") for one in part.words if not said.key("word", "", one)]
                    missing |= {f"word.{one}": None for one in nameless}
        yield from (f"there is no sentence {key} in {language}" for key in missing)


def _parts(some: tuple[FormPart, ...]) -> Iterator[FormPart]:
    for one in some:
        yield one
        yield from _parts(one.parts)


def examples(title: Title) -> Iterator[str]:
    """Every example of the asks has a sentence, and no two orders have the same."""
    handles = EXAMPLES_OF_TWO if max(title.seats) == len(EXAMPLES_OF_TWO) else EXAMPLES_OF
    reader = LineReader(title, handles, 0)
    for language in LANGUAGES:
        lines = LineWords(title, table_words(title, language, handles), handles, 0)
        known: dict[tuple[str, str], str] = {}
        for entry in resources.read(title.package, FILE)["asks"]:
            for text in (*entry["order"]["examples"], *entry["standing"]["examples"]):
                sheet = reader.read(text)
                written: list[Line | Standing] = [*sheet.lines, *sheet.standing]
                if UNFILLED.search(lines.told(text)[0]["says"]):
                    yield f"`{text}` is said with a hole in {language}: {lines.told(text)[0]['says']}"
                for line in written:
                    for order in line.orders:
                        said = lines.order(order, entry["id"])
                        other = known.setdefault((entry["id"], said), order.text)
                        if other != order.text:
                            yield f"`{other}` and `{order.text}` are both said “{said}” in {language}"


EXAMPLES_OF = ("anna", "bob", "carol", "dave", "erin", "finn", "gus")
EXAMPLES_OF_TWO = EXAMPLES_OF[:2]
"""The players whom examples name."""


# ---- what chance brought


def outcomes(title: Title) -> Iterator[str]:
    """Whatever chance decides in a random game is told by a note with an outcome, and each outcome has a word."""
    tags = getattr(title.module("board.surface"), "OUTCOMES", {})
    for language in LANGUAGES:
        words = table_words(title, language, ())
        nameless = [tag for tag in dict.fromkeys(tags.values()) if f"outcome.{tag}" not in words]
        yield from (f"there is no word outcome.{tag} in {language}" for tag in nameless)
    yield from (f"there is no note {key}" for key in tags if f"note.{key}" not in title.words[LANGUAGES[0]])
    told: dict[str, None] = {}
    for seats in {title.seats[0], title.seats[-1]}:
        chance = _Counted(f"outcomes {seats}")
        table = Table(title, HANDLES[:seats], title.settle(seats, {}), below=chance)
        pick = source(f"outcomes {seats} answers")
        for _ in range(min(title.longest, MOST_ANSWERS)):
            if table.over or not table.unanswered:
                break
            seat, ask = next(iter(table.unanswered.items()))
            before = chance.drawn
            keys = [note.key for note in table.answer(seat, ask.sample(pick))]
            if chance.drawn > before and keys and not any(key in tags for key in keys):
                some = ", ".join(dict.fromkeys(keys[:6]))
                told[f"chance decides after {ask.kind.id}, and none of these notes has an outcome: {some}"] = None
    yield from told


MOST_ANSWERS = 3000


class _Counted:
    """Chance that knows how often it was asked."""

    def __init__(self, seed: str) -> None:
        self._below, self.drawn = source(seed), 0

    def __call__(self, n: int) -> int:
        self.drawn += 1
        return self._below(n)
