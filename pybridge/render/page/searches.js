// @ts-check
"use strict";
// The searches of a part: one in detail, or several by their growth side by side, and the one that is chosen in detail.

const {mostOf, sideBySide} = require("./chart.js");
const {choice, details, make, section, table} = require("./dom.js");
const {firstShown, growthBars, growthChart, runsOf, searchOf} = require("./search.js");

/** @import {Column, Context, Deepening} from "./types" */

/** The section on the searches of a part; null if there are none. @type {(context: Context) => Element | null} */
function search(context) {
  const runs = runsOf(context.part);
  if (!runs.length) return null;
  if (runs.length === 1) return section("search", "The search", ...searchOf(context, runs[0]));
  return section("search", "The searches", ...compared(context, runs));
}

/** @type {(context: Context, runs: Deepening[]) => Element[]} */
function compared(context, runs) {
  const growth = make("div", {}), detail = make("div", {}), most = Math.max(...runs.map(run => mostOf(growthBars(run))));
  const picker = choice("Show search", runs.map(({name}, number) => [number, name]), value => pick(Number(value)));

  /** @type {(number: number, chosen?: number) => void} */
  function show(number, chosen = firstShown(runs[number], context.wanted)) {
    /** @type {(iteration: number) => void} */
    const told = iteration => growth.replaceChildren(charts(number, iteration));
    told(chosen);
    detail.replaceChildren(...searchOf(context, runs[number], {chosen, told}));
    picker.show(number);
  }

  /** @type {(number: number, chosen?: number) => void} */
  function pick(number, chosen = firstShown(runs[number], context.wanted)) {
    show(number, chosen);
    context.say("search", number);
    if (runs[number].iterations[chosen]) context.say("iteration", runs[number].iterations[chosen].threshold);
  }

  /** @type {(shown: number, chosen: number) => Element} */
  const charts = (shown, chosen) => sideBySide(runs.flatMap((run, number) => (run.iterations.length ? [[run.name, growthChart(run,
    {most, beside: true, pressed: iteration => pick(number, iteration)}, number === shown ? chosen : null)]] : [])));
  const wanted = Number(context.wanted.get("search"));
  show(runs[wanted] ? wanted : 0);
  return [growth, details("Growth of all searches as a table", growthTable(runs)), picker.element, detail];
}

/** @type {(runs: Deepening[]) => Element} */
function growthTable(runs) {
  const at = [...new Set(runs.flatMap(run => run.iterations.map(each => each.threshold)))].sort((one, other) => one - other);
  const generated = runs.map(run => new Map(run.iterations.map(each => [each.threshold, each.generated])));
  const words = [...new Set(runs.map(run => run.word))].join(" or ");
  /** @type {Column[]} */
  const columns = [[words, true], ...runs.map(({name}) => /** @type {Column} */ ([name, true]))];
  return table("Nodes generated", columns, at.map(threshold => [threshold, ...generated.map(each => each.get(threshold))]));
}

module.exports = {search};
