// What the page asks its own server, and nobody else.

const here = location.pathname.replace(/\/$/, "");

/** What the server says no to: a code for the page, a sentence for people. */
export class Refusal extends Error {
  constructor(status, { code, message }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`${here}${path}`, { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    throw new Refusal(0, { code: "gone", message: "The server has ended. Start it again: nothing is lost." });
  }
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, said.error ?? { code: "failed", message: "That could not be done." });
  }
  return answer;
}

export const get = async (path) => (await ask(path)).json();

export const post = async (path, values) =>
  (await ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  })).json();

/** Fetches a file and hands it to the browser to keep. */
export async function download(path) {
  const answer = await ask(path);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "document";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
