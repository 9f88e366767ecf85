// @ts-check
"use strict";
// The states that can be reached from a start, if they are few, and how far each is from the nearest goal: a search forward, in
// short slices of time, and then one backward over what it found.

const {count} = require("./numbers.js");

/** @import {Distances, Possible, Row, State} from "./types" */

const SLICE = 8, MOST = 100000;

/**
 * The states that were met, the number of each by its key, and the numbers of those before it.
 * @typedef {{numbers: Map<string, number>, states: State[], before: number[][]}} Met
 */

/**
 * Search breadth first from a state. `over` gets what was met, and the number of the first goal if `toGoal` ends the search there; -1
 * without one, and null where there are too many states. Returns what stops the search.
 * @type {(row: Row, start: State, toGoal: boolean, over: (met: Met, goal: number | null) => void) => () => void}
 */
function spread(row, start, toGoal, over) {
  /** @type {Met} */
  const met = {numbers: new Map([[row.key(start), 0]]), states: [start], before: [[]]};
  let place = 0, timer = setTimeout(slice, toGoal ? 0 : 50);

  function slice() {
    const end = performance.now() + SLICE;
    for (; performance.now() < end; place += 1) {
      if (place === met.states.length) return over(met, -1);
      if (toGoal && row.isGoal(met.states[place])) return over(met, place);
      if (met.states.length > MOST) return over(met, null);
      for (const state of row.after(met.states[place])) add(state);
    }
    timer = setTimeout(slice);
  }

  /** @type {(state: State) => void} */
  function add(state) {
    const key = row.key(state), number = met.numbers.get(key);
    if (number !== undefined) return void met.before[number].push(place);
    met.numbers.set(key, met.states.length);
    met.states.push(state);
    met.before.push([place]);
  }

  return () => clearTimeout(timer);
}

/** How far each state that was met is from the nearest goal; -1 if it reaches none. @type {(row: Row, met: Met) => Int32Array} */
function measured(row, {states, before}) {
  const far = new Int32Array(states.length).fill(-1), waiting = states.flatMap((state, number) => (row.isGoal(state) ? [number] : []));
  for (const each of waiting) far[each] = 0;
  for (let at = 0; at < waiting.length; at += 1) {
    for (const each of before[waiting[at]]) {
      if (far[each] >= 0) continue;
      far[each] = far[waiting[at]] + 1;
      waiting.push(each);
    }
  }
  return far;
}

/** What finds a move that leads nearer to a goal, by the distances of states. @type {(row: Row, of: Distances["of"]) => Distances["best"]} */
const bestBy = (row, of) => state => {
  const here = of(state);
  return here === null ? undefined : row.moves(state).find(each => of(each.state) === here - 1);
};

/** The distances of the states that can be reached from a start. @type {(row: Row, start: State) => Distances} */
function reachedFrom(row, start) {
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {Met["numbers"] | null} */
  let numbers = null;
  /** @type {Int32Array} */
  let far = new Int32Array(0);
  let many = false, stopSeeking = () => {};
  const stop = spread(row, start, false, (met, end) => {
    many = end === null;
    if (!many) [numbers, far] = [met.numbers, measured(row, met)];
    for (const each of waiting.splice(0)) each();
  });

  /** @type {(state: State) => number | undefined} */
  const found = state => {
    const number = numbers?.get(row.key(state));
    return number === undefined ? undefined : far[number];
  };
  /** @type {Distances["of"]} */
  const of = state => {
    const distance = found(state);
    return distance === undefined || distance < 0 ? null : distance;
  };
  /** @type {Distances["unknown"]} */
  const unknown = state => (many ? `True distances are not known: more than ${count(MOST)} states can be reached.`
    : !numbers ? "Computing the true distance …"
      : found(state) === undefined ? "The true distance is not known: the start does not lead here." : "A dead end: no goal can be reached from here.");

  return {
    get few() { return !many; }, of, unknown, best: bestBy(row, of),
    ready: each => { if (many || numbers) each(); else waiting.push(each); },
    stop: () => { stop(); stopSeeking(); },
    seek(state, heard) {
      stopSeeking();
      stopSeeking = spread(row, state, true, (met, goal) => heard(goal === null ? null : goal < 0 ? "dead end" : firstMove(row, met, goal)));
    },
  };
}

/**
 * The first move of the way to a state that a search met, and how long the way is.
 * @type {(row: Row, met: Met, goal: number) => {move: Possible, length: number} | null}
 */
function firstMove(row, {numbers, states, before}, goal) {
  let length = 0, at = goal, after = goal;
  for (; at !== 0; length += 1) [after, at] = [at, before[at][0]];
  const move = row.moves(states[0]).find(each => numbers.get(row.key(each.state)) === after);
  return move ? {move, length} : null;
}

module.exports = {bestBy, reachedFrom};
