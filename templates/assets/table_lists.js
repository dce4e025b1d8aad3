"use strict";
/* The equal way beside the board: all legal orders and all things as lists with search, and orders as text. */
window.PBEM = window.PBEM || {};
PBEM.tableLists = (() => {
  const FOLDED = 60;
  const t = () => PBEM.table;
  let sought = "";

  const matches = text => text.toLowerCase().includes(sought);

  function orders(home) {
    const { made, state, say, label, price, written } = t(), ask = state.surface.ask;
    if (!ask || state.busy) return home.replaceChildren(made("p", { class: "dim" }, say(state.surface.over ? "table.over" : "table.not_asked")));
    const all = state.read.legal.filter(one => matches(`${one.says} ${one.order} ${one.about}`)), many = state.read.legal.length > FOLDED && !sought;
    const groups = ask.verbs.map(({ id }) => [id, all.filter(one => one.verb === id)]).filter(([, some]) => some.length);
    const row = one => made("li", {}, made("button", { type: "button", class: "opt", "data-order": one.order, onclick: () => written(one, []) }, made("b", {}, one.says), one.about ? made("span", { class: "gain" }, one.about) : "", price(one)));
    home.replaceChildren(
      made("p", { class: "dim" }, say(ask.complete ? "table.all_orders" : "table.some_orders", { n: state.read.legal.length })),
      ...groups.map(([id, some]) => {
        const list = made("ul", { class: "opts" }), fold = made("details", { open: !many }, made("summary", {}, `${label(id)} (${some.length})`), list);
        const fill = () => { if (!list.children.length && fold.open) list.append(...some.map(row)); };
        fold.addEventListener("toggle", fill);
        fill();
        return fold;
      }));
  }

  function things(home) {
    const { made, state, say, $$, THING } = t();
    const panes = state.surface.panes.map(pane => {
      const all = $$(`.felt [data-pane="${CSS.escape(pane.id)}"] :is(${THING})`).filter(one => matches(one.getAttribute("aria-label") || ""));
      return [pane, [...all.filter(one => one.matches(".can, .sel")), ...all.filter(one => !one.matches(".can, .sel"))]];
    });
    const row = one => made("li", {}, made("button", { type: "button", class: "opt" + (one.matches(".can") ? " can" : ""), onclick: () => { t().reach(one); t().press(one, true); } }, made("b", {}, one.getAttribute("aria-label")), one.matches(".can") ? made("span", { class: "gain" }, say("table.may")) : ""));
    home.replaceChildren(...panes.filter(([, all]) => all.length).map(([pane, all]) => {
      const list = made("ul", { class: "opts" }), lit = all.filter(one => one.matches(".can")).length;
      const fold = made("details", { open: Boolean(lit || sought) }, made("summary", {}, pane.label + (lit ? ` (${lit})` : "")), list);
      const fill = () => { if (!list.children.length && fold.open) list.append(...all.slice(0, 400).map(row)); };
      fold.addEventListener("toggle", fill);
      fill();
      return fold;
    }));
  }

  const SHOWN = { orders, things };

  /* The list that is seen is drawn; others when they are turned to. */
  function draw() {
    for (const [name, fill] of Object.entries(SHOWN)) { const home = t().$("#list-" + name); if (home && !home.closest("[hidden]")) fill(home); }
  }

  function set() {
    const { $, $$ } = t();
    for (const tab of $$(".sheettabs [role=tab]")) tab.addEventListener("click", () => turn(tab));
    $(".sheettabs").addEventListener("keydown", event => {
      const all = $$(".sheettabs [role=tab]"), at = all.indexOf(document.activeElement), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step && at >= 0) { const next = all[(at + step + all.length) % all.length]; turn(next); next.focus(); event.preventDefault(); }
    });
    $("#search").addEventListener("input", event => { sought = event.target.value.trim().toLowerCase(); draw(); });
  }

  function turn(tab) {
    const { $, $$ } = t();
    for (const one of $$(".sheettabs [role=tab]")) {
      const on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      $("#" + one.getAttribute("aria-controls")).hidden = !on;
    }
    $(".search").hidden = tab.id === "tab-log";
    draw();
  }

  return { set, draw, turn };
})();
