// @ts-check
"use strict";
// The player: a path of states, one of which is shown. Buttons, keys and the list of moves go along it; a move that the reader
// makes ends the path there and adds to it.

const {boardOf} = require("./board.js");
const {button, calm, choice, make, section} = require("./dom.js");
const {count} = require("./numbers.js");

/** @import {Move, Now, Piece, Player, Possible, Row, Step} from "./types" */

/** @type {[number, string][]} */
const SPEEDS = [[1500, "slow"], [700, "normal"], [300, "fast"], [120, "very fast"]];

/** The player of a row's puzzle. `listen` adds what is called with what is shown after each change. @type {(row: Row) => Player} */
function playerOf(row) {
  /** @type {((now: Now) => void)[]} */
  const heard = [];
  /** @type {Step[]} */
  let path = [];
  let index = 0, own = false, title = "", timer = 0, pace = 700;
  /** @type {Piece | null} */
  let chosen = null;
  const board = boardOf(row, {pressed, attributes: row.playable ? {tabindex: 0} : {}});
  const where = make("p", {class: "where", role: "status", "aria-live": "polite"});
  const name = make("p", {class: "what"});
  const slider = make("input", {type: "range", min: 0, value: 0, "aria-label": "Move", oninput: () => go(Number(slider.value))});
  const play = button("Play", () => (timer ? pause() : start()), {class: "main"});
  const steps = {
    first: button("|◀", () => go(0), {"aria-label": "To the start"}),
    back: button("◀", () => go(index - 1), {"aria-label": "One move back"}),
    next: button("▶", () => go(index + 1), {"aria-label": "One move on"}),
    last: button("▶|", () => go(path.length - 1), {"aria-label": "To the end"}),
  };
  const speed = choice("Speed", SPEEDS, value => { pace = Number(value); if (timer) start(); });
  const list = make("ol", {class: "moves", "aria-label": "Moves"});
  const element = section("player", "The board",
    name, make("div", {class: "stage"}, board.element), where,
    make("div", {class: "controls", role: "group", "aria-label": "Steps"}, steps.first, steps.back, play, steps.next, steps.last, speed.element),
    slider, list);
  speed.show(pace);
  element.addEventListener("keydown", key);

  /** Show a path: steps of {state, move}, the first without a move. `what` says in words what it is. @type {Player["load"]} */
  function load(steps, what, {at = 0} = {}) {
    pause();
    [path, index, own, title, chosen] = [steps, Math.min(at, steps.length - 1), false, what, null];
    list.replaceChildren(...path.slice(1).map(({move = []}, number) => moveButton(move, number + 1)));
    show();
  }

  /** @type {(move: Move, number: number) => HTMLElement} */
  const moveButton = (move, number) => make("li", {}, button(row.nameOf(move), () => go(number)));

  /** Make a move of one's own from the state that is shown. @type {(move: Possible) => void} */
  function advance({state, move}) {
    cut(index + 1);
    path = [...path, {state, move}];
    list.append(moveButton(move, path.length - 1));
    index += 1;
    show();
  }

  /** Take back the moves after the state before the one that is shown. */
  function undo() {
    if (index === 0) return;
    cut(index);
    index -= 1;
    show();
  }

  /** Keep so many states of the path, which is the reader's own from now on. @type {(length: number) => void} */
  function cut(length) {
    pause();
    path = path.slice(0, length);
    while (list.children.length >= length) list.lastChild?.remove();
    [own, chosen] = [true, null];
  }

  /** @type {(piece: Piece) => void} */
  function pressed(piece) {
    const click = row.clicked(row.moves(path[index].state), piece, chosen);
    if (click.move) return advance(click.move);
    chosen = click.chosen;
    show();
  }

  /** @type {(to: number) => void} */
  function go(to) {
    const wanted = Math.max(0, Math.min(path.length - 1, to));
    if (wanted === index) return;
    [index, chosen] = [wanted, null];
    show();
  }

  function start() {
    clearInterval(timer);
    if (index === path.length - 1) go(0);
    timer = setInterval(() => (index < path.length - 1 ? go(index + 1) : pause()), pace);
    play.textContent = "Pause";
    where.setAttribute("aria-live", "off"); // nobody can listen that fast
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    where.setAttribute("aria-live", "polite");
  }

  function show() {
    const {state, move} = path[index];
    const playable = row.moves(state).flatMap(each => each.pieces ?? (each.piece === undefined ? [] : [each.piece]));
    board.show(state, {moved: move ? row.movedTo(move, state, path[index - 1]?.state) : [], chosen, playable});
    name.textContent = own ? `${title}; then your own moves` : title;
    where.textContent = words();
    [slider.max, slider.value] = [String(path.length - 1), String(index)];
    slider.setAttribute("aria-valuetext", words());
    steps.first.disabled = steps.back.disabled = index === 0;
    steps.next.disabled = steps.last.disabled = index === path.length - 1;
    play.disabled = path.length === 1;
    mark();
    for (const each of heard) each(now());
  }

  function words() {
    const {state, move} = path[index];
    const at = move ? `Move ${count(index)} of ${count(path.length - 1)}: ${row.nameOf(move)}` : "Start";
    return row.isGoal(state) ? `${at}. This is the goal.` : at;
  }

  function mark() {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[index - 1]?.firstElementChild;
    if (!current) return list.scrollTo({top: 0});
    current.setAttribute("aria-current", "step");
    const [item, {top, height}] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (item.top < top || item.bottom > top + height) list.scrollBy({top: item.top - top - height / 2, behavior: calm() || timer ? "auto" : "smooth"});
  }

  /** @type {(event: KeyboardEvent) => void} */
  function key(event) {
    const tag = event.target instanceof Element ? event.target.tagName : "";
    if (event.ctrlKey || event.altKey || event.metaKey || tag === "INPUT" || tag === "SELECT") return;
    const action = event.target === board.element && row.arrows && event.key.startsWith("Arrow") ? arrow(event.key)
      : event.key === " " && tag !== "BUTTON" ? () => play.click() : actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Make the move of an arrow key, if there is one. @type {(key: string) => () => void} */
  const arrow = key => () => {
    const move = row.moves(path[index].state).find(each => each.key === key);
    if (move) advance(move);
  };
  const actions = new Map([["ArrowLeft", () => go(index - 1)], ["ArrowRight", () => go(index + 1)], ["Home", () => go(0)],
    ["End", () => go(path.length - 1)], ["Backspace", undo]]);

  const now = () => ({...path[index], index, path, own, title});
  return {element, load, move: advance, undo, key, listen: each => { heard.push(each); }, now};
}

module.exports = {playerOf};
