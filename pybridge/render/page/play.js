"use strict";
// Play it yourself: the moves that are possible as buttons, moves to type, undo, a hint, and the true distance at every step.

const {button, count, make, section, several} = require("./dom.js");

const NO_HINT = "No hint: the distances of this puzzle are not known, and this state is not on the path.";
const KEYS = "elsewhere they step, as do Home and End; Space plays; Backspace takes a move back.";
const MOST_BUTTONS = 120;
const ARROWS = {ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→"};

/** The section to play in; null for a domain that has no rules on a page. */
function play({puzzle, row, player, distances}) {
  if (!row.playable) {
    return section("play", "Play it yourself", make("p", {}, `Puzzles of the domain ${puzzle.domain} cannot be played on a page.`));
  }
  const possible = make("div", {class: "possible", role: "group", "aria-label": "Possible moves"});
  const away = make("p", {class: "away"}), bound = make("p", {class: "quiet"}), note = make("p", {class: "note", role: "status", "aria-live": "polite"});
  const typed = make("input", {id: "typed", type: "text", autocomplete: "off", spellcheck: "false"});
  const undo = button("Undo", () => player.undo()), back = button("Back to the path", restore);
  let found = null, last = null;

  function restore() {
    player.load(found.path, found.title, {at: Math.min(last.index, found.path.length - 1)});
  }

  function type(event) {
    event.preventDefault();
    const words = typed.value.trim().split(/[\s,]+/).filter(Boolean);
    for (const [number, word] of words.entries()) {
      const move = row.moves(player.now().state).find(each => each.name === word || each.told === word);
      if (!move) return say(`No move is called ${word} here.`, words.slice(number));
      player.move(move);
    }
    say("", []);
  }

  function say(text, left) {
    note.textContent = text;
    typed.value = left.join(" ");
  }

  function hint() {
    const {state, index, path, own} = player.now();
    const best = distances.best(state), next = !own && path[index + 1]?.move;
    if (row.isGoal(state)) note.textContent = "This is the goal.";
    else if (best) note.textContent = `Hint: ${best.told}; then ${several(distances.of(best.state), "move")} to go.`;
    else if (next) note.textContent = `Hint: ${row.nameOf(next)}, the next move of the path.`;
    else note.textContent = distances.few ? "The distances are not known yet, or no goal can be reached." : NO_HINT;
  }

  function measure(state) {
    if (!distances.few) {
      away.textContent = `True distances are not known${puzzle.states === null ? "" : `: the puzzle has ${puzzle.states} states`}.`;
      return;
    }
    const distance = distances.of(state);
    away.textContent = distance === null ? "Computing the true distance …" : `True distance: ${several(distance, "move")}.`;
  }

  /** The lower bound of a state, tile by tile, and with it that of a solution through it. */
  function estimate({state, index}) {
    const shares = row.parts(state);
    if (!shares) return;
    const h = shares.reduce((sum, each) => sum + each.distance, 0);
    bound.textContent = `Lower bound: ${shares.map(each => each.distance).join(" + ")} = ${h}; g + h = ${index} + ${h} = ${index + h}.`;
  }

  /** A move as its button names it: with its direction if several have the same name. */
  function shownAs({name, key}, moves) {
    return moves.filter(each => each.name === name).length > 1 && key ? `${name} ${ARROWS[key]}` : name;
  }

  function show({state, path, index, own}) {
    if (!own) found = {path, title: player.element.querySelector(".what").textContent};
    last = {state, index};
    const moves = row.moves(state);
    possible.replaceChildren(...moves.slice(0, MOST_BUTTONS).map(each =>
      button(shownAs(each, moves), () => again(each), {"aria-label": `Move ${each.told}`})));
    if (moves.length > MOST_BUTTONS) possible.append(`and ${count(moves.length - MOST_BUTTONS)} more`);
    undo.disabled = index === 0;
    back.hidden = !own;
    note.textContent = "";
    measure(state);
    estimate(last);
  }

  /** Make the move of a button, and keep the focus among the buttons. */
  function again(move) {
    const place = [...possible.children].indexOf(document.activeElement);
    player.move(move);
    possible.children[Math.min(Math.max(place, 0), possible.children.length - 1)]?.focus();
  }

  player.listen(show);
  distances.ready(() => last && measure(last.state));
  return section("play", "Play it yourself",
    make("p", {}, "Click a piece, choose a move, or type moves."), possible,
    make("form", {onsubmit: type}, make("label", {for: "typed"}, "Moves "), typed, make("button", {}, "Make them")),
    make("div", {class: "controls"}, undo, button("Hint", hint), back), away, bound, note,
    make("p", {class: "quiet"}, `Keys: arrows on the board ${row.arrows ? "move tiles" : "step"}; ${KEYS}`));
}

module.exports = {play};
