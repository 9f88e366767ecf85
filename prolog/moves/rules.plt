/*  Tests of rules.pl.

        $ swipl -g run_tests -t halt prolog/moves/rules.plt
*/

:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(modules)).
:- use_module(library(plunit)).

:- prolog_load_context(directory, Here),
   asserta(page_folder(Here)).

:- begin_tests(steps).

test(moves_are_those_of_the_rules, Moves == [right-2, left-0]) :-
    user:moves_of(line, 1, Moves).
test(in_the_order_of_the_rules, Moves == [right-1]) :-
    user:moves_of(line, 0, Moves).
test(first_state_and_goal, State-Is == 0-[false,true]) :-
    user:beside(line, Module, ( Module:first_state(0, State),
                                findall(Is0,
                                        ( member(S, [1,3]), ( Module:is_goal(S) -> Is0 = true ; Is0 = false ) ),
                                        Is) )).
test(nobody_says_that_moves_can_be_undone) :-
    user:beside(line, Module, Module:one_way).

:- end_tests(steps).

%   On a ring of five cells a walk continues as it began.
:- begin_tests(chains).

test(steps_that_go_on_are_one_move, Moves == [up-1, down-4, [up,up]-2, [down,down]-3]) :-
    user:moves_of(ring, 0, Moves).
test(the_shortest_chain_to_each_state, Lengths == [1,1,2,2]) :-
    user:moves_of(ring, 3, Moves),
    findall(Length, ( member(Move-_, Moves), ( is_list(Move) -> length(Move, Length) ; Length = 1 ) ), Lengths).
test(never_back_to_the_state, fail) :-
    user:moves_of(ring, 0, Moves),
    memberchk(_-0, Moves).
test(where_chains_meet_each_last_step_counts, Moves == [walk-1, [run,run]-2, [run,run,run]-3]) :-
    user:moves_of(meeting, 0, Moves).
test(a_step_of_another_piece_does_not_go_on, Moves == [a-s(1,0), b-s(0,1), [a,a]-s(2,0), [b,b]-s(0,2)]) :-
    user:moves_of(two, s(0,0), Moves).

:- end_tests(chains).

:- begin_tests(print_moves).

test(a_line_each, Text == "right\n'two words'(\"s\",[1])\n") :-
    user:beside(line, Module, with_output_to(string(Text), Module:print_moves(['two words'("s", [1]),right]))).
test(none, Text == "") :-
    user:beside(line, Module, with_output_to(string(Text), Module:print_moves([]))).

:- end_tests(print_moves).

puzzle_text(line, "start(s, 0). goal(3). move(X, right, Y) :- X < 3, Y is X+1. move(X, left, Y) :- X > 0, Y is X-1.").
puzzle_text(ring, "start(s, 0). goal(3). continues(A, A). \c
                   move(X, up, Y) :- Y is (X+1) mod 5. move(X, down, Y) :- Y is (X+4) mod 5.").
puzzle_text(two, "start(s, s(0,0)). goal(s(2,2)). continues(A, A). \c
                  move(s(X,Y), a, s(X1,Y)) :- X < 2, X1 is X+1. move(s(X,Y), b, s(X,Y1)) :- Y < 2, Y1 is Y+1.").

puzzle_text(meeting, "start(s, 0). goal(3). continues(run, run). move(0, walk, 1). \c
                      move(X, run, Y) :- X < 3, Y is X+1.").

moves_of(Puzzle, State, Moves) :-
    beside(Puzzle, Module, findall(Move-Next, Module:moved(State, Move, Next), Moves)).

%   Goal with Module, which has the puzzle and the page.
beside(Puzzle, Module, Goal) :-
    page_folder(Folder),
    atom_concat(Folder, '/rules.pl', Page),
    puzzle_text(Puzzle, Text),
    in_temporary_module(
        Module,
        ( load(Module, string(Text)), load(Module, file(Page)) ),
        Goal).

load(Module, Source) :-
    ( Source = string(Text) -> open_string(Text, Stream), Id = Module ; Source = file(Id), open(Id, read, Stream) ),
    atom_concat(Id, '@test', Name),
    call_cleanup(load_files(Module:Name, [stream(Stream), silent(true)]), close(Stream)).
