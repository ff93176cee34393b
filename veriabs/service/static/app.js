// Which address shows what; links within the page do not load it anew.

import * as api from "./api.js";
import { compare } from "./compare.js";
import { job } from "./job.js";
import { batch, batches, factors, history as jobs } from "./lists.js";
import { el, say } from "./page.js";
import { program } from "./program.js";
import { shrinking } from "./shrinking.js";

const ROUTES = [
  [/^\/$/, program],
  [/^\/jobs$/, jobs],
  [/^\/jobs\/([\w-]+)$/, job],
  [/^\/batches$/, batches],
  [/^\/batches\/([\w-]+)$/, batch],
  [/^\/compare$/, compare],
  [/^\/factors$/, factors],
  [/^\/shrinking$/, shrinking],
];

const main = document.getElementById("main");
let leaving = new AbortController();

export function go(address) {
  window.history.pushState(null, "", address);
  show();
}

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const signal = leaving.signal;
  for (const one of document.querySelectorAll("header nav a")) {
    const here = one.getAttribute("href") === location.pathname;
    if (here) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  const [pattern, draw] = ROUTES.find(([one]) => one.test(location.pathname)) || [/(?:)/, program];
  const place = el("div");
  main.replaceChildren(place);
  try {
    await draw(place, { go, signal, found: pattern.exec(location.pathname).slice(1) });
  } catch (error) {
    if (!signal.aborted) refused(place, error);
  }
}

function refused(place, error) {
  if (error.status === 401) {
    place.replaceChildren(askForToken());
    return;
  }
  say(error.message);
  place.replaceChildren(el("h1", {}, "This cannot be shown"), el("p", { class: "problem" }, error.message));
  if (error.status === undefined) throw error;
}

function askForToken() {
  const field = el("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const entered = (event) => {
    event.preventDefault();
    api.setToken(field.value.trim());
    show();
  };
  return el("form", { onsubmit: entered },
    el("h1", {}, "A token is needed"),
    el("p", { class: "note" }, "Whoever runs this service makes one with veriabs token add. It is kept for this tab only."),
    el("div", { class: "row" }, el("label", { for: "token" }, "Token"), field, el("button", { class: "first" }, "Go on")));
}

document.addEventListener("click", (event) => {
  const anchor = event.target.closest("a[href]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!anchor || !plain || anchor.origin !== location.origin || anchor.hasAttribute("download") || anchor.target) return;
  if (anchor.hash && anchor.pathname === location.pathname) return;
  if (anchor.pathname.startsWith("/v1/")) return;
  event.preventDefault();
  go(anchor.href);
  main.focus();
});
window.addEventListener("popstate", show);
show();
