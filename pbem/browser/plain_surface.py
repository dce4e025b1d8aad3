"""The table as a seat sees it: the board, the question, and every legal order as text."""

from __future__ import annotations

from typing import Any

from ..orders.check import own_ask
from ..pages.board_api import Scene
from ..pages.boards import board_of
from ..table import Table, Title, Words
from ..table.saying import ask_text


def surface(title: Title, table: Table, seat: int, words: Words) -> dict[str, Any]:
    asked = own_ask(table.asked(seat), seat)
    scene = Scene(table.view(None), words.players, words, handles=table.players)
    ask = asked and {
        "id": asked["kind"],
        "question": ask_text(asked, words),
        "rule": asked["rule"],
        "complete": asked["complete"],
        "legal": [{"order": one["order"]} for one in asked["legal"]],
    }
    return {
        "ask": ask or None,
        "panes": [{"id": "board", "html": board_of(title).draw(scene)}],
        "waiting": [words.players[one] for one in table.unanswered],
        "over": table.over,
    }
