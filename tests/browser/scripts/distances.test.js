"use strict";
// The distances of all states, computed while the page answers, against a search forward.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, drawn, levelsFrom, ring, rowOf} = require("./puzzles.js");
const {distancesOf, shortestFrom} = require(`${PAGE}distances.js`);

const known = (row, puzzle) => new Promise(resolve => {
  const distances = distancesOf(row, puzzle);
  distances.ready(() => resolve(distances));
});

for (const puzzle of [board, ring]) {
  it(`every state of ${puzzle.name} has the distance that a search from it finds`, async () => {
    const row = rowOf(puzzle), distances = await known(row, puzzle);
    for (const state of levelsFrom(row, puzzle.goals[0]).flat()) {
      const length = levelsFrom(row, state).findIndex(level => level.some(row.isGoal));
      assert.equal(distances.of(state), length);
      const steps = shortestFrom(distances, state);
      assert.deepEqual([steps.length - 1, row.isGoal(steps.at(-1).state), steps[0]], [length, true, {state}]);
    }
    assert.equal(distances.best(puzzle.goals[0]), undefined);
  });
}

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
