"use strict";
// A census: the states at each distance, where the starts lie, and the farthest states, which a click shows on the board.

const {smallBoard} = require("./board.js");
const {chart} = require("./chart.js");
const {shortestFrom} = require("./distances.js");
const {button, choice, count, make, percent, section, several, table} = require("./dom.js");

/** The section on a census; null if none was taken. */
function census(context) {
  const {part: {census: taken}} = context;
  if (!taken) return null;
  const parts = [make("p", {}, counted(taken))];
  if (taken.levels.length) parts.push(...histogram(taken));
  parts.push(make("h3", {}, "Starts"), make("ul", {class: "starts"}, ...taken.starts.map(start => startLine(context, taken, start))));
  if (taken.farthest.length) parts.push(...farthest(context, taken));
  return section("census", "Census", ...parts);
}

function counted({states, total, complete, largest_distance: depth, mean_distance: mean, outcome}) {
  if (!complete) return `${count(states)} of ${several(total, "state")} counted, to distance ${depth ?? 0}: ${outcome}.`;
  return `${several(states, "state")}, mean distance ${mean.toFixed(2)}, largest ${depth}.`;
}

function histogram({levels}) {
  const place = make("div");
  const show = scale => place.replaceChildren(chart("States by distance from the nearest goal", levels.map(({distance, states}) => ({
    at: distance, values: [states], title: `distance ${distance}: ${several(states, "state")}`,
  })), {classes: ["kept"], log: scale === "log", across: "distance from the nearest goal, in moves", upward: "states"}));
  show("even");
  const exact = levels.some(level => level.exact !== null);
  const columns = [["distance", true], ["states", true], ...(exact ? [["bound exact", true]] : [])];
  return [place, choice("Scale", [["even", "even"], ["log", "logarithmic"]], show), make("details", {},
    make("summary", {}, "All distances as a table"),
    table("States by distance", columns, levels.map(each => [each.distance, each.states, ...(exact ? [each.exact] : [])])))];
}

function startLine(context, taken, {name, state, distance, reason}) {
  const nearer = taken.levels.slice(0, distance ?? 0).reduce((sum, level) => sum + level.states, 0);
  const where = reason ? `cannot reach a goal: ${reason}` : distance === null ? "not reached yet"
    : `${several(distance, "move")}, farther than ${percent(nearer, taken.total)} % of all states`;
  return make("li", {}, button(name, () => load(context, state, `Start ${name}`), {"aria-label": `Show start ${name} on the board`}), ` ${where}`);
}

function farthest(context, {farthest: states, farthest_states: all, largest_distance: depth}) {
  const heading = states.length < all ? `The first ${states.length} of ${count(all)} farthest states` : `${several(all, "farthest state")}`;
  return [make("h3", {}, `${heading}, ${several(depth, "move")} away`), make("div", {class: "gallery"}, ...states.map((state, number) =>
    make("button", {type: "button", class: "state", onclick: () => load(context, state, `Farthest state ${number + 1}`),
      "aria-label": `Show farthest state ${number + 1} on the board: ${context.row.line(state)}`}, smallBoard(context.row, state))))];
}

/** Show a state on the board, with a shortest way from it once the distances are known. */
function load({player, distances}, state, what) {
  player.load([{state}], what);
  player.element.scrollIntoView({block: "start"});
  if (!distances.few) return;
  distances.ready(() => {
    if (player.now().path.length > 1 || player.now().state !== state) return;
    const steps = shortestFrom(distances, state);
    player.load(steps, `${what}, with a shortest way of ${several(steps.length - 1, "move")}`);
  });
}

module.exports = {census};
