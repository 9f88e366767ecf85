// @ts-check
"use strict";
// Play it yourself: the moves that are possible as buttons, moves to type, undo, hints, a scramble, and the true distance at every
// step.

const {boundOf} = require("./bound.js");
const {shortestFrom} = require("./distances.js");
const {button, hold, make, rove, section} = require("./dom.js");
const {count, several} = require("./numbers.js");
const {scrambled} = require("./share.js");
const {solvedOf} = require("./solved.js");

/** @import {Context, Now, Possible, State} from "./types" */

const NO_HINT = "No hint: the distances of this puzzle are not known, and this state is not on a path of the page.";
const KEYS = "Home and End step, too; Space plays; Backspace goes back.";
const MOST_BUTTONS = 120;
const GAP = /^[\s,]+/, SPACE = /\s/;

/** Whether a text begins with a name of a move, and the name ends there. @type {(text: string, name: string) => boolean} */
const begins = (text, name) => text.startsWith(name) && /^([\s,]|$)/.test(text.slice(name.length));

/** The section to play in, or why there is no play. @type {(context: Context) => Element} */
function play(context) {
  const {part, row, player, distances} = context;
  if (!row.playable) {
    return section("play", "Play it yourself", make("p", {}, "This puzzle cannot be played here: the page does not know its moves."));
  }
  const possible = make("div", {class: "possible", role: "group", "aria-label": "Possible moves"});
  const away = make("p", {class: "away"}), bound = make("p", {class: "quiet"}), note = make("p", {class: "note", role: "status", "aria-live": "polite"});
  const typed = make("input", {id: "typed", type: "text", autocomplete: "off", spellcheck: "false"});
  const undo = button("Undo", () => player.go(-1)), redo = button("Redo", () => player.go(1));
  const back = button("", () => player.restore()), solve = button("Solve from here", finish);
  const solved = solvedOf(context);
  const isProved = part.searches.find(each => each.solutions.length)?.shortest ?? false;
  /** @type {Now | null} */
  let now = null;
  let offered = "";
  let isAsked = false; // for a hint that no distance is known for yet
  rove(possible);

  /** Begin at a random state that can reach the goal. */
  function scramble() {
    const {state, origin} = scrambled(row);
    player.load([{state}], "A random state", {origin});
  }

  /** Go on with a shortest way to the goal. */
  function finish() {
    const {path, index, state, from, title, own} = player.now(), rest = shortestFrom(distances, state).slice(1);
    const what = `${title}; then ${own ? "your own moves and " : ""}a shortest way, ${several(rest.length, "move")}`;
    player.load([...path.slice(0, index + 1), ...rest], what, {at: index, origin: from});
  }

  /** @type {(event: Event) => void} */
  function type(event) {
    event.preventDefault();
    let left = typed.value.trim().replace(GAP, "");
    while (left) {
      const moves = row.moves(player.now().state), named = longest(moves, left, whole);
      const found = named.length ? named : longest(moves, left, each => each.name), shown = found.map(whole);
      if (!found.length) return say(`No move is called ${left.split(SPACE)[0]} here.`, left);
      if (new Set(shown).size > 1) return say(`Several moves are called ${found[0].name} here: ${shown.join(", ")}.`, left);
      left = left.slice((named.length ? shown[0] : found[0].name).length).replace(GAP, "");
      player.move(found[0]);
    }
    say("", "");
  }

  /**
   * The moves whose name a text begins with; of several names, those of the longest.
   * @type {(moves: Possible[], text: string, nameOf: (move: Possible) => string) => Possible[]}
   */
  function longest(moves, text, nameOf) {
    const [first = ""] = moves.map(nameOf).filter(name => begins(text, name)).sort((one, other) => other.length - one.length);
    return moves.filter(each => nameOf(each) === first);
  }

  /** @type {(text: string, left: string) => void} */
  function say(text, left) {
    note.textContent = text;
    typed.value = left;
  }

  function hint() {
    const now = player.now(), {state, index, path, home, shared} = now, best = distances.best(state);
    const next = (along(now) ? home : leads(path) ? path : [])[index + 1]?.move;
    if (row.isGoal(state)) note.textContent = "This is the goal.";
    else if (best) give(`Hint: ${best.told}; then ${several(distances.of(best.state) ?? 0, "move")} to go.`);
    else if (next) give(`Hint: ${row.nameOf(next)}, the next move of the path.`);
    else if (distances.seek && !distances.few) seek(state);
    else if (leads(home) && path[0] === home[0] && shared + 1 < home.length) {
      give(`${deadEnd(state)}Hint: undo ${several(index - shared, "move")}; the path continues from there.`);
    } else {
      note.textContent = distances.few ? distances.unknown(state) : NO_HINT;
      isAsked = true;
    }
  }

  /** Whether a path ends at a goal. @type {(path: Now["path"]) => boolean} */
  const leads = path => row.isGoal(path[path.length - 1].state);

  /** Whether what is shown is on the path that the part begins with, and that one ends at a goal. @type {(now: Now) => boolean} */
  const along = ({index, path, home, shared}) => path[0] === home[0] && index <= shared && leads(home);

  /** @type {(text: string) => void} */
  function give(text) {
    note.textContent = text;
    solved.hinted();
  }

  /** @type {(state: State) => string} */
  const deadEnd = state => (distances.few ? `${distances.unknown(state)} ` : "");

  /** @type {(state: State) => void} */
  function seek(state) {
    note.textContent = "Searching …";
    distances.seek?.(state, found => {
      if (player.now().state !== state) return;
      if (found === "dead end") note.textContent = "A dead end: no goal can be reached from here.";
      else if (found) give(`Hint: ${found.move.told}; then ${several(found.length - 1, "move")} to go.`);
      else note.textContent = "No hint: the search found no goal in time.";
    });
  }

  /** The distance of what is shown; along a shortest solution it is the number of moves that are left. @type {(now: Now) => void} */
  function measure(now) {
    const {state, index, home} = now, left = isProved && along(now) ? home.length - 1 - index : null, distance = distances.of(state) ?? left;
    away.textContent = distance === null ? distances.unknown(state) : `True distance: ${several(distance, "move")}.`;
    solve.hidden = distances.of(state) === null;
    solve.disabled = distance === 0;
  }

  /** The lower bound of a state, part by part, and with it that of a solution through it. @type {(now: Now) => void} */
  function estimate({state, index}) {
    const known = boundOf(row, state);
    if (known) bound.textContent = `Lower bound, ${known.by}: ${known.sum} = ${known.h}; g + h = ${index} + ${known.h} = ${index + known.h}.`;
  }

  /** The name of a move, with its arrow if it has one. @type {(move: Possible) => string} */
  const whole = ({name, sign}) => (sign ? `${name} ${sign}` : name);

  /** A move as its button names it: with its arrow if several have the same name. @type {(move: Possible, moves: Possible[]) => string} */
  const shownAs = (move, moves) => (moves.filter(each => each.name === move.name).length > 1 ? whole(move) : move.name);

  /** @type {(shown: Now) => void} */
  function show(shown) {
    now = shown;
    offer(row.moves(now.state));
    undo.disabled = now.index === 0;
    redo.disabled = now.index === now.path.length - 1;
    back.hidden = now.isHome;
    back.textContent = part.searches.some(each => each.solutions.length) ? "Back to the solution" : "Back to the start";
    note.textContent = "";
    isAsked = false;
    measure(now);
    estimate(now);
  }

  /** Show a button for each move; those that are there stay, so that a turn is not delayed. @type {(moves: Possible[]) => void} */
  function offer(moves) {
    const wanted = moves.map(each => each.told).join("\n");
    if (wanted === offered) return;
    offered = wanted;
    const place = [...possible.children].findIndex(each => each === document.activeElement);
    possible.replaceChildren(...moves.slice(0, MOST_BUTTONS).map((each, number) => moveButton(each, number, moves)));
    if (moves.length > MOST_BUTTONS) possible.append(`and ${count(moves.length - MOST_BUTTONS)} more`);
    const next = possible.children[Math.min(Math.max(place, 0), moves.length - 1)];
    hold(possible, next);
    if (place >= 0 && next instanceof HTMLElement) next.focus();
  }

  /**
   * A button for the move of a number; what the move takes along is outlined while it is pointed at.
   * @type {(move: Possible, number: number, moves: Possible[]) => Element}
   */
  function moveButton(each, number, moves) {
    const outline = () => player.along(each.move), clear = () => player.along(null);
    return button(shownAs(each, moves), () => player.move(row.moves(player.now().state)[number]), {
      "aria-label": `Move ${each.told}`, onpointerenter: outline, onfocus: outline, onpointerleave: clear, onblur: clear,
    });
  }

  player.listen(show);
  distances.ready(() => {
    if (now) measure(now);
    if (isAsked) hint();
  });
  const onBoard = row.arrows ? `on the board ${row.arrows}, elsewhere they ` : "";
  return section("play", "Play it yourself",
    make("p", {}, row.drawing ? "Choose a move, or type moves." : "Click a piece, choose a move, or type moves."), possible,
    make("form", {onsubmit: type}, make("label", {for: "typed"}, "Moves "), typed, make("button", {}, "Make them")),
    make("div", {class: "controls"}, undo, redo, button("Hint", hint), solve, row.goals.length && !row.forward ? button("Scramble", scramble) : null, back),
    away, bound, note, solved.element,
    make("p", {class: "quiet"}, `Keys: arrows ${onBoard}step; ${row.letters ? `${row.letters}; ` : ""}${KEYS}`));
}

module.exports = {play};
