"""Names that become parts of file names, pages and signatures: game ids and players' handles.

They are deliberately restricted to a few kinds of ASCII characters. Names that look alike are alike,
nothing reads right to left, and no name can climb out of a folder or be a device on some system.
"""

from __future__ import annotations

import re

GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
PLAYER = re.compile(r"[a-z][a-z0-9_]{0,23}", re.ASCII)

# Windows opens a device, whatever follows the dot, when a file has one of these names.
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)

# Embeddings, overrides and isolates: they make a line look different from what it says.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKS = BIDI | frozenset("\u200e\u200f\u061c")


def is_game(text: str) -> bool:
    return GAME.fullmatch(text) is not None and text not in DEVICES


def is_player(text: str) -> bool:
    return PLAYER.fullmatch(text) is not None and text not in DEVICES


def name_trouble(text: str) -> str:
    """Why a name is not valid, as the end of a message key: the most telling reason comes first."""
    if text == "":
        return "empty"
    if any(c in _MARKS for c in text):
        return "direction"
    if any(not c.isprintable() for c in text):
        return "control"
    if "/" in text or "\\" in text or "." in text or text.lower() in DEVICES:
        return "path"
    if any(ord(c) > 126 for c in text):
        return "letters"
    return "form"


def unprintable(c: str) -> str | None:
    """The kind of trouble a character causes in a text for people; None if it causes none."""
    code = ord(c)
    if code < 0x20:
        return {0: "nul", 9: "tab", 10: None}.get(code, "control")
    if code < 0x7F:
        return None
    if code <= 0x9F or code in (0x2028, 0x2029):
        return "control"
    if c in BIDI:
        return "bidi"
    if 0xD800 <= code <= 0xDFFF:
        return "surrogate"
    if code == 0xFEFF:
        return "bom"
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return "control"
    return None
