"""Mails that are not submissions, where we were handed the only copy: kept or passed on unchanged.

Mailboxes keep such mails themselves. A mail server that hands each mail to `pbem receive` does not.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

from pbem.seals.moderator_key import key_folder
from pbem.storage import disk

from ..post_words import words_for
from .auto_reply import SenderKind, writer
from .correspondence import Correspondence
from .mailboxes import ArrivedMail
from .mime import header, open_mail
from .render import Attached, Letter
from .settings import Settings

_MOST_PASSED_ON = 60
"""How many mails are passed on per hour; the others are kept."""


def kept_in(settings: Settings) -> Path:
    """The Maildir for such mails: the one in the settings, otherwise one next to the memory of the post."""
    return settings.other_folder or key_folder() / "post" / "other"


def keep(mail: ArrivedMail, desk: Correspondence) -> None:
    """Pass a mail on to the address that the settings name, or else put it into a Maildir.

    Bounces are always kept: otherwise one about a mail that was passed on would be passed on itself, forever.
    """
    settings = desk.settings
    head = open_mail(mail.raw).headers
    own = frozenset({settings.address})
    if (
        settings.other_address
        and writer(head, own) not in (SenderKind.BOUNCE, SenderKind.OURSELVES)
        and desk.state.may_answer("passed on", desk.now, _MOST_PASSED_ON, 1)
    ):
        words = words_for(None, desk.language(settings.other_address, ()))
        subject = words.say("subject.passed_on", {"subject": header(head, "Subject")})
        letter = Letter(settings.other_address, subject, words.say("heading.passed_on"), words, settings.table)
        letter.lead = [words.say("lead.passed_on")]
        letter.attached = [Attached("mail.eml", mail.raw)]
        desk.put(letter, f"other-{mail.digest[:32]}")
        return
    _put(kept_in(settings), mail)


def _put(folder: Path, mail: ArrivedMail) -> None:
    """Put it into a Maildir. The name is derived from the content: a mail that is handed over twice is kept once."""
    for name in ("tmp", "new", "cur"):
        disk.make_private(folder / name)
    unique = f"{mail.digest[:32]}.pbem.{socket.gethostname().replace('/', '_').replace(':', '_')}"
    if not any(one.name.partition(":")[0] == unique for one in (folder / "cur").iterdir()):
        disk.write_whole(folder / "tmp" / unique, mail.raw, 0o600)
        os.replace(folder / "tmp" / unique, folder / "new" / unique)
