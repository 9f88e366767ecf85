"use strict";
// The boards of a measurement as charts, one a heuristic, all on one scale: nodes, seconds or moves, by board or by length.

const {chart, mostOf, sideBySide} = require("./chart.js");
const {choice, count, make, several, table} = require("./dom.js");

const MEASURES = [["generated", "nodes generated"], ["expanded", "nodes expanded"], ["seconds", "seconds"], ["length", "moves"]];
const SOLVED = "solved";
const MOST_BARS = 200; // more boards are drawn by length only

/** Charts of all boards, with choices and a table of the same numbers; nothing if no board was measured. */
function measures({heuristics}) {
  if (!heuristics.some(each => each.boards.length)) return [];
  const most = Math.max(...heuristics.map(each => each.boards.length)), place = make("div", {});
  const orders = [...(most > MOST_BARS ? [] : [["board", "board"]]), ["length", "length (means)"]];
  const now = {measure: MEASURES[0][0], order: orders[0][0]};
  const show = change => place.replaceChildren(...drawn(heuristics, Object.assign(now, change)).filter(Boolean));
  show({});
  return [make("div", {class: "controls"}, choice("Chart of", MEASURES, measure => show({measure})),
    choice("by", orders, order => show({order}))), place];
}

function drawn(heuristics, {measure, order}) {
  const word = MEASURES.find(([name]) => name === measure)[1], grouped = order === "length";
  const names = heuristics.map(({heuristic, program}) => `${heuristic} by ${program}`);
  const groups = heuristics.map(each => (grouped ? byLength : byBoard)(each.boards, measure));
  const bars = groups.map(group => group.map(each => bar(each, word)));
  const [log, least] = measure === "length" ? [false, 1] : [true, lowest(groups)];
  const scale = {log, least, most: Math.max(...bars.map(each => mostOf(each, least)))};
  const charts = bars.map((each, number) => [names[number], chart(inWords(names[number], groups[number], word, log), each,
    {...scale, classes: ["kept", "cut"], beside: true, across: grouped ? "moves" : "board", upward: word})]);
  const heading = grouped ? "moves" : "board";
  return [sideBySide(charts), legend(groups), make("details", {}, make("summary", {}, "The chart as a table"),
    table(`${word[0].toUpperCase()}${word.slice(1)} by ${order}`, [[heading, grouped], ...names.map(name => [name, true])], rows(groups)))];
}

/** Groups of boards are {at, value, solved, of}: a board by itself, or the mean of the `of` solved boards of a length. */
const byBoard = (boards, measure) => boards.map(board => ({at: board.start, value: board[measure], solved: board.outcome === SOLVED, of: 1}));

function byLength(boards, measure) {
  const groups = new Map();
  for (const board of boards.filter(each => each.outcome === SOLVED)) {
    groups.set(board.length, [...(groups.get(board.length) ?? []), board[measure]]);
  }
  return [...groups].sort(([one], [other]) => one - other)
    .map(([at, values]) => ({at, value: values.reduce((one, other) => one + other) / values.length, solved: true, of: values.length}));
}

const bar = ({at, value, solved, of}, word) => ({
  at, values: solved ? [value ?? 0, 0] : [0, value ?? 0],
  title: `${typeof at === "number" ? several(at, "move") : at}: ${value === null ? "not solved" : `${exactly(value)} ${word}`}`
    + (solved ? of > 1 ? `, mean of ${several(of, "board")}` : "" : value === null ? "" : ", not solved"),
});

/** The power of ten at the foot of a scale on which the least of the values can be seen. */
function lowest(groups) {
  const values = groups.flat().map(each => each.value).filter(value => value > 0);
  return values.length ? Math.min(1, 10 ** Math.floor(Math.log10(values.reduce((one, other) => Math.min(one, other))))) : 1;
}

/** A number with the digits that matter, also below a thousandth. */
const exactly = value => (value < 1 ? String(Number(value.toPrecision(3))) : count(value));

function inWords(name, group, word, log) {
  const known = group.filter(each => each.value !== null).sort((one, other) => one.value - other.value);
  if (!known.length) return `${name}: no board was solved`;
  const [least, most] = [known[0], known.at(-1)].map(({at, value}) => `${exactly(value)} (${at})`);
  return `${name}: ${word}${log ? ", on a log scale" : ""}, from ${least} to ${most}`;
}

function legend(groups) {
  if (groups.flat().every(each => each.solved)) return null;
  return make("p", {class: "legend"}, make("span", {class: "kept"}), " solved  ", make("span", {class: "cut"}), " not solved");
}

function rows(groups) {
  const all = [...new Set(groups.flat().map(each => each.at))];
  if (typeof all[0] === "number") all.sort((one, other) => one - other);
  const values = groups.map(group => new Map(group.map(each => [each.at, each.value])));
  return all.map(at => [at, ...values.map(each => (each.get(at) ?? null) === null ? null : exactly(each.get(at)))]);
}

module.exports = {measures};
