// @ts-check
"use strict";
// The goal beside the board: the first one that the puzzle lists, or in words what a state needs.

const {smallBoard} = require("./board.js");
const {make} = require("./dom.js");
const {others} = require("./numbers.js");

/** @import {Row} from "./types" */

/** The goal of a row's puzzle, with its caption; null if nothing is known of it. @type {(row: Row, caption?: string) => Element | null} */
function goalOf(row, caption = "Goal") {
  const more = row.goals.length - 1;
  if (more < 0 && !row.goal) return null;
  return make("figure", {class: "goal"}, make("figcaption", {}, caption),
    ...shown(row), more > 0 ? make("p", {class: "quiet"}, others(more)) : null);
}

/** A state, what all goals need drawn as a state, or in words. @type {(row: Row) => Element[]} */
function shown(row) {
  if (row.goals.length) return [smallBoard(row, row.goals[0])];
  if (row.wanted) return [smallBoard(row, row.wanted), make("p", {class: "quiet"}, "Empty cells may hold anything.")];
  return [make("code", {}, row.goal)];
}

module.exports = {goalOf};
