// The first page: a program, what is wanted of it, and off it goes.

import * as api from "./api.js";
import { editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { el } from "./page.js";

const KEPT = "program";

export async function program(place, { go }) {
  const about = await api.get("/v1/about");
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null") || EXAMPLES[0];
  const note = el("p", { class: "note" }, kept.about || "");
  const name = el("input", { id: "name", value: kept.name, required: true });
  const paper = editor(kept.text, (text) => {
    sessionStorage.setItem(KEPT, JSON.stringify({ name: name.value, text }));
  });
  const examples = el("select", { id: "example", onchange: () => {
    const one = EXAMPLES.find((example) => example.name === examples.value);
    if (!one) return;
    name.value = one.name;
    note.textContent = one.about;
    paper.set(one.text);
  } }, el("option", { value: "" }, "take an example"), EXAMPLES.map((one) => el("option", { value: one.name }, one.title)));
  const command = el("select", { id: "command" },
    el("option", { value: "both" }, "verdict and shrink factors"),
    el("option", { value: "verify" }, "verdict"),
    el("option", { value: "shrink" }, "shrink factors"));
  const options = fields(about.options.properties);
  const problem = el("p", { class: "problem", role: "alert" });
  const button = el("button", { class: "first" }, "Verify");
  const sent = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      const body = { name: name.value, source: paper.area.value, command: command.value, options: options.chosen() };
      const made = await api.send("POST", "/v1/jobs", body);
      go(made.links.page);
    } catch (error) {
      problem.textContent = error.message;
      button.disabled = false;
    }
  };
  paper.area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  const file = el("input", { id: "file", type: "file", accept: ".c,.i", onchange: async () => {
    if (!file.files.length) return;
    name.value = file.files[0].name;
    note.textContent = "";
    paper.set(await file.files[0].text());
  } });
  const form = el("form", { onsubmit: sent },
    el("h1", {}, "Prove a C program, or find its bug"),
    el("div", { class: "row" },
      el("label", { for: "example" }, "Example", examples),
      el("label", { for: "file" }, "or a file", file),
      el("label", { for: "name" }, "Name", name)),
    note, paper.element, problem,
    el("div", { class: "row" }, el("label", { for: "command" }, "Find", command), button,
      el("span", { class: "note" }, "Ctrl+Enter does the same.")),
    el("details", {}, el("summary", {}, "Options"), options.element));
  place.append(form);
}

/** A field for each option, from what the service says of it; what is left as it is is not sent. */
function fields(properties) {
  const made = Object.entries(properties).map(([name, about]) => ({ name, about, input: input(name, about) }));
  const element = el("div", { class: "fields" }, made.map(({ name, about, input: one }) => (
    el("label", { for: `option-${name}` }, el("span", {}, name.replaceAll("_", " ")), one, el("small", {}, about.description)))));
  const chosen = () => {
    const values = {};
    for (const { name, about, input: one } of made) {
      if (about.type === "boolean") {
        if (one.checked !== about.default) values[name] = one.checked;
      } else if (one.value.trim() !== "") {
        const number = about.type === "integer" || about.type === "number";
        const several = one.value.split(",").map((part) => part.trim());
        values[name] = about.type === "array" ? several : number ? Number(one.value) : one.value;
      }
    }
    return values;
  };
  return { element, chosen };
}

function input(name, about) {
  const id = `option-${name}`;
  if (about.type === "boolean") return el("input", { id, type: "checkbox", checked: about.default });
  if (about.enum) {
    return el("select", { id }, el("option", { value: "" }, "as usual"), about.enum.map((one) => el("option", {}, one)));
  }
  const number = about.type === "integer" || about.type === "number";
  const usual = about.default === undefined ? "" : String(about.default);
  return el("input", { id, type: number ? "number" : "text", step: about.type === "number" ? "any" : null, placeholder: usual });
}
