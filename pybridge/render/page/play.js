// @ts-check
"use strict";
// Play it yourself: the moves that are possible as buttons, moves to type, undo, a hint, and the true distance at every step.

const {boundOf} = require("./bound.js");
const {button, make, section} = require("./dom.js");
const {count, several} = require("./numbers.js");

/** @import {Context, Now, Possible, State} from "./types" */

const NO_HINT = "No hint: the distances of this puzzle are not known, and this state is not on the path.";
const KEYS = "elsewhere they step, as do Home and End; Space plays; Backspace takes a move back.";
const MOST_BUTTONS = 120;
const GAP = /^[\s,]+/, SPACE = /\s/;

/** Whether a text begins with a name of a move, and nothing of it goes on. @type {(text: string, name: string) => boolean} */
const begins = (text, name) => text.startsWith(name) && /^([\s,]|$)/.test(text.slice(name.length));

/** The section to play in, or why there is no play. @type {(context: Context) => Element} */
function play({row, player, distances}) {
  if (!row.playable) {
    return section("play", "Play it yourself", make("p", {}, "This puzzle cannot be played here: the page does not know its moves."));
  }
  const possible = make("div", {class: "possible", role: "group", "aria-label": "Possible moves"});
  const away = make("p", {class: "away"}), bound = make("p", {class: "quiet"}), note = make("p", {class: "note", role: "status", "aria-live": "polite"});
  const typed = make("input", {id: "typed", type: "text", autocomplete: "off", spellcheck: "false"});
  const undo = button("Undo", () => player.undo()), back = button("Back to the path", restore);
  /** @type {Now | null} */
  let now = null;
  /** What was shown before the reader's own moves. @type {Now | null} */
  let found = null;

  function restore() {
    if (now && found) player.load(found.path, found.title, {at: Math.min(now.index, found.path.length - 1)});
  }

  /** @type {(event: Event) => void} */
  function type(event) {
    event.preventDefault();
    let left = typed.value.trim().replace(GAP, "");
    while (left) {
      const [move] = row.moves(player.now().state).filter(each => begins(left, each.name)).sort((one, other) => other.name.length - one.name.length);
      if (!move) return say(`No move is called ${left.split(SPACE)[0]} here.`, left);
      left = left.slice(move.name.length).replace(GAP, "");
      player.move(move);
    }
    say("", "");
  }

  /** @type {(text: string, left: string) => void} */
  function say(text, left) {
    note.textContent = text;
    typed.value = left;
  }

  function hint() {
    const {state, index, path, own} = player.now();
    const best = distances.best(state), next = own ? undefined : path[index + 1]?.move;
    if (row.isGoal(state)) note.textContent = "This is the goal.";
    else if (best) note.textContent = `Hint: ${best.told}; then ${several(distances.of(best.state) ?? 0, "move")} to go.`;
    else if (next) note.textContent = `Hint: ${row.nameOf(next)}, the next move of the path.`;
    else if (distances.seek && !distances.few) seek(state);
    else note.textContent = distances.few ? distances.unknown(state) : NO_HINT;
  }

  /** @type {(state: State) => void} */
  function seek(state) {
    note.textContent = "Searching …";
    distances.seek?.(state, found => {
      if (player.now().state !== state) return;
      note.textContent = found ? `Hint: ${found.move.told}; then ${several(found.length - 1, "move")} to go.` : "No hint: the search found no goal in time.";
    });
  }

  /** @type {(state: State) => void} */
  function measure(state) {
    const distance = distances.of(state);
    away.textContent = distance === null ? distances.unknown(state) : `True distance: ${several(distance, "move")}.`;
  }

  /** The lower bound of a state, part by part, and with it that of a solution through it. @type {(now: Now) => void} */
  function estimate({state, index}) {
    const known = boundOf(row, state);
    if (known) bound.textContent = `Lower bound: ${known.sum} = ${known.h}; g + h = ${index} + ${known.h} = ${index + known.h}.`;
  }

  /** A move as its button names it: with its arrow if several have the same name. @type {(move: Possible, moves: Possible[]) => string} */
  const shownAs = ({name, sign}, moves) => (sign && moves.filter(each => each.name === name).length > 1 ? `${name} ${sign}` : name);

  /** @type {(shown: Now) => void} */
  function show(shown) {
    now = shown;
    if (!now.own) found = now;
    const moves = row.moves(now.state);
    possible.replaceChildren(...moves.slice(0, MOST_BUTTONS).map(each =>
      button(shownAs(each, moves), () => again(each), {"aria-label": `Move ${each.told}`})));
    if (moves.length > MOST_BUTTONS) possible.append(`and ${count(moves.length - MOST_BUTTONS)} more`);
    undo.disabled = now.index === 0;
    back.hidden = !now.own;
    note.textContent = "";
    measure(now.state);
    estimate(now);
  }

  /** Make the move of a button, and keep the focus among the buttons. @type {(move: Possible) => void} */
  function again(move) {
    const place = [...possible.children].findIndex(each => each === document.activeElement);
    player.move(move);
    const child = possible.children[Math.min(Math.max(place, 0), possible.children.length - 1)];
    if (child instanceof HTMLElement) child.focus();
  }

  player.listen(show);
  distances.ready(() => { if (now) measure(now.state); });
  return section("play", "Play it yourself",
    make("p", {}, row.drawing ? "Choose a move, or type moves." : "Click a piece, choose a move, or type moves."), possible,
    make("form", {onsubmit: type}, make("label", {for: "typed"}, "Moves "), typed, make("button", {}, "Make them")),
    make("div", {class: "controls"}, undo, button("Hint", hint), back), away, bound, note,
    make("p", {class: "quiet"}, `Keys: arrows on the board ${row.arrows ?? "step"}; ${KEYS}`));
}

module.exports = {play};
