// @ts-check
"use strict";
// Numbers and sentences as text.

/** @type {(numbers: number[]) => number} */
const sum = numbers => numbers.reduce((one, other) => one + other, 0);

const SMALL = new Intl.NumberFormat("en", {maximumSignificantDigits: 3}), LARGE = new Intl.NumberFormat("en", {maximumFractionDigits: 3});
/** @type {(number: number) => string} */
const count = number => (Math.abs(number) < 1 ? SMALL : LARGE).format(number);

/** @type {(number: number, thing: string) => string} */
const several = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

/** A value as text: numbers with separators, nothing for null. @type {(value: string | number | null | undefined) => string} */
const text = value => (typeof value === "number" ? count(value) : value ?? "");

/** A word with a capital. @type {(word: string) => string} */
const capital = word => `${word[0].toUpperCase()}${word.slice(1)}`;

/** A sentence of the data, whose {names} stand for values. @type {(sentence: string, values: {[name: string]: string | number}) => string} */
const told = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? text(values[name]) : whole));

/** A share in percent; 0 and 100 only if they are exact. @type {(part: number, whole: number) => string} */
function percent(part, whole) {
  if (part && part < whole / 10000) return "<0.01";
  return part < whole && whole - part < whole / 10000 ? ">99.99" : (100 * part / whole).toFixed(2);
}

/** So many other things, of which one is enough. @type {(number: number) => string} */
const others = number => (number === 1 ? "or one other" : `or any of ${count(number)} others`);

/** Choices as text; of very many only the first ones. @type {(choices: string[], most?: number) => string} */
function either(choices, most = 8) {
  const more = choices.length - most;
  if (more > 1) return `${choices.slice(0, most).join(", ")} ${others(more)}`;
  return choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${choices[choices.length - 1]}` : choices.join();
}

/** Texts with the numbers of their rows as a text for each row. @type {(texts: [row: number, text: string][]) => string[]} */
function rowsOf(texts) {
  /** @type {string[][]} */
  const rows = [];
  for (const [row, text] of texts) (rows[row] ??= []).push(text);
  return rows.filter(Boolean).map(row => row.join(" "));
}

module.exports = {sum, count, several, others, either, rowsOf, text, capital, told, percent};
