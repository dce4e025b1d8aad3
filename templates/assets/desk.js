"use strict";
/* The player's desk. The key lives in one variable of this page, and goes when the desk is locked or left. */
(() => {
  const $ = (s, r = document) => r.querySelector(s);
  const holder = $("[data-desk]");
  if (!holder) return;
  const desk = JSON.parse(holder.textContent), W = desk.words;
  const MOST_BUTTONS = 12, MOST_AHEAD = 10, FIRST_AHEAD = 6;
  let key = null, asks = [], lines = [], kept = true;
  let sitting = 0; // what was begun in an earlier one has no effect

  /* `[x? …]` is said if there is an x, `[x! …]` if there is none, `[… {x}]` if there is everything that it names. */
  const parts = (sentence, values) => sentence.replace(/\[(?:(\w+)([?!]))?([^[\]]*)\]/g, (_, k, sign, text) => {
    const some = name => Boolean(values[name] && values[name].length !== 0);
    return (k ? some(k) === (sign === "?") : [...text.matchAll(/\{(\w+)/g)].every(slot => some(slot[1]))) ? text : "";
  });
  const fill = (sentence, values) => parts(sentence, values).replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (_, k, one, many) =>
    one === undefined ? values[k] : values[k] + " " + (values[k] === 1 ? one : many));
  const say = (name, values = {}) => fill(W[name], values);
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
    box.textContent = W[name] ? say(name, { ...values, ...error.values }) : String(error && error.message || error);
    box.hidden = false;
  };

  // ---- opening and locking
  const forget = () => { for (const name of ["keytext", "keyfile"]) $("[data-" + name + "]").value = ""; };
  const prints = () => [...document.querySelectorAll("[data-locked] code")].map(code => code.textContent);
  async function unlock(pasted) {
    const mine = ++sitting;
    let found = null;
    forget();
    show("keyfault", false);
    try {
      found = await PBEM.keys.read(pasted);
      const whose = desk.keys.findIndex(line => PBEM.crypt.equal(found.blob, PBEM.crypt.sshBlob(line)));
      if (whose < 0) throw new Error("other");
      const hand = await opened(found);
      if (mine !== sitting) { PBEM.keys.wipe(found); return; }
      key = found;
      asks = hand ? (hand.data.asked || []).filter(a => a.legal && a.player === desk.seat) : desk.asks;
      $("[data-hand]").textContent = hand ? hand.text.join("\n") : "";
      lay(hand ? hand.data : {});
      draw(Boolean(hand));
      const print = prints()[whose];
      $("[data-open] code").textContent = print.slice(0, 11) + "…" + print.slice(-4);
      $("[data-open]").focus();
    } catch (error) {
      PBEM.keys.wipe(found);
      if (mine !== sitting) return;
      lock();
      complain("keyfault", error, { key: prints().join(" / ") });
    }
  }
  /* Anybody can seal to a public key. The moderator's signature is the last line, and signs all before it. */
  async function opened(found) {
    const sealed = $("[data-sealed]");
    if (!sealed) return null;
    const plain = await PBEM.crypt.ageOpen(sealed.textContent, found.identities);
    const end = new TextDecoder("latin1").decode(plain).match(/,\n"sig": "([A-Za-z0-9+/]{86}==)"\}[ \n]*$/);
    const body = end && plain.subarray(0, end.index);
    if (!end || !await PBEM.crypt.sshFits(desk.moderator, body, "pbem-moderator", PBEM.crypt.fromBase64(end[1]))) throw new Error("forged");
    const hand = JSON.parse(new TextDecoder().decode(body) + "}"), of = hand.of;
    if (hand.pbem !== 2 || of.kind !== "hand") throw new Error("sealed");
    const unfit = of.game !== desk.game || of.player !== desk.player ? "elsewhere" : of.head !== desk.after ? "entry" : "";
    if (unfit) throw Object.assign(new Error(unfit), { values: { ...of, page: desk.n } });
    return hand;
  }
  /* Cards that only this seat sees: their faces are in the page, which of them they are is in the sealed hand. */
  const face = id => {
    const drawn = $('[data-face="' + CSS.escape(id) + '"]'), [look, slots, cards] = desk.cards.find(list => list[2][id]) || [];
    if (drawn || !look) return drawn && drawn.content.cloneNode(true);
    const [band, text, remark] = cards[id], part = (name, said) => make(name === "name" ? "b" : "span", { class: name }, said);
    return make("li", { class: look, "data-slot": slots, "data-id": id }, part("band", band), part("name", desk.names[id]), part("tx", text), part("ft", remark));
  };
  function lay(data) {
    for (const pile of document.querySelectorAll("[data-pile]")) {
      const found = JSON.parse(pile.dataset.pile).reduce((part, step) => part && part[step], data.view);
      const down = pile.querySelector("template"), held = typeof found === "string" ? [found] : found;
      const covered = down.content.childElementCount && found ? found.hidden : 0;
      const cards = Array.isArray(held) ? held.map(one => face([].concat(one)[0])).filter(Boolean) : Array.from({ length: covered }, () => down.content.cloneNode(true));
      pile.querySelector("ul").replaceChildren(...cards);
      pile.hidden = !cards.length;
    }
    const own = data.ordered || { queue: [], standing: [], plan: null };
    const waiting = [...(own.plan ? [own.plan] : []), ...own.queue, ...own.standing];
    const told = waiting.map(line => make("li", {}, make("code", {}, line.text)));
    const rest = told.length > MOST_AHEAD ? told.splice(FIRST_AHEAD) : [];
    if (rest.length) told.push(make("li", {}, make("details", {}, make("summary", {}, say("log.more", { n: rest.length })), make("ul", { class: "plain" }, ...rest))));
    $("[data-ahead]").replaceChildren(...told);
    show("aheadbox", waiting.length);
  }
  function lock() {
    sitting++;
    PBEM.keys.wipe(key);
    key = null; asks = []; lines = [];
    lay({});
    forget();
    for (const name of ["hand", "menu", "question", "shown", "file", "block", "orders", "heard", "done"]) $("[data-" + name + "]").textContent = "";
    for (const field of document.querySelectorAll("[data-line], [data-findorder]")) field.value = "";
    for (const name of ["handbox", "askbox", "quiet", "paper", "open", "blockbox", "signfault", "keyfault", "tosheet"]) show(name, false);
    show("locked", true); show("keybox", true);
    $("[data-keytext]").focus();
  }
  function draw(dealt) {
    for (const name of ["locked", "keybox"]) show(name, false);
    for (const name of ["open", "paper"]) show(name, true);
    const ask = asks[0];
    show("handbox", dealt); show("askbox", Boolean(ask)); show("quiet", !ask);
    if ($("[data-first]")) show("first", Boolean(ask));
    if (ask) {
      const open = desk.asks.find(a => a.kind === ask.kind);
      const values = Object.fromEntries(Object.entries(ask.values || {}).map(([name, value]) => [name, desk.names[value] || value]));
      $("[data-question]").replaceChildren(open ? open.text : fill(desk.questions[ask.kind] || "", values), " ", ask.rule ? rule(ask.rule) : "");
      menu(ask);
    }
    paper();
  }

  // ---- the legal orders: buttons where there are few, a form of choices where there are many
  function price(one) {
    const open = desk.asks.find(a => a.told[one.order]);
    if (open) return open.told[one.order];
    const about = asks[0] && desk.about[asks[0].kind];
    if (about) return Object.keys(one).length > 1 ? fill(about, one) : "";
    const parts = [];
    for (const [name, value] of Object.entries(one)) {
      if (name === "coins") parts.push(value ? say("desk.costs", { n: value }) : W["desk.free"]);
      else if (name === "gains") parts.push("+" + say("desk.costs", { n: value }));
    }
    return parts.join(" · ");
  }
  /* What is pressed takes the place of what was pressed before, unless the player wants it below. */
  function choose(one) {
    const line = { text: one.order, pressed: true }, at = lines.findIndex(other => other.pressed);
    if ($("[data-more]").checked || at < 0) lines.push(line);
    else if (lines[at].text === one.order) { remove(at); return; }
    else lines[at] = line;
    paper(say("desk.added", { n: lines.indexOf(line) + 1, order: one.order }));
  }
  /* The things that an order names, as they are called in the language of the page. */
  const named = order => order.split(/[ ,]+/).slice(1).map(word => desk.names[word]).filter(Boolean).join(" · ");
  function button(one) {
    const node = make("button", { type: "button", "data-order": one.order }, make("code", {}, one.order), make("span", {}, named(one.order)), make("span", { class: "price" }, price(one)));
    node.addEventListener("click", () => choose(one));
    return make("li", {}, node);
  }
  /* An order that would be refused stands among the others, with the reason and the rule. */
  const rule = id => make("a", { href: desk.rules + "#" + id, target: "_blank" }, id);
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
      const section = make("section", {}, make("h3", {}, head, " ", make("small", {}, desk.verbs[head] || "")));
      const table = orders.length > MOST_BUTTONS ? columns(orders) : null;
      if (table) section.append(form(head, orders, table));
      const listed = [...(table ? [] : orders.map(button)), ...(barred.get(head) || []).map(refused)];
      if (listed.length) section.append(make("ul", { class: "plain orders" }, ...listed));
      box.append(section);
    }
    show("findbox", box.querySelectorAll("[data-order]").length > MOST_BUTTONS);
    show("morebox", ask.legal.length > 1);
    $("[data-more]").checked = desk.several.includes(ask.kind);
    $("[data-findorder]").value = "";
    $("[data-shown]").textContent = ask.complete === false ? W["desk.shown"] : "";
  }
  /* The words of orders by place, if all have the same number of them. */
  function columns(orders) {
    const rows = orders.map(one => one.order.split(" "));
    return rows.every(row => row.length === rows[0].length && !row.some(word => word.includes(","))) ? rows : null;
  }
  function form(verb, orders, rows) {
    const picked = [...rows[0]], selects = [];
    const box = make("div", { class: "choice", role: "group", "aria-label": verb });
    let label = verb;
    for (let place = 0; place < picked.length; place++) {
      if (rows.every(row => row[place] === picked[place])) { label = picked[place]; box.append(make("code", {}, label), " "); continue; }
      const select = make("select", { "aria-label": label });
      select.addEventListener("change", () => { picked[place] = select.value; fit(); });
      selects.push([place, select]);
      box.append(select, " ");
    }
    const add = make("button", { type: "button" }, W["desk.add"]), note = make("span", { class: "price small" });
    const current = () => orders.find(one => one.order === picked.join(" "));
    add.addEventListener("click", () => choose(current()));
    /* Each place offers what fits to the places before it, so that every choice is an order. */
    function fit() {
      for (const [place, select] of selects) {
        const words = [...new Set(rows.filter(row => picked.every((word, n) => n >= place || row[n] === word)).map(row => row[place]))];
        if (!words.includes(picked[place])) picked[place] = words[0];
        select.replaceChildren(...words.map(word => make("option", { value: word }, (desk.names[word] || word.replace(/_/g, " ")).split(":")[0])));
        select.value = picked[place];
      }
      note.textContent = price(current());
    }
    fit();
    box.append(add, " ", note);
    return box;
  }
  function filter(wanted) {
    const words = wanted.toLowerCase().trim().split(/ +/);
    for (const node of document.querySelectorAll("[data-menu] [data-order]"))
      node.parentNode.hidden = !words.every(word => node.textContent.toLowerCase().includes(word));
    for (const section of document.querySelectorAll("[data-menu] section"))
      section.hidden = !section.querySelector(".choice, li:not([hidden])");
  }

  // ---- the sheet
  const text = () => PBEM.orders.file(desk, lines.map(line => line.text));
  const square = (order, name, kind, sign, act) => {
    const node = make("button", { type: "button", class: "sq " + kind, "aria-label": say(name, { order }) }, sign);
    node.addEventListener("click", act);
    return node;
  };
  function remove(n) {
    const [gone] = lines.splice(n, 1);
    paper(say("desk.removed", { order: gone.text }));
  }
  /* The list is made anew: who pressed a button in it goes on from the same place. */
  const back = (n, kind) => {
    const row = $("[data-orders]").children[Math.min(n, lines.length - 1)];
    const next = row ? row.querySelector("." + kind) || row.querySelector(".x") : $("[data-line]") || $("[data-open]");
    next.focus();
  };
  function paper(told = "") {
    kept = !told;
    $("[data-heard]").textContent = told;
    $("[data-orders]").replaceChildren(...lines.map((line, n) => {
      const cross = $("[data-cross]").content.cloneNode(true);
      const row = make("li", {}, make("code", {}, line.text), square(line.text, "desk.remove", "x", cross, () => { remove(n); back(n, "x"); }));
      if (n) row.append(square(line.text, "desk.up", "up", "↑", () => {
        lines.splice(n - 1, 2, lines[n], lines[n - 1]);
        paper(say("desk.added", { n, order: line.text }));
        back(n - 1, "up");
      }));
      return row;
    }));
    show("noorders", !lines.length); show("filebox", lines.length); show("tosheet", lines.length);
    $("[data-tosheet] a").textContent = say("desk.to_sheet", { n: lines.length });
    $("[data-file]").textContent = lines.length ? text() : "";
    $("[data-done]").textContent = "";
    show("blockbox", false); show("signfault", false);
    for (const node of document.querySelectorAll("[data-menu] [data-order]"))
      node.setAttribute("aria-pressed", String(lines.some(line => line.text === node.dataset.order)));
  }
  async function signed() {
    const mine = sitting;
    show("signfault", false);
    $("[data-done]").textContent = "";
    try {
      if (!lines.length) throw new Error("none");
      const file = $("[data-file]").textContent = text();
      const block = await PBEM.orders.block(file, key, $("[data-seal]").checked ? desk.moderator : "");
      if (mine !== sitting) return null;
      $("[data-block]").textContent = block;
      show("blockbox", true);
      kept = true;
      return block;
    } catch (error) { if (mine === sitting) complain("signfault", error); return null; }
  }
  const done = (name, values = {}) => { $("[data-done]").textContent = say(name, { to: desk.mail || W["desk.your_moderator"], ...values }); };
  async function download() {
    const block = await signed();
    if (!block) return;
    const file = desk.game + "-" + desk.player + ".txt";
    const link = make("a", { href: URL.createObjectURL(new Blob([block], { type: "text/plain" })), download: file });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    done("desk.saved", { file });
  }
  async function mail() {
    const block = await signed();
    if (!block) return;
    done("desk.mailed");
    location.href = "mailto:" + desk.mail + "?subject=" + encodeURIComponent(desk.game + " " + desk.player) + "&body=" + encodeURIComponent(block.replace(/\n/g, "\r\n"));
  }
  async function copy() {
    const block = await signed();
    if (!block) return;
    try { await navigator.clipboard.writeText(block); done("desk.copied"); }
    catch (e) {
      $("[data-blockbox]").open = true;
      getSelection().selectAllChildren($("[data-block]"));
      complain("signfault", new Error("clipboard"));
    }
  }

  // ---- begin
  $("[data-keyform]").addEventListener("submit", e => { e.preventDefault(); unlock($("[data-keytext]").value); });
  $("[data-keyfile]").addEventListener("change", async e => {
    const mine = sitting, file = e.target.files[0], pasted = file && await file.slice(0, 65536).text();
    if (file && mine === sitting) unlock(pasted);
  });
  $("[data-lock]").addEventListener("click", lock);
  if ($("[data-addline]")) $("[data-addline]").addEventListener("submit", e => {
    e.preventDefault();
    const input = $("[data-line]"), order = PBEM.orders.clean(input.value);
    if (order) { lines.push({ text: order, pressed: false }); input.value = ""; paper(say("desk.added", { n: lines.length, order })); }
  });
  $("[data-findorder]").addEventListener("input", e => filter(e.target.value));
  $("[data-sign]").addEventListener("click", download);
  $("[data-mail]").addEventListener("click", mail);
  $("[data-copy]").addEventListener("click", copy);
  addEventListener("beforeunload", e => { if (lines.length && !kept) e.preventDefault(); });
  PBEM.crypt.able().then(able => {
    for (const name of able ? ["locked", "keybox"] : [isSecureContext ? "nocrypto" : "insecure"]) show(name, true);
    if (!able) return;
    // Browsers keep pages that were left.
    addEventListener("pagehide", lock);
    addEventListener("pageshow", e => { if (e.persisted) lock(); });
  });
})();
