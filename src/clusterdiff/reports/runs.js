/* Adds selection, sorting, search and tips to a page of many clusterings. */
(async () => {
"use strict";
const { load, ready, find, all, element, Rows, showTip } = clusterdiff;
const data = await load("data");
const { names, measures, values } = data.pairs;
const state = { one: null, two: null }; /* numbers of clusterings */
const lineOf = new Map(names.map((name, line) => [name, line]));
const runOf = new Map(data.runs.map((name, run) => [name, run]));
const shown = (value) => String(Number(value.toPrecision(4)));

function describe(one, two) {
  const lines = [one, two].map((run) => (run === null ? undefined : lineOf.get(data.runs[run])));
  if (two !== null && lines[0] !== undefined && lines[1] !== undefined) {
    const numbers = measures.map((measure, k) => `${measure} ${shown(values[k][lines[0]][lines[1]])}`);
    return `${data.runs[one]} and ${data.runs[two]}: ${numbers.join(", ")}`;
  }
  const clusters = data.clusters[one];
  return `${data.runs[one]}: ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`;
}

function select(one, two) {
  if (state.one === one && state.two === two) { one = null; two = null; }
  state.one = one; state.two = two;
  showCursor();
  const chosen = [one, two].filter((run) => run !== null).map((run) => data.runs[run]);
  all("#map [data-run]").forEach((mark) => {
    const own = chosen.includes(data.map[Number(mark.dataset.run)]);
    mark.classList.toggle("chosen", own);
    mark.classList.toggle("dim", chosen.length > 0 && !own);
  });
  tables.forEach((table) => table.render());
  const panel = find("#selection");
  panel.hidden = one === null;
  if (one === null) return;
  const clear = element("button", { type: "button", on: { click: () => select(null, null) } }, "Clear");
  panel.replaceChildren(element("p", { role: "status" }, describe(one, two)), clear);
}

/* ---- the matrix: cells are found from the position of the pointer ---- */
const matrix = find("#matrix svg");
function showCursor() {
  if (!matrix) return;
  const cursor = find(".cursor", matrix);
  const { x, y, step } = data.matrix;
  const row = state.one === null ? undefined : lineOf.get(data.runs[state.one]);
  const col = state.two === null ? undefined : lineOf.get(data.runs[state.two]);
  const known = row !== undefined && (state.two === null || col !== undefined);
  cursor.setAttribute("visibility", known ? "visible" : "hidden");
  if (!known) return;
  const whole = state.two === null;
  cursor.setAttribute("x", x + (whole ? 0 : col * step));
  cursor.setAttribute("y", y + row * step);
  cursor.setAttribute("width", whole ? names.length * step : step);
  cursor.setAttribute("height", step);
}
function cellAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.getScreenCTM().inverse());
  const { x, y, step } = data.matrix;
  const cell = [Math.floor((point.y - y) / step), Math.floor((point.x - x) / step)];
  const runs = cell.map((line) => (names[line] === undefined ? undefined : runOf.get(names[line])));
  return runs.includes(undefined) ? null : runs;
}
if (matrix) {
  matrix.addEventListener("pointermove", (event) => { const cell = cellAt(event); showTip(event, cell ? describe(...cell) : ""); });
  matrix.addEventListener("pointerleave", () => showTip(null, ""));
  matrix.addEventListener("click", (event) => {
    const label = event.target.closest("text[data-run]");
    const cell = label ? [runOf.get(names[Number(label.dataset.run)]), null] : cellAt(event);
    if (cell) select(cell[0], cell[0] === cell[1] ? null : cell[1]);
  });
}

/* ---- tips and clicks of the other pictures ---- */
for (const picture of all("#map svg, #flow svg")) {
  all("title", picture).forEach((title) => {
    if (title.parentNode !== picture) { title.parentNode.dataset.tip = title.textContent; title.remove(); }
  });
  picture.addEventListener("pointermove", (event) => showTip(event, event.target.dataset ? event.target.dataset.tip : ""));
  picture.addEventListener("pointerleave", () => showTip(null, ""));
}
const map = find("#map svg");
if (map) map.addEventListener("click", (event) => {
  const mark = event.target.closest("[data-run]");
  if (mark) select(runOf.get(data.map[Number(mark.dataset.run)]), null);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.one !== null) select(null, null); });

const links = {
  select: (picks) => select(picks[0], null),
  picked: (picks) => picks[0] !== null && (picks[0] === state.one || picks[0] === state.two),
  accepts: () => true,
};
const tables = all("table[data-rows]").map((root) => new Rows(root, data.tables[root.dataset.rows], links));
ready();
})();
