// @ts-check
"use strict";
// The boards of a measurement as charts, one a heuristic, all on one scale: nodes, seconds or moves, by board or by length.

const {chart, legend, mostOf, sideBySide} = require("./chart.js");
const {choice, details, make, table} = require("./dom.js");
const {capital, count, several, sum} = require("./numbers.js");

/** @import {Bar, Board, Cell, Measured} from "./types" */

/** @typedef {"generated" | "expanded" | "seconds" | "length"} Measure */
/** @typedef {{measure: Measure, order: string}} View */
/**
 * Boards that a bar stands for: a board by itself, or the mean of the `of` solved boards of a length.
 * @typedef {{at: string | number, value: number | null, solved: boolean, of: number}} Group
 */

/** @type {[Measure, string][]} */
const MEASURES = [["generated", "nodes generated"], ["expanded", "nodes expanded"], ["seconds", "seconds"], ["length", "moves"]];
const SOLVED = "solved";
const MOST_BARS = 200; // more boards are drawn by length only

/**
 * Charts of all boards, with choices and a table of the same numbers; nothing if no board was measured.
 * @type {(heuristics: Measured[]) => HTMLElement[]}
 */
function measures(heuristics) {
  const most = Math.max(...heuristics.map(each => each.boards.length)), place = make("div", {});
  if (most <= 0) return [];
  /** @type {[string, string][]} */
  const all = [["board", "board"], ["length", "length (means)"]], orders = most > MOST_BARS ? all.slice(1) : all;
  /** @type {View} */
  const view = {measure: MEASURES[0][0], order: orders[0][0]};
  /** @type {(change: Partial<View>) => void} */
  const show = change => place.replaceChildren(...drawn(heuristics, Object.assign(view, change)));
  show({});
  return [make("div", {class: "controls"}, choice("Chart of", MEASURES, measure => show({measure: /** @type {Measure} */ (measure)})).element,
    choice("by", orders, order => show({order})).element), place];
}

/** @type {(heuristics: Measured[], view: View) => Node[]} */
function drawn(heuristics, {measure, order}) {
  const word = new Map(MEASURES).get(measure) ?? measure, isGrouped = order === "length", heading = isGrouped ? "moves" : "board";
  const names = heuristics.map(nameOf);
  const groups = heuristics.map(each => (isGrouped ? byLength : byBoard)(each.boards, measure));
  const bars = groups.map(group => group.map(each => bar(each, word)));
  const [log, least] = measure === "length" ? [false, 1] : [true, lowest(groups.flat())];
  const scale = {log, least, most: Math.max(...bars.map(each => mostOf(each, least)))};
  const charts = sideBySide(bars.map((each, number) => [names[number], chart(inWords(names[number], groups[number], word, log), each,
    {...scale, classes: ["kept", "cut"], beside: true, across: heading, upward: word})]));
  return [charts, ...(groups.flat().every(each => each.solved) ? [] : [legend("solved", "not solved")]), details("The chart as a table",
    table(`${capital(word)} by ${order}`, [[heading, isGrouped], ...names.map(numbered)], rows(groups)))];
}

/** @type {(heading: string) => [string, boolean]} */
const numbered = heading => [heading, true];

/** @type {(boards: Board[], measure: Measure) => Group[]} */
const byBoard = (boards, measure) => boards.map(board => ({at: board.start, value: board[measure], solved: board.outcome === SOLVED, of: 1}));

/** @type {(boards: Board[], measure: Measure) => Group[]} */
function byLength(boards, measure) {
  /** @type {Map<number, (number | null)[]>} */
  const groups = new Map();
  for (const {outcome, length, [measure]: value} of boards) {
    if (outcome === SOLVED && length !== null) groups.set(length, [...(groups.get(length) ?? []), value]);
  }
  return [...groups].sort(([one], [other]) => one - other)
    .map(([at, values]) => ({at, value: mean(values), solved: true, of: values.length}));
}

/** The mean of some values; null if one of them was not counted. @type {(values: (number | null)[]) => number | null} */
function mean(values) {
  const known = values.flatMap(each => each ?? []);
  return known.length === values.length ? sum(known) / known.length : null;
}

/** @type {(group: Group, word: string) => Bar} */
const bar = ({at, value, solved, of}, word) => ({
  at, values: solved ? [value ?? 0, 0] : [0, value ?? 0],
  title: `${typeof at === "number" ? several(at, "move") : at}: ${value === null ? solved ? "not counted" : "not solved" : `${count(value)} ${word}`}`
    + (solved ? of > 1 ? `, mean of ${several(of, "board")}` : "" : value === null ? "" : ", not solved"),
});

/** The power of ten at the foot of a scale on which the least of the values can be seen. @type {(groups: Group[]) => number} */
function lowest(groups) {
  const least = groups.reduce((least, {value}) => (value ? Math.min(least, value) : least), 1);
  return 10 ** Math.floor(Math.log10(least));
}

/** What distinguishes a measurement. @type {(measured: Measured) => string} */
const nameOf = ({heuristic, program}) => (heuristic ? `${heuristic} by ${program}` : program);

/** @type {(name: string, group: Group[], word: string, log: boolean) => string} */
function inWords(name, group, word, log) {
  const known = group.flatMap(({at, value}) => (value === null ? [] : [{at, value}])).sort((one, other) => one.value - other.value);
  if (!known.length) return `${name}: no board was solved`;
  const [least, most] = [known[0], known[known.length - 1]].map(({at, value}) => `${count(value)} (${at})`);
  return `${name}: ${word}${log ? ", on a log scale" : ""}, from ${least} to ${most}`;
}

/** @type {(groups: Group[][]) => Cell[][]} */
function rows(groups) {
  const all = [...new Set(groups.flat().map(each => each.at))];
  if (typeof all[0] === "number") all.sort((one, other) => Number(one) - Number(other));
  const values = groups.map(group => new Map(group.map(each => [each.at, each.value])));
  return all.map(at => [at, ...values.map(each => each.get(at) ?? null).map(value => (value === null ? null : count(value)))]);
}

module.exports = {measures, nameOf, byBoard, byLength, lowest};
