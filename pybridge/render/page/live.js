// @ts-check
"use strict";
// The section in which the puzzle's own program runs, in a SWI-Prolog inside the page, on facts that the reader may change.

const {data} = require("./frame.js");
const {button, details, make, section, table} = require("./dom.js");
const {editorOf} = require("./editor.js");
const main = require("./main.js");
const {pack, unpack} = require("./packed.js");
const {copier, originOf} = require("./share.js");
const {count, several} = require("./numbers.js");
const {announced, areRows, isLike, stepsRead, stepsTold, toldIn, wordsIn} = require("./printed.js");
const {prologsOf} = require("./prologs.js");
const {queryOf} = require("./query.js");
const {startFault} = require("./start.js");
const {clausesOf} = require("./terms.js");

/** @import {Column, Context, Live, Message, Step} from "./types" */

/**
 * A threshold, and when it began; without inferences if it was read from what the program prints.
 * @typedef {{limit: number, inferences?: number, seconds: number}} Limit
 */
/**
 * A run: what it printed, how many lines of it up to its last threshold, its thresholds, when it began, and the figures of the same run
 * outside the page.
 * @typedef {{lines: string[], before: number, limits: Limit[], begun: number, native: Live["native"]}} Run
 */

const MOST_ROWS = 500, MOST_STEPS = 200;
if (!data.live) throw new Error("this page has no program");
const live = data.live;
const sent = new URLSearchParams(location.hash.slice(1)).get("texts");
let unread = "", isHeld = false;
/** @type {Context | null} */
let context = null;
/** @type {Run | null} */
let last = null;

const editors = live.files.map(({name, text}) => editorOf(name, text)), copied = copier();
const prologs = prologsOf(live, change);
const query = queryOf(ask, more);
const buttons = {
  run: button(`Run ${live.goal}`, check, {class: "main"}), anyway: button("Run anyway", run, {hidden: true}), stop: button("Stop", stop),
  restore: button("Restore", () => editors.forEach(each => each.set(each.original))), link: button("Copy link with these texts", copyLink),
};
const status = make("p", {class: "told", role: "status", "aria-live": "polite"}), clock = make("p", {class: "quiet clock"});
const faults = make("ul", {class: "faults"}), solution = make("ol", {class: "strip"}), limits = make("div", {});
const output = make("pre", {class: "output", tabindex: 0, role: "region", "aria-label": "Output"});
const element = section("live", "Run its Prolog",
  make("p", {}, `This page has ${live.about} inside. Change a fact or the program, and run it: nothing leaves this page.`),
  make("div", {class: "editors"}, ...editors.map(each => each.element)),
  make("div", {class: "controls"}, buttons.run, buttons.anyway, buttons.stop, buttons.restore, buttons.link,
    ...copied.elements), status, clock, faults, solution, limits,
  details("What the program prints", output), query.element);

/** Say what can be done now. */
function change() {
  const had = [buttons.run, buttons.anyway, buttons.stop].find(each => each === document.activeElement);
  buttons.run.disabled = buttons.anyway.disabled = prologs.running() || !prologs.ready();
  query.change(prologs.running(), prologs.ready());
  buttons.stop.disabled = !prologs.running();
  if (had?.disabled) isHeld = true; // the focus goes to a button that can be pressed: without it keys play the board
  const next = [buttons.stop, buttons.run].find(each => !each.disabled);
  if (isHeld && next) {
    isHeld = false;
    if (document.activeElement === had || document.activeElement === document.body) next.focus();
  }
  element.dataset.prolog = prologs.running() ? "running" : prologs.ready() ? "ready" : "starting";
  if (prologs.fault()) status.textContent = prologs.fault();
  else if (!prologs.running() && !last) status.textContent = prologs.ready() ? ready() : `Starting ${live.about} …`;
}

const ready = () => `${live.about} is ready.${unread}${editors.every(each => each.isOriginal()) ? ""
  : " The texts are as you changed them; Restore puts the originals back."}`;

/** Run the texts, unless their start cannot be read or is not one of this puzzle, or it is certain that no run from it succeeds. */
function check() {
  const [{text, original}] = editors, fault = context && startFault(context, text(), original);
  if (!fault) return run();
  begin("");
  tellFaults([{file: editors[0].name, line: fault.line, text: fault.why}]);
  status.textContent = `Not run: this start ${fault.what}.`;
  buttons.anyway.hidden = false;
}

function clear() {
  editors.forEach(each => each.mark([]));
  for (const old of [faults, solution, limits, output]) old.replaceChildren();
  query.clear();
  clock.textContent = "";
  buttons.anyway.hidden = true;
}

/** A new run, of which nothing is known yet. @type {(told: string) => Run} */
function begin(told) {
  last = {lines: [], before: 0, limits: [], begun: performance.now(), native: editors.every(each => each.isOriginal()) ? live.native : null};
  clear();
  status.textContent = told;
  return last;
}

/** Copy the address of this page with the texts that were changed. */
async function copyLink() {
  const [page, hash = ""] = (context?.address() ?? location.href).split("#"), fields = new URLSearchParams(hash);
  const changed = editors.filter(each => !each.isOriginal());
  fields.set("texts", await pack(JSON.stringify(changed.map(each => [each.name, each.text()]))));
  await copied.copy(`${page}#${fields}`);
}

/** Put the texts of an address into the editors: once, so that a reload keeps what is changed then. @type {(packed: string) => Promise<void>} */
async function open(packed) {
  const rest = location.hash.slice(1).split("&").filter(each => !each.startsWith("texts=")).join("&");
  try {
    const found = new Map(JSON.parse(await unpack(packed)));
    for (const each of editors) each.set(String(found.get(each.name) ?? each.original));
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname + location.search);
  } catch {
    unread = " The texts in the address cannot be read.";
    change();
  }
}

const texts = () => editors.map(each => ({name: each.name, text: each.text()}));

/** Run the texts as they stand. */
function run() {
  const mine = begin("Running …");
  const ticking = setInterval(() => {
    if (prologs.running() && last === mine) clock.textContent = `${count(Math.round((performance.now() - mine.begun) / 100) / 10)} s`;
    else clearInterval(ticking);
  }, 200);
  prologs.run({files: texts(), goal: live.goal, announces: live.announces, prints: live.prints, template: live.template}, message => hear(mine, message));
  change();
}

/** Ask a query of the texts as they stand. @type {(text: string) => void} */
function ask(text) {
  const mine = begin("Asking …");
  prologs.run({files: texts(), query: text}, message => hearAnswer(mine, message));
  change();
}

function more() {
  status.textContent = "Asking …";
  prologs.more();
}

/** Take a message of a query. @type {(run: Run, message: Message) => void} */
function hearAnswer(run, message) {
  const {answer, end, file, at} = message;
  if (answer !== undefined) {
    const {told, waits} = query.heard(message);
    status.textContent = told;
    if (!waits) prologs.stop();
  } else if (end === "false") status.textContent = query.over();
  else if (end !== undefined) {
    query.over();
    tellFaults([{file, line: at, text: end}]);
  }
  else if (typeof message.line === "string") output.append(`${message.line}\n`); // a number is no threshold here
  else hear(run, message);
  tellUnsent(message);
}

/** @type {(message: Message) => void} */
function tellUnsent({unsent}) {
  if (Number(unsent) > 0) output.append(`(${several(Number(unsent), "line")} in between not shown)\n`);
}

function stop() {
  query.over();
  prologs.stop();
  const reached = last?.limits.at(-1);
  status.textContent = reached ? `Stopped at threshold ${count(reached.limit)}.` : "Stopped.";
}

/** Take a message of a run. Whatever the program made of it, it becomes numbers and short texts. @type {(run: Run, message: Message) => void} */
function hear(run, message) {
  const {line, limit, faults: found} = message;
  if (typeof line === "string") printLine(run, line);
  else if (typeof limit === "number" && Number.isFinite(limit)) limitReached(run, {limit, ...sumsOf(message)});
  else if (Array.isArray(found)) tellFaults(found.map(([file, line, , text]) => ({file, line, text})));
  else if ("end" in message) ended(run, message);
}

/** @type {(message: Message) => {inferences: number, seconds: number}} */
const sumsOf = ({inferences, seconds}) => ({inferences: Number(inferences), seconds: Number(seconds)});

/** @type {(run: Run, line: string) => void} */
function printLine(run, line) {
  const limit = announced(line), before = run.lines.at(-1);
  output.append(`${line}\n`);
  run.lines.push(line);
  const isRow = before !== undefined && areRows(before, line, context?.part.start.state);
  if (isRow && run.before === run.lines.length - 1) takeBack(run);
  if (limit === null || isRow) return;
  run.before = run.lines.length;
  if (run.limits.at(-1)?.limit !== limit) addLimit(run, {limit, seconds: (performance.now() - run.begun) / 1000});
}

/** What was taken for the last threshold is none. @type {(run: Run) => void} */
function takeBack(run) {
  run.before -= 1;
  if (run.limits.at(-1)?.inferences === undefined) run.limits.pop();
}

/** @type {(run: Run, limit: Limit) => void} */
function limitReached(run, limit) {
  const printed = run.limits.at(-1);
  if (printed?.limit === limit.limit) Object.assign(printed, limit);
  else addLimit(run, limit);
}

/** @type {(run: Run, limit: Limit) => void} */
function addLimit(run, limit) {
  run.limits.push(limit);
  if (run.limits.length <= MOST_ROWS) status.textContent = `Threshold ${count(limit.limit)} …`;
}

/** What a file, a line and a text say about an error, at its line. @type {(found: {file: unknown, line: unknown, text: unknown}[]) => void} */
function tellFaults(found) {
  const placed = found.map(({file, line, text}) => {
    const name = String(file).split("/").at(-1);
    return {editor: editors.find(each => each.name === name), line: Number(line), text: String(text)};
  });
  for (const editor of editors) editor.mark(placed.filter(each => each.editor === editor).map(each => each.line));
  faults.replaceChildren(...placed.slice(0, 20).map(({editor, line, text}) => make("li", {},
    editor ? button(`${editor.name}, line ${count(line)}`, () => editor.show(line)) : "", editor ? ` ${text}` : text)));
  status.textContent = `${several(found.length, "error")}.`;
  placed[0].editor?.reveal(placed[0].line);
  faults.scrollIntoView({block: "nearest"});
}

/** @type {(run: Run, message: Message) => void} */
function ended(run, message) {
  const {end, file, at, path} = message, start = String(message.start), sums = sumsOf(message);
  clock.textContent = "";
  tellUnsent(message);
  // A list of one number at the end is no threshold but a solution of one move.
  if (end === "true" && run.lines.length <= run.before && run.lines.at(-1)?.trim().startsWith("[")) takeBack(run);
  showLimits(run, sums);
  if (end !== "true" && end !== "false") return tellFaults([{file, line: at, text: end}]);
  const figures = `${count(sums.inferences)} inferences, ${count(sums.seconds)} s${beside(run)}`;
  status.textContent = `${played(run, start, toldIn(path), end === "false")} ${figures}`;
}

/** @type {(run: Run) => string} */
const beside = ({native}) => (native ? `; outside the page ${count(native.inferences)} inferences, ${count(native.seconds)} s.` : ".");

/**
 * Play on the board what was printed, if the board knows the start and the moves; says what became of it. A program that
 * failed has a solution only if it printed one.
 * @type {(run: Run, start: string, told: ReturnType<typeof toldIn>, failed: boolean) => string}
 */
function played({lines: all, before}, start, told, failed) {
  const lines = all.slice(before), words = told.length ? [] : wordsIn(lines);
  const steps = context && (told.length ? stepsTold(context.row, told) : stepsIn(context, start, lines, all.slice(-MOST_STEPS), words));
  const reaches = steps && context?.row.isGoal(steps[steps.length - 1].state);
  const isPlayed = told.length || (words.length && !failed) || reaches; // nothing printed is a solution of a goal alone
  if (failed && !isPlayed) return "No solution.";
  if (!steps || !isPlayed) return told.length ? listed(told) : "The program succeeded, and printed no moves that the board above knows.";
  const length = several(steps.length - 1, "move");
  context?.player.load(steps, `Found by the program in this page: ${length}`, {origin: originOf(context, steps)});
  return `${reaches ? "Solved in" : "Printed"} ${length}, which the board above shows${reaches ? "." : "; they do not end at its goal."}`;
}

/** Show a solution with states that the board does not know, by itself. @type {(told: ReturnType<typeof toldIn>) => string} */
function listed(told) {
  solution.replaceChildren(...told.slice(0, MOST_STEPS).map(({move, parts, picture}, number) => make("li", {},
    make("pre", {}, picture || parts.join(" ")), make("span", {}, number ? `${count(number)}: ${move}` : "start"))),
  told.length > MOST_STEPS ? make("li", {}, `and ${count(told.length - MOST_STEPS)} more`) : "");
  return `Solved in ${several(told.length - 1, "move")}, which follow; the board above does not know their states.`;
}

/** @type {(context: Context, start: string, lines: string[], all: string[], words: ReturnType<typeof wordsIn>) => Step[] | null} */
function stepsIn({row, part, puzzle}, start, lines, all, words) {
  try {
    const [{term}] = clausesOf(`${start} .`), read = row.read(term);
    if (!read || !("state" in read) || !isLike(read.state, part.start.state, puzzle)) return null;
    return stepsRead(row, read.state, lines, all, words, puzzle);
  } catch {
    return null; // not a state of this board after all
  }
}

/** The thresholds with the inferences of each, here and outside the page. @type {(run: Run, sums: {inferences: number, seconds: number}) => void} */
function showLimits({limits: reached, native}, sums) {
  const known = new Map(native?.iterations.map(each => [each.threshold, each.inferences]));
  if (!reached.length) return;
  /** @type {Column[]} */
  const further = known.size ? [["outside the page", true]] : [];
  limits.replaceChildren(table("Thresholds of the run in this page",
    [["threshold", true], ["inferences here", true], ...further, ["seconds here", true]],
    reached.slice(0, MOST_ROWS).map(({limit, inferences, seconds}, number) => {
      const next = reached[number + 1] ?? sums;
      const own = inferences === undefined || next.inferences === undefined ? null : next.inferences - inferences;
      return [limit, own, ...(known.size ? [known.get(limit)] : []), Math.max(0, next.seconds - seconds)]; // of printed ones by the page's clock
    })));
}

main.added.push(given => {
  if (given.part !== data.parts[live.part]) return;
  context = given;
  (document.getElementById("play") ?? given.player.element).after(element);
});
change();
if (sent) open(sent);
prologs.warm(); // before the page is drawn, as most of it is done in other threads
