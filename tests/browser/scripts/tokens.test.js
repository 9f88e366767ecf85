"use strict";
// Tokens of Prolog: what they are, and that those of a changed text are those of the new one.

const assert = require("node:assert/strict");
const {it} = require("node:test");

const {PAGE} = require("./puzzles.js");
const {common, tokenFrom, tokensOf} = require(`${PAGE}tokens.js`);

const all = text => {
  const tokens = tokensOf(), found = [];
  tokens.set(text);
  for (let token = tokens.at(0); token; token = tokens.at(found.length)) found.push(token);
  return found;
};
const kinds = text => all(text).map(({kind, begin, end}) => `${kind} ${text.slice(begin, end)}`);

it("a clause has these tokens", () => {
  assert.deepEqual(kinds(`a(X, _y, "s\\"t""", 'it''s') :- % no\n  \\+ 0'a, 12.5e3 /* c */ . `), [
    "atom a", "bracket (", "variable X", "solo ,", "variable _y", "solo ,", `text "s\\"t"""`, "solo ,", "quoted 'it''s'", "bracket )", "sign :-",
    "comment % no", "sign \\+", "number 0'a", "solo ,", "number 12.5e3", "comment /* c */", "end .",
  ]);
  assert.deepEqual(kinds("漢字(Ü)."), ["atom 漢字", "bracket (", "variable Ü", "bracket )", "end ."]);
  assert.deepEqual(kinds("x.y. 'open\na /* open"), ["atom x", "sign .", "atom y", "end .", "broken 'open", "atom a", "comment /* open"]);
  assert.equal(tokenFrom("a  ", 1), null);
});

it("two texts have their begin in common", () => {
  for (const [one, other, same] of [["", "a", 0], ["abc", "abd", 2], ["abc", "abc", 3], ["abc", "ab", 2], ["xbc", "abc", 0]]) {
    assert.equal(common(one, other), same);
  }
});

it("the tokens of a changed text are those of the new one, from any place on", () => {
  let seed = 7;
  const next = most => (seed = (seed * 48271) % 2147483647) % most;
  const parts = ["a", "X ", "(", ")", ".", ". ", "'", "\"", "/*", "*/", "%", "\n", "0'", "12", ":-", " ", "\\", "漢"];
  const tokens = tokensOf();
  let text = "";
  for (let step = 0; step < 3000; step += 1) {
    const at = next(text.length + 1), made = Array.from({length: next(4)}, () => parts[next(parts.length)]).join("");
    text = (text.slice(0, at) + made + text.slice(at + next(4))).slice(0, 60);
    tokens.set(text);
    const wanted = all(text), place = next(text.length + 1), first = wanted.findIndex(each => each.end > place);
    assert.equal(tokens.find(place), first < 0 ? wanted.length : first, text);
    if (step % 3) continue; // so that some tokens are found later than others
    assert.deepEqual(wanted.map((_, number) => tokens.at(number)), wanted, text);
  }
});
