"""Collecting by IMAP: TLS or STARTTLS, a password or an XOAUTH2 token, remembered UIDs."""

from __future__ import annotations

import contextlib
import imaplib
import re
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import PostError, PostFault
from .mailboxes import MOST_AT_ONCE, ArrivedMail, Memory, first_day
from .mime import LARGEST
from .settings import Account

DONE = "pbem-done"
"""The keyword on mails that were dealt with, if the server allows keywords."""
_WAIT = 60
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ERRORS = (imaplib.IMAP4.error, OSError, ValueError)


def tls_context(account: Account) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(account.ca) if account.ca else None)
    except (OSError, ssl.SSLError) as error:
        raise PostError(PostFault.CONNECT, where=account.place, why=f"{account.ca}: {error}") from None


class ImapBox:
    only_copy = False

    def __init__(self, account: Account) -> None:
        self.account = account
        self._imap: imaplib.IMAP4 | None = None
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
        self._all = len(found) <= MOST_AT_ONCE
        for uid in found[:MOST_AT_ONCE]:
            raw = self._fetch(imap, uid)
            if raw is not None:
                yield ArrivedMail(f"{self._validity}/{uid}", raw)

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
        return sorted(int(word) for line in found if line for word in line.split())

    def _fetch(self, imap: imaplib.IMAP4, uid: int) -> bytes | None:
        """The mail, or only its beginning if it is huge; None if it is gone."""
        found = self._do("fetch", imap.uid, "FETCH", str(uid), f"(BODY.PEEK[]<0.{LARGEST + 1}>)")
        for part in found:
            if isinstance(part, tuple) and len(part) == 2:
                return bytes(part[1])
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
            with contextlib.suppress(*_ERRORS):  # what was read stays read
                self._imap.logout()
            self._imap = None

    # ---- the connection

    def _open(self) -> imaplib.IMAP4:
        if self._imap is None:
            self._imap = self._connect()
            self._login(self._imap)
            self._select(self._imap)
        return self._imap

    def _connect(self) -> imaplib.IMAP4:
        account = self.account
        try:
            if account.tls == "tls":
                return imaplib.IMAP4_SSL(account.host, account.port, ssl_context=tls_context(account), timeout=_WAIT)
            imap = imaplib.IMAP4(account.host, account.port, timeout=_WAIT)
            if account.tls == "starttls":
                imap.starttls(tls_context(account))
            return imap
        except _ERRORS as error:
            raise PostError(PostFault.CONNECT, where=account.place, why=error) from None

    def _login(self, imap: imaplib.IMAP4) -> None:
        account, secret = self.account, self.account.open_secret()
        try:
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
        found = imap.response("UIDVALIDITY")[1]
        self._validity = (found[0] or b"0").decode() if found else "0"
        following = imap.response("UIDNEXT")[1]
        self._next = int(following[0] or 1) if following else 1
        allowed = imap.response("PERMANENTFLAGS")[1]
        self._keywords = bool(allowed and allowed[0] and b"\\*" in allowed[0])

    def _do(self, what: str, call: Any, *arguments: str) -> list[Any]:
        try:
            kind, found = call(*arguments)
        except _ERRORS as error:
            raise PostError(PostFault.BOX, where=self.account.place, why=f"{what}: {error}") from None
        if kind != "OK":
            why = f"{what}: {found[0].decode('utf-8', 'replace') if found and found[0] else kind}"
            raise PostError(PostFault.BOX, where=self.account.place, why=why)
        return list(found)


def _quotable(secret: str) -> str:
    """imaplib quotes a password itself, but lets line breaks through."""
    if "\r" in secret or "\n" in secret or "\0" in secret:
        raise ValueError("the password has a line break in it")
    return secret
