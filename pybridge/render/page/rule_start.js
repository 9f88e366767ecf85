// @ts-check
"use strict";
// A start of a puzzle of rules as its state: a term of the form that all states have, or a list of what holds.

const {either} = require("./numbers.js");
const {ACTIONS, LEAF} = require("./task.js");
const {clausesOf, written} = require("./terms.js");

/** @import {RuleRules, RuleState, StartRead, Term} from "./types" */

const WHOLE = "state";

/** What reads a start; null if it is not certain what that means. @type {(rules: RuleRules) => (term: Term) => StartRead<RuleState> | null} */
function reader({template, domains}) {
  if (template === ACTIONS) return term => holding(term, domains.map(([thing]) => thing));
  const form = template === WHOLE ? null : formOf(template), shown = template.replace(new RegExp(LEAF, "g"), "_");

  /** @type {(term: Term) => StartRead<RuleState> | null} */
  function read(term) {
    /** @type {Map<number, Term>} */
    const leaves = form ? new Map() : new Map([[0, term]]), other = form && difference(form, term, leaves);
    if (written(term) === null) return null;
    if (other) return {why: `The start has another form than ${shown}.`, place: other.begin};
    const state = domains.map((domain, variable) => domain.indexOf(textOf(leaves.get(variable))));
    const wrong = state.indexOf(-1), leaf = leaves.get(wrong);
    if (wrong < 0) return {state};
    const why = leaf && `Part ${wrong + 1} of the start is ${textOf(leaf)}; from the starts of the file it is always ${either(domains[wrong])}.`;
    return why ? {what: "is not a state that the starts of the file lead to", why, place: leaf.begin} : null;
  }

  return read;
}

/** The form of states, in which leaves are variables. @type {(template: string) => Term | null} */
function formOf(template) {
  const [clause] = clausesOf(`${template} .`);
  return clause?.term ?? null;
}

/** @type {(term: Term | undefined) => string} */
const textOf = term => (term && written(term)) ?? "";

/**
 * The first part of a term that has another form; what stands for leaves is kept.
 * @type {(form: Term, term: Term, leaves: Map<number, Term>) => Term | null}
 */
function difference(form, term, leaves) {
  if (form.kind === "variable") {
    leaves.set(Number(LEAF.exec(form.name)?.[1]), term);
    return null;
  }
  if (form.kind !== term.kind || form.name !== term.name || form.args.length !== term.args.length) return term;
  for (const [number, part] of form.args.entries()) {
    const found = difference(part, term.args[number], leaves);
    if (found) return found;
  }
  return null;
}

/** The state in which the things of a list hold. @type {(term: Term, things: string[]) => StartRead<RuleState> | null} */
function holding(term, things) {
  if (written(term) === null) return null;
  if (term.kind !== "list") return {why: "The start is not a list of what holds.", place: term.begin};
  const unknown = term.args.find(each => !things.includes(textOf(each))), held = new Set(term.args.map(textOf));
  if (!unknown) return {state: things.map(each => Number(held.has(each)))};
  const alike = things.filter(each => each.split("(")[0] === unknown.name);
  const known = alike.length ? `what does is ${either(alike)}` : `no ${unknown.name} is known here`;
  return {why: `${textOf(unknown)} never holds from the starts of the file; ${known}.`, place: unknown.begin};
}

module.exports = {reader};
