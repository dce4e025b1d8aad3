"""Things that can be pressed: whatever carries a slot and an id becomes a button with a name."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import NamedTuple

from .kit import esc

_THING = re.compile(r'<(\w+)([^<>]*? data-slot="([^"]*)" data-id="([^"]*)"(?: data-owner="([^"]*)")?[^<>]*)>')
_MARKS = re.compile(r' data-slot="[^"]*" data-id="[^"]*"(?: data-owner="[^"]*")?')
_LIST = re.compile(r"<(/?)(ul|ol|li)\b([^>]*)>")
_LINK = re.compile(r'<a class="name" href="[^"]*">(.*?)</a>')

Named = Callable[[str, str], str]
"""Slot and id → name."""


class Lying(NamedTuple):
    """A thing where it lies."""

    slot: str
    id: str
    owner: str
    label: str


def lying(html: str) -> list[Lying]:
    """All things in some HTML, as often as they lie there."""
    found = []
    for one in _THING.finditer(html):
        label = re.search(r' aria-label="([^"]*)"', one[2])
        found.append(Lying(one[3], unescape(one[4]), unescape(one[5] or ""), unescape(label[1]) if label else ""))
    return found


def mentioned(html: str) -> str:
    """The same with things that are only spoken of there, and pressed elsewhere."""
    return _MARKS.sub("", html)


def once(html: str) -> str:
    """The same with each thing only where it lies first; later it is only spoken of."""
    seen: set[str] = set()

    def kept(one: re.Match[str]) -> str:
        new = one[0] not in seen
        seen.add(one[0])
        return one[0] if new else ""

    return _MARKS.sub(kept, html)


def pressable(html: str, named: Named) -> str:
    """The same with every thing as a button that has a name; the page's script moves the focus among them.

    A button is no item of a list: a list of things is a group.
    """

    def button(one: re.Match[str]) -> str:
        tag, attributes, slot, ident = one[1], one[2], one[3], unescape(one[4])
        label = "" if "aria-label=" in attributes else f' aria-label="{esc(named(slot, ident))}"'
        return f'<{tag}{attributes}{label} role="button" tabindex="-1">'

    return _THING.sub(button, _unlisted(_LINK.sub(r'<b class="name">\1</b>', html)))


def _unlisted(html: str) -> str:
    """Lists that have things as items become groups."""
    tags = list(_LIST.finditer(html))
    open_at: list[int] = []
    items: dict[int, list[int]] = {}
    closed: dict[int, int] = {}
    for n, tag in enumerate(tags):
        if tag[1]:
            closed[open_at.pop()] = n
            continue
        if tag[2] == "li" and open_at:
            items.setdefault(open_at[-1], []).append(n)
        open_at.append(n)
    turned: set[int] = set()
    for at, inner in items.items():
        if any(' data-slot="' in tags[n][3] for n in inner):
            turned |= {at, closed[at]}.union(inner, (closed[n] for n in inner))
    out, last = [], 0
    for n in sorted(turned):
        tag = tags[n]
        group = ' role="group"' if not tag[1] and n in items and 'role="' not in tag[3] else ""
        out.append(html[last : tag.start()] + f"<{tag[1]}div{tag[3]}{group}>")
        last = tag.end()
    return "".join(out) + html[last:]
