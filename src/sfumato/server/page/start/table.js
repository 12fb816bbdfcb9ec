// A table of people: what its columns are, what a release costs, and the release.

import { byId, fill, h } from "../review/dom.js";
import { post, save, work } from "./api.js";
import { MEMBERS } from "./examples.js";
import { source } from "./files.js";
import { bars } from "./plots.js";

const ROLES = {
  direct_identifier: "direct identifier: goes",
  quasi_identifier: "quasi-identifier: recoded",
  sensitive: "sensitive: stays, varied",
  text: "text: judged with the columns",
  keep: "keep as it is",
  drop: "leave out",
};
const KINDS = ["nominal", "ordinal", "number", "date"];
const TERMS = {
  AGE: "ages", DATE: "dates", FAC: "buildings", GPE: "places", JOB: "jobs", LOC: "regions", NORP: "peoples", ORG: "organizations",
  PERSON: "people", TIME: "times",
};
const SHOWN = 12; // rows of the release that are shown
const status = byId("table-status");
const result = byId("table-result");
let config = null;
let stopping = null;

function say(...message) {
  status.classList.remove("bad");
  fill(status, ...message);
}

function complain(message) {
  say(message);
  status.classList.add("bad");
}

/** Begins: everything waits for a table. */
export function begin() {
  source("table", MEMBERS, (message, bad) => (bad ? complain(message) : say(message)));
  byId("table").addEventListener("taken", read);
  byId("table").addEventListener("input", () => {
    byId("columns-form").hidden = true;
    result.hidden = true;
  });
  byId("table-form").addEventListener("submit", (event) => {
    event.preventDefault();
    read();
  });
  byId("columns-form").addEventListener("submit", (event) => {
    event.preventDefault();
    release();
  });
  byId("columns-stop").addEventListener("click", () => stopping?.abort());
}

// --- columns ---

async function read() {
  result.hidden = true;
  const csv = byId("table").value;
  if (!csv.trim()) return complain("Paste a table first, or choose a file.");
  say("Reading the table …");
  try {
    const guessed = await post("/v1/guess", { csv });
    ({ config } = guessed);
    byId("k").value = String(Math.max(2, Math.min(config.k ?? 5, Math.floor(guessed.rows / 2))));
    columns(cellsOf(csv, 60));
    byId("columns-form").hidden = false;
    say(`${guessed.rows.toLocaleString("en")} rows, ${Object.keys(config.columns).length} columns.`);
  } catch (error) {
    byId("columns-form").hidden = true;
    complain(error.message);
  }
}

function columns(rows) {
  const header = rows[0] ?? [];
  fill(byId("columns"),
    h("caption", { class: "said" }, "Columns, what they are, and some of their cells"),
    h("thead", {}, h("tr", {}, ["Column", "What it is", "Kind", "Some cells"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, Object.entries(config.columns).map(([name, column]) => {
      const at = header.indexOf(name);
      const some = [...new Set(rows.slice(1).map((row) => row[at]).filter(Boolean))].slice(0, 4).join(" · ");
      const kind = choice(`Kind of ${name}`, KINDS.map((each) => [each, each]), column.kind ?? "nominal", (value) => (column.kind = value));
      kind.disabled = !recoded(column);
      const role = choice(`What ${name} is`, Object.entries(ROLES), column.role, (value) => {
        column.role = value;
        kind.disabled = !recoded(column);
      });
      return h("tr", { "data-column": name }, h("th", { scope: "row" }, name), h("td", {}, role), h("td", {}, kind),
        h("td", { class: "cells" }, some));
    })));
}

const recoded = (column) => column.role === "quasi_identifier" || column.role === "sensitive";

function choice(label, options, chosen, changed) {
  const select = h("select", { "aria-label": label, onchange: () => changed(select.value) },
    options.map(([value, said]) => h("option", { value, selected: value === chosen }, said)));
  return select;
}

/** The config as the server takes it: without what means nothing for the role that was chosen. */
function checked() {
  const kept = Object.entries(config.columns).map(([name, column]) => {
    const { kind, format, order, hierarchy, key, ...rest } = column;
    const own = recoded(column) ? { kind, ...(kind === "date" ? { format } : {}), ...(kind === "ordinal" ? { order } : {}), hierarchy } : {};
    if (column.role === "direct_identifier") own.key = key;
    return [name, Object.fromEntries(Object.entries({ ...rest, ...own }).filter(([, value]) => value !== undefined))];
  });
  const { k, l, terms, ...others } = config;
  const texts = kept.some(([, column]) => column.role === "text");
  return { ...others, ...(texts && terms ? { terms } : {}), columns: Object.fromEntries(kept) };
}

// --- the release ---

async function release() {
  const [k, l] = [Number(byId("k").value), Number(byId("l").value)];
  const request = { config: checked(), k, ...(l ? { l } : {}), csv: byId("table").value };
  stopping = new AbortController();
  byId("columns-go").disabled = true;
  byId("columns-stop").hidden = false;
  result.hidden = true;
  try {
    show(await work("anonymize", request, tell, stopping.signal));
    say("");
    result.hidden = false;
    result.focus();
  } catch (error) {
    if (error.name === "AbortError") say("Stopped.");
    else complain(error.message);
  } finally {
    byId("columns-go").disabled = false;
    byId("columns-stop").hidden = true;
  }
}

function tell({ state, progress }) {
  const done = progress?.total ? h("progress", { max: progress.total, value: progress.done, "aria-label": progress.step }) : null;
  say(state === "waiting" ? "Waiting for its turn … " : `${progress ? progress.step : "Working"} … `, done);
}

function show(told) {
  const { measures, verdict } = told;
  const { loss, risk } = measures;
  const percent = (value) => (value === null || value === undefined ? "–" : `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`);
  const types = Object.values(loss.by_type).flatMap(Object.entries).map(([kind, share]) => [TERMS[kind] ?? kind, share]);
  const rows = cellsOf(told.csv, SHOWN + 1);
  fill(
    result,
    h("section", { class: verdict.holds ? "box claim" : "box bad claim", "aria-label": "Claim" },
      h("span", { class: `state ${verdict.holds ? "good" : "bad"}` }, verdict.holds ? "✓ Holds" : "✗ Does not hold"),
      h("p", {}, verdict.holds
        ? `${verdict.people.toLocaleString("en")} people in ${verdict.classes.toLocaleString("en")} classes, each of at least ${verdict.smallest} (k = ${verdict.k}). Counted from scratch in the release.`
        : "Do not release it."),
      verdict.problems.length ? h("ul", {}, verdict.problems.map((problem) => h("li", {}, problem))) : null,
      h("dl", { class: "figures" },
        figure("Smallest class (k)", String(verdict.smallest)),
        figure("Lost in all", percent(loss.total)),
        figure("of the columns", percent(loss.columns)),
        figure("of the texts", percent(loss.text)),
        figure("Highest chance to be found", percent(risk.prosecutor)))),
    h("p", { class: "row actions" },
      h("button", { type: "button", class: "primary", id: "save-release", onclick: () => save("released.csv", told.csv, "text/csv") }, "Save the release"),
      h("button", { type: "button", class: "plain", id: "save-report", onclick: () => save("report.json", `${JSON.stringify({ measures, verdict, report: told.report }, null, 1)}\n`, "application/json") }, "Save the figures")),
    h("div", { class: "plots" },
      bars("What each column loses", [...Object.entries(loss.by_column), ...Object.entries(loss.by_text)]),
      types.length ? bars("What the texts lose, by kind of term", types) : null,
      bars("Chance to be found again", [["by a neighbour", risk.prosecutor], ["by a journalist", risk.journalist], ["of anyone", risk.marketer]], 1 / verdict.k, "1 / k")),
    h("h2", {}, `The release: ${Math.min(SHOWN, rows.length - 1)} of its rows`),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows of the release" },
      h("table", { class: "release" },
        h("thead", {}, h("tr", {}, (rows[0] ?? []).map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.slice(1).map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))))));
}

const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** The first rows of a CSV as lists of cells; only for showing, the server reads the table itself. */
export function cellsOf(csv, most) {
  const first = csv.slice(0, csv.search(/[\r\n]|$/));
  const mark = [",", ";", "\t", "|"].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ",");
  const rows = [];
  let row = [], cell = "", quoted = false;
  for (let at = 0; at < csv.length && rows.length < most; at++) {
    const sign = csv[at];
    if (quoted && sign === '"' && csv[at + 1] === '"') cell += csv[++at];
    else if (sign === '"' && (quoted || !cell)) quoted = !quoted;
    else if (!quoted && sign === mark) row.push(cell), (cell = "");
    else if (!quoted && (sign === "\n" || sign === "\r")) {
      if (sign === "\r" && csv[at + 1] === "\n") at++;
      if (row.length || cell) rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += sign;
  }
  if ((row.length || cell) && rows.length < most) rows.push([...row, cell]);
  return rows;
}
