"use strict";
/* The choice: what can be done with what is pressed, beside it. An option writes; whatever is said in several parts is
   put together here, on the board or in both. */
window.PBEM = window.PBEM || {};
PBEM.choice = (() => {
  const GAP = 14, VALUES = 7;
  let box = null, thing = null, told = null, focus = false, opener = null;
  const t = () => PBEM.table;

  const isOpen = () => Boolean(box && !box.hidden);
  const isTold = () => isOpen() && Boolean(told);

  function open(at, byKey = false) {
    if (!isOpen()) opener = document.activeElement;
    if (at) {
      thing = opener = at;
      if (!at.closest("svg")) at.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
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
    document.body.classList.remove("choosing");
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
  function ruled(rule, named = rule) {
    const { made, explained } = t();
    const text = made("span", { class: "ruletext", hidden: true });
    const button = made("button", { type: "button", class: "rule", "aria-expanded": "false", onclick: async () => {
      if (!text.textContent) { const known = await explained({ rule }).catch(() => null); text.textContent = known ? known.text : rule; }
      text.hidden = !text.hidden;
      button.setAttribute("aria-expanded", String(!text.hidden));
      place();
    } }, named);
    return made("span", {}, button, text);
  }

  function part(one, set) {
    const { made, say } = t();
    const numbers = one.could.every(({ value }) => typeof value === "number");
    const called = one.called || one.label, row = made("div", { class: "part", role: "group", "aria-label": called }, made("span", { class: "caps" }, called));
    const words = one.could.filter(({ value }) => typeof value !== "number");
    if (one.could.length > VALUES && words.every(({ value }) => typeof value === "string") && !numbers && words.length < one.could.length) {
      row.append(made("div", { class: "seg" }, ...words.map(each => made("button", { type: "button", "aria-pressed": String(each.on), onclick: () => set(each.value, each) }, spoken(one, each.value))), stepper(one, set)));
    } else if (numbers && one.could.length > VALUES) row.append(stepper(one, set));
    else if (one.could.length <= VALUES) row.append(made("div", { class: "seg" }, ...one.could.map(each => made("button", { type: "button", "aria-pressed": String(each.on), onclick: () => set(each.value, each) }, spoken(one, each.value), t().price(each)))));
    else {
      const list = made("select", { "aria-label": one.label, onchange: event => { if (event.target.value) { const each = one.could[Number(event.target.value)]; set(each.value, each); } } }, made("option", { value: "" }, say("table.press_or_choose", { n: one.could.length })),
        ...one.could.map(({ value, on }, n) => made("option", { value: n, selected: on }, spoken(one, value))));
      row.append(list);
    }
    return row;
  }

  /* Parts of one label are told apart by the word that stands before them in orders. */
  const named = (parts, one) => parts.filter(other => other.label === one.label).length > 1 && one.role ? `${one.label} (${one.role})` : one.label;

  function spoken(one, value) {
    if (value && typeof value === "object" && "slot" in value) return nameOf(value);
    if (value && typeof value === "object") return Object.values(value).map(each => spoken(one, each)).join(" ");
    const known = (one.values || []).find(each => each.value === value);
    return known ? known.label : String(value);
  }

  function stepper(one, set) {
    const { made, say } = t();
    const all = one.could.map(({ value }) => value).filter(value => typeof value === "number").sort((a, b) => a - b), on = one.could.find(each => each.on), now = on && typeof on.value === "number" ? on.value : all[0];
    const to = n => { const next = all.reduce((best, each) => Math.abs(each - n) < Math.abs(best - n) ? each : best); if (!on || next !== on.value) set(next, one.could.find(each => each.value === next)); };
    return made("span", { class: "step" }, made("button", { type: "button", "aria-label": say("table.less"), onclick: () => to(now - 1) }, "−"),
      made("input", { type: "number", min: all[0], max: all[all.length - 1], value: now, "aria-label": one.label, onchange: event => to(Number(event.target.value)) }),
      made("button", { type: "button", "aria-label": say("table.more"), onclick: () => to(now + 1) }, "+"), on ? "" : made("button", { type: "button", class: "settle", onclick: () => to(now) }, say("table.take")));
  }

  /* The choice for what is held. */
  function draw() {
    if (!isOpen() || told) return;
    if (t().state.made) return drawParts();
    const { made, state, say, label } = t(), { held, read } = state;
    if (!held.length) return close();
    const here = PBEM.composing.open(read, held), verb = held.find(one => "verb" in one), named = held.filter(one => "thing" in one);
    const out = head(verb ? verb.verb : "", named.map(one => one.thing));
    if (here.few) out.push(made("ul", { class: "opts" }, ...here.few.map(option)));
    else if (here.verbs.length) out.push(made("ul", { class: "opts" }, ...here.verbs.map(id => made("li", {}, made("button", { type: "button", class: "opt", onclick: () => t().hold(PBEM.composing.toggled(state.held, { verb: id })) }, made("b", {}, label(id)))))));
    else out.push(made("div", { class: "parts" }, ...here.parts.map(one => part(one, value => t().hold(PBEM.composing.toggled(state.held, { part: one.key, value, several: Boolean(one.many && one.many.most !== 1) }))))));
    if (here.few && here.few.length === 1 && t().saysMore(here.few[0])) out.push(made("p", {}, made("button", { type: "button", class: "small", onclick: () => t().more(here.few[0]) }, say("table.how"))));
    const lights = t().lit().size;
    if (!here.few && lights) out.push(made("p", { class: "dim" }, say("table.press_lit", { n: lights })));
    const no = PBEM.composing.refused(read, held);
    if (no.length) out.push(made("ul", { class: "opts refused", "aria-label": say("table.not_possible") }, ...no.map(refusal)));
    if (!here.few && here.ready) out.push(...done(here.ready));
    fill(out);
  }

  /* What is chosen, and what the last thing is. */
  function head(verb, refs) {
    const { made, label } = t(), about = made("p", { class: "what", hidden: true });
    if (refs.length) explain(refs[refs.length - 1], about);
    return [header([verb ? label(verb) : "", refs.map(nameOf).join(" · ")].filter(Boolean).join(": ")), about];
  }

  const done = answer => {
    const { made, say, written } = t();
    return [made("p", { class: "says" }, answer.says, answer.about ? made("span", { class: "gain" }, " " + answer.about) : "", t().price(answer), made("code", {}, answer.order)), made("footer", {}, made("button", { type: "button", class: "main", "data-order": answer.order, onclick: () => written(answer) }, say("table.do_it")))];
  };

  /* The same part by part: what is complete can be done, what can be said more stands above it. */
  function drawParts() {
    const { made, state, say } = t(), { held, told: next, more } = state.made, { byParts } = PBEM, { ask } = state.surface;
    const ready = byParts.complete(next, held), rows = byParts.rows(ask, next, held).filter(one => !more || !(one.key in held.at) || (one.kind !== "thing" && one.kind !== "list"));
    const out = head(held.verb || (held.form !== null ? ask.forms.concat(ask.also || [])[held.form].verb : ""), PBEM.composing.refs(held.at));
    const set = one => (value, each) => {
      const on = JSON.stringify(held.at[one.key]) === JSON.stringify(value), { [one.key]: _, ...rest } = held.at;
      t().put(on ? { ...held, at: rest, steps: [...held.steps, held] } : byParts.chosen(ask, held, { ...each, form: one.form, key: one.key }));
    };
    const shown = rows.filter(one => one.need || ready.length || !(one.could.length > VALUES * 2 && one.kind === "thing"));
    out.push(made("div", { class: "parts" }, ...shown.map(one => part({ ...one, called: named(shown, one) }, set(one)))));
    const lights = t().lit().size;
    if (lights && !ready.length) out.push(made("p", { class: "dim" }, say("table.press_lit", { n: lights })));
    if (!ready.length) for (const one of byParts.refused(next, held).slice(0, 1)) out.push(made("p", { class: "warn" }, one.why + " ", one.rule ? ruled(one.rule) : ""));
    if (ready.length === 1) out.push(...done(ready[0]));
    else if (ready.length) out.push(made("ul", { class: "opts" }, ...ready.map(option)));
    fill(out);
  }

  /* A thing that can be meant in several ways: which is it? */
  function meanings(found, at, byKey) {
    const { made, state, label, say } = t(), { ask } = state.surface;
    if (!isOpen()) opener = at;
    thing = at;
    told = true;
    focus = true;
    box.hidden = false;
    box.classList.toggle("by-key", byKey);
    const forms = ask.forms.concat(ask.also || []);
    fill([header(at.getAttribute("aria-label")), made("p", { class: "dim" }, say("table.as_what")), made("ul", { class: "opts" }, ...found.map(one => {
      const part1 = forms[one.form].parts.find(each => each.key === one.key);
      return made("li", {}, made("button", { type: "button", class: "opt", onclick: () => { told = null; t().put(PBEM.byParts.chosen(ask, state.made.held, one)); } }, made("b", {}, `${label(one.verb)}: ${named(forms[one.form].parts, part1)}`), made("span", { class: "gain" }, spoken(part1, one.value))));
    }))]);
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
    const no = state.surface.ask ? PBEM.composing.refused(state.read, [{ thing: ref }]) : [];
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
    box.style.left = box.style.top = box.style.maxHeight = "";
    document.body.classList.remove("choosing");
    box.classList.remove("above");
    const at = thing && thing.isConnected && thing.getClientRects().length ? thing.getBoundingClientRect() : null;
    if (getComputedStyle(box).position === "fixed" || innerWidth <= 1120) return reveal(at);
    const width = box.offsetWidth, height = Math.min(box.offsetHeight, room.height - 16);
    const clamp = (n, low, high) => Math.max(low, Math.min(n, high));
    const inside = (left, top) => ({ left: clamp(left, room.left + 8, room.right - width - 8), top: clamp(top, room.top + 8, room.bottom - height - 8) });
    const from = at || { left: room.left + room.width / 2, right: room.left + room.width / 2, top: room.bottom - 8, bottom: room.bottom - 8 };
    const tries = [inside(from.right + GAP, from.top - 20), inside(from.left - GAP - width, from.top - 20), inside(from.left, from.bottom + GAP), inside(from.left, from.top - GAP - height), inside(room.right, room.bottom), inside(room.left, room.bottom), inside(room.right, room.top), inside(room.left, room.top)];
    const lights = t().$$(".felt .pane:not([hidden]) .can").map(one => one.getBoundingClientRect());
    const over = (a, b) => Math.max(0, Math.min(a.left + width, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.top + height, b.bottom) - Math.max(a.top, b.top));
    const beside = thing ? t().$$(`:is(${t().THING})`, thing.closest(".pane")).map(one => one.getBoundingClientRect()) : [];
    const sum = (one, some) => some.reduce((all, each) => all + over(one, each), 0);
    const cost = one => (at ? over(one, at) * 100 : 0) + sum(one, lights) + (thing && thing.closest("svg") ? 0 : sum(one, beside) / 4);
    const best = tries.reduce((a, b) => cost(b) < cost(a) - 1 ? b : a);
    box.style.left = best.left - room.left + "px";
    box.style.top = best.top - room.top + "px";
  }

  /* Where the choice comes from below, the board moves so that the thing stays in sight; for a thing at the foot of the table
     it comes from above. */
  function reveal(at) {
    const tray = thing && thing.closest(".tray"), room = t().$(".felt").getBoundingClientRect();
    box.classList.toggle("above", Boolean(tray && at));
    document.body.classList.toggle("choosing", !tray);
    if (!at) return;
    if (tray) { box.style.maxHeight = Math.max(160, at.top - 60) + "px"; return; }
    const top = box.getBoundingClientRect().top, svg = thing.closest("svg.world"), board = t().$(".board");
    if (svg) PBEM.mapView.show(svg, thing, { left: room.left + 24, right: room.right - 24, top: room.top + 50, bottom: top - 16 });
    else if (at.bottom > top - 8) board.scrollBy({ top: Math.min(at.bottom - top + 16, Math.max(0, at.top - board.getBoundingClientRect().top - 8)) });
  }

  function set() {
    box = t().$(".choice");
    box.setAttribute("role", "dialog");
    box.setAttribute("aria-labelledby", "choice-name");
  }

  return { set, open, close, draw, tell, place, ruled, meanings, isOpen, isTold, box: () => box };
})();
