"""The drawing kit of all boards and pages: signs, crests, coins, chips, tables.

Every function returns HTML as text; anything that people typed goes through `esc`. There are no
`style` attributes anywhere, so that pages can forbid inline styles: positions and sizes are classes
or SVG attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape

from .template_files import template_text

TINCTURES = 7
"""Seats are told apart by colour, hatching and letter; there are seven of each."""
SIGNS_AS_THEY_ARE = 2
"""As many letters and digits have room on a piece as wide as they are."""
LONGEST_NAME = 40
REMEMBERED = 120

# Characters that would change the reading direction, hide text, or not be allowed in XML.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff\ud800-\udfff]"
)
_USED = re.compile(r"#(i-[a-z0-9-]+|h[1-7])\b")
_PARTS = re.compile(r'(<(pattern|symbol) id="([^"]+)".*?</\2>)', re.DOTALL)


def clean(text: str) -> str:
    """A stranger's text without characters that act on the text instead of being read."""
    return text if text.isprintable() else _UNSEEN.sub("", text)


def esc(text: object) -> str:
    said = str(text)
    return _escaped(said) if len(said) < REMEMBERED else escape(clean(said), quote=True)


@lru_cache(maxsize=1 << 14)
def _escaped(text: str) -> str:
    """Cached, because names and labels recur on every page; text that is typed only once is not worth caching."""
    return escape(clean(text), quote=True)


class PlayerName(str):
    """The name of somebody at a table, with the letters that stand for it there."""

    __slots__ = ("letters",)
    letters: str

    @classmethod
    def of(cls, name: str, letters: str) -> PlayerName:
        made = cls(name)
        made.letters = letters
        return made


def seated(names: Sequence[str]) -> tuple[PlayerName, ...]:
    """Names whose letters are unique at the table: one letter, and where several begin alike, a second one of the name
    (Anna `An`, Arno `Ar`), or a figure if that does not help."""
    first = [_letters(name)[:1] or "?" for name in names]
    out: list[PlayerName] = []
    for name, one in zip(names, first, strict=True):
        taken = {known.letters for known in out}
        tried = [one + other.lower() for other in _letters(name)[1:]] + [f"{one}{n}" for n in range(1, len(names) + 1)]
        own = one if first.count(one) == 1 else next(letters for letters in tried if letters not in taken)
        out.append(PlayerName.of(name, own))
    return tuple(out)


def _letters(name: str) -> str:
    return "".join(c.upper() for c in clean(name) if c.isalnum() and len(c.upper()) == 1)


def short(text: str, most: int = LONGEST_NAME) -> str:
    said = clean(text).strip() or "…"
    said = said if len(said) <= most else said[: most - 1].rstrip() + "…"
    return PlayerName.of(said, text.letters) if isinstance(text, PlayerName) else said


def cut(text: str, most: int) -> str:
    """A sentence that is too long is cut after the last word that fits."""
    if len(text) <= most:
        return text
    head, space, _ = text[:most].rpartition(" ")
    return (head if space else text[: most - 2]).rstrip(" ,;:.") + " …"


def name(text: str) -> str:
    """A name of a person or a game: escaped, cut, and isolated in its own text direction."""
    return f"<bdi>{escape(short(text), quote=True)}</bdi>"


def letter(text: str) -> str:
    """What is shown on a crest."""
    return text.letters if isinstance(text, PlayerName) else _letters(text)[:1] or "?"


def lettered(text: str, x: float, y: float, more: object = "", room: float = 0) -> str:
    """These letters, and a number beside them, as text of a drawing; more than two signs are pressed into the room."""
    small = ' class="two"' if len(text) > 1 else ""
    if room and len(text) + len(str(more)) > SIGNS_AS_THEY_ARE:
        small += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text{small} x="{x:g}" y="{y:g}">{esc(text)}{more}</text>'


def thing(slot: str, ident: str, owner: str = "", label: str = "") -> str:
    """Attributes of whatever an order can name: slot and id, as order lines use them.

    The owner's handle is given where several players can have the same, a label where the text does not say what it is.
    """
    more = f' data-owner="{esc(owner)}"' if owner else ""
    more += f' aria-label="{esc(label)}"' if label else ""
    return f' data-slot="{slot}" data-id="{ident}"{more}'


def icon(sign: str, label: str | None = None, more: str = "") -> str:
    """A sign of the sprite; with a label where it stands alone."""
    seen = f'role="img" aria-label="{esc(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="i{more}" {seen}><use href="#i-{sign}"/></svg>'


def icons(signs: Iterable[str]) -> str:
    return "".join(icon(sign) for sign in signs)


def tincture(seat: int) -> int:
    return seat % TINCTURES + 1


def crest(seat: int, handle: str, labelled: bool = True, size: str = "") -> str:
    """Colour, hatching and letter of a seat."""
    n = tincture(seat)
    seen = f'role="img" aria-label="{esc(short(handle))}"' if labelled else 'aria-hidden="true"'
    return (
        f'<svg class="crest p{n}"{size} viewBox="0 0 24 24" {seen}><use class="f" href="#i-crest" fill="url(#h{n})"/>'
        f'<circle cx="12" cy="11.5" r="6.6"/>{lettered(letter(handle), 12, 15.6)}</svg>'
    )


def who(seat: int, handle: str) -> str:
    return f'<span class="who p{tincture(seat)}">{crest(seat, handle, labelled=False)}{name(handle)}</span>'


def coin(number: int | str, label: str) -> str:
    return f'<span class="coin" role="img" aria-label="{esc(label)}">{esc(number)}</span>'


def laurel(number: int | str, label: str) -> str:
    """Victory points are a laurel leaf, never a bare number."""
    return f'<span class="vp" role="img" aria-label="{esc(label)}">{esc(number)}</span>'


def hidden(text: str) -> str:
    """Words for screen readers."""
    return f'<span class="vh">{esc(text)}</span>'


def face(sign: str, plate: str, title: str, body: str) -> str:
    """What is on a card that lies face up: everything that matters is at the top, as cards overlap."""
    return f'<span class="band">{sign}<span class="fx">{plate}</span></span>{title}{body}'


def back(shown: str, told: str, more: str = "") -> str:
    """A card face down."""
    return f'<li class="card back{more}">{hidden(told)}<span aria-hidden="true">{shown}</span></li>'


def pile(head: str, cards: Iterable[str], layout: str = "hand") -> str:
    """Cards side by side, under a heading."""
    return f'<section><h3 class="caps">{esc(head)}</h3><ul class="plain {layout}">{"".join(cards)}</ul></section>'


def chip(
    kind: str, gives: str, label: str, chain: str = "", fresh: bool = False, tag: str = "li", marks: str = ""
) -> str:
    """A thing in a city or hand: the stripe of its kind, what it gives, its name."""
    mark = " fresh" if fresh else ""
    return (
        f'<{tag} class="chip k-{kind}{mark}"{marks}><span class="fx">{gives}</span>'
        f'<span class="name">{esc(label)}</span>{chain}</{tag}>'
    )


def bar(since: str, due: str, label: str) -> str:
    """How much of the time is gone: filled in by the page's script, which knows what time it is."""
    return (
        f'<span class="sand room" data-since="{esc(since)}" data-due="{esc(due)}" hidden><svg viewBox="0 0 100 8"'
        f' preserveAspectRatio="none" role="img" aria-label="{esc(label)}"><rect width="0" height="8"/></svg></span>'
    )


@cache
def _sprite_parts() -> dict[str, str]:
    return {part[2]: part[0] for part in _PARTS.findall(template_text("assets/icons.svg"))}


def sprite(html: str) -> str:
    """The signs that a page uses, embedded in it: browsers refuse external ones from file://."""
    parts = _sprite_parts()
    used = sorted({sign for sign in _USED.findall(html) if sign in parts})
    return _sprite_of(parts[sign] for sign in used) if used else ""


def whole_sprite() -> str:
    """All signs, for a page that draws boards by itself."""
    return _sprite_of(_sprite_parts().values())


def _sprite_of(signs: Iterable[str]) -> str:
    defs = "".join(signs)
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="sprite" aria-hidden="true"><defs>{defs}</defs></svg>'
