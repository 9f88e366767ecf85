"use strict";
// Trees as columns of nodes: who is whose child, and the path to each node.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, drawn, rowOf} = require("./puzzles.js");
const {kindOf, linked, pathTo} = require(`${PAGE}nodes.js`);

/** Depths of a tree of so many nodes, in visiting order; from a small generator, so that each run has the same. */
function depthsOf(size, seed) {
  const depths = [0];
  for (let number = 1, random = seed; number < size; number += 1) {
    random = (random * 1103515245 + 12345) % 2147483648;
    depths.push(1 + Math.floor(random / 65536) % (depths.at(-1) + 1));
  }
  return depths;
}

const childrenOf = ({first, next}, number) => {
  const found = [];
  for (let child = first[number]; child >= 0; child = next[child]) found.push(child);
  return found;
};

it("links nodes as their depths say", () => {
  const links = linked([0, 1, 2, 2, 1, 2, 3]);
  assert.deepEqual([...links.parent], [-1, 0, 1, 1, 0, 4, 5]);
  assert.deepEqual([0, 1, 2, 4, 5].map(number => childrenOf(links, number)), [[1, 4], [2, 3], [], [5], [6]]);
});

it("links the nodes of any tree", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const depths = depthsOf(60, seed), links = linked(depths);
    depths.forEach((depth, number) => {
      const above = depths.slice(0, number).lastIndexOf(depth - 1); // the last one visited that is less deep by one
      assert.equal(links.parent[number], above);
      const children = depths.flatMap((_, other) => (links.parent[other] === number ? [other] : []));
      assert.deepEqual(childrenOf(links, number), children);
    });
  }
});

it("goes to a node by its moves", () => {
  const row = rowOf(board), [down, right] = row.moves([1, 2, 3, 0]).map(each => each.move);
  const tree = {g: [0, 1, 1], move: [-1, 0, 1], moves: [down, right]};
  assert.deepEqual(pathTo([1, 2, 3, 0], row, tree, linked(tree.g), 2), [{state: [1, 2, 3, 0]}, {state: [1, 2, 0, 3], move: right}]);
  assert.deepEqual(pathTo([1, 2, 3, 0], row, tree, linked(tree.g), 0), [{state: [1, 2, 3, 0]}]);
});

it("goes to a node through the states of a puzzle that the page cannot play", () => {
  const up = ["it", 3, 4], down = ["it", 4, 3], tree = {g: [0, 1, 2, 1], move: [-1, 0, 1, 0], moves: [up, down], state: [[3], [4], [3], [4]]};
  assert.deepEqual(pathTo([3], rowOf(drawn), tree, linked(tree.g), 2), [{state: [3]}, {state: [4], move: up}, {state: [3], move: down}]);
});

it("tells how a node ended", () => {
  const tree = {end: [0, 1, 2, 0], ends: ["", "limit reached", "goal"], folded: [0, 0, 0, 5]};
  assert.deepEqual([0, 1, 2, 3].map(number => kindOf(tree, number)), ["quiet", "stopped", "good", "now"]);
});
