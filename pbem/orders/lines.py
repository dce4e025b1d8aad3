"""The lines of an order file, read and written back.

line      = [ "try" | "if" cond ":" ] [ subject ":" ] order { "or" order } [ "#" comment ]
standing  = ( "always" | "once" | "until" unit number ) "on" ask { filter } [ "if" cond ] ":" order { "or" order }
filter    = ( "from" player | "in" place | "for" thing | "card" id )
control   = "any" | "default" | "ask"      as an order
clear     = "clear standing" [ "on" ask ]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from ..table import NotReadable, Refused, Title, Vocabulary
from ..table.reading import Wild
from ..table.vocabulary import LONGEST_WORD, Legal, fold, merged, near_misses
from ..words.lazy_dataclass import dataclass
from . import conditions
from .conditions import Condition, ConditionWords
from .errors import BadOrders, OrderFault

CONTROLS = ("any", "default", "ask")
FILTERS = ("from", "in", "for", "card")
MARKS = ("turn", "round", "epoch", "age")
MOST_LINES = 400
LONGEST_LINE = 2000
MOST_ALTERNATIVES = 60

_OR = re.compile(r"(?<!\s)\s+or\s+", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"|„[^“”"]*[“”"]|“[^”]*”|«[^»]*»')
_STANDING = re.compile(r"\s*(always|once|until\s+([a-z]+)\s+(\d{1,6}))\s+on\s+([\w-]+)", re.IGNORECASE | re.ASCII)
_CLEAR = re.compile(r"\s*clear\s+standing(?:\s+on\s+(?P<ask>[\w-]+))?\s*", re.IGNORECASE | re.ASCII)
_PREFIX = re.compile(r"\s*(try|if)\b\s*", re.IGNORECASE)
_HEADS = {"always": "on", "once": "on", "until": "", "clear": "standing"}
"""First words of lines that are not orders, and what must follow; after `until` it depends on the title."""


@dataclass(frozen=True, slots=True)
class Order:
    """One alternative of a line: its canonical text and the asks whose forms it fits."""

    text: str
    asks: tuple[str, ...]
    """Empty for a control word, which fits every ask."""
    start: int
    """Where it stands in the line."""
    wild: bool = False
    """One of its values is `any`: the first legal one."""
    subject: str = ""
    """What it is about, where it says so itself: `reveal romans`."""
    end: int = 0
    """Where it ends in the line: it may be written in other words than the canonical ones."""

    @property
    def control(self) -> bool:
        return not self.asks


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    source: str
    orders: tuple[Order, ...]
    prefix: str = ""
    """"", "try" or "if"."""
    condition: Condition | None = None
    subject: str = ""

    def asks(self) -> set[str]:
        return {ask for order in self.orders for ask in order.asks}

    @property
    def about(self) -> str:
        """What it is about: its subject, or what its orders name themselves."""
        return self.subject or next((order.subject for order in self.orders if order.subject), "")


def point_at_source(line: Line, refused: Refused | None) -> None:
    """A refusal of an order, as it was read, points at that order as it was written in the line."""
    if refused is None or refused.at is None:
        return
    order = next((one for one in line.orders if one.text == refused.values.get("order")), None)
    if order is not None:
        indent = len(line.source) - len(line.source.lstrip())
        refused.at = (order.start - indent, order.end - indent)


@dataclass(frozen=True, slots=True)
class Standing:
    number: int
    source: str
    orders: tuple[Order, ...]
    scope: str
    """always, once or until."""
    ask: str
    unit: str = ""
    mark: int = 0
    filters: tuple[tuple[str, Any], ...] = ()
    condition: Condition | None = None

    @property
    def answers_all(self) -> bool:
        """Whether it answers its ask unconditionally, so that no line below it ever does."""
        bound = self.scope != "always" or self.filters or self.condition is not None
        return not bound and any(order.control for order in self.orders)


@dataclass(frozen=True, slots=True)
class Clear:
    number: int
    source: str
    ask: str = ""


@dataclass(slots=True)
class Sheet:
    """An order file as read."""

    lines: list[Line] = field(default_factory=list)
    standing: list[Standing] = field(default_factory=list)
    clears: list[Clear] = field(default_factory=list)

    @property
    def strict(self) -> list[Line]:
        """Lines for what is asked now; those with `if` or `try` are for positions to come."""
        return [line for line in self.lines if not line.prefix]


class LineReader:
    """Reads the order files of one seat of one game."""

    def __init__(self, title: Title, handles: Sequence[str], seat: int) -> None:
        self.title, self.handles, self.seat = title, tuple(handles), seat
        self.language = title.language
        self.legal: Legal | None = None
        self.players = self.language.players(self.handles, seat)
        self.tongue = ConditionWords(title.facts, self.language.slots, self.players, self.handles)

    def read(self, text: str, legal: Legal | None = None) -> Sheet:
        """All lines, or all faults at once; what is `legal` now is suggested first for a misspelt word."""
        sheet = Sheet()
        self.legal = legal
        faults = []
        rows = text.split("\n")
        if len(rows) > MOST_LINES:
            fault = NotReadable("too_many_lines", {"most": MOST_LINES}, at=(0, 0))
            raise BadOrders([OrderFault(MOST_LINES + 1, "", fault)])
        for number, row in enumerate(rows, start=1):
            try:
                self._row(number, row.rstrip("\r"), sheet)
            except Refused as refused:
                faults.append(OrderFault(number, row, refused))
        if faults:
            raise BadOrders(faults)
        return sheet

    def _row(self, number: int, row: str, sheet: Sheet) -> None:
        if len(row) > LONGEST_LINE:
            raise NotReadable("line_too_long", {"most": LONGEST_LINE}, at=(LONGEST_LINE, len(row)))
        body = without_comment(row)
        if not body.strip():
            return
        cleared = _CLEAR.fullmatch(body)
        if cleared:
            ask = self._ask_id(cleared["ask"], cleared.span("ask")) if cleared["ask"] else ""
            sheet.clears.append(Clear(number, row, ask))
        elif head := _STANDING.match(body):
            line = self._standing(number, row, body, head)
            before = next((one.number for one in sheet.standing if one.ask == line.ask and one.answers_all), None)
            if before is not None:
                raise NotReadable("standing_never", {"line": before}, at=head.span())
            sheet.standing.append(line)
        else:
            self._headless(body)
            sheet.lines.append(self._line(number, row, body))

    def _headless(self, body: str) -> None:
        """A line that begins like a standing order or `clear standing` but does not continue like one."""
        first = re.match(r"\s*([a-z]+)\b\s*", body, re.IGNORECASE | re.ASCII)
        word = first[1].lower() if first else ""
        if first is None or word not in _HEADS or word in self.language.verbs:
            return
        marks = [f"until {name} 3 on" for name in self._marks()]
        expected = marks if word == "until" else [f"{word} {_HEADS[word]}"]
        raise NotReadable("line_begins", {"word": first[1], "expected": expected}, at=(first.end(), len(body)))

    def _marks(self) -> list[str]:
        """What `until` can count in this title."""
        return [name for name in MARKS if name in self.title.facts and not self.title.facts[name].needed]

    # ---- plain lines

    def _line(self, number: int, row: str, body: str) -> Line:
        prefix, condition, start = "", None, 0
        if head := _PREFIX.match(body):
            prefix, start = head[1].lower(), head.end()
            if prefix == "if":
                colon = colon_after(body, start)
                condition = conditions.parse(body[start:colon], self.tongue, start)
                start = colon + 1
        subject, start = self._subject(body, start)
        return Line(number, row, self._orders(body, start), prefix, condition, subject)

    def _subject(self, body: str, start: int) -> tuple[str, int]:
        vocabulary = self.language.subjects
        if vocabulary is None:
            return "", start
        first = re.compile(r"\s*(?=[^\s:])").match(body, start)
        if not first:
            return "", start
        name, end = _name_at(body, first.end(), vocabulary)
        colon = re.compile(r"\s*:").match(body, end)
        if not colon:
            return "", start
        return vocabulary.find(name, (first.end(), end)), colon.end()

    def _orders(self, body: str, start: int, only: str = "") -> tuple[Order, ...]:
        parts = alternatives(body, start)
        if len(parts) > MOST_ALTERNATIVES:
            raise NotReadable("too_many_alternatives", {"most": MOST_ALTERNATIVES}, at=(start, len(body)))
        return tuple(self._order(text, at, only) for text, at in parts)

    def _order(self, text: str, at: int, only: str) -> Order:
        if text.strip().lower() in CONTROLS:
            return Order(text.strip().lower(), (), at)
        readings = self.language.readings(text, self.players, at, self.legal)
        if only and only not in readings:
            values = {"order": text.strip(), "asked": only, "other": next(iter(readings))}
            raise NotReadable("order_never_answers", values, at=(at, at + len(text)))
        kinds = (only,) if only else tuple(readings)
        canonical = readings[kinds[0]]
        wild = _wilds(canonical)
        if wild > 1:
            raise NotReadable("any_twice", {}, at=(at, at + len(text)))
        kind = self.language[kinds[0]]
        about, end = self.language.about(kind, canonical), at + len(text.rstrip())
        return Order(kind.write(canonical, self.handles), kinds, at, wild == 1, about, end)

    # ---- standing lines

    def _standing(self, number: int, row: str, body: str, head: re.Match[str]) -> Standing:
        scope = head[1].split()[0].lower()
        unit, mark = "", 0
        if scope == "until":
            unit, mark = head[2].lower(), int(head[3])
            if unit not in self._marks():
                raise NotReadable("unit_unknown", {"word": head[2], "expected": self._marks()}, at=head.span(2))
        ask = self._ask_id(head[4], head.span(4))
        filters, start = self._filters(body, head.end())
        condition = None
        found = re.compile(r"\s*if\b\s*", re.IGNORECASE).match(body, start)
        colon = colon_after(body, start)
        if found:
            condition = conditions.parse(body[found.end() : colon], self.tongue, found.end())
        elif body[start:colon].strip():
            word = body[start:colon].strip()
            raise NotReadable(
                "word_unexpected", {"word": word, "expected": [*FILTERS, "if", ":"]}, at=(start, colon), near=()
            )
        orders = self._orders(body, colon + 1, only=ask)
        return Standing(number, row, orders, scope, ask, unit, mark, filters, condition)

    def _ask_id(self, word: str, at: tuple[int, int]) -> str:
        kinds = self.language.kinds
        ident = word.lower().replace("-", "_")
        if ident not in kinds:
            near = near_misses(word, {name: [name] for name in kinds})
            raise NotReadable("ask_unknown", {"word": word, "expected": sorted(kinds)}, at=at, near=near)
        return ident

    def _filters(self, body: str, start: int) -> tuple[tuple[tuple[str, Any], ...], int]:
        found: dict[str, Any] = {}
        pattern = re.compile(r"\s*(from|in|for|card)\s+(?=[^\s:])", re.IGNORECASE)
        while match := pattern.match(body, start):
            name = match[1].lower()
            if name in found:
                raise NotReadable("filter_twice", {"word": name}, at=match.span(1))
            known = self._filter_words(name, match.span(1))
            word, start = _name_at(body, match.end(), known)
            value = known.find(word, (match.end(), start))
            found[name] = self.handles.index(value) if name == "from" else value
        return tuple(sorted(found.items())), start

    def _filter_words(self, name: str, whole: tuple[int, int]) -> Vocabulary:
        if name == "from":
            return self.players
        slots = self.language.filters.get(name, ())
        if not slots:
            known = ["from", *self.language.filters]
            raise NotReadable("filter_unknown", {"word": name, "expected": known}, at=whole)
        return merged("|".join(slots), tuple(self.language.slots[slot] for slot in slots))


def _name_at(body: str, start: int, known: Vocabulary) -> tuple[str, int]:
    """The quoted name, the longest whole name or else the word that begins there, and where it ends."""
    quoted = _QUOTED.match(body, start)
    if quoted:
        return quoted[0][1:-1], quoted.end()
    words = list(re.compile(r"[^\s:]+").finditer(body, start, start + LONGEST_WORD))
    ends = [one.end() for one in words if known.whole(fold(body[start : one.end()]))]
    end = max(ends, default=words[0].end())
    return body[start:end], end


def _wilds(part: Any) -> int:
    """How many values of an answer are `any`."""
    return sum(map(_wilds, part)) if isinstance(part, tuple) else isinstance(part, Wild)


def without_comment(row: str) -> str:
    """The row up to `#`, which starts a comment unless it is quoted."""
    quoted = [m.span() for m in _QUOTED.finditer(row)]
    for place, char in enumerate(row):
        if char == "#" and not any(a < place < b for a, b in quoted):
            return row[:place]
    return row


def colon_after(body: str, start: int) -> int:
    """The colon that ends a condition or a standing head."""
    quoted = [m.span() for m in _QUOTED.finditer(body)]
    for place in range(start, len(body)):
        if body[place] == ":" and not any(a < place < b for a, b in quoted):
            return place
    raise NotReadable("order_incomplete", {"expected": [":"]}, at=(len(body), len(body)))


def alternatives(body: str, start: int) -> list[tuple[str, int]]:
    """`a or b or c` with places; an `or` in quotes is part of a name."""
    quoted = [m.span() for m in _QUOTED.finditer(body)]
    parts = []
    at = start
    for joint in _OR.finditer(body, start):
        if any(a < joint.start() < b for a, b in quoted):
            continue
        parts.append((body[at : joint.start()], at))
        at = joint.end()
    parts.append((body[at:], at))
    return [(text.strip(), place + len(text) - len(text.lstrip())) for text, place in parts]


def write(line: Line | Standing | Clear, handles: Sequence[str]) -> str:
    """A line in canonical form."""
    names = tuple(handles)
    if isinstance(line, Clear):
        return "clear standing" + (f" on {line.ask}" if line.ask else "")
    body = " or ".join(order.text for order in line.orders)
    if isinstance(line, Line):
        if line.subject:
            body = f"{line.subject}: {body}"
        if line.condition is not None:
            return f"if {conditions.write(line.condition, names)}: {body}"
        return f"{line.prefix} {body}".strip()
    head = f"until {line.unit} {line.mark}" if line.scope == "until" else line.scope
    head += f" on {line.ask}"
    for name, value in line.filters:
        head += f" {name} {names[value] if name == 'from' else value}"
    if line.condition is not None:
        head += f" if {conditions.write(line.condition, names)}"
    return f"{head}: {body}"


def rows(text: str) -> list[str]:
    """The non-empty rows of a file, without comments."""
    said = [without_comment(row).strip() for row in text.split("\n")]
    return [row for row in said if row]
