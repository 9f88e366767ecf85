// @ts-check
"use strict";
// Two searches of one start side by side on one slider: after as many nodes of each, what each looks at, why it goes on there or not,
// and how many states it keeps.

const {boardOf} = require("./board.js");
const {choice, make, section} = require("./dom.js");
const {held, heldOf, verdict} = require("./explained.js");
const {icicleOf} = require("./icicle.js");
const {linked, orderOf, pathTo, visitedBefore} = require("./nodes.js");
const {count, several} = require("./numbers.js");
const {runsOf} = require("./search.js");
const {stepsThrough} = require("./steps.js");

/** @import {Context, Course, Deepening, End, Side, Spot, Stretch, Tree} from "./types" */

/** The section; null for a part without two searches of which the page has different trees. @type {(context: Context) => Element | null} */
function beside(context) {
  const runs = runsOf(context.part).filter(run => run.trees.size), [first] = runs, shown = make("div", {});
  const second = runs.find(run => [...run.trees.values()][0] !== [...first.trees.values()][0]);
  if (!second) return null;
  const courses = new Map(runs.map(run => [run, courseOf(run)])), chosen = [first, second];
  const choices = chosen.map((_, number) => choice(number ? "beside" : "Show", runs.map(({name}, at) => [at, name]), value => {
    chosen[number] = runs[Number(value)];
    show();
  }));
  const show = () => {
    const both = chosen.map(run => courses.get(run)).filter(each => each !== undefined);
    shown.replaceChildren(...together(context, both));
  };
  choices.forEach((each, number) => each.show(runs.indexOf(chosen[number])));
  show();
  return section("beside", "Side by side", runs.length > 2 ? make("div", {class: "controls"}, ...choices.map(each => each.element)) : null, shown);
}

/** All nodes of a search, one iteration after the other. @type {(run: Deepening) => Course} */
function courseOf(run) {
  const knowing = [...run.trees.values()].find(tree => tree.knows);
  /** @type {Stretch[]} */
  const stretches = knowing ? [stretchOf(knowing, 0)] : [];
  /** @type {End[]} */
  const ends = knowing ? layerEnds(run, knowing) : [];
  let nodes = 0;
  for (const {threshold, generated} of knowing ? [] : run.iterations) {
    const tree = run.trees.get(threshold);
    if (tree) stretches.push(stretchOf(tree, nodes));
    nodes += tree ? tree.visited : (generated ?? 0) + 1;
    ends.push([nodes, null, false]);
  }
  const moments = [...ends.map(([end]) => end), ...stretches.flatMap(({order, from}) => Array.from(order.numbers, number => from + number))];
  return {run, stretches, ends, moments};
}

/** The ends of layers: a layer that is completed expands each state at its distance. @type {(run: Deepening, tree: Tree) => End[]} */
function layerEnds({iterations}, tree) {
  let nodes = 1, states = 1;
  return iterations.map(({generated}, number) => {
    const next = iterations[number + 1], isLast = nodes + (generated ?? 0) === tree.visited;
    nodes += generated ?? 0;
    states += next?.completed ? next.expanded ?? 0 : 0;
    return isLast ? [nodes, tree.different, true] : [nodes, states, next?.completed === true];
  });
}

/** @type {(tree: Tree, from: number) => Stretch} */
function stretchOf(tree, from) {
  const links = linked(tree.g), before = visitedBefore(tree, links);
  return {tree, links, before, order: orderOf(tree, before), from};
}

/** Where a search is after this many nodes: at the last one on the page. @type {(course: Course, moment: number) => Spot} */
function spotOf({stretches}, moment) {
  const stretch = stretches[Math.max(0, stretches.filter(({from}) => from < moment).length - 1)], {numbers, nodes} = stretch.order;
  let [least, most] = [0, numbers.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (numbers[middle] + stretch.from <= moment) least = middle;
    else most = middle - 1;
  }
  return {stretch, step: least, node: nodes[least]};
}

/** Both searches, and what steps through them. @type {(context: Context, courses: Course[]) => Element[]} */
function together(context, courses) {
  const moments = [...new Set(courses.flatMap(course => course.moments))].sort((one, other) => one - other);
  const node = make("p", {class: "what", "aria-live": "polite"});
  const sides = courses.map(course => sideOf(context, course, moment => {
    steps.pause();
    steps.show(moments.indexOf(moment));
  }));
  const place = () => `After ${several(moments[steps.current()], "node")} of each`;
  const steps = stepsThrough(moments.length - 1, {
    noun: "step", group: "Nodes of both searches", action: "Play both searches", spoken: node,
    move: step => { for (const side of sides) side.move(moments[step]); },
    explain: () => {
      node.textContent = place();
      for (const side of sides) side.explain();
    },
    settle: () => {}, place,
  });
  steps.show(0);
  const [controls, slider] = steps.elements;
  return [controls, make("div", {class: "step"}, slider, node), make("div", {class: "beside"}, ...sides.map(side => side.element))];
}

/** One of them; `pressed` gets the moment of a node that is pressed. @type {(context: Context, course: Course, pressed: (moment: number) => void) => Side} */
function sideOf(context, course, pressed) {
  const {data: {words}, part, row} = context, board = boardOf(row, {attributes: {class: "board small"}});
  const drawing = make("div", {class: "drawing"}), path = make("p", {class: "path"}), why = make("div", {class: "why"}), figures = make("dl", {class: "sums"});
  /** @type {Map<Stretch, ReturnType<typeof icicleOf>>} */
  const pictures = new Map(course.stretches.map(stretch => [stretch, icicleOf(stretch.tree, stretch.links, stretch.before, stretch.order,
    `Nodes of ${stretch.tree.span || "the search"} by depth`, number => pressed(stretch.from + stretch.order.numbers[stretch.order.steps[number]]))]));
  let now = spotOf(course, 1), after = 1;

  /** @type {(moment: number) => void} */
  function move(moment) {
    const before = now.stretch;
    [now, after] = [spotOf(course, moment), moment];
    const picture = pictures.get(now.stretch);
    if (picture && (before !== now.stretch || !drawing.firstChild)) drawing.replaceChildren(picture.element);
    picture?.show(now.step);
  }

  function explain() {
    const {stretch: {tree, links}, node} = now, steps = pathTo(part.start.state, row, tree, links, node);
    board.show(steps[steps.length - 1].state);
    path.textContent = node ? `${several(tree.g[node], "move")}: ${steps.slice(1).map(({move: each = []}) => row.nameOf(each)).join(" ")}` : "The start";
    why.replaceChildren(...(isHidden(course, now, after) ? [make("p", {class: "now"}, AWAY)] : verdict(words, tree, node)));
    figures.replaceChildren(...figuresOf(course, now, after).flatMap(([name, value, note]) =>
      [make("dt", {}, name), make("dd", {}, make("b", {}, value), make("span", {class: "quiet"}, ` ${note}`))]));
  }

  return {element: make("div", {}, make("h3", {}, course.run.name), board.element, path, figures, why, drawing), move, explain};
}

const AWAY = "This is the last node before those that are not on this page.";
/** Whether a search is farther than the nodes on the page. @type {(course: Course, spot: Spot, after: number) => boolean} */
const isHidden = ({ends}, {stretch: {order, from}, step}, after) =>
  from + order.numbers[step] < Math.min(after, ends[ends.length - 1][0]);

/**
 * What a search has done so far, as [name, value, note].
 * @type {(course: Course, spot: Spot, after: number) => [name: string, value: string, note: string][]}
 */
function figuresOf({run, ends}, {stretch: {tree, order, from}, node, step}, after) {
  const own = from + order.numbers[step], hidden = ends.filter(([nodes]) => nodes > own && nodes <= after).pop();
  const earlier = hidden && !tree.knows ? ends[ends.indexOf(hidden) - 1]?.[0] ?? 0 : from;
  const nodes = hidden ? hidden[0] : own, [length] = ends[ends.length - 1], more = nodes === length ? "; the search is over" : "";
  const states = hidden ? hidden[1] : step === tree.g.length ? tree.different : tree.states?.[node] ?? null;
  /** @type {[string, string, string][]} */
  const lines = [["nodes", count(nodes), `visited${more}`], cost(run, tree, node),
    ["earlier", count(earlier), `visited in earlier iterations; ${tree.knows ? "none" : "each"} starts over`]];
  const isExact = !hidden || hidden[2];
  const repeats = states === null ? "" : `${isExact ? "" : "up to "}${count(nodes - from - states)}`;
  if (repeats) lines.push(["repeats", repeats, `of ${several(nodes - from, "node")} led to a state again`]);
  const kept = several(tree.knows ? states ?? held(tree, node) : held(tree, node), "state");
  return [...lines, ["memory", tree.knows && !isExact ? `over ${kept}` : kept, heldOf(tree)]];
}

/** What a node is cut by. @type {(run: Deepening, tree: Tree, node: number) => [string, string, string]} */
function cost({word}, {g, h, knows, threshold}, node) {
  const own = h?.[node] ?? null, f = g[node] + (own ?? 0);
  if (own === null) return ["g", count(g[node]), `moves made so far${knows ? "" : `; ${word} ${threshold}`}`];
  return ["f", `${count(g[node])} + ${count(own)} = ${count(f)}`, knows ? "g + h" : `${f > threshold ? ">" : "≤"} ${threshold}, the ${word}`];
}

module.exports = {beside};
