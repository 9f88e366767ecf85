// @ts-check
"use strict";
// Steps through something by buttons, a slider and a clock.

const {button, choice, make} = require("./dom.js");
const {capital, count} = require("./numbers.js");

/** @import {Choices, Steps, Walk} from "./types" */

/** @type {Choices} */
const SPEEDS = [1, 5, 20, 100, 300, 1000].map(speed => [speed, count(speed)]);
const LONGEST = 100; // milliseconds between two frames that count, as a hidden page has none; steps are explained as often

/**
 * Steps from 0 to the `last`. While the clock runs, each frame calls `move`, and what takes longer is called now and then.
 * @type {(last: number, walk: Walk) => Steps}
 */
function stepsThrough(last, {noun, group, action, spoken, move, explain, settle, place}) {
  const slider = make("input", {type: "range", min: 0, max: last, "aria-label": capital(noun),
    oninput: () => { pause(); show(Number(slider.value)); }, onchange: () => settle()});
  const play = button(action, () => (isPlaying ? pause() : start()), {class: "main"});
  const ends = [button("|◀", () => go(0), {"aria-label": `First ${noun}`}), button("◀", () => go(current - 1), {"aria-label": `${capital(noun)} before`})];
  const others = [button("▶", () => go(current + 1), {"aria-label": `Next ${noun}`}), button("▶|", () => go(last), {"aria-label": `Last ${noun}`})];
  const speed = choice(`${capital(noun)}s a second`, SPEEDS, value => { pace = Number(value); });
  let current = 0, pace = 20, isPlaying = false;

  /** @type {(step: number) => void} */
  function to(step) {
    current = step;
    move(step);
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", place());
    for (const each of ends) each.disabled = step === 0;
    for (const each of others) each.disabled = step === last;
  }

  /** @type {(step: number) => void} */
  function show(step) {
    to(step);
    explain();
  }

  /** @type {(step: number) => void} */
  function go(step) {
    pause();
    show(step);
    settle();
  }

  function start() {
    let then = performance.now(), told = then, due = 0;
    /** @type {FrameRequestCallback} */
    const tick = now => {
      if (!isPlaying || !spoken.isConnected) return;
      due += Math.min(now - then, LONGEST) * pace / 1000;
      then = now;
      if (due >= 1) to(Math.min(last, current + Math.floor(due)));
      if (due >= 1 && now - told >= LONGEST) {
        explain();
        told = now;
      }
      due %= 1;
      if (current === last) pause();
      else requestAnimationFrame(tick);
    };
    if (current === last) show(0);
    isPlaying = true;
    play.textContent = "Pause";
    spoken.setAttribute("aria-live", "off"); // nobody can listen that fast
    requestAnimationFrame(tick);
  }

  function pause() {
    if (!isPlaying) return;
    isPlaying = false;
    play.textContent = action;
    spoken.setAttribute("aria-live", "polite");
    explain();
    settle();
  }

  speed.show(pace);
  const controls = make("div", {class: "controls", role: "group", "aria-label": group}, ...ends, play, ...others, speed.element);
  return {elements: [controls, slider], current: () => current, show, go, pause};
}

module.exports = {stepsThrough};
