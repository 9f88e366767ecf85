"use strict";
// Numbers and sentences, and the scales and groups of charts.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE} = require("./puzzles.js");
const {mostOf, ticks} = require(`${PAGE}chart.js`);
const {byBoard, byLength, lowest} = require(`${PAGE}measures.js`);
const {capital, count, percent, several, sum, text, told} = require(`${PAGE}numbers.js`);

it("numbers have separators, and nothing is nothing", () => {
  assert.deepEqual([count(1234567), count(0.12345), several(1, "move"), several(2000, "move")], ["1,234,567", "0.123", "1 move", "2,000 moves"]);
  assert.deepEqual([text(1234), text("1234"), text(null), text(undefined), text(0)], ["1,234", "1234", "", "", "0"]);
  assert.deepEqual([sum([]), sum([1, 2, 3]), capital("limit")], [0, 6, "Limit"]);
});

it("a sentence takes the values that it names", () => {
  assert.equal(told("f = {f} > {threshold} or {other}", {f: 22, threshold: 1000}), "f = 22 > 1,000 or {other}");
});

it("a share is 0 or 100 percent only if it is", () => {
  assert.deepEqual([percent(0, 9), percent(9, 9), percent(1, 5000)], ["0.00", "100.00", "0.02"]);
  assert.deepEqual([percent(1, 90000), percent(89999, 90000)], ["<0.01", ">99.99"]);
});

it("a scale has at most five steps, whole ones, up to its most", () => {
  for (let most = 1; most < 3000; most += 7) {
    const found = ticks(most), step = found[1] - found[0];
    assert.ok(found.length <= 6 && found[0] === 0 && found.at(-1) <= most);
    assert.ok(found.every((tick, number) => tick === number * step && Number.isInteger(tick)));
  }
  assert.deepEqual([ticks(10), ticks(37), ticks(4)], [[0, 2, 4, 6, 8, 10], [0, 10, 20, 30], [0, 1, 2, 3, 4]]);
  assert.deepEqual([ticks(1200, true), ticks(3, true, 0.01)], [[1, 10, 100, 1000], [0.01, 0.1, 1]]);
  assert.deepEqual([ticks(1, true), ticks(4, true), ticks(70, true)], [[1], [1, 2], [1, 2, 5, 10, 20, 50]]);
});

it("the highest bar counts all its values", () => {
  assert.deepEqual([mostOf([{values: [2, 3]}, {values: [4]}]), mostOf([]), mostOf([{values: [0.5]}], 0.1)], [5, 1, 0.5]);
});

it("boards of a length have the mean of those that are solved", () => {
  const board = (start, outcome, length, generated) => ({start, outcome, length, generated});
  const boards = [board("a", "solved", 30, 10), board("b", "solved", 4, 1), board("c", "solved", 30, 20), board("d", "time limit", null, 99)];
  assert.deepEqual(byLength(boards, "generated"), [{at: 4, value: 1, solved: true, of: 1}, {at: 30, value: 15, solved: true, of: 2}]);
  const single = byBoard(boards, "generated").map(each => [each.at, each.value, each.solved]);
  assert.deepEqual(single, [["a", 10, true], ["b", 1, true], ["c", 20, true], ["d", 99, false]]);
  const uncounted = byLength([board("a", "solved", 30, null), board("b", "solved", 30, 20)], "generated");
  assert.deepEqual(uncounted, [{at: 30, value: null, solved: true, of: 2}]);
});

it("the foot of a log scale is a power of ten that all values reach", () => {
  const lowestOf = values => lowest(values.map(value => ({value})));
  assert.deepEqual([lowestOf([5, 300]), lowestOf([0.02, 7]), lowestOf([null, 0]), lowestOf([])], [1, 0.01, 1, 1]);
  assert.deepEqual([count(0.00012345), count(0), count(1234)], ["0.000123", "0", "1,234"]);
});
