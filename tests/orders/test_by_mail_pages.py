"""The orders on the how-to-play-by-mail pages are orders of their title."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.trials import by_mail_pages


@pytest.mark.parametrize("ident", titles.ids())
def test_every_order_on_the_pages_is_read(ident: str) -> None:
    assert list(by_mail_pages.faults(titles.load(ident))) == []


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("Just write.", "it shows no orders"),
        ("```\nbuild bath house\n```", "`build bath house` is not read"),
        ("```\nbuild baths\n```\n| a bath | `build bath house` |\n", "`build bath house` is not read"),
        ("```\n# nothing\n```", "`# nothing` orders nothing"),
        (
            "```\nbuild baths\n```\n| always | `always on play_card: any` |\n",
            "`always on play_card: any` orders nothing",
        ),
    ],
)
def test_a_page_that_shows_no_orders_is_told(page: str, told: str) -> None:
    (fault,) = by_mail_pages.page_faults(titles.load("wonders_duel"), page)
    assert fault.startswith(told)
