// @ts-check
"use strict";
// SWI-Prologs in workers. Each runs one program, or answers one query, and is then thrown away, so the next one is started beforehand.

/** @import {Live, Message, Program, Query} from "./types" */

const MOST_MESSAGES = 20000;
const KEPT = 2; // workers that are ready, so that one is there when a run is stopped

/** The bytes of a text in base64 that was compressed with gzip. @type {(text: string) => Promise<ArrayBuffer>} */
async function unpacked(text) {
  const packed = atob(text), bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * Workers for the parts that came with the page. `changed` is called when a worker becomes ready or cannot be started.
 * @param {Live} live
 * @param {() => void} changed
 */
function prologsOf({prolog, worker, bridge}, changed) {
  /** @type {{worker: Worker, ready: boolean}[]} */
  const fresh = [];
  /** @type {ReturnType<typeof prepare> | null} */
  let parts = null;
  /** @type {Worker | null} */
  let running = null;
  let resting = false; // until it is asked for more
  let fault = "";

  async function prepare() {
    const [script, code, library] = await Promise.all(
      [unpacked(prolog.script), unpacked(prolog.code).then(bytes => WebAssembly.compile(bytes)), unpacked(prolog.library)]);
    return {url: URL.createObjectURL(new Blob([script, "\n", worker], {type: "text/javascript"})), code, library};
  }

  /** Start workers, one after the other, up to KEPT; while one runs, leave it the processor. */
  async function warm() {
    try {
      const {url, code, library} = await (parts ??= prepare());
      if (busy() || fault || fresh.length === KEPT || fresh.some(each => !each.ready)) return;
      const made = {worker: new Worker(url), ready: false};
      fresh.push(made);
      made.worker.onmessage = ({data}) => {
        if (!data?.ready) return fail(data?.end);
        made.ready = true;
        changed();
        warm();
      };
      made.worker.onerror = event => fail(event.message);
      made.worker.postMessage({code, library, bridge});
    } catch (error) {
      fail(error);
    }
  }

  /** @type {(why: unknown) => void} */
  function fail(why) {
    fault = `SWI-Prolog does not start in this browser: ${why instanceof Error ? why.message : why}`;
    changed();
  }

  const busy = () => running !== null && !resting;

  /**
   * Run a program in a worker that is ready. `heard` gets each message; one with `end` or `faults` is the last, and after an `answer`
   * the worker rests.
   * @type {(program: Program | Query, heard: (message: Message) => void) => void}
   */
  function run(program, heard) {
    stop();
    const mine = running = fresh.shift()?.worker ?? null;
    if (!mine) return;
    let number = 0;
    /** @type {(message: Message) => void} */
    const receive = message => {
      if (running !== mine) return;
      number += 1;
      const over = "end" in message || "faults" in message || number > MOST_MESSAGES;
      if (over) stop();
      else if ("answer" in message && "query" in program) rest();
      heard(number > MOST_MESSAGES ? {end: "The program sends too many messages"} : message);
    };
    mine.onmessage = ({data}) => receive(Object(data));
    mine.onerror = event => receive({end: event.message});
    mine.postMessage(program);
  }

  function rest() {
    resting = true;
    changed();
    warm();
  }

  /** Ask the worker that rests for one more answer. */
  function more() {
    resting = false;
    running?.postMessage({more: true});
    changed();
  }

  /** End what runs. */
  function stop() {
    running?.terminate();
    [running, resting] = [null, false];
    changed();
    warm();
  }

  return {warm, run, more, stop, ready: () => Boolean(fresh[0]?.ready), running: busy, fault: () => fault};
}

module.exports = {prologsOf};
