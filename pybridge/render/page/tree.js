// @ts-check
"use strict";
// The nodes of one iteration as a tree that opens: a line a node, drawn only once its parent is open, so that large trees are
// quick. Arrow keys move through it. The node that is chosen is explained beside it.

const {smallBoard} = require("./board.js");
const {boundOf} = require("./bound.js");
const {button, details, make} = require("./dom.js");
const {kindOf, linked, pathTo} = require("./nodes.js");
const {count, several, sum, text, told} = require("./numbers.js");

/** @import {Context, Data, Links, Tree} from "./types" */

const MOST_OPENED = 300;

/**
 * The tree with the explanation of a node, as elements; `word` is what its program calls an iteration.
 * @type {(context: Context, tree: Tree, word: string) => Element[]}
 */
function treeOf(context, tree, word) {
  if (!tree.g.length) return [];
  const {row} = context, {g, h, moves, notes} = tree, links = linked(g);
  const list = make("ul", {role: "tree", "aria-label": `Nodes of ${word} ${tree.threshold}`, class: "tree"});
  const detail = make("div", {class: "node", "aria-live": "polite"});
  /** @type {Map<number, HTMLElement>} */
  const items = new Map();
  let current = 0;

  /** @type {(number: number) => boolean} */
  const isOpen = number => items.get(number)?.getAttribute("aria-expanded") === "true";

  /** @type {(number: number) => HTMLElement} */
  function lineOf(number) {
    const own = h?.[number] ?? null, figures = own === null ? `g = ${g[number]}` : `${g[number]} + ${own} = ${g[number] + own}`;
    return make("span", {class: "line"}, make("b", {}, tree.move[number] < 0 ? "start" : row.nameOf(moves[tree.move[number]])),
      make("span", {}, figures), make("span", {class: kindOf(tree, number)}, notes[tree.note[number]]));
  }

  /** @type {(number: number) => HTMLElement} */
  function added(number) {
    const element = make("li", {role: "treeitem", tabindex: -1, "data-node": number, "aria-level": g[number] + 1,
      "aria-expanded": links.first[number] >= 0 ? "false" : null, "aria-selected": "false"}, lineOf(number));
    items.set(number, element);
    return element;
  }

  /** @type {(number: number) => void} */
  function open(number) {
    const element = items.get(number);
    if (!element || links.first[number] < 0 || isOpen(number)) return;
    element.setAttribute("aria-expanded", "true");
    if (element.querySelector("ul")) return;
    const group = make("ul", {role: "group"});
    for (let child = links.first[number]; child >= 0; child = links.next[child]) group.append(added(child));
    element.append(group);
  }

  /** @type {(number: number) => void} */
  const close = number => { if (isOpen(number)) items.get(number)?.setAttribute("aria-expanded", "false"); };

  /** @type {(number: number) => void} */
  const toggle = number => { if (isOpen(number)) close(number); else open(number); };

  /** @type {(number: number, isChosen: boolean) => void} */
  function mark(number, isChosen) {
    items.get(number)?.setAttribute("aria-selected", String(isChosen));
    items.get(number)?.setAttribute("tabindex", isChosen ? "0" : "-1");
  }

  /** @type {(number: number, focus?: boolean) => void} */
  function choose(number, focus = true) {
    mark(current, false);
    mark(number, true);
    current = number;
    if (focus) items.get(number)?.focus();
    detail.replaceChildren(...explained(context, tree, links, number));
  }

  /** The node that can be seen so many lines further down; -1 for none. @type {(by: number) => number} */
  function neighbor(by) {
    const seen = [...list.querySelectorAll("li")].filter(each => !each.parentElement?.closest('li[aria-expanded="false"]'));
    const found = seen[seen.findIndex(each => each === items.get(current)) + by];
    return found ? numberOf(found) : -1;
  }

  /** The node that a key leads to; -1 for none. @type {Map<string, () => number>} */
  const keys = new Map([["ArrowDown", () => neighbor(1)], ["ArrowUp", () => neighbor(-1)], ["Home", () => 0],
    ["ArrowRight", () => { if (isOpen(current)) return links.first[current]; open(current); return -1; }],
    ["ArrowLeft", () => { if (!isOpen(current)) return links.parent[current]; close(current); return -1; }],
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
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    choose(item ? numberOf(item) : current);
    toggle(current);
  });

  /** Open nodes from the first one on, until many more are there. */
  function openMany() {
    const most = items.size + MOST_OPENED;
    for (let number = 0; number < g.length && items.size < most; number += 1) open(number);
  }

  function closeAll() {
    for (const number of items.keys()) close(number);
    choose(0);
  }

  list.append(added(0));
  for (let number = 0, depth = 0; number >= 0 && depth < 4; number = links.first[number], depth += 1) open(number);
  choose(0, false);
  const hidden = sum(tree.folded);
  const note = hidden ? `${several(hidden, "node")} of ${count(tree.visited)} are folded: they are deeper than this page shows.` : "";
  return [make("div", {class: "explorer"},
    make("div", {}, make("div", {class: "controls"}, button("Open more", openMany), button("Close all", closeAll)), list,
      make("p", {class: "quiet"}, note)), detail)];
}

/** @type {(item: HTMLElement) => number} */
const numberOf = item => Number(item.dataset.node);

/**
 * Why the search kept or cut a node: its board, the parts of h, and the verdict.
 * @type {(context: Context, tree: Tree, links: Links, number: number) => Element[]}
 */
function explained({data: {words}, part, row, player}, tree, links, number) {
  const steps = pathTo(part.start.state, row, tree, links, number), {state} = steps[steps.length - 1];
  const g = tree.g[number], h = tree.h?.[number] ?? null, note = tree.notes[tree.note[number]];
  const known = h === null ? null : boundOf(row, state), bound = known?.h === h ? known : null;
  return [smallBoard(row, state), sums(words, g, h, bound ? `${bound.sum} = ` : ""),
    ...(bound ? [details(`h, ${bound.by}`, bound.table())] : []),
    ...(h !== null && tree.ends[tree.end[number]] !== "goal" ? [verdict(words, g + h, tree.threshold)] : []),
    ...(note ? [make("p", {}, note)] : []),
    make("p", {class: "quiet"}, `${several(tree.below[number], "node")} below`),
    button("Show on the board", () => {
      player.load(steps, `A node of threshold ${tree.threshold}, after ${several(g, "move")}`, {at: steps.length - 1});
      player.element.scrollIntoView({block: "start"});
    })];
}

/** What g, h and f are, and what they mean. @type {(words: Data["words"], g: number, h: number | null, sum: string) => Element} */
function sums(words, g, h, sum) {
  /** @type {[name: string, sum: string, value: number, meaning: string][]} */
  const lines = [["g", "", g, words.g]];
  if (h !== null) lines.push(["h", sum, h, words.h], ["f", `${g} + ${h} = `, g + h, words.f]);
  return make("dl", {class: "sums"}, ...lines.flatMap(([name, sum, value, meaning]) =>
    [make("dt", {}, name), make("dd", {}, sum, make("b", {}, text(value)), make("span", {class: "quiet"}, ` ${meaning}`))]));
}

/** Whether the search continued below a node, and why. @type {(words: Data["words"], f: number, threshold: number) => Element} */
const verdict = (words, f, threshold) => make("p", {class: f > threshold ? "stopped" : "good"},
  told(f > threshold ? words.cut : words.kept, {f, threshold, moves: several(threshold, "move")}));

module.exports = {treeOf};
