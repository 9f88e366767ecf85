"use strict";
// The rows of the domains: how many states there are is known from elsewhere, and a move leads from one to another.

const assert = require("node:assert/strict");
const {describe, it} = require("node:test");

const {PAGE, board, blocks, drawn, levelsFrom, ring, rowOf} = require("./puzzles.js");
const {boundOf} = require(`${PAGE}bound.js`);
const {stepsOf} = require(`${PAGE}domains.js`);

const TABLE = blocks(["a", "b", "c"], [], "table");
const PLACES = blocks(["a", "b", "c"], ["x", "y", "z"], null);
const names = (row, state) => row.moves(state).map(each => each.name);

for (const [name, puzzle, counts] of [
  ["tiles on two by two cells", board, [1, 2, 2, 2, 2, 2, 1]],
  ["three blocks on a table", TABLE, [1, 6, 6]],
  ["three blocks on three places", PLACES, [60]],
  ["four pieces in a ring", ring, [24]],
]) {
  describe(name, () => {
    const row = rowOf(puzzle), levels = levelsFrom(row, puzzle.goals[0]), states = levels.flat();

    it("has all its states", () => {
      if (counts.length > 1) assert.deepEqual(levels.map(level => level.length), counts);
      assert.equal(states.length, counts.reduce((one, other) => one + other));
    });

    it("has one goal, and can be played", () => {
      assert.deepEqual(states.filter(row.isGoal), puzzle.goals);
      assert.equal(row.playable, true);
    });

    it("knows the states before a state", () => {
      const leads = new Map(states.map(state => [row.key(state), new Set(row.moves(state).map(each => row.key(each.state)))]));
      for (const state of states) {
        const before = states.filter(other => leads.get(row.key(other)).has(row.key(state))).map(row.key);
        assert.deepEqual([...new Set(row.before(state).map(row.key))].sort(), before.sort());
      }
    });

    it("draws each state with as many pieces, and none like another", () => {
      const drawings = states.map(state => JSON.stringify(row.marks(state).map(({kind, text, x, y}) => [kind, text, x, y])));
      assert.equal(new Set(drawings).size, states.length);
      assert.equal(new Set(states.map(state => row.marks(state).length)).size, 1);
      assert.equal(new Set(states.map(row.line)).size, states.length);
    });

    it("marks the pieces of a move where they are after it", () => {
      for (const {move, state} of row.moves(puzzle.goals[0])) {
        const pieces = row.marks(state).map(mark => mark.piece);
        assert.ok(row.movedTo(move).length > 0);
        for (const piece of row.movedTo(move)) assert.ok(pieces.includes(piece));
      }
    });

    it("repeats a path by its moves, and refuses a move that there is not", () => {
      const path = [{state: puzzle.goals[0]}];
      for (let number = 0; number < 5; number += 1) {
        const moves = row.moves(path.at(-1).state), {move, state} = moves[number % moves.length];
        path.push({state, move});
      }
      assert.deepEqual(stepsOf(row, path[0].state, path.slice(1).map(each => each.move)), path);
      assert.throws(() => stepsOf(row, path[0].state, [["no such", "move"]]), /no move/);
    });
  });
}

it("tiles move toward the blank, by the arrow of that direction", () => {
  const row = rowOf(board), [left, right] = row.moves([1, 2, 3, 0]);
  assert.deepEqual([left.told, left.key, left.sign, left.state], ["tile 2 down", "ArrowDown", "↓", [1, 0, 3, 2]]);
  assert.deepEqual([right.told, right.key, right.sign, right.state], ["tile 3 right", "ArrowRight", "→", [1, 2, 0, 3]]);
  assert.equal(row.arrows, "move tiles");
  assert.equal(row.line([1, 0, 3, 2]), "1 . / 3 2");
});

it("a tile that comes from the other side of the board has no arrow", () => {
  const rules = {...board.rules, places: [[0.5, 0.5], [3.5, 0.5], [0.5, 1.5], [3.5, 1.5]]};
  assert.deepEqual(rowOf({...board, rules}).moves([1, 2, 3, 0]).map(each => [each.told, each.key]), [["tile 2 down", "ArrowDown"], ["tile 3", null]]);
});

it("the lower bound of tiles is the sum of their distances, with a line each", () => {
  const row = rowOf(board), {h, sum, by} = boundOf(row, [0, 3, 2, 1]);
  assert.deepEqual([h, sum, by], [6, "2 + 2 + 2", "tile by tile"]);
  assert.equal(boundOf(row, [2, 0, 1, 3]).sum, "1 + 1 + 1");
  assert.deepEqual(row.shares.of([0, 3, 2, 1])[0], {cells: ["3", 1, "0, 1"], distance: 2});
  assert.equal(row.shares.columns.length, row.shares.of([0, 3, 2, 1])[0].cells.length);
  assert.equal(boundOf(rowOf({...board, rules: {...board.rules, distances: null}}), [0, 3, 2, 1]), null);
  assert.equal(boundOf(rowOf(ring), [1, 2, 3, 4]), null);
});

it("only clear blocks are carried, and onto clear ones", () => {
  const row = rowOf(TABLE);
  assert.deepEqual(names(row, [["a", "table"], ["b", "a"], ["c", "table"]]), ["b→c", "b→table", "c→b"]);
  assert.equal(row.line([["a", "table"], ["b", "a"], ["c", "table"]]), "table[a b + c]");
  assert.deepEqual(names(rowOf(PLACES), [["a", "x"], ["b", "a"], ["c", "b"]]), ["c→y", "c→z"]);
});

it("a turn takes pieces from its sources, and returns after as many as its order", () => {
  const row = rowOf(ring), after = stepsOf(row, [1, 2, 3, 4], Array(4).fill(["turn"])).map(each => each.state);
  assert.deepEqual(after, [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1], [1, 2, 3, 4]]);
  assert.deepEqual([row.movedTo(["swap"]), row.movedTo(["turn"])], [[0, 1], [0, 1, 2, 3]]);
});

it("a domain of another name has the row that its rules are for", () => {
  assert.deepEqual(names(rowOf({...board, domain: "boxes"}), [1, 2, 3, 0]), ["2", "3"]);
});

it("a puzzle without rules, or with rules of an unknown row, shows drawings and moves of its path alone", () => {
  for (const rules of [null, {row: "line"}, {row: "constructor"}]) {
    const row = rowOf({...drawn, rules});
    assert.deepEqual([row.playable, row.moves([3]), row.drawing([3]), row.line([3])], [false, [], "three\nof four", "three / of four"]);
    assert.deepEqual([row.drawing([9]), row.nameOf(["it", 3, 4]), row.nameOf(["it", 9, 8])], ["[9]", "it to 4", "it 9 8"]);
    assert.deepEqual([row.isGoal([4]), row.isGoal([3]), row.arrows, row.shares], [true, false, null, null]);
    assert.deepEqual(stepsOf(row, [3], [["it", 3, 4]], [[3], [4]]), [{state: [3]}, {state: [4], move: ["it", 3, 4]}]);
  }
});
