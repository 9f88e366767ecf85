// @ts-check
"use strict";
// The lines of a text area that can be seen, in colors: drawn below it, where its own text is transparent. Also the brackets that belong
// together, and errors.

const {make} = require("./dom.js");
const {tokensOf} = require("./tokens.js");

/** @import {Token} from "./tokens.js" */

const KINDS = new Map([["back", "text"], ["quoted", "text"], ["solo", "sign"]]);
const PAIRS = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);
const LONGEST = 5000; // of a line: what is behind is not colored

/**
 * The colors of a text area: `paint` draws what can be seen of it now, and `mark` sets the lines with errors, by their numbers from 1 on.
 * @param {HTMLTextAreaElement} area
 */
function colorsOf(area) {
  const element = make("pre", {class: "colors", "aria-hidden": "true"}), tokens = tokensOf();
  /** @type {Set<number>} */
  let wrong = new Set();
  let text = "", begins = [0];

  function read() {
    if (text === area.value) return;
    text = area.value;
    tokens.set(text);
    begins = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) begins.push(at + 1);
  }

  /** The bracket at the cursor and the one that belongs to it, by their places; only the first if there is none. */
  function pair() {
    const at = area.selectionStart;
    if (document.activeElement !== area || at !== area.selectionEnd) return [];
    const [behind, before] = [tokens.find(at), tokens.find(at - 1)];
    for (const [number, begin] of [[before, at - 1], [behind, at]]) {
      const token = tokens.at(number);
      if (token?.kind === "bracket" && token.begin === begin) return [begin, ...partnerOf(number)];
    }
    return [];
  }

  /** The place of the other bracket, in the same clause. @type {(number: number) => number[]} */
  function partnerOf(number) {
    const own = text[tokens.at(number)?.begin ?? 0], way = PAIRS.has(own) ? 1 : -1;
    /** @type {string[]} */
    const open = [];
    for (let token = tokens.at(number); token && token.kind !== "end"; token = tokens.at(number += way)) {
      if (token.kind !== "bracket") continue;
      const sign = text[token.begin];
      if (PAIRS.has(sign) === PAIRS.has(own)) {
        open.push(sign);
        continue;
      }
      const other = open.pop() ?? "";
      if (PAIRS.get(way > 0 ? other : sign) !== (way > 0 ? sign : other)) return [];
      if (!open.length) return [token.begin];
    }
    return [];
  }

  /** @type {(token: Token, line: number, places: number[]) => string} */
  function classOf({kind, begin}, line, places) {
    const at = places.indexOf(begin), names = [text[begin] === "," ? "comma" : KINDS.get(kind) ?? kind];
    if (kind === "bracket" && at >= 0) names.push(places.length > 1 ? "pair" : "lone");
    return [...names, ...(wrong.has(line) ? ["wrong"] : [])].join(" ");
  }

  /** The lines from one up to another, as texts and elements. @type {(first: number, last: number) => Node[]} */
  function lines(first, last) {
    const places = pair(), end = begins[last] ?? text.length;
    /** @type {Node[]} */
    const found = [];
    let at = begins[first], line = first;
    for (let number = tokens.find(at); at < end; number += 1) {
      const token = tokens.at(number), begin = Math.min(token?.begin ?? end, end);
      if (begin > at) found.push(document.createTextNode(text.slice(at, begin)));
      at = Math.max(at, begin);
      if (!token || begin === end) break;
      while (begins[line + 1] <= at) line += 1;
      const isFar = at - begins[line] > LONGEST, stop = Math.min(isFar ? begins[line + 1] ?? end : token.end, end), part = text.slice(at, stop);
      found.push(isFar ? document.createTextNode(part) : make("span", {class: classOf(token, line + 1, places)}, part));
      if (isFar) number = tokens.find(stop) - 1;
      at = stop;
    }
    return found;
  }

  function paint() {
    read();
    const height = parseFloat(getComputedStyle(area).lineHeight), first = Math.max(0, Math.floor(area.scrollTop / height) - 1);
    const from = Math.min(first, begins.length - 1), last = first + Math.ceil(area.clientHeight / height) + 2;
    element.replaceChildren("\n".repeat(from), ...lines(from, last));
    element.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  }

  new ResizeObserver(paint).observe(area);
  document.addEventListener("selectionchange", () => { if (document.activeElement === area || element.querySelector(".pair, .lone")) paint(); });

  /** @type {(lines: Set<number>) => void} */
  function mark(lines) {
    wrong = lines;
    paint();
  }

  return {element, paint, mark};
}

module.exports = {colorsOf};
