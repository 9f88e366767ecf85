// @ts-check
"use strict";
// What is shown as an address, a state and a command that can be copied. An address holds the numbers of moves, never a state, so
// that whatever stands in one leads to a state that moves can make.

const {button, make} = require("./dom.js");
const {count} = require("./numbers.js");

/** @import {Context, Now, Possible, Row, State, Step} from "./types" */

const SCRAMBLE = 60, MOST = 5000;
const IMPOSSIBLE = "The address has a move that is not possible here";

/** A state that random moves make of the goal, and their numbers. @type {(row: Row) => {state: State, origin: string}} */
function scrambled(row) {
  let [state] = row.goals, before = "";
  const numbers = [];
  for (let many = 0; many < SCRAMBLE; many += 1) {
    const moves = row.moves(state), fresh = moves.filter(each => row.key(each.state) !== before), some = fresh.length ? fresh : moves;
    if (!some.length) break;
    const move = some[Math.floor(Math.random() * some.length)];
    before = row.key(state);
    numbers.push(moves.indexOf(move));
    state = move.state;
  }
  return {state, origin: numbers.join(".")};
}

/** The numbers of the moves of a path; null if they have none. @type {(row: Row, path: Step[]) => string | null} */
function numbered(row, path) {
  const numbers = path.slice(1).map(({state, move}, at) => {
    const all = row.moves(path[at].state), may = all.filter(each => row.key(each.state) === row.key(state));
    return all.indexOf(may.find(each => String(each.move) === String(move)) ?? may[0]);
  });
  return numbers.includes(-1) ? null : numbers.join(".");
}

/**
 * The moves that lead to the first state of a path, as an address has them: none to the start of the part, else those from the goal, if
 * the path leads there and can be walked backwards; null if no address leads there.
 * @type {(context: Context, path: Step[]) => string | null}
 */
function originOf({part, row}, path) {
  if (row.key(path[0].state) === row.key(part.start.state)) return "";
  const isWhole = row.goals.length && row.key(path[path.length - 1].state) === row.key(row.goals[0]);
  return (isWhole && numbered(row, [...path].reverse())) || null;
}

/** The path of moves with these numbers from a state; as far as there are such moves. @type {(row: Row, state: State, numbers: string) => Step[]} */
function followed(row, state, numbers) {
  /** @type {Step[]} */
  const path = [{state}];
  for (const number of numbersIn(numbers)) {
    /** @type {Possible | undefined} */
    const move = row.moves(path[path.length - 1].state)[Number(number)];
    if (!move) break;
    path.push({state: move.state, move: move.move});
  }
  return path;
}

/** @type {(numbers: string) => string[]} */
const numbersIn = numbers => (numbers ? numbers.split(".").slice(0, MOST) : []);

/**
 * The part of an address after # that says what is shown; `begin` is where the path to go back to begins.
 * @type {(number: number, row: Row, now: Now, begin?: number) => string}
 */
function addressOf(number, row, now, begin = 0) {
  const fields = new URLSearchParams();
  if (number) fields.set("part", String(number));
  if (now.from) fields.set("from", now.from);
  const moves = now.isHome || now.from === null ? null : numbered(row, now.path);
  if (moves !== null) fields.set("moves", moves);
  if ((now.isHome || moves !== null) && now.index !== (now.isHome ? begin : 0)) fields.set("at", String(now.index));
  return fields.toString();
}

/** Whether the page has an address, as in a notebook it has none, and known moves lead to what is shown. @type {(row: Row, now: Now) => boolean} */
const hasLink = (row, now) => location.protocol !== "about:" && now.from !== null && (now.isHome || numbered(row, now.path) !== null);

/**
 * Show what an address says, if it says more than a part. Where a move of it is not possible, it is followed up to there.
 * @type {(fields: URLSearchParams, context: Context, title?: string) => void}
 */
function restore(fields, {part, row, player}, title = "The path of this address") {
  const from = fields.get("from") ?? "", moves = fields.get("moves"), at = Math.max(0, Math.floor(Number(fields.get("at"))) || 0);
  if (moves === null) {
    if (!player.now().isHome) player.restore();
    return player.go((fields.has("at") ? at : part.why?.g ?? 0) - player.now().index);
  }
  const before = from && row.goals.length ? followed(row, row.goals[0], from) : [{state: part.start.state}];
  if (from && before.length <= numbersIn(from).length) return player.load([{state: part.start.state}], IMPOSSIBLE);
  const path = followed(row, before[before.length - 1].state, moves);
  const known = moves.split(".").length > MOST ? `${title}, up to move ${count(MOST)}` : title;
  player.load(path, path.length > numbersIn(moves).length ? known : IMPOSSIBLE, {at, origin: from});
}

/**
 * What copies a text, and the elements that say so, or show the text where the browser refuses to copy it.
 * @type {() => {copy: (text: string) => Promise<void>, elements: HTMLElement[]}}
 */
function copier() {
  const told = make("span", {role: "status", "aria-live": "polite"});
  const refused = make("input", {type: "text", readonly: true, hidden: true, "aria-label": "Text to copy"});

  /** @type {(text: string) => Promise<void>} */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      [told.textContent, refused.hidden] = ["Copied.", true];
    } catch {
      [told.textContent, refused.hidden, refused.value] = ["Copy it from here:", false, text];
      refused.select();
    }
  }

  return {copy, elements: [told, refused]};
}

/** Buttons that copy the start, a command and the address of what is shown. @type {(context: Context) => HTMLElement} */
function copying({puzzle, row, player, address}) {
  const {copy, elements} = copier();
  const names = ["random", "hardest", ...puzzle.starts.map(each => each.name)];  // what --start takes for no state
  const state = () => {
    const text = row.typed(player.now().state);
    return names.includes(text) ? `(${text})` : text;
  };
  const link = button("Copy link", () => copy(address()));
  /** The path that was looked at last. @type {Step[] | null} */
  let seen = null;
  player.listen(now => {
    if (now.path !== seen) link.hidden = !hasLink(row, now);
    seen = now.path;
  });
  return make("div", {class: "controls copying", role: "group", "aria-label": "Copy"},
    button("Copy state", () => copy(state())),
    button("Copy command", () => copy(`pybridge solve ${word(puzzle.given)} --start ${quoted(state())}`)),
    link, ...elements);
}

/** A word as a shell takes it. @type {(word: string) => string} */
const quoted = word => `'${word.replace(/'/g, "'\\''")}'`;

/** The same, without quotes where it needs none. @type {(text: string) => string} */
const word = text => (/^[\w./-]+$/.test(text) ? text : quoted(text));

module.exports = {addressOf, copier, copying, numbered, originOf, restore, scrambled};
