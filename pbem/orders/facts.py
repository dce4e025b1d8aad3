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
    if not args:
        return name
    written = ", ".join(args)
    return f"{name}({written})" if needed else f"{name}[({written})]"
