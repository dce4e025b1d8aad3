"""Keys that nothing can be sealed to, or that anybody could open: none gets a seat, so none can stop a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.match import Match
from pbem.campaign.running import decisions
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.seals import keys, recipients, sealing
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.recipients import parse_age

from .kit import DUEL, MODERATOR, NOW, again, key, send, start, submit

OFF_CURVE = PublicKey(bytes([2] * 32))
ZERO = "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z"
_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_PRIME = 2**255 - 19
_ORDER_8 = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)


def _checksum(values: list[int]) -> int:
    found = 1
    for value in values:
        top, found = found >> 25, (found & 0x1FFFFFF) << 5 ^ value
        for bit, mask in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            found ^= mask if top >> bit & 1 else 0
    return found


def age_of(u: int) -> str:
    """The age recipient of a point of the curve, by its coordinate (Bech32, BIP 173)."""
    number = int.from_bytes(u.to_bytes(32, "little"), "big") << 4
    data = [number >> 5 * place & 31 for place in range(51, -1, -1)]
    prefix = [ord(one) >> 5 for one in "age"] + [0] + [ord(one) & 31 for one in "age"]
    check = _checksum([*prefix, *data, *[0] * 6]) ^ 1
    return "age1" + "".join(_LETTERS[one] for one in [*data, *(check >> 5 * (5 - i) & 31 for i in range(6))])


SMALL = [age_of(u | top) for u in (0, 1, _PRIME - 1, *_ORDER_8, _PRIME, _PRIME + 1) for top in (0, 1 << 255)]


def test_the_recipients_tried_here_are_well_formed() -> None:
    assert age_of(0) == ZERO
    assert [parse_age(one, "it") for one in SMALL] == SMALL


@pytest.mark.parametrize("age", SMALL)
def test_a_recipient_that_anybody_could_open_is_refused_without_a_panic(
    age: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SealError) as refused:
        sealing.try_out(age, "This recipient")
    assert str(refused.value) == (
        "This recipient is a recipient whose sealed files anybody could open (a point of small order); use one that "
        "`age-keygen` has printed."
    )
    assert capfd.readouterr() == ("", "")


def test_a_key_off_the_curve_is_refused() -> None:
    assert keys.parse_public(OFF_CURVE.line) == OFF_CURVE, "a ledger that has one can be read"
    with pytest.raises(SealError) as refused:
        sealing.try_out(OFF_CURVE, "This key")
    assert str(refused.value) == (
        "This key holds 32 bytes that are not an ed25519 key (not a point on the curve), so nothing can be sealed to "
        "it; make another with `ssh-keygen -t ed25519`."
    )


def test_good_keys_pass() -> None:
    sealing.try_out(key("anna").public, "it")
    sealing.try_out(age_of(9), "it")


def test_a_panic_of_the_library_is_a_fault_and_nothing_else_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SealError) as refused:
        sealing.seal(b"a hand", [ZERO])
    assert refused.value.fault == "recipient"
    with pytest.raises(KeyboardInterrupt), recipients.no_panic(SealError(refused.value.fault, where="it")):
        raise KeyboardInterrupt


@pytest.mark.parametrize("given", [Seat("anna", "Anna", OFF_CURVE), Seat("anna", "Anna", key("anna").public, ZERO)])
def test_no_game_begins_with_one(games: Path, given: Seat) -> None:
    ben = Seat("ben", "Ben", key("ben").public)
    with pytest.raises(SealError, match=r"^The (key|recipient) of anna "):
        begin(games / "duel-1", MODERATOR, DUEL, [("anna", "Anna", given), ("ben", "Ben", ben)], {}, now=NOW)
    assert not (games / "duel-1").exists()


@pytest.mark.parametrize("line", [OFF_CURVE.line, f"{key('anna2').public.line.rsplit(' ', 1)[0]} {ZERO}"])
def test_no_seat_changes_to_one_and_the_game_goes_on(games: Path, line: str) -> None:
    campaign = start(games / "duel-1")
    receipt = submit(campaign, "anna", f"key {line}")
    assert (receipt.result, receipt.fault) == ("refused", "new-key")
    kind, body, *age = line.split()
    with opened(campaign.folder, MODERATOR) as keeper, pytest.raises(SealError):
        decisions.hand_over(keeper, 0, f"{kind} {body}", age[0] if age else None, None, NOW)
    (player,) = campaign.position["waiting"]
    assert submit(campaign, player, "any").result == "applied"
    assert verify(campaign.folder).ok


def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "try_out", lambda recipient, where: None)


def test_a_seat_that_has_one_from_before_is_handed_over(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = start(games / "duel-1")
    with monkeypatch.context() as patched:
        _as_before(patched)
        with pytest.raises(SealError):
            submit(campaign, "anna", f"key {OFF_CURVE.line}")
    with pytest.raises(SealError):
        again(campaign)
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, 0, key("anna2").public.line, None, None, NOW)
        keeper.publish()
    again(campaign)
    assert verify(campaign.folder).ok


def test_nobody_joins_with_one(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        _as_before(patched)
        campaign = _with_zero(games / "duel-1", patched)
    for handle in ("anna", "ben"):
        send(campaign, handle, "join")
    assert [(one.result, one.player) for one in run(campaign.folder, MODERATOR, NOW).receipts] == [
        ("refused", None),
        ("applied", "ben"),
    ]


def _with_zero(folder: Path, patched: pytest.MonkeyPatch) -> Campaign:
    from pbem.campaign.published import public_files

    patched.setattr(public_files, "publish", lambda *_: [])
    seats = [(one, one, Seat(one, one, key(one).public, ZERO if one == "anna" else None)) for one in ("anna", "ben")]
    campaign = begin(folder, MODERATOR, DUEL, [*seats], {}, now=NOW)
    assert isinstance(Match.begin(campaign.genesis, campaign.genesis_digest, None), Match)
    return campaign
