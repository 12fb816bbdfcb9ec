// The text with what is written in it instead. A paragraph is drawn when it comes near to being seen.

import { h } from "./dom.js";

const LONGEST = 4000; // characters of a paragraph that is drawn as one
const CHUNK = 6000; // characters of the paragraphs that are drawn together
const LINE = 30; // pixels of a line, and ...
const WIDE = 85; // ... its characters, for what was never drawn
const AHEAD = "1200px 0px";

export class TextView {
  /** `root` is the element, `picked` hears which item was clicked. */
  constructor(root, picked) {
    this.root = root;
    this.places = new WeakMap(); // text nodes: where in the original they begin
    this.paragraphs = new WeakMap(); // their paragraphs: from where to where they go
    this.observer = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: AHEAD, scrollMargin: AHEAD });
    root.addEventListener("click", (event) => {
      const item = event.target.closest?.(".item");
      if (item && getSelection().isCollapsed) picked(Number(item.dataset.n));
    });
  }

  /** Shows a text with its items and gaps; `pieces` are the places of a file that its pieces stand at. */
  set(text, items, gaps, pieces = []) {
    this.observer.disconnect();
    this.pieces = pieces;
    this.text = text;
    this.chunks = chunksOf(text);
    this.current = null;
    this.arrange(items, gaps);
    this.chunks.forEach((chunk, number) => {
      chunk.element = h("div", { class: "chunk", "data-chunk": String(number) });
      chunk.element.style.height = `${chunk.tall}px`;
    });
    this.root.replaceChildren(...this.chunks.map((chunk) => chunk.element));
    for (const chunk of this.chunks) this.observer.observe(chunk.element);
  }

  /** The same text after some items changed: what they touch is drawn again. */
  update(items, gaps, changed) {
    const touched = new Set();
    const touch = (number) => {
      const item = this.byNumber.get(number);
      if (item) this.chunksOver(item.start, item.end).forEach((chunk) => touched.add(chunk));
    };
    changed.forEach(touch);
    if (this.gaps.length || gaps.length) this.chunks.forEach((chunk) => touched.add(chunk));
    this.arrange(items, gaps);
    changed.forEach(touch);
    for (const chunk of touched) if (chunk.drawn) this.draw(chunk);
  }

  arrange(items, gaps) {
    this.byNumber = new Map(items.map((item) => [item.n, item]));
    this.gaps = gaps;
    const shown = items.filter((item) => item.shown).map((item) => ({ start: item.start, end: item.end, item }));
    this.segments = [...shown, ...gaps.map(([start, end]) => ({ start, end, item: null }))];
    this.segments.sort((one, other) => one.start - other.start);
    this.order = this.segments.filter(({ item }) => item).map(({ item }) => item.n);
    this.rank = new Map(this.order.map((number, at) => [number, at]));
  }

  chunksOver(start, end) {
    const found = [];
    for (let at = firstWhere(this.chunks, (chunk) => chunk.end > start); at < this.chunks.length && this.chunks[at].start <= end; at += 1) {
      found.push(this.chunks[at]);
    }
    return found;
  }

  /** Draws what comes near to being seen, and lets go of what is far. */
  seen(entries) {
    for (const { isIntersecting, target, boundingClientRect } of entries) {
      const chunk = this.chunks[Number(target.dataset.chunk)];
      if (!chunk || chunk.element !== target) continue;
      if (isIntersecting && !chunk.drawn) this.draw(chunk);
      else if (!isIntersecting && chunk.drawn && !target.contains(getSelection().anchorNode)) {
        chunk.drawn = false;
        chunk.element.style.height = `${boundingClientRect.height}px`;
        chunk.element.replaceChildren();
      }
    }
  }

  draw(chunk) {
    chunk.element.replaceChildren(...chunk.blocks.map((block) => this.paragraph(block)));
    chunk.element.style.height = "";
    chunk.drawn = true;
    if (this.current !== null) this.markCurrent();
  }

  paragraph(block) {
    const parts = [];
    let at = block.start;
    const plain = (start, end) => {
      if (start >= end) return;
      const node = document.createTextNode(this.text.slice(start, end));
      this.places.set(node, start);
      parts.push(node);
    };
    const first = firstWhere(this.segments, (segment) => segment.end > block.start || segment.start >= block.start);
    for (let next = first; next < this.segments.length && this.segments[next].start < block.end; next += 1) {
      const { start, end, item } = this.segments[next];
      plain(at, start);
      const [from, to] = [Math.max(start, block.start), Math.min(end, block.end)];
      if (item) parts.push(this.itemElement(item, from, to, start >= block.start));
      else parts.push(this.gapElement(from, to, start >= block.start));
      at = Math.max(at, to);
    }
    plain(at, block.end);
    const made = h("p", this.headed(block), parts);
    this.paragraphs.set(made, block);
    return made;
  }

  /** The place of a file in which an item stands. */
  placeOf(item) {
    return item ? this.pieceAt(item.start)?.[1] : undefined;
  }

  pieceAt(at) {
    return this.pieces[firstWhere(this.pieces, ([start]) => start > at) - 1];
  }

  /** What a paragraph says of its place: above the first of each part, and in its title. */
  headed(block) {
    const piece = this.pieceAt(block.start);
    if (!piece || piece[0] < block.start) return {};
    const before = this.pieceAt(block.start - 1);
    const [part, last] = [piece, before].map((each) => each && each[1].split(": ").slice(0, -1).join(": "));
    return part === last ? { title: piece[1] } : { title: piece[1], "data-place": part || piece[1] };
  }

  itemElement(item, from, to, first) {
    const kept = item.does === "keep";
    const decided = item.does && item.does !== "skip";
    const names = ["item"];
    if (decided) names.push("decided");
    if (kept) names.push("kept");
    if (item.voices === "disputed") names.push("disputed");
    if (item.rule) names.push("rule");
    const text = first ? item.text : "";
    if (!kept && first && !text.trim()) names.push("empty");
    const old = document.createTextNode(this.text.slice(from, to));
    this.places.set(old, from);
    return h("span", {
      class: names.join(" "), role: "button", tabIndex: -1, "data-n": String(item.n), "aria-label": said(item, this.rank),
      title: kept ? "kept" : item.term,
    }, h("span", { class: "old" }, old), h("span", { class: "new" }, text));
  }

  gapElement(from, to, first) {
    const old = document.createTextNode(this.text.slice(from, to));
    this.places.set(old, from);
    return h("span", { class: "gap" }, h("span", { class: "old" }, old), h("span", { class: "new" }, first ? "[…]" : ""));
  }

  /** Makes an item the current one, and brings it into sight. */
  show(number) {
    this.current = number;
    const item = this.byNumber.get(number);
    if (!item) return;
    const [chunk] = this.chunksOver(item.start, item.start);
    if (chunk && !chunk.drawn) this.draw(chunk);
    const element = this.markCurrent();
    if (element) bring(element, this.root);
  }

  markCurrent() {
    for (const old of this.root.querySelectorAll(".item.current")) {
      old.classList.remove("current");
      old.tabIndex = -1;
      old.removeAttribute("aria-current");
    }
    const element = this.root.querySelector(`.item[data-n="${Number(this.current)}"]`);
    if (element) {
      element.classList.add("current");
      element.tabIndex = 0;
      element.setAttribute("aria-current", "true");
    }
    return element;
  }

  /** Selects and shows words by their places in the original. */
  select(start, end) {
    const [chunk] = this.chunksOver(start, start);
    if (!chunk) return;
    if (!chunk.drawn) this.draw(chunk);
    const walker = document.createTreeWalker(chunk.element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = this.places.get(node);
      if (at === undefined || start < at || start >= at + node.length) continue;
      const range = document.createRange();
      range.setStart(node, start - at);
      range.setEnd(node, Math.min(end - at, node.length));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      bring(range, this.root, node.parentElement);
      return;
    }
  }

  /** Where in the original the selected words stand; nothing where none are selected. */
  selection() {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    if (!this.root.contains(range.commonAncestorContainer)) return null;
    const start = this.place(range.startContainer, range.startOffset, false);
    const end = this.place(range.endContainer, range.endOffset, true);
    return start !== null && end !== null && start < end ? { start, end } : null;
  }

  place(node, offset, isEnd) {
    if (this.places.has(node)) return this.places.get(node) + offset;
    const inside = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest?.(".item, .gap");
    const first = inside && this.places.get(inside.querySelector(".old").firstChild);
    if (first !== undefined && first !== null && inside) {
      return isEnd ? first + inside.querySelector(".old").textContent.length : first;
    }
    const block = this.paragraphs.get(node.closest?.("p")) ?? this.paragraphs.get(node.childNodes?.[offset]);
    return block ? (isEnd && offset ? block.end : block.start) : null;
  }

  /** Where a text stands next in the original, from a place on, and again from the beginning. */
  find(wanted, from) {
    const sought = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu"); // small letters of a whole text may be more than it has
    sought.lastIndex = from;
    const found = sought.exec(this.text) ?? sought.exec(this.text);
    return found?.index ?? -1;
  }
}

/** What a screen reader says of an item. */
export function said(item, rank) {
  const place = `${(rank.get(item.n) ?? -1) + 1} of ${rank.size}`;
  if (item.does === "keep") return `kept, ${item.term}, ${place}`;
  if (!item.text.trim()) return `left out, ${item.term}, ${place}`;
  return `replaced, ${item.term}, by ${item.text.trim()}, ${place}`;
}

/** Paragraphs that are drawn together, and how tall they may be. */
function chunksOf(text) {
  const chunks = [];
  for (const block of blocksOf(text)) {
    const last = chunks.at(-1);
    const tall = Math.max(1, Math.ceil((block.end - block.start) / WIDE)) * LINE;
    if (last && block.end - last.start <= CHUNK) {
      last.blocks.push(block);
      last.end = block.end;
      last.tall += tall;
    } else {
      chunks.push({ start: block.start, end: block.end, blocks: [block], tall, drawn: false, element: null });
    }
  }
  return chunks;
}

function blocksOf(text) {
  const blocks = [];
  let at = 0;
  while (at < text.length) {
    const line = text.indexOf("\n", at);
    const end = line < 0 ? text.length : line + 1;
    while (end - at > LONGEST) {
      const space = text.lastIndexOf(" ", at + LONGEST);
      const cut = space > at + LONGEST / 2 ? space + 1 : whole(text, at + LONGEST);
      blocks.push({ start: at, end: cut });
      at = cut;
    }
    blocks.push({ start: at, end });
    at = end;
  }
  return blocks;
}

/** A place that cuts no character in two. */
function whole(text, at) {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/** The number of the first of sorted things of which something holds. */
function firstWhere(things, holds) {
  let [low, high] = [0, things.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(things[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Scrolls so that an element, or a range in it, can be seen, if it cannot. */
function bring(place, root, element = place) {
  const box = place.getBoundingClientRect();
  const frame = root.getBoundingClientRect();
  const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)];
  if (box.top < top + 40 || box.bottom > bottom - 40) element.scrollIntoView({ block: "center" });
}
