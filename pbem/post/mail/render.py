"""The mails we write: one model for all of them, rendered as text and as HTML that say the same."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import field
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.campaign.running.receipts import MARKS
from pbem.seals.moderator_key import Moderator
from pbem.table import Refused, Words
from pbem.table.saying import refusal_text
from pbem.words.lazy_dataclass import dataclass

from .auto_reply import MARK
from .settings import Settings

if TYPE_CHECKING:
    from jinja2 import Environment

_WIDTH = 70
# With the heading and the two lines above the template that say what to do with it, sixty.
_MOST_ABOVE = 54
_WIDEST_ORDER = 30
_CODE = re.compile(r"`[^`]{1,60}`")

_WHOLE_SUBJECTS = SMTP.clone(max_line_length=200)
"""A subject longer than 69 characters would be put below `Subject:`, and some programs then show a space before it."""


@dataclass(slots=True)
class Attached:
    name: str
    data: bytes


@dataclass(slots=True)
class Letter:
    """One mail, before it becomes text."""

    to: str
    subject: str
    heading: str
    words: Words
    table: str = ""
    game: str = ""
    title: str = ""
    handle: str = ""
    lead: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    due: str = ""
    after_due: str = ""
    news: list[str] = field(default_factory=list)
    news_title: str = "section.news"
    agreed: list[str] = field(default_factory=list)
    """What a join signs."""
    lines_title: str = "section.lines"
    board_link: str = ""
    desk_link: str = ""
    moves: list[tuple[str, str]] = field(default_factory=list)
    """Legal orders, each with what it would do."""
    board: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    more_lines: list[dict[str, Any]] = field(default_factory=list)
    """Lines that were simply carried out, told below the template where there are many."""
    earlier: list[str] = field(default_factory=list)
    """The oldest news, told below the template where there is much."""
    template: str = ""
    attached: list[Attached] = field(default_factory=list)
    thread: str = ""
    """What the mails of one game have in common, so that a mail program groups them."""
    reply: str = ""
    """Message-ID of the mail that this answers."""
    joins: bool = False
    """The file below is to be signed as it is."""


def mime(letter: Letter, settings: Settings, key: str, at: str, moderator: Moderator) -> bytes:
    """The mail as it is sent. The same key gives the same Message-ID, so a mail sent twice appears as one."""
    from email.utils import format_datetime

    from ...words import dates

    mail = EmailMessage(policy=SMTP)
    mail["From"] = _named(settings.table, settings.address)
    mail["To"] = letter.to
    mail["Subject"] = _one_line(f"[{letter.game}] {letter.subject}" if letter.game else letter.subject)
    mail["Date"] = format_datetime(dates.instant(at))
    mail["Message-ID"] = _message_id(key, settings)
    references = [_message_id(letter.thread, settings)] if letter.thread else []
    if letter.reply:
        mail["In-Reply-To"] = letter.reply
        references.append(letter.reply)
    elif references:
        mail["In-Reply-To"] = references[0]
    if references:
        mail["References"] = " ".join(references)
    name = f"{letter.game or 'table'}.pbem.{settings.domain}"
    mail["List-Id"] = f"{_phrase(settings.table)} <{name}>"  # so that mail programs can sort; nobody can unsubscribe
    # RFC 3834: an automatic answer says so, and asks for no answer.
    mail["Auto-Submitted"] = "auto-replied" if letter.reply else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail[MARK] = moderator.public.fingerprint
    _shorten(letter)
    page = {"letter": letter, "words": letter.words}
    mail.set_content(_environment(False).get_template("mail/letter.txt").render(page), cte="quoted-printable")
    html = _environment(True).get_template("mail/letter.html").render(page)
    mail.add_alternative(html, subtype="html", cte="quoted-printable")
    for one in letter.attached:
        mail.add_attachment(one.data, maintype="application", subtype="octet-stream", filename=one.name)
    return mail.as_bytes(policy=_WHOLE_SUBJECTS)  # the bodies are already encoded, in short lines


def _shorten(letter: Letter) -> None:
    """Move what is less urgent below the template, so that this stands within two screens of the mail's beginning."""
    over = _lines_above(letter) - _MOST_ABOVE
    if over > 0 and len(letter.lines) > 1:
        letter.more_lines = [line for line in letter.lines if line["result"] == "done" and not line["message"]]
        letter.lines = [line for line in letter.lines if line not in letter.more_lines]
        over = _lines_above(letter) - _MOST_ABOVE
    if over > 0 and letter.news:
        over += 2  # the line that says so may take two
        while over > 0 and len(letter.news) > 1:
            earliest = letter.news.pop(0)
            letter.earlier.append(earliest)
            over -= fold(f"- {earliest}", 2).count("\n") + 1


def _lines_above(letter: Letter) -> int:
    """How many lines of text stand above the template."""
    page = {"letter": letter, "words": letter.words}
    return _environment(False).get_template("mail/above.txt").render(page).rstrip().count("\n") + 1


def _named(name: str, address: str) -> str:
    from email.utils import formataddr

    return formataddr((name, address))


def _phrase(text: str) -> str:
    """A name for a header, in quotes and plain letters."""
    return '"' + "".join(c for c in text if c.isascii() and c.isprintable() and c not in '"\\') + '"'


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:180]


def _message_id(key: str, settings: Settings) -> str:
    return f"<pbem.{sha256(key.encode()).hexdigest()[:32]}@{settings.domain}>"


@cache
def _environment(escaped: bool) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from pbem.pages.compiled import Compiled
    from pbem.pages.template_files import templates

    environment = Environment(
        loader=FileSystemLoader(templates()),
        autoescape=escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=Compiled(),
    )
    environment.filters["fold"] = fold
    environment.filters["coded"] = coded
    environment.filters["indented"] = indented
    environment.filters["columns"] = columns
    return environment


def fold(text: str, indent: int = 0, width: int = _WIDTH) -> str:
    """A paragraph in lines that every mail program shows whole; a command in backticks is not broken."""
    whole = _CODE.sub(lambda code: code[0].replace(" ", "\0"), text)
    rows = textwrap.wrap(whole, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(rows).replace("\0", " ")


def coded(text: str) -> str:
    """For HTML: escaped, with text in backticks set as code."""
    from markupsafe import Markup, escape

    parts = [str(escape(part)) for part in text.split("`")]
    marked = [f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts)]
    return Markup("".join(marked))


def indented(text: str, by: int) -> str:
    return "\n".join(fold(" " * by + line, by) for line in text.split("\n"))


def columns(listed: Sequence[tuple[str, str]]) -> str:
    """Orders and what they would do, side by side; below each other where an order is long."""
    orders = [len(order) for order, _ in listed if len(order) <= _WIDEST_ORDER]
    beside = max(orders, default=0) + 4
    text = []
    for order, means in listed:
        if not means or len(order) > _WIDEST_ORDER:
            text.append(fold(f"  {order}", 6))
            text += [fold(f"      {means}", 6)] if means else []
        else:
            text.append(fold(f"  {order}".ljust(beside) + means, beside))
    return "\n".join(text)


def rows(lines: Sequence[Mapping[str, Any]], words: Words) -> list[dict[str, Any]]:
    """Lines of a receipt for the templates, with refusals in the reader's language."""
    return [
        {
            "number": line["number"],
            "text": line["text"],
            "result": line["result"],
            "mark": MARKS[line["result"]],
            "order": line["order"] if line.get("order") and line["order"] != line["text"] else "",
            "message": _message(line, words),
        }
        for line in lines
    ]


def _message(line: Mapping[str, Any], words: Words) -> str:
    if line.get("refused"):
        return _refusal(line["refused"], line["text"], words)
    return words.say(f"dropped.{line['why']}") if line.get("why") else ""


def _refusal(data: Mapping[str, Any], text: str, words: Words) -> str:
    at = (data["at"][0], data["at"][1]) if data["at"] else None
    refused = Refused(
        data["key"], data["values"], at=at, rule=data["rule"], near=tuple(data["near"]), legal=tuple(data["legal"])
    )
    return refusal_text(refused, words, text)
