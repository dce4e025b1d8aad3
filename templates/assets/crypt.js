"use strict";
/* age v1 and SSH signatures on WebCrypto, for the desk. Classic script: it also runs from file://.
   age: X25519 and ssh-ed25519 recipients, armor, header MAC, chunks of 64 KiB with ChaCha20-Poly1305. */
window.PBEM = window.PBEM || {};
PBEM.crypt = (() => {
  const te = new TextEncoder(), td = new TextDecoder("latin1");
  const sub = window.crypto && window.crypto.subtle;
  const CHUNK = 65536, TAG = 16, NONE = new Uint8Array(0);
  const INFO = { X25519: "age-encryption.org/v1/X25519", "ssh-ed25519": "age-encryption.org/v1/ssh-ed25519" };

  // ---- bytes
  const cat = (...parts) => {
    const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const p of parts) { out.set(p, at); at += p.length; }
    return out;
  };
  const bytes = text => te.encode(text);
  const fromBase64 = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const toBase64 = data => {
    let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return btoa(text);
  };
  const bare = data => toBase64(data).replace(/=+$/, "");
  const columns = (text, width) => text.match(new RegExp(".{1," + width + "}", "g")) || [""];
  const u32 = n => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
  const string = data => cat(u32(data.length), data);
  const equal = (a, b) => {
    if (a.length !== b.length) return false;
    let differ = 0;
    for (let i = 0; i < a.length; i++) differ |= a[i] ^ b[i];
    return differ === 0;
  };

  // ---- primitives of WebCrypto
  const sha = async (name, data) => new Uint8Array(await sub.digest(name, data));
  const hkdf = async (secret, salt, info) => new Uint8Array(await sub.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt, info: bytes(info) }, await sub.importKey("raw", secret, "HKDF", false, ["deriveBits"]), 256));
  const pkcs8 = (oid, secret) => cat(Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, oid, 4, 0x22, 4, 0x20), secret);
  const BASE = Uint8Array.from({ length: 32 }, (_, i) => i ? 0 : 9);
  async function x25519(secret, point) {
    const key = await sub.importKey("pkcs8", pkcs8(0x6e, secret), "X25519", false, ["deriveBits"]);
    const other = await sub.importKey("raw", point, "X25519", false, []);
    return new Uint8Array(await sub.deriveBits({ name: "X25519", public: other }, key, 256));
  }
  async function hmacKey(fileKey, use) {
    return sub.importKey("raw", await hkdf(fileKey, NONE, "header"), { name: "HMAC", hash: "SHA-256" }, false, [use]);
  }
  /* Whether this browser can do it at all. */
  async function able() {
    try {
      await x25519(BASE, BASE);
      await sub.importKey("pkcs8", pkcs8(0x70, BASE), "Ed25519", false, ["sign"]);
      return true;
    } catch (e) { return false; }
  }

  // ---- ChaCha20-Poly1305 (RFC 8439), which WebCrypto lacks
  const turn = (v, n) => (v << n) | (v >>> (32 - n));
  function chacha(key, nonce, counter, data) {
    const k = new DataView(key.buffer, key.byteOffset), n = new DataView(nonce.buffer, nonce.byteOffset), start = new Int32Array(16);
    start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (let i = 0; i < 8; i++) start[4 + i] = k.getInt32(4 * i, true);
    for (let i = 0; i < 3; i++) start[13 + i] = n.getInt32(4 * i, true);
    const out = new Uint8Array(data.length), w = new Int32Array(16), stream = new Uint8Array(w.buffer);
    const quarter = (a, b, c, d) => {
      w[a] += w[b]; w[d] = turn(w[d] ^ w[a], 16); w[c] += w[d]; w[b] = turn(w[b] ^ w[c], 12);
      w[a] += w[b]; w[d] = turn(w[d] ^ w[a], 8); w[c] += w[d]; w[b] = turn(w[b] ^ w[c], 7);
    };
    for (let at = 0; at < data.length; at += 64) {
      start[12] = counter++; w.set(start);
      for (let r = 0; r < 10; r++) {
        quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
        quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
      }
      for (let i = 0; i < 16; i++) w[i] += start[i];
      for (let i = 0; i < 64 && at + i < data.length; i++) out[at + i] = data[at + i] ^ stream[i];
    }
    return out;
  }
  const little = b => { let n = 0n; for (let i = b.length - 1; i >= 0; i--) n = (n << 8n) | BigInt(b[i]); return n; };
  const littleBytes = (n, size) => Uint8Array.from({ length: size }, (_, i) => Number((n >> BigInt(8 * i)) & 255n));
  function poly(key, text) {
    const P = (1n << 130n) - 5n, r = little(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
    let sum = 0n;
    for (let i = 0; i < text.length; i += 16) {
      const part = text.subarray(i, i + 16);
      sum = ((sum + little(part) + (1n << BigInt(8 * part.length))) * r) % P;
    }
    return littleBytes((sum + little(key.subarray(16, 32))) & ((1n << 128n) - 1n), 16);
  }
  function tagOf(key, nonce, box) {
    const lengths = new Uint8Array(16);
    new DataView(lengths.buffer).setUint32(8, box.length, true);
    return poly(chacha(key, nonce, 0, new Uint8Array(32)), cat(box, new Uint8Array((16 - box.length % 16) % 16), lengths));
  }
  const sealBox = (key, nonce, plain) => { const box = chacha(key, nonce, 1, plain); return cat(box, tagOf(key, nonce, box)); };
  function openBox(key, nonce, sealed) {
    if (sealed.length < TAG) return null;
    const box = sealed.subarray(0, -TAG);
    return equal(tagOf(key, nonce, box), sealed.subarray(-TAG)) ? chacha(key, nonce, 1, box) : null;
  }
  const chunkNonce = (n, last) => { const nonce = new Uint8Array(12); new DataView(nonce.buffer).setUint32(7, n); nonce[11] = last ? 1 : 0; return nonce; };

  // ---- bech32, as age writes keys (BIP 173)
  const LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  function bech32(text) {
    let bits = 0, held = 0;
    const out = [], body = text.trim().toLowerCase().split("1").pop().slice(0, -6);
    for (const c of body) {
      const value = LETTERS.indexOf(c);
      if (value < 0) throw new Error("form");
      held = (held << 5) | value; bits += 5;
      if (bits >= 8) { bits -= 8; out.push((held >> bits) & 255); held &= (1 << bits) - 1; }
    }
    if (out.length !== 32) throw new Error("form");
    return Uint8Array.from(out);
  }

  // ---- Ed25519 public key to X25519: u = (1 + y) / (1 - y) mod p
  const FIELD = (1n << 255n) - 19n;
  const power = (base, n) => { let out = 1n; for (base %= FIELD; n > 0n; n >>= 1n) { if (n & 1n) out = out * base % FIELD; base = base * base % FIELD; } return out; };
  function montgomery(edwards) {
    const y = little(edwards) & ((1n << 255n) - 1n);
    return littleBytes((1n + y) * power((FIELD + 1n - y) % FIELD, FIELD - 2n) % FIELD, 32);
  }
  function sshBlob(line) {
    const parts = line.trim().split(/\s+/);
    if (parts[0] !== "ssh-ed25519") throw new Error("kind");
    return fromBase64(parts[1]);
  }

  // ---- age files
  async function wrapKey(type, shared, share, point, blob) {
    if (type === "ssh-ed25519") shared = await x25519(await hkdf(NONE, blob, INFO[type]), shared);
    return hkdf(shared, cat(share, point), INFO[type]);
  }
  /* For a recipient line: `ssh-ed25519 AAAA…` or `age1…`. */
  async function ageSeal(plain, recipient) {
    const ssh = recipient.startsWith("ssh-"), type = ssh ? "ssh-ed25519" : "X25519";
    const blob = ssh ? sshBlob(recipient) : NONE;
    const point = ssh ? montgomery(blob.subarray(-32)) : bech32(recipient);
    const fileKey = crypto.getRandomValues(new Uint8Array(16)), secret = crypto.getRandomValues(new Uint8Array(32));
    const share = await x25519(secret, BASE);
    const wrapped = sealBox(await wrapKey(type, await x25519(secret, point), share, point, blob), new Uint8Array(12), fileKey);
    const names = ssh ? ["ssh-ed25519", bare((await sha("SHA-256", blob)).subarray(0, 4)), bare(share)] : ["X25519", bare(share)];
    const header = "age-encryption.org/v1\n-> " + names.join(" ") + "\n" + bare(wrapped) + "\n---";
    const mac = new Uint8Array(await sub.sign("HMAC", await hmacKey(fileKey, "sign"), bytes(header)));
    const nonce = crypto.getRandomValues(new Uint8Array(16)), key = await hkdf(fileKey, nonce, "payload");
    const out = [bytes(header + " " + bare(mac) + "\n"), nonce];
    for (let at = 0, n = 0; ; at += CHUNK, n++) {
      const last = at + CHUNK >= plain.length;
      out.push(sealBox(key, chunkNonce(n, last), plain.subarray(at, at + CHUNK)));
      if (last) return cat(...out);
    }
  }
  async function unwrap(identity, args, body) {
    const share = fromBase64(args[args.length - 1]);
    if (share.length !== 32) return null;
    const shared = await x25519(identity.secret, share);
    return openBox(await wrapKey(identity.type, shared, share, identity.point, identity.blob), new Uint8Array(12), body);
  }
  /* The plain bytes; throws "other" if no identity opens it, "sealed" if it is damaged. */
  async function ageOpen(armored, identities) {
    let data, head;
    try {
      data = fromBase64(armored.replace(/-----[A-Z ]+-----|\s/g, ""));
      head = td.decode(data.subarray(0, 65536));
    } catch (e) { throw new Error("sealed"); }
    const end = head.indexOf("\n--- ") + 1, line = head.indexOf("\n", end);
    const lines = head.slice(0, end - 1).split("\n");
    if (lines[0] !== "age-encryption.org/v1" || end < 1 || line < 0) throw new Error("sealed");
    let fileKey = null;
    for (let i = 1; i < lines.length && !fileKey;) {
      const args = lines[i++].split(" ").slice(1);
      let body = "";
      while (i < lines.length) { const row = lines[i++]; body += row; if (row.length < 64) break; }
      for (const identity of identities)
        if (!fileKey && args[0] === identity.type) fileKey = await unwrap(identity, args, fromBase64(body)).catch(() => null);
    }
    if (!fileKey) throw new Error("other");
    const good = await sub.verify("HMAC", await hmacKey(fileKey, "verify"), fromBase64(head.slice(end + 4, line)), data.subarray(0, end + 3));
    if (!good) throw new Error("sealed");
    const key = await hkdf(fileKey, data.slice(line + 1, line + 17), "payload"), out = [];
    for (let at = line + 17, n = 0; ; at += CHUNK + TAG, n++) {
      const last = at + CHUNK + TAG >= data.length;
      const part = openBox(key, chunkNonce(n, last), data.subarray(at, at + CHUNK + TAG));
      if (!part) throw new Error("sealed");
      out.push(part);
      if (last) return cat(...out);
    }
  }

  // ---- SSH signatures (PROTOCOL.sshsig)
  const MAGIC = bytes("SSHSIG"), HASH = string(bytes("sha512"));
  const signable = async (message, namespace) => cat(MAGIC, string(bytes(namespace)), string(NONE), HASH, string(await sha("SHA-512", message)));
  async function sshSign(key, message, namespace) {
    const signer = await sub.importKey("pkcs8", pkcs8(0x70, key.seed), "Ed25519", false, ["sign"]);
    const raw = new Uint8Array(await sub.sign("Ed25519", signer, await signable(message, namespace)));
    return cat(MAGIC, u32(1), string(key.blob), string(bytes(namespace)), string(NONE), HASH, string(cat(string(bytes("ssh-ed25519")), string(raw))));
  }
  /* Whether the key of a public line made these 64 bytes for a message. */
  async function sshFits(line, message, namespace, raw) {
    const signer = await sub.importKey("raw", sshBlob(line).slice(-32), "Ed25519", false, ["verify"]);
    return sub.verify("Ed25519", signer, raw, await signable(message, namespace));
  }
  const armorSignature = blob => ["-----BEGIN SSH SIGNATURE-----", ...columns(toBase64(blob), 70), "-----END SSH SIGNATURE-----", ""].join("\n");

  return { able, ageOpen, ageSeal, armorSignature, bare, bech32, bytes, cat, columns, equal, fromBase64, sha, sshBlob, sshFits, sshSign, string, toBase64, x25519, BASE };
})();
