"use strict";
// Starts in texts of facts, and when they are at fault.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, board, levelsFrom, ring, rowOf, swaps} = require("./puzzles.js");
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
  assert.equal(fault(TEXT.replace("page, [1", "page, % over two lines\n  [2").replace("2, 2,", "2, 1,")).line, 3);
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
    wrong.replace("goal([1, 2, 3", "goal([2, 1, 3"), wrong.replace("2, 1, 3, 0", "2, 1, 3, X"), wrong.replace("2, 1, 3, 0", "2, 1, 3-3, 0"),
    wrong.replace("2, 1, 3, 0", "2|[1, 3, 0]"), `start(a, S) :- start(page, S).\n${wrong}`, wrong.replace("start", "moves(1).\nstart"), "",
    wrong.replace("start", "moves(a b).\nstart"), wrong.replace("goal", "moves(a b).\ngoal"),
  ]) assert.equal(fault(text), null, text);
  assert.equal(fault(wrong, {part: {start: {state: [1, 2, 3, 0]}}}), null);
});

it("a start that cannot be read is at fault where Prolog stops", () => {
  for (const [old, changed, why, line = 2] of [
    ["2, 0", "2,, 0", "Column 19: Syntax error: a term is missing before ,."],
    ["2, 0", "2 a", "Column 19: Syntax error: a comma or an operator is missing before a."],
    ["3]", "3", "Column 13: Syntax error: ] is missing before )."], ["3])", "3]", "Column 6: Syntax error: the bracket ( is not closed."],
    ["3]).", "3])", "Column 1: Syntax error: a full stop or an operator is missing before optimal(page, 1).", 3],
    ["3]).", "3])).", "Column 26: Syntax error: ) closes no bracket."],
    ["page, [", "'page, [", "Column 7: Syntax error: the quote ' is not closed in its line."],
  ]) {
    const found = fault(TEXT.replace(old, changed));
    assert.equal(found?.what, "cannot be read", changed);
    if (old !== "3]") assert.deepEqual([found.why, found.line], [why, line], changed);
  }
  const operators = `:- op(700, xfx, 2).\n${TEXT}`, context = {row: rowOf(board), part: {start: {state: [1, 2, 0, 3]}}, distances};
  assert.equal(startFault(context, operators.replace("2, 0", "2 a"), operators), null);
});

it("a text of moves is the state that they make of the goal", () => {
  const row = rowOf(ring), of = name => row.read({kind: "text", name, args: [], begin: 10, end: 30});
  for (const [moves, state] of [
    ["", [1, 2, 3, 4]], ["turn", [4, 1, 2, 3]], ["turn2 swap", [4, 3, 1, 2]],
    ["turn'", [2, 3, 4, 1]], [" turn5'  turn ", [1, 2, 3, 4]], ["turn0", [1, 2, 3, 4]],
  ]) assert.deepEqual(of(moves), {state}, moves);
  assert.deepEqual(of("turn swop"), {why: "swop is not a move: a move is turn or swap, perhaps with a number, ' or both behind it.", place: 16});
  assert.equal(of("turnswap").place, 11);
  assert.equal(of("turn-1"), null);
});

const RULES = "start(abc, [c, a, b]).\ngoal([a, b, _]).\n";
const ruled = (puzzle, start, text = RULES) => startFault(
  {row: rowOf(puzzle), part: {start: {state: [2, 0, 1]}}, distances}, text.replace("[c, a, b]", start), text);

it("a start of rules has the form and the values of all states", () => {
  for (const [start, told] of [
    ["[c, a]", "Column 12: The start has another form than [_,_,_]."], ["[c, a, d]", "Column 19: Part 3 of the start is d; from the starts of the file it is always a, b or c."],
    ["[c, a(1), b]", "Column 16: Part 2 of the start is a(1); from the starts of the file it is always a, b or c."], ["abc", "Column 12: The start has another form than [_,_,_]."],
  ]) {
    const what = told.includes("Part") ? "is not a state that the starts of the file lead to" : "is not a state of this puzzle";
    assert.deepEqual(ruled(swaps, start), {what, why: told, line: 1}, start);
  }
  for (const start of ["[c, a, X]", "[c, a, b-1]", "[b, c, a]", "['c', a,  b]"]) assert.equal(ruled(swaps, start), null, start);
});

it("a start of things has those that can hold", () => {
  const things = {...swaps.rules, board: null, template: "actions", domains: [["p"], ["q(1)"], ["q(2)"]], conditions: [[1, 1]],
    operators: [[0, [0, 1], [1, 1]]]};
  const text = "start(it, [p]).\n", of = start => startFault(
    {row: rowOf({...swaps, rules: things}), part: {start: {state: [1, 0, 0]}}, distances}, text.replace("[p]", start), text)?.why ?? null;
  assert.equal(of("[q(1), p]"), null);
  assert.equal(of("[p, q(3)]"), "Column 15: q(3) never holds from the starts of the file; what does is q(1) or q(2).");
  assert.equal(of("[p, r]"), "Column 15: r never holds from the starts of the file; no r is known here.");
  assert.equal(of("p"), "Column 11: The start is not a list of what holds.");
  assert.equal(of("[q(2)]"), "No moves lead from the start to the goal: nothing makes q(1).");
});

it("a start of rules is at fault exactly if no moves lead to a goal", () => {
  const all = [0, 1, 2].flatMap(one => [0, 1, 2].flatMap(two => [0, 1, 2].map(three => [one, two, three])));
  for (const conditions of [[[0, 0, 1, 1]], [[0, 2, 2, 2]], [[0, 2, 2, 2], [1, 0]]]) {
    const row = rowOf({...swaps, rules: {...swaps.rules, conditions}});
    for (const state of all) {
      const reaches = levelsFrom(row, state).flat().some(row.isGoal);
      assert.equal(row.fault(state) === null, reaches, `${state} ${conditions}`);
    }
  }
});
