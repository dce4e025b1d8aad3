"use strict";
/* Composing an answer part by part, where there are too many to list: whoever knows the rules says after each press what
   each part may say next (docs/table-data.md). Held is `{at, form, steps}`; it is never changed in place. */
window.PBEM = window.PBEM || {};
PBEM.byParts = (() => {
  const { name, refs } = PBEM.composing;
  const print = value => JSON.stringify(value);
  const empty = { at: {}, form: null, verb: "", steps: [] };

  const forms = (told, held) => (told ? told.forms : []).filter(one => (held.form === null || one.form === held.form) && (!held.verb || one.verb === held.verb));
  const partOf = (ask, form, key) => [...ask.forms, ...(ask.also || [])][form].parts.find(one => one.key === key);
  const isMany = (ask, form, key) => Boolean((partOf(ask, form, key) || {}).many);

  /* Every choice that can be made next: {form, verb, key, value, with, legal, cost, gain}. A part that says one thing
     already may say another. */
  function choices(told, held) {
    return forms(told, held).flatMap(({ form, verb, choices: parts }) => Object.entries(parts).flatMap(([key, some]) => some.map(one => ({ ...one, form, verb, key }))));
  }

  const said = held => new Set(refs(held.at).map(name));

  /* The things that can be chosen next. */
  function lit(told, held) {
    const had = said(held), out = new Map();
    for (const one of choices(told, held)) for (const ref of refs([one.value, one.with || {}])) if (!had.has(name(ref))) out.set(name(ref), ref);
    return out;
  }

  /* What a press on a thing can mean: the ways to say it, the same value of several forms once. Parts that may be left out
     count only where nothing else can be meant. */
  function meanings(ask, told, held, ref) {
    const found = new Map(), all = choices(told, held).filter(one => refs([one.value, one.with || {}]).some(other => name(other) === name(ref)));
    const needed = all.filter(one => (partOf(ask, one.form, one.key) || {}).need);
    for (const one of needed.length ? needed : all) {
      const key = print([one.key, one.value, one.with || {}]);
      found.set(key, { ...one, forms: [...(found.has(key) ? found.get(key).forms : []), one.form] });
    }
    return [...found.values()];
  }

  function chosen(ask, held, one) {
    const before = held.at[one.key], value = isMany(ask, one.form, one.key) ? [...(before || []), one.value] : one.value;
    const fixed = !one.forms || one.forms.length === 1 ? one.form : held.form;
    return { ...held, form: fixed, at: { ...held.at, ...(one.with || {}), [one.key]: value }, steps: [...held.steps, held] };
  }

  /* Takes a thing off again: from a list the item that names it, else the part. */
  function without(held, ref) {
    const has = value => refs(value).some(other => name(other) === name(ref)), at = {};
    for (const [key, value] of Object.entries(held.at)) {
      if (!has(value)) at[key] = value;
      else if (Array.isArray(value)) { const n = value.findIndex(has), rest = value.filter((_, m) => m !== n); if (rest.length) at[key] = rest; }
    }
    return { ...held, at, form: Object.keys(at).length ? held.form : null, steps: [...held.steps, held] };
  }

  const complete = (told, held) => forms(told, held).map(one => one.complete).filter(Boolean);
  const refused = (told, held) => forms(told, held).map(one => one.refused).filter(Boolean);

  /* The parts of the choice: those that can say something, needed ones first. */
  function rows(ask, told, held) {
    const found = new Map();
    for (const one of forms(told, held)) {
      for (const [key, some] of Object.entries(one.choices)) {
        if (!some.length || found.has(key)) continue;
        const part = partOf(ask, one.form, key);
        found.set(key, { ...part, form: one.form, verb: one.verb, could: some.map(each => ({ ...each, on: print(held.at[key]) === print(each.value) })) });
      }
    }
    return [...found.values()].sort((a, b) => Number(b.need) - Number(a.need));
  }

  return { empty, forms, choices, lit, meanings, chosen, without, complete, refused, rows, isMany, said };
})();
