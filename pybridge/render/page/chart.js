"use strict";
// Bar charts, drawn without a library. A chart is a picture of numbers that a table beside it lists.

const {draw, make, text} = require("./dom.js");

const [HIGH, LEFT, BOTTOM, TOP] = [210, 52, 34, 26];
const NUMBER = 30, LETTER = 7; // room for a number, and a letter, below a bar

/**
 * A chart: `bars` are {at, values, chosen}, each value with a class from `classes`, stacked; `log` for a log scale, where only
 * the sum is drawn, in the class of the first value that is not 0. `pressed` gets the number of a bar that is clicked. A chart
 * `beside` others has bars up to the `most` of all. A log scale begins below the power of ten `least`.
 */
function chart(label, bars, {classes, log = false, across = "", upward = "", pressed = null, beside = false, least = 1,
  most = mostOf(bars, least)}) {
  const wide = beside || innerWidth < 700 ? 360 : 640; // so that its text can be read on a small screen, too
  const width = (wide - LEFT) / bars.length, room = Math.max(NUMBER, ...bars.map(bar => LETTER * text(bar.at).length));
  const logarithm = value => Math.log10(value / least * 1.3);
  const height = value => (HIGH - BOTTOM - TOP) * (log ? logarithm(Math.max(value, least)) / logarithm(most) : value / most);
  const base = HIGH - BOTTOM;
  const element = draw("svg", {class: "chart", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": label});
  for (const tick of ticks(most, log, least)) {
    const y = base - height(tick);
    element.append(draw("line", {class: "grid", x1: LEFT, x2: wide, y1: y, y2: y}),
      draw("text", {class: "tick", x: LEFT - 5, y, "text-anchor": "end"}, short(tick)));
  }
  bars.forEach((bar, number) => {
    const x = LEFT + number * width;
    const group = draw("g", {class: bar.chosen ? "bar chosen" : "bar", onclick: pressed && (() => pressed(number))},
      draw("title", {}, bar.title), draw("rect", {class: "back", x, y: TOP, width, height: base - TOP}));
    let top = base;
    (log ? [sum(bar)] : bar.values).forEach((value, place) => {
      const part = value ? Math.max(1, height(value)) : 0;
      top -= part;
      const kind = classes[log ? Math.max(0, bar.values.findIndex(Boolean)) : place];
      group.append(draw("rect", {class: kind, x: x + width * 0.12, y: top, width: width * 0.76, height: part}));
    });
    element.append(group);
    if (number % Math.ceil(room / width) === 0) {
      element.append(draw("text", {class: "tick", x: x + width / 2, y: base + 12, "text-anchor": "middle"}, text(bar.at)));
    }
  });
  element.append(draw("text", {class: "axis", x: (wide + LEFT) / 2, y: HIGH - 6, "text-anchor": "middle"}, across),
    draw("text", {class: "axis", x: 2, y: TOP - 14}, upward));
  return element;
}

/** The highest of the bars, or `least`. */
const mostOf = (bars, least = 1) => bars.reduce((most, bar) => Math.max(most, sum(bar)), least);

/** Charts side by side, as [caption, chart]. */
const sideBySide = charts => make("div", {class: "charts"}, ...charts.map(([caption, drawn]) =>
  make("figure", {}, make("figcaption", {}, caption), drawn)));

const sum = bar => bar.values.reduce((one, other) => one + other, 0);
const short = number => Intl.NumberFormat("en", {notation: "compact"}).format(number);

function ticks(most, log, least) {
  if (log) return Array.from({length: Math.floor(Math.log10(most / least)) + 1}, (_, power) => least * 10 ** power);
  const step = 10 ** Math.floor(Math.log10(most)), wide = [0.2, 0.5, 1, 2].map(part => part * step).find(each => most / each <= 5);
  return Array.from({length: Math.floor(most / wide) + 1}, (_, number) => number * wide).filter(Number.isInteger);
}

module.exports = {chart, mostOf, sideBySide};
