"""The move file that a mail brings to be filled in: what is asked, what is legal, and what was ordered last."""

from __future__ import annotations

from textwrap import wrap

from pbem.campaign.movefile import MoveFile, write
from pbem.table import Words
from pbem.titles.terminal import question

from .render import fold
from .seat_report import SeatReport, task_of
from .settings import MailReader

_MOST_LISTED = 2000
_WIDTH = 68  # and two more, by which the orders are indented


def template(now: SeatReport, reader: MailReader, words: Words) -> str:
    """The move file to fill in: what is asked, every legal order and the standing orders as comments."""
    if not now.joined:
        return _narrow(MoveFile(now.game, now.handle, now.genesis, "join\n"))
    if now.asked is None and now.soon:
        said = "\n".join(_folded(f"# {words.say('template.soon')}"))
        return _narrow(MoveFile(now.game, now.handle, now.head, f"{said}\n", now.soon))
    if now.asked is None and now.motions:
        votes = [f"#   vote {vote} {motion}" for motion in now.motions for vote in ("yes", "no")]
        listed = [f"# {words.say('template.vote')}:", *votes]
        return _narrow(MoveFile(now.game, now.handle, now.head, "".join(f"{line}\n" for line in listed)))
    if now.asked is None:
        return ""
    window: str | None = None
    if now.hides(reader):
        asked = words.say("template.asked", {"question": task_of(now, words)}) if now.asked_publicly else ""
        said = " ".join([asked, words.say("section.sealed_moves")]).strip()
        comments = [f"# {line}" for line in fold(said, width=_WIDTH - 2).split("\n")]
    else:
        window = now.title.language[now.asked["kind"]].window(now.asked.get("window"))
        comments = wrap(question(now.asked, words), _WIDTH, initial_indent="# ", subsequent_indent="# ")
        comments.append(f"# {words.say('template.write')}:")
        legal = [one["order"] for one in now.asked["legal"]]
        comments += [f"#   {order}" for order in legal[:_MOST_LISTED]]
        if not now.asked["complete"]:
            comments.append(f"# {words.say('section.examples')}")
        if len(legal) > _MOST_LISTED:
            comments.append(f"# {words.say('section.more', {'more': len(legal) - _MOST_LISTED, 'game': now.game})}")
    comments += _turn_comments(now, reader, words)
    if now.ordered.standing and reader.hidden == "clear":
        comments += [f"# {words.say('template.standing')}:", *(f"# {one.text}" for one in now.ordered.standing)]
    orders = "".join(f"{line}\n" for comment in comments for line in _folded(comment))
    return _narrow(MoveFile(now.game, now.handle, now.head, orders, window))


def _folded(comment: str) -> list[str]:
    """A comment in lines that no mail program breaks when it is quoted: the rest of a broken one would be an order."""
    indent = "#" + " " * (len(comment) - len(comment.removeprefix("#").lstrip()) + 3)
    return wrap(comment, _WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _narrow(move: MoveFile) -> str:
    """A move file with the digest on a line of its own, where it fits into the width of a mail."""
    return write(move).decode().replace(f"after: {move.after}", f"after:\n  {move.after}", 1)


def _turn_comments(now: SeatReport, reader: MailReader, words: Words) -> list[str]:
    """What else may be asked in the same turn, so that one file can answer it, and what the player ordered last."""
    assert now.asked is not None
    comments: list[str] = []
    language = now.title.language
    if now.asked_publicly or reader.hidden == "clear":
        kind = language[now.asked["kind"]]
        window = kind.window(now.asked.get("window"))
        later = [
            words.say(f"question.{one.id}")
            for one in language.kinds.values()
            if window in one.windows and one.id != kind.id and f"question.{one.id}" in words
        ]
        if later:
            said = words.say("template.later", {"questions": words.join(later)})
            comments += wrap(said, _WIDTH, initial_indent="# ", subsequent_indent="# ")
    if now.last_orders:
        comments += [f"# {words.say('template.last')}:", *(f"#     {line}"[:_WIDTH] for line in now.last_orders)]
    return comments
