// The first page: a program, what is wanted of it, and off it goes.

import * as api from "./api.js";
import { editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { el } from "./page.js";

const KEPT = "program";

export async function program(place, { go }) {
  const about = await api.get("/v1/about");
  if (about.needs_token && about.caller.role === "nobody") throw new api.Refusal(401, "A token is needed.");
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null") || EXAMPLES[0];
  const note = el("p", { class: "note", id: "about-example" });
  const name = el("input", { id: "name", value: kept.name, required: true });
  const paper = editor(kept.text, (text) => {
    sessionStorage.setItem(KEPT, JSON.stringify({ name: name.value, text }));
    note.textContent = EXAMPLES.find((one) => one.text === text)?.about || "";
  });
  const examples = el("select", { id: "example", onchange: () => {
    const one = EXAMPLES.find((example) => example.name === examples.value);
    if (!one) return;
    name.value = one.name;
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
      if (error.status === 401) {
        go("/"); // the first token was added meanwhile: the page asks for one, and has the program still
        return;
      }
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
  const made = Object.entries(properties).map(([name, about]) => ({ name, ...field(`option-${name}`, about) }));
  const chosen = () => Object.fromEntries(
    made.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined));
  return { element: el("div", { class: "fields" }, made.map((one) => one.element)), chosen };
}

/** The element of one option, and what was chosen there; undefined for what the service does otherwise. */
function field(id, about) {
  const labelled = (...inputs) => el("label", { for: id }, el("span", {}, about.title), inputs, el("small", {}, about.description));
  if (about.type === "boolean") {
    const box = el("input", { id, type: "checkbox", checked: about.default });
    const element = el("label", { for: id, class: "check" }, box, el("span", {}, about.title), el("small", {}, about.description));
    return { element, value: () => (box.checked === about.default ? undefined : box.checked) };
  }
  if (about.items?.enum) return choices(id, about);
  const usual = [about.default ?? []].flat().join(", ");
  if (about.enum) {
    const select = el("select", { id }, el("option", { value: "" }, usual ? `as usual: ${usual}` : "as usual"),
      about.enum.map((one) => el("option", { value: one }, one)));
    return { element: labelled(select), value: () => select.value || undefined };
  }
  const number = about.type === "integer" || about.type === "number";
  const text = el("input", { id, type: number ? "number" : "text", step: about.type === "number" ? "any" : null,
    placeholder: usual, list: about.examples ? `${id}-known` : null, autocapitalize: "off", spellcheck: number ? null : "false" });
  const known = about.examples && el("datalist", { id: `${id}-known` }, about.examples.map((one) => el("option", { value: one })));
  const value = () => {
    const given = text.value.trim();
    if (given === "") return undefined;
    if (about.type === "array") return given.split(",").map((part) => part.trim());
    return number ? Number(given) : given;
  };
  return { element: labelled(text, known), value };
}

/** Any of some names; none means what is usual. */
function choices(id, about) {
  const boxes = about.items.enum.map((one) => el("input", { type: "checkbox", value: one }));
  const element = el("fieldset", { id, class: "choices" }, el("legend", {}, about.title),
    boxes.map((box) => el("label", {}, box, ` ${box.value.replaceAll("_", " ")}`)), el("small", {}, about.description));
  const value = () => {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    return chosen.length ? chosen : undefined;
  };
  return { element, value };
}
