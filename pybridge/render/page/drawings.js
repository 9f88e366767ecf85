// @ts-check
"use strict";
// A puzzle whose rules scripts do not know: its states are drawings in text that came with the page, and cannot be played.

/** @import {OwnRow, Puzzle, State} from "./types" */

/** The row of such a puzzle: `drawings` draw its states and say how to type them, `names` are those of its moves. @type {(puzzle: Puzzle) => OwnRow} */
function drawings(puzzle) {
  const drawn = new Map(puzzle.drawings.map(([state, text]) => [JSON.stringify(state), text]));
  const given = new Map(puzzle.drawings.map(([state, , typed]) => [JSON.stringify(state), typed]));
  const names = new Map(puzzle.names.map(([move, name]) => [JSON.stringify(move), name]));
  /** @type {(state: State) => string} */
  const drawing = state => drawn.get(JSON.stringify(state)) ?? JSON.stringify(state);
  return {
    typed: state => given.get(JSON.stringify(state)) ?? JSON.stringify(state),
    drawing, moves: () => [], line: state => drawing(state).replace(/\n/g, " / "), movedTo: () => [],
    nameOf: move => names.get(JSON.stringify(move)) ?? move.join(" "),
  };
}

module.exports = {drawings};
