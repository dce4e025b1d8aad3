"""The order language of a title: its slots, and the asks with their forms.

Compiled once from the title's `asks.yaml`; an ask kind knows how its answers
are written, so that the ask, the parser and the help can't disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..words.lazy_dataclass import dataclass
from .forms import Answer, Form, fitting, matches, refusal
from .parts import Listing, Node, NumberSlot, Optional, PlayerSlot, Seq, Slot
from .reading import Reading, Token, tokens
from .refusals import NotLegal
from .vocabulary import Legal, Vocabulary

if TYPE_CHECKING:
    from .asks import Ask

FormReader = Callable[["Ask", Answer], Answer]
"""Turns a convenience form (`rank a, b, c`) into the plain answer it stands for."""


class AskKind:
    """One entry of `asks.yaml`."""

    __slots__ = (
        "_by_head",
        "_times",
        "about_first",
        "closing",
        "follow_up",
        "forms",
        "id",
        "ids",
        "interrupt",
        "language",
        "only_window",
        "readers",
        "rule",
        "rules",
        "windows",
    )

    def __init__(
        self, language: Language, entry: Mapping[str, Any], windows: Sequence[str], parts: Sequence[Any] = ()
    ) -> None:
        self.language = language
        self.id: str = entry["id"]
        self.ids = (self.id, *(part["id"] for part in parts))
        """What standing orders call it: its own name, or one of the decisions that it offers (`of`)."""
        self.rules: tuple[str, ...] = tuple(entry["rules"])
        self.rule = self.rules[0]
        self.interrupt = bool(entry.get("interrupt", False))
        self.follow_up = bool(entry.get("follow_up", False))
        """It can arise from another order; a line for it that was not needed is dropped."""
        self.about_first = entry.get("subject") == "first"
        """The first value of its orders is what they are about: `reveal romans` is a line of the romans."""
        self.closing: str = entry.get("closing", "")
        """The order that ends a series of asks of this kind: the lines above it are for that series."""
        self.windows = tuple(windows)
        """The windows that name it; if there are several, each ask says which is its own."""
        self.only_window = self.windows[0] if len(self.windows) == 1 else None
        texts = [text for one in (entry, *parts) for text in one.get("order", {}).get("forms", ())]
        self.forms = tuple(Form(text, language.node) for text in texts)
        self.readers: dict[str, FormReader] = {}
        self._by_head: dict[tuple[str, int], list[Form]] = {}
        self._times: dict[str, tuple[int, int]] = {}
        for form in self.forms:
            self._by_head.setdefault((form.head, form.arity), []).append(form)
            times = _times(form)
            if times is not None:
                self._times[form.head] = times

    def window(self, named: str | None = None) -> str:
        """The window of an ask of this kind: the one it names, otherwise the only one."""
        if named is None and self.only_window is not None:
            return self.only_window
        if named not in self.windows:
            raise ValueError(f"{self.id} stands in {', '.join(self.windows)}: an ask must say which, not {named!r}")
        return named

    def reads(self, head: str, reader: FormReader) -> None:
        """Say how the convenience form that begins with `head` becomes an answer."""
        if not any(form.head == head for form in self.forms):
            raise ValueError(f"{self.id} has no form {head!r}")
        self.readers[head] = reader

    def read(
        self, text: str, players: Sequence[str], me: int, offset: int = 0, legal: Legal | None = None
    ) -> tuple[Form, Answer]:
        who = self.language.players(tuple(players), me)
        run = Reading(tokens(text, offset), offset + len(text), who, self.language.verbs, legal=legal)
        found = matches(run, self.forms) if run.tokens else []
        if found:
            return found[0]
        other = self.language.kind_of(run.tokens, who, but=self) if run.tokens and not run.ambiguous else None
        if other is None:
            raise refusal(run, offset, self.forms)
        raise NotLegal(
            "not_asked_now",
            {"order": text.strip(), "asked": self.id, "other": other.id},
            at=(offset, offset + len(text)),
        )

    def write(self, answer: Answer, players: Sequence[str] = ()) -> str:
        form = self.form_of(answer)
        if form is None:
            raise ValueError(f"{answer!r} fits no form of {self.id}")
        return form.write(answer, players)

    def takes(self, answer: Answer) -> bool:
        """Whether some form can write this answer."""
        return self.form_of(answer) is not None

    def form_of(self, answer: Answer) -> Form | None:
        """The form that writes an answer."""
        for form in self._by_head.get((answer[0], len(answer) - 1), ()):
            if form.takes(answer):
                return form
        return None

    def times(self, head: str) -> tuple[int, int] | None:
        """If items of this form's list can have a multiplicity (`x2`): its index in an item, and the item's length."""
        return self._times.get(head)


def _times(form: Form) -> tuple[int, int] | None:
    for part in form.seq.parts:
        if isinstance(part, Listing):
            values = [one for one in part.item.parts if one.captures]
            for place, one in enumerate(values):
                inner = one.inner if isinstance(one, Optional) else one
                lone = inner.parts[0] if isinstance(inner, Seq) else inner
                if isinstance(lone, NumberSlot) and lone.times:
                    return place, len(values)
    return None


@dataclass(frozen=True, slots=True)
class Rounds:
    """Windows that a player has once per epoch, age or the like: leftover lines of a file do not carry over."""

    fact: str
    """The fact that counts them."""
    windows: Sequence[str]
    since: int = 0
    """The fix of the title that introduced this."""


@dataclass(frozen=True, slots=True)
class Queue:
    """How waiting lines are kept: a new file replaces only what was sent for the same window.

    By subject, lines about different things of a player no longer wait for each other.
    """

    by: Literal["window", "subject"]
    since: int = 0
    """The fix of the title that introduced this; in older games a new file replaces all waiting lines."""
    apart: int | None = None
    """The fix since which no line answers anything but what its file was written for; None if there is none.

    A line is gone when the auction or fight that it answered is over, an order that ends a series (`end`) is not used
    for the next one, and a file that was written ahead does not answer what nobody could know of.
    """
    series: int | None = None
    """The fix since which an order that ends a series (`closing`) ends no more than there was when it was written, and
    a line that goes on is over with its series; None if there is none."""


class Language:
    """All ask kinds of a title: `language["play_card"]`."""

    def __init__(self, asks: Mapping[str, Any], slots: Mapping[str, Vocabulary]) -> None:
        self.slots = dict(slots)
        self.filters: dict[str, tuple[str, ...]] = {k: tuple(v) for k, v in asks.get("filters", {}).items()}
        """Slots that the standing-order filters `in`, `for` and `card` accept."""
        subject = asks.get("subject")
        self.subjects = self.slots[subject] if subject else None
        """A player's own things that a line can be for (`romans: build …`)."""
        self._players: dict[tuple[tuple[str, ...], int], Vocabulary] = {}
        windows: dict[str, list[str]] = {}
        for window in asks.get("windows", ()):
            for ask in window["asks"]:
                windows.setdefault(ask, []).append(window["id"])
        self.silent = tuple(one["id"] for one in asks.get("windows", ()) if one.get("press") == "closed")
        """Windows in which the rules forbid players to talk."""
        self.rounds = tuple(Rounds(**entry) for entry in asks.get("rounds", ()))
        self.queue = Queue(**asks["queue"]) if "queue" in asks else None
        self.verbs = Vocabulary("verb", {})
        entries = {entry["id"]: entry for entry in asks["asks"]}
        self.kinds = {
            ident: AskKind(self, entry, windows.get(ident, [ident]), [entries[part] for part in entry.get("of", ())])
            for ident, entry in entries.items()
        }
        self.verbs = Vocabulary(
            "verb", {form.head.split()[0]: {} for kind in self.kinds.values() for form in kind.forms}
        )

    def about(self, kind: AskKind, answer: Answer) -> str:
        """What an order is about by its own words; nothing if it does not say."""
        named = answer[1] if kind.about_first and len(answer) > 1 else ""
        return named if self.subjects is not None and isinstance(named, str) and named in self.subjects else ""

    def __getitem__(self, ident: str) -> AskKind:
        return self.kinds[ident]

    def node(self, slot: str) -> Node:
        if slot in ("n", "xn", "z"):
            return NumberSlot(slot)
        if slot == "player":
            return PlayerSlot()
        return Slot(slot, self.slots[slot])

    def players(self, handles: tuple[str, ...], me: int) -> Vocabulary:
        """Seats by handle, with `me` and, for two players, `opponent`."""
        key = (handles, me)
        if key not in self._players:
            if len(self._players) > 64:
                self._players.clear()
            spoken: dict[str, dict[str, str | tuple[str, ...]]] = {}
            for seat, handle in enumerate(handles):
                more = ("me",) if seat == me else ("opponent",) if len(handles) == 2 else ()
                spoken[handle] = {"": (handle, *more)}
            self._players[key] = Vocabulary("player", spoken)
        return self._players[key]

    def readings(
        self, text: str, players: Vocabulary, offset: int = 0, legal: Legal | None = None
    ) -> dict[str, Answer]:
        """The asks whose forms a line of a file fits, with what it says; raises the best refusal if none."""
        run = Reading(tokens(text, offset), offset + len(text), players, self.verbs, wild=True, legal=legal)
        found: dict[str, Answer] = {}
        for _ in run.passes() if run.tokens else ():
            for kind in self.kinds.values():
                if fits := fitting(run, kind.forms):
                    found[kind.id] = fits[0][1]
            if found:
                return found
        raise refusal(run, offset, [form for kind in self.kinds.values() for form in kind.forms])

    def kind_of(self, words: Sequence[Token], players: Vocabulary, but: AskKind) -> AskKind | None:
        """The ask that these words would answer if it were asked, even if one of the words is ambiguous."""
        for kind in self.kinds.values():
            if kind is not but:
                run = Reading(words, 0, players, self.verbs)
                if matches(run, kind.forms) or run.ambiguous:
                    return kind
        return None
