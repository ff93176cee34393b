// Building the page: elements from text, never from markup, so that no program's text can become any.

export function el(tag, about = {}, ...inside) {
  const made = document.createElement(tag);
  fill(made, about, inside);
  return made;
}

export function svg(tag, about = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, about, inside);
  return made;
}

function fill(made, about, inside) {
  for (const [name, value] of Object.entries(about)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.flat(3).filter((one) => one !== null && one !== undefined && one !== false));
}

/** Tells a reader of the screen what has happened. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

export function seconds(value) {
  return value === null || value === undefined ? "" : `${value.toFixed(2)} s`;
}

export function moment(value) {
  return value ? new Date(1000 * value).toLocaleString() : "";
}

export function link(href, text, about = {}) {
  return el("a", { href, ...about }, text);
}

export function table(caption, heads, rows) {
  const head = heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const body = rows.map((cells) => el("tr", {}, cells.map((cell, n) => (
    n === 0 ? el("th", { scope: "row" }, cell) : el("td", { class: heads[n][1] }, cell)
  ))));
  return el("div", { class: "scroll" },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
}
