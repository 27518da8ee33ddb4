/* Adds selection, sorting, search and elements to a page that is complete without them. */
(async () => {
"use strict";
const { block, load, integers, ready, find, all, integer, percent, element, short, Rows, showTip } = clusterdiff;
const data = await load("data");
const state = { a: null, b: null };
const names = { a: data.a.names, b: data.b.names };
const sizes = { a: data.a.sizes, b: data.b.sizes };
const cells = data.cells;

/* The table of overlaps is made from the cells, which are in order of size. */
function overlapRows() {
  const picks = cells.row.map((row, place) => [row, cells.col[place]]);
  const rows = cells.count.map((count, place) => {
    const [a, b] = picks[place];
    return [names.a[a], names.b[b], count, count / sizes.a[a], count / sizes.b[b]];
  });
  return { kinds: ["name", "name", "int", "share", "share"], rows, picks };
}

/* ---- selection: some clusters of each side, null for all ---- */
const wanted = (pick) => (pick === null || pick.length === 0 ? null : [].concat(pick));
const has = (chosen, cluster) => chosen === null || chosen.includes(cluster);
const same = (a, b) => JSON.stringify([state.a, state.b]) === JSON.stringify([a, b]);

function shared(a, b) {
  let count = 0;
  for (let k = 0; k < cells.count.length; k++) if (has(a, cells.row[k]) && has(b, cells.col[k])) count += cells.count[k];
  return count;
}

function total(a, b) {
  if (a !== null && b !== null) return shared(a, b);
  const side = a !== null ? "a" : "b";
  return (a || b).reduce((sum, k) => sum + sizes[side][k], 0);
}

function describe(a, b) {
  const title = (side, chosen) => `${short(data[side].title, 50)}: ` +
    chosen.slice(0, 4).map((number) => short(names[side][number], 120)).join(", ") +
    (chosen.length > 4 ? ` and ${integer(chosen.length - 4)} more` : "");
  if (a !== null && b !== null) {
    const count = shared(a, b), one = a.length === 1 && b.length === 1;
    return `${title("a", a)} → ${title("b", b)}: ${integer(count)} of the elements` + (one ?
      `, ${percent(count, sizes.a[a[0]])} of the first and ${percent(count, sizes.b[b[0]])} of the second cluster` : "");
  }
  return `${a !== null ? title("a", a) : title("b", b)}: ${integer(total(a, b))} elements`;
}

function select(first, second) {
  let a = wanted(first), b = wanted(second);
  if (same(a, b)) { a = null; b = null; }
  state.a = a; state.b = b;
  const chosen = a !== null || b !== null;
  all("svg [data-a], svg [data-b]").forEach((mark) => {
    const differs = (side, from) => mark.dataset[side] !== undefined && !has(from, Number(mark.dataset[side]));
    const lacks = mark.classList.contains("link") &&
      ((a !== null && mark.dataset.a === undefined) || (b !== null && mark.dataset.b === undefined));
    const out = chosen && (differs("a", a) || differs("b", b) || lacks);
    mark.classList.toggle("dim", out);
    mark.classList.toggle("lit", chosen && !out);
  });
  all("button.pick[aria-pressed]").forEach((button) => button.setAttribute("aria-pressed", String(chosen && same(...JSON.parse(button.parentNode.dataset.pick).map(wanted)))));
  showCursor(a, b);
  tables.forEach((table) => table.render());
  const panel = find("#selection");
  panel.hidden = !chosen;
  if (!chosen) return;
  const buttons = [element("button", { type: "button", on: { click: () => select(null, null) } }, "Clear")];
  if (block("codes")) buttons.unshift(element("button", { type: "button", on: { click: listElements } }, "Show elements"));
  if (find("#overlaps")) buttons.unshift(element("button", { type: "button", on: { click: () => find("#overlaps").scrollIntoView() } }, "Show overlaps"));
  panel.replaceChildren(element("p", { role: "status" }, describe(a, b)), ...buttons);
}

/* ---- heatmap: cells are found from the position of the pointer ---- */
const heat = find("#heatmap svg");
function showCursor(a, b) {
  if (!heat) return;
  const cursor = find(".cursor", heat);
  const place = (lines, chosen) => (chosen !== null && chosen.length === 1 ? lines.indexOf(chosen[0]) : -1);
  const row = place(data.heat.rows, a), col = place(data.heat.cols, b);
  const { x, y, step, height, width } = data.heat;
  const known = (a === null || row >= 0) && (b === null || col >= 0) && (a !== null || b !== null);
  cursor.setAttribute("visibility", known ? "visible" : "hidden");
  if (!known) return;
  cursor.setAttribute("x", x + (b === null ? 0 : col * step));
  cursor.setAttribute("y", y + (a === null ? 0 : row * step));
  cursor.setAttribute("width", b === null ? width * step : step);
  cursor.setAttribute("height", a === null ? height * step : step);
}
function heatCell(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(heat.getScreenCTM().inverse());
  const { x, y, step, rows, cols } = data.heat;
  const row = Math.floor((point.y - y) / step), col = Math.floor((point.x - x) / step);
  const a = rows[row], b = cols[col];
  return a === undefined || b === undefined || a < 0 || b < 0 ? null : [[a], [b]];
}

/* ---- pictures: tips and clicks ---- */
const pickOf = (mark) => ["a", "b"].map((side) => (mark.dataset[side] === undefined ? null : [Number(mark.dataset[side])]));
const flow = find("#flow svg");
function flowTip(mark) {
  if (mark.dataset.tip) return mark.dataset.tip;
  const pick = pickOf(mark);
  return mark.matches("path, rect") && pick.some((side) => side !== null) ? describe(...pick) : "";
}
if (flow) {
  all("title", flow).forEach((title) => { if (title.parentNode !== flow) { title.parentNode.dataset.tip = title.textContent; title.remove(); } });
  flow.addEventListener("pointermove", (event) => showTip(event, flowTip(event.target)));
  flow.addEventListener("pointerleave", () => showTip(null, ""));
  flow.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-a], [data-b]");
    if (mark) select(...pickOf(mark));
  });
}
if (heat) {
  heat.addEventListener("pointermove", (event) => { const cell = heatCell(event); showTip(event, cell ? describe(...cell) : ""); });
  heat.addEventListener("pointerleave", () => showTip(null, ""));
  heat.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-a], [data-b]"), cell = mark ? pickOf(mark) : heatCell(event);
    if (cell) select(...cell);
  });
}
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && (state.a !== null || state.b !== null)) select(null, null); });

/* ---- elements: decoded when they are first asked for ---- */
const LISTED = 500;
let decoded = null;
async function elements() {
  if (decoded) return decoded;
  const codes = await integers("codes"); /* the overlap of each element */
  const places = block("steps") ? await integers("steps") : null; /* from each element to the next one */
  for (let k = 1; places && k < places.length; k++) places[k] += places[k - 1];
  decoded = { codes, places, ids: block("ids") ? await load("ids") : null };
  return decoded;
}
async function listElements() {
  const section = find("#elements");
  const list = find("ul.ids", section), status = find("output", section);
  status.textContent = "Reading …";
  section.scrollIntoView();
  const { codes, ids, places } = await elements();
  const inside = cells.count.map((_, k) => has(state.a, cells.row[k]) && has(state.b, cells.col[k]));
  const found = [];
  for (let k = 0; k < codes.length; k++) if (inside[codes[k]]) found.push(k);
  const name = (k) => (ids ? ids[k] : String(places ? places[k] : k));
  list.replaceChildren(...found.slice(0, LISTED).map((k) => element("li", {}, name(k))));
  const cut = found.length > LISTED ? `, the first ${LISTED} are listed` : "";
  const whole = total(state.a, state.b), of = found.length < whole ? ` of ${integer(whole)}` : "";
  status.textContent = `${describe(state.a, state.b)}. ${integer(found.length)}${of} elements in this page${cut}.`;
  const save = find("button.save", section);
  save.hidden = found.length === 0;
  save.onclick = () => {
    const quoted = (text) => '"' + String(text).replaceAll('"', '""') + '"';
    const lines = found.map((k) => [name(k), names.a[cells.row[codes[k]]], names.b[cells.col[codes[k]]]].map(quoted).join(","));
    const file = new Blob([["element,a,b", ...lines].join("\r\n") + "\r\n"], { type: "text/csv" });
    const link = element("a", { href: URL.createObjectURL(file), download: "elements.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
}

const links = {
  select: (picks) => select(...picks),
  picked: (picks) => (state.a !== null || state.b !== null) && same(...picks.map(wanted)),
  accepts: (key, picks) => key !== "overlaps" || (has(state.a, picks[0]) && has(state.b, picks[1])),
};
all(".cut").forEach((text) => {
  const picks = JSON.parse(text.dataset.pick);
  const show = () => { select(...picks); if (state.a !== null || state.b !== null) find("#flow").scrollIntoView({ block: "nearest" }); };
  const button = element("button", { type: "button", class: "pick", "aria-pressed": "false", on: { click: show } }, ...text.childNodes);
  text.append(button);
});
const rowsOf = (key) => (key === "overlaps" ? overlapRows() : data.tables[key]);
const tables = all("table[data-rows]").map((root) => new Rows(root, rowsOf(root.dataset.rows), links));
ready();
})();
