// The chance of the first player to win over the play, as agents saw it.

/** drawChart draws chances by ply, 0 to 1 or undefined, up to a ply; nothing for fewer than two. */
export function drawChart(element, values, ply) {
  const known = values.map((v, i) => [i, v]).filter(([i, v]) => v !== undefined && i <= ply);
  element.hidden = known.length < 2;
  if (known.length < 2) return;
  const w = 300, h = 80, last = Math.max(ply, 1), now = Math.round(known.at(-1)[1] * 100);
  const points = known.map(([i, v]) => ((i / last) * w).toFixed(1) + "," + ((1 - v) * h).toFixed(1)).join(" ");
  element.innerHTML = `<svg viewBox="0 0 ${w} ${h}" role="img" aria-label="Chance of player 1 to win over the play, as agents see it: now ${now} %">` +
    `<rect width="${w}" height="${h}" class="ground"/><path d="M0 ${h / 2}H${w}" class="half"/><polyline points="${points}" class="curve"/>` +
    `<text x="4" y="12">player 1</text><text x="4" y="${h - 4}">player 2</text><text x="${w - 4}" y="12" text-anchor="end">${now} %</text></svg>`;
}
