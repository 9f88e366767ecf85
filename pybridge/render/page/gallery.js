"use strict";
// The first page of a gallery: each puzzle with its board, what is known of it, and a link to its own page.

const {smallBoard} = require("./board.js");
const {count, make, several} = require("./dom.js");
const {rowOf} = require("./domains.js");

const data = JSON.parse(document.getElementById("data").textContent);

/** What is known of a puzzle: its size, the lengths of its starts, and its largest distance. */
function known({puzzle, census}) {
  const lengths = puzzle.starts.map(each => each.optimal).filter(each => each !== null);
  const range = lengths.length ? [Math.min(...lengths), Math.max(...lengths)] : [];
  const parts = [puzzle.size, several(puzzle.starts.length, "start")];
  if (range.length) parts.push(range[0] === range[1] ? several(range[0], "move") : `${count(range[0])} to ${several(range[1], "move")}`);
  if (census) parts.push(`${several(census.states, "state")}, the farthest ${several(census.largest_distance, "move")} away`);
  return parts.join(" · ");
}

function entry(each) {
  const {puzzle, page} = each, row = rowOf(puzzle);
  return make("li", {}, make("a", {href: page},
    make("span", {class: "shown", "aria-hidden": "true"}, smallBoard(row, puzzle.starts[0]?.state ?? puzzle.goals[0])),
    make("strong", {}, puzzle.title)), make("span", {class: "quiet"}, known(each)));
}

document.getElementById("head").append(make("h1", {}, data.title), make("p", {class: "quiet"}, data.summary));
document.getElementById("page").replaceChildren(make("ul", {class: "puzzles"}, ...data.gallery.map(entry)));
document.getElementById("foot").append(make("p", {class: "quiet"}, data.made));
