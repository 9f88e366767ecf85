// @ts-check
"use strict";
// The first page of a gallery: puzzles by kind, each with its board, what is known of it, and a link to its own page.

const {smallBoard} = require("./board.js");
const {data, fill, frame} = require("./frame.js");
const {choice, make} = require("./dom.js");
const {rowOf} = require("./domains.js");
const {count, several, sum} = require("./numbers.js");

/** @import {Entry} from "./types" */

/** Puzzles of one kind; `show` shows those that are wanted, and returns how many they are. */
/** @typedef {{element: HTMLElement, show: (isWanted: (entry: Entry) => boolean) => number}} Kind */

/** The choices of difficulty: the lengths of each, from and to. @type {[name: string, least: number, most: number][]} */
const DIFFICULTIES = [["any", -1, Infinity], ["easy: up to 15 moves", 0, 15], ["medium: 16 to 40 moves", 16, 40], ["hard: more than 40 moves", 41, Infinity]];

/** What is known of a puzzle: its size, the lengths of its starts, and its largest distance. @type {(entry: Entry) => string} */
function known({puzzle, census}) {
  const lengths = puzzle.starts.map(each => each.optimal).filter(each => each !== null);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const parts = [puzzle.size, several(puzzle.starts.length, "start")];
  if (lengths.length) parts.push(least === most ? several(least, "move") : `${count(least)} to ${several(most, "move")}`);
  if (census) parts.push(`${several(census.states, "state")}, the farthest ${several(census.largest_distance, "move")} away`);
  return parts.join(" · ");
}

/** @type {(entry: Entry) => HTMLElement} */
function shown(entry) {
  const {puzzle, page} = entry, board = smallBoard(rowOf(puzzle), puzzle.starts[0]?.state ?? puzzle.goals[0]);
  const place = make("span", {class: "shown", "aria-hidden": "true"}, board);
  return make("li", {}, make("a", {href: page}, place, make("strong", {}, puzzle.title), make("span", {class: "quiet"}, known(entry))));
}

/** @type {(name: string, entries: Entry[]) => Kind} */
function kindOf(name, entries) {
  const items = entries.map(shown), number = make("span", {class: "quiet"});
  const element = make("details", {open: true}, make("summary", {}, make("h2", {}, name), " ", number), make("ul", {class: "puzzles"}, ...items));
  return {element, show: isWanted => {
    const wanted = entries.map(isWanted), left = wanted.filter(Boolean).length;
    items.forEach((item, index) => { item.hidden = !wanted[index]; });
    element.hidden = !left;
    number.textContent = several(left, "puzzle");
    return left;
  }};
}

/** The puzzles by kind, in the order in which they come. @type {(entries: Entry[]) => Kind[]} */
function kindsOf(entries) {
  const names = new Set(entries.map(each => each.kind));
  return [...names].map(name => kindOf(name, entries.filter(each => each.kind === name)));
}

/** Whether the name, title or sources of a puzzle have all these words, in any case. @type {(entry: Entry, words: string[]) => boolean} */
function has({puzzle: {name, title, sources}}, words) {
  const text = [name, title, ...sources].join(" ").toLowerCase();
  return words.every(word => text.includes(word));
}

function start() {
  const entries = data.gallery ?? [], kinds = kindsOf(entries), found = make("p", {role: "status"});
  const search = make("input", {type: "search", oninput: show});
  function show() {
    const words = search.value.toLowerCase().split(/\s+/), [, least, most] = DIFFICULTIES[Number(difficulty.value())];
    /** @type {(entry: Entry) => boolean} */
    const isWanted = entry => least <= (entry.longest ?? -1) && (entry.longest ?? -1) <= most && has(entry, words);
    const left = sum(kinds.map(each => each.show(isWanted)));
    found.textContent = `${left < entries.length ? `${count(left)} of ` : ""}${several(entries.length, "puzzle")}`;
  }
  const difficulty = choice("Difficulty", DIFFICULTIES.map(([name], number) => [number, name]), show, {autocomplete: "on"});
  frame();
  const lesson = make("a", {href: data.lesson_page}, "Iterative deepening, to try");
  fill(make("p", {class: "lesson"}, lesson, ", in English and Japanese"), make("div", {role: "search", class: "controls"},
    make("label", {}, "Search ", search), difficulty.element, found), ...kinds.map(each => each.element));
  show();
  window.addEventListener("pageshow", show); // a browser that comes back to the page fills in what was chosen before
}

start();
