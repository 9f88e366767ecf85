// @ts-check
"use strict";
// Whether engines agree: what was checked, and the searches side by side.

const {make, section, table} = require("./dom.js");

/** @import {Cell, Check, Column, Context, Search} from "./types" */

/** @type {Column[]} */
const COLUMNS = [["engine"], ["program"], ["heuristic"], ["outcome"], ["moves", true], ["expanded", true], ["generated", true],
  ["inferences", true], ["seconds", true]];

/** The section on agreement; null if nothing was checked. @type {(context: Context) => Element | null} */
function agreement({data, part: {searches, checks = []}}) {
  if (!checks.length && searches.length < 2) return null;
  const bad = checks.some(check => check.difference !== null);
  const good = checks.some(check => check.compared);
  return section("agreement", "Agreement",
    make("p", {class: bad ? "bad" : good ? "good" : "quiet"},
      bad ? "✗ The searches differ." : good ? `✓ All checks${data.live ? " of the run outside this page" : ""} agree.` : "– Nothing was compared."),
    searches.length > 1 ? table("Searches", COLUMNS, searches.map(cells)) : null,
    make("ul", {class: "checks"}, ...checks.map(line)));
}

/** @type {(search: Search) => Cell[]} */
const cells = each => [each.engine, each.program, each.heuristic, each.outcome, each.length, each.expanded, each.generated,
  each.inferences, each.seconds];

/** @type {(check: Check) => Element} */
function line({subject, detail, difference, compared}) {
  const sign = difference !== null ? "✗" : compared ? "✓" : "–";
  return make("li", {class: difference !== null ? "bad" : compared ? "good" : "quiet"},
    make("span", {}, `${sign} `), make("strong", {}, `${subject}: `), difference ?? detail);
}

module.exports = {agreement};
