"use strict";
/* Games that are kept in this browser, one of each title. Each writing knows which one it follows, so that of two tabs
   with the same game only one goes on. A browser that keeps nothing is told apart by `null`. */
window.PBEM = window.PBEM || {};
PBEM.kept = (() => {
  const STORE = "games";
  let base = null;

  function opened() {
    base = base || new Promise(done => {
      try {
        const asked = indexedDB.open("pbem-play", 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
        asked.onsuccess = () => { asked.result.onversionchange = () => { asked.result.close(); base = null; }; done(asked.result); };
        asked.onerror = asked.onblocked = () => done(null);
      } catch { done(null); }
    });
    return base;
  }

  async function within(mode, work) {
    const db = await opened();
    if (!db) return null;
    return new Promise(done => {
      let answer = null;
      try {
        const deal = db.transaction(STORE, mode);
        deal.oncomplete = () => done(answer);
        deal.onabort = deal.onerror = () => done(null);
        work(deal.objectStore(STORE), value => { answer = value; });
      } catch { done(null); }
    });
  }

  /* {game} or {game: null}; null if nothing is ever kept here. */
  const read = title => within("readonly", (store, tell) => { store.get(title).onsuccess = event => tell({ game: event.target.result || null }); });

  /* Writes what follows the writing with the mark `after`; {mark}, or {other} if somebody else wrote meanwhile. Without
     `after` it is written in any case. */
  const write = (title, after, game) => within("readwrite", (store, tell) => {
    store.get(title).onsuccess = ({ target: { result: there } }) => {
      if (after && (!there || there.mark !== after)) return tell({ other: true });
      const mark = `${Date.now()} ${Math.random()}`;
      store.put({ ...game, mark }, title).onsuccess = () => tell({ mark });
    };
  });

  return { read, write };
})();
