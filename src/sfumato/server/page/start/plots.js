// Bars in SVG, drawn here: a name, a bar, a figure. What is drawn is said to screen readers as a list.

import { h, short } from "../review/dom.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, NAMES, FIGURES] = [480, 26, 170, 60];

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Shares as bars from 0 to 1, each with its name; a limit is a line across all of them. */
export function bars(title, shares, limit = null, limitName = "") {
  const known = shares.filter(([, share]) => share !== null && share !== undefined);
  const width = WIDE - NAMES - FIGURES;
  const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
  const said = [...known.map(([name, share]) => `${name} ${percent(share)}`), ...(limit === null ? [] : [`${limitName} ${percent(limit)}`])];
  const rows = known.flatMap(([name, share], at) => [
    s("text", { x: NAMES - 8, y: at * HIGH + 17, "text-anchor": "end" }, short(name, 24)),
    s("rect", { class: "track", x: NAMES, y: at * HIGH + 5, width, height: 16, rx: 3 }),
    s("rect", { class: "bar-of", x: NAMES, y: at * HIGH + 5, width: Math.max(share > 0 ? 2 : 0, width * Math.min(share, 1)), height: 16, rx: 3 }),
    s("text", { class: "figure", x: NAMES + width + 8, y: at * HIGH + 17 }, percent(share)),
  ]);
  const tall = known.length * HIGH + (limit === null ? 0 : 18);
  const line = limit === null ? [] : [
    s("line", { class: "limit", x1: NAMES + width * limit, x2: NAMES + width * limit, y1: 0, y2: known.length * HIGH + 4 }),
    s("text", { class: "figure", x: NAMES + width * limit, y: known.length * HIGH + 16, "text-anchor": "middle" }, `${limitName} = ${percent(limit)}`),
  ];
  const picture = s("svg", { class: "bars", viewBox: `0 0 ${WIDE} ${tall}`, role: "img", "aria-label": `${title}: ${said.join(", ")}` }, ...rows, ...line);
  return h("figure", { class: "box" }, h("figcaption", {}, title), picture);
}
