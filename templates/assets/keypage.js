"use strict";
/* The page on which a player makes a key. It lives in one variable, and goes when the page is left. */
(() => {
  const $ = (s, r = document) => r.querySelector(s), $$ = s => [...document.querySelectorAll(s)];
  const W = JSON.parse($("[data-keywords]").textContent), K = PBEM.newkeys, C = PBEM.crypt;
  let key = null, name = "", kept = false;
  const show = (part, on) => { $("[data-" + part + "]").hidden = !on; };
  const say = (part, text, bad) => {
    const box = $("[data-" + part + "]");
    box.textContent = text;
    box.className = bad ? "bad" : "ok";
    box.hidden = !text;
  };

  // ---- making it, or opening it from its code
  async function have(made, called) {
    key = made;
    name = called;
    const lines = await K.code(key), print = await K.print(key);
    for (const box of $$("[data-print]")) box.textContent = print;
    for (const box of $$("[data-called]")) box.textContent = name;
    $$("[data-codeline]").forEach((box, n) => { box.textContent = lines[n]; });
    $("[data-user]").value = name;
    $("[data-pass]").value = lines.join(" ");
    $("[data-line]").value = K.line(key, name);
    $("[data-day]").textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(new Date());
    for (const part of ["begin", "again"]) show(part, false);
    show("keep", true);
    $("[data-keep] h2").focus();
    mailto();
  }
  const called = () => $("[data-name]").value.trim().toLowerCase();
  $("[data-makeform]").addEventListener("submit", async event => {
    event.preventDefault();
    say("makefault", "");
    try { await have(await K.make(), called()); } catch (error) { say("makefault", W.nocrypto, true); }
  });

  // ---- the code, checked line by line as it is typed
  const fields = $$("[data-typed]");
  const read = () => Promise.all(fields.map((field, n) => K.typed(field.value, n)));
  /* Whoever is still typing is not told that signs are missing. */
  const mark = (field, n, found, whole) => {
    const fault = found.fault === "short" && !whole ? "" : found.fault || "";
    field.setAttribute("aria-invalid", String(Boolean(fault)));
    const box = $$("[data-typedfault]")[n];
    box.textContent = fault ? W[fault] : found.part ? W.fits : "";
    box.className = fault ? "bad" : "ok";
  };
  fields.forEach((field, n) => {
    for (const kind of ["input", "change"])
      field.addEventListener(kind, async () => {
        mark(field, n, await K.typed(field.value, n), kind === "change" && field.value);
        if (kind === "input" && field.value.replace(/[\s-]/g, "").length > 16 && n === 0) spread(field.value);
      });
  });
  /* Whoever pastes the whole code into the first line gets it in four. */
  function spread(all) {
    const signs = all.replace(/[\s-]/g, "");
    if (signs.length !== 64) return;
    fields.forEach((field, n) => { field.value = C.columns(signs.slice(16 * n, 16 * n + 16), 4).join(" "); field.dispatchEvent(new Event("change")); });
  }
  $("[data-codeform]").addEventListener("submit", async event => {
    event.preventDefault();
    const found = await read();
    found.forEach((one, n) => mark(fields[n], n, one, true));
    const wrong = found.findIndex(one => !one.part);
    if (wrong >= 0) { fields[wrong].focus(); return; }
    await have(await K.fromCode(found.map(one => one.part)), $("[data-name2]").value.trim().toLowerCase());
    for (const field of fields) field.value = "";
  });

  // ---- keeping it
  $("[data-save]").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([K.file(key, name)], { type: "application/octet-stream" }));
    link.download = name + ".key";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    show("confirm", true);
  });
  $("[data-opened]").addEventListener("change", async event => {
    const file = event.target.files[0];
    if (!file) return;
    let found = null;
    try {
      found = await PBEM.keys.read(await file.text());
      kept = C.equal(found.seed, key.seed);
      say("checked", kept ? W.same : W.other, !kept);
    } catch (error) {
      say("checked", W["file_" + error.message] || W.file_form, true);
    } finally {
      PBEM.keys.wipe(found);
      event.target.value = "";
    }
    show("send", kept);
  });
  $("[data-passform]").addEventListener("submit", event => { event.preventDefault(); say("passed", W.passed); });
  $("[data-paper]").addEventListener("click", () => window.print());

  // ---- sending the public half
  const to = decodeURIComponent((location.hash.match(/^#to=([^&]*)/) || ["", ""])[1]);
  if (/^[^\s@]+@[^\s@]+$/.test(to)) $("[data-to]").value = to;
  function mailto() {
    const address = $("[data-to]").value.trim(), link = $("[data-mailkey]");
    const body = W.mail_body.replace("{name}", () => name).replace("{line}", () => K.line(key, name));
    link.hidden = !/^[^\s@]+@[^\s@]+$/.test(address);
    link.href = "mailto:" + encodeURIComponent(address).replace("%40", "@") + "?subject=" + encodeURIComponent(W.mail_subject.replace("{name}", () => name)) + "&body=" + encodeURIComponent(body);
  }
  $("[data-to]").addEventListener("input", () => { if (key) mailto(); });
  $("[data-copyline]").addEventListener("click", async () => {
    const field = $("[data-line]");
    try { await navigator.clipboard.writeText(field.value); say("copied", W.copied); } catch (error) { field.select(); say("copied", W.clipboard, true); }
  });

  // ---- leaving
  window.addEventListener("beforeunload", event => { if (key && !kept) event.preventDefault(); });
  window.addEventListener("pagehide", () => {
    if (key) key.seed.fill(0);
    key = null;
    for (const field of $$("[data-pass], [data-typed]")) field.value = "";
    for (const box of $$("[data-codeline]")) box.textContent = "";
  });
  window.addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

  // ---- what this browser can do
  (async () => {
    if (!window.isSecureContext || !window.crypto || !window.crypto.subtle) { show("insecure", true); return; }
    if (!(await C.able())) { show("nocrypto", true); return; }
    show("begin", true);
    show("again", true);
  })();
})();
