"use strict";
/* The project's own Python in a worker: rules, bots and boards as they run anywhere else, called by messages.

   Every file is looked at before it is used. When all are in, and before anything is told to Python, the worker is shut:
   what could reach anybody but the page is taken away (docs/threat-model.md). */
(() => {
  /* Nothing is at this address, and nothing is ever asked of it: Pyodide's own requests are answered from memory. */
  const NOWHERE = "https://runtime.invalid/", PACK = "/lib/pbem_pack", STORE = "pbem-engine";
  const say = postMessage.bind(self), fetched = self.fetch && self.fetch.bind(self);

  class Fault extends Error {
    constructor(kind, file = "") { super(kind); this.kind = kind; this.file = file; }
  }

  // ---- files

  const hex = bytes => [...new Uint8Array(bytes)].map(one => one.toString(16).padStart(2, "0")).join("");
  const opened = data => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

  async function read(address, told) {
    const answer = await fetched(address).catch(() => null);
    if (!answer || !answer.ok) return null;
    const parts = [], reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) { parts.push(part.value); told(part.value.length); }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  /* Compressed if that is there; a host may have opened it on the way, which its first bytes show. */
  async function file(base, name, told) {
    const small = self.DecompressionStream && await read(base + name + ".gz", told), zipped = small && small[0] === 0x1f && small[1] === 0x8b;
    const data = zipped ? await opened(small).catch(() => null) : small || await read(base + name, told);
    if (!data) throw new Fault("missing", name);
    return new Uint8Array(data);
  }

  async function checked(name, data, wanted) {
    const begins = hex(data.slice(0, 4));
    if (begins !== wanted.begins) throw new Fault("missing", name); // a host's own page of what it does not have
    if (hex(await crypto.subtle.digest("SHA-256", data)) !== wanted.sha256) throw new Fault("digest", name);
    return data;
  }

  /* `given`: name → bytes, where the page has brought the files itself. */
  async function all({ base, files, pack, given }) {
    const wanted = [...Object.entries(files).map(([name, one]) => [base, name, one]), [pack.base, pack.file, pack]];
    const whole = wanted.reduce((sum, [, , one]) => sum + one.size, 0);
    let had = 0;
    const told = size => { had += size; say({ done: Math.min(had, whole), of: whole }); };
    const got = await Promise.all(wanted.map(async ([from, name, one]) =>
      [name, await checked(name, given ? given[name] : await file(from, name, told), one)]));
    return new Map(got);
  }

  // ---- Python

  const blob = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));
  const module = async bytes => { const at = blob(bytes, "text/javascript"); try { return await import(at); } finally { URL.revokeObjectURL(at); } };

  async function python(files, settings) {
    self.importScripts = undefined; // with it, Pyodide takes this for a worker that cannot import modules
    self.fetch = async where => {
      const name = String(where.url || where).slice(NOWHERE.length), type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
      if (!files.has(name)) throw new TypeError("not at hand: " + name);
      return new Response(files.get(name), { headers: { "Content-Type": type } });
    };
    const { loadPyodide } = await module(files.get("pyodide.mjs")), { default: createPyodideModule } = await module(files.get("pyodide.asm.mjs"));
    const lockFileContents = new TextDecoder().decode(files.get("pyodide-lock.json"));
    return loadPyodide({ indexURL: NOWHERE, createPyodideModule, lockFileContents, env: { HOME: "/home" }, ...settings });
  }

  const BEGIN = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(PACK)})
from pbem.browser import MODULE
MODULE.engine = MODULE.begin(TITLE)
`;

  /* The pack is unpacked also if Python comes from its image, which has what Python has loaded, but no files. */
  async function started(files, pack, image) {
    const py = await python(files, image ? { _loadSnapshot: image } : { _makeSnapshot: true });
    py.unpackArchive(files.get(pack.file), "zip", { extractDir: PACK });
    if (!image) py.runPython(BEGIN.replaceAll("MODULE", pack.module).replace("TITLE", JSON.stringify(pack.title)));
    return py;
  }

  const kept = async name => { try { return new Uint8Array(await (await (await caches.open(STORE)).match(name)).arrayBuffer()); } catch { return null; } };

  /* Python's memory before anything was told to it, for the next start; older ones of the title are dropped. */
  async function keep(name, py) {
    try {
      const store = await caches.open(STORE), title = name.slice(0, name.indexOf("/", NOWHERE.length) + 1);
      for (const old of await store.keys()) if (old.url.startsWith(title)) await store.delete(old);
      await store.put(name, new Response(py.makeMemorySnapshot()));
    } catch { /* no room, or no storage at all: the next start is like this one */ }
  }

  async function begin({ runtime, pack, given, bring }) {
    if (!self.crypto || !crypto.subtle || !self.WebAssembly) throw new Fault("browser");
    const files = await all({ ...runtime, pack, given });
    say({ starting: true });
    // All folders on a disk may share one store, so nothing is kept there, and nothing that lies there is trusted.
    const name = NOWHERE + [pack.title || pack.module, runtime.name, pack.sha256].join("/"), image = given ? null : await kept(name);
    let py = image && await started(files, pack, image).catch(() => null);
    const quick = Boolean(py);
    if (!py) {
      py = await started(files, pack, null);
      if (!given) await keep(name, py);
    }
    const engine = py.pyimport("pbem.browser." + pack.module).engine;
    if (engine.rules !== pack.rules) throw new Fault("rules");
    if (bring) {
      const data = await read(bring.address, () => {});
      if (!data) throw new Fault("missing", bring.address.slice(bring.address.lastIndexOf("/") + 1));
      py.FS.mkdirTree("/brought");
      py.FS.writeFile("/brought/" + bring.name, data);
    }
    if ("tell" in engine) engine.tell = (done, of) => say({ working: done, of });
    shut(py);
    call = engine.answered;
    return { quick };
  }

  /* All that is left is what computes, and the way back to the page. */
  const STAYS = new Set(("Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error " +
    "AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl ArrayBuffer Atomics " +
    "Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array " +
    "BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer decodeURI " +
    "decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN console WebAssembly self onmessage onerror postMessage " +
    "clearTimeout queueMicrotask performance Performance crypto Crypto TextDecoder TextEncoder MessageEvent Event EventTarget " +
    "addEventListener dispatchEvent removeEventListener constructor").split(" "));

  function shut(py) {
    delete py._module.API.tests; // these keep a `Function` of their own
    const later = self.setTimeout.bind(self);
    for (let place = self; place && place !== Object.prototype; place = Object.getPrototypeOf(place)) {
      for (const name of Reflect.ownKeys(place)) {
        if (typeof name !== "string" || STAYS.has(name) || Reflect.deleteProperty(place, name)) continue;
        const { get, value } = Reflect.getOwnPropertyDescriptor(place, name); // some plain numbers cannot be deleted
        if (get || Object(value) === value) throw new Fault("browser");
      }
    }
    // `import()` cannot be taken away, so no text becomes code any more.
    const never = function () { throw new TypeError("no text becomes code here"); };
    never.prototype = Function.prototype; // for `instanceof`
    self.Function = never;
    self.setTimeout = (what, ...more) => typeof what === "function" ? later(what, ...more) : never();
    for (const made of [function () {}, async function () {}, function* () {}, async function* () {}]) {
      Object.defineProperty(Object.getPrototypeOf(made), "constructor", { value: never });
    }
  }

  // ---- messages

  let call = null;
  self.onmessage = async ({ data: { id, call: name, args } }) => {
    try {
      if (name === "start") say({ id, value: await begin(args) });
      else say({ id, ...JSON.parse(call(name, JSON.stringify(args))) });
    } catch (fault) {
      say({ id, fault: { kind: fault.kind || "stopped", file: fault.file || "", text: String(fault.message || fault).slice(-2000) } });
    }
  };
})();
