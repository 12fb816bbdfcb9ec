// A text: what goes in, and beside it what may go out, with the claim, the reasons and the certificate.

import { byId, fill, h, short } from "../review/dom.js";
import { get, post, postDocument, save } from "./api.js";
import { LETTER } from "./examples.js";
import { source } from "./files.js";

const status = byId("text-status");
const result = byId("text-result");
let text = null;

function say(message, bad = false) {
  status.textContent = message;
  status.classList.toggle("bad", bad);
}

/** What is asked of the server: the text, the secrets and the policy that stand in the form. */
function asked() {
  const hide = byId("hide").value.split(",").map((each) => each.trim()).filter(Boolean);
  const policy = byId("policy").value;
  return { text: byId("text").value, hide, ...(policy ? { policy: [policy] } : {}) };
}

/** Begins: fills the list of policies and shows the example letter. */
export async function begin() {
  text = source("text", LETTER, say, true);
  byId("text-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  byId("text-form").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      byId("text-form").requestSubmit();
    }
  });
  text.example();
  byId("hide").value = "HIV";
  byId("text-example").addEventListener("click", () => (byId("hide").value = "HIV"));
  const { policies } = await get("/v1/policies");
  byId("policy").append(...Object.keys(policies).map((name) => h("option", { value: name }, name)));
  byId("policy").addEventListener("change", () => {
    byId("policy-about").textContent = policies[byId("policy").value] ?? "";
  });
}

async function run() {
  const request = asked();
  const document = text.document();
  if (!request.hide.length && !request.policy) return say("Say what nobody may infer, or choose a policy.", true);
  const button = byId("text-go");
  button.disabled = true;
  result.hidden = true;
  say("Reading, replacing, and checking from scratch …");
  try {
    if (document) {
      const { text: _, ...rest } = request;
      show(rest, { ...(await postDocument("/start/document", rest, document)), given: document });
    } else {
      show(request, await post("/start/text", request));
    }
    say("");
    result.hidden = false;
    result.focus();
  } catch (error) {
    say(error.code === "too-long" ? "This takes longer than a quarter of an hour: use sfumato sanitize, or a job." : error.message, true);
  } finally {
    button.disabled = false;
  }
}

function show(request, told) {
  const changed = told.pieces.filter((piece) => piece.old !== undefined);
  fill(
    result,
    claim(told, changed),
    actions(request, told),
    h("div", { class: "beside" },
      h("article", { class: "box text", "aria-label": "Original" }, h("h2", {}, "Original"), ...told.pieces.map(original)),
      h("article", { class: "box text", "aria-label": "Safe text" }, h("h2", {}, "What may go out"), ...told.pieces.map(safe))),
    changed.length ? reasons(changed) : null,
    h("details", {},
      h("summary", {}, "The certificate: it names the secrets, so never release it"),
      h("pre", { tabindex: "0", role: "region", "aria-label": "Certificate" }, JSON.stringify(told.certificate, null, 1))),
  );
}

function claim(told, changed) {
  const state = told.holds ? ["good", "✓ Holds"] : told.certificate.holds ? ["warn", "– Claims nothing"] : ["bad", "✗ Does not hold"];
  const [, why] = /^holds: (.*)$/s.exec(told.claim) ?? [null, told.claim];
  return h("section", { class: told.certificate.holds ? "box claim" : "box bad claim", "aria-label": "Claim" },
    h("span", { class: `state ${state[0]}` }, state[1]),
    h("p", {}, `${why[0].toUpperCase()}${why.slice(1)}.`),
    told.caution ? h("p", { class: "small" }, told.caution) : null,
    told.faults.length ? h("ul", {}, told.faults.map((fault) => h("li", {}, fault))) : null,
    h("dl", { class: "figures" },
      figure("Replaced", String(changed.length)),
      figure("Information kept", `${Math.round(told.kept * 100)} %`),
      told.secrets.map((secret) => figure(`${secret.name}: bits told, limit`,
        secret.judged ? `${secret.most.toFixed(1)}, ${secret.limit.toFixed(1)}` : "never seen"))),
    told.secrets.filter((secret) => secret.taken).map((secret) =>
      h("p", { class: "small quiet" }, `${secret.name} is taken for: ${secret.taken}. ${secret.said}.`)),
    told.review.length ? h("p", { class: "small" }, `Look at these, which the knowledge has never seen: ${told.review.join(", ")}.`) : null);
}

const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

function actions(request, told) {
  const ending = told.given?.ending;
  const copied = h("span", { class: "small quiet", role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(told.text);
    copied.textContent = "Copied.";
  };
  const review = async () => {
    try {
      const begun = told.given ? postDocument("/v1/reviews", request, told.given) : post("/v1/reviews", request);
      location.assign((await begun).address);
    } catch (error) {
      say(error.message, true);
    }
  };
  return h("p", { class: "row actions" },
    ending
      ? h("button", { type: "button", class: "primary", id: "save-document", disabled: !told.document || null,
          onclick: () => save(`safe.${ending}`, bytesOf(told.document), told.type) }, `Save the safe document (.${ending})`)
      : null,
    h("button", { type: "button", class: ending ? "" : "primary", id: "go-review", onclick: review }, "Go on to review"),
    h("button", { type: "button", id: "copy", onclick: copy }, "Copy the safe text"),
    h("button", { type: "button", id: "save-text", onclick: () => save("safe.txt", told.text) }, ending ? "Save the text alone" : "Save it"),
    h("button", { type: "button", class: "plain", id: "save-certificate",
      onclick: () => save("certificate.json", `${JSON.stringify(told.certificate, null, 1)}\n`, "application/json") }, "Save the certificate"),
    copied);
}

const bytesOf = (encoded) => Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));

const original = (piece, at) =>
  piece.old === undefined ? piece.same : h("mark", { class: "old", "data-at": at, title: piece.why }, piece.old);

function safe(piece, at) {
  if (piece.old === undefined) return piece.same;
  if (!piece.new) return h("mark", { class: "gone", "data-at": at, title: `left out: ${piece.why}` }, h("span", { class: "said" }, "left out"), "·");
  return h("mark", { class: "new", "data-at": at, title: piece.why }, piece.new);
}

/** What was replaced and why, each once; where it stands lights up. */
function reasons(changed) {
  const rows = new Map();
  for (const piece of changed) {
    const key = JSON.stringify([piece.old.trim(), piece.new.trim(), piece.why]);
    rows.set(key, { ...piece, times: (rows.get(key)?.times ?? 0) + 1 });
  }
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What was replaced, and why" },
    h("table", { class: "reasons" },
      h("caption", { class: "said" }, "What was replaced, and why"),
      h("thead", {}, h("tr", {}, ["Term", "Now", "Why"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, [...rows.values()].map((piece) =>
        h("tr", {},
          h("td", {}, short(piece.old, 90), piece.times > 1 ? h("span", { class: "quiet" }, ` ${piece.times} times`) : null),
          h("td", {}, piece.new.trim() || h("span", { class: "quiet" }, "left out")),
          h("td", {}, piece.why))))));
}
