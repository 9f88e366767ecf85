:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(inversion).
:- use_module(inversion_distance).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

plan(Name, Plan) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)),
    pybridge_inversion:plan(Board, [], Plan).

%   Call goals of a program, with Values, both with the variables as written.
written(Goals0-Values0, Values) :-
    format(string(Text), "~W", [Goals0-Values0, [quoted(true), numbervars(true)]]),
    term_string(Goals-Values, Text),
    maplist(call, Goals).

low(Plan, State, Low) :-
    pybridge_inversion:tables(Plan, _, Build),
    pybridge_inversion:begin(Plan, State, LowVar, _, Begin),
    append(Build, Begin, Goals),
    written(Goals-[LowVar], [Low]).

%   The slack after the tile of cell From has gone to cell To.
slack(Plan, State, From-To, Slack0, Slack) :-
    pybridge_inversion:tables(Plan, _, Build),
    pybridge_inversion:begin(Plan, State, _, Values0, Begin),
    pybridge_inversion:move(Plan, move(From, To, State, From), Values0, _, Slack0, '$VAR'('Slack'), Goals0),
    append([Build, Begin, Goals0], Goals),
    written(Goals-['$VAR'('Slack')], [Slack]).

:- begin_tests(inversion).

test(goals_are_0, Low == 0) :-
    user:plan(eight, Plan),
    user:low(Plan, [1,2,3,4,5,6,7,8,0], Low).
%   28 inversions row by row and 16 column by column, and a move changes two at most.
test(the_other_way_round, Low == 22) :-
    user:plan(eight, Plan),
    user:low(Plan, [8,7,6,5,4,3,2,1,0], Low).
test(no_other_vertical_move_than_the_blank_needs, Low == 1) :-
    user:plan(eight, Plan),
    user:low(Plan, [1,2,3,4,5,0,7,8,6], Low).
test(a_move_towards_is_free, Slack == 1) :-
    user:plan(eight, Plan),
    user:slack(Plan, [1,2,3,4,5,0,7,8,6], 8-5, 1, Slack).
test(a_move_away_spends, Slack == 0) :-
    user:plan(eight, Plan),
    user:slack(Plan, [1,2,3,4,5,0,7,8,6], 2-5, 1, Slack).
test(no_slack_no_move, fail) :-
    user:plan(eight, Plan),
    user:slack(Plan, [1,2,3,4,5,0,7,8,6], 2-5, 0, _).
test(one_table_for_a_square, Goals = [inversion_table(4, 15, Rows), Columns = Rows|_]) :-
    user:plan(fifteen, Plan),
    pybridge_inversion:tables(Plan, [Rows,_,Columns,_], Goals).
test(a_table_for_each_direction, Goals = [inversion_table(4, 7, _), inversion_table(2, 7, _)|_]) :-
    user:plan(seven, Plan),
    pybridge_inversion:tables(Plan, _, Goals).

%   The tile of cell 7 comes from the line behind and passes the tiles of cells 4, 5 and 6, of which this many come later.
test(goals_of_a_pass, Goals == [ arg('$VAR'('T4'), '$VAR'('Tile7'), '$VAR'('Past4_7')),
                                 arg('$VAR'('T5'), '$VAR'('Past4_7'), '$VAR'('Past5_7')),
                                 arg('$VAR'('T6'), '$VAR'('Past5_7'), '$VAR'('Change7')),
                                 '$VAR'('Behind7') is '$VAR'('Change7')+4,
                                 arg('$VAR'('Behind7'), '$VAR'('RowInversions'), '$VAR'('Inversions7'))
                               ]) :-
    user:plan(seven, inversion(Grid)),
    findall('$VAR'(Name), ( between(0, 7, Cell), atom_concat('T', Cell, Name) ), State),
    inversion_pass(Grid, move(7, 3, State, 7), '$VAR'('Tile7'), '$VAR'('RowInversions'), _, Goals).
test(unfit, throws(error(unfit_heuristic(inversion, _), _))) :-
    user:plan(box_eight, _).

:- end_tests(inversion).
