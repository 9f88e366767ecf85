// @ts-check
"use strict";
// A measurement: the mean of each heuristic, and each board. It is about all parts of the page.

const {details, make, section, table} = require("./dom.js");
const {measures, nameOf} = require("./measures.js");

/** @import {Board, Cell, Column, Context, Measured} from "./types" */

/** @type {Column[]} */
const MEANS = [["heuristic"], ["program"], ["solved", true], ["length", true], ["h of start", true], ["expanded", true],
  ["generated", true], ["seconds", true]];
/** @type {Column[]} */
const BOARDS = [["start"], ["outcome"], ["length", true], ["h", true], ["expanded", true], ["generated", true], ["seconds", true]];

/** The section on a measurement; null if there is none. @type {(context: Context) => Element | null} */
function bench({data: {bench: taken}}) {
  return taken && section("bench", "Measurements",
    taken.command ? make("p", {}, make("code", {}, taken.command)) : null,
    ...measures(taken.heuristics),
    table("Means over the boards that were solved", MEANS, taken.heuristics.map(mean)),
    ...taken.heuristics.map(each => everyBoard(`${nameOf(each)}: every board`, each)));
}

/** @type {(title: string, measured: Measured) => Element} */
const everyBoard = (title, {boards}) => details(title, table(title, BOARDS, boards.map(board)));
/** @type {(number: number | null) => number | null} */
const rounded = number => (number === null ? null : Math.round(number * 100) / 100);
/** @type {(measured: Measured) => Cell[]} */
const mean = ({heuristic, program, solved, wanted, means: {length, h, expanded, generated, seconds}}) =>
  [heuristic, program, `${solved} of ${wanted}`, ...[length, h, expanded, generated].map(rounded), seconds];
/** @type {(board: Board) => Cell[]} */
const board = ({start, outcome, length, h, expanded, generated, seconds}) => [start, outcome, length, h, expanded, generated, seconds];

module.exports = {bench};
