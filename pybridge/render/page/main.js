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
const {count, several} = require("./numbers.js");
const {play} = require("./play.js");
const {playerOf} = require("./player.js");
const {search} = require("./search.js");
const {addressOf, copying, restore} = require("./share.js");
const {stripOf} = require("./strip.js");

/** @import {Context, Part, Row, Step} from "./types" */

const CHOSEN = ["search", "iteration"]; // what an address says beside the state
const page = document.getElementById("page");
const ALONE = "board-only", SOON = 400; // milliseconds, longer than a turn takes
const alone = location.hash.slice(1).split("&").includes(ALONE);
/** What other modules add: functions that are called with the context of each part that is shown. @type {((context: Context) => void)[]} */
const added = [];
/** @type {Context | null} */
let context = null;
/** What the address is to say soon. @type {(() => string[]) | null} */
let said = null;
let waiting = 0;
/** The list of parts, if there are several. @type {ReturnType<typeof choice>[]} */
let choices = [];

/** The path of a part that is shown first: its first solution, or its start alone. @type {(part: Part, row: Row) => [Step[], string]} */
function firstPath({searches, start, states, checks}, row) {
  const found = searches.find(each => each.solutions.length);
  if (!found) return [[{state: start.state}], `Start “${start.name}”`];
  const [solution] = found.solutions, moves = several(solution.length, "move"), steps = stepsOf(row, start.state, solution, states);
  const rest = steps.length <= solution.length ? `; shown up to move ${count(steps.length)}, which is not possible` : "";
  if (checks?.some(each => each.difference)) return [steps, `Start “${start.name}”, ${moves} that are not accepted: a check failed${rest}`];
  return [steps, `Start “${start.name}”, solved in ${moves}${found.shortest ? ", proved shortest" : ""}`];
}

/** Show a part, and of it what an address says. @type {(number: number, fields?: URLSearchParams, title?: string) => void} */
function show(number, fields, title) {
  /** @type {Map<string, number | string>} */
  const more = new Map(CHOSEN.flatMap(each => (fields?.has(each) ? [[each, fields.get(each) ?? ""]] : [])));
  const part = data.parts[number], puzzle = data.puzzles[part.puzzle], row = rowOf(puzzle), isFirst = context === null;
  context?.distances.stop();
  context?.player.pause();
  const player = playerOf(row), distances = distancesOf(row, puzzle, part.start.state);
  const tell = () => keep(() => [addressOf(number, row, player.now(), part.why?.g), ...[...more].map(each => each.join("="))]);
  /** @type {Context} */
  const shown = {data, part, puzzle, row, player, distances, wanted: fields ?? new URLSearchParams(), say(name, value) {
    more.set(name, value);
    tell();
  }, address() {
    write();
    return location.href;
  }, visit(to, what) {
    const wanted = Number(to.get("part"));
    if (wanted === number) return restore(to, shown, what);
    for (const each of choices) each.show(wanted);
    show(wanted, to, what);
  }};
  context = shown;
  player.element.append(copying(shown), stripOf(row, player));
  fill(make("div", {class: "game"}, player.element, play(shown)),
    ...[search, beside, agreement, census, bench].map(each => each(shown)).filter(each => each !== null));
  const [steps, what] = firstPath(part, row);
  player.load(steps, what, {at: part.why?.g ?? 0, isHome: true});
  for (const each of added) each(shown);
  if (fields) restore(fields, shown, title);
  player.listen(tell);
  if (!isFirst) tell();
}

/** Have the address say what is shown, once that has not changed for a while. @type {(parts: () => string[]) => void} */
function keep(parts) {
  clearTimeout(waiting);
  said = parts;
  waiting = setTimeout(write, SOON);
}

/** Have the address say now what it is to say. */
function write() {
  if (!said) return;
  clearTimeout(waiting);
  const whole = [alone ? ALONE : "", ...said()].filter(Boolean).join("&");
  try {
    history.replaceState(null, "", whole ? `#${whole}` : location.pathname + location.search);
  } catch {
    // a page inside another may have no address of its own
  }
  said = null;
}

function start() {
  const names = data.parts.map(part => `${data.puzzles[part.puzzle].name}, start ${part.start.name}`);
  choices = names.length > 1 ? [choice("Show", names.map((name, number) => [number, name]), value => show(Number(value)))] : [];
  frame(...choices.map(each => each.element));
  document.body.classList.toggle("alone", alone);
  addEventListener("pagehide", write);
  addEventListener("hashchange", () => { // an address that was pasted, or gone back to
    const fields = new URLSearchParams(location.hash.slice(1));
    const isAlone = location.hash.slice(1).split("&").includes(ALONE);
    if (fields.has("texts") || isAlone !== alone) return location.reload(); // what modules read when they start
    if (!location.hash || ["part", "from", "moves", "at", "section", ...CHOSEN].some(each => fields.has(each))) open(fields);
  });
  document.addEventListener("keydown", event => { if (event.target === document.body || event.target === page) context?.player.key(event); });
  document.querySelector(".skip")?.addEventListener("click", event => {
    event.preventDefault(); // the address says what is shown
    page?.focus();
  });
  open(new URLSearchParams(location.hash.slice(1)));
}

/** Show what an address says. @type {(fields: URLSearchParams) => void} */
function open(fields) {
  const wanted = Number(fields.get("part")), number = data.parts[wanted] ? wanted : 0;
  for (const each of choices) each.show(number);
  show(number, fields);
  // Neither scrollIntoView nor an address that is an id, which would move a page that embeds this one, too.
  scrollTo(0, document.getElementById(fields.get("section") ?? "")?.offsetTop ?? 0);
}

module.exports = {added};
queueMicrotask(start);
