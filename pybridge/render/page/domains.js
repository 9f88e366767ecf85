"use strict";
// What each domain has on a page: one row a domain. `marks` are the pieces of a state where they lie; `moves` are all moves
// from a state; `before` are the states from which one move leads to a state. A domain without a row shows its drawings.

const {drawings} = require("./drawings.js");
const {tiles} = require("./tiles.js");
const {towers} = require("./towers.js");
const {turns} = require("./turns.js");

const ROWS = {sliding_tiles: tiles, blocks_world: towers, permutation: turns};

/** The row of a puzzle's domain, for this puzzle. */
function rowOf(puzzle) {
  const make = puzzle.rules && ROWS[puzzle.domain];
  const row = {key: JSON.stringify, parts: () => null, playable: Boolean(make), ...(make ? make(puzzle.rules) : drawings(puzzle))};
  const goals = new Set(puzzle.goals.map(row.key));
  row.isGoal = state => goals.has(row.key(state));
  row.before ??= state => row.moves(state).map(each => each.state);
  row.after = (state, move) => row.moves(state).find(each => same(each.move, move))?.state;
  return row;
}

const same = (one, other) => one.length === other.length && one.every((value, number) => value === other[number]);

module.exports = {rowOf};
