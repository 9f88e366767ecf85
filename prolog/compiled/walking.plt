:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(walking).
:- use_module(walking_distance).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

plan(Name, Plan) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)),
    pybridge_walking:plan(Board, [], Plan).

%   Call goals of a program, with Values, both with the variables as written.
written(Goals0-Values0, Values) :-
    format(string(Text), "~W", [Goals0-Values0, [quoted(true), numbervars(true)]]),
    term_string(Goals-Values, Text),
    maplist(call, Goals).

%   The bound of State, and what is carried from it.
begun(Plan, State, Low, Values) :-
    pybridge_walking:tables(Plan, _, Build),
    pybridge_walking:begin(Plan, State, LowVar, ValueVars, Begin),
    append(Build, Begin, Goals),
    written(Goals-[LowVar|ValueVars], [Low|Values]).

%   The slack after a move, and the distances in both directions.
moved(Plan, State, Move, Slack, Rows-Columns) :-
    pybridge_walking:tables(Plan, _, Build),
    pybridge_walking:begin(Plan, State, _, Values0, Begin),
    pybridge_walking:move(Plan, Move, Values0, Values, 5, '$VAR'('Slack'), Goals0),
    append([Build, Begin, Goals0], Goals),
    written(Goals-['$VAR'('Slack')|Values], [Slack, RowWalk, _, ColumnWalk, _]),
    away(RowWalk, Rows),
    away(ColumnWalk, Columns).

away(Walk, Away) :-
    functor(Walk, walk, Farther),
    AwayAt is Farther-1,
    arg(AwayAt, Walk, Away).

:- begin_tests(walking).

test(goals_are_0, Low == 0) :-
    user:plan(eight, Plan),
    user:begun(Plan, [1,2,3,4,5,6,7,8,0], Low, _).
%   A board of 46 moves; Python's walking distance says the same.
test(lower_bound, Low == 32) :-
    user:plan(fifteen, Plan),
    user:begun(Plan, [1,12,7,8,11,14,10,0,2,6,4,5,9,13,3,15], Low, _).
test(one_table_for_a_square, Goals = [walking_table(4, 4, 3, 24967, Rows), Columns = Rows]) :-
    user:plan(fifteen, Plan),
    pybridge_walking:tables(Plan, [Rows,Columns], Goals).
test(a_table_for_each_direction, Goals = [walking_table(2, 4, 1, 11, _), walking_table(4, 2, 3, 487, _)]) :-
    user:plan(seven, Plan),
    pybridge_walking:tables(Plan, _, Goals).
%   Tile 6 goes down from the goal's second row, away from it: two moves more, one unit of the slack.
test(a_move_away_spends, Slack-Away == 4-(1-0)) :-
    user:plan(eight, Plan),
    user:moved(Plan, [1,2,3,4,5,6,7,8,0], move(5, 8, [1,2,3,4,5,6,7,8,0], 5), Slack, Away).
test(a_move_towards_is_free, Slack-Away == 5-(0-0)) :-
    user:plan(eight, Plan),
    user:moved(Plan, [1,2,3,4,5,0,7,8,6], move(8, 5, [1,2,3,4,5,0,7,8,6], 8), Slack, Away).
test(no_slack_no_move, fail) :-
    user:plan(eight, Plan),
    pybridge_walking:begin(Plan, [1,2,3,4,5,6,7,8,0], _, Values0, Begin),
    pybridge_walking:tables(Plan, _, Build),
    pybridge_walking:move(Plan, move(5, 8, [1,2,3,4,5,6,7,8,0], 5), Values0, Values, 0, '$VAR'('Slack'), Goals0),
    append([Build, Begin, Goals0], Goals),
    user:written(Goals-Values, _).
test(stands_alone, Items == [walking_table/5, walking_state/5]) :-
    user:plan(eight, Plan),
    pybridge_walking:items(Plan, Clauses),
    findall(Name/Arity,
            ( member(Name/Arity, [walking_table/5, walking_state/5]),
              functor(Head, Name, Arity),
              memberchk((Head :- _), Clauses) ),
            Items).
test(unfit, throws(error(unfit_heuristic(walking, _), _))) :-
    user:plan(torus, _).

:- end_tests(walking).
