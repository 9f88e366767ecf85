"use strict";
// The rows of the domains: how many states there are is known from elsewhere, and a move leads from one to another.

const assert = require("node:assert/strict");
const {describe, it} = require("node:test");

const {PAGE, board, blocks, drawn, levelsFrom, ring, rowOf, swaps} = require("./puzzles.js");
const {boundOf} = require(`${PAGE}bound.js`);
const {stepsOf} = require(`${PAGE}domains.js`);
const {numbered} = require(`${PAGE}share.js`);

const TABLE = blocks(["a", "b", "c"], [], "table");
const PLACES = blocks(["a", "b", "c"], ["x", "y", "z"], null);
const names = (row, state) => row.moves(state).map(each => each.name);

for (const [name, puzzle, counts] of [
  ["tiles on two by two cells", board, [1, 2, 2, 2, 2, 2, 1]],
  ["three blocks on a table", TABLE, [1, 6, 6]],
  ["three blocks on three places", PLACES, [60]],
  ["four pieces in a ring", ring, [24]],
  ["three letters by rules", swaps, [1, 2, 2, 1]],
]) {
  describe(name, () => {
    const row = rowOf(puzzle), goal = puzzle.goals[0] ?? [0, 1, 2], levels = levelsFrom(row, goal), states = levels.flat();

    it("has all its states", () => {
      if (counts.length > 1) assert.deepEqual(levels.map(level => level.length), counts);
      assert.equal(states.length, counts.reduce((one, other) => one + other));
    });

    it("has one goal, and can be played", () => {
      assert.deepEqual(states.filter(row.isGoal), [goal]);
      assert.equal(row.playable, true);
    });

    it("knows the states before a state", () => {
      const leads = new Map(states.map(state => [row.key(state), new Set(row.moves(state).map(each => row.key(each.state)))]));
      for (const state of states) {
        const before = states.filter(other => leads.get(row.key(other)).has(row.key(state))).map(row.key);
        assert.deepEqual([...new Set(row.before(state).map(row.key))].sort(), before.sort());
      }
    });

    it("draws each state with as many pieces, and none like another", () => {
      const drawings = states.map(state => JSON.stringify(row.marks(state).map(({kind, text, x, y}) => [kind, text, x, y])));
      assert.equal(new Set(drawings).size, states.length);
      assert.equal(new Set(states.map(state => row.marks(state).length)).size, 1);
      assert.equal(new Set(states.map(row.line)).size, states.length);
    });

    it("marks the pieces of a move where they are after it", () => {
      for (const {move, state} of row.moves(goal)) {
        const pieces = row.marks(state).map(mark => mark.piece), moved = row.movedTo(move, state, goal);
        assert.ok(moved.length > 0);
        for (const piece of moved) assert.ok(pieces.includes(piece));
      }
    });

    it("repeats a path by its moves, up to an illegal one", () => {
      const path = [{state: goal}];
      for (let number = 0; number < 5; number += 1) {
        const moves = row.moves(path.at(-1).state), {move, state} = moves[number % moves.length];
        path.push({state, move});
      }
      assert.deepEqual(stepsOf(row, path[0].state, path.slice(1).map(each => each.move)), path);
      assert.deepEqual(stepsOf(row, path[0].state, [path[1].move, ["no such", "move"], path[1].move]), path.slice(0, 2));
    });
  });
}

it("tiles move toward the blank, by the arrow of that direction", () => {
  const row = rowOf(board), [left, right] = row.moves([1, 2, 3, 0]);
  assert.deepEqual([left.told, left.key, left.sign, left.state], ["tile 2 down", "ArrowDown", "↓", [1, 0, 3, 2]]);
  assert.deepEqual([right.told, right.key, right.sign, right.state], ["tile 3 right", "ArrowRight", "→", [1, 2, 0, 3]]);
  assert.equal(row.arrows, "move tiles");
  assert.equal(row.line([1, 0, 3, 2]), "1 . / 3 2");
  assert.equal(row.typed([1, 0, 3, 2]), "1 0 / 3 2");
  const crossed = rowOf({...board, rules: {...board.rules, cells: [[0, 0], [1, 1], [1, 0], [0, 1]]}});
  assert.equal(crossed.typed([1, 0, 3, 2]), "1 / 0 3 / 2", "a start has its tiles in the order of cells");
  const cut = rowOf({...board, rules: {...board.rules, labels: {...board.rules.labels, 2: ["/", 0.5]}}});
  assert.equal(cut.typed([1, 0, 3, 2]), "[1,0,3,2]", "a sign on a tile is no end of a row");
});

it("a tile that comes from the other side of the board has no arrow", () => {
  const rules = {...board.rules, places: [[0.5, 0.5], [3.5, 0.5], [0.5, 1.5], [3.5, 1.5]]};
  assert.deepEqual(rowOf({...board, rules}).moves([1, 2, 3, 0]).map(each => [each.told, each.key]), [["tile 2 down", "ArrowDown"], ["tile 3 from (1,0)", null]]);
});

it("moves of equal tiles have names of their own, whatever the board", () => {
  const labels = {1: ["1", 0.5], 2: ["1", 0.5], 3: ["1", 0.5]};
  for (const places of [
    board.rules.places, [[0.5, 0.5], [3.5, 0.5], [0.5, 3.5], [3.5, 3.5]], [[0.5, 0.5], [1.5, 0.5], [1, 1.37], [2, 1.37]],
  ]) {
    const row = rowOf({...board, rules: {...board.rules, labels, places}});
    for (const state of [[1, 2, 3, 0], [1, 2, 0, 3], [0, 1, 2, 3]]) {
      const moves = row.moves(state);
      assert.equal(new Set(moves.map(each => `${each.name} ${each.sign}`)).size, moves.length);
      assert.equal(new Set(moves.map(each => each.told)).size, moves.length);
    }
  }
});

it("the lower bound of tiles is the sum of their distances, with a line each", () => {
  const row = rowOf(board), {h, sum, by} = boundOf(row, [0, 3, 2, 1]);
  assert.deepEqual([h, sum, by], [6, "2 + 2 + 2", "tile by tile"]);
  assert.equal(boundOf(row, [2, 0, 1, 3]).sum, "1 + 1 + 1");
  assert.deepEqual(row.shares.of([0, 3, 2, 1])[0], {cells: ["3", 1, "0, 1"], distance: 2});
  assert.equal(row.shares.columns.length, row.shares.of([0, 3, 2, 1])[0].cells.length);
  assert.equal(boundOf(rowOf({...board, rules: {...board.rules, distances: null}}), [0, 3, 2, 1]), null);
  assert.equal(boundOf(rowOf(ring), [1, 2, 3, 4]), null);
});

it("only clear blocks are carried, and onto clear ones", () => {
  const row = rowOf(TABLE);
  assert.deepEqual(names(row, [["a", "table"], ["b", "a"], ["c", "table"]]), ["b→c", "b→table", "c→b"]);
  assert.equal(row.line([["a", "table"], ["b", "a"], ["c", "table"]]), "table[a b + c]");
  assert.deepEqual(names(rowOf(PLACES), [["a", "x"], ["b", "a"], ["c", "b"]]), ["c→y", "c→z"]);
});

it("a start is at fault only if it is not a state or reaches no goal", () => {
  const lists = (length, things) => (length ? lists(length - 1, things).flatMap(list => things.map(each => [...list, each])) : [[]]);
  for (const [puzzle, starts] of [
    [board, lists(4, [0, 1, 2, 3])], [ring, lists(4, [1, 2, 3, 4])],
    [TABLE, lists(3, ["a", "b", "c", "table", "x"]).map(unders => unders.map((under, number) => ["abc"[number], under]))],
  ]) {
    const row = rowOf(puzzle), reached = new Set(levelsFrom(row, puzzle.goals[0]).flat().map(row.key));
    for (const start of starts) assert.equal(row.fault(start) === null, reached.has(row.key(start)), JSON.stringify(start));
  }
});

it("a fault names what is wrong and what is right", () => {
  for (const [puzzle, start, fault] of [
    [board, [1, 2, 0], /lists 3 numbers, but there are 4 cells/], [board, [1, 2, 2, 0], /: 2 occurs 2 times instead of 1; 3 occurs 0 times instead of 1\./],
    [board, [2, 1, 3, 0], /wrong parity.*Exchange/], [board, 7, /must list/], [ring, [1, 2, 3, "4"], /"4" occurs 1 time instead of 0/],
    [TABLE, [["b", "table"], ["a", "table"], ["c", "table"]], /in the order of the facts: a, b, c/], [TABLE, [7], /a pair/],
    [PLACES, [["a", "x"], ["b", "x"], ["c", "y"]], /two blocks on x/], [PLACES, [["a", "b"], ["b", "a"], ["c", "y"]], /without a bottom/],
    [PLACES, [["a", "x"], ["b", "table"], ["c", "y"]], /b on table, which is not/],
  ]) assert.match(rowOf(puzzle).fault(start), fault);
});

it("equal tiles, and cells without colors, have no parity", () => {
  const around = {...board, rules: {...board.rules, neighbors: [[1, 2, 3], [0, 3], [0, 3], [0, 1, 2]]}};
  assert.equal(rowOf(around).fault([2, 1, 3, 0]), null);
  assert.equal(rowOf({...board, goals: [[1, 1, 3, 0]]}).fault([1, 3, 1, 0]), null);
  assert.equal(rowOf({...board, goals: [[1, 2, 3, 0], [2, 1, 3, 0]]}).fault([2, 1, 3, 0]), null);
});

it("a turn takes pieces from its sources, and returns after as many as its order", () => {
  const row = rowOf(ring), after = stepsOf(row, [1, 2, 3, 4], Array(4).fill(["turn"])).map(each => each.state);
  assert.deepEqual(after, [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1], [1, 2, 3, 4]]);
  assert.deepEqual([row.movedTo(["swap"]), row.movedTo(["turn"])], [[0, 1], [0, 1, 2, 3]]);
});

describe("puzzles of rules", () => {
  const {rules} = swaps, domains = [["a", "b", "o"], ["a", "b", "o"], ["a", "b", "o"]];
  const looks = {...rules.board.looks, o: {text: ".", size: 0.5, lies: "nothing"}};
  const joined = {...swaps, rules: {...rules, domains, board: {...rules.board, looks, joins: [["a", "b", 0, 1]]}}};

  it("cells that are joined are one piece, with the corners around it", () => {
    const marks = rowOf(joined).marks([0, 1, 2]);
    assert.deepEqual(marks.map(({piece, role, text}) => [piece, role, text]), [[0, "tile", "ab"], [2, "hole", ""]]);
    const corners = marks[0].outline.map(([x, y]) => [x + marks[0].x, y + marks[0].y].map(each => Math.round(each * 10)));
    assert.deepEqual(corners, [[1, 1], [19, 1], [19, 9], [1, 9]]);
    assert.equal(rowOf(joined).marks([1, 0, 2]).length, 3);
  });

  it("what all goals need is drawn, where each part of it is something on a cell", () => {
    const row = rowOf(joined), lines = row.marks(row.wanted).map(({piece, role, text}) => [piece, role, text]);
    assert.deepEqual(row.wanted, [0, 1, -1]);
    assert.deepEqual(lines, [[0, "tile", "ab"], [2, "hole", ""]]);
    assert.equal(row.line(row.wanted), "a b .");
    for (const conditions of [[[0, 0], [1, 1]], [[0, 0, 2, 2]], []])
      assert.equal(rowOf({...joined, rules: {...joined.rules, conditions}}).wanted, null);
    assert.equal(rowOf({...joined, rules: {...joined.rules, board: {...rules.board, cells: rules.board.cells.slice(1)}}}).wanted, null);
  });

  it("steps that continue from each other are one move, with the number of times in a row", () => {
    const steps = [[0, [0, 0], [0, 1]], [0, [0, 1], [0, 2]], [1, [0, 2], [0, 3]]];
    const row = rowOf({...swaps, rules: {...rules, board: null, template: "Leaf_0_", domains: [["1", "2", "3", "4"]], names: ["up", "end"],
      operators: steps, continues: [0, 0]}});
    assert.deepEqual(row.moves([0]).map(({move, name, state}) => [move, name, state]), [[["up"], "up", [1]], [["[up,up]"], "up×2", [2]]]);
    assert.equal(row.nameOf(["[up,up,end]"]), "up×2+end");
    assert.deepEqual([row.drawing([3]), row.line([3])], ["4", "4"]);
  });

  it("chains that meet continue from each of their last steps", () => {
    const steps = [[0, [0, 0], [0, 1]], [1, [0, 0], [0, 1]], [1, [0, 1], [0, 2]], [1, [0, 2], [0, 3]]];
    const row = rowOf({...swaps, rules: {...rules, board: null, template: "Leaf_0_", domains: [["1", "2", "3", "4"]], names: ["walk", "run"],
      operators: steps, continues: [1, 1]}});
    assert.deepEqual(row.moves([0]).map(({name, state}) => [name, state]), [["walk", [1]], ["run×2", [2]], ["run×3", [3]]]);
  });

  it("a state is known by its parts, and drawn by what was learned", () => {
    const row = rowOf({...swaps, rules: {...rules, board: null}, drawings: [[[0, 1, 2], "one\n two"]]});
    assert.deepEqual([row.stateOf(["c", "a", "b"]), row.stateOf(["c", "a", "x"]), row.stateOf(["a"])], [[2, 0, 1], null, null]);
    assert.deepEqual([row.drawing([0, 1, 2]), row.line([0, 1, 2]), row.drawing([2, 1, 0])], ["one\n two", "one / two", "[c,b,a]"]);
    row.learn([2, 1, 0], "new");
    assert.equal(row.drawing([2, 1, 0]), "new");
  });

  it("what holds is a list", () => {
    const row = rowOf({...swaps, rules: {...rules, board: null, template: "actions", domains: [["p"], ["q(1)"]], operators: []}});
    assert.deepEqual([row.line([1, 1]), row.stateOf(["q(1)"]), row.stateOf(["r"])], ["[p,q(1)]", [0, 1], null]);
  });

  it("a click makes the only move of a piece, or chooses it, and then the nearest move to the next one", () => {
    const row = rowOf(swaps), possible = row.moves([0, 1, 2]);
    assert.equal(row.clicked(possible, 0, null).move.name, "swap(0)");
    assert.equal(row.clicked(possible.slice(0, 1), 1, null).move.name, "swap(0)");
    assert.equal(row.clicked(possible, 1, null).move.name, "swap(1)");
    const unnamed = possible.map(each => ({...each, name: "swap"}));
    assert.deepEqual(row.clicked(unnamed, 1, null), {move: undefined, chosen: 1});
    assert.equal(row.clicked(unnamed, 2, 1).move, unnamed[1]);
    assert.deepEqual(row.clicked(unnamed, 1, 1), {move: undefined, chosen: null});
  });
});

it("a domain of another name has the row that its rules are for", () => {
  assert.deepEqual(names(rowOf({...board, domain: "boxes"}), [1, 2, 3, 0]), ["2", "3"]);
});

it("a puzzle without rules, or with rules of an unknown row, shows drawings and moves of its path alone", () => {
  for (const rules of [null, {row: "line"}, {row: "constructor"}]) {
    const row = rowOf({...drawn, rules});
    assert.deepEqual([row.playable, row.moves([3]), row.drawing([3]), row.line([3])], [false, [], "three\nof four", "three / of four"]);
    assert.deepEqual([row.drawing([9]), row.nameOf(["it", 3, 4]), row.nameOf(["it", 9, 8])], ["[9]", "it to 4", "it 9 8"]);
    assert.deepEqual([row.typed([3]), row.typed([9])], ["at 3", "[9]"]);
    assert.deepEqual([row.isGoal([4]), row.isGoal([3]), row.arrows, row.shares], [true, false, null, null]);
    assert.deepEqual(stepsOf(row, [3], [["it", 3, 4]], [[3], [4]]), [{state: [3]}, {state: [4], move: ["it", 3, 4]}]);
  }
});

it("a letter turns back only where its other case is not a move", () => {
  const named = (...names) => rowOf({...ring, rules: {...ring.rules, moves: names.map(name => ({name, sources: [3, 0, 1, 2]}))}}).letters;
  assert.deepEqual([named("turn"), named("r", "R"), named("R", "R'")], [null, "letters turn", "letters turn, capital letters backward"]);
});

it("of moves to one state, an address has the one that was made", () => {
  const row = {key: String, moves: () => [{move: ["pour"], state: 1}, {move: ["empty"], state: 1}]}, path = move => [{state: 0}, {state: 1, move}];
  assert.deepEqual([["pour"], ["empty"], undefined].map(move => numbered(row, path(move))), ["0", "1", "0"]);
  assert.equal(numbered(row, [{state: 0}, {state: 2, move: ["pour"]}]), null);
});
