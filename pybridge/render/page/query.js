// @ts-check
"use strict";
// A query of the reader's own, and its answers: a row each, with the values of its variables.

const {button, make, table} = require("./dom.js");
const {several} = require("./numbers.js");

/** @import {Column, Message} from "./types" */

const MOST_ANSWERS = 100, LONGEST = 2000;

/** The values of an answer by the names of its variables. @type {(answer: unknown) => [name: string, value: string][]} */
const valuesIn = answer => (Array.isArray(answer) ? answer : []).filter(Array.isArray)
  .map(([name, value]) => [String(name), String(value).slice(0, LONGEST)]);

/**
 * A form for a query: `ask` gets its text, and `more` asks for a next answer. `heard` takes an answer and says how many there are, and
 * whether there may be more; `over` says it when there are no more. `change` says what can be done.
 * @param {(text: string) => void} ask
 * @param {() => void} more
 */
function queryOf(ask, more) {
  /** @type {[name: string, value: string][][]} */
  let answers = [];
  let waits = false;
  const typed = make("input", {id: "query", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "start(Name, State)"});
  const shown = make("div", {}), first = make("button", {}, "Ask"), next = button("More", more);

  /** @type {(event: Event) => void} */
  function submit(event) {
    event.preventDefault();
    const text = typed.value.replace(/^\s*\?-/, "").trim();
    if (text && !first.disabled) ask(text);
  }

  function clear() {
    [answers, waits, next.disabled] = [[], false, true];
    shown.replaceChildren();
  }

  /** @type {(busy: boolean, ready: boolean) => void} */
  function change(busy, ready) {
    first.disabled = busy || !ready;
    next.disabled = busy || !waits;
  }

  /** @type {(message: Message) => {told: string, waits: boolean}} */
  function heard({answer, more}) {
    answers.push(valuesIn(answer));
    waits = more === true && answers.length < MOST_ANSWERS;
    next.disabled = !waits;
    /** @type {Column[]} */
    const columns = [["answer", true], ...answers[0].map(([name]) => /** @type {Column} */ ([name]))];
    shown.replaceChildren(table("Answers", columns, answers.map((values, number) => [number + 1, ...values.map(([, value]) => value)])));
    const many = several(answers.length, "answer");
    return {told: waits ? `${many}; there may be more.` : more ? `The first ${many}.` : `${many}; there are no more.`, waits};
  }

  function over() {
    [waits, next.disabled] = [false, true];
    return answers.length ? `${several(answers.length, "answer")}; there are no more.` : "No answer: the query fails.";
  }

  clear();
  const form = make("form", {class: "controls query", onsubmit: submit}, make("label", {for: "query"}, "Query"), typed, first, next);
  return {element: make("div", {}, form, shown), clear, change, heard, over};
}

module.exports = {queryOf};
