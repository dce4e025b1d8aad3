"use strict";
/* The table one plays at: panes of the board, what is lit on them, and what a press means. It is told a surface
   (pbem/pages/surface.py) and draws it; an answer that is complete goes to `write`, which alone knows whether it is done
   at once or becomes a line of a sheet. Nothing here knows a game. */
window.PBEM = window.PBEM || {};
PBEM.table = (() => {
  const $ = (s, r = document) => r.querySelector(s), $$ = (s, r = document) => [...r.querySelectorAll(s)];
  const { composing, byParts, mapView } = PBEM;
  const THING = "[data-slot][data-id]", WIDE = 769, DOCKED = 1600, MOST = .8;

  /* made: what is put together part by part, {held, told}, where answers are too many to list, or one has more to say. */
  const state = { surface: null, read: composing.read(null), held: [], made: null, verb: false, shown: "", there: "", busy: false, at: null, open: new Set() };
  let words = {}, write = null, explain = null, parts = null, heard = () => {};

  const say = (key, values = {}) => (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const made = (tag, attributes = {}, ...inside) => {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) one.setAttribute(name, value === true ? "" : value);
    }
    one.append(...inside.filter(part => part !== null && part !== undefined && part !== ""));
    return one;
  };
  const icon = name => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", "i");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#i-" + name);
    svg.append(use);
    return svg;
  };

  // ---- drawing: what is the same stays the same element, with its focus, its place and its ground

  function attributes(old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "style" && name !== "data-opened") old.removeAttribute(name);
    for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value && !(name === "viewBox" && old.matches(".world"))) old.setAttribute(name, value);
  }

  const mark = node => node.nodeType === 1 ? [node.nodeName, node.getAttribute("data-slot"), node.getAttribute("data-id"), node.getAttribute("data-owner"), node.id].join(" ") : node.nodeName;

  function morph(old, fresh) {
    const before = new Map();
    for (const node of old.childNodes) { const key = mark(node); before.set(key, [...(before.get(key) || []), node]); }
    let place = old.firstChild;
    for (const node of [...fresh.childNodes]) {
      const same = (before.get(mark(node)) || []).shift();
      if (!same) { old.insertBefore(node, place); continue; }
      if (same === place) place = place.nextSibling; else old.insertBefore(same, place);
      if (node.nodeType !== 1) { if (same.nodeValue !== node.nodeValue) same.nodeValue = node.nodeValue; }
      else if (!same.isEqualNode(node)) { attributes(same, node); morph(same, node); }
    }
    for (const rest of before.values()) for (const node of rest) node.remove();
  }

  const printed = new WeakMap();
  function paint(section, pane) {
    if (printed.get(section) === pane.html) return;
    printed.set(section, pane.html);
    const holder = document.createElement("template");
    holder.innerHTML = pane.html;
    const body = $(".inner", section);
    // Lights are put on afterwards; they are no part of what is compared.
    for (const one of $$(".can, .sel, .near", body)) one.classList.remove("can", "sel", "near");
    morph(body, holder.content);
  }

  function section(pane) {
    const label = made("h2", { class: pane.tray ? "caps" : "vh" }, pane.label), inner = made("div", { class: "inner" });
    const one = made("div", { class: "pane " + (pane.kind ? "of-" + pane.kind : "plainpane"), role: "group", "data-pane": pane.id, "aria-label": pane.label }, label, inner);
    if (pane.kind === "map") { mapView.hold(inner); one.append(tools(inner)); }
    return one;
  }

  /* Larger, smaller, and the places to look at. */
  function tools(inner) {
    const svg = () => $("svg.world", inner);
    const button = (key, work, text) => made("button", { type: "button", class: "small", onclick: work, "aria-label": text ? null : say("table." + key), title: text ? null : say("table." + key) }, text || icon({ nearer: "plus", farther: "minus" }[key] || key));
    return made("div", { class: "maptools" },
      button("mine", () => mapView.fit(svg(), $$(".can, .sel", inner)), say("table.mine")),
      button("world", () => mapView.fit(svg(), []), say("table.world")),
      button("nearer", () => mapView.zoom(svg(), 1.5), "+"), button("farther", () => mapView.zoom(svg(), 1 / 1.5), "−"));
  }

  function panes() {
    const { surface } = state, board = $(".board"), tray = $(".tray");
    const wanted = new Set(surface.panes.map(one => one.id));
    for (const old of $$(".pane")) if (!wanted.has(old.dataset.pane)) old.remove();
    for (const pane of surface.panes) {
      const home = pane.tray ? tray : board;
      let one = $$(".pane", home).find(other => other.dataset.pane === pane.id);
      if (!one) home.append(one = section(pane));
      one.setAttribute("aria-label", pane.label);
      $("h2", one).textContent = pane.label;
      paint(one, pane);
      one.classList.toggle("essential", pane.essential);
    }
    for (const home of [board, tray]) for (const pane of surface.panes) { const one = $$(".pane", home).find(other => other.dataset.pane === pane.id); if (one) home.append(one); }
  }

  // ---- which panes are seen

  const folded = new Map();
  const isWide = () => innerWidth >= WIDE;
  const litIn = one => $$(".can", one).length;

  /* Panes that fit beside each other are seen together; else one at a time, and the one with what is lit opens by itself. */
  function arrange() {
    const { surface } = state, all = $$(".board > .pane"), byId = Object.fromEntries(surface.panes.map(one => [one.id, one]));
    const map = all.find(one => one.classList.contains("of-map")), together = isWide() && !map, docked = Boolean(map) && innerWidth >= DOCKED;
    const lights = Object.fromEntries(all.map(one => [one.dataset.pane, litIn(one)]));
    const ask = surface.ask ? surface.ask.id : "";
    if (ask !== state.at || !byId[state.shown]) {
      // Another question: the pane one chose oneself counts no more than any other.
      if (ask !== state.at) folded.clear();
      state.at = ask;
      if (!lights[state.shown] || !byId[state.shown]) {
        const best = all.filter(one => lights[one.dataset.pane]).sort((a, b) => lights[b.dataset.pane] - lights[a.dataset.pane])[0];
        const essential = all.find(one => byId[one.dataset.pane].essential);
        state.shown = (best || (map && !byId[state.shown] ? map : null) || $(`.board > [data-pane="${CSS.escape(state.shown)}"]`) || essential || all[0]).dataset.pane;
      }
    }
    for (const one of all) {
      const { id, essential } = byId[one.dataset.pane];
      one.hidden = docked ? one !== map && !(essential || id === state.shown || lights[id] || state.open.has(id)) : together ? !(essential || state.open.has(id) || innerWidth >= DOCKED) : id !== state.shown;
    }
    document.body.classList.toggle("with-map", Boolean(map && !map.hidden));
    document.body.classList.toggle("docked", docked && all.some(one => one !== map && !one.hidden));
    if (map) map.style.height = document.body.classList.contains("docked") ? $(".board").clientHeight + "px" : "";
    const tabs = $(".tabs1");
    tabs.replaceChildren(...all.filter(one => !(together && !one.hidden && !state.open.has(one.dataset.pane))).map(one => {
      const id = one.dataset.pane, on = !one.hidden, count = lights[id];
      return made("button", { type: "button", "data-tab": id, "aria-pressed": String(on), onclick: () => turnTo(id) }, byId[id].label, count && !on ? made("span", { class: "nb" }, String(count)) : "");
    }));
    trays();
  }

  function turnTo(id) {
    const tray = $(`.tray > [data-pane="${CSS.escape(id)}"]`);
    if (tray) { if (tray.hidden) folded.set(id, false); }
    else if (isWide() && (innerWidth >= DOCKED || !$(".board > .of-map"))) { if (state.open.has(id)) state.open.delete(id); else state.open.add(id); }
    else state.shown = id;
    arrange();
    follow();
  }

  /* Turns to where a thing lies. */
  function reach(thing) {
    const pane = thing.closest(".pane");
    if (pane.hidden) turnTo(pane.dataset.pane);
  }

  /* What lies at the foot is folded behind a button each, and open where something in it is lit. */
  function trays() {
    const tray = $(".tray"), byId = Object.fromEntries(state.surface.panes.map(one => [one.id, one]));
    $$(".traytabs", tray).forEach(one => one.remove());
    const all = $$(".pane", tray), wide = isWide(), lights = all.some(litIn);
    for (const one of all) {
      const id = one.dataset.pane;
      one.hidden = folded.has(id) ? folded.get(id) : lights ? !litIn(one) : !(wide && byId[id].essential);
    }
    if (!wide || all.some(one => one.hidden)) {
      tray.prepend(made("div", { class: "traytabs" }, ...all.map(one => made("button", { type: "button", class: "small", "aria-expanded": String(!one.hidden), "aria-controls": "tray-" + one.dataset.pane, onclick: () => { folded.set(one.dataset.pane, !one.hidden); arrange(); light(); } }, byId[one.dataset.pane].label, litIn(one) && one.hidden ? made("span", { class: "nb" }, String(litIn(one))) : ""))));
    }
    for (const one of all) one.id = "tray-" + one.dataset.pane;
    tray.hidden = !all.length;
  }

  /* The map opens on what can be named, or on one's own pieces that lie on a thing, else on all of it; while the question
     stays the same it stays where it is, as long as most of that is seen. */
  function follow(again = false) {
    const tray = $(".tray"), first = $(".pane:not([hidden]) .can", tray);
    if (first && !$$(".can", tray).some(one => { const box = one.getBoundingClientRect(), room = tray.getBoundingClientRect(); return box.left >= room.left && box.right <= room.right && box.bottom <= room.bottom + 40; })) first.scrollIntoView({ block: "nearest", inline: "center" });
    const inner = $(".board > .of-map:not([hidden]) .inner"), svg = inner && $("svg.world", inner);
    if (!svg) return;
    const lights = $$(".can", svg), rect = inner.getBoundingClientRect();
    const seen = lights.filter(one => { const box = one.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2; return x > rect.left && x < rect.right && y > rect.top && y < rect.bottom; }).length;
    const fresh = lights.length && svg.dataset.opened !== state.at;
    if (again || fresh || !svg.dataset.opened || seen < lights.length * MOST) { mapView.fit(svg, lights.length ? lights : $$(`[data-slot] .p${state.surface.players[state.surface.seat].tincture}`, svg)); svg.dataset.opened = state.at || "-"; }
  }

  // ---- lights

  const refOf = one => ({ slot: one.dataset.slot, id: one.dataset.id, owner: one.dataset.owner || "" });
  const lit = () => state.made ? byParts.lit(state.made.told, state.made.held) : composing.lit(state.read, state.held);
  const chosen = () => state.made ? byParts.said(state.made.held) : composing.things(state.held);
  const find = ref => $$(THING, $(".felt")).filter(one => composing.name(refOf(one)) === composing.name(ref) && !one.closest(".choice")).sort((a, b) => Number(Boolean(a.closest("[hidden]"))) - Number(Boolean(b.closest("[hidden]"))))[0];

  function light() {
    const can = state.busy ? new Map() : lit(), had = chosen(), near = new Set((state.surface.ask ? composing.refused(state.read, state.held) : []).flatMap(one => composing.refs(one.at).map(composing.name)));
    for (const one of $$(`.felt .pane :is(${THING})`)) {
      const name = composing.name(refOf(one)), on = can.has(name), sel = had.has(name);
      one.classList.toggle("can", on);
      one.classList.toggle("sel", sel);
      one.classList.toggle("near", !on && !sel && near.has(name));
      one.setAttribute("aria-pressed", String(sel));
      if (on) one.setAttribute("aria-description", say("table.may")); else one.removeAttribute("aria-description");
    }
    rove();
    verbs();
    const tabs = $(".tabs1");
    for (const tab of $$("[data-tab]", tabs)) {
      const pane = $(`.board > [data-pane="${CSS.escape(tab.dataset.tab)}"]`), n = pane && pane.hidden ? litIn(pane) : 0, badge = $(".nb", tab);
      if (badge) badge.remove();
      if (n) tab.append(made("span", { class: "nb" }, String(n)));
    }
    $(".inhand").hidden = !state.verb;
    if (state.verb) $(".inhand span").textContent = say("table.in_hand", { verb: label(state.made ? state.made.held.verb : state.held.find(one => "verb" in one).verb) });
  }

  /* In each pane one thing can be reached by Tab; arrows go on from it. A pane without things is reached itself, to scroll. */
  function rove(to) {
    let first = null;
    for (const pane of $$(".felt .pane:not([hidden])")) {
      const all = $$(THING, pane), on = one => one.matches(".can, .sel");
      const now = (to && pane.contains(to) && to) || all.find(one => one.tabIndex === 0 && on(one)) || all.find(on) || all[0];
      for (const one of all) one.tabIndex = one === now ? 0 : -1;
      const inner = $(".inner", pane);
      if (now) inner.removeAttribute("tabindex"); else inner.tabIndex = 0;
      if (now && (!first || (on(now) && !on(first)))) first = now;
    }
    return to || first;
  }

  const label = verb => { const ask = state.surface.ask, known = ask && ask.verbs.find(one => one.id === verb); return known ? known.label[0].toUpperCase() + known.label.slice(1) : verb; };

  /* Verbs to begin with. One without parts is an answer by itself. */
  function verbs() {
    const bar = $(".verbs"), ask = state.surface.ask;
    if (!ask) return bar.replaceChildren();
    const now = state.made ? state.made.held.verb : (state.held.find(one => "verb" in one) || {}).verb, began = state.made ? state.made.held.steps.length : state.held.length;
    const buttons = ask.verbs.map(({ id, about }) => {
      const some = state.read.legal.filter(one => one.verb === id), without = ask.forms.some(one => one.verb === id && !one.parts.length);
      const alone = some.length === 1 && !some[0].names.length && without && (!began || now === id) ? some[0] : null;
      const open = some.length || (ask.next && ask.next.forms.some(one => one.verb === id));
      return made("button", { type: "button", class: without && some.length === 1 ? "alone" : null, "data-verb": id, title: about || null, disabled: !open || state.busy, "aria-pressed": alone ? null : String(now === id),
        onclick: () => alone ? written(alone, []) : begin(id) }, label(id), alone ? price(alone) : "");
    });
    const alone = buttons.filter(one => one.classList.contains("alone"));
    bar.replaceChildren(made("span", { class: "caps" }, say("table.begin_with")), ...buttons.filter(one => !alone.includes(one)), made("span", { class: "alones" }, ...alone));
  }

  /* Meters that an answer changes. */
  function price(answer) {
    const meters = Object.fromEntries((state.surface.ask ? state.surface.ask.meters : []).map(one => [one.id, one.label]));
    const parts = [...Object.entries(answer.cost || {}).map(([id, n]) => ["cost1", "−" + n, meters[id] || id]), ...Object.entries(answer.gain || {}).map(([id, n]) => ["gain1", "+" + n, meters[id] || id])];
    return parts.length ? made("span", { class: "pay" }, ...parts.map(([kind, n, name]) => made("span", { class: kind }, made("b", {}, n), " " + name))) : "";
  }

  // ---- pressing

  function begin(verb) {
    state.verb = false;
    if (!state.surface.ask.complete) {
      const on = state.made.held.verb === verb;
      put(on ? byParts.empty : { ...byParts.empty, verb, steps: [byParts.empty] });
      if (on) PBEM.choice.close(); else PBEM.choice.open(null);
      return;
    }
    state.made = null;
    hold(composing.toggled(state.held, { verb }));
    if (state.held.length) PBEM.choice.open(null);
  }

  function hold(held) {
    state.held = composing.kept(state.read, held);
    light();
    PBEM.choice.draw();
    heard();
  }

  /* What is chosen part by part; what can follow is asked for, and until that is said everything stays as it is. */
  async function put(held, told = null) {
    const before = state.made, mine = state.made = { held, told: told || (before ? before.told : null), more: Boolean(before && before.more) };
    const known = told || (held.steps.length && (Object.keys(held.at).length || held.form !== null) ? await parts({ at: held.at, ...(held.form === null ? {} : { form: held.form }) }).catch(() => null) : state.surface.ask.next);
    if (state.made !== mine) return false;
    mine.told = known || mine.told;
    light();
    PBEM.choice.draw();
    heard();
    return true;
  }

  /* Whether an answer could say more: its form has words that no listed answer uses. */
  const saysMore = answer => state.surface.ask.forms[answer.form].parts.some(one => !one.need && !(one.key in answer.at) && one.kind === "word");
  async function more(answer) {
    const held = { ...byParts.empty, at: answer.at, form: answer.form, verb: answer.verb };
    const told = await parts({ at: answer.at, form: answer.form }).catch(() => null);
    if (!told) return;
    state.made = { held, told, more: true };
    light();
    PBEM.choice.draw();
  }

  /* A press on a thing. It never writes by itself, unless a verb is in hand. */
  async function press(thing, byKey = false) {
    if (!thing || state.busy) return;
    const ref = refOf(thing), name = composing.name(ref);
    rove(thing);
    if (state.made && state.made.more) { state.made = null; state.held = []; }
    if (state.made) return pressPart(thing, ref, byKey);
    const had = chosen().has(name);
    if (!had && !lit().has(name)) {
      // Not for what is begun, but perhaps for something else: then that begins anew.
      if (!composing.lit(state.read, []).has(name)) return PBEM.choice.tell(thing, ref);
      state.held = [];
      state.verb = false;
    }
    const held = composing.toggled(state.held, { thing: ref });
    if (state.verb && !had) {
      const ready = composing.whole(state.read, held), all = composing.compatible(state.read, held);
      if (ready.length === 1 && all.length === 1) return written(ready[0], held);
    }
    state.verb = state.verb && had;
    hold(held);
    if (state.held.length) PBEM.choice.open(thing, byKey); else PBEM.choice.close();
  }

  async function pressPart(thing, ref, byKey) {
    const { held, told } = state.made, inHand = state.verb;
    state.verb = false;
    if (byParts.said(held).has(composing.name(ref))) {
      await put(byParts.without(held, ref));
      return PBEM.choice.open(thing, byKey);
    }
    let found = byParts.meanings(state.surface.ask, told, held, ref), from = held;
    if (!found.length) {
      from = byParts.empty;
      found = byParts.meanings(state.surface.ask, state.surface.ask.next, from, ref);
      if (!found.length) return PBEM.choice.tell(thing, ref);
    }
    if (found.length > 1) { if (from !== held) state.made = { held: from, told: state.surface.ask.next }; return PBEM.choice.meanings(found, thing, byKey); }
    if (!await put(byParts.chosen(state.surface.ask, from, found[0]))) return;
    const ready = byParts.complete(state.made.told, state.made.held);
    if (inHand && ready.length === 1 && !byParts.isMany(state.surface.ask, found[0].form, found[0].key)) return written(ready[0]);
    PBEM.choice.open(thing, byKey);
  }

  /* Esc: what is told, the last part or constraint, the verb in hand. */
  function back() {
    if (PBEM.choice.isTold()) { PBEM.choice.close(); return true; }
    const { made: put1 } = state;
    state.verb = false;
    if (put1 && put1.more && !put1.held.steps.length) { state.made = null; hold(state.held); return true; }
    if (put1 && put1.held.steps.length) {
      const last = put1.held.steps[put1.held.steps.length - 1];
      put(last);
      if (!last.steps.length && !put1.more) PBEM.choice.close();
      return true;
    }
    if (!state.held.length) return false;
    hold(state.held.slice(0, -1));
    if (!state.held.length) PBEM.choice.close();
    return true;
  }

  function drop() {
    state.verb = false;
    state.made = null;
    PBEM.choice.close();
    if (state.surface.ask && !state.surface.ask.complete) put(byParts.empty, state.surface.ask.next);
    hold([]);
  }

  /* An answer is complete. What becomes of it is not for the table to say. */
  async function written(answer, held = state.held) {
    if (state.busy) return;
    const ask = state.surface.ask, from = held;
    PBEM.choice.close();
    state.held = [];
    state.made = null;
    state.verb = false;
    const done = await write(answer), now = state.surface.ask;
    if (!done) return reset();
    if (!ask.several || !now || now.id !== ask.id || state.surface.seat !== done.seat) return done;
    if (!now.complete) {
      if (!composing.refs(answer.at).length || !now.next.forms.some(one => one.verb === answer.verb && Object.keys(one.choices).length)) return done;
      state.verb = true;
      await put({ ...byParts.empty, verb: answer.verb, steps: [byParts.empty] });
      return done;
    }
    const stays = composing.inHand(state.read, answer, from);
    if (stays.length) { state.verb = true; hold(stays); }
    return done;
  }

  /* Nothing is begun. */
  function reset() {
    const { ask } = state.surface;
    state.made = ask && !ask.complete ? { held: byParts.empty, told: ask.next } : null;
    state.held = [];
    light();
    return null;
  }

  // ---- being told

  function show(surface, { busy = false } = {}) {
    state.surface = surface;
    state.busy = busy;
    state.read = composing.read(surface.ask);
    state.held = [];
    state.made = surface.ask && !surface.ask.complete ? { held: byParts.empty, told: surface.ask.next } : null;
    state.verb = false;
    PBEM.choice.close();
    const seat = surface.players[surface.seat];
    document.body.style.setProperty("--who", `var(--p${seat.tincture})`);
    $("#question").classList.remove("whole");
    $("#question").textContent = surface.over ? ended(surface) : surface.ask ? surface.ask.question : say("table.nobody");
    $(".ofask").replaceChildren(...(surface.ask && surface.ask.rule ? [PBEM.choice.ruled(surface.ask.rule, say("table.rule"))] : []));
    meters(surface.ask);
    panes();
    light();
    // While others play everything stays where it is.
    const there = surface.panes.map(one => one.id).join();
    if (!busy || there !== state.there) { arrange(); light(); }
    state.there = there;
    follow();
    heard();
  }

  /* Who won, and how, where that has a name of its own. */
  function ended({ over, players }) {
    const names = players.filter(one => over.winners.includes(one.handle)).map(one => one.name).join(", ");
    return over.text === names ? say("table.won", { names }) : say("table.won_how", { names, how: over.text });
  }

  function meters(ask) {
    const left = $(".purse"), all = ask ? ask.meters : [];
    left.replaceChildren(...all.map(one => made("span", { class: "pair" }, made("span", { class: "lab" }, one.label + " "), made("b", {}, String(one.value)))));
    left.hidden = !all.length;
  }

  const speak = text => { const live = $("#live"); live.textContent = ""; setTimeout(() => { live.textContent = text; }, 30); };

  /* words: sentences of the page; write(answer) → promise of {seat} if it was done; explain(ref | {rule}) → promise of {name, text};
     parts({at, form?}) → promise of what each part may say next; heard() after every change. */
  function set(up) {
    ({ words, write, explain, parts, heard = () => {} } = up);
    const felt = $(".felt");
    felt.addEventListener("click", event => {
      const thing = event.target.closest(THING);
      if (thing && thing.closest(".pane")) { event.preventDefault(); press(thing); }
      else if (!event.target.closest("button, a, input, select, .choice, label, summary") && (state.held.length || PBEM.choice.isOpen())) back();
    });
    $(".inhand button").addEventListener("click", drop);
    $("#question").addEventListener("click", event => event.target.classList.toggle("whole"));
    let width = innerWidth;
    addEventListener("resize", () => { if (!state.surface) return; PBEM.choice.place(); if (width !== innerWidth) { arrange(); light(); } width = innerWidth; });
    PBEM.choice.set();
    PBEM.tableKeys.set();
  }

  return { state, set, show, press, back, drop, written, hold, put, more, saysMore, chosen, light, lit, find, refOf, rove, price, label, made, icon, say, speak, turnTo, reach, ended, follow, isWide, explained: what => explain(what), $, $$, THING };
})();
