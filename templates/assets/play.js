"use strict";
/* A game against bots at this page: an answer is done at once. It begins with one press, goes on after a reload, and is
   saved to a file. What the engine says is drawn by the table; nothing here knows a game. */
(() => {
  const t = PBEM.table, { $, $$, made, say } = t, { engine, kept } = PBEM;
  const told = JSON.parse($("#engine").textContent), set = JSON.parse($("#play").textContent);
  const SLOW = 700, QUICK = 220, SOON = 6, LOGGED = 400;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  let ready = null, saved = null, after = "", keeping = Promise.resolve(), stored = true, skip = false, over = false, round = 0;

  // ---- sentences above the board

  const notice = (text, ...more) => {
    const line = $(".notice");
    line.replaceChildren(made("span", {}, text), ...more);
    line.hidden = !text;
    t.$("#live").textContent = text;
  };
  const button = (key, work, main = false) => made("button", { type: "button", class: main ? "main small" : "small", onclick: work }, say("play." + key));
  const news = (sentences, going) => {
    $(".news span").textContent = sentences.join(" ");
    $(".news").hidden = !sentences.length && !going;
    $("#skip").hidden = !going;
  };

  // ---- the engine

  function state(one) {
    const bar = $(".getting");
    bar.hidden = one.state === "ready" || one.state === "failed";
    $("span", bar).textContent = one.text;
    $("progress", bar).value = one.of ? one.done / one.of : one.state === "starting" ? 1 : 0;
    if (one.state === "failed") { ready = null; failed(one.text); }
  }

  /* The rules have stopped: the board stays, and what is kept can go on. */
  function failed(text) {
    if (t.state.surface) { t.state.busy = true; t.light(); }
    document.body.classList.remove("waiting");
    notice(text, button("again", () => { notice(""); if (saved) restore(saved); else begin(); }, true), made("span", { class: "dim" }, say("play.or_terminal") + " ", made("code", {}, "pbem play " + set.title)));
    $(".start .main").disabled = false;
  }

  const started = () => ready || (ready = engine.start({ ...told, onstate: state }).catch(fault => { ready = null; throw fault; }));
  const call = (name, args = {}) => started().then(() => engine.call(name, args));

  async function tried(work) {
    document.body.classList.add("waiting");
    try { return await work(); }
    catch (fault) {
      if (fault.kind === "engine") { ready = null; failed(fault.message); } else complain(fault);
      return null;
    } finally { document.body.classList.remove("waiting"); }
  }

  /* What was refused, why, by which rule, and what would be legal. */
  function complain(fault) {
    const legal = (fault.legal || []).slice(0, 5);
    notice(fault.message, fault.rule ? PBEM.choice.ruled(fault.rule) : "", legal.length ? made("span", { class: "dim" }, say("play.legal") + " ", ...legal.flatMap(one => [made("code", {}, one), " "])) : "", button("fine", () => notice("")));
  }

  // ---- a game

  function settings() {
    const form = $("#settings"), data = new FormData(form), options = {};
    for (const one of set.options) { const value = data.get("option-" + one); if (value) options[one] = JSON.parse(value); }
    const seats = Number(data.get("seats")), chair = data.get("chair");
    return { seats, human: chair === "lot" ? Math.floor(Math.random() * seats) : Math.min(Number(chair), seats - 1), options, ...(data.get("seed") ? { seed: Number(data.get("seed")) } : {}) };
  }

  async function begin() {
    $(".start .main").disabled = true;
    const first = await tried(() => call("begin", { language: set.language, assets: set.assets, ...settings() }));
    $(".start .main").disabled = false;
    if (!first) return;
    after = "";
    $("#log").replaceChildren();
    await go(first);
  }

  async function restore(text, file = "") {
    const first = await tried(() => call("restore", { saved: text, language: set.language, assets: set.assets, file }));
    if (!first) return false;
    $("#log").replaceChildren();
    await go(first);
    return true;
  }

  const wait = time => new Promise(done => { const timer = setTimeout(done, time); skipping = () => { clearTimeout(timer); done(); }; });
  let skipping = () => {};

  /* Shows what happened, answer by answer, until the person at the page is asked. */
  async function go(first, own = "") {
    const mine = ++round, heard = [];
    document.body.classList.add("on");
    $(".start").hidden = true;
    history.replaceState(null, "", "#game");
    skip = calm;
    let one = first, steps = 0;
    if (own && !first.told.length) log([{ text: own, seat: t.state.surface.seat, own: true }]);
    for (;;) {
      const sentences = one.told.map(each => each.text);
      heard.push(...sentences);
      log(one.told);
      if (!skip || !one.goes_on) t.show(one.surface, { busy: one.goes_on });
      news(one.goes_on ? sentences : heard.slice(-3), one.goes_on && !skip);
      if (!one.goes_on) break;
      if (!skip && sentences.length && steps++) await wait(steps < SOON ? SLOW : QUICK);
      const next = await tried(() => call("next"));
      if (!next || mine !== round) return;
      one = next;
    }
    over = Boolean(one.surface.over);
    finished(one.surface);
    $("#undo").disabled = !one.surface.undo;
    t.speak([...heard.slice(-4), over ? t.ended(one.surface) : one.surface.ask ? one.surface.ask.question : "", t.lit().size ? say("table.lit", { n: t.lit().size }) : ""].filter(Boolean).join(" "));
    if (PBEM.tableKeys.used() && document.activeElement === document.body && t.rove()) t.rove().focus({ preventScroll: true });
    document.body.classList.add("keeping");
    const last = keeping = keeping.then(() => keep(one.surface)).finally(() => { if (last === keeping) document.body.classList.remove("keeping"); });
  }

  /* The one way by which an answer becomes a deed. */
  async function write(answer) {
    t.state.busy = true;
    notice("");
    if (document.body.classList.contains("up")) $(".peek .pull").click(); // what was pulled up makes room for what happens
    const done = await tried(() => call("order", { text: answer.order }));
    t.state.busy = false;
    if (!done) { t.light(); return null; }
    const seat = t.state.surface.seat, dropped = done.lines.filter(one => one.why).map(one => one.why);
    await go(done, answer.says || answer.order);
    if (dropped.length) notice(dropped.join(" "), button("fine", () => notice("")));
    return { seat };
  }

  async function undo() {
    if (t.state.busy || !t.state.surface || !t.state.surface.undo) return;
    const done = await tried(() => call("undo"));
    if (!done) return;
    log([{ text: say("play.undone", { order: done.undone }), seat: done.surface.seat }]);
    await go(done);
    t.speak(say("play.undone", { order: done.undone }));
  }

  function finished(surface) {
    const home = $("#result");
    home.hidden = !surface.over;
    if (!surface.over) return;
    if (!t.isWide() && !document.body.classList.contains("up")) $(".peek .pull").click();
    const scrolled = $("#panel-log");
    const rows = surface.players.map((one, n) => ({ ...one, score: surface.over.scores[n], won: surface.over.winners.includes(one.handle) })).sort((a, b) => b.won - a.won || b.score - a.score);
    home.replaceChildren(made("h3", {}, t.ended(surface)), made("ol", { class: "plain" }, ...rows.map(one => made("li", { class: `p${one.tincture}` + (one.won ? " won" : "") }, made("b", {}, one.name), " ", one.score === undefined ? "" : String(one.score), one.won ? " " : "", one.won ? t.icon("trophy") : ""))), button("new", fresh, true));
    scrolled.scrollTop = scrolled.scrollHeight;
  }

  // ---- the log

  function log(entries) {
    const home = $("#log");
    for (const one of entries) {
      const player = one.seat === null || one.seat === undefined ? null : t.state.surface && t.state.surface.players[one.seat];
      home.append(made("li", { class: (one.own ? "own " : "") + (player ? "p" + player.tincture : "") }, one.text));
    }
    while (home.children.length > LOGGED) home.firstChild.remove();
    const last = home.lastChild;
    $(".peek .last").textContent = last ? last.textContent : "";
    const scrolled = $("#panel-log");
    scrolled.scrollTop = scrolled.scrollHeight;
  }

  // ---- keeping

  async function keep(surface) {
    const file = await call("saved").catch(() => null);
    if (!file) return;
    saved = file.text;
    $("#save").onclick = () => download(file);
    const put = await kept.write(set.title, after, { text: file.text, at: Date.now(), question: surface.over ? t.ended(surface) : surface.ask ? surface.ask.question : "", over: Boolean(surface.over) });
    if (put && put.other) return elsewhere();
    if (put) { after = put.mark; stored = true; }
    else if (stored) { stored = false; notice(say("play.not_kept"), button("fine", () => notice(""))); }
  }

  /* Another tab went on with this game. */
  function elsewhere() {
    t.state.busy = true;
    t.light();
    notice(say("play.elsewhere"), button("here", async () => {
      notice("");
      const there = await kept.read(set.title);
      if (there && there.game) { after = there.game.mark; await restore(there.game.text); } else { after = ""; t.state.busy = false; t.light(); }
    }, true));
  }

  function download({ text, name }) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" })), link = made("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async function fromFile(input) {
    const [file] = input.files;
    if (!file) return;
    const text = await file.text();
    input.value = "";
    const before = after;
    after = "";
    if (!await restore(text, file.name)) after = before;
  }

  // ---- the beginning

  function fresh() {
    round++;
    document.body.classList.remove("on", "up");
    $(".start").hidden = false;
    $(".going").hidden = true;
    history.replaceState(null, "", location.pathname + location.search);
    notice("");
    $(".start .main").focus();
  }

  /* From a position of a finished game, whose page has led here. */
  async function from(game, place) {
    const named = document.createElement("script");
    named.src = `../games/${game}/record.js`;
    const there = await new Promise(done => { named.onload = () => done(window.PBEM_RECORD); named.onerror = () => done(null); document.head.append(named); });
    const first = there ? await tried(() => call("begin_from", { record: there, place, language: set.language, assets: set.assets })) : notice(say("play.no_record"));
    if (!first) return false;
    $("#log").replaceChildren();
    await go(first);
    notice(say("play.from_here"), button("fine", () => notice("")));
    return true;
  }

  async function begun() {
    const wanted = /^#from=([a-z0-9-]+):(\d+|now)$/.exec(location.hash);
    if (wanted) { await from(wanted[1], wanted[2] === "now" ? null : Number(wanted[2])); return; }
    const there = await kept.read(set.title);
    stored = Boolean(there);
    if (!there) $("#unkept").hidden = false;
    const game = there && there.game;
    if (!game) return;
    saved = game.text;
    if (location.hash === "#game") { after = game.mark; return restore(game.text); }
    const going = $(".going");
    $("b", going).textContent = game.question;
    $("time", going).textContent = new Date(game.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    going.hidden = false;
    $("button", going).onclick = () => { after = game.mark; restore(game.text); };
  }

  function chairs() {
    const seats = Number($("#settings [name=seats]").value), chair = $("#settings [name=chair]");
    for (const one of chair.options) one.hidden = one.disabled = one.value !== "lot" && Number(one.value) >= seats;
    if (chair.selectedOptions[0].disabled) chair.value = "0";
  }

  t.set({ words: set.words, write, explain: what => call("explain", what), parts: given => call("parts", { seat: t.state.surface.seat, ...given }), heard: () => PBEM.tableLists.draw() });
  PBEM.tableLists.set();
  $(".start .main").addEventListener("click", begin);
  $("#settings [name=seats]").addEventListener("change", chairs);
  chairs();
  $("#undo").addEventListener("click", undo);
  for (const one of $$(".undo1")) one.addEventListener("click", undo);
  $("#skip").addEventListener("click", () => { skip = true; skipping(); });
  $("#new").addEventListener("click", fresh);
  for (const one of $$("input[type=file]")) one.addEventListener("change", () => fromFile(one));
  $("#orders").addEventListener("submit", event => {
    event.preventDefault();
    const text = $("#text").value.trim();
    if (text && !t.state.busy && t.state.surface && t.state.surface.ask) write({ order: text }).then(done => { if (done) $("#text").value = ""; });
  });
  for (const one of $$("[data-sheet]")) one.addEventListener("click", () => {
    const up = document.body.classList.toggle("up");
    if (up && one.dataset.sheet) PBEM.tableLists.turn($("#tab-" + one.dataset.sheet));
    for (const each of $$("[data-sheet]")) each.setAttribute("aria-expanded", String(up));
  });
  $("#help").addEventListener("click", () => $("#keys").showModal());
  for (const one of $$("nav .lang")) one.addEventListener("click", () => { if (document.body.classList.contains("on")) one.hash = "#game"; });
  addEventListener("pageshow", event => { if (event.persisted && document.body.classList.contains("on") && saved) { ready = null; restore(saved); } });
  addEventListener("pagehide", () => { ready = null; });
  begun();
})();
