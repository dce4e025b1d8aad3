"""Commits that the moderator signed, as `git commit -S` would with the same key.

The gate of a shared repository lets players add files to inboxes and nothing else. What the moderator pushes from a
clone changes ledgers, so it needs another proof of its origin.
"""

from __future__ import annotations

from pbem.seals import sshsig
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import Moderator

from .repository import Repository

_NAMESPACE = "git"
_HEADER = b"gpgsig "


def sign_since(git: Repository, since: str, moderator: Moderator) -> None:
    """Sign every commit of the current branch that comes after `since`; those of a merge stay as they are."""
    listed = git.ask("rev-list", "--reverse", "--parents", f"{since}..HEAD")
    parent, changed = git.commit(since), False
    for line in listed.split("\n") if listed else ():
        commit, *parents = line.split(" ")
        if len(parents) != 1:
            return
        content, signature = _parted(git.output("cat-file", "commit", commit))
        if not changed and _fits(content, signature, moderator.public):
            parent = commit
            continue
        content = content.replace(b"parent " + parents[0].encode(), b"parent " + parent.encode(), 1)
        armored = sshsig.sign(moderator.key, content, _NAMESPACE).rstrip("\n").replace("\n", "\n ").encode()
        head, _, text = content.partition(b"\n\n")
        signed = head + b"\n" + _HEADER + armored + b"\n\n" + text
        parent, changed = git.ask("hash-object", "-t", "commit", "-w", "--stdin", stdin=signed), True
    if changed:
        git.ask("update-ref", "--create-reflog", "-m", "pbem: sign", "HEAD", parent)


def signed_by(git: Repository, commit: str, key: PublicKey) -> bool:
    return _fits(*_parted(git.output("cat-file", "commit", commit)), key)


def _parted(commit: bytes) -> tuple[bytes, str]:
    """A commit without its signature (which is what was signed), and the signature."""
    head, _, text = commit.partition(b"\n\n")
    kept: list[bytes] = []
    signature: list[bytes] = []
    inside = False
    for line in head.split(b"\n"):
        inside = line.startswith(_HEADER) or (inside and line.startswith(b" "))
        (signature if inside else kept).append(line.removeprefix(_HEADER) if inside else line)
    armored = b"\n".join(line.removeprefix(b" ") for line in signature)
    return b"\n".join(kept) + b"\n\n" + text, armored.decode("ascii", "replace")


def _fits(content: bytes, signature: str, key: PublicKey) -> bool:
    if not signature:
        return False
    try:
        sshsig.verify(signature, content, _NAMESPACE, key)
    except SealError:
        return False
    return True
