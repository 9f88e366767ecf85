// @ts-check
"use strict";
// The search, node by node in visiting order: steps, a slider and a clock go through the nodes of one iteration. The drawing, the
// outline and the explanation show the same node.

const {button, choice, make} = require("./dom.js");
const {explained} = require("./explained.js");
const {icicleOf} = require("./icicle.js");
const {linked, visitedBefore} = require("./nodes.js");
const {count, several, sum} = require("./numbers.js");
const {outlineOf} = require("./tree.js");

/** @import {Choices, Context, Tree} from "./types" */

/** @type {Choices} */
const SPEEDS = [1, 5, 20, 100, 300, 1000].map(speed => [speed, count(speed)]);
const LONGEST = 100; // milliseconds between two frames that count, as a hidden page has none; nodes are explained as often

/**
 * The nodes of an iteration, as elements; `word` is what its program calls an iteration.
 * @type {(context: Context, tree: Tree, word: string) => Element[]}
 */
function replayOf(context, tree, word) {
  if (!tree.g.length) return [];
  const links = linked(tree.g), before = visitedBefore(tree, links), last = tree.g.length - 1;
  const what = `Nodes of ${word} ${tree.threshold}`;
  const node = make("div", {class: "node", "aria-live": "polite"});
  const outline = outlineOf(context, tree, links, what, number => show(number));
  const picture = icicleOf(tree, links, before, `${what} by depth, in visiting order, as in the list below`, (number, isLifted) => {
    pause();
    if (number !== current) show(number);
    if (isLifted) outline.select(number);
  });
  const slider = make("input", {type: "range", min: 0, max: last, "aria-label": "Node",
    oninput: () => { pause(); show(Number(slider.value)); }, onchange: () => outline.select(current)});
  const play = button("Play the search", () => (isPlaying ? pause() : start()), {class: "main"});
  const steps = {
    first: button("|◀", () => go(0), {"aria-label": "First node"}),
    back: button("◀", () => go(current - 1), {"aria-label": "Node before"}),
    next: button("▶", () => go(current + 1), {"aria-label": "Next node"}),
    last: button("▶|", () => go(last), {"aria-label": "Last node"}),
  };
  const speed = choice("Nodes a second", SPEEDS, value => { pace = Number(value); });
  let current = 0, pace = 20, isPlaying = false;

  /** @type {(number: number) => void} */
  function show(number) {
    move(number);
    explain();
  }

  /** Explain the current node; what the reader opened stays open. */
  function explain() {
    const isOpen = node.querySelector("details")?.open === true;
    node.replaceChildren(make("p", {class: "what"}, place()), ...explained(context, tree, links, current));
    node.querySelector("details")?.toggleAttribute("open", isOpen);
  }

  const place = () => `Node ${count(before[current] + 1)} of ${count(tree.visited)} in visiting order`;

  /** @type {(number: number) => void} */
  function move(number) {
    current = number;
    picture.show(number);
    slider.value = String(number);
    slider.setAttribute("aria-valuetext", place());
    steps.first.disabled = steps.back.disabled = number === 0;
    steps.next.disabled = steps.last.disabled = number === last;
  }

  /** @type {(number: number) => void} */
  function go(number) {
    pause();
    show(number);
    outline.select(number);
  }

  function start() {
    let then = performance.now(), told = then, due = 0;
    /** @type {FrameRequestCallback} */
    const tick = now => {
      if (!isPlaying || !node.isConnected) return;
      due += Math.min(now - then, LONGEST) * pace / 1000;
      then = now;
      if (due >= 1) move(Math.min(last, current + Math.floor(due)));
      if (due >= 1 && now - told >= LONGEST) {
        explain();
        told = now;
      }
      due %= 1;
      if (current === last) pause();
      else requestAnimationFrame(tick);
    };
    if (current === last) show(0);
    isPlaying = true;
    play.textContent = "Pause";
    node.setAttribute("aria-live", "off"); // nobody can listen that fast
    requestAnimationFrame(tick);
  }

  /** Stop, and let the outline follow, which does not move along. */
  function pause() {
    if (!isPlaying) return;
    isPlaying = false;
    play.textContent = "Play the search";
    node.setAttribute("aria-live", "polite");
    explain();
    outline.select(current);
  }

  speed.show(pace);
  show(0);
  const hidden = sum(tree.folded), note = `${count(hidden)} of ${several(tree.visited, "node")} are deeper than this page goes. `
    + "To see more, make a page with pybridge trace --most N --html FILE; N is the most nodes that it holds.";
  return [make("div", {class: "controls", role: "group", "aria-label": "Nodes in visiting order"},
    steps.first, steps.back, play, steps.next, steps.last, speed.element), slider, picture.element,
    make("p", {class: "legend"}, ...[["kept", "kept"], ["cut", "cut"], ["goal", "goal"], ["path", "path to the node shown"], ["current", "the node shown"]]
      .flatMap(([kind, told]) => [make("span", {class: kind}), ` ${told}  `])),
    make("div", {class: "explorer"}, node, outline.element), hidden ? make("p", {class: "quiet"}, note) : null].filter(each => each !== null);
}

module.exports = {replayOf};
