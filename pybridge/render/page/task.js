// @ts-check
"use strict";
// The task of a puzzle of rules: a state lists the number of each variable's value, and operators change some of them.

const {others} = require("./numbers.js");

/** @import {RuleRules, RuleState} from "./types" */

/** A state after some steps, which are numbers of names. @typedef {{state: RuleState, steps: number[]}} Reached */

const LEAF = /Leaf_(\d+)_/, ACTIONS = "actions", MOST_GOALS = 2;

/** @type {(state: RuleState) => string} */
const keyOf = state => String.fromCharCode(...state);

/** Whether a state has these values: variable, value, variable, value, and so on. @type {(state: RuleState, flat: number[]) => boolean} */
function holds(state, flat) {
  for (let at = 0; at < flat.length; at += 2) if (state[flat[at]] !== flat[at + 1]) return false;
  return true;
}

/**
 * What can be done in a state, what follows, and states as text.
 * @param {RuleRules} rules
 */
function taskOf({template, domains, names, operators, conditions, continues}) {
  const candidates = candidatesOf(operators), texts = template === ACTIONS ? listsOf(domains) : termsOf(template, domains);
  const follows = continues && new Set(pairsOf(continues).map(([one, other]) => one * names.length + other));

  /** The state after an operator. @type {(state: RuleState, number: number) => RuleState} */
  function after(state, number) {
    const made = state.slice(), [, , flat] = operators[number];
    for (let at = 0; at < flat.length; at += 2) made[flat[at]] = flat[at + 1];
    return made;
  }

  /** The operators that a state allows, in order. @type {(state: RuleState) => number[]} */
  const allowed = state => candidates(state).filter(number => holds(state, operators[number][1]));

  /** The moves from a state, in the order of the rules. @type {(state: RuleState) => Reached[]} */
  function successors(state) {
    if (follows) return chains(state, follows);
    return allowed(state).map(number => ({state: after(state, number), steps: [operators[number][0]]}));
  }

  /**
   * The shortest chain of steps to each other state, breadth first. What continues from one last step need not from another.
   * @type {(start: RuleState, follows: Set<number>) => Reached[]}
   */
  function chains(start, follows) {
    const found = new Map(), ends = new Set(), waiting = [{state: start, steps: /** @type {number[]} */ ([])}], first = keyOf(start);
    for (const {state, steps} of waiting) {
      const last = steps.at(-1);
      for (const number of allowed(state)) {
        const name = operators[number][0];
        if (last !== undefined && !follows.has(last * names.length + name)) continue;
        const made = after(state, number), key = keyOf(made), end = String.fromCharCode(name) + key;
        if (key === first || ends.has(end)) continue;
        ends.add(end);
        waiting.push({state: made, steps: [...steps, name]});
        if (!found.has(key)) found.set(key, waiting.at(-1));
      }
    }
    return [...found.values()];
  }

  return {
    successors, isGoal: /** @type {(state: RuleState) => boolean} */ (state => conditions.some(each => holds(state, each))),
    /** The name of a move of these steps. @type {(steps: number[]) => string} */
    nameOf: steps => (steps.length === 1 ? names[steps[0]] : `[${steps.map(each => names[each]).join(",")}]`),
    goal: goalOf(conditions, texts.partly), text: texts.text, partly: texts.partly, stateOf: texts.stateOf,
  };
}

/** @type {(flat: number[]) => [number, number][]} */
const pairsOf = flat => flat.flatMap((each, at) => (at % 2 ? [] : [/** @type {[number, number]} */ ([each, flat[at + 1]])]));

/**
 * A function to the operators that a state may allow, in order: each waits for the rarest of its conditions.
 * @type {(operators: RuleRules["operators"]) => (state: RuleState) => number[]}
 */
function candidatesOf(operators) {
  /** @type {Map<number, number>[]} */
  const wanted = [];
  const count = /** @type {(pair: [number, number]) => number} */ (([variable, value]) => wanted[variable]?.get(value) ?? 0);
  for (const [, before] of operators) {
    for (const [variable, value] of pairsOf(before)) (wanted[variable] ??= new Map()).set(value, count([variable, value]) + 1);
  }
  /** @type {number[]} */
  const always = [];
  /** @type {number[][][]} */
  const waiting = [];
  operators.forEach(([, before], number) => {
    const [rarest] = pairsOf(before).sort((one, other) => count(one) - count(other));
    if (rarest) ((waiting[rarest[0]] ??= [])[rarest[1]] ??= []).push(number);
    else always.push(number);
  });
  return state => [...always, ...state.flatMap((value, variable) => waiting[variable]?.[value] ?? [])].sort((one, other) => one - other);
}

/** The first goals as text: what they want of a state. @type {(conditions: number[][], partly: Texts["partly"]) => string} */
function goalOf(conditions, partly) {
  const shown = conditions.slice(0, MOST_GOALS).map(each => partly(new Map(pairsOf(each))));
  const more = conditions.length - shown.length;
  return shown.join(" or ") + (more > 0 ? ` ${others(more)}` : "");
}

/**
 * States as text, also those of which a few values are known, and the state with these parts.
 * @typedef {{text: (state: RuleState) => string, partly: (known: Map<number, number>) => string,
 *   stateOf: (parts: string[]) => RuleState | null}} Texts
 */

/** Of states that are the list of what holds. @type {(domains: string[][]) => Texts} */
function listsOf(domains) {
  const things = domains.map(([thing]) => thing);
  return {
    text: state => `[${things.filter((_, number) => state[number]).join(",")}]`,
    partly: known => [...known].map(([number, holds]) => (holds ? things[number] : `not ${things[number]}`)).join(", "),
    stateOf: parts => (parts.length && parts.every(each => things.includes(each)) ? things.map(each => Number(parts.includes(each))) : null),
  };
}

/** Of states that are terms of one form. @type {(template: string, domains: string[][]) => Texts} */
function termsOf(template, domains) {
  const pieces = template.split(LEAF); // text, variable, text, variable, and so on, text
  /** @type {(valueOf: (variable: number) => string) => string} */
  const filled = valueOf => pieces.map((piece, at) => (at % 2 ? valueOf(Number(piece)) : piece)).join("");
  return {
    text: state => filled(variable => domains[variable][state[variable]]),
    partly: known => filled(variable => domains[variable][known.get(variable) ?? -1] ?? "_"),
    stateOf(parts) {
      const state = domains.map((domain, variable) => domain.indexOf(parts[variable]));
      return parts.length === domains.length && state.every(value => value >= 0) ? state : null;
    },
  };
}

/** The parts of a text between commas that are in no brackets and no quotes. @type {(text: string) => string[]} */
function partsOf(text) {
  const parts = [];
  let depth = 0, quote = "", begin = 0, escaped = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (escaped) escaped = false;
    else if (quote) [quote, escaped] = [sign === quote ? "" : quote, sign === "\\"];
    else if ("'\"`".includes(sign)) quote = sign;
    else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    else if (sign === "," && depth === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)];
}

module.exports = {ACTIONS, LEAF, keyOf, pairsOf, partsOf, taskOf};
