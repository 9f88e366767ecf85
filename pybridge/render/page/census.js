// @ts-check
"use strict";
// A census: the states at each distance, where the starts lie, and the farthest states, which a click shows on the board.

const {smallBoard} = require("./board.js");
const {chart} = require("./chart.js");
const {shortestFrom} = require("./distances.js");
const {button, choice, details, make, section, table} = require("./dom.js");
const {count, percent, several, sum} = require("./numbers.js");
const {originOf} = require("./share.js");

/** @import {Census, Column, Context, Level, Place, State} from "./types" */

const MOST_LETTERS = 24; // of a name below a chart, as wide as a phone

/** The section on a census; null if none was taken. @type {(context: Context) => Element | null} */
function census(context) {
  const {part: {census: taken}} = context;
  if (!taken) return null;
  /** @type {HTMLElement[]} */
  const parts = [make("p", {}, counted(taken))];
  if (taken.origin) parts.push(make("p", {}, forward(taken, taken.origin.name)));
  if (taken.dead_ends !== null && taken.nearest_goal !== null) {
    parts.push(make("p", {}, `${several(taken.dead_ends, "dead end")}: states from which no goal can be reached.`));
  } else if (taken.dead_ends_stopped) {
    parts.push(make("p", {}, `How many of them are dead ends is not known: ${taken.dead_ends_stopped}.`));
  }
  if (taken.levels.length) parts.push(...histogram(taken));
  const starts = taken.starts.map(start => startLine(context, taken, start));
  if (starts.length) parts.push(make("h3", {}, "Starts"), make("ul", {class: "starts"}, ...starts));
  if (taken.farthest.length) parts.push(...farthest(context, taken));
  return section("census", "Census", ...parts);
}

/** @type {(census: Census) => string} */
function counted({states, total, complete, largest_distance: depth, mean_distance: mean, outcome}) {
  if (!complete) return `${count(states)}${total === null ? "" : ` of ${count(total)}`} states counted, to distance ${depth ?? 0}: ${outcome}.`;
  return `${several(states, "state")}, mean distance ${(mean ?? 0).toFixed(2)}, largest ${depth}.`;
}

/** What distances from a start mean, and where the goals lie. @type {(census: Census, name: string) => string} */
function forward({complete, nearest_goal: nearest, levels}, name) {
  const goals = several(sum(levels.map(level => level.goals ?? 0)), "goal");
  const where = nearest !== null ? `${goals}; the nearest is ${several(nearest, "move")} from ${name}`
    : complete ? `No goal can be reached from ${name}` : "No goal is reached yet";
  return `Distances are from the start ${name}, not to a goal: nothing says that moves can be undone. ${where}.`;
}

/** @type {(census: Census) => HTMLElement[]} */
function histogram({levels, origin}) {
  const place = make("div", {}), from = origin ? `start ${origin.name}` : "nearest goal";
  const short = from.length > MOST_LETTERS ? `${from.slice(0, MOST_LETTERS)}…` : from;
  /** @type {(scale: string) => void} */
  const show = scale => place.replaceChildren(chart(`States by distance from the ${from}`, levels.map(({distance, states}) => ({
    at: distance, values: [states], title: `distance ${distance}: ${several(states, "state")}`,
  })), {classes: ["kept"], log: scale === "log", across: `distance from the ${short}, in moves`, upward: "states"}));
  show("even");
  const [heading, more] = furtherColumn(levels, origin !== null);
  /** @type {Column[]} */
  const columns = [["distance", true], ["states", true], ...heading];
  return [place, choice("Scale", [["even", "even"], ["log", "logarithmic"]], show).element, details("All distances as a table",
    table("States by distance", columns, levels.map(each => [each.distance, each.states, ...more(each)])))];
}

/**
 * What else is known of levels: its column, and the number of each.
 * @type {(levels: Level[], isForward: boolean) => [Column[], (level: Level) => (number | null)[]]}
 */
function furtherColumn(levels, isForward) {
  if (levels.some(level => level.exact !== null)) return [[["bound exact", true]], level => [level.exact]];
  return isForward ? [[["goals", true]], level => [level.goals]] : [[], () => []];
}

/** @type {(context: Context, census: Census, start: Place) => HTMLElement} */
function startLine(context, taken, {name, state, distance, reason}) {
  const where = reason ? `cannot reach a goal: ${reason}` : distance === null ? unreached(taken) : far(taken, distance);
  return make("li", {}, button(name, () => load(context, state, `Start ${name}`), {"aria-label": `Show start ${name} on the board`}), ` ${where}`);
}

/** @type {(census: Census) => string} */
function unreached({complete, origin}) {
  if (!complete) return "not reached yet";
  return origin ? `cannot be reached from ${origin.name}` : "cannot reach a goal";
}

/** @type {(census: Census, distance: number) => string} */
function far({levels, total, states, complete, origin}, distance) {
  if (origin) return `${several(distance, "move")} from ${origin.name}`;
  const all = total ?? (complete ? states : null);
  const nearer = sum(levels.slice(0, distance).map(level => level.states));
  return `${several(distance, "move")}${all === null ? "" : `, farther than ${percent(nearer, all)} % of all states`}`;
}

/** @type {(context: Context, census: Census) => HTMLElement[]} */
function farthest(context, {farthest: states, farthest_states: counted, largest_distance: depth, origin}) {
  const all = counted ?? states.length;
  const heading = states.length < all ? `The first ${states.length} of ${count(all)} farthest states` : `${several(all, "farthest state")}`;
  const title = make("h3", {}, `${heading}, ${several(depth ?? 0, "move")} ${origin ? `from ${origin.name}` : "away"}`);
  return [title, make("div", {class: "gallery"}, ...states.map((state, number) =>
    make("button", {type: "button", class: "state", onclick: () => load(context, state, `Farthest state ${number + 1}`),
      "aria-label": `Show farthest state ${number + 1} on the board: ${context.row.line(state)}`}, smallBoard(context.row, state))))];
}

/**
 * Show a state on the board, with a shortest way from it once the distances are known.
 * @type {(context: Context, state: State, what: string) => void}
 */
function load(context, state, what) {
  const {player, distances} = context;
  player.load([{state}], what, {origin: originOf(context, [{state}])});
  player.element.scrollIntoView({block: "start"});
  if (!distances.few) return;
  distances.ready(() => {
    if (player.now().path.length > 1 || player.now().state !== state) return;
    const steps = shortestFrom(distances, state);
    if (steps.length > 1) player.load(steps, `${what}, with a shortest way of ${several(steps.length - 1, "move")}`, {origin: originOf(context, steps)});
  });
}

module.exports = {census};
