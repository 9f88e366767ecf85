// @ts-check
"use strict";
// Permutation puzzles: a state lists the piece on each point, and a move is [name]; `sources` say where each piece comes from.

const {listFault} = require("./amounts.js");
const {either} = require("./numbers.js");
const {stateIn} = require("./start.js");

// What follows the name of a generator, and what Prolog may take for a number, too.
const POWER = /^(\d{0,9})('?)$/, UNSURE = /^[-+\d\s]/;

/** @import {OwnRow, Point, Puzzle, StartRead, Term, TurnMove, TurnRules, TurnState} from "./types" */

/**
 * The row of a permutation puzzle: `places` are the middles of its points, `outline` the corners of a piece of width 1, seen from there.
 * Pieces that have a width are things that go from point to point; others are facets, which change their look.
 * @type {(rules: TurnRules, puzzle: Puzzle) => OwnRow<TurnState, TurnMove>}
 */
function turns({width, height, still, places, outline, labels, widths, paints, moves, generators, solid}, {goals}) {
  const byName = new Map(moves.map(each => [each.name, each])), areBars = Object.keys(widths).length > 0, keys = keysOf(moves.map(each => each.name));
  /** @type {(name: string) => number[]} */
  function taken(name) {
    const move = byName.get(name);
    return move?.part ?? move?.sources.flatMap((source, point) => (source === point ? [] : [point])) ?? [];
  }

  /** The corners of a piece. @type {(piece: number) => Point[]} */
  const outlineOf = piece => (piece in widths ? outline.map(([x, y]) => [x + Math.sign(x) * (widths[piece] - 1) / 2, y]) : outline);

  /** @type {(state: TurnState, sources: number[]) => TurnState} */
  function backward(state, sources) {
    /** @type {TurnState} */
    const before = [];
    sources.forEach((source, point) => { before[source] = state[point]; });
    return before;
  }

  return {
    frame: [width, height], still, solid, fault: state => listFault(state, /** @type {TurnState} */ (goals[0]), "point"),
    read: term => (term.kind === "text" || term.kind === "atom" ? turned(term, /** @type {TurnState} */ (goals[0]), generators)
      : /** @type {StartRead<TurnState> | null} */ (stateIn(term))),
    key: state => String.fromCharCode(...state),
    marks: state => state.map((piece, point) => ({
      piece: point, kind: areBars ? piece : `point ${point}`, x: places[point][0], y: places[point][1], outline: outlineOf(piece),
      text: labels[piece][0], size: labels[piece][1], paint: paints[piece], role: "facet",
    })),
    moves: state => moves.map(({name, sources}) => ({
      move: [name], name, told: name, key: keys.get(name), state: sources.map(source => state[source]),
    })),
    before: state => moves.map(({sources}) => backward(state, sources)),
    line: state => state.map(piece => labels[piece][0]).join(" "),
    nameOf: ([name]) => name,
    movedTo: ([name]) => taken(name), taken: ([name]) => taken(String(name)), ends: ([name]) => byName.get(String(name))?.ends ?? [],
    typed: state => `[${state.join()}]`,
    letters: !keys.size ? null : ![...keys.keys()].some(name => name.endsWith("'")) ? "letters turn" : "letters turn, capital letters backward",
  };
}

/**
 * The state that a text of moves makes of the goal, where a move may be any power of a generator; null if that is not certain.
 * @type {(term: Term, goal: TurnState, generators: TurnRules["generators"]) => StartRead<TurnState> | null}
 */
function turned({name: text, begin}, goal, generators) {
  let state = goal;
  for (const {0: word, index} of text.matchAll(/[^ ]+/g)) {
    const by = generators.find(({name}) => word.startsWith(name) && POWER.test(word.slice(name.length)));
    if (!by && generators.some(({name}) => word.startsWith(name) && UNSURE.test(word.slice(name.length)))) return null;
    const known = either(generators.map(each => each.name)), place = begin + index + 1;
    if (!by) return {why: `${word} is not a move: a move is ${known}, perhaps with a number, ' or both behind it.`, place};
    const [, number, back] = POWER.exec(word.slice(by.name.length)) ?? [], powers = powersOf(by.sources);
    const power = Number(number || 1) % powers.length;
    state = powers[back ? (powers.length - power) % powers.length : power].map(source => state[source]);
  }
  return {state};
}

/** The powers of a permutation, from that which moves nothing on. @type {(sources: number[]) => number[][]} */
function powersOf(sources) {
  const powers = [sources.map((_, point) => point)];
  for (let next = sources; next.some((source, point) => source !== point); next = sources.map(source => next[source])) powers.push(next);
  return powers;
}

/**
 * A letter for each move of one letter, in lower case, and the capital for the move back; if letters of both cases are moves, each for itself.
 * @type {(names: string[]) => Map<string, string>}
 */
function keysOf(names) {
  const letters = names.filter(name => /^\p{L}$/u.test(name)), lower = letters.map(name => name.toLowerCase());
  if (new Set(lower).size < letters.length) return new Map(letters.map(name => [name, name]));
  const back = letters.filter(name => names.includes(`${name}'`));
  return new Map([...letters.map(name => [name, name.toLowerCase()]), ...back.map(name => [`${name}'`, name.toUpperCase()])]
    .map(([name, key]) => /** @type {[string, string]} */ ([name, key])));
}

module.exports = {turns};
