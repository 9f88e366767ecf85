// @ts-check
"use strict";
// The words of the page on iterative deepening, in English and Japanese; `{names}` stand for values.

/** @type {{[language: string]: {[name: string]: string}}} */
const WORDS = {
  en: {
    title: "Iterative deepening, to try", name: "Iterative deepening", skip: "Skip to the content", goal: "Goal",
    summary: "Guess, raise the limit, and see what a lower bound saves.",
    intro: "Slide the tiles until the board looks like the goal. How few moves are enough? Each tile must make at least as many moves as "
      + "its goal is away; together that is {h} here, so no solution is shorter than {h} moves.",
    deepen: "Guess, then raise the limit",
    how: "A depth-first search follows each path up to a limit of moves, and never undoes its last move. If it finds no solution, "
      + "the limit grows by one and the search starts over. Two programs do so: ids knows only the limit; ids_low also gives up where the "
      + "moves made and the lower bound together exceed it.",
    guess: "How many positions will ids visit with the limit {limit}?", raise: "Search to {limit} moves", all: "Search to the solution",
    none: "Nothing is searched yet.", result: "Limit {limit}: ids visited {ids} positions, ids_low {low}.",
    judged: "Your guess of {own} is {times} times what ids visited.",
    solved: "Solved: {moves} moves. No solution has fewer than {h}, and each limit from {h} on was searched completely, so no solution is shorter.",
    digits: "digits only", ids: "a limit alone", ids_low: "a limit and a lower bound", grows: "{program}: positions visited by limit",
    bar: "limit {limit}: {visited} positions, {cut} of them cut", limit: "limit", positions: "positions", linear: "Linear scale", log: "Log scale",
    kept: "kept: the search continued below", cut: "cut: it ended there",
    straight: "On a log scale equal steps are equal factors: bars that rise like a straight line grow exponentially.",
    cuts: "What is kept and what is cut", both: "The last limit of both programs, by the number of moves made.",
    depths: "{program}: positions by moves made", level: "after {depth} moves: {kept} kept, {cut} cut", moves: "moves made",
    why: "ids_low cut this position after {g} moves: at least {h} more are needed, {g} + {h} = {f} is more than {limit}. ids continues below it.",
    program: "Then write the program",
    write: "The clause of ids_low for a move begins like this. Which line belongs in place of the dots? In ids it is N < Limit.",
    line: "The line", check: "Check", right: "Right. That line is the whole difference in the search; the rest of ids_low keeps Low up to date.",
    plain: "That is the line of ids: it does not use the lower bound.",
    wrong: "Not quite: it compares the moves made and the lower bound with the limit.", empty: "Write the line first.",
    run: "Copy the program, change it, and run it; pybridge shows where it goes wrong.",
    solution: "The solution", start: "start",
  },
  ja: {
    title: "反復深化を試す", name: "反復深化", skip: "本文へ移動", goal: "ゴール",
    summary: "予想し、上限値を上げて、下限値でどれだけ省けるかを見ます。",
    intro: "駒を動かして、盤面をゴールと同じにします。最少で何手でしょうか。どの駒も、少なくともゴールまでの距離の分は動かなければなりません。"
      + "その合計はここでは {h} なので、{h} 手より短い解はありません。",
    deepen: "予想してから、上限値を上げる",
    how: "深さ優先探索は、手数の上限値まで経路をたどります。直前の手を戻す手は調べません。解が見つからなければ、上限値を 1 増やして最初からやり直します。"
      + "ids は上限値だけを使います。ids_low は、それまでの手数と下限値の和が上限値を超えたところでも打ち切ります。",
    guess: "上限値 {limit} で、ids はいくつの局面を調べるでしょうか。", raise: "{limit} 手まで探索する", all: "解まで探索する",
    none: "まだ探索していません。", result: "上限値 {limit}: ids は {ids} 局面、ids_low は {low} 局面を調べました。",
    judged: "予想は {own} 局面で、実際の {times} 倍です。", solved: "{moves} 手で解けました。{h} 手より短い解はなく、{h} 手から順にすべて調べ終えているので、これが最短です。",
    digits: "数字だけ", ids: "上限値だけ", ids_low: "上限値と下限値", grows: "{program}: 上限値ごとの局面数",
    bar: "上限値 {limit}: {visited} 局面、うち {cut} 局面で打ち切り", limit: "上限値", positions: "局面数", linear: "普通の目盛り", log: "対数目盛り",
    kept: "先を調べた局面", cut: "打ち切った局面",
    straight: "対数目盛りでは、同じ幅が同じ倍率を表します。棒が直線のように伸びるなら、指数的に増えています。",
    cuts: "先を調べる局面と、打ち切る局面", both: "最後の上限値での、二つのプログラムの手数ごとの局面数です。",
    depths: "{program}: 手数ごとの局面数", level: "{depth} 手後: {kept} 局面の先を調べ、{cut} 局面で打ち切り", moves: "手数",
    why: "ids_low はこの局面を {g} 手後に打ち切りました。あと少なくとも {h} 手かかり、{g} + {h} = {f} は上限値 {limit} を超えるからです。ids はこの先も調べます。",
    program: "プログラムを書く",
    write: "ids_low の、駒を動かす節は次のように始まります。「…」の行には何が入るでしょうか。ids では N < Limit です。",
    line: "入る行", check: "確かめる", right: "正解です。探索の違いはこの 1 行だけで、ids_low の残りは Low を更新しているだけです。",
    plain: "それは ids の行です。下限値を使っていません。", wrong: "違います。手数と下限値の和を、上限値と比べます。",
    empty: "先に、入る行を書いてください。",
    run: "プログラムをコピーして書き換え、実行してみましょう。間違いがあれば、pybridge がその場所を教えます。",
    solution: "解", start: "開始",
  },
};

module.exports = {WORDS};
