"""What can be wrong with a key, a signature, a sealed file or a block, and how it is said.

Every wrong input ends in one `SealError`. Its `fault` is for programs, its sentence for people.
All sentences stand in `SENTENCES`, so that a translation needs this one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Fault(StrEnum):
    # keys
    FILE_UNREADABLE = "file-unreadable"
    FILE_EXISTS = "file-exists"
    FILE_UNWRITABLE = "file-unwritable"
    KEY_UNREADABLE = "key-unreadable"
    KEY_IS_PUBLIC = "key-is-public"
    KEY_IS_PRIVATE = "key-is-private"
    KEY_TYPE = "key-type"
    KEY_FORMAT = "key-format"
    KEY_WEAK = "key-weak"
    PASSPHRASE_NEEDED = "passphrase-needed"
    PASSPHRASE_WRONG = "passphrase-wrong"
    RECIPIENT = "recipient"
    # allowed_signers
    SIGNERS_LINE = "signers-line"
    SIGNERS_NAME = "signers-name"
    SIGNERS_NAMESPACE = "signers-namespace"
    SIGNERS_OPTION = "signers-option"
    SIGNERS_TWICE = "signers-twice"
    SIGNERS_SIZE = "signers-size"
    # signatures
    SIG_ABSENT = "sig-absent"
    SIG_BASE64 = "sig-base64"
    SIG_TRUNCATED = "sig-truncated"
    SIG_TRAILING = "sig-trailing"
    SIG_VERSION = "sig-version"
    SIG_KEY_TYPE = "sig-key-type"
    SIG_NAMESPACE = "sig-namespace"
    SIG_RESERVED = "sig-reserved"
    SIG_HASH = "sig-hash"
    SIG_KEY = "sig-key"
    SIG_TEXT = "sig-text"
    # sealed files
    SEALED_ABSENT = "sealed-absent"
    SEALED_OTHER_KEY = "sealed-other-key"
    SEALED_DAMAGED = "sealed-damaged"
    SEALED_NO_KEY = "sealed-no-key"
    SEALED_SIZE = "sealed-size"
    SEALED_DOCUMENT = "sealed-document"
    NO_RECIPIENT = "no-recipient"
    # blocks and signed moves
    BLOCK_ABSENT = "block-absent"
    BLOCK_DAMAGED = "block-damaged"
    BLOCK_TRUNCATED = "block-truncated"
    BLOCK_VERSION = "block-version"
    BLOCK_LAYOUT = "block-layout"
    BLOCK_SEVERAL = "block-several"
    BLOCK_SIZE = "block-size"
    SIGNED_ABSENT = "signed-absent"
    SIGNED_TRAILING = "signed-trailing"
    SIGNED_PLAYER = "signed-player"
    # the moderator's key
    MODERATOR_ABSENT = "moderator-absent"
    MODERATOR_OTHER = "moderator-other"


SENTENCES: Mapping[Fault, str] = {
    Fault.FILE_UNREADABLE: "{where} cannot be read: {why}.",
    Fault.FILE_EXISTS: "{where} is there already and was left as it is; choose another name for the new key.",
    Fault.FILE_UNWRITABLE: "{where} cannot be written: {why}.",
    Fault.KEY_UNREADABLE: "{where} does not hold a readable OpenSSH key; `ssh-keygen -t ed25519` makes one.",
    Fault.KEY_IS_PUBLIC: "{where} holds a public key, but the private one is needed: "
    "the file of the same name without `.pub`.",
    Fault.KEY_IS_PRIVATE: "{where} holds a private key, but the public one is needed (the `.pub` file); "
    "never give a private key away.",
    Fault.KEY_TYPE: "{where} is a key of type {found}; pbem takes ssh-ed25519 keys only, "
    "which `ssh-keygen -t ed25519` makes.",
    Fault.KEY_FORMAT: "{where} is a {found}, not an OpenSSH key file; "
    "convert it, or make a game key with `ssh-keygen -t ed25519`.",
    Fault.KEY_WEAK: "{where} holds an ed25519 key that protects nothing (a point of small order); "
    "make another with `ssh-keygen -t ed25519`.",
    Fault.PASSPHRASE_NEEDED: "{where} is locked with a passphrase, and there is nobody to ask for it here.",
    Fault.PASSPHRASE_WRONG: "The passphrase does not open {where}.",
    Fault.RECIPIENT: "{where} is not a recipient for sealed files; "
    "use an ssh-ed25519 public key or an `age1…` recipient as `age-keygen` prints it.",
    Fault.SIGNERS_LINE: '{where} does not read as `name namespaces="pbem" ssh-ed25519 AAAA… comment`.',
    Fault.SIGNERS_NAME: "{where} names {found}; a player's name begins with a-z, "
    "goes on with a-z, 0-9 or _, and has at most 24 characters.",
    Fault.SIGNERS_NAMESPACE: "{where} allows the namespace {found}; it must be exactly `{right}`.",
    Fault.SIGNERS_OPTION: "{where} has the option {found}; only `namespaces` has a place here, "
    "because the ledger says from when to when a key counts.",
    Fault.SIGNERS_TWICE: "{where} names {found} a second time; each player has one line.",
    Fault.SIGNERS_SIZE: "{where} is longer than {right} bytes, which no table of players needs.",
    Fault.SIG_ABSENT: "This is not an SSH signature; it must begin with `-----BEGIN SSH SIGNATURE-----` "
    "and end with `-----END SSH SIGNATURE-----`.",
    Fault.SIG_BASE64: "The text inside the SSH signature is not clean base64; it was changed on its way.",
    Fault.SIG_TRUNCATED: "The SSH signature ends too early; a part of it is missing.",
    Fault.SIG_TRAILING: "The SSH signature has bytes too many after its end.",
    Fault.SIG_VERSION: "This is an SSH signature of an unknown version; version 1 is needed.",
    Fault.SIG_KEY_TYPE: "The signature was made with a key of type {found}; pbem takes plain ssh-ed25519 keys only.",
    Fault.SIG_NAMESPACE: "The signature was made for {found}, not for {right}; "
    "sign with `ssh-keygen -Y sign -n {right}`.",
    Fault.SIG_RESERVED: "The reserved field of the SSH signature is not empty.",
    Fault.SIG_HASH: "The signature uses the hash {found}; sha512 or sha256 is needed.",
    Fault.SIG_KEY: "The signature was made with another key: {found} signed, {right} was expected.",
    Fault.SIG_TEXT: "The signature does not match the text; "
    "the text was changed after signing, or the signature belongs to another one.",
    Fault.SEALED_ABSENT: "This is not a sealed file; it must begin with "
    "`-----BEGIN AGE ENCRYPTED FILE-----` or be a binary age file.",
    Fault.SEALED_OTHER_KEY: "This file is sealed for somebody else; the key {found} does not open it.",
    Fault.SEALED_DAMAGED: "The sealed file is damaged or incomplete and cannot be opened; ask for it again.",
    Fault.SEALED_NO_KEY: "This move is sealed; it takes the moderator's key to open it.",
    Fault.SEALED_SIZE: "The sealed file is longer than {right} bytes and was not opened.",
    Fault.SEALED_DOCUMENT: "The sealed file was opened, but what is inside is not a pbem document.",
    Fault.NO_RECIPIENT: "Nothing can be sealed for nobody; name at least one recipient.",
    Fault.BLOCK_ABSENT: "There is no move block here; "
    "it begins with `-----BEGIN PBEM MOVE-----` and ends with `-----END PBEM MOVE-----`.",
    Fault.BLOCK_DAMAGED: "Move block {where} was damaged on its way (its checksum does not fit); "
    "send it again, best as an attachment.",
    Fault.BLOCK_TRUNCATED: "Move block {where} has no `-----END PBEM MOVE-----`: "
    "a part is missing; send it again, best as an attachment.",
    Fault.BLOCK_VERSION: "Move block {where} has format version {found}; this pbem reads version 1.",
    Fault.BLOCK_LAYOUT: "Move block {where} arrived as it was sent, but its parts do not fit together; "
    "the program that wrote it is at fault.",
    Fault.BLOCK_SEVERAL: "There are {found} different move blocks here, where one is expected.",
    Fault.BLOCK_SIZE: "Move block {where} is longer than any move may be.",
    Fault.SIGNED_ABSENT: "There is no signed move here: "
    "neither a move block, nor a sealed one, nor a move file with its SSH signature.",
    Fault.SIGNED_TRAILING: "After the SSH signature there is more text; the signature must stand last.",
    Fault.SIGNED_PLAYER: "{found} has no seat in this game.",
    Fault.MODERATOR_ABSENT: "There is no moderator's key: neither the file {where} "
    "nor the environment variable {found} holds one.",
    Fault.MODERATOR_OTHER: "This is not the moderator's key that game {where} was started with; "
    "the key {right} is needed, {found} is here.",
}


class SealError(Exception):
    """Wrong input, told in one sentence. `fault` says which kind it is."""

    def __init__(self, fault: Fault, **values: object) -> None:
        self.fault = fault
        self.values = {name: printable(str(value)) for name, value in values.items()}
        super().__init__(SENTENCES[fault].format(**self.values))


def printable(text: str, longest: int = 160) -> str:
    """A stranger's text made safe for a terminal and a log: no control characters, not endless."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:longest])
    return shown + "…" if len(text) > longest else shown
