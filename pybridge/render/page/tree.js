// @ts-check
"use strict";
// The nodes of one iteration as a tree that opens: a line a node. Only the lines in view are elements, so that large trees are
// quick. Arrow keys move through it.

const {button, heardBy, make} = require("./dom.js");
const {kindOf, lineAfter} = require("./nodes.js");
const {count} = require("./numbers.js");

/** @import {Context, Links, Tree} from "./types" */

const MARGIN = 6; // lines that are drawn above and below those in view
const OPENED = 4; // depths that are open at first
const MOST = 2000; // lines on paper
const onPrint = heardBy(() => window, "beforeprint", ".tree"), afterPrint = heardBy(() => window, "afterprint", ".tree");
const [INDENT, WIDE] = [18, 200]; // pixels that a line begins after its parent's, and room for most lines

/**
 * The outline of a tree; `chosen` gets each node that the reader chooses, and `select` shows another one.
 * @type {(context: Context, tree: Tree, links: Links, label: string, chosen: (number: number) => void) =>
 *   {element: HTMLElement, select: (number: number) => void}}
 */
function outlineOf({row}, tree, links, label, chosen) {
  const {g, h, moves, notes} = tree, {parent, first, next} = links, open = new Uint8Array(g.length);
  const lines = make("div", {role: "none"}), list = make("div", {role: "tree", tabindex: 0, "aria-label": label, class: "tree"}, lines);
  list.style.maxHeight = `calc(${1.5 * g.length}rem + 2px)`; // its lines and its border
  /** The nodes that have lines, in visiting order. */
  let seen = [0];
  /** Those that are drawn, from a place to another. @type {[number, number]} */
  let drawn = [0, 0];
  let current = 0, high = 24;
  let [top, left, height, width] = [0, 0, 0, 0]; // what is in view; kept here, as asking the list lays out the page

  /** @type {(number: number) => boolean} */
  const isOpen = number => open[number] === 1;

  /** @type {(number: number) => HTMLElement} */
  function lineOf(number) {
    const own = h?.[number] ?? null, figures = own === null ? `g = ${g[number]}` : `${g[number]} + ${own} = ${g[number] + own}`;
    return make("span", {class: "line"}, make("span", {class: "toggle"}),
      make("b", {}, tree.move[number] < 0 ? "start" : row.nameOf(moves[tree.move[number]])),
      make("span", {}, figures), make("span", {class: kindOf(tree, number)}, notes[tree.note[number]]));
  }

  /** @type {(number: number) => HTMLElement} */
  function itemOf(number) {
    const siblings = [];
    for (let each = parent[number] < 0 ? number : first[parent[number]]; each >= 0; each = next[each]) siblings.push(each);
    const item = make("div", {role: "treeitem", id: `node-${number}`, "data-node": number, "aria-level": g[number] + 1,
      "aria-setsize": siblings.length, "aria-posinset": siblings.indexOf(number) + 1,
      "aria-expanded": first[number] < 0 ? null : String(isOpen(number)), "aria-selected": String(number === current)}, lineOf(number));
    item.style.paddingLeft = `${g[number] * INDENT}px`;
    return item;
  }

  /** Draw the lines in view, unless they are drawn. @type {(isChanged?: boolean) => void} */
  function draw(isChanged = false) {
    const from = Math.floor(top / high), to = Math.min(seen.length, from + Math.ceil(height / high) + 1);
    if (!isChanged && from >= drawn[0] && to <= drawn[1]) return;
    drawn = [Math.max(0, from - MARGIN), Math.min(seen.length, to + MARGIN)];
    lines.style.paddingTop = `${drawn[0] * high}px`;
    lines.replaceChildren(...seen.slice(...drawn).map(itemOf));
    if (lines.querySelector(`#node-${current}`)) list.setAttribute("aria-activedescendant", `node-${current}`);
    else list.removeAttribute("aria-activedescendant"); // it names a line that is there
  }

  /** Draw the lines for paper, which shows them all. */
  function drawAll() {
    drawn = [0, seen.length];
    lines.replaceChildren(...seen.slice(0, MOST).map(itemOf));
    if (seen.length > MOST) lines.append(make("p", {}, `and ${count(seen.length - MOST)} more`));
  }

  /** List the lines again; if that hides the current one, the one that it is hidden in is the current one. */
  function relist() {
    seen = [];
    for (let number = 0; number >= 0; number = lineAfter(links, isOpen, number)) seen.push(number);
    for (let above = parent[current]; above >= 0; above = parent[above]) if (!isOpen(above)) current = above;
    lines.style.height = `${seen.length * high}px`;
    top = Math.max(0, Math.min(top, seen.length * high - height));
  }

  /** Select a line, and draw those around it. @type {(number: number, isChanged?: boolean) => void} */
  function show(number, isChanged = false) {
    const down = seen.indexOf(number) * high, across = g[number] * INDENT;
    if (down < top || down + high > top + height) top = list.scrollTop = Math.max(0, Math.min(down - height / 2, seen.length * high - height));
    lines.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    current = number;
    draw(isChanged);
    if (across < left || across + WIDE > left + width) left = list.scrollLeft = Math.max(0, across - width / 2);
    lines.querySelector(`#node-${number}`)?.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", `node-${number}`);
  }

  /** @type {(number: number, isChanged?: boolean) => void} */
  function choose(number, isChanged = false) {
    show(number, isChanged);
    chosen(number);
  }

  /** Open or close a node. @type {(number: number, isToOpen?: boolean) => void} */
  function toggle(number, isToOpen = !isOpen(number)) {
    if (first[number] < 0 || isOpen(number) === isToOpen) return;
    const before = current;
    open[number] = Number(isToOpen);
    relist();
    if (current === before) draw(true);
    else choose(current, true);
  }

  /** Open or close all nodes. @type {(isToOpen: boolean) => void} */
  function toggleAll(isToOpen) {
    first.forEach((child, number) => { open[number] = Number(isToOpen && child >= 0); });
    relist();
    choose(current, true);
  }

  /** Open the nodes above a node, and show it. @type {(number: number) => void} */
  function select(number) {
    let isChanged = false;
    for (let above = parent[number]; above >= 0; above = parent[above]) if (!isOpen(above)) [isChanged, open[above]] = [true, 1];
    if (isChanged) relist();
    show(number, isChanged);
  }

  /** The node of the line that is this many lines further down, if there is one. @type {(by: number) => number} */
  const further = by => seen[seen.indexOf(current) + by] ?? -1;

  /** The node that a key leads to; -1 for none. @type {Map<string, () => number>} */
  const keys = new Map([["ArrowDown", () => further(1)], ["ArrowUp", () => further(-1)], ["Home", () => 0], ["End", () => seen[seen.length - 1]],
    ["ArrowRight", () => { if (isOpen(current)) return first[current]; toggle(current, true); return -1; }],
    ["ArrowLeft", () => { if (!isOpen(current)) return parent[current]; toggle(current, false); return -1; }],
    ["Enter", () => { toggle(current); return -1; }], [" ", () => { toggle(current); return -1; }]]);

  list.addEventListener("keydown", event => {
    const to = keys.get(event.key);
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const found = to();
    if (found >= 0) choose(found);
  });
  list.addEventListener("click", event => {
    const target = event.target instanceof Element ? event.target : list, item = /** @type {HTMLElement | null} */ (target.closest("[data-node]"));
    if (!item) return;
    const number = Number(item.dataset.node);
    if (target.closest(".toggle") && first[number] >= 0) toggle(number);
    else choose(number);
  });
  list.addEventListener("scroll", () => {
    [top, left] = [list.scrollTop, list.scrollLeft];
    draw();
  });
  onPrint(list, drawAll);
  afterPrint(list, () => draw(true));
  new ResizeObserver(() => {
    if (matchMedia("print").matches) return;
    high = lines.firstElementChild?.getBoundingClientRect().height || high;
    [height, width, top, left] = [list.clientHeight, list.clientWidth, list.scrollTop, list.scrollLeft]; // it may not have been laid out
    relist();
    show(current, true);
  }).observe(list);

  for (let number = 0, depth = 0; number >= 0 && depth < OPENED; number = first[number], depth += 1) open[number] = Number(first[number] >= 0);
  relist();
  show(0, true);
  const controls = make("div", {class: "controls"}, button("Open all", () => toggleAll(true)), button("Close all", () => toggleAll(false)));
  return {element: make("div", {}, controls, list), select};
}

module.exports = {outlineOf};
