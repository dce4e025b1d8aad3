"""The facts of a title in words, for `pbem facts` and the help pages."""

from __future__ import annotations

from typing import Any

from .. import titles
from ..table import Title


def described(title: Title, language: str) -> list[dict[str, Any]]:
    words = titles.words(title, language)
    return [
        {
            "name": fact.name,
            "form": _form(fact.name, fact.args, fact.needed),
            "type": fact.type,
            "is": words.say(f"fact.{fact.name}"),
        }
        for fact in title.facts.values()
    ]


def _form(name: str, args: tuple[str, ...], needed: int) -> str:
    must, may = ", ".join(args[:needed]), "".join(f"[, {one}]" for one in args[needed:])
    if must:
        return f"{name}({must}{may})"
    return f"{name}[({', '.join(args)})]" if args else name
