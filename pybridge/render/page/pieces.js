// @ts-check
"use strict";
// The board of a puzzle of rules: the value on each cell, and the pieces that cells of joined values make.

const {rowsOf} = require("./numbers.js");

/** @import {Mark, Point, RuleBoard, RuleLook, RuleState} from "./types" */

/** A cell with what draws it. @typedef {{cell: number, variable: number, row: number, column: number, x: number, y: number}} Cell */
/** The cells of a piece, the first one in its first row. @typedef {Cell[]} Cells */

/** The sides of a cell: the step beyond it, down and right, and where it begins and ends, clockwise. @type {[number, number, Point, Point][]} */
const SIDES = [[-1, 0, [0, 0], [1, 0]], [0, 1, [1, 0], [1, 1]], [1, 0, [1, 1], [0, 1]], [0, -1, [0, 1], [0, 0]]];
/** The parts of a line that only draws a piece; a shape needs none. */
const STROKES = /[\u2500-\u257f]/g;

/** @type {RuleLook} */
const UNKNOWN = {text: "", size: 0.5, lies: "nothing"};

/** @type {(row: number, column: number) => string} */
const placed = (row, column) => `${row} ${column}`;

/**
 * The pieces of each state, and their marks.
 * @param {RuleBoard} board
 * @param {string[][]} domains
 */
function piecesOf({width, height, rest, seam, cells: given, looks, joins}, domains) {
  /** @type {Cell[]} */
  const cells = given.map(([cell, variable, row, column, x, y]) => ({cell, variable, row, column, x, y}))
    .sort((one, other) => one.row - other.row || one.column - other.column);
  const at = new Map(cells.map(each => [placed(each.row, each.column), each]));
  const shown = new Set(cells.map(each => each.variable));
  const joined = new Set(joins.map(each => JSON.stringify(each)));

  /** @type {(state: RuleState, cell: Cell) => string} */
  const valueOn = (state, {variable}) => domains[variable][state[variable]];

  /** The pieces of a state, most of one cell. @type {(state: RuleState) => Cells[]} */
  function pieces(state) {
    /** @type {Map<Cell, Cells>} */
    const piece = new Map(cells.map(each => [each, [each]]));
    if (!joined.size) return [...piece.values()];
    for (const each of cells) {
      for (const [down, right] of [[0, 1], [1, 0]]) {
        const beside = at.get(placed(each.row + down, each.column + right)), mine = piece.get(each);
        if (!beside || !mine || !joined.has(JSON.stringify([valueOn(state, each), valueOn(state, beside), down, right]))) continue;
        const others = piece.get(beside) ?? [];
        if (others === mine) continue;
        mine.push(...others);
        for (const other of others) piece.set(other, mine);
      }
    }
    return [...new Set(piece.values())].map(some => some.sort((one, other) => one.row - other.row || one.column - other.column));
  }

  /** The look of a cell; that of nothing where a value is not known. @type {(state: RuleState, cell: Cell) => RuleLook} */
  const lookOf = (state, cell) => looks[valueOn(state, cell)] ?? UNKNOWN;

  /** @type {(state: RuleState, piece: Cells) => Mark} */
  function mark(state, piece) {
    const [first] = piece, look = lookOf(state, first), values = piece.map(each => valueOn(state, each));
    const lies = look.lies === "piece";
    const paint = piece.map(each => lookOf(state, each).paint).find(each => each !== undefined);
    const texts = [...new Set(piece.map(each => lookOf(state, each).text))];
    const text = piece.length > 1 ? texts.join("").replace(STROKES, "") : look.text;
    const corners = outline(piece, lies ? seam : 0), [x, y] = middleOf(piece);
    return {
      piece: first.cell, kind: lies ? `${values} ${shapeOf(piece)}` : `cell ${first.cell}`, role: lies ? "tile" : "hole", x, y, paint,
      outline: corners.map(([right, down]) => [right + first.x - first.column - x, down + first.y - first.row - y]),
      text: look.lies === "nothing" ? "" : text, size: look.size,
    };
  }

  /** What lies on no cell, as a line below. @type {(state: RuleState) => string} */
  const others = state => state.flatMap((value, variable) => (shown.has(variable) ? [] : domains[variable][value] ?? [])).join(" ");

  /** @type {(state: RuleState) => Mark[]} */
  const below = state => (rest === 0 ? [] : [
    {piece: "", kind: "rest", role: "hole", x: width / 2, y: height - rest / 2, outline: [], text: others(state), size: rest},
  ]);

  return {
    pieces, cells,
    /** A state of these values alone; null unless each is something on a cell. @type {(pairs: [number, number][]) => RuleState | null} */
    wanted(pairs) {
      const known = new Map(pairs), state = domains.map((_, variable) => known.get(variable) ?? -1);
      const found = cells.filter(({variable}) => state[variable] >= 0);
      return found.length === pairs.length && found.every(each => lookOf(state, each).lies === "piece") ? state : null;
    },
    /** @type {(state: RuleState) => Mark[]} */
    marks: state => [...pieces(state).map(each => mark(state, each)), ...below(state)],
    /** Whether something lies on the first cell of a piece. @type {(state: RuleState, piece: Cells) => boolean} */
    isFull: (state, [first]) => lookOf(state, first).lies !== "nothing",
    /** The rows of the board on one line. @type {(state: RuleState) => string} */
    line: state => [...rowsOf(cells.map(each => [each.row, lookOf(state, each).text || "."])), ...(rest ? [others(state)] : [])].join(" / "),
  };
}

/** @type {(piece: Cells) => string} */
const shapeOf = ([first, ...others]) => others.map(each => placed(each.row - first.row, each.column - first.column)).join();

/** Where the text of a piece is: in the middle of a rectangle, on the first cell of another piece. @type {(piece: Cells) => Point} */
function middleOf(piece) {
  const xs = piece.map(each => each.x), ys = piece.map(each => each.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (piece.length < (right - left + 1) * (bottom - top + 1)) return [piece[0].x + 0.5, piece[0].y + 0.5];
  return [(left + right + 1) / 2, (top + bottom + 1) / 2];
}

/** The corners around cells that lie side by side, clockwise, `seam` inside their outer edge. @type {(piece: Cells, seam: number) => Point[]} */
function outline(piece, seam) {
  const inside = new Set(piece.map(each => placed(each.row, each.column)));
  /** @type {Map<string, Point[]>} */
  const ways = new Map();
  for (const {row, column} of piece) {
    for (const [down, right, begin, end] of SIDES) {
      if (inside.has(placed(row + down, column + right))) continue;
      const from = placed(row + begin[1], column + begin[0]);
      ways.set(from, [...(ways.get(from) ?? []), [end[0] - begin[0], end[1] - begin[1]]]);
    }
  }
  /** @type {Point[]} */
  const corners = [];
  let [x, y] = [piece[0].column, piece[0].row];
  /** @type {Point} */
  let way = [0, -1];
  do {
    const [dx, dy] = way;
    const [after] = (ways.get(placed(y, x)) ?? []).sort((one, other) => dx * other[1] - dy * other[0] - (dx * one[1] - dy * one[0]));
    if (after[0] !== dx || after[1] !== dy) corners.push([x - seam * (dy + after[1]), y + seam * (dx + after[0])]);
    [x, y, way] = [x + after[0], y + after[1], after];
  } while (x !== piece[0].column || y !== piece[0].row);
  return corners;
}

module.exports = {piecesOf};
