"use strict";
// The nodes of one iteration as a tree that opens: a line a node, drawn only once its parent is open, so that large trees are
// quick. Arrow keys move through it. The node that is chosen is explained beside it.

const {smallBoard} = require("./board.js");
const {button, count, make, several, table, text, told} = require("./dom.js");

const MOST_OPENED = 300;

/** The tree with the explanation of a node, as elements. */
function treeOf(context, tree, word) {
  if (!tree.g.length) return [];
  const {row} = context, nodes = linked(tree), detail = make("div", {class: "node", "aria-live": "polite"});
  const list = make("ul", {role: "tree", "aria-label": `Nodes of ${word} ${tree.threshold}`, class: "tree"});
  const items = new Map();
  let current = 0;

  const item = number => items.get(number);
  const isOpen = number => item(number)?.getAttribute("aria-expanded") === "true";

  function lineOf(number) {
    const {g, h, move, notes, note} = tree;
    const figures = h === null ? [] : [make("span", {class: "f"}, `${g[number]} + ${h[number]} = ${g[number] + h[number]}`)];
    return make("span", {class: "line"}, make("b", {}, move[number] < 0 ? "start" : row.nameOf(tree.moves[move[number]])),
      h === null ? make("span", {class: "f"}, `g = ${g[number]}`) : null, ...figures,
      make("span", {class: kindOf(tree, number)}, notes[note[number]]));
  }

  function added(number) {
    const inner = nodes.first[number] >= 0;
    const element = make("li", {role: "treeitem", tabindex: -1, "data-node": number, "aria-level": tree.g[number] + 1,
      "aria-expanded": inner ? "false" : null, "aria-selected": "false"}, lineOf(number));
    items.set(number, element);
    return element;
  }

  function open(number) {
    if (nodes.first[number] < 0 || isOpen(number)) return;
    const element = item(number);
    element.setAttribute("aria-expanded", "true");
    if (element.querySelector("ul")) return;
    const group = make("ul", {role: "group"});
    for (let child = nodes.first[number]; child >= 0; child = nodes.next[child]) group.append(added(child));
    element.append(group);
  }

  const close = number => { if (isOpen(number)) item(number).setAttribute("aria-expanded", "false"); };

  function choose(number, focus = true) {
    item(current)?.setAttribute("aria-selected", "false");
    item(current)?.setAttribute("tabindex", "-1");
    current = number;
    item(number).setAttribute("aria-selected", "true");
    item(number).setAttribute("tabindex", "0");
    if (focus) item(number).focus();
    detail.replaceChildren(...explained(context, tree, nodes, number));
  }

  /** The nodes that can be seen, in order, around one of them. */
  function neighbor(number, by) {
    const seen = [...list.querySelectorAll("li")].filter(each => !each.parentElement.closest('li[aria-expanded="false"]'));
    return seen[seen.indexOf(item(number)) + by]?.dataset.node;
  }

  function key(event) {
    const number = current;
    const child = nodes.first[number];
    const to = {
      ArrowDown: () => neighbor(number, 1), ArrowUp: () => neighbor(number, -1), Home: () => 0,
      ArrowRight: () => { if (isOpen(number)) return child; open(number); return null; },
      ArrowLeft: () => { if (!isOpen(number)) return nodes.parent[number]; close(number); return null; },
      Enter: () => toggle(number), " ": () => toggle(number),
    }[event.key];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const found = to();
    if (found !== null && found !== undefined && Number(found) >= 0) choose(Number(found));
  }

  const toggle = number => { if (isOpen(number)) close(number); else open(number); };

  /** Open nodes from the first one on, until many more are there. */
  function openMany() {
    const most = items.size + MOST_OPENED;
    for (let number = 0; number < tree.g.length && items.size < most; number += 1) if (item(number)) open(number);
  }

  list.append(added(0));
  list.addEventListener("keydown", key);
  list.addEventListener("click", event => {
    const number = Number(event.target.closest("li")?.dataset.node ?? current);
    choose(number);
    toggle(number);
  });
  for (let number = 0, depth = 0; number >= 0 && depth < 4; number = nodes.first[number], depth += 1) open(number);
  choose(0, false);
  const hidden = tree.folded.reduce((one, other) => one + other, 0);
  const note = hidden ? `${several(hidden, "node")} of ${count(tree.visited)} are folded: they are deeper than this page shows.` : "";
  return [make("div", {class: "explorer"},
    make("div", {}, make("div", {class: "controls"}, button("Open more", openMany), button("Close all", closeAll)), list,
      make("p", {class: "quiet"}, note)), detail)];

  function closeAll() {
    for (const number of items.keys()) close(number);
    choose(0);
  }
}

const kindOf = ({end, ends, folded}, number) => (ends[end[number]] === "goal" ? "good" : end[number] ? "stopped" : folded[number] ? "now" : "quiet");

/** The parent, first child and next sibling of each node; -1 for none. */
function linked({g}) {
  const [parent, first, next] = [0, 0, 0].map(() => new Int32Array(g.length).fill(-1));
  const last = [], path = [];
  g.forEach((depth, number) => {
    path.length = depth;
    last.length = depth + 1;
    if (depth > 0) {
      parent[number] = path[depth - 1];
      if (last[depth] === undefined) first[parent[number]] = number;
      else next[last[depth]] = number;
    }
    path[depth] = last[depth] = number;
  });
  return {parent, first, next};
}

/** Why the search kept or cut a node: its board, each tile's share of h, and the verdict. */
function explained({data: {words}, part, row, player}, tree, nodes, number) {
  const steps = pathTo(part, row, tree, nodes, number), {state} = steps.at(-1);
  const [g, h] = [tree.g[number], tree.h?.[number] ?? null];
  const parts = [smallBoard(row, state)];
  const shares = h === null ? null : row.parts(state);
  const fits = shares && shares.reduce((sum, each) => sum + each.distance, 0) === h;
  const lines = [["g", "", g, words.g]];
  if (h !== null) {
    lines.push(["h", fits ? `${shares.map(each => each.distance).join(" + ")} = ` : "", h, words.h], ["f", `${g} + ${h} = `, g + h, words.f]);
  }
  parts.push(make("dl", {class: "sums"}, ...lines.flatMap(([name, sum, value, meaning]) =>
    [make("dt", {}, name), make("dd", {}, sum, make("b", {}, text(value)), make("span", {class: "quiet"}, ` ${meaning}`))])));
  if (fits) {
    let sum = 0;
    parts.push(make("details", {}, make("summary", {}, "h, tile by tile"), table("h, tile by tile",
      [["tile", true], ["cell", true], ["row, column"], ["distance", true], ["sum so far", true]],
      shares.map(each => [each.name, each.cell, each.place, each.distance, sum += each.distance]))));
  }
  if (h !== null && tree.ends[tree.end[number]] !== "goal") {
    const [f, {threshold}] = [g + h, tree];
    parts.push(make("p", {class: f > threshold ? "stopped" : "good"},
      told(f > threshold ? words.cut : words.kept, {f, threshold, moves: several(threshold, "move")})));
  }
  const note = tree.notes[tree.note[number]];
  if (note) parts.push(make("p", {}, note));
  parts.push(make("p", {class: "quiet"}, `${several(tree.below[number], "node")} below`),
    button("Show on the board", () => {
      player.load(steps, `A node of threshold ${tree.threshold}, after ${several(g, "move")}`, {at: steps.length - 1});
      player.element.scrollIntoView({block: "start"});
    }));
  return parts;
}

/** The steps from the start to a node. */
function pathTo(part, row, tree, nodes, number) {
  const numbers = [];
  for (let each = number; each >= 0; each = nodes.parent[each]) numbers.unshift(each);
  const steps = [{state: part.start.state}];
  for (const each of numbers.slice(1)) {
    const move = tree.moves[tree.move[each]];
    steps.push({move, state: tree.state?.[each] ?? row.after(steps.at(-1).state, move)});
  }
  return steps;
}

module.exports = {treeOf};
