"use strict";
// The distances of all states, computed while the page answers, against a search forward.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, drawn, levelsFrom, ring, rowOf, swaps} = require("./puzzles.js");
const {distancesOf, shortestFrom} = require(`${PAGE}distances.js`);

const known = (row, puzzle) => new Promise(resolve => {
  const distances = distancesOf(row, puzzle, [0, 1, 2]);
  distances.ready(() => resolve(distances));
});

for (const puzzle of [board, ring, swaps]) {
  it(`every state of ${puzzle.name} has the distance that a search from it finds`, async () => {
    const row = rowOf(puzzle), distances = await known(row, puzzle);
    const goal = puzzle.goals[0] ?? [0, 1, 2];
    for (const state of levelsFrom(row, goal).flat()) {
      const length = levelsFrom(row, state).findIndex(level => level.some(row.isGoal));
      assert.equal(distances.of(state), length);
      const steps = shortestFrom(distances, state);
      assert.deepEqual([steps.length - 1, row.isGoal(steps.at(-1).state), steps[0]], [length, true, {state}]);
    }
    assert.equal(distances.best(goal), undefined);
  });
}

it("a state that leads to no goal is a dead end, and one that the start does not lead to is not known", async () => {
  const lost = {...swaps, rules: {...swaps.rules, operators: [[0, [0, 0, 1, 1], [0, 1, 1, 0]]], conditions: [[0, 0]]}};
  const distances = await known(rowOf(lost), lost);
  assert.deepEqual([distances.of([0, 1, 2]), distances.of([1, 0, 2]), distances.of([2, 1, 0])], [0, null, null]);
  assert.deepEqual([[1, 0, 2], [2, 1, 0]].map(distances.unknown),
    ["A dead end: no goal can be reached from here.", "The true distance is not known: the start does not lead here."]);
});

it("a way is searched for from any state", async () => {
  const distances = await known(rowOf(swaps), swaps);
  const found = await new Promise(resolve => { distances.seek([2, 1, 0], resolve); });
  assert.deepEqual([found.move.name, found.length], ["swap(0)", 3]);
  const none = {...swaps, rules: {...swaps.rules, conditions: []}};
  assert.equal(await new Promise(resolve => { distancesOf(rowOf(none), none, [0, 1, 2]).seek([0, 1, 2], resolve); }), "dead end");
});

it("distances are not known before they are computed, nor of states that cannot reach a goal", async () => {
  const row = rowOf(board), early = distancesOf(row, board);
  assert.deepEqual([early.of([1, 2, 3, 0]), early.best([1, 2, 3, 0])], [null, undefined]);
  early.stop();
  const distances = await known(row, board);
  assert.deepEqual([distances.of([2, 1, 3, 0]), distances.best([2, 1, 3, 0])], [null, undefined]);
});

it("a puzzle that is large, or cannot be played, has none", async () => {
  for (const puzzle of [{...board, few: false}, drawn]) {
    const distances = await known(rowOf(puzzle), puzzle);
    assert.deepEqual([distances.few, distances.of(puzzle.goals[0]), distances.best(puzzle.goals[0])], [false, null, undefined]);
  }
});
