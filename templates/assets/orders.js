"use strict";
/* Orders to a move file, and a signed move to the block that travels: byte for byte as the command line writes them. */
PBEM.orders = (() => {
  const C = PBEM.crypt, LARGEST = 64 * 1024, SMALLEST_SEALED = 1024;
  // What a move file may not have in it: controls, tabs, marks that turn the reading direction.
  const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
  const clean = line => line.replace(UNSEEN, " ").replace(/[\ud800-\udbff](?![\udc00-\udfff])|(^|[^\ud800-\udbff])[\udc00-\udfff]/g, "$1").trim();

  function file(desk, lines) {
    const rows = lines.map(clean).filter(line => line);
    return "game: " + desk.game + "\nplayer: " + desk.player + "\nafter: " + desk.after + "\nwritten: " + new Date().toISOString().slice(0, 19) + "Z\norders: |\n" + rows.map(row => "  " + row + "\n").join("");
  }
  async function armored(rest) {
    const body = C.cat(C.bytes("PBM"), Uint8Array.of(1), rest), sum = (await C.sha("SHA-256", body)).subarray(0, 4);
    return ["-----BEGIN PBEM MOVE-----", ...C.columns(C.toBase64(C.cat(body, sum)), 64), "-----END PBEM MOVE-----", ""].join("\n");
  }
  function padded(data) {
    let size = SMALLEST_SEALED;
    while (size < data.length) size *= 2;
    const out = new Uint8Array(size).fill(32);
    out[size - 1] = 10;
    out.set(data);
    return out;
  }
  /* The block of signed orders; sealed to the moderator's key where one is given. */
  async function block(text, key, moderator) {
    const payload = C.bytes(text);
    if (payload.length > LARGEST) throw new Error("long");
    const signature = await C.sshSign(key, payload, "pbem");
    if (!moderator) return armored(C.cat(C.bytes("C"), C.string(payload), C.string(signature)));
    const joined = padded(C.cat(payload, C.bytes(C.armorSignature(signature))));
    return armored(C.cat(C.bytes("S"), C.string(await C.ageSeal(joined, moderator))));
  }
  return { block, clean, file };
})();
