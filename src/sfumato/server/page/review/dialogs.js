// Questions to the person: small windows that close with Escape and give the focus back.

import { h } from "./dom.js";

/** Opens a window with a title and content; resolves when it is closed, with the value it was closed with. */
export function show(title, content, buttons = [{ text: "Close", value: "" }]) {
  return new Promise((resolve) => {
    const id = `dialog-${Math.random().toString(36).slice(2)}`;
    const before = document.activeElement;
    const form = h("form", { method: "dialog" }, h("h2", { id }, title), content,
      h("div", { class: "actions" }, buttons.map(({ text, value, primary }) =>
        h("button", { class: primary ? "primary" : "", value, type: "submit" }, text))));
    const dialog = h("dialog", { "aria-labelledby": id }, form);
    dialog.addEventListener("close", () => {
      const value = dialog.returnValue;
      dialog.remove();
      before?.focus?.();
      resolve(value);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for a line of text; nothing where it is cancelled. `check` says what speaks against it while it is typed. */
export async function askText(title, { label, value = "", said = "", check = null, button = "OK", many = false }) {
  const field = many ? h("textarea", { rows: 3, id: "asked", value }) : h("input", { type: "text", id: "asked", value, autocomplete: "off" });
  const told = h("p", { class: "say small quiet", role: "status" }, said);
  if (check) {
    let last = 0;
    field.addEventListener("input", () => {
      const mine = (last += 1);
      setTimeout(async () => {
        if (mine !== last || !field.value.trim()) return;
        const found = await check(field.value).catch(() => null);
        if (mine === last && found !== null) told.textContent = found;
      }, 180);
    });
  }
  if (many) {
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit(field.form.querySelector(".primary"));
    });
  }
  const content = h("div", {}, h("label", { htmlFor: "asked" }, label), field, told);
  const asked = show(title, content, [{ text: "Cancel", value: "" }, { text: button, value: "ok", primary: true }]);
  field.form.querySelector(".actions").prepend(field.form.querySelector(".primary")); // so that Enter means it
  field.focus();
  field.select?.();
  const answer = await asked;
  return answer === "ok" ? field.value : null;
}

/** Asks a question with a few answers; gives the value of the one that was chosen. */
export const choose = (title, said, buttons) => show(title, h("p", { class: "say" }, said), buttons);
