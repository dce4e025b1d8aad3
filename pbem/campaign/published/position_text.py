"""The position as text for people: as the title's `sheet.py` describes it, or plainly if it has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.table import Title, Words

from ..errors import CampaignError, CampaignFault


def board(title: Title, view: Any, words: Words, seat: int | None = None) -> Any:
    """The position as `seat` (None: an onlooker) may see it, to be printed with rich."""
    if sheet := title.module("sheet"):
        sections = sheet.position(game_of(title, view, seat), words, seat)
        from pbem.titles import terminal

        return terminal.draw(sections, getattr(sheet, "KINDS", None))
    return "\n".join(_plain(view, ""))


def game_of(title: Title, view: Any, seat: int | None) -> Any:
    """The game in a view that stands in a file, which perhaps another version wrote."""
    try:
        return title.from_view(view, seat)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise CampaignError(CampaignFault.OTHER_VERSION) from None


def summary(title: Title, words: Words) -> Any:
    """What a title's box has on its summary sheets, to be printed with rich; None if it has none."""
    from pbem.titles import terminal

    made = title.module("summary")
    return terminal.draw(made.sections(words)) if made is not None else None


def moves(title: Title, asked: Mapping[str, Any], words: Words) -> Any:
    """The legal orders of an ask, with what each would cost, to be printed with rich."""
    from pbem.titles import terminal

    rows = getattr(title.module("sheet"), "orders", None)
    return terminal.orders(asked, words, rows(asked, words) if rows else None)


def house_rules(title: Title, options: Mapping[str, Any], words: Words) -> list[str]:
    """Options in use that are not in the rulebook: whoever looks at the game must know about them."""
    return [
        f"{words.say(f'option.{one.id}')}: {words.say(f'option.{one.id}.{str(options[one.id]).lower()}')}"
        for one in title.options
        if one.id in options and one.is_house_rule(options[one.id])
    ]


def remarks(title: Title, options: Mapping[str, Any], fork: Mapping[str, Any] | None, words: Words) -> list[str]:
    """What must be said wherever a game is shown: that it is a sandbox, and its house rules."""
    sandbox = [words.say("sandbox", {"game": fork["game"], "entry_number": fork["n"]})] if fork else []
    return [*sandbox, *(words.say("house_rule", {"rule": rule}) for rule in house_rules(title, options, words))]


def _plain(value: Any, indent: str) -> list[str]:
    if isinstance(value, Mapping):
        lines = []
        for key, one in value.items():
            inner = _plain(one, indent + "  ")
            single = len(inner) == 1 and not isinstance(one, (Mapping, list))
            lines += [f"{indent}{key}: {inner[0].strip()}"] if single else [f"{indent}{key}:", *inner]
        return lines
    if isinstance(value, list):
        if not any(isinstance(one, (Mapping, list)) for one in value):
            return [indent + (", ".join(map(str, value)) or "-")]
        return [line for one in value for line in _plain(one, indent + "  ")]
    return [f"{indent}{value}"]
