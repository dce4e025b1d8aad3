"""Vectors: SSH signatures, public keys and tables of signers."""

from __future__ import annotations

import base64
import hashlib

from pbem.seals import sshsig
from pbem.seals.keys import KIND, PublicKey
from pbem.seals.wire import string

from .casekit import MOVE, Case, key

ANNA, BEN = key("anna"), key("ben")
TEXT = MOVE.encode()
ORDER = 2**252 + 27742317777372353535851937790883648493  # of the group of ed25519


def blob(
    namespace: str = "pbem",
    hash_: str = "sha512",
    reserved: bytes = b"",
    version: int = 1,
    magic: bytes = b"SSHSIG",
    key_kind: str = KIND,
    kind: str = KIND,
    raw: bytes | None = None,
    after: bytes = b"",
    after_key: bytes = b"",
    after_sig: bytes = b"",
    public: bytes | None = None,
    text: bytes = TEXT,
) -> bytes:
    """A signature of the sample move put together by hand, right in all but what is asked for."""
    digest = hashlib.new(hash_ if hash_ in ("sha256", "sha512") else "sha512", text).digest()
    signed = b"SSHSIG" + string(namespace.encode()) + string(reserved) + string(hash_.encode()) + string(digest)
    raw = ANNA.sign(signed) if raw is None else raw
    pub = string(key_kind.encode()) + string(ANNA.public.raw if public is None else public) + after_key
    sig = string(kind.encode()) + string(raw) + after_sig
    return (
        magic
        + version.to_bytes(4, "big")
        + string(pub)
        + string(namespace.encode())
        + string(reserved)
        + string(hash_.encode())
        + string(sig)
        + after
    )


def armored(**changes: object) -> str:
    return sshsig.armor(blob(**changes))


def _case(name: str, signature: str, message: str | None, text: bytes = TEXT, namespace: str = "pbem") -> Case:
    case = {
        "name": name,
        "signature": signature,
        "text": text.decode(),
        "namespace": namespace,
        "key": ANNA.public.line,
    }
    return case if message is None else {**case, "message": message}


def signatures() -> list[Case]:
    plain = armored()
    lines = plain.splitlines()
    body = "".join(lines[1:-1])
    raw = sshsig.parse(plain).raw
    high = raw[:32] + (int.from_bytes(raw[32:], "little") + ORDER).to_bytes(32, "little")
    absent = (
        "This is not an SSH signature; it must begin with `-----BEGIN SSH SIGNATURE-----` "
        "and end with `-----END SSH SIGNATURE-----`."
    )
    base64_ = "The text inside the SSH signature is not clean base64; it was changed in transit."
    short = "The SSH signature ends too early; part of it is missing."
    long = "The SSH signature has extra bytes after its end."
    text = (
        "The signature does not match the text; "
        "the text was changed after signing, or the signature belongs to another one."
    )

    def kind(found: str) -> str:
        return f"The signature was made with a key of type {found}; pbem accepts only plain ssh-ed25519 keys."

    def space(found: str, right: str = "pbem") -> str:
        return f"The signature was made for {found}, not for {right}; sign with `ssh-keygen -Y sign -n {right}`."

    def lax(inside: str) -> str:
        return f"{sshsig.BEGIN}\n{inside}\n{sshsig.END}\n"

    receipt = "".join(armored(namespace="pbem-moderator").splitlines()[1:-1])  # its base64 ends with ==
    stray = receipt[:-3] + chr(ord(receipt[-3]) + 1) + "=="
    assert receipt[-3:] in ("A==", "Q==", "g==", "w==")
    weak = "The key in the signature holds an ed25519 key that protects nothing (a point of small order); "
    return [
        _case("sha512", plain, None),
        _case("sha256", armored(hash_="sha256"), None),
        _case("empty text", armored(text=b""), None, b""),
        _case("moderator", armored(namespace="pbem-moderator"), None, namespace="pbem-moderator"),
        _case("CRLF", plain.replace("\n", "\r\n"), None),
        _case("body on one line", lax(body), None),
        _case("blanks around lines", "\n" + "".join(f"  {line} \n" for line in lines), None),
        _case("wrong namespace", armored(namespace="git"), space("git")),
        _case("receipt as move", armored(namespace="pbem-moderator"), space("pbem-moderator")),
        _case("move as receipt", plain, space("pbem", "pbem-moderator"), namespace="pbem-moderator"),
        _case("no namespace", armored(namespace=""), space("nothing")),
        _case(
            "wrong key",
            sshsig.sign(BEN, TEXT, "pbem"),
            "The signature was made with another key: SHA256:arT73/KxTwPLQJnz+ZWe30SSMf1Us3U0Uue4b9FYfKI signed, "
            "SHA256:2pB1y6wZJYRRMTNljUz1rGhAkkMTEYBioVNrvxFiumk was expected.",
        ),
        _case("changed text", plain, text, TEXT.replace(b"baths", b"bath")),
        _case("text with CRLF", plain, text, TEXT.replace(b"\n", b"\r\n")),
        _case("text with one line end more", plain, text, TEXT + b"\n"),
        _case("flipped bit", armored(raw=bytes([raw[0] ^ 1]) + raw[1:]), text),
        _case("s plus group order", armored(raw=high), text),
        _case("all zero", armored(raw=bytes(64)), text),
        _case("truncated blob", sshsig.armor(blob()[:-1]), short),
        _case("only magic", sshsig.armor(b"SSHSIG"), short),
        _case("63 bytes", armored(raw=raw[:-1]), short),
        _case("65 bytes", armored(raw=raw + b"\0"), long),
        _case("trailing byte", armored(after=b"\0"), long),
        _case("trailing byte in the signature", armored(after_sig=b"\0"), long),
        _case(
            "trailing byte in the key",
            armored(after_key=b"\0"),
            "The key in the signature does not hold a readable OpenSSH key; `ssh-keygen -t ed25519` makes one.",
        ),
        _case("huge length", sshsig.armor(b"SSHSIG\0\0\0\1\xff\xff\xff\xff"), short),
        _case("version 2", armored(version=2), "This is an SSH signature of an unknown version; version 1 is needed."),
        _case("other magic", armored(magic=b"SSHSIX"), absent),
        _case("reserved", armored(reserved=b"x"), "The reserved field of the SSH signature is not empty."),
        _case("sha1", armored(hash_="sha1"), "The signature uses the hash sha1; sha512 or sha256 is needed."),
        _case("rsa key", armored(key_kind="ssh-rsa", kind="rsa-sha2-512"), kind("ssh-rsa")),
        _case(
            "ecdsa key",
            armored(key_kind="ecdsa-sha2-nistp256", kind="ecdsa-sha2-nistp256"),
            kind("ecdsa-sha2-nistp256"),
        ),
        _case(
            "hardware key",
            armored(key_kind="sk-ssh-ed25519@openssh.com", kind="sk-ssh-ed25519@openssh.com"),
            kind("sk-ssh-ed25519@openssh.com"),
        ),
        _case("signature of another kind than the key", armored(kind="ssh-rsa"), kind("ssh-rsa")),
        _case("key of small order", armored(public=bytes(32)), weak + "make another with `ssh-keygen -t ed25519`."),
        _case("stray bits in base64", lax(stray), base64_, namespace="pbem-moderator"),
        _case("padding missing", lax(receipt.rstrip("=")), base64_, namespace="pbem-moderator"),
        _case("letter lost", lax(body[:50] + body[51:]), base64_),
        _case("sign that is no base64", lax(body[:50] + "!" + body[51:]), base64_),
        _case("url-safe alphabet", lax("_" + body[1:]), base64_),
        _case("quoted with >", "".join(f"> {line}\n" for line in lines), absent),
        _case("text after the end", plain + "regards, Anna\n", absent),
        _case("text before the beginning", "Hello\n" + plain, absent),
        _case("end missing", "\n".join(lines[:-1]), absent),
        _case("empty", "", absent),
        _case("PGP", "-----BEGIN PGP SIGNATURE-----\nAAAA\n-----END PGP SIGNATURE-----\n", absent),
    ]


def public_keys() -> list[Case]:
    line = ANNA.public.line
    encoded = line.split()[1]
    unreadable = "This text does not hold a readable OpenSSH key; `ssh-keygen -t ed25519` makes one."

    def of(name: str, text: str, message: str) -> Case:
        return {"name": name, "text": text, "message": message}

    def kind(found: str) -> str:
        return (
            f"This text is a key of type {found}; pbem accepts only ssh-ed25519 keys, "
            "which `ssh-keygen -t ed25519` makes."
        )

    def encode(data: bytes) -> str:
        return base64.b64encode(data).decode()

    weak = (
        "This text holds an ed25519 key that protects nothing (a point of small order); "
        "make another with `ssh-keygen -t ed25519`."
    )
    private = (
        "This text holds a private key, but the public one is needed (the `.pub` file); never give a private key away."
    )
    return [
        {
            "name": "plain",
            "text": line,
            "raw": ANNA.public.raw.hex(),
            "comment": "anna",
            "fingerprint": ANNA.public.fingerprint,
        },
        {
            "name": "long comment",
            "text": f"{line}@home, my key\r\n",
            "raw": ANNA.public.raw.hex(),
            "comment": "anna@home, my key",
            "fingerprint": ANNA.public.fingerprint,
        },
        {
            "name": "no comment",
            "text": f"  ssh-ed25519 {encoded}  \n",
            "raw": ANNA.public.raw.hex(),
            "comment": "",
            "fingerprint": ANNA.public.fingerprint,
        },
        of("rsa", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== x", kind("ssh-rsa")),
        of("ecdsa", "ecdsa-sha2-nistp256 AAAA x", kind("ecdsa-sha2-nistp256")),
        of("hardware key", "sk-ssh-ed25519@openssh.com AAAA x", kind("sk-ssh-ed25519@openssh.com")),
        of("rsa inside", f"ssh-ed25519 {encode(string(b'ssh-rsa') + string(bytes(32)))}", kind("ssh-rsa")),
        of("31 bytes", f"ssh-ed25519 {encode(string(KIND.encode()) + string(b'x' * 31))}", unreadable),
        of("trailing byte", f"ssh-ed25519 {encode(ANNA.public.blob + b'x')}", unreadable),
        of("truncated", f"ssh-ed25519 {encode(ANNA.public.blob[:-1])}", unreadable),
        of("stray base64", f"ssh-ed25519 {encoded[:-1]}", unreadable),
        of("two lines", f"{line}\n{BEN.public.line}\n", unreadable),
        of("empty", "", unreadable),
        of("a word", "anna", unreadable),
        of("private", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n", private),
        of("age secret", "AGE-SECRET-KEY-1QQQ", private),
        of("small order", PublicKey(bytes(32)).line, weak),
        of("identity", PublicKey(b"\1" + bytes(31)).line, weak),
        of("not reduced", PublicKey(b"\xff" * 31 + b"\x7f").line, weak),
    ]


AGE = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


def signers() -> list[Case]:
    anna, ben = PublicKey(ANNA.public.raw).line, PublicKey(BEN.public.raw).line
    spaced = f'anna namespaces="pbem" {anna}'

    def good(name: str, text: str, *expected: tuple[str, str, str, str | None]) -> Case:
        return {"name": name, "text": text, "signers": [list(one) for one in expected]}

    def bad(name: str, text: str, message: str) -> Case:
        return {"name": name, "text": text, "message": f"allowed_signers, line {message}"}

    reads = 'does not read as `name namespaces="pbem" ssh-ed25519 AAAA… comment`.'
    named = "a player's name starts with a-z, continues with a-z, 0-9 or _, and has at most 24 characters."
    option = "only `namespaces` is allowed here, because the ledger says when a key is valid."
    space = "it must be exactly `pbem`."
    a, b = ("anna", anna), ("ben", ben)
    return [
        good("one", f"{spaced}\n", (*a, "", None)),
        good(
            "two with comments",
            f'# seats\n\n{spaced} anna@home\nben namespaces="pbem" {ben} x y\n',
            (*a, "anna@home", None),
            (*b, "x y", None),
        ),
        good("age recipient", f"{spaced} anna@home {AGE}\n", (*a, "anna@home", AGE)),
        good("age recipient alone", f"{spaced} {AGE}", (*a, "", AGE)),
        good("CRLF and tabs", spaced.replace(" ", "\t") + "\r\n", (*a, "", None)),
        good(
            "one key for two seats",
            f'{spaced}\nben namespaces="pbem" {anna}\n',
            (*a, "", None),
            ("ben", anna, "", None),
        ),
        good("empty", ""),
        bad("no namespace", f"anna {anna}\n", f"1, allows the namespace any; {space}"),
        bad("other namespace", f'anna namespaces="git" {anna}\n', f"1, allows the namespace git; {space}"),
        bad("several namespaces", f'anna namespaces="pbem,git" {anna}\n', f"1, allows the namespace pbem,git; {space}"),
        bad(
            "valid-after",
            f'anna namespaces="pbem",valid-after="20250101" {anna}\n',
            f"1, has the option valid-after; {option}",
        ),
        bad(
            "cert-authority",
            f'anna cert-authority,namespaces="pbem" {anna}\n',
            f"1, has the option cert-authority; {option}",
        ),
        bad(
            "namespaces twice",
            f'anna namespaces="pbem",namespaces="git" {anna}\n',
            f"1, has the option namespaces; {option}",
        ),
        bad("open quote", f'anna namespaces="pbem {anna}\n', f"1, {reads}"),
        bad(
            "twice",
            f'{spaced}\nanna namespaces="pbem" {ben}\n',
            "2, names anna a second time; each player has one line.",
        ),
        bad("pattern", f'* namespaces="pbem" {anna}\n', f"1, names *; {named}"),
        bad("two principals", f'anna,ben namespaces="pbem" {anna}\n', f"1, names anna,ben; {named}"),
        bad("path", f'../anna namespaces="pbem" {anna}\n', f"1, names ../anna; {named}"),
        bad("Cyrillic", f'аnna namespaces="pbem" {anna}\n', f"1, names аnna; {named}"),
        bad(
            "rsa",
            'anna namespaces="pbem" ssh-rsa AAAA\n',
            "1, is a key of type ssh-rsa; pbem accepts only ssh-ed25519 keys, which `ssh-keygen -t ed25519` makes.",
        ),
        bad(
            "key broken",
            f'anna namespaces="pbem" {anna[:-4]}\n',
            "1, does not hold a readable OpenSSH key; `ssh-keygen -t ed25519` makes one.",
        ),
        bad("no key", 'anna namespaces="pbem"\n', f"1, {reads}"),
        bad("control character", f"{spaced} a\x07b\n", f"1, {reads}"),
        bad("right-to-left comment", f"{spaced} a\u202eb\n", f"1, {reads}"),
        bad(
            "wrong age recipient",
            f"{spaced} {AGE[:-1]}q\n",
            "1, is not a recipient for sealed files; "
            "use an ssh-ed25519 public key or an `age1…` recipient as `age-keygen` prints it.",
        ),
    ]
