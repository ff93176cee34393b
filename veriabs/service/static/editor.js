// An editor for C: a text area that a highlighted copy lies under, and the numbers of its lines.

import { highlighted } from "./highlight.js";
import { el, show } from "./page.js";

const MOST_COLOURED = 60000;

export function editor(text, changed) {
  const numbers = el("div", { class: "numbers", "aria-hidden": "true" });
  const under = el("pre", { "aria-hidden": "true" });
  const area = el("textarea", {
    id: "program", "aria-label": "C program", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
  });
  const draw = () => {
    const value = area.value;
    numbers.textContent = Array.from({ length: value.split("\n").length }, (_, n) => n + 1).join("\n");
    show(under, [...(value.length > MOST_COLOURED ? [value] : highlighted(value)), "\n"]);
    scroll();
    changed(value);
  };
  const scroll = () => {
    under.scrollTop = numbers.scrollTop = area.scrollTop;
    under.scrollLeft = area.scrollLeft;
  };
  area.addEventListener("input", draw);
  area.addEventListener("scroll", scroll);
  area.addEventListener("keydown", (event) => {
    // Enter keeps the indentation; Tab goes on to the next field, as the keyboard's users need it.
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    const line = area.value.slice(0, area.selectionStart).split("\n").pop();
    const indent = /^[ \t]*/.exec(line)[0] + (/\{\s*$/.test(line) ? "  " : "");
    if (!indent) return;
    event.preventDefault();
    area.setRangeText(`\n${indent}`, area.selectionStart, area.selectionEnd, "end");
    draw();
  });
  const whole = el("div", { class: "editor" }, numbers, el("div", { class: "paper" }, under, area));
  const set = (value) => {
    area.value = value;
    draw();
  };
  set(text);
  return { element: whole, area, set };
}
