// @ts-check
"use strict";
// Iterative deepening to try: the reader guesses how many positions the next limit visits, raises it, and sees what is kept and cut,
// without and with a lower bound. The searches run here, on the moves and distances of the page's puzzle.

const {boardOf, smallBoard} = require("./board.js");
const {boundOf} = require("./bound.js");
const {chart, legend, sideBySide} = require("./chart.js");
const {rowOf, stepsOf} = require("./domains.js");
const {button, choice, make, section} = require("./dom.js");
const {data, fill, frame} = require("./frame.js");
const {goalOf} = require("./goal.js");
const {WORDS} = require("./lesson_words.js");
const {count, sum, told} = require("./numbers.js");

/** @import {Move, State} from "./types" */

/** What a search to a limit did: positions kept and cut by depth, one that was cut, and the solution. */
/**
 * @typedef {{limit: number, levels: {kept: number, cut: number}[], visited: number, cut: {state: State, g: number} | null,
 *   moves: Move[] | null}} Done
 */

const SUM = "(?:N\\+Low|Low\\+N|\\(N\\+Low\\)|\\(Low\\+N\\))", OF_IDS = /^(N<Limit|Limit>N|N\+1=<Limit)$/;
const RIGHT = new RegExp(`^(${SUM}=<Limit|Limit>=${SUM}|\\\\\\+${SUM}>Limit|Low=<Limit-N|N=<Limit-Low|Limit-N>=Low|Limit-Low>=N|${SUM}<Limit\\+1)$`);
const PROGRAMS = /** @type {("ids" | "ids_low")[]} */ (["ids", "ids_low"]);
const MOST = 3_000_000; // positions of one iteration; the page would stand still for longer
const [puzzle] = data.puzzles, row = rowOf(puzzle), {start} = data.parts[0];
const CLAUSE = `dfs_low(N, Limit, Low, Blank, Board, Moves) :-
    …,
    neighbor(Blank, Cells),
    member(Cell, Cells),`;
const COMMAND = `pybridge ids_low ${puzzle.given} --start ${start.name}`;
let language = navigator.language.startsWith("ja") ? "ja" : "en", isLog = false;
/** @type {{ids: Done[], ids_low: Done[]}} */
const done = {ids: [], ids_low: []};
/** @type {string[]} */
const guesses = [];
const guess = make("input", {id: "guess", type: "text", inputmode: "numeric", autocomplete: "off", size: 8, pattern: "[0-9０-９,，]*"});
/** What a screen reader says after a search: it announces changes, and nothing that is new. */
const spoken = make("p", {class: "spoken", role: "status"});
const answer = make("input", {id: "answer", type: "text", autocomplete: "off", spellcheck: "false", size: 20});
/** @type {"right" | "plain" | "wrong" | "empty" | null} */
let verdict = null;

/** @type {(name: string, values?: Record<string, string | number>) => string} */
const word = (name, values = {}) => told(WORDS[language][name], values);

/** @type {(state: State) => number} */
const low = state => boundOf(row, state)?.h ?? 0;

/** One depth-first search to a limit; with a lower bound if `bounded`. The last move is never undone. @type {(limit: number, bounded: boolean) => Done} */
function searched(limit, bounded) {
  const levels = Array.from({length: limit + 1}, () => ({kept: 0, cut: 0}));
  /** @type {Move[]} */
  const path = [];
  /** @type {Done["cut"]} */
  let cut = null;
  let visited = 0;

  /** @type {(state: State, before: string) => boolean} */
  function visit(state, before) {
    const depth = path.length;
    visited += 1;
    if (depth === limit && row.isGoal(state)) return true;
    if (depth === limit || visited > MOST || (bounded && depth + low(state) > limit)) {
      levels[depth].cut += 1;
      if (bounded && depth < limit && depth > 0) cut ??= {state, g: depth};
      return false;
    }
    levels[depth].kept += 1;
    const key = row.key(state);
    for (const move of row.moves(state)) {
      if (row.key(move.state) === before) continue;
      path.push(move.move);
      if (visit(move.state, key)) return true;
      path.pop();
    }
    return false;
  }

  const found = visit(start.state, "");
  return {limit, levels, visited, cut, moves: found ? path.slice() : null};
}

const solved = () => done.ids_low.at(-1)?.moves ?? null;
const first = low(start.state);
const next = () => (done.ids.at(-1)?.limit ?? first - 1) + 1;

/** Raise the limit of both searches once, or until they find a solution. @type {(guess: string, isToEnd?: boolean) => void} */
function raise(guess, isToEnd = false) {
  do {
    const limit = next();
    done.ids.push(searched(limit, false));
    done.ids_low.push(searched(limit, true));
    guesses.push(guess);
  } while (isToEnd && !solved());
  show();
}

/** The guess, and what became of the last one. @type {() => Element} */
function guessing() {
  guess.title = word("digits");
  const last = done.ids.at(-1), own = Number((guesses.at(-1) ?? "").normalize("NFKC").replace(/,/g, ""));
  const result = last ? word("result", {limit: last.limit, ids: count(last.visited), low: count(done.ids_low.at(-1)?.visited ?? 0)}) : word("none");
  const compared = last && own ? ` ${word("judged", {own: count(own), times: count(Number((own / last.visited).toPrecision(2)))})}` : "";
  /** @type {(event: Event) => void} */
  const guessed = event => {
    event.preventDefault();
    raise(guess.value);
    guess.value = "";
  };
  const form = solved() ? [] : [make("form", {onsubmit: guessed}, make("label", {for: "guess"}, word("guess", {limit: next()})), guess,
    make("button", {id: "raise", class: "main"}, word("raise", {limit: next()})), button(word("all"), () => raise("", true), {id: "all"}))];
  const end = solved() ? ` ${word("solved", {moves: next() - 1, h: first})}` : "";
  const whole = result + compared + end;
  spoken.textContent = last ? whole : "";
  return make("div", {}, ...form, make("p", {id: "result", tabindex: -1}, whole));
}

/** How both searches grow, on one scale. @type {() => Element[]} */
function growth() {
  if (!done.ids.length) return [];
  const most = Math.max(1, ...done.ids.map(each => each.visited));
  const charts = PROGRAMS.map(program => /** @type {[string, Element]} */ ([`${program}: ${word(program)}`,
    chart(word("grows", {program}), done[program].map(({limit, visited, levels}) => {
      const cut = sum(levels.map(each => each.cut));
      return {at: limit, values: [visited - cut, cut], title: word("bar", {limit, visited: count(visited), cut: count(cut)})};
    }), {classes: ["kept", "cut"], log: isLog, most, beside: true, across: word("limit"), upward: word("positions")})]));
  const scale = button(word(isLog ? "linear" : "log"), () => { isLog = !isLog; show(); }, {id: "scale"});
  return [make("div", {class: "controls"}, scale), legend(word("kept"), word("cut")), sideBySide(charts),
    ...(isLog ? [make("p", {}, word("straight"))] : [])];
}

/** What the last search kept and cut by depth, and a position that the lower bound cut. @type {() => Element[]} */
function inside() {
  const last = done.ids_low.at(-1), plain = done.ids.at(-1);
  if (!last || !plain) return [make("p", {}, word("none"))];
  const most = Math.max(1, ...plain.levels.map(each => each.kept + each.cut));
  const charts = [plain, last].map(({levels}, number) => /** @type {[string, Element]} */ ([PROGRAMS[number],
    chart(word("depths", {program: PROGRAMS[number]}), levels.map(({kept, cut}, at) => ({at, values: [kept, cut],
      title: word("level", {depth: at, kept: count(kept), cut: count(cut)})})), {classes: ["kept", "cut"], most, beside: true,
      across: word("moves"), upward: word("positions")})]));
  return [sideBySide(charts), ...(last.cut ? [whyCut(last.cut, last.limit)] : [])];
}

/** @type {(cut: {state: State, g: number}, limit: number) => Element} */
function whyCut({state, g}, limit) {
  const h = low(state);
  return make("div", {class: "stage"}, smallBoard(row, state), make("p", {}, word("why", {g, h, f: g + h, limit})));
}

/** The line that makes the difference, to be filled in. @type {() => Element[]} */
function program() {
  const told = make("p", {role: "status", "aria-live": "polite"}, verdict ? word(verdict) : "");
  /** @type {(event: Event) => void} */
  const check = event => {
    event.preventDefault();
    const line = answer.value.normalize("NFKC").replace(/\s*([^\w\s])\s*/g, "$1").trim().replace(/[.,]$/, "");
    verdict = RIGHT.test(line) ? "right" : OF_IDS.test(line) ? "plain" : line ? "wrong" : "empty";
    told.textContent = word(verdict);
  };
  return [make("p", {}, word("write")), make("pre", {class: "code"}, CLAUSE),
    make("form", {onsubmit: check}, make("label", {for: "answer"}, word("line")), answer, make("button", {}, word("check"))), told,
    make("p", {}, word("run")), make("pre", {class: "code"}, `cp prolog/seven.pl mine.pl\n${COMMAND} --program mine.pl`)];
}

/** Show everything in the language that is chosen; what has the focus keeps it; without it, the result has. */
function show() {
  const focused = document.activeElement?.closest("[id]")?.id ?? "";
  const board = boardOf(row), steps = solved() ? stepsOf(row, start.state, solved() ?? []) : [];
  board.show(start.state);
  document.documentElement.lang = language;
  const languages = choice("Language / 言語", [["en", "English"], ["ja", "日本語"]], value => { language = value; show(); });
  languages.show(language);
  languages.element.id = "language";
  document.title = word("name");
  for (const [selector, name] of [["h1", "name"], ["#head .quiet", "summary"], [".skip", "skip"]])
    document.querySelector(selector)?.replaceChildren(word(name));
  fill(section("puzzle", word("title"), languages.element, make("p", {}, word("intro", {h: first})),
    make("div", {class: "stage"}, board.element, goalOf(row, word("goal")))),
    section("deepen", word("deepen"), make("p", {}, word("how")), guessing(), ...growth()),
    section("cuts", word("cuts"), make("p", {}, word("both")), ...inside()),
    section("program", word("program"), ...program()),
    ...(steps.length ? [section("solution", word("solution"), make("ol", {class: "strip"}, ...steps.map(({state, move}, number) =>
      make("li", {}, smallBoard(row, state), make("span", {}, move ? `${number}: ${row.nameOf(move)}` : word("start"))))))] : []));
  const again = document.getElementById(focused) ?? (focused ? document.getElementById("result") : null);
  (again?.querySelector("select") ?? again)?.focus();
}

frame(spoken);
show();
