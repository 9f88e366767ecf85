// @ts-check
"use strict";
// Texts as a part of an address: compressed, in letters that need no escape there.

/**
 * Read to its end here: of a Response, Firefox reports damaged bytes as an error of the page, although it is caught.
 * @type {(bytes: Uint8Array, through: CompressionStream | DecompressionStream) => Promise<ArrayBuffer>}
 */
async function sent(bytes, through) {
  const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(through).getReader(), parts = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  return new Blob(parts).arrayBuffer();
}

/** @type {(text: string) => Promise<string>} */
async function pack(text) {
  const bytes = new Uint8Array(await sent(new TextEncoder().encode(text), new CompressionStream("deflate")));
  return btoa(Array.from(bytes, each => String.fromCharCode(each)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** The text that was packed; rejects what is none. @type {(packed: string) => Promise<string>} */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), each => each.charCodeAt(0));
  return new TextDecoder().decode(await sent(bytes, new DecompressionStream("deflate")));
}

module.exports = {pack, unpack};
