// @ts-check
"use strict";
// Why no moves lead from a state of a puzzle of rules to a goal, where that is soon proved. Its operators are those of every state of its
// form, so what they never make, the rules never make.

const {count} = require("./numbers.js");
const {keyOf} = require("./task.js");

/** @import {RuleRules, RuleState} from "./types" */
/** @typedef {ReturnType<typeof import("./task.js").taskOf>} Task */

const MOST = 20000, LONGEST = 500; // states, and milliseconds

/** A sentence if no goal can be reached from a state; null if that is not proved. @type {(rules: RuleRules, task: Task, state: RuleState) => string | null} */
function faultOf(rules, task, state) {
  const missing = neverMade(rules, state);
  if (missing) {
    const [wanted] = missing, which = missing.length > 1 ? "to a goal: what each goal wants is never made, such as" : "to the goal: nothing makes";
    return `No moves lead from the start ${which} ${task.partly(new Map([wanted]))}.`;
  }
  const many = reached(task, state);
  if (many === 1) return "No moves lead from the start to a goal: it is not one, and no move is possible.";
  return many ? `No moves lead from the start to a goal: none of the ${count(many)} states that it leads to is one.` : null;
}

/**
 * For each goal a variable and the value that it wants, if neither the state has it nor any chain of operators makes it; null if some goal
 * has none. Each variable may keep all values that it ever had, so that more is made than in any run.
 * @type {(rules: RuleRules, state: RuleState) => [variable: number, value: number][] | null}
 */
function neverMade({operators, conditions}, state) {
  const made = state.map(value => new Set([value]));
  /** @type {(flat: number[]) => [variable: number, value: number] | null} */
  function lacking(flat) {
    for (let at = 0; at < flat.length; at += 2) if (!made[flat[at]].has(flat[at + 1])) return [flat[at], flat[at + 1]];
    return null;
  }
  for (let waiting = operators, before = -1; before !== waiting.length;) {
    before = waiting.length;
    waiting = waiting.filter(([, needed, after]) => {
      if (lacking(needed)) return true;
      for (let at = 0; at < after.length; at += 2) made[after[at]].add(after[at + 1]);
      return false;
    });
  }
  const missing = conditions.map(lacking).filter(each => each !== null);
  return missing.length && missing.length === conditions.length ? missing : null;
}

/** How many states can be reached from a state, if they are few and none is a goal; otherwise null. @type {(task: Task, state: RuleState) => number | null} */
function reached(task, state) {
  const seen = new Set([keyOf(state)]), waiting = [state], end = performance.now() + LONGEST;
  for (const each of waiting) {
    if (task.isGoal(each) || waiting.length > MOST || performance.now() > end) return null;
    for (const {state: after} of task.successors(each)) {
      const key = keyOf(after);
      if (!seen.has(key)) waiting.push(after);
      seen.add(key);
    }
  }
  return waiting.length;
}

module.exports = {faultOf};
