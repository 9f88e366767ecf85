// @ts-check
"use strict";
// The blocks world: a state lists [block, under], and a move is [block, from, to]. A table has room for all towers.

/** @import {BlockMove, BlockRules, BlockState, Mark, OwnRow, Point, State} from "./types" */

/**
 * The row of a blocks world: `width`, `gap`, `margin`, `seam` and `floor` say where its towers stand.
 * @type {(rules: BlockRules) => OwnRow<BlockState, BlockMove>}
 */
function blocks({blocks: names, places, table, width, height, gap, margin, seam, floor, labels}) {
  const grounds = table === null ? places : [...places, table];
  const widest = places.length + (table === null ? 0 : Math.max(1, names.length));
  const [left, top] = [seam - width / 2, seam - 0.5];
  /** @type {Point[]} */
  const outline = [[left, top], [-left, top], [-left, -top], [left, -top]];

  /** The towers on each ground, each from the bottom up. @type {(state: BlockState) => [ground: string, towers: string[][]][]} */
  function standing(state) {
    /** @type {Map<string, string[]>} */
    const above = new Map();
    for (const [block, under] of state) above.set(under, [...(above.get(under) ?? []), block]);
    /** @type {(bottom: string) => string[]} */
    const tower = bottom => [bottom, ...(above.get(bottom) ?? []).flatMap(tower)];
    return grounds.map(ground => [ground, (above.get(ground) ?? []).map(tower)]);
  }

  /** @type {(state: State) => string | null} */
  function fault(state) {
    const pairs = Array.isArray(state) ? state.map(pair => (Array.isArray(pair) && pair.length === 2 ? pair : [])) : [];
    if (String(pairs.map(([block]) => block)) !== String(names)) {
      return `The start must have a pair [Block, Under] for each block, in the order of the facts: ${names.join(", ")}.`;
    }
    const unders = new Map(/** @type {BlockState} */ (pairs)), taken = new Set();
    for (const [block, under] of unders) {
      if (!unders.has(under) && !grounds.includes(under)) return `The start has ${block} on ${under}, which is not a block, a place or the table.`;
      if (under !== table && taken.has(under)) return `The start has two blocks on ${under}, which carries only one.`;
      taken.add(under);
      let bottom = under;
      for (let many = names.length; many && unders.has(bottom); many -= 1) bottom = unders.get(bottom) ?? "";
      if (unders.has(bottom)) return `The start has ${block} in a tower without a bottom: it must stand on a place or the table.`;
    }
    return null;
  }

  /** @type {(ground: string, begin: number, wide: number) => Mark} */
  const groundMark = (ground, begin, wide) => ({
    piece: ground, kind: ground, x: begin + wide / 2, y: floor, outline: [[-wide / 2, 0], [wide / 2, 0], [wide / 2, 0.07], [-wide / 2, 0.07]],
    text: labels[ground][0], size: labels[ground][1], down: 0.1 + labels[ground][1] / 2 + 0.05, role: "ground",
  });

  return {
    frame: [2 * margin + widest * (width + gap) - gap, height], still: [], fault,
    typed: state => `[${state.map(pair => `[${pair.map(quoted).join(", ")}]`).join(", ")}]`,
    nameOf: ([block, , target]) => `${block}→${target}`, movedTo: ([block]) => [block],
    line: state => standing(state).map(([ground, onIt]) => `${ground}[${onIt.map(tower => tower.join(" ")).join(" + ")}]`).join("  "),

    marks(state) {
      /** @type {Mark[]} */
      const found = [];
      let x = margin;
      for (const [ground, onIt] of standing(state)) {
        const begin = x;
        for (const tower of onIt.length ? onIt : [[]]) {
          tower.forEach((block, level) => found.push({
            piece: block, kind: block, x: x + width / 2, y: floor - level - 0.5, outline, text: labels[block][0],
            size: labels[block][1], role: "tile",
          }));
          x += width + gap;
        }
        found.push(groundMark(ground, begin, x - gap - begin));
      }
      return found;
    },

    moves(state) {
      const carrying = new Set(state.map(([, under]) => under));
      const clear = [...names, ...grounds].filter(each => !carrying.has(each) || each === table);
      return state.flatMap(([block, under], number) => (carrying.has(block) ? [] : clear
        .filter(target => target !== block && target !== under)
        .map(target => ({
          move: [block, under, target], name: `${block}→${target}`, told: `${block} to ${target}`, piece: block, target,
          state: state.map((pair, other) => (other === number ? [block, target] : pair)),
        }))));
    },
  };
}

/** A name as Prolog writes it. @type {(name: string | number) => string} */
const quoted = name => (typeof name === "number" || /^[a-z]\w*$/.test(name) ? String(name) : `'${name.replace(/['\\]/g, "\\$&")}'`);

module.exports = {blocks};
