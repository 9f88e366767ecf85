"use strict";
// What programs print, in every form that one of the shipped programs uses, as moves on the board.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE, blocks, board, rowOf, swaps} = require("./puzzles.js");
const {announced, areRows, isLike, stepsBy, stepsRead, stepsThrough, stepsTold, toldIn, withBoards, wordsIn} = require(`${PAGE}printed.js`);

const last = steps => steps?.at(-1).state;

it("a threshold is a number, alone or among dashes and the like, but no row of a board", () => {
  for (const [line, limit] of [["16", 16], ["--- 16 ---", 16], ["[4]", 4], ["*** 0:", 0]]) assert.equal(announced(line), limit);
  for (const line of ["", "---", "limit 16", "16 17", "12345678"]) assert.equal(announced(line), null);
  const eight = [1, 2, 3, 4, 5, 6, 7, 8, 0], rows = (one, other, state = eight) => areRows(one, other, state);
  assert.deepEqual([rows("123", "045"), rows("123", " 46"), rows(".46", "758"), rows("  01", "  32"), rows("10", "32", [0, 1, 2, 3])], Array(5).fill(true));
  assert.deepEqual([rows("11", "12"), rows("12", "13"), rows("5", "6"), rows(" 8", " 7"), rows("123", "12"), rows("9.", "8.")], Array(6).fill(false));
  assert.deepEqual([rows("123", "456", [["a", "b"]]), rows("123", "456", [12, 3, 0])], [false, false]);
});

it("moves are a list, a move a line, or a line of moves", () => {
  assert.deepEqual(wordsIn(["[9]", "solved: [7, 2,1] "]), [["7"], ["2"], ["1"]]);
  assert.deepEqual(wordsIn(["a -> b", "by hand", " c -> table "]), [["a", "b"], ["c", "table"]]);
  assert.deepEqual(wordsIn(["first", "R U2  F'", ""]), [["R"], ["U2"], ["F'"]]);
  assert.deepEqual([wordsIn([]), wordsIn(["", "[]"])], [[], []]);
});

it("moves are made from the start as long as there are such moves", () => {
  const row = rowOf(board);
  assert.deepEqual(last(stepsBy(row, [1, 2, 3, 0], [["3"], ["1"]])), [0, 2, 1, 3]);
  assert.equal(stepsBy(row, [1, 2, 3, 0], [["3"], ["2"]]), null);
  const table = blocks(["a", "b"], [], "table");
  assert.deepEqual(last(stepsBy(rowOf(table), table.goals[0], [["a", "b"]])), [["a", "b"], ["b", "table"]]);
  assert.equal(stepsBy(rowOf(table), table.goals[0], [["a", "c"]]), null);
});

it("states that are printed are joined by moves, from either end, also behind a start and a goal", () => {
  const row = rowOf(board), steps = [[2, 0, 1, 3], [0, 2, 1, 3], [1, 2, 0, 3], [1, 2, 3, 0]], [start, , , goal] = steps;
  const states = lines => stepsThrough(row, start, lines, board)?.map(each => each.state);
  const lines = steps.map((state, number) => `Step ${number}: [${state.join(", ")}].`);
  const pairs = steps.slice(1).map((state, number) => `[${steps[number].join(",")}] --> [${state.join(",")}]`);
  assert.deepEqual([states(lines), states(pairs)], [steps, steps]);
  assert.deepEqual(states([...lines].reverse()), steps);
  for (const text of [([a, b, c, d]) => [`${a} ${b}`, `${c} ${d}`, ""], ([a, b, c, d]) => ["+-+-+", `|${a || " "}|${b || " "}|`, `|${c || " "}|${d || " "}|`],
    state => [state.slice(0, 2), state.slice(2)].map(row => row.map(each => each || "_").join("")),
    ([a, b, c, d]) => [`[[${a},${b}],[${c},${d}]]`], state => [`Step: ${state.map(each => each || "_").join("  ")}`]]) {
    assert.deepEqual(states(["Found it!", ...steps.flatMap(text)]), steps);
  }
  const parts = [1, 3, 5, 8, 7, 2, 4, 6, 0, 9, 11, 10].map(String), drawn = "[1,3,5,11,8,7,0,10,4,6,9,2]";
  for (const rows of [[" 1  3  5 11", " 8  7    10", " 4  6  9  2"], ["1 3 5 11", "8 7   10", "4 6 9 2"], ["1 3 5 11 / 8 7 . 10 / 4 6 9 2."],
    ["+---+", "| 1 3 5 11|", "|8 7 . 10|", "|4 6 9 2|"], ["┌───┐", "│ 1  3  5 11│", "│ 8  7    10│", "│ 4  6  9  2│", "└───┘"],
    ["┌──┬──┬──┬──┐", "│1 │3 │5 │11│", "├──┼──┼──┼──┤", "│8 │7 │  │10│", "│4 │6 │9 │2 │", "└──┴──┴──┴──┘"]]) {
    assert.deepEqual(withBoards(rows, parts), [drawn]);
  }
  for (const rows of [["283", "164", "7 5"], ["Move 3: 283", "164", "7_5"], ["283/164/705"], ["283164705"]]) {
    const found = withBoards(rows, [..."123456780"]);
    assert.equal(found.at(-1), "[2,8,3,1,6,4,7,0,5]");
  }
  for (const blank of ["0", "_"]) {
    assert.deepEqual(withBoards(["3 of 4", "1 5 8", `7 6 ${blank}`, "2 9 11", "3 4 10"], parts), ["3 of 4", "[1,5,8,7,6,0,2,9,11,3,4,10]"]);
    assert.deepEqual(withBoards(["3 of 4", "1 5 8", "7 6 10", "2 9 11", `3 4 ${blank}`], parts), ["3 of 4", "[1,5,8,7,6,10,2,9,11,3,4,0]"]);
  }
  assert.deepEqual(states([`From [${start}]`, `to [${goal}]:`, "", `Found it! [[${steps.join("],[")}]]`]), steps);
  assert.deepEqual(states([...lines, lines.at(-2)]), [...steps, steps.at(-2)]);
  for (const wrong of [[], ["[1,2"], lines.slice(1), lines.slice(0, -1), lines.filter((_, number) => number !== 1)]) assert.equal(states(wrong), undefined);
});

it("moves are read in many forms, and only those that lead to the goal solve", () => {
  const goes = (puzzle, start, all) => {
    const row = rowOf(puzzle), lines = all.slice(all.findLastIndex(line => announced(line) !== null) + 1);
    return stepsRead(row, start, lines, all, wordsIn(lines), puzzle)?.map(({state}) => state);
  };
  const path = [[2, 0, 1, 3], [0, 2, 1, 3], [1, 2, 0, 3], [1, 2, 3, 0]];
  for (const all of [["found:", "move tile 2", "move tile 1", "move tile 3", "3 moves"], ["1手目: 2を動かす", "2手目: 1を動かす", "3手目: 3を動かす"], ["2", "1", "3"],
    ["2 -> 1 -> 3"], ["Tiles: 2, 1, 3", "Moves: 3"], ["[3,1,2]"], ["16", "[2,1,3].", "3"], ["1: 2", "2: 1", "3: 3"],
    ["[2,1,3]", "visited: [2,0,1]"]]) {
    assert.deepEqual(goes(board, path[0], all), path, all.join("; "));
  }
  const table = blocks(["my a", "b"], [], "table");
  assert.deepEqual(goes({...table, goals: [[["my a", "b"], ["b", "table"]]]}, table.goals[0], ["my a -> b"])?.at(-1), [["my a", "b"], ["b", "table"]]);
  for (const all of [["move tile 2", "move tile 3", "move tile 1"], ["2", "3"], ["2, 1, 3, 3"]]) {
    assert.notDeepEqual(goes(board, path[0], all)?.at(-1), path[3]);
  }
  for (const all of [["[swap(1),swap(0)]"], ["swap(1) -> swap(0)"], ["Moves: swap(1), swap(0)"], ["1. swap( 1 )", "2. swap( 0 )"],
    ["swap(1): [b,a,c]", "swap(0): [a,b,c]"]]) {
    assert.deepEqual(goes(swaps, [1, 2, 0], all), [[1, 2, 0], [1, 0, 2], [0, 1, 2]], all.join("; "));
  }
  const named = {...swaps, rules: {...swaps.rules, template: "row(Leaf_0_,Leaf_1_,Leaf_2_)"}};
  for (const all of [["It begins at row(b,c,a),", "goes to row(b,a,c).", "And row(a,b,c) is the goal."], ["Now swap(1), please.", "Now swap(0), please."],
    ["0", "row(b,c,a)", "1", "row(b,a,c)", "2", "row(a,b,c)"], ["It is row(b,c,a).", "Then row(b,a,c).", "Then row(a,b,c).", "2"]]) {
    assert.deepEqual(goes(named, [1, 2, 0], all)?.at(-1), [0, 1, 2], all.join("; "));
  }
});

it("where tiles are alike, the way to the goal is chosen", () => {
  for (const goal of [[1, 2, 0, 2], [1, 0, 2, 2]]) {
    assert.deepEqual(last(stepsBy(rowOf({...board, goals: [goal]}), [1, 2, 2, 0], [["2"]])), goal);
  }
});

it("words that leave too many ways are not moves", () => {
  const row = {key: String, isGoal: () => false, moves: state => [0, 1, 2].map(number => ({move: ["it"], state: 3 * state + number}))};
  assert.equal(stepsBy(row, 0, Array(6).fill(["it"])).length, 7);
  assert.equal(stepsBy(row, 0, Array(7).fill(["it"])), null);
});

it("a path from Prolog has states, whatever else was sent", () => {
  const row = rowOf(swaps), told = toldIn([["start", ["a", "b", "c"], ""], ["swap(0)", ["b", "a", "c"], "new"]]);
  assert.deepEqual(stepsTold(row, told), [{state: [0, 1, 2]}, {state: [1, 0, 2], move: ["swap(0)"]}]);
  assert.equal(stepsTold(row, toldIn([["start", ["a", "b", "z"], ""]])), null);
  assert.equal(stepsTold(rowOf(board), told), null);
  for (const path of [null, "text", 3, [1], [["start"]], [["start", "abc", ""]], {}]) assert.deepEqual(toldIn(path), []);
  assert.deepEqual(toldIn([[1, [2, {}], "x".repeat(9999)]]), [{move: "1", parts: ["2", "[object Object]"], picture: "x".repeat(5000)}]);
  assert.equal(stepsTold(row, []), null);
});

it("a value is a state only with the form of one, and with words of the puzzle", () => {
  assert.equal(isLike([3, 2, 1, 0], [1, 2, 3, 0], board), true);
  for (const value of [null, 3, "1", [1, 2, 3], [1, 2, 3, 9], [1, 2, [3], 0], [1, 2, 3, "0"]]) assert.equal(isLike(value, [1, 2, 3, 0], board), false);
  const table = blocks(["a", "b"], [], "table");
  assert.equal(isLike([["b", "a"], ["a", "table"]], table.goals[0], table), true);
  assert.equal(isLike([["b", "a"], ["a", "moon"]], table.goals[0], table), false);
});
