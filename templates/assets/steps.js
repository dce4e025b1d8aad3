"use strict";
/* The acts of an entry, one after the other on its board: what was answered, its arrow, what was thrown for it. From any
   of them a game against bots can be tried. Of games that are over, where the site has an engine. */
(() => {
  const box = document.querySelector("[data-replay]"), all = window.PBEM_MOMENTS;
  if (!box || !all || !all.record || !window.Worker) return;
  const { engine } = PBEM, set = all.record, n = Number(box.dataset.n), GAME = box.dataset.base ? "" : "../", ROOT = GAME + "../../";
  const made = (tag, more, ...inside) => { const one = Object.assign(document.createElement(tag), more); one.append(...inside); return one; };
  const say = (key, values = {}) => set.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const board = () => document.querySelector("[data-board]");
  const numbers = Object.keys(set.places).map(Number).sort((a, b) => a - b), earlier = numbers.filter(one => one < n).pop();
  /* Between which places of the record this entry lies; none if it was taken back, or began the game. */
  const places = n in set.places && earlier !== undefined ? [set.places[earlier], set.places[n]] : null;
  let record = null, acts = null, at = 0, began = null;

  // ---- what stands under the slider

  const state = made("p", { className: "small", hidden: true });
  state.setAttribute("role", "status");
  const button = (sign, key, work) => { const one = made("button", { type: "button", className: "btn sq", onclick: work }, sign); one.setAttribute("aria-label", say(key)); return one; };
  const back = button("‹", "prev", () => go(at - 1)), on = button("›", "next", () => go(at + 1)), shown = made("span", { className: "acted" });
  const begin = made("button", { type: "button", className: "small", onclick: () => start(1) }, say("begin"));
  const attempt = made("a", { className: "small", hidden: true }, say("try")), told = made("p", { className: "small dim", hidden: true }, say("private"));
  const bar = made("div", { className: "stepbar", hidden: true }, back, shown, on);
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", say("of"));
  box.append(made("div", { className: "room stepped" }, begin, bar, state, attempt, told));

  // ---- loading

  const script = path => new Promise((done, fail) => { const one = made("script", { src: path, onload: done, onerror: fail }); document.head.append(one); });
  async function known() {
    if (record) return record;
    await script(GAME + "record.js");
    return record = window.PBEM_RECORD;
  }
  const trying = place => {
    told.textContent = say(set.now ? "guessed" : "private");
    attempt.href = `${ROOT}play/${set.play}#from=${encodeURIComponent(location.pathname.split("/games/").pop().split("/")[0])}:${place}`;
    attempt.hidden = told.hidden = !set.now && place >= set.places[numbers[numbers.length - 1]];
  };

  function ready() {
    return began = began || (async () => {
      const found = await engine.known(ROOT, set.told);
      if (!found) throw new Error(say("none"));
      await engine.start({ ...found, onstate: one => { state.textContent = one.text; state.hidden = one.state === "ready"; } });
    })().catch(fault => { began = null; throw fault; });
  }

  /* From the first act, or from the last (-1). */
  async function start(first) {
    begin.disabled = true;
    state.hidden = false;
    state.textContent = say("wait");
    try {
      await known();
      await ready();
      acts = await engine.call("replay", { record, first: places[0], last: places[1], language: set.language, assets: ROOT + "assets/" });
      if (!acts.length) { state.textContent = say("nothing"); return; }
      begin.hidden = state.hidden = true;
      bar.hidden = false;
      await go(first < 0 ? acts.length + 1 + first : Math.min(first, acts.length));
    } catch (fault) { state.textContent = fault.message || say("none"); state.hidden = false; begin.disabled = false; }
  }

  // ---- one act

  const link = which => box.querySelector(`[data-go=${which}][href]`);
  let busy = false;
  async function go(to) {
    if (busy) return;
    if (to < 1) { const one = link("prev"); if (one) location.href = one.href + "#step=-1"; return; }
    if (to > acts.length) { const one = link("next"); if (one && !one.href.endsWith("#")) location.href = one.href + "#step=1"; return; }
    busy = true;
    try {
      const html = await engine.call("act", { n: to }), home = board();
      at = to;
      const fresh = document.createElement("template");
      fresh.innerHTML = html;
      home.replaceChildren(fresh.content);
      const act = acts[at - 1], lines = made("div", {});
      lines.innerHTML = act.text.join(" ");
      shown.replaceChildren(made("b", {}, say("act", { n: at, of: acts.length })), " ", ...lines.childNodes, ...thrown(act));
      arrows(act);
      trying(act.place);
      history.replaceState(null, "", "#step=" + at);
      back.disabled = at === 1 && !link("prev");
      on.disabled = at === acts.length && !link("next");
    } catch (fault) { state.textContent = fault.message; state.hidden = false; bar.hidden = true; begin.hidden = begin.disabled = false; }
    finally { busy = false; }
  }

  /* Dice that the sentences do not show already. */
  const thrown = act => /class="die/.test(act.text.join("")) ? [] : act.dice.flat().flatMap(one => [" ", made("i", { className: `die d${one}` }, String(one))]);

  /* From where to where: drawn over the board, between things that lie on it. */
  function arrows(act) {
    const home = board(), space = "http://www.w3.org/2000/svg", over = document.createElementNS(space, "svg");
    const drawn = (name, more) => { const one = document.createElementNS(space, name); for (const [key, value] of Object.entries(more)) one.setAttribute(key, value); over.append(one); return one; };
    const find = ({ slot, id }) => [...home.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)].find(one => one.dataset.slot.split(" ").includes(slot) && one.getBoundingClientRect().width);
    const middle = one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2 - around.x, box.y + box.height / 2 - around.y]; };
    over.setAttribute("class", "stepped-over");
    over.setAttribute("aria-hidden", "true");
    home.append(over);
    const around = over.getBoundingClientRect(); // a board that is laid out with what lies beside it has no box of its own
    for (const arrow of act.arrows) {
      const from = arrow.from.map(find).filter(Boolean), to = arrow.to.map(find).filter(Boolean);
      for (const one of to) {
        const [x, y] = middle(one);
        for (const each of from) {
          const [a, b] = middle(each), long = Math.hypot(x - a, y - b) || 1, near = Math.min(14, long / 3), c = (x - a) / long, s = (y - b) / long;
          drawn("path", { d: `M${a} ${b}L${x - c * near} ${y - s * near}` });
          drawn("path", { class: "head", d: `M${x} ${y}L${x - 14 * c + 6 * s} ${y - 14 * s - 6 * c}L${x - 14 * c - 6 * s} ${y - 14 * s + 6 * c}z` });
        }
        if (!from.length) drawn("circle", { cx: x, cy: y, r: 16 });
      }
    }
  }

  // ---- where the address leads

  if (n in set.places) trying(set.places[n]);
  else if (set.now && !GAME) trying("now"); // the board as it is; earlier ones of a running game are not kept
  begin.hidden = !places || places[0] === places[1];
  const wanted = /^#step=(-?\d+)$/.exec(location.hash);
  if (wanted && !begin.hidden) start(Number(wanted[1]));
})();
