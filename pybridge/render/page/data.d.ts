// What Python writes into a page, which docs/pages.md describes. tests/scripts compares pages with these types.

export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};

/** A state or a move of a domain as JSON; only its row looks inside. */
export type State = Json;
export type Move = (string | number)[];

export interface Data {
  version: number;
  title: string;
  summary: string;
  made: string;
  words: {kept: string; cut: string; seen: string; fresh: string; g: string; h: string; f: string; guess: Record<"kept" | "cut" | "h" | "f", string>};
  puzzles: Puzzle[];
  parts: Part[];
  bench: Bench | null;
  live: Live | null;
  gallery?: Entry[];
  /** On the first page of a gallery: the file of the lesson. */
  lesson_page?: string;
  links?: [text: string, page: string][];
}

export interface Start {
  name: string;
  state: State;
  optimal: number | null;
}

export interface Puzzle {
  name: string;
  /** How a command names it. */
  given: string;
  title: string;
  domain: string;
  sources: string[];
  starts: Start[];
  goals: State[];
  size: string;
  note: string;
  states: string | null;
  few: boolean;
  rules: Rules | null;
  drawings: [state: State, text: string, typed?: string][];
  names: [move: Move, name: string][];
}

/** A puzzle of a gallery; `page` is the address of its file, `longest` the length that says how difficult it is. */
export interface Entry {
  page: string;
  puzzle: Puzzle;
  kind: string;
  longest: number | null;
  census: {states: number; largest_distance: number} | null;
}

export type Point = [x: number, y: number];
export type Label = [text: string, size: number];
export type Paint = [text: string, below: string];

/** A shape that stays where it is. */
export interface Shape {
  kind: "polygon" | "line" | "text";
  role: string;
  points: Point[];
  text?: string;
  size?: number;
  paint?: Paint;
}

/** What the rows of domains.js need, by the name of the row. */
export interface RulesOf {
  tiles: TileRules;
  blocks: BlockRules;
  turns: TurnRules;
  rules: RuleRules;
}

export type Rules = RulesOf[keyof RulesOf];

export interface TileRules {
  row: "tiles";
  width: number;
  height: number;
  still: Shape[];
  places: Point[];
  outline: Point[];
  labels: {[tile: string]: Label};
  cells: [row: number, column: number][];
  neighbors: number[][];
  distances: number[][] | null;
}

export interface BlockRules {
  row: "blocks";
  blocks: string[];
  places: string[];
  table: string | null;
  width: number;
  height: number;
  gap: number;
  margin: number;
  seam: number;
  floor: number;
  labels: {[name: string]: Label};
}

export interface TurnRules {
  row: "turns";
  width: number;
  height: number;
  still: Shape[];
  places: Point[];
  outline: Point[];
  labels: {[piece: string]: Label};
  /** How wide pieces are, if not 1. */
  widths: {[piece: string]: number};
  paints: {[piece: string]: Paint};
  /** A move that turns over a `part` of a row or a column has lines at the `ends` of that. */
  moves: {name: string; sources: number[]; part?: number[]; ends?: Shape[]}[];
  generators: {name: string; sources: number[]}[];
  solid: Solid | null;
}

export type Vector = [x: number, y: number, z: number];

/** A puzzle in space: the corners of each point, what lies between with the point whose color it has, and a turn for each move. */
export interface Solid {
  facets: Vector[][];
  fillers: [corners: Vector[], point: number | null][];
  turns: (SolidTurn | null)[];
}

/** The part of a turn lies between two places along its axis, with a cut at each that is not the end of the puzzle. */
export interface SolidTurn {
  axis: Vector;
  angle: number;
  fillers: number[];
  from: number;
  to: number;
  cuts: [Vector[] | null, Vector[] | null];
}

export interface RuleRules {
  row: "rules";
  template: string;
  domains: string[][];
  names: string[];
  operators: [name: number, before: number[], after: number[]][];
  conditions: number[][];
  continues: number[] | null;
  drawn: boolean;
  board: RuleBoard | null;
}

/** A board of rules: values that are joined side by side are of one piece. */
export interface RuleBoard {
  width: number;
  height: number;
  rest: number;
  still: Shape[];
  seam: number;
  cells: [cell: number, variable: number, row: number, column: number, x: number, y: number][];
  looks: {[value: string]: RuleLook};
  joins: [one: string, other: string, down: number, right: number][];
}

export interface RuleLook {
  text: string;
  size: number;
  lies: "piece" | "hole" | "nothing";
  paint?: Paint;
}

/** A start of a puzzle, with what was found. */
export interface Part {
  puzzle: number;
  start: Start;
  searches: Search[];
  states?: State[];
  checks?: Check[];
  why?: Why;
  trees?: Tree[];
  census?: Census;
}

/** What counters say about a search, or of an iteration. */
export interface Counters {
  expanded: number | null;
  generated: number | null;
  inferences: number | null;
  evaluated: number | null;
  seconds: number;
}

export interface Iteration extends Counters {
  threshold: number;
  completed: boolean;
}

/** Which search it was. */
export interface Run {
  version: number;
  puzzle: string;
  start: string;
  engine: string;
  program: string;
  heuristic: string | null;
  pruning: string | null;
  outcome: string;
}

export interface Search extends Run, Counters {
  reason: string | null;
  length: number | null;
  lower_bound: number | null;
  completed_expanded: number | null;
  completed_generated: number | null;
  count: number | null;
  layers: (Omit<Counters, "inferences" | "evaluated"> & {done: number; of: number}) | null;
  step: number;
  resumed: number | null;
  kept: boolean;
  iterations: Iteration[];
  solutions: Move[][];
  solutions_found: number;
  growth: (number | null)[];
  shortest: boolean;
  trees?: number[];
  undrawn?: string;
}

/** A tree of one iteration, or of a search that knows states again: its nodes are columns, each node before those below it. */
export interface Tree extends Run, Iteration {
  visited: number;
  different: number | null;
  span: string;
  knows: boolean;
  bounded: boolean;
  levels: {expanded: number; ended: number}[];
  whole: boolean;
  step: number;
  g: number[];
  h: (number | null)[] | null;
  move: number[];
  note: number[];
  end: number[];
  below: number[];
  folded: number[];
  number: number[] | null;
  states: (number | null)[] | null;
  moves: Move[];
  notes: string[];
  ends: string[];
  state?: State[];
}

export interface Check {
  subject: string;
  detail: string;
  difference: string | null;
  compared: boolean;
  between: boolean;
}

export interface Why {
  version: number;
  state: State;
  threshold: number;
  threshold_is: string;
  g: number;
  tiles: {tile: number; cell: number; distance: number}[];
  h: number;
  f: number;
  kept: boolean;
}

export interface Level {
  distance: number;
  states: number;
  exact: number | null;
  goals: number | null;
  up_to_symmetry: number | null;
}

export interface Place {
  name: string;
  state: State;
  distance: number | null;
  reason: string | null;
}

export interface Census {
  version: number;
  puzzle: string;
  method: string;
  origin: {name: string; state: State} | null;
  outcome: string;
  complete: boolean;
  seconds: number;
  total: number | null;
  states: number;
  largest_distance: number | null;
  mean_distance: number | null;
  exact_share: number | null;
  nearest_goal: number | null;
  dead_ends: number | null;
  dead_ends_stopped: string | null;
  symmetries: number | null;
  up_to_symmetry: number | null;
  levels: Level[];
  starts: Place[];
  farthest_states: number | null;
  farthest: State[];
}

/** A measurement, as `bench --json` prints it: only what scripts read is spelled out. */
export interface Bench {
  command: string | null;
  heuristics: Measured[];
  [name: string]: Json | Measured[];
}

export interface Measured {
  heuristic: string;
  program: string;
  solved: number;
  wanted: number;
  means: Means;
  boards: Board[];
  [name: string]: Json | Means | Board[];
}

export interface Means {
  length: number | null;
  h: number | null;
  expanded: number | null;
  generated: number | null;
  completed_expanded: number | null;
  completed_generated: number | null;
  evaluated: number | null;
  seconds: number | null;
}

export interface Board {
  start: string;
  outcome: string;
  length: number | null;
  h: number | null;
  expanded: number | null;
  generated: number | null;
  seconds: number | null;
  [name: string]: Json;
}

/** A program, and what its bridge has to do. */
export interface Program {
  files: {name: string; text: string}[];
  goal: string;
  announces: string;
  prints: string;
  /** The form of states, if what is printed has them as terms. */
  template: string | null;
}

/** A query of files. */
export interface Query {
  files: Program["files"];
  query: string;
}

/** The program that the page runs, and the SWI-Prolog that runs it. */
export interface Live extends Program {
  part: number;
  about: string;
  native: {inferences: number; seconds: number; iterations: {threshold: number; inferences: number | null}[]} | null;
  prolog: {code: string; library: string; script: string};
  worker: string;
  bridge: [name: string, text: string][];
}
