// @ts-check
"use strict";
// What each domain has on a page: one row a domain, which the rules of a puzzle name. A puzzle without rules shows its drawings.

const {blocks} = require("./blocks.js");
const {drawings} = require("./drawings.js");
const {rules} = require("./rules.js");
const {stateIn} = require("./start.js");
const {tiles} = require("./tiles.js");
const {turns} = require("./turns.js");

/** @import {Move, Optional, OwnRow, Puzzle, Row, RulesOf, State, Step} from "./types" */

/** @type {{[name in keyof RulesOf]: (rules: RulesOf[name], puzzle: Puzzle) => OwnRow}} */
const ROWS = {tiles, blocks, turns, rules};

/** The row of a puzzle. @type {(puzzle: Puzzle) => Row} */
function rowOf(puzzle) {
  const own = puzzle.rules && made(puzzle.rules.row, puzzle.rules, puzzle), row = own ?? drawings(puzzle);
  /** @type {(state: State) => string} */
  const key = row.key ?? JSON.stringify, goals = new Set(puzzle.goals.map(key));
  /** @type {(state: State) => State[]} */
  const after = state => row.moves(state).map(each => each.state);
  return {
    key, arrows: null, shares: null, before: after, after, forward: false, isGoal: state => goals.has(key(state)), clicked,
    letters: null, reach: Infinity, taken: () => [], ends: () => [], typed: state => JSON.stringify(state), goal: "", wanted: null,
    solid: null, fault: () => null, read: stateIn, stateOf: null, learn: () => {}, ...row, playable: own !== null, goals: puzzle.goals,
  };
}

/**
 * A click on a piece makes its only move, or moves the piece that was chosen before onto it; otherwise it chooses the piece.
 * @type {Optional["clicked"]}
 */
function clicked(possible, piece, chosen) {
  const of = possible.filter(each => each.piece === piece), [onto] = possible.filter(each => each.piece === chosen && each.target === piece);
  if (onto) return {move: onto, chosen: null};
  return {move: of.length === 1 && of[0].target === undefined ? of[0] : undefined, chosen: of.length && piece !== chosen ? piece : null};
}

/**
 * The row of a name for the rules of a puzzle; null if there is none of that name.
 * @template {keyof RulesOf} Name
 * @param {Name} name
 * @param {RulesOf[Name]} rules
 * @param {Puzzle} puzzle
 */
const made = (name, rules, puzzle) => (Object.hasOwn(ROWS, name) ? ROWS[name](rules, puzzle) : null);

/**
 * The steps of a path from a state by moves, or through the states that came with them; as far as the moves are possible.
 * @type {(row: Row, start: State, moves: Move[], states?: State[] | null) => Step[]}
 */
function stepsOf(row, start, moves, states = null) {
  /** @type {Step[]} */
  const steps = [{state: start}];
  for (const [number, move] of moves.entries()) {
    const state = states?.[number + 1] ?? row.moves(steps[number].state).find(each => same(each.move, move))?.state;
    if (state === undefined) break;
    steps.push({state, move});
  }
  return steps;
}

/** @type {(one: Move, other: Move) => boolean} */
const same = (one, other) => one.length === other.length && one.every((value, number) => value === other[number]);

module.exports = {rowOf, stepsOf};
