// @ts-check
"use strict";
// The start that a text of facts names first, and why no run from it can succeed, where that is certain.

/** @import {Context, State} from "./types" */

// Facts of starts on a line, of names and numbers alone: what such a line says does not depend on the rest of the text.
const FACTS = /^(?:start|optimal)\([a-z]\w*, *[a-z\d, [\]_]+\)\.[ \t]*\n/gm;
const FIRST = /^start\([a-z]\w*, *([a-z\d, [\]_]+)\)\.[ \t]*$/m;
const APART = "No moves lead from the start to the goal. Moves can be undone here, so any state that moves reach from the goal has a solution.";

/** The first start of a text, and its line; null if it is of another form. @type {(text: string) => {state: State, line: number} | null} */
function startIn(text) {
  const found = FIRST.exec(text);
  try {
    return found && {state: JSON.parse(found[1].replace(/[a-z]\w*/g, '"$&"')), line: text.slice(0, found.index).split("\n").length};
  } catch {
    return null; // not a state; Prolog says what is wrong with it
  }
}

/**
 * Why no run from the start of a text can succeed, and its line; null if that is not certain. It is so only of the puzzle of the page,
 * so the text may differ from the original in its starts alone.
 * @type {(context: Context, text: string, original: string) => {why: string, line: number} | null}
 */
function startFault({row, part, distances}, text, original) {
  const own = part.start.state, first = startIn(original), start = startIn(text);
  if (!start || text.replace(FACTS, "") !== original.replace(FACTS, "")) return null;
  if (JSON.stringify(first?.state) !== JSON.stringify(own) || row.fault(own)) return null;
  const known = distances.few && !row.forward && distances.of(own) !== null;
  const why = row.fault(start.state) ?? (known && distances.of(start.state) === null ? APART : null);
  return why === null ? null : {why, line: start.line};
}

module.exports = {startFault};
