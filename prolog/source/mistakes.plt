/*  Tests of mistakes.pl, mistaken_names.pl and mistaken_cuts.pl.

        $ swipl -g run_tests -t halt prolog/source/mistakes.plt
*/

:- encoding(utf8).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(mistakes).
:- use_module(text).

:- begin_tests(mistake).

test(found, [forall(user:mistaken(Text, Line, Part)), Line0-true == Line-true]) :-
    user:first_mistake(Text, Line0, Said),
    assertion(sub_string(Said, _, _, _, Part)).
test(none, [forall(user:right(Text)), fail]) :-
    user:first_mistake(Text, _, _).

:- end_tests(mistake).

%   mistaken(Text, Line, Part): what is said first of Text has Part, and is on Line.
mistaken("ids :- slid(1, 2).\nslide(_, _).\n", 1, "did you mean slide/2?").
mistaken("ids :- slidd(1, 2).\nslide(_, _).\n", 1, "did you mean slide/2?").
mistaken("ids :- slide(1).\nslide(_, _).\n", 1, "did you mean slide/2?").
mistaken("ids :- fomrat(\"~w\", [1]).\n", 1, "did you mean format/2?").
mistaken("ids :- neighbour(1, _).\n", 1, "did you mean neighbor/2?").
mistaken("ids :- count(1, 2).\ncuont(1, _).\ncount(_, 1).\n", 2, "did you mean count/2?").
mistaken("ids :- d(0).\nd(3).\nd(N) :-\n    M = N+1,\n    d(M).\n", 4, "write `M is N+1`").
mistaken("ids :- d(0).\nd(3).\nd(N) :-\n    M == N+1,\n    d(M).\n", 4, "write `M is N+1`").
mistaken("ids :- d(0).\nd(3).\nd(N) :- M =:= N+1, d(M).\n", 3, "write `M is N+1`").
mistaken("ids :- d(0).\nd(3).\nd(N) :- N+1 is M, d(M).\n", 3, "write `M is N+1`").
mistaken("ids :- d(0).\nd(3).\nd(N) :- N is N+1, d(N).\n", 3, "cannot give N another value").
mistaken("ids :- d(0).\nd(3).\nd(N) :- d(N+1).\n", 3, "not computed").
mistaken("ids :- d([1]).\nd(L) :- L == [H|_], write(H).\n", 2, "H has no value yet").
mistaken("ids :- d(0).\nd(_) :- write(a).\nd(N) :- d(N).\n", 3, "the same arguments").
mistaken("ids :- d(0, Board), write(Board).\nd(N, Board) :-\n    M is N+1,\n    d(M, Baord).\nd(9, 1).\n", 4,
         "write one name for it and for Board on line").
mistaken("ids :- d(0).\nd(9).\nd(N) :-\n    N1 is N+1,\n    d(N).\n", 4, "called with N, not with N1").
mistaken("ids :- d(0).\nd(9).\nd(N) :-\n    write(N),\n    d(N1).\n", 5, "N1 has no value here").
mistaken("ids :- between(1, 9, Limit), d(limit), write(Limit).\nd(9).\n", 1, "write Limit").
mistaken("ids :- d(0).\nd(N) :- N < 3, M is N+1, d(M).\n", 2, "its only clause calls d/1 again").
mistaken("ids :- c(1).\nc(X) :- !, p(X).\nc(X) :- q(X).\np(1).\nq(2).\n", 2, "cut comes before `p(X)`").
mistaken("ids :- d([1]).\nd([]).\nd(L) :- member(X, L), !, e(X, M), d(M).\ne(_, []).\n", 3, "keeps only the first").
mistaken("ids :- between(0, inf, L), !, d(L).\nd(3).\n", 1, "keeps only the first solution of `between").

mistaken("ids :- d(9).\nd(0).\nd(N) :- M = N-1, d(M).\n", 3, "write `M is N-1`").

mistaken("ids :- d([0]).\nd([3]).\nd(S) :- T = next(S), d(T).\nnext([X], [Y]) :- Y is X+1.\n", 3, "write `next(S, T)`").
mistaken("ids :- d(0, []).\nd(3, Ms) :- write(Ms).\nd(N, Ms) :- M is N+1, d(M, [N,Ms]).\n", 3, "write `[N|Ms]`").
mistaken("ids :- d(0, []).\nd(3, Ms) :- write(Ms).\nd(N, Ms) :- M is N+1, d(M, [N,M,Ms]).\n", 3, "write `[N, M|Ms]`").

%   right(Text): much of it looks like a mistake.
right("ids :- d(0).\nd(3) :- !.\nd(N) :- M is N+1, d(M).\n").
right("ids :- member(X, [1,2]), X > 1, !, write(X).\n").
right("ids :- c(1, [a]).\nc(X, _) :- p(X), !.\nc(X, L) :- \\+ memberchk(X, L).\np(1).\n").
right("ids :- Pair = 1-2, p(Pair), write(pair), format(\"~w\", [limit]).\np(_).\n").
right("ids :- p([a,b], c).\np([X|Xs], Y) :- member(Z, [X]), Z \\== Y, !, write(Z), p(Xs, Y).\np([], _).\n").
right("ids :- d(9, [t]).\nd(0, _).\nd(N, [T|Ts]) :- M = T-0, L is N-1, write(M), d(L, Ts).\n").
right("ids :- d(1, [1], [2]).\nd(0, [X|Xs], [Y|Ys]) :- write(a).\nd(N, Xs, Ys) :- M is N-1, d(M, Xs, Ys).\n").
right("ids :- d(1, 2).\nd(BoardA, BoardB) :- write(a).\n").
right("ids :- start(_, Sa), start(_, Sb), start(_, Sc).\n").
right("ids :- fail.\nunused :- unused.\nother(N) :- N = N+1.\n").
right("ids :- T = next(0), next(T, S), write(S).\nnext(X, Y) :- Y = X.\n").
right("ids :- T = pair(0), d(T).\nd(pair(_)).\npair(1, 2).\n").
right("ids :- d(0, []).\nd(3, Ms) :- write(Ms).\nd(4, [_,_]).\nd(N, Ms) :- M is N+1, d(M, [N,Ms]).\n").
right("ids :- d(0, []).\nd(3, Ms) :- write(Ms).\nd(N, Ms) :- M is N+1, d(M, [[N,M]|Ms]).\n").
right("ids :- once(start(_, S)), p(S, T), T == S.\np(S, S).\n").

first_mistake(Text, Line, Said) :-
    source_clauses(Text, Clauses, _),
    once(mistake(Clauses, mistakes_facts, ids, At, said(Template, Values))),
    foldl(filled, Values, Template, Said),
    sub_string(Text, 0, At, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Line).

filled(Name=Value, Text0, Text) :-
    format(string(Hole), "{~w}", [Name]),
    atomic_list_concat(Parts, Hole, Text0),
    format(string(Shown), "~w", [Value]),
    atomic_list_concat(Parts, Shown, Atom),
    atom_string(Atom, Text).

mistakes_facts:neighbor(0, [1]).
mistakes_facts:start(page, [0]).
