"""Which mail says what to a seat: notices, receipts, answers to commands, and the digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.campaign.acts import end as end_entry
from pbem.campaign.published.position_text import remarks
from pbem.campaign.running.cool_off import COOLING
from pbem.campaign.running.receipts import Receipt
from pbem.table import Words
from pbem.titles.terminal import question
from pbem.words.file_words import ASKING, allowed
from pbem.words.message import Message

from ...words import dates
from ..post_words import words_for
from .agreement import clock_lines, policy_lines
from .order_file import template
from .render import Attached, Letter, rows
from .seat_report import SeatReport, task_of
from .settings import MailReader, Settings

COMMANDS = ("status", "moves", "report", "standing", "help")
_WAITING = ("held", COOLING)


def notice(now: SeatReport, reader: MailReader, settings: Settings, at: str, why: str = "") -> Letter:
    """It is your turn; or what happened; or the end. `why`: it is late, or time to remind, or others are late."""
    words = now.words(reader)
    kind = _kind(now, why)
    task = task_of(now, words)
    who = _names(now, now.waiting)
    values = {
        "task": task,
        "name": now.names[now.seat],
        "who": who,
        "title": now.title.names[words.language],
        "due": dates.soon(now.due, at, reader.zone, words) if now.due and kind in ("turn", "remind") else None,
    }
    subject = words.say(f"subject.{kind}", values)
    if kind == "table" and now.asked is not None:
        subject = words.say("subject.table") + words.say("subject.and_turn", values)
    letter = _letter(now, reader, settings, words, subject, words.say(f"heading.{kind}", values))
    if kind == "join":
        letter.lead = [words.say("lead.join")]
        letter.agreed = agreed(now, reader, words)
    elif kind in ("late", "overdue") and now.due:
        due = dates.full(now.due, reader.zone, words)
        letter.lead = [words.say(f"lead.{kind}", {"due": due, "who": words.join(who)})]
        if now.asked is not None and now.last_moment and now.last_moment > at:
            over = dates.full(now.last_moment, reader.zone, words)
            letter.lead += [words.say("section.due_grace", {"over": over}), after_due(now, reader, words)]
    elif kind == "over":
        letter.lead = [outcome(now, words)]
    elif kind in ("soon", "news", "table"):
        letter.lead = [affairs(now, words)]
    letter.lead += _question(now, reader, words)
    _situation(letter, now, reader, settings, words)
    if kind in ("late", "overdue"):
        letter.due = letter.after_due = ""  # said above: it is over
    return letter


def _question(now: SeatReport, reader: MailReader, words: Words) -> list[str]:
    """What is asked, first of all; of a question that is not public, as much as everybody may know."""
    if now.asked is None or not now.joined:
        return []
    if now.hides(reader):
        return [words.say("template.asked", {"question": task_of(now, words)})] if now.asked_publicly else []
    return [question(now.asked, words)]


def agreed(now: SeatReport, reader: MailReader, words: Words) -> list[str]:
    """What a join signs: title, players, options, how long one has for an answer, and what the table may do."""
    said = [words.say("join.title", {"title": now.title.names[words.language]})]
    said.append(words.say("join.players", {"who": words.join(list(now.names))}))
    for one in now.title.options:
        value = f"option.{one.id}.{str(now.options.get(one.id)).lower()}"
        shown = words.say(value) if value in words else str(now.options.get(one.id))
        name = words.say(f"option.{one.id}") if f"option.{one.id}" in words else one.id
        said.append(words.say("join.option", {"option": name, "value": shown}))
    return [*said, *clock_lines(now.terms, words), *policy_lines(now.policy, words)]


def _kind(now: SeatReport, why: str) -> str:
    if now.over:
        return "over"
    if not now.joined:
        return "join"
    if now.asked is not None:
        return why if why in ("late", "remind", "table", "overdue") else "turn"
    return why if why in ("overdue", "table") else "soon" if now.soon else "news"


def receipt(
    one: Receipt,
    now: SeatReport,
    reader: MailReader,
    settings: Settings,
    reply: str,
    sealed: bytes | None,
    lost: str,
    came_sealed: bool,
) -> Letter:
    """What became of a file: what was understood and how it stands now, or all that is wrong with it.

    `sealed` is the campaign's own sealed receipt; where only its public part is available, `lost` is the kind of answer
    that the file would have got. Whatever came
    sealed is answered sealed: then the mail itself says no more than the public part, which reports a file that
    stopped half-way as applied.
    """
    words = now.words(reader)
    hide = reader.hidden == "sealed" and (now.secret or came_sealed or one.result == "answered")
    kind = _receipt_kind(one, hide, lost)
    over = next((str(said["values"]["over"]) for said in one.said if "over" in said["values"]), None)
    values: dict[str, Any] = {
        "entry_number": one.n if one.n is not None else now.n,
        "name": now.names[now.seat],
        "over": dates.soon(over, one.at, reader.zone, words) if over else None,
    }
    subject = words.say(f"subject.{kind}", values) + _subject_end(one, now, words)
    letter = _letter(now, reader, settings, words, subject, words.say(f"heading.{kind}", values))
    letter.reply = reply
    dated = [{**said, "values": dates.readable(said["values"], reader.zone, words)} for said in one.said]
    told = [Message.of(said).say(words.language) for said in dated]
    letter.lead = _receipt_lead(one, kind, hide, told, values, words)
    if over is not None:
        letter.lead.append(words.say("lead.cooling_until", {"over": dates.full(over, reader.zone, words)}))
    if (hide or lost) and sealed is not None and kind != "joined":
        if kind != "answered":
            letter.lead.append(words.say("lead.sealed_lines" if hide else "lead.lost"))
        letter.attached.append(Attached("receipt.age", sealed))
    elif not hide:
        # The template has the legal orders already.
        listed = () if now.asked is None or now.hides(reader) else [legal["order"] for legal in now.asked["legal"]]
        letter.lines = rows([_unlisted(line, listed) for line in one.lines], words)
    if kind == "duplicate" or (kind == "refused" and not one.lines and not hide):
        letter.wrong = told
    letter.lead.append(affairs(now, words))
    letter.lead += _question(now, reader, words)
    _situation(letter, now, reader, settings, words)
    return letter


def _receipt_kind(one: Receipt, hide: bool, lost: str) -> str:
    """The result in more words than the ledger has: of what was applied, not everything was carried out."""
    if one.result not in ("applied", "stopped"):
        return one.result
    if lost == "joined" or any(said["key"] == "receipt.joined" for said in one.said):
        return "joined"
    if hide or not (lost or one.lines):
        return "accepted"
    if lost:
        return lost
    results = {line["result"] for line in one.lines}
    if one.result == "stopped" or "done" in results:
        return one.result
    return "queued" if results & {"queued", "kept"} else "idle"


def _subject_end(one: Receipt, now: SeatReport, words: Words) -> str:
    """What is to be done next, or whom the table waits for; it may be the only mail that says so."""
    if now.over:
        return words.say("subject.and_over")
    if one.result in _WAITING:
        return ""
    if now.asked is not None:
        return words.say("subject.and_turn", {"task": task_of(now, words)})
    if now.soon:
        return words.say("subject.and_soon")
    return words.say("subject.and_waiting", {"who": words.join(_names(now, now.waiting))}) if now.waiting else ""


def _receipt_lead(
    one: Receipt, kind: str, hide: bool, told: list[str], values: Mapping[str, Any], words: Words
) -> list[str]:
    if any(said["key"] == "receipt.waits" for said in one.said):
        return [words.say("lead.waits")]
    if kind in ("replaced", "answered") and told and not hide:
        return told  # by a newer file that was read together with it, or that had overtaken it; or what was asked for
    if kind in ("accepted", "joined", "idle"):
        # The text after the first sentence, about who still has to join, may be out of date by now.
        first = [] if hide or kind == "joined" else told[:1]
        numbered = bool(first) and "n" in one.said[0]["values"]
        return first if numbered else [*first, words.say("lead.applied_bare", values)]
    if kind == "applied" and not one.lines:
        kind = "applied_bare"  # they are in the sealed receipt
    return [words.say(f"lead.{kind}", values)]


def _unlisted(line: Mapping[str, Any], listed: Sequence[str]) -> Mapping[str, Any]:
    """A line of a receipt without the orders that would be legal, if the mail lists these anyway."""
    refused = line.get("refused")
    if not refused or not set(refused["legal"]) <= set(listed):
        return line
    return {**line, "refused": {**refused, "legal": []}}


def command(word: str, now: SeatReport, reader: MailReader, settings: Settings, reply: str) -> Letter:
    words = now.words(reader)
    said = words.say(f"heading.{word}")
    letter = _letter(now, reader, settings, words, said, said)
    letter.reply = reply
    if word == "help":
        letter.lead = [words.say("files.alone"), *(words.say(f"files.{one}") for one in allowed(now.policy))]
        letter.lead += [words.say("files.asking"), *(words.say(f"files.{one}") for one in ASKING)]
        letter.lead.append(words.say("help.how"))
        letter.lead += remarks(now.title, now.options, now.fork, words)
        return letter
    if word == "standing":
        _ordered(letter, now, reader, words)
        letter.lead += remarks(now.title, now.options, now.fork, words)
        return letter
    letter.lead = [affairs(now, words), *_question(now, reader, words)]
    if word == "moves" and now.asked is None and not now.soon:
        letter.lead.insert(0, words.say("lead.no_ask"))
    if word == "report":
        letter.news_title = "section.lately"
    _situation(letter, now, reader, settings, words, brief=word == "status")
    return letter


def _ordered(letter: Letter, now: SeatReport, reader: MailReader, words: Words) -> None:
    """What the player has ordered ahead; if hidden things are sealed, not even whether there is anything."""
    if reader.hidden == "sealed" and now.hand is not None:
        letter.lead = [words.say("lead.standing_sealed", {"game": now.game})]
        letter.attached.append(Attached("hand.age", now.hand))
        return
    waiting = [{"number": one.number, "text": one.text, "result": "queued"} for one in now.ordered.queue]
    kept = [{"number": one.number, "text": one.text, "result": "kept"} for one in now.ordered.standing]
    letter.lines, letter.lines_title = rows([*waiting, *kept], words), "section.ordered"
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
    if now.outcome["how"] in end_entry.SHARED:
        return words.say("lead.over_shared", {"who": words.join(winners), "how": how})
    wins = words.say("lead.wins_one" if len(winners) == 1 else "lead.wins_many")
    return words.say("lead.over", {"who": words.join(winners), "wins": wins, "how": how})


def _names(now: SeatReport, seats: Sequence[int] | None) -> list[str]:
    return [now.names[seat] for seat in seats or ()]


def _letter(
    now: SeatReport, reader: MailReader, settings: Settings, words: Words, subject: str, heading: str
) -> Letter:
    assert reader.address is not None
    return Letter(
        reader.address,
        subject,
        heading,
        words,
        settings.table,
        now.game,
        now.title.names[words.language],
        now.handle,
        thread=f"{now.game}/{now.genesis}",
        joins=not now.joined,
    )


def lost(now: SeatReport, reader: MailReader, settings: Settings) -> Letter:
    """To somebody whose seat a bot plays now; what only the seat may know is not among the news any more."""
    words, name = now.words(reader), now.names[now.seat]
    subject, heading = words.say("subject.seat_lost"), words.say("heading.seat_lost", {"name": name})
    letter = _letter(now, reader, settings, words, subject, heading)
    letter.handle = ""
    letter.lead = [words.say("lead.seat_lost", {"game": now.game})]
    letter.news = replace(now, notes=[note for note in now.notes if note.visible(None)]).news(reader, words)
    if settings.site and now.begun:
        letter.board_link, _ = links(now, settings, words)
    return letter


def _motions(now: SeatReport, words: Words) -> list[str]:
    return [words.say("lead.motion", {"motion": motion}) for motion in now.motions]


def _situation(
    letter: Letter, now: SeatReport, reader: MailReader, settings: Settings, words: Words, brief: bool = False
) -> None:
    """The parts that say how things stand and what can be done; `brief`: only how they stand."""
    if now.paused and not now.over:
        letter.lead.append(words.say("lead.paused", {"since_at": dates.full(now.paused, reader.zone, words)}))
    letter.lead += _motions(now, words)
    letter.lead += remarks(now.title, now.options, now.fork, words)
    if now.asked is not None and now.due:
        letter.due = dates.full(now.due, reader.zone, words)
        letter.after_due = after_due(now, reader, words)
    if settings.site:
        board, letter.desk_link = links(now, settings, words)
        letter.board_link = board if now.begun else ""
    if brief:
        return
    letter.news += now.news(reader, words)
    letter.board = now.board_text(reader, words)
    if not now.hides(reader):
        letter.moves = now.moves(words)
    if not now.over:
        letter.template = template(now, reader, words)
    if letter.template:
        letter.attached.append(Attached("orders.yaml", letter.template.encode()))
    if now.hand is not None and _needs_hand(now, reader) and all(one.name != "hand.age" for one in letter.attached):
        letter.attached.append(Attached("hand.age", now.hand))


def after_due(now: SeatReport, reader: MailReader, words: Words) -> str:
    """What happens if nothing has come by the deadline."""
    at_deadline = now.terms.at_deadline
    if at_deadline == "notify":
        return words.say("section.due_notify")
    if at_deadline == "bot":
        return words.say("section.due_bot")
    said = words.say("section.due_default", {"order": None if now.hides(reader) else now.default})
    if at_deadline == "default":
        return said
    most = int(now.policy.get("drop", 0))
    return f"{said} {words.say('section.due_drop', {'count': None if now.misses + 1 >= most else most})}"


def _needs_hand(now: SeatReport, reader: MailReader) -> bool:
    """A hand that its owner has from an earlier mail is sent again only where no question can be read without it."""
    return not now.hand_known or (now.asked is not None and now.hides(reader))


def links(now: SeatReport, settings: Settings, words: Words) -> tuple[str, str]:
    """The pages of the board and of the player's desk, in the reader's language."""
    return settings.link(now.game, "index", words.language), settings.link(
        now.game, f"desk-{now.handle}", words.language
    )


def digest(
    to: str,
    reader: MailReader,
    settings: Settings,
    games: Sequence[tuple[SeatReport, MailReader]],
    at: str,
    kind: str = "digest",
) -> Letter:
    """All games of one address in a single mail: the digest of a day, or what one run has gathered."""
    language = reader.language or games[0][0].language
    words = words_for(None, language)
    turns = [now.game for now, _ in games if (now.asked is not None or not now.joined) and not now.over]
    named = {"games": words.join(turns or [now.game for now, _ in games])}
    subject = words.say("subject.digest_turns" if turns else "subject.digest_news", named)
    letter = Letter(to, subject, words.say(f"heading.{kind}"), words, settings.table)
    letter.lead = [words.say(f"lead.{kind}")]
    for now, one in games:
        said = now.words(one)
        board, desk = links(now, settings, said) if settings.site else ("", "")
        acts = (now.asked is not None or not now.joined) and not now.over
        letter.rows.append(
            {
                "game": now.game,
                "title": now.title.names[said.language],
                "said": _row(now, one, said, at),
                "link": board if now.begun else "",
                "desk_link": desk if acts else "",
                "remarks": [*_motions(now, said), *remarks(now.title, {}, now.fork, said)],
                "asked": [*_question(now, one, said), *_after_due(now, one, said)],
                "news": now.news(one, said),
            }
        )
        if now.asked is not None or not now.joined:
            filled = template(now, one, said).encode()
            letter.attached.append(Attached(f"{now.game}.orders.yaml", filled))
        if now.hand is not None and _needs_hand(now, one):
            letter.attached.append(Attached(f"{now.game}.hand.age", now.hand))
    return letter


def _after_due(now: SeatReport, reader: MailReader, words: Words) -> list[str]:
    return [after_due(now, reader, words)] if now.asked is not None and now.due else []


def _row(now: SeatReport, reader: MailReader, words: Words, at: str) -> str:
    if now.over:
        return f"{words.say('row.over')}: {outcome(now, words)}"
    if now.asked is not None or not now.joined:
        due = dates.soon(now.due, at, reader.zone, words) if now.due else None
        return words.say("row.your_turn", {"task": task_of(now, words), "due": due})
    names = _names(now, now.waiting) if now.begun else [now.names[now.handles.index(one)] for one in now.missing]
    return words.say("row.waiting", {"who": words.join(names)}) if names else words.say("row.waits")
