"""Somebody who plays in the page: with the pointer, with the keys alone, or with a finger on a phone."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, expect

from pbem.browser.calls import Engine
from tests.engine_site import Served

# The same calls, answered by CPython: for what has nothing to do with the worker, which takes seconds to start.
NATIVE = """"use strict";
window.PBEM = window.PBEM || {};
PBEM.engine = {
  start: async ({ onstate }) => onstate({ state: "ready", text: "" }),
  stop() {},
  async call(name, args = {}) {
    const told = JSON.parse(await nativeCall(name, JSON.stringify(args)));
    if (told.fault) throw Object.assign(new Error(told.fault.text), told.fault);
    return told.value;
  },
};"""
SETTLED = """() => document.body.classList.contains("on") && !document.body.classList.contains("waiting")
  && !document.body.classList.contains("keeping") && !PBEM.table.state.busy"""
# The middle of a thing can lie under another one, or outside of a land that is bent: any point of it will do.
POINT = """name => {
  const t = PBEM.table, all = t.$$(".felt .pane:not([hidden]) .can").filter(one => one.getClientRects().length);
  const one = all.find(each => PBEM.composing.name(t.refOf(each)) === name);
  if (!one.closest("svg.world")) one.scrollIntoView({ block: "center", inline: "center" });
  const shapes = one.querySelectorAll("path, ellipse, circle, rect"), bodies = shapes.length ? [...shapes, one] : [one];
  for (const body of bodies) {
    const box = body.getBoundingClientRect();
    for (const fx of [.5, .3, .7, .15, .85, .05, .95]) for (const fy of [.5, .3, .7, .15, .85, .05, .95]) {
      const x = box.left + box.width * fx, y = box.top + box.height * fy, hit = document.elementFromPoint(x, y);
      if (hit && hit.closest("[data-slot][data-id]") === one) return [x, y];
    }
  }
  return null;
}"""
# Parts of the choice that say nothing yet.
STILL = """() => PBEM.table.$$(".choice .part").map((one, n) => [one, n]).filter(([one]) =>
  !one.querySelector("[aria-pressed=true]") && (one.querySelector(".settle, .seg button:enabled") ||
  [...one.querySelectorAll("select")].some(list => !list.value))).map(([, n]) => n)"""
LIT = """() => [...new Set(PBEM.table.$$(".felt .pane:not([hidden]) .can").filter(one => one.getClientRects().length)
  .map(one => PBEM.composing.name(PBEM.table.refOf(one))))]"""


def settled(page: Page) -> None:
    for _ in range(1200):
        if page.evaluate(SETTLED):
            return
        page.wait_for_timeout(25)
    raise AssertionError(page.locator(".ask").inner_text())


@dataclass
class Player:
    page: Page
    faults: list[str] = field(default_factory=list)
    presses: int = 0

    @classmethod
    def at(cls, visit: BrowserContext, site: Served, title: str, language: str = "en", native: bool = False) -> Player:
        page = visit.new_page()
        if native:
            page.expose_function("nativeCall", Engine(title).answered)
            page.route(
                "**/assets/engine.js", lambda route, _: route.fulfill(body=NATIVE, content_type="text/javascript")
            )
        one = cls(page)
        page.on("console", lambda said: one.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda fault: one.faults.append(str(fault)))
        page.goto(f"{site.address}play/{title}{'' if language == 'en' else f'.{language}'}.html")
        return one

    @property
    def over(self) -> bool:
        return bool(self.page.evaluate("Boolean(PBEM.table.state.surface.over)"))

    @property
    def question(self) -> str:
        return self.page.locator("#question").inner_text()

    def begin(self, seed: int, seats: int | None = None) -> None:
        page = self.page
        page.locator("summary").first.click()
        page.fill("#settings [name=seed]", str(seed))
        if seats is not None:
            page.select_option("#settings [name=seats]", str(seats))
        page.click(".start .main")
        settled(page)

    def order(self, text: str) -> None:
        """As text, in the list."""
        self.page.click("#tab-orders")
        self.page.fill("#text", text)
        self.page.press("#text", "Enter")
        settled(self.page)

    # ---- with the pointer

    def press(self, name: str) -> None:
        point = self.page.evaluate(POINT, name)
        if point is None:  # it lies beyond the edge of the map
            self.page.locator(".maptools button").first.click()
            point = self.page.evaluate(POINT, name)
        assert point is not None, f"{name} is lit and cannot be reached"
        self.presses += 1
        self.page.mouse.click(*point)

    def answer(self, n: int) -> None:
        """One whole answer by presses: the nth thing that is lit, or a verb; then whatever the choice offers."""
        page = self.page
        lit = page.evaluate(LIT)
        if lit:
            self.press(lit[n % len(lit)])
        else:
            verbs = page.locator(".verbs button:enabled:not([data-verb=resign])")
            self.presses += 1
            verbs.nth(n % verbs.count()).click()
        for step in range(12):
            settled(page)
            if page.locator(".choice").is_hidden():
                return
            if page.locator(".choice .warn").count() and not page.locator(".choice .main").count():
                self.from_list(n)  # what was put together is refused, and the choice says why
                return
            self.choose(n + step)
        raise AssertionError(f"the choice does not end: {page.locator('.choice').inner_text()}")

    def from_list(self, n: int) -> None:
        """What is begun is dropped, and one of the orders in the list is pressed instead."""
        page = self.page
        while page.locator(".choice").is_visible():
            page.keyboard.press("Escape")
            settled(page)
        pulled = page.locator(".peek [data-sheet=orders]")
        (pulled if pulled.is_visible() else page.locator("#tab-orders")).click()
        options = page.locator("#list-orders .opt:visible")
        if not options.count():  # very many are folded by verb
            page.locator("#list-orders summary").first.click()
        options.first.wait_for()
        self.presses += 2
        options.nth(n % options.count()).click()
        settled(page)

    def choose(self, n: int) -> None:
        """One step in the choice: an option, the button that does it, or a value of a part that says nothing yet."""
        page = self.page
        self.presses += 1
        options = page.locator(".choice .opts:not(.refused) .opt:enabled")
        if options.count():
            options.nth(n % options.count()).click()
            return
        done = page.locator(".choice footer .main:enabled")
        if done.count():
            done.click()
            return
        still = page.evaluate(STILL)
        assert still, f"nothing more can be chosen: {page.locator('.choice').inner_text()}"
        part = page.locator(".choice .part").nth(still[n % len(still)])
        for kind in (".seg button:enabled", ".settle"):
            values = part.locator(kind)
            if values.count():
                values.nth(n % values.count()).click()
                return
        part.locator("select").select_option(index=1 + n % (part.locator("option").count() - 1))

    # ---- with the keys alone

    def key_to_board(self) -> None:
        """Tab until a thing has the focus."""
        for _ in range(40):
            if self.page.evaluate("Boolean(document.activeElement.closest('.pane [data-slot]'))"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the board cannot be reached by Tab")

    def key_answer(self, n: int) -> None:
        page, keys = self.page, self.page.keyboard
        if page.evaluate(LIT):
            self.key_to_board()
            for _ in range(1 + n % 2):
                keys.press("n")
            keys.press("Enter")
        else:
            for _ in range(60):
                if page.evaluate("document.activeElement.matches('.verbs button')"):
                    break
                keys.press("Tab")
            keys.press("Enter")
        for _ in range(12):
            settled(page)
            if page.locator(".choice").is_hidden():
                return
            options = page.locator(".choice .opts:not(.refused) .opt").count()
            if options:
                keys.press(str(1 + n % min(options, 9)))
            else:
                keys.press("Tab")
                keys.press("Enter")
        raise AssertionError(page.locator(".choice").inner_text())


def well(player: Player) -> None:
    """Nothing was said to the console, and neither page nor window scrolls."""
    assert player.faults == []
    wide, high = player.page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    assert wide <= 0
    assert high <= 0
    expect(player.page.locator(".notice")).to_be_hidden()
