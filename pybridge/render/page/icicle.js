// @ts-check
"use strict";
// The nodes of one iteration as a drawing: a row a depth, from left to right as the search visits them, each node below the one that
// led to it and as wide as the nodes below it are many. They are drawn once, a pixel high; to show a node only stretches that.

const {heardBy, make} = require("./dom.js");

/** @import {Links, Tree} from "./types" */

const [HIGH, LOW_ROW, HIGH_ROW] = [240, 4, 20]; // of a drawing, and of its rows at least and at most
const PALE = 0.3; // nodes that are not visited yet
const onChange = heardBy(() => matchMedia("(prefers-color-scheme: dark)"), "change", ".icicle");
const GAP = 4; // the least height or width of what has a gap beside it, in pixels

/**
 * The drawing of a tree: `show` shows a node, and what was visited before it; `pressed` gets the node below the pointer while that
 * is down, and whether it is lifted; `before` says how many nodes were visited before each.
 * @type {(tree: Tree, links: Links, before: Int32Array, label: string, pressed: (number: number, isLifted: boolean) => void) =>
 *   {element: HTMLElement, show: (number: number) => void}}
 */
function icicleOf(tree, links, before, label, pressed) {
  const canvas = make("canvas", {class: "icicle", role: "img", "aria-label": label}), nodes = make("canvas", {});
  const rows = tree.g.reduce((most, depth) => Math.max(most, depth + 1), 1);
  /** The color of each end of `ends`. @type {string[]} */
  let colors = [];
  let current = 0, onPath = "", ink = "";

  /** The first column of a node, and how many it has. @type {(number: number) => [number, number]} */
  function columnsOf(number) {
    const scale = canvas.width / tree.visited, from = Math.floor(before[number] * scale);
    return [from, Math.max(1, Math.floor((before[number] + 1 + tree.below[number]) * scale) - from)];
  }

  /** Draw all nodes, in the size and the colors that they have now. */
  function paint() {
    const {clientWidth} = canvas;
    if (!clientWidth) return;
    const row = Math.max(LOW_ROW, Math.min(HIGH_ROW, Math.floor(HIGH / rows)));
    canvas.style.height = `${rows * row}px`;
    [canvas.width, canvas.height] = [Math.round(clientWidth * devicePixelRatio), Math.round(rows * row * devicePixelRatio)];
    [nodes.width, nodes.height] = [canvas.width, rows];
    const style = getComputedStyle(canvas);
    [onPath, ink] = ["--chosen", "--ink"].map(name => style.getPropertyValue(name));
    colors = tree.ends.map(end => style.getPropertyValue(end === "goal" ? "--good" : end ? "--cut" : "--kept"));
    const bytes = colors.map(bytesOf), image = new ImageData(canvas.width, rows), pixels = new Uint32Array(image.data.buffer);
    tree.g.forEach((depth, number) => {
      const [from, columns] = columnsOf(number), at = depth * image.width + from, color = bytes[tree.end[number]];
      pixels[at] = color;
      if (columns > 1) pixels.fill(color, at + 1, at + columns - Number(columns >= GAP));
    });
    nodes.getContext("2d")?.putImageData(image, 0, 0);
    show(current);
  }

  /** @type {(number: number) => void} */
  function show(number) {
    current = number;
    const paper = canvas.getContext("2d"), {width, height} = canvas, row = height / rows;
    if (!paper) return;
    paper.imageSmoothingEnabled = false;
    paper.clearRect(0, 0, width, height);
    const visited = Math.ceil(before[number] * width / tree.visited);
    paper.globalAlpha = PALE;
    paper.drawImage(nodes, visited, 0, width - visited, rows, visited, 0, width - visited, height);
    paper.globalAlpha = 1;
    if (visited) paper.drawImage(nodes, 0, 0, visited, rows, 0, 0, visited, height);
    paper.fillStyle = onPath;
    for (let above = links.parent[number]; above >= 0; above = links.parent[above]) {
      const [from, columns] = columnsOf(above);
      paper.fillRect(from, tree.g[above] * row, columns, row);
    }
    if (row >= GAP * devicePixelRatio) for (let depth = 1; depth < rows; depth += 1) paper.clearRect(0, Math.round(depth * row) - 1, width, 1);
    const [from, columns] = columnsOf(number), edge = Math.ceil(devicePixelRatio), wide = Math.max(columns, 4 * edge);
    const left = Math.min(from, width - wide), top = tree.g[number] * row;
    paper.fillStyle = ink;
    paper.fillRect(left, top, wide, row);
    paper.fillStyle = colors[tree.end[number]];
    paper.fillRect(left + edge, top + edge, wide - 2 * edge, row - 2 * edge);
  }

  /** The node at a point, or the lowest one above it. @type {(event: PointerEvent) => number} */
  function nodeAt({offsetX, offsetY}) {
    const at = offsetX / canvas.clientWidth * tree.visited, depth = Math.floor(offsetY / canvas.clientHeight * rows);
    let found = 0;
    for (let each = links.first[0]; each >= 0 && tree.g[each] <= depth && before[each] <= at;) {
      if (at < before[each] + 1 + tree.below[each]) [found, each] = [each, links.first[each]];
      else each = links.next[each];
    }
    return found;
  }

  canvas.addEventListener("pointerdown", event => { canvas.setPointerCapture(event.pointerId); pressed(nodeAt(event), false); });
  canvas.addEventListener("pointermove", event => { if (event.buttons) pressed(nodeAt(event), false); });
  canvas.addEventListener("pointerup", event => pressed(nodeAt(event), true));
  new ResizeObserver(paint).observe(canvas);
  onChange(canvas, paint);
  return {element: canvas, show};
}

/** A color of the styles, #rrggbb, as the bytes of a pixel. @type {(color: string) => number} */
function bytesOf(color) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(color.trim().slice(at, at + 2), 16));
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
}

module.exports = {icicleOf};
