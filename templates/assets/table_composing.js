"use strict";
/* Composing an answer from what is pressed, in whatever order. It knows the legal answers and nothing else: no page, no
   engine, no game. What is pressed is held as a list of constraints, and everything else follows from them:

     {verb}               the answer begins so
     {thing: ref}         it names this thing, in whichever part
     {part: key, value}   it says this in that part; of a part with several things, among others */
window.PBEM = window.PBEM || {};
PBEM.composing = (() => {
  const FEW = 7, REFUSED = 3;
  const name = ref => [ref.slot, ref.id, ref.owner || ""].join(" ");
  const print = value => JSON.stringify(value, (_, one) => one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort()) : one);

  /* All things in what an answer says, however deep. */
  function refs(value, out = []) {
    if (Array.isArray(value)) for (const one of value) refs(one, out);
    else if (value && typeof value === "object") { if ("slot" in value) out.push(value); else refs(Object.values(value), out); }
    return out;
  }

  const says = (value, wanted) => Array.isArray(value) && !Array.isArray(wanted) ? value.some(one => print(one) === print(wanted)) : print(value) === print(wanted);

  /* What stands on the page for an ask: answers by order, each with the names of its things. */
  function read(ask) {
    const seen = new Map();
    for (const one of ask ? ask.legal : []) if (!seen.has(one.order)) seen.set(one.order, { ...one, names: refs(one.at).map(name) });
    return { ask, legal: [...seen.values()] };
  }

  function fits(answer, held) {
    return held.every(one => "verb" in one ? answer.verb === one.verb
      : "thing" in one ? refs(answer.at).some(ref => name(ref) === name(one.thing))
      : one.part in answer.at && says(answer.at[one.part], one.value));
  }

  const things = held => new Set(held.flatMap(one => "thing" in one ? [name(one.thing)] : "part" in one ? refs(one.value).map(name) : []));
  const compatible = (read, held) => read.legal.filter(one => fits(one, held));

  /* Exactly the things that some legal answer names which fits what is held, and which are not held yet: name → ref. */
  function lit(read, held) {
    const had = things(held), out = new Map();
    for (const one of compatible(read, held)) for (const ref of refs(one.at)) if (!had.has(name(ref))) out.set(name(ref), ref);
    return out;
  }

  /* Answers that name nothing beyond what is held; if they differ in the order of their things alone, the one whose things
     are named in the order of the presses. */
  function whole(read, held) {
    const had = things(held), found = compatible(read, held).filter(one => one.names.every(ref => had.has(ref)));
    const pressed = held.filter(one => "thing" in one).map(one => name(one.thing)), alike = found.every(one => one.names.length === pressed.length && [...one.names].sort().join() === [...pressed].sort().join());
    return found.length > 1 && alike ? found.filter(one => one.names.join() === pressed.join()) : found;
  }

  /* A thing is held or let go; so is a verb, of which there is only one, and what a part says. */
  function toggled(held, one) {
    const like = other => "verb" in one ? "verb" in other && other.verb === one.verb : "thing" in one ? "thing" in other && name(other.thing) === name(one.thing)
      : "part" in other && other.part === one.part && print(other.value) === print(one.value);
    if (held.some(like)) return held.filter(other => !like(other));
    const rest = held.filter(other => "verb" in one ? !("verb" in other) : "part" in one && !one.several ? other.part !== one.part : true);
    return [...rest, one];
  }

  /* Constraints that still fit some answer once another one is held: the newest win, as the eye is there. */
  function kept(read, held) {
    let out = [];
    for (const one of [...held].reverse()) if (compatible(read, [one, ...out]).length) out = [one, ...out];
    return out;
  }

  const distinct = values => [...new Map(values.map(one => [print(one), one])).values()];

  /* What a part of a form can still say. A part with several things says each of them. */
  function values(part, answers, held) {
    const had = held.filter(one => one.part === part.key).map(one => print(one.value));
    const said = answers.filter(one => part.key in one.at).flatMap(one => Array.isArray(one.at[part.key]) ? one.at[part.key] : [one.at[part.key]]);
    return distinct(said).map(value => ({ value, on: had.includes(print(value)) }));
  }

  /* What the choice shows: a few answers as they are; else verbs to begin with; else the parts of one form. */
  function open(read, held) {
    const answers = compatible(read, held), ready = whole(read, held);
    const found = { answers, ready: ready.length === 1 ? ready[0] : null, verbs: [], parts: [] };
    if (found.ready && answers.length > 1 && answers.every(one => one.names.length === found.ready.names.length && one.verb === found.ready.verb)) return { ...found, few: [found.ready] };
    if (answers.length <= FEW) return { ...found, few: answers };
    const verbs = distinct(answers.map(one => one.verb)), forms = distinct(answers.map(one => one.form));
    if (verbs.length > 1) return { ...found, verbs };
    const had = things(held);
    for (const form of forms) {
      const some = answers.filter(one => one.form === form);
      for (const part of read.ask.forms[form].parts) {
        if (found.parts.some(one => one.key === part.key)) continue;
        const could = values(part, some, held), open = could.filter(one => !refs(one.value).length || refs(one.value).some(ref => !had.has(name(ref))) || one.on);
        if (could.length > 1 && open.length) found.parts.push({ ...part, could: open });
      }
    }
    return found;
  }

  /* What has been refused and has to do with what is held; what only lacks something comes first. */
  const refused = (read, held) => held.length && read.ask ? (read.ask.refused || []).filter(one => fits(one, held)).sort((a, b) => Number(Boolean(b.lacks)) - Number(Boolean(a.lacks))).slice(0, REFUSED) : [];

  /* What stays in hand after an answer, where a turn is many answers long: all but the things that were pressed last. */
  function inHand(read, answer, held) {
    const last = [...held].reverse().find(one => "thing" in one), named = refs(answer.at);
    if (!named.length) return [];
    const stays = [{ verb: answer.verb }, ...held.filter(one => "part" in one || ("thing" in one && one !== last))];
    return compatible(read, stays).some(one => one.names.length) ? kept(read, stays) : compatible(read, stays.slice(0, 1)).some(one => one.names.length) ? stays.slice(0, 1) : [];
  }

  return { FEW, name, refs, read, fits, compatible, lit, whole, toggled, kept, open, refused, inHand, things };
})();
