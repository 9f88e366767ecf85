// What the scripts give each other. Pages do not have this file; its only readers are editors and tests/scripts.

import type {Data, Move, Paint, Part, Point, Puzzle, Search, Shape, Solid, State, Tree} from "./data";

export type * from "./data";

/** What a move carries: the cell of a tile, or the name of a block or its ground. */
export type Piece = string | number;

export type TileState = number[];
export type TileMove = [tile: number, from: number, to: number];
export type BlockState = [block: string, under: string][];
export type BlockMove = [block: string, from: string, to: string];
export type TurnState = number[];
export type TurnMove = [name: string];
export type RuleState = number[];
export type RuleMove = [name: string];

/**
 * A term of Prolog, from `begin` up to `end` of its text. `name` is that of an atom or a compound, or the text of a number, a string or a
 * variable; `sign` is an operator, and `other` what depends on operators or is written otherwise.
 */
export interface Term {
  kind: "number" | "text" | "atom" | "variable" | "list" | "compound" | "sign" | "other";
  name: string;
  args: Term[];
  begin: number;
  end: number;
}

/** What a term of a start means: a state, or why it is not one, perhaps at a place of the text. */
export type StartRead<S = State> = {state: S} | {what?: string, why: string, place: number};

/** A piece as it lies on the board; marks of one kind look alike. `outline` is seen from (x, y), `down` is where its text is. */
export interface Mark {
  piece: Piece;
  kind: string | number;
  role: string;
  x: number;
  y: number;
  outline: Point[];
  text: string;
  size?: number;
  down?: number;
  paint?: Paint;
}

/** A move from a state: its `name` is short, it is `told` in words, and `state` is where it leads. */
export interface Possible<S = State, M = Move> {
  move: M;
  name: string;
  told: string;
  state: S;
  /** The piece that a click moves, by itself or, if there is a target, onto that. */
  piece?: Piece;
  target?: Piece;
  /** All pieces that it changes, where a click on any of them may mean it, and its steps. */
  pieces?: Piece[];
  steps?: number;
  /** The arrow or letter key for it, and the arrow that distinguishes it from others of its name. */
  key?: string | null;
  sign?: string | null;
}

/** What a click on a piece means: a move, or the piece that is chosen from now on. */
export interface Click {
  move?: Possible;
  chosen: Piece | null;
}

/** A part of a lower bound, as a line of a table. */
export interface Share {
  cells: Cell[];
  distance: number;
}

/** How a domain explains its lower bound: the parts of a state's, in a table with these columns. */
export interface Shares<S = State> {
  by: string;
  columns: Column[];
  of(state: S): Share[];
}

/** A move that is being made from the state `before`, or undone, in this many milliseconds. */
export interface TurnOn {
  move: Move;
  before: State;
  isBack: boolean;
  lasts: number;
}

/** What is marked on a board: the pieces that moved, the one that is chosen, those that can move, and the move that is being made. */
export interface Marked {
  moved?: Piece[];
  chosen?: Piece | null;
  playable?: Piece[];
  turned?: TurnOn | null;
}

/** A board: `show` draws a state, and `along` outlines what a move would take along. */
export interface Shown {
  element: HTMLElement | SVGElement;
  show(state: State, marked?: Marked): void;
  along(move: Move | null): void;
}

/** States that are shapes. */
export interface Shaped<S = State> {
  frame: Point;
  still: Shape[];
  marks(state: S): Mark[];
  drawing?: undefined;
}

/** States that are texts. */
export interface Texts<S = State> {
  drawing(state: S): string;
}

/** What a row may leave out. */
export interface Optional<S = State> {
  /** A text that is the same for equal states only. */
  key(state: S): string;
  /** The states from which one move leads to a state, and those to which one leads. */
  before(state: S): S[];
  after(state: S): S[];
  /** Whether distances are found by a search forward from a start, as moves cannot be undone or goals are many. */
  forward: boolean;
  /** Whether a state is a goal, if not only those of the puzzle are. */
  isGoal(state: S): boolean;
  /** What is wrong with a start, a sentence; null if it is a state and nothing proves that it reaches no goal. It may be any lists. */
  fault(state: State): string | null;
  /** The state that a term of a start is; null if that is not certain. */
  read(term: Term): StartRead<S> | null;
  /** The state with these parts, as Prolog writes them, null if there is none; and what to draw for a state from now on. */
  stateOf: ((parts: string[]) => S | null) | null;
  learn(state: S, picture: string): void;
  /** What a click on a piece means after another was chosen. */
  clicked(possible: Possible[], piece: Piece, chosen: Piece | null): Click;
  /** What arrow keys do on the board, if they make moves, and which letters turn. */
  arrows: string | null;
  letters: string | null;
  /** How far a piece glides at most; one that goes farther, as around the edge of a board, is at its place at once. */
  reach: number;
  /** The pieces that a move takes along, and lines that show where those end. */
  taken(move: Move, state: S): Piece[];
  ends(move: Move): Shape[];
  /** A state as --start takes it, and what goals are where none is listed. */
  typed(state: S): string;
  goal: string;
  /** What all goals need, drawn as a state without the rest; null if it is not drawn. */
  wanted: State | null;
  /** How its pieces lie in space, if that is known. */
  solid: Solid | null;
  shares: Shares<S> | null;
}

/**
 * What every row has: all moves from a state, a state on one line, the name of a move, and the pieces of a state that the move to it
 * from the state before moved.
 */
export interface Needed<S = State, M = Move> {
  moves(state: S): Possible<S, M>[];
  line(state: S): string;
  nameOf(move: M): string;
  movedTo(move: M, state: S, before?: S): Piece[];
}

/** What a domain has on a page. */
export type OwnRow<S = State, M = Move> = Needed<S, M> & Partial<Optional<S>> & (Shaped<S> | Texts<S>);

/** The row of a puzzle, with what follows from it. */
export type Row = Needed & Optional & (Shaped | Texts) & {playable: boolean, goals: State[]};

/** A state of a path, and the move that led to it. */
export interface Step {
  state: State;
  move?: Move;
}

/** What is shown: the state at `index` of a path; `own` if the reader made moves of it. */
export interface Now extends Step {
  index: number;
  path: Step[];
  own: boolean;
  /** Whether the reader made all moves up to there. */
  made: boolean;
  title: string;
  /** The moves from the goal to the first state, by their numbers, if it is not the start of the part; null if they are not known. */
  from: string | null;
  /** How many moves are those of the path to go back to, that path, and whether it is this one. */
  shared: number;
  home: Step[];
  isHome: boolean;
}

export interface Player {
  element: HTMLElement;
  load(steps: Step[], what: string, options?: {at?: number, isHome?: boolean, origin?: string | null, kept?: number}): void;
  restore(): void;
  pause(): void;
  move(move: Possible): void;
  go(by: number): void;
  /** Outline what a move would take along; null outlines nothing. */
  along(move: Move | null): void;
  key(event: KeyboardEvent): void;
  listen(heard: (now: Now) => void): void;
  now(): Now;
}

/** Distances from the nearest goal; `few` if the page computes them. `unknown` says why that of a state is not known. */
export interface Distances {
  few: boolean;
  of(state: State): number | null;
  unknown(state: State): string;
  best(state: State): Possible | undefined;
  ready(heard: () => void): void;
  stop(): void;
  /** Search for the first move of a shortest way from a state, if the page can do that; it gets the length of the way, too. */
  seek?(state: State, heard: (found: {move: Possible, length: number} | "dead end" | null) => void): void;
}

/** A way to a goal that the reader found: the numbers of its moves, and of those that lead from the goal to its start, as in an address. */
export interface Solved {
  part: number;
  from: string;
  moves: string;
  /** The start in words, and how many hints were given. */
  told: string;
  hints: number;
  shortest: number | null;
}

/** What the sections of a page are made of. */
export interface Context {
  data: Data;
  part: Part;
  puzzle: Puzzle;
  row: Row;
  player: Player;
  distances: Distances;
  /** What the address said, and how to have it say something more. */
  wanted: URLSearchParams;
  say(name: string, value: number): void;
  /** The address of what is shown. */
  address(): string;
  /** Show what the fields of an address say, under a title. */
  visit(fields: URLSearchParams, title: string): void;
}

/** A search, or a tree that was drawn alone, with the trees of its iterations by threshold. */
export interface Deepening {
  found: Search | null;
  name: string;
  word: string;
  iterations: (Search["iterations"][number] | Tree)[];
  trees: Map<number, Tree>;
  undrawn: string;
}

/** A bar of a chart: its values are stacked. */
export interface Bar {
  at: string | number;
  values: number[];
  title: string;
  chosen?: boolean;
}

export interface ChartOptions {
  /** The class of each value. */
  classes: string[];
  /** A log scale begins below the power of ten `least`; only the sum is drawn, in the class of the first value that is not 0. */
  log?: boolean;
  least?: number;
  /** The value of the highest bar of all charts that are compared. */
  most?: number;
  /** Whether other charts stand beside it. */
  beside?: boolean;
  across?: string;
  upward?: string;
  /** Called with the number of a bar that is clicked. */
  pressed?: ((number: number) => void) | null;
}

/** The nodes of a tree by their numbers: the parent, first child and next sibling of each; -1 for none. */
export interface Links {
  parent: Int32Array;
  first: Int32Array;
  next: Int32Array;
}

/** The nodes of a tree at each step, their numbers in visiting order, from 1, and the step at which each node is visited. */
export interface Order {
  nodes: Int32Array;
  numbers: Int32Array;
  steps: Int32Array;
}

/** A tree among the iterations of a search, after `from` nodes of those before. */
export interface Stretch {
  tree: Tree;
  links: Links;
  before: Int32Array;
  order: Order;
  from: number;
}

/** After this many nodes of a search an iteration ends. At least this many different states were visited, null if nobody counted. */
export type End = [nodes: number, states: number | null, isExact: boolean];

/** A search from its first node to its last; `moments` are the numbers of the nodes on the page, and of those that end an iteration. */
export interface Course {
  run: Deepening;
  stretches: Stretch[];
  ends: End[];
  moments: number[];
}

/** Where a search is. */
export interface Spot {
  stretch: Stretch;
  step: number;
  node: number;
}

/** One of two searches side by side. */
export interface Side {
  element: Element;
  move(moment: number): void;
  explain(): void;
}

/** What steps go through: a step is called `noun`, and `action` plays all. `settle` is called where a step stays. */
export interface Walk {
  noun: string;
  group: string;
  action: string;
  /** What says where a step is, to listeners, too. */
  spoken: Element;
  move(step: number): void;
  explain(): void;
  settle(): void;
  place(): string;
}

export interface Steps {
  elements: Element[];
  current(): number;
  show(step: number): void;
  go(step: number): void;
  pause(): void;
}

export type Column = [heading: string, isNumber?: boolean];
export type Cell = Node | string | number | null | undefined;
export type Child = Node | string | null | undefined;
export type Choices = readonly (readonly [value: string | number, shown: string | number])[];

/** Attributes by name, and listeners as `onclick` and the like; without a value there is none. */
export interface Attributes {
  [name: string]: string | number | boolean | null | undefined | ((event: Event) => void);
}

/** What a worker sends. A program can send anything, too, so nothing is known of the values. */
export interface Message {
  [name: string]: unknown;
}
