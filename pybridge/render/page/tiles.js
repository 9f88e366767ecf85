// @ts-check
"use strict";
// Sliding tiles: a state lists the tile on each cell; 0 is the blank, and a move is [tile, from, to].

const {listFault} = require("./amounts.js");
const {parityFault} = require("./parity.js");

/** @import {OwnRow, Point, Puzzle, Share, TileMove, TileRules, TileState} from "./types" */

/** @type {[key: string, sign: string, word: string, across: number, downward: number][]} */
const KEYS = [["ArrowUp", "↑", "up", 0, -1], ["ArrowDown", "↓", "down", 0, 1], ["ArrowLeft", "←", "left", -1, 0],
  ["ArrowRight", "→", "right", 1, 0]];
const REACH = 1.5; // a tile that goes farther goes around the edge of the board
const ASIDE = 0.6; // how far a tile goes at least in the direction of its key

/**
 * The row of a board: `places` are the middles of its cells, `outline` the corners of a tile, seen from its middle.
 * @type {(rules: TileRules, puzzle: Puzzle) => OwnRow<TileState, TileMove>}
 */
function tiles({width, height, still, neighbors, places, outline, labels, cells, distances}, puzzle) {
  const goals = /** @type {TileState[]} */ (puzzle.goals);

  /** @type {(tile: number) => string} */
  const shown = tile => labels[tile]?.[0] ?? "";

  /** @type {(state: TileState, cell: number, blank: number) => TileState} */
  function slid(state, cell, blank) {
    const after = state.slice();
    [after[cell], after[blank]] = [0, state[cell]];
    return after;
  }

  /** Each tile's share of the lower bound. @type {(state: TileState, distances: number[][]) => Share[]} */
  const shares = (state, distances) => state.map((tile, cell) => ({tile, cell})).filter(each => each.tile).map(({tile, cell}) => ({
    cells: [shown(tile), cell, cells[cell].join(", ")], distance: distances[tile][cell],
  }));

  return {
    frame: [width, height], still, arrows: "move tiles", reach: REACH, key: state => String.fromCharCode(...state),
    nameOf: ([tile]) => shown(tile), movedTo: ([, , target]) => [target],
    shares: distances && {by: "tile by tile", columns: [["tile", true], ["cell", true], ["row, column"]], of: state => shares(state, distances)},

    fault: state => listFault(state, goals[0], "cell") ?? parityFault(/** @type {TileState} */ (state), goals, neighbors),

    marks: state => state.map((tile, cell) => ({
      piece: cell, kind: tile, x: places[cell][0], y: places[cell][1], outline, text: shown(tile), size: labels[tile]?.[1],
      role: tile ? "tile" : "blank",
    })).filter(mark => mark.kind || mark.text),

    moves(state) {
      const blank = state.indexOf(0);
      return neighbors[blank].map(cell => {
        const name = shown(state[cell]), [key, sign, word] = keyOf(places[cell], places[blank]) ?? [null, null, ""];
        const told = `tile ${name}${word && ` ${word}`}`;
        return {move: [state[cell], cell, blank], name, told, piece: cell, key, sign, state: slid(state, cell, blank)};
      });
    },

    before(state) {
      const blank = state.indexOf(0);
      return neighbors[blank].map(cell => slid(state, cell, blank));
    },

    typed(state) { // in the order of cells
      if (Object.values(labels).some(([text]) => /[,/]/.test(text))) return JSON.stringify(state);
      return state.map((tile, cell) => (cell && cells[cell][0] !== cells[cell - 1][0] ? `/ ${tile}` : tile)).join(" ");
    },
    line: rowsOf,
  };

  /** The rows of the board on one line. @type {(state: TileState) => string} */
  function rowsOf(state) {
    /** @type {string[][]} */
    const rows = [];
    cells.forEach(([row], cell) => (rows[row] ??= []).push(state[cell] ? shown(state[cell]) : "."));
    return rows.filter(Boolean).map(row => row.join(" ")).join(" / ");
  }
}

/**
 * The arrow key, the arrow and the word for a tile that goes from one place to another.
 * @type {(from: Point, to: Point) => typeof KEYS[0] | undefined}
 */
function keyOf([x, y], [toX, toY]) {
  const [right, down] = [toX - x, toY - y];
  if (Math.abs(right) > REACH || Math.abs(down) > REACH) return undefined;
  return KEYS.find(([, , , across, downward]) => right * across + down * downward >= ASIDE && (right === 0 || down === 0));
}

module.exports = {tiles};
