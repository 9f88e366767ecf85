// @ts-check
"use strict";
// The nodes of one iteration as a drawing: a row a depth, each node below the one that led to it and as wide as the nodes below it are
// many. It is kept a pixel high, with the step at which the search comes to each pixel, and stretched to show a node.

const {heardBy, make} = require("./dom.js");
const {isCut} = require("./nodes.js");

/** @import {Links, Order, Tree} from "./types" */

const [HIGH, LOW_ROW, HIGH_ROW] = [240, 4, 20]; // of a drawing, and of its rows at least and at most
const PALE = 0x4c << 24; // the opacity of nodes that are not visited yet
const onChange = heardBy(() => matchMedia("(prefers-color-scheme: dark)"), "change", ".icicle");
const GAP = 4; // the least height or width of what has a gap beside it, in pixels

/**
 * The drawing of a tree: `show` shows the node of a step, and what was visited before it; `pressed` gets the node below the pointer
 * while that is down, and whether it is lifted; `before` says how many nodes lie to the left of each.
 * @type {(tree: Tree, links: Links, before: Int32Array, order: Order, label: string, pressed: (number: number, isLifted: boolean) => void) =>
 *   {element: HTMLElement, show: (step: number) => void}}
 */
function icicleOf(tree, links, before, order, label, pressed) {
  const canvas = make("canvas", {class: "icicle", role: "img", "aria-label": label}), nodes = make("canvas", {});
  const rows = tree.g.reduce((most, depth) => Math.max(most, depth + 1), 1);
  /** The color of each end of `ends`. @type {string[]} */
  let colors = [];
  /** The pixels, and the step at which each is visited. */
  let pixels = new Uint32Array(0), visited = new Int32Array(0);
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
    colors = tree.ends.map(end => style.getPropertyValue(end === "goal" ? "--good" : isCut(end) ? "--cut" : "--kept"));
    const bytes = colors.map(bytesOf);
    pixels = new Uint32Array(canvas.width * rows);
    visited = new Int32Array(pixels.length).fill(tree.g.length);
    order.nodes.subarray(0, tree.g.length).forEach((number, step) => {
      const [from, columns] = columnsOf(number), at = tree.g[number] * canvas.width + from, end = at + Math.max(1, columns - Number(columns >= GAP));
      for (let each = at; each < end; each += 1) {
        pixels[each] = bytes[tree.end[number]];
        visited[each] = Math.min(visited[each], step);
      }
    });
    show(current);
  }

  /** Draw the nodes up to a step, and pale those after it. @type {(step: number) => void} */
  function fill(step) {
    const image = new ImageData(nodes.width, rows), shown = new Uint32Array(image.data.buffer);
    for (let each = 0; each < shown.length; each += 1) shown[each] = visited[each] < step ? pixels[each] : pixels[each] & 0xffffff | (pixels[each] && PALE);
    nodes.getContext("2d")?.putImageData(image, 0, 0);
  }

  /** @type {(step: number) => void} */
  function show(step) {
    current = step;
    const paper = canvas.getContext("2d"), {width, height} = canvas, row = height / rows, number = order.nodes[step];
    if (!paper || !pixels.length) return;
    fill(step);
    paper.imageSmoothingEnabled = false;
    paper.clearRect(0, 0, width, height);
    paper.drawImage(nodes, 0, 0, width, height);
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
