"""What was chosen for a site is kept by every command that writes its pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .at_the_desk import begun, desk, pbem

__all__ = ["desk"]


def shown(desk: Path) -> tuple[str, str]:
    """The address on a desk, and the language of the plain pages."""
    page = (desk / "site" / "games" / "duel-42" / "desk-ben.html").read_text()
    mail = re.search(r'"mail": ?"([^"]*)"', page)
    language = re.search('<html lang="(..)"', page)
    assert mail is not None
    assert language is not None
    return mail[1], language[1]


def test_a_run_keeps_what_was_chosen_when_the_site_was_published(desk: Path) -> None:
    begun()
    pbem("publish", "--mail", "moves@lantern.example", "--language", "de")
    assert shown(desk) == ("moves@lantern.example", "de")
    pbem("join", "duel-42", "--as", "anna", "--key", "anna")
    pbem("run", "--site", "site")
    assert shown(desk) == ("moves@lantern.example", "de")
    pbem("publish", "--mail", "other@lantern.example")
    assert shown(desk) == ("other@lantern.example", "de")
    pbem("publish", "--mail", "", "--language", "en")
    assert shown(desk) == ("", "en")


def test_before_anything_is_chosen_the_settings_for_mail_say_it(desk: Path) -> None:
    begun()
    settings = "address: moderator@table.example\nsite: https://table.example\nsite_language: de\n"
    (desk / "keys" / "post.yaml").write_text(settings + "send: {outbox: out}\ncollect: [{maildir: box}]\n")
    pbem("run", "--site", "site")
    assert shown(desk) == ("moderator@table.example", "de")
    assert "https://table.example/" in (desk / "site" / "sitemap.xml").read_text()


def test_choices_that_cannot_be_read_are_made_anew(desk: Path) -> None:
    begun()
    pbem("publish", "--mail", "moves@lantern.example")
    kept = desk / ".site-build" / "choices.json"
    assert json.loads(kept.read_text())["mail"] == "moves@lantern.example"
    for text in ("{", "[]", '{"mail": 5}'):
        kept.write_text(text)
        pbem("run", "--site", "site")
        assert shown(desk) == ("", "en")
