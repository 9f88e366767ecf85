:- use_module(library(plunit)).
:- use_module(depth, []).
:- use_module(legend).
:- use_module(manhattan, []).
:- use_module(sequences, []).
:- encoding(utf8).

pair(board(2, [[1],[0]], [[1,0]], [1-[0,1]], [])).
alone(board(1, [[]], [[0]], [], [])).
five(board(6, [[1,3],[0,2,4],[1,5],[0,4],[1,3,5],[2,4]], [[1,2,3,4,5,0]], [], [])).
row(board(7, [[1],[0,2],[1,3],[2,4],[3,5],[4,6],[5]], [[1,2,3,4,5,6,0]], [], [])).

lines(Name, Board, Parts, Lines) :-
    clause_legend(Name, Board, Parts, Text),
    split_string(Text, "\n", "", Lines).

:- begin_tests(legend).

test(a_clause_that_is_there, First-Second == "ids_0_1(Slack, T1, Moves):"-"the blank is on cell 0 and came from cell 1.") :-
    user:pair(Board),
    user:lines(ids, Board, [pybridge_depth-depth], [First, Second|_]).
test(tiles_by_cell, First == "ids_0_1(Slack, T1, T2, T3, ..., T6, Moves):") :-
    user:row(Board),
    user:lines(ids, Board, [pybridge_depth-depth], [First|_]).
test(five_tiles, First == "ids_0_1(Slack, T1, T2, T3, ..., T5, Moves):") :-
    user:five(Board),
    user:lines(ids, Board, [pybridge_depth-depth], [First|_]).
test(a_board_of_one_cell, First-Second == "ids_0_start(Slack, Moves):"-"the blank is on cell 0, where it begins.") :-
    user:alone(Board),
    user:lines(ids, Board, [pybridge_depth-depth], [First, Second|_]).
test(what_is_carried, First-Last ==
     "ida_star_0_1(Slack, Seen, T1, Moves):"-"Seen is what the pruning machine has seen of the moves so far.") :-
    user:pair(Board),
    user:lines(ida_star, Board, [pybridge_manhattan-manhattan(Board, 2), pybridge_sequences-sequences(Board, 1, '', [])], Lines),
    Lines = [First|_],
    last(Lines, Last).
test(what_slack_counts, Last == Expected) :-
    user:pair(Board),
    findall(Line,
            ( member(Unit, [2,1]),
              user:lines(ids_low, Board, [pybridge_manhattan-manhattan(Board, Unit)], Lines),
              last(Lines, Line) ),
            Last),
    Expected = [ "Slack is what is left of the limit, in pairs of moves.",
                 "Slack is what is left of the limit, in moves."
               ].

:- end_tests(legend).
