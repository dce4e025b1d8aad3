"""What happens to text in the mail: each takes the text of a mail and gives back what arrives."""

from __future__ import annotations

import html
import quopri
import re
import textwrap
from collections.abc import Callable

Mutilation = Callable[[str], str]


def _lines(change: Mutilation) -> Mutilation:
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


def _quote(text: str) -> str:
    return "On Monday Ben wrote:\n" + "\n".join(f"> {line}" for line in text.split("\n")) + "\n\nok!\n"


def _wrap(text: str, width: int) -> str:
    pieces = (textwrap.wrap(line, width, drop_whitespace=False) or [""] for line in text.split("\n"))
    return "\n".join(piece for line in pieces for piece in line)


def _smart(text: str) -> str:
    return re.sub(r"--+", lambda m: "\u2014" * (len(m[0]) // 2) + "-" * (len(m[0]) % 2), text)


def _flowed(text: str) -> str:
    return "\n".join(f"{line} " if line else line for line in _wrap(text, 40).split("\n"))


MUTILATIONS: dict[str, Mutilation] = {
    "untouched": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "trailing blanks": _lines(lambda line: line + "  "),
    "indented by four": _lines(lambda line: "    " + line),
    "indented by a tab": _lines(lambda line: "\t" + line),
    "blank lines between": _lines(lambda line: line + "\n"),
    "no-break spaces": _lines(lambda line: "\u00a0" + line.replace(" ", "\u00a0") + "\u00a0"),
    "zero width spaces": _lines(lambda line: line[:30] + "\u200b" + line[30:]),
    "byte order mark": lambda text: "\ufeff" + text,
    "wrapped at 20": lambda text: _wrap(text, 20),
    "wrapped at 60": lambda text: _wrap(text, 60),
    "all on one line": lambda text: text.replace("\n", " "),
    "flowed": _flowed,
    "quoted": _quote,
    "quoted twice and wrapped": lambda text: _quote(_wrap(_quote(text), 50)),
    "quoted with bars": _lines(lambda line: "| " + line),
    "quoted with initials": _lines(lambda line: "AB> " + line),
    "smart dashes": _smart,
    "en dashes": lambda text: text.replace("--", "\u2013"),
    "minus signs": lambda text: text.replace("-", "\u2212"),
    "dashes lost": lambda text: re.sub(r"-{5}", "", text),
    "bold": _lines(lambda line: f"*{line}*"),
    "list footer": lambda text: f"Hello,\n\n{text}\n-- \nsent from my phone\n____\nlist mailing list\n",
    "end line lost above a footer": lambda text: text.replace("-----END PBEM MOVE-----", "-- \nAnna Example"),
    "padding lost": lambda text: re.sub(r"=+\n", "\n", text),
    "HTML paragraphs": lambda text: "".join(f"<p>{html.escape(line)}</p>\n" for line in text.split("\n")),
    "HTML divs with nbsp": lambda text: (
        '<div dir="ltr">'
        + "".join(f"<div>&nbsp;{html.escape(line).replace(' ', '&nbsp;')}</div>" for line in text.split("\n"))
        + "</div>"
    ),
    "HTML breaks": lambda text: html.escape(text).replace("\n", "<br />\n"),
    "HTML spans": _lines(lambda line: f'<span style="color: #1F497D">{html.escape(line)}</span><br>'),
    "HTML shown as text": lambda text: html.escape(f"<p>{text}</p>".replace("\n", "<br>\n")),
    "HTML with escaped signs": lambda text: text.replace("+", "&#43;").replace("/", "&#x2F;").replace("=", "&equals;"),
    "HTML quoted": lambda text: html.escape("\n".join(f"> {line}" for line in text.split("\n"))),
    "HTML escaped three times": lambda text: html.escape(html.escape(html.escape(f"<p>{text}</p> a > b"))),
    "quoted-printable": lambda text: quopri.encodestring(text.encode()).decode(),
    "quoted-printable, wrapped": lambda text: (
        re.sub(r"(?m)^(.{40})(.)", "\\1\0\\2", text).replace("=", "=3D").replace("\0", "=\n")
    ),
}
