// @ts-check
"use strict";
// A text of Prolog that the reader can change: a text area, as every browser and screen reader knows it. What it shows is drawn below it in
// colors, with numbers and marks at lines with errors. What is changed survives a reload.

const {colorsOf} = require("./colors.js");
const {keptOf} = require("./kept.js");
const {make} = require("./dom.js");
const {common} = require("./tokens.js");

const DEEPER = /(?::-|-->|[([{])\s*$/, ENDS = /\.\s*$/, INDENT = "    ";
const MOST_INSERTED = 20000; // browsers take minutes to insert a megabyte

/**
 * Where a text differs from another one, from `begin` up to `end`, and what stands there in the other.
 * @type {(one: string, other: string) => [begin: number, end: number, put: string]}
 */
function difference(one, other) {
  const begin = common(one, other);
  let [end, last] = [one.length, other.length];
  while (end > begin && last > begin && one[end - 1] === other[last - 1]) [end, last] = [end - 1, last - 1];
  return [begin, end, other.slice(begin, last)];
}

/** What Enter puts in behind the begin of a line: the next line, with its indent. @type {(before: string) => string} */
function nextLine(before) {
  const [indent] = /^[ \t]*/.exec(before) ?? [""];
  return `\n${ENDS.test(before) ? "" : indent}${DEEPER.test(before) ? INDENT : ""}`;
}

/**
 * An editor of a text. `text` is what stands in it, `set` changes it, `original` is the text given; `mark` sets the lines with errors;
 * `reveal` scrolls to a line, and `show` selects it.
 * @param {string} name
 * @param {string} text
 */
function editorOf(name, text) {
  const original = text.replaceAll("\r\n", "\n"); // as a text area has it
  const kept = keptOf(name, original);
  const numbers = make("pre", {class: "numbers", "aria-hidden": "true"});
  const area = make("textarea", {
    id: `text-${name}`, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", rows: 20,
    oninput: change, onkeydown: event => breakLine(/** @type {KeyboardEvent} */ (event)),
    onscroll: () => {
      numbers.scrollTop = area.scrollTop;
      colors.paint();
    },
  });
  const colors = colorsOf(area);
  const element = make("div", {class: "editor"}, make("label", {for: `text-${name}`}, name),
    make("div", {class: "lines"}, numbers, make("div", {class: "sheet"}, colors.element, area)));
  let shown = "";

  function change() {
    mark([]);
    kept.set(isOriginal() ? null : area.value);
  }

  /** @type {(lines: number[]) => void} */
  function mark(lines) {
    const count = area.value.split("\n").length, wrong = new Set(lines);
    const text = Array.from({length: count}, (_, line) => `${wrong.has(line + 1) ? "✗ " : ""}${line + 1}`).join("\n");
    if (text !== shown) numbers.textContent = shown = text;
    area.setAttribute("aria-invalid", String(wrong.size > 0));
    colors.mark(wrong);
  }

  /** @type {(line: number) => void} */
  function show(line) {
    const lines = area.value.split("\n"), begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(begin, begin + (lines[line - 1] ?? "").length);
    reveal(line);
  }

  /** @type {(line: number) => void} */
  const reveal = line => { area.scrollTop = Math.max(0, line - 8) * (area.scrollHeight / area.value.split("\n").length); };

  const isOriginal = () => area.value === original;

  /** Begin a line with an indent; Shift and Enter begin one without. @type {(event: KeyboardEvent) => void} */
  function breakLine(event) {
    if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const before = area.value.slice(0, area.selectionStart);
    if (insert(nextLine(before.slice(before.lastIndexOf("\n") + 1)))) event.preventDefault();
  }

  /** Put a text in as if it were typed, so that the browser can undo it; says whether it did. @type {(text: string) => boolean} */
  const insert = text => document.activeElement === area && document.execCommand(text ? "insertText" : "delete", false, text);

  /** @type {(text: string) => void} */
  function set(text) {
    const [begin, end, put] = difference(area.value, text), focused = document.activeElement;
    if (begin === end && !put) return;
    area.focus({preventScroll: true});
    area.setSelectionRange(begin, end);
    if (put.length < MOST_INSERTED) insert(put);
    if (area.value !== text) area.value = text;
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus({preventScroll: true});
    else area.blur();
    change();
  }

  area.value = kept.get() ?? original;
  mark([]);
  return {element, name, original, text: () => area.value, isOriginal, mark, reveal, show, set};
}

module.exports = {editorOf};
