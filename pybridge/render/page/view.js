// @ts-check
"use strict";
// How the player shows a board: flat, or, where its pieces lie in space, in space with a button for the flat view.

const {boardOf} = require("./board.js");
const {button, make} = require("./dom.js");
const {spaceOf} = require("./space.js");

/** @import {Attributes, Marked, Piece, Possible, Row, Shown, State} from "./types" */

/**
 * The view of a row's puzzle. `pressed` gets the piece that is clicked, `turn` the move that a swipe makes.
 * @type {(row: Row, options: {pressed: (piece: Piece) => void, turn: (move: Possible) => void, attributes: Attributes}) => Shown}
 */
function viewOf(row, {pressed, turn, attributes}) {
  const flat = boardOf(row, {pressed, attributes}), {solid} = row;
  if (!solid) return flat;
  const space = spaceOf(row, solid, {turn, attributes}), both = [space, flat];
  /** @type {[State, Marked | undefined] | null} */
  let shown = null;
  let used = 0;
  const swap = button("", change), element = make("div", {class: "view"}, space.element, swap);

  /** Show the other view. */
  function change() {
    used = 1 - used;
    both[1 - used].element.replaceWith(both[used].element);
    name();
    if (shown) both[used].show(...shown);
  }

  const name = () => { swap.textContent = used ? "In space" : "As a net"; };
  name();
  return {
    element,
    show(state, marked) {
      shown = [state, {...marked, turned: null}];
      both[used].show(state, marked);
    },
    along: move => both[used].along(move),
  };
}

module.exports = {viewOf};
