"use strict";
// The searches of a part: one in detail, or several by their growth side by side, and the one that is chosen in detail.

const {mostOf, sideBySide} = require("./chart.js");
const {choice, make, section, table} = require("./dom.js");
const {firstShown, growthBars, growthChart, runsOf, searchOf} = require("./search.js");

/** The section on the searches of a part; null if there are none. */
function search(context) {
  const runs = runsOf(context.part);
  if (!runs.length) return null;
  if (runs.length === 1) return section("search", "The search", ...searchOf(context, runs[0]));
  return section("search", "The searches", ...compared(context, runs));
}

function compared(context, runs) {
  const growth = make("div", {}), detail = make("div", {}), most = Math.max(...runs.map(run => mostOf(growthBars(run))));
  const picker = choice("Show search", runs.map(({name}, number) => [number, name]), value => show(Number(value)));

  function show(number, chosen = firstShown(runs[number])) {
    const told = iteration => growth.replaceChildren(charts(number, iteration));
    told(chosen);
    detail.replaceChildren(...searchOf(context, runs[number], {chosen, told}));
    picker.firstElementChild.value = number;
  }

  const charts = (shown, chosen) => sideBySide(runs.map((run, number) => [number, run]).filter(([, run]) => run.iterations.length)
    .map(([number, run]) => [run.name, growthChart(run,
      {most, beside: true, chosen: number === shown ? chosen : null, pressed: iteration => show(number, iteration)})]));
  show(0);
  return [growth, make("details", {}, make("summary", {}, "Growth of all searches as a table"), growthTable(runs)), picker, detail];
}

function growthTable(runs) {
  const at = [...new Set(runs.flatMap(run => run.iterations.map(each => each.threshold)))].sort((one, other) => one - other);
  const generated = runs.map(run => new Map(run.iterations.map(each => [each.threshold, each.generated])));
  const words = [...new Set(runs.map(run => run.word))].join(" or ");
  return table("Nodes generated", [[words, true], ...runs.map(run => [run.name, true])],
    at.map(threshold => [threshold, ...generated.map(each => each.get(threshold))]));
}

module.exports = {search};
