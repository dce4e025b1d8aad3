"""Collecting by IMAP: TLS or STARTTLS, a password or an XOAUTH2 token, remembered UIDs."""

from __future__ import annotations

import contextlib
import imaplib
import re
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import PostError, PostFault, phrase
from .conversation import Conversation
from .mailboxes import MOST_AT_ONCE, ArrivedMail, Memory, first_day
from .mime import LARGEST
from .settings import Account

DONE = "pbem-done"
"""The keyword on mails that were dealt with, if the server allows keywords."""
_WAIT = 60
"""Seconds for a single read."""
_LONGEST_NUMBER = 10
"""Digits: numbers of IMAP have 32 bits."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ERRORS = (imaplib.IMAP4.error, OSError, ValueError)


def tls_context(account: Account) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(account.ca) if account.ca else None)
    except (OSError, ssl.SSLError) as error:
        raise PostError(PostFault.CONNECT, where=account.place, why=f"{account.ca}: {error}") from None


class _Bounded(imaplib.IMAP4):
    """A client that reads no more, and no longer, than its conversation allows."""

    def __init__(self, account: Account, conversation: Conversation) -> None:
        self.conversation = conversation
        super().__init__(account.host, account.port, timeout=_WAIT)

    def open(self, *where: Any, **named: Any) -> None:
        super().open(*where, **named)
        self.conversation.socket = self.socket

    def read(self, size: int) -> bytes:
        self.conversation.count(size)  # before memory is made for it
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self.conversation.count(len(line))
        return line


class _BoundedTls(_Bounded, imaplib.IMAP4_SSL):
    def __init__(self, account: Account, conversation: Conversation) -> None:
        self.conversation = conversation
        imaplib.IMAP4_SSL.__init__(self, account.host, account.port, ssl_context=tls_context(account), timeout=_WAIT)


class ImapBox:
    only_copy = False

    def __init__(self, account: Account) -> None:
        self.account = account
        self._imap: imaplib.IMAP4 | None = None
        self._conversation = Conversation()
        self._validity = ""
        self._keywords = False
        self._next = 1
        """The UID that the next mail would have got when the folder was opened."""
        self._all = False
        """Whether everything that was new has been handed out."""

    # ---- reading

    def mails(self, memory: Mapping[str, Any]) -> Iterator[ArrivedMail]:
        """New mails by UID. If UIDVALIDITY changed, the UIDs mean nothing: then every mail not marked done counts.

        The first run begins with what is unread and recent; what is older than that is never looked at.
        """
        imap = self._open()
        self._do("look", imap.noop)  # so that an open connection sees what has arrived since
        found = self._new(imap, memory)
        for uid in found[:MOST_AT_ONCE]:
            raw = self._fetch(imap, uid)
            if raw is not None:
                yield ArrivedMail(f"{self._validity}/{uid}", raw)
        self._all = len(found) <= MOST_AT_ONCE

    def _new(self, imap: imaplib.IMAP4, memory: Mapping[str, Any]) -> list[int]:
        if memory.get("validity") == self._validity:
            last = int(memory.get("last", 0))
            return [uid for uid in self._search(imap, f"UID {last + 1}:*") if uid > last]
        marked = self._keywords and "validity" in memory
        # IMAP knows days alone, and wants English names of months.
        day = time.gmtime(first_day(memory))
        since = f"SINCE {day.tm_mday}-{_MONTHS[day.tm_mon - 1]}-{day.tm_year}"
        return self._search(imap, f"{f'UNKEYWORD {DONE}' if marked else 'UNSEEN'} {since}")

    def _search(self, imap: imaplib.IMAP4, wanted: str) -> list[int]:
        found = self._do("search", imap.uid, "SEARCH", *wanted.split())
        listed = [_number(word) for line in found if isinstance(line, bytes) for word in line.split()]
        uids = [uid for uid in listed if uid is not None]
        if len(uids) < len(listed):
            raise self._odd("SEARCH")
        return sorted(set(uids))

    def _fetch(self, imap: imaplib.IMAP4, uid: int) -> bytes | None:
        """The mail, or only its beginning if it is huge; None if it is gone."""
        found = self._do("fetch", imap.uid, "FETCH", str(uid), f"(BODY.PEEK[]<0.{LARGEST + 1}>)")
        for part in found:
            if isinstance(part, tuple) and len(part) == 2:
                return bytes(part[1])[: LARGEST + 1]  # some servers send the whole mail all the same
        return None

    # ---- remembering

    def done(self, names: Sequence[str], left: Sequence[str], memory: Memory) -> None:
        imap = self._open()
        seen, unseen = self._uids(names), self._uids(left)
        keyword = [DONE] if self._keywords else []
        self._mark(imap, seen, ["\\Seen", *keyword])
        self._mark(imap, unseen, keyword)
        last = int(memory.get("last", 0)) if memory.get("validity") == self._validity else 0
        memory["validity"] = self._validity
        memory.setdefault("since", first_day(memory))
        # What the first run has not looked at, because it was read or old, is not looked at later either.
        memory["last"] = max([last, *seen, *unseen, *([self._next - 1] if self._all else [])])

    def _uids(self, names: Sequence[str]) -> list[int]:
        found = (name.partition("/") for name in names)
        return [int(uid) for validity, _, uid in found if validity == self._validity]

    def _mark(self, imap: imaplib.IMAP4, uids: Sequence[int], flags: Sequence[str]) -> None:
        for at in range(0, len(uids) if flags else 0, 100):
            listed = ",".join(map(str, uids[at : at + 100]))
            self._do("mark", imap.uid, "STORE", listed, "+FLAGS.SILENT", f"({' '.join(flags)})")

    def close(self) -> None:
        if self._imap is not None:
            with contextlib.suppress(*_ERRORS), self._conversation.exchange():  # what was read stays read
                self._imap.logout()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._imap is not None:
            with contextlib.suppress(*_ERRORS):
                self._imap.shutdown()
            self._imap = None

    # ---- the connection

    def _open(self) -> imaplib.IMAP4:
        if self._imap is None:
            self._conversation = Conversation()
            self._imap = self._connect()
            try:
                self._login(self._imap)
                self._select(self._imap)
            except PostError:
                self._hang_up()
                raise
        return self._imap

    def _connect(self) -> imaplib.IMAP4:
        account = self.account
        try:
            with self._conversation.exchange():
                if account.tls == "tls":
                    return _BoundedTls(account, self._conversation)
                imap = _Bounded(account, self._conversation)
                if account.tls == "starttls":
                    imap.starttls(tls_context(account))
                return imap
        except _ERRORS as error:
            raise PostError(PostFault.CONNECT, where=account.place, why=error) from None

    def _login(self, imap: imaplib.IMAP4) -> None:
        account, secret = self.account, self.account.open_secret()
        try:
            with self._conversation.exchange():
                if account.by_token:
                    said = f"user={account.user}\1auth=Bearer {secret}\1\1"
                    # A refusal comes with a challenge; an empty reply to it ends the exchange.
                    imap.authenticate("XOAUTH2", lambda challenge: b"" if challenge else said.encode())
                else:
                    imap.login(account.user, _quotable(secret))
        except _ERRORS as error:
            why = re.sub(re.escape(secret), "…", str(error)) if secret else error
            raise PostError(PostFault.LOGIN, where=account.place, why=why) from None

    def _select(self, imap: imaplib.IMAP4) -> None:
        self._do("select", imap.select, f'"{self.account.folder}"')
        self._validity = str(self._told(imap, "UIDVALIDITY", 0))
        self._next = self._told(imap, "UIDNEXT", 1)
        allowed = imap.response("PERMANENTFLAGS")[1]
        self._keywords = bool(allowed and allowed[0] and b"\\*" in allowed[0])

    def _told(self, imap: imaplib.IMAP4, what: str, unknown: int) -> int:
        """A number that the server told when the folder was opened."""
        found = imap.response(what)[1]
        if not found or found[0] is None:
            return unknown
        number = _number(found[0])
        if number is None:
            raise self._odd(what)
        return number

    def _odd(self, what: str) -> PostError:
        return PostError(PostFault.BOX, where=self.account.place, why=phrase("no-number", name=what))

    def _do(self, what: str, call: Any, *arguments: str) -> list[Any]:
        try:
            with self._conversation.exchange():
                kind, found = call(*arguments)
        except _ERRORS as error:
            self._hang_up()  # nobody knows what it would say next
            raise PostError(PostFault.BOX, where=self.account.place, why=f"{what}: {error}") from None
        if kind != "OK":
            why = f"{what}: {found[0].decode('utf-8', 'replace') if found and found[0] else kind}"
            raise PostError(PostFault.BOX, where=self.account.place, why=why)
        return list(found)


def _number(word: bytes | str) -> int | None:
    text = word.decode("ascii", "replace") if isinstance(word, bytes) else word
    return int(text) if len(text) <= _LONGEST_NUMBER and text.isascii() and text.isdigit() else None


def _quotable(secret: str) -> str:
    """imaplib quotes a password itself, but lets line breaks through."""
    if "\r" in secret or "\n" in secret or "\0" in secret:
        raise ValueError("the password has a line break in it")
    return secret
