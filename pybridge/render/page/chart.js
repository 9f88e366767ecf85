// @ts-check
"use strict";
// Bar charts, drawn without a library. A chart is a picture of numbers that a table beside it lists.

const {draw, heardBy, make} = require("./dom.js");
const {sum, text} = require("./numbers.js");

/** @import {Bar, ChartOptions} from "./types" */

const [HIGH, LEFT, BOTTOM, TOP] = [210, 52, 34, 26];
const NUMBER = 30, LETTER = 7; // room for a number, and a letter, below a bar

const NARROW = "(max-width: 700px)", onChange = heardBy(() => matchMedia(NARROW), "change", ".chart");

/**
 * A chart with a label for those who cannot see it; it is drawn again where the screen becomes narrow or wide.
 * @type {(label: string, bars: Bar[], options: ChartOptions) => SVGElement}
 */
function chart(label, bars, options) {
  const element = draw("svg", {class: "chart", role: "img", "aria-label": label});
  const show = () => drawn(element, bars, matchMedia(NARROW).matches, options);
  onChange(element, show);
  show();
  return element;
}

/** @type {(element: SVGElement, bars: Bar[], isNarrow: boolean, options: ChartOptions) => void} */
function drawn(element, bars, isNarrow, {classes, log = false, across = "", upward = "", pressed = null, beside = false, least = 1,
  most = mostOf(bars, least)}) {
  const wide = beside || isNarrow ? 360 : 900;
  const width = (wide - LEFT) / bars.length, room = Math.max(NUMBER, ...bars.map(bar => LETTER * text(bar.at).length));
  /** @type {(value: number) => number} */
  const logarithm = value => Math.log10(value / least * 1.3);
  /** @type {(value: number) => number} */
  const height = value => (HIGH - BOTTOM - TOP) * (log ? logarithm(Math.max(value, least)) / logarithm(most) : value / most);
  const base = HIGH - BOTTOM;
  element.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
  element.replaceChildren();
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
    (log ? [sum(bar.values)] : bar.values).forEach((value, place) => {
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
}

/** The highest of the bars, or `least`. @type {(bars: Bar[], least?: number) => number} */
const mostOf = (bars, least = 1) => bars.reduce((most, bar) => Math.max(most, sum(bar.values)), least);

/** Charts side by side, as [caption, chart]. @type {(charts: [caption: string, drawn: Element][]) => HTMLElement} */
const sideBySide = charts => make("div", {class: "charts"}, ...charts.map(([caption, drawn]) =>
  make("figure", {}, make("figcaption", {}, caption), drawn)));

/** What the two classes of bars mean. @type {(kept: string, cut: string) => HTMLElement} */
const legend = (kept, cut) => make("p", {class: "legend"}, make("span", {class: "kept"}), ` ${kept}  `, make("span", {class: "cut"}), ` ${cut}`);

/** @type {(number: number) => string} */
const short = number => Intl.NumberFormat("en", {notation: "compact"}).format(number);

/**
 * The numbers beside a scale: powers of ten on a log scale, with their halves and fifths if it has few; otherwise at most five steps.
 * @type {(most: number, log?: boolean, least?: number) => number[]}
 */
function ticks(most, log = false, least = 1) {
  if (log) {
    const powers = Array.from({length: Math.floor(Math.log10(most / least)) + 1}, (_, power) => least * 10 ** power);
    return powers.length > 2 ? powers : powers.flatMap(power => [power, 2 * power, 5 * power]).filter(tick => tick <= most);
  }
  const power = 10 ** Math.floor(Math.log10(most)), step = power * ([0.2, 0.5, 1].find(part => most / (part * power) <= 5) ?? 2);
  return Array.from({length: Math.floor(most / step) + 1}, (_, number) => number * step).filter(Number.isInteger);
}

module.exports = {chart, mostOf, sideBySide, legend, ticks};
