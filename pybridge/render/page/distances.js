// @ts-check
"use strict";
// The distance of every state of a small puzzle from the nearest goal: a search backward from the goals, in short slices of
// time, so that the page answers meanwhile; or, where moves cannot be undone, what a search forward from the start finds.

const {bestBy, reachedFrom} = require("./reached.js");

/** @import {Distances, Puzzle, Row, State, Step} from "./types" */

const SLICE = 8; // milliseconds

/**
 * The distances of a puzzle; `of` is that of a state, null if it is not known.
 * @type {(row: Row, puzzle: Puzzle, start: State) => Distances}
 */
function distancesOf(row, puzzle, start) {
  if (row.forward) return reachedFrom(row, start);
  const few = row.playable && puzzle.few;
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {(() => void)[]} */
  const waiting = [];
  let layer = few ? puzzle.goals : [], distance = 0, place = 0, over = !few;
  /** @type {State[]} */
  let next = [];
  let timer = few ? setTimeout(slice, 50) : undefined;
  for (const goal of layer) known.set(row.key(goal), 0);

  function slice() {
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      for (let many = 0; many < 100 && place < layer.length; many += 1, place += 1) expand(layer[place]);
      if (place < layer.length) continue;
      if (!next.length) return finish();
      [layer, next, place, distance] = [next, [], 0, distance + 1];
    }
    timer = setTimeout(slice);
  }

  /** @type {(state: State) => void} */
  function expand(state) {
    for (const other of row.before(state)) {
      const key = row.key(other);
      if (known.has(key)) continue;
      known.set(key, distance + 1);
      next.push(other);
    }
  }

  function finish() {
    over = true;
    layer = next = [];
    for (const each of waiting.splice(0)) each();
  }

  /** @type {Distances["of"]} */
  const of = state => (few && over ? known.get(row.key(state)) ?? null : null);
  return {
    few, of, unknown: () => unknownOf(puzzle, few, over), ready: each => { if (over) each(); else waiting.push(each); }, stop: () => clearTimeout(timer),
    best: bestBy(row, of),
  };
}

/** @type {(puzzle: Puzzle, few: boolean, over: boolean) => string} */
function unknownOf({states}, few, over) {
  if (!few) return `True distances are not known${states === null ? "" : `: the puzzle has ${states} states`}.`;
  return over ? "No goal can be reached from here." : "Computing the true distance …";
}

/** A shortest way from a state to a goal, as steps. @type {(distances: Distances, state: State) => Step[]} */
function shortestFrom(distances, state) {
  /** @type {Step[]} */
  const steps = [{state}];
  for (let best = distances.best(state); best; best = distances.best(best.state)) steps.push({state: best.state, move: best.move});
  return steps;
}

module.exports = {distancesOf, shortestFrom};
