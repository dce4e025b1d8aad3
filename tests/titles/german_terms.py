"""The German texts of a title, and where they say something else than the German rulebook does."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable


def german_texts(title: str) -> dict[str, str]:
    """All that a player may read in German, by file: words, rules, the guide, and what stands in the data."""
    return _texts(files(f"pbem.titles.{title}"))


def _texts(folder: Traversable) -> dict[str, str]:
    found = {}
    for one in folder.iterdir():
        if one.name == "data":
            found |= {
                f"data/{file.name}": "\n".join(re.findall(r"_de: .*", file.read_text(encoding="utf-8")))
                for file in one.iterdir()
                if file.name.endswith(".yaml")
            }
        elif one.is_dir():
            found |= {f"{one.name}/{name}": text for name, text in _texts(one).items()}
        elif one.name in ("de.yaml", "rules.de.yaml") or one.name.endswith(".de.md"):
            found[one.name] = one.read_text(encoding="utf-8")
    return found


def other_words(title: str, pattern: str) -> list[str]:
    """The lines in which the texts of a title say what the rulebook does not."""
    return [
        f"{name}: {line.strip()[:100]}"
        for name, text in german_texts(title).items()
        for line in text.splitlines()
        if re.search(pattern, line)
    ]
