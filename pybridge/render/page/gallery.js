// @ts-check
"use strict";
// The first page of a gallery: each puzzle with its board, what is known of it, and a link to its own page.

const {smallBoard} = require("./board.js");
const {data, fill, frame} = require("./frame.js");
const {make} = require("./dom.js");
const {rowOf} = require("./domains.js");
const {count, several} = require("./numbers.js");

/** @import {Entry} from "./types" */

/** What is known of a puzzle: its size, the lengths of its starts, and its largest distance. @type {(entry: Entry) => string} */
function known({puzzle, census}) {
  const lengths = puzzle.starts.map(each => each.optimal).filter(each => each !== null);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const parts = [puzzle.size, several(puzzle.starts.length, "start")];
  if (lengths.length) parts.push(least === most ? several(least, "move") : `${count(least)} to ${several(most, "move")}`);
  if (census) parts.push(`${several(census.states, "state")}, the farthest ${several(census.largest_distance, "move")} away`);
  return parts.join(" · ");
}

/** @type {(entry: Entry) => Node} */
function shown(entry) {
  const {puzzle, page} = entry;
  return make("li", {}, make("a", {href: page},
    make("span", {class: "shown", "aria-hidden": "true"}, smallBoard(rowOf(puzzle), puzzle.starts[0]?.state ?? puzzle.goals[0])),
    make("strong", {}, puzzle.title)), make("span", {class: "quiet"}, known(entry)));
}

frame();
fill(make("ul", {class: "puzzles"}, ...(data.gallery ?? []).map(shown)));
