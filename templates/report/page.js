"use strict";
(() => {
  const PAGE = 50;
  const found = JSON.parse(document.getElementById("records").textContent);
  const rows = found.rows.map((values) => Object.fromEntries(found.names.map((name, i) => [name, values[i]])));
  const table = document.getElementById("list");
  const form = document.getElementById("filters");
  const heads = [...table.tHead.rows[0].cells];
  const collator = new Intl.Collator("en", { numeric: true });
  const state = { column: null, descending: false, page: 0, chosen: rows };
  let unpacked = null;
  const pieces = new Map();

  for (const row of rows) {
    row.text = `${row.task}\n${row.reason}\n${row.kind}\n${row.conditions}`.toLowerCase();
    row.factor = row.k === null ? "none" : String(row.k);
    row.by = row.strategy || (/^(TRUE|FALSE)/.test(row.verdict) ? row.tool : "");
    row.cause = row.kind || (row.judgement === "error" ? "error" : row.judgement === "unknown" ? "no reason given" : "");
  }

  // Records are inserted as text nodes only, so that they are never parsed as markup.
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  // ------------------------------------------------------------------------------------------------------- filters

  const FILTERS = {
    judgement: (row) => row.judgement,
    verdict: (row) => row.verdict,
    tool: (row) => row.tool,
    strategy: (row) => row.by,
    k: (row) => row.factor,
    kind: (row) => row.cause,
  };

  function fillFilters() {
    for (const [name, value] of Object.entries(FILTERS)) {
      const counts = new Map();
      for (const row of rows) if (value(row)) counts.set(value(row), (counts.get(value(row)) || 0) + 1);
      const select = form.elements[name];
      select.append(element("option", { value: "" }, "all"));
      for (const key of [...counts.keys()].sort(collator.compare)) {
        select.append(element("option", { value: key }, `${key} (${counts.get(key).toLocaleString("en")})`));
      }
      if (name === "tool" || counts.size === 0) select.closest("label").hidden = counts.size < 2;
    }
    if (form.elements.tool.options.length < 3) table.classList.add("one-tool");
  }

  function choose() {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const tests = Object.entries(FILTERS).filter(([name]) => form.elements[name].value !== "");
    state.chosen = rows.filter(
      (row) =>
        tests.every(([name, value]) => value(row) === form.elements[name].value) &&
        words.every((word) => row.text.includes(word)),
    );
    state.page = 0;
    sort();
    remember();
  }

  // The address contains the selection after its "#": a link shows the same tasks in the same order.
  function remember() {
    const said = new URLSearchParams(new FormData(form));
    for (const [name, value] of [...said]) if (value === "") said.delete(name);
    if (state.column !== null) said.set("sort", (state.descending ? "-" : "") + state.column);
    try {
      history.replaceState(null, "", said.size ? `#${said}` : location.pathname + location.search);
    } catch {
      // A sandboxed page cannot change its address.
    }
  }

  function recall() {
    const said = new URLSearchParams(location.hash.slice(1));
    for (const control of form.elements) if (said.has(control.name)) control.value = said.get(control.name);
    const column = (said.get("sort") || "").replace(/^-/, "");
    const head = heads.find((one) => one.dataset.column === column);
    if (head !== undefined) {
      state.column = column;
      state.descending = said.get("sort").startsWith("-");
      head.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
    }
    if (head !== undefined || [...said.keys()].some((name) => name in form.elements)) choose();
  }

  // ------------------------------------------------------------------------------------------------------- sorting

  function compare(left, right) {
    if (typeof left === "number" && typeof right === "number") return left - right;
    return collator.compare(left, right);
  }

  // Unknown values come last in both directions.
  function sort() {
    const { column, descending } = state;
    if (column !== null) {
      const empty = (row) => row[column] === null || row[column] === "";
      state.chosen.sort((left, right) => {
        if (empty(left) || empty(right)) return empty(left) - empty(right);
        const order = compare(left[column], right[column]);
        return descending ? -order : order;
      });
    }
    draw();
  }

  function sortBy(head) {
    const column = head.dataset.column;
    state.descending = state.column === column ? !state.descending : false;
    state.column = column;
    state.page = 0;
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
    sort();
    remember();
  }

  // --------------------------------------------------------------------------------------------------------- table

  function draw() {
    const total = state.chosen.length;
    const last = Math.max(0, Math.ceil(total / PAGE) - 1);
    state.page = Math.min(Math.max(state.page, 0), last);
    const first = state.page * PAGE;
    const shown = state.chosen.slice(first, first + PAGE);
    table.tBodies[0].replaceChildren(...shown.map(line));
    const number = (value) => value.toLocaleString("en");
    document.getElementById("shown").textContent =
      total === 0
        ? "No task matches."
        : `${number(first + 1)} to ${number(first + shown.length)} of ${number(total)}` +
          (total === rows.length ? "" : ` (${number(rows.length)} in all)`);
    document.getElementById("pages").hidden = last === 0;
    for (const button of document.querySelectorAll("[data-page]")) {
      const back = button.dataset.page === "first" || button.dataset.page === "previous";
      button.setAttribute("aria-disabled", String(back ? state.page === 0 : state.page === last));
    }
  }

  function cellText(row, column) {
    const value = row[column];
    if (value === null || value === "") return "";
    if (column === "seconds" || column === "cpu") return value.toFixed(2);
    if (column === "mb") return Math.round(value).toLocaleString("en");
    if (column === "size") return value.toLocaleString("en");
    return String(value);
  }

  function line(row) {
    const made = element("tr");
    for (const head of heads) {
      const column = head.dataset.column;
      if (column === "task") {
        const button = element("button", { type: "button", "aria-expanded": "false" }, ...name(row.task));
        button.addEventListener("click", () => toggle(row, made, button));
        made.append(element("th", { scope: "row", class: "path" }, button));
        continue;
      }
      const cell = element("td", { class: head.className }, cellText(row, column));
      if (column === "verdict" || column === "judgement") cell.classList.add("word", `is-${row.judgement.split(" ")[0]}`);
      made.append(cell);
    }
    return made;
  }

  // The file name comes first, since it distinguishes hundreds of tasks in one folder.
  function name(task) {
    const end = task.lastIndexOf("/") + 1;
    const folder = end > 1 ? [" ", element("span", { class: "folder" }, task.slice(0, end - 1))] : [];
    return [element("span", { class: "file" }, task.slice(end) || task), ...folder];
  }

  async function toggle(row, line, button) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    const id = `task-${row.details}`;
    if (open) {
      document.getElementById(id)?.remove();
      button.removeAttribute("aria-controls");
      return;
    }
    const cell = element("td", { colspan: heads.length });
    line.after(element("tr", { id, class: "details" }, cell));
    button.setAttribute("aria-controls", id);
    try {
      cell.append(describe(row, await detailsOf(row.details)));
    } catch (error) {
      cell.append(element("p", {}, `The details cannot be unpacked by this browser (${error.message}).`), facts(row, {}));
    }
  }

  // ------------------------------------------------------------------------------------------------------- details

  async function detailsOf(number) {
    unpacked = unpacked || JSON.parse(document.getElementById("details").textContent);
    const piece = Math.floor(number / unpacked.size);
    if (!pieces.has(piece)) pieces.set(piece, inflate(unpacked.pieces[piece]));
    return (await pieces.get(piece))[number % unpacked.size];
  }

  async function inflate(packed) {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  function describe(row, details) {
    const whole = element("div", { class: "inside" }, facts(row, details));
    if (details.goals && details.goals.length > 1) whole.append(...goals(details.goals));
    if (details.strategies && details.strategies.length) whole.append(...strategies(details.strategies));
    if (details.counterexample) whole.append(...counterexample(details.counterexample));
    if (details.loops.length) whole.append(element("h3", {}, "Loops"), ...details.loops.map(loop));
    if (details.commands.length) whole.append(...commands(details.commands));
    return whole;
  }

  function facts(row, details) {
    const list = element("dl");
    const fact = (name, value) => {
      if (value === null || value === undefined || value === "") return;
      list.append(element("div", {}, element("dt", {}, name), element("dd", {}, String(value))));
    };
    fact("Task", row.task);
    const verdict = row.conditions ? `${row.verdict} ${row.conditions}` : row.verdict;
    fact("Verdict", row.expected ? `${verdict}, expected ${row.expected}: ${row.judgement}` : verdict);
    fact("Strategy", row.strategy);
    fact("Certificate", row.checked);
    fact("Reason", row.reason && row.kind ? `${row.kind}: ${row.reason}` : row.reason || row.kind);
    fact("Place", details.place);
    fact("Try", details.hint);
    fact("Shrink factor", row.k);
    fact("Largest trip count", cellText(row, "size"));
    fact("Time", `${row.seconds.toFixed(2)} s${row.cpu ? ` wall, ${row.cpu.toFixed(2)} s CPU` : ""}`);
    fact("Peak memory", `${row.mb.toFixed(0)} MB`);
    fact("Tool", row.tool);
    fact("Data model", details.data_model);
    fact("Finished", row.finished);
    fact("Options", details.options && options(details.options));
    fact("Key", details.key);
    return list;
  }

  function options(chosen) {
    const given = ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0);
    const pairs = Object.entries(chosen).filter(given);
    return pairs.map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : value}`).join("; ");
  }

  function grid(caption, names, lines, numbers) {
    const kind = (i) => (numbers.includes(i) ? "number" : "");
    const head = element("tr", {}, ...names.map((name, i) => element("th", { scope: "col", class: kind(i) }, name)));
    const body = lines.map((cells) => element("tr", {}, ...cells.map((c, i) => element("td", { class: kind(i) }, c ?? ""))));
    const made = element("table", {}, element("caption", {}, caption), element("thead", {}, head));
    made.append(element("tbody", {}, ...body));
    return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, made);
  }

  function loop(found) {
    const lines = `${found.lines.length === 1 ? "Loop at line" : "Fused loops at lines"} ${found.lines.join(", ")}`;
    const factor = found.shrink_factor === null ? "no shrink factor found" : `shrink factor ${found.shrink_factor}`;
    const place = `Assertion at ${found.assertion?.file}:${found.assertion?.line}; ${found.clauses}`;
    const made = element("div", { class: "loop" }, element("h4", {}, `${lines}: ${factor}`), element("p", {}, place));
    if (found.accelerable.length) {
      const forms = found.accelerable.map((form) => element("li", {}, element("code", {}, form)));
      made.append(element("p", {}, "Closed forms at the start of iteration j:"), element("ul", { class: "forms" }, ...forms));
    }
    if (found.tried.length) {
      const names = ["k", "Outcome", "Harness", "s", "MB", "Final run", "s", "MB"];
      const cells = (run) => (run ? [runText(run), run.seconds.toFixed(2), run.peak_mb.toFixed(0)] : ["not run", "", ""]);
      const tried = found.tried.map((one) => [String(one.k), one.outcome, ...cells(one.harness), ...cells(one.residual)]);
      made.append(grid("Each k that was tried", names, tried, [0, 3, 4, 6, 7]));
    }
    return made;
  }

  function runText(run) {
    return [run.outcome, run.solver, run.detail].filter(Boolean).join(", ");
  }

  function goals(answers) {
    const rows = answers.map((one) => [
      [one.file, one.line, one.column].filter(Boolean).join(":"),
      one.function ? `${one.function}: ${one.kind}` : one.kind,
      one.said || one.verdict,
      one.strategy || "",
      one.counterexample ? element("pre", {}, one.counterexample.join("\n")) : one.reason ? one.reason.text : "",
    ]);
    const names = ["Place", "Goal", "Verdict", "Strategy", "Counterexample, or why it is open"];
    return [element("h3", {}, "Goals"), grid("What became of each goal", names, rows, [])];
  }

  function strategies(answers) {
    const rows = answers.map((one) => [
      one.strategy,
      one.assertion ? String(one.assertion.line) : "",
      one.answer,
      one.how || (one.reason ? one.reason.text : ""),
      one.seconds.toFixed(2),
    ]);
    const names = ["Strategy", "Assertion at line", "Answer", "How, or why not", "Seconds"];
    return [element("h3", {}, "Strategies"), grid("What each strategy answered", names, rows, [1, 4])];
  }

  function commands(runs) {
    const list = runs.map((run) =>
      element(
        "li",
        {},
        `${run.purpose}: ${runText(run)}, ${run.seconds.toFixed(2)} s, ${run.peak_mb.toFixed(0)} MB`,
        element("pre", { tabindex: "0" }, element("code", {}, run.command || "(was not started)")),
      ),
    );
    return [element("h3", {}, "Commands"), element("ol", { class: "commands" }, ...list)];
  }

  function counterexample(found) {
    const made = [element("h3", {}, "Counterexample"), element("p", {}, found.assertion || found.target || "")];
    if (found.overflow) made.push(element("p", {}, "The run relies on signed arithmetic that wraps."));
    const inputs = found.inputs.map((one) => [String(one.line ?? ""), one.text]);
    if (inputs.length) made.push(grid("Inputs", ["Line", "Values"], inputs, [0]));
    const operands = found.operands.map((one) => [one.text, one.cell, String(one.value)]);
    if (operands.length) made.push(grid("What the assertion read", ["Operand", "Cell", "Value"], operands, [2]));
    for (const loop of found.history) {
      const about = loop.about ? `, that came to ${loop.about}` : ", the last ones";
      const rows = loop.rows.map((row) => [String(row.iteration), ...row.values]);
      const names = ["Iteration", ...loop.columns];
      made.push(grid(`Iterations of the loop at line ${loop.loop.line}${about}`, names, rows, names.map((_, i) => i)));
    }
    for (const command of found.commands) {
      made.push(element("pre", { tabindex: "0" }, element("code", {}, command)));
    }
    return made;
  }

  // -------------------------------------------------------------------------------------------------------- events

  function turn(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const last = Math.ceil(state.chosen.length / PAGE) - 1;
    state.page = { first: 0, previous: state.page - 1, next: state.page + 1, last }[button.dataset.page];
    draw();
    document.getElementById("tasks-head").scrollIntoView();
  }

  // A number in the summary shows its tasks, for the summary's tool.
  function show(link) {
    form.reset();
    for (const [name, value] of Object.entries(link.dataset)) {
      const select = form.elements[name];
      if ([...select.options].some((option) => option.value === value)) select.value = value;
      else form.elements.text.value = value;
    }
    if (form.elements.tool.options.length > 2) form.elements.tool.value = rows.some((r) => r.tool === "veriabs") ? "veriabs" : "";
    choose();
  }

  form.addEventListener("input", choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(choose));
  window.addEventListener("hashchange", recall);
  for (const head of heads) head.querySelector("button").addEventListener("click", () => sortBy(head));
  for (const button of document.querySelectorAll("[data-page]")) button.addEventListener("click", () => turn(button));
  for (const link of document.querySelectorAll("a[data-judgement], a[data-kind], a[data-strategy]")) {
    link.addEventListener("click", () => show(link));
  }
  fillFilters();
  draw();
  recall();
  if (rows.length === 1) table.querySelector("tbody button").click();
})();
