"""Ledgers with exactly one fault each: how the vectors in tests/vectors/ledger are made.

`python -m tests.campaign.cases_ledger` writes them anew, with the messages that verify gives; those
are for a person to read before they are committed.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from pbem import titles
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.entries import digest_of
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.records import SignedFile
from pbem.seals import sshsig
from pbem.seals.moderator_key import Moderator
from pbem.table.state_json import canonical

from . import kit
from .kit import MODERATOR, again, key, play_on, role, start, submit

FOLDER = Path(__file__).parents[1] / "vectors" / "ledger"
ENGINE = "0.1.0"
"""The version that the vectors are of: they stay as they are when ours goes on."""
AHEAD = "valid_ordered_ahead"
"""A ledger in which files and answers were sealed: sealing has chance in it, so no case makes the same bytes again."""
Entries = list[dict[str, Any]]
Change = Callable[[Entries], Entries | bytes | None]
CASES: dict[str, Change] = {}


def case(change: Change) -> Change:
    CASES[change.__name__] = change
    return change


def rebuilt(entries: Entries, moderator: Moderator = MODERATOR) -> bytes:
    """The entries as a ledger whose numbers, chain and moderator's signatures are right again."""
    before, lines = "0" * 64, []
    for n, entry in enumerate(entries):
        line = signed({**{k: v for k, v in entry.items() if k != "sig"}, "n": n, "prev": before}, moderator)
        before = digest_of(line)
        lines.append(line + b"\n")
    return b"".join(lines)


def as_is(entries: Entries) -> bytes:
    return b"".join(canonical(entry) + b"\n" for entry in entries)


def resigned(entry: dict[str, Any], by: str, namespace: str = "pbem", **changes: str) -> None:
    """The file of an entry, changed and signed again."""
    old = parse(entry["file"]["payload"].encode())
    fields = {"game": old.game, "player": old.player, "after": old.after, "orders": old.orders, **changes}
    payload = write(MoveFile(**fields))
    signer = MODERATOR.key if by == "moderator" else key(by)
    file = SignedFile(payload, sshsig.dearmor(sshsig.sign(signer, payload, namespace)))
    entry["file"] = {"digest": file.digest, **file.data()}


@case
def valid_finished(entries: Entries) -> None: ...


@case
def valid_running(entries: Entries) -> None:
    del entries[6:]


@case
def valid_genesis_alone(entries: Entries) -> None:
    del entries[1:]


@case
def empty(entries: Entries) -> bytes:
    return b""


@case
def cut_off(entries: Entries) -> bytes:
    return as_is(entries)[:-40]


@case
def no_last_line_break(entries: Entries) -> bytes:
    return as_is(entries)[:-1]


@case
def blank_line_at_the_end(entries: Entries) -> bytes:
    return as_is(entries) + b"\n"


@case
def not_json(entries: Entries) -> bytes:
    lines = as_is(entries).split(b"\n")
    lines[3] = lines[3][:-1]
    return b"\n".join(lines)


@case
def not_canonical(entries: Entries) -> bytes:
    return as_is(entries).replace(b'"kind":"join"', b'"kind": "join"', 1)


@case
def key_twice(entries: Entries) -> bytes:
    return as_is(entries).replace(b'"kind":"join"', b'"kind":"join","kind":"join"', 1)


@case
def half_a_character(entries: Entries) -> bytes:
    return as_is(entries).replace(b'"player":"anna"', b'"player":"\\ud800"', 1)


@case
def a_float(entries: Entries) -> bytes:
    return as_is(entries).replace(b'"n":1,', b'"n":1.0,', 1)


@case
def nested_too_deep(entries: Entries) -> bytes:
    lines = as_is(entries).split(b"\n")
    lines[1] = b"[" * 100_000
    return b"\n".join(lines)


@case
def not_utf8(entries: Entries) -> bytes:
    return as_is(entries).replace(b'"player":"anna"', b'"player":"\xff"', 1)


@case
def crlf(entries: Entries) -> bytes:
    return as_is(entries).replace(b"\n", b"\r\n")


@case
def byte_order_mark(entries: Entries) -> bytes:
    return b"\xef\xbb\xbf" + as_is(entries)


@case
def unknown_kind(entries: Entries) -> None:
    entries[3]["kind"] = "swap"


@case
def unknown_field(entries: Entries) -> None:
    entries[3]["comment"] = "a word"


@case
def missing_field(entries: Entries) -> None:
    del entries[3]["digest"]


@case
def wrong_type(entries: Entries) -> None:
    entries[3]["player"] = 0


@case
def no_such_time(entries: Entries) -> None:
    entries[3]["at"] = "yesterday"


@case
def wrong_number(entries: Entries) -> bytes:
    entries[3]["n"] = 4
    return as_is(entries)


@case
def broken_chain(entries: Entries) -> bytes:
    line = signed({**{k: v for k, v in entries[3].items() if k != "sig"}, "prev": "ab" * 32}, MODERATOR)
    return as_is(entries[:3]) + line + b"\n"


@case
def changed_by_another(entries: Entries) -> bytes:
    entries[-1]["at"] = "2026-01-01T12:00:01Z"
    return as_is(entries)


@case
def written_by_another(entries: Entries) -> bytes:
    return rebuilt(entries, Moderator(key("somebody")))


@case
def genesis_again(entries: Entries) -> None:
    entries.insert(3, copy.deepcopy(entries[0]))


@case
def no_genesis(entries: Entries) -> None:
    del entries[0]


@case
def unknown_title(entries: Entries) -> None:
    entries[0]["title"] = "chess"
    del entries[1:]


@case
def option_that_is_none(entries: Entries) -> None:
    entries[0]["options"] = {"rounds": 3}
    del entries[1:]


@case
def path_as_game(entries: Entries) -> None:
    entries[0]["game"] = "../guess"
    del entries[1:]


@case
def look_alike_player(entries: Entries) -> None:
    entries[0]["seats"][0]["handle"] = "аnna"
    del entries[1:]


@case
def same_key_on_two_seats(entries: Entries) -> None:
    entries[0]["seats"][1]["key"] = entries[0]["seats"][0]["key"]
    del entries[1:]


@case
def join_by_another(entries: Entries) -> None:
    resigned(entries[2], "anna")


@case
def join_of_another_genesis(entries: Entries) -> None:
    entries[0]["at"] = "2026-01-01T11:00:00Z"


@case
def join_twice(entries: Entries) -> None:
    entries.insert(2, copy.deepcopy(entries[1]))
    resigned(entries[2], "anna", orders="join # again")


@case
def a_stranger_joins(entries: Entries) -> None:
    entries[1]["player"] = "zoe"


@case
def move_before_all_joined(entries: Entries) -> None:
    del entries[2]
    resigned(entries[2], "anna", after=digest_of(rebuilt(entries[:1]).strip()))


@case
def move_before_all_joined_in_a_running_game(entries: Entries) -> None:
    move_before_all_joined(entries)
    del entries[3:]


@case
def the_same_file_twice(entries: Entries) -> None:
    entries.insert(4, copy.deepcopy(entries[3]))


@case
def move_of_another_player(entries: Entries) -> None:
    entries[3]["player"] = "ben"


@case
def move_of_another_game(entries: Entries) -> None:
    resigned(entries[3], "anna", game="guess-2")


@case
def move_after_no_entry(entries: Entries) -> None:
    resigned(entries[3], "anna", after="ab" * 32)


@case
def stale_move(entries: Entries) -> None:
    move = [e for e in entries if role(e) == "move" and e["player"] == "ben"][-1]
    resigned(move, "ben", after=entries[3]["prev"])


@case
def move_changed_after_signing(entries: Entries) -> None:

    file = entries[3]["file"]
    file["payload"] = file["payload"].replace("guess 1", "guess 9")
    file["digest"] = SignedFile.of(file).digest


@case
def move_under_another_digest(entries: Entries) -> None:
    entries[3]["file"]["digest"] = "ab" * 32


@case
def move_in_another_namespace(entries: Entries) -> None:
    resigned(entries[3], "anna", namespace="file")


@case
def move_signed_by_the_moderator(entries: Entries) -> None:
    resigned(entries[3], "moderator")


@case
def move_with_a_void_key(entries: Entries) -> None:
    move = next(e for e in entries[5:] if role(e) == "move" and e["player"] == "anna")
    resigned(move, "anna")


@case
def key_that_was_not_ordered(entries: Entries) -> None:
    change = next(e for e in entries if e["kind"] == "key")
    change["key"] = key("mallory").public.line.rsplit(" ", 1)[0]


@case
def key_of_another_seat(entries: Entries) -> None:
    change = next(e for e in entries if e["kind"] == "key")
    change["key"] = key("ben").public.line.rsplit(" ", 1)[0]
    resigned(change, "anna", orders=f"key {change['key']}")


@case
def answer_that_was_not_ordered(entries: Entries) -> None:
    entries[3]["answers"][0]["order"] = "guess 3"


@case
def answer_of_another_source(entries: Entries) -> None:
    entries[3]["answers"][0]["source"] = "default"


@case
def answer_left_out(entries: Entries) -> None:
    entries[3]["answers"] = []


@case
def answer_that_does_not_read(entries: Entries) -> None:
    entries[3]["answers"][0]["order"] = "jump 3"
    del entries[4:]


@case
def order_that_is_not_legal(entries: Entries) -> None:
    resigned(entries[3], "anna", orders="guess 21")
    entries[3]["answers"][0]["order"] = "guess 21"


@case
def another_position(entries: Entries) -> None:
    entries[3]["digest"] = "ab" * 32


@case
def another_secret(entries: Entries) -> None:
    entries[-1]["secret"] = "ab" * 32


@case
def another_outcome(entries: Entries) -> None:
    entries[-1]["outcome"]["winners"] = ["anna", "ben"] if len(entries[-1]["outcome"]["winners"]) == 1 else ["anna"]


@case
def true_for_one(entries: Entries) -> None:
    scores = entries[-1]["outcome"]["scores"]
    scores[0]["points"] = bool(scores[0]["points"])


@case
def goes_on_after_the_end(entries: Entries) -> None:
    entries.append(copy.deepcopy(entries[-1]))


@case
def of_an_earlier_format(entries: Entries) -> None:
    entries[0]["format"] = 1


@case
def of_a_later_format(entries: Entries) -> None:
    entries[0]["format"] = 9


@case
def reveal_of_nothing(entries: Entries) -> None:
    kind = {"kind": "run", "cause": "served"}
    entries.insert(
        4, {**kind, "at": entries[3]["at"], "shows": [], "opens": [], "answers": [], "digest": entries[3]["digest"]}
    )


def called_late(entry: dict[str, Any]) -> None:
    """A file of a player, made an answer by default."""
    entry |= {"due": entry["at"], "cause": "clock"}


@case
def default_signed_by_the_player(entries: Entries) -> None:
    called_late(entries[3])


@case
def default_that_nobody_agreed_to(entries: Entries) -> None:
    called_late(entries[3])
    resigned(entries[3], "moderator", namespace="pbem-moderator")


@case
def another_commitment(entries: Entries) -> None:
    entries[0]["commitment"] = "ab" * 32
    del entries[1:-1]


def begun(folder: Path) -> Campaign:
    limits, options = Terms(24, files="open"), {"rounds": 2}
    return start(folder / "guess-1", "guess", options=options, limits=limits, salt=bytes(range(16)))


def campaign_entries(folder: Path) -> Entries:
    """Guess over two rounds, with a change of key in the middle."""
    campaign = begun(folder)
    play_on(campaign, 1)
    submit(campaign, "anna", f"key {key('anna2').public.line}")
    with mock.patch.object(kit, "key", lambda name: key("anna2" if name == "anna" else name)):
        play_on(campaign)
    again(campaign)
    return list(campaign.entries())


def ordered_ahead(folder: Path) -> bytes:
    """Guess: one player has ordered all of it ahead."""
    campaign = begun(folder)
    submit(campaign, "ben", "always on guess: any")
    play_on(campaign)
    return campaign.ledger.path.read_bytes()


def ledgers(folder: Path) -> Iterator[tuple[str, bytes]]:
    with mock.patch("pbem.campaign.agreement.genesis.__version__", ENGINE):
        entries = campaign_entries(folder)
    for name, change in CASES.items():
        changed = copy.deepcopy(entries)
        made = change(changed)
        yield name, made if isinstance(made, bytes) else rebuilt(changed)


def main() -> None:
    titles.__path__.append(str(Path(__file__).parents[2] / "bench" / "made_up"))
    said = []
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["PBEM_KEYS"] = f"{temporary}/keys"
        made = [*ledgers(Path(temporary)), (AHEAD, ordered_ahead(Path(temporary) / "ahead"))]
        for name, data in made:
            path = FOLDER / f"{name}.jsonl"
            if name != AHEAD or not path.is_file():
                path.write_bytes(data)
            verdict = message_of(path.read_bytes(), Path(temporary) / "look")
            said.append({"name": name, "message": verdict})
            sys.stdout.write(f"{name}: {verdict}\n")
    (FOLDER / "cases.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def message_of(data: bytes, folder: Path) -> str | None:
    folder.mkdir(exist_ok=True)
    (folder / "ledger.jsonl").write_bytes(data)
    with mock.patch("pbem.campaign.ledger.verify.__version__", ENGINE):
        verdict = verify(folder, ledger_only=True)
    return None if verdict.ok else verdict.message


if __name__ == "__main__":
    main()
