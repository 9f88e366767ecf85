// @ts-check
"use strict";
// The searches of a part: the growth of several side by side, and one in detail, with how its iterations grow, the shape of one of them
// by depth, and its nodes in visiting order.

const {chart, legend, mostOf, sideBySide} = require("./chart.js");
const {button, choice, details, make, section, table} = require("./dom.js");
const {stepsOf} = require("./domains.js");
const {capital, count, several} = require("./numbers.js");
const {replayOf} = require("./replay.js");

/** @import {Bar, ChartOptions, Choices, Column, Context, Deepening, Part, Search, Tree} from "./types" */

/** The section on the searches of a part; null if there are none. @type {(context: Context) => Element | null} */
function search(context) {
  const runs = runsOf(context.part);
  if (!runs.length) return null;
  if (runs.length === 1) return section("search", "The search", ...searchOf(context, runs[0]));
  return section("search", "The searches", ...compared(context, runs));
}

/** @type {(context: Context, runs: Deepening[]) => Element[]} */
function compared(context, runs) {
  const growth = make("div", {}), detail = make("div", {}), most = Math.max(...runs.map(run => mostOf(growthBars(run))));
  const picker = choice("Show search", runs.map(({name}, number) => [number, name]), value => pick(Number(value)));

  /** @type {(number: number, chosen?: number) => void} */
  function show(number, chosen = firstShown(runs[number], context.wanted)) {
    /** @type {(iteration: number) => void} */
    const told = iteration => growth.replaceChildren(charts(number, iteration));
    told(chosen);
    detail.replaceChildren(...searchOf(context, runs[number], {chosen, told}));
    picker.show(number);
  }

  /** @type {(number: number, chosen?: number) => void} */
  function pick(number, chosen = firstShown(runs[number], context.wanted)) {
    show(number, chosen);
    context.say("search", number);
    if (runs[number].iterations[chosen]) context.say("iteration", runs[number].iterations[chosen].threshold);
  }

  /** @type {(shown: number, chosen: number) => Element} */
  const charts = (shown, chosen) => sideBySide(runs.flatMap((run, number) => (run.iterations.length ? [[run.name, growthChart(run,
    {most, beside: true, pressed: iteration => pick(number, iteration)}, number === shown ? chosen : null)]] : [])));
  const wanted = Number(context.wanted.get("search"));
  show(runs[wanted] ? wanted : 0);
  return [growth, details("Growth of all searches as a table", growthTable(runs)), picker.element, detail];
}

/** @type {(runs: Deepening[]) => Element} */
function growthTable(runs) {
  const at = [...new Set(runs.flatMap(run => run.iterations.map(each => each.threshold)))].sort((one, other) => one - other);
  const generated = runs.map(run => new Map(run.iterations.map(each => [each.threshold, each.generated])));
  const words = [...new Set(runs.map(run => run.word))].join(" or ");
  /** @type {Column[]} */
  const columns = [[words, true], ...runs.map(({name}) => /** @type {Column} */ ([name, true]))];
  return table("Nodes generated", columns, at.map(threshold => [threshold, ...generated.map(each => each.get(threshold))]));
}

/** The searches of a part, or a tree that was drawn alone. @type {(part: Part) => Deepening[]} */
function runsOf({searches, trees = []}) {
  if (!searches.length && trees.length) {
    const [tree] = trees, iterations = tree.knows && tree.span ? layersOf(tree) : trees;
    return [{found: null, name: "", word: wordOf(tree.program), iterations, trees: byThreshold(trees, iterations), undrawn: ""}];
  }
  return searches.map(found => ({found, name: `${found.program} by ${found.engine}`, word: wordOf(found.program), iterations: found.iterations,
    trees: byThreshold((found.trees ?? []).map(number => trees[number]), found.iterations), undrawn: found.undrawn ?? ""}));
}

/**
 * The trees of iterations; one of a search that knows states again is that of them all.
 * @type {(trees: Tree[], iterations: Deepening["iterations"]) => Map<number, Tree>}
 */
const byThreshold = (trees, iterations) => new Map(iterations.flatMap(({threshold}) =>
  trees.filter(tree => (tree.knows ? tree.threshold >= threshold : tree.threshold === threshold)).map(tree => [threshold, tree])));

/** The layers of a tree that was drawn alone. @type {(tree: Tree) => Tree[]} */
const layersOf = tree => tree.levels.slice(0, tree.threshold + 1).map(({expanded}, threshold) => {
  const {expanded: kept, ended} = tree.levels[threshold + 1] ?? {expanded: 0, ended: 0};
  return {...tree, threshold, expanded, generated: kept + ended};
});

const WORDS = new Map([["breadth_first", "layer"], ["ids", "limit"]]);
/** What a program calls an iteration. @type {(program: string) => string} */
const wordOf = program => WORDS.get(program) ?? "threshold";

/**
 * One search from the iteration that is `chosen`. `told` shows its growth, and gets the iteration that is chosen; without it, the growth is shown here.
 * @type {(context: Context, run: Deepening, options?: {chosen?: number, told?: (number: number) => void}) => Element[]}
 */
function searchOf(context, run, {chosen = firstShown(run, context.wanted), told} = {}) {
  const {found, iterations, trees, word, undrawn} = run;
  const parts = found ? [summary(found, isRefused(context.part)), ...solutions(context, found)] : [];
  const heading = make("h3", {}), detail = make("div", {}), growth = make("div", {});
  /** The tree that is shown, and what shows a layer of it. @type {{tree?: Tree, reach: (depth: number) => void}} */
  let shown = {reach: () => {}};
  let current = -1;

  const say = () => context.say("iteration", iterations[current].threshold);

  /** Name an iteration. @type {(number: number) => void} */
  function name(number) {
    if (number === current) return;
    current = number;
    if (told) told(number);
    else growth.replaceChildren(growthChart(run, {pressed: each => { choose(each); say(); }}, number));
    heading.textContent = headingOf(run, number);
    picker.show(number);
  }

  /** Show an iteration. A tree of all of them stays, and names the layer of each node that it shows. @type {(number: number) => void} */
  function choose(number) {
    const {threshold} = iterations[number], tree = trees.get(threshold);
    if (!tree?.knows || tree !== shown.tree) {
      const {elements, reach} = inside(context, tree, node => { if (tree?.knows && tree.span) name(Math.min(tree.g[node], iterations.length - 1)); });
      shown = {tree, reach};
      detail.replaceChildren(...elements);
    }
    if (tree?.knows) shown.reach(threshold);
    name(number);
  }

  const picker = pickerOf(run, choose, say);
  if (iterations.length) {
    choose(chosen);
    if (iterations.length > 1) parts.push(growth, picker.element);
    if (found) parts.push(details("All iterations as a table", iterationTable(found, word)));
    parts.push(make("div", {class: "iteration"}, heading, detail));
  }
  if (undrawn) parts.push(make("p", {class: "quiet"}, undrawn));
  return parts;
}

/**
 * What chooses an iteration: a slider over the layers of one tree, otherwise a list; `say` is called where the reader stays.
 * @type {(run: Deepening, choose: (number: number) => void, say: () => void) => {element: HTMLElement, show: (number: number) => void}}
 */
function pickerOf({iterations, trees, word}, choose, say) {
  if (![...trees.values()].some(tree => tree.knows)) {
    return choice(`Show ${word}`, iterations.map((each, number) => [number, each.threshold]), value => { choose(Number(value)); say(); });
  }
  const slider = make("input", {type: "range", min: 0, max: iterations.length - 1, oninput: () => choose(Number(slider.value)), onchange: say});
  return {element: make("label", {}, `Show ${word} `, slider), show: number => {
    slider.value = String(number);
    slider.setAttribute("aria-valuetext", String(iterations[number].threshold));
  }};
}

/** @type {(run: Deepening, number: number) => string} */
function headingOf({iterations, trees, word}, number) {
  const {threshold, expanded, generated} = iterations[number], tree = trees.get(threshold);
  if (tree?.knows) return tree.span ? `${capital(word)} ${threshold}: ${count(expanded ?? 0)} expanded, ${count(generated ?? 0)} generated` : "All nodes";
  return `${capital(word)} ${threshold}`;
}

/** The iteration that an address names, or the middle one of those that have trees. @type {(run: Deepening, wanted: URLSearchParams) => number} */
function firstShown({iterations, trees}, wanted) {
  const named = iterations.findIndex(each => String(each.threshold) === wanted.get("iteration"));
  if (named >= 0) return named;
  const numbers = iterations.map((_, number) => number).filter(number => trees.has(iterations[number].threshold));
  return numbers[Math.floor(numbers.length / 2)] ?? 0;
}

/** Whether a check has failed of the only search of a part. @type {(part: Part) => boolean} */
const isRefused = ({searches, checks}) => searches.length === 1 && (checks ?? []).some(each => each.difference);

/** @type {(found: Search, refused: boolean) => HTMLElement} */
function summary(found, refused) {
  const solved = found.length === null ? found.outcome : refused ? `${several(found.length, "move")} that are not accepted`
    : `solved in ${several(found.length, "move")}`;
  const bound = found.lower_bound === null || found.outcome === "unsolvable" ? "" : found.lower_bound === found.length
    ? "; no solution is shorter" : `; no solution is shorter than ${several(found.lower_bound, "move")}`;
  const counted = [
    found.expanded === null ? [] : `${several(found.expanded, "node")} expanded`,
    found.generated === null ? [] : `${count(found.generated)} generated`,
    found.inferences === null ? [] : several(found.inferences, "inference"),
  ].flat().join(", ");
  const reason = found.reason ? `: ${found.reason}` : "";
  return make("p", {}, `${found.program} by ${found.engine}: ${solved}${reason}${bound}.${counted && ` ${counted}.`}`);
}

/** A choice among solutions, if there are several. @type {(context: Context, found: Search) => HTMLElement[]} */
function solutions({part, row, player}, found) {
  /** @type {(number: number) => void} */
  const load = number => {
    const moves = found.solutions[number];
    player.load(stepsOf(row, part.start.state, moves), `Solution ${number + 1}, ${several(moves.length, "move")}`);
  };
  if (!found.solutions.length || part.states) return [];
  if (found.solutions.length === 1) return part.searches.length > 1 ? [button("Show its solution on the board", () => load(0))] : [];
  /** @type {Choices} */
  const all = found.solutions.map((_, number) => [number, number + 1]);
  const more = found.solutions_found - all.length;
  return [make("p", {}, choice("Solution on the board", all, value => load(Number(value))).element,
    more > 0 ? ` and ${count(more)} more that this page does not hold` : "")];
}

/** The bars of a search's growth. @type {(run: Deepening, chosen?: number | null) => Bar[]} */
const growthBars = ({iterations, word}, chosen = null) => iterations.map((each, number) => ({
  at: each.threshold, values: [each.generated ?? 0], chosen: number === chosen,
  title: `${word} ${each.threshold}: ${each.generated === null ? "not counted" : `${several(each.generated, "node")} generated`}`,
}));

/**
 * How the iterations of a search grow, with the one that is `chosen`; a sentence if no nodes were counted.
 * @type {(run: Deepening, options: Partial<ChartOptions>, chosen: number | null) => Element}
 */
function growthChart(run, options, chosen) {
  if (run.iterations.every(each => each.generated === null)) return make("p", {class: "quiet"}, "The nodes of this program were not counted.");
  const label = `${run.name ? `${run.name}: nodes` : "Nodes"} generated by ${run.word}, on a log scale`;
  return chart(label, growthBars(run, chosen), {classes: ["kept"], log: true, across: run.word, upward: "nodes generated", ...options});
}

/** @type {(found: Search, word: string) => Element} */
function iterationTable(found, word) {
  return table(`Iterations; growth: nodes expanded, over 2 ${word}s`,
    [[word, true], ["expanded", true], ["generated", true], ["growth", true], ["inferences", true], ["seconds", true]],
    found.iterations.map((each, number) => [each.threshold, each.expanded, each.generated, found.growth[number], each.inferences, each.seconds]));
}

const ENDS = new Map([["solved", "goal found"], ["no solution within the limit", "no goal found"]]);

/**
 * One iteration from within: its shape by depth, and its tree; `passed` and `reach` as of that.
 * @type {(context: Context, tree: Tree | undefined, passed: (number: number) => void) => {elements: Element[], reach: (depth: number) => void}}
 */
function inside(context, tree, passed) {
  if (!tree) return {elements: [make("p", {class: "quiet"}, "The nodes of this iteration are not on this page.")], reach: () => {}};
  const {visited, expanded, generated, outcome} = tree, {elements, reach} = replayOf(context, tree, passed);
  const sums = `${several(visited, "node")} visited, ${count(expanded ?? 0)} expanded, ${count(generated ?? 0)} generated`;
  const which = tree.knows && tree.span ? `${capital(tree.span)}: ` : "";
  return {elements: [make("p", {}, `${which}${sums}; ${ENDS.get(outcome) ?? outcome}`), ...(tree.levels.length ? shape(tree) : []), ...elements], reach};
}

/** @type {(tree: Tree) => Element[]} */
function shape({levels, knows}) {
  const bars = levels.map(({expanded, ended}, depth) => ({
    at: depth, values: [expanded, ended], title: `after ${several(depth, "move")}: ${count(expanded)} kept, ${count(ended)} cut`,
  }));
  const rows = levels.map(({expanded, ended}, depth) => [depth, expanded, ended]);
  return [chart("Nodes by depth, kept and cut", bars, {classes: ["kept", "cut"], across: "moves made (g)", upward: "nodes"}),
    legend("kept: the search continued below", knows ? "cut, a goal, or not expanded before the search was over" : "cut, or a goal: it ended there"),
    details("By depth as a table", table("Nodes by depth", [["g", true], ["kept", true], ["cut", true]], rows))];
}

module.exports = {runsOf, search};
