"use strict";
/* The choice: what can be done with what is pressed, beside it. An option writes; whatever is said in several parts is
   put together here, on the board or in both. */
window.PBEM = window.PBEM || {};
PBEM.choice = (() => {
  const GAP = 14, VALUES = 7, REFUSED = 3;
  let box = null, thing = null, told = null, focus = false, opener = null;
  const t = () => PBEM.table;

  const isOpen = () => Boolean(box && !box.hidden);
  const forParts = () => isOpen() && !told && t().state.held.length > 1;

  function open(at, byKey = false) {
    if (!isOpen()) opener = document.activeElement;
    if (at) { thing = at; opener = at; }
    told = null;
    focus = true;
    box.hidden = false;
    draw();
    box.classList.toggle("by-key", byKey);
  }

  function close() {
    if (!isOpen()) return;
    const within = box.contains(document.activeElement);
    box.hidden = true;
    thing = told = null;
    if (within) { const back = opener && opener.isConnected && opener.getClientRects().length ? opener : t().rove(); if (back) back.focus({ preventScroll: true }); }
  }

  const nameOf = ref => { const one = t().find(ref); return one ? one.getAttribute("aria-label") : ref.id; };

  // ---- what it says

  function header(text) {
    const { made, say } = t();
    return made("header", {}, made("h3", { id: "choice-name" }, text), made("button", { type: "button", class: "shut", "aria-label": say("table.close"), onclick: () => { if (told) close(); else t().drop(); } }, "✕"));
  }

  function option(answer, n) {
    const { made, price, written } = t();
    return made("li", {}, made("button", { type: "button", class: "opt", "data-order": answer.order, onclick: () => written(answer) },
      made("b", {}, answer.says), answer.about ? made("span", { class: "gain" }, answer.about) : "", price(answer), n < 9 ? made("kbd", { "aria-hidden": "true" }, String(n + 1)) : ""));
  }

  function refusal(one) {
    const { made } = t();
    return made("li", { class: "no" }, made("b", {}, one.says || one.order), made("span", { class: "gain" }, one.why + " ", one.rule ? ruled(one.rule) : ""));
  }

  /* A rule as a button that says what it says. */
  function ruled(rule) {
    const { made, explained } = t();
    const text = made("span", { class: "ruletext", hidden: true });
    const button = made("button", { type: "button", class: "rule", "aria-expanded": "false", onclick: async () => {
      if (!text.textContent) { const known = await explained({ rule }).catch(() => null); text.textContent = known ? known.text : rule; }
      text.hidden = !text.hidden;
      button.setAttribute("aria-expanded", String(!text.hidden));
      place();
    } }, rule);
    return made("span", {}, button, text);
  }

  function part(one) {
    const { made, state, say } = t();
    const several = Boolean(one.many && one.many.most !== 1), numbers = one.could.every(({ value }) => typeof value === "number");
    const set = value => t().hold(PBEM.composing.toggled(state.held, { part: one.key, value, several }));
    const row = made("div", { class: "part", role: "group", "aria-label": one.label }, made("span", { class: "caps" }, one.label));
    if (numbers && one.could.length > VALUES) row.append(stepper(one, set));
    else if (one.could.length <= VALUES) row.append(made("div", { class: "seg" }, ...one.could.map(({ value, on }) => made("button", { type: "button", "aria-pressed": String(on), onclick: () => set(value) }, spoken(one, value)))));
    else {
      const list = made("select", { "aria-label": one.label, onchange: event => { if (event.target.value) set(JSON.parse(event.target.value)); } }, made("option", { value: "" }, say("table.press_or_choose", { n: one.could.length })),
        ...one.could.map(({ value, on }) => made("option", { value: JSON.stringify(value), selected: on }, spoken(one, value))));
      row.append(list);
    }
    return row;
  }

  function spoken(one, value) {
    if (value && typeof value === "object" && "slot" in value) return nameOf(value);
    if (value && typeof value === "object") return Object.values(value).map(each => spoken(one, each)).join(" ");
    const known = (one.values || []).find(each => each.value === value);
    return known ? known.label : String(value);
  }

  function stepper(one, set) {
    const { made, say } = t();
    const all = one.could.map(({ value }) => value).sort((a, b) => a - b), on = one.could.find(each => each.on), now = on ? on.value : all[0];
    const to = n => { const next = all.reduce((best, each) => Math.abs(each - n) < Math.abs(best - n) ? each : best); if (!on || next !== on.value) set(next); };
    return made("span", { class: "step" }, made("button", { type: "button", "aria-label": say("table.less"), onclick: () => to(now - 1) }, "−"),
      made("input", { type: "number", min: all[0], max: all[all.length - 1], value: now, "aria-label": one.label, onchange: event => to(Number(event.target.value)) }),
      made("button", { type: "button", "aria-label": say("table.more"), onclick: () => to(now + 1) }, "+"), on ? "" : made("button", { type: "button", class: "settle", onclick: () => set(now) }, say("table.take")));
  }

  /* The choice for what is held. */
  function draw() {
    if (!isOpen() || told) return;
    const { made, state, say, label, written } = t(), { held, read } = state;
    if (!held.length) return close();
    const here = PBEM.composing.open(read, held), verb = held.find(one => "verb" in one), named = held.filter(one => "thing" in one).map(one => nameOf(one.thing));
    const parts = [header([verb ? label(verb.verb) : "", named.join(" · ")].filter(Boolean).join(": "))];
    const about = made("p", { class: "what", hidden: true });
    parts.push(about);
    const last = [...held].reverse().find(one => "thing" in one);
    if (last) explain(last.thing, about);
    const lights = t().lit().size;
    if (here.few) parts.push(made("ul", { class: "opts" }, ...here.few.map(option)));
    else if (here.verbs.length) parts.push(made("ul", { class: "opts" }, ...here.verbs.map(id => made("li", {}, made("button", { type: "button", class: "opt", onclick: () => t().hold(PBEM.composing.toggled(state.held, { verb: id })) }, made("b", {}, label(id)))))));
    else parts.push(made("div", { class: "parts" }, ...here.parts.map(part)));
    if (!here.few && lights) parts.push(made("p", { class: "dim" }, say("table.press_lit", { n: lights })));
    const no = PBEM.composing.refused(read, held).slice(0, REFUSED);
    if (no.length) parts.push(made("ul", { class: "opts refused", "aria-label": say("table.not_possible") }, ...no.map(refusal)));
    if (!here.few && here.ready) parts.push(made("p", { class: "says" }, here.ready.says, made("code", {}, here.ready.order)), made("footer", {}, made("button", { type: "button", class: "main", onclick: () => written(here.ready) }, say("table.do_it"))));
    fill(parts);
  }

  async function explain(ref, into) {
    const known = await t().explained(ref).catch(() => null);
    if (!known || !known.text) return;
    into.textContent = known.text;
    into.hidden = false;
    place();
  }

  /* A thing with which nothing can be done now says what it is, and why not. */
  function tell(at, ref) {
    const { made, say, state } = t();
    if (!isOpen()) opener = at;
    thing = at;
    told = ref;
    focus = true;
    box.hidden = false;
    const about = made("p", { class: "what" }, at.getAttribute("aria-label"));
    const no = state.surface.ask ? PBEM.composing.refused(state.read, [{ thing: ref }]).slice(0, REFUSED) : [];
    fill([header(at.getAttribute("aria-label")), about, no.length ? made("ul", { class: "opts refused" }, ...no.map(refusal)) : made("p", { class: "dim" }, say(state.surface.over ? "table.over" : state.surface.ask ? "table.nothing_now" : "table.not_asked"))]);
    about.hidden = true;
    explain(ref, about);
  }

  function fill(parts) {
    const within = box.contains(document.activeElement), at = within ? [...box.querySelectorAll("button, select, input")].indexOf(document.activeElement) : -1;
    box.replaceChildren(...parts);
    place();
    const all = [...box.querySelectorAll("button, select, input")], first = box.querySelector(".opts button, .parts button, .parts select, .parts input, footer button") || all[0];
    if (focus || within) (!focus && at > 0 && all[at] ? all[at] : first).focus({ preventScroll: true });
    focus = false;
  }

  // ---- where it is: beside the thing, over neither it nor what it lights

  function place() {
    if (!isOpen()) return;
    const felt = t().$(".felt"), room = felt.getBoundingClientRect();
    box.style.left = box.style.top = "";
    const at = thing && thing.isConnected && thing.getClientRects().length ? thing.getBoundingClientRect() : null;
    if (getComputedStyle(box).position === "fixed" || innerWidth <= 1120) return reveal(at);
    const width = box.offsetWidth, height = Math.min(box.offsetHeight, room.height - 16);
    const clamp = (n, low, high) => Math.max(low, Math.min(n, high));
    const inside = (left, top) => ({ left: clamp(left, room.left + 8, room.right - width - 8), top: clamp(top, room.top + 8, room.bottom - height - 8) });
    const from = at || { left: room.left + room.width / 2, right: room.left + room.width / 2, top: room.bottom - 8, bottom: room.bottom - 8 };
    const tries = [inside(from.right + GAP, from.top - 20), inside(from.left - GAP - width, from.top - 20), inside(from.left, from.bottom + GAP), inside(from.left, from.top - GAP - height), inside(room.right, room.bottom), inside(room.left, room.bottom), inside(room.right, room.top), inside(room.left, room.top)];
    const lights = t().$$(".felt .pane:not([hidden]) .can").map(one => one.getBoundingClientRect());
    const over = (a, b) => Math.max(0, Math.min(a.left + width, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.top + height, b.bottom) - Math.max(a.top, b.top));
    const cost = one => (at ? over(one, at) * 100 : 0) + lights.reduce((sum, each) => sum + over(one, each), 0);
    const best = tries.reduce((a, b) => cost(b) < cost(a) - 1 ? b : a);
    box.style.left = best.left - room.left + "px";
    box.style.top = best.top - room.top + "px";
  }

  /* Where the choice comes from below, the board moves so that the thing stays in sight. */
  function reveal(at) {
    if (!at) return;
    const top = box.getBoundingClientRect().top, svg = thing.closest("svg.world"), home = thing.closest(".board, .tray");
    const room = t().$(".board").getBoundingClientRect();
    if (svg) PBEM.mapView.show(svg, thing, { left: room.left + 24, right: room.right - 24, top: room.top + 50, bottom: top - 16 });
    else if (home && at.bottom > top - 8) home.scrollBy({ top: at.bottom - top + 16 });
  }

  function set() {
    box = t().$(".choice");
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-labelledby", "choice-name");
  }

  return { set, open, close, draw, tell, place, ruled, isOpen, forParts, box: () => box };
})();
