"""Notices to chat rooms, over a real HTTP server on this machine."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import RunReport
from pbem.moderation.loop import moderate
from pbem.post.chat import rooms, webhook
from pbem.post.chat.carrier import ChatCarrier, _request, set_up
from pbem.post.errors import PostError
from pbem.post.post_words import words_for
from pbem.seals.moderator_key import Moderator
from pbem.table.saying import note_text
from tests.post.kit import NOW, Desk, make_desk
from tests.post.odd_servers import dripping, served
from tests.post.test_commands import call
from tests.seals.casekit import key


class Service(HTTPServer):
    """Takes notices, or answers what it is told to first."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[str, dict[str, object]]] = []
        self.first: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook/secret-token"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        code = self.server.first.pop(0) if self.server.first else 204
        if code == 204:
            self.server.got.append((self.path, body))
        self.send_response(code)
        if code == 302:
            self.send_header("Location", self.server.url + "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def chat(service: Service, kind: str = "json", more: str = "") -> ChatCarrier:
    text = f"site: https://table.example\nall_games: {{kind: {kind}, url: '{service.url}'}}\n{more}"
    return ChatCarrier(rooms.parse(text.encode()), pause=lambda _: None)


def played(desk: Desk, carrier: ChatCarrier, now: str = NOW) -> list[RunReport]:
    return moderate([carrier], desk.games, desk.moderator, None, now)


@pytest.fixture
def table(tmp_path: Path) -> Desk:
    """A game of a bot and Ben, who has to join."""
    desk = make_desk(tmp_path)
    ben = Seat("ben", "", key("ben").public)
    seats: list[tuple[str, str, Seat | str]] = [("anna", "Anna", "bot"), ("ben", "Ben", ben)]
    begin(desk.games / "duel-42", desk.moderator, "wonders_duel", seats, {}, "en", Terms(24), NOW)
    return desk


def test_a_room_is_told_what_happened_and_who_is_awaited(table: Desk, service: Service) -> None:
    played(table, chat(service))
    ((path, notice),) = service.got
    assert path == "/hook/secret-token"
    assert notice["game"] == "duel-42"
    assert notice["link"] == "https://table.example/games/duel-42/"
    assert "ben" in str(notice["text"])
    played(table, chat(service))
    assert len(service.got) == 1, "nothing happened, nothing is told"


@pytest.mark.parametrize(("kind", "field"), [("slack", "text"), ("matrix", "text"), ("discord", "content")])
def test_each_service_gets_the_form_it_takes(table: Desk, service: Service, kind: str, field: str) -> None:
    played(table, chat(service, kind))
    ((_, notice),) = service.got
    assert str(notice[field]).startswith("duel-42, entry")
    if kind == "discord":
        assert notice["allowed_mentions"] == {"parse": []}, "no name in a game wakes a whole server"


@pytest.mark.parametrize(
    ("kind", "field", "said"),
    [
        (
            "slack",
            "text",
            "&lt;!channel&gt; &lt;https://evil.example|the table&gt; [table](https://evil.example) a &amp; b",
        ),
        ("discord", "content", "\\<!channel> \\<https://evil.example|the table> \\[table](https://evil.example) a & b"),
        ("matrix", "text", "\\<!channel> \\<https://evil.example|the table> \\[table](https://evil.example) a & b"),
    ],
)
def test_what_players_write_calls_nobody_and_hides_no_address(kind: str, field: str, said: str) -> None:
    text = "<!channel> <https://evil.example|the table> [table](https://evil.example) a & b"
    notice = {"heading": "duel-42", "text": text, "link": "https://table.example/games/duel-42/", "game": "", "n": 1}
    _, body = _request(kind, "https://hook.example", notice)
    assert body[field] == f"duel-42\n{said}\nhttps://table.example/games/duel-42/"
    notice["text"] = "@everyone @room"
    assert not re.search("@(everyone|room)", _request("matrix", "", notice)[1]["text"])


def test_ntfy_gets_the_topic_in_the_json(table: Desk, service: Service) -> None:
    played(table, chat(service, "ntfy"))
    ((path, notice),) = service.got
    assert (path, notice["topic"]) == ("/hook", "secret-token")
    assert notice["click"] == "https://table.example/games/duel-42/"


def test_a_service_that_stumbles_is_tried_again_and_then_with_the_next_run(table: Desk, service: Service) -> None:
    service.first = [503, 429]
    carrier = chat(service)
    played(table, carrier)
    assert len(service.got) == 1
    assert carrier.failed == []


def test_what_was_not_taken_is_told_with_the_next_run(table: Desk, service: Service) -> None:
    service.first = [500, 500, 500]
    carrier = chat(service)
    played(table, carrier)
    assert service.got == []
    (said,) = carrier.failed
    assert "127.0.0.1 did not take a notice: HTTP 500" in said
    assert "secret-token" not in said
    played(table, chat(service))
    assert len(service.got) == 1


@pytest.mark.parametrize("code", [404, 302])
def test_a_wrong_address_is_not_tried_again_nor_followed(table: Desk, service: Service, code: int) -> None:
    service.first = [code]
    carrier = chat(service)
    played(table, carrier)
    assert service.got == []
    assert f"HTTP {code}" in carrier.failed[0]


def test_a_room_that_is_away_stops_nothing(table: Desk, service: Service) -> None:
    carrier = chat(service)
    service.shutdown()
    service.server_close()
    (report,) = played(table, carrier)
    assert report.n > report.before
    assert len(carrier.failed) == 1


def test_a_room_that_is_away_is_tried_once_in_a_run_and_told_of_all_games_by_the_next(
    table: Desk, service: Service
) -> None:
    seats: list[tuple[str, str, Seat | str]] = [
        ("anna", "Anna", "bot"),
        ("ben", "Ben", Seat("ben", "", key("ben").public)),
    ]
    begin(table.games / "duel-43", table.moderator, "wonders_duel", seats, {}, "en", Terms(24), NOW)
    service.first = [404]
    carrier = chat(service)
    played(table, carrier)
    assert service.got == []
    assert len(carrier.failed) == 1
    played(table, chat(service))
    assert {notice["game"] for _, notice in service.got} == {"duel-42", "duel-43"}


def test_a_room_that_drips_is_left(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "_WHOLE", 0.3)
    with served(dripping(b"HTTP/1.1 200 OK\r\nX-A: ")) as port:
        text = f"all_games: {{kind: json, url: 'http://127.0.0.1:{port}/hook'}}"
        carrier = ChatCarrier(rooms.parse(text.encode()), pause=lambda _: None)
        (report,) = played(table, carrier)
    assert report.n > report.before
    assert "127.0.0.1 did not take a notice: TimeoutError" in carrier.failed[0]


def test_a_game_can_have_its_own_room_or_none(table: Desk, service: Service) -> None:
    played(table, chat(service, more="games: {duel-42: false}"))
    assert service.got == []


def test_what_only_one_may_see_is_never_told(tmp_path: Path, service: Service) -> None:
    desk = make_desk(tmp_path)
    seats: list[tuple[str, str, Seat | str]] = [
        ("ben", "Ben", Seat("ben", "", key("ben").public)),
        ("b1", "Bot 1", "bot"),
        ("b2", "Bot 2", "bot"),
    ]
    begin(desk.games / "empire-1", desk.moderator, "world_history", seats, {}, "en", Terms(24), NOW)
    carrier = chat(service)
    (report,) = played(desk, carrier)
    player = desk.players["ben"]
    (desk.games / "empire-1" / "inbox" / "join").write_text(player.block(join_of(report)))
    (report,) = played(desk, carrier)
    words = words_for(report.happened.campaign.title, "en", report.happened.campaign.names)
    notes = [note for one in report.happened.entries for note in one.notes if not note.visible(None)]
    private = {text for note in notes if (text := note_text(note, words))}
    assert private, "somebody drew a card that only they may see"
    sent = json.dumps(service.got)
    assert [text for text in private if text in sent] == []


def join_of(report: RunReport) -> bytes:
    return write(MoveFile(report.game, "ben", report.happened.campaign.genesis_digest, "join\n"))


def test_wrong_settings_are_all_told_and_stop_no_run(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PostError) as caught:
        rooms.parse(
            b"sit: x\nall_games: {kind: irc, url: 'ftp://x'}\ngames: {Duel: {url: 'http://chat.example/x'}, d-1: {}}"
        )
    said = str(caught.value)
    for part in ("no key 'sit'", "must be one of slack", "begins with https://", "in the clear", "needs one of url"):
        assert part in said
    keys = table.root / "keys"
    keys.mkdir(exist_ok=True)
    (keys / "chat.yaml").write_text("all_games: [")
    (carrier,) = set_up()
    assert "chat.yaml" in carrier.failed[0]


def test_the_address_can_come_from_a_command_or_a_variable(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOK", service.url)
    room = rooms.parse(b"all_games: {url_env: HOOK}").room("duel-1")
    assert room is not None
    assert room.address() == service.url
    monkeypatch.delenv("HOOK")
    with pytest.raises(PostError, match="HOOK"):
        room.address()
    told = rooms.parse(f"all_games: {{url_command: 'echo {service.url}'}}".encode()).room("duel-1")
    assert told is not None
    assert told.address() == service.url
    for command, said in (
        ("/no/such/program", "the command `/no/such/program` failed"),
        ("false", "the command `false` ended with 1 and gave nothing"),
        ("echo no address", "begins with https://"),
    ):
        room = rooms.parse(f"all_games: {{url_command: '{command}'}}".encode()).room("duel-1")
        assert room is not None
        with pytest.raises(PostError, match=said):
            room.address()


def test_run_tells_the_rooms(tmp_path: Path, service: Service) -> None:
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    (keys / "moderator").write_bytes(key("moderator").pem())
    (keys / "moderator").chmod(0o600)
    (keys / "chat.yaml").write_text(f"all_games: {{kind: slack, url: '{service.url}'}}")
    begin(
        tmp_path / "games" / "bots-1",
        Moderator(key("moderator")),
        "wonders_duel",
        [("anna", "Anna", "bot"), ("ben", "Ben", "random")],
        {},
        "de",
        Terms(),
        NOW,
    )
    call("run", "--games", tmp_path / "games")
    ((_, notice),) = service.got
    assert "Das Spiel ist zu Ende." in str(notice["text"])


def test_the_settings_that_the_docs_print_are_read() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "post.md").read_text()
    printed = docs.split("## A chat room that is told")[1].split("```yaml\n")[1].split("```")[0]
    found = rooms.parse(printed.encode())
    assert [found.room(game) and found.room(game).kind for game in ("empire-7", "duel-3", "other-1")] == [
        "ntfy",
        None,
        "discord",
    ]
