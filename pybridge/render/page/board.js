"use strict";
// A board: the marks of a state as shapes, which glide to their new places when the state changes.

const {draw, make} = require("./dom.js");

const corners = points => points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
const round = number => Math.round(number * 1000) / 1000;

/** A board of a row's puzzle. `pressed` gets the piece that is clicked; `attributes` are those of its element. */
function boardOf(row, {pressed = null, attributes = {}} = {}) {
  if (row.drawing) return textBoard(row, attributes);
  const pieces = draw("g");
  const element = draw("svg", {class: "board", role: "img", ...attributes}, draw("g", {}, ...row.still.map(stillShape)), pieces);
  let shown = [];
  const onPress = pressed && (event => {
    const group = event.target.closest(".piece");
    const found = shown.find(each => each.group === group);
    if (found) pressed(found.mark.piece);
  });
  if (onPress) element.addEventListener("click", onPress);

  function show(state, {moved = [], chosen = null, playable = []} = {}) {
    const [width, height] = row.frame(state);
    element.setAttribute("viewBox", `0 0 ${round(width)} ${round(height)}`);
    element.style.setProperty("--wide", width);
    shown = matched(shown, row.marks(state), pieces);
    for (const {mark, group} of shown) {
      group.classList.toggle("moved", moved.includes(mark.piece));
      group.classList.toggle("chosen", mark.piece === chosen);
      group.classList.toggle("playable", playable.includes(mark.piece));
    }
    element.setAttribute("aria-label", row.line(state));
  }
  return {element, show};
}

/** The groups of the marks: a mark keeps the group of its kind that is already at its place, or takes another of its kind. */
function matched(old, marks, parent) {
  const free = new Map();
  for (const each of old) free.set(each.mark.kind, [...(free.get(each.mark.kind) ?? []), each]);
  const take = (mark, fits) => {
    const some = free.get(mark.kind) ?? [];
    const number = some.findIndex(each => fits(each.mark));
    return number < 0 ? null : some.splice(number, 1)[0];
  };
  const found = marks.map(mark => [mark, take(mark, other => other.x === mark.x && other.y === mark.y)]);
  const shown = found.map(([mark, same]) => placed(mark, (same ?? take(mark, () => true))?.group ?? added(mark, parent)));
  for (const some of free.values()) for (const {group} of some) group.remove();
  return shown;
}

function added(mark, parent) {
  const group = draw("g", {class: `piece ${mark.role}`}, draw("polygon"), draw("text"));
  parent.append(group);
  return group;
}

function placed(mark, group) {
  const [polygon, label] = group.children;
  group.style.transform = `translate(${round(mark.x)}px, ${round(mark.y)}px)`;
  polygon.setAttribute("points", corners(mark.outline));
  polygon.style.fill = mark.paint?.[1] ?? "";
  label.style.fill = mark.paint?.[0] ?? "";
  label.setAttribute("font-size", mark.size ?? 0.5);
  label.setAttribute("y", mark.down ?? 0);
  if (label.textContent !== mark.text) label.textContent = mark.text;
  return {mark, group};
}

/** A shape that stays where it is: a cell, an edge, a wall, an arrow off the board. */
function stillShape({kind, role, points, text, size, paint}) {
  const shape = kind === "text" ? draw("text", {class: role, x: points[0][0], y: points[0][1], "font-size": size}, text)
    : draw(kind === "line" ? "polyline" : "polygon", {class: role, points: corners(points)});
  if (paint) shape.style.fill = paint[kind === "text" ? 0 : 1];
  return shape;
}

/** A board that is a drawing in text. */
function textBoard(row, attributes) {
  const element = make("pre", {class: "board", role: "img", ...attributes});
  return {element, show: state => {
    element.textContent = row.drawing(state);
    element.setAttribute("aria-label", row.line(state));
  }};
}

/** A small board that shows one state. */
function smallBoard(row, state) {
  const board = boardOf(row, {attributes: {class: "board small"}});
  board.show(state);
  return board.element;
}

module.exports = {boardOf, smallBoard};
