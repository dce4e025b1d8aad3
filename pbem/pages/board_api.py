"""What a title's `board.py` is given to draw, and what it says about its charts and about the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import field
from functools import cache
from typing import Any, Generic, Literal, TypeVar

from ..table import Answer, Ask, Refused, Words, from_view
from ..titles import resources
from ..words.lazy_dataclass import dataclass
from .kit import short

G = TypeVar("G")
LONGEST_PLAYER = 24
"""Letters of a player's name on a board; longer ones are cut."""


@dataclass(frozen=True)
class Scene:
    """A public position, as it is shown to everybody."""

    view: Any
    players: Sequence[str]
    words: Words
    """The title's sentences in the language of the page."""
    before: Any = None
    """The position to compare with: what differs is marked as new."""
    asked: Sequence[int] = ()
    """Seats that are awaited."""
    assets: str = ""
    """The path from the page to the files that all pages share; ends with a slash."""
    handles: Sequence[str] = ()
    """The ids of the players in orders, for boards that mark what an order can name."""
    desk: int | None = None
    """The seat at whose desk the board is drawn; None on pages for everybody."""

    @property
    def language(self) -> str:
        return self.words.language


class Board(Generic[G]):
    """A position that is drawn: the game as everybody sees it, and the words of title and board."""

    def __init__(self, scene: Scene, state: type[G], package: str) -> None:
        self.scene, self.view, self.before = scene, scene.view, scene.before
        self.game: G = public(state, scene.view)
        self.words = board_words(scene, package)
        self.players = self.words.players

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, values)


def board_words(scene: Scene, package: str, longest: int = LONGEST_PLAYER) -> Words:
    """What only the board says (its own `words`), beside what the title says everywhere."""
    known = {**scene.words.sentences, **_sentences(package, scene.language)}
    players = tuple(short(player, longest) for player in scene.players)
    return Words(scene.language, known, scene.words.vocabularies, players)


def title_board_words(words: Words, package: str) -> Words:
    """The same for a page about the title, which has no players."""
    return Words(words.language, {**words.sentences, **_sentences(package, words.language)}, words.vocabularies)


@cache
def _sentences(package: str, language: str) -> Mapping[str, str]:
    loaded: Mapping[str, str] = resources.read(package, f"words/{language}.yaml")
    return loaded


_READ: list[tuple[Any, Any]] = []
"""The positions read most recently: each is drawn in several languages, and counted for the charts."""


def public(state: type[G], view: Any) -> G:
    """The position with everything public in it. It must not be modified."""
    game: G
    for known, game in _READ:
        if known is view:
            return game
    game = from_view(state, view, None)
    _READ[:] = [(view, game), *_READ[:1]]
    return game


@dataclass(frozen=True)
class Chart:
    """A chart of a title. `values` in the board's series: one number per seat and step, or one per step."""

    key: str
    kind: Literal["lines", "balance"] = "lines"
    """lines: one per seat. balance: one line, above the middle for the first seat, below for the second."""


@dataclass(frozen=True)
class Pile:
    """Cards that only the owner of a desk may see: its script finds out which, by their position in the sealed hand."""

    head: str
    at: tuple[str | int, ...]
    """Where they are in the seat's own view."""
    back: str = ""
    """HTML of a card that not even the owner may see yet; if empty, such cards are not shown."""


@dataclass(frozen=True)
class CardList:
    """Cards of one look that could be in a pile, as text: where there are very many, their faces would weigh too much.

    The desk's script draws them: what stands on the band, the name, what the card does, and a remark.
    """

    look: str
    """Classes of the element."""
    slots: str
    """How orders call these cards, for `data-slot`."""
    cards: Mapping[str, tuple[str, str, str]]
    """By id: band, text, remark."""


@dataclass(frozen=True)
class DeskHand:
    """What lies before a seat at its desk."""

    shown: str = ""
    """HTML of what everybody may see."""
    piles: tuple[Pile, ...] = ()
    faces: Mapping[str, str] = field(default_factory=dict)
    """HTML of every card that could be in a pile."""
    lists: tuple[CardList, ...] = ()
    """Cards that could be in a pile and have no face."""


@dataclass(frozen=True)
class Sight:
    """What a title's `board/surface.py` is given to lay out: the table as a seat sees it, and what is asked of it."""

    scene: Scene
    game: Any
    """The state as the seat sees it; whatever is hidden from it is Unseen."""
    seat: int
    ask: Ask | None
    named: Set[tuple[str, str]]
    """Slot and id of all things that legal answers name."""
    holders: Set[str] = frozenset()
    """Whose these things are, or where, as far as they say."""
    placed: Set[tuple[str, str, str]] = frozenset()
    """Slot, id and owner of all of them; the owner is empty where there is none."""

    @property
    def handle(self) -> str:
        return self.scene.handles[self.seat]

    def names(self, *slots: str) -> bool:
        """Whether some legal answer names a thing of these slots."""
        return any(slot in slots for slot, _ in self.named)


@dataclass(frozen=True)
class Price:
    """What an answer costs and brings, by meter."""

    cost: Mapping[str, int] = field(default_factory=dict)
    gain: Mapping[str, int] = field(default_factory=dict)
    rival: Sequence[tuple[int, str, int]] = ()
    """What it would cost others, where that matters: seat, meter, number."""
    odds: Mapping[str, float] = field(default_factory=dict)
    """By outcome, where dice decide and their odds are known."""


@dataclass(frozen=True)
class Pane:
    """A part of the table where one plays: things that can be pressed, and what one has to see."""

    id: str
    label: str
    html: str
    essential: bool = True
    """Whether it must be seen for what is asked; others are tabs and strips."""
    tray: bool = False
    """It lies at the foot of the table: a hand, or what the ask needs."""
    kind: str = ""
    """`map` for a pane that is panned and zoomed."""


@dataclass(frozen=True)
class ReferenceSheet:
    """A part of a title's reference page, which stands for the box: cards of one kind, a table, a sheet."""

    id: str
    """Where links lead to: `#sheet-ID`."""
    head: str
    body: str
    """HTML."""


def refusals(ask: Ask, tried: Iterable[Answer], words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """The tried answers that an ask refuses, with reason and rule; one order is enough for each reason."""
    out: dict[str, dict[str, Any]] = {}
    for answer in tried:
        try:
            ask.check(answer, players=handles)
        except Refused as no:
            reason = words.say(f"refusal.{no.key}", no.values)
            out.setdefault(reason, {"order": ask.write(answer, handles), "reason": reason, "rule": no.rule})
    return list(out.values())
