// @ts-check
"use strict";
// A text of Prolog as tokens: what the editor colors, and what terms are read from.

/**
 * A token from `begin` up to `end`. `sign` is of signs such as :-, `solo` one of ! , ; |, `end` the full stop of a clause, and `broken` is
 * what no token begins with, such as a quote that is not closed in its line.
 * @typedef {{kind: string, begin: number, end: number}} Token
 */

const KINDS = Object.entries({
  comment: /%[^\n]*|\/\*[^]*?(?:\*\/|$)/,
  text: /"(?:[^"\\\n]|\\[^]|"")*"/,
  quoted: /'(?:[^'\\\n]|\\[^]|'')*'/,
  back: /`(?:[^`\\\n]|\\[^]|``)*`/,
  number: /0'(?:\\.|''|[^\\'])|0[xob][\da-fA-F]+|\d+'[\da-zA-Z]+|\d+(?:(?: |_[ \t]*)\d+)*(?:\.\d+)?(?:[eE][-+]?\d+)?/,
  variable: /[\p{Lu}\p{Lt}_][\p{L}\p{M}\p{N}_]*/u,
  atom: /\p{L}[\p{L}\p{M}\p{N}_]*/u,
  end: /\.(?=[\s%]|$)/,
  sign: /[-+*/\\^<>=~:.?@#&$]+/,
  solo: /[!,;|]/,
  bracket: /[()[\]{}]/,
  broken: /["'`][^\n]*|[^\s]/,
});
const TOKEN = new RegExp(`\\s*(?:${KINDS.map(([, form]) => `(${form.source})`).join("|")})`, "yu");

/** The first token from a place on; null if only spaces are left. @type {(text: string, from: number) => Token | null} */
function tokenFrom(text, from) {
  TOKEN.lastIndex = from;
  const found = TOKEN.exec(text);
  if (!found) return null;
  const number = found.findIndex((part, at) => at > 0 && part !== undefined), end = TOKEN.lastIndex;
  return {kind: KINDS[number - 1][0], begin: end - found[number].length, end};
}

/** How many characters two texts have in common at their begin. @type {(one: string, other: string) => number} */
function common(one, other) {
  let least = 0, most = Math.min(one.length, other.length);
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (one.slice(least, middle) === other.slice(least, middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The tokens of a text that changes. They are found as far as they are needed, and those of the lines before a change are kept. */
function tokensOf() {
  /** @type {Token[]} */
  let tokens = [];
  let text = "", over = false;

  /** @type {(changed: string) => void} */
  function set(changed) {
    const same = common(text, changed), line = changed.slice(0, same).lastIndexOf("\n") + 1, open = tokens.findIndex(each => each.kind === "broken");
    tokens.length = Math.min(after(line - 1), open < 0 ? Infinity : open); // a number may go on in its line, and an open quote behind it
    [text, over] = [changed, false];
  }

  /** The number of the first token that ends behind a place. @type {(place: number) => number} */
  function after(place) {
    let least = 0, most = tokens.length;
    while (least < most) {
      const middle = (least + most) >> 1;
      if (tokens[middle].end > place) most = middle;
      else least = middle + 1;
    }
    return least;
  }

  /** A token by its number. @type {(number: number) => Token | undefined} */
  function at(number) {
    while (!over && tokens.length <= number) {
      const next = tokenFrom(text, tokens.at(-1)?.end ?? 0);
      if (next) tokens.push(next);
      else over = true;
    }
    return tokens[number];
  }

  /** The number of the first token that ends behind a place, wherever that is. @type {(place: number) => number} */
  function find(place) {
    while (!over && (tokens.at(-1)?.end ?? 0) <= place) at(tokens.length);
    return after(place);
  }

  return {set, at, find};
}

module.exports = {common, tokenFrom, tokensOf};
