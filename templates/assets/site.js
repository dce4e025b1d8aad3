"use strict";
/* Small helps; every page is complete without them. */
(() => {
  const $ = (s, r = document) => r.querySelector(s), $$ = (s, r = document) => [...r.querySelectorAll(s)];

  // times in the reader's own zone, which the page names where it matters
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) {
    const tongue = document.documentElement.lang, spoken = tongue === "en" ? "en-GB" : tongue;
    const part = form => at => new Intl.DateTimeFormat(spoken, { timeZone: zone, ...form }).format(at);
    const weekday = part({ weekday: "short" }), short = part({ day: "numeric", month: "short" });
    const long = part({ day: "numeric", month: "short", year: "numeric" });
    const hour = part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const left = at => {
      const minutes = (at - Date.now()) / 60000, size = Math.abs(minutes);
      const [n, unit] = size < 90 ? [minutes, "minute"] : size < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
      return new Intl.RelativeTimeFormat(tongue).format(Math.trunc(n), unit);
    };
    for (const time of $$("time[datetime]")) {
      const at = new Date(time.dateTime), has = key => key in time.dataset, day = weekday(at).replace(/\W+$/, "");
      if (time.className === "date") {
        $("small", time).textContent = day;
        $("b", time).textContent = new Intl.DateTimeFormat("en", { timeZone: zone, day: "numeric" }).format(at);
        continue;
      }
      const said = has("hour") ? hour(at) : `${day} ${(has("soon") ? short : long)(at)}, ${hour(at)}`;
      time.textContent = said + (has("zoned") ? ` (${zone})` : "") + (has("left") ? `, ${left(at)}` : "");
    }
  }

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
      const wanted = e.target.value;
      for (const li of $$(".log > li")) li.hidden = wanted !== "" && !(li.dataset.seat || "").split(" ").includes(wanted);
      for (const li of $$(".deeds > li[data-seat]")) li.hidden = wanted !== "" && li.dataset.seat !== wanted;
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
})();
