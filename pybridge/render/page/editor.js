"use strict";
// A text with line numbers that the reader can change, and marks at lines with errors.

const {make} = require("./dom.js");

/** An editor of a text. `text` is what stands in it; `mark` sets the lines with errors; `show` selects a line. */
function editorOf(name, original) {
  const numbers = make("pre", {class: "numbers", "aria-hidden": "true"});
  const area = make("textarea", {
    id: `text-${name}`, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", rows: 20,
    oninput: () => number([]), onscroll: () => { numbers.scrollTop = area.scrollTop; },
  });
  const element = make("div", {class: "editor"}, make("label", {for: `text-${name}`}, name), make("div", {class: "lines"}, numbers, area));
  let shown = "";

  function number(marked) {
    const count = area.value.split("\n").length, wrong = new Set(marked);
    const text = Array.from({length: count}, (_, line) => `${wrong.has(line + 1) ? "✗ " : ""}${line + 1}`).join("\n");
    if (text !== shown) numbers.textContent = shown = text;
    area.setAttribute("aria-invalid", wrong.size > 0);
  }

  function show(line) {
    const lines = area.value.split("\n"), begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(begin, begin + (lines[line - 1] ?? "").length);
    area.scrollTop = Math.max(0, line - 8) * (area.scrollHeight / lines.length);
  }

  function restore() {
    area.value = original;
    number([]);
  }

  restore();
  return {element, name, text: () => area.value, mark: number, show, restore};
}

module.exports = {editorOf};
