// What the page asks the service. A token is kept for this tab alone, and sent in a header.

export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

export function setToken(token) {
  sessionStorage.setItem("token", token);
}

function headers(more = {}) {
  const token = sessionStorage.getItem("token");
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

async function ask(path, about = {}) {
  let answer;
  try {
    answer = await fetch(path, { ...about, headers: headers(about.headers) });
  } catch {
    throw new Refusal(0, "The service does not answer.");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Refusal(answer.status, told.detail || `The service answered ${answer.status}.`);
}

export async function get(path) {
  return (await ask(path)).json();
}

export async function text(path) {
  return (await ask(path)).text();
}

export async function send(method, path, body) {
  const about = { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await ask(path, about)).json();
}

export async function upload(path, form) {
  return (await ask(path, { method: "POST", body: form })).json();
}

/** Fetches a file and has the browser keep it. */
export async function save(path, name) {
  const body = await (await ask(path)).blob();
  const address = URL.createObjectURL(body);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Calls `hear` with each event of a job until it ends; comes back after a broken connection where it was. */
export async function follow(job, hear, signal) {
  let last = 0;
  for (let pause = 500; !signal.aborted; pause = Math.min(8000, 2 * pause)) {
    try {
      const answer = await ask(`/v1/jobs/${job}/events`, { signal, headers: { "Last-Event-ID": String(last) } });
      if (answer.status === 204) return;
      for await (const event of events(answer.body)) {
        last = event.number;
        pause = 500;
        hear(event);
        if (event.kind === "end") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429) throw error;
    }
    await new Promise((wake) => setTimeout(wake, pause));
  }
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const said = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (said.data) yield { number: Number(said.id), kind: said.event, data: JSON.parse(said.data) };
    }
  }
}
