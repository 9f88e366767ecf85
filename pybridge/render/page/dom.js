// @ts-check
"use strict";
// Elements. Data enters the page only as text nodes and attributes, so it cannot become markup.

const {text} = require("./numbers.js");

/** @import {Attributes, Cell, Child, Choices, Column} from "./types" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Give an element attributes, listeners (`onclick` and the like, as functions) and children; false and null are left out.
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fit(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
const make = (tag, attributes, ...children) => fit(document.createElement(tag), attributes, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
const draw = (tag, attributes = {}, ...children) => fit(document.createElementNS(SVG, tag), attributes, children);

/** A button that does something. @type {(text: string, action: () => void, attributes?: Attributes) => HTMLButtonElement} */
const button = (text, action, attributes) => make("button", {type: "button", onclick: action, ...attributes}, text);

/** A section with a heading. @type {(name: string, title: string, ...children: Child[]) => HTMLElement} */
function section(name, title, ...children) {
  return make("section", {id: name, "aria-labelledby": `${name}-title`}, make("h2", {id: `${name}-title`}, title), ...children);
}

/** A part that opens. @type {(title: string, ...children: Child[]) => HTMLDetailsElement} */
const details = (title, ...children) => make("details", {}, make("summary", {}, title), ...children);

/** A table: `columns` are [heading, whether it holds numbers]. @type {(caption: string, columns: Column[], rows: Cell[][]) => HTMLElement} */
function table(caption, columns, rows) {
  /** @type {(number: number) => string | null} */
  const kind = number => (columns[number][1] ? "number" : null);
  /** @type {(value: Cell, number: number) => HTMLElement} */
  const cell = (value, number) => make("td", {class: kind(number)}, value instanceof Node ? value : text(value));
  const head = columns.map(([heading], number) => make("th", {scope: "col", class: kind(number)}, heading));
  return make("div", {class: "wide", tabindex: 0, role: "region", "aria-label": caption},
    make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows.map(row => make("tr", {}, ...row.map(cell))))));
}

/**
 * A choice among options, [value, text]: its element, its value, and what shows another one; `chosen` gets the one that is chosen.
 * @type {(label: string, options: Choices, chosen: (value: string) => void, attributes?: Attributes) =>
 *   {element: HTMLElement, value: () => string, show: (value: string | number) => void}}
 */
function choice(label, options, chosen, attributes) {
  const select = make("select", {autocomplete: "off", ...attributes, onchange: () => chosen(select.value)},
    ...options.map(([value, shown]) => make("option", {value}, String(shown))));
  return {element: make("label", {}, `${label} `, select), value: () => select.value, show: value => { select.value = String(value); }};
}

/**
 * Make one button of an element its only stop of the Tab key; it has the focus if another had.
 * @type {(parent: Element, one: Element | null | undefined) => void}
 */
function hold(parent, one) {
  const focused = parent.contains(document.activeElement);
  for (const each of parent.querySelectorAll("button")) {
    const to = each === one ? 0 : -1;
    if (each.tabIndex !== to) each.tabIndex = to; // a path may have thousands of moves
  }
  if (focused && one instanceof HTMLElement) one.focus();
}

/** Have arrow keys go from button to button of an element, which is one stop of the Tab key. @type {(parent: HTMLElement) => void} */
function rove(parent) {
  parent.addEventListener("keydown", event => {
    const all = [...parent.querySelectorAll("button")], at = all.findIndex(each => each === document.activeElement);
    const to = new Map([["ArrowLeft", at - 1], ["ArrowRight", at + 1], ["Home", 0], ["End", all.length - 1]]).get(event.key);
    if (event.ctrlKey || event.altKey || event.metaKey || at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    hold(parent, all[to]);
  });
}

/**
 * What elements do at an event of something that outlives them, such as the window; those that are off the page by then do nothing, and
 * nothing holds them. The selector finds them all.
 * @type {(target: () => EventTarget, type: string, selector: string) => (element: Element, action: () => void) => void}
 */
function heardBy(target, type, selector) {
  /** @type {WeakMap<Element, () => void>} */
  const actions = new WeakMap();
  let isHeard = false;
  return (element, action) => {
    actions.set(element, action);
    if (!isHeard) target().addEventListener(type, () => { for (const each of document.querySelectorAll(selector)) actions.get(each)?.(); });
    isHeard = true;
  };
}

/** Whether the reader has asked for less motion. @type {() => boolean} */
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

module.exports = {make, draw, button, section, details, table, choice, hold, rove, heardBy, calm};
