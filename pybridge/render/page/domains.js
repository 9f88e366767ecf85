// @ts-check
"use strict";
// What each domain has on a page: one row a domain, which the rules of a puzzle name. A puzzle without rules shows its drawings.

const {blocks} = require("./blocks.js");
const {drawings} = require("./drawings.js");
const {tiles} = require("./tiles.js");
const {turns} = require("./turns.js");

/** @import {Move, OwnRow, Puzzle, Row, RulesOf, State, Step} from "./types" */

/** @type {{[name in keyof RulesOf]: (rules: RulesOf[name]) => OwnRow}} */
const ROWS = {tiles, blocks, turns};

/** The row of a puzzle. @type {(puzzle: Puzzle) => Row} */
function rowOf(puzzle) {
  const own = puzzle.rules && made(puzzle.rules.row, puzzle.rules), row = own ?? drawings(puzzle);
  /** @type {(state: State) => string} */
  const key = row.key ?? JSON.stringify, goals = new Set(puzzle.goals.map(key));
  return {
    key, arrows: null, shares: null, before: state => row.moves(state).map(each => each.state), ...row,
    playable: own !== null, isGoal: state => goals.has(key(state)),
  };
}

/**
 * The row of a name for the rules of a puzzle; null if there is none of that name.
 * @template {keyof RulesOf} Name
 * @param {Name} name
 * @param {RulesOf[Name]} rules
 */
const made = (name, rules) => (Object.hasOwn(ROWS, name) ? ROWS[name](rules) : null);

/**
 * The steps of a path from a state by moves, or through the states that came with them.
 * @type {(row: Row, start: State, moves: Move[], states?: State[] | null) => Step[]}
 */
function stepsOf(row, start, moves, states = null) {
  /** @type {Step[]} */
  const steps = [{state: start}];
  moves.forEach((move, number) => steps.push({state: states?.[number + 1] ?? after(row, steps[number].state, move), move}));
  return steps;
}

/** @type {(row: Row, state: State, move: Move) => State} */
function after(row, state, move) {
  const found = row.moves(state).find(each => same(each.move, move));
  if (!found) throw new Error(`no move ${move.join(" ")}`);
  return found.state;
}

/** @type {(one: Move, other: Move) => boolean} */
const same = (one, other) => one.length === other.length && one.every((value, number) => value === other[number]);

module.exports = {rowOf, stepsOf};
