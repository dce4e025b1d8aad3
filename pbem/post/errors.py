"""What can go wrong with the post, and how it is reported."""

from __future__ import annotations

from enum import StrEnum

from pbem.words.message import Message, MessageError, put


class PostFault(StrEnum):
    NO_SETTINGS = "no-settings"
    SETTINGS = "settings"
    SECRET = "secret"
    CONNECT = "connect"
    LOGIN = "login"
    BOX = "box"
    NO_GAMES = "no-games"
    NO_LEDGER = "no-ledger"
    SEND = "send"
    SEND_NEVER = "send-never"
    CHAT = "chat"
    CHAT_SEND = "chat-send"
    GIT = "git"
    GIT_RACE = "git-race"
    NOT_A_REPOSITORY = "not-a-repository"
    NO_BRANCH = "no-branch"
    HOOK_EXISTS = "hook-exists"
    FILE_EXISTS = "file-exists"
    WHEEL = "wheel"
    PINNING = "pinning"


class PostError(MessageError):
    """Wrong settings, or a failure outside the program, told in one sentence."""

    room = "post"
    longest = 400
    most_lines = 60
    fault: PostFault


def phrase(key: str, /, **values: object) -> Message:
    """A part of a sentence about the post."""
    return put("post", f"phrase.{key}", values)
