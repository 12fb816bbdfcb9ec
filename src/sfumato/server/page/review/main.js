// The review page: what a person does goes to the server, and what it answers is shown.

import { download, get, post } from "./api.js";
import { drawClaim } from "./claim.js";
import { askText, choose, show } from "./dialogs.js";
import { byId, fill, h } from "./dom.js";
import { ACTIONS, actionOf, choose as chooseKey, keysOf, nameOf, shown } from "./keys.js";
import { List, drawCard, drawTellers, isOpen } from "./panel.js";
import { TextView, said } from "./text.js";

const EXPORTS = { text: "Clean text", working: "Working file", certificate: "Certificate", report: "Report" };
const KEYS_SHOWN = ["next", "previous", "accept", "refuse", "write", "leaveOut", "skip", "acceptAll", "refuseAll", "remember",
  "undo", "redo", "mark", "telling", "find", "originals", "both", "flag", "finish", "help"];

const page = { number: 0, items: [], doc: null, card: null, current: null, queue: null, cards: new Map(), busy: Promise.resolve(), telling: -1, found: 0 };
const text = new TextView(byId("text"), (number) => go(number));
const list = new List(byId("list"), (number) => go(number));

// --- what is shown ---

async function openDocument(number) {
  page.number = number;
  const told = await get(`/documents/${number}`);
  if (page.number !== number) return;
  byId("name").textContent = String(told.id);
  document.title = `${told.id} · sfumato review`;
  if (!told.ready) {
    fill(byId("text"), h("p", { id: "waiting" }, "The writer is at work on this text …"));
    setTimeout(() => attempt(() => openDocument(number)), 700);
    return;
  }
  Object.assign(page, { doc: told, items: told.items, cards: new Map(), current: null, telling: -1 });
  text.set(told.text, told.items, told.gaps, told.places);
  list.set(told.items, text.order);
  standing(told);
  go(nextOpen(null, 1) ?? text.order[0] ?? null);
}

function standing(told) {
  Object.assign(page.doc, told);
  drawClaim(byId("claim"), told.claim);
  drawTellers(byId("tellers"), told.tellers, goTo);
  const [state, sign] = { open: ["", "○"], reviewed: ["good", "✓"], locked: ["good", "🔒︎"], "needs second look": ["warn", "!"] }[told.state];
  byId("state").className = `state ${state}`;
  byId("state").textContent = `${sign} ${told.state}`;
  const counted = page.items.filter((item) => item.shown);
  byId("progress").textContent = `${counted.filter((item) => !isOpen(item)).length} of ${counted.length} decided`;
  byId("finish").textContent = told.finished ? "Export" : "Finish";
}

/** Makes an item the current one. */
function go(number) {
  page.current = number;
  page.card = number === null ? null : page.cards.get(number) ?? null;
  const item = itemOf(number);
  if (item) {
    text.show(number);
    list.show(number);
    announce(said(item, text.rank));
  }
  card();
  if (item && !page.card) fetchCard(number);
}

async function fetchCard(number) {
  const document = page.number;
  const found = await get(`/documents/${document}/items/${number}`).catch(() => null);
  if (!found || document !== page.number) return;
  page.cards.set(number, found);
  if (page.current === number) {
    page.card = found;
    card();
  }
}

function card() {
  drawCard(byId("card"), itemOf(page.current), page.card, text.placeOf(itemOf(page.current)), page.queue?.documents.length ?? 1, does);
}

const itemOf = (number) => (number === null ? null : page.items[number] ?? null);

/** The next item that is open, in the order of the text; those that were skipped come last. */
function nextOpen(from, step) {
  const order = text.order;
  const start = from === null ? (step > 0 ? -1 : order.length) : text.rank.get(from) ?? -1;
  const turned = [...order.slice(start + 1), ...order.slice(0, start + 1)];
  const wanted = step > 0 ? turned : [...order.slice(0, Math.max(start, 0)).reverse(), ...order.slice(start).reverse()];
  const fresh = wanted.find((number) => !page.items[number].does && number !== from);
  return fresh ?? wanted.find((number) => isOpen(page.items[number]) && number !== from);
}

function step(by) {
  const open = nextOpen(page.current, by);
  const order = text.order;
  const beside = order[(text.rank.get(page.current) ?? -1) + by];
  go(open ?? beside ?? page.current);
}

const announce = (words) => { byId("announce").textContent = words; };

// --- what is done ---

/** Does something to the document, one thing after the other, and shows what has changed. */
function act(values, after = () => {}) {
  byId("claim").classList.add("judging");
  page.busy = page.busy.then(() => actNow(values, after));
  return page.busy;
}

async function actNow(values, after) {
  const number = page.number;
  byId("claim").classList.add("judging");
  try {
    const told = await post(`/documents/${number}/acts`, values);
    if (number === page.number) applied(told);
  } catch (error) {
    byId("claim").classList.remove("judging");
    await refused(error, values, after);
    return;
  }
  after();
}

function applied(told) {
  for (const item of told.changed) page.items[item.n] = item;
  page.items.length = told.count;
  const changed = told.changed.map((item) => item.n);
  page.cards.clear();
  text.update(page.items, told.gaps, changed);
  list.set(page.items, text.order);
  if (page.current !== null && !itemOf(page.current)) page.current = null;
  if (page.current !== null) text.show(page.current);
  standing(told);
}

async function refused(error, values, after) {
  if (error.code === "refused") {
    const why = await askText("This tells too much", { label: "Overrule it? Say why", said: error.message, button: "Overrule" });
    if (why?.trim()) await actNow({ ...values, why }, after);
    return;
  }
  if (error.code === "reason-missing") {
    const why = await askText("The claim is broken", {
      label: "Say why it is finished all the same: the certificate will say that the claim is false, who finished it, when and why.",
      said: page.doc.claim.faults.join(" · "), button: "Finish all the same", many: true,
    });
    if (why?.trim()) await actNow({ ...values, why }, after);
    return;
  }
  await problem(error);
}

function problem(error) {
  announce(error.message);
  return choose("That cannot be done", error.message, [{ text: "Close", value: "", primary: true }]);
}

const attempt = (call) => Promise.resolve().then(call).catch(problem);

/** Decides about the current item, and goes on to the next that is open. */
function decide(kind, more = {}) {
  const number = page.current;
  if (number === null || !page.doc) return;
  act({ act: kind, items: [number], ...more }, () => {
    const next = nextOpen(number, 1);
    go(next ?? number);
    if (next === undefined) announce("Everything is decided. Ctrl+Enter finishes.");
  });
}

function takeWording(at) {
  const wording = page.card?.wordings[at];
  if (wording) decide("write", { text: wording.text });
}

async function writeOwn() {
  const number = page.current;
  if (number === null) return;
  const check = async (words) => {
    const found = await post(`/documents/${page.number}/weigh`, { items: [number], text: words });
    return found.refused ? `✗ ${found.refused}` : found.warning ? `! ${found.warning}` : "✓ tells no more than the limit";
  };
  const words = await askText("Own wording", { label: `Instead of "${itemOf(number).term}"`, value: itemOf(number).text.trim(), check, button: "Write it" });
  if (words?.trim()) decide("write", { text: words });
}

async function mark() {
  const chosen = text.selection();
  if (!chosen) {
    announce("Select words in the text first.");
    await choose("Mark words", "Select words in the text first, then press the key again.", [{ text: "Close", value: "", primary: true }]);
    return;
  }
  const kind = page.queue.inverse ? "stay" : "mark";
  const found = await post(`/documents/${page.number}/equal`, chosen);
  let all = false;
  if (found.spans.length > 1) {
    const answer = await choose(kind === "mark" ? "Hide these words" : "Let these words stay",
      `"${found.words}" stands here ${found.spans.length} times.`,
      [{ text: "Cancel", value: "" }, { text: "Only here", value: "one" }, { text: `All ${found.spans.length}`, value: "all", primary: true }]);
    if (!answer) return;
    all = answer === "all";
  }
  getSelection().removeAllRanges();
  const before = page.items.length;
  await act({ act: kind, ...chosen, all }, () => { if (page.items.length > before) go(before); });
}

function goTo(at) {
  const teller = page.doc.tellers[at];
  if (!teller) return;
  page.telling = at;
  if (teller.item !== null && teller.item >= 0) go(teller.item);
  else text.select(teller.start, teller.end);
  announce(`${teller.words}: ${teller.bits.toFixed(1)} bits of ${teller.secret}, limit ${teller.limit.toFixed(1)}`);
}

async function find() {
  const wanted = await askText("Find in the text", { label: "Words", value: page.wanted ?? "", button: "Find" });
  if (!wanted) return;
  const at = text.find(wanted, wanted === page.wanted ? page.found + 1 : 0);
  Object.assign(page, { wanted, found: at });
  if (at < 0) announce("Not found.");
  else text.select(at, at + wanted.length);
}

async function remember() {
  const item = itemOf(page.current);
  if (!item || isOpen(item)) return announce("Decide first: then it can be remembered.");
  const does_ = item.does === "accept" ? "write" : item.does;
  const what = does_ === "keep" ? "keep the original" : does_ === "leave out" ? "leave it out" : `write "${item.text.trim()}"`;
  const answer = await choose("Remember as a rule", `In every document of this review: of "${item.term}" ${what}.`,
    [{ text: "Cancel", value: "" }, { text: "Remember", value: "yes", primary: true }]);
  if (!answer) return;
  page.queue = await post("/rules", { does: does_, term: item.term, text: does_ === "write" ? item.text.trim() : "" });
  await openDocument(page.number);
}

async function finish() {
  if (!page.doc) return;
  if (page.doc.finished) return exporting();
  const left = page.items.filter((item) => item.shown && isOpen(item)).length;
  if (left) {
    const answer = await choose("Finish", `${left} ${left === 1 ? "replacement was" : "replacements were"} not decided: the writer's words stand there.`,
      [{ text: "Go on deciding", value: "" }, { text: "Finish", value: "yes", primary: true }]);
    if (!answer) return;
  }
  await act({ act: "finish" }, () => attempt(exporting));
}

async function exporting() {
  if (!page.doc.finished) return;
  const { by, at, why } = page.doc.finished;
  const kinds = page.doc.file ? { document: `Clean document (.${page.doc.file})`, ...EXPORTS } : EXPORTS;
  const links = h("div", { class: "downloads" }, Object.entries(kinds).map(([kind, name]) =>
    h("button", { type: "button", "data-export": kind, onclick: () => attempt(() => download(`/documents/${page.number}/export/${kind}`)) }, name)));
  const next = (await get("/queue")).documents.find((each) => each.number !== page.number && ["open", "needs second look"].includes(each.state));
  const lock = page.doc.locked ? { text: "Unlock", value: "unlock" } : { text: "Lock", value: "lock" };
  const answer = await show(page.doc.claim.holds ? "Finished: the claim holds" : "Finished: the claim is false",
    h("div", {}, h("p", { class: "say" }, `By ${by}, ${new Date(at).toLocaleString()}.${why ? ` Why: ${why}` : ""}`),
      h("p", { class: "say small quiet" }, "Each is checked from scratch before it is handed out. Only what is clean and the report may be released."),
      page.doc.claim.not_claimed && h("p", { class: "say small" }, page.doc.claim.not_claimed), links),
    [{ text: "Open again", value: "reopen" }, lock, ...(next ? [{ text: "Next document", value: "next", primary: true }] : []), { text: "Close", value: "" }]);
  if (answer === "next") await openDocument(next.number);
  else if (answer) await act({ act: answer });
}

async function flag() {
  const why = await askText("Ask for a second look", { label: "What should the other reviewer look at?", button: "Ask" });
  if (why !== null) await act({ act: "flag", why });
}

// --- windows ---

async function queueWindow() {
  page.queue = await get("/queue");
  let chosen = null;
  const rows = page.queue.documents.map((each) => h("tr", {},
    h("td", {}, h("button", { type: "submit", class: "plain", value: "go", onclick: () => { chosen = each.number; } }, String(each.id))),
    h("td", {}, each.state), h("td", {}, !each.ready ? each.error || "not opened yet" : each.holds === null ? "…" : each.holds ? "✓ holds" : "✗ broken"),
    h("td", { class: "number" }, each.ready ? `${Math.round(each.left * 100)} %` : ""), h("td", { class: "number" }, each.ready ? `${each.items - each.open} of ${each.items}` : ""),
    h("td", { class: "number" }, String(each.unsure || ""))));
  const head = ["Document", "State", "Claim", "Most told, of the limit", "Decided", "Unsure"].map((name) => h("th", { scope: "col" }, name));
  const done = page.queue.documents.filter((each) => ["reviewed", "locked"].includes(each.state)).length;
  const all = done > 0 && h("div", { class: "downloads" }, [["text", "Clean texts and documents of all reviewed"], ["working", "Working file of all reviewed"]].map(([kind, name]) =>
    h("button", { type: "button", onclick: () => attempt(() => download(`/export/${kind}`)) }, name)));
  await show(`Documents: ${done} of ${page.queue.documents.length} reviewed`,
    h("div", {}, h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)), all));
  if (chosen !== null) await openDocument(chosen);
}

async function rulesWindow() {
  page.queue = await get("/queue");
  const row = (rule) => {
    const made = h("tr", {}, h("td", {}, rule.term), h("td", {}, rule.does === "write" ? `write "${rule.text}"` : rule.does), h("td", { class: "number" }, `${rule.count} ×`),
      h("td", {}, h("button", { type: "button", onclick: () => attempt(async () => {
        page.queue = await post("/rules", { revoke: rule.form });
        made.remove();
        await openDocument(page.number);
      }) }, "Revoke")));
    return made;
  };
  const rules = page.queue.rules;
  await show("Rules for all documents", rules.length ? h("table", {}, h("tbody", {}, rules.map(row)))
    : h("p", { class: "quiet" }, "None yet. Decide about a term, then press ", h("kbd", {}, shown(keysOf("remember")[0])), "."));
}

async function helpWindow() {
  const fields = Object.entries(ACTIONS).flatMap(([name, { name: words }]) => {
    const field = h("input", { type: "text", id: `key-${name}`, value: shown(keysOf(name)[0]), readOnly: true });
    field.addEventListener("keydown", (event) => {
      if (["Tab", "Escape", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      const key = event.key === "Backspace" ? "" : nameOf(event);
      const other = Object.keys(ACTIONS).find((each) => each !== name && keysOf(each).includes(key));
      if (other || /^[1-9]$/.test(key)) {
        field.value = `${shown(key)} is taken`;
        return;
      }
      chooseKey(name, key);
      field.value = shown(keysOf(name)[0]);
      drawKeys();
      card();
    });
    return [h("label", { htmlFor: field.id }, words), field];
  });
  await show("Keys", h("div", {}, h("p", { class: "small quiet" }, "1 to 9 take another wording. To choose another key, go to a field and press it; Backspace gives back the first."),
    h("div", { class: "remap" }, fields)));
}

function theme() {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("sfumato-theme", document.documentElement.dataset.theme);
}

function drawKeys() {
  fill(byId("keys"), KEYS_SHOWN.map((name) => h("span", {}, keysOf(name).map((key) => h("kbd", {}, shown(key))), ` ${ACTIONS[name].name}`)),
    h("span", {}, h("kbd", {}, "1"), "–", h("kbd", {}, "9"), " other wording"));
}

// --- keys ---

const does = {
  next: () => step(1),
  previous: () => step(-1),
  accept: () => decide("accept"),
  refuse: () => decide("keep"),
  write: () => attempt(writeOwn),
  leaveOut: () => decide("leave out"),
  skip: () => decide("skip"),
  acceptAll: () => decide("accept", { all: true }),
  refuseAll: () => decide("keep", { all: true }),
  remember: () => attempt(remember),
  undo: () => page.doc?.undo && act({ act: "undo" }, () => go(page.current)),
  redo: () => page.doc?.redo && act({ act: "redo" }, () => go(page.current)),
  mark: () => attempt(mark),
  telling: () => page.doc && goTo((page.telling + 1) % Math.max(page.doc.tellers.length, 1)),
  find: () => attempt(find),
  originals: () => document.body.classList.add("originals"),
  both: () => document.body.classList.toggle("both"),
  flag: () => attempt(flag),
  finish: () => attempt(finish),
  help: () => attempt(helpWindow),
  wording: takeWording,
};

document.addEventListener("keydown", (event) => {
  const meant = actionOf(event);
  if (!meant) return;
  event.preventDefault();
  if (event.repeat && !["next", "previous"].includes(meant.name)) return;
  if (meant.wording !== undefined) does.wording(meant.wording);
  else does[meant.name]();
});
document.addEventListener("keyup", (event) => {
  if (keysOf("originals").includes(event.key)) document.body.classList.remove("originals");
});
window.addEventListener("blur", () => document.body.classList.remove("originals"));

byId("open-queue").addEventListener("click", () => attempt(queueWindow));
byId("open-rules").addEventListener("click", () => attempt(rulesWindow));
byId("open-theme").addEventListener("click", theme);
byId("open-help").addEventListener("click", () => attempt(helpWindow));
byId("finish").addEventListener("click", () => attempt(finish));

const kept = localStorage.getItem("sfumato-theme");
if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
drawKeys();
attempt(async () => {
  page.queue = await get("/queue");
  await openDocument(page.queue.documents[0].number);
});
