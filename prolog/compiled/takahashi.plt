:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(random)).
:- use_module('../bridge/fact_file').
:- use_module(board).
:- use_module(inversion).
:- use_module(inversion_distance).
:- use_module(takahashi).
:- use_module(walking).
:- use_module(walking_distance).
:- encoding(utf8).

:- prolog_load_context(directory, Folder),
   asserta(folder(Folder)).

board(Name, Board) :-
    folder(Folder),
    atomic_list_concat([Folder, '/../puzzles/sliding_tiles/', Name, '.pl'], File),
    in_temporary_module(Module, load_facts(File, first, Module), board_of(Module, Board)).

%   Call goals of a program, with Values, both with the variables as written.
written(Goals0-Values0, Values) :-
    format(string(Text), "~W", [Goals0-Values0, [quoted(true), numbervars(true)]]),
    term_string(Goals-Values, Text),
    maplist(call, Goals).

%   The values of variables after State has been begun with.
begun(Heuristic, Board, State, Names, Values) :-
    Heuristic:plan(Board, [], Plan),
    Heuristic:tables(Plan, _, Build),
    Heuristic:begin(Plan, State, _, _, Begin),
    append(Build, Begin, Goals),
    findall('$VAR'(Name), member(Name, Names), Vars),
    written(Goals-Vars, Values).

%   The slack after the tile of cell From has gone to cell To, and the two bounds, each and one more.
moved(Board, State, From-To, Slack0, Slack, Fars) :-
    pybridge_takahashi:plan(Board, [], Plan),
    pybridge_takahashi:tables(Plan, _, Build),
    pybridge_takahashi:begin(Plan, State, _, Values0, Begin),
    pybridge_takahashi:move(Plan, move(From, To, State, From), Values0, Values, Slack0, '$VAR'('Slack'), Move),
    append([Build, Begin, Move], Goals),
    written(Goals-['$VAR'('Slack')|Values], [Slack, _, _, RowFar, _, _, _, ColumnFar, _]),
    Fars = RowFar-ColumnFar.

:- begin_tests(takahashi).

test(the_larger_one_counts, [forall(member(Name, [seven, eight]))]) :-
    set_random(seed(6)),
    user:board(Name, Board),
    board_goals(Board, [Goal]),
    forall(between(1, 25, _),
           ( random_permutation(Goal, State),
             user:begun(pybridge_walking, Board, State, ['RowLow','ColumnLow'], [RowWalk,ColumnWalk]),
             user:begun(pybridge_inversion, Board, State, ['RowLeast','ColumnLeast'], [RowPairs,ColumnPairs]),
             user:begun(pybridge_takahashi, Board, State, ['RowFar','ColumnFar','Low'], [RowFar,ColumnFar,Low]),
             RowFar =:= max(RowWalk, RowPairs)+1,
             ColumnFar =:= max(ColumnWalk, ColumnPairs)+1,
             Low =:= RowFar+ColumnFar-2 )).
%   Each move from a state, with the bounds of the state that it leads to.
test(after_every_move, [forall(member(Name, [seven, eight]))]) :-
    set_random(seed(8)),
    user:board(Name, Board),
    board_goals(Board, [Goal]),
    forall(( between(1, 12, _),
             random_permutation(Goal, State),
             nth0(Blank, State, 0),
             board_edge(Board, Blank, From) ),
           follows(Board, State, From, Blank)).

follows(Board, State, From, Blank) :-
    nth0(From, State, Tile),
    maplist([Entry, New]>>( Entry == 0 -> New = Tile ; Entry == Tile -> New = 0 ; New = Entry ), State, Next),
    user:begun(pybridge_takahashi, Board, State, ['Low'], [Low]),
    user:begun(pybridge_takahashi, Board, Next, ['RowFar','ColumnFar','Low'], [RowFar,ColumnFar,NextLow]),
    user:moved(Board, State, From-Blank, 9, Slack, RowFar-ColumnFar),
    Slack =:= 9-(1+NextLow-Low)//2,
    (   NextLow > Low
    ->  \+ user:moved(Board, State, From-Blank, 0, _, _)
    ;   user:moved(Board, State, From-Blank, 0, 0, _)
    ).

test(stands_alone, Missing == []) :-
    user:board(eight, Board),
    pybridge_takahashi:plan(Board, [], Plan),
    pybridge_takahashi:items(Plan, Clauses),
    findall(Name/Arity,
            ( member(Name/Arity, [ walking_table/5, walking_state/5,
                                   inversion_table/3, inversion_tiles/4, inversion_state/7 ]),
              functor(Head, Name, Arity),
              \+ memberchk((Head :- _), Clauses) ),
            Missing).
test(unfit, throws(error(unfit_heuristic(takahashi, _), _))) :-
    user:board(tee, Board),
    pybridge_takahashi:plan(Board, [], _).

:- end_tests(takahashi).
