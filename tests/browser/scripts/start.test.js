"use strict";
// Starts in texts of facts, and when they are at fault.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, rowOf} = require("./puzzles.js");
const {startFault} = require(`${PAGE}start.js`);

const TEXT = "% a board\nstart(page, [1, 2, 0, 3]).\noptimal(page, 1).\ngoal([1, 2, 3, 0]).\n";
const distances = {few: true, of: state => (String(state) === "1,2,0,3" ? 1 : null)};
const fault = (text, context) => startFault({row: rowOf(board), part: {start: {state: [1, 2, 0, 3]}}, distances, ...context}, text, TEXT);

it("the first start is at fault, at its line", () => {
  assert.equal(fault(TEXT), null);
  assert.deepEqual(fault(TEXT.replace("1, 2, 0, 3", "2, 1, 3, 0"))?.line, 2);
  assert.match(fault(TEXT.replace("1, 2, 0, 3", "2, 1, 0, 3")).why, /parity/);
  assert.match(fault(TEXT.replace("start", "start(a, [1, 2]).\nstart")).why, /2 numbers/);
  assert.equal(fault(TEXT.replace("optimal", "start(b, [1, 2]).\noptimal")), null);
});

it("states from which the table of distances has no way are at fault", () => {
  const row = {...rowOf(board), fault: () => null};
  assert.match(fault(TEXT.replace("1, 2, 0, 3", "2, 1, 3, 0"), {row}).why, /No moves lead/);
  assert.equal(fault(TEXT.replace("1, 2, 0, 3", "2, 1, 3, 0"), {row: {...row, forward: true}}), null);
  assert.equal(fault(TEXT.replace("1, 2, 0, 3", "2, 1, 3, 0"), {row, distances: {few: true, of: () => null}}), null);
});

it("what is not certain is left to Prolog", () => {
  const wrong = TEXT.replace("1, 2, 0, 3", "2, 1, 3, 0");
  for (const text of [
    wrong.replace("goal([1, 2, 3", "goal([2, 1, 3"), wrong.replace("2, 1, 3, 0", "2, 1,, 3, 0"), wrong.replace("2, 1, 3, 0", "2, 1, 3, X"),
    wrong.replace("[2,", "\n[2,"), wrong.replace("start(", "start (") , `start(a, S) :- start(page, S).\n${wrong}`, "",
  ]) assert.equal(fault(text), null, text);
  assert.equal(fault(wrong, {part: {start: {state: [1, 2, 3, 0]}}}), null);
});
