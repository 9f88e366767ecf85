"use strict";
// A measurement: the mean of each heuristic, and each board. It is about all parts of the page.

const {make, section, table} = require("./dom.js");
const {measures} = require("./measures.js");

const MEANS = [["heuristic"], ["program"], ["solved", true], ["length", true], ["h of start", true], ["expanded", true],
  ["generated", true], ["seconds", true]];
const BOARDS = [["start"], ["outcome"], ["length", true], ["h", true], ["expanded", true], ["generated", true], ["seconds", true]];

/** The section on a measurement; null if there is none. */
function bench({data: {bench: taken}}) {
  return taken && section("bench", "Measurements",
    taken.command ? make("p", {}, make("code", {}, taken.command)) : null,
    ...measures(taken),
    table("Means over the boards that were solved", MEANS, taken.heuristics.map(mean)),
    ...taken.heuristics.map(each => make("details", {}, make("summary", {}, `${each.heuristic}: every board`),
      table(`${each.heuristic}: every board`, BOARDS, each.boards.map(board)))));
}

const rounded = number => (number === null ? null : Math.round(number * 100) / 100);
const mean = ({heuristic, program, solved, wanted, means}) => [heuristic, program, `${solved} of ${wanted}`,
  ...["length", "h", "expanded", "generated"].map(name => rounded(means[name])), means.seconds];
const board = ({start, outcome, length, h, expanded, generated, seconds}) => [start, outcome, length, h, expanded, generated, seconds];

module.exports = {bench};
