"use strict";
/* The keys of the table. Single letters work only while a thing or the board has the focus, and can be switched off. */
window.PBEM = window.PBEM || {};
PBEM.tableKeys = (() => {
  const t = () => PBEM.table;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  let letters = true, typed = null, last = "";

  const things = () => t().$$(`.felt .pane:not([hidden]) :is(${t().THING})`).filter(one => one.getClientRects().length);
  const middle = one => { const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };

  function go(one) {
    if (!one) return;
    t().rove(one);
    one.focus({ preventScroll: true });
    const svg = one.closest("svg.world");
    if (svg) { const room = svg.parentNode.getBoundingClientRect(); PBEM.mapView.show(svg, one, { left: room.left + 30, right: room.right - 30, top: room.top + 50, bottom: room.bottom - 30 }); }
    else one.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /* The nearest thing in a direction; what lies aside counts double. */
  function nearest(from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const one of things()) {
      const [ox, oy] = middle(one), along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (one === from || along < 2) continue;
      const far = along + aside * 2;
      if (far < least) { least = far; best = one; }
    }
    return best;
  }

  function lit(from, step) {
    const all = things(), some = all.filter(one => one.classList.contains("can") || one === from), at = some.indexOf(from);
    return some.length > 1 ? some[(at + step + some.length) % some.length] : some[0];
  }

  /* ' and letters: the next thing whose name begins so. */
  function spelled(key) {
    typed.text += key.toLowerCase();
    clearTimeout(typed.timer);
    typed.timer = setTimeout(() => { typed = null; }, 1500);
    const name = one => (one.getAttribute("aria-label") || "").toLowerCase();
    go(things().find(one => name(one).startsWith(typed.text)) || things().find(one => name(one).includes(typed.text)));
  }

  function onBoard(event, thing) {
    const { key } = event;
    if (typed && key.length === 1 && key !== "'") { spelled(key); return true; }
    if (key in ARROWS) { go(nearest(thing, ARROWS[key])); return true; }
    if (key === "Enter" || key === " ") { t().press(thing, true); return true; }
    if (key === "'") { typed = { text: "", timer: setTimeout(() => { typed = null; }, 1500) }; return true; }
    const svg = thing.closest("svg.world");
    if (svg && (key === "+" || key === "=")) { PBEM.mapView.zoom(svg, 1.5); return true; }
    if (svg && key === "-") { PBEM.mapView.zoom(svg, 1 / 1.5); return true; }
    if (svg && key === "0") { PBEM.mapView.fit(svg, t().$$(".can, .sel", svg)); return true; }
    if (letters && key.toLowerCase() === "n") { go(lit(thing, 1)); return true; }
    if (letters && key.toLowerCase() === "p") { go(lit(thing, -1)); return true; }
    return false;
  }

  function inChoice(event, box) {
    const { key } = event, options = t().$$(".opts:not(.refused) .opt", box), here = document.activeElement;
    if (/^[1-9]$/.test(key) && options[key - 1] && !here.matches("input, select")) { options[key - 1].click(); return true; }
    if ((key === "ArrowDown" || key === "ArrowUp") && !here.matches("input, select")) {
      const row = here.closest(".part"), rows = row ? t().$$(".part", box) : options, at = rows.indexOf(row || here.closest(".opt")), next = rows[at + (key === "ArrowDown" ? 1 : -1)];
      if (next) (row ? t().$("button, select, input", next) : next).focus();
      return true;
    }
    if ((key === "ArrowLeft" || key === "ArrowRight") && here.closest(".seg")) {
      const all = t().$$("button", here.closest(".seg")), next = all[all.indexOf(here) + (key === "ArrowRight" ? 1 : -1)];
      if (next) next.focus();
      return true;
    }
    if (key === "Tab") {
      // The focus stays inside; Esc leaves.
      const all = t().$$("button, select, input, a[href]", box).filter(one => one.getClientRects().length), at = all.indexOf(here);
      const next = all[(at + (event.shiftKey ? -1 : 1) + all.length) % all.length];
      if (next) next.focus();
      return true;
    }
    return false;
  }

  /* On a phone, the sheet that is pulled up. */
  function up() {
    const is = document.body.classList.contains("up");
    if (is) t().$(".peek .pull").click();
    return is;
  }

  function pressed(event) {
    const { key } = event, here = event.target, box = PBEM.choice.box();
    if (event.defaultPrevented || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !here.matches("input, textarea")) { event.preventDefault(); t().$("#undo").click(); return; }
    if (event.ctrlKey || event.metaKey) return;
    let done = false;
    if (key === "Escape") done = t().back() || up();
    else if (PBEM.choice.isOpen() && box.contains(here)) done = inChoice(event, box);
    else {
      const thing = here.closest && here.closest(`.pane :is(${t().THING})`);
      if (thing) done = onBoard(event, thing);
      if (!done && letters && !here.matches("input, textarea, select")) {
        if (key === "/") { t().$("#text").focus(); done = true; }
        if (key === "?") { const help = t().$("#keys"); if (help.open) help.close(); else help.showModal(); done = true; }
      }
    }
    if (done) event.preventDefault();
  }

  function set() {
    document.addEventListener("keydown", pressed);
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => { last = kind; }, true);
    const off = t().$("#letters");
    try { letters = localStorage.getItem("pbem-letters") !== "off"; } catch { /* nothing is kept here: letters work */ }
    off.checked = letters;
    off.addEventListener("change", () => { letters = off.checked; try { localStorage.setItem("pbem-letters", letters ? "on" : "off"); } catch { /* it holds for this visit */ } });
  }

  /* Whether somebody plays by keys just now. */
  const used = () => last === "keydown";

  return { set, go, used };
})();
