// @ts-check
"use strict";
// Parity of sliding tiles. A move exchanges the blank and a tile, and where cells can be colored like a chessboard, it takes the blank
// to the other color: so whether the tiles need an odd number of exchanges, and whether the blank must change its color, agree.

/** @import {TileState} from "./types" */

/** The colors of cells, 0 and 1, of which neighbors have different ones; null if there are none. @type {(neighbors: number[][]) => number[] | null} */
function colorsOf(neighbors) {
  const colors = [0], waiting = [0];
  for (const cell of waiting) {
    for (const next of neighbors[cell]) {
      if (colors[next] === colors[cell]) return null;
      if (colors[next] === undefined) waiting.push(next);
      colors[next] = 1 - colors[cell];
    }
  }
  return waiting.length === neighbors.length ? colors : null;
}

/**
 * Whether an odd number of exchanges makes one state of another; both have the same tiles, each once.
 * @type {(one: TileState, other: TileState) => boolean}
 */
function isOdd(one, other) {
  const state = one.slice();
  let odd = false;
  other.forEach((tile, cell) => {
    if (state[cell] === tile) return;
    const found = state.indexOf(tile);
    [state[cell], state[found]] = [state[found], state[cell]];
    odd = !odd;
  });
  return odd;
}

/**
 * A sentence if the parity of a state differs from that of each goal; equal tiles have none.
 * @type {(state: TileState, goals: TileState[], neighbors: number[][]) => string | null}
 */
function parityFault(state, goals, neighbors) {
  const colors = colorsOf(neighbors);
  if (!colors || new Set(state).size < state.length) return null;
  /** @type {(goal: TileState) => boolean} */
  const agrees = goal => isOdd(state, goal) === (colors[state.indexOf(0)] !== colors[goal.indexOf(0)]);
  return goals.some(agrees) ? null
    : "The start has the wrong parity: no moves lead from it to the goal. Exchange any two of its tiles, and the parity is right.";
}

module.exports = {parityFault};
