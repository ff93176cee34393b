// One job: the race while it runs, the verdict in a sentence, and everything that was found.

import * as api from "./api.js";
import { annotated } from "./source.js";
import { beside } from "./generated.js";
import { bars, el, factorText, link, moment, say, seconds, table } from "./page.js";

const KEEP = 40;

export async function job(place, { found: [id], signal }) {
  const base = `/v1/jobs/${id}`;
  const [first, sources] = await Promise.all([api.get(base), api.get(`${base}/sources`)]);
  const text = sources.files[sources.main] || "";
  const head = headView(base);
  const race = raceView();
  const source = el("div", {}, annotated(text, null, null));
  const results = el("div");
  place.append(el("h1", {}, first.name), head.element, race.element, el("h2", {}, "Program"), source, results);
  head.show(first);
  if (!isOver(first)) {
    await api.follow(id, (event) => {
      head.hear(event);
      race.hear(event);
    }, signal);
    if (signal.aborted) return;
  }
  const last = await api.get(base);
  race.end();
  head.show(last);
  say(last.sentence || last.state);
  const answers = await showResults({ base, text, source, results, sources });
  if (isOver(first)) await api.follow(id, race.hear, signal).catch(() => {});
  for (const data of answers) race.hear({ kind: "strategy_ended", data });
}

function isOver(one) {
  return ["done", "failed", "cancelled"].includes(one.state);
}

const ASKED = { both: "verdict and shrink factors", verify: "verdict", shrink: "shrink factors" };
const MEANWHILE = { queued: "Waits for a worker.", running: "Strategies compete for the proof." };

/** The verdict, or how far the job is, and what can be done with it. */
function headView(base) {
  const element = el("div");
  let shown;
  const show = (one) => {
    shown = one;
    showHead(element, one, base, show);
  };
  const hear = ({ kind }) => {
    // A worker tells of a job that it has claimed; the state that was read before is no longer right.
    const state = kind === "interrupted" ? "queued" : "running";
    if (kind !== "end" && !isOver(shown) && shown.state !== state) show({ ...shown, state });
  };
  return { element, show, hear };
}

function showHead(head, one, base, show) {
  const word = one.word || one.verdict || one.state;
  const sentence = one.sentence || (one.cancelling ? "Is being cancelled." : MEANWHILE[one.state]) || "";
  const verdict = el("div", { class: `verdict is-${one.verdict || one.state}`, id: "verdict" },
    el("strong", { class: isOver(one) ? null : "running" }, word), el("p", {}, sentence));
  const problem = el("span", { class: "problem", role: "alert" });
  const doing = (deed) => async (event) => {
    event.target.disabled = true;
    try {
      show(await deed());
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const cancel = el("button", { type: "button", onclick: doing(() => api.send("POST", `${base}/cancel`, {})) }, "Cancel");
  const share = el("button", { type: "button", onclick: doing(async () => {
    const changed = await api.send("PATCH", base, { shared: true });
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    say("Whoever has this address can see the job.");
    return changed;
  }) }, "Share");
  const about = [ASKED[one.command], one.seconds === null ? null : seconds(one.seconds), one.peak_mb ? `${Math.round(one.peak_mb)} MB` : null,
    moment(one.created)].filter(Boolean).join(" · ");
  const shared = one.shared ? el("span", { class: "soft" }, "Shared: ", link(one.links.page, location.origin + one.links.page)) : share;
  head.replaceChildren(verdict, el("p", { class: "soft" }, about),
    el("div", { class: "row" }, isOver(one) ? null : cancel, shared,
      isOver(one) ? link(`/compare?a=${one.id}`, "Compare with another run") : null, problem));
}

/** The running strategies, the result for each k, and the answers, as they come. */
function raceView() {
  const strategies = new Map();
  const known = new Map();
  const body = el("tbody");
  const rows = el("ol", { class: "plain" });
  const reasons = el("dl", { class: "facts" });
  const heading = el("h3", { hidden: true }, "Reasons of the strategies");
  const working = el("ul", { class: "plain soft" });
  const now = (...texts) => working.replaceChildren(...texts.map((one) => el("li", {}, one)));
  const list = el("div", { class: "scroll" }, el("table", {}, el("caption", { class: "unseen" }, "Strategies"),
    el("thead", {}, el("tr", {}, ["Strategy", "Line", "Result", "Time"].map((one) => (
      el("th", { scope: "col", class: one === "Time" ? "number" : null }, one))))), body));
  const inner = el("details", { class: "inner" }, el("summary", {}, "Details"), heading, reasons,
    el("h3", {}, "Programs that CBMC checked, with its answers"), rows);
  const element = el("details", { open: true, class: "race" }, el("summary", {}, "Strategies"), working, list, inner);
  const set = (event, said, word, time) => {
    const key = `${event.strategy}:${event.assertion ? event.assertion.line : ""}`;
    if (!strategies.has(key)) {
      strategies.set(key, el("tr", {}, el("th", { scope: "row" }, event.strategy.replaceAll("_", " ")),
        el("td", {}, event.assertion ? event.assertion.line : ""), el("td"), el("td", { class: "number" })));
      body.append(strategies.get(key));
    }
    const cells = strategies.get(key).cells;
    cells[2].textContent = said;
    cells[2].className = word ? `says-${word}` : "running";
    cells[3].textContent = time;
  };
  const tell = (text) => {
    rows.append(el("li", {}, text));
    if (rows.childElementCount > KEEP) rows.firstElementChild.remove();
  };
  const because = ({ strategy, assertion, reason }) => {
    const name = `${strategy.replaceAll("_", " ")}${assertion ? `, line ${assertion.line}` : ""}`;
    if (!known.has(name)) {
      known.set(name, el("dd"));
      reasons.append(el("dt", {}, name), known.get(name));
      heading.hidden = false;
    }
    known.get(name).textContent = reason.text;
  };
  const hear = ({ kind, data }) => {
    if (kind === "restarted") {
      for (const one of [strategies, known]) one.clear();
      for (const one of [body, rows, reasons]) one.replaceChildren();
      heading.hidden = true;
      tell("The job has begun again.");
    } else if (kind === "interrupted") now("Other jobs come first; this one begins again later, with its whole time limit.");
    else if (kind === "phase_begun") now(data.phase);
    else if (kind === "solver_running") now(...data.solvers.map((one) => `${one.purpose}: ${one.phase || "starts"}, ${one.seconds} s`));
    else if (kind === "strategy_started") set(data, "running", "", "");
    else if (kind === "strategy_ended") {
      set(data, { TRUE: "proved", FALSE: "refuted", UNKNOWN: "no proof" }[data.answer], data.answer, seconds(data.seconds));
      if (data.reason) because(data);
    } else if (kind === "bound_tried") tell(`k = ${data.k} for the loops at ${data.lines.join(", ")}: ${data.outcome}`);
    else if (kind === "solver_ended") tell(`${data.purpose}: ${data.outcome}, ${seconds(data.seconds)}`);
    else if (kind === "end") {
      now();
      for (const row of body.rows) if (row.cells[2].className === "running") row.cells[2].replaceWith(el("td", { class: "soft" }, "ended"));
    }
  };
  const end = () => {
    element.open = false;
  };
  return { element, hear, end };
}

/** Shows what was found; returns the answers of the strategies. */
async function showResults({ base, text, source, results, sources }) {
  const artefacts = (await api.get(`${base}/artefacts`)).items;
  const has = (name) => artefacts.some((one) => one.name === name);
  const load = async (name) => (has(name) ? exact(await api.text(`${base}/artefacts/${name}`)) : null);
  const [report, known] = await Promise.all([load("report.json"), load("loops.json")]);
  source.replaceChildren(annotated(text, report, known));
  const loops = report?.loops.filter((one) => one.tried.length) || [];
  if (loops.length) {
    results.append(el("h2", {}, "Shrink factors"),
      el("p", { class: "note" }, "For each k: does every violation show in some k iterations? Green: proved. Red: not so. Yellow: not decided. ",
        link(`/shrinking?job=${base.split("/").pop()}`, "How these loops shrink")),
      el("div", { class: "pair" }, loops.map((loop) => el("div", { class: "curve" }, curve(loop)))));
  }
  const programs = artefacts.filter((one) => one.name.startsWith("programs/"));
  if (programs.length) results.append(beside(text, programs, loops.find((one) => one.shrink_factor !== null)?.shrink_factor));
  const written = artefacts.filter((one) => !programs.includes(one));
  if (written.length) results.append(el("h2", {}, "Files"), files("What was written", written));
  if (programs.length) {
    results.append(el("details", {}, el("summary", {}, `${programs.length} generated programs`), files("Generated programs", programs)));
  }
  results.append(el("div", { class: "row" }, el("button", { type: "button", id: "again", onclick: () => {
    sessionStorage.setItem("program", JSON.stringify({ name: sources.main, text }));
    location.assign("/");
  } }, "Change the program and try again")));
  const page = artefacts.find((one) => one.name === "report.html");
  if (page && !sessionStorage.getItem("token")) {
    results.append(el("p", {}, el("a", { href: page.url, target: "_blank", rel: "noopener" }, "The whole report")));
  }
  return report?.strategies || [];
}

function keep(one) {
  const name = one.name.split("/").pop();
  return el("button", { type: "button", "aria-label": `Download ${one.name}`, "data-artefact": one.name,
    onclick: () => api.save(one.url, name).catch((error) => say(error.message)) }, "Download");
}

/** JSON whose values of 64 bits stay what they are: as texts, which BigInt reads. */
function exact(json) {
  return JSON.parse(json.replace(/("(?:start|step|value)": )(-?\d{16,})/g, '$1"$2"'));
}

function files(caption, listed) {
  return table(caption, [["Name", ""], ["Type", "wide"], ["Bytes", "number"], ["Download", ""]],
    listed.map((one) => [one.name, one.media_type, one.size.toLocaleString(), keep(one)]));
}

/** Seconds for each k as bars, green where it is a shrink factor. */
function curve(loop) {
  const kinds = { shrinkable: "yes", "not shrinkable": "no" };
  const times = loop.tried.map((one) => (one.harness?.seconds || 0) + (one.residual?.seconds || 0));
  const most = Math.max(...times, 0.001);
  const title = `${loop.lines.length > 1 ? "Loops" : "Loop"} at ${loop.lines.join(", ")}: ${factorText(loop)}`;
  return bars(title, loop.tried.map((one, n) => (
    [`k = ${one.k}`, times[n] / most, kinds[one.outcome] || "open", `${seconds(times[n])}, ${one.outcome}`])));
}
