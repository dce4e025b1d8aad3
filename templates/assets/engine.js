"use strict";
/* Starts the engine in a worker and carries calls to it. Whatever becomes of it, the page gets a sentence. */
window.PBEM = window.PBEM || {};
PBEM.engine = (() => {
  /* Without a word from the worker for so long, it is taken for dead. (Starting takes seconds, an answer hardly any.) */
  const PATIENCE = 60000;
  let worker = null, count = 0, watch = 0, told = null, words = {};
  const waiting = new Map();

  const said = (key, values) => (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /* A fault as an Error: `message` for people; `kind` is "engine" where the engine itself cannot go on, and `why` says more. */
  function failed({ kind, file = "", text = "", ...more }) {
    const ours = "fault." + kind in words;
    return Object.assign(new Error(ours ? said("fault." + kind, { file }) : text), { kind: ours ? "engine" : kind, why: ours ? kind : "", detail: text, ...more });
  }

  /* The engine is no more: whoever waits for an answer hears why. */
  function end(error) {
    const tell = told;
    if (worker) worker.terminate();
    worker = told = null;
    clearTimeout(watch);
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
    if (tell) tell({ state: "failed", kind: error.kind, why: error.why, text: error.message });
  }

  function patient() {
    clearTimeout(watch);
    if (waiting.size) watch = setTimeout(() => end(failed({ kind: "stalled" })), PATIENCE);
  }

  function heard({ data }) {
    if ("working" in data) told({ state: "working", done: data.working, of: data.of });
    else if (data.of) told({ state: "loading", done: data.done, of: data.of, text: said("state.loading", { part: Math.round(100 * data.done / data.of) }) });
    else if (data.starting) told({ state: "starting", text: said("state.starting", {}) });
    else {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      const error = data.fault && failed(data.fault);
      if (error) one.fail(error); else one.done(data.value);
      if (error && error.kind === "engine") end(error);
    }
    patient();
  }

  function call(name, args = {}, lent = []) {
    if (!worker) return Promise.reject(failed({ kind: "stopped" }));
    return new Promise((done, fail) => {
      waiting.set(++count, { done, fail });
      worker.postMessage({ id: count, call: name, args }, lent);
      patient();
    });
  }

  // ---- from a folder, where pages fetch nothing: scripts bring the files, and the worker is made of one of them

  const FOLDER = location.protocol === "file:";
  const unzipped = async text => new Uint8Array(await new Response(
    new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

  const script = path => new Promise((done, fail) => {
    const one = document.createElement("script");
    one.src = path;
    one.onload = () => { one.remove(); done(); };
    one.onerror = () => { one.remove(); fail(failed({ kind: "missing", file: path.slice(path.lastIndexOf("/") + 1) })); };
    document.head.append(one);
  });

  /* What `start` is given for a title or for checking, as the site has it now. `root`: from the page to the site's own folder. */
  async function known(root, name) {
    try { await script(`${root}engine/${name}`); } catch { return null; }
    const found = PBEM.told;
    delete PBEM.told;
    return found && { ...found, root };
  }

  async function brought(scripts) {
    if (!scripts.length) throw failed({ kind: "folder" });
    PBEM.packed = {};
    for (const [n, path] of scripts.entries()) {
      heard({ data: { done: n, of: scripts.length } });
      await script(path);
    }
    const names = Object.entries(PBEM.packed);
    delete PBEM.packed;
    return Object.fromEntries(await Promise.all(names.map(async ([name, text]) => [name, await unzipped(text)])));
  }

  function made(given, runtime, address) {
    if (!given) return new Worker(address(runtime.base + runtime.worker));
    const at = URL.createObjectURL(new Blob([given[runtime.worker]], { type: "text/javascript" }));
    try { return new Worker(at); } finally { setTimeout(() => URL.revokeObjectURL(at), PATIENCE); }
  }

  /* runtime, pack, scripts, words: as the page has them in its `#engine` (pbem/pages/engine_files.py).
     root: from the page to what their paths are relative to.
     bring: {name, address} of a file that the worker shall have, where it can fetch one.
     onstate({state: "loading" | "starting" | "ready" | "working" | "failed", text, …}) is told how it goes. */
  async function start({ runtime, pack, scripts = [], root = "", words: sentences = {}, bring = null, onstate = () => {} }) {
    stop();
    words = sentences;
    told = onstate;
    const address = path => new URL(root + path, location.href).href;
    try {
      if (!window.Worker) throw failed({ kind: "browser" });
      const given = FOLDER ? await brought(scripts.map(address)) : null;
      if (told !== onstate) throw failed({ kind: "stopped" });
      worker = made(given, runtime, address);
      worker.onmessage = heard;
      worker.onerror = () => end(failed({ kind: "stopped" }));
      const args = { runtime: { ...runtime, base: address(runtime.base) }, pack: { ...pack, base: address(pack.base) }, given, bring: bring && { ...bring, address: new URL(bring.address, location.href).href } };
      const { quick } = await call("start", args, Object.values(given || {}).map(one => one.buffer));
      if (told === onstate) onstate({ state: "ready", quick, text: said("state.ready", {}) });
    } catch (fault) {
      const error = fault.kind ? fault : failed({ kind: "browser" }); // a policy or a browser that has no such workers
      if (told === onstate) end(error);
      throw error;
    }
  }

  function stop() {
    if (worker) worker.terminate();
    worker = told = null;
    clearTimeout(watch);
    for (const { fail } of waiting.values()) fail(failed({ kind: "stopped" }));
    waiting.clear();
  }

  addEventListener("pagehide", stop);
  return { start, call, stop, known };
})();
