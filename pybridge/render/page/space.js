// @ts-check
"use strict";
// A permutation puzzle in space, on a canvas: parts are drawn from the back to the front, and each part is convex, so that the
// facets which face the reader hide the others. A move is a turn of one part; a swipe over a facet makes the turn it begins.

const {calm, make} = require("./dom.js");

/** @import {Attributes, Mark, Piece, Possible, Row, Shown, Solid, SolidTurn, State, TurnOn, Vector} from "./types" */

/** A facet to draw: its corners, and how it looks. @typedef {{corners: Vector[], fill: string, ink?: string, text?: string, piece?: Piece}} Face */

const EYE = 4.2, LASTS = 260, SWIPE = 14, INSET = 0.9, BODY = "#1d2026";
const STEP = Math.PI / 12;

/** @type {(one: Vector, other: Vector) => number} */
const dot = (one, other) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
/** @type {(one: Vector, other: Vector) => Vector} */
const cross = (one, other) => [one[1] * other[2] - one[2] * other[1], one[2] * other[0] - one[0] * other[2], one[0] * other[1] - one[1] * other[0]];
/** @type {(one: Vector, other: Vector) => Vector} */
const difference = (one, other) => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
/** @type {(corners: Vector[]) => Vector} */
const middle = corners => /** @type {Vector} */ ([0, 1, 2].map(axis => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length));

/** A vector turned about an axis of length 1 (O. Rodrigues, 1840). @type {(vector: Vector, axis: Vector, angle: number) => Vector} */
function turned(vector, axis, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)], along = dot(axis, vector) * (1 - c), beside = cross(axis, vector);
  return /** @type {Vector} */ (vector.map((value, at) => value * c + beside[at] * s + axis[at] * along));
}

/**
 * The board of a row that has a solid, as boardOf gives one. `turn` makes the move of a swipe.
 * @type {(row: Row, solid: Solid, options: {turn: (move: Possible) => void, attributes?: Attributes}) => Shown}
 */
function spaceOf(row, solid, {turn, attributes = {}}) {
  const element = make("canvas", {class: "board space", role: "img", ...attributes}), context = element.getContext("2d");
  const size = Math.max(...solid.facets.flat().map(corner => Math.hypot(...corner)));
  let yaw = -0.55, pitch = 0.45, angle = 0, frame = 0;
  let side = 0; // how wide it is; kept here, as asking the canvas lays out the page
  /** @type {State | null} */
  let state = null;
  /** @type {SolidTurn | null} */
  let turning = null;
  /** The turn that goes on. */
  let current = {};
  /** @type {Set<Piece>} */
  let taken = new Set(), along = new Set();

  /** @type {(vector: Vector) => Vector} */
  const unseen = vector => turned(turned(vector, [1, 0, 0], -pitch), [0, 1, 0], -yaw);

  /** The directions of the canvas, to the right, up and to the eye, in the puzzle's own space. @type {() => Vector[]} */
  const directions = () => [unseen([1, 0, 0]), unseen([0, 1, 0]), unseen([0, 0, 1])];
  let [right, up, near] = directions();

  /** Where a corner is on the canvas. @type {(corner: Vector) => [number, number]} */
  function placed(corner) {
    const scale = element.width * 0.46 * EYE / (EYE - dot(near, corner) / size) / size;
    return [element.width / 2 + dot(right, corner) * scale, element.height / 2 - dot(up, corner) * scale];
  }

  /** The facets of the points and fillers, and which are taken along by the turn. @type {() => {faces: Face[], moves: boolean[]}} */
  function faces() {
    /** @type {Face[]} */
    const found = marks().map((mark, point) => ({
      corners: solid.facets[point], piece: point, fill: mark.paint?.[1] ?? "#e8e6df", ink: mark.paint?.[0] ?? "#22262e",
      text: mark.paint ? "" : mark.text,
    }));
    const moves = found.map((_, point) => taken.has(point));
    solid.fillers.forEach(([corners, point], number) => {
      found.push({corners, fill: point === null ? BODY : goalMarks[point]?.paint?.[1] ?? BODY});
      moves.push(turning?.fillers.includes(number) ?? false);
    });
    return {faces: found, moves};
  }

  /** @type {() => Mark[]} */
  const marks = () => (state === null || row.drawing ? [] : row.marks(state));
  const goalMarks = row.drawing || !row.goals.length ? [] : row.marks(row.goals[0]);

  /** The parts from the back to the front: below the turn, the turn, and above it. @type {() => Face[]} */
  function ordered() {
    const {faces: all, moves} = faces();
    if (!turning || angle === 0) return all;
    const {axis, from, to, cuts} = turning, high = EYE * size * dot(axis, near);
    /** @type {(corners: Vector[]) => Vector[]} */
    const around = corners => corners.map(corner => turned(corner, axis, angle));
    /** @type {(corners: Vector[] | null, isBack: boolean) => Face[]} */
    const cut = (corners, isBack) => (corners ? [{corners: isBack ? corners.slice().reverse() : corners, fill: BODY}] : []);
    const slab = all.filter((_, number) => moves[number]).concat(cut(cuts[0], true), cut(cuts[1], false))
      .map(face => ({...face, corners: around(face.corners)}));
    const rest = all.filter((_, number) => !moves[number]);
    const below = rest.filter(face => dot(axis, middle(face.corners)) < (from + to) / 2).concat(cut(cuts[0], false));
    const above = rest.filter(face => dot(axis, middle(face.corners)) >= (from + to) / 2).concat(cut(cuts[1], true));
    return high > to ? [...below, ...slab, ...above] : high < from ? [...above, ...slab, ...below] : [...below, ...above, ...slab];
  }

  function paint() {
    cancelAnimationFrame(frame);
    frame = 0;
    const scale = Math.min(devicePixelRatio || 1, 2), wide = Math.round(side * scale);
    if (element.width !== wide || element.height !== wide) [element.width, element.height] = [wide, wide];
    if (!context || !wide) return;
    context.clearRect(0, 0, wide, wide);
    context.lineJoin = "round";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const face of ordered()) {
      const outer = face.corners.map(placed);
      if (area(outer) >= 0) continue;
      shape(context, outer, BODY, BODY, scale);
      const center = middle(face.corners), inner = face.corners.map(corner => placed(/** @type {Vector} */ (corner.map((value, at) =>
        center[at] + (value - center[at]) * INSET))));
      const marked = face.piece !== undefined && along.has(face.piece);
      shape(context, inner, face.fill, marked ? "#fff" : face.fill, marked ? 4 * scale : 1);
      if (face.text) write(context, face.text, placed(center), Math.sqrt(-area(inner)) * 0.45, face.ink ?? "");
    }
  }

  const later = () => { frame ||= requestAnimationFrame(paint); };

  /** Show a state after a turn that is made from its old place. @type {(on: TurnOn | null | undefined) => void} */
  function play(on) {
    const found = on ? solid.turns[row.moves(on.before).findIndex(each => row.nameOf(each.move) === row.nameOf(on.move))] : null;
    [turning, angle, current, element.ariaBusy] = [null, 0, {}, null];
    if (!found || !on || calm()) return;
    turning = found;
    taken = new Set(row.taken(on.move, on.before));
    element.ariaBusy = "true";
    const far = on.isBack ? found.angle : -found.angle, lasts = Math.min(LASTS, on.lasts), turn = {};
    let begun = 0;
    /** @type {FrameRequestCallback} */
    const step = now => {
      if (current !== turn) return;
      begun ||= now;
      const done = Math.min(1, (now - begun) / lasts);
      angle = far * (1 - done) ** 2;
      if (done >= 1) [turning, angle, element.ariaBusy] = [null, 0, null];
      else requestAnimationFrame(step);
      paint();
    };
    [current, angle] = [turn, far];
    requestAnimationFrame(() => requestAnimationFrame(step)); // the next frame shows what else changes on the page
  }

  /** The point whose facet is at a place of the canvas; -1 for none. @type {(x: number, y: number) => number} */
  function pointAt(x, y) {
    return solid.facets.findIndex(corners => {
      const outline = corners.map(placed);
      return area(outline) < 0 && isInside(outline, x, y);
    });
  }

  /**
   * The turn that takes a facet the way of a swipe. One that takes it out of its face comes first: a turn of the face itself goes
   * the same way at its edges.
   * @type {(point: number, across: number, down: number) => Possible | undefined}
   */
  function swiped(point, across, down) {
    if (state === null) return undefined;
    const [from, to, last] = solid.facets[point], normal = cross(difference(to, from), difference(last, to)), long = Math.hypot(...normal);
    const possible = row.moves(state), center = middle(solid.facets[point]), [x, y] = placed(center);
    const least = Math.min(...solid.turns.map(each => each?.angle ?? Infinity));
    let best = 0, found;
    possible.forEach((move, number) => {
      const about = solid.turns[number];
      if (!about || about.angle > least + 0.1 || !row.taken(move.move, state ?? []).includes(point)) return;
      const [toX, toY] = placed(turned(center, about.axis, 0.1)), far = Math.hypot(toX - x, toY - y);
      const fits = ((toX - x) * across + (toY - y) * down) / (far * Math.hypot(across, down) || 1) * Math.min(1, far / element.width * 60);
      const rank = fits + (Math.abs(dot(about.axis, normal)) < 0.99 * long ? 1 : 0);
      if (fits > 0.5 && rank > best) [best, found] = [rank, move];
    });
    return found;
  }

  /** What a pointer holds: a facet, or the whole puzzle. @type {{x: number, y: number, point: number} | null} */
  let held = null;
  /** @type {(event: {offsetX: number, offsetY: number}) => [number, number]} */
  const onCanvas = ({offsetX, offsetY}) => [offsetX * element.width / element.clientWidth, offsetY * element.height / element.clientHeight];

  // A finger on a facet turns a layer: what it does there scrolls nothing.
  element.addEventListener("touchstart", event => {
    const [{clientX, clientY}] = event.touches, {left, top} = element.getBoundingClientRect();
    if (pointAt(...onCanvas({offsetX: clientX - left, offsetY: clientY - top})) >= 0) event.preventDefault();
  }, {passive: false});
  element.addEventListener("pointerdown", event => {
    if (event.button !== 0 || !event.isPrimary) return;
    held = {x: event.clientX, y: event.clientY, point: pointAt(...onCanvas(event))};
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", event => {
    if (!event.isPrimary) return;
    if (!event.buttons) held = null; // it was let go where a menu was open
    if (!held) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y];
    if (held.point >= 0) {
      if (Math.hypot(across, down) < SWIPE) return;
      const move = swiped(held.point, across, down);
      held = null;
      if (move) turn(move);
      return;
    }
    look(across / 120, down / 120);
    [held.x, held.y] = [event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { held = null; });
  element.addEventListener("keydown", event => {
    const by = new Map([["ArrowLeft", [-STEP, 0]], ["ArrowRight", [STEP, 0]], ["ArrowUp", [0, -STEP]], ["ArrowDown", [0, STEP]]]).get(event.key);
    if (!by || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    look(by[0], by[1]);
  });
  new ResizeObserver(() => {
    side = element.clientWidth;
    later();
  }).observe(element);

  /** Turn the whole puzzle. @type {(across: number, down: number) => void} */
  function look(across, down) {
    yaw += across;
    pitch = Math.max(-1.5, Math.min(1.5, pitch + down));
    [right, up, near] = directions();
    later();
  }

  return {
    element,
    show(now, {turned: on = null} = {}) {
      state = now;
      element.setAttribute("aria-label", row.line(now));
      play(on);
      if (!turning) later();
    },
    along(move) {
      along = new Set(move && state !== null ? row.taken(move, state) : []);
      later();
    },
  };
}

/** The area of a polygon of the canvas; negative if it goes around the way of facets that are seen. @type {(outline: [number, number][]) => number} */
const area = outline => outline.reduce((sum, [x, y], at) => {
  const [nextX, nextY] = outline[(at + 1) % outline.length];
  return sum + x * nextY - nextX * y;
}, 0) / 2;

/** @type {(outline: [number, number][], x: number, y: number) => boolean} */
const isInside = (outline, x, y) => outline.every(([fromX, fromY], at) => {
  const [toX, toY] = outline[(at + 1) % outline.length];
  return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) <= 0;
});

/** @type {(context: CanvasRenderingContext2D, outline: [number, number][], fill: string, edge: string, width: number) => void} */
function shape(context, outline, fill, edge, width) {
  context.beginPath();
  outline.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  [context.fillStyle, context.strokeStyle, context.lineWidth] = [fill, edge, width];
  context.fill();
  context.stroke();
}

/** @type {(context: CanvasRenderingContext2D, text: string, place: [number, number], size: number, ink: string) => void} */
function write(context, text, [x, y], size, ink) {
  [context.font, context.fillStyle] = [`${size}px system-ui, sans-serif`, ink];
  context.fillText(text, x, y);
}

module.exports = {spaceOf};
