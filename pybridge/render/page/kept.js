// @ts-check
"use strict";
// A text that the browser keeps, until its tab is closed or for good. It may refuse to: then nothing is kept.

/** A number that differs for most texts. @type {(text: string) => number} */
function digest(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

/** What is called when another tab has changed the text of a key. @type {Map<string, () => void>} */
const listening = new Map();

/** @type {(event: StorageEvent) => void} */
function changed({key}) {
  for (const [each, act] of listening) if (key === null || key === each) act();
}

/** @typedef {{get: () => string | null, set: (text: string | null) => void, listen: (act: () => void) => void}} Kept */

/**
 * What is kept under this name on a page, as long as its original text is the same.
 * @type {(name: string, original: string, where?: "sessionStorage" | "localStorage") => Kept}
 */
function keptOf(name, original, where = "sessionStorage") {
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
    get: () => tried(() => window[where].getItem(key)),
    set: text => {
      tried(() => window[where].removeItem(key));
      if (text !== null) tried(() => window[where].setItem(key, text));
    },
    listen: act => { // in place of what listened before
      if (!listening.size) window.addEventListener("storage", changed);
      listening.set(key, act);
    },
  };
}

module.exports = {keptOf};
