// @ts-check
"use strict";
// The line of the program that a reader fills in: right if it is true of the same numbers, however it is written.

/** @typedef {{[name: string]: number}} Values */

const TERM = "(?:N|Low|Limit|\\d{1,4})", SUM = `([+-]?${TERM}(?:[+-]${TERM})*)`;
const LINE = new RegExp(`^(\\\\\\+)?${SUM}(=<|>=|<|>)${SUM}$`);
/** @type {{[sign: string]: (left: number, right: number) => boolean}} */
const SIGNS = {"=<": (left, right) => left <= right, ">=": (left, right) => left >= right, "<": (left, right) => left < right,
  ">": (left, right) => left > right};
const SMALL = [0, 1, 2, 3, 4, 5, 6, 7];

/** The value of a sum without parentheses. @type {(sum: string, values: Values) => number} */
function valueOf(sum, values) {
  let value = 0;
  for (const [, sign, term] of sum.matchAll(/([+-]?)(\w+)/g)) value += (sign === "-" ? -1 : 1) * (values[term] ?? Number(term));
  return value;
}

/** What a line is: `right`, `plain` if it is that of the search without a bound, or `wrong`. @type {(line: string) => "right" | "plain" | "wrong"} */
function judged(line) {
  const text = line.normalize("NFKC").replace(/\s+/g, "").replace(/[.,]+$/, "");
  const [, not, left, sign, right] = LINE.exec(text.includes("-(") ? "" : text.replace(/[()]/g, "")) ?? [];
  if (!sign) return "wrong";
  /** @type {(wanted: (values: Values) => boolean) => boolean} */
  const isSame = wanted => SMALL.every(N => SMALL.every(Low => SMALL.every(Limit => {
    const values = {N, Low, Limit};
    return (SIGNS[sign](valueOf(left, values), valueOf(right, values)) !== Boolean(not)) === wanted(values);
  })));
  if (isSame(({N, Low, Limit}) => N + Low <= Limit)) return "right";
  return isSame(({N, Limit}) => N < Limit) ? "plain" : "wrong";
}

module.exports = {judged};
