// Seeds fly from hole to hole the way they are sown. The drawing is that of the position
// before; the one after takes its place when all have landed.

const ns = "http://www.w3.org/2000/svg";

/**
 * sow shows flights of seeds, one after the other, within about three seconds. It resolves when all have landed: at once
 * where motion is not wanted, and when somebody clicks or presses a key.
 */
export function sow(board, flights) {
  const svg = board.querySelector("svg");
  if (!svg || !flights.length || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  const gap = Math.max(20, Math.min(160, 2600 / flights.length)), flight = 280;
  const target = (p) => svg.querySelector('.site-target[data-type="' + p.type + '"][data-site="' + p.site + '"]');
  const heap = (p) => svg.querySelector('.seeds[data-site="' + p.site + '"]');
  const layer = svg.insertBefore(document.createElementNS(ns, "g"), svg.querySelector(".targets"));
  layer.setAttribute("class", "sowing");
  const landed = new Map(); // seeds that came to a hole, by site

  /** change counts seeds of a hole; those that go are taken from the heap. */
  const change = (p, n) => {
    const g = heap(p);
    if (!g) return;
    const left = Number(g.dataset.count) + n;
    g.dataset.count = left;
    g.querySelector("text").textContent = left;
    for (let i = 0; i < -n && g.querySelectorAll("circle").length > Math.max(left, 0); i++) g.querySelector("circle:last-of-type").remove();
    g.style.opacity = left > 0 ? 1 : 0;
  };

  return new Promise((resolve) => {
    const moves = [];
    let flying = flights.length;
    const end = () => {
      removeEventListener("pointerdown", end);
      removeEventListener("keydown", end);
      for (const a of moves) a.cancel();
      resolve();
    };
    addEventListener("pointerdown", end);
    addEventListener("keydown", end);
    flights.forEach((f, i) => {
      const a = target(f.from), b = target(f.to);
      if (!a || !b) return --flying || end();
      const [x1, y1, x2, y2] = [a.dataset.x, a.dataset.y, b.dataset.x, b.dataset.y].map(Number);
      const n = landed.get(f.to.site) ?? 0, r = Number(b.dataset.r);
      landed.set(f.to.site, n + 1);
      const x = x2 + 0.19 * r * Math.sqrt(n) * Math.cos(2.4 * n + 1), y = y2 + 0.19 * r * Math.sqrt(n) * Math.sin(2.4 * n + 1);
      const seed = layer.appendChild(document.createElementNS(ns, "circle"));
      for (const [k, v] of Object.entries({ cx: x, cy: y, r: 0.2 * r, class: "seed", visibility: "hidden" })) seed.setAttribute(k, v);
      const from = "translate(" + (x1 - x) + "px," + (y1 - y) + "px)", over = "translate(" + (x1 - x) / 2 + "px," + ((y1 - y) / 2 - 0.9 * r) + "px)";
      const motion = seed.animate([{ transform: from }, { transform: over }, { transform: "none" }], { duration: flight, delay: i * gap, easing: "ease-in-out" });
      moves.push(motion);
      setTimeout(() => { seed.setAttribute("visibility", "visible"); change(f.from, -f.count); }, i * gap);
      motion.finished.then(() => { change(f.to, f.count); if (--flying === 0) setTimeout(end, 160); }, () => {}); // given up
    });
  });
}
