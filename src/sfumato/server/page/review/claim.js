// The line that says what is claimed of the text, and how each secret stands.

import { fill, h } from "./dom.js";

/** Draws the claim; what holds is said in words and with a sign, not by a colour alone. */
export function drawClaim(root, claim) {
  const broken = !claim.holds;
  root.classList.toggle("broken", broken);
  root.classList.toggle("nothing", claim.about === "nothing");
  root.classList.remove("judging");
  fill(root,
    h("span", { class: "verdict" }, verdict(claim)),
    claim.secrets.map((secret) => meter(secret, claim.crowd)),
    h("span", { class: "small quiet number" }, `${Math.round(claim.kept * 100)} % of the information kept`),
    claim.unknown > 0 && h("span", { class: "small quiet" }, `${claim.unknown} ${claim.unknown === 1 ? "word" : "words"} never seen: not judged`),
    h("p", { class: "fault", title: claim.faults.join("\n") }, broken ? claim.faults.join(" · ") : meaning(claim)));
}

function verdict(claim) {
  if (!claim.holds) return "✗ The claim is broken";
  if (claim.about === "nothing") return "– Nothing is claimed: no secret was named";
  return claim.about === "detectors" ? "✓ Detectors find nothing more; no secret was named" : "✓ The claim holds";
}

/** What it means that the claim holds: no more than was judged. */
function meaning(claim) {
  if (claim.about !== "secrets") return "";
  const crowd = claim.crowd ? `, and at least ${claim.crowd} others fit the whole about as well` : "";
  return `No name of a secret is left, no word that is left reaches a limit${crowd}.`;
}

function meter({ secret, bits, limit, most, crowd, seen }, wanted) {
  if (!seen) return h("span", { class: "secret" }, h("b", {}, secret), h("span", { class: "quiet" }, "never seen: spellings were looked for, nothing else is claimed"));
  const share = (value) => `${Math.min(100, (100 * value) / Math.max(bits, limit, 0.01)).toFixed(1)}%`;
  const told = h("span");
  const line = h("i");
  told.style.width = share(most);
  line.style.width = share(limit);
  const said = `${most.toFixed(1)} of ${bits.toFixed(1)} bits, limit ${limit.toFixed(1)}`;
  const others = crowd === null || !wanted ? "" : ` · ${crowd} others fit`;
  return h("span", { class: "secret" }, h("b", {}, secret),
    h("span", { class: most >= limit ? "meter over" : "meter", role: "img", "aria-label": `${secret}: ${said}` }, told, line),
    h("span", { class: "number quiet" }, said + others));
}
