"""What can go wrong with the post, told in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.seals.faults import printable


class Fault(StrEnum):
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


SENTENCES: Mapping[Fault, str] = {
    Fault.NO_SETTINGS: "There are no settings for mail in {where}; docs/post.md shows how to write them.",
    Fault.SETTINGS: "{where}:\n{why}",
    Fault.SECRET: "The secret for {where} could not be had: {why}.",
    Fault.CONNECT: "{where} cannot be reached: {why}.",
    Fault.LOGIN: "{where} does not let us in: {why}.",
    Fault.BOX: "{where} cannot be read: {why}.",
    Fault.SEND: "{where} did not take a mail: {why}. It stays in the spool and goes with the next run.",
    Fault.FULL: "The mail is bigger than {right} bytes and was not taken.",
    Fault.GIT: "`git {found}` failed in {where}: {why}",
    Fault.GIT_RACE: "{where} changed {found} times while we were at work; nothing was lost, run again.",
    Fault.NOT_A_REPOSITORY: "{where} is not a git repository; `git init` or `git clone` makes one.",
    Fault.NO_BRANCH: "{where} is on no branch; `git switch main` puts it on one.",
    Fault.HOOK_EXISTS: "{where} is there already and is not ours; move it away, or call `pbem hook {found}` from it.",
    Fault.FILE_EXISTS: "{where} is there already and was left as it is.",
    Fault.DISK: "{where} cannot be written: {why}.",
}


class PostError(Exception):
    """Wrong settings, or something outside that did not work, told in one sentence."""

    def __init__(self, fault: Fault, **values: object) -> None:
        self.fault = fault
        self.values = {name: _shown(str(value)) for name, value in values.items()}
        super().__init__(SENTENCES[fault].format(**self.values))


def _shown(text: str) -> str:
    return "\n".join(printable(line, 400) for line in text.split("\n")[:60])
