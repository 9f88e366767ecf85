/*  Tests of rules.pl.

        $ swipl -g run_tests -t halt prolog/rules.plt

    It runs on the farmer by itself, and on other puzzles each in a module of its own.
*/

:- encoding(utf8).
:- use_module(library(aggregate)).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).
:- use_module(library(prolog_wrap)).
:- [rules].

:- prolog_load_context(directory, Folder),
   asserta(prolog_folder(Folder)).

:- begin_tests(rules).

test(the_farmer, Lines == ["----- 0 -----", "----- 1 -----", "----- 2 -----", "----- 3 -----", "----- 4 -----",
                           "----- 5 -----", "----- 6 -----", "----- 7 -----",
                           "take_goat", "row_alone", "take_wolf", "take_goat", "take_cabbage",
                           "row_alone", "take_goat", ""]) :-
    with_output_to(string(Text), ids),
    split_string(Text, "\n", "", Lines).
test(again) :-
    with_output_to(string(Text1), ids),
    with_output_to(string(Text2), ids),
    assertion(Text1 == Text2).
test(shipped, [forall(member(Name-Length, [jugs-6, frogs-24, missionaries-11, monkey-4])), Found == Length]) :-
    user:beside(file(Name), Module, user:length_of(Module, ids, Found)).
test(start_at_a_goal, Limits-Moves == 1-0) :-
    user:beside(text("start(s, 1). goal(1). move(1, again, 1)."), Module, user:counted(Module, ids, Limits, Moves)).
test(no_goal, Limits == 5) :-                   % a path of three moves is the longest
    user:beside(text("start(s, 0). goal(9). move(X, up, Y) :- X < 3, Y is X+1."), Module,
                user:failed(Module, Limits)).
test(no_state_twice_on_a_path, Limits == 3) :-
    user:beside(text("start(s, a). goal(c). move(a, go, b). move(b, back, a)."), Module,
                user:failed(Module, Limits)).
test(the_first_in_the_order_of_the_rules, Text == "----- 0 -----\n----- 1 -----\nleft\n") :-
    user:beside(text("start(s, 0). goal(1). move(0, left, 1). move(0, right, 1)."), Module,
                with_output_to(string(Text), Module:ids)).
test(no_bound_no_ids_low) :-
    user:beside(file(farmer), Module, assertion(\+ current_predicate(Module:ids_low/0))).

:- end_tests(rules).

%   A line of five cells, and the bound that is the distance: no node is too many.
:- begin_tests(ids_low).

test(output, Text == "----- 3 -----\nup\nup\nup\n") :-
    user:beside(text("start(s, 1). goal(4). bound(X, H) :- H is abs(4-X). \c
                      move(X, down, Y) :- X > 0, Y is X-1. move(X, up, Y) :- X < 4, Y is X+1."), Module,
                with_output_to(string(Text), Module:ids_low)).
test(a_low_bound_takes_more_limits, Limits-Moves == 4-3) :-
    user:beside(text("start(s, 1). goal(4). bound(_, 0). \c
                      move(X, down, Y) :- X > 0, Y is X-1. move(X, up, Y) :- X < 4, Y is X+1."), Module,
                user:counted(Module, ids_low, Limits, Moves)).
test(no_goal, fail) :-
    user:beside(text("start(s, 0). goal(9). bound(_, 0). move(X, up, Y) :- X < 3, Y is X+1."), Module,
                with_output_to(string(_), Module:ids_low)).
test(as_long_as_ids, [forall(member(H, ["0*(X+Y)", "abs(3-X)+0*Y", "abs(3-X)+abs(2-Y)"])), Low-Length == 5-5]) :-
    format(string(Text), "start(s, 0-0). goal(3-2). bound(X-Y, H) :- H is ~s. \c
                          move(X-Y, up, X-Z) :- Y < 2, Z is Y+1. move(X-Y, down, X-Z) :- Y > 0, Z is Y-1. \c
                          move(X-Y, right, Z-Y) :- X < 3, Z is X+1. move(X-Y, left, Z-Y) :- X > 0, Z is X-1.", [H]),
    user:beside(text(Text), Module, ( user:length_of(Module, ids, Length), user:length_of(Module, ids_low, Low) )).

:- end_tests(ids_low).

%   Source: the lengths of shortest solutions are those that plain Python finds.
:- begin_tests(breadth_first).

test(shipped, [forall(member(Name, [farmer, jugs, frogs, gripper, guarini, missionaries])), Found == Length]) :-
    user:beside(file(Name), 'breadth_first.pl', Module,
                ( once(Module:optimal(_, Length)), user:length_of(Module, breadth_first, Found) )).
test(one_way, [nondet, Lines == ["up", "up", "up", ""]]) :-
    user:beside(text("start(s, 0). goal(3). move(X, up, Y) :- X < 3, Y is X+1."), 'breadth_first.pl', Module,
                with_output_to(string(Text), Module:breadth_first)),
    split_string(Text, "\n", "", All),
    append(_, ["----- 3 -----"|Lines], All).
test(no_goal, fail) :-
    user:beside(text("start(s, 0). goal(9). move(X, up, Y) :- X < 3, Y is X+1."), 'breadth_first.pl', Module,
                with_output_to(string(_), Module:breadth_first)).

:- end_tests(breadth_first).

length_of(Module, Program, Length) :-
    counted(Module, Program, _, Length).

%   The number of lines that announce a limit, and of the others.
counted(Module, Program, Limits, Moves) :-
    with_output_to(string(Text), Module:Program),
    split_string(Text, "\n", "", Lines),
    aggregate_all(count, ( member(Line, Lines), sub_string(Line, 0, _, _, "-----") ), Limits),
    aggregate_all(count, ( member(Line, Lines), Line \== "", \+ sub_string(Line, 0, _, _, "-----") ), Moves).

%   The number of limits of ids where there is no solution.
failed(Module, Limits) :-
    with_output_to(string(Text), \+ Module:ids),
    split_string(Text, "\n", "", Lines),
    aggregate_all(count, ( member(Line, Lines), Line \== "" ), Limits).

beside(Puzzle, Module, Goal) :-
    beside(Puzzle, 'rules.pl', Module, Goal).

%   Goal with Module, which has the puzzle and the program.
beside(Puzzle, Program, Module, Goal) :-
    prolog_folder(Folder),
    atomic_list_concat([Folder, /, Program], Path),
    in_temporary_module(
        Module,
        ( set_module(Module:base(system)), puzzle_in(Puzzle, Folder, Module), load_file(Path, Module) ),
        Goal).

puzzle_in(file(Name), Folder, Module) :-
    atomic_list_concat([Folder, '/puzzles/rules/', Name, '.pl'], Path),
    load_file(Path, Module).
puzzle_in(text(Text), _, Module) :-
    string_concat("puzzle(it, rules, \"it\"). ", Text, Whole),
    open_string(Whole, Stream),
    load_stream(Stream, Module, Module).

load_file(Path, Module) :-
    open(Path, read, Stream, [encoding(utf8)]),
    load_stream(Stream, Path, Module).

load_stream(Stream, Path, Module) :-
    atom_concat(Path, '@test', Id),     % what it includes is found from there
    call_cleanup(load_files(Module:Id, [stream(Stream), silent(true)]), close(Stream)).
