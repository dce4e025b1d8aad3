"use strict";
/* Keys that are made in a page: the OpenSSH file, the public line, and the code to print and to type in again. */
PBEM.newkeys = (() => {
  const C = PBEM.crypt, sub = window.crypto && window.crypto.subtle;
  const HEAD = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);
  const KIND = "ssh-ed25519", NONE = new Uint8Array(0);
  const u32 = n => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
  const text = said => C.string(C.bytes(said));

  /* A key from its 32 bytes: they, its public half, and that as OpenSSH writes it. */
  async function whole(seed) {
    const key = await sub.importKey("pkcs8", C.cat(HEAD, seed), "Ed25519", true, ["sign"]);
    const x = (await sub.exportKey("jwk", key)).x.replace(/-/g, "+").replace(/_/g, "/");
    const point = C.fromBase64(x + "=".repeat((4 - x.length % 4) % 4));
    return { seed, point, blob: C.cat(text(KIND), C.string(point)) };
  }
  async function make() {
    const pair = await sub.generateKey("Ed25519", true, ["sign", "verify"]);
    const given = new Uint8Array(await sub.exportKey("pkcs8", pair.privateKey));
    const seed = given.slice(HEAD.length, HEAD.length + 32);
    given.fill(0);
    return whole(seed);
  }
  const line = (key, comment) => KIND + " " + C.toBase64(key.blob) + (comment ? " " + comment : "");
  const print = async key => "SHA256:" + C.bare(await C.sha("SHA-256", key.blob));

  /* The file as ssh-keygen writes it (PROTOCOL.key), without a passphrase. */
  function file(key, comment) {
    const twice = u32(crypto.getRandomValues(new Uint32Array(1))[0]);
    const inner = C.cat(twice, twice, text(KIND), C.string(key.point), C.string(C.cat(key.seed, key.point)), text(comment));
    const pad = Uint8Array.from({ length: (8 - inner.length % 8) % 8 }, (_, i) => i + 1);
    const none = text("none");
    const all = C.cat(C.bytes("openssh-key-v1\0"), none, none, C.string(NONE), u32(1), C.string(key.blob), C.string(C.cat(inner, pad)));
    return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...C.columns(C.toBase64(all), 70), "-----END OPENSSH PRIVATE KEY-----", ""].join("\n");
  }

  // ---- the code: four lines, each of eight bytes and two of a checksum that knows which line it is
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", LINES = 4, PART = 8, SIGNS = 16;
  const LIKE = { 0: "O", 1: "I", 8: "B" };
  const sum = async (part, n) => (await C.sha("SHA-256", C.cat(C.bytes("pbem key line " + (n + 1)), part))).subarray(0, 2);
  const code = key => Promise.all([...Array(LINES).keys()].map(async n => {
    const part = key.seed.subarray(n * PART, (n + 1) * PART);
    let held = 0n;
    for (const byte of C.cat(part, await sum(part, n))) held = held << 8n | BigInt(byte);
    const signs = Array.from({ length: SIGNS }, (_, i) => LETTERS[Number(held >> BigInt(5 * (SIGNS - 1 - i)) & 31n)]);
    return C.columns(signs.join(""), 4).join(" ");
  }));
  /* A line as typed: its bytes, or a fault: `short` while signs are missing, `long`, `letter`, or `sum`. */
  async function typed(said, n) {
    const signs = said.toUpperCase().replace(/[\s-]/g, "").replace(/[018]/g, sign => LIKE[sign]);
    if ([...signs].some(sign => !LETTERS.includes(sign))) return { fault: "letter" };
    if (signs.length !== SIGNS) return { fault: signs.length < SIGNS ? "short" : "long" };
    let held = 0n;
    for (const sign of signs) held = held << 5n | BigInt(LETTERS.indexOf(sign));
    const all = Uint8Array.from({ length: PART + 2 }, (_, i) => Number(held >> BigInt(8 * (PART + 1 - i)) & 255n));
    const part = all.slice(0, PART);
    return C.equal(await sum(part, n), all.subarray(PART)) ? { part } : { fault: "sum" };
  }
  const fromCode = parts => whole(C.cat(...parts));
  return { code, file, fromCode, line, make, print, typed };
})();
