"""Which mail says what: notices, receipts, answers to commands, and to mails that cannot count."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from pbem.campaign.cool_off import COOLING
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.position_text import remarks
from pbem.campaign.receipts import Receipt
from pbem.storage.ids import is_game
from pbem.table import Words
from pbem.titles.terminal import question
from pbem.words.message import Message

from ...words import dates
from ..post_words import task_words, words_for
from .memory import Owed
from .render import Attached, Letter, rows
from .seat_report import SeatReport
from .settings import MailReader, Settings
from .submissions import MailContent

COMMANDS = ("status", "moves", "report", "standing", "help")
_MOST_LISTED = 2000
_WIDTH = 68  # and two more, by which the orders are indented


def template(now: SeatReport, reader: MailReader, words: Words) -> str:
    """The move file to fill in: what is asked, every legal order and the standing orders as comments."""
    if not now.joined:
        return _narrow(MoveFile(now.game, now.handle, now.genesis, "join\n"))
    if now.asked is None and now.soon:
        said = "\n".join(_folded(f"# {words.say('template.soon')}"))
        return _narrow(MoveFile(now.game, now.handle, now.head, f"{said}\n", now.soon))
    if now.asked is None:
        return ""
    window: str | None = None
    if now.secret and reader.hidden == "sealed":
        asked = words.say("template.asked", {"question": task_of(now, words)}) if now.asked_publicly else ""
        said = " ".join([asked, words.say("section.sealed_moves")]).strip()
        comments = wrap(said, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False)
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


def notice(now: SeatReport, reader: MailReader, settings: Settings, at: str, why: str = "") -> Letter:
    """It is your turn; or what happened; or the end. `why`: it is late, or time to remind, or others are late."""
    words = now.words(reader)
    kind = _kind(now, why)
    task = task_of(now, words)
    who = _names(now, now.waiting)
    values = {
        "task": task, "name": now.names[now.seat], "entry_number": now.n, "who": who,
        "due": dates.soon(now.due, at, reader.zone, words) if now.due and kind in ("turn", "remind") else None,
    }  # fmt: skip
    letter = _letter(
        now, reader, settings, words, words.say(f"subject.{kind}", values), words.say(f"heading.{kind}", values)
    )
    if kind == "join":
        letter.lead = [words.say("lead.join")]
        letter.news = agreed(now, reader, words)
    elif kind in ("late", "remind", "overdue") and now.due:
        due = dates.full(now.due, reader.zone, words)
        letter.lead = [words.say(f"lead.{kind}", {"due": due, "who": words.join(who)})]
    elif kind == "over":
        letter.lead = [outcome(now, words)]
    elif kind in ("soon", "news", "table"):
        letter.lead = [affairs(now, words)]
    _situation(letter, now, reader, settings, words)
    return letter


def agreed(now: SeatReport, reader: MailReader, words: Words) -> list[str]:
    """What a join signs: title, players, options, and how long one has for an answer."""
    said = [words.say("join.title", {"title": now.title.names[words.language]})]
    said.append(words.say("join.players", {"who": words.join(list(now.names))}))
    for one in now.title.options:
        value = f"option.{one.id}.{str(now.options.get(one.id)).lower()}"
        shown = words.say(value) if value in words else str(now.options.get(one.id))
        name = words.say(f"option.{one.id}") if f"option.{one.id}" in words else one.id
        said.append(words.say("join.option", {"option": name, "value": shown}))
    hours = now.terms.hours
    if not hours:
        said.append(words.say("join.no_deadline"))
    else:
        days = hours % 24 == 0
        time = words.say("join.days", {"days": hours // 24}) if days else words.say("join.hours", {"hours": hours})
        said.append(words.say(f"join.deadline_{now.terms.at_deadline}", {"time": time}))
    return said


def _kind(now: SeatReport, why: str) -> str:
    if now.over:
        return "over"
    if not now.joined:
        return "join"
    if now.asked is not None:
        return why if why in ("late", "remind") else "turn"
    return why if why in ("overdue", "table") else "soon" if now.soon else "news"


def receipt(
    one: Receipt, now: SeatReport, reader: MailReader, settings: Settings, reply: str, sealed: bytes | None, lost: bool,
    came_sealed: bool,
) -> Letter:  # fmt: skip
    """What became of a file: what was understood and how it stands now, or all that is wrong with it.

    `sealed` is the campaign's own sealed receipt; `lost` means that only its public part is available. Whatever came
    sealed is answered sealed: then the mail itself says no more than the public part, which reports a file that
    stopped half-way as applied.
    """
    words = now.words(reader)
    values: dict[str, Any] = {"entry_number": one.n if one.n is not None else now.n}
    hide = reader.hidden == "sealed" and (now.secret or came_sealed)
    result = "applied" if hide and one.result == "stopped" else one.result
    heading = words.say(f"heading.{result}")
    over = next((str(said["values"]["over"]) for said in one.said if "over" in said["values"]), None)
    values["over"] = dates.soon(over, one.at, reader.zone, words) if over else None
    subject = words.say(f"subject.{result}", values)
    if now.asked is not None and one.result not in ("refused", "held", COOLING):
        subject += words.say("subject.and_turn", {"task": task_of(now, words)})
    elif now.soon:
        subject += words.say("subject.and_soon")
    if now.over:
        subject += words.say("subject.and_over")  # it may be the only mail that says so
    letter = _letter(now, reader, settings, words, subject, heading)
    told = one.told(words.language)
    letter.lead = [words.say("lead.applied_bare" if hide and result == "applied" else f"lead.{result}", values)]
    if any(said["key"] == "receipt.waits" for said in one.said):
        letter.lead = [words.say("lead.waits")]
    if result == "applied" and not one.lines and not hide:
        # The text after the first sentence, about who still has to join, may be out of date by now.
        letter.lead = [*told[:1], words.say("lead.applied_bare", values)]
    if result == "replaced" and told and not hide:
        letter.lead = told  # by a newer file that was read together with it, or that had overtaken it
    if over is not None:
        letter.lead.append(words.say("lead.cooling_until", {"over": dates.full(over, reader.zone, words)}))
    letter.reply = reply
    if (hide or lost) and sealed is not None:
        letter.lead.append(words.say("lead.sealed_lines" if hide else "lead.lost"))
        letter.attached.append(Attached("receipt.age", sealed))
    elif not hide:
        letter.lines = rows(one.lines, words)
    if result == "duplicate" or (result == "refused" and not one.lines and not hide):
        letter.wrong = told
    letter.lead.append(affairs(now, words))
    _situation(letter, now, reader, settings, words)
    return letter


def command(word: str, now: SeatReport, reader: MailReader, settings: Settings, reply: str) -> Letter:
    words = now.words(reader)
    subject = words.say("subject.command", {"command": word})
    letter = _letter(now, reader, settings, words, subject, words.say(f"heading.{word}"))
    letter.reply = reply
    if word == "help":
        letter.lead = [words.say("help.intro"), *(words.say(f"help.{one}") for one in COMMANDS), words.say("help.how")]
        letter.lead += remarks(now.title, now.options, now.fork, words)
        return letter
    if word == "standing":
        _ordered(letter, now, reader, words)
        letter.lead += remarks(now.title, now.options, now.fork, words)
        return letter
    letter.lead = [affairs(now, words)]
    _situation(letter, now, reader, settings, words)
    if word == "status":
        letter.template = letter.board = letter.moves = ""
        letter.attached = []
    return letter


def _ordered(letter: Letter, now: SeatReport, reader: MailReader, words: Words) -> None:
    """What the player has ordered ahead; if hidden things are sealed, not even whether there is anything."""
    if reader.hidden == "sealed" and now.hand is not None:
        letter.lead = [words.say("lead.standing_sealed", {"game": now.game})]
        letter.attached.append(Attached("hand.age", now.hand))
        return
    waiting = [{"number": one.number, "text": one.text, "result": "queued"} for one in now.ordered.queue]
    kept = [{"number": one.number, "text": one.text, "result": "kept"} for one in now.ordered.standing]
    letter.lines = rows([*waiting, *kept], words)
    letter.lead = [words.say("lead.standing_some" if letter.lines else "lead.standing_none")]


def affairs(now: SeatReport, words: Words) -> str:
    """How things stand, in one sentence."""
    if now.over:
        return outcome(now, words)
    if not now.begun:
        missing = [now.names[now.handles.index(one)] for one in now.missing]
        return words.say("lead.missing", {"who": words.join(missing)})
    if now.asked is not None:
        return words.say("lead.waiting_you")
    soon = f" {words.say('lead.soon')}" if now.soon else ""
    if now.waiting is None:
        return words.say("lead.waiting_hidden") + soon
    return words.say("lead.waiting", {"who": words.join(_names(now, now.waiting))}) + soon


def outcome(now: SeatReport, words: Words) -> str:
    assert now.outcome is not None
    winners = [now.names[now.handles.index(one)] for one in now.outcome["winners"]]
    how = words.name("how", now.outcome["how"])
    if not winners:
        return words.say("lead.over_draw", {"how": how})
    wins = words.say("lead.wins_one" if len(winners) == 1 else "lead.wins_many")
    return words.say("lead.over", {"who": words.join(winners), "wins": wins, "how": how})


def task_of(now: SeatReport, words: Words) -> str:
    """What needs to be done, in the few words of a subject line."""
    if not now.joined:
        return words.say("task.join")
    return task_words(now.asked["kind"] if now.asked and now.asked_publicly else None, words)


def _names(now: SeatReport, seats: Sequence[int] | None) -> list[str]:
    return [now.names[seat] for seat in seats or ()]


def _letter(
    now: SeatReport, reader: MailReader, settings: Settings, words: Words, subject: str, heading: str
) -> Letter:
    assert reader.address is not None
    return Letter(
        reader.address, subject, heading, words, settings.table, now.game, now.title.names[words.language], now.handle,
        thread=f"{now.game}/{now.genesis}",
    )  # fmt: skip


def _situation(letter: Letter, now: SeatReport, reader: MailReader, settings: Settings, words: Words) -> None:
    """The parts that say how things stand and what can be done."""
    letter.lead += remarks(now.title, now.options, now.fork, words)
    letter.news += now.news(reader, words)
    if now.asked is not None and now.due:
        letter.due = dates.full(now.due, reader.zone, words)
        letter.after_due = (
            words.say("section.due_bot")
            if now.by_bot
            else words.say("section.due_default", {"order": now.default})
            if now.default and not (now.secret and reader.hidden == "sealed")
            else words.say("section.due_notify")
        )
    if settings.site and now.begun:
        end = ".html" if words.language == settings.site_language else f".{words.language}.html"
        letter.board_link = f"{settings.site}/games/{now.game}/index{end}"
        letter.desk_link = f"{settings.site}/games/{now.game}/desk-{now.handle}{end}"
    letter.board = now.board_text(reader, words)
    if not (now.secret and reader.hidden == "sealed"):
        letter.moves = now.moves_text(words)
    if not now.over:
        letter.template = template(now, reader, words)
    if letter.template:
        letter.attached.append(Attached("orders.yaml", letter.template.encode()))
    # A hand that its owner has from an earlier mail is sent again only where the question cannot be read without it.
    needed = not now.hand_known or (now.asked is not None and now.secret and reader.hidden == "sealed")
    if now.hand is not None and needed and not any(one.name == "hand.age" for one in letter.attached):
        letter.attached.append(Attached("hand.age", now.hand))


# ---- to mails that cannot count


def unsigned(
    to: str, language: str, settings: Settings, games: Sequence[str], answered: MailContent | Owed,
    wrong: Sequence[Message],
) -> Letter:  # fmt: skip
    """How to sign or, if something was damaged, what."""
    words = words_for(None, language)
    kind = "damaged" if wrong else "unsigned"
    game = games[0] if games and is_game(games[0]) else ""
    reply = answered.reply if isinstance(answered, Owed) else answered.message_id
    letter = Letter(
        to, words.say(f"subject.{kind}"), words.say(f"heading.{kind}"), words, settings.table, game, reply=reply
    )
    letter.lead = [words.say("lead.damaged") if wrong else words.say("lead.unsigned", {"game": game})]
    if isinstance(answered, MailContent):
        if answered.archives:
            letter.lead.append(words.say("lead.unsigned_archive", {"files": words.join(list(answered.archives)[:8])}))
        if answered.cut:
            letter.lead.append(words.say("lead.unsigned_big"))
        if answered.encrypted:
            letter.lead.append(words.say("lead.unsigned_encrypted"))
    letter.wrong = [one.say(language) for one in wrong[:20]]
    if not wrong:
        letter.lead.append(words.say("lead.how_to_sign"))
    return letter


def set_aside(to: str, language: str, settings: Settings, game: str, reply: str) -> Letter:
    """The program failed on what somebody sent; the moderator has to fix that."""
    words = words_for(None, language)
    letter = Letter(
        to, words.say("subject.set_aside"), words.say("heading.set_aside"), words, settings.table, game, reply=reply
    )
    letter.lead = [words.say("lead.set_aside")]
    return letter


def bounced(address: str, handle: str, why: str, settings: Settings, language: str) -> Letter:
    """For the moderator: mails to a player come back."""
    words = words_for(None, language)
    to = settings.other_address or settings.address
    subject = words.say("subject.bounced", {"name": handle})
    letter = Letter(to, subject, words.say("heading.bounced", {"name": handle}), words, settings.table)
    letter.lead = [words.say("lead.bounced", {"address": address, "why": why or None})]
    return letter


def digest(
    to: str, reader: MailReader, settings: Settings, games: Sequence[tuple[SeatReport, MailReader]], at: str
) -> Letter:
    """All games of one address in a single mail."""
    language = reader.language or games[0][0].language
    words = words_for(None, language)
    turns = [now.game for now, _ in games if (now.asked is not None or not now.joined) and not now.over]
    named = {"games": words.join(turns or [now.game for now, _ in games])}
    subject = words.say("subject.digest_turns" if turns else "subject.digest_news", named)
    letter = Letter(to, subject, words.say("heading.digest"), words, settings.table)
    letter.lead = [words.say("lead.digest")]
    for now, one in games:
        said = now.words(one)
        row: dict[str, Any] = {
            "game": now.game,
            "said": _row(now, one, said, at),
            "remarks": remarks(now.title, {}, now.fork, said),
            "news": now.news(one, said),
        }
        letter.rows.append(row)
        if now.asked is not None or not now.joined:
            filled = template(now, one, said).encode()
            letter.attached.append(Attached(f"{now.game}.orders.yaml", filled))
        if now.hand is not None:
            letter.attached.append(Attached(f"{now.game}.hand.age", now.hand))
    return letter


def _row(now: SeatReport, reader: MailReader, words: Words, at: str) -> str:
    if now.over:
        return f"{words.say('row.over')}: {outcome(now, words)}"
    if now.asked is not None or not now.joined:
        due = dates.soon(now.due, at, reader.zone, words) if now.due else None
        return words.say("row.your_turn", {"task": task_of(now, words), "due": due})
    names = _names(now, now.waiting) if now.begun else [now.names[now.handles.index(one)] for one in now.missing]
    return words.say("row.waiting", {"who": words.join(names)}) if names else words.say("row.waits")
