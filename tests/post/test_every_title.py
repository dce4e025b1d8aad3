"""Mails of every title are pleasant to read: narrow, the template near the beginning, nothing left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import titles
from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.published import position_text
from pbem.campaign.running.create import begin
from pbem.post.mail.compose import COMMANDS
from pbem.post.mail.settings import parse
from pbem.post.post_words import words_for
from pbem.table import Title, Words
from pbem.words import LANGUAGES
from tests.post.kit import NOW, SETTINGS, Desk, html_of, legal_in, make_desk, template_of, text_of

WIDTH, MOST_ABOVE = 70, 60
POSITION = {"anna": "THE POSITION", "ben": "DIE STELLUNG"}
MAILS = 6
DAYS_LATER = "2026-11-22T10:00:00Z"


def mails_of(title: str, tmp_path: Path) -> Iterator[tuple[str, EmailMessage]]:
    """A game with as many seats as usual: two players, who read English and German, and bots."""
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: every, hidden: clear"))
    seats: list[tuple[str, str, Seat | str]] = [
        (one, one.title(), Seat(one, "", player.key.public)) for one, player in desk.players.items()
    ]
    seats += [(f"bot{n}", f"Bot {n}", "bot") for n in range(min(4, titles.load(title).seats[-1]) - 2)]
    begin(desk.games / "game-1", desk.moderator, title, seats, {}, "en", Terms(72, "notify"), NOW)
    desk.run()
    news = collected(desk)
    yield from news
    desk.run(*(desk.players[one].reply(mail) for one, mail in news))
    last: dict[str, EmailMessage] = {}
    wrong = dict.fromkeys(desk.players, "attack nowhere with nothing")
    for _ in range(MAILS):
        yield from (news := collected(desk))
        last |= {one: mail for one, mail in news if "8<-" in text_of(mail)}
        asked = [(one, mail) for one, mail in last.items() if legal_in(template_of(mail))]
        desk.run(*(desk.players[one].reply(mail, wrong.pop(one, None)) for one, mail in asked))
    for one, player in desk.players.items():
        for word in COMMANDS:
            desk.run(player.write(player.block(player.payload(last[one], word)), f"{word} please"))
    yield from collected(desk)
    desk.run(now=DAYS_LATER)
    yield from collected(desk)
    desk.settings = parse(SETTINGS.replace("mail: mine", "mail: daily").encode(), "post.yaml", tmp_path)
    desk.run(*(desk.players[one].reply(mail) for one, mail in last.items()), now=DAYS_LATER)
    begin(desk.games / "game-2", desk.moderator, title, seats, {}, "en", Terms(72, "default"), DAYS_LATER)
    desk.run(now="2026-11-24T17:30:00Z")
    yield from collected(desk)


def collected(desk: Desk) -> list[tuple[str, EmailMessage]]:
    return [(to.split("@")[0], mail) for to, box in desk.new_mails().items() for mail in box.mails]


@pytest.mark.slow
@pytest.mark.parametrize("title", titles.ours())
def test_every_mail_is_narrow_and_has_its_template_near_the_beginning(title: str, tmp_path: Path) -> None:
    seen = set()
    for reader, mail in mails_of(title, tmp_path):
        text = text_of(mail).replace("\r\n", "\n")
        wide = [line for line in text.split("\n") if len(line) > WIDTH and not line.strip().startswith("https://")]
        assert wide == [], mail["Subject"]
        above = text.split("8<-")[0].split(POSITION[reader])[0].rstrip()
        assert above.count("\n") + 1 <= MOST_ABOVE, text
        assert "{" not in above, "a word without its value"
        assert html_of(mail).count("<pre") >= text.count("8<-") // 2
        seen.add(text.split("\n")[0])
    for language in LANGUAGES:
        words = words_for(None, language)
        assert {words.say(f"heading.{kind}") for kind in ("applied", "refused", "digest", *COMMANDS)} <= seen
    greetings = [one for one in seen if one.startswith(("Anna, ", "Ben, "))]
    assert len(greetings) >= 4, "each has been asked to join and to move"


@pytest.mark.parametrize("hidden", ["sealed", "clear"])
def test_a_board_is_drawn_once_a_run(hidden: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody may see, once for all who read a language; a seat's own board, once for it; none for a bot."""
    settings = SETTINGS.replace("mail: mine", f"mail: every, hidden: {hidden}").replace("language: de, ", "")
    desk = make_desk(tmp_path, settings)
    seats: list[tuple[str, str, Seat | str]] = [
        (one, one.title(), Seat(one, "", player.key.public)) for one, player in desk.players.items()
    ]
    seats += [("carl", "Carl", "bot")]
    begin(desk.games / "game-1", desk.moderator, "age_of_reason", seats, {}, "en", Terms(72), NOW)
    desk.run()
    joins = collected(desk)
    drawn: list[tuple[str, int | None]] = []
    draw = position_text.board

    def counted(title: Title, view: object, words: Words, seat: int | None = None) -> object:
        drawn.append((sys._getframe(1).f_code.co_name, seat))
        return draw(title, view, words, seat)

    monkeypatch.setattr(position_text, "board", counted)
    commands = [
        desk.players[one].write(desk.players[one].block(desk.players[one].payload(mail))) for one, mail in joins
    ]
    desk.run(*commands, *commands)
    assert len(collected(desk)) >= 2
    own = [("board_text", None)] if hidden == "sealed" else [("board_text", 0), ("board_text", 1)]
    assert sorted(drawn, key=repr) == sorted([("_whole", 0), ("_whole", 1), *own], key=repr)
