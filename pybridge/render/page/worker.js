"use strict";
// In the worker: one SWI-Prolog, which loads a program and runs it once. Appended to the script of SWI-Prolog, which defines
// SWIPL. It gets {code, library, bridge} once, then {files, goal, announces, prints}; what it sends, prologs.js receives.

const MOST_LINES = 2000, LAST_LINES = 200, LONGEST_LINE = 2000;
let prolog = null, printed = 0, last = [], begun = 0;

/** Send a line that the program prints. Of very many only the first ones are sent at once, and the last ones at the end. */
function line(text) {
  const cut = text.slice(0, LONGEST_LINE);
  printed += 1;
  if (printed <= MOST_LINES) return postMessage({line: cut});
  last.push(cut);
  if (last.length > 2 * LAST_LINES) last = last.slice(-LAST_LINES);
}

async function start({code, library, bridge}) {
  const made = await SWIPL({
    arguments: ["-q"], print: line, printErr: line, locateFile: name => name, getPreloadedPackage: () => library,
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(code, imports).then(instance => done(instance));
      return {};
    },
  });
  self.window = self; // where Prolog looks for functions
  prolog = {query: (goal, values) => made.prolog.query(goal, values).once(), FS: made.FS};
  for (const folder of ["/bridge", "/engine", "/puzzle"]) prolog.FS.mkdir(folder);
  for (const [name, text] of bridge) prolog.FS.writeFile(`/${name}`, text);
  postMessage({ready: true}); // what follows is done before a run is
  prolog.query("load_files('/bridge/page', [silent(true)])");
  prolog.query("assertz((user:pybridge_limit(Limit, Inferences) :- _ := told(Limit, Inferences)))");
}

/** Called by Prolog at each limit. */
self.told = (limit, inferences) => postMessage({limit: Number(limit), inferences: Number(inferences), seconds: seconds()});

const seconds = () => (performance.now() - begun) / 1000;
const plain = value => (Array.isArray(value) ? value.map(plain) : typeof value === "object" ? String(value?.v ?? value) : value);

function run({files, goal, announces, prints}) {
  const paths = files.map(({name, text}) => {
    prolog.FS.writeFile(`/puzzle/${name}`, text);
    return `/puzzle/${name}`;
  });
  const {Faults} = prolog.query("load_page(Files, Faults)", {Files: paths});
  if (Faults.length) return {faults: Faults.map(plain)};
  const {Start} = prolog.query("(catch(once(start(_, Start)), _, fail) -> true ; Start = [])");
  begun = performance.now();
  const {End, message} = prolog.query(`run_page(${goal}, ${announces}, ${prints}, user:pybridge_limit, End)`);
  const [result, inferences, file, at] = plain(End ?? [message ?? "Prolog ended", 0, "", 0]);
  return {end: result, inferences, file, at, start: plain(Start), seconds: seconds()};
}

onmessage = async ({data}) => {
  try {
    if (data.code) return await start(data);
    const done = run(data);
    for (const text of last.slice(-LAST_LINES)) postMessage({line: text});
    postMessage({...done, unsent: Math.max(0, printed - MOST_LINES - LAST_LINES)});
  } catch (error) {
    postMessage({end: `Prolog ended: ${error.message ?? error.name ?? error}`, inferences: 0, file: "", at: 0, start: [], seconds: seconds()});
  }
};
