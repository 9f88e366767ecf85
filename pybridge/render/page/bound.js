// @ts-check
"use strict";
// A lower bound as the sum of its parts, where the row of a domain knows them: in a line, and in a table.

const {table} = require("./dom.js");
const {sum} = require("./numbers.js");

/** @import {Cell, Column, Row, State} from "./types" */

/**
 * The lower bound of a state: its value, the sum that makes it, and the table of its parts; null if its parts are not known.
 * @type {(row: Row, state: State) => {h: number, sum: string, by: string, table: () => Element} | null}
 */
function boundOf({shares}, state) {
  if (!shares) return null;
  const parts = shares.of(state), distances = parts.map(each => each.distance);
  /** @type {Column[]} */
  const columns = [...shares.columns, ["distance", true], ["sum so far", true]];
  /** @type {Cell[][]} */
  const rows = parts.map(({cells, distance}, number) => [...cells, distance, sum(distances.slice(0, number + 1))]);
  return {h: sum(distances), sum: distances.join(" + "), by: shares.by, table: () => table(`h, ${shares.by}`, columns, rows)};
}

module.exports = {boundOf};
