"use strict";
// What the scripts make of starts: node read_starts.js FILE. The file has a `puzzle` and texts of terms in `starts`; prints as JSON, for each,
// whether it is certainly no Prolog, the term as Prolog writes it, its state, and whether moves lead from that to a goal.

const {readFileSync} = require("node:fs");

const {PAGE, rowOf} = require("./puzzles.js");
const {Unread, clausesOf, written} = require(`${PAGE}terms.js`);

const {puzzle, starts} = JSON.parse(readFileSync(process.argv[2], "utf8"));
const row = rowOf(puzzle);

function found(text) {
  try {
    const {term, end} = clausesOf(`${text}\n.`).next().value;
    if (end <= text.length) return {};
    const read = row.read(term);
    return {term: written(term), state: read?.state, why: read?.why, fault: read?.state ? row.fault(read.state) : null};
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return {unread: error.message};
  }
}

console.log(JSON.stringify(starts.map(found)));
