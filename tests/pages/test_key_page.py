"""A key made in a page, in the real browser from file://, held against ssh-keygen and pbem."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from tables import KEYS, duel
from visits import Visit, violations

from pbem.pages.site import publish
from pbem.seals.keys import PrivateKey, load_private

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without any game has the page, too."""
    site = tmp_path_factory.mktemp("keys") / "site"
    publish([], site)
    return site


@pytest.fixture
def visit(browser: Browser, folder: Path) -> Iterator[Visit]:
    one = Visit(browser, folder, viewport={"width": 390, "height": 844})
    yield one
    one.done()


def made(visit: Visit, name: str = "dora", path: str = "key.html") -> Page:
    page = visit.to(path)
    page.fill("[data-name]", name)
    page.click("[data-makeform] button")
    expect(page.locator("[data-keep]")).to_be_visible()
    return page


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as coming:
        page.click("[data-save]")
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    path.chmod(0o600)
    return path


def lines(page: Page) -> list[str]:
    return page.locator("[data-codeline]").all_text_contents()


def decoded(code: list[str]) -> bytes:
    """The key's own 32 bytes, by the format that docs/pages.md gives."""
    seed = b""
    for n, line in enumerate(code, start=1):
        data = base64.b32decode(line.replace(" ", ""))
        assert sha256(f"pbem key line {n}".encode() + data[:8]).digest()[:2] == data[8:]
        seed += data[:8]
    return seed


def test_ssh_keygen_and_pbem_take_the_file(visit: Visit, tmp_path: Path) -> None:
    page = made(visit)
    path = saved(page, tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert path.name == "dora.key"
    read = subprocess.run(["ssh-keygen", "-y", "-f", path], capture_output=True, text=True, check=True, timeout=60)
    told = subprocess.run(["ssh-keygen", "-l", "-f", path], capture_output=True, text=True, check=True, timeout=60)
    key = load_private(path)
    line = page.locator("[data-line]").input_value()
    assert line == read.stdout.strip() == f"{key.public.line} dora"
    shown = page.locator("[data-keep] [data-print]").inner_text()
    assert shown == key.public.fingerprint
    assert shown in told.stdout
    assert decoded(lines(page)) == key.seed
    page.set_input_files("[data-opened]", path)
    expect(page.locator("[data-send]")).to_be_visible()


def test_every_key_is_another(visit: Visit, tmp_path: Path) -> None:
    first = saved(made(visit), tmp_path).read_text()
    visit.page.set_input_files("[data-opened]", tmp_path / "dora.key")
    expect(visit.page.locator("[data-send]")).to_be_visible()
    assert saved(made(visit), tmp_path).read_text() != first
    visit.page.set_input_files("[data-opened]", tmp_path / "dora.key")
    expect(visit.page.locator("[data-send]")).to_be_visible()


def test_the_public_half_is_sent_when_the_file_was_opened_once(visit: Visit, tmp_path: Path) -> None:
    page = made(visit, "dora", "key.html#to=moves@lantern.example")
    assert not page.locator("[data-send]").is_visible()
    assert not page.locator("[data-confirm]").is_visible()
    path = saved(page, tmp_path)
    for text, told in (
        (PrivateKey.from_seed(b"x" * 32).pem().decode(), "This is another key"),
        (path.read_text()[:200], "damaged"),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI dora", "public half"),
        ("Dear diary", "not a key file"),
        ("", "empty"),
    ):
        wrong = tmp_path / "wrong"
        wrong.write_text(text)
        page.set_input_files("[data-opened]", wrong)
        expect(page.locator("[data-checked]")).to_contain_text(told)
        assert not page.locator("[data-send]").is_visible()
    page.set_input_files("[data-opened]", path)
    expect(page.locator("[data-checked]")).to_have_text("That is your key. The file is good.")
    link = page.locator("[data-mailkey]").get_attribute("href")
    assert link is not None
    assert link.startswith("mailto:moves@lantern.example?subject=")
    assert "ssh-ed25519%20AAAA" in link
    assert len(link) < 500
    secret = page.locator("[data-pass]").input_value().split()
    assert not any(group in link for group in secret)
    assert violations(page) == []


def test_a_printed_code_is_typed_in_again_and_slips_are_marked(visit: Visit, tmp_path: Path) -> None:
    key = PrivateKey.from_seed(bytes(range(32)), "ben")
    code = coded(key)
    page = visit.to("key.html")
    page.click("[data-again] summary")
    page.fill("[data-name2]", "ben")
    fields, faults = page.locator("[data-typed]"), page.locator("[data-typedfault]")
    fields.nth(0).fill(code[0].lower())
    expect(faults.nth(0)).to_have_text("right")
    slip = code[1][:5] + ("C" if code[1][5] != "C" else "D") + code[1][6:]
    for wrong, told in (
        (slip, "a slip in this line"),
        (code[2], "or it is another line"),
        (code[1] + "A", "more than sixteen"),
        (code[1][:7] + "9" + code[1][8:], "only the letters"),
    ):
        fields.nth(1).fill(wrong)
        expect(faults.nth(1)).to_contain_text(told)
        assert fields.nth(1).get_attribute("aria-invalid") == "true"
        page.click("[data-codeform] button")
        assert not page.locator("[data-keep]").is_visible()
    fields.nth(1).fill(code[1][:9])
    assert faults.nth(1).inner_text() == "", "whoever is still typing is not told of a slip"
    fields.nth(1).fill(" ".join(code[1][at : at + 4] for at in range(0, 16, 4)))
    fields.nth(2).fill(code[2].replace("O", "0").replace("I", "1").replace("B", "8"))
    page.click("[data-codeform] button")
    expect(faults.nth(3)).to_contain_text("four groups of four")
    fields.nth(3).fill(code[3])
    page.click("[data-codeform] button")
    expect(page.locator("[data-keep]")).to_be_visible()
    assert load_private(saved(page, tmp_path)).seed == key.seed
    assert "".join(lines(page)).replace(" ", "") == "".join(code)
    page.set_input_files("[data-opened]", tmp_path / "ben.key")
    expect(page.locator("[data-send]")).to_be_visible()


def coded(key: PrivateKey) -> list[str]:
    parts = [key.seed[at : at + 8] for at in range(0, 32, 8)]
    sums = [sha256(f"pbem key line {n}".encode() + part).digest()[:2] for n, part in enumerate(parts, start=1)]
    return [base64.b32encode(part + check).decode() for part, check in zip(parts, sums, strict=True)]


def test_a_desk_opens_with_the_code_and_names_a_line_with_a_slip(browser: Browser, keys: Path) -> None:
    playing = duel(keys / "games")
    publish([playing.story()], keys / "site")
    (handle,) = playing.campaign.position["waiting"]
    one = Visit(browser, keys / "site")
    page = one.to(f"games/winter-duel/desk-{handle}.html")
    code = coded(KEYS[handle])
    page.fill("[data-keytext]", "\n".join([code[0], code[1], code[2][::-1], code[3]]))
    page.click("[data-keyform] button")
    expect(page.locator("[data-keyfault]")).to_have_text("Line 3 of the code has a slip.")
    assert page.input_value("[data-keytext]") == ""
    page.fill("[data-keytext]", "\n".join(" ".join(line[at : at + 4] for at in range(0, 16, 4)) for line in code))
    page.click("[data-keyform] button")
    expect(page.locator("[data-open]")).to_be_visible()
    one.done()


def test_the_sheet_is_all_that_is_printed(visit: Visit, tmp_path: Path) -> None:
    page = made(visit)
    assert not page.locator(".keysheet").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".keysheet").is_visible()
    assert not page.locator("[data-keep]").is_visible()
    assert len(lines(page)) == 4
    assert all(len(line) == 19 for line in lines(page))
    page.emulate_media(media="screen")
    page.set_input_files("[data-opened]", saved(page, tmp_path))
    expect(page.locator("[data-send]")).to_be_visible()


def test_a_browser_without_ed25519_is_told_which_have_it(browser: Browser, folder: Path) -> None:
    one = Visit(browser, folder)
    one.context.add_init_script(
        "SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException('no', 'NotSupportedError'))"
    )
    for ending, versions in (("", "version 137"), (".de", "Version 137")):
        page = one.to(f"key{ending}.html")
        said = page.locator("[data-nocrypto]")
        expect(said).to_be_visible()
        assert all(text in said.inner_text() for text in (versions, "129", "17"))
        assert not page.locator("[data-begin]").is_visible()
    one.done()


def test_who_leaves_before_the_file_was_opened_is_asked(visit: Visit) -> None:
    page = made(visit)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.goto("about:blank")
    assert asked == ["beforeunload"]
