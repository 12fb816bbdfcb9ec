// The card of the current item, the list of all, and the words that tell most.

import { fill, h, short } from "./dom.js";
import { keysOf, shown } from "./keys.js";

const ROW = 32; // pixels of a row of the list
const AROUND = 8; // rows beyond those that are seen
const SIGNS = { accept: "✓", keep: "○", write: "✎", "leave out": "⌁", skip: "…", "": "·" };
const SAID = { accept: "accepted", keep: "original kept", write: "other words", "leave out": "left out", skip: "skipped", "": "open" };

const key = (name) => h("kbd", {}, shown(keysOf(name)[0]));

/** Draws the card; `place` is where in its file the item stands, `does` has what each button does. */
export function drawCard(root, item, card, place, count, does) {
  if (!item) {
    fill(root, h("h2", {}, "Nothing to decide"), h("p", { class: "quiet" },
      "Select words in the text and press ", key("mark"), " to hide what was missed, or finish with ", h("kbd", {}, "Ctrl+⏎"), "."));
    return;
  }
  const now = item.does === "keep" ? "stays as it is" : item.text.trim() ? ["becomes ", h("b", {}, short(item.text, 160))] : "is left out";
  fill(root,
    h("h2", { title: item.term }, short(item.term, 200)),
    h("p", { class: "then" }, now, h("span", { class: "quiet small" }, ` · ${state(item)}`)),
    place && h("p", { class: "place quiet small" }, place),
    h("p", { class: "why" }, card ? reason(card) : "…"),
    h("div", { class: "actions" },
      button("Accept", "accept", does.accept, "primary"), button("Keep original", "refuse", does.refuse),
      button("Own wording", "write", does.write), button("Leave out", "leaveOut", does.leaveOut), button("Skip", "skip", does.skip)),
    card && h("p", { class: card.breaks ? "cost breaks" : "cost quiet" }, `${card.breaks ? "✗ " : "✓ "}${card.keeping}`),
    card && card.wordings.length > 0 && h("h3", {}, "Other wordings, and the most each would tell"),
    card && h("ol", { class: "wordings" }, card.wordings.map((wording, at) => h("li", {}, wordingButton(wording, at, does.wording)))),
    card && card.equal.length > 1 && h("div", { class: "actions" },
      h("span", { class: "small quiet" }, `${card.equal.length} equal terms:`),
      button("accept all", "acceptAll", does.acceptAll), button("keep all", "refuseAll", does.refuseAll)),
    count > 1 && item.does && h("div", { class: "actions" }, button("Do so in every document", "remember", does.remember)));
}

function button(text, name, act, kind = "") {
  return h("button", { type: "button", class: kind, onclick: act, "aria-keyshortcuts": keysOf(name)[0] }, text, key(name));
}

function reason(card) {
  const code = card.code ? ` · ${card.code}` : "";
  const share = card.share > 0 ? ` · ${Math.round(card.share * 100)} % of the limit` : "";
  return `${card.reason}${share}${code}`;
}

function wordingButton(wording, at, act) {
  const told = wording.secret ? `${wording.bits.toFixed(1)} of ${wording.limit.toFixed(1)}` : "";
  return h("button", { type: "button", class: wording.tells ? "tells" : "", onclick: () => act(at) },
    h("kbd", {}, String(at + 1)), h("span", {}, short(wording.text, 160)), h("small", {}, wording.tells ? `✗ ${told}` : told));
}

function state(item) {
  const by = item.rule ? "by a rule" : item.by ? `by ${item.by}` : "";
  const voices = item.voices ? `, ${item.voices}` : "";
  return `${SAID[item.does]} ${by}`.trim() + voices;
}

/** The list of all items. Only the rows that can be seen are made, so that a long list never holds the page up. */
export class List {
  constructor(root, picked) {
    this.picked = picked;
    this.onlyOpen = false;
    this.wanted = [];
    this.heading = h("h2", { class: "label" });
    this.toggle = h("button", { type: "button", class: "plain small", "aria-pressed": "false", onclick: () => this.filter() }, "only open");
    this.body = h("ol", { tabIndex: 0, "aria-label": "Replacements", onscroll: () => this.draw() });
    fill(root, h("div", { class: "head" }, this.heading, this.toggle), this.body);
    new ResizeObserver(() => this.draw()).observe(this.body);
  }

  filter() {
    this.onlyOpen = !this.onlyOpen;
    this.toggle.setAttribute("aria-pressed", String(this.onlyOpen));
    this.set(this.items, this.order);
  }

  set(items, order) {
    this.items = items;
    this.order = order;
    this.wanted = order.map((number) => items[number]).filter((item) => !this.onlyOpen || isOpen(item));
    this.drawn = null;
    this.draw();
    const open = order.filter((number) => isOpen(items[number])).length;
    this.heading.textContent = `${order.length} ${order.length === 1 ? "replacement" : "replacements"}, ${open} open`;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.body.scrollTop / ROW) - AROUND);
    const last = Math.min(this.wanted.length, Math.ceil((this.body.scrollTop + this.body.clientHeight) / ROW) + AROUND);
    if (this.drawn === `${first}-${last}-${this.current}`) return;
    this.drawn = `${first}-${last}-${this.current}`;
    this.body.style.setProperty("--before", `${first * ROW}px`);
    this.body.style.setProperty("--behind", `${(this.wanted.length - last) * ROW}px`);
    fill(this.body, this.wanted.slice(first, last).map((item, at) => this.row(item, first + at)));
  }

  row(item, place) {
    const now = item.does === "keep" ? item.term : item.text.trim() || "left out";
    return h("li", { "aria-setsize": String(this.wanted.length), "aria-posinset": String(place + 1) },
      h("button", { type: "button", "aria-current": item.n === this.current ? "true" : null, onclick: () => this.picked(item.n) },
        h("span", { "aria-label": SAID[item.does], role: "img" }, item.voices === "disputed" ? "≠" : SIGNS[item.does]),
        h("span", { class: "pair" }, item.does === "keep" ? "" : h("s", {}, short(item.term, 40)), " ", short(now, 40)),
        h("small", { class: "quiet number" }, item.rule ? "rule" : item.share ? `${Math.round(item.share * 100)} %` : "")));
  }

  show(number) {
    this.current = number;
    const place = this.wanted.findIndex((item) => item.n === number);
    if (place >= 0) {
      const [top, tall] = [this.body.scrollTop, this.body.clientHeight];
      if (place * ROW < top) this.body.scrollTop = place * ROW;
      else if ((place + 1) * ROW > top + tall) this.body.scrollTop = (place + 1) * ROW - tall;
    }
    this.draw();
  }
}

/** Whether nobody has decided about an item. */
export const isOpen = (item) => !item.does || item.does === "skip";

/** Draws the words that tell most of what is left. */
export function drawTellers(root, tellers, picked) {
  fill(root, h("h2", { class: "label" }, "What tells most of what is left ", key("telling")),
    tellers.length === 0 ? h("p", { class: "small quiet" }, "No word that is left tells anything by counts.")
      : h("ol", {}, tellers.map((teller, at) => h("li", {}, h("button", { type: "button", onclick: () => picked(at),
        title: `${teller.bits.toFixed(1)} bits of ${teller.secret}, limit ${teller.limit.toFixed(1)}` },
      short(teller.words, 30), h("small", { class: "quiet number" }, `${Math.round((100 * teller.bits) / teller.limit)} %`))))));
}
