/*  Tests of seven.pl.

        $ swipl -g run_tests -t halt prolog/seven.plt

    Nothing here comes from the facts or from the program it judges: which cells
    touch follows from rows and columns, an exchange is made entry by entry, and
    distances come from a breadth-first search of all 20,160 boards.
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(statistics)).
:- [seven].

:- dynamic away/2.                      % Key, Distance
:- dynamic first_at/2.                  % Distance, Board

:- begin_tests(ids_low).

%   Source: M. Hiroi, Prolog programming, iterative deepening; recounted with
%   SWI-Prolog 9.0.4.
solution([7,2,1,5,6,1,2,7,4,3,1,2,5,6,2,5,7,4,3,1,5,2,6,7,4,3,1,5,2,6,7,4,3,2,6,7]).
inferences(6_504_715).

test(output, Lines == Expected) :-
    with_output_to(string(Text), ids_low),
    split_string(Text, "\n", "", Lines),
    findall(Line,
            ( between(16, 36, Limit), format(string(Line), "----- ~d -----", [Limit]) ),
            Limits),
    solution(Tiles),
    format(string(Solution), "~w", [Tiles]),
    append(Limits, [Solution, ""], Expected).

test(inferences) :-
    with_output_to(string(_), call_time(ids_low, Time)),
    get_dict(inferences, Time, Inferences),
    inferences(Published),
    assertion(abs(Inferences-Published) =< 0.02*Published).

test(solution_moves, [nondet, Board == [1,2,3,4,5,6,7,0]]) :-
    solution(Tiles),
    length(Tiles, 36),
    foldl(plunit_ids_low:move, Tiles, [0,7,2,1,4,3,6,5], Board).

move(Tile, Board0, Board) :-
    nth0(From, Board0, Tile),
    nth0(To, Board0, 0),
    user:beside(From, To),
    user:exchanged(From, To, Board0, Board).

:- end_tests(ids_low).

:- begin_tests(facts).

test(neighbor, [forall(between(0, 7, Cell)), Cells == Beside]) :-
    neighbor(Cell, Cells),
    findall(Other, user:beside(Cell, Other), Beside).

:- end_tests(facts).

:- begin_tests(slide).

test(all_pairs, [forall(( between(0, 7, A), between(0, 7, B), A =\= B )), nondet, Board1 == Board2]) :-
    Board = [a,b,c,d,e,f,g,h],
    slide(A, B, Board, Board1),
    user:exchanged(A, B, Board, Board2).
test(equal_entries, Board == [3,0,3]) :-
    slide(0, 1, [0,3,3], Board).
test(a_cell_with_itself, fail) :-
    slide(3, 3, [a,b,c,d], _).

:- end_tests(slide).

:- begin_tests(calc_distance).

test(start, Low == 16) :-
    calc_distance([0,7,2,1,4,3,6,5], 0, 0, Low).
test(goal, Low == 0) :-
    calc_distance([1,2,3,4,5,6,7,0], 0, 0, Low).
test(adds_to_what_there_is, Low == 100) :-
    calc_distance([1,2,3,4,5,6,7,0], 0, 100, Low).
test(from_a_cell_onwards, Low == 1) :-
    calc_distance([0,7], 6, 0, Low).
test(rows_and_columns, [forall(( between(1, 7, Tile), between(0, 7, Cell) )), Low == Expected]) :-
    calc_distance([Tile], Cell, 0, Low),
    Goal is Tile-1,
    Expected is abs(Cell//4-Goal//4)+abs(Cell mod 4-Goal mod 4).

:- end_tests(calc_distance).

:- begin_tests(lower_bound, [setup(user:search_all), cleanup(user:forget_all)]).

%   Source of the counts: OEIS A090035.
test(distances, Counts == [1,2,3,6,10,14,19,28,42,61,85,119,161,215,293,396,506,632,788,985,1194,
                           1414,1664,1884,1999,1958,1770,1463,1076,667,361,190,88,39,19,7,1]) :-
    findall(Count,
            ( between(0, 36, D), aggregate_all(count, user:away(_, D), Count) ),
            Counts).

%   The bound is never too high, so no optimal path is cut: g+h =< length all
%   along it.
test(admissible, Wrong == []) :-
    findall(Board-Low-D,
            ( user:away(Key, D),
              user:key_board(Key, Board),
              calc_distance(Board, 0, 0, Low),
              Low > D
            ),
            Wrong).

test(dfs_low_finds_the_distance, [nondet, forall(user:first_at(D, Board))]) :-
    nth0(Blank, Board, 0),
    calc_distance(Board, 0, 0, Low),
    with_output_to(string(_), once(dfs_low(0, D, Low, Blank, Board, []))).

test(dfs_low_finds_nothing_shorter, [forall(( user:first_at(D, Board), D > 0 )), fail]) :-
    nth0(Blank, Board, 0),
    calc_distance(Board, 0, 0, Low),
    Shorter is D-1,
    with_output_to(string(_), dfs_low(0, Shorter, Low, Blank, Board, [])).

test(dfs_finds_the_distance, [nondet, forall(( between(0, 12, D), user:first_at(D, Board) ))]) :-
    nth0(Blank, Board, 0),
    with_output_to(string(_), once(dfs(0, D, Blank, Board, []))).

:- end_tests(lower_bound).

:- begin_tests(dfs).

test(never_undoes_the_last_move, fail) :-
    with_output_to(string(_), dfs(0, 1, 6, [1,2,3,4,5,6,0,7], [7-7])).
test(makes_that_move_otherwise) :-
    with_output_to(string(Text), dfs(0, 1, 6, [1,2,3,4,5,6,0,7], [])),
    assertion(Text == "[7]\n").

:- end_tests(dfs).

%   What the program is judged by.

beside(A, B) :-
    between(0, 7, B),
    1 =:= abs(A//4-B//4)+abs(A mod 4-B mod 4).

exchanged(A, B, Board0, Board) :-
    same_length(Board0, Board),
    forall_entries(0, A, B, Board0, Board0, Board).

forall_entries(_, _, _, [], _, []).
forall_entries(Cell, A, B, [X|Xs], Board0, [Y|Ys]) :-
    (   Cell =:= A
    ->  nth0(B, Board0, Y)
    ;   Cell =:= B
    ->  nth0(A, Board0, Y)
    ;   Y = X
    ),
    Cell1 is Cell+1,
    forall_entries(Cell1, A, B, Xs, Board0, Ys).

board_key(Board, Key) :-
    foldl([Tile,Key0,Key1]>>(Key1 is Key0*10+Tile), Board, 0, Key).

key_board(Key, Board) :-
    format(codes(Codes), "~|~`0t~d~8+", [Key]),
    maplist([Code,Tile]>>(Tile is Code-0'0), Codes, Board).

search_all :-
    forget_all,
    Goal = [1,2,3,4,5,6,7,0],
    board_key(Goal, Key),
    assertz(away(Key, 0)),
    layers(0, [Goal]).

layers(_, []) :-
    !.
layers(D, [Board|Boards]) :-
    assertz(first_at(D, Board)),
    D1 is D+1,
    findall(Next,
            ( member(Each, [Board|Boards]),
              nth0(Blank, Each, 0),
              beside(Blank, Cell),
              exchanged(Blank, Cell, Each, Next),
              board_key(Next, Key),
              \+ away(Key, _),
              assertz(away(Key, D1))
            ),
            Nexts),
    layers(D1, Nexts).

forget_all :-
    retractall(away(_, _)),
    retractall(first_at(_, _)).
