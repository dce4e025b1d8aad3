"""Real mail servers on loopback: dovecot for IMAP, aiosmtpd for SMTP, both with TLS and passwords."""

from __future__ import annotations

import base64
import contextlib
import http.server
import imaplib
import json
import os
import pwd
import signal
import smtplib
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

PASSWORDS = {"moderator": "swordfish", "anna": "tulip and rose", "ben": 'quo"te\\d'}
TOKEN = "ya29.a-token"


def free_port() -> int:
    return free_ports(1)[0]


def free_ports(number: int) -> list[int]:
    """All different: a port that was let go may be given out again at once."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in sockets]


def certificate(folder: Path) -> tuple[Path, Path]:
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ed25519",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=pbem test",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            str(key),
            "-out",
            str(cert),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


def _dovecot(root: Path, imap: int, imaps: int, tokens: int, cert: Path, key: Path) -> str:
    user = pwd.getpwuid(os.getuid())
    mine = (
        ""
        if user.pw_uid == 0
        else (
            f"default_internal_user = {user.pw_name}\ndefault_internal_group = {os.getgid()}\n"
            f"default_login_user = {user.pw_name}\nservice anvil {{\n  chroot =\n}}\n"
        )
    )
    login = "" if user.pw_uid == 0 else "  chroot =\n"
    owner = "uid=mail gid=mail" if user.pw_uid == 0 else f"uid={user.pw_uid} gid={user.pw_gid}"
    (root / "tokens.conf").write_text(
        f"tokeninfo_url = http://127.0.0.1:{tokens}/?access_token=\nusername_attribute = user\n"
        "active_attribute = active\nactive_value = yes\n"
    )
    return f"""
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{cert}
ssl_key = <{key}
mail_location = maildir:{root}/mail/%u
first_valid_uid = 1
auth_mechanisms = plain login xoauth2
{mine}passdb {{
  driver = passwd-file
  mechanisms = plain login
  args = scheme=PLAIN {root}/users
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {root}/tokens.conf
}}
userdb {{
  driver = static
  args = {owner} home={root}/mail/%u
}}
service imap-login {{
{login}  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
"""


@dataclass
class Servers:
    root: Path
    cert: Path
    imap: int
    imaps: int
    smtp: int
    passwords: Mapping[str, str] = field(default_factory=lambda: PASSWORDS)
    log: list[str] = field(default_factory=list)

    @property
    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.cert))

    def put(self, user: str, raw: bytes) -> None:
        """Deliver into a Maildir, as a mail server does."""
        deliver(self.root / "mail" / user, raw)


_COUNT = 0


def deliver(box: Path, raw: bytes) -> None:
    global _COUNT
    _COUNT += 1
    name = f"{time.time_ns()}.{_COUNT:06}.test"
    for folder in ("tmp", "new", "cur"):
        (box / folder).mkdir(parents=True, exist_ok=True)
    (box / "tmp" / name).write_bytes(raw)
    if os.getuid() == 0:
        mail = pwd.getpwnam("mail")
        for path in (box.parent, box, box / "new", box / "cur", box / "tmp", box / "tmp" / name):
            os.chown(path, mail.pw_uid, mail.pw_gid)
    os.replace(box / "tmp" / name, box / "new" / name)


class _Handler:
    def __init__(self, servers: Servers) -> None:
        self.servers = servers

    async def auth_XOAUTH2(self, server: Any, words: list[str]) -> AuthResult:
        said = base64.b64decode(words[1]).decode() if len(words) > 1 else ""
        good = said == f"user=moderator\1auth=Bearer {TOKEN}\1\1"
        return AuthResult(success=good, auth_data="moderator") if good else AuthResult(success=False, handled=False)

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.split("@")[0] not in self.servers.passwords:
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        for address in envelope.rcpt_tos:
            head = f"Return-Path: <{envelope.mail_from}>\r\nReceived: by loopback for {address}\r\n".encode()
            self.servers.put(address.split("@")[0], head + envelope.content)
            self.servers.log.append(address)
        return "250 OK"


def _login(passwords: Mapping[str, str]) -> Callable[..., AuthResult]:
    def login(server: Any, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and passwords.get(data.login.decode()) == data.password.decode()
        return AuthResult(success=good, handled=False)

    return login


class _Tokens(http.server.BaseHTTPRequestHandler):
    """Says whose a token is, as an identity provider does."""

    def do_GET(self) -> None:
        good = self.path.endswith(TOKEN)
        body = json.dumps({"user": "moderator", "active": "yes"} if good else {"active": "no"}).encode()
        self.send_response(200 if good else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextlib.contextmanager
def servers(passwords: Mapping[str, str] = PASSWORDS) -> Iterator[Servers]:
    """Both servers, with an account for each of these; they stop at the end."""
    # Not a folder of pytest: dovecot's own user must be able to look into it.
    with tempfile.TemporaryDirectory(prefix="pbem-mail-") as folder:
        Path(folder).chmod(0o755)
        with _running(Path(folder), passwords) as found:
            yield found


@contextlib.contextmanager
def _running(root: Path, passwords: Mapping[str, str]) -> Iterator[Servers]:
    cert, key = certificate(root)
    found = Servers(root, cert, *free_ports(3), passwords)
    (root / "users").write_text("".join(f"{user}:{{PLAIN}}{word}\n" for user, word in passwords.items()))
    tokens = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Tokens)
    threading.Thread(target=tokens.serve_forever, daemon=True).start()
    (root / "dovecot.conf").write_text(_dovecot(root, found.imap, found.imaps, tokens.server_port, cert, key))
    for user in passwords:
        deliver(
            root / "mail" / user, b"From: setup@table.example\r\nX-PBEM: setup\r\nSubject: welcome\r\n\r\nhello\r\n"
        )
    process = subprocess.Popen(["dovecot", "-F", "-c", str(root / "dovecot.conf")], stderr=subprocess.PIPE)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    controller = Controller(
        _Handler(found),
        hostname="127.0.0.1",
        port=found.smtp,
        tls_context=context,
        require_starttls=True,
        authenticator=_login(passwords),
        auth_required=True,
        data_size_limit=60_000_000,
    )
    controller.start()
    try:
        _wait(found, process)
        yield found
    finally:
        controller.stop()
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        tokens.shutdown()
        tokens.server_close()


def _wait(found: Servers, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if process.poll() is not None:
            assert process.stderr is not None
            raise AssertionError(process.stderr.read().decode())
        try:
            with socket.create_connection(("127.0.0.1", found.imap), 1) as one:
                if one.recv(4):
                    return
        except OSError:
            time.sleep(0.02)
    raise AssertionError("dovecot does not answer: " + (found.root / "log").read_text())


class Client:
    """A mail program made of Python's own modules: IMAP with TLS, SMTP with STARTTLS."""

    def __init__(self, found: Servers, user: str) -> None:
        self.servers, self.user = found, user

    def fetch(self) -> list[EmailMessage]:
        """New mails, which are read then."""
        with imaplib.IMAP4_SSL("127.0.0.1", self.servers.imaps, ssl_context=self.servers.context) as imap:
            imap.login(self.user, self.servers.passwords[self.user])
            imap.select("INBOX")
            _, found = imap.search(None, "UNSEEN")
            mails = []
            for number in found[0].split():
                _, parts = imap.fetch(number.decode(), "(RFC822)")
                part = parts[0]
                assert isinstance(part, tuple)
                mail = message_from_bytes(part[1], policy=policy.default)
                assert isinstance(mail, EmailMessage)
                if mail["Subject"] != "welcome":
                    mails.append(mail)
        return mails

    def send(self, *mails: EmailMessage | bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self.servers.smtp) as smtp:
            smtp.starttls(context=self.servers.context)
            smtp.login(self.user, self.servers.passwords[self.user])
            for mail in mails:
                raw = mail if isinstance(mail, bytes) else mail.as_bytes()
                smtp.sendmail(f"{self.user}@players.example", ["moderator@table.example"], raw)
