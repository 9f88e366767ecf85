// @ts-check
"use strict";
// Facts of Prolog as terms with their places. What depends on operators is not read, only passed over.

const {tokenFrom} = require("./tokens.js");

/** @import {Term} from "./types" */
/** A clause, from `begin` up to `end`. @typedef {{term: Term, begin: number, end: number}} Clause */

/** Operators that look like atoms; texts that define operators are not read at all. */
const WORDS = new Set(("is mod rem rdiv div divs xor as in ins dynamic discontiguous initialization meta_predicate module_transparent "
  + "multifile public thread_local thread_initialization volatile table tnot").split(" "));
const CLOSING = new Map([["(", ")"], ["[", "]"], ["{", "}"]]);
const SIGNS = /^(?:[-+*/\\^<>=~:.?@#&$]+|[;!])$/, PLAIN = /^(?:[\p{Ll}\p{Lo}][\p{L}\p{M}\p{N}_]*|\[\]|\{\})$/u;
const CODES = /\\(?:\\\\)*[^\\nt'"`]/;
const ESCAPES = new Map([["n", "\n"], ["t", "\t"]]);

/** That a text is not Prolog, for certain, at a place. */
class Unread extends Error {
  /** @param {string} message @param {number} place */
  constructor(message, place) {
    super(message);
    this.place = place;
  }
}

/**
 * Whether two terms side by side may be one: a dict, or operands of a sign that has a bracket directly behind it.
 * @type {(one: Term, other: Term) => boolean}
 */
function mayJoin(one, other) {
  if (one.kind === "sign" || other.kind === "sign" || (other.kind !== "text" && (SIGNS.test(other.name) || WORDS.has(other.name)))) return true;
  return one.end === other.begin && (other.name[0] === "{" || one.kind === "number");
}

/** What a quoted text means. @type {(text: string) => string} */
const unquoted = text => text.slice(1, -1).replaceAll(text[0] + text[0], text[0]).replace(/\\([^])/g, (_, sign) => ESCAPES.get(sign) ?? sign);

/**
 * The clauses of a text from a place on, one by one. Each raises Unread if it is certain that Prolog cannot read it.
 * @type {(text: string, from?: number) => Generator<Clause, void>}
 */
function* clausesOf(text, from = 0) {
  let token = next(from);

  /** @type {(place: number) => {kind: string, begin: number, end: number, text: string}} */
  function next(place) {
    const found = tokenFrom(text, place);
    if (!found) return {kind: "over", begin: text.length, end: text.length, text: ""};
    return found.kind === "comment" ? next(found.end) : {...found, text: text.slice(found.begin, found.end)};
  }

  /** The token, and go on to the next one. */
  function take() {
    const taken = token;
    token = next(taken.end);
    return taken;
  }

  const closes = () => ["over", "end"].includes(token.kind) || (token.kind === "solo" && /[,|]/.test(token.text)) || /^[)\]}]$/.test(token.text);

  /** @type {(deep: boolean) => Term} */
  function term(deep) {
    const {begin} = token;
    /** @type {Term[]} */
    const parts = [];
    while (!closes()) {
      const part = operand(), last = parts.at(-1);
      if (last && !mayJoin(last, part)) {
        throw new Unread(`${deep ? "a comma" : "a full stop"} or an operator is missing before ${shown(part)}`, part.begin);
      }
      if (last?.name === "-" && last.kind === "sign" && parts.length === 1 && part.kind === "number" && part.begin === last.end) {
        parts[0] = {...part, name: part.name === "0" ? "0" : `-${part.name}`, begin: last.begin};
      } else parts.push(part);
    }
    if (!parts.length) throw new Unread(`a term is missing before ${token.text || "the end"}`, token.begin);
    if (parts.length > 1) return {kind: "other", name: "", args: parts, begin, end: parts[parts.length - 1].end};
    return parts[0].kind === "sign" ? {...parts[0], kind: "atom"} : parts[0];
  }

  /** @type {(part: Term) => string} */
  const shown = ({begin, end}) => text.slice(begin, Math.min(end, begin + 20));

  /** @type {() => Term} */
  function operand() {
    const {kind, begin, end, text: name} = take();
    /** @type {(kind: Term["kind"], name: string, args?: Term[], last?: number) => Term} */
    const made = (kind, name, args = [], last = end) => ({kind, name, args, begin, end: last});
    if (kind === "broken") throw new Unread(/["'`]/.test(name[0]) ? `the quote ${name[0]} is not closed in its line` : `${name} is not Prolog`, begin);
    if (kind === "number") return /^[\d_\s]+$/.test(name) ? made("number", name.replace(/[_\s]+/g, "").replace(/^0+(?=\d)/, "")) : made("other", name);
    const isSure = !(kind === "text" || kind === "quoted") || !CODES.test(name);
    if (kind === "text") return made(isSure ? "text" : "other", unquoted(name));
    if (kind === "variable" || kind === "back") return made(kind === "back" ? "other" : "variable", name);
    if (kind === "bracket") return bracketed(name, begin, made);
    const word = kind === "quoted" ? unquoted(name) : name;
    if (token.text === "(" && token.begin === end) {
      take();
      const args = list("(", end), {end: last} = take();
      return made(args.length && isSure && word !== "." ? "compound" : "other", word, args, last);
    }
    return made(kind === "sign" || kind === "solo" || (kind === "atom" && WORDS.has(name)) ? "sign" : isSure ? "atom" : "other", word);
  }

  /** @type {(open: string, begin: number, made: (kind: Term["kind"], name: string, args: Term[], last: number) => Term) => Term} */
  function bracketed(open, begin, made) {
    if (open !== "(" && token.text === CLOSING.get(open)) return open === "[" ? made("list", "", [], take().end) : made("atom", "{}", [], take().end);
    const args = list(open, begin);
    if (open === "[" && token.text === "]") return made("list", "", args, take().end);
    if (open === "[" && token.text === "|") {
      take();
      args.push(term(true));
      closed(open, begin);
    }
    return made("other", open, args, take().end);
  }

  /** The terms up to the bracket that closes, or to a | in a list. @type {(open: string, begin: number) => Term[]} */
  function list(open, begin) {
    const found = [];
    for (let more = open !== "(" || token.text !== ")"; more;) {
      if (["over", "end"].includes(token.kind)) closed(open, begin);
      found.push(term(true));
      more = token.text === "," || (open !== "[" && token.text === "|");
      const {text: separator, begin: at, end} = token;
      if (more) take();
      if (separator === "|" && more) found.push(/** @type {Term} */ ({kind: "other", name: "|", args: [], begin: at, end}));
    }
    if (open !== "[" || token.text !== "|") closed(open, begin);
    return found;
  }

  /** @type {(open: string, begin: number) => void} */
  function closed(open, begin) {
    if (token.text === CLOSING.get(open)) return;
    if (["over", "end"].includes(token.kind)) throw new Unread(`the bracket ${open} is not closed`, begin);
    throw new Unread(`${CLOSING.get(open)} is missing before ${token.text}`, token.begin);
  }

  while (token.kind !== "over") {
    const {begin} = token, parts = [term(false)];
    while (token.text === "," || token.text === "|") {
      take();
      parts.push(term(false));
    }
    if (token.kind === "over") throw new Unread("the full stop at the end of a clause is missing", parts[parts.length - 1].end);
    if (token.kind !== "end") throw new Unread(`${token.text} closes no bracket`, token.begin);
    const {end} = take();
    yield {term: parts.length > 1 ? {kind: "other", name: ",", args: parts, begin, end} : parts[0], begin, end};
  }
}

/** A term as Prolog writes it; null if that depends on operators, or a part is not known. @type {(term: Term) => string | null} */
function written({kind, name, args}) {
  if (kind === "number") return name;
  if (kind === "text") return JSON.stringify(name);
  const parts = args.map(written), isPlain = PLAIN.test(name) || (SIGNS.test(name) && name !== ".");
  const quoted = isPlain ? name : `'${name.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}'`;
  if (!["atom", "list", "compound"].includes(kind) || parts.includes(null)) return null;
  return kind === "list" ? `[${parts}]` : kind === "atom" ? quoted : `${quoted}(${parts})`;
}

module.exports = {Unread, clausesOf, written};
