// @ts-check
"use strict";
// Why the search kept or cut a node.

const {smallBoard} = require("./board.js");
const {boundOf} = require("./bound.js");
const {button, details, make} = require("./dom.js");
const {kindOf, pathTo} = require("./nodes.js");
const {count, several, text, told} = require("./numbers.js");

/** @import {Context, Data, Links, Tree} from "./types" */

/**
 * Why the search kept or cut a node: its board, the parts of h, and the verdict.
 * @type {(context: Context, tree: Tree, links: Links, number: number) => Element[]}
 */
function explained({data: {words}, part, row, player}, tree, links, number) {
  const steps = pathTo(part.start.state, row, tree, links, number), {state} = steps[steps.length - 1];
  const g = tree.g[number], h = tree.h?.[number] ?? null, note = tree.notes[tree.note[number]], folded = tree.folded[number];
  const known = h === null ? null : boundOf(row, state), bound = known?.h === h ? known : null;
  const path = steps.slice(1).map(({move = []}) => row.nameOf(move)).join(" ");
  return [smallBoard(row, state), make("p", {class: "path"}, path ? `${several(g, "move")}: ${path}` : "The start"),
    sums(words, g, h, bound ? `${bound.sum} = ` : ""),
    ...(bound ? [opening(`h, ${bound.by}`, bound.table)] : []),
    ...(h !== null && tree.ends[tree.end[number]] !== "goal" ? [verdict(words, g + h, tree.threshold)] : []),
    ...(note && !folded ? [make("p", {class: kindOf(tree, number)}, note)] : []),
    make("p", {class: "quiet"}, `${several(tree.below[number], "node")} below${folded ? `, ${count(folded)} of them not on this page` : ""}`),
    button("Show on the board", () => {
      player.load(steps, `A node of threshold ${tree.threshold}, after ${several(g, "move")}`, {at: steps.length - 1});
      player.element.scrollIntoView({block: "start"});
    })];
}

/** A part that is made when it opens first. @type {(title: string, made: () => Element) => Element} */
function opening(title, made) {
  const element = details(title);
  element.addEventListener("toggle", () => element.append(made()), {once: true});
  return element;
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

module.exports = {explained};
