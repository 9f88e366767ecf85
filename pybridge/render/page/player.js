// @ts-check
"use strict";
// The player: a path of states, one of which is shown. Buttons, keys and the list of moves go along it; a move that the reader
// makes ends the path there and adds to it. The path that a part begins with is kept: one click leads back to it.

const {viewOf} = require("./view.js");
const {goalOf} = require("./goal.js");
const {button, calm, choice, hold, make, section} = require("./dom.js");
const {count, several} = require("./numbers.js");

/** @import {Move, Now, Piece, Player, Possible, Row, Step, TurnOn} from "./types" */

/** @type {[number, string][]} */
const SPEEDS = [[1500, "slow"], [700, "normal"], [300, "fast"], [120, "very fast"]];

/** The player of a row's puzzle. `listen` adds what is called with what is shown after each change. @type {(row: Row) => Player} */
function playerOf(row) {
  /** @type {((now: Now) => void)[]} */
  const heard = [];
  /** @type {Step[]} */
  let path = [];
  let index = 0, own = false, made = 0, title = "", timer = 0, pace = 700;
  /** @type {string | null} */
  let from = "";
  /** The path to go back to. @type {{path: Step[], title: string, from: string | null}} */
  let home = {path: [], title: "", from: ""};
  /** @type {Piece | null} */
  let chosen = null;
  const board = viewOf(row, {pressed, turn: advance, attributes: row.playable ? {tabindex: 0} : {}});
  /** What was shown before. @type {{path: Step[], index: number}} */
  let before = {path: [], index: 0};
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
    name, make("div", {class: "stage"}, board.element, goalOf(row)), where,
    make("div", {class: "controls", role: "group", "aria-label": "Steps"}, steps.first, steps.back, play, steps.next, steps.last, speed.element),
    slider, list);
  speed.show(pace);
  element.addEventListener("keydown", key);

  /**
   * Show a path: steps of {state, move}, the first without a move. `what` says in words what it is, `origin` which moves lead from
   * the goal to its start, if it is not that of the part, null if that is unknown; `isHome` makes it the path to go back to;
   * `kept` is how many of its moves the reader has made.
   * @type {Player["load"]}
   */
  function load(steps, what, {at = 0, isHome = false, origin = "", kept = 0} = {}) {
    pause();
    [path, index, own, made, title, chosen, from] = [steps, Math.min(at, steps.length - 1), false, kept, what, null, origin];
    if (isHome) home = {path, title, from};
    list.replaceChildren(...path.slice(1).map(({move = []}, number) => moveButton(move, number + 1)));
    show();
  }

  /** @type {(move: Move, number: number) => HTMLElement} */
  const moveButton = (move, number) => make("li", {}, button(row.nameOf(move), () => go(number)));

  /** Go back to the first path. */
  const restore = () => load(home.path, home.title,
    {at: Math.min(index, shared()), isHome: true, origin: home.from, kept: Math.min(made, shared())});

  /** How many moves of the path are those of the first one. */
  function shared() {
    let same = 0;
    while (same + 1 < Math.min(path.length, home.path.length) && path[same + 1] === home.path[same + 1]) same += 1;
    return path[0] === home.path[0] ? same : 0;
  }

  /** Whether the reader made all moves that led to what is shown. */
  const isMade = () => index > 0 && made >= index;

  /** Make a move of one's own from the state that is shown; the next one of the path only steps forward. @type {(move: Possible) => void} */
  function advance({state, move}) {
    const next = path[index + 1];
    const isNext = next && row.key(next.state) === row.key(state);
    if (made >= index) made = isNext ? Math.max(made, index + 1) : index + 1;
    if (isNext) return go(index + 1);
    cut(index + 1);
    path = [...path, {state, move}];
    list.append(moveButton(move, path.length - 1));
    index += 1;
    show();
  }

  /** Keep this many states of the path, which is the reader's own from now on. @type {(length: number) => void} */
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
    board.show(state, {moved: move ? row.movedTo(move, state, path[index - 1]?.state) : [], chosen, playable, turned: turnedNow()});
    before = {path, index};
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

  /** The move between what was shown and what is, if it is a single one of the path. @type {() => TurnOn | null} */
  function turnedNow() {
    const isBack = index === before.index - 1, step = isBack ? before.path[before.index] : path[index], other = path[isBack ? index : index - 1];
    const isNext = isBack ? before.path[index] === path[index] : index === before.index + 1 && before.path[before.index] === other;
    return isNext && step?.move && other ? {move: step.move, before: other.state, isBack, lasts: timer ? pace * 0.8 : Infinity} : null;
  }

  function words() {
    const {state, move} = path[index];
    const at = move ? `Move ${count(index)} of ${count(path.length - 1)}: ${row.nameOf(move)}` : "Start";
    if (!row.isGoal(state)) return at;
    return isMade() ? `${at}. This is the goal: you made it in ${several(index, "move")}.` : `${at}. This is the goal.`;
  }

  function mark() {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[index - 1]?.firstElementChild;
    hold(list, current ?? list.querySelector("button"));
    if (!current) return list.scrollTo({top: 0});
    current.setAttribute("aria-current", "step");
    requestAnimationFrame(() => reveal(current)); // together with the layout of the frame, so that a turn is not delayed
  }

  /** Scroll the list of moves to one of them. @type {(current: Element) => void} */
  function reveal(current) {
    const [item, {top, height}] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (item.top < top || item.bottom > top + height) list.scrollBy({top: item.top - top - height / 2, behavior: calm() || timer ? "auto" : "smooth"});
  }

  /** @type {(event: KeyboardEvent) => void} */
  function key(event) {
    const tag = event.target instanceof Element ? event.target.tagName : "";
    if (event.ctrlKey || event.altKey || event.metaKey || tag === "INPUT" || tag === "SELECT") return;
    const isArrow = board.element.contains(event.target instanceof Node ? event.target : null) && row.arrows && event.key.startsWith("Arrow");
    const action = isArrow || event.key.length === 1 && event.key !== " " ? turn(event.key)
      : event.key === " " && tag !== "BUTTON" && tag !== "SUMMARY" ? () => play.click() : actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Make the move of a key, if there is one. @type {(key: string) => (() => void) | undefined} */
  function turn(key) {
    const move = row.moves(path[index].state).find(each => each.key === key);
    return move || key.length > 1 ? () => { if (move) advance(move); } : undefined;
  }
  const actions = new Map([["ArrowLeft", () => go(index - 1)], ["ArrowRight", () => go(index + 1)], ["Home", () => go(0)],
    ["End", () => go(path.length - 1)], ["Backspace", () => go(index - 1)]]);

  const now = () => ({...path[index], index, path, own, made: isMade(), title, from, shared: shared(), home: home.path, isHome: path === home.path});
  return {
    element, load, restore, pause, move: advance, go: by => go(index + by), key, listen: each => { heard.push(each); }, now,
    along: move => board.along(move),
  };
}

module.exports = {playerOf};
