"use strict";
/* Small helps; every page is complete without them. */
(() => {
  const $ = (s, r = document) => r.querySelector(s), $$ = (s, r = document) => [...r.querySelectorAll(s)];

  // how much of the time is gone
  for (const bar of $$(".sand[data-due]")) {
    const since = Date.parse(bar.dataset.since), due = Date.parse(bar.dataset.due);
    const part = Math.min(1, Math.max(0, (Date.now() - since) / Math.max(1, due - since)));
    $("rect", bar).setAttribute("width", (part * 100).toFixed(1));
    bar.hidden = false;
  }
  for (const due of $$(".due[data-late]")) {
    const time = $("time", due);
    if (time && Date.parse(time.dateTime) < Date.now()) { due.firstChild.textContent = due.dataset.late + " "; due.classList.add("bad"); }
  }

  // log: one player's moves
  for (const box of $$("[data-filterbox]")) {
    box.hidden = false;
    $("select", box).addEventListener("change", e => {
      for (const li of $$(".log > li")) li.hidden = e.target.value !== "" && li.dataset.seat !== e.target.value;
    });
  }

  // rules: find
  for (const box of $$(".idx [data-findbox]")) {
    box.hidden = false;
    $("input", box).addEventListener("input", e => {
      const wanted = e.target.value.toLowerCase();
      for (const li of $$(".rl > li")) li.hidden = !li.textContent.toLowerCase().includes(wanted);
      for (const chapter of $$(".rules section")) {
        chapter.hidden = !$(".rl > li:not([hidden])", chapter);
        $(`.idx a[href="#${chapter.id}"]`).parentNode.hidden = chapter.hidden;
      }
    });
  }

  // map: larger, smaller
  for (const zoom of $$("[data-zoom]")) {
    zoom.hidden = false;
    const pan = $(".pan"), svg = $("svg", pan), [more, less] = $$("button", zoom);
    let step = 0;
    const look = (x, y) => {
      pan.scrollLeft = x * pan.scrollWidth - pan.clientWidth / 2;
      pan.scrollTop = y * pan.scrollHeight - pan.clientHeight / 2;
    };
    const set = n => {
      const x = (pan.scrollLeft + pan.clientWidth / 2) / pan.scrollWidth, y = (pan.scrollTop + pan.clientHeight / 2) / pan.scrollHeight;
      svg.classList.remove("zoom" + step);
      step = Math.min(4, Math.max(0, n));
      if (step) svg.classList.add("zoom" + step);
      look(x, y);
    };
    if (pan.dataset.focus && !location.hash) look(...pan.dataset.focus.split(" ").map(Number));
    more.addEventListener("click", () => set(step + 1));
    less.addEventListener("click", () => set(step - 1));
  }

  // replay: the slider and the keys walk through the pages of single moves
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
