// @ts-check
"use strict";
// The nodes of a tree by their numbers: how they hang together, and the path to each.

const {stepsOf} = require("./domains.js");

/** @import {Links, Move, Order, Row, State, Step, Tree} from "./types" */

/** The parent, first child and next sibling of each node, from their depths in visiting order. @type {(depths: number[]) => Links} */
function linked(depths) {
  const [parent, first, next] = [0, 0, 0].map(() => new Int32Array(depths.length).fill(-1));
  /** @type {number[]} */
  const last = [];
  depths.forEach((depth, number) => {
    last.length = Math.min(last.length, depth + 1); // nodes that are deeper have no more siblings
    if (depth > 0) {
      parent[number] = last[depth - 1];
      if (last.length > depth) next[last[depth]] = number;
      else first[parent[number]] = number;
    }
    last[depth] = number;
  });
  return {parent, first, next};
}

/**
 * The node on the line after a node's, where nodes that are not open hide what is below them; -1 for none.
 * @type {(links: Links, isOpen: (number: number) => boolean, number: number) => number}
 */
function lineAfter({parent, first, next}, isOpen, number) {
  if (isOpen(number)) return first[number];
  let above = number;
  while (above >= 0 && next[above] < 0) above = parent[above];
  return above < 0 ? -1 : next[above];
}

/**
 * How many nodes the search visited before each one, those that are not on the page included: these lie before the nodes
 * below the same parent that are on it, as only the last path of a search goes deeper than the page.
 * @type {(tree: Tree, links: Links) => Int32Array}
 */
function visitedBefore({below, folded}, {parent}) {
  const before = new Int32Array(below.length), next = new Int32Array(below.length);
  below.forEach((inside, number) => {
    if (number) {
      before[number] = next[parent[number]];
      next[parent[number]] += inside + 1;
    }
    next[number] = before[number] + 1 + folded[number];
  });
  return before;
}

/**
 * The nodes in visiting order. A search that knows states again may find out last that a state is a goal, and so ends with it.
 * @type {(tree: Tree, before: Int32Array) => Order}
 */
function orderOf({g, number, end, ends, visited}, before) {
  const place = number ?? Array.from(before, each => each + 1), all = [...g.keys()].sort((one, other) => place[one] - place[other]);
  const goal = ends.indexOf("goal"), last = goal < 0 ? -1 : end.indexOf(goal), isLate = last >= 0 && place[last] !== visited;
  const nodes = Int32Array.from(isLate ? [...all, last] : all), numbers = nodes.map(each => place[each]);
  if (isLate) numbers[numbers.length - 1] = visited;
  const steps = new Int32Array(g.length);
  all.forEach((each, step) => { steps[each] = step; });
  return {nodes, numbers, steps};
}

/** The steps from the start to a node. @type {(start: State, row: Row, tree: Tree, links: Links, number: number) => Step[]} */
function pathTo(start, row, tree, {parent}, number) {
  /** @type {Move[]} */
  const moves = [];
  /** @type {State[]} */
  const states = [];
  for (let each = number; parent[each] >= 0; each = parent[each]) {
    moves.unshift(tree.moves[tree.move[each]]);
    if (tree.state) states.unshift(tree.state[each]);
  }
  return stepsOf(row, start, moves, tree.state && [start, ...states]);
}

/** Whether the search cut a node that ended so; it may only have been over before. @type {(end: string) => boolean} */
const isCut = end => !["", "goal", "not expanded"].includes(end);

/** How a node ended, as the class of its line. @type {(tree: Tree, number: number) => string} */
const kindOf = ({end, ends, folded}, number) =>
  (ends[end[number]] === "goal" ? "good" : isCut(ends[end[number]]) ? "stopped" : folded[number] ? "now" : "quiet");

module.exports = {linked, lineAfter, visitedBefore, orderOf, pathTo, isCut, kindOf};
