"""The hand of a seat: what it alone may see, as text and as data, and how large its file is.

How large the file is, everybody sees. So that depends on nothing that is hidden: only on how much of the position
everybody sees. What does not fit is left out, the least needed first. Nothing is lost with it: legal orders and text
follow from the data, and older notes are brought on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.seals import documents
from pbem.seals.documents import DocumentOwner
from pbem.seals.sealing import size_class
from pbem.table import Words
from pbem.table.imagine import Outlook
from pbem.table.state_json import to_json
from pbem.table.view_text import view_text
from pbem.words.lazy_dataclass import dataclass

from ..acts import going_back
from ..match.private_notes import PrivateNotes

if TYPE_CHECKING:
    from pbem.seals.moderator_key import Moderator

    from ..match import Match

VERSION = 2
"""Of the data of a hand. Since 2 they tell how the running phase has come about."""
SMALLEST = 16 * 1024
USUAL = 64 * 1024
"""No hand is larger, unless the position alone needs more."""
_ASIDE = 8_000
"""Room for all that is not the position: letters, notes, orders ahead, legal answers."""
_FEW_ANSWERS, _FEW_NOTES = 40, 4


def hand_size(match: Match) -> int:
    """The size class of all hands of a game, by how much everybody sees of the position."""
    return class_for(len(view_text(match.playing.state, None).encode()))


def class_for(public: int) -> int:
    """The view is in a hand as data and, mostly shorter, as text."""
    return size_class(min(_ASIDE + public * 3 // 2, max(USUAL, _ASIDE + public * 5 // 4)), SMALLEST)


def hand(match: Match, seat: int, words: Words, moderator: Moderator) -> bytes:
    """What one seat may see, signed for the ledger's head."""
    of = DocumentOwner("hand", match.genesis.game, match.genesis.handles[seat], match.n, match.head)
    size, made = hand_size(match), b""
    for one in _whole(match, seat, words).shorter():
        made = documents.write(of, one.said(words), one.data(), moderator)
        if len(made) <= size:
            break
    return made


@dataclass(frozen=True, slots=True)
class _Contents:
    board: str
    moves: str
    undo: str
    told: PrivateNotes
    outlook: dict[str, Any]
    seat: int
    ordered: Any
    complete: bool = True

    def said(self, words: Words) -> str:
        parts = [self.board] if self.board else []
        for part in (self.moves, self.undo, "" if self.complete else words.say("hand.shortened")):
            parts += ["", part] if part else []
        if self.told.kept or not self.complete:
            parts += ["", *self.told.text(words)]
        return "\n".join(parts)

    def data(self) -> dict[str, Any]:
        return {"version": VERSION, **self.outlook, **self.told.data(), "ordered": self.ordered}

    def shorter(self) -> Iterator[_Contents]:
        """The whole, then with less and less."""
        yield self
        short = replace(self, moves="", complete=False)
        yield short
        short = replace(short, outlook={**self.outlook, "asked": [self._few(one) for one in self.outlook["asked"]]})
        yield short
        short = replace(short, board="")
        yield short
        for most in (_FEW_NOTES, 0):
            yield replace(short, told=self.told.latest(most))

    def _few(self, ask: dict[str, Any]) -> dict[str, Any]:
        if len(ask.get("legal", ())) <= _FEW_ANSWERS:
            return ask
        return {**ask, "legal": ask["legal"][:_FEW_ANSWERS], "complete": False}


def _whole(match: Match, seat: int, words: Words) -> _Contents:
    from pbem.orders.check import own_ask
    from pbem.words.console import as_text

    from . import position_text

    outlook = Outlook.of(match.playing, seat)
    own = own_ask(outlook.asked, seat)
    # Nobody reads the text of a bot's hand, and drawing is the dearest part of a run.
    board = "" if match.seats[seat].bot else as_text(position_text.board(match.title, outlook.view, words, seat))
    moves = undo = ""
    if board and own is not None and seat not in match.sealed.given and match.asks(seat):
        moves = as_text(position_text.moves(match.title, own, words))
    if going_back.agreed(match) and (count := len(going_back.undoable(match, seat))):
        undo = words.say("hand.undo", {"count": count})
    ordered = to_json(match.ahead.agendas[seat])
    return _Contents(board, moves, undo, match.past.told[seat], outlook.data(), seat, ordered)
