"""The kinds of questions that rules may put to players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Literal, NamedTuple

from .ask import MOST_LISTED, MOST_PUBLISHED, MOST_SHOWN, Ask, Below
from .combine import counted, number_of_subsets, orders, subsets, with_times, within, without
from .form_parts import Said, bare, left, unlike
from .forms import Answer, Form
from .language import AskKind
from .refusals import NotLegal, Refused

__all__ = [
    "MOST_LISTED",
    "MOST_PUBLISHED",
    "MOST_SHOWN",
    "Arrange",
    "Ask",
    "Choices",
    "Choose",
    "ChooseSome",
    "Chosen",
    "Compose",
    "Menu",
    "Number",
    "Offer",
    "Part",
    "Together",
]

Chosen = Mapping[str, Any]
"""By part of an order: an id, a number or a word, or a list of them or of mappings."""
Choices = Iterable[Mapping[str, Any]]
"""What a part may say: mappings of it (of a list one further item) and of what goes with it."""
Next = Callable[[str, str, Chosen], Choices | None]
"""Verb, part and what is chosen → what the part may say (Compose)."""

MOST_SPELLED_OUT = 40
TRIES = 200
MOST_SETS = 20_000
"""How many subsets are examined to make a list, and to tell whether there is just one."""
FEW_SETS = 500


class Choose(Ask):
    """One of a list."""

    __slots__ = ()

    def answers(self) -> Iterator[Answer]:
        return iter(self.options)

    def allows(self, answer: Answer) -> bool:
        return answer in self.options

    def sample(self, below: Below) -> Answer:
        options = self.options
        return options[below(len(options))]

    def only(self) -> Answer | None:
        options = self.options
        return options[0] if len(options) == 1 else None


class ChooseSome(Ask):
    """A subset or multiset of `items`, given after a verb: ("take", ("sphinx", "piraeus")).

    empty  the answer that takes nothing ("hire none",); needed where `least` is 0
    fits   a further condition on the chosen items; a refusal says why not
    first  a choice that fits
    pick   a random one of all that fit; both are needed where few of very many subsets fit, as not all are examined
    """

    __slots__ = ("_counts", "empty", "first", "fits", "items", "least", "most", "pick", "verb")

    def __init__(
        self,
        player: int,
        kind: AskKind,
        verb: str,
        items: Sequence[Any],
        least: int,
        most: int,
        *,
        empty: Answer | None = None,
        fits: Callable[[tuple[Any, ...]], Refused | None] | None = None,
        first: Callable[[], tuple[Any, ...]] | None = None,
        pick: Callable[[Below], tuple[Any, ...]] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(player, kind, **more)
        self.verb, self.items = verb, items
        self.first, self.pick = first, pick
        self.least, self.most = least, min(most, len(items))
        self.empty, self.fits = empty, fits
        self._counts = counted(items)

    def _answer(self, chosen: tuple[Any, ...]) -> Answer:
        return (self.verb, chosen) if chosen or self.empty is None else self.empty

    def answers(self) -> Iterator[Answer]:
        return self._looked_at(MOST_SETS)

    def _looked_at(self, most: int) -> Iterator[Answer]:
        """The known fitting choice first, then those that fit among a limited number of subsets."""
        first = self.normal(self._answer(self.first())) if self.first is not None else None
        if first is not None:
            yield first
        sizes = range(self.least, self.most + 1)
        sets = (chosen for size in sizes for chosen in subsets(self.items, self._counts, size))
        for chosen in sets if self.fits is None else islice(sets, most):
            if self.fits is None or self.fits(chosen) is None:
                answer = self._answer(chosen)
                if answer != first:
                    yield answer

    def _within(self, most: int) -> bool:
        """Whether the number of subsets is within the limit."""
        sizes = range(self.least, self.most + 1)
        return sum(number_of_subsets(self._counts, size) for size in sizes) <= most

    def only(self) -> Answer | None:
        if self.fits is None:  # told without listing: nothing, everything, or some of what is all alike
            size = self.least
            sole = size == self.most and (size in (0, len(self.items)) or len(self._counts) == 1)
            return next(self.answers()) if sole else None
        found = list(islice(self._looked_at(FEW_SETS), 2))
        return found[0] if len(found) == 1 and self._within(FEW_SETS) else None

    @property
    def lists_all(self) -> bool:
        return self.fits is None or self._within(MOST_SETS)

    def chosen(self, answer: Answer) -> tuple[Any, ...]:
        """The items of an answer, nothing for the empty one."""
        return () if answer == self.empty else answer[1]

    def normal(self, answer: Answer) -> Answer:
        if answer == self.empty or len(answer) != 2 or not isinstance(answer[1], tuple):
            return answer
        chosen: list[Any] = []
        times = self.kind.times(answer[0])
        for one in answer[1]:
            if times is not None and isinstance(one, tuple) and len(one) == times[1]:
                number = one[times[0]] if type(one[times[0]]) is int else 1
                # asking for more than there is will be refused anyway: no need to spell out a thousand
                chosen.extend([without(one, times[0])] * min(number, len(self.items) + MOST_SPELLED_OUT))
            else:
                chosen.append(one)
        if len(chosen) > 1:
            place = {item: n for n, item in enumerate(self._counts)}
            chosen.sort(key=lambda item: place.get(item, len(place)))
        return self._answer(tuple(chosen)) if answer[0] == self.verb else (answer[0], tuple(chosen))

    def spoken(self, answer: Answer) -> Answer:
        times = self.kind.times(answer[0])
        if times is None or answer == self.empty or len(answer) != 2 or not isinstance(answer[1], tuple):
            return answer
        place, width = times
        if width > 2 and not all(isinstance(one, tuple) and len(one) == width - 1 for one in answer[1]):
            return answer  # not made of items; `write` says so
        counts = counted(answer[1])
        return (answer[0], tuple(with_times(item, place, n if n > 1 else None, width) for item, n in counts.items()))

    def offers(self, form: Form, key: str, chosen: Mapping[str, Said]) -> Iterable[dict[str, Any]] | None:
        """Items that are left, where a legal choice has them beside what is chosen."""
        if form.head != self.verb:
            return None
        taken = list(chosen.get(key, ()))  # type: ignore[arg-type]  # the one part of this form is a list
        have = self.chosen(self.normal(form.filled({**chosen, key: taken}))) if taken else ()
        rest = [item for item in dict.fromkeys(self.items) if within((*have, item), self._counts)]
        return [
            {key: form.said(self.spoken((self.verb, (item,))))[key][0]}  # type: ignore[index]  # a list, as above
            for item in rest
            if self._goes_on((*have, item))
        ]

    def _goes_on(self, chosen: tuple[Any, ...]) -> bool:
        """Whether a legal choice has all these items; where there are too many to look at, it is taken to be so."""
        if len(chosen) > self.most:
            return False
        if self.fits is None:
            return True
        counts = counted(list(self.items))
        for item in chosen:
            counts[item] -= 1
        rest = [item for item in counts for _ in range(counts[item])]
        looked = 0
        for size in range(max(0, self.least - len(chosen)), self.most - len(chosen) + 1):
            for more in subsets(rest, counted(rest), size):
                looked += 1
                if looked > FEW_SETS or self.allows(self.normal((self.verb, (*chosen, *more)))):
                    return True
        return False

    def allows(self, answer: Answer) -> bool:
        if answer == self.empty:
            chosen: tuple[Any, ...] = ()
        elif len(answer) == 2 and answer[0] == self.verb and isinstance(answer[1], tuple):
            chosen = answer[1]
            if not chosen and self.empty is not None:
                return False  # `normal` makes it the empty answer
        else:
            return False
        if not self.least <= len(chosen) <= self.most or not within(chosen, self._counts):
            return False
        return self.fits is None or self.fits(chosen) is None

    def fault(self, answer: Answer) -> Refused | None:
        if answer != self.empty and (len(answer) != 2 or answer[0] != self.verb or not isinstance(answer[1], tuple)):
            return None
        chosen = self.chosen(answer)
        if not within(chosen, self._counts):
            return None
        if not self.least <= len(chosen) <= self.most:
            bounds = {"least": self.least, "most": self.most, "given": len(chosen)}
            return NotLegal("not_so_many", bounds, rule=self.rule)
        return self.fits(chosen) if self.fits is not None else None

    def sample(self, below: Below) -> Answer:
        if self.pick is not None:
            return self.normal(self._answer(self.pick(below)))
        for _ in range(TRIES):
            size = self.least + below(self.most - self.least + 1)
            pool = list(range(len(self.items)))
            places = sorted([pool.pop(below(len(pool))) for _ in range(size)])
            chosen = tuple([self.items[n] for n in places])
            if self.fits is None or self.fits(chosen) is None:
                distinct = len(self._counts) == len(self.items)  # then they are in order already
                return self._answer(chosen) if distinct else self.normal(self._answer(chosen))
        return next(self.answers())


class Number(Ask):
    """A whole number in a range: ("bid", 3)."""

    __slots__ = ("high", "low", "verb")

    def __init__(self, player: int, kind: AskKind, verb: str, low: int, high: int, **more: Any) -> None:
        super().__init__(player, kind, **more)
        self.verb, self.low, self.high = verb, low, high

    def answers(self) -> Iterator[Answer]:
        return ((self.verb, n) for n in range(self.low, self.high + 1))

    def offers(self, form: Form, key: str, chosen: Mapping[str, Said]) -> Iterable[dict[str, Any]] | None:
        return [{key: n} for n in range(self.low, self.high + 1)] if form.head == self.verb else None

    def allows(self, answer: Answer) -> bool:
        return (
            len(answer) == 2
            and answer[0] == self.verb
            and type(answer[1]) is int
            and self.low <= answer[1] <= self.high
        )

    def fault(self, answer: Answer) -> Refused | None:
        if len(answer) == 2 and answer[0] == self.verb:
            return NotLegal("number_out_of_range", {"low": self.low, "high": self.high}, rule=self.rule)
        return None

    def sample(self, below: Below) -> Answer:
        return (self.verb, self.low + below(self.high - self.low + 1))


class Arrange(Ask):
    """All of `items` in an order: ("order", ("b", "a", "c"))."""

    __slots__ = ("items", "verb")

    def __init__(self, player: int, kind: AskKind, verb: str, items: Sequence[Any], **more: Any) -> None:
        super().__init__(player, kind, **more)
        self.verb, self.items = verb, items

    def answers(self) -> Iterator[Answer]:
        return ((self.verb, order) for order in orders(self.items))

    def offers(self, form: Form, key: str, chosen: Mapping[str, Said]) -> Iterable[dict[str, Any]] | None:
        """Items that are not yet in the order."""
        if form.head != self.verb:
            return None
        every: Any = form.said((self.verb, tuple(self.items)))[key]
        return [{key: item} for item in unlike(left(every, chosen.get(key)))]

    def allows(self, answer: Answer) -> bool:
        return (
            len(answer) == 2
            and answer[0] == self.verb
            and isinstance(answer[1], tuple)
            and counted(answer[1]) == counted(self.items)
        )

    def fault(self, answer: Answer) -> Refused | None:
        if len(answer) == 2 and answer[0] == self.verb:
            return NotLegal("not_all_once", {"given": answer[1]}, rule=self.rule)
        return None

    def sample(self, below: Below) -> Answer:
        pool = list(self.items)
        return (self.verb, tuple(pool.pop(below(len(pool))) for _ in self.items))


class Compose(Ask):
    """An answer of several parts, too many to list: a march with its units, way and leaders.

    some  legal answers in the printed order, as many as help a reader; at least one
    pick  a random legal answer, from all of them
    fits  a refusal that says why an answer is not legal, None if it is
    next  what a part of an order may say beside what is chosen; None where that is found among `some`
    """

    __slots__ = ("_next", "fits", "pick", "some")

    def __init__(
        self,
        player: int,
        kind: AskKind,
        some: Callable[[], Iterator[Answer]],
        pick: Callable[[Below], Answer],
        fits: Callable[[Answer], Refused | None],
        next: Next | None = None,
        **more: Any,
    ) -> None:
        super().__init__(player, kind, **more)
        self.some, self.pick, self.fits, self._next = some, pick, fits, next

    def offers(self, form: Form, key: str, chosen: Mapping[str, Said]) -> Iterable[dict[str, Any]] | None:
        found = self._next(form.head, key, bare(dict(chosen))) if self._next is not None else None
        if found is None:
            return None
        return [{name: form.meant(name, value) for name, value in one.items()} for one in found]

    def answers(self) -> Iterator[Answer]:
        return self.some()

    def allows(self, answer: Answer) -> bool:
        return self.fits(answer) is None

    def fault(self, answer: Answer) -> Refused | None:
        return self.fits(answer)

    def sample(self, below: Below) -> Answer:
        return self.pick(below)

    def only(self) -> Answer | None:
        return None  # the list need not be complete

    @property
    def lists_all(self) -> bool:
        return False


class Part(NamedTuple):
    """One verb of a Menu: its legal answers in printed order, and why another answer with it is not legal."""

    lists: Callable[[], Iterable[Answer]]
    fits: Callable[[Answer], Refused | None]


class Menu(Ask):
    """One of several verbs, each with its own answers, which are listed only on demand.

    parts  keyed by verb, the first value of its answers; may include verbs that have no answer now
    """

    __slots__ = ("parts",)

    def __init__(self, player: int, kind: AskKind, parts: Mapping[str, Part], **more: Any) -> None:
        super().__init__(player, kind, **more)
        self.parts = parts

    def answers(self) -> Iterator[Answer]:
        return chain.from_iterable(part.lists() for part in self.parts.values())

    def listed(self, most: int = MOST_LISTED) -> list[Answer]:
        """Where not all can be shown, some for every verb."""
        by_verb = [list(islice(part.lists(), most)) for part in self.parts.values()]
        left = most
        for rest, one in zip(range(len(by_verb), 0, -1), sorted(by_verb, key=len), strict=True):
            del one[max(left // rest, 1) :]
            left -= len(one)
        return [answer for one in by_verb for answer in one][:most]

    def allows(self, answer: Answer) -> bool:
        part = self.parts.get(answer[0])
        return part is not None and part.fits(answer) is None

    def fault(self, answer: Answer) -> Refused | None:
        part = self.parts.get(answer[0])
        return part.fits(answer) if part is not None else None

    def sample(self, below: Below) -> Answer:
        parts = list(self.parts.values())
        while parts:
            answers = list(parts.pop(below(len(parts))).lists())
            if answers:
                return answers[below(len(answers))]
        raise LookupError(f"{self.kind.id} has no legal answer")


class Together:
    """Asks several players at once, who do not see each other's answers until all have answered.

    The rule gets a dict seat → answer. While it is pending an answer may be
    replaced; nobody else sees even that it was given, unless `open` makes it
    public whose answers are missing (bids, drafts).

    forced  the table itself answers for those who have only one legal answer. That they had no choice may be a
            secret: their answers wait with the others, they count as awaited, and no source is ever shown
    """

    __slots__ = ("asks", "forced", "open")

    def __init__(self, asks: Mapping[int, Ask], *, open: bool = True, forced: bool = False) -> None:
        self.asks = dict(asks)
        self.open, self.forced = open, forced
        if any(ask.player != seat for seat, ask in self.asks.items()):
            raise ValueError("an ask of a Together stands under the seat of another player")

    def forced_answers(self) -> dict[int, Answer]:
        """The answers that the table gives by itself."""
        if not self.forced:
            return {}
        only = {seat: ask.only() for seat, ask in self.asks.items()}
        return {seat: answer for seat, answer in only.items() if answer is not None}


class Offer(Together):
    """Anybody may, nobody must: a right to step in that players usually pass on.

    The rule gets a dict seat → answer of those who did anything but their default, in the order of the asks; it is
    often empty. Nobody learns for whom the table waits, nor who passed.

    patience  "never": only what was ordered ahead answers; "watch": the table waits for those who ordered `ask`;
              "wait": for everybody who has not answered
    """

    __slots__ = ("patience",)

    def __init__(self, asks: Mapping[int, Ask], *, patience: Literal["watch", "wait", "never"] = "watch") -> None:
        super().__init__(asks, open=False)
        self.patience = patience
        for ask in self.asks.values():
            if not ask.has_default:
                raise ValueError(f"{ask.kind.id} is offered without a default, which lets it pass")
            ask.offered = patience
