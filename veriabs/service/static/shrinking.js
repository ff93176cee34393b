// How loop shrinking works, with the loops of a program of the user's own.

import * as api from "./api.js";
import { EXAMPLES } from "./examples.js";
import { meanings } from "./generated.js";
import { highlighted } from "./highlight.js";
import { counted, el, link, seconds, show } from "./page.js";
import { annotated } from "./source.js";

const IDEA = [
  "A loop over a million elements need not be unrolled if any k of its iterations stand for all of them: whatever violates "
    + "the assertion in the whole loop violates it in some k iterations. The loop is then k-shrinkable, and the smallest such k is its shrink factor.",
  "Two small programs decide that, whatever the size of the array. The harness asks whether any k + 1 iterations are harmless if "
    + "each k of them are. The residual program runs k arbitrary iterations instead of the loop.",
  "If CBMC proves both, the assertion holds in the whole program. Further programs prove what both take for granted: "
    + "how often each loop runs, and the values of its counters in iteration j.",
];
const OUTCOMES = {
  shrinkable: (k) => `Any ${counted(k, "iteration")} ${k === 1 ? "stands" : "stand"} for all of them: the harness is proved.`,
  "not shrinkable": (k) => `k = ${k} is too small: some ${k + 1} iterations violate the assertion together, and no ${k} of them ${k === 1 ? "does" : "do"}.`,
  "residual failed": (k) => `${counted(k, "iteration")} may violate the assertion, so k = ${k} gives no proof, and the harness was not checked.`,
  undecided: () => "No solver decided the harness within its limits.",
};

export async function shrinking(place, { go, signal }) {
  const asked = new URLSearchParams(location.search).get("job");
  const finished = (await api.get("/v1/jobs?state=done&limit=100")).items.filter((one) => one.command !== "verify" || one.strategy === "shrinking");
  const choice = el("select", { id: "job", onchange: () => choice.value && go(`/shrinking?job=${choice.value}`) },
    el("option", { value: "" }, "choose a program"),
    finished.map((one) => el("option", { value: one.id, selected: one.id === asked }, `${one.name}${one.k === null ? "" : `, k = ${one.k}`}`)));
  const example = el("button", { type: "button", id: "take", onclick: async () => {
    const { name, text } = EXAMPLES.find((one) => one.name === "two_kinds.c");
    const made = await api.send("POST", "/v1/jobs", { name, source: text, command: "both", options: { timeout: 60 } });
    go(`/shrinking?job=${made.id}`);
  } }, "Take an example");
  const own = el("div");
  place.append(el("h1", {}, "How loop shrinking works"), el("ol", { class: "idea" }, IDEA.map((one) => el("li", {}, one))),
    el("div", { class: "row" }, el("label", { for: "job" }, "Loops of", choice), example, link("/", "Write a program")), own);
  const id = asked || finished[0]?.id;
  if (id) await showJob(own, id, signal);
}

async function showJob(own, id, signal) {
  const base = `/v1/jobs/${id}`;
  if (!(await api.get(base)).finished) {
    own.replaceChildren(el("p", { class: "running" }, "The loops are being shrunk"));
    await api.follow(id, () => {}, signal);
  }
  if (signal.aborted) return;
  const [job, sources, listed] = await Promise.all(["", "/sources", "/artefacts"].map((one) => api.get(base + one)));
  const report = listed.items.some((one) => one.name === "report.json") ? await api.get(`${base}/artefacts/report.json`) : null;
  const groups = report?.loops.filter((one) => one.tried.length) || [];
  const title = el("h2", {}, "The loops of ", link(`/jobs/${id}`, job.name));
  if (!groups.length) {
    own.replaceChildren(title, el("p", {}, job.sentence || "No loop was shrunk."));
    return;
  }
  const group = el("select", { id: "group" }, groups.map((one, n) => el("option", { value: n }, name(one))));
  const body = el("div");
  const text = sources.files[sources.main];
  const draw = () => body.replaceChildren(explained({ group: groups[group.value], text, report, listed: listed.items, file: job.name }));
  group.addEventListener("change", draw);
  own.replaceChildren(title, el("div", { class: "row" }, el("label", { for: "group" }, "Loops that shrink as one", group)), body);
  draw();
}

function name(group) {
  return `${group.lines.length > 1 ? "lines" : "line"} ${group.lines.join(", ")}, for the assertion at line ${group.assertion.line}`;
}

/** The source, and for the k of a slider: its outcome, the iterations that need each other, both programs. */
function explained({ group, text, report, listed, file }) {
  const most = Math.max(...group.tried.map((one) => one.k), ...listed.map((one) => Number(/^programs\/harness-k-(\d+)/.exec(one.name)?.[1] || 1)));
  const slider = el("input", { id: "k", type: "range", min: 1, max: most, value: group.shrink_factor ?? 1 });
  const label = el("label", { for: "k" });
  const shown = el("div", { "aria-live": "polite" });
  const programs = el("div");
  const draw = async () => {
    const k = Number(slider.value);
    label.textContent = `k = ${k}`;
    const tried = group.tried.find((one) => one.k === k);
    show(shown, [outcome(group, tried, k), tried?.iterations.length ? needed(tried.iterations) : null]);
    const both = await Promise.all(["harness", "residual"].map((kind) => program(kind, k, group, listed)));
    if (k !== Number(slider.value)) return;
    show(programs, beside(both, k, file));
  };
  slider.addEventListener("input", draw);
  draw();
  return el("div", {}, annotated(text, { ...report, loops: [group], counterexample: null }, null), el("h2", {}, "One k after the other"),
    el("div", { class: "row" }, label, slider), shown, columns(group), programs);
}

function outcome(group, tried, k) {
  const said = tried ? OUTCOMES[tried.outcome](k)
    : group.shrink_factor !== null && k > group.shrink_factor ? `Not tried, because k = ${group.shrink_factor} is enough.` : "Not tried.";
  const time = tried?.harness ? ` (${seconds(tried.harness.seconds)})` : "";
  const kind = { shrinkable: "TRUE", "not shrinkable": "FALSE" }[tried?.outcome] || "UNKNOWN";
  return el("p", { id: "outcome", class: `verdict is-${kind}` }, said + time);
}

/** The counterexample of a k that is too small: each choice of k iterations is harmless, and all together are not. */
function needed(iterations) {
  const row = (left, said, kind) => el("tr", {}, iterations.map((one, n) => (
    el("td", { class: "number" }, n === left ? el("span", { class: "soft" }, "left out") : one.toLocaleString()))), el("td", { class: kind }, said));
  const heads = iterations.map((_, n) => el("th", { scope: "col", class: "number" }, `T[${n}]`));
  return el("div", { class: "scroll" }, el("table", { id: "needed" },
    el("caption", {}, "Iterations that need each other, from some state in which the loop may begin"),
    el("thead", {}, el("tr", {}, heads, el("th", { scope: "col" }, "The assertion"))),
    el("tbody", {}, iterations.map((_, n) => row(n, "holds", "says-TRUE")), row(-1, "is violated", "says-FALSE"))));
}

/** What the loops do in one column. */
function columns(group) {
  const forms = group.accelerable.length ? ` There, ${group.accelerable.join(", ")} with j = T[l]: no iteration before it has to run.` : "";
  const loops = group.lines.length > 1 ? `the T[l]-th iterations of the loops at lines ${group.lines.join(", ")}, one after the other`
    : `the T[l]-th iteration of the loop at line ${group.lines[0]}`;
  return el("p", { class: "note" }, `T[0] < T[1] < ... are any numbers of iterations, with any gaps. Column l is ${loops}.${forms}`);
}

/** The last program of a kind that was made for these loops; the first line of each names them. */
async function program(kind, k, group, listed) {
  const found = listed.filter((one) => new RegExp(`^programs/${kind}-k-${k}(-\\d+)?\\.c$`).test(one.name));
  const number = (one) => Number(/-k-\d+-(\d+)/.exec(one.name)?.[1] || 1);
  found.sort((one, other) => number(other) - number(one));
  const lines = new RegExp(`\\blines? ${group.lines.join(", ")} of `);
  for (const one of found) {
    const text = await api.text(one.url);
    if (lines.test(text.slice(0, text.indexOf("*/")).replace(/\s+/g, " "))) return text;
  }
  return null;
}

function beside(texts, k, file) {
  const titles = [`The harness: is the loop ${k}-shrinkable?`, `The residual program: ${k === 1 ? "does" : "do"} ${counted(k, "iteration")} violate the assertion?`];
  const commands = ["harness", "residual"].map((one) => `veriabs ${one} ${file} -k ${k}`);
  return [el("div", { class: "pair" }, texts.map((text, n) => el("div", {}, el("h3", {}, titles[n]), text === null
    ? el("p", { class: "soft" }, "Not kept; ", el("code", {}, commands[n]), " prints it.")
    : el("pre", { class: "program", tabindex: "0", "aria-label": titles[n] }, highlighted(text))))),
  el("h3", {}, "Words of these programs"), meanings(texts.join("\n"))];
}
