"""Notes, questions and refusals as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..words.templates import Words
from .asks import MOST_SHOWN, Ask
from .notes import Note
from .refusals import Refused
from .state_json import to_json


def note_text(note: Note, words: Words) -> str:
    """What happened, as a sentence."""
    values = note.values
    if "refused" in values:
        values = {**values, "why": refusal_sentence(values["refused"]["key"], values["refused"]["values"], words)}
    return words.say(f"note.{note.key}", values)


def halted(refused: Refused) -> dict[str, Any]:
    """What a note says of the line at which orders stopped: why, in the words of the refusal, and by which rule."""
    return {"refused": {"key": refused.key, "values": to_json(refused.values)}, "rule": refused.rule or ""}


def ask_text(ask: Ask | Mapping[str, Any], words: Words) -> str:
    """What is asked, as a sentence; takes an ask, or its data as `Table.asked` gives it."""
    if isinstance(ask, Ask):
        return words.say(f"ask.{ask.kind.id}", {"player": ask.player, **(ask.values or {})})
    return words.say(f"ask.{ask['kind']}", {"player": ask.get("player"), **ask.get("values", {})})


def refusal_sentence(key: str, given: Mapping[str, Any], words: Words) -> str:
    """What is wrong, without place, rule and what would be accepted."""
    values = dict(given)
    if "slot" in values:
        values["slot"] = _kind_of_word(f"<{values['slot']}>", words)
    if "expected" in values:
        values["expected"] = words.join([_kind_of_word(one, words) for one in values["expected"]], "or")
    return words.say(f"refusal.{key}", values)


def refusal_text(refused: Refused, words: Words, text: str = "") -> str:
    """What is wrong, where in the order text, by which rule, and what would be accepted instead."""
    what = refusal_sentence(refused.key, refused.values, words)
    lines = [f"{what} ({refused.rule})" if refused.rule else what]
    if refused.at is not None and text:
        lines += _pointed_at(text, *refused.at)
    if refused.near:
        lines.append(words.say("refusal.did_you_mean", {"near": words.join(refused.near, "or")}))
    if refused.legal:
        full = len(refused.legal) >= MOST_SHOWN  # there may be more
        lines.append(words.say("refusal.legal_some" if full else "refusal.legal_now"))
        lines += [f"    {order}" for order in refused.legal]
    return "\n".join(lines)


def _kind_of_word(expected: str, words: Words) -> str:
    """What a form allows at some place: `<card>`, a comma, a word of the order language, the end."""
    if expected.startswith("<"):
        return words.join([words.name("slot", one) for one in expected[1:-1].split("|")], "or")
    if expected == ",":
        return words.say("expected.comma")
    if expected == "the end of the order":
        return words.say("expected.end")
    return words.say("expected.word", {"word": expected})


def _pointed_at(text: str, start: int, end: int) -> list[str]:
    """The line of the text that is wrong, with carets below the place."""
    begins = text.rfind("\n", 0, start) + 1
    stops = text.find("\n", begins)
    line = text[begins : len(text) if stops < 0 else stops].replace("\t", " ")
    carets = "^" * max(1, min(end - begins, len(line)) - (start - begins))
    where = f"{text.count(chr(10), 0, begins) + 1}: " if "\n" in text.strip("\n") else ""
    return [f"    {where}{line}", " " * (4 + len(where) + start - begins) + carets]
