// Lists of jobs, batches and shrink factors.

import * as api from "./api.js";
import { bars, el, link, moment, say, seconds, table } from "./page.js";

const HEADS = [["Program", ""], ["State", ""], ["Verdict", ""], ["k", "number"], ["Time", "number wide"], ["Submitted", "wide"]];

function row(one) {
  return [link(one.links.page, one.name), one.state, el("span", { class: `says-${one.verdict}` }, one.word || ""),
    one.k ?? "", seconds(one.seconds), moment(one.created)];
}

/** A list that grows by pages. */
async function growing(place, address, heads, make, caption, signal) {
  const list = el("div");
  const more = el("button", { type: "button" }, "More");
  let rows = [];
  let next = address;
  const load = async () => {
    const answer = await api.get(next);
    if (signal.aborted) return;
    rows = rows.concat(answer.items.map(make));
    next = answer.next;
    more.hidden = !next;
    list.replaceChildren(rows.length ? table(caption, heads, rows) : el("p", { class: "soft" }, "Nothing here yet."));
  };
  more.addEventListener("click", load);
  await load();
  place.append(list, el("div", { class: "row" }, more));
}

export async function history(place, { signal, go }) {
  const asked = new URLSearchParams(location.search);
  const changed = ({ target }) => {
    if (target.value) asked.set(target.id, target.value);
    else asked.delete(target.id);
    go(`/jobs?${asked}`);
  };
  const choice = (name, values) => el("select", { id: name, onchange: changed }, el("option", { value: "" }, "all"), values.map((one) => el("option", { selected: asked.get(name) === one }, one)));
  place.append(el("h1", {}, "History"), el("div", { class: "row" },
    el("label", { for: "state" }, "State", choice("state", ["queued", "running", "done", "failed", "cancelled"])),
    el("label", { for: "verdict" }, "Verdict", choice("verdict", ["TRUE", "FALSE", "UNKNOWN"])),
    el("label", { for: "name" }, "Name", el("input", { id: "name", type: "search", value: asked.get("name") || "", onchange: changed }))));
  await growing(place, `/v1/jobs?${asked}`, HEADS, row, "Jobs, the newest first", signal);
}

export async function batches(place, { signal, go }) {
  const problem = el("p", { class: "problem", role: "alert" });
  const file = el("input", { id: "archive", type: "file", name: "file", accept: ".zip,.tar,.tar.gz,.tgz", required: true });
  const seconds_ = el("input", { id: "seconds", type: "number", min: 1, value: 60 });
  const sent = async (event) => {
    event.preventDefault();
    const form = new FormData();
    form.append("file", file.files[0]);
    form.append("name", file.files[0].name);
    form.append("command", "both");
    form.append("options", JSON.stringify({ timeout: Number(seconds_.value) }));
    try {
      go((await api.upload("/v1/batches", form)).links.page);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  place.append(el("h1", {}, "Batches"), el("form", { class: "row", onsubmit: sent },
    el("label", { for: "archive" }, "Archive of programs (.zip, .tar.gz)", file),
    el("label", { for: "seconds" }, "Seconds each", seconds_), el("button", { class: "first" }, "Submit")), problem);
  const make = (one) => [link(one.links.page, one.name), total(one.states).toLocaleString(), counts(one.verdicts), moment(one.created)];
  await growing(place, "/v1/batches", [["Batch", ""], ["Jobs", "number"], ["Verdicts", ""], ["Submitted", "wide"]], make, "Batches", signal);
}

function total(states) {
  return Object.values(states).reduce((sum, one) => sum + one, 0);
}

function counts(found) {
  return Object.entries(found).map(([name, count]) => `${name} ${count}`).join(", ");
}

export async function batch(place, { found: [id], signal }) {
  const head = el("div");
  const list = el("div");
  place.append(head, list);
  let shown = "";
  for (;;) {
    const one = await api.get(`/v1/batches/${id}`);
    if (signal.aborted) return;
    const states = JSON.stringify(one.states);
    head.replaceChildren(...dashboard(one));
    // Whoever is in the middle of the list with the keyboard is not thrown out of it.
    if (states !== shown && !list.contains(document.activeElement)) {
      const jobs = el("div");
      await growing(jobs, `/v1/jobs?batch=${id}&limit=100`, HEADS, row, "Jobs", signal);
      list.replaceChildren(jobs);
      shown = states;
    }
    if (!open(one) && states === shown) {
      say(`${one.name}: all jobs have ended.`);
      return;
    }
    await new Promise((wake) => setTimeout(wake, 2000));
    if (signal.aborted) return;
  }
}

function open(one) {
  return (one.states.queued || 0) + (one.states.running || 0);
}

/** How far a batch is, and what has come of it. */
function dashboard(one) {
  const all = total(one.states);
  const verdicts = Object.entries({ ...one.verdicts, failed: one.states.failed, cancelled: one.states.cancelled }).filter(([, count]) => count);
  const kinds = { TRUE: "yes", FALSE: "no" };
  const conditional = one.conditional ? ` ${one.conditional.toLocaleString()} of them TRUE under conditions.` : "";
  return [el("h1", {}, one.name),
    el("div", { class: "row" }, el("label", { for: "progress" }, `${(all - open(one)).toLocaleString()} of ${all.toLocaleString()} jobs have ended.${conditional}`),
      el("progress", { id: "progress", max: all, value: all - open(one) }), el("span", { class: "soft" }, counts(one.states))),
    el("div", { class: "pair" },
      verdicts.length ? bars("Verdicts", verdicts.map(([name, count]) => [name, count / all, kinds[name] || "open", count.toLocaleString()])) : null,
      histogram("Shrink factors of its loops", one.shrink_factors)),
    el("div", { class: "row" }, ["html", "csv", "json", "latex"].map((form) => (
      el("button", { type: "button", onclick: () => api.save(one.links[form], `report.${form}`) }, `Report as ${form}`))))];
}

export async function factors(place, { signal }) {
  const asked = new URLSearchParams(location.search);
  const address = `/v1/shrink-factors?${asked}`;
  const found = await api.get(address);
  place.append(el("h1", {}, "Shrink factors over all results"), histogram("Groups of loops by shrink factor", found.histogram),
    el("p", { class: "row" }, link("/factors", "all"), ["1", "2", "3", "4", "5"].map((k) => link(`/factors?k=${k}`, `k = ${k}`)), link("/factors?k=0", "none")));
  const heads = [["Program", ""], ["Loops", ""], ["k", ""], ["Why not", "wide"], ["Time", "number wide"]];
  const make = (one) => [link(`/jobs/${one.job}`, one.program), one.lines.join(", "), one.shrink_factor ?? "none found",
    one.reason || "", seconds(one.seconds)];
  await growing(place, address, heads, make, "Loops, those of the newest jobs first", signal);
}

/** How many loops have which shrink factor. */
function histogram(title, found) {
  const entries = Object.entries(found);
  if (!entries.length) return el("p", { class: "soft" }, "No loop was shrunk yet.");
  const most = Math.max(...entries.map(([, count]) => count));
  return bars(title, entries.map(([k, count]) => (
    [k === "none" ? "none" : `k = ${k}`, count / most, k === "none" ? "open" : "yes", count.toLocaleString()])));
}
