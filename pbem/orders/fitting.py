"""Whether a line fits an ask: its alternatives in order, `any` values, filters of standing orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ..table import Answer, Ask, NotLegal, Refused
from ..table.asks import MOST_SHOWN
from .errors import BadOrders
from .lines import Order, Standing

MOST_LOOKED_AT = 2000
NOT_ORDERS = ("if", "always", "once", "until", "clear")
"""First words of lines in which something other than an order may be wrong."""
_ANY = re.compile(r"\bany\b")


def first_legal(
    orders: Sequence[Order], ask: Ask, handles: Sequence[str]
) -> tuple[Answer | None, Order | None, Refused | None]:
    """The first possible alternative of a line, as an answer and as it was filled in; otherwise why there is none."""
    fault: Refused | None = None
    for order in orders:
        if order.text == "ask":
            return None, order, None
        if order.text == "default":
            return ask.default(), order, None
        if order.text == "any":
            return next(ask.answers()), order, None
        for text in _filled(order, ask, handles):
            try:
                return ask.parse(text, handles, order.start), replace(order, text=text), None
            except Refused as refused:
                if not order.wild and (fault is None or (fault.moot and not refused.moot)):
                    fault = refused
    if fault is None:  # only orders with `any`
        legal = tuple(ask.write(one, handles) for one in ask.listed(MOST_SHOWN))
        values, at = {"order": orders[0].text}, (orders[0].start, orders[0].start + len(orders[0].text))
        fault = NotLegal("not_among_legal", values, at=at, rule=ask.rule, legal=legal)
    return None, None, fault


def _filled(order: Order, ask: Ask, handles: Sequence[str]) -> Iterator[str]:
    """The order; each `any` in it is replaced in turn by every value that a legal answer has, in printed order."""
    if not order.wild:
        yield order.text
        return
    words: dict[str, None] = {}
    for answer in islice(ask.answers(), MOST_LOOKED_AT):
        words |= dict.fromkeys(_words(answer[1:], handles))
    for word in words:
        yield _ANY.sub(word, order.text)


def could_be(order: Order, text: str) -> bool:
    """Whether an order becomes this text when a thing is put in the place of its `any`."""
    return re.fullmatch(_ANY.sub(r"[^\\s,]+", re.escape(order.text)), text) is not None


def _words(part: Any, handles: Sequence[str]) -> Iterator[str]:
    """How an order could write a value of an answer: ids, and handles for seats."""
    if isinstance(part, tuple):
        for one in part:
            yield from _words(one, handles)
    elif isinstance(part, str):
        yield part
    elif type(part) is int and part < len(handles):
        yield handles[part]


def filtered(line: Standing, ask: Ask) -> bool:
    """Whether the filters of a standing order let it answer."""
    context = ask.context or {}
    for name, wanted in line.filters:
        given = context.get(name)
        if wanted not in given if isinstance(given, (list, tuple)) else wanted != given:
            return False
    return True


def explained(bad: BadOrders, ask: Ask, handles: Sequence[str]) -> BadOrders:
    """Lines that could not be read at all, with what a refusal of the table itself says: rule, and what is legal."""
    for fault in bad.faults:
        if meant_as_order(fault.text):
            ask.explained(fault.refused, None, handles, fault.text)
    return bad


def meant_as_order(line: str) -> bool:
    """Whether what is wrong with a line is an order in it, rather than a condition or the head of a standing order."""
    said = line.split(None, 1)
    return bool(said) and said[0].casefold() not in NOT_ORDERS
