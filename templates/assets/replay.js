"use strict";
/* Replay: the slider and the keys walk through the pages of single moves. Without it the links beside it do. */
(() => {
  const $ = (s, r = document) => r.querySelector(s);
  const box = $("[data-replay]"), all = window.PBEM_MOMENTS;
  if (!box || !all || !all.numbers.length) return;
  const slider = $("input", box), shown = $("output", box), play = $("[data-play]", box);
  const numbers = all.numbers, own = Number(box.dataset.n), last = numbers.length - 1;
  let at = Math.max(0, numbers.indexOf(own)), timer = 0;
  slider.min = 0; slider.max = last; slider.value = at; slider.hidden = false;
  $(".keys", box).hidden = false;
  // captions of other moves come in parts, when the slider gets there
  const captions = window.PBEM_CAPTIONS = {}, caption = shown.value, asked = {};
  const captionOf = n => {
    const part = Math.floor(n / all.per);
    if (n === at) return caption;
    if (captions[part]) return captions[part][n % all.per];
    if (!asked[part]) {
      asked[part] = document.createElement("script");
      asked[part].src = box.dataset.base + "captions-" + part + all.ending.replace("html", "js");
      asked[part].onload = () => tell(Number(slider.value));
      document.head.append(asked[part]);
    }
    return "";
  };
  const tell = n => { shown.value = [numbers[n], captionOf(n)].filter(x => x !== "").join(" · "); slider.setAttribute("aria-valuetext", shown.value); };
  tell(at);
  const go = (n, mark) => {
    n = Math.min(last, Math.max(0, n));
    if (n === at) return;
    location.href = box.dataset.base + numbers[n] + all.ending + mark;
  };
  slider.addEventListener("input", () => tell(Number(slider.value)));
  slider.addEventListener("change", () => go(Number(slider.value), "#replay"));
  const stop = () => { clearTimeout(timer); timer = 0; play.textContent = play.dataset.name; history.replaceState(null, "", location.pathname + "#replay"); };
  const run = () => {
    if (at >= last) return;
    play.textContent = box.dataset.stop;
    timer = setTimeout(() => go(at + 1, "#play"), 1200);
  };
  play.dataset.name = play.textContent;
  const toggle = () => { if (timer) stop(); else if (at >= last) go(0, "#play"); else run(); };
  play.addEventListener("click", toggle);
  document.addEventListener("keydown", e => {
    if (e.target.closest("input:not([type=range]), textarea, select, button, summary") || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.target === slider && e.key !== " ") return;
    if (e.key === "ArrowLeft") go(at - 1, "#replay");
    else if (e.key === "ArrowRight") go(at + 1, "#replay");
    else if (e.key === " " && !e.target.closest("a")) { e.preventDefault(); toggle(); }
  });
  if (location.hash === "#replay" || location.hash === "#play") slider.focus({ preventScroll: true });
  if (location.hash === "#play") run();
})();
