// The start page: two tabs, the theme, and the token where the server wants one.

import { byId } from "../review/dom.js";
import { onTokenWanted } from "./api.js";
import { begin as beginTable } from "./table.js";
import { begin as beginText } from "./text.js";

const TABS = ["text", "table"];

function choose(name, focus = false) {
  for (const each of TABS) {
    const tab = byId(`tab-${each}`);
    tab.setAttribute("aria-selected", String(each === name));
    tab.tabIndex = each === name ? 0 : -1;
    byId(`of-${each}`).hidden = each !== name;
  }
  if (focus) byId(`tab-${name}`).focus();
  history.replaceState(null, "", name === TABS[0] ? location.pathname : `#${name}`);
}

function other(event) {
  const at = TABS.findIndex((name) => event.target.id === `tab-${name}`);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  choose(TABS[(to + TABS.length) % TABS.length], true);
}

function turn() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

let waiting = null;

/** Asks a person for the token, once for all who wait for it. */
function wanted(again) {
  waiting ??= new Promise((resolve) => {
    const dialog = byId("token-dialog");
    byId("token-title").textContent = again ? "That is another token: try again" : "This server wants a token";
    byId("token").value = "";
    dialog.addEventListener("close", () => resolve(byId("token").value.trim()), { once: true });
    dialog.showModal();
  }).finally(() => (waiting = null));
  return waiting;
}

for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => choose(name));
document.querySelector(".tabs").addEventListener("keydown", other);
byId("theme").addEventListener("click", turn);
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
onTokenWanted(wanted);
choose(location.hash === "#table" ? "table" : "text");
beginTable();
beginText().catch(() => {});
