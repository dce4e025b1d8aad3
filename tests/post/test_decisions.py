"""Undo and votes by mail: one signed line, answered and told like every other."""

from __future__ import annotations

from pbem.campaign import fork
from pbem.campaign.campaign import Campaign
from pbem.campaign.create import begin, opened
from pbem.campaign.genesis import Seat, Terms
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.verify import verify
from pbem.seals import documents
from pbem.seals.sealing import unseal
from tests.post.kit import NOW, Desk, Letterbox, attachments, html_of, text_of

ANNA, BEN = "anna@players.example", "ben@players.example"


def begun(desk: Desk, title: str) -> Campaign:
    seats: list[tuple[str, str, Seat | str]] = [
        (one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()
    ]
    policy = {"undo": "open", "votes": "all"}
    campaign = begin(desk.games / "game-1", desk.moderator, title, seats, {}, limits=Terms(72), now=NOW, policy=policy)
    desk.run()
    asked = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    desk.new_mails()
    return campaign


def mailed(desk: Desk, campaign: Campaign, handle: str, orders: str) -> dict[str, Letterbox]:
    player = desk.players[handle]
    block = player.block(write(MoveFile(campaign.id, handle, campaign.head.digest, orders)))
    desk.run(player.write(f"My file:\n\n{block}\n"))
    return desk.new_mails()


def test_an_undo_is_answered_with_the_position_before(desk: Desk) -> None:
    campaign = begun(desk, "through_the_ages")
    with opened(campaign.folder, desk.moderator) as keeper:
        ((seat, ask),) = keeper.match.playing.pending.items()
        order = ask.write(next(one for one in ask.listed(60) if one[0] not in ("end", "resign")), campaign.players)
    handle = campaign.players[seat]
    mailed(desk, campaign, handle, order)
    boxes = mailed(desk, campaign, handle, "undo")
    mail = boxes[f"{handle}@players.example"].mails[0]
    assert ("Anna takes back 1 answer." if handle == "anna" else "Ben nimmt 1 Antwort zurück.") in text_of(mail)
    sealed = attachments(mail)["receipt.age"]
    said = documents.read(unseal(sealed, desk.players[handle].key)).text
    assert "Taken back: 1 answer; entry 4." in said
    assert verify(campaign.folder).ok


def test_a_vote_by_mail_ends_the_game_for_everybody(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    said = text_of(mailed(desk, campaign, "anna", "vote yes draw")[ANNA].mails[0])
    assert "Your vote on `draw` is entry 3." in said
    boxes = mailed(desk, campaign, "ben", "vote yes draw")
    assert "Deine Stimme zu `draw` ist Eintrag 4." in text_of(boxes[BEN].mails[0])
    assert "by agreement, as a draw" in "".join(text_of(mail) for mail in boxes[ANNA].mails)
    assert "vereinbart, als Unentschieden" in "".join(text_of(mail) for mail in boxes[BEN].mails)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


def test_every_mail_about_a_sandbox_says_so(desk: Desk) -> None:
    source = begun(desk, "wonders_duel")
    seats: dict[str, Seat | str] = {
        one.handle: Seat(one.handle, one.handle.title(), one.key.public) for one in desk.players.values()
    }
    made = fork.begin(
        desk.games / "what-if", Campaign.open(source.folder, desk.moderator), None, desk.moderator, seats, NOW
    )
    said = {ANNA: "A sandbox, not a game: it goes on from game-1, entry 2", BEN: "Ein Sandkasten, keine Partie"}
    desk.run()
    asked = desk.new_mails()
    for address, words in said.items():
        (join,) = (mail for mail in asked[address].mails if "what-if" in mail["subject"])
        assert words in " ".join(text_of(join).split())
        assert words in " ".join(html_of(join).split())
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    mails = [(to, mail) for to, box in desk.new_mails().items() for mail in box.mails if "what-if" in mail["subject"]]
    assert len(mails) > 1
    for to, mail in mails:
        assert said[to] in " ".join(text_of(mail).split()), mail["subject"]
    (asker,) = made.position["waiting"]
    for command in ("status", "standing", "help"):
        ((to, box),) = mailed(desk, made, asker, command).items()
        assert said[to] in " ".join(text_of(box.last).split()), command
