"use strict";
// What a program prints, as steps on the board: the pieces or moves of a solution in a list, or one move a line.

const LIST = /\[([^[\]]*)\]\s*$/, MOVE = /^\s*(\S+) -> (\S+)\s*$/;
const MOST_STATES = 2000;

/** The threshold that a line announces: a number alone or between dashes and the like; null if it does not. */
function announced(line) {
  const found = /^[-=*#+:.<>[\]() \t]*(\d{1,7})[-=*#+:.<>[\]() \t]*$/.exec(line);
  return found && Number(found[1]);
}

/** The moves that the lines may tell, each as the words that name it: a list, a move a line, or a line of moves. */
function wordsIn(lines) {
  const lists = lines.map(line => LIST.exec(line)).filter(Boolean);
  if (lists.length) return lists.at(-1)[1].split(",").map(word => [word.trim()]).filter(([word]) => word);
  const moves = lines.map(line => MOVE.exec(line)).filter(Boolean).map(([, piece, target]) => [piece, target]);
  return moves.length ? moves : (lines.filter(line => line.trim()).at(-1) ?? "").split(/\s+/).filter(Boolean).map(word => [word]);
}

/** Whether a move has these words: its piece or name, and where it goes. */
const named = ({move}, [word, target]) => String(move[0]) === word && (target === undefined || String(move.at(-1)) === target);

/** The steps from a start by moves with these words; null if there are none. Equal pieces may leave a choice. */
function stepsBy(row, start, words) {
  let ways = new Map([[row.key(start), [{state: start}]]]);
  for (const each of words) {
    const next = new Map();
    for (const steps of ways.values()) {
      for (const found of row.moves(steps.at(-1).state).filter(move => named(move, each))) {
        next.set(row.key(found.state), [...steps, {state: found.state, move: found.move}]);
      }
    }
    if (next.size === 0 || next.size > MOST_STATES) return null;
    ways = next;
  }
  const found = [...ways.values()];
  return found.find(steps => row.isGoal(steps.at(-1).state)) ?? found[0];
}

/** Whether a value from Prolog is a state as the page knows them: of the form of another one, and of words of its puzzle. */
function isLike(state, other, puzzle) {
  const known = new Set(JSON.stringify(puzzle).match(/[^[\]{},:]+/g));
  const same = (one, two) => (Array.isArray(two)
    ? Array.isArray(one) && one.length === two.length && two.every((each, number) => same(one[number], each))
    : !Array.isArray(one) && known.has(JSON.stringify(one)));
  return same(state, other);
}

module.exports = {announced, wordsIn, stepsBy, isLike};
