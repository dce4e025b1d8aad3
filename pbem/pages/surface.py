"""What a page at which one plays is told: what is asked, what may be answered, and the board to press it on.

All of it is plain JSON made from a table, so that the page itself knows nothing of any title.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import titles
from ..table import Table, Title, Words
from ..titles import resources
from . import kit
from .asked_parts import AskedParts
from .board_api import Scene, Sight
from .composed import Composed, refs_in
from .kit import short
from .laid_out import panes_of
from .line_words import LineWords
from .pressable import lying
from .tried import refused


def surface(
    title: Title,
    table: Table,
    seat: int,
    language: str,
    names: Sequence[str] = (),
    *,
    before: Any = None,
    assets: str = "",
    undo: bool = False,
) -> dict[str, Any]:
    """The table as one seat sees it.

    names   what the players are called, if not by their handles
    before  an onlooker's view to compare with: what differs is marked as new
    assets  the path from the page to the files that all pages share; ends with a slash
    undo    whether the seat can take back its last answer
    """
    called = [short(name) for name in names or table.players]
    words = table_words(title, language, called)
    waiting = table.waiting()
    scene = Scene(table.view(None), called, words, before, waiting or (), assets, table.players, seat)
    ask, game = table.unanswered.get(seat), table.seen(seat)
    asked = AskedParts(title, ask, game, words, table.players) if ask is not None else None
    told = _asked(asked) if asked is not None else None
    things = named_things(told) if told is not None else []
    named = frozenset((one["slot"], one["id"]) for one in things)
    placed = frozenset((one["slot"], one["id"], one.get("owner", "")) for one in things)
    sight = Sight(scene, game, seat, ask, named, frozenset(owner for _, _, owner in placed), placed)
    panes = panes_of(title, sight, things)
    if asked is not None and told is not None:
        told["refused"] = refused(asked, [lying(pane["html"]) for pane in panes])
    return {
        "seat": seat,
        "players": [
            {"name": name, "handle": handle, "tincture": kit.tincture(n)}
            for n, (name, handle) in enumerate(zip(called, table.players, strict=True))
        ],
        "ask": told,
        "panes": panes,
        "waiting": [table.players[one] for one in waiting] if waiting is not None else [],
        "over": _over(table, words),
        "undo": undo,
    }


def parts(
    title: Title, table: Table, seat: int, language: str, names: Sequence[str], at: Mapping[str, Any], form: int | None
) -> dict[str, Any]:
    """What can be chosen next for the ask of a seat, beside what is chosen `at` its parts; of one form, or of all."""
    words = table_words(title, language, [short(name) for name in names or table.players])
    asked = AskedParts(title, table.unanswered[seat], table.seen(seat), words, table.players)
    return Composed(asked).next(dict(at), form)


def said(title: Title, table: Table, seat: int, language: str, names: Sequence[str], text: str) -> list[dict[str, str]]:
    """The lines of an order file with their sentences. Raises BadOrders."""
    words = table_words(title, language, [short(name) for name in names or table.players])
    return LineWords(title, words, table.players, seat).told(text)


def _asked(asked: AskedParts) -> dict[str, Any]:
    """The ask; where not all answers are listed, with what can be chosen first."""
    told = asked.data()
    if not told["complete"]:
        told["next"] = Composed(asked).next({})
    return told


def named_things(told: Mapping[str, Any]) -> list[dict[str, str]]:
    """Every thing that can be named first."""
    choices = [some for form in told.get("next", {"forms": []})["forms"] for some in form["choices"].values()]
    return refs_in([[one["at"] for one in told["legal"]], [[one["value"] for one in some] for some in choices]])


def table_words(title: Title, language: str, players: Sequence[str]) -> Words:
    """What the program, the title and its board say, and orders as sentences."""
    words = titles.words(title, language, players)
    more: dict[str, str] = {}
    for path in (f"words/{language}.yaml", f"words/says.{language}.yaml"):
        if title.resource(f"board/{path}").is_file():
            more |= resources.read(f"{title.package}.board", path)
    return Words(language, {**words.sentences, **more}, words.vocabularies, words.players)


def _over(table: Table, words: Words) -> dict[str, Any] | None:
    outcome = table.outcome
    if outcome is None:
        return None
    values = {"players": list(outcome.winners), "player": outcome.winners[0] if outcome.winners else None}
    key = f"how.{outcome.how}"
    return {
        "winners": [table.players[one] for one in outcome.winners],
        "scores": [sum(row.values()) for row in outcome.scores],
        "text": words.say(key, values) if key in words else words.join([words.players[n] for n in outcome.winners]),
    }
