// @ts-check
"use strict";
// Sliding tiles: a state lists the tile on each cell; 0 is the blank, and a move is [tile, from, to].

const {listFault} = require("./amounts.js");
const {rowsOf} = require("./numbers.js");
const {parityFault} = require("./parity.js");

/** @import {OwnRow, Puzzle, Share, TileMove, TileRules, TileState} from "./types" */

/** The arrow key, the arrow and the word for each eighth of a turn. @type {[key: string | null, sign: string, word: string][]} */
const WAYS = [["ArrowRight", "→", "right"], [null, "↘", "down right"], ["ArrowDown", "↓", "down"], [null, "↙", "down left"],
  ["ArrowLeft", "←", "left"], [null, "↖", "up left"], ["ArrowUp", "↑", "up"], [null, "↗", "up right"]];
const REACH = 1.5; // a tile that goes farther goes around the edge of the board, or has no place beside the blank

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

  /** How the way of a tile is named: by its direction, or by the cell that it leaves. @type {(cell: number, blank: number) => typeof WAYS[0]} */
  function wayOf(cell, blank) {
    const [[x, y], [toX, toY]] = [places[cell], places[blank]], [right, down] = [toX - x, toY - y], from = `(${cells[cell].join(",")})`;
    if (Math.abs(right) > REACH || Math.abs(down) > REACH) return [null, from, `from ${from}`];
    return WAYS[(Math.round(Math.atan2(down, right) / (Math.PI / 4)) + 8) % 8];
  }

  const ways = neighbors.map((around, blank) => around.map(cell => wayOf(cell, blank)));

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
      return neighbors[blank].map((cell, number) => {
        const name = shown(state[cell]), [key, sign, word] = ways[blank][number];
        return {move: [state[cell], cell, blank], name, told: `tile ${name} ${word}`, piece: cell, key, sign, state: slid(state, cell, blank)};
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
    line: state => rowsOf(cells.map(([row], cell) => [row, state[cell] ? shown(state[cell]) : "."])).join(" / "),
  };
}

module.exports = {tiles};
