"use strict";
// The player: a path of states, one of which is shown. Buttons, keys and the list of moves go along it; a move that the reader
// makes ends the path there and adds to it.

const {boardOf} = require("./board.js");
const {button, calm, choice, count, make, section} = require("./dom.js");

const SPEEDS = [[1500, "slow"], [700, "normal"], [300, "fast"], [120, "very fast"]];

/** The player of a row's puzzle. `listen` adds what is called with {state, path, index, own} after each change. */
function playerOf(row) {
  const heard = [];
  let path = [], index = 0, own = false, title = "", timer = null, pace = 700, chosen = null;
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
  const list = make("ol", {class: "moves", "aria-label": "Moves"});
  const element = section("player", "The board",
    name, make("div", {class: "stage"}, board.element), where,
    make("div", {class: "controls", role: "group", "aria-label": "Steps"}, steps.first, steps.back, play, steps.next, steps.last,
      choice("Speed", SPEEDS, value => { pace = Number(value); if (timer) start(); }, {class: "speed"})), slider, list);
  element.querySelector(".speed").value = pace;
  element.addEventListener("keydown", key);

  /** Show a path: steps of {state, move}, the first without a move. `what` says in words what it is. */
  function load(steps, what, {at = 0, mine = false} = {}) {
    pause();
    [path, index, own, title, chosen] = [steps, Math.min(at, steps.length - 1), mine, what, null];
    list.replaceChildren(...path.slice(1).map((step, number) => moveButton(step, number + 1)));
    show();
  }

  const moveButton = (step, number) => make("li", {}, button(row.nameOf(step.move), () => go(number)));

  /** Make a move of one's own from the state that is shown. */
  function advance(move) {
    pause();
    path = [...path.slice(0, index + 1), {state: move.state, move: move.move}];
    while (list.children.length > index) list.lastChild.remove();
    list.append(moveButton(path.at(-1), path.length - 1));
    [own, chosen] = [true, null];
    index += 1;
    show();
  }

  /** Take back the moves after the state before the one that is shown. */
  function undo() {
    if (index === 0) return;
    pause();
    path = path.slice(0, index);
    while (list.children.length >= index) list.lastChild.remove();
    [own, chosen] = [true, null];
    index -= 1;
    show();
  }

  function pressed(piece) {
    const possible = row.moves(path[index].state);
    const [of, onto] = [possible.filter(each => each.piece === piece), possible.filter(each => each.piece === chosen && each.target === piece)];
    if (onto.length) return advance(onto[0]);
    if (of.length === 1 && of[0].target === undefined) return advance(of[0]);
    chosen = of.length && piece !== chosen ? piece : null;
    show();
  }

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
    timer = null;
    play.textContent = "Play";
    where.setAttribute("aria-live", "polite");
  }

  function show() {
    const {state, move} = path[index];
    const playable = row.moves(state).flatMap(each => (each.piece === undefined ? [] : [each.piece]));
    board.show(state, {moved: move ? row.movedTo(move) : [], chosen, playable});
    name.textContent = own ? `${title}; then your own moves` : title;
    where.textContent = words();
    [slider.max, slider.value] = [path.length - 1, index];
    slider.setAttribute("aria-valuetext", words());
    steps.first.disabled = steps.back.disabled = index === 0;
    steps.next.disabled = steps.last.disabled = index === path.length - 1;
    play.disabled = path.length === 1;
    mark();
    for (const each of heard) each({state, path, index, own});
  }

  function words() {
    const {state, move} = path[index];
    const at = move ? `Move ${count(index)} of ${count(path.length - 1)}: ${row.nameOf(move)}` : "Start";
    return row.isGoal(state) ? `${at}. This is the goal.` : at;
  }

  function mark() {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[index - 1]?.firstChild;
    if (!current) return list.scrollTo({top: 0});
    current.setAttribute("aria-current", "step");
    const [item, {top, height}] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (item.top < top || item.bottom > top + height) list.scrollBy({top: item.top - top - height / 2, behavior: calm() || timer ? "auto" : "smooth"});
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    const onBoard = row.arrows && event.target === board.element && event.key.startsWith("Arrow");
    const move = onBoard && row.moves(path[index].state).find(each => each.key === event.key);
    const actions = {
      ArrowLeft: () => go(index - 1), ArrowRight: () => go(index + 1), Home: () => go(0), End: () => go(path.length - 1),
      Backspace: undo,
    };
    const space = event.key === " " && event.target.tagName !== "BUTTON" && play;
    const action = onBoard ? () => move && advance(move) : space ? () => space.click() : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return {
    element, board, load, move: advance, undo, go, key, listen: each => heard.push(each), now: () => ({...path[index], index, path, own}),
  };
}

/** The steps of a path from a state by moves, or through the states that came with them. */
function stepsOf(row, start, moves, states = null) {
  const steps = [{state: start}];
  moves.forEach((move, number) => steps.push({state: states?.[number + 1] ?? row.after(steps.at(-1).state, move), move}));
  return steps;
}

module.exports = {playerOf, stepsOf};
