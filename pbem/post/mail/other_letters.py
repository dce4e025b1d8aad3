"""Letters that are about no seat: how to sign, what was damaged, what was set aside, and whose mails come back."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.campaign.errors import CampaignFault
from pbem.storage.ids import is_game
from pbem.words.message import Message

from ..post_words import words_for
from .memory import Owed
from .render import Letter
from .settings import Settings
from .submissions import MailContent


def unsigned(
    to: str,
    language: str,
    settings: Settings,
    games: Sequence[str],
    answered: MailContent | Owed,
    wrong: Sequence[Message],
    desk: tuple[str, str] | None = None,
) -> Letter:
    """How to sign or, if something was damaged, what; or who has the seat that somebody had before.

    `desk`: the game and the handle of the desk where the writer can sign instead.
    """
    words = words_for(None, language)
    encrypted = isinstance(answered, MailContent) and answered.encrypted
    kind = "damaged" if wrong else "encrypted" if encrypted else "unsigned"
    if [one.key for one in wrong] == [f"fault.{CampaignFault.SEAT_PASSED}"]:
        kind = "seat_passed"
    game = games[0] if games and is_game(games[0]) else ""
    reply = answered.reply if isinstance(answered, Owed) else answered.message_id
    letter = Letter(
        to, words.say(f"subject.{kind}"), words.say(f"heading.{kind}"), words, settings.table, game, reply=reply
    )
    letter.lead = [words.say(f"lead.{kind}", {"game": game})]
    if desk is not None and settings.site and kind != "seat_passed":
        letter.desk_link = settings.link(desk[0], f"desk-{desk[1]}", language)
    if isinstance(answered, MailContent):
        if answered.archives:
            letter.lead.append(words.say("lead.unsigned_archive", {"files": words.join(list(answered.archives)[:8])}))
        if answered.cut:
            letter.lead.append(words.say("lead.unsigned_big"))
        if encrypted and wrong:
            letter.lead.append(words.say("lead.encrypted", {"game": game}))
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
