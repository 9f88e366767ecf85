"use strict";
// Elements and texts. Data enters the page only as text nodes and attributes, so that none of it can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Give an element attributes, listeners (`onclick` and the like, as functions) and children; false and null are left out. */
function fit(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** An HTML element. */
const make = (tag, attributes, ...children) => fit(document.createElement(tag), attributes, children);

/** An SVG element. */
const draw = (tag, attributes, ...children) => fit(document.createElementNS(SVG, tag), attributes, children);

/** A button that does something. */
const button = (text, action, attributes) => make("button", {type: "button", onclick: action, ...attributes}, text);

/** A section with a heading. */
function section(name, title, ...children) {
  return make("section", {id: name, "aria-labelledby": `${name}-title`}, make("h2", {id: `${name}-title`}, title), ...children);
}

/** A table: `columns` are [heading, whether it holds numbers]; a cell is a text, a number, or an element. */
function table(caption, columns, rows) {
  const kind = number => (columns[number][1] ? "number" : null);
  const cell = (value, number) => make("td", {class: kind(number)}, value instanceof Node ? value : text(value));
  const head = columns.map(([heading], number) => make("th", {scope: "col", class: kind(number)}, heading));
  return make("div", {class: "wide", tabindex: 0, role: "region", "aria-label": caption},
    make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows.map(row => make("tr", {}, ...row.map(cell))))));
}

/** A choice among options, [value, text]; `chosen` gets the value. */
function choice(label, options, chosen, attributes) {
  const select = make("select", {...attributes, onchange: () => chosen(select.value)},
    ...options.map(([value, shown]) => make("option", {value}, shown)));
  return make("label", {}, `${label} `, select);
}

/** A value as text: numbers with separators, nothing for null. */
function text(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? count(value) : String(value);
}

const count = number => number.toLocaleString("en", {maximumFractionDigits: 3});
const several = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

/** A sentence of the data, whose {names} stand for values. */
const told = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? text(values[name]) : whole));

/** A share in percent; 0 and 100 only if they are exact. */
function percent(part, whole) {
  if (part && part < whole / 10000) return "<0.01";
  return part < whole && whole - part < whole / 10000 ? ">99.99" : (100 * part / whole).toFixed(2);
}

/** Whether the reader has asked for less motion. */
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

module.exports = {make, draw, button, section, table, choice, text, count, several, told, percent, calm};
