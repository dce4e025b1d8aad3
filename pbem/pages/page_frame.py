"""Turns templates into pages: one environment, the frame that every page shares, and what it forbids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from . import kit
from .site_words import speech
from .template_files import templates
from .urls import SiteLanguage

if TYPE_CHECKING:
    from jinja2 import Environment

# `file:` beside 'self': a page opened from a folder has no origin that 'self' could refer to.
CSP = (
    "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)
FOLDER_CSP = CSP.replace("script-src 'self' file:", "script-src 'self' file: blob: 'wasm-unsafe-eval'").replace(
    "base-uri", "worker-src 'self' blob:; base-uri"
)
"""For pages that start the engine from a folder too: there the worker can only be made of what scripts have brought."""
_SPRITE = "\x00sprite\x00"
_PLACE = re.compile("\x00([a-z]+)\x00")
_BLANKS = re.compile(r"\n\s*\n+")


@cache
def environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from .compiled import Compiled

    made = Environment(
        loader=FileSystemLoader(templates()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
        bytecode_cache=Compiled(),
    )
    for helper in (kit.icon, kit.crest, kit.who, kit.bar, kit.name):
        made.globals[helper.__name__] = _safe(helper, Markup)
    made.globals.update(short=kit.short, tincture=kit.tincture)
    return made


def _safe(helper: Any, markup: Any) -> Any:
    def call(*args: Any) -> Any:
        return markup(helper(*args))

    return call


def html(text: str) -> Any:
    """Text that is already HTML."""
    from markupsafe import Markup

    return Markup(text)


def page(template: str, tongue: SiteLanguage, path: str, title: str, **values: Any) -> str:
    """A whole page, including its signs."""
    text = _rendered(template, tongue, path, title, **values)
    return text.replace(_SPRITE, kit.sprite(text), 1)


class PageForm:
    """A page that is rendered once and filled in many times: single moves differ in a few places only."""

    def __init__(self, template: str, tongue: SiteLanguage, path: str, title: str, **values: Any) -> None:
        self.parts = _PLACE.split(_rendered(template, tongue, path, title, **values))

    def fill(self, values: Mapping[str, str]) -> str:
        """`values` are HTML. Filled-in text is never searched for placeholders again."""
        parts = list(self.parts)
        for n in range(1, len(parts), 2):
            parts[n] = "" if parts[n] == "sprite" else values[parts[n]]
        signs = kit.sprite("".join(parts))
        return "".join(signs if n % 2 and self.parts[n] == "sprite" else part for n, part in enumerate(parts))


def place(name: str) -> str:
    """A placeholder in a form; no text of a player contains such characters."""
    return f"\x00{name}\x00"


def _rendered(
    template: str,
    tongue: SiteLanguage,
    path: str,
    title: str,
    *,
    section: str = "games",
    sheets: Sequence[str] = (),
    scripts: Sequence[str] = ("site",),
    own_scripts: Sequence[str] = (),
    stamp: str = "",
    head: str = "",
    csp: str = CSP,
    **values: Any,
) -> str:
    """All but the signs, whose place is marked. `path` is the page's stem in the site, without language and suffix."""
    talk = speech(tongue.code)
    root = "../" * path.count("/")
    leaf = path.rpartition("/")[2]
    text = (
        environment()
        .get_template(template)
        .render(
            t=talk,
            lang=tongue.code,
            csp=csp,
            root=root,
            here=tongue.file,
            title=title,
            section=section,
            sheets=sheets,
            scripts=[*own_scripts, *(f"{root}assets/{script}.js" for script in scripts)],
            others=[(other.code, other.file(leaf)) for other in tongue.others],
            sprite_here=html(_SPRITE),
            stamp=stamp,
            head=head,
            **values,
        )
    )
    return _BLANKS.sub("\n", text)
