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
  add(made, inside.flat(3));
}

/** Appends one child after the other: a call has room for some thousand arguments, and a program may have more words. */
function add(parent, children) {
  for (const one of children) if (one !== null && one !== undefined && one !== false) parent.append(one);
}

/** Replaces what is in an element. */
export function show(parent, children) {
  parent.replaceChildren();
  add(parent, children);
}

/** Tells a reader of the screen what has happened. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** A number with its word: `1 iteration`, `2 iterations`. */
export function counted(number, word) {
  return `${number.toLocaleString()} ${word}${number === 1 ? "" : "s"}`;
}

/** The shrink factor of a group of loops; a run for a verdict may not decide one. */
export function factorText(loop) {
  if (loop.shrink_factor !== null) return `k = ${loop.shrink_factor}`;
  const highest = Math.max(0, ...loop.tried.map((one) => one.k));
  return highest && loop.tried.every((one) => one.outcome === "not shrinkable") ? `no k up to ${highest}` : "k not known";
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

/** Bars with words before and behind them; `rows` are [name, share of the longest, kind, words]. */
export function bars(title, rows) {
  const height = 24;
  const drawn = rows.map(([name, share, kind, words], n) => {
    const width = `${Math.max(1, 34 * share)}%`; // the words behind the longest bar need the rest on a phone
    return [
      svg("text", { x: 0, y: n * height + 16 }, name),
      svg("rect", { x: 56, y: n * height + 4, width, height: 16, class: `bar-${kind}` }),
      svg("text", { x: width, dx: 64, y: n * height + 16, class: "soft" }, words)];
  });
  const label = `${title}. ${rows.map(([name, , , words]) => `${name}: ${words}`).join("; ")}`;
  return el("figure", {}, el("figcaption", {}, title),
    svg("svg", { height: rows.length * height, role: "img", "aria-label": label }, drawn));
}

export function table(caption, heads, rows) {
  const head = heads.map(([text, kind]) => el("th", { scope: "col", class: kind }, text));
  const body = rows.map((cells) => el("tr", {}, cells.map((cell, n) => (
    n === 0 ? el("th", { scope: "row" }, cell) : el("td", { class: heads[n][1] }, cell)
  ))));
  return el("div", { class: "scroll" },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
}
