// What worker.js uses of the script of SWI-Prolog, which stands before it in a worker.

/** An answer: the values of variables by name, or a `message` if there is none. */
type Answer = {[name: string]: unknown};

/** The answers of a query; the last one may be known to be `done`. */
interface Answers {
  once(): Answer;
  next(): {done: boolean, value?: Answer, message?: string};
}

/** An open file of Emscripten's. */
interface Stream {
  stream_ops: {fsync(stream: Stream): void};
}

interface Module {
  prolog: {query(goal: string, values?: {[name: string]: unknown}): Answers};
  FS: {mkdir(path: string): void, writeFile(path: string, text: string): void, streams: Stream[]};
}

declare function SWIPL(options: {
  arguments: string[];
  print(line: string): void;
  printErr(line: string): void;
  locateFile(name: string): string;
  getPreloadedPackage(): ArrayBuffer;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): {};
}): Promise<Module>;
