"use strict";
// The section in which the puzzle's own program runs, in a SWI-Prolog inside the page, on facts that the reader may change.

const {button, count, make, section, several, table} = require("./dom.js");
const {editorOf} = require("./editor.js");
const main = require("./main.js");
const {announced, isLike, stepsBy, wordsIn} = require("./printed.js");
const {prologsOf} = require("./prologs.js");

const MOST_ROWS = 500, MOST_OUTPUT = 3000;
const live = JSON.parse(document.getElementById("data").textContent).live;
const native = live.native ?? null;
let context = null, done = null;

const editors = live.files.map(({name, text}) => editorOf(name, text));
const prologs = prologsOf(live, change);
const buttons = {
  run: button(`Run ${live.goal}`, run, {class: "main"}), stop: button("Stop", stop),
  restore: button("Restore", () => editors.forEach(each => each.restore())),
};
const status = make("p", {class: "told", role: "status", "aria-live": "polite"}), clock = make("p", {class: "quiet clock"});
const faults = make("ul", {class: "faults"}), limits = make("div", {}), output = make("pre", {class: "output", tabindex: 0, "aria-label": "Output"});
const element = section("live", "Run its Prolog",
  make("p", {}, `This page has ${live.about} inside. Change a fact or the program, and run it: nothing leaves this page.`),
  make("div", {class: "editors"}, ...editors.map(each => each.element)),
  make("div", {class: "controls"}, buttons.run, buttons.stop, buttons.restore), status, clock, faults, limits,
  make("details", {}, make("summary", {}, "What the program prints"), output));

/** Say what can be done now. */
function change() {
  buttons.run.disabled = prologs.running() || !prologs.ready();
  buttons.stop.disabled = !prologs.running();
  element.dataset.prolog = prologs.running() ? "running" : prologs.ready() ? "ready" : "starting";
  if (prologs.fault()) status.textContent = prologs.fault();
  else if (!prologs.running() && !done) status.textContent = prologs.ready() ? `${live.about} is ready.` : `Starting ${live.about} …`;
}

/** Run the texts as they stand. */
function run() {
  const mine = done = {lines: [], rows: [], texts: new Map(editors.map(each => [each.name, each])), begun: performance.now()};
  editors.forEach(each => each.mark([]));
  for (const old of [faults, limits, output]) old.replaceChildren();
  status.textContent = "Running …";
  const ticking = setInterval(() => {
    if (prologs.running() && done === mine) clock.textContent = `${count(Math.round((performance.now() - mine.begun) / 100) / 10)} s`;
    else clearInterval(ticking);
  }, 200);
  prologs.run({files: editors.map(each => ({name: each.name, text: each.text()})), goal: live.goal, announces: live.announces, prints: live.prints},
    message => hear(mine, message));
  change();
}

function stop() {
  prologs.stop();
  const last = done.rows.at(-1);
  status.textContent = last ? `Stopped at threshold ${count(last.limit)}.` : "Stopped.";
}

/** Take a message of a run. Whatever the program made of it, it becomes numbers and short texts. */
function hear(mine, message) {
  if (typeof message.line === "string") printLine(mine, message.line);
  else if (Number.isFinite(message.limit)) limitReached(mine, message);
  else if (Array.isArray(message.faults)) tellFaults(message.faults.map(([file, line, , text]) => ({file, line, text})));
  else if ("end" in message) ended(mine, message);
}

function printLine(mine, line) {
  if (mine.lines.length < MOST_OUTPUT) output.append(`${line}\n`);
  const limit = announced(line);
  if (limit === null) mine.lines.push(line);
  else mine.lines = [];
  if (limit !== null && mine.rows.at(-1)?.limit !== limit) addRow(mine, {limit, seconds: (performance.now() - mine.begun) / 1000});
}

function limitReached(mine, {limit, inferences, seconds}) {
  const row = mine.rows.at(-1);
  if (row?.limit !== limit) return addRow(mine, {limit, inferences, seconds});
  [row.inferences, row.seconds] = [inferences, seconds];
}

function addRow(mine, row) {
  mine.rows.push(row);
  if (mine.rows.length <= MOST_ROWS) status.textContent = `Threshold ${count(row.limit)} …`;
}

/** What a file, a line and a text say of an error, at its line. */
function tellFaults(found) {
  const placed = found.map(({file, line, text}) => ({editor: done.texts.get(String(file).split("/").at(-1)), line: Number(line), text: String(text)}));
  for (const editor of editors) editor.mark(placed.filter(each => each.editor === editor).map(each => each.line));
  faults.replaceChildren(...placed.slice(0, 20).map(({editor, line, text}) => make("li", {},
    editor ? button(`${editor.name}, line ${count(line)}`, () => editor.show(line)) : "", editor ? ` ${text}` : text)));
  status.textContent = `${several(found.length, "error")}.`;
}

function ended(mine, {end, inferences, seconds, file, at, start, unsent}) {
  clock.textContent = "";
  if (unsent > 0) output.append(`(${several(unsent, "line")} in between not shown)\n`);
  showLimits(mine, inferences, seconds);
  if (end !== "true" && end !== "false") return tellFaults([{file, line: at, text: end}]);
  const figures = `${count(inferences)} inferences, ${count(seconds)} s${beside()}`;
  if (end === "false") status.textContent = `No solution. ${figures}`;
  else status.textContent = `${played(mine, start)} ${figures}`;
}

const beside = () => (native ? `; outside the page ${count(native.inferences)} inferences, ${count(native.seconds)} s.` : ".");

/** Play on the board what was printed, if the board knows the start and the moves; says what became of it. */
function played({lines}, start) {
  const words = wordsIn(lines), {row, part, puzzle, player} = context;
  let steps = null;
  try {
    const first = typeof start === "string" ? part.start.state : start;
    steps = words.length && isLike(first, part.start.state, puzzle) ? stepsBy(row, first, words) : null;
  } catch {
    steps = null; // not a state of this board after all
  }
  if (!steps) return "The program succeeded, and printed no moves that the board above knows.";
  const length = several(words.length, "move");
  player.load(steps, `Found by the program in this page: ${length}`);
  return `Solved in ${length}, which the board above shows.`;
}

/** The thresholds with the inferences of each, here and outside the page. */
function showLimits({rows}, inferences, seconds) {
  const known = new Map((native?.iterations ?? []).map(each => [each.threshold, each.inferences]));
  const all = rows.slice(0, MOST_ROWS), next = number => rows[number + 1] ?? {inferences, seconds};
  if (!all.length) return;
  const columns = [["threshold", true], ["inferences here", true], ...(known.size ? [["outside the page", true]] : []), ["seconds here", true]];
  limits.replaceChildren(table("Thresholds of the run in this page", columns, all.map((row, number) => {
    const own = row.inferences === undefined ? null : next(number).inferences - row.inferences;
    return [row.limit, own, ...(known.size ? [known.get(row.limit)] : []), next(number).seconds - row.seconds];
  })));
}

main.added.push(given => {
  if (given.part !== given.data.parts[live.part]) return;
  context = given;
  (document.getElementById("play") ?? given.player.element).after(element);
});
change();
prologs.warm(); // before the page is drawn, as most of it is done in other threads
