// @ts-check
"use strict";
// The start that a text of facts names first, and why no run from it can succeed, where that is certain.

const {Unread, clausesOf} = require("./terms.js");

/** @import {Context, Row, StartRead, State, Term} from "./types" */
/** What a start is or can not be, why, and its line. @typedef {{what: string, why: string, line: number}} StartFault */

const APART = "No moves lead from the start to the goal. Moves can be undone here, so any state that moves reach from the goal has a solution.";

const OF_STARTS = /^(\s|%.*\n)*(start|optimal)\s*\(/;
/** @type {(term: Term) => boolean} */
const isOfStarts = ({kind, name, args}) => kind === "compound" && args.length === 2 && (name === "start" || name === "optimal");

/** The places of the starts in a text, which begin a line: null if there are none. @type {(text: string) => {begin: number, end: number} | null} */
function placesOf(text) {
  const begin = /^start\(/m.exec(text)?.index ?? -1;
  let end = begin;
  try {
    for (const clause of begin < 0 ? [] : clausesOf(text, begin)) {
      if (!isOfStarts(clause.term)) break;
      end = clause.end;
    }
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
  }
  return end > begin ? {begin, end} : null;
}

/**
 * The first start of what stands between two places of a text: null if there is something else. Raises Unread for a start.
 * @type {(text: string, begin: number, end: number) => Term | null}
 */
function startIn(text, begin, end) {
  let found = null, at = begin;
  try {
    for (const clause of clausesOf(text.slice(0, end), begin)) {
      if (!isOfStarts(clause.term)) return null;
      if (clause.term.name === "start") found ??= clause.term.args[1];
      at = clause.end;
    }
  } catch (error) {
    if (error instanceof Unread && !OF_STARTS.test(text.slice(at))) return null;
    throw error;
  }
  return found;
}

/** What a start of the row means; null if that is not certain. @type {(row: Row, term: Term | null) => StartRead | null} */
const meant = (row, term) => term && row.read(term);

/**
 * Why no run from the start of a text can succeed; null if that is not certain. It is so only of the puzzle of the page, so the text may
 * differ from the original in its starts alone.
 * @type {(context: Context, text: string, original: string) => StartFault | null}
 */
function startFault({row, part, distances}, text, original) {
  const places = placesOf(original), [before, behind] = [original.slice(0, places?.begin), original.slice(places?.end)];
  const end = text.length - behind.length;
  if (!places || end < places.begin || !text.startsWith(before) || !text.endsWith(behind)) return null;
  const own = meant(row, startIn(original, places.begin, places.end));
  if (!own || !("state" in own) || JSON.stringify(own.state) !== JSON.stringify(part.start.state) || row.fault(own.state)) return null;
  try {
    const term = startIn(text, places.begin, end), read = meant(row, term);
    if (!term || !read) return null;
    if ("why" in read) return placed(text, read.what ?? "is not a state of this puzzle", read.why, read.place);
    const known = distances.few && !row.forward && distances.of(own.state) !== null;
    const why = row.fault(read.state) ?? (known && distances.of(read.state) === null ? APART : null);
    return why === null ? null : {what: "cannot be solved", why, line: lineOf(text, term.begin)};
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return /\bop\(/.test(original) ? null : placed(text, "cannot be read", `Syntax error: ${error.message}.`, error.place);
  }
}

/** @type {(text: string, place: number) => number} */
const lineOf = (text, place) => text.slice(0, place).split("\n").length;

/** @type {(text: string, what: string, why: string, place: number) => StartFault} */
function placed(text, what, why, place) {
  return {what, why: `Column ${[...text.slice(text.lastIndexOf("\n", place - 1) + 1, place)].length + 1}: ${why}`, line: lineOf(text, place)};
}

/** The state of a list of lists, names and numbers; null of another term. @type {(term: Term) => StartRead | null} */
function stateIn(term) {
  const state = plain(term);
  return state === undefined ? null : {state};
}

/** @type {(term: Term) => State | undefined} */
function plain({kind, name, args}) {
  if (kind === "number") return Number(name);
  if (kind !== "list") return kind === "atom" ? name : undefined;
  /** @type {State[]} */
  const parts = [];
  for (const each of args.map(plain)) {
    if (each === undefined) return undefined;
    parts.push(each);
  }
  return parts;
}

module.exports = {startFault, stateIn};
