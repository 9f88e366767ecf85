// @ts-check
"use strict";
// What a program prints, as steps on the board: the pieces or moves of a solution in a list, one move a line, or its states.

const {clausesOf} = require("./terms.js");

/** @import {Json, Possible, Puzzle, Row, State, Step, Term} from "./types" */

/**
 * A step as a program prints it: its move, the parts of the state after it, and a picture of that.
 * @typedef {{move: string, parts: string[], picture: string}} Told
 */

/** A part of a row of a printed board, and where its middle stands in the line. @typedef {{text: string, at: number}} Cell */

/** The words that name a move: its piece or name, and where it goes. @typedef {[name: string, target?: string]} Words */

const LIST = /\[(.*)\]\s*\.?\s*$/, NUMBER = /^\s*(?:(?:[A-Za-z]+\s+)?\d+\s*[.:)]\s+|第?\d+\s*手目?[\s:：]*)/, MOVE = /^\s*(.*\S) -> (.*\S)\s*$/;
const FLAT = /\[[^[\]]*\]/g;
const FRAME = /^[-+=|\s\u2500-\u257f]*[-+=\u2500-\u257f][-+=|\s\u2500-\u257f]*$/, LABEL = /^[^[|]*[:=](?=.)/;
/** A bar at both ends and none between. */
const SIDES = /^\s*\|[^|]*\|\s*$/;
/** What may stand for one part of a board: nothing else first, so that `3 of 4` above a board is none of its rows. */
const SIGNS = [/(?!)/, /^.?$/, /^/];
const MOST_STATES = 2000, MOST_STEPS = 10000, LONGEST = 5000;

/** The parts of a state that is a list of them; otherwise none. @type {(state: State | undefined) => string[]} */
const partsOf = state => (Array.isArray(state) && state.every(each => !Array.isArray(each)) ? state.map(String) : []);

/** Whether each of some parts is one sign. @type {(parts: string[]) => boolean} */
const areSigns = parts => parts.every(each => each.length === 1);

/**
 * The threshold that a line announces: a number alone or between dashes and the like; null if it does not.
 * @type {(line: string) => number | null}
 */
function announced(line) {
  const found = /^[-=*#+:.<>[\]() \t]*(\d{1,7})[-=*#+:.<>[\]() \t]*$/.exec(line);
  return found && Number(found[1]);
}

/**
 * Whether lines that follow each other may be rows of a board without spaces between its parts, each of which is one sign. One sign may be
 * another one but no digit, such as that of the blank, or a space.
 * @type {(one: string, other: string, state: State | undefined) => boolean}
 */
function areRows(one, other, state) {
  const indent = Math.min(...[one, other].map(line => line.length - line.trimStart().length));
  const parts = partsOf(state), signs = [...one.slice(indent), ...other.slice(indent)], known = signs.filter(each => parts.includes(each) || /\d/.test(each));
  return areSigns(parts) && one.length === other.length && one.length > indent + 1 && signs.length - known.length < 2
    && without(parts, known).length === parts.length - known.length;
}

/** The lines that announce no threshold. @type {(lines: string[], state: State) => string[]} */
const withoutLimits = (lines, state) => lines.filter((line, at) => announced(line) === null
  || [lines[at - 1], lines[at + 1]].some(other => other !== undefined && areRows(line, other, state)));

/** The parts that are left of some without others. @type {(parts: string[], others: string[]) => string[]} */
function without(parts, others) {
  const left = [...parts];
  for (const each of others) if (left.includes(each)) left.splice(left.indexOf(each), 1);
  return left;
}

/** The moves that the lines may tell: a list, a move a line, or a line of moves. @type {(lines: string[]) => Words[]} */
function wordsIn(lines) {
  const plain = lines.map(line => line.replace(NUMBER, "")), lists = plain.flatMap(line => LIST.exec(line)?.[1] ?? []);
  if (lists.length) return named(lists[lists.length - 1]);
  const moves = plain.flatMap(moveIn);
  return moves.length ? moves : namedLast(plain);
}

/** The last line as moves, without what stands before them. @type {(lines: string[]) => Words[]} */
const namedLast = lines => named((lines.filter(line => line.trim()).at(-1) ?? "").replace(LABEL, ""));

/** What stands between spaces, commas and arrows, but in no bracket. @type {(text: string) => Words[]} */
function named(text) {
  const found = [""];
  let depth = 0;
  for (const sign of text.replaceAll(/->|→/g, " ")) {
    depth += Number("([{".includes(sign)) - Number(")]}".includes(sign));
    if (depth < 1 && /[\s,]/.test(sign)) found.push("");
    else found[found.length - 1] += sign.trim();
  }
  return found.map(name => name.replace(/[:;.]+$/, "")).filter(Boolean).map(name => [name]);
}

/** @type {(line: string) => Words[]} */
function moveIn(line) {
  const found = MOVE.exec(line);
  return found ? [[found[1], found[2]]] : [];
}

/** Whether a move has these words. @type {(move: Possible, words: Words) => boolean} */
const isNamed = ({move}, [name, target]) => String(move[0]) === name && (target === undefined || String(move.at(-1)) === target);

/**
 * The steps from a start by moves with these words; null if there are none. Equal pieces may leave a choice.
 * @type {(row: Row, start: State, words: Words[]) => Step[] | null}
 */
function stepsBy(row, start, words) {
  /** @type {Map<string, Step[]>} */
  let ways = new Map([[row.key(start), [{state: start}]]]);
  for (const each of words) {
    /** @type {typeof ways} */
    const next = new Map();
    for (const steps of ways.values()) {
      for (const {move, state} of row.moves(steps[steps.length - 1].state).filter(move => isNamed(move, each))) {
        next.set(row.key(state), [...steps, {state, move}]);
      }
    }
    if (next.size === 0 || next.size > MOST_STATES) return null;
    ways = next;
  }
  const found = [...ways.values()];
  return found.find(steps => row.isGoal(steps[steps.length - 1].state)) ?? found[0];
}

/**
 * The steps from a start to a goal that the lines tell: by these words in either order, by one line, by states, or by lines that each
 * name a move. Else those by the words, null if there are none.
 * @type {(row: Row, start: State, lines: string[], all: string[], words: Words[], puzzle: Puzzle) => Step[] | null}
 */
function stepsRead(row, start, lines, all, words, puzzle) {
  const told = withoutLimits(all, start);
  const orders = [words, wordsIn(told), ...told.flatMap(line => [wordsIn([line]), namedLast([line])])];
  const ways = orders.flatMap(each => [each, [...each].reverse()]).map(each => stepsBy(row, start, each));
  return ways.find(steps => steps && row.isGoal(steps[steps.length - 1].state))
    ?? stepsThrough(row, start, lines, puzzle) ?? stepsThrough(row, start, told, puzzle) ?? stepsOfLines(row, start, all) ?? ways[0];
}

/**
 * The steps to a goal by lines that follow each other, have as many parts and each name a move.
 * @type {(row: Row, start: State, lines: string[]) => Step[] | null}
 */
function stepsOfLines(row, start, lines) {
  const plain = lines.map(line => line.replace(NUMBER, "")), told = plain.map(line => named(line).flat());
  for (const first of told.keys()) {
    /** @type {Step[]} */
    const steps = [{state: start}];
    for (const [number, names] of told.slice(first).entries()) {
      const words = [...names, ...(plain[first + number].match(/[A-Za-z0-9_]+'?/g) ?? [])];
      if (names.length !== told[first].length) break;
      const may = row.moves(steps[steps.length - 1].state).filter(({move}) => words.includes(String(move[0])));
      const whole = may.find(({move}) => words.lastIndexOf(String(move.at(-1))) > words.indexOf(String(move[0])));
      const next = whole ?? (may.length === 1 ? may[0] : undefined);
      if (!next) break;
      steps.push({move: next.move, state: next.state});
    }
    if (steps.length > 1 && row.isGoal(steps[steps.length - 1].state)) return steps;
  }
  return null;
}

/**
 * The lines, with a list for each board that they print in rows: the parts of a state in rows of the same length, such as `1 3 5`,
 * `| 1 3 5 |`, `| 1 | 3 | 5 |`, or `135` if each part is one sign. Another sign, or nothing, may stand for one part.
 * @type {(lines: string[], parts: string[]) => string[]}
 */
function withBoards(lines, parts) {
  const signs = areSigns(parts) ? parts.join("").replace(/[\\\]^-]/g, "\\$&") : "";
  const cell = new RegExp(`[${signs}]|[^\\s,/()[\\]${signs}]+`, "g");
  const heights = parts.map((_, number) => number + 1).filter(height => height < parts.length && parts.length % height === 0);
  return SIGNS.reduce((before, sign) => {
    /** @type {string[]} */
    const found = [];
    /** @type {Cell[][]} */
    const rows = [];
    for (const line of before) {
      found.push(line);
      rows.push(cellsOf(line, cell));
      for (const height of heights) {
        const board = boardOf(filled(rows.slice(-height), height, parts.length / height), parts, sign);
        if (board === null) continue;
        found.splice(-height, height, `[${board}]`);
        rows.splice(-height, height, []);
        break;
      }
    }
    return found;
  }, lines.map(each => each.replace(/[│┃║]/g, "|")).filter(each => !FRAME.test(each)));
}

/** The parts of a line, without what stands before them. @type {(line: string, cell: RegExp) => Cell[]} */
function cellsOf(line, cell) {
  const begin = LABEL.exec(line)?.[0].length ?? 0, rest = line.slice(begin), text = SIDES.test(rest) ? rest.replaceAll("|", " ") : rest;
  if (text.includes("|")) return text.trim().replace(/^\||\|$/g, "").split("|").map((each, at) => ({text: each.trim(), at}));
  return [...text.replace(/(?<=[^\s.])\.\s*$/, "").matchAll(cell)].map(each => ({text: each[0], at: begin + each.index + each[0].length / 2}));
}

/**
 * The parts of rows of this width, none if they are others. One row may lack a part where the others have one.
 * @type {(rows: Cell[][], height: number, width: number) => string[]}
 */
function filled(rows, height, width) {
  const short = rows.filter(each => each.length === width - 1), full = rows.find(each => each.length === width);
  const others = rows.length - short.length - rows.filter(each => each.length === width).length;
  if (!full || rows.length !== height || others || short.length > (width > 2 ? 1 : 0)) return [];
  const columns = (short[0] ?? []).map(({at}) => nearest(full, at));
  if (new Set(columns).size < columns.length) return [];
  return rows.flatMap(row => (row === short[0] ? full.map((_, column) => row[columns.indexOf(column)]?.text ?? "") : row.map(each => each.text)));
}

/** The column that is nearest to a place. @type {(full: Cell[], place: number) => number} */
const nearest = (full, place) => full.reduce((best, {at}, column) => (Math.abs(at - place) < Math.abs(full[best].at - place) ? column : best), 0);

/**
 * The cells, if they are these parts in some order, of which such a sign may stand for one.
 * @type {(cells: string[], parts: string[], sign: RegExp) => string[] | null}
 */
function boardOf(cells, parts, sign) {
  const others = cells.filter(each => !parts.includes(each)), missing = without(parts, cells);
  return cells.length === parts.length && missing.length === others.length && missing.length < 2 && others.every(each => sign.test(each))
    ? cells.map(each => (parts.includes(each) ? each : missing[0])) : null;
}

/**
 * The steps through the states that lines print, one or a list of them a line, from either end. Null if no moves join them from the start
 * to a goal.
 * @type {(row: Row, start: State, lines: string[], puzzle: Puzzle) => Step[] | null}
 */
function stepsThrough(row, start, lines, puzzle) {
  /** @type {(term: Term) => State[]} */
  const statesIn = term => {
    const read = row.read(term);
    if (read && "state" in read && isLike(read.state, start, puzzle)) return [read.state];
    return term.kind === "list" ? term.args.flatMap(statesIn) : [];
  };
  const states = withBoards(lines, partsOf(start)).flatMap(termsIn).flatMap(statesIn);
  return stepsAlong(row, start, states) ?? stepsAlong(row, start, states.reverse());
}

/** The term of a line, or the lists or the compound in it; none if there is none. @type {(line: string) => Term[]} */
function termsIn(line) {
  const lists = line.match(FLAT) ?? [], between = line.split(FLAT).slice(1, -1);
  if (lists.length > 1 && between.every(each => !each.includes("[") && each.trim() !== ",")) return lists.flatMap(termsIn); // as `A -> B`
  const plain = line.replace(NUMBER, "").trim().replace(/\.$/, "");
  for (const text of [plain, plain.replace(/.*: /, ""), /\[.*\]/.exec(line)?.[0] ?? "", /[a-z]\w*\(.*\)/.exec(line)?.[0] ?? ""]) {
    try {
      const [clause] = clausesOf(`${text} .`);
      if (clause && clause.term.kind !== "other") return [clause.term];
    } catch {
      continue; // not Prolog
    }
  }
  return [];
}

/**
 * The steps through states in this order to a goal. They begin again at each start, as where the start and the goal are printed first.
 * @type {(row: Row, start: State, states: State[]) => Step[] | null}
 */
function stepsAlong(row, start, states) {
  /** @type {Step[]} */
  let steps = [], over = false;
  for (const state of states) {
    const here = steps.at(-1)?.state, key = row.key(state), next = here && row.moves(here).find(each => row.key(each.state) === key);
    if (next) steps.push({move: next.move, state});
    else if (over) break;
    else if (key === row.key(start)) steps = [{state: start}];
    else if (here !== undefined && key !== row.key(here)) steps = [];
    over ||= row.isGoal(state) && steps.length > 1;
  }
  return over ? steps : null;
}

/** The words of a puzzle, which are found once. @type {WeakMap<Puzzle, Set<string>>} */
const words = new WeakMap();

/** @type {(puzzle: Puzzle) => Set<string>} */
function wordsOf(puzzle) {
  const known = words.get(puzzle) ?? new Set(JSON.stringify(puzzle).match(/[^[\]{},:]+/g));
  words.set(puzzle, known);
  return known;
}

/**
 * Whether a value from Prolog is a state as the page knows them: of the form of another one, and of words of its puzzle.
 * @type {(value: unknown, other: State, puzzle: Puzzle) => value is State}
 */
function isLike(value, other, puzzle) {
  const known = wordsOf(puzzle);
  /** @type {(one: unknown, two: Json) => boolean} */
  const same = (one, two) => (Array.isArray(two)
    ? Array.isArray(one) && one.length === two.length && two.every((each, number) => same(one[number], each))
    : !Array.isArray(one) && known.has(JSON.stringify(one)));
  return same(value, other);
}

/** The steps of a path that came from Prolog; none if it is something else. @type {(path: unknown) => Told[]} */
function toldIn(path) {
  /** @type {(value: unknown) => string} */
  const short = value => String(value).slice(0, LONGEST);
  return (Array.isArray(path) ? path : []).slice(0, MOST_STEPS).filter(each => Array.isArray(each) && Array.isArray(each[1]))
    .map(([move, parts, picture]) => ({move: short(move), parts: parts.map(short), picture: short(picture)}));
}

/** The same on the board, which then knows the pictures; null if it does not know a state. @type {(row: Row, told: Told[]) => Step[] | null} */
function stepsTold(row, told) {
  /** @type {Step[]} */
  const steps = [];
  for (const {move, parts, picture} of told) {
    const state = row.stateOf?.(parts) ?? null;
    if (state === null) return null;
    if (picture) row.learn(state, picture);
    steps.push(steps.length ? {state, move: [move]} : {state});
  }
  return steps.length ? steps : null;
}

module.exports = {announced, areRows, wordsIn, stepsBy, stepsRead, stepsThrough, stepsTold, toldIn, withBoards, isLike};
