// The generated programs beside the program itself, with their words explained.

import * as api from "./api.js";
import { highlighted } from "./highlight.js";
import { el, show } from "./page.js";

const KINDS = [
  ["/harness", "This program is true of k if the loop is k-shrinkable: whatever k + 1 columns a run has, if each choice of k of "
    + "them keeps the assertion, then so do all k + 1. CBMC proves that for every state in which they may begin."],
  ["/residual", "This program runs k arbitrary columns in place of the whole loop. If CBMC finds no violation here, and k is a "
    + "shrink factor, there is none in the program."],
  ["/trace", "The residual program again, built to tell the inputs that violate its assertion; they are tried on the program itself."],
  ["", "What had to be proved beside harness and residual program: side conditions, bounds, and what other strategies asked."],
];

// What the words of a generated program mean, in the order in which a reader meets them.
const WORDS = [
  ["oracle_", "what the program reads as input in each column: chosen once, so that every evaluation sees the same"],
  ["struct state", "what an iteration or the code behind the loop may change; of an array only the cell of each column"],
  ["X0", "the state in which the chosen iterations begin: arbitrary, so it stands for whatever ran before"],
  ["T[", "the columns: numbers of iterations, ascending, with gaps. Column l is the T[l]-th iteration of every fused loop at once"],
  ["PAST", "one more column that lies before the others: an iteration whose clause of the assertion must still hold at the end"],
  ["trips_", "how often each loop runs, computed before it instead of by running it"],
  ["step(", "one column: the T[l]-th iteration of each of the fused loops, one after the other"],
  ["after(", "the code behind the loops, up to the assertion"],
  ["check_iter_seq", "does the run over these columns, one of them left out, end without a violation?"],
];

/** The words that occur in a generated program, explained. */
export function meanings(program) {
  return el("dl", { class: "facts" }, WORDS.filter(([word]) => program.includes(word)).map(([word, meaning]) => (
    [el("dt", {}, el("code", {}, word.replace(/[[(]$/, ""))), el("dd", {}, meaning)])));
}

/** `k` is the shrink factor whose harness is shown first. */
export function beside(text, programs, k) {
  const ordered = [...programs].sort((one, other) => rank(one.name) - rank(other.name) || stem(one).localeCompare(stem(other)));
  const shown = el("pre", { class: "program", tabindex: "0", "aria-label": "Generated program" });
  const about = el("p", { class: "note" });
  const words = el("details", { open: true });
  const choice = el("select", { id: "generated" }, ordered.map((one) => (
    el("option", { value: one.url, selected: stem(one) === `harness-k-${k}` }, `${stem(one)}.c`))));
  const draw = async () => {
    const program = await api.text(choice.value);
    about.textContent = KINDS.find(([part]) => choice.value.includes(part))[1];
    const found = meanings(program);
    words.replaceChildren(el("summary", {}, "Columns, and the other words of this program"), found);
    words.hidden = !found.childElementCount;
    show(shown, highlighted(program));
  };
  choice.addEventListener("change", draw);
  draw();
  return el("section", {}, el("h2", {}, "Generated programs"),
    el("div", { class: "row" }, el("label", { for: "generated" }, "Program", choice)), about,
    words,
    el("div", { class: "pair" }, el("pre", { class: "program", tabindex: "0", "aria-label": "The program itself" }, highlighted(text)), shown));
}

function stem(one) {
  return one.name.replace("programs/", "").replace(/\.c$/, "");
}

function rank(name) {
  return name.includes("/harness") ? 0 : name.includes("/residual") ? 1 : 2;
}
