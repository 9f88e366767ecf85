"use strict";
// Whether engines agree: what was checked, and the searches side by side.

const {make, section, table} = require("./dom.js");

const COLUMNS = [["engine"], ["program"], ["heuristic"], ["outcome"], ["moves", true], ["expanded", true], ["generated", true],
  ["inferences", true], ["seconds", true]];

/** The section on agreement; null if nothing was checked. */
function agreement({part: {searches = [], checks = []}}) {
  if (!checks.length && searches.length < 2) return null;
  const bad = checks.filter(check => check.difference !== null).length;
  const good = checks.some(check => check.compared);
  const parts = [make("p", {class: bad ? "bad" : good ? "good" : "quiet"},
    bad ? "✗ The searches differ." : good ? "✓ All checks agree." : "– Nothing was compared.")];
  if (searches.length > 1) parts.push(table("Searches", COLUMNS, searches.map(rowOf)));
  parts.push(make("ul", {class: "checks"}, ...checks.map(line)));
  return section("agreement", "Agreement", ...parts);
}

const rowOf = each => [each.engine, each.program, each.heuristic, each.outcome, each.length, each.expanded, each.generated,
  each.inferences, each.seconds];

function line({subject, detail, difference, compared}) {
  const sign = difference !== null ? "✗" : compared ? "✓" : "–";
  return make("li", {class: difference !== null ? "bad" : compared ? "good" : "quiet"},
    make("span", {}, `${sign} `), make("strong", {}, `${subject}: `), difference ?? detail);
}

module.exports = {agreement};
