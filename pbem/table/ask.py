"""What all asks have in common. One ask is the only source of what is legal.

The same object lists the legal answers, samples one, reads one from order
text, writes it back, and refuses with a reason. Answers are plain tuples, the
verb first: ("build", "baths").
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from .form_parts import Said
from .forms import Answer, Form
from .language import AskKind
from .refusals import NotLegal, Refused

Below = Callable[[int], int]
"""A source of chance: an unbiased whole number from 0 up to, but not including, n."""

Why = Callable[[Answer], Refused | None]
About = Callable[[Answer], Mapping[str, Any]]

END = "\0end"
"""As `secret`: the answer stays hidden to the end of the game, whatever the rules reveal."""

Secret = str | Callable[[Answer], str | None]

MOST_LISTED = 5000
MOST_PUBLISHED = 300
"""No more answers than this are sent, as nobody would read them; the list is marked as incomplete."""
MOST_SHOWN = 12
MOST_COMPARED = 300
"""How many answers are compared with a refused order, to show those most like it."""


class Ask:
    """A question to one player.

    Abstract for the type checker only: the table checks the type of what the rules
    yield at every step, and ABCMeta would make that several times slower.

    kind     which ask of the title it is: its forms, rules and words
    options  the answers to choose from, for an ask that is a list of them
    rule     the rule it comes from
    private  the legal answers show something that only this player may see
    secret   name under which the answer stays hidden until the rules `Reveal` it; or a function that gives the
             name of an answer, None for one that everybody may know at once
    shown    what everybody sees of a secret answer at once (how many cards), if anything
    why      says why a well-formed answer is not legal here
    about    what an answer would cost or bring, for people to see before they choose
    default  the answer at a missed deadline
    values   what the question's sentence mentions
    context  what standing orders can filter by: from, in, for, card; and `subject`, the player's own thing asked about
    window   the window it belongs to; needed where its kind belongs to several
    occasion what it is part of (this auction, this combat): the line that answers it stays in force for the same kind
             and occasion, with all its alternatives
    means    what an order as read stands for at this position (`bid least max 5`); may refuse it
    """

    __slots__ = (
        "_about",
        "_default",
        "_why",
        "ahead",
        "context",
        "kind",
        "means",
        "occasion",
        "offered",
        "options",
        "player",
        "private",
        "rule",
        "secret",
        "series",
        "shown",
        "unforeseen",
        "values",
        "window",
    )

    def __init__(
        self,
        player: int,
        kind: AskKind,
        options: Sequence[Answer] = (),
        *,
        rule: str | None = None,
        private: bool = False,
        secret: Secret | None = None,
        shown: Callable[[Answer], Any] | None = None,
        why: Why | None = None,
        about: About | None = None,
        default: Callable[[], Answer] | None = None,
        values: Mapping[str, Any] | None = None,
        context: Mapping[str, Any] | None = None,
        window: str | None = None,
        occasion: str = "",
        means: Callable[[Answer], Answer] | None = None,
    ) -> None:
        self.player = player
        self.kind = kind
        self.options = options
        self.rule = rule or kind.rule
        self.private = private
        self.secret = secret
        self.shown = shown
        self._why = why
        self._about = about
        self._default = default
        self.values = values
        self.context = context
        self.window = kind.only_window if window is None and kind.only_window else kind.window(window)
        self.occasion = occasion
        self.means = means
        self.ahead = False
        """Set where the table never waits: orders given ahead answer at once, otherwise the default does."""
        self.unforeseen = False
        """Set where nobody could know that it would be asked: orders written before it was known do not answer it."""
        self.series = ""
        """What an order that closes a series of asks ends; changes when there is more to end than before."""
        self.offered = ""
        """The patience of the Offer that it is part of."""

    @property
    def subject(self) -> str:
        """The player's own thing that is asked about, if any."""
        subject: str = self.context.get("subject", "") if self.context else ""
        return subject

    def outgrown(self) -> Refused:
        """Why an order that closes a series is not used, where the series has become another since it was written."""
        return NotLegal("not_among_legal", rule=self.rule)

    @abstractmethod
    def answers(self) -> Iterator[Answer]:
        """Every legal answer, in the printed order; may be long."""

    @abstractmethod
    def allows(self, answer: Answer) -> bool: ...

    @abstractmethod
    def sample(self, below: Below) -> Answer:
        """A random legal answer."""

    def normal(self, answer: Answer) -> Answer:
        """The same answer as the ledger writes it (sets in printed order, x2 spelled out)."""
        return answer

    def hides(self, answer: Answer) -> str | None:
        """The name under which this answer stays hidden, None where everybody may know it."""
        return self.secret(answer) if callable(self.secret) else self.secret

    def only(self) -> Answer | None:
        """The answer, if there is exactly one."""
        first = list(islice(self.answers(), 2))
        return first[0] if len(first) == 1 else None

    @property
    def lists_all(self) -> bool:
        """Whether `answers` gives every legal answer, however many."""
        return True

    def listed(self, most: int = MOST_LISTED) -> list[Answer]:
        return list(islice(self.answers(), most))

    def default(self) -> Answer:
        """The answer at a missed deadline: the declared one, otherwise the first legal answer."""
        if self._default is not None:
            return self.normal(self._default())
        return next(self.answers())

    @property
    def has_default(self) -> bool:
        """Whether the rules declare what a missed deadline means."""
        return self._default is not None

    def about(self, answer: Answer) -> Mapping[str, Any]:
        return self._about(answer) if self._about is not None else {}

    def check(
        self, answer: Answer, at: tuple[int, int] | None = None, players: Sequence[str] = (), text: str = ""
    ) -> Answer:
        """The answer in normal form, or a refusal that says why not."""
        answer = self.normal(answer)
        if self.allows(answer):
            return answer
        refusal = self.reason(answer) or NotLegal("not_among_legal", {}, rule=self.rule)
        refusal.values.setdefault("order", self._written(answer, players))
        raise self.explained(refusal, at, players, text)

    def reason(self, answer: Answer) -> Refused | None:
        """Why an answer is not legal, as far as something can be said of it."""
        if not self.kind.takes(self.spoken(answer)):  # it is not an order: it came from a program
            return None
        return (self._why(answer) if self._why is not None else None) or self.fault(answer)

    def explained(self, refusal: Refused, at: tuple[int, int] | None, players: Sequence[str], text: str) -> Refused:
        """Every refusal says where, by which rule, and what could be answered instead."""
        refusal.at = refusal.at or at
        refusal.rule = refusal.rule or self.rule
        if not refusal.legal:
            refusal.legal = self._like(text, players)
        return refusal

    def _like(self, text: str, players: Sequence[str]) -> tuple[str, ...]:
        """Orders that are possible, those most like a text first."""
        listed = self.listed(MOST_COMPARED if text.strip() else MOST_SHOWN)
        return most_alike([self.write(one, players) for one in listed], text)

    def legal_words(self) -> set[str]:
        """Ids and words in answers that are legal now."""
        words: set[str] = set()
        rest: list[Any] = [*self.listed(MOST_COMPARED)]
        for part in rest:  # it grows while it is walked
            if isinstance(part, tuple):
                rest += part
            elif isinstance(part, str):
                words.add(part)
        return words

    def fault(self, answer: Answer) -> Refused | None:
        """What this type of ask can itself say about an answer it does not allow."""
        return None

    def parse(self, text: str, players: Sequence[str] = (), offset: int = 0) -> Answer:
        """Read one order and check it."""
        at = (offset, offset + len(text))
        try:
            form, answer = self.kind.read(text, players, self.player, offset, self.legal_words)
            reader = self.kind.readers.get(form.head)
            if reader is not None:
                answer = reader(self, answer)
            if self.means is not None:
                answer = self.means(answer)
        except Refused as refusal:
            raise self.explained(refusal, at, players, text) from None
        return self.check(answer, at, players, text)

    def write(self, answer: Answer, players: Sequence[str] = ()) -> str:
        """An answer as canonical order text."""
        return self.kind.write(self.spoken(answer), players)

    def spoken(self, answer: Answer) -> Answer:
        """The answer as the form writes it (the reverse of `normal`)."""
        return answer

    def refs(self, answer: Answer) -> dict[str, Said]:
        """What a legal answer says in each part of its form: the things it names, numbers, words."""
        spoken = self.spoken(answer)
        form = self.kind.form_of(spoken)
        if form is None:
            raise ValueError(f"{answer!r} fits no form of {self.kind.id}")
        return form.said(spoken)

    def offers(self, form: Form, key: str, chosen: Mapping[str, Said]) -> Iterable[dict[str, Any]] | None:
        """What a part of a form may say, beside what is chosen; None where that is found among the legal answers.

        Each choice says this part (of a list one further item), and whatever else goes with it.
        """
        return None

    def _written(self, answer: Answer, players: Sequence[str]) -> str:
        try:
            return self.write(answer, players)
        except (ValueError, IndexError):
            return " ".join(str(part) for part in answer)

    def data(self, players: Sequence[str] = (), most: int = MOST_LISTED) -> dict[str, Any]:
        """The ask as plain JSON for its player."""
        listed = self.listed(most)
        more = len(listed) == most and next(islice(self.answers(), most, None), None) is not None
        data = {
            "player": self.player,
            "kind": self.kind.id,
            "rule": self.rule,
            "legal": [{"order": self.write(one, players), **self.about(one)} for one in listed],
            "complete": self.lists_all and not more,
            "values": dict(self.values or {}),
        }
        if len(self.kind.windows) > 1:
            data["window"] = self.window
        if self.means is not None:
            data["means"] = True  # only the table knows what an order stands for
        if self.offered:
            data["offer"] = self.offered
        return data


def most_alike(orders: Sequence[str], text: str) -> tuple[str, ...]:
    """Some of the orders: first those that begin like a text, then those that share most words with it."""
    said = text.casefold().split()

    def unlike(order: str) -> tuple[int, int]:
        words = order.split()
        same = takewhile(lambda pair: pair[0] == pair[1], zip(said, words, strict=False))
        return -len(list(same)), -len(set(said).intersection(words))

    return tuple(sorted(orders, key=unlike)[:MOST_SHOWN])
