"use strict";
// Trees as columns of nodes: who is whose child, and the path to each node.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, drawn, rowOf} = require("./puzzles.js");
const {kindOf, lineAfter, linked, orderOf, pathTo, visitedBefore} = require(`${PAGE}nodes.js`);

/** Depths of a tree of this many nodes, in visiting order; from a small generator, so that each run has the same. */
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

it("says how a node ended", () => {
  const tree = {end: [0, 1, 2, 0], ends: ["", "limit reached", "goal"], folded: [0, 0, 0, 5]};
  assert.deepEqual([0, 1, 2, 3].map(number => kindOf(tree, number)), ["quiet", "stopped", "good", "now"]);
});

it("finds the line after a line, whatever is open", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const links = linked(depthsOf(60, seed)), isOpen = number => links.first[number] >= 0 && number * seed % 3 !== 1;
    const linesFrom = number => [number, ...(isOpen(number) ? childrenOf(links, number).flatMap(linesFrom) : [])];
    const lines = linesFrom(0);
    lines.forEach((number, at) => assert.equal(lineAfter(links, isOpen, number), lines[at + 1] ?? -1));
  }
});

it("knows how many nodes were visited before each", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const depths = depthsOf(60, seed), after = depths.map((depth, number) => depths.findIndex((other, at) => at > number && other <= depth));
    const below = after.map((end, number) => (end < 0 ? depths.length : end) - number - 1), on = depths.flatMap((depth, number) => (depth < 4 ? [number] : []));
    const tree = {below: on.map(number => below[number]), folded: on.map(number => (depths[number] === 3 ? below[number] : 0))};
    assert.deepEqual([...visitedBefore(tree, linked(on.map(number => depths[number])))], on);
  }
  const path = linked([0, 1, 2, 3]); // ten nodes before the last path, which goes to a goal
  assert.deepEqual([...visitedBefore({below: [13, 12, 1, 0], folded: [0, 10, 0, 0]}, path)], [0, 1, 12, 13]);
});

it("puts the nodes of a search that knows states again in visiting order, and ends with the goal", () => {
  const tree = {g: [0, 1, 2, 2, 1, 2], number: [1, 2, 4, 5, 3, 6], end: [0, 0, 2, 1, 0, 1], ends: ["", "already seen", "goal"], visited: 9};
  const order = orderOf(tree, visitedBefore({below: [5, 2, 0, 0, 1, 0], folded: [0, 0, 0, 0, 0, 0]}, linked(tree.g)));
  assert.deepEqual([...order.nodes], [0, 1, 4, 2, 3, 5, 2]);
  assert.deepEqual([...order.numbers], [1, 2, 3, 4, 5, 6, 9]);
  assert.deepEqual([...order.steps], [0, 1, 3, 4, 2, 5]);
});

it("keeps the nodes of other searches as they are", () => {
  const tree = {g: [0, 1, 2, 1], number: null, end: [0, 0, 1, 2], ends: ["", "cut", "goal"], visited: 4};
  const order = orderOf(tree, Int32Array.of(0, 1, 2, 3));
  assert.deepEqual([[...order.nodes], [...order.numbers], [...order.steps]], [[0, 1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3]]);
});
