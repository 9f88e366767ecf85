// @ts-check
"use strict";
// Whether a list has the same things as another one, in any order.

const {several} = require("./numbers.js");

const MOST = 4;

/** How often each thing is in a list. @type {(list: unknown[]) => Map<unknown, number>} */
function amounts(list) {
  /** @type {Map<unknown, number>} */
  const found = new Map();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

/**
 * Why a state is not a list of the things of a goal; null if it is one. `place` is what has one thing each.
 * @type {(state: unknown, goal: unknown[], place: string) => string | null}
 */
function listFault(state, goal, place) {
  if (!Array.isArray(state)) return `The start is not a list. It must list what is on each ${place}, as the goal does.`;
  if (state.length !== goal.length) return `The start lists ${several(state.length, "number")}, but there are ${several(goal.length, place)}.`;
  const here = amounts(state), there = amounts(goal);
  const wrong = [...new Map([...there, ...here]).keys()].filter(each => here.get(each) !== there.get(each));
  const said = wrong.map(each => `${JSON.stringify(each)} occurs ${several(here.get(each) ?? 0, "time")} instead of ${there.get(each) ?? 0}`);
  return wrong.length ? `The start does not have the numbers of the goal: ${said.slice(0, MOST).join("; ")}${wrong.length > MOST ? "; …" : ""}.` : null;
}

module.exports = {amounts, listFault};
