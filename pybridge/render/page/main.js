// @ts-check
"use strict";
// The page: shows one part of its data at a time (a start of a puzzle with what was found), and lets the reader choose.

const {agreement} = require("./agreement.js");
const {bench} = require("./bench.js");
const {beside} = require("./beside.js");
const {census} = require("./census.js");
const {data, fill, frame} = require("./frame.js");
const {distancesOf} = require("./distances.js");
const {choice, make} = require("./dom.js");
const {rowOf, stepsOf} = require("./domains.js");
const {several} = require("./numbers.js");
const {play} = require("./play.js");
const {playerOf} = require("./player.js");
const {search} = require("./searches.js");
const {addressOf, copying, restore} = require("./share.js");
const {stripOf} = require("./strip.js");

/** @import {Context, Part, Row, Step} from "./types" */

const ALONE = "board-only";
const alone = location.hash.slice(1).split("&").includes(ALONE);
/** What other modules add: functions that are called with the context of each part that is shown. @type {((context: Context) => void)[]} */
const added = [];
/** @type {Context | null} */
let context = null;

/** The path of a part that is shown first: its first solution, or its start alone. @type {(part: Part, row: Row) => [Step[], string]} */
function firstPath({searches, start, states}, row) {
  const found = searches.find(each => each.solutions.length);
  if (!found) return [[{state: start.state}], `Start “${start.name}”`];
  const steps = stepsOf(row, start.state, found.solutions[0], states);
  const proved = found.shortest ? ", proved shortest" : "";
  return [steps, `Start “${start.name}”, solved in ${several(steps.length - 1, "move")}${proved}`];
}

/** Show a part, and of it what an address says. @type {(number: number, fields?: URLSearchParams) => void} */
function show(number, fields) {
  /** @type {Map<string, number>} */
  const said = new Map();
  const part = data.parts[number], puzzle = data.puzzles[part.puzzle], row = rowOf(puzzle);
  context?.distances.stop();
  const player = playerOf(row), distances = distancesOf(row, puzzle, part.start.state);
  const tell = () => keep([addressOf(number, row, player.now()), ...[...said].map(each => each.join("="))]);
  /** @type {Context} */
  const shown = {data, part, puzzle, row, player, distances, wanted: fields ?? new URLSearchParams(), say(name, value) {
    said.set(name, value);
    tell();
  }};
  context = shown;
  player.element.append(copying(shown), stripOf(row, player));
  fill(make("div", {class: "game"}, player.element, play(shown)),
    ...[search, beside, agreement, census, bench].map(each => each(shown)).filter(each => each !== null));
  const [steps, what] = firstPath(part, row);
  player.load(steps, what, {at: part.why?.g ?? 0, isHome: true});
  for (const each of added) each(shown);
  if (fields) restore(fields, shown);
  player.listen(tell);
}

/** Have the address say what is shown. @type {(parts: string[]) => void} */
function keep(parts) {
  const whole = [alone ? ALONE : "", ...parts].filter(Boolean).join("&");
  try {
    history.replaceState(null, "", whole ? `#${whole}` : location.pathname + location.search);
  } catch {
    // a page inside another may have no address of its own
  }
}

function start() {
  const names = data.parts.map(part => `${data.puzzles[part.puzzle].name}, start ${part.start.name}`);
  const choices = names.length > 1 ? [choice("Show", names.map((name, number) => [number, name]), value => show(Number(value)))] : [];
  frame(...choices.map(each => each.element));
  document.body.classList.toggle("alone", alone);
  document.addEventListener("keydown", event => { if (event.target === document.body) context?.player.key(event); });
  const fields = new URLSearchParams(location.hash.slice(1)), wanted = Number(fields.get("part")), number = data.parts[wanted] ? wanted : 0;
  for (const each of choices) each.show(number);
  show(number, fields);
}

module.exports = {added};
queueMicrotask(start);
