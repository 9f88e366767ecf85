"use strict";
// Sliding tiles: a state lists the tile on each cell; 0 is the blank, and a move is [tile, from, to].

const KEYS = [["ArrowUp", 0, -1], ["ArrowDown", 0, 1], ["ArrowLeft", -1, 0], ["ArrowRight", 1, 0]];
const ASIDE = 0.6; // how far a tile goes at least in the direction of its key

/** The row of a board: `places` are the middles of its cells, `outline` the corners of a tile, seen from its middle. */
function tiles(rules) {
  const {neighbors, places, outline, labels, distances} = rules;
  const shown = tile => labels[tile]?.[0] ?? "";

  function marks(state) {
    return state.map((tile, cell) => ({
      piece: cell, kind: tile, x: places[cell][0], y: places[cell][1], outline, text: shown(tile), size: labels[tile]?.[1],
      role: tile ? "tile" : "blank",
    })).filter(mark => mark.kind || mark.text);
  }

  function slid(state, cell, blank) {
    const after = state.slice();
    [after[cell], after[blank]] = [0, state[cell]];
    return after;
  }

  function moves(state) {
    const blank = state.indexOf(0);
    return neighbors[blank].map(cell => {
      const name = shown(state[cell]), key = keyOf(places[cell], places[blank]);
      const told = `tile ${name}${key ? ` ${key.slice("Arrow".length).toLowerCase()}` : ""}`;
      return {move: [state[cell], cell, blank], name, told, piece: cell, key, state: slid(state, cell, blank)};
    });
  }

  function before(state) {
    const blank = state.indexOf(0);
    return neighbors[blank].map(cell => slid(state, cell, blank));
  }

  /** Each tile's share of the lower bound. */
  function parts(state) {
    if (!distances) return null;
    return state.map((tile, cell) => ({tile, cell})).filter(each => each.tile).map(({tile, cell}) => ({
      name: shown(tile), place: rules.cells[cell].join(", "), cell, distance: distances[tile][cell],
    }));
  }

  /** The rows of the board on one line. */
  function line(state) {
    const rows = [];
    rules.cells.forEach(([row], cell) => (rows[row] ??= []).push(state[cell] ? shown(state[cell]) : "."));
    return rows.filter(Boolean).map(row => row.join(" ")).join(" / ");
  }

  return {
    arrows: true, marks, moves, before, parts, line, still: rules.still, frame: () => [rules.width, rules.height],
    key: state => String.fromCharCode(...state), nameOf: ([tile]) => shown(tile), movedTo: ([, , target]) => [target],
  };
}

/** The arrow key for a tile that goes from one place to another; null if none fits. */
function keyOf([x, y], [toX, toY]) {
  const [right, down] = [toX - x, toY - y];
  if (Math.abs(right) > 1.5 || Math.abs(down) > 1.5) return null;
  return KEYS.find(([, across, downward]) => right * across + down * downward >= ASIDE && (right === 0 || down === 0))?.[0] ?? null;
}

module.exports = {tiles};
