// @ts-check
"use strict";
// What the reader has solved: a line for each way to a goal, which the browser keeps. A line holds the numbers of moves, as an
// address does, never a state.

const {button, make} = require("./dom.js");
const {keptOf} = require("./kept.js");
const {count, several} = require("./numbers.js");
const {numbered} = require("./share.js");

/** @import {Context, Data, Now, Solved, State} from "./types" */

const MOST = 100, LONGEST = 20000, NUMBERS = /^[\d.]*$/;

/** The lines of a text that was kept; what is not such a line is left out. @type {(text: string | null, data: Data) => Solved[]} */
function linesIn(text, data) {
  /** @type {unknown} */
  let found;
  try {
    found = JSON.parse(text ?? "[]");
  } catch {
    return []; // not what a page has kept
  }
  return (Array.isArray(found) ? found : []).slice(-MOST).filter(each => isLine(each, data));
}

/** @type {(line: Solved | null, data: Data) => line is Solved} */
const isLine = (line, data) => line !== null && typeof line === "object" && Object.hasOwn(data.parts, line.part)
  && [line.from, line.moves].every(each => typeof each === "string" && each.length < LONGEST && NUMBERS.test(each))
  && typeof line.told === "string" && typeof line.hints === "number" && (line.shortest === null || typeof line.shortest === "number");

/**
 * The list of what was solved, hidden while it is empty, and what counts a hint.
 * @type {(context: Context) => {element: HTMLElement, hinted: () => void}}
 */
function solvedOf({data, part, row, player, distances, visit}) {
  const starts = data.parts.map(each => [data.puzzles[each.puzzle].name, each.start.state]);
  const kept = keptOf("solved", JSON.stringify(starts), "localStorage"), list = make("ol", {}), title = make("summary", {});
  const element = make("details", {class: "solved", open: true}, title, list, button("Clear the list", clear));
  let lines = linesIn(kept.get(), data), hints = 0, at = 0;
  /** @type {unknown} */
  let first = null;

  /** @type {(line: Solved) => boolean} */
  const isHere = line => data.parts[line.part].puzzle === part.puzzle;

  function draw() {
    const shown = lines.filter(isHere);
    element.hidden = !shown.length;
    title.textContent = `Solved: ${count(shown.length)}`;
    list.replaceChildren(...shown.map(lineOf));
  }

  function store() {
    kept.set(lines.length ? JSON.stringify(lines) : null);
    draw();
  }

  function clear() {
    lines = lines.filter(line => !isHere(line));
    store();
  }

  /** The fewest moves from a state, if that is known. @type {(state: State) => number | null} */
  function shortestOf(state) {
    const proved = part.searches.find(each => each.shortest && each.length !== null)?.length ?? part.start.optimal;
    return distances.of(state) ?? (row.key(state) === row.key(part.start.state) ? proved : null);
  }

  /** Add a line for a way to the goal, if it is a new one. @type {(now: Now) => void} */
  function add({path, index, from}) {
    const [{state}] = path, moves = numbered(row, path.slice(0, index + 1)), number = data.parts.indexOf(part);
    if (moves === null || from === null || moves.length >= LONGEST
      || lines.some(each => each.part === number && each.from === from && each.moves === moves)) return;
    /** @type {Solved} */
    const line = {part: number, from, moves, told: from ? row.line(state) : `“${part.start.name}”`, hints, shortest: null};
    [lines, hints] = [[...lines, line].slice(-MOST), 0];
    distances.ready(() => {
      line.shortest = shortestOf(state);
      store();
    });
    line.shortest = shortestOf(state);
    store();
  }

  /** @type {(line: Solved) => HTMLElement} */
  function lineOf(line) {
    const {part: number, from, moves, told, shortest} = line, many = moves.split(".").length;
    const best = shortest === null ? "" : shortest === many ? ", the fewest" : `, the fewest are ${count(shortest)}`;
    /** @type {(word: string, way: string, what: string) => HTMLElement} */
    const leads = (word, way, what) => button(word, () => visit(new URLSearchParams({part: String(number), from, moves: way}), what),
      {"aria-label": `${word}: ${told}`});
    const words = `: ${several(many, "move")}${best}${line.hints ? `, ${several(line.hints, "hint")}` : ""}`;
    return make("li", {}, make("span", {}, make("span", {class: "start", title: told}, told), words),
      leads("Replay", moves, `Your solution of ${told}`), leads("Try again", "", `Start ${told}, again`));
  }

  player.listen(now => {
    if (now.path[0] !== first || (now.isHome && !now.index && at)) [first, hints] = [now.path[0], 0];
    at = now.index;
    if (now.made && now.index && row.isGoal(now.state)) add(now);
  });
  kept.listen(() => {
    lines = linesIn(kept.get(), data);
    draw();
  });
  draw();
  return {element, hinted: () => { hints += 1; }};
}

module.exports = {solvedOf};
