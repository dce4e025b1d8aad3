"use strict";
/* A player's key from pasted text: an OpenSSH ed25519 key, and an age key if the hand is sealed to one; or its printed code. */
PBEM.keys = (() => {
  const C = PBEM.crypt;
  const BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----", END = "-----END OPENSSH PRIVATE KEY-----";
  const fault = name => { throw new Error(name); };

  function fields(data) {
    let at = 0;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    return {
      take(n) { if (at + n > data.length) fault("damaged"); at += n; return data.subarray(at - n, at); },
      number() { if (at + 4 > data.length) fault("damaged"); at += 4; return view.getUint32(at - 4); },
      string() { return this.take(this.number()); },
    };
  }
  const text = data => new TextDecoder("latin1").decode(data);

  /* Overwrites what is not needed any more. */
  const wipe = key => { if (key) for (const data of [key.seed, ...key.identities.map(one => one.secret)]) data.fill(0); };

  /* Throws an error whose message names the sentence to show. */
  async function read(pasted) {
    const given = pasted.trim();
    if (!given) fault("empty");
    if (/^ssh-\S+ AAAA/m.test(given) && !given.includes(BEGIN)) fault("pub");
    const signs = given.replace(/[\s-]/g, "");
    if (/^[a-z0-9]{64}$/i.test(signs)) return fromCode(signs);
    const from = given.indexOf(BEGIN), to = given.indexOf(END);
    if (from < 0) fault("form");
    if (to < from) fault("damaged");
    let raw;
    try { raw = C.fromBase64(given.slice(from + BEGIN.length, to).replace(/\s/g, "")); } catch (e) { fault("damaged"); }
    try { return await unpacked(raw, given); } finally { raw.fill(0); }
  }
  async function unpacked(raw, given) {
    const outer = fields(raw);
    if (text(outer.take(15)) !== "openssh-key-v1\0") fault("damaged");
    const cipher = text(outer.string());
    outer.string(); outer.string();
    if (outer.number() !== 1) fault("damaged");
    const blob = outer.string();
    if (text(fields(blob).string()) !== "ssh-ed25519") fault("kind");
    if (cipher !== "none") fault("passphrase");
    const inner = fields(outer.string());
    if (inner.number() !== inner.number()) fault("damaged");
    inner.string(); inner.string();
    const seed = inner.string().slice(0, 32);
    if (seed.length !== 32) fault("damaged");
    return whole(seed, blob.slice(), given);
  }
  async function whole(seed, blob, given) {
    const key = { seed, blob, identities: [] };
    const opens = async (type, secret, blob) => key.identities.push({ type, secret, blob, point: await C.x25519(secret, C.BASE) });
    try {
      await opens("ssh-ed25519", (await C.sha("SHA-512", seed)).slice(0, 32), key.blob);
      const age = given.match(/AGE-SECRET-KEY-1[0-9A-Z]+/i);
      if (age) await opens("X25519", C.bech32(age[0]), new Uint8Array(0));
    } catch (error) { wipe(key); throw error; }
    return key;
  }

  /* What reads codes is loaded when there is one. */
  const here = document.currentScript.src;
  const load = () => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = here.replace(/keys\.js$/, "newkeys.js");
    script.onload = done;
    script.onerror = () => failed(new Error("form"));
    document.head.append(script);
  });
  async function fromCode(signs) {
    if (!PBEM.newkeys) await load();
    const parts = [];
    for (let n = 0; n < 4; n++) {
      const found = await PBEM.newkeys.typed(signs.slice(16 * n, 16 * n + 16), n);
      if (!found.part) throw Object.assign(new Error("code"), { values: { n: n + 1 } });
      parts.push(found.part);
    }
    const key = await PBEM.newkeys.fromCode(parts);
    for (const part of parts) part.fill(0);
    return whole(key.seed, key.blob, "");
  }
  return { read, wipe };
})();
