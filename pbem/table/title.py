"""A title: one game's rules as the table needs them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..words.lazy_dataclass import dataclass
from .asks import Ask
from .chance import Below
from .facts import Fact
from .forms import Answer
from .game import Game
from .hidden import Unknown
from .inputs import Input
from .language import Language
from .masked import from_view
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Rule = Generator[Any, Any, Any]
"""A rule: yields asks and chances, gets their answers, returns a result."""

Phase = Callable[[Any], Generator[Any, Any, str | None]]
"""A phase returns the name of the next one, or None when the game is over."""


Plan = Callable[[Any, int, Ask, Answer, dict[str, int]], Answer | None]
"""(game, seat, ask, the line as read with its clauses, memory) → the next answer, or None when the plan ends.

Called for each ask that follows a line of this kind, until it returns None. The
memory is the plan's own, numbers by name, empty at first.
"""


class WaitingLine(NamedTuple):
    """A line of a file that has not been used yet."""

    subject: str
    """What it is about; nothing if it does not say."""
    asks: frozenset[str]
    """The kinds of asks that it can answer."""


Implied = Callable[[Any, Ask, Sequence[WaitingLine]], Answer | None]
"""(game, ask, the player's lines that wait) → the answer that they imply, or None."""


Supposed = Callable[[Callable[[], Any], int, Answer], Iterator[Any]]
"""(a fresh copy of the game as a seat sees it, seat, its answer) → positions in which it does what it has ordered."""


Deal = Callable[[Any, Sequence[Unknown], Sequence[Input], Below], Sequence[Any]]
"""(the game as a seat sees it, all that it does not know, what the seat knows of the inputs since, chance) → a thing
for each, as it may be in truth. It uses nothing but that: so worlds that look the same are dealt the same."""


@dataclass(frozen=True)
class Option:
    """A choice made when a campaign is set up; the first value is the rulebook's."""

    id: str
    values: tuple[str | int | bool, ...]
    house_rule: bool | tuple[str | int | bool, ...] = False
    """Whether its other values are not in the rulebook; or which of them are not."""
    since: int = 0
    """The numbered fix that introduced it: games begun earlier do not have it."""

    @property
    def default(self) -> str | int | bool:
        return self.values[0]

    def is_house_rule(self, value: str | int | bool) -> bool:
        """Whether a game with this value is played by a house rule."""
        if isinstance(self.house_rule, tuple):
            return value in self.house_rule
        return self.house_rule and value != self.default


@dataclass(frozen=True)
class LateSeats:
    """How players can join after the start: a game can be begun with seats that are kept empty for them."""

    option: str
    """The option that says how many of the last seats are empty at the start."""
    ask: str
    """The kind of ask with which whoever has taken such a seat enters the game. Its default is to stay out: that is
    answered as long as nobody sits there, and nothing else may be asked of an empty seat."""


class BadSetup(ValueError):
    """A number of players or an option that the title does not have."""


@dataclass(frozen=True)
class Title:
    id: str
    names: Mapping[str, str]
    seats: tuple[int, ...]
    new: Callable[[int, dict[str, str | int | bool], int], Game]
    """(seats, options, fixes) → the state before set-up."""
    phases: Mapping[str, Phase]
    """The sequence of play by name; a game begins with "setup"."""
    language: Language
    words: Mapping[str, Mapping[str, str]]
    """Sentences by language and key."""
    rules: Mapping[str, Any]
    """The rule list, as read from rules.yaml."""
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)
    """Names of things that sentences mention."""
    options: tuple[Option, ...] = ()
    unfit: Callable[[int, Mapping[str, str | int | bool]], str | None] | None = None
    """(seats, options) → why so many players cannot play with these options, which are all known; None if they can."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What conditions in orders may read."""
    plans: Mapping[str, Plan] = field(default_factory=dict)
    """By ask: how a line with repetition clauses goes on."""
    implied: Mapping[str, Implied] = field(default_factory=dict)
    """By ask: the answer that lines for something later imply, where no line speaks of the ask itself."""
    deal: Deal | None = None
    """What may lie where a seat sees only backs; None where nothing is hidden."""
    occasions: Mapping[str, Callable[[Any, int], str]] = field(default_factory=dict)
    """By ask that has an `occasion`: the one that a seat is part of now; nothing once it is over for that seat."""
    supposed: Mapping[str, Supposed] = field(default_factory=dict)
    """By ask that all answer at once: how the player's turn would go on if nobody else did anything before. The check
    before sending tries the rest of a file there."""
    soon: Callable[[Any], Mapping[int, str]] | None = None
    """(game) → by seat, the window in which it will be asked something: its player may write already. It gets the game
    as an onlooker sees it."""
    late: LateSeats | None = None
    """Whether and how players can join later."""
    mail_targets: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """By number of players: mails per player and stops per game that the title should not exceed by much."""
    edition: str = ""
    """Name of the edition whose data it uses, if not ours."""
    package: str = ""
    """Where its modules and files are; a title passes `package=__package__`."""
    icon: str = "book"
    """Its icon on pages, one of `templates/assets/icons.svg`."""
    fixes: int = 0
    behaviour: int = 1
    """Raised when games would go differently and no numbered fix covers it: running ones are then refused."""
    longest: int = 10_000
    """More answers than any game needs; the conformance suite's limit."""
    conformance: Mapping[int, int] = field(default_factory=dict)
    """By number of players: answers that the conformance suite tries in every run of the tests."""

    def settle(
        self, seats: int, options: Mapping[str, Any] | None, fixes: int | None = None
    ) -> dict[str, str | int | bool]:
        """The full set of options for a game with the given fixes, or a clear refusal."""
        if seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise BadSetup(f"{self.id} is for {allowed} players, not {seats}")
        offered = [option for option in self.options if option.since <= (self.fixes if fixes is None else fixes)]
        settled = {option.id: option.default for option in offered}
        for name, given in (options or {}).items():
            option = next((o for o in offered if o.id == name), None)
            if option is None:
                known = ", ".join(settled) or "none"
                raise BadSetup(f"{self.id} has no option {name!r}; its options: {known}")
            value = next((v for v in option.values if str(v).lower() == str(given).lower()), None)
            if value is None:
                known = ", ".join(str(v).lower() for v in option.values)
                raise BadSetup(f"option {name} of {self.id} is one of {known}, not {given!r}")
            settled[name] = value
        why = self.unfit(seats, settled) if self.unfit is not None else None
        if why is not None:
            raise BadSetup(f"{self.id}: {why}")
        return settled

    def from_view(self, view: Any, seat: int | None) -> Any:
        """The game as a seat sees it, made from its view: in a sealed hand, on a page."""
        of = type(self.new(self.seats[0], {option.id: option.default for option in self.options}, 0))
        return from_view(of, view, seat)

    def module(self, name: str) -> Any:
        """A module that is loaded only where it is needed (`bot`, `board.surface`); None if the title has none."""
        within = name.rpartition(".")[0]
        if not self.package or (within and self.module(within) is None) or find_spec(f"{self.package}.{name}") is None:
            return None
        return import_module(f"{self.package}.{name}")

    def resource(self, path: str) -> Traversable:
        """A file in the title's folder. Rules never read one; the code that draws and explains the title does."""
        from importlib.resources import files

        return files(self.package).joinpath(path)

    def rule_ids(self) -> list[str]:
        listed = [*self.rules.get("rules", ()), *self.rules.get("rulings", ())]
        return [entry["id"] for entry in listed]
