// @ts-check
"use strict";
// A board: the marks of a state as shapes, which glide to their new places when the state changes.

const {amounts} = require("./amounts.js");
const {draw, make} = require("./dom.js");

/** @import {Attributes, Mark, Piece, Point, Row, Shape, Shown, State, Texts} from "./types" */

/** @typedef {{mark: Mark, group: SVGGElement}} Drawn */

/** @type {(number: number) => number} */
const round = number => Math.round(number * 1000) / 1000;
/** @type {(points: Point[]) => string} */
const corners = points => points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

/**
 * A board of a row's puzzle. `pressed` gets the piece that is clicked; `attributes` are those of its element.
 * @type {(row: Row, options?: {pressed?: (piece: Piece) => void, attributes?: Attributes}) => Shown}
 */
function boardOf(row, {pressed, attributes = {}} = {}) {
  if (row.drawing) return textBoard(row, attributes);
  const pieces = draw("g"), lines = draw("g"), [width, height] = row.frame;
  const element = draw("svg", {class: "board", role: "img", viewBox: `0 0 ${round(width)} ${round(height)}`, ...attributes},
    draw("g", {}, ...row.still.map(stillShape)), pieces, lines);
  element.style.setProperty("--wide", String(width));
  /** @type {Drawn[]} */
  let shown = [];
  /** @type {State | null} */
  let now = null;
  if (pressed) {
    element.addEventListener("click", event => {
      const found = shown.find(each => event.target instanceof Node && each.group.contains(event.target));
      if (found) pressed(found.mark.piece);
    });
  }
  return {element, show(state, {moved = [], chosen = null, playable = []} = {}) {
    now = state;
    shown = matched(shown, row.marks(state), pieces, row.reach);
    for (const {mark, group} of shown) {
      group.classList.toggle("moved", moved.includes(mark.piece));
      group.classList.toggle("chosen", mark.piece === chosen);
      group.classList.toggle("playable", playable.includes(mark.piece));
    }
    element.setAttribute("aria-label", row.line(state));
  }, along(move) {
    const some = move && now !== null ? row.taken(move, now) : [];
    for (const {mark, group} of shown) group.classList.toggle("along", some.includes(mark.piece));
    lines.replaceChildren(...(move ? row.ends(move) : []).map(stillShape));
  }};
}

/**
 * The groups of the marks: a mark keeps the group of its kind that is already at its place, or takes another of its kind.
 * One that would glide farther than `reach` is at its place at once.
 * @type {(old: Drawn[], marks: Mark[], parent: Element, reach: number) => Drawn[]}
 */
function matched(old, marks, parent, reach) {
  /** @type {Map<Mark["kind"], Drawn[]>} */
  const free = new Map();
  for (const each of old) free.set(each.mark.kind, [...(free.get(each.mark.kind) ?? []), each]);
  /** @type {(mark: Mark, fits: (other: Mark) => boolean) => Drawn | undefined} */
  const take = (mark, fits) => {
    const some = free.get(mark.kind) ?? [];
    const number = some.findIndex(each => fits(each.mark));
    return number < 0 ? undefined : some.splice(number, 1)[0];
  };
  const same = marks.map(mark => take(mark, other => other.x === mark.x && other.y === mark.y));
  const shown = marks.map((mark, number) => {
    const before = same[number] ?? take(mark, () => true), group = before?.group ?? added(mark, parent);
    group.classList.toggle("far", before !== undefined && Math.hypot(mark.x - before.mark.x, mark.y - before.mark.y) > reach);
    fitted(mark, group);
    return {mark, group};
  });
  for (const some of free.values()) for (const {group} of some) group.remove();
  return shown;
}

/** @type {(mark: Mark, parent: Element) => SVGGElement} */
function added(mark, parent) {
  const group = draw("g", {class: `piece ${mark.role}`}, draw("polygon"), draw("text"));
  parent.append(group);
  return group;
}

/** Make a group look like its mark. @type {(mark: Mark, group: SVGGElement) => void} */
function fitted(mark, group) {
  const [polygon, label] = /** @type {Iterable<SVGElement>} */ (group.children);
  group.style.transform = `translate(${round(mark.x)}px, ${round(mark.y)}px)`;
  polygon.setAttribute("points", corners(mark.outline));
  polygon.style.fill = mark.paint?.[1] ?? "";
  label.style.fill = mark.paint?.[0] ?? "";
  label.setAttribute("font-size", String(mark.size ?? 0.5));
  label.setAttribute("y", String(mark.down ?? 0));
  if (label.textContent !== mark.text) label.textContent = mark.text;
}

/** A shape that stays where it is: a cell, an edge, a wall, an arrow off the board. @type {(shape: Shape) => SVGElement} */
function stillShape({kind, role, points, text, size, paint}) {
  const shape = kind === "text" ? draw("text", {class: role, x: points[0][0], y: points[0][1], "font-size": size}, text)
    : draw(kind === "line" ? "polyline" : "polygon", {class: role, points: corners(points)});
  if (paint) shape.style.fill = paint[kind === "text" ? 0 : 1];
  return shape;
}

const MOST_COLUMNS = 60; // of a drawing that is made smaller to be seen whole

/** A board that is a drawing in text. @type {(row: Row & Texts, attributes: Attributes) => Shown} */
function textBoard(row, attributes) {
  const element = make("pre", {class: "board", role: "img", ...attributes});
  let before = "";
  return {element, show: state => {
    const text = row.drawing(state);
    element.textContent = text;
    element.classList.toggle("term", !text.includes("\n"));
    const lines = text.split("\n");
    element.style.setProperty("--columns", String(Math.max(...lines.map(line => Math.min(line.length, MOST_COLUMNS)))));
    element.style.setProperty("--rows", String(lines.length));
    element.setAttribute("aria-label", row.line(state));
    reveal(element, before, text);
    before = text;
  }, along: () => {}};
}

/**
 * Scroll a drawing that is larger than its frame to what has moved: of the signs that have changed, the rarest one.
 * @type {(element: Element, before: string, text: string) => void}
 */
function reveal(element, before, text) {
  const signs = [...text], earlier = [...before], often = amounts(signs);
  const [moved] = signs.map((_, at) => at).filter(at => before && signs[at] !== earlier[at])
    .sort((one, other) => (often.get(signs[one]) ?? 0) - (often.get(signs[other]) ?? 0));
  if (moved === undefined) return;
  const lines = text.split("\n"), above = signs.slice(0, moved).join("").split("\n");
  const across = (above.at(-1) ?? "").length / Math.max(...lines.map(line => line.length)), down = (above.length - 1) / lines.length;
  element.scrollTo(across * element.scrollWidth - element.clientWidth / 2, down * element.scrollHeight - element.clientHeight / 2);
}

/** A small board that shows one state. @type {(row: Row, state: State) => Element} */
function smallBoard(row, state) {
  const board = boardOf(row, {attributes: {class: "board small"}});
  board.show(state);
  return board.element;
}

module.exports = {boardOf, smallBoard};
