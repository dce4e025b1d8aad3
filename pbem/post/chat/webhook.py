"""Sends a notice to a webhook."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ..errors import PostError, PostFault

_SECONDS = 15
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
            with build_opener(_NoRedirect).open(Request(address, data, headers), timeout=_SECONDS):
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
