// What the page asks its own server. A token, where the server wants one, is kept in memory and nowhere else.

let token = "";
let askForToken = async () => "";

/** Says how a person is asked for the token; what is given is tried at once. */
export function onTokenWanted(ask) {
  askForToken = ask;
}

/** What the server says no to: a code for the page, a sentence for people. */
export class Refusal extends Error {
  constructor(status, { code, message }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function ask(path, options = {}) {
  const own = token ? { authorization: `Bearer ${token}` } : {};
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options, headers: { ...options.headers, ...own } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { code: "gone", message: "The server does not answer. Start it again." });
  }
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => ({}))).error ?? { code: "failed", message: "That could not be done." };
  if (answer.status === 401 && said.code === "bad-token") {
    const given = await askForToken(token !== "");
    if (given) {
      token = given;
      return ask(path, options);
    }
  }
  throw new Refusal(answer.status, said);
}

const JSON_KIND = { "content-type": "application/json" };

export const get = async (path, headers = {}) => (await ask(path, { headers })).json();

export const post = async (path, values) =>
  (await ask(path, { method: "POST", headers: JSON_KIND, body: JSON.stringify(values) })).json();

/** Hands in a document beside what is asked of it; its name stays here. */
export async function postDocument(path, values, { file, kind }) {
  const form = new FormData();
  form.append("request", new Blob([JSON.stringify(values)], { type: "application/json" }), "request");
  form.append("document", new Blob([file], { type: kind }), "document");
  return (await ask(path, { method: "POST", body: form })).json();
}

/** Hands in long work, tells how far it is, and gives its result; `stopped` ends it. */
export async function work(verb, request, told, stopped) {
  const job = await post("/v1/jobs", { verb, request });
  const path = `/v1/jobs/${job.id}`;
  const own = { "x-job-token": job.token };
  stopped.addEventListener("abort", () => ask(path, { method: "DELETE", headers: own }).catch(() => {}));
  for await (const state of events(await ask(`${path}/events`, { headers: own, signal: stopped }))) told(state);
  return get(`${path}/result`, own);
}

/** The states of a job, as server-sent events bring them. */
async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    held += value;
    const whole = held.split("\n\n");
    held = whole.pop();
    for (const each of whole) {
      const data = /^data: (.*)$/m.exec(each);
      if (data) yield JSON.parse(data[1]);
    }
  }
}

/** Hands a text to the browser to keep as a file. */
export function save(name, text, kind = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
