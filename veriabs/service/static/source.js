// The program with what is known at its lines: shrink factors, closed forms, invariants, and where it fails.

import { highlightedLines } from "./highlight.js";
import { el, factorText } from "./page.js";

const GOALS = { TRUE: "proved", FALSE: "violated", UNKNOWN: "open" };

/** The annotated program; `report` and `known` may be missing while the job runs. */
export function annotated(text, report, known) {
  const notes = notesOf(report, known);
  const failure = report?.counterexample;
  const fails = failure?.assertion?.line;
  const items = highlightedLines(text.replace(/\n$/, "")).map((nodes, index) => {
    const line = index + 1;
    const found = notes.get(line) || [];
    const code = el("span", { class: "code", "data-line": line }, nodes);
    const kind = line === fails ? "fails" : found.length ? "known" : null;
    return el("li", { class: kind, id: `line-${line}`, title: found.map(hint).join("\n\n") || null },
      code, line === fails ? el("strong", { class: "says-FALSE" }, "  fails here") : null, found.map(detail),
      line === fails ? run(failure) : null);
  });
  return el("div", { class: "source", role: "region", "aria-label": "The program, line by line", tabindex: "0" }, el("ol", {}, items));
}

/** All that is known, for whoever points at a line. */
function hint(note) {
  return [note.title, ...note.facts.map(([name, ...texts]) => `${name}: ${texts.join("; ")}`)].join("\n");
}

function detail(note) {
  const facts = note.facts.map(([name, ...texts]) => [el("dt", {}, name), texts.map((one) => el("dd", {}, one))]);
  return el("details", {}, el("summary", {}, note.title), el("dl", {}, facts));
}

function notesOf(report, known) {
  const notes = new Map();
  const at = (line, title) => {
    if (!notes.has(line)) notes.set(line, []);
    const made = { title, facts: [] };
    notes.get(line).push(made);
    return made;
  };
  const factors = factorsByLine(report);
  const goals = new Map((report?.goals || []).map((one) => [one.line, GOALS[one.verdict]]));
  for (const place of known?.places || []) {
    const factor = factors.get(place.line);
    const isLoop = place.text.startsWith("loop");
    const text = goals.has(place.line) ? `${place.text}, ${goals.get(place.line)}` : place.text;
    const note = at(place.line, isLoop ? (factor ? factor.title : "loop") : text);
    note.facts.push(...place.facts);
    if (!isLoop) continue;
    if (factor) note.facts.push(...factor.facts);
    const after = `after the loop at line ${place.line}`;
    note.facts.push(...(known.closed_forms || []).map((form) => form.split(/: (.*)/s))
      .filter(([start]) => start === after || start.startsWith(`${after},`))
      .map(([start, values]) => [`afterwards${start.slice(after.length)}`, values]));
    note.facts.push(...(known.invariants || []).filter((one) => one.line === place.line).map((one) => ["invariant", one.text]));
    factors.delete(place.line);
  }
  for (const [line, factor] of factors) at(line, factor.title).facts.push(...factor.facts);
  return notes;
}

function factorsByLine(report) {
  const found = new Map();
  for (const loop of report?.loops || []) {
    const title = factorText(loop);
    const why = loop.obstacle || loop.reason;
    const facts = [["shrink factor", title, loop.lines.length > 1 ? `lines ${loop.lines.join(", ")} as one` : "by itself"]];
    if (loop.accelerable.length) facts.push(["iteration j", loop.accelerable.join(", ")]);
    if (loop.shrink_factor === null && why) facts.push(["because", why.text]);
    for (const line of loop.lines) {
      if (!found.has(line) || loop.shrink_factor !== null) found.set(line, { title, facts });
    }
  }
  return found;
}

/** What stood in the way at the line that fails, and the inputs that led there, one iteration at a time. */
function run(counterexample) {
  const operands = new Map((counterexample.operands || []).map((one) => [one.text, one]));
  const values = [...operands.values()].map((one) => (
    el("li", {}, `${one.text} = ${one.value}${one.cell === one.text ? "" : ` (${one.cell})`}`)));
  return el("div", { class: "run", role: "group", "aria-label": "The run that fails" },
    values.length ? el("ul", { class: "plain", id: "operands" }, values) : null, iterations(counterexample));
}

function iterations(counterexample) {
  const inputs = counterexample.inputs.filter((one) => one.spans.length);
  if (!inputs.length) return el("p", { class: "note" }, "The run takes no input.");
  const most = inputs.reduce((found, one) => one.spans.reduce((last, span) => Math.max(last, span.first + span.count), found), 1);
  const shown = el("dl", { class: "facts", "aria-live": "polite" });
  const slider = el("input", { id: "iteration", type: "range", min: 1, max: most, value: 1 });
  const label = el("label", { for: "iteration" });
  const draw = () => {
    const visit = Number(slider.value);
    label.textContent = `Iteration ${visit.toLocaleString()} of ${most.toLocaleString()}`;
    shown.replaceChildren(...inputs.flatMap((one) => [
      el("dt", {}, `line ${one.site.line}`), el("dd", {}, `${one.site.name} = ${valueAt(one, visit - 1)}`)]));
    [back.disabled, on.disabled] = [visit === 1, next(visit, 1) === undefined];
  };
  // Inputs stay as they are over many iterations: the buttons go to where one of them changes.
  const next = (visit, way) => {
    let found;
    const offer = (one) => {
      if (one < 1 || one > most || way * (one - visit) <= 0) return;
      if (found === undefined || Math.abs(one - visit) < Math.abs(found - visit)) found = one;
    };
    offer(1);
    for (const { spans } of inputs) {
      for (const { first, count, step } of spans) {
        offer(first + 1);
        offer(first + count + 1);
        if (Number(step) !== 0 && visit > first && visit <= first + count) offer(visit + way);
      }
    }
    return found;
  };
  const jump = (way) => () => {
    slider.value = next(Number(slider.value), way);
    draw();
  };
  const back = el("button", { type: "button", onclick: jump(-1) }, "Previous change");
  const on = el("button", { type: "button", id: "change", onclick: jump(1) }, "Next change");
  slider.addEventListener("input", draw);
  draw();
  const all = inputs.map((one) => el("li", {}, `line ${one.site.line}: ${(one.text ?? [`${one.site.name}: ${one.values}`]).join("; ")}`));
  return el("div", {}, el("div", { class: "row" }, label, slider, el("span", { class: "together" }, back, on)), shown,
    el("details", {}, el("summary", {}, "All inputs"), el("ul", {}, all)));
}

function valueAt(input, visit) {
  for (const span of input.spans) {
    if (visit < span.first || visit >= span.first + span.count) continue;
    const bits = BigInt(span.start) + BigInt(span.step) * BigInt(visit - span.first);
    const size = input.site.bits || 64;
    return String(input.site.signed ? BigInt.asIntN(size, bits) : BigInt.asUintN(size, bits));
  }
  return "0";
}
