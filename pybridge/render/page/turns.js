"use strict";
// Permutation puzzles: a state lists the piece on each point, and a move is [name]; `sources` say where each piece comes from.

/** The row of a permutation puzzle: `places` are the middles of its points, `outline` the corners of each, seen from there. */
function turns(rules) {
  const byName = new Map(rules.moves.map(each => [each.name, each.sources]));
  const turned = (state, sources) => sources.map(source => state[source]);

  function backward(state, sources) {
    const before = [];
    sources.forEach((source, point) => { before[source] = state[point]; });
    return before;
  }

  function marks(state) {
    return state.map((piece, point) => ({
      piece: point, kind: `point ${point}`, x: rules.places[point][0], y: rules.places[point][1],
      outline: rules.outline, text: rules.labels[piece][0], size: rules.labels[piece][1],
      paint: rules.paints[piece], role: "facet",
    }));
  }

  return {
    marks, still: rules.still, frame: () => [rules.width, rules.height],
    key: state => String.fromCharCode(...state),
    moves: state => rules.moves.map(({name, sources}) => ({move: [name], name, told: name, state: turned(state, sources)})),
    before: state => rules.moves.map(({sources}) => backward(state, sources)),
    line: state => state.map(piece => rules.labels[piece][0]).join(" "),
    nameOf: ([name]) => name,
    movedTo: ([name]) => byName.get(name)?.flatMap((source, point) => (source === point ? [] : [point])) ?? [],
  };
}

module.exports = {turns};
