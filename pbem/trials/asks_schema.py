"""What a title's `asks.yaml` may contain, and whether it fits the rest of the title.

A title's language reads only what it needs, so a misspelt key would simply be ignored. When a title is checked, it
is read against this schema; when it is played it is not, as that would slow down every command.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..orders.errors import BadOrders
from ..orders.lines import LineReader
from ..table import NUMBER, PLAYER, TRUTH, Title
from ..titles import resources
from .by_mail_pages import HANDLES

FILE = "asks.yaml"
TEXT, FLAG, WHOLE = "text", "true or false", "a whole number"
_KINDS: Mapping[str, type] = {TEXT: str, FLAG: bool, WHOLE: int}

# A mapping has these keys: `?` marks optional ones, `*` stands for any; [X] is a list of X.
ASK = {
    "id": TEXT,
    "who": TEXT,
    "when": TEXT,
    "rules": [TEXT],
    "order": {"forms": [TEXT], "examples": [TEXT], "meaning?": TEXT},
    "legal?": TEXT,
    "default?": TEXT,
    "interrupt?": FLAG,
    "follow_up?": FLAG,
    "closing?": TEXT,
    "of?": [TEXT],
    "subject?": TEXT,
    "standing?": {"use": TEXT, "examples": [TEXT]},
    "info?": TEXT,
}
SCHEMA = {
    "schema_version": WHOLE,
    "title": TEXT,
    "asks": [ASK],
    "windows": [{"id": TEXT, "asks": [TEXT], "press?": TEXT, "mails?": TEXT}],
    "slots?": {"*": TEXT},
    "facts?": [{"fact": TEXT, "is": TEXT}],
    "filters?": {"*": [TEXT]},
    "subject?": TEXT,
    "rounds?": [{"fact": TEXT, "windows": [TEXT], "since?": WHOLE}],
    "queue?": {"by": TEXT, "since?": WHOLE, "apart?": WHOLE, "series?": WHOLE},
    "never_asked?": [{"what": TEXT, "why": TEXT}],
}


def faults(title: Title) -> Iterator[str]:
    """What is wrong with the file, one sentence per fault; nothing when all is well."""
    asks = resources.read(title.package, FILE)
    shaped = list(misshapen(asks))
    # Anything of the wrong shape cannot be checked further.
    yield from (f"{FILE}: {fault}" for fault in shaped or (*loose_ends(title, asks), *unread_examples(title, asks)))


def misshapen(asks: Any) -> Iterator[str]:
    yield from _misshapen(asks, SCHEMA, "")


def _misshapen(value: Any, shape: Any, place: str) -> Iterator[str]:
    where = f"{place}: " if place else ""
    if isinstance(shape, str):
        if type(value) is not _KINDS[shape] or value == "":
            yield f"{where}{shape} expected, not {value!r}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where}a list expected, not {value!r}"
            return
        for number, one in enumerate(value, start=1):
            ident = one.get("id") if isinstance(one, dict) else None
            yield from _misshapen(one, shape[0], f"{place} {ident or number}")
    elif not isinstance(value, dict):
        keys = ", ".join(shape).replace("?", "")
        yield f"{where}a mapping with {keys} expected, not {value!r}"
    else:
        known = {key.removesuffix("?"): inner for key, inner in shape.items()}
        for key in (key for key in shape if key not in ("*",) and not key.endswith("?") and key not in value):
            yield f"{where}the key {key} is missing"
        for key, inner in value.items():
            if key in known or "*" in known:
                yield from _misshapen(inner, known.get(key, known.get("*")), f"{place} {key}".strip())
            else:
                yield f"{where}there is no key {key}; there are {', '.join(known)}"


def loose_ends(title: Title, asks: Mapping[str, Any]) -> Iterator[str]:
    """Names that refer to nothing: of asks, rules, windows, slots, facts and plans."""
    if asks["title"] != title.id:
        yield f"it is of the title {asks['title']}, not {title.id}"
    yield from _loose_asks(title, asks["asks"])
    yield from _loose_windows(asks)
    yield from _loose_slots(title, asks)
    yield from _loose_facts(title, asks)
    listed = [ask["id"] for ask in asks["asks"]]
    yield from (f"there is a plan for {kind}, which is no ask" for kind in title.plans if kind not in listed)
    yield from (f"lines imply {kind}, which is no ask" for kind in title.implied if kind not in listed)
    yield from _loose_queue(asks)


def _loose_asks(title: Title, asks: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    listed = [ask["id"] for ask in asks]
    yield from (f"the ask {ident} is there {n} times" for ident, n in Counter(listed).items() if n > 1)
    for ask in asks:
        yield from _unknown(f"asks {ask['id']} rules", ask["rules"], title.rule_ids())
        yield from _unknown(f"asks {ask['id']} of", ask.get("of", ()), listed)
        # What offers others (`of`) speaks through them.
        if not ask["rules"] or not (ask.get("of") or (ask["order"]["forms"] and ask["order"]["examples"])):
            yield f"asks {ask['id']}: at least one rule, one form and one example expected"


def _loose_queue(asks: Mapping[str, Any]) -> Iterator[str]:
    """What lines are about is a slot of the title, and counts where they are kept by it."""
    by = asks.get("queue", {}).get("by", "window")
    yield from _unknown("queue by", [by], ("window", "subject"))
    if by == "subject" and "subject" not in asks:
        yield "queue by: lines are kept by subject, and the key subject is missing"
    for ask in asks["asks"]:
        yield from _unknown(f"asks {ask['id']} subject", [ask.get("subject", "first")], ("first",))


def _loose_windows(asks: Mapping[str, Any]) -> Iterator[str]:
    """Each ask is in one window, except those that another ask offers."""
    listed = [ask["id"] for ask in asks["asks"]]
    for window in asks["windows"]:
        yield from _unknown(f"windows {window['id']} asks", window["asks"], listed)
    opened = {ask for window in asks["windows"] for ask in window["asks"]}
    offered = {part for ask in asks["asks"] for part in ask.get("of", ())}
    for ident in listed:
        if ident not in opened and ident not in offered:
            yield f"asks {ident}: it is in no window"
    for entry in asks.get("rounds", ()):
        yield from _unknown("rounds windows", entry["windows"], [window["id"] for window in asks["windows"]])


def _loose_slots(title: Title, asks: Mapping[str, Any]) -> Iterator[str]:
    slots = [*title.language.slots, "player", "n", "xn", "z"]
    yield from _unknown("slots", asks.get("slots", ()), slots)
    for name, taken in asks.get("filters", {}).items():
        yield from _unknown(f"filters {name}", taken, slots)


def _loose_facts(title: Title, asks: Mapping[str, Any]) -> Iterator[str]:
    for entry in asks.get("facts", ()):
        named = re.findall(r"(\w+)(?:\([^)]*\))?(?:, |$)", entry["fact"])
        yield from _unknown("facts", named, title.facts)
    yield from _unknown("rounds fact", [entry["fact"] for entry in asks.get("rounds", ())], title.facts)
    for fact in title.facts.values():
        kinds = [slot for kind in (fact.type, *fact.args) for slot in kind.split("|")]
        yield from _unknown(f"the fact {fact.name}", kinds, [*title.language.slots, NUMBER, TRUTH, PLAYER])


def _unknown(place: str, named: Iterable[str], known: Container[str]) -> Iterator[str]:
    yield from (f"{place}: there is no {one}" for one in named if one not in known)


def unread_examples(title: Title, asks: Mapping[str, Any]) -> Iterator[str]:
    """Every example is an order that answers its ask."""
    for ask in asks["asks"]:
        for text in (*ask["order"]["examples"], *ask.get("standing", {}).get("examples", ())):
            try:
                sheet = LineReader(title, players(title, text), 0).read(text)
            except BadOrders as wrong:
                yield f"asks {ask['id']}: the example `{text}` is not read: {wrong}"
                continue
            orders = [order for line in sheet.lines for order in line.orders]
            orders += [order for line in sheet.standing for order in line.orders]
            if any(ask["id"] not in order.asks for order in orders if not order.control):
                yield f"asks {ask['id']}: the example `{text}` does not answer it"


def players(title: Title, text: str) -> tuple[str, ...]:
    """A full table that includes everybody whom an example names."""
    named = [handle for handle in HANDLES if re.search(rf"\b{handle}\b", text)]
    return tuple(dict.fromkeys((*named, *HANDLES)))[: title.seats[-1]]
