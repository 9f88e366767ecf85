"use strict";
// The page: reads its data, shows one part of it at a time (a start of a puzzle with what was found), and lets the reader choose.

const {agreement} = require("./agreement.js");
const {bench} = require("./bench.js");
const {census} = require("./census.js");
const {distancesOf} = require("./distances.js");
const {rowOf} = require("./domains.js");
const {choice, make, several} = require("./dom.js");
const {play} = require("./play.js");
const {playerOf, stepsOf} = require("./player.js");
const {search} = require("./searches.js");
const {stripOf} = require("./strip.js");

const data = JSON.parse(document.getElementById("data").textContent);
const [head, page, foot] = ["head", "page", "foot"].map(id => document.getElementById(id));
const shown = {};

/** The path of a part that is shown first: its first solution, or its start alone. */
function firstPath(part, row) {
  const found = part.searches?.find(each => each.solutions.length);
  if (!found) return [[{state: part.start.state}], `Start ${part.start.name}`];
  const steps = stepsOf(row, part.start.state, found.solutions[0], part.states);
  return [steps, `Start ${part.start.name}, solved in ${several(steps.length - 1, "move")}`];
}

function show(number) {
  const part = data.parts[number], puzzle = data.puzzles[part.puzzle], row = rowOf(puzzle);
  shown.distances?.stop();
  const player = playerOf(row), distances = distancesOf(row, puzzle);
  player.element.append(stripOf(row, player));
  Object.assign(shown, {part, puzzle, row, player, distances});
  const context = {data, part, puzzle, row, player, distances};
  page.replaceChildren(player.element, ...[play, search, agreement, census, bench].map(each => each(context)).filter(Boolean));
  const [steps, what] = firstPath(part, row);
  player.load(steps, what, {at: part.why?.g ?? 0});
  for (const each of module.exports.added) each(context);
}

function start() {
  const names = data.parts.map(part => `${data.puzzles[part.puzzle].name}, start ${part.start.name}`);
  head.append(make("h1", {}, data.title), make("p", {class: "quiet"}, data.summary));
  if (names.length > 1) head.append(choice("Show", names.map((name, number) => [number, name]), value => show(Number(value))));
  foot.append(make("p", {class: "quiet"}, data.made));
  document.addEventListener("keydown", event => { if (event.target === document.body) shown.player.key(event); });
  show(0);
}

// Another section of the page adds a function here, which is called with the context of each part that is shown.
module.exports = {added: [], shown, start};
queueMicrotask(start);
