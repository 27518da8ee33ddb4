/* What all pages share: tables that can be sorted and searched, and tips. */
const clusterdiff = (() => {
"use strict";
const find = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const integer = (value) => value.toLocaleString("en-US");
const percent = (part, whole) => {
  const tenths = whole ? Math.round((1000 * part) / whole) : 0;
  if (tenths === 0 && part > 0) return "<0.1 %";
  return tenths === 1000 && part < whole ? ">99.9 %" : tenths / 10 + " %";
};
const FIRST = 10, PAGE = 1000; /* rows at first, and rows that follow */

/* ---- data: compressed, decoded when they are needed ---- */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
const block = (key) => document.getElementById(key + "-block");
const load = async (key) => JSON.parse(new TextDecoder().decode(await unpacked(block(key).textContent)));
async function integers(key) {
  const planes = await unpacked(block(key).textContent); /* first all lowest bytes */
  const width = Number(block(key).dataset.bytes), values = new Float64Array(planes.length / width);
  for (let k = 0, plane = 0; plane < width; plane++)
    for (let place = 0; place < values.length; place++) values[place] += planes[k++] * 256 ** plane;
  return values;
}
const ready = () => document.documentElement.classList.add("js");

function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) {
    if (key === "class") made.className = value;
    else if (key === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/* ---- tables: sort, search, more rows ---- */
const LONGEST = 400; /* characters of a cell */
const short = (text, most = LONGEST) => {
  if (text.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return text.slice(0, most - 1 - tail).trimEnd() + "…" + text.slice(text.length - tail).trimStart();
};
const formats = {
  name: (value) => short(value), text: (value) => short(value), kind: (value) => value,
  int: integer, share: (value) => percent(value, 1),
  float: (value) => (value === null ? "" : String(Number(value.toPrecision(4)))),
};

class Rows {
  /* links: select(picks), picked(picks) and accepts(key, picks) of the page */
  constructor(root, source, links) {
    this.root = root;
    this.key = root.dataset.rows;
    this.links = links;
    this.kinds = source.kinds;
    this.rows = source.rows;
    this.picks = source.picks; /* per row: [a or null, b or null], or null */
    this.button = Math.max(0, this.kinds.indexOf("text")); /* column of the button that selects */
    this.order = this.rows.map((_, place) => place);
    this.column = null;
    this.query = "";
    this.shown = FIRST;
    this.body = find("tbody", root);
    all("thead th", root).forEach((head, column) => {
      const button = element("button", { type: "button", on: { click: () => this.sort(column) } }, head.textContent);
      head.replaceChildren(button);
    });
    this.filter = null;
    const box = find(`[data-for="${this.key}"]`); /* only where not all rows are shown at first */
    if (box) this.control(box);
    this.render();
  }
  control(box) {
    const again = () => { this.shown = FIRST; this.render(); };
    this.search = find("input", box);
    this.search.addEventListener("input", () => { this.query = this.search.value.toLowerCase(); again(); });
    this.filter = find("select", box);
    if (this.filter) this.filter.addEventListener("change", again);
    this.status = find("output", box);
    this.more = find("button.more", box);
    this.more.addEventListener("click", () => { this.shown += PAGE; this.render(); });
  }
  sort(column) {
    const heads = all("thead th", this.root);
    const numeric = ["int", "share", "float"].includes(this.kinds[column]);
    const before = heads[column].getAttribute("aria-sort");
    const first = numeric ? "descending" : "ascending";
    const other = numeric ? "ascending" : "descending";
    const now = before === first ? other : first;
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", now);
    const sign = now === "ascending" ? 1 : -1;
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const value = (place) => this.rows[place][column];
    this.order.sort((x, y) => sign * (numeric ? value(x) - value(y) : compare(value(x), value(y))) || x - y);
    this.render();
  }
  matches(place) {
    if (this.filter && this.filter.value && !this.rows[place].includes(this.filter.value)) return false;
    if (!this.links.accepts(this.key, this.picks ? this.picks[place] : null)) return false;
    if (!this.query) return true;
    return this.rows[place].some((value) => typeof value === "string" && value.toLowerCase().includes(this.query));
  }
  render() {
    const matching = this.order.filter((place) => this.matches(place));
    const first = (place) => Boolean(this.picks && this.picks[place] && this.links.picked(this.picks[place]));
    const found = [...matching.filter(first), ...matching.filter((place) => !first(place))]; /* what is selected is seen */
    const shown = found.slice(0, this.shown);
    this.body.replaceChildren(...shown.map((place) => this.line(place)));
    if (!this.status) return;
    const cut = shown.length < found.length;
    this.status.textContent = `${integer(shown.length)} of ${integer(found.length)} rows` +
      (found.length < this.rows.length ? ` (${integer(this.rows.length)} in all)` : "");
    this.more.hidden = !cut;
    this.more.textContent = found.length - shown.length > PAGE ? `Show ${integer(PAGE)} more` : "Show all";
  }
  line(place) {
    const picks = this.picks ? this.picks[place] : null;
    const line = element("tr");
    if (picks && this.links.picked(picks)) line.className = "picked";
    this.rows[place].forEach((value, column) => {
      const kind = this.kinds[column];
      const text = formats[kind](value);
      const numeric = ["int", "share", "float"].includes(kind);
      const cell = element("td", { class: numeric ? "num" : kind });
      if (column === this.button && picks) {
        cell.append(element("button", { type: "button", class: "pick", on: { click: () => this.links.select(picks) } }, text));
      } else if (kind === "kind" && text) cell.append(element("span", { class: "kind" }, text));
      else cell.append(text);
      line.append(cell);
    });
    return line;
  }
}

/* ---- tips ---- */
const tip = find("#tip");
function showTip(event, text) {
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8);
  const low = event.clientY + 18 + tip.offsetHeight > window.innerHeight;
  tip.style.setProperty("left", left + "px");
  tip.style.setProperty("top", (low ? event.clientY - tip.offsetHeight - 10 : event.clientY + 18) + "px");
}
return { block, load, integers, ready, find, all, integer, percent, element, short, Rows, showTip };
})();
