"""Checks of asks: every answer can be written and read, and no order breaks the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..table import Answer, Ask, AskKind, Below, Menu, Refused, Table
from ..table.parts import Clauses, Either, Listing, Node, NumberSlot, Optional, PlayerSlot, Seq, Slot
from ..table.state_json import to_json
from ..table.table import answer_from_json
from .errors import TrialFault

if TYPE_CHECKING:
    from .conformance_checks import Sentences

RUBBISH = (
    "",
    " ",
    "\t\n",
    ",",
    ",,,",
    "(",
    '"',
    '""',
    "„“",
    "#",
    "x",
    "x0",
    "x99999999999",
    "-1",
    "0",
    "9" * 20,
    "1e3",
    "٣",
    "𝟛",
    "ﷺ",
    "\u0000",
    "\ufeff",
    "\u202egnirts",
    "e\u0301" * 50,
    "🏮🏮",
    "İ",
    "ß",
    "None",
    "{0}",
    "%s",
    "a" * 20_000,
    "a " * 5_000,
    "take " * 2_000,
    "," * 5_000,
    '"' * 5_001,
)
ALPHABET = "abcdefghijklmnopqrstuvwxyzäöüß_-, x0123456789\"'"


def offered(ask: Ask, seat: int, table: Table) -> None:
    """The ask is filed under its own seat, has an answer, and its default and samples are legal."""
    if ask.player != seat:
        raise TrialFault("ask", f"{ask.kind.id} of seat {ask.player} is put to seat {seat}")
    if not ask.listed(1):
        raise TrialFault("ask", f"{ask.kind.id} has no legal answer")
    default = ask.default()
    if not ask.allows(default):
        raise TrialFault("default", f"the default {default!r} of {ask.kind.id} is not legal")
    _round_trip(ask, default, table.players, "default")


def every_answer(ask: Ask, players: Sequence[str], most: int, pick: Below) -> int:
    """Listed and sampled answers are legal, listed once, and survive writing and reading."""
    listed = ask.listed()
    chosen = listed if len(listed) <= most else [listed[pick(len(listed))] for _ in range(most)]
    texts: dict[str, Any] = {}
    for answer in chosen:
        if not ask.allows(answer):
            raise TrialFault("answers", f"{answer!r} is listed for {ask.kind.id}, and not legal")
        text = _round_trip(ask, answer, players, "answers")
        if texts.setdefault(text, answer) != answer:
            raise TrialFault("answers", f"{text!r} stands for {answer!r} and {texts[text]!r}")
    if len(listed) <= most and len(texts) != len(listed):
        raise TrialFault("answers", f"{ask.kind.id} lists an answer twice")
    for _ in range(3):
        sampled = ask.sample(pick)
        if not ask.allows(sampled):
            raise TrialFault("answers", f"{sampled!r} is drawn for {ask.kind.id}, and not legal")
        if len(listed) <= most and ask.lists_all and sampled not in listed:
            raise TrialFault("answers", f"{sampled!r} is drawn for {ask.kind.id}, and not listed")
        _round_trip(ask, sampled, players, "answers")
    return len(chosen) + 3


def _round_trip(ask: Ask, answer: Any, players: Sequence[str], check: str) -> str:
    if answer_from_json(to_json(answer)) != answer:
        raise TrialFault(check, f"{answer!r} of {ask.kind.id} changes as JSON")
    try:
        text = ask.write(answer, players)
        read = ask.parse(text, players)
    except (Refused, ValueError, IndexError, TypeError, KeyError) as fault:
        raise TrialFault(check, f"{answer!r} of {ask.kind.id} cannot be written and read: {fault}") from fault
    if read != answer:
        raise TrialFault(check, f"{answer!r} of {ask.kind.id} is written {text!r} and read as {read!r}")
    return text


def mutated(ask: Ask, players: Sequence[str], number: int, pick: Below, language: Sentences) -> int:
    """Damaged orders are refused, or are legal answers."""
    for _ in range(number):
        text = mutant(ask, players, pick)
        said = reading(ask, text, players)
        if isinstance(said, Refused):
            _refusal(ask, said, text, language)
        elif not ask.allows(said):
            raise TrialFault("orders", f"{text[:200]!r} for {ask.kind.id} is read as {said!r}, which is not legal")
        elif isinstance(ask, Menu) and said not in ask.answers():
            raise TrialFault(
                "orders", f"{text[:200]!r} for {ask.kind.id} is read as {said!r}, which {said[0]} does not list"
            )
    return number


def reading(ask: Ask, text: str, players: Sequence[str]) -> Answer | Refused:
    """What an order is read as, or its refusal; no text may lead to anything else."""
    try:
        return ask.parse(text, players)
    except Refused as refused:
        return refused
    except Exception as crash:
        raise TrialFault("orders", f"{text[:200]!r} for {ask.kind.id} raises {crash!r}") from crash


def _refusal(ask: Ask, refused: Refused, text: str, language: Sentences) -> None:
    from .conformance_checks import json_safe

    json_safe(to_json(refused.data()), "orders", f"the refusal {refused.key} of {text[:200]!r}")
    if refused.at is not None and not 0 <= refused.at[0] <= refused.at[1] <= len(text):
        raise TrialFault("orders", f"the refusal of {text[:200]!r} for {ask.kind.id} points at {refused.at}")
    language.refusal(refused, text)


def mutant(ask: Ask, players: Sequence[str], pick: Below) -> str:
    """A wrong order: rubbish, a well-formed one of this ask or another, or a legal one damaged."""
    luck = pick(8)
    if luck == 0:
        return RUBBISH[pick(len(RUBBISH))]
    if luck <= 3:
        return well_formed(ask.kind, players, pick)
    if luck == 4:
        kinds = list(ask.kind.language.kinds.values())
        return well_formed(kinds[pick(len(kinds))], players, pick)
    text = ask.write(ask.sample(pick), players)
    for _ in range(1 + pick(2)):
        text = _DAMAGES[pick(len(_DAMAGES))](text, ask, players, pick)
    return text


def _delete(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    place = pick(len(text) + 1)
    return text[:place] + text[place + 1 :]


def _change(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    place = pick(len(text) + 1)
    return text[:place] + ALPHABET[pick(len(ALPHABET))] + text[place + 1 :]


def _swap(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    place = pick(max(1, len(text) - 1))
    return text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]


def _swap_words(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    words = text.split(" ")
    one, other = pick(len(words)), pick(len(words))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def _drop_word(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    words = text.split(" ")
    del words[pick(len(words))]
    return " ".join(words)


def _double_word(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    words = text.split(" ")
    place = pick(len(words))
    return " ".join([*words[:place], words[place], *words[place:]])


def _other_word(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    """Another verb, another id, a player, or a number."""
    language = ask.kind.language
    known = [language.verbs, *language.slots.values()]
    source = pick(len(known) + 2)
    if source < len(known) and len(known[source]):
        ids = list(known[source])
        new = ids[pick(len(ids))]
    elif source == len(known) and players:
        new = players[pick(len(players))]
    else:
        new = str(pick(30))
    words = text.split(" ")
    words[pick(len(words))] = new
    return " ".join(words)


def _more(text: str, ask: Ask, players: Sequence[str], pick: Below) -> str:
    return f"{text}, {text.split(' ')[-1]}" if pick(2) else f"{text} x{pick(12)}"


_DAMAGES = (_delete, _change, _swap, _swap_words, _drop_word, _double_word, _other_word, _other_word, _more)


def well_formed(kind: AskKind, players: Sequence[str], pick: Below) -> str:
    """An order that one of the forms of an ask fits, with anything in its slots: readable, seldom legal."""
    form = kind.forms[pick(len(kind.forms))]
    out: list[str] = []
    _fill(form.seq, players, pick, out)
    return " ".join(out).replace(" ,", ",")


def _fill(node: Node, players: Sequence[str], pick: Below, out: list[str]) -> None:
    if isinstance(node, Slot):
        ids = list(node.vocabulary)
        out.append(ids[pick(len(ids))] if ids else "nothing")
    elif isinstance(node, PlayerSlot):
        out.append(players[pick(len(players))])
    elif isinstance(node, NumberSlot):
        number = pick(4) if pick(2) else pick(40)
        node.write(-number if node.signed and pick(2) else number, players, out)
    elif isinstance(node, Optional):
        if pick(2):
            _fill(node.inner, players, pick, out)
    elif isinstance(node, Either):
        _fill(node.branches[pick(len(node.branches))], players, pick, out)
    elif isinstance(node, Listing):
        for n in range(1 + pick(min(3, node.most or 3))):
            if n:
                out.append(",")
            _fill(node.item, players, pick, out)
    elif isinstance(node, (Seq, Clauses)):
        for part in node.parts if isinstance(node, Seq) else node.clauses:
            _fill(part, players, pick, out)
    else:
        node.write(None, players, out)  # words and commas
