"use strict";
// SWI-Prologs in workers. Each runs one program and is then thrown away, so the next one is started beforehand.

const MOST_MESSAGES = 20000;
const KEPT = 2; // workers that are ready, so that one is there when a run is stopped

/** The bytes of a text in base64 that was compressed with gzip. */
async function unpacked(text) {
  const packed = atob(text), bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Workers for the parts that came with the page. `changed` is called when a worker becomes ready or cannot be started. */
function prologsOf({prolog, worker, bridge}, changed) {
  const fresh = [];
  let parts = null, running = null, fault = null;

  async function prepare() {
    const [script, code, library] = await Promise.all(
      [unpacked(prolog.script), unpacked(prolog.code).then(bytes => WebAssembly.compile(bytes)), unpacked(prolog.library)]);
    return {url: URL.createObjectURL(new Blob([script, "\n", worker], {type: "text/javascript"})), code, library};
  }

  /** Start workers, one after the other, up to KEPT; while one runs, leave it the processor. */
  async function warm() {
    try {
      const {url, code, library} = await (parts ??= prepare());
      if (running || fault || fresh.length === KEPT || fresh.some(each => !each.ready)) return;
      const made = {worker: new Worker(url), ready: false};
      fresh.push(made);
      made.worker.onmessage = ({data}) => (data?.ready ? ready(made) : fail(data?.end));
      made.worker.onerror = event => fail(event.message);
      made.worker.postMessage({code, library, bridge});
    } catch (error) {
      fail(error.message);
    }
  }

  function ready(made) {
    made.ready = true;
    changed();
    warm();
  }

  function fail(message) {
    fault = `SWI-Prolog does not start in this browser: ${message}`;
    changed();
  }

  /** Run a program in a worker that is ready. `heard` gets each message; one with `end` or `faults` is the last. */
  function run(program, heard) {
    const mine = running = fresh.shift().worker;
    let number = 0;
    const receive = data => {
      if (running !== mine) return;
      number += 1;
      const over = "end" in data || "faults" in data || number > MOST_MESSAGES;
      if (over) stop();
      heard(number > MOST_MESSAGES ? {end: "the program sends too many messages"} : data);
    };
    mine.onmessage = ({data}) => receive(Object(data));
    mine.onerror = event => receive({end: event.message});
    mine.postMessage(program);
  }

  /** End what runs. */
  function stop() {
    running?.terminate();
    running = null;
    changed();
    warm();
  }

  return {warm, run, stop, ready: () => Boolean(fresh[0]?.ready), running: () => Boolean(running), fault: () => fault};
}

module.exports = {prologsOf};
