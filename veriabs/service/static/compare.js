// Two runs side by side.

import * as api from "./api.js";
import { el, factorText, link, moment, seconds, table } from "./page.js";

const ROWS = [
  ["Verdict", (job) => job.word || job.state], ["In a sentence", (job) => job.sentence || ""], ["Strategy", (job) => job.strategy || ""],
  ["Largest shrink factor", (job) => job.k ?? ""], ["Time", (job) => seconds(job.seconds)],
  ["Memory", (job) => (job.peak_mb ? `${Math.round(job.peak_mb)} MB` : "")], ["Submitted", (job) => moment(job.created)],
  ["Options", (job) => Object.entries(job.options).map(([name, value]) => `${name} ${value}`).join(", ")],
];

export async function compare(place, { go }) {
  const asked = new URLSearchParams(location.search);
  const listed = (await api.get("/v1/jobs?limit=100")).items;
  const choice = (name) => el("select", { id: name, onchange: (event) => {
    asked.set(name, event.target.value);
    go(`/compare?${asked}`);
  } }, el("option", { value: "" }, "choose a run"), listed.map((one) => (
    el("option", { value: one.id, selected: asked.get(name) === one.id }, `${one.name}, ${one.word || one.state}, ${moment(one.created)}`))));
  place.append(el("h1", {}, "Compare two runs"), el("div", { class: "row" },
    el("label", { for: "a" }, "One", choice("a")), el("label", { for: "b" }, "Other", choice("b"))));
  if (!asked.get("a") || !asked.get("b")) return;
  const [one, other] = await Promise.all(["a", "b"].map((name) => run(asked.get(name))));
  const heads = [["What", ""], [link(one.job.links.page, one.job.name), ""], [link(other.job.links.page, other.job.name), ""]];
  const rows = ROWS.map(([name, of]) => pair(name, of(one.job), of(other.job)));
  const lines = [...new Set([...one.factors.keys(), ...other.factors.keys()])];
  rows.push(...lines.map((line) => pair(`Loops at ${line}`, one.factors.get(line) || "", other.factors.get(line) || "")));
  const names = [...new Set([...one.answers.keys(), ...other.answers.keys()])];
  rows.push(...names.map((name) => pair(name.replaceAll("_", " "), one.answers.get(name) || "", other.answers.get(name) || "")));
  place.append(table("What is the same, and what is not (bold)", heads, rows));
}

function pair(name, left, right) {
  return [name, left, String(left) === String(right) ? right : el("strong", {}, right)];
}

async function run(id) {
  const job = await api.get(`/v1/jobs/${id}`);
  const report = await api.text(`/v1/jobs/${id}/artefacts/report.json`).then(JSON.parse).catch(() => null);
  const factors = new Map((report?.loops || []).map((loop) => [
    loop.lines.join(", "), factorText(loop)]));
  const answers = new Map((report?.strategies || []).map((one) => [one.strategy, `${one.answer}, ${seconds(one.seconds)}`]));
  return { job, factors, answers };
}
