"""What can be wrong with a key, a signature, a sealed file or a block, and the messages for it.

Every wrong input ends in one `SealError`. Its `fault` is for programs, its sentence (`words/`) for people.
"""

from __future__ import annotations

from enum import StrEnum

from ..words.message import Message, MessageError, printable, put


class SealFault(StrEnum):
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
    KEY_OFF_CURVE = "key-off-curve"
    PASSPHRASE_NEEDED = "passphrase-needed"
    PASSPHRASE_WRONG = "passphrase-wrong"
    RECIPIENT = "recipient"
    RECIPIENT_WEAK = "recipient-weak"
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
    SEALED_HEADER = "sealed-header"
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


class SealError(MessageError):
    room = "seals"
    fault: SealFault


def phrase(key: str, /, **values: object) -> Message:
    """A part of a sentence about seals."""
    return put("seals", f"phrase.{key}", values)


__all__ = ["Message", "SealError", "SealFault", "phrase", "printable"]
