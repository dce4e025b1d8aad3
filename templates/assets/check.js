"use strict";
/* Checks a game in the reader's browser: the engine goes through the ledger, this page judges its signatures. */
(() => {
  const box = document.querySelector("[data-check]");
  if (!box || !window.Worker) return;
  const $ = where => box.querySelector(where), set = JSON.parse(box.dataset.check), { engine } = PBEM;
  const AT_ONCE = 50, FOLDER = location.protocol === "file:";
  const say = (key, values = {}) => set.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
  let running = false;

  function state(text, done = 0, of = 0) {
    const bar = $("progress");
    $("[data-state]").textContent = text;
    $("[data-state]").hidden = !text;
    bar.hidden = !text || !of;
    if (of) { bar.max = of; bar.value = done; }
  }
  const heard = one => {
    if (one.state === "working") state(say("entries", { n: one.done, of: one.of }), one.done, one.of);
    else if (one.state !== "ready") state(one.text, one.done || 0, one.of || 0);
  };

  async function good(signatures) {
    const keys = new Map(), judged = [];
    const key = raw => { if (!keys.has(raw)) keys.set(raw, crypto.subtle.importKey("raw", bytes(raw), "Ed25519", false, ["verify"]).catch(() => null)); return keys.get(raw); };
    for (let at = 0; at < signatures.length; at += AT_ONCE) {
      state(say("signatures", { n: at, of: signatures.length }), at, signatures.length);
      judged.push(...await Promise.all(signatures.slice(at, at + AT_ONCE).map(async ([raw, signature, text]) => {
        const known = await key(raw);
        return Boolean(known) && crypto.subtle.verify("Ed25519", known, bytes(signature), bytes(text));
      })));
    }
    return judged;
  }

  async function able() {
    try { await crypto.subtle.importKey("raw", new Uint8Array(32).fill(2, 0, 1), "Ed25519", false, ["verify"]); return true; } catch { return false; }
  }

  function show({ verdict, text, unchecked, archive }, checker) {
    const made = (tag, words) => { const one = document.createElement(tag); one.textContent = words; return one; };
    const rows = [["head", verdict.head], ["archive", archive], ["checker", checker]].filter(row => row[1]);
    $("[data-result] p").replaceChildren(...(verdict.ok ? [] : [made("b", say("bad") + " ")]), text);
    $("[data-result] p").className = verdict.ok ? "big ok" : "big bad";
    $("[data-result] ul").replaceChildren(...unchecked.map(one => made("li", one)));
    $("[data-result] dl").replaceChildren(...rows.flatMap(([name, print]) => [made("dt", say(name)), made("dd", "")]));
    $("[data-result] dl").querySelectorAll("dd").forEach((one, n) => one.append(made("code", rows[n][1])));
    $("[data-result]").hidden = false;
  }

  /* `archive`: the bytes of a file that the reader has chosen; without it, the one beside this page. */
  async function check(archive) {
    if (running) return;
    running = true;
    $("[data-result]").hidden = true;
    state(say("wait"));
    try {
      const told = await engine.known(set.root, set.told);
      if (!told) return state(say("none"));
      if (!await able()) return state(say("browser"));
      await engine.start({ ...told, bring: archive ? null : { name: "game.zip", address: set.archive }, onstate: heard });
      state(say("wait"));
      const given = archive ? { archive: await base64(archive) } : {};
      let answer = await engine.call("check", { language: set.language, ...given });
      while (answer.signatures) answer = await engine.call("judged", { good: await good(answer.signatures) });
      state("");
      show(answer, told.checker);
    } catch (fault) { state(fault.message); }
    finally { running = false; engine.stop(); }
  }
  const base64 = data => new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(data);
  });

  const own = $("[data-begin]");
  // From a folder, nothing can be fetched, not even the archive beside this page: the reader chooses it.
  if (own && FOLDER) own.remove();
  else if (own) own.addEventListener("click", () => check(null));
  $("input").addEventListener("change", ({ target }) => { if (target.files[0]) check(target.files[0]); target.value = ""; });
  box.hidden = false;
})();
