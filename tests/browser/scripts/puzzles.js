"use strict";
// Small puzzles as Python writes them, and what tests ask of every row.

const PAGE = "../../../pybridge/render/page/";
const {rowOf} = require(`${PAGE}domains.js`);

const COMMON = {title: "", sources: [], starts: [], size: "", note: "", states: null, few: true, drawings: [], names: []};
const square = half => [[-half, -half], [half, -half], [half, half], [-half, half]];

/** Three tiles on two by two cells. */
const board = {
  ...COMMON, name: "board", domain: "sliding_tiles", goals: [[1, 2, 3, 0]],
  rules: {
    row: "tiles", width: 2, height: 2, still: [], outline: square(0.5), labels: {1: ["1", 0.5], 2: ["2", 0.5], 3: ["3", 0.5]},
    places: [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5], [1.5, 1.5]], cells: [[0, 0], [0, 1], [1, 0], [1, 1]],
    neighbors: [[1, 2], [0, 3], [0, 3], [1, 2]], distances: [[0, 0, 0, 0], [0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1]],
  },
};

/** Blocks on a table, on places, or both. */
const blocks = (names, places, table) => ({
  ...COMMON, name: "blocks", domain: "blocks_world", goals: [names.map((name, number) => [name, table ?? places[number]])],
  rules: {
    row: "blocks", blocks: names, places, table, width: 1, height: 4, gap: 0.3, margin: 0.2, seam: 0.02, floor: 3.5,
    labels: Object.fromEntries([...names, ...places, ...(table ? [table] : [])].map(name => [name, [name, 0.4]])),
  },
});

/** Four pieces in a ring: a quarter turn, and a swap of the first two. */
const ring = {
  ...COMMON, name: "ring", domain: "permutation", goals: [[1, 2, 3, 4]],
  rules: {
    row: "turns", width: 4, height: 1, still: [], outline: square(0.5), places: [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5], [3.5, 0.5]],
    labels: Object.fromEntries([1, 2, 3, 4].map(piece => [piece, [String(piece), 0.5]])), widths: {}, paints: {1: ["#000", "#fff"]},
    moves: [{name: "turn", sources: [3, 0, 1, 2]}, {name: "swap", sources: [1, 0, 2, 3]}],
    generators: [{name: "turn", sources: [3, 0, 1, 2]}, {name: "swap", sources: [1, 0, 2, 3]}],
  },
};

/** Three letters in a row, by rules: two neighbors change places. */
const swaps = {
  ...COMMON, name: "swaps", domain: "rules", goals: [],
  rules: {
    row: "rules", template: "[Leaf_0_,Leaf_1_,Leaf_2_]", domains: Array(3).fill(["a", "b", "c"]), names: ["swap(0)", "swap(1)"],
    operators: [0, 1].flatMap(at => [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]].map(([one, other]) =>
      [at, [at, one, at + 1, other], [at, other, at + 1, one]])),
    conditions: [[0, 0, 1, 1]], continues: null, drawn: false,
    board: {
      width: 3, height: 1, rest: 0, still: [], seam: 0.1, cells: [[0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0], [2, 2, 0, 2, 2, 0]],
      looks: Object.fromEntries(["a", "b", "c"].map(text => [text, {text, size: 0.5, lies: "piece"}])), joins: [],
    },
  },
};

/** A puzzle whose rules scripts do not know. */
const drawn = {
  ...COMMON, name: "up", domain: "line", goals: [[4]], rules: null, drawings: [[[3], "three\nof four", "at 3"], [[4], "four"]],
  names: [[["it", 3, 4], "it to 4"]],
};

/** All states that can be reached from a state, by the number of moves. */
function levelsFrom(row, start) {
  const seen = new Set([row.key(start)]), levels = [[start]];
  while (levels.at(-1).length) {
    const next = [];
    for (const {state} of levels.at(-1).flatMap(each => row.moves(each))) {
      if (!seen.has(row.key(state))) next.push(state);
      seen.add(row.key(state));
    }
    levels.push(next);
  }
  return levels.slice(0, -1);
}

module.exports = {PAGE, rowOf, board, blocks, ring, swaps, drawn, levelsFrom};
