// @ts-check
"use strict";
// In the worker: one SWI-Prolog, which loads a program and runs it once, or asks its query. Appended to the script of SWI-Prolog,
// which defines SWIPL. It gets {code, library, bridge} once, then a program or a
// query, and then perhaps requests for more answers; what it sends, prologs.js receives.

/** @import {Program, Query} from "./data" */
/** What a worker gets first. @typedef {{code: WebAssembly.Module, library: ArrayBuffer, bridge: [name: string, text: string][]}} Parts */

const MOST_LINES = 2000, LAST_LINES = 200, LONGEST_LINE = 2000;
let printed = 0, sent = 0, begun = 0;
/** @type {string[]} */
let last = [];
/** @type {Module | undefined} */
let prolog;
/** @type {Answers | undefined} */
let answers;

/**
 * Send a line that the program prints. Of very many only the first ones are sent at once, and the last ones at the end.
 * @type {(text: string) => void}
 */
function line(text) {
  const cut = text.slice(0, LONGEST_LINE);
  printed += 1;
  if (printed <= MOST_LINES) return send(cut);
  last.push(cut);
  if (last.length > 2 * LAST_LINES) last = last.slice(-LAST_LINES);
}

/** @type {(text: string) => void} */
function send(text) {
  sent += 1;
  postMessage({line: text});
}

/** Send the last lines that were not sent; how many are left out. */
function sendLast() {
  last.slice(-LAST_LINES).forEach(send);
  const unsent = printed - sent;
  [sent, last] = [printed, []];
  return unsent;
}

/** @type {(goal: string, values?: Answer) => Answer} */
function query(goal, values) {
  if (!prolog) throw new Error("it has not started");
  return prolog.prolog.query(goal, values).once();
}

/** @type {(parts: Parts) => Promise<void>} */
async function start({code, library, bridge}) {
  prolog = await SWIPL({
    arguments: ["-q"], print: line, printErr: line, locateFile: name => name, getPreloadedPackage: () => library,
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(code, imports).then(instance => done(instance));
      return {};
    },
  });
  Object.assign(self, {window: self, told}); // where Prolog looks for functions
  for (const folder of ["/bridge", "/engine", "/narrowing", "/puzzle"]) prolog.FS.mkdir(folder);
  for (const [name, text] of bridge) prolog.FS.writeFile(`/${name}`, text);
  postMessage({ready: true}); // what follows is done before a run is
  query("load_files('/bridge/page', [silent(true)])");
  query("assertz((user:pybridge_limit(Limit, Inferences) :- _ := told(Limit, Inferences)))");
}

/** Called by Prolog at each limit. @type {(limit: unknown, inferences: unknown) => void} */
const told = (limit, inferences) => postMessage({limit: Number(limit), inferences: Number(inferences), seconds: seconds()});

const seconds = () => (performance.now() - begun) / 1000;

/** A value of Prolog's as lists and texts. @type {(value: unknown) => unknown} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value ? String("v" in value ? value.v : value) : value;
}

/** What is wrong with the files, if something is. @type {(files: Program["files"]) => unknown[]} */
function load(files) {
  const paths = files.map(({name, text}) => {
    prolog?.FS.writeFile(`/puzzle/${name}`, `${text}\n`); // an error in a last line without an end has the line before
    return `/puzzle/${name}`;
  });
  const {Faults} = query("load_page(Files, Faults)", {Files: paths});
  return Array.isArray(Faults) ? Faults.map(plain) : [];
}

/** @type {(program: Program) => object} */
function run({files, goal, announces, prints, template}) {
  const faults = load(files);
  if (faults.length) return {faults};
  const {Start} = query("page_start(Start)");
  begun = performance.now();
  const {End, message} = query(`run_page(${goal}, ${announces}, ${prints}, user:pybridge_limit, End)`);
  const [end, inferences, file, at] = Array.isArray(End) ? End.map(plain) : [message ?? "Prolog ended", 0, "", 0];
  const taken = seconds(), {Steps} = template === null ? {Steps: []} : query("page_path(Template, Steps)", {Template: template});
  return {end, inferences, file, at, start: plain(Start), path: plain(Steps), seconds: taken};
}

/** @type {(query: Query) => object} */
function ask({files, query: text}) {
  const faults = load(files);
  if (faults.length) return {faults};
  answers = prolog?.prolog.query("page_answer(Text, Answer)", {Text: text});
  return next();
}

/** The next answer of the query. */
function next() {
  const {done, value, message} = answers?.next() ?? {done: true};
  if (!value) return {end: message ?? "false"};
  const [end, file, at, answer] = Array.isArray(value.Answer) ? value.Answer.map(plain) : [];
  return end ? {end, file, at} : {answer, more: !done};
}

/** Send the last line even if the program did not end it. */
function endLine() {
  query("flush_output(user_output), flush_output(user_error)"); // no program can define this
  for (const stream of prolog?.FS.streams.slice(1, 3) ?? []) stream.stream_ops.fsync(stream);
}

onmessage = async ({data}) => {
  try {
    if (data.code) return await start(data);
    const done = data.more ? next() : data.query ? ask(data) : run(data);
    endLine();
    postMessage({...done, unsent: sendLast()});
  } catch (error) {
    /** What SWI-Prolog throws need not be an Error. @type {{message?: unknown, name?: unknown}} */
    const {message, name} = Object(error);
    const why = /exit\(/.test(String(message)) ? "halt was called" : message ?? name ?? error;
    postMessage({end: `Prolog ended: ${why}`, inferences: 0, file: "", at: 0, start: [], seconds: seconds(), unsent: sendLast()});
  }
};
