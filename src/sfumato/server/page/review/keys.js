// Which key does what. People may choose others, which their browser remembers.

const STORE = "sfumato-review-keys";

/** Every action: its keys, and what it is called. */
export const ACTIONS = {
  next: { keys: ["j", "ArrowDown"], name: "next" },
  previous: { keys: ["k", "ArrowUp"], name: "previous" },
  accept: { keys: ["a", "Enter"], name: "accept" },
  refuse: { keys: ["r"], name: "keep the original" },
  write: { keys: ["e"], name: "own wording" },
  leaveOut: { keys: ["x"], name: "leave out" },
  skip: { keys: ["s"], name: "skip" },
  acceptAll: { keys: ["A"], name: "accept all equal" },
  refuseAll: { keys: ["R"], name: "keep all equal" },
  remember: { keys: ["w"], name: "remember as a rule" },
  undo: { keys: ["u", "Ctrl+z"], name: "undo" },
  redo: { keys: ["Ctrl+Z"], name: "redo" },
  mark: { keys: ["m"], name: "mark selected words" },
  telling: { keys: ["g"], name: "what tells most" },
  find: { keys: ["/"], name: "find" },
  originals: { keys: ["o"], name: "originals, while held" },
  both: { keys: ["d"], name: "show both" },
  flag: { keys: ["f"], name: "second look" },
  finish: { keys: ["Ctrl+Enter"], name: "finish" },
  help: { keys: ["?"], name: "help" },
};

const chosen = read();

function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return Object.fromEntries(Object.entries(stored).filter(([name, key]) => name in ACTIONS && typeof key === "string"));
  } catch {
    return {};
  }
}

/** The keys of an action: what somebody chose stands for the first of its own. */
export function keysOf(name) {
  const own = ACTIONS[name].keys;
  return chosen[name] ? [chosen[name], ...own.slice(1)] : own;
}

/** Makes a key that of an action; an empty one gives back its own. */
export function choose(name, key) {
  if (key) chosen[name] = key;
  else delete chosen[name];
  localStorage.setItem(STORE, JSON.stringify(chosen));
}

/** What a key press is called: "Ctrl+z", "A", "ArrowDown". */
export function nameOf(event) {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 && control && event.shiftKey ? event.key.toUpperCase() : event.key;
  return control ? `Ctrl+${key}` : key;
}

/** How a key is shown to people. */
export function shown(key) {
  return key.replace("Ctrl+Z", "Ctrl+Shift+Z").replace("ArrowDown", "↓").replace("ArrowUp", "↑").replace("Enter", "⏎");
}

/** The action of a key press, or a number from 1 to 9 of a wording; nothing while somebody types or a dialog is open. */
export function actionOf(event) {
  if (event.altKey || event.isComposing || isTyping(event.target) || document.querySelector("dialog[open]")) return null;
  const key = nameOf(event);
  if ((key === "Enter" || key === " ") && event.target.closest?.("button, a, summary, select")) return null;
  if (/^[1-9]$/.test(key)) return { wording: Number(key) - 1 };
  const name = Object.keys(ACTIONS).find((each) => keysOf(each).includes(key));
  return name ? { name } : null;
}

function isTyping(target) {
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}
