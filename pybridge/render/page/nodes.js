// @ts-check
"use strict";
// The nodes of a tree by their numbers: how they hang together, and the path to each.

const {stepsOf} = require("./domains.js");

/** @import {Links, Move, Row, State, Step, Tree} from "./types" */

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

/** How a node ended, as the class of its line. @type {(tree: Tree, number: number) => string} */
const kindOf = ({end, ends, folded}, number) =>
  (ends[end[number]] === "goal" ? "good" : end[number] ? "stopped" : folded[number] ? "now" : "quiet");

module.exports = {linked, pathTo, kindOf};
