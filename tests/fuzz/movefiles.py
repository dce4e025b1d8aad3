"""Move files of a hostile hand: what is signed is mangled before it is signed, and what holds it afterwards."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.seals import sshsig
from pbem.seals.block import BEGIN, END
from pbem.seals.keys import PrivateKey, PublicKey
from pbem.seals.wire import string
from tests.campaign.kit import key
from tests.seals.mutilations import MUTILATIONS

from . import agefile
from .dice import Dice, encoded, scrambled

SPARES = tuple(key(f"spare {n}") for n in range(4))
"""Keys that a seat may change to: whoever holds them can still play on."""
STRANGER = key("stranger")
MODERATOR_KEY = key("moderator")


@dataclass(frozen=True)
class Scene:
    """Where a game stands, as far as who writes to it needs to know."""

    game: str
    head: str
    genesis: str
    older: tuple[str, ...]
    """Heads that were."""
    keys: Mapping[str, PrivateKey]
    asked: str
    """The seat that has to act."""
    legal: tuple[str, ...]
    samples: tuple[bytes, ...]
    """Files that were taken before."""

    @property
    def handles(self) -> tuple[str, ...]:
        return tuple(self.keys)


@dataclass(frozen=True)
class Upload:
    """What somebody leaves in an inbox: a file, perhaps its detached signature, or something that is no file."""

    data: bytes
    signature: bytes | None = None
    name: str = ".move"
    """Follows the number of the input; a name that begins with a dot is nobody's business."""
    hidden: bool = False
    kind: str = "file"
    """file, folder, link or pipe"""


WORDS = tuple(
    word.encode("utf-8", "surrogatepass")
    for word in (
        "game: ",
        "player: ",
        "after: ",
        "written: ",
        "window: ",
        "orders: |\n  ",
        "orders:",
        "\n",
        "  ",
        "\t",
        "- ",
        "? ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        "&a ",
        "*a",
        "!!binary ",
        "|",
        ">",
        "'",
        '"',
        "#",
        "---\n",
        "...\n",
        "<<: *a\n",
        "%YAML 1.1\n",
        "%TAG ! x\n",
        "\\u202e",
        "\\x00",
        "\\ud800",
        "\u202e",
        "\ufeff",
        "\0",
        "\r",
        "\r\n",
        ",",
        "~",
        "-----BEGIN SSH SIGNATURE-----\n",
        "-----END SSH SIGNATURE-----\n",
        BEGIN,
        END,
        "BEGIN PBEM MOVE",
        "> ",
        "=\n",
        "=3D",
        "&#",
        "&#43;",
        "&nbsp;",
        "&lt;p&gt;",
        "<br>",
        "<",
        "UEJNAUM",
        "=",
        "-- \n",
        "\u2014",
        "age-encryption.org/v1\n",
        "-> X25519 ",
        "-> ssh-ed25519 ",
        "-> scrypt ",
        "--- ",
        "AAAA",
        "-----BEGIN AGE ENCRYPTED FILE-----\n",
        "-----END AGE ENCRYPTED FILE-----\n",
        "SSHSIG",
        "\0\0\0\x01",
        "\0\0\0\0",
        "\0\0\0\x0bssh-ed25519",
        "pbem",
    )
) + (b"\xff\xff\xff\xff", b"\xed\xa0\x80", b"\xff\xfe", b"\xc3", b"\x7f\xff\xff\xff")

_NAMES = (
    "",
    " ",
    "..",
    "../ben",
    "/etc/passwd",
    "ANNA",
    "anna ",
    "con",
    "nul.txt",
    "-rf",
    "a" * 41,
    "аnna",
    "ann\u0430",
    "null",
    "~",
    "yes",
    "0x10",
    "1e9",
    "2026-01-01",
    "moderator",
    "_moderator",
    "bob",
    "duel-43",
    "é",
    "\u202eanna",
    "a\0b",
)
_TIMES = (
    "",
    "2026-01-01T12:00:00Z",
    "2026-01-01T11:59:59Z",
    "2126-12-31T23:59:59Z",
    "0000-00-00T00:00:00Z",
    "9999-12-31T23:59:60Z",
    "2026-02-30T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T12:00:00+00:00",
    "2026-01-01",
    "2026-01-01T12:00:00z",
    "٢٠٢٦-01-01T12:00:00Z",
    "-2026-01-01T12:00:00Z",
    "99999-01-01T12:00:00Z",
    "now",
    "0",
)
_WINDOWS = ("turn", "draft", "turn 3", "", " turn", "x" * 80, "x" * 81, "a\u202eb", "|", "!!int 3", "choose_progress")
_CONDITIONS = (
    "coins > 3",
    "coins >= coins(opponent)",
    "not taken(press)",
    "age in (1, 3)",
    "pawn < 0 or symbols(me) >= 4",
    "accessible(academy) and free(academy)",
    "coins = 9" + "9" * 300,
    "age = ٣",
    "coins > -0",
    "coins(coins(me)) > 1",
    "taken(",
    ")",
    "not not not age",
    "age in ()",
    "age in (1,)",
    'taken("Bäder")',
    "coins <> 3",
    "coins > coins",
)
_LINES = (
    "any",
    "default",
    "ask",
    "join",
    "pass",
    "clear standing",
    "clear standing on play_card",
    "clear standing on nothing",
    "discard any",
    "try any",
    "any or any",
    "always on choose_progress: token law or any",
    "once on play_card: any",
    "until age 2 on play_card if coins < 3: discard tavern or default",
    "until age 99 on play_card: any",
    "always on : any",
    "always on play_card from opponent card baths for x in y: any",
    "always always on play_card: any",
    "if : any",
    "if",
    "build baths",
    "bui bat",
    'build "Bäder"',
    "build baths or discard baths",
    "wonder pyramids with stable",
    "token law",
    "start me",
    "start opponent",
    "attack zagros until won keep 2",
    "army libya x3",
    "x" * 3000,
    "build",
    "or",
    "try",
    ":",
    "status",
    "moves",
    "report",
    "standing",
    "help",
    "join join",
    "key",
    "# only a comment",
    "any # and a comment",
    "#",
)
_FILE_NAMES = (
    ".move",
    ".move",
    ".move",
    ".yaml",
    "",
    ".sig",
    ".sig.sig",
    " .move",
    ".é.move",
    ".\udcff.move",
    ".\n.move",
    ".-rf",
    "." + "x" * 180,
    ".zip",
    ".move.new",
    ".\u202e.move",
    ".tmp~",
    ".lock",
    ".json",
)


def make(dice: Dice, scene: Scene) -> Upload:
    """One hostile upload."""
    name, hidden = dice.choice(_FILE_NAMES), dice.chance(0.01)
    if dice.chance(0.005):
        return Upload(b"", name=name, kind=dice.choice(("folder", "link", "pipe")))
    data, signature = wrapped(dice, scene, *signed(dice, scene, payload(dice, scene)))
    if dice.chance(0.45):
        data = scrambled(dice, data, WORDS, scene.samples)
    if signature is not None and dice.chance(0.3):
        signature = scrambled(dice, signature, WORDS, scene.samples)
    return Upload(data, signature, name, hidden)


def make_orders(dice: Dice, scene: Scene, player: str) -> Upload:
    """A good file of a seat, but for what it orders: this is the way to all that reads orders."""
    found = {
        "game": scene.game,
        "player": player,
        "after": scene.head if dice.chance(0.9) else dice.choice(scene.older),
    }
    if dice.chance(0.2):
        found["written"] = dice.choice(_TIMES[1:4])
    if dice.chance(0.2):
        found["window"] = dice.choice(_WINDOWS[:3])
    found["orders"] = "|\n" + "".join(f"  {_line(dice, scene)}\n" for _ in range(dice.choice((1, 1, 1, 2, 3, 9))))
    data = encoded("".join(f"{name}: {value}\n" for name, value in found.items()))
    blob = sshsig.dearmor(sshsig.sign(scene.keys[player], data, "pbem"))
    return Upload(block(dice, b"C" + string(data) + string(blob)))


# ---- what is signed


def payload(dice: Dice, scene: Scene) -> bytes:
    """The text of a move file: as it must be, or with something wrong in keys, values, style, depth, size or bytes."""
    pairs = _pairs(dice, scene)
    if dice.chance(0.25):
        pairs = _other_pairs(dice, pairs)
    text = "".join(f"{name}: {value}\n" for name, value in pairs)
    if dice.chance(0.12):
        text = _deep(dice, text)
    if dice.chance(0.1):
        text = _styled(dice, text)
    data = encoded(text)
    return scrambled(dice, data, WORDS, scene.samples, 2) if dice.chance(0.25) else data


def _pairs(dice: Dice, scene: Scene) -> list[tuple[str, str]]:
    player = scene.asked if dice.chance(0.7) else dice.choice(scene.handles)
    found = {
        "game": scene.game if dice.chance(0.95) else _value(dice, _NAMES),
        "player": player if dice.chance(0.95) else _value(dice, _NAMES),
        "after": scene.head if dice.chance(0.8) else _after(dice, scene),
    }
    if dice.chance(0.3):
        found["written"] = _value(dice, _TIMES)
    if dice.chance(0.15):
        found["window"] = _value(dice, _WINDOWS)
    found["orders"] = _orders(dice, scene)
    return list(found.items())


def _value(dice: Dice, values: Sequence[str]) -> str:
    text = dice.choice(values)
    if dice.chance(0.15):
        text += dice.odd()
    return dice.choice(
        (text, text, f'"{text}"', f"'{text}'", f"|\n  {text}", f">-\n  {text}", f"[{text}]", f"{{{text}}}")
    )


def _after(dice: Dice, scene: Scene) -> str:
    head = scene.head
    return dice.choice(
        (
            scene.genesis,
            *scene.older,
            head.upper(),
            head[:-1],
            head + "0",
            "0" * 64,
            "f" * 64,
            head[:-1] + "٣",
            f"0x{head}",
            "",
            "~",
            dice.choice(scene.older)[::-1],
        )
    )


def _orders(dice: Dice, scene: Scene) -> str:
    lines = [_line(dice, scene) for _ in range(1 if dice.chance(0.7) else dice.randint(0, 6))]
    if dice.chance(0.01):
        lines = lines * dice.length()
    if dice.chance(0.1):
        return dice.choice(
            ('""', "''", "~", "|", ">", "", "|2", "|9", "|-\n", "|+\n\n", f'"{chr(92)}n"', lines[0] if lines else "")
        )
    return dice.choice(("|", "|", "|", "|-", "|+", "|2", ">")) + "\n" + "".join(f"  {line}\n" for line in lines)


def _line(dice: Dice, scene: Scene) -> str:
    pick = dice.random()
    if pick < 0.45:
        line = dice.choice(scene.legal)
    elif pick < 0.8:
        line = dice.choice(_LINES)
    elif pick < 0.84:
        return _key_line(dice)
    else:
        depth = dice.choice((0, 0, 1, 2, 19, 20, 21, dice.length()))
        condition = f" {dice.choice(('and', 'or'))} ".join(dice.some(_CONDITIONS, 3))
        line = f"if {'(' * depth}{condition}{')' * depth}: {dice.choice((dice.choice(scene.legal), *_LINES[:6]))}"
    if dice.chance(0.1):
        at = dice.randrange(len(line) + 1)
        line = line[:at] + dice.odd() + line[at:]
    if dice.chance(0.05):
        line = " or ".join([line] * min(dice.length(), 5000))
    return line


def _key_line(dice: Dice) -> str:
    """A new key: a good one, or one that is none though it looks like one."""
    raw = dice.choice(
        (
            dice.choice(SPARES).public.raw,
            dice.choice(SPARES).public.raw,
            STRANGER.public.raw,
            bytes(32),
            b"\x01" + bytes(31),
            b"\xff" * 32,
            (2).to_bytes(32, "little"),
            dice.randbytes(31) + b"\x7f",
            dice.randbytes(31),
            (2**255 - 19).to_bytes(32, "little"),
            MODERATOR_KEY.public.raw,
        )
    )
    text = base64.b64encode(PublicKey(raw).blob).decode()
    if dice.chance(0.2):
        text = scrambled(dice, text.encode(), (b"A", b"=", b"/", b" "), (b"AAAA",)).decode("latin-1").replace("\n", "")
    kind = dice.choice(("ssh-ed25519",) * 5 + ("ssh-rsa", "sk-ssh-ed25519@openssh.com", "", "SSH-ED25519"))
    age = dice.choice(
        ("",) * 3 + (" age1" + "q" * 58, f" {_AGE_ZERO}", " age1", " AGE1QQQ", " anna@home", " age1" + "é" * 58)
    )
    return f"key {kind} {text}{age}"


# The recipient whose point is zero, in the spelling of age (Bech32).
_AGE_ZERO = "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z"


def _other_pairs(dice: Dice, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Keys that are missing, double, unknown, in another order, or no plain words."""
    at = dice.randrange(len(pairs))
    name, value = pairs[at]
    match dice.randrange(7):
        case 0:
            return pairs[:at] + pairs[at + 1 :]
        case 1:
            return pairs + [pairs[at]]
        case 2:
            return dice.sample(pairs, len(pairs))
        case 3:
            return pairs[:at] + [
                (dice.choice((name.upper(), name + dice.odd(), "order", "", "key", "<<", "=", "1", "null")), value)
            ]
        case 4:
            return [
                *pairs[:at],
                (dice.choice((f'"{name}"', f"'{name}'", f"? {name}\n", f"&a {name}", f"!!str {name}")), value),
            ]
        case 5:
            return pairs + [(f"x{n}", "y") for n in range(min(dice.length(), 5000))]
        case _:
            depth = dice.choice((1, 2, 7, 8, 9, 10, 11, dice.length()))
            opening, closing = dice.choice(
                (("{", "}"), ("[", "]"), ("? ", ""), ("- ", ""), ("{a: ", "}"), ("[{", "}]"))
            )
            mangled = opening * depth + name + (closing * depth if dice.chance(0.7) else "")
            return [*pairs[:at], (mangled, value), *pairs[at + dice.randrange(2) :]]


def _deep(dice: Dice, text: str) -> str:
    """Something in something in something, as a key, a value, or the whole file."""
    depth = dice.choice((2, 8, 9, 10, 30, dice.length()))
    opening = dice.choice(("{", "[", "? ", "- ", "{{", "{a: ", "[[", "{? ", "&a [", "- - ", "? - ", "!!map {"))
    closing = {"{": "}", "[": "]", "? ": "", "- ": ""}.get(opening, "")
    deep = opening * depth + closing * depth * dice.randrange(2)
    return dice.choice(
        (
            deep,
            deep + text,
            text + deep,
            f"{deep}: x\n{text}",
            text + f"x: {deep}\n",
            text.replace("orders: ", f"orders: {deep}"),
            "{" + text.replace("\n", ", ") + "}",
        )
    )


def _styled(dice: Dice, text: str) -> str:
    """The same with other means of YAML."""
    match dice.randrange(9):
        case 0:
            return "---\n" + text + dice.choice(("", "...\n", "---\n" + text, "--- x\n"))
        case 1:
            return (
                dice.choice(
                    ("%YAML 1.2\n---\n", "%YAML 9.9\n---\n", "%TAG !e! tag:x,2000:\n---\n", "\ufeff", "# é\n", "\n\n")
                )
                + text
            )
        case 2:
            return text.replace(
                ": ", dice.choice((":\t", ":", " : ", ": !!str ", ": &a ", ": !<x> ", ": ? ")), dice.randint(1, 3)
            )
        case 3:
            return text.replace("\n", dice.choice(("\r\n", "\r", "\u2028", "\u0085", "\n\n", "\n \n", " # c\n")))
        case 4:
            return "{" + ", ".join(line for line in text.split("\n") if line) + "}"
        case 5:
            return "\n".join(" " * dice.randrange(4) + line for line in text.split("\n"))
        case 6:
            return text.replace("game", "&a game") + "window: *a\n"
        case 7:
            return text + "#" + "x" * dice.length() + "\n"
        case _:
            return text.rstrip("\n") + dice.odd()


# ---- who signs it, and how


def signed(dice: Dice, scene: Scene, data: bytes) -> tuple[bytes, bytes]:
    """The text and the bytes of a signature: mostly a right one, so that what is wrong in the text is looked at."""
    signer = scene.keys[scene.asked]
    for handle, own in scene.keys.items():
        if f"player: {handle}".encode() in data:
            signer = own
    pick = dice.random()
    if pick < 0.75:
        return data, sshsig.dearmor(sshsig.sign(signer, data, "pbem"))
    if pick < 0.8:
        return data, sshsig.dearmor(sshsig.sign(dice.choice((STRANGER, *scene.keys.values(), *SPARES)), data, "pbem"))
    if pick < 0.84:
        space = dice.choice(("pbem-moderator", "git", "", "PBEM", "pbem\0", "file", "p" * 2000))
        return data, sshsig.dearmor(sshsig.sign(signer, data, space))
    if pick < 0.88:
        return scrambled(dice, data, WORDS, scene.samples, 1), sshsig.dearmor(sshsig.sign(signer, data, "pbem"))
    if pick < 0.94:
        return data, _odd_signature(dice, signer, data)
    blob = sshsig.dearmor(sshsig.sign(signer, data, "pbem"))
    return data, scrambled(dice, blob, WORDS, (blob,), 2)


def _odd_signature(dice: Dice, signer: PrivateKey, data: bytes) -> bytes:
    """Put together by hand: right in form and wrong in some part."""
    raw = signer.sign(b"SSHSIG" + data)
    kind = dice.choice((b"ssh-ed25519",) * 4 + (b"ssh-rsa", b"", b"sk-ssh-ed25519@openssh.com", b"\xff" * 9))
    public = dice.choice(
        (signer.public.blob, STRANGER.public.blob, PublicKey(bytes(32)).blob, PublicKey(b"\xff" * 32).blob, b"")
    )
    raw = dice.choice((raw, bytes(64), b"\xff" * 64, raw[:63], raw + b"\0", b"", raw[:32] + bytes(32)))
    version = dice.choice((1, 1, 1, 1, 0, 2, 2**31, 2**32 - 1)).to_bytes(4, "big")
    hashed = dice.choice((b"sha512", b"sha256", b"sha1", b"", b"\xff\xfe", b"sha512\0"))
    inner = string(kind) + string(raw)
    parts = [public, dice.choice((b"pbem", b"pbem", b"", b"\xff")), dice.choice((b"", b"", b"", b"x")), hashed, inner]
    return b"SSHSIG" + version + b"".join(map(string, parts)) + dice.choice((b"", b"", b"", b"\0"))


# ---- what it comes in


def wrapped(dice: Dice, scene: Scene, data: bytes, blob: bytes) -> tuple[bytes, bytes | None]:
    """As a block, sealed, in one file with its signature, or as two files."""
    armored = sshsig.armor(blob).encode()
    pick = dice.random()
    if pick < 0.4:
        return _around(dice, block(dice, b"C" + string(data) + string(blob))), None
    if pick < 0.5:
        return data + armored + dice.choice((b"", b"", b"\n", b"\r\n\t ", b"x", armored)), None
    if pick < 0.7:
        return data, armored
    inside = data + armored if dice.chance(0.8) else block(dice, b"C" + string(data) + string(blob))
    if dice.chance(0.1):
        inside = scrambled(dice, inside, WORDS, scene.samples, 2)
    if dice.chance(0.5):
        inside = inside.ljust(1024, b"\n")
    whole = _sealed(dice, inside)
    if pick < 0.85:
        return _around(dice, block(dice, b"S" + string(whole))), None
    return (agefile.armor(whole) + b"\n" * dice.choice((0, 1, 40, 1023, 1024)) if dice.chance(0.6) else whole), None


def block(dice: Dice, rest: bytes) -> bytes:
    """A block whose checksum is right, whatever stands in it: only so its parts are looked at."""
    head = b"PBM\x01" if dice.chance(0.97) else dice.choice((b"PBM\x02", b"PBM\0", b"pbm\x01", b"", b"PBM"))
    if dice.chance(0.03):
        rest = dice.choice(
            (b"X", b"", b"C", b"S", rest[:7], rest + b"\0", b"C" + rest, b"C\xff\xff\xff\xff" + rest[5:])
        )
    body = head + rest
    text = base64.b64encode(body + hashlib.sha256(body).digest()[:4]).decode()
    width = dice.choice((64, 64, 64, 76, 20, 1000))
    lines = "\n".join(text[at : at + width] for at in range(0, len(text), width))
    return f"{BEGIN}\n{lines}\n{END}\n".encode()


def _around(dice: Dice, whole: bytes) -> bytes:
    """What mail programs do to a block."""
    if dice.chance(0.6):
        return whole
    text = dice.choice(list(MUTILATIONS.values()))(whole.decode())
    if dice.chance(0.2):
        at = dice.randrange(len(text) + 1)
        text = (
            text[:at]
            + dice.choice(("&#", "&#x", "&", "<", "&amp;#", "="))
            + dice.choice("0129aF;") * dice.length()
            + text[at:]
        )
    if dice.chance(0.05):
        text *= dice.randint(2, 70)
    return encoded(text)


def _sealed(dice: Dice, inside: bytes) -> bytes:
    """For the moderator, with whatever else an age header can have."""
    key_ = MODERATOR_KEY.public if dice.chance(0.93) else STRANGER.public
    before: list[bytes] = []
    after: list[bytes] = []
    if dice.chance(0.25):
        some = [_stanza(dice)] * dice.choice((1, 2, 15, 16, 17, dice.length()))
        some = some[: max(1, _MOST_STANZAS // len(some[0]))] if some else some
        before, after = (some, []) if dice.chance(0.5) else ([], some)
    whole = agefile.sealed(inside, key_, dice.randbytes(16), before, after)
    if dice.chance(0.03):
        whole = agefile.sealed(whole, MODERATOR_KEY.public, dice.randbytes(16))
    if dice.chance(0.1):
        whole = scrambled(dice, whole, WORDS, (whole,), 2)
    return whole


# A header longer than this is read no further; what read on would take minutes at the square of the length.
_MOST_STANZAS = 50_000


def _stanza(dice: Dice) -> bytes:
    kind = dice.choice((b"X25519", b"ssh-ed25519", b"ssh-rsa", b"scrypt", b"x-grease", b"a", b"piv-p256", b"\xff", b""))
    b64 = base64.b64encode(dice.randbytes(32)).rstrip(b"=")
    arguments = dice.choice(
        ((), (b"a",), (b64,), (b"", b""), (b64, b64), (b"aGk", b"99"), (b64[:22], b"64"), (b"x" * dice.length(),))
    )
    return agefile.stanza(kind, arguments, dice.randbytes(dice.choice((0, 1, 32, 47, 48, 49, 400))))
