"use strict";
// Compares the row of a puzzle of rules with what Python wrote: node rules_against.js FILE
// The file has `puzzle`, `states` as {state, moves, goal, text, parts, pieces, distance}, and `start`. Prints each difference.

const {readFileSync} = require("node:fs");
const {isDeepStrictEqual} = require("node:util");

const {PAGE, rowOf} = require("./puzzles.js");
const {distancesOf} = require(`${PAGE}distances.js`);

const {puzzle, start, states} = JSON.parse(readFileSync(process.argv[2], "utf8"));
const row = rowOf(puzzle);
const rounded = points => points.map(point => point.map(number => Math.round(number * 100) / 100 + 0)).sort().join(" ");

function different(what, state, found, wanted) {
  if (!isDeepStrictEqual(found, wanted)) console.log(what, JSON.stringify(state), JSON.stringify(found), JSON.stringify(wanted));
}

for (const {state, moves, goal, parts, pieces, names} of states) {
  const found = row.moves(state);
  different("moves", state, found.map(each => [each.move, each.state]), moves);
  different("names", state, found.map(each => each.name), names);
  different("goal", state, row.isGoal(state), goal);
  different("parts", state, row.stateOf(parts), state);
  if (pieces) different("pieces", state, row.marks(state).filter(each => each.role === "tile").map(({outline, x, y}) =>
    rounded(outline.map(([right, down]) => [x + right, y + down]))).sort(), pieces.map(rounded).sort());
}
const distances = distancesOf(row, puzzle, start);
distances.ready(() => {
  for (const {state, distance} of states) if (distance !== undefined) different("distance", state, distances.of(state), distance);
});
