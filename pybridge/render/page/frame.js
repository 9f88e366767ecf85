// @ts-check
"use strict";
// The frame of every page: its data, a heading, the place of its sections, and who made it.

const {make} = require("./dom.js");

/** @import {Data} from "./types" */

/** An element that page.html has. @type {(id: string) => HTMLElement} */
function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** @type {Data} */
const data = JSON.parse(place("data").textContent ?? "");

/** Write the links to other pages, the heading with elements below it, and the last line. @type {(...below: Node[]) => void} */
function frame(...below) {
  const links = (data.links ?? []).map(([text, href]) => make("a", {href}, text));
  if (links.length) place("head").before(make("nav", {"aria-label": "Puzzles", lang: "en"}, ...links));
  place("head").append(make("h1", {}, data.title), make("p", {class: "quiet"}, data.summary), ...below);
  place("foot").append(make("p", {class: "quiet", lang: "en"}, data.made));
}

/** Show these sections alone. @type {(...sections: Node[]) => void} */
const fill = (...sections) => place("page").replaceChildren(...sections);

module.exports = {data, frame, fill};
