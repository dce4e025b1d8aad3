"""What an order is made of, told for a page: the parts of a form, and what an answer says in each.

A form is text with slots; whoever presses things instead of typing sees parts: `wonder <wonder> with <card>` has the
parts `wonder` and `with`. Both come from the same nodes, so that what can be pressed is what can be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from .parts import Clauses, Either, Listing, Node, NumberSlot, Optional, PlayerSlot, Seq, Slot, Word

PLAYER_SLOT = "player"
TIMES = "times"


class Ref(NamedTuple):
    """A thing that an order names; `owner` is a seat, where the same thing can belong to several."""

    slot: str
    id: str
    owner: int | None = None


Said = Ref | int | str | list[Any]
"""What a part says: a thing, a number, a word of the form, or several of these. An item of several parts is a dict."""


def bare(said: Any) -> Any:
    """What a part says, as an answer has it: ids, seats, numbers, words."""
    if isinstance(said, Ref):
        return said.id if said.owner is None else said.owner
    if isinstance(said, list):
        return [bare(one) for one in said]
    if isinstance(said, dict):
        return {key: bare(one) for key, one in said.items()}
    return said


def left(items: Any, taken: Any) -> list[Any]:
    """The items of a list without those that are taken, each as often as it is."""
    rest = list(items)
    for one in taken or ():
        if one in rest:
            rest.remove(one)
    return rest


def unlike(values: Iterable[Any]) -> list[Any]:
    """Each value once; items of several parts are dicts."""
    found: dict[Any, Any] = {}
    for one in values:
        found.setdefault(tuple(sorted(one.items())) if isinstance(one, dict) else one, one)
    return list(found.values())


class FormPart(NamedTuple):
    """One part of a form.

    key     unique within the form (or within the item of a list)
    kind    thing, number, word (one of `words`, where some may be things or numbers instead), or list
    slots   the kinds of things it takes
    words   literal words that it takes; a flag has only one and may be left out
    role    the word before it: `from`, `to`, `with`; empty for what the verb itself is about
    need    whether every answer has it
    most    of several things, the largest number; 0 where there is no limit, 1 where it is a single thing
    repeats the same thing may be taken several times
    parts   of one item, where a list has items of several parts
    """

    key: str
    kind: Literal["thing", "number", "word", "list"]
    slots: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    role: str = ""
    need: bool = True
    most: int = 1
    repeats: bool = False
    parts: tuple[FormPart, ...] = ()


class FormParts:
    """The parts of a form, and how an answer is taken apart and put together."""

    __slots__ = ("_inner", "_of", "_seq", "parts")

    def __init__(self, seq: Seq, head: str = "") -> None:
        self._seq = seq
        self._of: list[tuple[Node, FormPart]] = []
        """Each node itself (equal ones may stand in one form) with the part that tells of its value."""
        self._inner: list[tuple[Node, FormParts]] = []
        """Each list with the parts of its items."""
        last = head.split()[-1] if " " in head else ""
        self.parts = tuple(self._found(seq, {}, last, True, skip=len(head.split())))

    def said(self, values: Sequence[Any]) -> dict[str, Said]:
        """What an answer says by part; parts that it leaves out are missing."""
        out: dict[str, Said] = {}
        self._each(self._seq, values, out)
        return out

    # ---- finding the parts

    def _found(self, seq: Seq, taken: dict[str, int], role: str, need: bool, skip: int = 0) -> Iterator[FormPart]:
        for node in seq.parts[skip:]:
            if isinstance(node, Word):
                role = node.text
            elif node.captures:
                yield from self._node(node, taken, role, need)
                role = ""

    def _node(self, node: Node, taken: dict[str, int], role: str, need: bool) -> Iterator[FormPart]:
        if isinstance(node, Slot):
            yield self._part(node, taken, role, need, node.name, "thing", slots=tuple(node.name.split("|")))
        elif isinstance(node, PlayerSlot):
            yield self._part(node, taken, role, need, PLAYER_SLOT, "thing", slots=(PLAYER_SLOT,))
        elif isinstance(node, NumberSlot):
            yield self._part(node, taken, role, need, TIMES if node.times else "n", "number")
        elif isinstance(node, Clauses):
            for clause in node.clauses:
                yield from self._node(clause, taken, role, False)
        elif isinstance(node, Optional):
            yield from self._optional(node, taken, role)
        elif isinstance(node, Either):
            yield from self._either(node, taken, role, need)
        elif isinstance(node, Listing):
            yield self._list(node, taken, role, need)
        elif isinstance(node, Seq):
            yield from self._found(node, taken, role, need)

    def _optional(self, node: Optional, taken: dict[str, int], role: str) -> Iterator[FormPart]:
        inner = node.inner
        if isinstance(inner, Seq) and not inner.width:
            yield self._part(node, taken, "", False, inner.head, "word", words=(inner.head,))
        else:
            yield from self._node(inner, taken, role, False)

    def _either(self, node: Either, taken: dict[str, int], role: str, need: bool) -> Iterator[FormPart]:
        """Words and values in one place; what follows the word of a branch is a part of its own."""
        lone = [one.parts[0] for one in node.branches if not one.head and len(one.parts) == 1]
        slots = tuple(slot for one in lone if isinstance(one, Slot) for slot in one.name.split("|"))
        slots += (PLAYER_SLOT,) if any(isinstance(one, PlayerSlot) for one in lone) else ()
        number = any(isinstance(one, NumberSlot) for one in lone)
        words = tuple(one.head for one in node.branches if one.head)
        kind: Literal["thing", "number", "word"] = "thing" if slots else "number" if number else "word"
        named = "_".join(slots) or ("n" if number else "which")
        wide = any(not one.head and (len(one.parts) > 1 or isinstance(one.parts[0], Listing)) for one in node.branches)
        yield self._part(node, taken, role, need and not wide, named, kind, slots=slots, words=words)
        for one in node.branches:
            if one.head and one.width:
                yield from self._found(one, taken, one.head, False)
            elif not one.head and len(one.parts) > 1:
                yield from self._found(one, taken, role, False)
            elif not one.head and isinstance(one.parts[0], Listing):
                yield self._list(one.parts[0], taken, role, False)

    def _list(self, node: Listing, taken: dict[str, int], role: str, need: bool) -> FormPart:
        inner = FormParts(node.item)
        items = tuple(one for one in inner.parts if one.key != TIMES)
        self._inner.append((node, inner))
        most, repeats = node.most or 0, len(items) < len(inner.parts)
        if len(items) > 1:
            return self._part(node, taken, role, need, items[0].key, "list", most=most, repeats=repeats, parts=items)
        (item,) = items
        return self._part(
            node, taken, role, need, item.key, item.kind, slots=item.slots, words=item.words, most=most, repeats=repeats
        )

    def _part(
        self,
        node: Node,
        taken: dict[str, int],
        role: str,
        need: bool,
        named: str,
        kind: Literal["thing", "number", "word", "list"],
        **more: Any,
    ) -> FormPart:
        key = (role or named).replace("|", "_").replace(" ", "_")
        taken[key] = number = taken.get(key, 0) + 1
        part = FormPart(key if number == 1 else f"{key}{number}", kind, role=role, need=need, **more)
        self._of.append((node, part))
        return part

    # ---- taking an answer apart

    def _part_of(self, node: Node) -> FormPart | None:
        return next((part for one, part in self._of if one is node), None)

    def _told_by(self, node: Node) -> FormPart:
        part = self._part_of(node)
        assert part is not None, node
        return part

    def _items_of(self, node: Node) -> FormParts:
        return next(parts for one, parts in self._inner if one is node)

    def _each(self, seq: Seq, values: Sequence[Any], out: dict[str, Said]) -> None:
        rest = iter(values)
        for node in seq.parts:
            if node.captures:
                self._say(node, next(rest), out)

    def _say(self, node: Node, value: Any, out: dict[str, Said]) -> None:
        if value is None:
            return
        if isinstance(node, (Slot, PlayerSlot, NumberSlot)):
            out[self._told_by(node).key] = self._one(node, value)
        elif isinstance(node, Clauses):
            for clause, one in zip(node.clauses, value, strict=True):
                self._say(clause, one, out)
        elif isinstance(node, Optional):
            part = self._part_of(node)
            if part is not None:
                out[part.key] = part.words[0]
            else:
                self._say(node.inner, value, out)
        elif isinstance(node, Either):
            self._branch(node, value, out)
        elif isinstance(node, Listing):
            out[self._told_by(node).key] = self._items(node, value)
        elif isinstance(node, Seq):
            self._each(node, [value] if node.width == 1 else value if node.width else [], out)

    def _branch(self, node: Either, value: Any, out: dict[str, Said]) -> None:
        part = self._told_by(node)
        branch = next(one for one in node.branches if node.takes(one, value))
        if branch.head:
            out[part.key] = branch.head
            if branch.width:
                self._each(branch, value[1:], out)
        elif len(branch.parts) == 1 and not isinstance(branch.parts[0], Listing):
            out[part.key] = self._one(branch.parts[0], value)
        else:
            self._each(branch, [value] if branch.width == 1 else value, out)

    def _items(self, node: Listing, value: Any) -> list[Any]:
        """The items of a list, each as often as it is meant."""
        several, inner = bool(self._told_by(node).parts), self._items_of(node)
        found: list[Any] = []
        for one in value:
            said: dict[str, Any] = inner.said([one] if node.item.width == 1 else one)
            number: int = said.pop(TIMES, 1)
            found += [said if several else next(iter(said.values()))] * number
        return found

    def _one(self, node: Node, value: Any) -> Said:
        if isinstance(node, PlayerSlot):
            return Ref(PLAYER_SLOT, str(value), value if isinstance(value, int) else None)
        if isinstance(node, Slot):
            return Ref(node.slot_of(value), str(value))
        return int(value)

    # ---- putting an answer together

    def values(self, said: Mapping[str, Any]) -> tuple[Any, ...]:
        """The reverse of `said`: one value for each capture. Raises KeyError with the first part that is missing."""
        return self._captured(self._seq, said)

    def meant(self, key: str, value: Any) -> Said:
        """The reverse of `bare`: what a part says whose value is known as an answer has it; of a list, one item."""
        node = next(one for one, part in self._of if part.key == key)
        if isinstance(node, Listing):
            inner = self._items_of(node)
            if isinstance(value, Mapping):
                return {name: inner.meant(name, one) for name, one in value.items()}  # type: ignore[return-value]
            return inner.meant(next(one.key for one in inner.parts if one.key != TIMES), value)
        if isinstance(node, Either) and isinstance(value, str) and value in self._told_by(node).words:
            return value
        if isinstance(node, Either):
            node = next(one.parts[0] for one in node.branches if not one.head and one.fits(value))
        return str(value) if isinstance(node, Optional) else self._one(node, value)

    def _captured(self, seq: Seq, said: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(self._put(node, said) for node in seq.parts if node.captures)

    def _put(self, node: Node, said: Mapping[str, Any]) -> Any:
        if isinstance(node, Clauses):
            return tuple(self._put(clause, said) for clause in node.clauses)
        if isinstance(node, Optional):
            flag = self._part_of(node)
            if flag is not None:
                return True if flag.key in said else None
            return self._put(node.inner, said) if self._named(node.inner, said) else None
        if isinstance(node, Either):
            return self._chosen(node, said)
        if isinstance(node, Listing):
            return self._counted(node, said[self._told_by(node).key])
        if isinstance(node, Seq):
            return self._joined(node, said)
        return bare(said[self._told_by(node).key])

    def _joined(self, seq: Seq, said: Mapping[str, Any]) -> Any:
        """The value of a nested sequence."""
        values = self._captured(seq, said)
        return values[0] if seq.width == 1 else values or True

    def _named(self, node: Node, said: Mapping[str, Any]) -> bool:
        """Whether anything within a node is said."""
        part = self._part_of(node)
        if part is not None and part.key in said:
            return True
        inner: Sequence[Node] = ()
        if isinstance(node, Seq):
            inner = node.parts
        elif isinstance(node, Either):
            inner = node.branches
        elif isinstance(node, Clauses):
            inner = node.clauses
        elif isinstance(node, Optional):
            inner = (node.inner,)
        return any(self._named(one, said) for one in inner)

    def _chosen(self, node: Either, said: Mapping[str, Any]) -> Any:
        key = self._told_by(node).key
        value = said.get(key)
        for branch in node.branches:
            if branch.head and value == branch.head:
                return (branch.head, *self._captured(branch, said)) if branch.width else branch.head
        if value is not None:
            return bare(value)
        wide = next((one for one in node.branches if not one.head and self._named(one, said)), None)
        if wide is None:
            raise KeyError(key)
        return self._joined(wide, said)

    def _counted(self, node: Listing, items: Sequence[Any]) -> tuple[Any, ...]:
        """Items that are alike are counted where the form has a word for that."""
        inner = self._items_of(node)
        several = bool(self._told_by(node).parts)
        named = next(one.key for one in inner.parts if one.key != TIMES)
        counts = any(one.key == TIMES for one in inner.parts)
        found: list[tuple[dict[str, Any], int]] = []
        for item in items:
            one = dict(item) if several else {named: item}
            place = next((n for n, (known, _) in enumerate(found) if known == one), None) if counts else None
            if place is None:
                found.append((one, 1))
            else:
                found[place] = (one, found[place][1] + 1)
        return tuple(inner._joined(node.item, one if n == 1 else {**one, TIMES: n}) for one, n in found)
