// @ts-check
"use strict";
// The search, node by node in visiting order: steps, a slider and a clock go through the nodes of one iteration. The drawing, the
// outline and the explanation show the same node.

const {make} = require("./dom.js");
const {explained} = require("./explained.js");
const {icicleOf} = require("./icicle.js");
const {linked, orderOf, visitedBefore} = require("./nodes.js");
const {count, several, sum} = require("./numbers.js");
const {stepsThrough} = require("./steps.js");
const {outlineOf} = require("./tree.js");

/** @import {Context, Tree} from "./types" */

/**
 * The nodes of a tree, as elements; `passed` gets each node that is shown, and `reach` shows the first one at a depth.
 * @type {(context: Context, tree: Tree, passed: (number: number) => void) => {elements: Element[], reach: (depth: number) => void}}
 */
function replayOf(context, tree, passed) {
  if (!tree.g.length) return {elements: [], reach: () => {}};
  const links = linked(tree.g), before = visitedBefore(tree, links), order = orderOf(tree, before);
  const what = `Nodes of ${tree.span || "the search"}`;
  const node = make("div", {class: "node", "aria-live": "polite"});
  const outline = outlineOf(context, tree, links, what, number => steps.show(order.steps[number]));
  const picture = icicleOf(tree, links, before, order, `${what} by depth, in visiting order, as in the list below`, (number, isLifted) => {
    steps.pause();
    if (number !== current()) steps.show(order.steps[number]);
    if (isLifted) outline.select(number);
  });
  const place = () => `Node ${count(order.numbers[order.steps[current()]])} of ${count(tree.visited)} in visiting order`;
  const steps = stepsThrough(order.nodes.length - 1, {noun: "node", group: "Nodes in visiting order", action: "Play the search", spoken: node,
    move, explain, settle: () => outline.select(current()), place});
  const current = () => order.nodes[steps.current()];

  /** @type {(step: number) => void} */
  function move(step) {
    picture.show(step);
    passed(order.nodes[step]);
  }

  /** Explain the current node; what the reader opened stays open. */
  function explain() {
    const isOpen = node.querySelector("details")?.open === true;
    node.replaceChildren(make("p", {class: "what"}, place()), ...explained(context, tree, links, current(), order));
    node.querySelector("details")?.toggleAttribute("open", isOpen);
  }

  steps.show(0);
  const legend = [["kept", "kept"], ["cut", "cut"], ["goal", "goal"], ["path", "path to the node shown"], ["current", "the node shown"]];
  return {
    elements: [...steps.elements, picture.element,
      make("p", {class: "legend"}, ...legend.flatMap(([kind, told]) => [make("span", {class: kind}), ` ${told}  `])),
      make("div", {class: "explorer"}, node, outline.element), ...left(tree)],
    reach(depth) {
      const step = order.nodes.findIndex(number => tree.g[number] === depth);
      if (step >= 0 && tree.g[current()] !== depth) steps.go(step);
    },
  };
}

/** What of a tree is not on the page. @type {(tree: Tree) => Element[]} */
function left({folded, visited, knows}) {
  const hidden = sum(folded), note = `${count(hidden)} of ${several(visited, "node")} ${knows ? "come later" : "are deeper"} than this page goes. `
    + "To see more, make a page with pybridge trace --most N --html FILE; N is the most nodes that it holds.";
  return hidden ? [make("p", {class: "quiet"}, note)] : [];
}

module.exports = {replayOf};
