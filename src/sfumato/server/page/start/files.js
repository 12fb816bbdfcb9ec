// Texts come by paste, by drop, or from a file that is chosen. They stay in the page until somebody asks the server.

import { byId } from "../review/dom.js";

const MOST = 16_000_000; // bytes of a request
/** What documents are opened as what they are, by how their names end, and their media types. */
export const KINDS = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  odt: "application/vnd.oasis.opendocument.text",
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  eml: "message/rfc822",
  json: "application/json",
  xml: "application/xml",
  md: "text/markdown",
  markdown: "text/markdown",
  rtf: "application/rtf",
  csv: "text/csv",
  tsv: "text/csv",
  tab: "text/csv",
  pdf: "application/pdf",
};

/** Wires a field to its drop zone, its file chooser and its example. With `documents`, those are held as they are. */
export function source(name, example, say, documents = false) {
  const field = byId(name);
  const drop = byId(`${name}-drop`);
  const chooser = byId(`${name}-file`);
  const note = byId(`${name}-note`);
  const hint = field.placeholder;
  let untouched = false;
  let held = null;

  function hold(document) {
    held = document;
    field.required = !document && documents;
    field.placeholder = document ? `${document.file.name} is opened on the server when you make it safe. Type here to take a text instead.` : hint;
  }

  function put(text, said, isExample) {
    hold(null);
    field.value = text;
    note.textContent = said;
    untouched = isExample;
    field.dispatchEvent(new CustomEvent("taken"));
  }

  async function take(file) {
    if (!file) return;
    if (file.size > MOST) return say(`The file is larger than ${MOST / 1_000_000} MB.`, true);
    const ending = file.name.toLowerCase().split(".").pop();
    if (documents && KINDS[ending]) {
      put("", `· ${file.name}`, false);
      hold({ file, ending, kind: KINDS[ending] });
      return say("");
    }
    try {
      put(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), `· ${file.name}`, false);
      say("");
    } catch {
      say(documents ? "The file is no text in UTF-8, and no document that is read here. Paste its text." : "The file is no text in UTF-8. Save it as one, or paste the text.", true);
    }
  }

  field.addEventListener("focus", () => untouched && field.select()); // a paste puts one's own in its place
  field.addEventListener("input", () => {
    untouched = false;
    note.textContent = "";
    hold(null);
  });
  byId(`${name}-choose`).addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", () => take(chooser.files[0]).then(() => (chooser.value = "")));
  byId(`${name}-example`).addEventListener("click", () => put(example, "· an example", true));
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  return { example: () => put(example, "· an example", true), name: () => note.textContent.replace(/^· /, ""), document: () => held };
}
