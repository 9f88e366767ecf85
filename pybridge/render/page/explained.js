// @ts-check
"use strict";
// Why the search kept or cut a node.

const {smallBoard} = require("./board.js");
const {boundOf} = require("./bound.js");
const {button, details, make} = require("./dom.js");
const {isCut, kindOf, pathTo} = require("./nodes.js");
const {count, several, text, told} = require("./numbers.js");

/** @import {Context, Data, Links, Order, Tree} from "./types" */

/**
 * Why the search kept or cut a node: its board, the parts of h, and the verdict.
 * @type {(context: Context, tree: Tree, links: Links, number: number, order: Order) => Element[]}
 */
function explained({data, part, row, player}, tree, links, number, order) {
  const words = wordsOf(data.words, tree);
  const steps = pathTo(part.start.state, row, tree, links, number), {state} = steps[steps.length - 1];
  const g = tree.g[number], h = tree.h?.[number] ?? null, folded = tree.folded[number];
  const known = h === null ? null : boundOf(row, state), bound = known?.h === h ? known : null;
  const path = steps.slice(1).map(({move = []}) => row.nameOf(move)).join(" ");
  return [smallBoard(row, state), make("p", {class: "path"}, path ? `${several(g, "move")}: ${path}` : "The start"),
    sums(words, g, h, bound ? `${bound.sum} = ` : ""),
    ...(bound ? [opening(`h, ${bound.by}`, bound.table)] : []),
    ...verdict(words, tree, number), make("p", {class: "quiet"}, memory(tree, number, order.numbers[order.steps[number]])),
    make("p", {class: "quiet"}, `${several(tree.below[number], "node")} below${folded ? `, ${count(folded)} of them not on this page` : ""}`),
    button("Show on the board", () => {
      player.load(steps, `A node of ${tree.span || "the search"}, after ${several(g, "move")}`, {at: steps.length - 1});
      player.element.scrollIntoView({block: "start"});
    })];
}

/** A part that is made when it opens first. @type {(title: string, made: () => Element) => Element} */
function opening(title, made) {
  const element = details(title);
  element.addEventListener("toggle", () => element.append(made()), {once: true});
  return element;
}

/** The words, if h is a lower bound and if it is not. @type {(words: Data["words"], tree: Tree) => Data["words"]} */
const wordsOf = (words, {bounded}) => (bounded ? words : {...words, ...words.guess});

/** What g, h and f are, and what they mean. @type {(words: Data["words"], g: number, h: number | null, sum: string) => Element} */
function sums(words, g, h, sum) {
  /** @type {[name: string, sum: string, value: number, meaning: string][]} */
  const lines = [["g", "", g, words.g]];
  if (h !== null) lines.push(["h", sum, h, words.h], ["f", `${g} + ${h} = `, g + h, words.f]);
  return make("dl", {class: "sums"}, ...lines.flatMap(([name, sum, value, meaning]) =>
    [make("dt", {}, name), make("dd", {}, sum, make("b", {}, text(value)), make("span", {class: "quiet"}, ` ${meaning}`))]));
}

/** Whether the search continued below a node, and why. @type {(words: Data["words"], tree: Tree, number: number) => Element[]} */
function verdict(words, tree, number) {
  const {kept, cut} = wordsOf(words, tree);
  const {threshold} = tree, end = tree.ends[tree.end[number]], h = tree.h?.[number] ?? null, f = tree.g[number] + (h ?? 0);
  const note = tree.folded[number] ? "" : tree.notes[tree.note[number]], noted = note ? [make("p", {class: kindOf(tree, number)}, note)] : [];
  if (end === "goal" || (h === null && !tree.knows)) return noted;
  if (tree.knows) return [make("p", {class: isCut(end) ? "stopped" : "good"}, isCut(end) ? words.seen : words.fresh), ...noted];
  return [make("p", {class: f > threshold ? "stopped" : "good"},
    told(f > threshold ? cut : kept, {f, threshold, moves: several(threshold, "move")})), ...noted];
}

/** How many states the search holds at a node. @type {(tree: Tree, number: number) => number} */
const held = ({knows, states, g}, number) => (knows ? states?.[number] ?? 0 : g[number] + 1);

/** Which states those are. @type {(tree: Tree) => string} */
const heldOf = ({knows, pruning}) =>
  (knows ? "all that were reached" : `those on the path${pruning === "transposition" ? ", besides those searched without success" : ""}`);

/** What the search keeps in memory at a node, and how often it came to a state again. @type {(tree: Tree, number: number, visited: number) => string} */
function memory(tree, number, visited) {
  const states = tree.states?.[number], again = typeof states === "number" ? `; ${count(visited - states)} of ${several(visited, "node")} so far `
    + "led to a state again" : "";
  return `In memory: ${several(held(tree, number), "state")}, ${heldOf(tree)}${again}`;
}

module.exports = {explained, held, heldOf, verdict};
