"""What can go wrong with the post, told in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.seals.errors import printable


class PostFault(StrEnum):
    NO_SETTINGS = "no-settings"
    SETTINGS = "settings"
    SECRET = "secret"
    CONNECT = "connect"
    LOGIN = "login"
    BOX = "box"
    SEND = "send"
    FULL = "full"
    GIT = "git"
    GIT_RACE = "git-race"
    NOT_A_REPOSITORY = "not-a-repository"
    NO_BRANCH = "no-branch"
    HOOK_EXISTS = "hook-exists"
    FILE_EXISTS = "file-exists"
    DISK = "disk"
    WHEEL = "wheel"
    PINNING = "pinning"


SENTENCES: Mapping[PostFault, str] = {
    PostFault.NO_SETTINGS: "There are no settings for mail in {where}; docs/post.md shows how to write them.",
    PostFault.SETTINGS: "{where}:\n{why}",
    PostFault.SECRET: "The secret for {where} could not be had: {why}.",
    PostFault.CONNECT: "{where} cannot be reached: {why}.",
    PostFault.LOGIN: "{where} does not let us in: {why}.",
    PostFault.BOX: "{where} cannot be read: {why}.",
    PostFault.SEND: "{where} did not take a mail: {why}. It stays in the spool and goes with the next run.",
    PostFault.FULL: "The mail is bigger than {right} bytes and was not taken.",
    PostFault.GIT: "`git {found}` failed in {where}: {why}",
    PostFault.GIT_RACE: "{where} changed {found} times while we were at work; nothing was lost, run again.",
    PostFault.NOT_A_REPOSITORY: "{where} is not a git repository; `git init` or `git clone` makes one.",
    PostFault.NO_BRANCH: "{where} is on no branch; `git switch main` puts it on one.",
    PostFault.HOOK_EXISTS: "{where} is there and is not ours; move it away, or call `pbem hook {found}` from it.",
    PostFault.FILE_EXISTS: "{where} is there already and was left as it is.",
    PostFault.DISK: "{where} cannot be written: {why}.",
    PostFault.WHEEL: "--github and --gitlab need --wheel FILE, the program as pbem-…-py3-none-any.whl, not {found}; "
    "`pip wheel --no-deps FOLDER` makes it from the folder of pbem's source.",
    PostFault.PINNING: "pip could not tell what the program needs: {why}",
}


class PostError(Exception):
    """Wrong settings, or something outside that did not work, told in one sentence."""

    def __init__(self, fault: PostFault, **values: object) -> None:
        self.fault = fault
        self.values = {name: _shown(str(value)) for name, value in values.items()}
        super().__init__(SENTENCES[fault].format(**self.values))


def _shown(text: str) -> str:
    return "\n".join(printable(line, 400) for line in text.split("\n")[:60])
