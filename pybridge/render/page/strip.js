// @ts-check
"use strict";
// All boards of the path side by side, as the terminal prints them; drawn when they are opened or printed.

const {smallBoard} = require("./board.js");
const {details, heardBy, make} = require("./dom.js");
const {count} = require("./numbers.js");

/** @import {Player, Row, Step} from "./types" */

const MOST = 200;
const onPrint = heardBy(() => window, "beforeprint", ".strip");

/** The boards of the player's path in a part of the page that opens. @type {(row: Row, player: Player) => Element} */
function stripOf(row, player) {
  const list = make("ol", {class: "strip"}), element = details("All boards", list);
  /** @type {Step[] | null} */
  let drawn = null;

  function draw() {
    const {path} = player.now();
    if (!element.open || drawn === path) return;
    drawn = path;
    list.replaceChildren(...path.slice(0, MOST).map(({state, move}, number) =>
      make("li", {}, smallBoard(row, state), make("span", {}, move ? `${number}: ${row.nameOf(move)}` : "start"))));
    if (path.length > MOST) list.append(make("li", {}, `and ${count(path.length - MOST)} more`));
  }

  player.listen(draw);
  element.addEventListener("toggle", draw);
  onPrint(list, () => { element.open = true; draw(); });
  return element;
}

module.exports = {stripOf};
