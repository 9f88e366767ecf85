// @ts-check
"use strict";
// Puzzles of rules: a state lists the number of each variable's value, and a move is [name], the text of a Prolog term. A board of
// cells is drawn as such; other states are the pictures that came with the page, or terms.

const {piecesOf} = require("./pieces.js");
const {reader} = require("./rule_start.js");
const {keyOf, pairsOf, partsOf, taskOf} = require("./task.js");
const {faultOf} = require("./unreachable.js");

/** @import {Click, Needed, Optional, OwnRow, Piece, Possible, Puzzle, RuleBoard, RuleMove, RuleRules, RuleState} from "./types" */

/** The row of a puzzle of rules. @type {(rules: RuleRules, puzzle: Puzzle) => OwnRow<RuleState, RuleMove>} */
function rules(given, puzzle) {
  const task = taskOf(given), known = new Set(given.names);

  /** A move by its name; of several steps, each once with the number of times in a row. @type {(move: RuleMove) => string} */
  function nameOf([name]) {
    const steps = given.continues && name.startsWith("[") && !known.has(name) ? partsOf(name.slice(1, -1)) : [name];
    /** @type {[step: string, times: number][]} */
    const runs = [];
    for (const step of steps) {
      const last = runs.at(-1);
      if (last?.[0] === step) last[1] += 1;
      else runs.push([step, 1]);
    }
    return runs.map(([step, times]) => (times > 1 ? `${step}×${times}` : step)).join("+");
  }

  /** @type {(state: RuleState) => Possible<RuleState, RuleMove>[]} */
  const moves = state => task.successors(state).map(({state: after, steps}) => {
    /** @type {RuleMove} */
    const move = [task.nameOf(steps)], name = nameOf(move);
    return {move, name, told: name, state: after, steps: steps.length};
  });

  /** @type {Needed<RuleState, RuleMove> & Partial<Optional<RuleState>>} */
  const common = {
    moves, nameOf, key: keyOf, isGoal: task.isGoal, after: state => task.successors(state).map(each => each.state), forward: true,
    stateOf: task.stateOf, line: task.text, typed: task.text, goal: task.goal, movedTo: () => [], read: reader(given),
    fault: state => faultOf(given, task, /** @type {RuleState} */ (state)),
  };
  return given.board ? {...common, ...onBoard(given.board, given, moves)} : {...common, ...inText(puzzle, task.text)};
}

/** How a state is written. @typedef {(state: RuleState) => string} Written */

/**
 * States as pictures that came with the page, or as terms.
 * @type {(puzzle: Puzzle, text: Written) => {line: Written, drawing: Written, learn: (state: RuleState, picture: string) => void}}
 */
function inText({drawings}, text) {
  const drawn = new Map(drawings.map(([state, picture]) => [JSON.stringify(state), picture]));
  /** @type {Written} */
  const drawing = state => drawn.get(JSON.stringify(state)) ?? text(state);
  return {
    drawing, line: state => drawing(state).replace(/\s*\n\s*/g, " / "), learn: (state, picture) => { drawn.set(JSON.stringify(state), picture); },
  };
}

/**
 * States on a board, which a click changes.
 * @param {RuleBoard} board
 * @param {RuleRules} rules
 * @param {(state: RuleState) => Possible<RuleState, RuleMove>[]} moves
 */
function onBoard(board, {domains, conditions}, moves) {
  const {pieces, cells, marks, line, isFull, wanted} = piecesOf(board, domains), {width, height, still} = board;

  /** The pieces of a state that another state changes. @type {(state: RuleState, other: RuleState) => Piece[]} */
  function changed(state, other) {
    const found = new Set(cells.filter(({variable}) => state[variable] !== other[variable]));
    return pieces(state).filter(piece => piece.some(each => found.has(each))).map(([first]) => first.cell);
  }

  return {
    frame: /** @type {[number, number]} */ ([width, height]), still, marks, line, clicked,
    wanted: conditions.length === 1 ? wanted(pairsOf(conditions[0])) : null,
    /** @type {(move: RuleMove, state: RuleState, before?: RuleState) => Piece[]} */
    movedTo(_move, state, before = state) {
      const full = new Set(pieces(state).filter(each => isFull(state, each)).map(([first]) => first.cell));
      return changed(state, before).filter(piece => full.has(Number(piece)));
    },
    /** @type {(state: RuleState) => Possible<RuleState, RuleMove>[]} */
    moves: state => moves(state).map(each => ({...each, pieces: changed(state, each.state)})),
  };
}

/**
 * A click on a piece makes the only move that changes it, or whose name has the number of its cell, or the nearest one that changes
 * it and the piece chosen before; otherwise it chooses the piece.
 * @type {(possible: Possible[], piece: Piece, chosen: Piece | null) => Click}
 */
function clicked(possible, piece, chosen) {
  const own = possible.filter(each => each.pieces?.includes(piece));
  const both = chosen === null || chosen === piece ? [] : own.filter(each => each.pieces?.includes(chosen));
  const named = own.filter(each => new RegExp(`(?<!\\w)${piece}(?!\\w)`).test(each.name));
  const move = nearest(both) ?? only(own) ?? (chosen === null ? only(named) : undefined);
  return {move, chosen: own.length && piece !== chosen ? piece : null};
}

/** @type {(moves: Possible[]) => Possible | undefined} */
const only = moves => (moves.length === 1 ? moves[0] : undefined);

/** The move of the fewest steps, and of those with the fewest changes, if it is only one. @type {(moves: Possible[]) => Possible | undefined} */
function nearest(moves) {
  /** @type {(each: Possible) => number} */
  const far = ({steps = 1, pieces = []}) => 1000 * steps + pieces.length;
  const least = Math.min(...moves.map(far));
  return only(moves.filter(each => far(each) === least));
}

module.exports = {rules};
