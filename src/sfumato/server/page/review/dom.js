// Elements made of plain values. Whatever is given as text becomes a text node: no string is ever read as markup.

/** An element with properties and children; `class`, `data-…`, `aria-…` and `role` are attributes, `on…` are listeners. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !/^(aria-|data-|role$|list$)/.test(name)) element[name] = value;
    else element.setAttribute(name === "class" ? "class" : name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Puts children in the place of all that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

export const byId = (id) => document.getElementById(id);

/** A long text as it is shown where there is little room. */
export function short(text, most = 60) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
