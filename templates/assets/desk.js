"use strict";
/* The player's desk. The key lives in one variable of this page, and goes when the desk is locked. */
(() => {
  const $ = (s, r = document) => r.querySelector(s);
  const holder = $("[data-desk]");
  if (!holder) return;
  const desk = JSON.parse(holder.textContent), W = desk.words;
  const MOST_BUTTONS = 12, MOST_LISTED = 200;
  let key = null, asks = [], lines = [];

  const say = (name, values = {}) => W[name].replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (_, k, one, many) =>
    one === undefined ? values[k] : values[k] + " " + (values[k] === 1 ? one : many));
  const show = (name, on) => { $("[data-" + name + "]").hidden = !on; };
  const make = (tag, attributes = {}, ...inside) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...inside);
    return node;
  };
  const complain = (where, error, values) => {
    const box = $("[data-" + where + "]");
    const name = "desk.err." + (error && error.message);
    box.textContent = W[name] ? say(name, values) : String(error && error.message || error);
    box.hidden = false;
  };

  // ---- opening and locking
  async function unlock() {
    show("keyfault", false);
    try {
      const found = await PBEM.keys.read($("[data-keytext]").value);
      if (!PBEM.crypt.equal(found.blob, PBEM.crypt.sshBlob(desk.key))) throw new Error("other");
      const hand = await opened(found);
      key = found;
      $("[data-keytext]").value = "";
      $("[data-keyfile]").value = "";
      asks = hand ? (hand.data.asked || []).filter(a => a.legal && a.player === desk.seat) : desk.asks;
      $("[data-hand]").textContent = hand ? hand.text.join("\n") : W["desk.nothing_sealed"];
      lay(hand ? hand.data : {});
      draw();
    } catch (error) { complain("keyfault", error, { key: desk.fingerprint }); }
  }
  async function opened(found) {
    const sealed = $("[data-sealed]");
    if (!sealed) return null;
    const plain = await PBEM.crypt.ageOpen(sealed.textContent, found.identities);
    const hand = JSON.parse(new TextDecoder().decode(plain));
    if (hand.pbem !== 1 || !hand.data || hand.data.game !== desk.game || hand.data.player !== desk.player) throw new Error("sealed");
    return hand;
  }
  /* Cards that only this seat sees: their faces are in the page, which of them they are is in the sealed hand. */
  const face = id => $('[data-face="' + CSS.escape(id) + '"]');
  function lay(data) {
    for (const pile of document.querySelectorAll("[data-pile]")) {
      const found = JSON.parse(pile.dataset.pile).reduce((part, step) => part && part[step], data.view);
      const down = pile.querySelector("template"), held = Array.isArray(found);
      const cards = held ? found.map(face) : new Array(down.content.childElementCount && found ? found.hidden : 0).fill(down);
      pile.querySelector("ul").replaceChildren(...cards.filter(Boolean).map(card => card.content.cloneNode(true)));
      pile.hidden = !cards.length;
    }
    const own = data.ordered || { queue: [], standing: [], plan: null };
    const waiting = [...(own.plan ? [own.plan] : []), ...own.queue, ...own.standing];
    $("[data-ahead]").replaceChildren(...waiting.map(line => make("li", {}, make("code", {}, line.text))));
    show("aheadbox", waiting.length);
  }
  function lock() {
    key = null; asks = []; lines = [];
    lay({});
    for (const name of ["hand", "menu", "file", "block", "orders"]) $("[data-" + name + "]").textContent = "";
    for (const name of ["handbox", "askbox", "quiet", "paper", "open", "blockbox", "signfault"]) show(name, false);
    show("locked", true); show("keybox", true);
    $("[data-keytext]").focus();
  }
  function draw() {
    for (const name of ["locked", "keybox"]) show(name, false);
    for (const name of ["open", "handbox", "paper"]) show(name, true);
    const ask = asks[0];
    show("askbox", Boolean(ask)); show("quiet", !ask);
    if (ask) {
      const open = desk.asks.find(a => a.kind === ask.kind);
      $("[data-question]").replaceChildren((open && open.text) || desk.questions[ask.kind] || "", " ", ask.rule ? rule(ask.rule) : "");
      menu(ask);
    }
    paper();
  }

  // ---- the legal orders: buttons where there are few, a form of choices where there are many
  function price(one) {
    const open = desk.asks.find(a => a.told[one.order]);
    if (open) return open.told[one.order];
    const parts = [];
    for (const [name, value] of Object.entries(one)) {
      if (name === "order" || value === null || typeof value === "object") continue;
      if (name === "coins") parts.push(value ? say("desk.costs", { n: value }) : W["desk.free"]);
      else if (name === "gains") parts.push("+" + say("desk.costs", { n: value }));
      else if (name !== "chain") parts.push(name.replace(/_/g, " ") + " " + value);
    }
    return parts.join(" · ");
  }
  const choose = one => { if (lines.length && lines[0].legal) lines[0] = { text: one.order, legal: true }; else lines.unshift({ text: one.order, legal: true }); paper(); };
  /* The things that an order names, as they are called in the language of the page. */
  const named = order => order.split(/[ ,]+/).slice(1).map(word => desk.names[word]).filter(Boolean).join(" · ");
  function button(one) {
    const node = make("button", { type: "button", "data-order": one.order }, make("code", {}, one.order), make("span", {}, named(one.order)), make("span", { class: "price" }, price(one)));
    node.addEventListener("click", () => choose(one));
    return make("li", {}, node);
  }
  /* An order that would be refused stands among the others, with the reason and the rule. */
  const rule = id => make("a", { href: desk.rules + "#" + id }, id);
  const refused = one => make("li", { class: "no3" }, make("p", {}, make("code", {}, one.order), " ", make("span", {}, named(one.order))), make("small", {}, one.reason + " ", rule(one.rule)));
  function menu(ask) {
    const groups = new Map();
    const barred = new Map(), verb = one => one.order.split(" ")[0];
    const into = (map, one) => { if (!map.has(verb(one))) map.set(verb(one), []); map.get(verb(one)).push(one); };
    for (const one of ask.legal) into(groups, one);
    for (const one of desk.refused) { into(barred, one); if (!groups.has(verb(one))) groups.set(verb(one), []); }
    const box = $("[data-menu]");
    box.textContent = "";
    for (const [head, orders] of groups) {
      const section = make("section", {}, make("h3", {}, head));
      const table = orders.length > MOST_BUTTONS ? columns(orders) : null;
      if (table) section.append(form(head, orders, table));
      const listed = [...(table ? [] : orders.slice(0, MOST_LISTED).map(button)), ...(barred.get(head) || []).map(refused)];
      if (listed.length) section.append(make("ul", { class: "plain orders" }, ...listed));
      box.append(section);
    }
    const find = $("[data-askbox] [data-findbox]");
    find.hidden = ask.legal.length <= MOST_BUTTONS;
    $("[data-shown]").textContent = ask.complete === false ? say("desk.shown", { shown: ask.legal.length, all: "…" }) : "";
  }
  /* The words of orders by place, if all have the same number of them. */
  function columns(orders) {
    const rows = orders.map(one => one.order.split(" "));
    return rows.every(row => row.length === rows[0].length && !row.some(word => word.includes(","))) ? rows : null;
  }
  function form(verb, orders, rows) {
    const picked = [...rows[0]], places = [];
    const box = make("div", { class: "choice leafless", role: "group", "aria-label": verb });
    for (let place = 0; place < rows[0].length; place++) {
      const words = [...new Set(rows.map(row => row[place]))];
      if (words.length === 1) { box.append(make("code", {}, words[0]), " "); continue; }
      const select = make("select", { "aria-label": verb + " " + (place + 1) }, ...words.map(word => make("option", { value: word }, (desk.names[word] || word.replace(/_/g, " ")).split(":")[0])));
      select.addEventListener("change", () => { picked[place] = select.value; refresh(); });
      places.push([place, select]);
      box.append(select, " ");
    }
    const add = make("button", { type: "button" }), note = make("span", { class: "price small" });
    const current = () => orders.find(one => one.order === picked.join(" "));
    add.textContent = $("[data-addline] button").textContent;
    add.addEventListener("click", () => { const one = current(); if (one) choose(one); });
    function refresh() { const one = current(); add.disabled = !one; note.textContent = one ? price(one) : "–"; }
    refresh();
    box.append(add, " ", note);
    return box;
  }
  function filter(wanted) {
    for (const node of document.querySelectorAll("[data-menu] [data-order]"))
      node.parentNode.hidden = !node.dataset.order.includes(wanted.toLowerCase().trim().replace(/ +/g, " "));
  }

  // ---- the sheet
  const text = () => PBEM.orders.file(desk, lines.map(line => line.text));
  function paper() {
    const list = $("[data-orders]");
    list.textContent = "";
    lines.forEach((line, n) => {
      const remove = make("button", { type: "button", class: "sq x", "aria-label": say("desk.remove", { order: line.text }) });
      remove.append($("[data-cross]").content.cloneNode(true));
      remove.addEventListener("click", () => { lines.splice(n, 1); paper(); });
      list.append(make("li", {}, make("code", {}, line.text), remove));
    });
    show("noorders", !lines.length); show("filebox", lines.length);
    $("[data-file]").textContent = lines.length ? text() : "";
    show("blockbox", false); show("signfault", false);
    for (const node of document.querySelectorAll("[data-menu] [data-order]"))
      node.setAttribute("aria-pressed", String(Boolean(lines.length) && lines[0].text === node.dataset.order));
  }
  async function signed() {
    show("signfault", false);
    try {
      if (!lines.length) throw new Error("none");
      const file = $("[data-file]").textContent = text();
      const block = await PBEM.orders.block(file, key, $("[data-seal]").checked ? desk.moderator : "");
      $("[data-block]").textContent = block;
      show("blockbox", true);
      return block;
    } catch (error) { complain("signfault", error); return null; }
  }
  async function download() {
    const block = await signed();
    if (!block) return;
    const link = make("a", { href: URL.createObjectURL(new Blob([block], { type: "text/plain" })), download: desk.game + "-" + desk.player + ".txt" });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
  async function mail() {
    const block = await signed();
    if (block) location.href = "mailto:" + desk.mail + "?subject=" + encodeURIComponent(desk.game + " " + desk.player) + "&body=" + encodeURIComponent(block);
  }
  async function copy() {
    const block = await signed();
    if (!block) return;
    const label = $("[data-copy] span");
    try { await navigator.clipboard.writeText(block); label.textContent = W["desk.copied"]; setTimeout(() => { label.textContent = W["desk.copy"]; }, 2000); }
    catch (e) { const range = document.createRange(); range.selectNodeContents($("[data-block]")); const chosen = getSelection(); chosen.removeAllRanges(); chosen.addRange(range); $("[data-blockbox]").open = true; }
  }

  // ---- begin
  $("[data-keyform]").addEventListener("submit", e => { e.preventDefault(); unlock(); });
  $("[data-keyfile]").addEventListener("change", async e => { const file = e.target.files[0]; if (file) { $("[data-keytext]").value = await file.slice(0, 65536).text(); unlock(); } });
  $("[data-lock]").addEventListener("click", lock);
  $("[data-addline]").addEventListener("submit", e => {
    e.preventDefault();
    const input = $("[data-line]"), line = PBEM.orders.clean(input.value);
    if (line) { lines.push({ text: line, legal: false }); input.value = ""; paper(); }
  });
  $("[data-findorder]").addEventListener("input", e => filter(e.target.value));
  $("[data-sign]").addEventListener("click", download);
  $("[data-mail]").addEventListener("click", mail);
  $("[data-copy]").addEventListener("click", copy);
  PBEM.crypt.able().then(able => { if (able) { show("locked", true); show("keybox", true); } else show("nocrypto", true); });
})();
