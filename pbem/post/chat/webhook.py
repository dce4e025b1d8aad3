"""Sends a notice to a webhook."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from http.client import HTTPException
from threading import Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ..errors import PostError, PostFault

_SECONDS = 15
"""For a single read."""
_WHOLE = 30.0
"""Seconds for a whole answer, however slowly it comes."""
_PAUSES = (1.0, 4.0)
"""Seconds before the second and the third try."""
_AGAIN = (408, 425, 429, 500, 502, 503, 504)


class _NoRedirect(HTTPRedirectHandler):
    """Whoever answers with another address must not get the notice sent there."""

    def redirect_request(self, *_: Any) -> None:
        return None


def send(address: str, data: bytes, pause: Callable[[float], None]) -> None:
    headers = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "pbem"}
    why = ""
    for wait in (*_PAUSES, None):
        try:
            _answered(Request(address, data, headers))
            return
        except HTTPError as error:
            why = f"HTTP {error.code}"
            again = error.code in _AGAIN
            error.close()
        except (URLError, OSError, HTTPException, ValueError) as error:
            why = str(getattr(error, "reason", "") or type(error).__name__)
            again = True
        if not again or wait is None:
            break
        pause(wait)
    raise PostError(PostFault.CHAT_SEND, where=urlsplit(address).hostname or "", why=why)


def _answered(request: Request) -> None:
    """Send it and wait for the answer, but not for ever: what drips is left to itself."""
    done: Future[None] = Future()

    def send() -> None:
        try:
            with build_opener(_NoRedirect).open(request, timeout=_SECONDS):
                done.set_result(None)
        except Exception as error:
            done.set_exception(error)

    Thread(target=send, daemon=True).start()
    done.result(_WHOLE)
