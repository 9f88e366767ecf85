"use strict";
// The distance of every state of a small puzzle from the nearest goal: a search backward from the goals, in short slices of
// time, so that the page answers meanwhile.

const SLICE = 8; // milliseconds

/** The distances of a puzzle; `of` is that of a state, null if it is not known. `ready` calls back once all are known. */
function distancesOf(row, puzzle) {
  const known = new Map(), waiting = [];
  const few = row.playable && puzzle.few;
  let layer = few ? puzzle.goals : [], next = [], distance = 0, place = 0, over = !few;
  let timer = few ? setTimeout(slice, 50) : null;
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

  const of = state => (few && over ? known.get(row.key(state)) ?? null : null);
  return {
    few, of, ready: each => (over ? each() : waiting.push(each)), stop: () => clearTimeout(timer),
    best: state => row.moves(state).find(each => of(each.state) === of(state) - 1),
  };
}

/** A shortest way from a state to a goal, as steps. */
function shortestFrom(distances, state) {
  const steps = [{state}];
  for (let best = distances.best(state); best; best = distances.best(best.state)) steps.push({state: best.state, move: best.move});
  return steps;
}

module.exports = {distancesOf, shortestFrom};
