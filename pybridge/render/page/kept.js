// @ts-check
"use strict";
// A changed text, which the browser keeps until its tab is closed. It may refuse to: then nothing is kept.

/** A number that differs for most texts. @type {(text: string) => number} */
function digest(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

/**
 * What is kept instead of the original text of this name and page.
 * @type {(name: string, original: string) => {get: () => string | null, set: (text: string | null) => void}}
 */
function keptOf(name, original) {
  const key = `pybridge ${location.pathname} ${name} ${digest(original)}`;
  /** @type {(act: () => string | null | void) => string | null} */
  const tried = act => {
    try {
      return act() ?? null;
    } catch {
      return null; // some browsers allow files no storage, and none is endless
    }
  };
  return {
    get: () => tried(() => sessionStorage.getItem(key)),
    set: text => {
      tried(() => sessionStorage.removeItem(key));
      if (text !== null) tried(() => sessionStorage.setItem(key, text));
    },
  };
}

module.exports = {keptOf};
