// @ts-check
"use strict";
// A text with line numbers that the reader can change, and marks at lines with errors. What is changed survives a reload.

const {keptOf} = require("./kept.js");
const {make} = require("./dom.js");

/**
 * An editor of a text. `text` is what stands in it, `set` changes it, `original` is what `restore` puts back; `mark` sets the lines with errors; `reveal`
 * scrolls to a line, and `show` selects it.
 * @param {string} name
 * @param {string} original
 */
function editorOf(name, original) {
  const kept = keptOf(name, original);
  const numbers = make("pre", {class: "numbers", "aria-hidden": "true"});
  const area = make("textarea", {
    id: `text-${name}`, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", rows: 20,
    oninput: change, onscroll: () => { numbers.scrollTop = area.scrollTop; },
  });
  const element = make("div", {class: "editor"}, make("label", {for: `text-${name}`}, name), make("div", {class: "lines"}, numbers, area));
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

  /** @type {(text: string) => void} */
  function set(text) {
    area.value = text;
    change();
  }

  const restore = () => set(original);

  area.value = kept.get() ?? original;
  mark([]);
  return {element, name, original, text: () => area.value, isOriginal, mark, reveal, show, set, restore};
}

module.exports = {editorOf};
