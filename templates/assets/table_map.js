"use strict";
/* A map that is dragged, pinched and zoomed. What is seen is the picture's viewBox; while a finger moves only the drawn
   picture is moved, because drawing it anew takes longer than a frame. */
window.PBEM = window.PBEM || {};
PBEM.mapView = (() => {
  const SMALLEST = 11.5, DEEPEST = 12, MARGIN = .12;
  const views = new WeakMap();

  function view(svg) {
    if (views.has(svg)) return views.get(svg);
    const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    const made = { svg, whole: { x, y, w, h }, at: { x, y, w, h }, moved: null, timer: 0 };
    views.set(svg, made);
    return made;
  }

  /* The part that is seen has the shape of the window on it, and no more than the whole world and its margin. */
  function shaped({ svg, whole }, box) {
    const { clientWidth: width, clientHeight: height } = svg.parentNode;
    if (!width || !height) return box;
    const shape = width / height, least = whole.w / DEEPEST;
    let w = Math.max(box.w, box.h * shape, least);
    w = Math.min(w, Math.max(whole.w, whole.h * shape));
    const h = w / shape, mid = { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    const within = (middle, size, from, all) => size >= all ? from + (all - size) / 2 : Math.min(from + all - size, Math.max(from, middle - size / 2));
    return { x: within(mid.x, w, whole.x, whole.w), y: within(mid.y, h, whole.y, whole.h), w, h };
  }

  const scale = one => (one.svg.parentNode.clientWidth || 1) / one.at.w;

  function settle(one, box) {
    one.moved = null;
    one.svg.style.transform = "";
    one.at = shaped(one, box);
    one.svg.setAttribute("viewBox", [one.at.x, one.at.y, one.at.w, one.at.h].map(n => n.toFixed(1)).join(" "));
    one.svg.style.setProperty("--zoomed", Math.max(1, SMALLEST / (15 * scale(one))).toFixed(3));
    clearTimeout(one.timer);
    one.timer = setTimeout(() => thin(one), 60);
  }

  /* Names that would lie over others are left out; those of lit things come first. */
  function thin({ svg }) {
    const names = [...svg.querySelectorAll("text.ln, text.seaname, text.bar")], taken = [];
    for (const one of names) one.classList.remove("thin");
    const boxes = names.map(one => [one, one.getBoundingClientRect(), one.closest(".can, .sel") ? 0 : one.classList.contains("big") ? 1 : one.classList.contains("minor") ? 3 : 2]);
    for (const [one, box] of boxes.sort((a, b) => a[2] - b[2])) {
      const over = taken.some(other => box.left < other.right - 3 && box.right > other.left + 3 && box.top < other.bottom - 3 && box.bottom > other.top + 3);
      if (over) one.classList.add("thin"); else taken.push(box);
    }
  }

  /* Where something lies on the paper. */
  function boxOf(svg, elements) {
    const matrix = svg.getScreenCTM(), back = matrix && matrix.inverse();
    let found = null;
    for (const one of back ? elements : []) {
      const rect = one.getBoundingClientRect();
      if (!rect.width && !rect.height) continue;
      const a = new DOMPoint(rect.left, rect.top).matrixTransform(back), b = new DOMPoint(rect.right, rect.bottom).matrixTransform(back);
      found = found ? { left: Math.min(found.left, a.x), top: Math.min(found.top, a.y), right: Math.max(found.right, b.x), bottom: Math.max(found.bottom, b.y) } : { left: a.x, top: a.y, right: b.x, bottom: b.y };
    }
    return found && { x: found.left, y: found.top, w: found.right - found.left, h: found.bottom - found.top };
  }

  /* Opens on these things, and on the whole world where there are none. */
  function fit(svg, elements) {
    const one = view(svg), box = boxOf(svg, elements);
    if (!box) return settle(one, one.whole);
    const wide = Math.max(box.w, one.whole.w / 5), high = Math.max(box.h, one.whole.h / 5);
    settle(one, { x: box.x + box.w / 2 - wide * (.5 + MARGIN), y: box.y + box.h / 2 - high * (.5 + MARGIN), w: wide * (1 + 2 * MARGIN), h: high * (1 + 2 * MARGIN) });
  }

  /* Moves the paper so that a thing is inside `free`, a rectangle of the window. */
  function show(svg, element, free) {
    const one = view(svg), rect = element.getBoundingClientRect(), k = scale(one);
    const by = (from, to, low, high) => from < low ? from - low : to > high ? Math.min(to - high, from - low) : 0;
    const dx = by(rect.left, rect.right, free.left, free.right), dy = by(rect.top, rect.bottom, free.top, free.bottom);
    if (dx || dy) settle(one, { ...one.at, x: one.at.x + dx / k, y: one.at.y + dy / k });
  }

  function zoom(svg, times, px, py) {
    const one = view(svg), rect = svg.parentNode.getBoundingClientRect();
    const fx = px === undefined ? .5 : (px - rect.left) / rect.width, fy = py === undefined ? .5 : (py - rect.top) / rect.height;
    const w = one.at.w / times, h = one.at.h / times;
    settle(one, { x: one.at.x + (one.at.w - w) * fx, y: one.at.y + (one.at.h - h) * fy, w, h });
  }

  function pan(svg, dx, dy) {
    const one = view(svg);
    settle(one, { ...one.at, x: one.at.x + dx * one.at.w, y: one.at.y + dy * one.at.h });
  }

  /* One finger or the mouse drags, two fingers pinch, the wheel zooms. A drag is no press. */
  function hold(box) {
    const fingers = new Map();
    let from = null, dragged = false;
    const svg = () => box.querySelector("svg.world");
    const middle = () => { const all = [...fingers.values()]; return { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length, far: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 }; };
    const commit = () => {
      const one = svg() && view(svg());
      if (one && one.moved) {
        const { dx, dy, times, px, py } = one.moved, rect = box.getBoundingClientRect(), k = scale(one), w = one.at.w / times, h = one.at.h / times;
        settle(one, { x: one.at.x + (one.at.w - w) * (px - rect.left) / rect.width - dx / k / times, y: one.at.y + (one.at.h - h) * (py - rect.top) / rect.height - dy / k / times, w, h });
      }
      from = fingers.size ? middle() : null;
    };
    box.addEventListener("pointerdown", event => {
      if (event.button || !svg() || event.target.closest("button")) return;
      commit();
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      from = middle();
      if (fingers.size === 1) dragged = false;
    });
    box.addEventListener("pointermove", event => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const now = middle(), dx = now.x - from.x, dy = now.y - from.y, times = from.far && now.far ? now.far / from.far : 1;
      if (!dragged && Math.hypot(dx, dy) < 6 && times === 1) return;
      if (!dragged) { dragged = true; box.setPointerCapture(event.pointerId); }
      const one = view(svg()), rect = box.getBoundingClientRect();
      one.moved = { dx, dy, times, px: from.x, py: from.y };
      one.svg.style.transformOrigin = `${from.x - rect.left}px ${from.y - rect.top}px`;
      one.svg.style.transform = `translate(${dx}px, ${dy}px) scale(${times})`;
    });
    for (const kind of ["pointerup", "pointercancel"]) box.addEventListener(kind, event => { if (fingers.has(event.pointerId)) { commit(); fingers.delete(event.pointerId); from = fingers.size ? middle() : null; } });
    box.addEventListener("click", event => { if (dragged) { event.stopPropagation(); dragged = false; } }, true);
    box.addEventListener("wheel", event => {
      if (!svg()) return;
      event.preventDefault();
      zoom(svg(), Math.exp(-event.deltaY / (event.deltaMode ? 12 : 400)), event.clientX, event.clientY);
    }, { passive: false });
    new ResizeObserver(() => { if (svg() && box.clientWidth) settle(view(svg()), view(svg()).at); }).observe(box);
  }

  return { fit, show, zoom, pan, hold, forget: svg => views.delete(svg) };
})();
